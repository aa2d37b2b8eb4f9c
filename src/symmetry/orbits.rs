//! Disjoint sets of numbers that can be joined.

/// Disjoint sets of numbers. The smallest number of a set names it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orbits {
    parents: Vec<u32>,
}

impl Orbits {
    /// Makes each of the first `len` numbers a separate set.
    pub(crate) fn clear(&mut self, len: usize) {
        self.parents.clear();
        self.parents.extend(0..len as u32);
    }

    /// Returns the total size of the sets.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns the name of the set of a number.
    pub(crate) fn find(&mut self, number: u32) -> u32 {
        let mut root = number;
        while self.parents[root as usize] != root {
            let parent = self.parents[root as usize];
            self.parents[root as usize] = self.parents[parent as usize];
            root = parent;
        }
        root
    }

    /// Joins the sets of two numbers. Returns the name that is no longer used, if the sets were
    /// different.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> Option<u32> {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
        (a != b).then_some(a.max(b))
    }

    /// Makes a number a separate set. All other numbers of its set must be separated too.
    pub(super) fn separate(&mut self, number: u32) {
        self.parents[number as usize] = number;
    }

    pub(super) fn join_images(&mut self, permutation: &[u32]) {
        for (number, &image) in permutation.iter().enumerate() {
            if image != number as u32 {
                self.join(number as u32, image);
            }
        }
    }
}
