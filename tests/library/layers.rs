//! Imports only go down: no module uses one above it, or beside it, in the order of the layers.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up. Modules of one row do not know each other.
const LAYERS: &[&[&str]] = &[
    &["ids", "table"],
    &["problem"],
    &["diagram"],
    &["search", "format"],
    &["engine"],
    &["solve"],
    &["parallel"],
    &["puzzle"],
    &["sudoku"],
    &["lib"],
    &["bin"],
];

/// Modules that do without some of those below them: logic has no engine behind it, so that one can be its judge.
const WITHOUT: &[(&[&str], &[&str])] = &[(&["sudoku", "logic"], &["search", "engine", "solve"])];

fn rank(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

/// Every path of the crate that the source of a module names, from the root: `crate::solve::Limits`, and
/// `super::solve::Limits` in a module at the top, as `["solve", "Limits"]`. Comments and what follows the tests' attribute
/// do not count.
fn paths(module: &[&str], source: &str) -> Vec<Vec<String>> {
    let code: String = source
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join(" ");
    let mut found = Vec::new();
    for root in ["crate::", "self::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut rest = &code[at..];
            let mut base = if root == "crate::" { &[][..] } else { module };
            rest = rest.strip_prefix("crate::").or(rest.strip_prefix("self::")).unwrap_or(rest);
            while let Some(shorter) = rest.strip_prefix("super::") {
                rest = shorter;
                base = &base[..base.len().saturating_sub(1)];
            }
            found.extend(named(rest).into_iter().map(|path| base.iter().map(|s| s.to_string()).chain(path).collect()));
        }
    }
    found.retain(|path: &Vec<String>| !path.is_empty());
    found
}

/// The paths that a path, or a group of paths in braces, stands for.
fn named(path: &str) -> Vec<Vec<String>> {
    let Some(group) = path.strip_prefix('{') else { return vec![segments(path)] };
    let mut depth = 1;
    let end = group.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let mut depth = 0;
    let separators = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    };
    let inside = &group[..end.unwrap_or(group.len())];
    inside.split(separators).map(|path| segments(path.trim())).filter(|path| !path.is_empty()).collect()
}

fn segments(path: &str) -> Vec<String> {
    path.split("::")
        .map(|segment| segment.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
        .take_while(|segment| !segment.is_empty())
        .collect()
}

/// What is wrong with the imports of one file; `module` is its path below `src`, `["engine", "links", "arena"]`.
fn violations(module: &[&str], source: &str) -> Vec<String> {
    let here = rank(module[0]).unwrap_or_else(|| panic!("{} is in no layer: add it to this test", module[0]));
    let mut wrong = Vec::new();
    for path in paths(module, source) {
        // The program's own modules are not layers of the library.
        let Some(there) = rank(&path[0]).filter(|_| module[0] != "bin") else { continue };
        let inside = path[0] == module[0];
        let unwanted =
            WITHOUT.iter().any(|&(without, others)| module.starts_with(without) && others.contains(&path[0].as_str()));
        if (there >= here && !inside) || unwanted {
            wrong.push(format!("{} uses {}", module.join("::"), path.join("::")));
        }
    }
    wrong
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn imports_only_go_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = sources(&src);
    assert!(files.len() > 20, "the sources were not found");
    let mut wrong = Vec::new();
    for file in files {
        let module = file.strip_prefix(&src).unwrap().with_extension("");
        let module: Vec<&str> =
            module.iter().map(|part| part.to_str().unwrap()).filter(|part| *part != "mod").collect();
        let source = fs::read_to_string(&file).unwrap();
        wrong.extend(violations(&module, &source));
    }
    assert!(wrong.is_empty(), "imports that do not go down:\n{}", wrong.join("\n"));
}

#[test]
fn an_import_that_goes_up_is_noticed() {
    assert_eq!(violations(&["engine", "links"], "use crate::solve::Limits;"), ["engine::links uses solve::Limits"]);
    assert_eq!(
        violations(&["sudoku", "logic", "rating"], "use crate::solve::Limits;"),
        ["sudoku::logic::rating uses solve::Limits"]
    );
    assert_eq!(violations(&["ids"], "fn f() -> crate::problem::Cover {}"), ["ids uses problem::Cover"]);
    assert_eq!(violations(&["problem"], "use crate::{ids::ItemId, engine::{Step, Stats}};"), ["problem uses engine"]);
    assert_eq!(violations(&["problem"], "pub use super::solve::Limits;"), ["problem uses solve::Limits"]);
    assert_eq!(
        violations(&["engine", "links", "arena"], "use super::super::super::puzzle;"),
        ["engine::links::arena uses puzzle"]
    );
    let fine = "use crate::search::Step; use crate::engine::links::Links; // crate::solve\nuse super::super::problem::Cover; use super::Step;";
    assert!(violations(&["engine", "links"], fine).is_empty());
    assert!(violations(&["sudoku", "logic"], "use crate::sudoku::Grid;").is_empty());
    assert!(violations(&["sudoku"], "use crate::solve::{self, Limits};").is_empty());
}
