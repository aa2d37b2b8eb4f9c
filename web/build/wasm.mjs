// Builds the library as WebAssembly, twice: with simd128 and without. Writes the modules and their
// JavaScript side to src/wasm. Needs cargo and the target wasm32-unknown-unknown.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const target = 'wasm32-unknown-unknown';
const out = join(web, 'src/wasm');

function run(program, args, env = {}) {
  try {
    execFileSync(program, args, { cwd: web, stdio: 'inherit', env: { ...process.env, ...env } });
  } catch (error) {
    console.error(`\n${program} ${args.join(' ')} failed: ${error.message}`);
    process.exit(1);
  }
}

const sysroot = execFileSync('rustc', ['--print', 'sysroot']).toString().trim();
if (!existsSync(join(sysroot, 'lib/rustlib', target))) {
  try {
    execFileSync('rustup', ['target', 'add', target], { stdio: 'inherit' });
  } catch {
    console.error(`The Rust target ${target} is missing, and rustup cannot add it. Without rustup,`);
    console.error(`install the standard library of the target from the packages of your system,`);
    console.error(`such as libstd-rust-dev-wasm32 on Debian or rust-std-static-${target} on Fedora.`);
    process.exit(1);
  }
}

// The page gives each worker its memory, so that a search cannot take more than it was given.
const flags = ['-C', 'link-arg=--import-memory'];
const builds = [
  { name: 'quadrille', flags: ['-C', 'target-feature=+simd128', ...flags] },
  { name: 'quadrille_plain', flags },
];
run('cargo', ['build', '--quiet', '--locked', '--manifest-path', 'bind/Cargo.toml']);
const bind = join(web, 'bind/target/debug/quadrille-bind');
mkdirSync(out, { recursive: true });

for (const { name, flags } of builds) {
  const place = join(web, 'wasm/target', name);
  run('cargo', ['build', '--quiet', '--release', '--locked', '--target', target, '--target-dir', place,
    '--manifest-path', 'wasm/Cargo.toml'], { RUSTFLAGS: flags.join(' ') });
  const module = join(place, target, 'release/quadrille_wasm.wasm');
  // Nothing else is done for a module that was done before.
  const stamp = join(place, 'stamp');
  const hash = createHash('sha256').update(readFileSync(module)).digest('hex');
  const bound = join(out, `${name}_bg.wasm`);
  if (existsSync(bound) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
  run(bind, [module, name, out]);
  console.log(`${name}: ${statSync(bound).size} bytes`);
  writeFileSync(stamp, hash);
}

// The JavaScript of both modules is the same but for names, so the page has it once.
const glue = (name) => readFileSync(join(out, `${name}.js`), 'utf8').replaceAll(name, 'quadrille');
const plain = existsSync(join(out, 'quadrille_plain.js'));
if (plain && glue('quadrille') !== glue('quadrille_plain')) {
  console.error('The two modules need different JavaScript.');
  process.exit(1);
}
for (const end of ['.js', '.d.ts', '_bg.wasm.d.ts']) rmSync(join(out, `quadrille_plain${end}`), { force: true });
