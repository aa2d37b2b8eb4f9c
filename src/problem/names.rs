//! A two-way map between numbers and names.

use std::collections::HashMap;
use std::sync::Arc;

/// The names of items or of colors. Some of them may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names<Id> {
    /// The name of each number. Trailing numbers without a name are left out.
    by_id: Vec<Option<Arc<str>>>,
    by_name: HashMap<Arc<str>, Id>,
}

impl<Id> Default for Names<Id> {
    fn default() -> Self {
        Self { by_id: Vec::new(), by_name: HashMap::new() }
    }
}

/// A number that is an array index.
pub(super) trait Number: Copy {
    fn index(self) -> usize;
}

impl Number for crate::ids::ItemId {
    fn index(self) -> usize {
        self.index()
    }
}

impl Number for crate::ids::Color {
    fn index(self) -> usize {
        self.index()
    }
}

impl<Id: Number> Names<Id> {
    pub(super) fn get(&self, id: Id) -> Option<&str> {
        self.by_id.get(id.index())?.as_deref()
    }

    pub(super) fn find(&self, name: &str) -> Option<Id> {
        self.by_name.get(name).copied()
    }

    /// Returns one more than the highest number that has a name.
    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Removes the names of all numbers from this one on.
    pub(super) fn truncate(&mut self, len: usize) {
        for name in self.by_id.drain(len.min(self.by_id.len())..).flatten() {
            self.by_name.remove(&name);
        }
    }

    /// Adds the name of a number that has none. Returns false if the name is in use.
    pub(super) fn insert(&mut self, id: Id, name: &str) -> bool {
        if self.by_name.contains_key(name) {
            return false;
        }
        let name: Arc<str> = name.into();
        if self.by_id.len() <= id.index() {
            self.by_id.resize(id.index() + 1, None);
        }
        self.by_id[id.index()] = Some(Arc::clone(&name));
        self.by_name.insert(name, id);
        true
    }
}
