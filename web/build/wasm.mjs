// Builds the library as WebAssembly with simd128, and writes the module and its JavaScript side to
// src/wasm. Needs cargo and the target wasm32-unknown-unknown.
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

// The page gives each worker its memory, so that a search cannot take more than it was given.
const flags = '-C target-feature=+simd128 -C link-arg=--import-memory';
run('cargo', ['build', '--locked', '--manifest-path', 'bind/Cargo.toml', '--target-dir', 'bind/target']);
console.log('The first build of the library takes a minute or two.');
run('cargo', ['build', '--release', '--locked', '--target', target, '--target-dir', 'wasm/target',
  '--manifest-path', 'wasm/Cargo.toml'], { RUSTFLAGS: flags });
const module = join(web, 'wasm/target', target, 'release/quadrille_wasm.wasm');
// A module that was bound before is not bound again.
const stamp = join(web, 'wasm/target/stamp');
const hash = createHash('sha256').update(readFileSync(module)).digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash || !existsSync(out)) {
  mkdirSync(out, { recursive: true });
  run(join(web, 'bind/target/debug/quadrille-bind'), [module, 'quadrille', out]);
  writeFileSync(stamp, hash);
}
console.log(`the module: ${statSync(join(out, 'quadrille_bg.wasm')).size} bytes`);
