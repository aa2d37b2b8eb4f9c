//! What the documents show of the program is what it prints: every `$` line of their console blocks is run, and the lines
//! below it are compared with its output.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands of a document, each with what is printed below it.
fn examples(document: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut in_console = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if in_console {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => {
                    output.push_str(line);
                    output.push('\n');
                }
                (None, None) => panic!("output before the first command: {line}"),
            }
        }
    }
    examples
}

#[test]
fn the_documents_show_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for (name, at_least) in
        [("README.md", 11), ("docs/format.md", 12), ("docs/explain.md", 24), ("docs/counting.md", 3)]
    {
        let examples = examples(&fs::read_to_string(root.join(name)).unwrap());
        assert!(examples.len() >= at_least, "{name} has lost its examples");
        for (command, expected) in examples {
            let script = format!("{{ {command}; }} 2>&1");
            let output =
                Command::new("sh").args(["-c", &script]).env("PATH", &path).current_dir(root).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}: {command}");
        }
    }
}
