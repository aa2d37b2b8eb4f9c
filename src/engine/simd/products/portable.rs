//! Sums of products in ordinary words. The compiler can use registers of 128 bits if every machine
//! of the target has them.

use super::super::tokens::Portable;
use super::{LANES, Numbers, Pair, Products, Run};

impl Products for Portable {
    #[inline(always)]
    fn add_up(self, a: &[Numbers], b: &[Numbers], pairs: &[Pair], runs: &[Run]) -> [u64; LANES] {
        let mut totals = [0; LANES];
        let mut start = 0;
        for run in runs {
            let end = run.end as usize;
            let mut sums = [0_u32; LANES];
            for pair in &pairs[start..end] {
                let x = &a[usize::from(pair.at[0])].0;
                let y = &a[usize::from(pair.at[1])].0;
                let (m, n) = (u32::from(pair.factors[0]), u32::from(pair.factors[1]));
                for lane in 0..LANES {
                    let products = m * u32::from(x[lane]) + n * u32::from(y[lane]);
                    sums[lane] = sums[lane].wrapping_add(products);
                }
            }
            start = end;
            let b = &b[usize::from(run.at)].0;
            for lane in 0..LANES {
                totals[lane] += u64::from(sums[lane]) * u64::from(b[lane]);
            }
        }
        totals
    }

    #[inline(always)]
    fn transpose(self, rows: &[&[u16]; LANES], columns: &mut [Numbers]) {
        for (lane, row) in rows.iter().enumerate() {
            for (column, &number) in columns.iter_mut().zip(*row) {
                column.0[lane] = number;
            }
        }
    }
}
