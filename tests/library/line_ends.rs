//! Tests that files with Windows line endings are read like those with Unix line endings, with
//! errors at the same places.

use std::fs;
use std::path::Path;

use quadrille::format;
use quadrille::sudoku::Reader;

/// Returns the files of a folder in the repository that have Unix line endings, except Markdown
/// files: their paths, and their texts with Unix and with Windows line endings.
fn texts(folder: &str) -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "md") {
            continue;
        }
        let unix = fs::read(&path).unwrap();
        if !unix.contains(&b'\r') {
            let lines: Vec<&[u8]> = unix.split(|&byte| byte == b'\n').collect();
            let windows = lines.join(&b"\r\n"[..]);
            found.push((path.display().to_string(), unix, windows));
        }
    }
    found
}

#[test]
fn sudokus_are_the_same_with_both_line_ends() {
    let read = |text: &[u8]| -> Vec<String> {
        let results = Reader::new(text).map(|result| match result {
            Ok(puzzle) => format!("{puzzle:?}"),
            Err(error) => error.to_string(),
        });
        results.collect()
    };
    let mut files = 0;
    for folder in ["puzzles", "puzzles/bad", "tests/data/forms"] {
        for (name, unix, windows) in texts(folder) {
            assert_eq!(read(&windows), read(&unix), "{name}");
            files += usize::from(!read(&unix).is_empty());
        }
    }
    assert!(files > 30, "{files}");
}

#[test]
fn exact_covers_are_the_same_with_both_line_ends() {
    let read = |text: &[u8]| match format::read(text) {
        Ok(parsed) => Ok(parsed.problem),
        Err(error) => Err(error.to_string()),
    };
    let mut files = 0;
    for folder in ["puzzles", "tests/data/bad-dlx"] {
        for (name, unix, windows) in texts(folder) {
            if name.ends_with(".dlx") {
                assert_eq!(read(&windows), read(&unix), "{name}");
                files += 1;
            }
        }
    }
    assert!(files > 30, "{files}");
    let ec = "c n = 3, m = 2\nc\n\np ec 3 2\ns 1 2\nc in between\ns 3\n";
    assert_eq!(read(ec.replace('\n', "\r\n").as_bytes()), read(ec.as_bytes()));
}
