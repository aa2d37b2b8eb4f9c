//! The peak memory of some work: the largest number of bytes that its thread has in use at a time,
//! without those in use before the work, as requested from the allocator.
//!
//! The figures of the operating system are for the whole process, are rounded to pages, and include
//! memory that the allocator keeps for later. This count is exact, portable and reproducible. It
//! costs a few operations per call of the allocator, and engines seldom allocate while they search.

// Implementing an allocator is unsafe.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a count for each thread.
pub(crate) struct CountingAllocator;

/// The bytes of a thread. Both can be negative: a thread may free memory that another thread
/// allocated.
#[derive(Clone, Copy)]
struct Bytes {
    in_use: isize,
    /// The maximum in use since the last reset.
    peak: isize,
}

thread_local! {
    // The initial value is constant and has no destructor, so the first use allocates nothing.
    static BYTES: Cell<Bytes> = const { Cell::new(Bytes { in_use: 0, peak: 0 }) };
}

/// Runs the work, which must stay on this thread. Returns its result and its peak memory in bytes,
/// which is 0 if [`CountingAllocator`] is not the global allocator.
pub(crate) fn peak_of<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = BYTES.get().in_use;
    BYTES.set(Bytes { in_use: before, peak: before });
    let result = work();
    let peak = BYTES.get().peak - before;
    (result, usize::try_from(peak).unwrap_or(0))
}

fn count(bytes: isize) {
    // This fails only while the thread ends. Nothing is measured then.
    let _ = BYTES.try_with(|counted| {
        let Bytes { in_use, peak } = counted.get();
        let in_use = in_use + bytes;
        counted.set(Bytes { in_use, peak: peak.max(in_use) });
    });
}

// SAFETY: Every call is forwarded to the system's allocator unchanged, and its result is returned
// unchanged. The counting neither allocates nor panics: no layout exceeds `isize::MAX` bytes, and
// neither does the sum of those in use, because they share one address space.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller upholds the contract of this same function.
        let pointer = unsafe { System.alloc(layout) };
        if !pointer.is_null() {
            count(layout.size() as isize);
        }
        pointer
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: As above.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if !pointer.is_null() {
            count(layout.size() as isize);
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: As above.
        unsafe { System.dealloc(pointer, layout) };
        count(-(layout.size() as isize));
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: As above.
        let moved = unsafe { System.realloc(pointer, layout, new_size) };
        if !moved.is_null() {
            count(new_size as isize - layout.size() as isize);
        }
        moved
    }
}
