//! `quadrille distinct` and `--distinct`: solutions up to isomorphism.

use std::fmt;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::search::{Stats, Step};
use quadrille::solve::{Distinct, DistinctCover};
use quadrille::{Count, Counter, Limits, OptionId, Problem};

use crate::shared::error::{self, Error, Result};
use crate::shared::session::Session;
use crate::shared::words::counted;
use crate::shared::{counting, drive};

/// The duration below which a search is audited only on request. Preparing the count could take
/// more than a tenth of this time.
const LEAST: Duration = Duration::from_millis(50);

/// Returns the number of a class, and its other fields in JSON without braces.
pub(crate) fn fields(class: &DistinctCover, index: u64) -> String {
    let DistinctCover { orbit_size, stabilizer_order, .. } = class;
    format!("{index},\"orbit\":{orbit_size},\"stabilizer\":{stabilizer_order}")
}

/// The numbers of classes and of solutions.
pub(crate) struct Classes {
    pub(crate) count: Count,
    pub(crate) all: Count,
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} up to isomorphism, {} in all", self.count, self.all)
    }
}

impl Classes {
    /// Returns the fields of a JSON object, without braces.
    pub(crate) fn fields(&self) -> String {
        let Self { count, all } = self;
        let complete = count.is_exact();
        let (classes, covers) = (count.to_big(), all.to_big());
        format!("\"classes\":{classes},\"covers\":{covers},\"complete\":{complete}")
    }
}

pub(crate) struct DistinctSearch<'a> {
    pub(crate) problem: &'a Problem,
    /// The options that every cover must contain.
    pub(crate) chosen: &'a [OptionId],
    pub(crate) most: Option<u64>,
    pub(crate) audit: bool,
}

impl DistinctSearch<'_> {
    /// Searches until the end, a limit or an interrupt, and calls `each` with each class and its
    /// number. After a complete search, audits the sizes of the orbits.
    pub(crate) fn run(
        &self,
        distinct: Distinct,
        session: &mut Session,
        mut each: impl FnMut(&DistinctCover, u64, &mut Session) -> Result,
    ) -> Result<Classes> {
        let limits = session.limits().covers(self.most.unwrap_or(u64::MAX));
        let mut distinct = distinct.limited(limits);
        let begun = Instant::now();
        let mut index = 0;
        session.drive(&mut distinct, |distinct, nodes, session| {
            let step = distinct.advance(nodes);
            if let Some(class) = distinct.current().filter(|_| step == Step::Cover) {
                index += 1;
                each(class, index, session)?;
            }
            Ok(step)
        })?;
        let (count, all) = (distinct.count_so_far(), distinct.covers_so_far().clone());
        if !count.is_exact() {
            return Ok(Classes { count, all: Count::at_least(all) });
        }
        self.audit(&all, begun.elapsed(), session)?;
        Ok(Classes { count, all: all.into() })
    }

    /// Finds the numbers of classes and of all solutions. If possible, and without an audit or a
    /// maximum, counts the solutions that symmetries preserve instead of listing the classes.
    pub(crate) fn count(&self, mut distinct: Distinct, session: &mut Session) -> Result<Classes> {
        if self.audit || self.most.is_some() {
            return self.run(distinct, session, |_, _, _| Ok(()));
        }
        let find_group = |distinct: &mut Distinct, nodes, _: &mut Session| match distinct.order() {
            Some(_) => Ok(Step::Exhausted),
            None => Ok(distinct.advance(nodes)),
        };
        session.run(&mut distinct, find_group, drive::work)?;
        let Some(kept) = distinct.kept_covers() else {
            return self.run(distinct, session, |_, _, _| Ok(()));
        };
        let mut counts: Vec<Count> = Vec::new();
        for part in kept.parts() {
            let mut counter = Counter::new(&part.problem).limited(session.limits());
            let count = counting::count_cube(&mut counter, &part.cube, session)?;
            session.totals.add(0_u32, counter.stats());
            let is_exact = count.is_exact();
            counts.push(count);
            if !is_exact {
                session.note_stop(counter.stats().nodes);
                break;
            }
        }
        session.say_how(|| {
            let problems = counted(kept.parts().len(), "problem");
            format!("the covers that symmetries preserve were counted, in {problems}")
        })?;
        let numbers: Vec<BigUint> = counts.iter().map(Count::to_big).collect();
        let count = if counts.iter().all(Count::is_exact) {
            let what = "the mean number of covers that symmetries preserve is not whole";
            kept.classes(&numbers).ok_or_else(|| Error::Fault(what.to_owned()))?.into()
        } else {
            Count::at_least(kept.at_least(&numbers))
        };
        session.totals.add_count(&count, Stats::default());
        // The first part has all covers of the search.
        Ok(Classes { count, all: counts.swap_remove(0) })
    }

    /// Compares the sum of the sizes of all orbits with the number of covers. Unless an audit was
    /// requested, skips this after a short search, and stops after a tenth of the search time.
    fn audit(&self, sum: &BigUint, time: Duration, session: &mut Session) -> Result {
        if !self.audit && time < LEAST {
            return Ok(());
        }
        let limits = match self.audit {
            true => session.limits(),
            false => Limits::none().until(Instant::now() + time / 10),
        };
        let mut counter = Counter::new(self.problem).limited(limits);
        let count = counting::count_cube(&mut counter, &self.chosen.into(), session)?;
        session.totals.add(0_u32, if self.audit { counter.stats() } else { Stats::default() });
        if count.is_exact() {
            compare(sum, &count.to_big())?;
            return session.say_how(|| "audit: the sizes of the orbits add up to the count".into());
        }
        if !self.audit {
            return Ok(());
        }
        error::check_signal()?;
        session.note_stop(counter.stats().nodes);
        session.say("there was no time for the audit: raise the limit, or leave out --audit")
    }
}

fn compare(sum: &BigUint, count: &BigUint) -> Result {
    if sum == count {
        return Ok(());
    }
    let what = format!("the classes found have {sum} covers in all, but a count gives {count}");
    Err(Error::Fault(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_a_fault_of_the_program() {
        let [fewer, all] = [91_u32, 92].map(BigUint::from);
        assert!(compare(&all, &all).is_ok());
        let error = compare(&fewer, &all).unwrap_err();
        assert_eq!(error.report(error::SOLVED), 3);
    }
}
