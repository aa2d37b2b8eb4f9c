//! Journals: the files that store unfinished searches. All have one format.
//!
//! A search consists of units. A unit is either a list of parts, which are cubes that have no cover
//! in common, or an orbit of the tables of a Sudoku. The first line, the head, states the problem
//! and the options. Each other line belongs to a unit, and states what was found and which parts
//! are left:
//!
//! - A file of units (`split`) has a line for each unit, with all of its parts left.
//! - A file of results has no head, so many processes can append to it. `run` appends a line for
//!   each unit that it searches, and `merge` adds up their counts.
//! - A running search appends lines to its checkpoint. A search for covers is one unit, number 0,
//!   and only its last line counts. A count for a Sudoku has one line for each finished orbit.
//!
//! A line is a JSON object. Its field `check` is a hash of the rest of the line, which detects
//! truncated and altered lines. A process that is killed leaves at most a torn line at the end.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille::OptionId;
use quadrille::search::{Cube, OpenCube};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::shared::error::{Error, Result};
use crate::shared::files::replace;
use crate::shared::input;
use crate::shared::interrupt::saving;
use crate::shared::session::Session;

/// The version of the format.
const FORMAT: u32 = 1;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JournalKind {
    /// Units of a search.
    Units,
    /// A checkpoint of a search for covers.
    Cover,
    /// A checkpoint of a count of the solutions of a Sudoku.
    Sudoku,
}

impl JournalKind {
    /// Describes the file, with the command that reads it.
    pub(crate) fn advice(self) -> &'static str {
        match self {
            Self::Units => "this is a file of units; `quadrille run` searches them",
            Self::Cover | Self::Sudoku => "this is a checkpoint; `quadrille resume` continues it",
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    journal: u32,
    /// The version of the program that wrote the journal.
    version: String,
    pub(crate) kind: JournalKind,
    /// The hash of the problem, or of the puzzle.
    pub(crate) problem: String,
    /// The hash of the lines of units; empty in a checkpoint. Only results of the same split can be
    /// added up.
    pub(crate) split: String,
    /// The number of units, or 0 if it follows from the problem.
    pub(crate) units: usize,
    /// The further fields of this kind of journal.
    options: Value,
}

/// A unit: the number of covers found in it, and its remaining pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) problem: String,
    /// The hash of the lines of units. It is empty in those lines themselves and in checkpoints.
    pub(crate) split: String,
    pub(crate) unit: usize,
    pub(crate) of: usize,
    /// The number of covers, in decimal.
    pub(crate) count: String,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) version: String,
    pub(crate) host: String,
    /// True if the unit needs no further search.
    pub(crate) complete: bool,
    /// The remaining pieces, in order. An incomplete unit without pieces starts again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left: Vec<Left>,
    /// The length in bytes of the file of covers when it has exactly the covers counted here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) length: Option<u64>,
}

/// A remaining piece of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Left {
    /// The texts of covers that cannot be written before those of earlier parts.
    Covers(Vec<String>),
    /// A part to be searched: a cube with its share of the search, and with options counted from 1
    /// as in the output of the program.
    Part {
        prefix: Vec<u32>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        excluded: Vec<u32>,
        share: f64,
    },
}

impl From<&OpenCube> for Left {
    fn from(OpenCube { cube, share }: &OpenCube) -> Self {
        let positions =
            |options: &[OptionId]| options.iter().map(|option| option.get() + 1).collect();
        let (prefix, excluded) = (positions(&cube.chosen), positions(&cube.excluded));
        Self::Part { prefix, excluded, share: *share }
    }
}

impl Left {
    /// Returns the cube of a part, or `None` if this is not a part or names an option that the
    /// problem lacks.
    pub(crate) fn open(&self, option_count: usize) -> Option<OpenCube> {
        let Self::Part { prefix, excluded, share } = self else { return None };
        let options = |positions: &[u32]| {
            let ids = positions.iter().map(|position| position.checked_sub(1).map(OptionId::new));
            ids.collect::<Option<Vec<_>>>()
        };
        let cube = Cube { chosen: options(prefix)?, excluded: options(excluded)? };
        cube.check(option_count).ok()?;
        Some(OpenCube { cube, share: *share })
    }
}

impl Head {
    pub(crate) fn new(kind: JournalKind, problem: String) -> Self {
        let (journal, version, options) = (FORMAT, VERSION.to_owned(), Value::Null);
        let (split, units) = (String::new(), usize::from(kind == JournalKind::Cover));
        Self { journal, version, kind, problem, split, units, options }
    }

    /// Returns the options, or the description of an error in them.
    pub(crate) fn options<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_value(self.options.clone()).map_err(|error| format!("its head: {error}"))
    }

    pub(crate) fn set_options(&mut self, options: &impl Serialize) {
        let value = serde_json::to_value(options);
        self.options = value.expect("it can be written as JSON");
    }

    /// Returns a unit of this search without covers and without remaining pieces.
    pub(crate) fn unit(&self, unit: usize) -> Unit {
        Unit {
            problem: self.problem.clone(),
            split: self.split.clone(),
            unit,
            of: self.units,
            count: "0".to_owned(),
            nodes: 0,
            seconds: 0.0,
            version: VERSION.to_owned(),
            host: sysinfo::System::host_name().unwrap_or_else(|| "unknown".to_owned()),
            complete: true,
            left: Vec::new(),
            length: None,
        }
    }

    fn has(&self, unit: &Unit) -> bool {
        (&self.problem, &self.split, self.units) == (&unit.problem, &unit.split, unit.of)
    }
}

pub(crate) fn hash_of(bytes: &[u8]) -> String {
    hex(Sha256::new_with_prefix(bytes))
}

/// Returns the first half of a hash in hexadecimal digits.
pub(crate) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a value as a line with its hash.
pub(crate) fn to_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("it can be written as JSON");
    let check = hash_of(line.as_bytes());
    line.truncate(line.len() - 1);
    line + &format!(",\"check\":\"{check}\"}}\n")
}

pub(crate) struct Line {
    /// The file and the number of the line.
    pub(crate) place: String,
    pub(crate) text: String,
}

impl Line {
    /// Parses the line, or returns the description of an error in it.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, String> {
        let line = self.text.trim_end();
        let (rest, check) = line
            .rsplit_once(",\"check\":\"")
            .ok_or_else(|| "truncated, or not a line of this format".to_owned())?;
        let rest = format!("{rest}}}");
        if check.strip_suffix("\"}") != Some(&*hash_of(rest.as_bytes())) {
            return Err("damaged: its hash does not match".to_owned());
        }
        serde_json::from_str(&rest).map_err(|error| format!("not a line of this format: {error}"))
    }

    /// True if the line was not written completely, because a process was killed or a disk was
    /// full. Only the last line of a file can lack its line feed.
    pub(crate) fn is_torn(&self) -> bool {
        !self.text.ends_with('\n') && self.parse::<IgnoredAny>().is_err()
    }

    /// True if the line is torn, even if [`append`] has ended it to add a later result.
    pub(crate) fn was_torn(&self) -> bool {
        serde_json::from_str::<IgnoredAny>(self.text.trim_end()).is_err_and(|error| error.is_eof())
    }

    pub(crate) fn torn(&self) -> String {
        format!("{}: the line was not written completely and is ignored", self.place)
    }

    pub(crate) fn bad(&self, what: impl std::fmt::Display) -> Error {
        Error::about(&self.place, what)
    }
}

/// Iterates over the lines of a journal, except blank lines.
pub(crate) fn lines(file: &OsStr) -> Result<impl Iterator<Item = Result<Line>> + use<>> {
    let name = file.display().to_string();
    let unread = |name: &str, error| Error::Bad(format!("{name}: cannot be read: {error}"));
    let source = input::open_or_stdin(file).map_err(|error| unread(&name, error))?;
    let mut reader = input::buffered(source);
    let lines = (1..).map_while(move |number| {
        let mut bytes = Vec::new();
        let place = format!("{name}:{number}");
        match reader.read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                Some(Ok(Line { place, text }))
            }
            Err(error) => Some(Err(unread(&place, error))),
        }
    });
    Ok(lines.filter(|line| line.as_ref().map_or(true, |line| !line.text.trim().is_empty())))
}

/// Reads the head of a file of units, or of a checkpoint. `line` is the first line.
pub(crate) fn head(
    file: &OsStr,
    line: Option<Result<Line>>,
    of_units: bool,
) -> Result<(Head, Line)> {
    let name = file.display();
    let (what, origin) = match of_units {
        true => ("a file of units", "`quadrille split` writes files of units"),
        false => ("a checkpoint", "the option --checkpoint writes checkpoints"),
    };
    let line = line.ok_or_else(|| Error::about(&name, format_args!("it is empty; {origin}")))??;
    let head: Head =
        line.parse().map_err(|error| line.bad(format_args!("not {what}: {error}; {origin}")))?;
    if (head.kind == JournalKind::Units) != of_units {
        return Err(Error::about(&name, head.kind.advice()));
    }
    // Versions with the same `FORMAT` can exchange files of units, but not checkpoints.
    if head.journal != FORMAT || !of_units && head.version != VERSION {
        let version = head.version;
        let mend = "use the version that wrote it, or start again";
        let what = format!("written by quadrille {version}, and this is {VERSION}: {mend}");
        return Err(Error::about(&name, what));
    }
    Ok((head, line))
}

/// Reads a checkpoint: its head, and the last line of each unit. Reports a torn line.
pub(crate) fn read(file: &OsStr, session: &mut Session) -> Result<(Head, BTreeMap<usize, Unit>)> {
    if file == "-" {
        return Err(Error::about("-", "a checkpoint is a file, as it is written again"));
    }
    let mut lines = lines(file)?;
    let (head, _) = head(file, lines.next(), false)?;
    let mut units = BTreeMap::new();
    for line in lines {
        let line = line?;
        let what = match line.parse::<Unit>() {
            Ok(unit) if head.has(&unit) => {
                units.insert(unit.unit, unit);
                continue;
            }
            Err(_) if line.is_torn() => {
                session.say(&line.torn())?;
                continue;
            }
            Ok(_) => "a line of another search".to_owned(),
            Err(error) => error,
        };
        let mend = "delete the line: only work that no other line records is repeated";
        return Err(line.bad(format_args!("{what}: {mend}")));
    }
    Ok((head, units))
}

/// Appends a line to a file of results with one write, because other processes append to it too. If
/// a crash has left an unfinished line, ends that line first. Locks the file if possible, because
/// hosts could overwrite each other's lines over NFS. On Windows, a lock would prevent reading.
pub(crate) fn append(file: &OsStr, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(file)?;
    let _ = cfg!(unix).then(|| file.lock());
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let line = if last == [b'\n'] { line.to_owned() } else { format!("\n{line}") };
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// A file is rewritten, with only the last line of each unit, before it exceeds both this size and
/// this multiple of the size of these lines.
const SMALL: u64 = 1 << 16;
const GROWTH: u64 = 8;

/// A checkpoint that this process has locked and writes.
pub(crate) struct Journal<'a> {
    pub(crate) file: &'a Path,
    pub(crate) head: Head,
    /// The last line of each unit.
    lines: BTreeMap<usize, String>,
    /// The length of the file, or 0 if some of `lines` are not in it.
    length: u64,
    every: Duration,
    /// The time of the last attempt to write, and that of the last success.
    tried: Instant,
    written: Instant,
    /// The warnings printed. Each is printed once.
    warnings: Vec<String>,
}

impl<'a> Journal<'a> {
    /// Writes the file, replacing an existing one. The next write is due after `every` seconds.
    pub(crate) fn begin(
        file: &'a Path,
        head: Head,
        units: impl IntoIterator<Item = Unit>,
        every: f64,
    ) -> Result<Self> {
        let lines = units.into_iter().map(|unit| (unit.unit, to_line(&unit))).collect();
        let every = Duration::try_from_secs_f64(every).unwrap_or(Duration::MAX);
        let now = Instant::now();
        let (tried, written, warnings) = (now, now, Vec::new());
        let mut journal = Self { file, head, lines, length: 0, every, tried, written, warnings };
        let unwritten = |error| format!("the checkpoint cannot be written: {error}");
        journal.rewrite().map_err(|error| Error::about(file.display(), unwritten(error)))?;
        Ok(journal)
    }

    pub(crate) fn is_due(&self) -> bool {
        self.tried.elapsed() >= self.every
    }

    pub(crate) fn has(&self, unit: usize) -> bool {
        self.lines.contains_key(&unit)
    }

    /// Adds lines. Each replaces the lines of its unit. If this fails, the old lines stay valid.
    pub(crate) fn add(&mut self, units: impl IntoIterator<Item = Unit>) -> io::Result<()> {
        saving(|| self.add_unsaved(units))
    }

    fn add_unsaved(&mut self, units: impl IntoIterator<Item = Unit>) -> io::Result<()> {
        let mut text = String::new();
        for unit in units {
            let line = to_line(&unit);
            text += &line;
            self.lines.insert(unit.unit, line);
        }
        self.tried = Instant::now();
        let whole: usize = self.lines.values().map(String::len).sum();
        let is_grown =
            self.length + text.len() as u64 > SMALL.max(GROWTH.saturating_mul(whole as u64));
        if is_grown || self.length == 0 || self.append(&text).is_err() {
            self.length = 0;
            self.rewrite()?;
        }
        self.written = Instant::now();
        Ok(())
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(self.file)?;
        if file.seek(SeekFrom::End(0))? != self.length {
            return Err(io::Error::other("another program has changed it"));
        }
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        match written {
            Ok(()) => self.length += text.len() as u64,
            // Removes what was written: nothing could be appended after an incomplete line.
            Err(_) => file.set_len(self.length)?,
        }
        written
    }

    fn rewrite(&mut self) -> io::Result<()> {
        let text: String =
            std::iter::once(to_line(&self.head)).chain(self.lines.values().cloned()).collect();
        replace(self.file, text.as_bytes())?;
        self.length = text.len() as u64;
        Ok(())
    }

    /// Warns that a line was not written, once for each reason.
    pub(crate) fn warn(&mut self, error: &io::Error, session: &mut Session) {
        let file = self.file.display();
        let warning = format!(
            "{file}: warning: the checkpoint cannot be written: {error}; the previous state is kept, and the search continues"
        );
        if !self.warnings.contains(&warning) {
            // A failure of standard output is detected when the result is printed.
            let _ = session.say(&warning);
            self.warnings.push(warning);
        }
    }

    /// Returns the part of a message about the work that is lost if no other line is written.
    pub(crate) fn lost(&self) -> String {
        let seconds = self.written.elapsed().as_secs_f64();
        let file = self.file.display();
        format!(
            "the work of the last {seconds:.1} s is lost, and `quadrille resume {file}` repeats it"
        )
    }

    /// Returns the error for a checkpoint that cannot be written. `what` names it.
    pub(crate) fn unwritten(&self, what: &str, error: &io::Error) -> Error {
        let lost = self.lost();
        Error::about(self.file.display(), format_args!("{what} cannot be written: {error}: {lost}"))
    }
}
