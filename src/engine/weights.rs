//! Weights of items, which a search learns from its dead ends.
//!
//! A search that branches on the item with the fewest options can spend its time in one part of the
//! tree, where it meets the same contradiction again and again: the same few items run out of
//! options. Branching on these items early leads straight to the contradiction. So each item has a
//! weight, one plus the number of times that it was found without options. The search branches on
//! the item with the smallest quotient of its number of options and the square root of its weight
//! (after Boussemart, Hemery, Lecoutre and Saïs, "Boosting systematic search by weighting
//! constraints", ECAI 2004; Knuth's SSXCC-WTD also uses weights).
//!
//! If all items run out of options equally often, weights carry no information and cost time. The
//! *evenness* of the dead ends tells this case from the one above. It is the inverse of Simpson's
//! index, divided by the number of primary items. The inverse is the effective number of items:
//! with this number of equally frequent items, the same number of pairs of dead ends would share an
//! item. `src/engine/links/README.md` has the evenness of many problems. Weights are turned on when
//! an examination finds the dead ends uneven.

/// The number of updates after which the dead ends are examined for the first time. They are
/// examined again whenever the number of updates has doubled. A search with fewer updates, counted
/// together with those of the searches that it continues, never uses weights.
const FIRST_LOOK: u64 = 1 << 14;

/// The evenness below which weights are used after any number of updates. Partial Latin squares of
/// order 30 and 33 are below it.
const VERY_UNEVEN: f64 = 0.06;

/// The number of updates after which [`UNEVEN`] applies. Earlier dead ends are in one part of the
/// tree, so they are less even than later ones: pentominoes 5x12 begin with 0.08 and end with 0.34.
const MANY: u64 = 1 << 18;

/// The evenness below which weights are used after [`MANY`] updates. In `links/README.md`, the
/// problems that gain much have an evenness of 0.02 to 0.33, and with weights need a twelfth to
/// half of the updates. The others have an evenness of 0.28 (some pentominoes) or more, and with
/// weights would need up to half as many updates again.
const UNEVEN: f64 = 0.3;

/// The evenness is accurate enough if at least this many pairs of dead ends share an item.
const PAIRS: f64 = 64.0;

/// The weights of the items of a search.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The weight of each item: one plus the number of its dead ends. It does not grow beyond 2^24.
    weights: Box<[f32]>,
    /// The number of dead ends, and the number of covers.
    dead_ends: u64,
    covers: u64,
    /// The number of primary items. Only these run out of options.
    items: usize,
    /// The number of updates of the earlier searches that this one continues.
    before: u64,
    /// The number of updates of this search at which the dead ends are examined next.
    next_look: u64,
    are_used: bool,
    /// True if weights are never used. The order of the covers then does not depend on them.
    are_off: bool,
}

impl Weights {
    /// Returns equal weights for `items` items. The first `primary` of them are primary.
    pub(super) fn new(items: usize, primary: usize) -> Self {
        Self {
            weights: vec![1.0; items].into(),
            dead_ends: 0,
            covers: 0,
            items: primary,
            before: 0,
            next_look: FIRST_LOOK,
            are_used: false,
            are_off: false,
        }
    }

    pub(super) fn off() -> Self {
        Self { next_look: u64::MAX, are_off: true, ..Self::new(0, 0) }
    }

    /// Makes all weights equal again, for a new search.
    pub(super) fn reset(&mut self) {
        if self.dead_ends > 0 {
            self.weights.fill(1.0);
        }
        (self.dead_ends, self.covers, self.before) = (0, 0, 0);
        self.are_used = false;
        self.next_look = if self.are_off { u64::MAX } else { FIRST_LOOK };
    }

    /// Keeps the weights for a search that continues the current one. `updates` is the number of
    /// updates of the current search.
    pub(super) fn carry_over(&mut self, updates: u64) {
        if !self.are_used && !self.are_off {
            self.before = self.before.saturating_add(updates);
            self.next_look = self.next_look.saturating_sub(updates);
        }
    }

    /// Turns weights off for the current search and all later ones.
    pub(super) fn turn_off(&mut self) {
        self.are_off = true;
        self.reset();
    }

    #[inline]
    pub(super) fn are_off(&self) -> bool {
        self.are_off
    }

    /// True if weights have been turned on.
    #[inline]
    pub(super) fn are_used(&self) -> bool {
        self.are_used
    }

    /// True if the dead ends must be examined after this number of updates.
    #[inline]
    pub(super) fn is_look_due(&self, updates: u64) -> bool {
        updates >= self.next_look
    }

    /// Examines the dead ends, and turns weights on if they are uneven.
    #[cold]
    pub(super) fn look(&mut self, updates: u64) {
        let all = self.before.saturating_add(updates);
        self.next_look = all.saturating_add(updates);
        // Without this, a search that nearly always finds a cover would use weights.
        if self.dead_ends <= self.covers {
            return;
        }
        let pairs = |n: f64| n * (n - 1.0) / 2.0;
        let equal: f64 = self.weights.iter().map(|&weight| pairs(f64::from(weight) - 1.0)).sum();
        let evenness = pairs(self.dead_ends as f64) / equal / self.items as f64;
        let most = if all < MANY { VERY_UNEVEN } else { UNEVEN };
        if equal >= PAIRS && evenness < most {
            self.are_used = true;
            self.next_look = u64::MAX;
        }
    }

    /// Records a dead end: an item has run out of options. Returns true if the caller must also
    /// record all other items that have run out.
    ///
    /// Recording them improves the weights. But before weights are used, it would mask how uneven
    /// the dead ends are, because some items always run out together.
    #[inline]
    #[must_use = "there may be more items to record"]
    pub(super) fn add_dead_end(&mut self, item: usize) -> bool {
        self.weights[item] += 1.0;
        self.dead_ends += 1;
        self.are_used
    }

    #[inline]
    pub(super) fn add_cover(&mut self) {
        self.covers += 1;
    }

    /// Returns the square of the number of options, divided by the weight. The search branches on
    /// the item with the smallest measure.
    #[inline]
    pub(super) fn measure(&self, item: usize, options: u32) -> f32 {
        let options = options as f32;
        options * options / self.weights[item]
    }

    #[cfg(test)]
    pub(super) fn use_at_once(&mut self) {
        self.are_used = true;
        self.next_look = u64::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns weights after these numbers of dead ends of the items.
    fn after(dead_ends: &[u32]) -> Weights {
        let mut weights = Weights::new(dead_ends.len(), dead_ends.len());
        for (item, &dead_ends) in dead_ends.iter().enumerate() {
            (0..dead_ends).for_each(|_| assert!(!weights.add_dead_end(item)));
        }
        weights
    }

    #[test]
    fn weights_are_used_if_few_of_the_items_run_out() {
        let mut few = [0; 20];
        few[3..7].fill(30);
        let mut even = after(&[30; 20]);
        even.look(1 << 18);
        assert!(!even.are_used());
        assert!(!even.is_look_due((1 << 19) - 1) && even.is_look_due(1 << 19));
        let mut uneven = after(&few);
        uneven.look((1 << 18) - 1);
        assert!(!uneven.are_used(), "there are few updates");
        uneven.look(1 << 18);
        assert!(uneven.are_used() && !uneven.is_look_due(u64::MAX - 1));
        uneven.reset();
        assert!(!uneven.are_used() && uneven.is_look_due(FIRST_LOOK));
    }

    #[test]
    fn weights_are_used_early_if_very_few_of_the_items_run_out() {
        let mut few = [0; 100];
        few[3..7].fill(8);
        let mut weights = after(&few);
        weights.look(FIRST_LOOK);
        assert!(weights.are_used());
    }

    #[test]
    fn too_few_dead_ends_are_no_evidence() {
        let mut weights = after(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
        weights.look(1 << 18);
        assert!(!weights.are_used());
        let mut weights = after(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 30]);
        (0..30).for_each(|_| weights.add_cover());
        weights.look(1 << 18);
        assert!(!weights.are_used(), "as many covers as dead ends");
    }

    #[test]
    fn the_item_with_more_dead_ends_comes_first() {
        let mut weights = after(&[0, 8, 0]);
        assert_eq!(weights.measure(0, 2), 4.0);
        assert_eq!(weights.measure(1, 5), 25.0 / 9.0);
        weights.use_at_once();
        assert!(weights.add_dead_end(2));
        assert_eq!(weights.measure(2, 2), 2.0);
    }

    #[test]
    fn weights_that_are_off_stay_off() {
        let mut weights = after(&[0, 0, 0, 0, 100]);
        weights.turn_off();
        weights.carry_over(1 << 18);
        assert!(!weights.is_look_due(u64::MAX - 1));
        weights.reset();
        assert!(!weights.is_look_due(u64::MAX - 1));
    }

    #[test]
    fn the_next_search_is_looked_at_in_time() {
        let mut weights = after(&[0, 0, 0, 0, 100]);
        weights.carry_over(FIRST_LOOK - 10);
        assert!(weights.is_look_due(10) && !weights.is_look_due(9));
        weights.look(10);
        assert!(!weights.are_used(), "there are few updates");
        assert!(weights.is_look_due(FIRST_LOOK + 10) && !weights.is_look_due(FIRST_LOOK + 9));
        // The updates of all searches count.
        weights.carry_over(MANY - FIRST_LOOK);
        weights.look(10);
        assert!(weights.are_used());
        weights.carry_over(10);
        assert!(weights.are_used() && !weights.is_look_due(u64::MAX - 1));
    }
}
