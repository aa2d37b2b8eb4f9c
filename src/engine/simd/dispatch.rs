//! The choice of instructions at run time: [`Simd`], and jobs that are compiled for several
//! instruction sets.

#![allow(unsafe_code)]

use super::filter::MaskFilter;
use super::lanes::Lanes;
use super::planes::Planes;
use super::products::Products;
#[cfg(target_arch = "aarch64")]
use super::tokens::Neon;
use super::tokens::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::tokens::Simd128;
#[cfg(target_arch = "x86_64")]
use super::tokens::{Avx2, Avx512, Sse41};

/// An instruction set, for ordinary words or for wide registers of the machine.
///
/// An engine uses the best one by default. With any of them, it finds the same covers in the same
/// order, with the same [`Stats`](crate::search::Stats).
#[derive(Clone, Copy, Debug)]
pub struct Simd(Token);

#[derive(Clone, Copy, Debug)]
enum Token {
    Portable,
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    #[cfg(target_arch = "x86_64")]
    Sse41(Sse41),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Simd {
    /// Returns all instruction sets that this machine has, the best one first.
    ///
    /// ```
    /// use quadrille::engine::simd::Simd;
    /// assert_eq!(Simd::available().last().map(Simd::name), Some("portable"));
    /// ```
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut tokens = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            tokens.extend(Avx512::detect().map(Token::Avx512));
            tokens.extend(Avx2::detect().map(Token::Avx2));
            tokens.extend(Sse41::detect().map(Token::Sse41));
        }
        #[cfg(target_arch = "aarch64")]
        tokens.push(Token::Neon(Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        tokens.push(Token::Simd128(Simd128));
        tokens.push(Token::Portable);
        tokens.into_iter().map(Self).collect()
    }

    /// Returns the best instruction set that this machine has.
    #[must_use]
    pub fn best() -> Self {
        Self::available()[0]
    }

    /// True if all engines that are compiled for instruction sets use registers wider than a
    /// machine word. False for registers of 128 bits (SSE4.1, NEON, WebAssembly), because only
    /// [`Bands`](crate::engine::bands::Bands) uses them.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(_) | Token::Avx512(_) => true,
            _ => false,
        }
    }

    /// Returns the name: `avx512`, `avx2`, `sse4.1`, `neon`, `simd128` or `portable`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.0 {
            Token::Portable => "portable",
            #[cfg(target_arch = "aarch64")]
            Token::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Token::Simd128(_) => "simd128",
            #[cfg(target_arch = "x86_64")]
            Token::Sse41(_) => "sse4.1",
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(_) => "avx512",
        }
    }

    /// Runs a job with these instructions, or in ordinary words if [`is_wide`](Self::is_wide) is
    /// false.
    pub(in crate::engine) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(isa) => isa.run(job),
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(isa) => isa.run(job),
            _ => job.run(Portable),
        }
    }

    /// Runs a job like [`run`](Self::run), but with AVX2 instead of AVX-512, for jobs that gain
    /// nothing from registers of 512 bits. This saves the time to compile another copy. A search
    /// with a cache does gain if it filters: dominoes on 16x16, searched with masks instead of
    /// lists (`memo/sparse.rs`), took 1.6 s with AVX-512, and 2.6 s with AVX2.
    pub(in crate::engine) fn run_in_256_bits<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(isa) => isa.run(job),
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(isa) => isa.avx2().run(job),
            _ => job.run(Portable),
        }
    }

    pub(in crate::engine) fn run_on_planes<J: PlanesJob>(self, job: J) -> J::Output {
        match self.0 {
            Token::Portable => job.run::<_, 9>(Portable),
            #[cfg(target_arch = "aarch64")]
            Token::Neon(isa) => job.run::<_, 9>(isa),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Token::Simd128(isa) => job.run::<_, 9>(isa),
            #[cfg(target_arch = "x86_64")]
            Token::Sse41(isa) => isa.run_on_planes(job),
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(isa) => isa.run_on_planes(job),
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(isa) => isa.run_on_planes(job),
        }
    }
}

/// A computation that any instruction set can run. An implementation must mark `run`, and every
/// called function that should use the instructions, as `#[inline(always)]`. They are then compiled
/// for the instructions in use.
pub(in crate::engine) trait Job {
    type Output;
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// A computation on planes that any instruction set can run. The rules of [`Job`] apply.
pub(in crate::engine) trait PlanesJob {
    type Output;
    fn run<I: Planes<N>, const N: usize>(self, isa: I) -> Self::Output;
}

/// All operations of an instruction set except those on planes.
pub(in crate::engine) trait Isa: Lanes + MaskFilter + Products {}

impl<I: Lanes + MaskFilter + Products> Isa for I {}

#[cfg(target_arch = "x86_64")]
impl Sse41 {
    fn run_on_planes<J: PlanesJob>(self, job: J) -> J::Output {
        #[target_feature(enable = "sse4.1,popcnt")]
        fn run<J: PlanesJob>(isa: Sse41, job: J) -> J::Output {
            job.run::<_, 9>(isa)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { run(self, job) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn run<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<J: Job>(isa: Avx2, job: J) -> J::Output {
            job.run(isa)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { run(self, job) }
    }

    fn run_on_planes<J: PlanesJob>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<J: PlanesJob>(isa: Avx2, job: J) -> J::Output {
            job.run::<_, 5>(isa)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { run(self, job) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    fn run<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<J: Job>(isa: Avx512, job: J) -> J::Output {
            job.run(isa)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { run(self, job) }
    }

    fn run_on_planes<J: PlanesJob>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<J: PlanesJob>(isa: Avx512, job: J) -> J::Output {
            job.run::<_, 3>(isa)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { run(self, job) }
    }
}
