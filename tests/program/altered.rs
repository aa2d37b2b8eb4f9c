//! Altered checkpoints, units and results whose hashes match: they are searched or refused, and
//! never cause a panic.

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
        // Huge numbers of threads would be started, as they would from the command line.
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

#[test]
fn an_altered_checkpoint_is_no_reason_to_panic() {
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
        let mut saved = value(&fs::read_to_string(folder.join("save")).unwrap());
        fs::remove_file(folder.join("save")).unwrap();
        // Restores the state of a search half done.
        saved["complete"] = json!(false);
        saved["found"] = json!("1");
        let part = |prefix: &[u32], share: f64| json!({"part": {"part": {"prefix": prefix, "excluded": [3]}, "share": share}});
        let ready =
            json!({"ready": {"covers": "2", "text": "a b\nc\n\na b c\n\n", "ends": [7, 14]}});
        saved["left"] = json!([part(&[1], 0.5), ready, part(&[2], 0.25)]);
        if saved["output"] != json!(null) {
            saved["output"]["length"] = json!(3);
        }
        fs::write(folder.join("save"), line(&saved)).unwrap();
        fs::write(folder.join("out"), "a b c\n").unwrap();
        quadrille(folder, &["resume", "save"]).success();
        fs::remove_file(folder.join("save")).unwrap();
        originals.push(saved);
    }
    // Changes that a random choice seldom makes.
    for choose in [json!([0]), json!([9]), json!([1, 2, 3]), json!([u32::MAX])] {
        for original in &originals {
            let mut saved = original.clone();
            saved["plan"]["choose"] = choose.clone();
            fs::write(folder.join("save"), line(&saved)).unwrap();
            fs::write(folder.join("out"), "a b c\n").unwrap();
            ends_in_order(folder, &["resume", "save"], &line(&saved));
        }
    }
    for _ in 0..tests() {
        let text = line(&altered(
            &originals[usize::arbitrary(&mut random) % originals.len()],
            &mut random,
        ));
        fs::write(folder.join("save"), &text).unwrap();
        fs::write(folder.join("out"), "a b c\n").unwrap();
        ends_in_order(folder, &["resume", "save"], &text);
    }
}

#[test]
fn altered_units_and_results_are_no_reason_to_panic() {
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
