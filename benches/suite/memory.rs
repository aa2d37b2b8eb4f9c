//! The peak of the memory that some work takes: the bytes that its thread has asked the allocator
//! for and not given back.
//!
//! The figures of the operating system are of the whole process and rounded to pages, and include
//! what the allocator keeps for later. The count is exact, works everywhere, and is the same every
//! time. It costs two additions for each allocation, and engines allocate nothing while they
//! search.

// An allocator needs unsafe code.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a count for each thread.
pub(crate) struct CountingAllocator;

/// The bytes of a thread. Both can be negative: a thread may free what another one allocated.
#[derive(Clone, Copy)]
struct Bytes {
    in_use: isize,
    /// The most that were in use since this was last set back.
    peak: isize,
}

thread_local! {
    // Constant and without a destructor, so that the first use allocates nothing.
    static BYTES: Cell<Bytes> = const { Cell::new(Bytes { in_use: 0, peak: 0 }) };
}

/// Does the work, which must stay on this thread. Returns its result and the bytes that it had in
/// use at its peak; 0 bytes if [`CountingAllocator`] is not the global allocator.
pub(crate) fn peak_of<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = BYTES.get().in_use;
    BYTES.set(Bytes { in_use: before, peak: before });
    let result = work();
    let peak = BYTES.get().peak - before;
    (result, usize::try_from(peak).unwrap_or(0))
}

fn count(bytes: isize) {
    // Fails only while the thread ends, when nothing is measured.
    let _ = BYTES.try_with(|counted| {
        let Bytes { in_use, peak } = counted.get();
        let in_use = in_use + bytes;
        counted.set(Bytes { in_use, peak: peak.max(in_use) });
    });
}

// SAFETY: every call goes to the system's allocator unchanged, and its answer to the caller. The
// counting has no part in that, and neither allocates nor panics: no layout exceeds `isize::MAX`
// bytes, and the sum of those in use does not either, because they are in one address space.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the contract of this same function.
        let pointer = unsafe { System.alloc(layout) };
        if !pointer.is_null() {
            count(layout.size() as isize);
        }
        pointer
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if !pointer.is_null() {
            count(layout.size() as isize);
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) };
        count(-(layout.size() as isize));
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = unsafe { System.realloc(pointer, layout, new_size) };
        if !moved.is_null() {
            count(new_size as isize - layout.size() as isize);
        }
        moved
    }
}
