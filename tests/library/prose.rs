//! Checks of the documents: links work, lines end at the limit, retired words are not used, short
//! documents stay short, and numbers in words are right.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use quadrille::sudoku::Form;
use quadrille::sudoku::logic::Technique;

/// The maximum length of a line of a document, in characters.
const DOCUMENT_WIDTH: usize = 100;

/// The maximum length of a comment line in the sources, in characters.
const COMMENT_WIDTH: usize = 100;

/// Documents, with a number of lines that they must stay below.
const SHORT: &[(&str, usize)] =
    &[("README.md", 150), ("docs/benchmarks.md", 150), ("CONTRIBUTING.md", 100)];

/// Folders whose documents are generated: only their links are checked.
const WRITTEN_BY_PROGRAMS: &[&str] = &["benches/results"];

/// Retired words and their replacements.
const RETIRED: &[(&str, &str)] = &[
    ("Crew", "WorkerPool"),
    ("crew", "worker pool"),
    ("Overseer", "Observer"),
    ("Foreman", "Coordinator"),
    ("Relay", "Hybrid"),
    ("relay", "hybrid"),
    ("Family", "Diagram"),
    ("OpenPart", "OpenCube"),
    ("Residue", "Subproblem"),
    ("residue", "subproblem"),
    ("residues", "subproblems"),
    ("Tally", "Semiring"),
    ("sieve", "simd::filter"),
    ("crowd", "locked_sets"),
    ("sketch", "example"),
    ("Sketch", "example"),
    ("wish", "constraint"),
    ("wishes", "constraints"),
    ("wished", "required"),
    ("bunch", "batch"),
    ("nobody", "no one, or a sentence about the thing itself"),
    ("whoever", "a noun"),
];

/// Numbers as words.
const NUMBERS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Returns nouns with their true number. For two of several engines, documents say "both engines",
/// because this test takes "two engines" for the number of all engines.
fn known_counts() -> Vec<(&'static str, usize)> {
    vec![
        ("engines", engines().len()),
        ("techniques", Technique::ALL.len()),
        ("forms", Form::ALL.len()),
    ]
}

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

/// Returns the documents of the repository: their paths from the root, and their texts.
fn documents() -> Vec<(String, String)> {
    let files = files(root(), "md");
    assert!(files.len() > 10, "the documents were not found");
    let name =
        |file: &Path| file.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|file| (name(file), fs::read_to_string(file).unwrap())).collect()
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

/// Returns the lines of a document that exceed the limit, except code and tables.
fn long_lines(text: &str, limit: usize) -> Vec<usize> {
    let is_long = |line: &str| !line.trim_start().starts_with('|') && width(line) > limit;
    lines(text).filter(|&(_, line, is_code)| !is_code && is_long(line)).map(|(at, ..)| at).collect()
}

/// Returns the comments of a source, each line without its slashes. Other lines are empty.
fn comments(source: &str) -> String {
    let comment = |line: &str| {
        let text = line.trim_start().strip_prefix("//").unwrap_or("");
        format!("{}\n", text.trim_start_matches(['/', '!']).trim_start())
    };
    source.lines().map(comment).collect()
}

/// Returns the comment lines of a source that exceed the limit, except code and tables in them.
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

/// Iterates over the words of a text with their line numbers.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(at, line)| {
        line.split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .map(move |word| (at + 1, word))
    })
}

/// Returns the retired words of a text with their replacements.
fn retired(text: &str) -> Vec<String> {
    let say = |at: usize, word: &str| {
        let (_, better) = RETIRED.iter().find(|&&(retired, _)| retired == word)?;
        Some(format!("line {at}: `{word}` is retired: use {better}"))
    };
    words(text).filter_map(|(at, word)| say(at, word)).collect()
}

/// Returns the number of doc comments, and the number of those that begin with a question word.
fn doc_comments(source: &str) -> [usize; 2] {
    let text = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix("///").or(line.strip_prefix("//!")).map(|text| text.trim().to_owned())
    };
    let mut counts = [0; 2];
    let mut is_inside = false;
    for line in source.lines().map(text) {
        if let Some(first) = line.as_ref().filter(|_| !is_inside) {
            let question = ["How", "What", "Whether", "Where", "Which"]
                .contains(&first.split(' ').next().unwrap_or(""));
            counts[0] += 1;
            counts[1] += usize::from(question);
        }
        is_inside = line.is_some();
    }
    counts
}

/// Returns the number that a word stands for.
fn number(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    word.parse().ok().or_else(|| NUMBERS.iter().position(|&number| number == word))
}

/// Returns the places where a text states a wrong number of something.
fn wrong_counts(text: &str, counts: &[(&str, usize)]) -> Vec<String> {
    let words: Vec<_> = words(text).collect();
    let mut wrong = Vec::new();
    for pair in words.windows(2) {
        let [(at, first), (_, noun)] = [pair[0], pair[1]];
        let known = counts.iter().find(|&&(known, _)| known == noun);
        if let (Some(said), Some(&(_, count))) = (number(first), known)
            && said != count
        {
            wrong.push(format!("line {at}: \"{first} {noun}\", but there are {count}"));
        }
    }
    wrong
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

/// Returns the paths of the repository that a document names between backticks. A component in
/// capital letters, as in `src/puzzle/NAME.rs`, stands for any name, except in README.md.
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

/// Fails with the list of all complaints, if there are any.
#[track_caller]
fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

fn in_file(name: &str, complaints: Vec<String>) -> Vec<String> {
    complaints.into_iter().map(|complaint| format!("{name}: {complaint}")).collect()
}

#[test]
fn links_and_paths_lead_somewhere() {
    let read = |path: &Path| {
        let path = root().join(path);
        path.exists().then(|| fs::read_to_string(&path).unwrap_or_default())
    };
    let mut complaints = Vec::new();
    for (name, text) in documents() {
        complaints.extend(in_file(&name, dead_links(&name, &text, read)));
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
    let this = root().join(file!());
    let sources =
        ["src", "tests", "benches"].map(|folder| files(&root().join(folder), "rs")).concat();
    for file in sources.iter().filter(|file| **file != this) {
        let source = fs::read_to_string(file).unwrap();
        let missing =
            named_documents(&source).into_iter().filter(|(_, path)| !root().join(path).exists());
        let say = |(at, path)| format!("{}: line {at}: no {path}", file.display());
        complaints.extend(missing.map(say));
    }
    assert_none(complaints);
}

#[test]
fn lines_of_documents_end_at_the_limit() {
    let say = |at| format!("line {at} is longer than {DOCUMENT_WIDTH} characters");
    let mut complaints = Vec::new();
    for (name, text) in documents().iter().filter(|(name, _)| is_written_by_people(name)) {
        let long = long_lines(text, DOCUMENT_WIDTH);
        complaints.extend(in_file(name, long.into_iter().map(say).collect()));
    }
    assert_none(complaints);
}

#[test]
fn comments_end_at_the_limit() {
    let say = |at| format!("line {at} is longer than {COMMENT_WIDTH} characters");
    let mut complaints = Vec::new();
    for file in
        ["src", "tests", "benches"].iter().flat_map(|folder| files(&root().join(folder), "rs"))
    {
        let long = long_comments(&fs::read_to_string(&file).unwrap(), COMMENT_WIDTH);
        complaints
            .extend(in_file(&file.display().to_string(), long.into_iter().map(say).collect()));
    }
    assert_none(complaints);
}

#[test]
fn documents_have_no_retired_words() {
    let mut complaints = Vec::new();
    for (name, text) in documents().iter().filter(|(name, _)| is_written_by_people(name)) {
        complaints.extend(in_file(name, retired(text)));
    }
    assert_none(complaints);
}

#[test]
fn sources_have_no_retired_words() {
    let mut complaints = Vec::new();
    for file in files(&root().join("src"), "rs") {
        let text = fs::read_to_string(&file).unwrap();
        // `font-family` is not a use of the retired word.
        let text = text.replace("font-family", "font");
        complaints.extend(in_file(&file.display().to_string(), retired(&text)));
    }
    assert_none(complaints);
}

#[test]
fn few_doc_comments_begin_with_a_question_word() {
    let texts = files(&root().join("src"), "rs").into_iter().map(fs::read_to_string);
    let source: String = texts.map(Result::unwrap).collect();
    let [all, questions] = doc_comments(&source);
    assert!(all > 1000 && questions * 30 < all, "{questions} of {all}");
}

#[test]
fn short_documents_stay_short() {
    for &(name, limit) in SHORT {
        let lines = fs::read_to_string(root().join(name)).unwrap().lines().count();
        assert!(lines < limit, "{name} has {lines} lines; it is to stay below {limit}");
    }
}

#[test]
fn numbers_in_words_are_right() {
    let counts = known_counts();
    let mut complaints = Vec::new();
    for (name, text) in documents() {
        complaints.extend(in_file(&name, wrong_counts(&text, &counts)));
    }
    for file in files(&root().join("src"), "rs") {
        let source = fs::read_to_string(&file).unwrap();
        let is_of_module = |line: &&str| line.starts_with("//!");
        let text: String =
            source.lines().take_while(is_of_module).flat_map(|line| [line, "\n"]).collect();
        complaints.extend(in_file(&file.display().to_string(), wrong_counts(&text, &counts)));
    }
    assert_none(complaints);
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

#[test]
fn a_retired_word_is_found_and_not_within_another() {
    assert_eq!(
        retired("a Crew\nof `Crew`s, screws\nand residues"),
        [
            "line 1: `Crew` is retired: use WorkerPool",
            "line 2: `Crew` is retired: use WorkerPool",
            "line 3: `residues` is retired: use subproblems",
        ]
    );
    assert_eq!(retired("Crews, screw, familiar"), [""; 0]);
}

#[test]
fn a_question_word_is_counted_at_the_beginning_only() {
    let source =
        "/// How many.\n/// What they are.\nfn f() {}\n    /// The way: How\n  fn g() {}\n";
    assert_eq!(doc_comments(source), [2, 1]);
}

#[test]
fn a_wrong_count_is_found() {
    let counts = [("engines", 6), ("techniques", 20)];
    assert_eq!(
        wrong_counts("There are six engines, 6 engines, twenty techniques.", &counts),
        [""; 0]
    );
    assert_eq!(
        wrong_counts("Two\nengines and 19 techniques, and 3 other engines", &counts),
        ["line 1: \"Two engines\", but there are 6", "line 2: \"19 techniques\", but there are 20",]
    );
}
