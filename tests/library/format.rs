//! Tests of the text format: written problems are read back, examples of the literature are read,
//! and errors are reported.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::oracle::random::below;
use quadrille::format::{self, ParseErrorKind, ReadError, WriteError};
use quadrille::{ItemId, OptionId, Problem};
use quickcheck::{Arbitrary, Gen, QuickCheck};

fn parse(text: &str) -> Problem {
    format::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}\n{error}")).problem
}

fn text(problem: &Problem) -> String {
    let mut text = Vec::new();
    format::write(problem, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn fault(text: impl AsRef<[u8]>) -> (u64, u64, ParseErrorKind) {
    match format::read(text.as_ref()) {
        Err(ReadError::Parse(error)) => (error.line, error.column, error.kind),
        other => panic!("{other:?}"),
    }
}

/// An item of an option, with an optional color.
type Entry = (u32, Option<String>);

/// A random problem that may have every feature of the text format.
#[derive(Clone, Debug)]
struct Everything {
    /// The names of the items. The first `bounds.len()` of them are primary.
    names: Vec<String>,
    bounds: Vec<(u32, u32)>,
    /// The options, each with its cost.
    options: Vec<(Vec<Entry>, i64)>,
}

impl Everything {
    fn build(&self) -> Problem {
        let mut builder = Problem::builder();
        let (primary, secondary) = self.names.split_at(self.bounds.len());
        for (name, &(low, high)) in primary.iter().zip(&self.bounds) {
            builder.bounded([name], low..=high).unwrap();
        }
        builder.secondary(secondary).unwrap();
        for (entries, cost) in &self.options {
            let entries =
                entries.iter().map(|(item, color)| (ItemId::new(*item), color.as_deref()));
            builder.option_with_cost(entries, *cost).unwrap();
        }
        builder.build().unwrap()
    }
}

fn name(g: &mut Gen) -> String {
    const LETTERS: [char; 16] = [
        'a', 'b', 'X', '0', '7', '#', '-', '"', '\\', '\0', '\u{7F}', 'é', '\u{A0}', '\u{FEFF}',
        '数', '𝄞',
    ];
    (0..=below(g, 4)).map(|_| LETTERS[below(g, LETTERS.len())]).collect()
}

impl Arbitrary for Everything {
    fn arbitrary(g: &mut Gen) -> Self {
        let names: BTreeSet<String> = (0..=below(g, 9)).map(|_| name(g)).collect();
        let names: Vec<String> = names.into_iter().rev().collect();
        let (has_bounds, has_colors, has_costs) =
            (bool::arbitrary(g), bool::arbitrary(g), bool::arbitrary(g));
        let bounds: Vec<_> = (0..=below(g, names.len()))
            .map(|_| {
                if !has_bounds {
                    return (1, 1);
                }
                let high = (u32::arbitrary(g) >> below(g, 32)).max(1);
                (high.saturating_sub(below(g, 3) as u32), high)
            })
            .collect();
        let colors: Vec<String> = (0..3).map(|_| name(g)).collect();
        let options = (0..below(g, 8))
            .map(|_| {
                let mut items: Vec<u32> =
                    (0..names.len() as u32).filter(|_| below(g, 3) == 0).collect();
                if items.is_empty() {
                    items.push(below(g, names.len()) as u32);
                }
                if bool::arbitrary(g) {
                    items.reverse();
                }
                let entries = items.into_iter().map(|item| {
                    let colored = has_colors && item as usize >= bounds.len() && bool::arbitrary(g);
                    (item, colored.then(|| colors[below(g, 3)].clone()))
                });
                (
                    entries.collect(),
                    if has_costs { i64::arbitrary(g) >> (4 + below(g, 60)) } else { 0 },
                )
            })
            .collect();
        Self { names, bounds, options }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let original = self.clone();
        Box::new((0..self.options.len()).map(move |removed| {
            let mut smaller = original.clone();
            smaller.options.remove(removed);
            smaller
        }))
    }
}

#[test]
fn written_problems_are_read_back() {
    fn property(everything: Everything) -> bool {
        let problem = everything.build();
        let text = text(&problem);
        let parsed = format::read(text.as_bytes()).unwrap();
        let dropped: Vec<OptionId> = parsed.warnings.iter().map(|warning| warning.option).collect();
        let expected: Vec<OptionId> = problem
            .options()
            .map(|(option, _)| option)
            .filter(|&option| !problem.is_choosable(option))
            .collect();
        parsed.problem == problem && dropped == expected && self::text(&parsed.problem) == text
    }
    let tests = if cfg!(debug_assertions) { 5_000 } else { 50_000 };
    let mut random = Gen::from_size_and_seed(100, 6);
    let sample: Vec<Problem> =
        (0..500).map(|_| Everything::arbitrary(&mut random).build()).collect();
    for (feature, has) in [
        ("colors", Problem::has_colors as fn(&Problem) -> bool),
        ("bounds", Problem::has_bounds),
        ("costs", Problem::has_costs),
    ] {
        let with = sample.iter().filter(|problem| has(problem)).count();
        assert!((50..450).contains(&with), "{feature} in {with} of 500");
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(100, 7))
        .tests(tests)
        .quickcheck(property as fn(Everything) -> bool);
}

#[test]
fn a_problem_in_any_layout_is_the_same() {
    let plain = parse("a 2:3|b 2|c | x y\na x:1 |3 |4\nb c y\nc |2 |0\n");
    for text in [
        "a 2:3|b 2|c | x y\na x:1 |3 |4\nb c y\nc |2 |0",
        "\u{FEFF}a 2:3|b 2|c | x y\r\na x:1 |3 |4\r\nb c y\r\nc |2 |0\r\n",
        "\n \t\n| comment\n  | indented comment\n a\t2:3|b 2|c  |  x y \na x:1 |3 |4\n|x\n\nb c y\n\x0b\x0c\nc |2 |0\n\n",
        "a 2:3|b 2:2|c |x y\na |3 x:1 |4\nb c y\nc |02 |0\n",
        "1:1|a 2:3|b 002|c | x y\na x:1 |07\nb c y\nc |2\n",
    ] {
        assert_eq!(parse(text), plain, "{text:?}");
    }
    assert_eq!(parse("a |\na\n"), parse("a\na\n"), "no secondary items after the bar");
    assert_eq!(text(&plain), "a 2:3|b 2|c | x y\na x:1 |7\nb c y\nc |2\n");
    assert_eq!(plain.bounds(plain.item("c").unwrap()), Some(2..=2));
}

#[test]
fn comments_may_be_in_any_encoding() {
    assert_eq!(format::read(&b"| caf\xE9\na\n| \xFF\na\n"[..]).unwrap().problem.option_count(), 1);
}

/// Worked examples, each with its only cover according to Knuth, and an example of an option.
#[test]
fn examples_of_the_literature_have_known_covers() {
    let check = |text: &str, options: usize, dropped: &[u64], cover: &[u32]| {
        let parsed = format::read(text.as_bytes()).unwrap();
        assert_eq!(parsed.problem.option_count(), options);
        assert_eq!(parsed.warnings.iter().map(|warning| warning.line).collect::<Vec<_>>(), dropped);
        let cover: Vec<OptionId> =
            cover.iter().map(|position| OptionId::new(position - 1)).collect();
        assert_eq!(parsed.problem.check(&cover), Ok(()), "{text}");
        assert_eq!(parse(&self::text(&parsed.problem)), parsed.problem);
        parsed.problem
    };
    // TAOCP 7.2.2.1 (6).
    check("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", 6, &[], &[1, 4, 5]);
    // The introductions of dlx1.w, dlx2.w and dlx3.w.
    let dlx1 = "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";
    check(dlx1, 6, &[], &[1, 4, 5]);
    let dlx2 = "| A simple example of color controls\nA B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    check(dlx2, 5, &[5], &[2, 4]);
    let dlx3 = "| A simple example of color controls\nA B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    check(dlx3, 5, &[], &[2, 4, 5]);
    // The example option of dlx5.w.
    let dlx5 = check("a b c\na b c |7\n", 1, &[], &[1]);
    assert_eq!(dlx5.cost(OptionId::new(0)), 7);
}

#[test]
fn an_option_without_primary_item_keeps_its_number() {
    let parsed = format::read("a b | x y\na x\nx y:2\n\ny |3\nb\n".as_bytes()).unwrap();
    let places: Vec<_> =
        parsed.warnings.iter().map(|warning| (warning.line, warning.option.get())).collect();
    assert_eq!(places, [(3, 1), (5, 2)]);
    assert_eq!(parsed.problem.option_text(OptionId::new(3)), "b");
    let lines: Vec<_> = (0..5).map(|option| parsed.line(OptionId::new(option))).collect();
    assert_eq!(lines, [Some(2), Some(3), Some(5), Some(6), None]);
}

#[test]
fn every_fault_has_its_place() {
    use ParseErrorKind as Kind;
    for (text, line, column, kind) in [
        ("", 1, 1, Kind::NoItems),
        ("\n\n| x\n", 3, 1, Kind::NoItems),
        ("a 2|", 1, 3, Kind::EmptyName("2|".into())),
        ("a | x\n:red", 2, 1, Kind::EmptyName(":red".into())),
        ("a | x\na :", 2, 3, Kind::EmptyName(":".into())),
        ("a b a", 1, 5, Kind::DuplicateName("a".into())),
        ("a:b", 1, 1, Kind::ColonInName("a:b".into())),
        ("2:3|a:b", 1, 1, Kind::ColonInName("2:3|a:b".into())),
        ("a |x:1", 1, 3, Kind::ColonInName("x:1".into())),
        ("a | b |", 1, 7, Kind::SecondBar),
        ("a || b", 1, 3, Kind::SecondBar),
        ("a |x |y", 1, 6, Kind::SecondBar),
        ("2:|a", 1, 1, Kind::BadBounds("2:|a".into())),
        ("1 :2|a", 1, 3, Kind::BadBounds(":2|a".into())),
        ("1:2:3|a", 1, 1, Kind::BadBounds("1:2:3|a".into())),
        ("2|3|a", 1, 1, Kind::BadBounds("2|3|a".into())),
        ("+2|a", 1, 1, Kind::BadBounds("+2|a".into())),
        ("x|a", 1, 1, Kind::BadBounds("x|a".into())),
        ("3:2|a", 1, 1, Kind::ReversedBounds("3:2|a".into())),
        ("3:0|a", 1, 1, Kind::ZeroBound("3:0|a".into())),
        ("0:0|a", 1, 1, Kind::ZeroBound("0:0|a".into())),
        ("a | 1|b", 1, 5, Kind::BoundsOnSecondary("1|b".into())),
        ("4294967296|a", 1, 1, Kind::NumberTooLarge("4294967296|a".into())),
        ("äöü x\näöü y", 2, 5, Kind::UnknownItem("y".into())),
        ("a | x\ny:1", 2, 1, Kind::UnknownItem("y".into())),
        ("a\nA", 2, 1, Kind::UnknownItem("A".into())),
        ("a | x\na x:1 x:2", 2, 7, Kind::RepeatedItem("x".into())),
        ("a | x\nx:1 a:1", 2, 5, Kind::ColorOnPrimary("a:1".into())),
        ("a | x\nx:", 2, 1, Kind::EmptyColor("x:".into())),
        ("a | x\nx::1", 2, 1, Kind::SecondColor("x::1".into())),
        ("a | x\na x:|7", 2, 3, Kind::BarInEntry("x:|7".into())),
        ("a\na |", 2, 3, Kind::BadCost("|".into())),
        ("a\na |7|8", 2, 3, Kind::BadCost("|7|8".into())),
        ("a\na |+7", 2, 3, Kind::BadCost("|+7".into())),
        ("a\na |18446744073709551616", 2, 3, Kind::NumberTooLarge("|18446744073709551616".into())),
        ("a\na |9223372036854775807 |1 |0", 2, 27, Kind::CostsTooLarge("|0".into())),
        ("p ec", 1, 5, Kind::NoItemCount(String::new())),
        ("c\np ec many\ns 1", 2, 6, Kind::NoItemCount("many".into())),
        ("p ec 00", 1, 6, Kind::NoItemCount("00".into())),
        ("p ec 29000001", 1, 6, Kind::TooManyItems { text: "29000001".into(), limit: 29_000_000 }),
        (
            "p ec 99999999999",
            1,
            6,
            Kind::TooManyItems { text: "99999999999".into(), limit: 29_000_000 },
        ),
        ("p ec 3\ns 1\n s ", 3, 2, Kind::EmptyOption),
        ("p ec 3\nc\np ec 4", 3, 1, Kind::SecondHeader),
        ("p ec 3\ns 1\nt 2", 3, 1, Kind::UnknownLine("t".into())),
        ("p ec 3\ns 1 4", 2, 5, Kind::UnknownNumber { text: "4".into(), items: 3 }),
        ("p ec 3\ns 0", 2, 3, Kind::UnknownNumber { text: "0".into(), items: 3 }),
        ("p ec 3\ns +1", 2, 3, Kind::UnknownNumber { text: "+1".into(), items: 3 }),
        ("p ec 3\ns 2 1 2", 2, 7, Kind::RepeatedItem("2".into())),
        ("a\na |9223372036854775807\na |0 |1", 3, 6, Kind::CostsTooLarge("|1".into())),
    ] {
        assert_eq!(fault(text), (line, column, kind), "{text:?}");
    }
    assert_eq!(fault(b"a\n\na \xC3\xA9\xC3"), (3, 4, Kind::NotUtf8(0xC3)));
    assert_eq!(fault(b"\x80"), (1, 1, Kind::NotUtf8(0x80)));
    let gzip = Kind::OtherEncoding("a file compressed by gzip");
    assert_eq!(fault(b"\x1F\x8B\x08"), (1, 1, gzip));
}

/// Every file in `bad-dlx` is refused, and together the files have nearly every kind of error.
/// `tests/program/cover.rs` checks the places and the messages.
#[test]
fn the_bad_files_are_refused_and_cover_the_faults() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad-dlx");
    let mut kinds = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let (.., kind) = fault(fs::read(&path).unwrap());
        let debug = format!("{kind:?}");
        kinds.insert(debug.split(['(', ' ']).next().unwrap().to_owned());
    }
    // All kinds except `OtherEncoding`, `LineTooLong` and `TooLarge`. The last two need huge files.
    assert_eq!(kinds.len(), 25, "{kinds:?}");
}

#[test]
fn the_other_format_is_told_apart_by_its_first_lines() {
    let ec = "c n = 3, m = 2\nc\n\np ec 3 2\ns 1 2\nc in between\ns 3\n";
    let parsed = format::read(ec.as_bytes()).unwrap();
    let texts: Vec<_> = (0..2).map(|option| parsed.problem.option_text(option.into())).collect();
    assert_eq!(texts, ["1 2", "3"]);
    assert_eq!((parsed.problem.primary_count(), parsed.problem.item_count()), (3, 3));
    assert_eq!(parsed.line(1.into()), Some(7));
    assert_eq!(parsed.warnings, []);
    assert_eq!(parsed.problem.solutions().count(), 1);

    // Names of items may look like the beginning of a line of the format with `p ec`.
    for text in [
        "c p s\nc p\ns\n",
        "c\nc\n",
        "p ec\np\nec\n".replace("ec", "e").as_str(),
        "c d\nc\nd\nc d\n",
    ] {
        let problem = format::read(text.as_bytes()).unwrap().problem;
        assert_eq!(problem.option_count(), text.lines().count() - 1, "{text}");
    }
}

/// Returns a text of random words of both formats. Many of these texts are valid, and many are not.
fn words_of_both_formats(g: &mut Gen) -> String {
    const WORDS: [&str; 24] = [
        "a",
        "b",
        "c",
        "p",
        "s",
        "ec",
        "1",
        "2",
        "3",
        "|",
        "|7",
        "x",
        "y:1",
        "x:2",
        "1|c",
        "2:3|b",
        "0:1|a",
        "p ec 3\n",
        "\ns",
        "\n",
        "\n",
        "\n\u{FEFF}",
        "\r\n",
        "\t",
    ];
    let start = [
        "",
        "",
        "p ec 3\n",
        "c\np ec 2 9\n",
        "c p ec\n",
        "a b c | x y\n",
        "1|p ec 1 2 3\n",
        "\u{FEFF}p ec 3\n",
    ];
    let mut text = start[below(g, start.len())].to_owned();
    for _ in 0..below(g, 12) {
        text += WORDS[below(g, WORDS.len())];
        text += if bool::arbitrary(g) || bool::arbitrary(g) { " " } else { "" };
    }
    text
}

#[test]
fn what_is_read_is_written_and_read_back_the_same() {
    let mut random = Gen::from_size_and_seed(100, 8);
    let (mut taken, mut of_ec, mut with_options) = (0, 0, 0);
    for _ in 0..if cfg!(debug_assertions) { 20_000 } else { 1_000_000 } {
        let text = words_of_both_formats(&mut random);
        let Ok(parsed) = format::read(text.as_bytes()) else { continue };
        let mut written = Vec::new();
        format::write(&parsed.problem, &mut written)
            .unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let again = format::read(&*written).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(again.problem, parsed.problem, "{text:?}");
        assert_eq!(again.warnings.len(), parsed.warnings.len(), "{text:?}");
        taken += 1;
        of_ec += usize::from(text.contains("p ec "));
        with_options += usize::from(parsed.problem.option_count() > 0);
    }
    assert!(taken > 1_000 && of_ec > 500 && with_options > 200, "{taken} {of_ec} {with_options}");
}

#[test]
fn items_named_as_the_other_format_begins_are_read_back() {
    for names in [&["c", "p", "ec"][..], &["p", "ec", "3"], &["p", "ec"], &["c"]] {
        let mut builder = Problem::builder();
        builder.primary(names).unwrap();
        builder.option(names).unwrap();
        builder.option(&names[names.len() - 1..]).unwrap();
        if names.len() == 3 {
            builder.option(&names[1..]).unwrap();
        }
        let problem = builder.build().unwrap();
        assert_eq!(parse(&text(&problem)), problem, "{names:?}");
    }
}

#[test]
fn a_problem_is_parsed_and_read_from_a_file() {
    let text = "a b | x\na x\nb\nx\n";
    let problem: Problem = text.parse().unwrap();
    assert_eq!(problem, parse(text));
    assert!(!problem.is_choosable(OptionId::new(2)), "the option that there is a warning for");
    let error = "a b\na c\n".parse::<Problem>().unwrap_err();
    assert_eq!(
        (error.line, error.column, error.kind),
        (2, 3, ParseErrorKind::UnknownItem("c".into()))
    );
    let error = "a b\na 3\n".parse::<Problem>().unwrap_err().to_string();
    assert!(error.ends_with(", or correct its spelling; `|3` is a cost"), "{error}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queens.dlx");
    let message = Problem::read(&path).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot be read: ", path.display())), "{message}");
    fs::write(&path, text).unwrap();
    assert_eq!(Problem::read(&path).unwrap(), problem);
    fs::write(&path, "a b\na c\n").unwrap();
    let error = Problem::read(&path).unwrap_err();
    assert!(
        error.to_string().starts_with(&format!("{}:2:3: there is no item `c`", path.display())),
        "{error}"
    );
    assert_eq!(error.path, path);
}

#[test]
fn a_failing_stream_is_an_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let input = BufReader::new("a b\na\n".as_bytes().chain(Failing));
    assert!(
        matches!(format::read(input), Err(ReadError::Io(error)) if error.to_string() == "unplugged")
    );

    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = format::write(&parse("a\na\n"), &mut Full).unwrap_err();
    assert!(matches!(error, WriteError::Io(_)));
    assert_eq!(error.to_string(), "full");
}

#[test]
fn problems_that_text_cannot_represent_are_not_written() {
    let refused = |declare: &dyn Fn(&mut quadrille::Builder)| {
        let mut builder = Problem::builder();
        declare(&mut builder);
        let mut text = Vec::new();
        let error = format::write(&builder.build().unwrap(), &mut text).unwrap_err();
        assert!(text.is_empty(), "part of it was written");
        error.to_string()
    };
    for name in ["", "a b", "a\u{b}", "|", "x:1", "x\n"] {
        let message = refused(&|builder| {
            builder.primary(["a", name]).unwrap();
        });
        assert!(
            message.starts_with("the name `") && message.contains("cannot be written"),
            "{message}"
        );
        let message = refused(&|builder| {
            builder.primary(["a"]).unwrap();
            builder.secondary(["x"]).unwrap();
            builder.option([("a", None), ("x", Some(name))]).unwrap();
        });
        assert!(message.starts_with("the name `"), "{message}");
    }
    let message = refused(&|builder| {
        builder.secondary(["x"]).unwrap();
    });
    assert!(message.contains("no primary item"), "{message}");
    assert!(refused(&|_| {}).contains("no primary item"));
    let message = refused(&|builder| {
        builder.primary(["a"]).unwrap();
        builder.option(["a"]).unwrap();
        builder.option(Vec::<ItemId>::new()).unwrap();
    });
    assert!(message.starts_with("option 1, counted from 0, has no items"), "{message}");
}

#[test]
fn items_without_names_get_names_that_no_other_has() {
    let mut builder = Problem::builder();
    builder.unnamed_primary(2).unwrap();
    builder.primary(["#1", "##0", "#2"]).unwrap();
    builder.unnamed_secondary(1).unwrap();
    builder.option([1, 2, 5].map(ItemId::new)).unwrap();
    let problem = builder.build().unwrap();
    assert_eq!(text(&problem), "###0 ###1 #1 ##0 #2 | ###5\n###1 #1 ###5\n");
    let named = parse(&text(&problem));
    assert_ne!(named, problem);
    assert_eq!(text(&named), text(&problem));
    assert!(named.options().eq(problem.options()));
}

#[test]
fn a_name_that_begins_as_another_encoding_survives() {
    for name in ["\u{FEFF}a", "PK\u{3}\u{4}"] {
        let mut builder = Problem::builder();
        builder.primary([name]).unwrap();
        builder.option([name]).unwrap();
        let problem = builder.build().unwrap();
        assert_eq!(parse(&text(&problem)), problem, "{name:?}");
    }
}
