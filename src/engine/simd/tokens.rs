//! Tokens. Each type stands for a set of instructions, and a value of the type proves that the
//! machine has them.
//!
//! The tokens of x86 come only from the functions `detect`, which test the machine, or from a token
//! with more instructions. The other tokens exist only on machines that have their instructions.
//! Therefore the methods of [`Lanes`](super::lanes::Lanes),
//! [`MaskFilter`](super::filter::MaskFilter), [`Planes`](super::planes::Planes) and
//! [`Products`](super::products::Products) are safe to call.

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

/// SSE4.1 and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Sse41(());

/// NEON, which every machine of this architecture has.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Neon;

/// The 128-bit instructions of WebAssembly, which must be enabled for the whole program.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Simd128;

#[cfg(target_arch = "x86_64")]
impl Avx2 {
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
    pub(in crate::engine) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        (Avx2::detect().is_some() && has_all).then_some(Self(()))
    }

    /// Returns the token of AVX2, which the machine also has.
    pub(in crate::engine) fn avx2(self) -> Avx2 {
        Avx2(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Sse41 {
    pub(in crate::engine) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("sse4.1") && is_x86_feature_detected!("popcnt"))
            .then_some(Self(()))
    }
}
