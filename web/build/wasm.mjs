// Builds the library as WebAssembly, twice: with simd128 and without. Writes the modules and their
// JavaScript side to src/wasm. Needs cargo and the target wasm32-unknown-unknown.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
run('cargo', ['build', '--locked', '--manifest-path', 'bind/Cargo.toml', '--target-dir', 'bind/target']);
const bind = join(web, 'bind/target/debug/quadrille-bind');
mkdirSync(out, { recursive: true });

const sides = [];
for (const { name, flags } of builds) {
  const place = join(web, 'wasm/target', name);
  run('cargo', ['build', '--release', '--locked', '--target', target, '--target-dir', place,
    '--manifest-path', 'wasm/Cargo.toml'], { RUSTFLAGS: flags.join(' ') });
  const module = join(place, target, 'release/quadrille_wasm.wasm');
  // A module that was bound before is not bound again.
  const stamp = join(place, 'stamp');
  const bound = join(place, 'bound');
  const hash = createHash('sha256').update(readFileSync(module)).digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    // Both have the same name, because a module imports from a file of its name.
    run(bind, [module, 'quadrille', bound]);
    writeFileSync(stamp, hash);
  }
  copyFileSync(join(bound, 'quadrille_bg.wasm'), join(out, `${name}_bg.wasm`));
  sides.push(readFileSync(join(bound, 'quadrille.js'), 'utf8'));
  console.log(`${name}: ${statSync(join(out, `${name}_bg.wasm`)).size} bytes`);
}

// The JavaScript of both modules is the same, so the page has it once.
if (sides[0] !== sides[1]) {
  console.error('The two modules need different JavaScript.');
  process.exit(1);
}
for (const end of ['.js', '.d.ts']) {
  copyFileSync(join(web, 'wasm/target/quadrille/bound', `quadrille${end}`), join(out, `quadrille${end}`));
}
