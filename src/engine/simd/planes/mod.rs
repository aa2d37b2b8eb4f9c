//! Registers of planes, for the bands engine. A plane is 128 bits: four lanes of 32 bits. The first
//! three lanes are used.
//!
//! A register holds [`PLANES`](Planes::PLANES) planes, which is 1, 2 or 4, and `N` registers hold
//! the nine planes. Plane `p` of register `r` is plane `PLANES r + p`. Planes after the ninth are
//! not used. [`Planes`] is implemented for each token in `tokens.rs`. All implementations give the
//! same results in the lanes in use, apart from the arbitrary bits of `up` and `down`.

#[cfg(target_arch = "aarch64")]
mod arm;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

/// A plane in memory.
pub(in crate::engine) type Words = [u32; 4];

/// Nine planes in memory, and three unused ones that fill the last register of four planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in crate::engine) struct Nine(pub(in crate::engine) [Words; 12]);

impl Nine {
    #[inline(always)]
    pub(in crate::engine) fn of_register<I: Planes<N>, const N: usize>(
        &self,
        at: usize,
    ) -> &[Words] {
        &self.0[at * I::PLANES..][..I::PLANES]
    }

    #[inline(always)]
    pub(in crate::engine) fn of_register_mut<I: Planes<N>, const N: usize>(
        &mut self,
        at: usize,
    ) -> &mut [Words] {
        &mut self.0[at * I::PLANES..][..I::PLANES]
    }
}

/// The lowest bit of each of the three fields of ten bits in a lane, which are the rows of a band.
pub(in crate::engine) const LOW: u32 = 1 | 1 << 10 | 1 << 20;
/// The nine bits of the first row.
pub(in crate::engine) const ROW: u32 = 0x1ff;
/// The bits of all three rows.
pub(in crate::engine) const FULL: u32 = ROW * LOW;
/// The guard bit above each row.
pub(in crate::engine) const GUARD: u32 = LOW << 9;
/// The lowest bit of each of the three boxes in the first row.
pub(in crate::engine) const BOX: u32 = 0o111;

/// A set of digits: bit `4 d` stands for digit `d`.
pub(in crate::engine) type DigitSet = u64;

/// The operations on registers. Each required method takes one to three instructions on machines
/// with registers of this width.
pub(in crate::engine) trait Planes<const N: usize>: Copy {
    type Register: Copy;
    /// The number of planes in a register: 1, 2 or 4.
    const PLANES: usize;
    /// True if a register holds one plane. The rounds are then those of `bands/by_digit.rs`.
    const BY_DIGIT: bool = Self::PLANES == 1;
    /// The number of digits that a round examines together if `BY_DIGIT` is true: 3, or 1 if
    /// `several_of_digit` and `neighbours_of_digit` are implemented.
    const AT_ONCE: usize = 3;

    /// Returns a register with the same plane in all places.
    fn splat(self, words: Words) -> Self::Register;
    /// Returns a register with the same plane in the first `planes` places, and 0 in the others.
    fn first_planes(self, planes: usize, words: Words) -> Self::Register;
    /// Loads `PLANES` planes.
    fn load(self, planes: &[Words]) -> Self::Register;
    /// Stores `PLANES` planes.
    fn store(self, a: Self::Register, planes: &mut [Words]);

    fn and(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn or(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn xor(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns the bits of `a` that are not in `b`.
    fn without(self, a: Self::Register, b: Self::Register) -> Self::Register;

    /// Adds lane by lane. No lane in use may overflow.
    fn add(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Subtracts lane by lane. No lane in use may borrow.
    fn sub(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Shifts every lane by `B` bits, `up` to higher bits and `down` to lower ones. A bit that
    /// leaves a lane is lost or enters a neighbouring one. So the lowest bits after `up`, and the
    /// highest after `down`, are arbitrary.
    fn up<const B: i32>(self, a: Self::Register) -> Self::Register;
    fn down<const B: i32>(self, a: Self::Register) -> Self::Register;
    /// Copies the lowest nine bits of each lane to all three fields of the lane. The lanes must
    /// have no other bits.
    fn spread(self, a: Self::Register) -> Self::Register;
    /// Shifts the first lane of each plane up by two bits, and the second by one.
    fn stagger(self, a: Self::Register) -> Self::Register;
    /// Returns lanes 1, 2, 0 of each plane.
    fn turn_1(self, a: Self::Register) -> Self::Register;
    /// Returns lanes 2, 0, 1 of each plane.
    fn turn_2(self, a: Self::Register) -> Self::Register;
    /// Exchanges planes that are `BY` places apart. `BY` is 1 or 2.
    fn exchange<const BY: usize>(self, a: Self::Register) -> Self::Register;
    fn is_zero(self, a: Self::Register) -> bool;

    #[inline(always)]
    fn or3(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register {
        self.or(self.or(a, b), c)
    }

    /// Returns the bits that are in at least two of the three.
    #[inline(always)]
    fn two_of(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register {
        self.or(self.and(a, b), self.and(self.or(a, b), c))
    }

    /// Adds three bits: returns the bits that are in an odd number of the three, and those that are
    /// in at least two.
    #[inline(always)]
    fn sum_of(
        self,
        a: Self::Register,
        b: Self::Register,
        c: Self::Register,
    ) -> (Self::Register, Self::Register) {
        let one = self.xor(a, b);
        (self.xor(one, c), self.or(self.and(a, b), self.and(one, c)))
    }

    #[inline(always)]
    fn zero(self) -> Self::Register {
        self.splat([0; 4])
    }

    /// Returns a register with the same word in each lane in use.
    #[inline(always)]
    fn bands(self, word: u32) -> Self::Register {
        self.splat([word, word, word, 0])
    }

    /// Returns a register with the same word in each lane in use, in those planes of register `at`
    /// that are in use.
    #[inline(always)]
    fn in_use(self, at: usize, word: u32) -> Self::Register {
        let planes = 9_usize.saturating_sub(at * Self::PLANES).min(Self::PLANES);
        self.first_planes(planes, [word, word, word, 0])
    }

    /// Returns the union of all planes, in each plane.
    #[inline(always)]
    fn union(self, a: Self::Register) -> Self::Register {
        let mut union = a;
        if Self::PLANES >= 2 {
            union = self.or(union, self.exchange::<1>(union));
        }
        if Self::PLANES >= 4 {
            union = self.or(union, self.exchange::<2>(union));
        }
        union
    }

    /// Counts over the three lanes. Takes the bits that each lane has at least once and at least
    /// twice. Returns, in each lane, the bits that the three lanes together have at least once and
    /// at least twice.
    #[inline(always)]
    fn over_bands(
        self,
        one: Self::Register,
        two: Self::Register,
    ) -> (Self::Register, Self::Register) {
        let (next, last) = (self.turn_1(one), self.turn_2(one));
        let of_two = self.or3(two, self.turn_1(two), self.turn_2(two));
        (self.or3(one, next, last), self.or(of_two, self.two_of(one, next, last)))
    }

    /// Returns the union of the three lanes, in each lane.
    #[inline(always)]
    fn any_band(self, a: Self::Register) -> Self::Register {
        self.or3(a, self.turn_1(a), self.turn_2(a))
    }

    /// Returns the set of registers that are not zero.
    #[inline(always)]
    fn inhabited(self, x: &[Self::Register; N]) -> DigitSet {
        let mut set = 0;
        for (at, &x) in x.iter().enumerate() {
            set |= DigitSet::from(!self.is_zero(x)) << (4 * at);
        }
        set
    }

    /// Copies bits that are three apart to the two bits above each of them.
    #[inline(always)]
    fn by_three(self, bits: Self::Register) -> Self::Register {
        // `8 b - b` is `7 b`, which has three ones.
        self.sub(self.up::<3>(bits), bits)
    }

    /// Turns the guard bits of rows into all bits of these rows.
    #[inline(always)]
    fn whole_rows(self, guards: Self::Register) -> Self::Register {
        self.sub(guards, self.down::<9>(guards))
    }

    /// Returns the union of every three consecutive bits, at the lowest of the three.
    #[inline(always)]
    fn threes(self, a: Self::Register) -> Self::Register {
        self.or3(a, self.down::<1>(a), self.down::<2>(a))
    }

    /// Returns the union of the three rows of a band, in the lowest field.
    #[inline(always)]
    fn over_rows(self, a: Self::Register) -> Self::Register {
        self.or3(a, self.down::<10>(a), self.down::<20>(a))
    }

    /// Returns the bits whose row, column and box each have at least two options of a digit. Also
    /// returns bits for the rows, columns and boxes without options.
    #[inline(always)]
    fn several_of_digit(self, _: Self::Register) -> (Self::Register, Self::Register) {
        unreachable!("digits are examined one by one only with ordinary words")
    }

    /// Returns the rows, columns and boxes of these options of a digit.
    #[inline(always)]
    fn neighbours_of_digit(self, _: Self::Register) -> Self::Register {
        unreachable!("digits are examined one by one only with ordinary words")
    }
}

#[cfg(test)]
mod tests {
    use super::super::dispatch::{PlanesJob, Simd};
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    /// Returns random planes with many or few bits in the lanes in use. The highest three bits of a
    /// lane are 0, so sums and shifts by up to three bits do not overflow it.
    fn planes(random: &mut Gen) -> [Words; 4] {
        let thin = u8::arbitrary(random) % 6;
        std::array::from_fn(|_| {
            let mut words = [(); 4].map(|()| {
                (u32::MAX >> 3)
                    & (0..thin)
                        .fold(u32::arbitrary(random), |word, _| word & u32::arbitrary(random))
            });
            words[3] = 0;
            words
        })
    }

    /// A job that compares the operations on random planes with those on one word at a time.
    struct Check;

    impl PlanesJob for Check {
        type Output = ();

        #[inline(always)]
        fn run<I: Planes<N>, const N: usize>(self, isa: I) {
            let mut random = Gen::from_size_and_seed(100, 51);
            for _ in 0..if cfg!(miri) { 3 } else { 2_000 } {
                let [x, y, z] = [(); 3].map(|()| planes(&mut random));
                let [a, b, c] = [&x, &y, &z].map(|planes| isa.load(&planes[..I::PLANES]));
                // Only the bits of the mask are compared, because a shift leaves the others
                // arbitrary.
                let expect = |register, bits: u32, f: &dyn Fn(usize, usize) -> u32| {
                    let mut found = [[0; 4]; 4];
                    isa.store(register, &mut found[..I::PLANES]);
                    for (plane, words) in found.iter().enumerate().take(I::PLANES) {
                        for (lane, word) in words.iter().enumerate().take(3) {
                            assert_eq!(word & bits, f(plane, lane) & bits);
                        }
                    }
                };
                let all = u32::MAX;
                expect(isa.splat(x[0]), all, &|_, lane| x[0][lane]);
                expect(isa.bands(x[0][0]), all, &|_, _| x[0][0]);
                for at in 0..N + 2 {
                    let is_used = |plane| I::PLANES * at + plane < 9;
                    expect(isa.in_use(at, 7), all, &|plane, _| if is_used(plane) { 7 } else { 0 });
                }
                expect(isa.and(a, b), all, &|p, l| x[p][l] & y[p][l]);
                expect(isa.or(a, b), all, &|p, l| x[p][l] | y[p][l]);
                expect(isa.xor(a, b), all, &|p, l| x[p][l] ^ y[p][l]);
                expect(isa.without(a, b), all, &|p, l| x[p][l] & !y[p][l]);
                expect(isa.or3(a, b, c), all, &|p, l| x[p][l] | y[p][l] | z[p][l]);
                let two_of = |x: u32, y: u32, z: u32| x & y | x & z | y & z;
                expect(isa.two_of(a, b, c), all, &|p, l| two_of(x[p][l], y[p][l], z[p][l]));
                let (odd, two) = isa.sum_of(a, b, c);
                expect(odd, all, &|p, l| x[p][l] ^ y[p][l] ^ z[p][l]);
                expect(two, all, &|p, l| two_of(x[p][l], y[p][l], z[p][l]));
                for at in 0..N {
                    let mut registers = [isa.zero(); N];
                    registers[at] = a;
                    let set = DigitSet::from(!isa.is_zero(a)) << (4 * at);
                    assert_eq!(isa.inhabited(&registers), set);
                }
                expect(isa.add(a, b), all, &|p, l| x[p][l] + y[p][l]);
                expect(isa.sub(isa.or(a, b), b), all, &|p, l| (x[p][l] | y[p][l]) - y[p][l]);
                expect(isa.up::<3>(a), all << 3, &|p, l| x[p][l] << 3);
                expect(isa.up::<20>(a), 0x1ff << 20, &|p, l| x[p][l] << 20);
                expect(isa.down::<2>(a), all >> 2, &|p, l| x[p][l] >> 2);
                expect(isa.down::<20>(a), all >> 20, &|p, l| x[p][l] >> 20);
                let low = isa.and(a, isa.bands(0x1ff));
                expect(isa.spread(low), all, &|p, l| (x[p][l] & 0x1ff) * LOW);
                expect(isa.stagger(a), all, &|p, l| x[p][l] << (2 - l));
                expect(isa.turn_1(a), all, &|p, l| x[p][(l + 1) % 3]);
                expect(isa.turn_2(a), all, &|p, l| x[p][(l + 2) % 3]);
                if I::PLANES >= 2 {
                    expect(isa.exchange::<1>(a), all, &|p, l| x[p ^ 1][l]);
                }
                if I::PLANES >= 4 {
                    expect(isa.exchange::<2>(a), all, &|p, l| x[p ^ 2][l]);
                }
                let over = |f: &dyn Fn(u32, u32) -> u32, l: usize| {
                    x[..I::PLANES].iter().map(|words| words[l]).reduce(f).unwrap()
                };
                expect(isa.union(a), all, &|_, l| over(&|a, b| a | b, l));
                expect(isa.any_band(a), all, &|p, _| x[p][0] | x[p][1] | x[p][2]);
                let (one, two) = isa.over_bands(isa.or(a, b), b);
                expect(one, all, &|p, _| (0..3).fold(0, |any, l| any | x[p][l] | y[p][l]));
                expect(two, all, &|p, _| {
                    let [a, b, c] = [0, 1, 2].map(|l| x[p][l] | y[p][l]);
                    two_of(a, b, c) | y[p][0] | y[p][1] | y[p][2]
                });
                assert_eq!(isa.is_zero(a), x[..I::PLANES].iter().all(|words| *words == [0; 4]));
                assert!(isa.is_zero(isa.zero()));
            }
        }
    }

    #[test]
    fn registers_of_all_instruction_sets_are_planes() {
        for simd in Simd::available() {
            simd.run_on_planes(Check);
        }
    }
}
