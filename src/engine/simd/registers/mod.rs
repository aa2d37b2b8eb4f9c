//! Registers of sixteen lanes of 32 bits. Nine lanes are used, one for each digit.
//!
//! [`Registers`] is implemented for each token in `tokens.rs`. All implementations give the same
//! results in the lanes in use.

mod portable;
mod weights;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(in crate::engine) use weights::{Items, Weights};

/// A register in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in crate::engine) struct Vector(pub(in crate::engine) [u32; 16]);

/// The number of lanes in use.
const USED: usize = 9;

/// A permutation of the lanes in use, for [`Registers::permute`].
pub(in crate::engine) type Permutation = usize;
/// Lane `i` gets lane `i + 3`, and the last three get the first three.
pub(in crate::engine) const TURN_3: Permutation = 0;
/// Lane `i` gets lane `i + 6`, modulo nine.
pub(in crate::engine) const TURN_6: Permutation = 1;
/// In each third, a lane gets the next one, and the last the first.
pub(in crate::engine) const TURN_1_IN_3: Permutation = 2;
/// In each third, a lane gets the one after the next.
pub(in crate::engine) const TURN_2_IN_3: Permutation = 3;
/// All thirds get the first third. The others do the same with the second and the last third.
pub(in crate::engine) const REPEAT: [Permutation; 3] = [4, 5, 6];

/// Returns the lane that moves to lane `to`.
const fn source(permutation: Permutation, to: usize) -> usize {
    if to >= USED {
        return to;
    }
    match permutation {
        TURN_3 => (to + 3) % USED,
        TURN_6 => (to + 6) % USED,
        TURN_1_IN_3 => to / 3 * 3 + (to + 1) % 3,
        TURN_2_IN_3 => to / 3 * 3 + (to + 2) % 3,
        repeat => (repeat - REPEAT[0]) * 3 + to % 3,
    }
}

/// The sources of all permutations, for instructions that take them from a register.
#[cfg(target_arch = "x86_64")]
const PERMUTATIONS: [[u32; 16]; 7] = {
    let mut all = [[0; 16]; 7];
    let mut permutation = 0;
    while permutation < 7 {
        let mut to = 0;
        while to < 16 {
            all[permutation][to] = source(permutation, to) as u32;
            to += 1;
        }
        permutation += 1;
    }
    all
};

/// The operations on registers. Each is one to three instructions on machines with registers of
/// this width.
pub(in crate::engine) trait Registers: Copy {
    type Register: Copy;

    fn to_register(self, lanes: &Vector) -> Self::Register;
    fn to_vector(self, register: Self::Register) -> Vector;

    /// Returns the same word in all lanes.
    fn splat(self, word: u32) -> Self::Register;
    /// Returns the word in the lanes of this set, and 0 in the others.
    fn only(self, lanes: u32, word: u32) -> Self::Register;

    fn and2(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn or2(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns the bits of `a` that are not in `b`.
    fn without(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn or3(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register;
    fn and3(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register;
    /// Returns the bits that are in at least two of the three.
    fn two_of(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register;
    /// Returns the bits of `a`, and those of `b` that are not in `c`.
    fn or_without(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register;

    /// Adds lane by lane. No lane may carry or, in `sub`, borrow.
    fn add(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn sub(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// Shifts every lane by `N` bits, `up` to higher bits and `down` to lower ones.
    fn up<const N: u32>(self, a: Self::Register) -> Self::Register;
    fn down<const N: u32>(self, a: Self::Register) -> Self::Register;

    fn permute<const P: Permutation>(self, a: Self::Register) -> Self::Register;
    /// Returns the first three lanes of `a`, the second three of `b` and the third three of `c`.
    fn thirds(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register;

    /// True if the two have a bit in common.
    fn meet(self, a: Self::Register, b: Self::Register) -> bool;
    /// True if the two are equal.
    fn same(self, a: Self::Register, b: Self::Register) -> bool;
    /// Returns the bytes, four to a lane, in which the two have a bit in common.
    fn bytes_that_meet(self, a: Self::Register, b: Self::Register) -> u64;
    /// Returns the lanes in which the two have a bit in common.
    fn lanes_that_meet(self, a: Self::Register, b: Self::Register) -> u32;
    /// Returns the first lane.
    fn first(self, a: Self::Register) -> u32;

    /// Returns the item of the set with the largest weight, the first of these if there are
    /// several, or `None` if the set is empty.
    #[inline(always)]
    fn heaviest(self, items: &Items, weights: &Weights) -> Option<usize> {
        weights::heaviest(items, weights)
    }

    /// Adds one to the weights of the items of a set, up to the largest value.
    #[inline(always)]
    fn add_weight(self, items: &Items, weights: &mut Weights) {
        weights::add_weight(items, weights);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Portable;
    #[cfg(target_arch = "x86_64")]
    use super::super::tokens::{Avx2, Avx512};
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    /// Returns random lanes with many or few bits, and zero in the unused lanes.
    fn lanes(random: &mut Gen) -> Vector {
        let thin = u8::arbitrary(random) % 6;
        Vector(std::array::from_fn(|lane| {
            // No use comes closer to the highest bit.
            let word = (u32::MAX >> 3)
                & (0..thin).fold(u32::arbitrary(random), |word, _| word & u32::arbitrary(random));
            if lane < USED { word } else { 0 }
        }))
    }

    fn agrees<I: Registers>(isa: I) {
        let mut random = Gen::from_size_and_seed(100, 51);
        for _ in 0..if cfg!(miri) { 10 } else { 2_000 } {
            let [x, y, z] = [(); 3].map(|()| lanes(&mut random));
            let [a, b, c] = [&x, &y, &z].map(|lanes| isa.to_register(lanes));
            let word = u32::arbitrary(&mut random);
            let expect = |register, f: &dyn Fn(usize) -> u32| {
                let lanes = isa.to_vector(register).0;
                assert_eq!(lanes[..USED], std::array::from_fn::<_, 16, _>(f)[..USED]);
            };
            let (x, y, z) = (x.0, y.0, z.0);
            expect(isa.splat(word), &|_| word);
            expect(isa.only(x[0] & 0x1ff, word), &|i| {
                if i < USED && x[0] >> i & 1 == 1 { word } else { 0 }
            });
            expect(isa.and2(a, b), &|i| x[i] & y[i]);
            expect(isa.or2(a, b), &|i| x[i] | y[i]);
            expect(isa.without(a, b), &|i| x[i] & !y[i]);
            expect(isa.or3(a, b, c), &|i| x[i] | y[i] | z[i]);
            expect(isa.and3(a, b, c), &|i| x[i] & y[i] & z[i]);
            expect(isa.two_of(a, b, c), &|i| x[i] & y[i] | x[i] & z[i] | y[i] & z[i]);
            expect(isa.or_without(a, b, c), &|i| x[i] | y[i] & !z[i]);
            expect(isa.add(a, b), &|i| x[i] + y[i]);
            expect(isa.sub(isa.or2(a, b), b), &|i| (x[i] | y[i]) - y[i]);
            expect(isa.up::<10>(a), &|i| x[i] << 10);
            expect(isa.up::<3>(a), &|i| x[i] << 3);
            expect(isa.down::<3>(a), &|i| x[i] >> 3);
            expect(isa.permute::<TURN_3>(a), &|i| x[source(TURN_3, i)]);
            expect(isa.permute::<TURN_6>(a), &|i| x[source(TURN_6, i)]);
            expect(isa.permute::<TURN_1_IN_3>(a), &|i| x[source(TURN_1_IN_3, i)]);
            expect(isa.permute::<TURN_2_IN_3>(a), &|i| x[source(TURN_2_IN_3, i)]);
            expect(isa.permute::<{ REPEAT[0] }>(a), &|i| if i < USED { x[i % 3] } else { 0 });
            expect(isa.permute::<{ REPEAT[1] }>(a), &|i| if i < USED { x[3 + i % 3] } else { 0 });
            expect(isa.permute::<{ REPEAT[2] }>(a), &|i| if i < USED { x[6 + i % 3] } else { 0 });
            expect(isa.thirds(a, b, c), &|i| [x, y, z].get(i / 3).map_or(0, |third| third[i]));
            let common: [u32; 16] = std::array::from_fn(|i| x[i] & y[i]);
            assert_eq!(isa.meet(a, b), common != [0; 16]);
            assert_eq!((isa.same(a, b), isa.same(a, a)), (x == y, true));
            let bytes = common.iter().flat_map(|word| word.to_le_bytes());
            let mask =
                (0..).zip(bytes).fold(0, |mask, (at, byte)| mask | u64::from(byte != 0) << at);
            assert_eq!(isa.bytes_that_meet(a, b), mask);
            let mask =
                (0..).zip(common).fold(0, |mask, (at, word)| mask | u32::from(word != 0) << at);
            assert_eq!(isa.lanes_that_meet(a, b), mask);
            assert_eq!(isa.first(a), x[0]);

            let mut weights = Weights::default();
            for _ in 0..3 {
                let items: Items = std::array::from_fn(|_| u64::arbitrary(&mut random));
                let mut added = weights.clone();
                isa.add_weight(&items, &mut added);
                weights::add_weight(&items, &mut weights);
                assert_eq!(added, weights);
                let set: Items = items.map(|word| word & u64::arbitrary(&mut random));
                assert_eq!(isa.heaviest(&set, &weights), weights::heaviest(&set, &weights));
            }
            assert_eq!(isa.heaviest(&Items::default(), &weights), None);
        }
    }

    #[test]
    fn portable_registers_are_lanes() {
        agrees(Portable);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn registers_of_the_machine_are_lanes() {
        if let Some(isa) = Avx2::detect() {
            agrees(isa);
        }
        if let Some(isa) = Avx512::detect() {
            agrees(isa);
        }
    }
}
