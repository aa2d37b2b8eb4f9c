//! Registers of one plane in two words of 64 bits, for any machine.

use super::super::tokens::Portable;
use super::{BOX, DigitSet, FULL, GUARD, LOW, Planes, ROW, Words};

/// A word with the first lane below the second, and a word with the third lane.
type Register = [u64; 2];

/// The bits of the lower lane of a word.
const LOWER: u64 = u32::MAX as u64;

/// Returns a word with the same bits in both lanes.
const fn twice(bits: u32) -> u64 {
    bits as u64 | (bits as u64) << 32
}

#[inline(always)]
fn map2(a: Register, b: Register, f: impl Fn(u64, u64) -> u64) -> Register {
    [f(a[0], b[0]), f(a[1], b[1])]
}

impl Planes<9> for Portable {
    type Register = Register;
    const PLANES: usize = 1;
    const AT_ONCE: usize = 1;

    #[inline(always)]
    fn splat(self, [a, b, c, _]: Words) -> Register {
        [u64::from(a) | u64::from(b) << 32, u64::from(c)]
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> Register {
        if planes == 0 { [0; 2] } else { self.splat(words) }
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> Register {
        self.splat(planes[0])
    }

    #[inline(always)]
    fn store(self, a: Register, planes: &mut [Words]) {
        planes[0] = [a[0] as u32, (a[0] >> 32) as u32, a[1] as u32, 0];
    }

    #[inline(always)]
    fn and(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, a: Register, b: Register) -> Register {
        map2(a, b, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, a: Register, b: Register) -> Register {
        map2(a, b, u64::wrapping_sub)
    }

    #[inline(always)]
    fn up<const B: i32>(self, a: Register) -> Register {
        [a[0] << B, a[1] << B]
    }

    #[inline(always)]
    fn down<const B: i32>(self, a: Register) -> Register {
        [a[0] >> B, a[1] >> B]
    }

    #[inline(always)]
    fn spread(self, a: Register) -> Register {
        [a[0].wrapping_mul(u64::from(LOW)), a[1].wrapping_mul(u64::from(LOW))]
    }

    #[inline(always)]
    fn stagger(self, a: Register) -> Register {
        [(a[0] & LOWER) << 2 | a[0] >> 32 << 33, a[1]]
    }

    #[inline(always)]
    fn turn_1(self, a: Register) -> Register {
        [a[0] >> 32 | a[1] << 32, a[0] & LOWER]
    }

    #[inline(always)]
    fn turn_2(self, a: Register) -> Register {
        [a[1] & LOWER | a[0] << 32, a[0] >> 32]
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: Register) -> Register {
        a
    }

    #[inline(always)]
    fn is_zero(self, a: Register) -> bool {
        a[0] | a[1] == 0
    }

    #[inline(always)]
    fn any_band(self, a: Register) -> Register {
        let any = (a[0] | a[0] >> 32 | a[1]) & LOWER;
        [any | any << 32, any]
    }

    #[inline(always)]
    fn inhabited(self, x: &[Register; 9]) -> DigitSet {
        let mut set = 0;
        for (at, x) in x.iter().enumerate() {
            set |= DigitSet::from(x[0] | x[1] != 0) << (4 * at);
        }
        set
    }

    #[inline(always)]
    fn several_of_digit(self, x: Register) -> (Register, Register) {
        const FULLS: u64 = twice(FULL);
        const GUARDS: u64 = twice(GUARD);
        const ROWS: u64 = twice(ROW);
        const ROW_1: u64 = ROW as u64;
        const LOWS: u64 = LOW as u64;
        let less = self.add(x, [FULLS, FULLS]);
        let rows = |x: u64, less: u64| {
            let guards = (x & less).wrapping_add(FULLS) & GUARDS;
            guards - (guards >> 9)
        };
        let over_rows = |x: u64| {
            let (y, z) = (x >> 10, x >> 20);
            (x | y | z, x & y | (x | y) & z)
        };
        let ((one_a, two_a), (one_b, two_b)) = (over_rows(x[0]), over_rows(x[1]));
        // The columns of the three bands side by side. The lower lane has the columns with at least
        // one option, and the upper lane those with at least two.
        let side_by_side = |a: u64, b: u64| {
            let a = a & ROWS;
            (a | a >> 22 | b << 20) & u64::from(FULL)
        };
        let all = side_by_side(one_a, one_b) | side_by_side(two_a, two_b) << 32;
        let (next, last) = (all >> 1, all >> 2);
        let any_of_box = all | next | last;
        let boxes = (all & next | (all | next) & last | any_of_box >> 32) & u64::from(BOX * LOW);
        let boxes = (boxes << 3) - boxes;
        let (next, last) = (all >> 10, all >> 20);
        let any_of_column = all | next | last;
        let columns = (all & next | (all | next) & last | any_of_column >> 32) & ROW_1;
        let both = boxes & (columns * LOWS);
        let empty = !any_of_box & u64::from(BOX * LOW) | !any_of_column & ROW_1;
        let (a, b) = ((both & ROW_1 | both << 22 & ROW_1 << 32) * LOWS, (both >> 20) * LOWS);
        (
            [rows(x[0], less[0]) & a, rows(x[1], less[1]) & b],
            [!less[0] & GUARDS | empty, !less[1] & u64::from(GUARD)],
        )
    }

    #[inline(always)]
    fn neighbours_of_digit(self, chosen: Register) -> Register {
        const FULLS: u64 = twice(FULL);
        const GUARDS: u64 = twice(GUARD);
        const ROWS: u64 = twice(ROW);
        const LOWS: u64 = LOW as u64;
        let rows = |x: u64| {
            let guards = x.wrapping_add(FULLS) & GUARDS;
            guards - (guards >> 9)
        };
        let over_rows = |x: u64| (x | x >> 10 | x >> 20) & ROWS;
        let by_box = |x: u64| {
            let boxes = (x | x >> 1 | x >> 2) & twice(BOX);
            (boxes << 3) - boxes
        };
        let [a, b] = chosen.map(over_rows);
        let columns = a | a >> 32 | b;
        let columns = columns & u64::from(ROW);
        [
            rows(chosen[0]) | (by_box(a) | columns | columns << 32).wrapping_mul(LOWS),
            rows(chosen[1]) | (by_box(b) | columns).wrapping_mul(LOWS),
        ]
    }
}
