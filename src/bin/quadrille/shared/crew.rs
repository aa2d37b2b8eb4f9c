//! A search for the covers of a problem by several threads.

use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille::search::{Cube, Engine, OpenCube, Step};
use quadrille::solve::{Batch, Crew, Overseer, Seen};
use quadrille::{AnyEngine, Count, OptionId, Reduced};

use serde::{Deserialize, Serialize};

use crate::shared::console::Session;
use crate::shared::search_args::SearchArgs;

/// What is to be done with the covers.
pub(crate) struct Work<'a> {
    /// If only their number is wanted: how many covers each one that is searched stands for, if that is the same for all.
    pub(crate) each: Option<u128>,
    /// Notes a cover.
    pub(crate) note: &'a (dyn Fn(&[OptionId], &mut Found) + Sync),
    pub(crate) style: Style,
}

/// What depends on the number of a cover, which is not known when its text is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Nothing.
    Plain,
    /// An object ends with its number.
    Json,
    /// A line feed comes before all but the first.
    Separated,
}

/// Covers as they are printed, or their number.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Found {
    /// A checkpoint has it as text: JSON has no numbers that are so large.
    #[serde(with = "decimal")]
    pub(crate) covers: u128,
    #[serde(with = "utf8")]
    pub(crate) text: Vec<u8>,
    /// Where each cover ends.
    ends: Vec<usize>,
}

impl Batch for Found {
    fn size(&self) -> usize {
        self.text.len()
    }
}

mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

mod utf8 {
    use serde::{Deserialize, Deserializer, Serializer, ser};

    pub(super) fn serialize<S: Serializer>(text: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(text).map_err(ser::Error::custom)?)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(deserializer).map(String::into_bytes)
    }
}

/// What an object of a cover ends with, in place of which its true number comes when it is known.
const NO_INDEX: &[u8] = b"0}\n";

impl Work<'_> {
    /// Searches for so many nodes.
    pub(crate) fn search(&self, engine: &mut AnyEngine, found: &mut Found, nodes: u64) -> Step {
        if let Some(each) = self.each {
            let (covers, step) = engine.skip(u64::MAX, nodes);
            found.covers += u128::from(covers) * each;
            return step;
        }
        let last_node = engine.stats().nodes.saturating_add(nodes);
        loop {
            match engine.advance(last_node - engine.stats().nodes) {
                Step::Cover => (self.note)(engine.cover(), found),
                step => return step,
            }
            if found.text.len() >= 1 << 16 {
                return Step::Cover;
            }
        }
    }
}

impl Found {
    /// Adds a cover as it is printed. An object has 0 for its number.
    pub(crate) fn add(&mut self, style: Style, print: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) {
        if style == Style::Separated {
            self.text.push(b'\n');
        }
        print(&mut self.text).expect("memory can always be written to");
        if style == Style::Json {
            self.text.truncate(self.text.len() - NO_INDEX.len());
        }
        self.ends.push(self.text.len());
        self.covers += 1;
    }

    /// Writes the first `most` covers. `before` have been written already, and `is_first` says that nothing at all has.
    pub(crate) fn write(
        &self,
        output: &mut impl Write,
        style: Style,
        (before, is_first): (u128, bool),
        most: u128,
    ) -> io::Result<()> {
        let count = usize::try_from(most).map_or(self.ends.len(), |most| most.min(self.ends.len()));
        let Some(&end) = count.checked_sub(1).and_then(|last| self.ends.get(last)) else { return Ok(()) };
        match style {
            Style::Plain => output.write_all(&self.text[..end]),
            Style::Separated => output.write_all(&self.text[usize::from(is_first)..end]),
            Style::Json => {
                let starts = [0].into_iter().chain(self.ends.iter().copied());
                for ((start, &end), index) in starts.zip(&self.ends[..count]).zip(before + 1..) {
                    output.write_all(&self.text[start..end])?;
                    writeln!(output, "{index}}}")?;
                }
                Ok(())
            }
        }
    }
}

/// Prints what is found.
struct Printer<'a> {
    work: &'a Work<'a>,
    session: &'a mut Session,
    found: u128,
    most: u128,
    result: io::Result<()>,
}

impl Printer<'_> {
    /// Remembers what became of the output; a search whose output cannot be written is over.
    fn note(&mut self, result: io::Result<()>) -> ControlFlow<()> {
        let is_ok = result.is_ok();
        self.result = result;
        if is_ok { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Overseer for Printer<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let left = self.most - self.found;
        let result = if batch.ends.is_empty() {
            Ok(())
        } else {
            let before = (self.found, self.found == 0 && self.session.solutions == 0);
            self.session.print(|output| batch.write(output, self.work.style, before, left))
        };
        self.found += batch.covers.min(left);
        self.note(result)?;
        if self.found == self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, seen: &Seen) -> ControlFlow<(), bool> {
        let result = self.session.watch(clamped(self.found), seen);
        match self.note(result) {
            ControlFlow::Continue(()) => ControlFlow::Continue(false),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        }
    }
}

/// A number that is only shown.
fn clamped(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Searches the covers of a cube, and prints them, or only counts them. Fails only if the output does.
pub(crate) fn run(
    args: &SearchArgs,
    engine: AnyEngine,
    cube: Cube,
    work: &Work<'_>,
    session: &mut Session,
) -> io::Result<Count> {
    let whole = OpenCube { cube, ..OpenCube::whole() };
    let most = args.most().map_or(u128::MAX, u128::from);
    let mut printer = Printer { work, session, found: 0, most, result: Ok(()) };
    let crew = Crew::new(engine, args.threads()).with_parts(vec![whole]).ordered(args.ordered);
    let seen = crew.run(&mut printer, |engine, found, nodes| work.search(engine, found, nodes));
    let Printer { found, result, .. } = printer;
    session.add(clamped(found), seen.stats);
    result?;
    let count = clamped(found);
    Ok(if found < most && found <= u128::from(u64::MAX) { Count::Exactly(count) } else { Count::AtLeast(count) })
}

/// How many covers of the original problem a cover of a smaller one stands for, if that is the same for all.
pub(crate) fn covers_each(reduced: Option<&Reduced>) -> Option<u128> {
    let Some(reduced) = reduced else { return Some(1) };
    let mut options = (0..reduced.problem().option_count() as u32).map(OptionId::new);
    let is_same = options.all(|option| reduced.originals(option).len() == 1);
    is_same.then(|| reduced.originals_of(&[]).left())
}
