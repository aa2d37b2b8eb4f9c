//! Runs the targets without libFuzzer on the corpus and on random mutations of it. The target
//! `mixture` also gets random bytes, which stand for random mixtures of puzzles.
//!
//! Without `FUZZ_SECONDS`, the random inputs are the same in every run, so results are
//! reproducible. With it, each run has new seeds, and spends that many seconds on the mutations for
//! each target, and on the mixtures.

use std::collections::hash_map::RandomState;
use std::env;
use std::fs;
use std::hash::BuildHasher;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Instant;

use quadrille_fuzz::{TARGETS, Target, mixture};

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Runs a target, and prints the bytes if it panics.
fn run(name: &str, target: Target, bytes: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(bytes))) {
        eprintln!("{name} panics on {}", bytes.escape_ascii());
        resume_unwind(panic);
    }
}

#[test]
fn the_corpus_holds() {
    for &(name, target) in TARGETS {
        let files = corpus(name);
        assert!(files.len() >= 10, "{name} has a corpus of {} files", files.len());
        files.iter().for_each(|bytes| run(name, target, bytes));
    }
}

/// A generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Characters with a meaning for some parser.
const CHARACTERS: &[u8] = b" \n|:,;>0123456789.*_?#+-\"abcs";

/// Makes up to five changes: inserts, removes or changes bytes, or copies a piece of this input or
/// of one of `others`. Keeps at most 4,000 bytes.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(5) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below((bytes.len() - at).min(40) + 1);
        match random.below(6) {
            0 => bytes.insert(at, random.next() as u8),
            1 => {
                bytes.drain(at..end);
            }
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            3 => {
                let other = &others[random.below(others.len())];
                let from = random.below(other.len() + 1);
                let to = from + random.below((other.len() - from).min(100) + 1);
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = CHARACTERS[random.below(CHARACTERS.len())];
                }
            }
        }
    }
    bytes.truncate(4_000);
}

/// The number of mutations for each target without `FUZZ_SECONDS`, and the seed.
const RUNS: u64 = 3_000;
const SEED: u64 = 1;

#[test]
fn random_mutations_of_the_corpus_hold() {
    let seconds: Option<u64> =
        env::var("FUZZ_SECONDS").ok().map(|text| text.parse().expect("FUZZ_SECONDS is a number"));
    for &(name, target) in TARGETS {
        let files = corpus(name);
        let seed = seconds.map_or(SEED, |_| RandomState::new().hash_one(name));
        let mut random = Random(seed);
        let begun = Instant::now();
        let mut runs = 0_u64;
        while seconds.map_or(runs < RUNS, |seconds| begun.elapsed().as_secs() < seconds) {
            let mut bytes = files[random.below(files.len())].clone();
            mutate(&mut bytes, &files, &mut random);
            run(name, target, &bytes);
            runs += 1;
        }
        println!("{name}: {runs} runs in {:.1} s, seed {seed}", begun.elapsed().as_secs_f64());
    }
}

/// The number of mixtures of puzzles without `FUZZ_SECONDS`. They take ten to twenty seconds.
const MIXTURES: u64 = 10_000;

#[test]
fn random_mixtures_of_puzzles_hold() {
    let seconds: Option<u64> =
        env::var("FUZZ_SECONDS").ok().map(|text| text.parse().expect("FUZZ_SECONDS is a number"));
    let seed = seconds.map_or(SEED, |_| RandomState::new().hash_one("mixtures"));
    let mut random = Random(seed);
    let begun = Instant::now();
    let mut runs = 0;
    while seconds.map_or(runs < MIXTURES, |seconds| begun.elapsed().as_secs() < seconds) {
        let bytes: Vec<u8> = (0..40).flat_map(|_| random.next().to_le_bytes()).collect();
        run("mixture", mixture::run, &bytes);
        runs += 1;
    }
    println!("mixtures: {runs} in {:.1} s, seed {seed}", begun.elapsed().as_secs_f64());
}
