//! A fixed piece of work that has nothing to do with the engines. How long it takes says how fast the machine is at that
//! moment: whether it shares its cores with something else, or is too hot to run at its full speed.

use std::hint::black_box;

use super::stopwatch::Stopwatch;

/// The processor's time for it in nanoseconds, the shortest of a few attempts of about half a millisecond each.
pub(super) fn measure() -> f64 {
    (0..3).map(|_| attempt()).fold(f64::INFINITY, f64::min)
}

/// Steps through a table by what is in it, and changes it: like a search, it waits for memory that is near, and branches
/// where nobody can guess.
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
