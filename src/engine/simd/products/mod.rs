//! Sums of products of three numbers, in sixteen lanes side by side.
//!
//! [`Products`] is implemented for the tokens `Portable`, `Avx2` and `Avx512`. All implementations
//! give the same results.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(in crate::engine) const LANES: usize = 16;

/// A number for each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub(in crate::engine) struct Numbers(pub(in crate::engine) [u16; LANES]);

/// Two factors, which are the same in all lanes, each with the index of the numbers that it
/// multiplies.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct Pair {
    pub(in crate::engine) factors: [u16; 2],
    pub(in crate::engine) at: [u16; 2],
}

/// The end of a run of pairs, and the index of the numbers that multiply their sum.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Run {
    pub(in crate::engine) end: u32,
    pub(in crate::engine) at: u16,
}

/// The operations on numbers. An index beyond the end panics.
pub(in crate::engine) trait Products: Copy {
    /// For each run and each lane, adds up the products of the factors with numbers of `a`, and
    /// multiplies the sum by a number of `b`. Returns the total of all runs in each lane.
    ///
    /// All factors and numbers must be below 2^15, and the sum of a run must be below 2^32 before
    /// it is multiplied. Otherwise the result can be wrong.
    fn add_up(self, a: &[Numbers], b: &[Numbers], pairs: &[Pair], runs: &[Run]) -> [u64; LANES];

    /// Makes each row a lane. Every row must have at least as many numbers as there are columns.
    fn transpose(self, rows: &[&[u16]; LANES], columns: &mut [Numbers]);
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Portable;
    #[cfg(target_arch = "x86_64")]
    use super::super::tokens::{Avx2, Avx512};
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    fn agrees<P: Products>(isa: P) {
        let mut random = Gen::from_size_and_seed(100, 31);
        for _ in 0..if cfg!(miri) { 2 } else { 200 } {
            let mut below = |n: usize| usize::arbitrary(&mut random) % n;
            let width = 1 + below(40);
            let mut numbers =
                || (0..width).map(|_| Numbers([(); LANES].map(|()| below(1729) as u16))).collect();
            let (a, b): (Vec<Numbers>, Vec<Numbers>) = (numbers(), numbers());
            let (mut pairs, mut runs) = (Vec::new(), Vec::new());
            let mut expected = [0; LANES];
            for _ in 0..below(5) {
                let mut sums = [0; LANES];
                for _ in 0..below(9) {
                    let factors = [below(1729) as u16, below(1729) as u16];
                    let at = [below(width) as u16, below(width) as u16];
                    pairs.push(Pair { factors, at });
                    for (lane, sum) in sums.iter_mut().enumerate() {
                        for (factor, at) in factors.into_iter().zip(at) {
                            *sum += u64::from(factor) * u64::from(a[usize::from(at)].0[lane]);
                        }
                    }
                }
                let at = below(width);
                runs.push(Run { end: pairs.len() as u32, at: at as u16 });
                for lane in 0..LANES {
                    expected[lane] += sums[lane] * u64::from(b[at].0[lane]);
                }
            }
            assert_eq!(isa.add_up(&a, &b, &pairs, &runs), expected);

            let rows: Vec<Vec<u16>> =
                (0..LANES).map(|_| (0..width).map(|_| below(1 << 16) as u16).collect()).collect();
            let mut columns = vec![Numbers::default(); width];
            isa.transpose(&std::array::from_fn(|lane| rows[lane].as_slice()), &mut columns);
            for (lane, row) in rows.iter().enumerate() {
                assert!(row.iter().zip(&columns).all(|(number, column)| *number == column.0[lane]));
            }
        }
    }

    #[test]
    fn portable_products_are_right() {
        agrees(Portable);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn products_in_registers_are_right() {
        if let Some(isa) = Avx2::detect() {
            agrees(isa);
        }
        if let Some(isa) = Avx512::detect() {
            agrees(isa);
        }
    }
}
