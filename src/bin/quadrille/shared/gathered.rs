//! The results that the threads of a search gather: printed covers, or their number.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use num_bigint::BigUint;
use quadrille::parallel::{Batch, Observer, Progress, Remaining, WorkerPool};
use quadrille::search::{Cube, Engine, OpenCube, Stats, Step};
use quadrille::{AnyEngine, Count, OptionId};

use crate::shared::decimal::Decimal;
use crate::shared::error::Error;
use crate::shared::interrupt;
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;

/// The treatment of the covers found.
pub(crate) struct Work<'a> {
    pub(crate) style: Style,
    pub(crate) search: Box<Search<'a>>,
}

/// Searches at most a number of nodes with an engine, and adds what it finds.
type Search<'a> = dyn Fn(&mut AnyEngine, &mut Found, u64) -> Step + Sync + 'a;

impl Work<'_> {
    pub(crate) fn counting() -> Self {
        let search = |engine: &mut AnyEngine, found: &mut Found, nodes| {
            let (covers, step) = engine.skip(u64::MAX, nodes);
            found.covers += u128::from(covers);
            step
        };
        Self { style: Style::Plain, search: Box::new(search) }
    }
}

/// The part of a cover's text that depends on its number, which is unknown when the text is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// None.
    Plain,
    /// The number at the end of an object.
    Json,
    /// A line feed before every cover but the first.
    Separated,
}

/// Printed covers, or their number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) covers: u128,
    pub(crate) text: Vec<u8>,
    /// The end of each cover in `text`.
    ends: Vec<usize>,
}

impl Batch for Found {
    fn size(&self) -> usize {
        self.text.len()
    }
}

/// The end of the object of a cover. The true number replaces the 0 when it is known.
const NO_INDEX: &[u8] = b"0}\n";

/// Covers that were printed one by one.
impl From<Vec<String>> for Found {
    fn from(covers: Vec<String>) -> Self {
        let end = |end: &mut usize, cover: &String| {
            *end += cover.len();
            Some(*end)
        };
        let ends = covers.iter().scan(0, end).collect();
        Self { covers: covers.len() as u128, text: covers.concat().into_bytes(), ends }
    }
}

impl Found {
    fn covers(&self) -> impl Iterator<Item = &[u8]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        self.covers().map(|cover| String::from_utf8_lossy(cover).into_owned()).collect()
    }

    /// Searches at most `nodes` nodes, and adds the covers. `print` gets a cover, and the number of
    /// leading options that it shares with the previous one. A JSON object has 0 for its number.
    pub(crate) fn record(
        &mut self,
        engine: &mut AnyEngine,
        nodes: u64,
        style: Style,
        mut print: impl FnMut(&mut Vec<u8>, &[OptionId], usize),
    ) -> Step {
        let last_node = engine.stats().nodes.saturating_add(nodes);
        loop {
            let step = engine.advance(last_node - engine.stats().nodes);
            if step != Step::Cover {
                return step;
            }
            if style == Style::Separated {
                self.text.push(b'\n');
            }
            let unchanged = engine.unchanged();
            print(&mut self.text, engine.cover(), unchanged);
            if style == Style::Json {
                self.text.truncate(self.text.len() - NO_INDEX.len());
            }
            self.ends.push(self.text.len());
            self.covers += 1;
            if self.text.len() >= 1 << 16 {
                return Step::Cover;
            }
        }
    }

    /// Writes the first `most` covers. `before` covers have been written already. `is_first` is
    /// true if nothing has been written yet.
    pub(crate) fn write(
        &self,
        output: &mut impl Write,
        style: Style,
        (before, is_first): (u128, bool),
        most: u128,
    ) -> io::Result<()> {
        let count = usize::try_from(most).map_or(self.ends.len(), |most| most.min(self.ends.len()));
        let Some(&end) = count.checked_sub(1).and_then(|last| self.ends.get(last)) else {
            return Ok(());
        };
        match style {
            Style::Plain => output.write_all(&self.text[..end]),
            Style::Separated => output.write_all(&self.text[usize::from(is_first)..end]),
            Style::Json => {
                let mut index = Decimal::new(before);
                let mut text = Vec::with_capacity(end + count * index.as_bytes().len());
                for cover in self.covers().take(count) {
                    index.increase();
                    text.extend_from_slice(cover);
                    text.extend_from_slice(index.as_bytes());
                    text.extend_from_slice(b"}\n");
                }
                output.write_all(&text)
            }
        }
    }
}

/// The observer that prints the results, or writes them to a file.
struct Printer<'a> {
    work: &'a Work<'a>,
    file: Option<CoverFile<'a>>,
    session: &'a mut Session,
    found: u128,
    most: u128,
    /// The number of covers that each found cover represents. It is 1 if covers are printed.
    weight: u64,
    /// The result of the output so far.
    result: Result<(), Error>,
    is_stopped: bool,
}

/// A file of covers, with its name.
pub(crate) type CoverFile<'a> = (&'a mut BufWriter<File>, &'a Path);

impl Observer for Printer<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let left = self.most - self.found;
        let before = (self.found, self.found == 0 && self.session.totals.has_none());
        let style = self.work.style;
        self.result = match &mut self.file {
            _ if batch.ends.is_empty() => Ok(()),
            Some((file, name)) => batch
                .write(file, style, before, left)
                .map_err(|error| Error::about(name.display(), error)),
            None => self.session.print(|output| batch.write(output, style, before, left)),
        };
        self.found += (batch.covers * u128::from(self.weight)).min(left);
        let is_over = self.result.is_err() || self.found == self.most;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let state = || (self.found.into(), Some(progress.open));
        self.result = self.session.watch(progress.stats, state);
        if self.result.is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(self.session.is_to_stop(progress.stats.nodes))
    }

    fn look<'b>(
        &mut self,
        _: &Progress,
        _: impl Iterator<Item = Remaining<'b, Found>>,
    ) -> ControlFlow<()> {
        // An interrupt or a limit has requested this call. All workers have reported by now.
        self.is_stopped = true;
        ControlFlow::Break(())
    }
}

/// Finds the covers of a cube with several threads. Prints or counts them, up to the maximum
/// number. After an interrupt or at a limit, returns the number found so far.
pub(crate) fn run(
    args: &SearchArgs,
    engine: AnyEngine,
    cube: Cube,
    work: &Work<'_>,
    session: &mut Session,
) -> Result<Count, Error> {
    let whole = OpenCube { cube, ..OpenCube::whole() };
    let pool = WorkerPool::new(engine, args.with.threads());
    let pool = pool.with_parts(vec![whole]).ordered(args.ordered);
    let most = args.most().map_or(u128::MAX, u128::from);
    gather(pool, 1, most, work, None, session).map(|(count, _)| count)
}

/// Does the work of [`run`] with a given pool, where each cover found represents `weight` covers.
/// Writes the covers to a file if one is given. Returns the statistics too.
pub(crate) fn gather(
    pool: WorkerPool<AnyEngine>,
    weight: u64,
    most: u128,
    work: &Work<'_>,
    file: Option<CoverFile<'_>>,
    session: &mut Session,
) -> Result<(Count, Stats), Error> {
    interrupt::watch();
    let (result, is_stopped) = (Ok(()), false);
    let mut printer = Printer { work, file, session, found: 0, most, weight, result, is_stopped };
    let progress = pool.run(&mut printer, &*work.search);
    let Printer { found, result, is_stopped, .. } = printer;
    session.totals.add(found, progress.stats);
    result?;
    let is_exact = found < most && !is_stopped;
    let found = BigUint::from(found);
    Ok((if is_exact { found.into() } else { Count::at_least(found) }, progress.stats))
}
