//! Compares the page on the fields of `--format json` with the output of the program.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{FOUR, MINIMAL, PROGRAM, printed as help};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The objects of one kind: their name on the page, the commands that print them, and the types and
/// meanings of their fields.
#[derive(Debug, Default)]
struct Form {
    name: String,
    commands: String,
    fields: BTreeMap<String, String>,
    meanings: BTreeMap<String, String>,
}

impl Form {
    /// Adds the fields of a row of the table, if the objects have them.
    fn add(&mut self, row: &str) {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [fields, printed_by, kinds, meaning] = columns[..] else { panic!("{row}") };
        if !printed_by.is_empty() && !quoted(printed_by).any(|name| name == self.name) {
            return;
        }
        for field in quoted(fields) {
            self.meanings.insert(field.to_owned(), meaning.to_owned());
            let before = self.fields.insert(field.to_owned(), kinds.to_owned());
            assert_eq!(before, None, "{}: {field} is listed twice", self.name);
        }
    }
}

/// Iterates over the parts of a text in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Reads the page. A section has commands and one table of fields. A comment with the name of a
/// kind of object precedes the commands that print this kind.
fn forms() -> Vec<Form> {
    let page = fs::read_to_string(root().join("docs/json.md")).unwrap();
    let mut forms: Vec<Form> = Vec::new();
    for section in page.split("\n## ").skip(1) {
        let mut of_section: Vec<Form> = Vec::new();
        let mut in_commands = false;
        for line in section.lines() {
            if line.starts_with("```") {
                in_commands = line == "```sh";
            } else if let Some(name) = line.strip_prefix("# ").filter(|_| in_commands) {
                of_section.push(Form { name: name.to_owned(), ..Form::default() });
            } else if in_commands {
                let commands = &mut of_section.last_mut().unwrap().commands;
                *commands += line;
                *commands += "\n";
            } else if line.starts_with("| `") {
                of_section.iter_mut().for_each(|form| form.add(line));
            }
        }
        forms.append(&mut of_section);
    }
    forms
}

fn objects(commands: &str) -> Vec<Value> {
    let text = printed(commands);
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn printed(commands: &str) -> String {
    let program = Path::new(PROGRAM);
    let path = std::env::var("PATH").unwrap();
    let programs = format!("{}:{path}", program.parent().unwrap().display());
    let mut shell = Command::new("sh");
    shell.args(["-c", commands]).env("PATH", programs).current_dir(root());
    let output = shell.output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Records the type of each field of an object. Does the same for a nested object, or the objects
/// of a nested array, if the page lists any of their fields.
fn note(
    object: &Value,
    before: &str,
    form: &Form,
    seen: &mut BTreeMap<String, BTreeSet<&'static str>>,
) {
    for (name, value) in object.as_object().into_iter().flatten() {
        let field = format!("{before}{name}");
        seen.entry(field.clone()).or_default().insert(kind(value));
        let inner = format!("{field}.");
        if form.fields.keys().any(|listed| listed.starts_with(&inner)) {
            note(value, &inner, form, seen);
            value.as_array().into_iter().flatten().for_each(|one| note(one, &inner, form, seen));
        }
    }
}

#[test]
fn every_field_printed_is_listed_and_every_field_listed_is_printed() {
    let forms = forms();
    assert!(forms.len() >= 25, "{}", forms.len());
    for form in &forms {
        let name = &form.name;
        let objects = objects(&form.commands);
        assert!(!objects.is_empty(), "{name}: nothing was printed");
        let mut seen = BTreeMap::new();
        objects.iter().for_each(|object| note(object, "", form, &mut seen));
        let listed: Vec<&String> = form.fields.keys().collect();
        assert_eq!(seen.keys().collect::<Vec<_>>(), listed, "{name}: printed, and listed");
        for (field, kinds) in &seen {
            let expected: BTreeSet<&str> = form.fields[field].split(" or ").collect();
            assert!(kinds.iter().all(|kind| expected.contains(kind)), "{name}: {field} {kinds:?}");
        }
    }
}

/// A verdict or an outcome is one of a few words, which its description lists in backquotes.
#[test]
fn the_verdicts_printed_are_those_listed() {
    let mut compared = 0;
    for form in &forms() {
        for field in ["verdict", "outcome"] {
            let Some(meaning) = form.meanings.get(field) else { continue };
            let listed: BTreeSet<&str> = quoted(meaning).collect();
            let objects = objects(&form.commands);
            let printed = objects.iter().filter_map(|object| object.get(field)?.as_str());
            assert_eq!(printed.collect::<BTreeSet<_>>(), listed, "{}: {field}", form.name);
            compared += 1;
        }
    }
    assert_eq!(compared, 3);
}

/// The index of a solution is the requested number with `nth`, and its number in the sample with
/// `sample`.
#[test]
fn a_solution_has_its_number_among_all() {
    let index = |commands: &str| objects(commands)[0]["index"].clone();
    // The puzzle has four solutions.
    let nth = format!("quadrille solutions nth 3 -f json {FOUR}");
    assert_eq!(index(&nth), 3);
    let sample = nth.replace("nth 3", "sample -n 2");
    let numbers: Vec<Value> =
        objects(&sample).iter().map(|object| object["index"].clone()).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(index("quadrille make queens 6 | quadrille nth 2 -f json"), 2);
    // A number that is too large for a machine word.
    let options: String = (0..70).map(|item| format!("i{item}\\ni{item}\\n")).collect();
    let items: Vec<String> = (0..70).map(|item| format!("i{item}")).collect();
    let far = format!(
        "printf '{}\\n{options}' | quadrille nth 20000000000000000000 -f json",
        items.join(" ")
    );
    assert!(printed(&far).ends_with(",\"index\":20000000000000000000}\n"));
}

/// A command with `--format` in its help must be on the page, unless it is in `of_cover`. The
/// commands in `of_cover` print or save objects of other commands, such as `cover`.
#[test]
fn every_command_with_objects_is_in_the_page() {
    let forms = forms();
    let commands = help("--help");
    let commands = commands.split("Options:").next().unwrap().lines();
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut with_objects = 0;
    let of_cover = ["best", "sample", "nth", "import", "trace", "resume", "run"];
    for name in names.filter(|name| !of_cover.contains(name)) {
        if help(&format!("{name} --help")).contains("--format") {
            with_objects += 1;
            let is_listed = |form: &Form| form.name.split(' ').next() == Some(name);
            assert!(forms.iter().any(is_listed), "docs/json.md lacks {name}");
        }
    }
    assert!(with_objects >= 11, "{with_objects}");
}

#[test]
fn the_help_of_rate_names_the_fields() {
    let help = help("rate --help");
    let object = objects("quadrille rate -f json puzzles/seeds.txt").swap_remove(0);
    let listed = help.split_once("An object per line:").unwrap().1;
    let words: Vec<&str> = listed.split([' ', ',', '\n']).collect();
    for field in object.as_object().unwrap().keys() {
        assert!(words.contains(&field.as_str()), "{field}: {listed}");
    }
}

/// The values in the objects are those in the lines.
#[test]
fn objects_say_what_lines_say() {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for (command, fields) in [
        ("quadrille solve FORMAT puzzles/seeds.txt", &["solution"][..]),
        ("quadrille solve -u -p FORMAT puzzles/seeds.txt", &["puzzle", "verdict"]),
        ("quadrille solve -c -p FORMAT puzzles/seeds.txt", &["puzzle", "count"]),
        ("quadrille canonical -p FORMAT puzzles/seeds.txt", &["puzzle", "canonical"]),
        ("head -5 puzzles/minimal-easy.txt | quadrille minimize -p FORMAT", &["puzzle", "minimal"]),
        (
            "head -5 puzzles/minimal-easy.txt | quadrille check -p FORMAT",
            &["puzzle", "verdict", "clues"],
        ),
        (
            &format!("quadrille check -p --neighbours -1+1 FORMAT {MINIMAL}"),
            &["puzzle", "neighbour"],
        ),
        ("quadrille generate --solution --seed 3 FORMAT", &["puzzle", "solution"]),
        ("quadrille make queens 6 | quadrille cover -c FORMAT", &["count"]),
    ] {
        let lines = printed(&command.replace("FORMAT", ""));
        let objects = objects(&command.replace("FORMAT", "-f json").replace("--solution ", ""));
        assert_eq!(lines.lines().count(), objects.len(), "{command}");
        for (line, object) in lines.lines().zip(&objects) {
            let expected: Vec<String> = fields.iter().map(|&field| shown(&object[field])).collect();
            let found: Vec<&str> = line.split(['\t', ',']).take(fields.len()).collect();
            assert_eq!(found, expected, "{command}");
        }
    }
}
