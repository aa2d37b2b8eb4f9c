// Builds the library as WebAssembly with simd128, and writes two modules and their JavaScript sides
// to src/wasm: one for the first screen, and one with everything. Needs cargo, and rustup if the
// target wasm32-unknown-unknown is not installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

// Each worker makes the memory of its module, with a maximum that the page sets.
const flags = '-C target-feature=+simd128 -C link-arg=--import-memory';
const begun = performance.now();
console.log('Building the generator of the JavaScript side. The first build takes up to a minute.');
run('cargo', ['build', '--locked', '--manifest-path', 'bind/Cargo.toml', '--target-dir', 'bind/target']);
console.log('Building the library. The first build takes two to ten minutes.');
run('cargo', ['build', '--release', '--locked', '--target', target, '--target-dir', 'wasm/target',
  '--manifest-path', 'wasm/Cargo.toml'], { RUSTFLAGS: flags });
mkdirSync(out, { recursive: true });
for (const name of ['first', 'rest']) {
  const module = join(web, 'wasm/target', target, `release/quadrille_${name}.wasm`);
  const bound = join(out, `${name}_bg.wasm`);
  // A module that is already bound is not bound again.
  const stamp = join(web, `wasm/target/${name}.stamp`);
  const hash = createHash('sha256').update(readFileSync(module)).digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash || !existsSync(bound)) {
    run(join(web, 'bind/target/debug/quadrille-bind'), [module, name, out]);
    writeFileSync(stamp, hash);
  }
  console.log(`the module ${name}: ${statSync(bound).size} bytes`);
}
console.log(`The modules took ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
