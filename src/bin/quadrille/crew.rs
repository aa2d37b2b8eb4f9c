//! A search for the covers of a problem by several threads.

use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille::engine::{Engine, OpenPart, Step};
use quadrille::solve::{Batch, Crew, Overseer, Seen};
use quadrille::{AnyEngine, Count, Cover, OptionId, Problem, Reduced};

use crate::cover::{self, Format};
use crate::search_args::SearchArgs;
use crate::session::Session;

/// What is to be done with the covers.
pub(crate) struct CrewJob<'a> {
    pub(crate) problem: &'a Problem,
    /// The smaller problem that is searched in its place.
    pub(crate) reduced: Option<&'a Reduced>,
    pub(crate) format: Format,
    /// Whether only their number is wanted.
    pub(crate) counts: bool,
    /// How many covers each cover that is searched stands for, if that is the same for all.
    each: Option<u128>,
}

/// Covers as they are printed, or their number.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) covers: u128,
    pub(crate) text: Vec<u8>,
    /// Where each cover ends.
    ends: Vec<usize>,
}

impl Batch for Found {
    fn size(&self) -> usize {
        self.text.len()
    }
}

/// What an object of a cover ends with, in place of which its true number comes when it is known.
const NO_INDEX: &[u8] = b"0}\n";

impl<'a> CrewJob<'a> {
    pub(crate) fn new(problem: &'a Problem, reduced: Option<&'a Reduced>, format: Format, counts: bool) -> Self {
        let each = reduced.map_or(Some(1), |reduced| {
            let mut options = (0..reduced.problem().option_count() as u32).map(OptionId::new);
            let is_same = options.all(|option| reduced.originals(option).len() == 1);
            is_same.then(|| reduced.originals_of(&[]).left())
        });
        Self { problem, reduced, format, counts, each }
    }

    /// Searches for so many nodes.
    pub(crate) fn search(&self, engine: &mut AnyEngine, found: &mut Found, nodes: u64) -> Step {
        if let (true, Some(each)) = (self.counts, self.each) {
            let (covers, step) = engine.skip(u64::MAX, nodes);
            found.covers += u128::from(covers) * each;
            return step;
        }
        let last_node = engine.stats().nodes.saturating_add(nodes);
        loop {
            match engine.advance(last_node - engine.stats().nodes) {
                Step::Cover => {}
                step => return step,
            }
            match self.reduced {
                None => self.note(engine.cover(), found),
                Some(reduced) if self.counts => found.covers += reduced.originals_of(engine.cover()).left(),
                Some(reduced) => reduced.originals_of(engine.cover()).for_each(|cover| self.note(&cover, found)),
            }
            if found.text.len() >= 1 << 16 {
                return Step::Cover;
            }
        }
    }

    fn note(&self, cover: &[OptionId], found: &mut Found) {
        let cover = Cover::from(cover);
        cover::print_cover(&mut found.text, self.format, self.problem, &cover, 0, None)
            .expect("memory can always be written to");
        if self.format == Format::Json {
            found.text.truncate(found.text.len() - NO_INDEX.len());
        }
        found.ends.push(found.text.len());
        found.covers += 1;
    }
}

impl Found {
    /// Writes the first `most` covers, of which `before` have been written already.
    pub(crate) fn write(&self, output: &mut impl Write, format: Format, before: u128, most: u128) -> io::Result<()> {
        let count = usize::try_from(most).map_or(self.ends.len(), |most| most.min(self.ends.len()));
        if format != Format::Json {
            let end = count.checked_sub(1).map_or(0, |last| self.ends[last]);
            return output.write_all(&self.text[..end]);
        }
        let mut start = 0;
        for (&end, index) in self.ends[..count].iter().zip(before + 1..) {
            output.write_all(&self.text[start..end])?;
            writeln!(output, "{index}}}")?;
            start = end;
        }
        Ok(())
    }
}

/// Prints what is found.
struct Printer<'a> {
    job: &'a CrewJob<'a>,
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
        let result = if self.job.counts {
            Ok(())
        } else {
            let (format, before) = (self.job.format, self.found);
            self.session.print(|output| batch.write(output, format, before, left))
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

/// Searches the covers that contain a prefix, and prints them, or only counts them. Fails only if the output does.
pub(crate) fn cover(
    args: &SearchArgs,
    engine: AnyEngine,
    prefix: &[OptionId],
    job: &CrewJob<'_>,
    session: &mut Session,
) -> io::Result<Count> {
    let mut whole = OpenPart::whole();
    whole.part.prefix = prefix.to_vec();
    let most = args.most().map_or(u128::MAX, u128::from);
    let mut printer = Printer { job, session, found: 0, most, result: Ok(()) };
    let crew = Crew::new(engine, args.threads()).with_parts(vec![whole]).ordered(args.ordered);
    let seen = crew.run(&mut printer, |engine, found, nodes| job.search(engine, found, nodes));
    let Printer { found, result, .. } = printer;
    session.add(clamped(found), seen.stats);
    result?;
    let count = clamped(found);
    Ok(if found < most && found <= u128::from(u64::MAX) { Count::Exactly(count) } else { Count::AtLeast(count) })
}
