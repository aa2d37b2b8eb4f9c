//! The results that the threads of a search gather: covers as text, or only their number.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use num_bigint::BigUint;
use quadrille::parallel::{Batch, Observer, Progress, Remaining, WorkerPool};
use quadrille::search::{Cube, Engine, OpenCube, Stats, Step};
use quadrille::{AnyEngine, Count, OptionId};

use crate::shared::decimal::Decimal;
use crate::shared::error::{Error, Result};
use crate::shared::format::Format;
use crate::shared::interrupt;
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;

/// The search for covers, and the format in which they are printed.
pub(crate) struct Work<'a> {
    /// The format of the covers. In JSON, the number of a cover ends its object, because it is
    /// unknown when the text is made. A line feed precedes every grid but the first.
    pub(crate) format: Format,
    pub(crate) search: Box<SearchFn<'a>>,
}

/// A function that searches up to a number of nodes with an engine, and adds what it finds.
type SearchFn<'a> = dyn Fn(&mut AnyEngine, &mut Found, u64) -> Step + Sync + 'a;

impl Work<'_> {
    pub(crate) fn counting() -> Self {
        let search = |engine: &mut AnyEngine, found: &mut Found, nodes| {
            let (covers, step) = engine.skip(u64::MAX, nodes);
            found.covers += u128::from(covers);
            step
        };
        Self { format: Format::Text, search: Box::new(search) }
    }
}

/// Covers as text, or only their number.
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

impl From<Vec<String>> for Found {
    fn from(covers: Vec<String>) -> Self {
        let mut found = Self { covers: covers.len() as u128, ..Self::default() };
        for cover in &covers {
            found.text.extend_from_slice(cover.as_bytes());
            found.ends.push(found.text.len());
        }
        found
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

    /// Searches at most `nodes` nodes, stops at 64 KiB of text, and adds the covers. `print` gets a
    /// cover, and its [`Engine::unchanged`]. In JSON, it prints 0 as the number.
    pub(crate) fn record(
        &mut self,
        engine: &mut AnyEngine,
        nodes: u64,
        format: Format,
        mut print: impl FnMut(&mut Vec<u8>, &[OptionId], usize),
    ) -> Step {
        let last_node = engine.stats().nodes.saturating_add(nodes);
        loop {
            let step = engine.advance(last_node - engine.stats().nodes);
            if step != Step::Cover {
                return step;
            }
            if format == Format::Grid {
                self.text.push(b'\n');
            }
            let unchanged = engine.unchanged();
            print(&mut self.text, engine.cover(), unchanged);
            if format == Format::Json {
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
        format: Format,
        (before, is_first): (u128, bool),
        most: u128,
    ) -> io::Result<()> {
        let count = usize::try_from(most).map_or(self.ends.len(), |most| most.min(self.ends.len()));
        let Some(&end) = count.checked_sub(1).and_then(|last| self.ends.get(last)) else {
            return Ok(());
        };
        if format != Format::Json {
            let start = usize::from(is_first && format == Format::Grid);
            return output.write_all(&self.text[start..end]);
        }
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

/// The observer that prints the results, or writes them to a file.
struct Printer<'a> {
    work: &'a Work<'a>,
    file: Option<CoverFile<'a>>,
    session: &'a mut Session,
    found: u128,
    most: u128,
    /// The number of covers that each found cover represents. It is 1 if covers are printed.
    weight: u64,
    /// The error of the output, if there was one.
    result: Result,
    is_stopped: bool,
}

/// A file of covers, with its name.
pub(crate) type CoverFile<'a> = (&'a mut BufWriter<File>, &'a Path);

impl Observer for Printer<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let left = self.most - self.found;
        let before = (self.found, self.found == 0 && self.session.totals.has_none());
        let format = self.work.format;
        self.result = match &mut self.file {
            _ if batch.ends.is_empty() => Ok(()),
            Some((file, name)) => batch
                .write(file, format, before, left)
                .map_err(|error| Error::about(name.display(), error)),
            None => self.session.print(|output| batch.write(output, format, before, left)),
        };
        self.found += (batch.covers * u128::from(self.weight)).min(left);
        let is_over = self.result.is_err() || self.found == self.most;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let state = || (Some(self.found.into()), Some(progress.open));
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
) -> Result<Count> {
    let whole = OpenCube { cube, ..OpenCube::whole() };
    let pool = WorkerPool::new(engine, args.with.threads.threads);
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
) -> Result<(Count, Stats)> {
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
