//! Tokens. Each type stands for a set of instructions, and a value of it proves that the machine
//! has them.
//!
//! Only [`Avx2::detect`] and [`Avx512::detect`] create the tokens of wide registers, and only if
//! the machine has the instructions. Therefore the methods of [`Lanes`](super::lanes::Lanes),
//! [`MaskFilter`](super::filter::MaskFilter) and [`Registers`](super::registers::Registers) are
//! safe to call.

/// Instructions on ordinary words of 64 bits, which every machine has.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Portable;

/// AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx2(());

/// AVX-512 F, BW, DQ and VL, and all instructions of [`Avx2`].
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// Returns the token if the machine has the instructions.
    pub(in crate::engine) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Returns the token if the machine has the instructions.
    pub(in crate::engine) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        (Avx2::detect().is_some() && has_all).then_some(Self(()))
    }
}
