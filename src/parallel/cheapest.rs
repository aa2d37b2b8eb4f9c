//! The search for the cheapest covers by several threads.
//!
//! A long search below a cost limit is cut into parts. Each job searches a slice of a part. The
//! engine determines which results of other jobs each job uses, so the covers found do not depend
//! on the number of threads: see `engine/cheapest/team.rs`. This module runs the jobs on threads.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::OrderedMap;
use crate::engine::cheapest::Job;
use crate::search::{SLICE, Step};
use crate::solve::Cheapest;

impl Cheapest {
    /// Searches with several threads until the search is exhausted, or `watch` breaks. `watch` is
    /// called in the calling thread, several times a second and, while only this thread searches,
    /// after each cover. A [limit](Self::limited) also ends the search.
    ///
    /// The covers found and their order are those of [`advance`](Self::advance), with any number of
    /// threads. Problems with colors, bounds, very large costs, or more than 1,024 items are
    /// searched by one thread. The search can be continued after a break. If the threads were
    /// sharing a search below a cost limit, that search begins again.
    ///
    /// If the system cannot start all threads, fewer run.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::ops::ControlFlow;
    /// use quadrille::{Cheapest, Problem};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a"])?;
    /// for cost in [7, 3, -5] {
    ///     builder.option_with_cost(["a"], cost)?;
    /// }
    /// let mut cheapest = Cheapest::new(&builder.build()?, 2);
    /// let threads = NonZeroUsize::MIN.saturating_add(1);
    /// assert!(cheapest.run(threads, |_| ControlFlow::Continue(())).is_continue());
    /// let costs: Vec<i64> = cheapest.into_covers().into_iter().map(|(_, cost)| cost).collect();
    /// assert_eq!(costs, [-5, 3]);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn run(
        &mut self,
        threads: NonZeroUsize,
        mut watch: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut watch = |cheapest: &Self| {
            if cheapest.is_stopped() { ControlFlow::Break(()) } else { watch(cheapest) }
        };
        self.engine().share(threads.get() > 1);
        while self.advance(SLICE) != Step::Exhausted {
            watch(self)?;
            if self.engine().has_parts() {
                self.run_parts(threads, &mut watch)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn run_parts(
        &mut self,
        threads: NonZeroUsize,
        watch: &mut impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The results taken from the threads but not merged yet.
        let done = RefCell::new(VecDeque::new());
        let search = RefCell::new(&mut *self);
        let jobs = std::iter::from_fn(|| {
            loop {
                let mut search = search.borrow_mut();
                if let Some(job) = search.engine().next_job() {
                    return Some(job);
                }
                // The largest number of jobs is open, or no parts are left.
                let job: Job = done.borrow_mut().pop_front()?;
                search.merge(job);
            }
        });
        // At most `Job::SLOTS` jobs are open at a time, so further threads would have no job.
        let threads = threads.min(Job::SLOTS);
        let run = OrderedMap::new(threads, Job::SLOTS.get()).run(
            jobs,
            || (),
            |(), mut job, _| {
                job.run();
                job
            },
            |job| {
                if let Some(job) = job {
                    done.borrow_mut().push_back(job);
                }
                watch(&search.borrow())
            },
        );
        let search = search.into_inner();
        match run {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Ok(ControlFlow::Break(())) => {
                search.engine().forget_jobs();
                ControlFlow::Break(())
            }
            // No thread has started. The calling thread begins the search below the limit again,
            // and searches its parts alone.
            Err(_) => {
                search.engine().forget_jobs();
                search.engine().share(false);
                ControlFlow::Continue(())
            }
        }
    }
}
