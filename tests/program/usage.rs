//! Tests of usage errors: options that exclude each other, and values that are not allowed.

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};

const PUZZLE: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";

fn quadrille(args: &[&str]) -> Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille")).args(args).write_stdin("").assert()
}

#[test]
fn a_test_for_uniqueness_has_no_other_result() {
    for other in [
        &["--checkpoint", "never-written"][..],
        &["--nth", "1"],
        &["--sample", "1"],
        &["--option-counts"],
        &["-c"],
        &["--rank", PUZZLE],
    ] {
        quadrille(&[&["solve", "-u", PUZZLE], other].concat())
            .code(2)
            .stdout(is_empty())
            .stderr(contains("cannot be used with"));
    }
}

#[test]
fn there_is_a_greatest_number_of_threads() {
    for command in ["solve", "rate", "explain", "check", "minimize", "canonical"] {
        let said = "'--threads <N>': at most 1024 threads";
        for count in ["1025", "100000", "18446744073709551615"] {
            quadrille(&[command, "-j", count, PUZZLE]).code(2).stderr(contains(said));
        }
    }
    for args in [
        &["cover", "problem"][..],
        &["resume", "save"],
        &["run", "units"],
        &["generate"],
        &["convert", "--to", "line"],
    ] {
        quadrille(&[args, &["-j", "1025"]].concat()).code(2).stderr(contains("at most 1024"));
    }
}

#[test]
fn values_that_are_not_allowed_are_named() {
    let whole = "not a whole number: write all of its digits";
    for (args, said) in [
        (["-j", "-1"], "'--threads <N>': it must not be negative"),
        (["-j", "x"], whole),
        (["--timeout", "-5s"], "'--timeout <TIME>': it must not be negative"),
        (["--nodes", "-1"], "'--nodes <N>': it must not be negative"),
        (["--nodes", "10M"], whole),
        (["--nodes", "0"], "0 is not in 1.."),
        (["-n", "-3"], "it must not be negative"),
        (["-n", "1e6"], whole),
        (["-n", "18446744073709551616"], "the greatest number is 18446744073709551615"),
        (["--sample", "-1"], "it must not be negative"),
    ] {
        quadrille(&["solve", args[0], args[1], PUZZLE])
            .code(2)
            .stderr(contains(said).and(contains("-- -").not()));
    }
    quadrille(&["generate", "-n", "1e6"]).code(2).stderr(contains(whole));
    // An option is no value.
    quadrille(&["solve", "-j", "-c", PUZZLE]).code(2).stderr(contains("a value is required"));
}
