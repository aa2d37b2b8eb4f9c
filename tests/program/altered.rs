//! Tests with journals that were cut or altered. The program searches or rejects checkpoints, units
//! and results whose hashes match, and never panics. It ignores a torn last line, and rejects other
//! damage.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use predicates::prelude::*;
use quickcheck::{Arbitrary, Gen};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn quadrille(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(folder).args(args).timeout(std::time::Duration::from_secs(60)).assert()
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a value as a line with its hash.
fn line(value: &Value) -> String {
    let text = value.to_string();
    format!("{},\"check\":\"{}\"}}\n", &text[..text.len() - 1], hash(&text))
}

/// Returns the value of a line, without its hash.
fn value(line: &str) -> Value {
    let (rest, _) = line.rsplit_once(",\"check\"").unwrap();
    serde_json::from_str(&format!("{rest}}}")).unwrap()
}

/// Returns the paths of all places in a value, as JSON pointers.
fn places(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Array(values) => {
            values.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        _ => Vec::new(),
    };
    let below = children.into_iter().flat_map(|(key, child)| {
        places(child).into_iter().map(move |place| format!("/{key}{place}")).collect::<Vec<_>>()
    });
    std::iter::once(String::new()).chain(below).collect()
}

/// Returns the value with one or two places changed.
fn altered(original: &Value, random: &mut Gen) -> Value {
    let mut value = original.clone();
    for _ in 0..1 + usize::arbitrary(random) % 2 {
        let places = places(&value);
        let place = &places[usize::arbitrary(random) % places.len()];
        // The program would start huge numbers of threads, as it would for a number on the command
        // line.
        if place.ends_with("/threads") {
            continue;
        }
        let other =
            value.pointer(&places[usize::arbitrary(random) % places.len()]).unwrap().clone();
        let there = value.pointer_mut(place).unwrap();
        let replacement = match there {
            Value::Array(values) if bool::arbitrary(random) => {
                let mut values = values.clone();
                values.extend_from_within(..);
                Value::from(values)
            }
            Value::Number(number) if bool::arbitrary(random) => {
                json!(number.as_u64().map_or(0, |number| {
                    number.wrapping_add(u64::from(u8::arbitrary(random) % 4)).wrapping_sub(1)
                }))
            }
            _ => {
                let others = [
                    json!(0),
                    json!(1),
                    json!(-1),
                    json!(7),
                    json!(u32::MAX),
                    json!(u64::MAX),
                    json!(1e308),
                    json!(-0.5),
                    json!(null),
                    json!(true),
                    json!(""),
                    json!("1"),
                    json!("340282366920938463463374607431768211455"),
                    json!("memo"),
                    json!([]),
                    json!([0]),
                    json!([2, 2, 1]),
                    json!({}),
                    other,
                ];
                others[usize::arbitrary(random) % others.len()].clone()
            }
        };
        *there = replacement;
    }
    value
}

/// Runs the command and checks that it ends with a valid status, and with a message if it fails.
fn ends_in_order(folder: &Path, args: &[&str], input: &str) {
    let assert = quadrille(folder, args);
    let output = assert.get_output();
    let said = String::from_utf8_lossy(&output.stderr);
    let is_fine = matches!(output.status.code(), Some(0..=3)) && !said.contains("panicked");
    assert!(is_fine, "{}: {said}\n{input}", output.status);
    assert.stderr(predicates::str::contains("internal error").not());
}

const PROBLEM: &str = "a b c | x\na x:1\na b\nb x:1 |3\nb x:2\nc\nc x:1\nb c\na b c\n";

fn tests() -> usize {
    std::env::var("ALTERATIONS").map_or(60, |text| text.parse().expect("a number"))
}

/// Returns the values of the lines of a file.
fn values(file: &Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(value).collect()
}

#[test]
fn an_altered_checkpoint_causes_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = Gen::from_size_and_seed(100, 91);
    fs::write(folder.join("p"), PROBLEM).unwrap();
    let mut originals = Vec::new();
    for args in [&["-c", "--engine", "links"][..], &["--output", "out"], &["-c", "--choose", "2"]] {
        // Existing files are not overwritten.
        let _ = fs::remove_file(folder.join("out"));
        quadrille(folder, &[&["cover", "p", "--checkpoint", "save"], args].concat())
            .code(predicates::ord::lt(2));
        let mut saved = values(&folder.join("save"));
        fs::remove_file(folder.join("save")).unwrap();
        // Restores the state of a half-finished search.
        let last = saved.last_mut().unwrap();
        last["complete"] = json!(false);
        last["count"] = json!("1");
        let part =
            |prefix: &[u32], share: f64| json!({"prefix": prefix, "excluded": [3], "share": share});
        let covers = json!(["a b\nc\n\n", "a b c\n\n"]);
        last["left"] = json!([part(&[1], 0.5), covers, part(&[2], 0.25)]);
        if args[0] == "--output" {
            last["length"] = json!(3);
        }
        fs::write(folder.join("save"), saved.iter().map(line).collect::<String>()).unwrap();
        fs::write(folder.join("out"), "a b c\n").unwrap();
        quadrille(folder, &["resume", "save"]).success();
        fs::remove_file(folder.join("save")).unwrap();
        originals.push(saved);
    }
    let puzzle = ".".repeat(72) + "123456789";
    quadrille(folder, &["solve", "-c", "--checkpoint", "save", "--nodes", "300", &puzzle]);
    originals.push(values(&folder.join("save")));
    assert!(originals[3].len() > 2);
    for _ in 0..tests() {
        let mut lines = originals[usize::arbitrary(&mut random) % originals.len()].clone();
        // The last line of a search counts.
        let at = [0, lines.len() - 1, usize::arbitrary(&mut random) % lines.len()];
        let at = at[usize::arbitrary(&mut random) % at.len()];
        lines[at] = altered(&lines[at], &mut random);
        let text: String = lines.iter().map(line).collect();
        fs::write(folder.join("save"), &text).unwrap();
        fs::write(folder.join("out"), "a b c\n").unwrap();
        ends_in_order(folder, &["resume", "save", "--nodes", "300"], &text);
    }
}

/// Cuts a checkpoint at any byte, as a crash does, and alters any byte of it.
#[test]
fn a_torn_last_line_is_left_out_and_other_damage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let queens = quadrille(folder, &["make", "queens", "8"]).get_output().stdout.clone();
    fs::write(folder.join("q"), queens).unwrap();
    let search = ["cover", "q", "--checkpoint", "save", "-o", "out", "-f", "indices"];
    quadrille(folder, &search).success();
    let resume = || quadrille(folder, &["resume", "save"]);
    let covers = fs::read(folder.join("out")).unwrap();
    let text = fs::read(folder.join("save")).unwrap();
    let ends: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b'\n').collect();
    assert_eq!(ends.len(), 3);
    let mut random = Gen::from_size_and_seed(100, 93);
    for turn in 0..tests() {
        let end = match turn {
            0 => ends[1] + 1,
            1 => ends[2],
            _ => ends[1] + 1 + usize::arbitrary(&mut random) % (ends[2] - ends[1]),
        };
        fs::write(folder.join("save"), &text[..end]).unwrap();
        fs::write(folder.join("out"), &covers).unwrap();
        let resumed = resume().success();
        let torn = ends[1] + 1 < end && end < ends[2];
        let said = "quadrille: save:3: the last line was cut off when it was written: it is left \
                    out\n";
        resumed.stderr(if torn { said } else { "" });
        // The state before that line has no cover, so all covers are found again.
        let found = fs::read_to_string(folder.join("out")).unwrap();
        assert_eq!(found.lines().collect::<BTreeSet<_>>().len(), 92);
        assert_eq!(found.lines().count(), 92);
        // The truncated line is no longer there.
        resume().success().stderr("");

        let mut text = text.clone();
        let at = usize::arbitrary(&mut random) % (text.len() - 1);
        text[at] ^= 1 << (usize::arbitrary(&mut random) % 7);
        fs::write(folder.join("save"), &text).unwrap();
        fs::write(folder.join("out"), &covers).unwrap();
        let number = 1 + ends.iter().filter(|&&end| end < at).count();
        // A line feed within a line splits it.
        let place = format!("quadrille: save:{number}: ");
        resume().code(2).stdout("").stderr(predicates::str::starts_with(place));
    }
}

#[test]
fn a_checkpoint_does_not_grow_without_bound() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let queens = quadrille(folder, &["make", "queens", "20"]).get_output().stdout.clone();
    fs::write(folder.join("q"), queens).unwrap();
    let search = ["cover", "-c", "q", "-j6", "--checkpoint", "save", "--every", "1ms"];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .current_dir(folder)
        .args(search)
        .args(["--engine", "links"])
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    let (mut longest, mut length) = (0, 0);
    while length >= longest && begun.elapsed().as_secs() < 60 {
        longest = length;
        std::thread::sleep(std::time::Duration::from_millis(1));
        length = fs::metadata(folder.join("save")).map_or(0, |file| file.len());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The file was rewritten, and has its last line.
    assert!(length < longest && longest < 1 << 18, "{length} after {longest}");
    quadrille(folder, &["resume", "save", "--nodes", "1"]).success();
    let last = fs::read_to_string(folder.join("save")).unwrap();
    assert!(value(last.lines().last().unwrap())["nodes"].as_u64() > Some(10_000));
}

#[test]
fn altered_units_and_results_cause_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = Gen::from_size_and_seed(100, 92);
    fs::write(folder.join("p"), PROBLEM).unwrap();
    quadrille(folder, &["split", "p", "--units", "3", "-o", "u"]).success();
    let units: Vec<Value> =
        fs::read_to_string(folder.join("u")).unwrap().lines().map(value).collect();
    quadrille(folder, &["run", "u", "--output", "r"]).success();
    let results: Vec<Value> =
        fs::read_to_string(folder.join("r")).unwrap().lines().map(value).collect();
    assert!(units.len() > 2 && results.len() > 1);
    for _ in 0..tests() {
        let mut lines = units.clone();
        let at = usize::arbitrary(&mut random) % lines.len();
        lines[at] = altered(&lines[at], &mut random);
        // The first line has the hash of the others.
        let others: String = lines[1..].iter().map(line).collect();
        if lines[0].get("split").is_some() {
            lines[0]["split"] = json!(hash(&others));
        }
        let text = line(&lines[0]) + &others;
        fs::write(folder.join("u"), &text).unwrap();
        ends_in_order(folder, &["run", "u"], &text);

        let mut lines = results.clone();
        let at = usize::arbitrary(&mut random) % lines.len();
        lines[at] = altered(&lines[at], &mut random);
        let text: String = lines.iter().map(line).collect();
        fs::write(folder.join("s"), &text).unwrap();
        ends_in_order(folder, &["merge", "s"], &text);
    }
}
