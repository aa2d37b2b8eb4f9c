//! Checks the layers of the library: imports only go down. No module uses a module above it or in
//! the same row, and the modules of a folder have no cycle. The same holds for the program.
//!
//! The face of a folder, its `mod.rs` or the file with its name, is neither above nor below the
//! contents of the folder. It defines the code that the modules share, and the public names. A name
//! that a face re-exports from a module of the folder belongs to that module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of some folders, from the bottom up. Modules of one row are independent.
type Layers = &'static [(&'static str, &'static [&'static [&'static str]])];

const LAYERS: Layers = &[
    (
        "",
        &[
            &[
                "arrays",
                "count",
                "counted",
                "encoding",
                "houses",
                "ids",
                "named",
                "read_error",
                "table",
            ],
            &["problem"],
            &["search"],
            &["diagram", "symmetry", "format"],
            &["engine"],
            &["solve"],
            &["parallel"],
            &["puzzle"],
            &["sudoku"],
            &["serialize"],
        ],
    ),
    (
        "engine",
        &[
            &["simd", "masks", "taxes", "weights"],
            &["matrix"],
            &["array_search"],
            &["links", "domains", "filter", "bounded", "bands", "classes"],
            // Memo lists covers with the filter engine. The hybrid engine consists of links and
            // domains.
            &["memo", "hybrid", "cheapest"],
            &["choice"],
        ],
    ),
    (
        "engine::simd",
        &[&["tokens"], &["miri"], &["lanes", "filter", "planes", "products"], &["dispatch"]],
    ),
    ("engine::taxes", &[&["columns"], &["simplex", "subgradient"], &["relaxation"]]),
    (
        "engine::links",
        &[
            &["lists"],
            &["arena"],
            &["commit", "compile", "moment"],
            &["search"],
            &["any_search", "remaining", "subproblem", "cheapest"],
            &["dance"],
        ],
    ),
    (
        "solve",
        &[
            &["limits", "random", "cube_classes", "kept"],
            &["estimate", "first", "cheapest"],
            &["solutions", "counter", "cut", "distinct"],
            &["unique"],
        ],
    ),
    (
        "sudoku",
        &[
            &["grid"],
            &["clash", "encode"],
            &["candidates", "canonical"],
            &["puzzle"],
            &["board"],
            &["form", "reader", "solutions"],
            &["batch", "counter"],
            &["candidate_counts"],
            &["explainer"],
            &["logic"],
            &["generate", "clues"],
        ],
    ),
    (
        "sudoku::reader",
        &[
            &["error"],
            &["cells"],
            &["rows"],
            &["fault", "drawing"],
            &["line"],
            &["table"],
            &["input_form"],
        ],
    ),
];

/// The modules of the program, as in [`LAYERS`].
const PROGRAM: Layers = &[(
    "",
    &[
        &["shared"],
        &["sudoku", "puzzle"],
        // `resume` is one command for saved searches and for saved counts of Sudokus.
        &["exact_cover"],
        &["cli"],
        &["tips"],
    ],
)];

/// Modules that must not use certain others. Logic and `problem::check` must not use an engine,
/// because tests compare their results with those of engines.
const WITHOUT: &[(&str, &[&str])] = &[
    ("sudoku::logic", &["search", "engine", "solve", "sudoku::solutions", "sudoku::counter"]),
    ("problem::check", &["search", "engine", "solve"]),
];

/// A module, as its path from the root of the crate. The root has the empty path.
type Module = Vec<String>;

fn module(path: &str) -> Module {
    path.split("::").filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
}

fn text(module: &[String]) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

/// Returns the code of a file, without comments and without the code after the attribute of its
/// tests.
fn code(source: &str) -> String {
    source
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Expands a path that may end in a group of paths in braces.
fn named(path: &str) -> Vec<Module> {
    let end =
        path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
    let (head, rest) = path.split_at(end);
    let head = module(head);
    let Some(group) = rest.strip_prefix('{') else { return vec![head] };
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
    let inside = group[..end.unwrap_or(group.len())].split(separators);
    inside
        .map(str::trim)
        .filter(|path| !path.is_empty())
        .flat_map(named)
        .map(|tail| {
            [head.clone(), tail.into_iter().filter(|segment| segment != "self").collect()].concat()
        })
        .collect()
}

/// Returns the paths in the code of a module that begin with `crate`, `self` or `super`, each
/// relative to the root: `crate::solve::Limits`, or `super::solve::Limits` in a top-level module,
/// is
/// `["solve", "Limits"]`.
fn paths(module: &[String], code: &str) -> Vec<Module> {
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
            found.extend(named(rest).into_iter().map(|path| [base.to_vec(), path].concat()));
        }
    }
    found
}

/// The sources of a crate, by module.
struct Library {
    code: BTreeMap<Module, String>,
    layers: Layers,
    /// For the path of each name that a face re-exports, the path from which the face takes it.
    passed_on: BTreeMap<Module, Module>,
}

impl Library {
    fn new<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let code: BTreeMap<_, _> =
            sources.into_iter().map(|(name, source)| (module(name), code(source))).collect();
        let mut passed_on = BTreeMap::new();
        for (face, code) in &code {
            for (at, _) in code.match_indices("use ") {
                let line = code[..at].rsplit('\n').next().unwrap_or("");
                if !line.trim_start().starts_with("pub") {
                    continue;
                }
                let path = code[at + "use ".len()..].trim_start_matches("self::");
                for inner in named(path).into_iter().map(|path| [face.clone(), path].concat()) {
                    if let Some(name) = inner.last() {
                        passed_on.insert([face.clone(), vec![name.clone()]].concat(), inner);
                    }
                }
            }
        }
        Self { code, layers: LAYERS, passed_on }
    }

    fn of_library() -> Self {
        Self::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
    }

    fn of_program() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin/quadrille");
        Self { layers: PROGRAM, ..Self::read(&folder) }
    }

    /// Reads the sources in a folder and its subfolders, except those in `bin`: the program lies
    /// inside the folder of the library.
    fn read(folder: &Path) -> Self {
        let files = files(folder);
        assert!(files.len() > 20, "the sources were not found");
        let sources: Vec<(String, String)> = files
            .iter()
            .filter_map(|file| {
                let path = file.strip_prefix(folder).unwrap().with_extension("");
                let path: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
                let path = path.strip_suffix(&["mod"]).unwrap_or(&path);
                let is_root = path == ["lib"] || path == ["main"];
                let name = if is_root { String::new() } else { path.join("::") };
                (path[0] != "bin").then(|| (name, fs::read_to_string(file).unwrap()))
            })
            .collect();
        Self::new(sources.iter().map(|(name, source)| (name.as_str(), source.as_str())))
    }

    /// Returns the module that defines an item, even if faces above it re-export the item.
    fn home(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let Some((len, inner)) =
                (1..=path.len()).find_map(|len| Some((len, self.passed_on.get(&path[..len])?)))
            else {
                break;
            };
            if *inner == path[..len] {
                break;
            }
            path = [inner, &path[len..]].concat();
        }
        let len =
            (0..=path.len()).rev().find(|&len| self.code.contains_key(&path[..len])).unwrap_or(0);
        path[..len].to_vec()
    }

    /// Returns the modules that each module uses, except itself.
    fn uses(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let used = |module: &Module, code: &str| {
            paths(module, code)
                .iter()
                .map(|path| self.home(path))
                .filter(|home| home != module)
                .collect()
        };
        self.code.iter().map(|(module, code)| (module, used(module, code))).collect()
    }

    fn violations(&self) -> Vec<String> {
        let mut wrong = BTreeSet::new();
        // For each folder, the uses among its modules.
        let mut siblings: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (user, used) in self.uses() {
            for used in used {
                let folder: Module = user
                    .iter()
                    .zip(&used)
                    .take_while(|(a, b)| a == b)
                    .map(|(a, _)| a.clone())
                    .collect();
                // A face and the modules of its folder may use each other.
                let (Some(above), Some(below)) = (user.get(folder.len()), used.get(folder.len()))
                else {
                    continue;
                };
                if !goes_down(self.layers, &folder, above, below) || is_unwanted(user, &used) {
                    wrong.insert(format!("{} uses {}", text(user), text(&used)));
                }
                siblings
                    .entry(folder)
                    .or_default()
                    .entry(above.clone())
                    .or_default()
                    .insert(below.clone());
            }
        }
        for (folder, uses) in siblings {
            wrong
                .extend(circle(&uses).map(|circle| {
                    format!("a cycle in {}: {}", text(&folder), circle.join(" -> "))
                }));
        }
        wrong.into_iter().collect()
    }
}

/// True if a module of a folder may use another module of that folder.
fn goes_down(layers: Layers, folder: &[String], user: &str, used: &str) -> bool {
    let Some((_, rows)) = layers.iter().find(|(layered, _)| module(layered) == folder) else {
        return true;
    };
    let row = |name: &str| {
        rows.iter().position(|row| row.contains(&name)).unwrap_or_else(|| {
            panic!("{name} is in no layer of {}: add it to this test", text(folder));
        })
    };
    row(used) < row(user)
}

fn is_unwanted(user: &[String], used: &[String]) -> bool {
    WITHOUT.iter().any(|&(without, others)| {
        user.starts_with(&module(without))
            && others.iter().any(|other| used.starts_with(&module(other)))
    })
}

/// Returns a cycle of modules, each of which uses the next, if there is one.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit<'a>(
        at: &'a str,
        uses: &'a BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<&'a str>,
        seen: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<String>> {
        if let Some(first) = way.iter().position(|&module| module == at) {
            return Some(
                way[first..].iter().chain([&at]).map(|&module| module.to_owned()).collect(),
            );
        }
        if !seen.insert(at) {
            return None;
        }
        way.push(at);
        let found =
            uses.get(at).into_iter().flatten().find_map(|next| visit(next, uses, way, seen));
        way.pop();
        found
    }
    let mut seen = BTreeSet::new();
    uses.keys().find_map(|start| visit(start, uses, &mut Vec::new(), &mut seen))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn imports_only_go_down() {
    let wrong = [Library::of_library(), Library::of_program()].map(|sources| sources.violations());
    assert!(
        wrong.concat().is_empty(),
        "imports that do not go down:\n{}",
        wrong.concat().join("\n")
    );
}

#[test]
fn every_module_in_the_layers_exists() {
    let library = Library::of_library();
    for (folder, rows) in LAYERS {
        for name in rows.iter().copied().flatten() {
            let path = [module(folder), module(name)].concat();
            assert!(
                library.code.contains_key(&path),
                "{} is not there: take it out of this test",
                text(&path)
            );
        }
    }
    for (user, others) in WITHOUT {
        for name in [user].into_iter().chain(*others) {
            assert!(
                library.code.contains_key(&module(name)),
                "{name} is not there: take it out of this test"
            );
        }
    }
}

fn wrong(sources: &[(&str, &str)]) -> Vec<String> {
    Library::new(sources.iter().copied()).violations()
}

#[test]
fn an_import_that_goes_up_is_detected() {
    let library = |user, source| {
        let others = [
            "ids",
            "problem",
            "diagram",
            "search",
            "engine",
            "engine::links",
            "engine::memo",
            "solve",
            "puzzle",
        ];
        let mut modules: BTreeMap<&str, &str> = others.into_iter().map(|name| (name, "")).collect();
        modules.insert(user, source);
        wrong(&modules.into_iter().collect::<Vec<_>>())
    };
    let cases = [
        ("engine::links", "use crate::solve::Limits;", "engine::links uses solve"),
        ("ids", "fn f() -> crate::problem::Cover {}", "ids uses problem"),
        ("problem", "use crate::{ids::ItemId, engine::{Step, Stats}};", "problem uses engine"),
        (
            "problem",
            "use crate::{\n    ids::ItemId,\n    engine::Stats,\n};",
            "problem uses engine",
        ),
        ("problem", "pub use super::solve::Limits;", "problem uses solve"),
        (
            "engine::links::arena",
            "use super::super::super::puzzle;",
            "engine::links::arena uses puzzle",
        ),
        // Imports that go up or sideways within a folder.
        ("engine::links", "use crate::engine::memo::Memo;", "engine::links uses engine::memo"),
        ("engine::links", "use super::memo::Memo;", "engine::links uses engine::memo"),
        (
            "engine::links::arena",
            "use crate::engine::{links::Links, memo::Memo};",
            "engine::links::arena uses engine::memo",
        ),
        ("engine::hybrid", "use super::memo::Memo;", "engine::hybrid uses engine::memo"),
        (
            "engine::links::arena",
            "use super::commit::Bound;",
            "engine::links::arena uses engine::links::commit",
        ),
    ];
    for (user, source, expected) in cases {
        let commit = [("engine::links::commit", "")];
        let found = if source.contains("commit") {
            wrong(&[("engine::links", ""), commit[0], (user, source)])
        } else {
            library(user, source)
        };
        assert_eq!(found, [expected], "{source}");
    }
    let fine = [
        (
            "engine::links",
            "use crate::search::Step; use crate::engine::links::Links; // crate::solve",
        ),
        (
            "engine::links",
            "use super::super::problem::Cover;\nuse super::Step;\n#[cfg(test)]\nuse crate::solve::Limits;",
        ),
        ("engine::memo", "use super::links::Links;"),
        ("solve", "use crate::engine::{self, links::Links};"),
    ];
    for (user, source) in fine {
        assert!(library(user, source).is_empty(), "{source}");
    }
}

#[test]
fn a_name_that_a_face_reexports_is_detected() {
    let sudoku = |logic| {
        let face = "pub use self::solutions::Solver;\npub use grid::{Digit, Grid};";
        wrong(&[
            ("", "pub use solve::{Limits, Solver};"),
            ("solve", ""),
            ("sudoku", face),
            ("sudoku::grid", ""),
            ("sudoku::solutions", ""),
            ("sudoku::logic::rating", logic),
        ])
    };
    assert_eq!(
        sudoku("use crate::sudoku::Solver;"),
        ["sudoku::logic::rating uses sudoku::solutions"]
    );
    assert_eq!(
        sudoku("use super::super::{Grid, Solver};"),
        ["sudoku::logic::rating uses sudoku::solutions"]
    );
    assert_eq!(sudoku("use crate::solve::Limits;"), ["sudoku::logic::rating uses solve"]);
    assert_eq!(sudoku("use crate::Limits;"), ["sudoku::logic::rating uses solve"]);
    assert!(sudoku("use crate::sudoku::{Digit, Grid};").is_empty());
}

#[test]
fn a_cycle_is_detected() {
    let face = ("problem", "mod a;\npub(crate) use b::Beta;");
    let circle = |a, b, c| wrong(&[face, ("problem::a", a), ("problem::b", b), ("problem::c", c)]);
    assert_eq!(
        circle("use super::b::Beta;", "use super::a::A;", ""),
        ["a cycle in problem: a -> b -> a"]
    );
    assert_eq!(
        circle("use super::Beta;", "use crate::problem::c::C;", "fn c() { super::a::f() }"),
        ["a cycle in problem: a -> b -> c -> a"]
    );
    assert!(circle("use super::Beta;", "use super::{Problem, c::C};", "").is_empty());
    // Modules below those of the cycle count as part of them.
    let deep = [
        ("problem", ""),
        ("problem::a", ""),
        ("problem::a::x", "use super::super::b;"),
        ("problem::b", ""),
    ];
    assert!(wrong(&deep).is_empty());
    let deep = [deep[0], deep[1], deep[2], ("problem::b", "use super::a::x::X;")];
    assert_eq!(wrong(&deep), ["a cycle in problem: a -> b -> a"]);
}
