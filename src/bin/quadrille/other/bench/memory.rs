//! How much memory something takes at its peak: the bytes that it has asked the allocator for and not yet given back.
//!
//! The operating system's figures are of the whole process, rounded to pages, and include what the allocator keeps for
//! later. Counting is exact, works everywhere, and gives the same figure every time. It costs two additions for each
//! allocation, and engines make none while they search.

// An allocator cannot be written without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, with a count of what it has given out.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

/// How many bytes are in use, and how many were at most since that was last set back.
static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Does something; how many bytes more than before were in use at its peak.
pub(super) fn peak_of<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (result, PEAK.load(Relaxed).saturating_sub(before))
}

/// Does something whose memory is not to count, while something else is being measured.
pub(super) fn apart<R>(work: impl FnOnce() -> R) -> R {
    let peak = PEAK.load(Relaxed);
    let result = work();
    PEAK.store(peak, Relaxed);
    result
}

fn given(pointer: *mut u8, size: usize) -> *mut u8 {
    if !pointer.is_null() {
        let in_use = IN_USE.fetch_add(size, Relaxed).wrapping_add(size);
        // Nearly always it is no new peak, and looking is cheaper than writing.
        if in_use > PEAK.load(Relaxed) {
            PEAK.fetch_max(in_use, Relaxed);
        }
    }
    pointer
}

fn taken_back(size: usize) {
    IN_USE.fetch_sub(size, Relaxed);
}

// SAFETY: every call is handed to the system's allocator as it is, and its answer handed back. Nothing that is counted has a
// part in that, and counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the contract of this same function.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) };
        taken_back(layout.size());
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = unsafe { System.realloc(pointer, layout, new_size) };
        if !moved.is_null() {
            taken_back(layout.size());
        }
        given(moved, new_size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The other tests run at the same time, so that there may be more than this one takes, but not less.
    #[test]
    fn what_is_given_back_counts_at_its_peak() {
        let (length, peak) = peak_of(|| {
            let long = vec![1_u8; 10 << 20];
            drop(long);
            let mut growing = Vec::with_capacity(1 << 20);
            growing.resize(3 << 20, 1_u8);
            growing.len()
        });
        assert_eq!(length, 3 << 20);
        assert!((10 << 20..100 << 20).contains(&peak), "{peak}");
    }
}
