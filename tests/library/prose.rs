//! Checks of the documents: links and paths lead somewhere, lines do not exceed the limit, and
//! every engine and technique is described.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use quadrille::sudoku::logic::Technique;

/// The maximum length of a line of a document and of a comment, in characters.
const WIDTH: usize = 100;

/// Folders whose documents are generated: the lengths of their lines are not checked.
const WRITTEN_BY_PROGRAMS: &[&str] = &["benches/results"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files below a folder with this extension, except those of builds, installed packages
/// and hidden folders.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules"].contains(&&*name) && !name.starts_with('.') {
                found.extend(files(&path, extension));
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the paths of files from the root, and their texts.
fn texts(files: Vec<PathBuf>) -> Vec<(String, String)> {
    assert!(files.len() > 10, "the files were not found");
    let name =
        |file: &Path| file.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|file| (name(file), fs::read_to_string(file).unwrap())).collect()
}

fn documents() -> Vec<(String, String)> {
    texts(files(root(), "md"))
}

fn sources() -> Vec<(String, String)> {
    texts(["src", "tests", "benches"].map(|folder| files(&root().join(folder), "rs")).concat())
}

fn is_written_by_people(name: &str) -> bool {
    !WRITTEN_BY_PROGRAMS.iter().any(|folder| name.starts_with(folder))
}

/// Iterates over the lines of a document, each with its number, counted from 1, and true if it is
/// code.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut is_code = false;
    text.lines().enumerate().map(move |(at, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (at + 1, line, is_code || is_fence)
    })
}

/// Returns the number of characters of a line without its web addresses.
fn width(line: &str) -> usize {
    let mut rest = line;
    let mut width = 0;
    while let Some(at) = rest.find("http") {
        width += rest[..at].chars().count();
        let end = rest[at..].find([' ', ')', '>', '"', ']']).map_or(rest.len(), |end| at + end);
        rest = &rest[end..];
    }
    width + rest.chars().count()
}

/// Returns the numbers of the lines of a document that exceed the limit, except code and tables.
fn long_lines(text: &str, limit: usize) -> Vec<usize> {
    let is_long = |line: &str| !line.trim_start().starts_with('|') && width(line) > limit;
    lines(text).filter(|&(_, line, is_code)| !is_code && is_long(line)).map(|(at, ..)| at).collect()
}

/// Returns the lines of a source, comment lines without their slashes and other lines empty.
fn comments(source: &str) -> String {
    let comment = |line: &str| {
        let text = line.trim_start().strip_prefix("//").unwrap_or("");
        format!("{}\n", text.trim_start_matches(['/', '!']).trim_start())
    };
    source.lines().map(comment).collect()
}

/// Returns the numbers of the comment lines of a source that exceed the limit, except code and
/// tables in them.
fn long_comments(source: &str, limit: usize) -> Vec<usize> {
    let comments = comments(source);
    let numbered = lines(&comments).zip(source.lines());
    let is_long = |comment: &str, line: &str| {
        !comment.is_empty() && !comment.starts_with('|') && width(line) > limit
    };
    numbered
        .filter(|&((_, comment, is_code), line)| !is_code && is_long(comment, line))
        .map(|((at, ..), _)| at)
        .collect()
}

/// Returns the targets of the links and pictures of a document, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line, is_code) in lines(text) {
        if is_code {
            continue;
        }
        // The text of a link may be code; its target follows in any case.
        let mut rest = line;
        while let Some(start) = rest.find("](") {
            rest = &rest[start + 2..];
            let end = rest.find(')').unwrap_or(rest.len());
            found.push((at, rest[..end].to_owned()));
        }
        let definition = line.strip_prefix('[').and_then(|line| line.split_once("]: "));
        found.extend(definition.map(|(_, target)| (at, target.trim().to_owned())));
    }
    found
}

/// Returns the anchors of a document, as GitHub derives them from its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut anchors = BTreeSet::new();
    for (_, line, is_code) in lines(text) {
        let heading = line.trim_start_matches('#');
        if is_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let anchor: String = heading
            .trim()
            .to_lowercase()
            .chars()
            .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let count = seen.entry(anchor.clone()).or_default();
        anchors.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    anchors
}

/// Returns the broken links of a document. `read` returns the text of a file, and `Some("")` for
/// anything else that exists.
fn dead_links(name: &str, text: &str, read: impl Fn(&Path) -> Option<String>) -> Vec<String> {
    let folder = Path::new(name).parent().unwrap();
    let mut dead = Vec::new();
    for (at, link) in links(text) {
        if link.starts_with("http://") || link.starts_with("https://") {
            continue;
        }
        let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
        let target = if path.is_empty() { Some(text.to_owned()) } else { read(&folder.join(path)) };
        match target {
            None => dead.push(format!("line {at}: there is no {path}")),
            Some(target) if !anchor.is_empty() && !anchors(&target).contains(anchor) => {
                dead.push(format!("line {at}: there is no heading for {link}"));
            }
            Some(_) => {}
        }
    }
    dead
}

/// Returns the paths of the repository that a document names between backticks, except those with a
/// component in capital letters that stands for any name, as in `src/puzzle/NAME.rs`.
fn named_paths(text: &str) -> Vec<(usize, String)> {
    const FOLDERS: &[&str] = &["src/", "tests/", "docs/", "benches/", "puzzles/", "fuzz/"];
    let mut found = Vec::new();
    for (at, line, is_code) in lines(text) {
        for path in line.split('`').skip(1).step_by(2).filter(|_| !is_code) {
            let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            let part = |part: &str| part.split('.').next().unwrap_or("").to_owned();
            let stands_for_others = path.split('/').map(part).any(|part| {
                part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase()) && part != "README"
            });
            if FOLDERS.iter().any(|folder| path.starts_with(folder))
                && path.chars().all(is_path)
                && !stands_for_others
            {
                found.push((at, path.to_owned()));
            }
        }
    }
    found
}

/// Returns the documents that a source names, with their lines: words that begin with `docs/` and
/// end in `.md`.
fn named_documents(source: &str) -> Vec<(usize, &str)> {
    let is_path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    let mut found = Vec::new();
    for (at, line) in source.lines().enumerate() {
        for word in line.split(|c| !is_path(c)) {
            let path = word.trim_start_matches("../").trim_end_matches('.');
            if path.starts_with("docs/") && path.ends_with(".md") {
                found.push((at + 1, path));
            }
        }
    }
    found
}

/// Returns the engines: the modules of `src/engine` that compile a problem.
fn engines() -> BTreeSet<String> {
    let folder = root().join("src/engine");
    let is_engine = |source: &str| source.contains("\nimpl Compile for ");
    let mut found = BTreeSet::new();
    for file in files(&folder, "rs") {
        let module = file.strip_prefix(&folder).unwrap().with_extension("");
        let module: Vec<_> =
            module.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let name = match &module[..] {
            [name] => name,
            [name, file] if file == "mod" => name,
            _ => continue,
        };
        if is_engine(&fs::read_to_string(&file).unwrap()) {
            found.insert(name.clone());
        }
    }
    found
}

#[track_caller]
fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The sentences and the puzzle with which each front page introduces quadrille.
const INTRODUCTION: &[&str] = &[
    "Every solution of a Sudoku or of an exact-cover problem, one at a time, on demand.",
    "An exact-cover problem has items, and options that are sets of items. A cover is a set of \
     options that together contain each item exactly once",
    "Sudokus, tilings, queens puzzles, Latin squares and timetables can be stated this way.",
    "quadrille lists the solutions, counts them exactly, or proves that there is only one. If \
     options have costs, it finds the cheapest solutions. It marks the result of a search that \
     was cut short: 1000+ means at least a thousand.",
    "quadrille reads Sudokus from tables, forum posts and the files of other programs, solves them \
     by logic with a reason for each step, rates them, and makes new ones. It is a Rust library, a \
     command-line program, a package for Python, and a page in the browser.",
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007",
];

#[test]
fn the_front_pages_give_the_same_picture() {
    for name in ["README.md", "python/README.md", "src/lib.rs"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        let lines = text.lines().map(|line| line.trim_start_matches("//!"));
        // The marks of emphasis, code and links are left out.
        let words = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let words = words.replace(['*', '`', '['], "");
        let words = words.replace("](docs/python.md)", "").replace("](web/README.md)", "");
        for sentence in INTRODUCTION {
            assert!(words.contains(sentence), "{name} lacks: {sentence}");
        }
    }
    for name in ["Cargo.toml", "python/pyproject.toml"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        let description = INTRODUCTION[0].trim_end_matches('.');
        assert!(text.contains(&format!("description = \"{description}\"")), "{name}");
    }
}

#[test]
fn links_and_paths_lead_somewhere() {
    let read = |path: &Path| {
        let path = root().join(path);
        path.exists().then(|| fs::read_to_string(&path).unwrap_or_default())
    };
    let mut complaints = Vec::new();
    for (name, text) in documents() {
        let dead = dead_links(&name, &text, read);
        complaints.extend(dead.into_iter().map(|complaint| format!("{name}: {complaint}")));
        let beside = root().join(&name).parent().unwrap().to_owned();
        let is_missing = |path: &str| !root().join(path).exists() && !beside.join(path).exists();
        let missing = named_paths(&text).into_iter().filter(|(_, path)| is_missing(path));
        complaints.extend(missing.map(|(at, path)| format!("{name}: line {at}: no `{path}`")));
    }
    assert_none(complaints);
}

#[test]
fn documents_that_sources_name_are_there() {
    let mut complaints = Vec::new();
    for (name, source) in sources().iter().filter(|(name, _)| !Path::new(file!()).ends_with(name)) {
        let missing = named_documents(source).into_iter();
        let missing = missing.filter(|(_, path)| !root().join(path).exists());
        complaints.extend(missing.map(|(at, path)| format!("{name}: line {at}: no {path}")));
    }
    assert_none(complaints);
}

#[test]
fn lines_of_documents_and_comments_end_at_the_limit() {
    let of_people = documents().into_iter().filter(|(name, _)| is_written_by_people(name));
    let documents = of_people.map(|(name, text)| (name, long_lines(&text, WIDTH)));
    let comments = sources().into_iter().map(|(name, text)| (name, long_comments(&text, WIDTH)));
    let say = |(name, lines): (String, Vec<usize>)| {
        let long = |at| format!("{name}: line {at} is longer than {WIDTH} characters");
        lines.into_iter().map(long).collect::<Vec<_>>()
    };
    assert_none(documents.chain(comments).flat_map(say).collect());
}

/// Returns the file with the description of an engine, and its text: the `README.md` beside the
/// module if the module includes it, and otherwise the `//!` comment of the module.
fn description(engine: &str) -> (String, String) {
    let names = [format!("src/engine/{engine}/mod.rs"), format!("src/engine/{engine}.rs")];
    let name = names.into_iter().find(|name| root().join(name).exists()).unwrap();
    let source = fs::read_to_string(root().join(&name)).unwrap();
    if source.contains("#![doc = include_str!(\"README.md\")]") {
        let name = name.replace("mod.rs", "README.md");
        let text = fs::read_to_string(root().join(&name)).unwrap();
        return (name, text);
    }
    let is_of_module = |line: &&str| line.starts_with("//!");
    let lines = source.lines().take_while(is_of_module);
    let text = lines.flat_map(|line| [line.trim_start_matches("//!").trim_start(), "\n"]).collect();
    (name, text)
}

#[test]
fn every_engine_is_described_at_its_module() {
    let overview = fs::read_to_string(root().join("docs/internals.md")).unwrap();
    for engine in engines() {
        let (file, text) = description(&engine);
        for heading in ["# What it is worth\n", "# Tried and left out\n"] {
            assert!(text.contains(heading), "{file} lacks {heading}");
        }
        let link = format!("../{file}");
        assert!(links(&overview).iter().any(|(_, target)| *target == link), "no link to {link}");
    }
}

#[test]
fn the_table_of_techniques_is_that_of_the_code() {
    let text = fs::read_to_string(root().join("docs/explain.md")).unwrap();
    let row = |technique: &Technique| {
        format!("| {technique} | {} | {} |\n", technique.weight(), technique.level())
    };
    let rows: String = Technique::ALL.iter().map(row).collect();
    assert!(text.contains(&rows), "docs/explain.md lacks this table:\n{rows}");
}

#[test]
fn a_dead_link_is_found() {
    let files = HashMap::from([
        ("docs/there.md", "# One thing\n## `x`: two\n## `x`: two\n"),
        ("src/x", ""),
    ]);
    let read = |path: &Path| {
        let path = path.to_string_lossy().replace('\\', "/").replace("docs/../", "");
        files.get(&*path).map(ToString::to_string)
    };
    let fine = "# Here\n[a](there.md) [`b`](there.md#one-thing) [c](#here)\n![d](../src/x)\n\
                [e](https://there.is.no)\n[f](there.md#x-two-1)\n```\n[code](nothing)\n```\n";
    assert_eq!(dead_links("docs/here.md", fine, read), [""; 0]);
    let dead =
        "[a](gone.md)\n\n[b](there.md#two-things), [c](#nowhere) and [d](../src/y)\n[x]: gone.md\n";
    assert_eq!(
        dead_links("docs/here.md", dead, read),
        [
            "line 1: there is no gone.md",
            "line 3: there is no heading for there.md#two-things",
            "line 3: there is no heading for #nowhere",
            "line 3: there is no ../src/y",
            "line 4: there is no gone.md",
        ]
    );
}

#[test]
fn a_named_path_is_found() {
    let text = "see `src/lib.rs` and `src/puzzle/NAME.rs`,\n`docs/x.md` `cargo test`, `benches/README.md`\n";
    let found = named_paths(text);
    let expected = [(1, "src/lib.rs"), (2, "docs/x.md"), (2, "benches/README.md")];
    assert_eq!(found, expected.map(|(at, path)| (at, path.to_owned())));
}

#[test]
fn a_named_document_is_found() {
    let source = "//! See `docs/x.md`.\n// docs/y/y.md.\ninclude_str!(\"../docs/z.md\")\ndocs/\n";
    let found = named_documents(source);
    assert_eq!(found, [(1, "docs/x.md"), (2, "docs/y/y.md"), (3, "docs/z.md")]);
}

#[test]
fn a_long_line_is_found_unless_it_is_a_table_code_or_an_address() {
    let long = "x".repeat(11);
    let text = format!(
        "{long}\n| {long} |\n```\n{long}\n```\nsee http://{long}/{long}\né{long}\n0123456789\n"
    );
    assert_eq!(long_lines(&text, 10), [1, 7]);
    let source =
        format!("let {long} = 1;\n    /// {long}\n// short\n//! ```\n//! {long} {long}\n//! ```\n");
    assert_eq!(long_comments(&source, 16), [2]);
}
