# Checks what is published: the packed crate, its dependencies, the minimum version of Rust, other
# systems, and the pages of docs.rs. Sourced by .ci/run, which defines `step` and `skip`.

# The crate without tests, puzzles, benchmarks and pictures.
step cargo package --locked --allow-dirty --no-verify
# The limit, which is a little above the size of the crate, detects files that do not belong in it.
crate=$(ls -t "$CARGO_TARGET_DIR"/package/quadrille-*.crate | head -n 1)
[ "$(wc -c <"$crate")" -lt 900000 ] || { printf '%s is too large\n' "$crate"; exit 1; }
# No file is missing. Checking the packed files takes half of the time of `cargo package`, which
# would build them.
rm -rf "${crate%.crate}"
tar -xzf "$crate" -C "$CARGO_TARGET_DIR/package"
step cargo check --locked --manifest-path "${crate%.crate}/Cargo.toml"

# The minimum version of Rust: no dependency needs a newer one.
rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
newest=$(cargo metadata --format-version 1 --locked | grep -o '"rust_version":"[^"]*"' |
    cut -d '"' -f 4 | sed 's/^\([0-9]*\.[0-9]*\)\.0$/\1/' | sort -V | tail -n 1)
[ "$newest" = "$rust" ] || {
    printf 'Cargo.toml declares Rust %s, but a dependency needs %s\n' "$rust" "$newest"
    exit 1
}

# Another system, without linking: the program for Windows, with the minimum version of Rust. On
# Linux, clippy reports the use of items that this version of the standard library lacks. The
# library has no code for a single system, and the next steps of .ci/run compile and run it for ARM
# and for WebAssembly.
target=x86_64-pc-windows-gnu
if rustup toolchain install "$rust" --profile minimal --target "$target" >/dev/null 2>&1; then
    step cargo "+$rust" check --all-features --target "$target" --locked
else
    skip "Rust $rust and $target, which cannot be installed here"
fi

# The documentation as docs.rs builds it, with the feature of each item.
if cargo +nightly --version >/dev/null 2>&1; then
    RUSTDOCFLAGS='--cfg docsrs -D warnings' step cargo +nightly doc --lib --no-deps --no-default-features \
        --features generate,parallel,serde,svg --locked --target-dir "$CARGO_TARGET_DIR/docs-rs"
    grep -q 'Available on <strong>crate feature' \
        "$CARGO_TARGET_DIR/docs-rs/doc/quadrille/struct.Problem.html"
else
    skip 'the pages of docs.rs, which need a nightly toolchain'
fi

# The licences, versions and sources of the dependencies, and their known vulnerabilities if the
# list can be downloaded.
if cargo deny --version >/dev/null 2>&1; then
    step cargo deny --locked check licenses bans sources
    if cargo deny --locked fetch db >/dev/null 2>&1; then
        step cargo deny --locked check advisories
    else
        skip 'known vulnerabilities of dependencies: the list cannot be downloaded'
    fi
else
    skip 'licences of dependencies: install the check with `cargo install --locked cargo-deny`'
fi

# The public interface, compared with the last release.
if ! release=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null); then
    skip 'the comparison with the last release: there is none yet'
elif cargo semver-checks --version >/dev/null 2>&1; then
    step cargo semver-checks --baseline-rev "$release"
else
    skip 'the comparison with the last release: install `cargo-semver-checks`'
fi

# The workflows of GitHub.
if command -v actionlint >/dev/null; then
    step actionlint
else
    skip 'the workflows in .github, which actionlint checks'
fi
