//! Prefetching: reading a word from memory while other work is done.
//!
//! The instruction changes only the caches of the processor. Every x86-64 machine has it.

#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

/// Prefetches a word into the nearest cache of an x86-64 processor. Does nothing on other targets.
#[inline(always)]
pub(in crate::engine) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of x86-64 has the instruction, and the pointer is valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}
