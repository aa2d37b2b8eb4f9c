//! Tests with journals that were cut or altered. The program accepts or rejects altered
//! checkpoints, units and results with matching hashes, and never panics. It ignores a torn last
//! line of a checkpoint, and rejects other damage.

use std::collections::BTreeSet;
use std::fs;

use predicates::prelude::*;
use quickcheck::{Arbitrary, Gen};
use serde_json::{Value, json};

use crate::support::{Folder, hash};

fn run(folder: &Folder, line: &str) -> assert_cmd::assert::Assert {
    let mut command = assert_cmd::Command::from_std(folder.command(line));
    command.timeout(std::time::Duration::from_secs(60)).assert()
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

/// Returns the value with at most two places changed.
fn altered(original: &Value, random: &mut Gen) -> Value {
    let mut value = original.clone();
    for _ in 0..1 + usize::arbitrary(random) % 2 {
        let places = places(&value);
        let place = &places[usize::arbitrary(random) % places.len()];
        // The number of threads is not altered: the program would start as many as 1024 threads.
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

fn ends_in_order(folder: &Folder, line: &str, input: &str) {
    let assert = run(folder, line);
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

fn values(text: &str) -> Vec<Value> {
    text.lines().map(value).collect()
}

#[test]
fn an_altered_checkpoint_causes_no_panic() {
    let folder = Folder::with("p", PROBLEM);
    let mut random = Gen::from_size_and_seed(100, 91);
    let mut originals = Vec::new();
    for way in ["-c --engine links", "--output out", "-c --choose 2"] {
        // --output does not overwrite a file that is not empty.
        let _ = fs::remove_file(folder.path("out"));
        run(&folder, &format!("cover p --checkpoint save {way}")).code(predicates::ord::lt(2));
        let mut saved = values(&folder.read("save"));
        fs::remove_file(folder.path("save")).unwrap();
        // The last line gets the state of a half-finished search.
        let last = saved.last_mut().unwrap();
        last["complete"] = json!(false);
        last["count"] = json!("1");
        let part =
            |prefix: &[u32], share: f64| json!({"prefix": prefix, "excluded": [3], "share": share});
        let covers = json!(["a b\nc\n\n", "a b c\n\n"]);
        last["left"] = json!([part(&[1], 0.5), covers, part(&[2], 0.25)]);
        if way == "--output out" {
            last["length"] = json!(3);
        }
        folder.write("save", saved.iter().map(line).collect::<String>());
        folder.write("out", "a b c\n");
        run(&folder, "resume save").success();
        fs::remove_file(folder.path("save")).unwrap();
        originals.push(saved);
    }
    let puzzle = ".".repeat(72) + "123456789";
    run(&folder, &format!("solve -c --checkpoint save --nodes 300 {puzzle}"));
    originals.push(values(&folder.read("save")));
    assert!(originals[3].len() > 2);
    for _ in 0..tests() {
        let mut lines = originals[usize::arbitrary(&mut random) % originals.len()].clone();
        // The first and the last line are altered most often: they have the arguments of the
        // command and the state of the search.
        let at = [0, lines.len() - 1, usize::arbitrary(&mut random) % lines.len()];
        let at = at[usize::arbitrary(&mut random) % at.len()];
        lines[at] = altered(&lines[at], &mut random);
        let text: String = lines.iter().map(line).collect();
        folder.write("save", &text);
        folder.write("out", "a b c\n");
        ends_in_order(&folder, "resume save --nodes 300", &text);
    }
}

/// Cuts a checkpoint anywhere in its last line, as a crash can. Flips a bit of the whole checkpoint
/// anywhere but in its last byte.
#[test]
fn a_torn_last_line_is_left_out_and_other_damage_is_refused() {
    let folder = Folder::queens(8);
    run(&folder, "cover q --checkpoint save -o out -f indices").success();
    let resume = || run(&folder, "resume save");
    let (covers, text) = (folder.read("out"), folder.read("save").into_bytes());
    let ends: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b'\n').collect();
    assert_eq!(ends.len(), 3);
    let mut random = Gen::from_size_and_seed(100, 93);
    for turn in 0..tests() {
        let end = match turn {
            0 => ends[1] + 1,
            1 => ends[2],
            _ => ends[1] + 1 + usize::arbitrary(&mut random) % (ends[2] - ends[1]),
        };
        folder.write("save", &text[..end]);
        folder.write("out", &covers);
        let resumed = resume().success();
        let torn = ends[1] + 1 < end && end < ends[2];
        let said = "quadrille: save:3: the line was not written completely and is ignored\n";
        resumed.stderr(if torn { said } else { "" });
        // The state before the last line has no cover: a search that resumes from it finds all
        // covers again.
        let found = folder.read("out");
        assert_eq!(found.lines().collect::<BTreeSet<_>>().len(), 92);
        assert_eq!(found.lines().count(), 92);
        // No truncated line is left.
        resume().success().stderr("");

        let mut text = text.clone();
        let at = usize::arbitrary(&mut random) % (text.len() - 1);
        text[at] ^= 1 << (usize::arbitrary(&mut random) % 7);
        folder.write("save", &text);
        folder.write("out", &covers);
        let number = 1 + ends.iter().filter(|&&end| end < at).count();
        let place = format!("quadrille: save:{number}: ");
        resume().code(2).stdout("").stderr(predicates::str::starts_with(place));
    }
}

#[test]
fn a_checkpoint_does_not_grow_without_bound() {
    let folder = Folder::queens(20);
    let search = "cover -c q -j6 --checkpoint save --every 1ms --engine links";
    let mut child = folder.command(search).spawn().unwrap();
    let begun = std::time::Instant::now();
    let (mut longest, mut length) = (0, 0);
    while length >= longest && begun.elapsed().as_secs() < 60 {
        longest = length;
        std::thread::sleep(std::time::Duration::from_millis(1));
        length = fs::metadata(folder.path("save")).map_or(0, |file| file.len());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The file became shorter, so it was rewritten. Resuming it leaves a complete last line.
    assert!(length < longest && longest < 1 << 18, "{length} after {longest}");
    run(&folder, "resume save --nodes 1").success();
    let last = folder.read("save");
    assert!(value(last.lines().last().unwrap())["nodes"].as_u64() > Some(10_000));
}

#[test]
fn altered_units_and_results_cause_no_panic() {
    let folder = Folder::with("p", PROBLEM);
    let mut random = Gen::from_size_and_seed(100, 92);
    run(&folder, "split p --units 3 -o u").success();
    run(&folder, "run u --output r").success();
    let [units, results] = ["u", "r"].map(|file| values(&folder.read(file)));
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
        folder.write("u", &text);
        ends_in_order(&folder, "run u", &text);

        let mut lines = results.clone();
        let at = usize::arbitrary(&mut random) % lines.len();
        lines[at] = altered(&lines[at], &mut random);
        let text: String = lines.iter().map(line).collect();
        folder.write("s", &text);
        ends_in_order(&folder, "merge s", &text);
    }
}
