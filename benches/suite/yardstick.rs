//! A fixed piece of work, independent of the engines. Its time measures the current speed of the
//! machine. Heat, or other work on the cores, reduces this speed.

use std::hint::black_box;

use super::stopwatch::Stopwatch;

/// Returns the processor time of the work in nanoseconds, the minimum of three attempts of about
/// half a millisecond each.
pub(crate) fn measure() -> f64 {
    (0..3).map(|_| attempt()).fold(f64::INFINITY, f64::min)
}

/// Walks through a table by its entries and changes them. As in a search, cache latency limits the
/// speed and branches are unpredictable.
fn attempt() -> f64 {
    const SIZE: usize = 1 << 14;
    let mut table: Vec<u32> = (0..SIZE as u32).map(|at| at.wrapping_mul(0x9E37_79B1)).collect();
    let stopwatch = Stopwatch::start();
    let mut at = 1_u32;
    for _ in 0..100_000 {
        let entry = &mut table[at as usize % SIZE];
        if *entry & 0x100 == 0 {
            *entry = entry.rotate_left(5) ^ at;
        } else {
            *entry = entry.wrapping_add(at);
        }
        at = at.wrapping_mul(5).wrapping_add(*entry >> 7);
    }
    black_box(table);
    stopwatch.elapsed().processor
}
