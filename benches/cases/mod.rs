//! The parser of `benches/cases.toml`, the list of cases to measure, for the benchmarks, the tests
//! and the package `benches/rivals`.

// Each user needs only a part of this module.
#![allow(dead_code)]

pub(crate) mod work;

use std::fmt;
use std::str::FromStr;

use quadrille::EngineChoice;
use serde::Deserialize;

pub(crate) const CASES: &str = include_str!("../cases.toml");

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Row")]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) family: String,
    pub(crate) input: Input,
    pub(crate) task: Task,
    pub(crate) expect: Expected,
    pub(crate) size: Size,
    /// The engines that the case is for, or `None` for all engines.
    pub(crate) engines: Option<Vec<EngineChoice>>,
    /// The source of the expected result.
    pub(crate) source: String,
}

impl Case {
    pub(crate) fn is_for(&self, engine: EngineChoice) -> bool {
        self.engines.as_ref().is_none_or(|engines| engines.contains(&engine))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The exact-cover problem that `quadrille make` writes with these arguments.
    Make(String),
    /// A file: a problem in Knuth's format if its name ends in `.dlx`, and a list of Sudokus
    /// otherwise.
    File(String),
    Puzzle(String),
}

impl Input {
    /// True if the input is an exact-cover problem of its own, and false for Sudokus, which share
    /// one problem.
    pub(crate) fn is_problem(&self) -> bool {
        match self {
            Self::Make(_) => true,
            Self::File(name) => name.ends_with(".dlx"),
            Self::Puzzle(_) => false,
        }
    }
}

/// Displays the input as in the list, but without `=` and quotes: `make queens 8`.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Make(arguments) => write!(f, "make {arguments}"),
            Self::File(name) => write!(f, "file {name}"),
            Self::Puzzle(puzzle) => write!(f, "puzzle {puzzle}"),
        }
    }
}

/// The task for each problem of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Task {
    /// Count its solutions.
    Count,
    /// Take its solutions one by one, those of a Sudoku as grids.
    All,
    /// Find its first solution.
    First,
    /// Search for two solutions, to test uniqueness.
    Two,
    /// Find this number of cheapest solutions.
    Best(usize),
    /// Find the number of its solutions with a `Counter`, which chooses the method.
    Number,
    /// Take its solutions up to isomorphism one by one.
    Distinct,
}

impl Task {
    /// True if no search engine can do the task by itself.
    pub(crate) fn is_beyond_engines(self) -> bool {
        matches!(self, Self::Number | Self::Distinct)
    }

    /// Returns the number of solutions after which the search of a problem ends, or `u64::MAX` to
    /// find all.
    pub(crate) fn limit(self) -> u64 {
        match self {
            Self::Count | Self::All | Self::Number | Self::Distinct => u64::MAX,
            Self::First => 1,
            Self::Two => 2,
            Self::Best(count) => count as u64,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count => f.write_str("count"),
            Self::All => f.write_str("all"),
            Self::First => f.write_str("first"),
            Self::Two => f.write_str("two"),
            Self::Best(count) => write!(f, "best {count}"),
            Self::Number => f.write_str("number"),
            Self::Distinct => f.write_str("distinct"),
        }
    }
}

impl FromStr for Task {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let best = || text.strip_prefix("best ")?.parse().ok().filter(|&count| count > 0);
        match text {
            "count" => Ok(Self::Count),
            "all" => Ok(Self::All),
            "first" => Ok(Self::First),
            "two" => Ok(Self::Two),
            "number" => Ok(Self::Number),
            "distinct" => Ok(Self::Distinct),
            _ => best().map(Self::Best).ok_or_else(|| {
                format!("`{text}` is not a task: write count, all, first, two, number, distinct, or best and a number, as in `best 3`")
            }),
        }
    }
}

impl TryFrom<String> for Task {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Expected {
    /// The number of solutions, of all problems of the input together.
    Solutions(u64),
    /// The costs of the cheapest solutions, in ascending order.
    Costs(Vec<i64>),
}

impl Expected {
    pub(crate) fn solutions(&self) -> u64 {
        match self {
            Self::Solutions(count) => *count,
            Self::Costs(costs) => costs.len() as u64,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solutions(count) => write!(f, "{count}"),
            Self::Costs(costs) => write!(f, "costs {costs:?}"),
        }
    }
}

/// The approximate time in a release build, with the reference engine if it can do the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Size {
    /// Milliseconds.
    Small,
    /// Up to a few seconds.
    Medium,
    /// Tens of seconds.
    Large,
}

impl Size {
    pub(crate) const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let unknown = || format!("there is no size `{name}`: choose one of small, medium, large");
        Self::ALL.into_iter().find(|size| size.name() == name).ok_or_else(unknown)
    }
}

/// Parses the cases of a list, in order.
///
/// # Errors
/// A message with the line of the error, or with the name of a repeated case.
pub(crate) fn read(list: &str) -> Result<Vec<Case>, String> {
    let List { cases } =
        toml::from_str(list).map_err(|error| error.to_string().trim_end().to_owned())?;
    for (at, case) in cases.iter().enumerate() {
        if cases[..at].iter().any(|other| other.name == case.name) {
            return Err(format!("there are two cases named `{}`", case.name));
        }
    }
    Ok(cases)
}

/// The list as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(rename = "case")]
    cases: Vec<Case>,
}

/// A case as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    family: String,
    make: Option<String>,
    file: Option<String>,
    puzzle: Option<String>,
    #[serde(rename = "do")]
    task: Task,
    expect: Expected,
    size: Size,
    engines: Option<Vec<String>>,
    source: String,
}

impl TryFrom<Row> for Case {
    type Error = String;

    fn try_from(row: Row) -> Result<Self, String> {
        let Row { name, family, make, file, puzzle, task, expect, size, engines, source } = row;
        let wrong = |message: &str| format!("case `{name}`: {message}");
        let is_written_plainly =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        if name.is_empty() || !name.chars().all(is_written_plainly) {
            return Err(wrong("a name is made of a to z, 0 to 9, `-` and `.`"));
        }
        let input = match (make, file, puzzle) {
            (Some(arguments), None, None) => Input::Make(arguments),
            (None, Some(name), None) => Input::File(name),
            (None, None, Some(puzzle)) => Input::Puzzle(puzzle),
            _ => return Err(wrong("it needs one of `make`, `file` and `puzzle`")),
        };
        match (task, &expect) {
            (Task::Best(_), _) if !input.is_problem() => {
                return Err(wrong("a solution of a Sudoku has no cost"));
            }
            (Task::Number | Task::Distinct, _) if !input.is_problem() => {
                return Err(wrong("`number` and `distinct` are not for Sudokus"));
            }
            (Task::Best(_), Expected::Solutions(_)) => {
                return Err(wrong("for `best`, `expect` lists the costs, as in [2, 3, 3]"));
            }
            (Task::Best(_), Expected::Costs(_)) | (_, Expected::Solutions(_)) => {}
            (_, Expected::Costs(_)) => {
                return Err(wrong("`expect` is the number of solutions"));
            }
        }
        let engines =
            engines.map(|names| names.iter().map(|name| name.parse::<EngineChoice>()).collect());
        let engines = engines
            .transpose()
            .map_err(|error: quadrille::engine::UnknownEngine| wrong(&error.to_string()))?;
        Ok(Self { name, family, input, task, expect, size, engines, source })
    }
}
