//! The choice of instructions at run time: [`Simd`], and jobs that are compiled once for each
//! choice.

#![allow(unsafe_code)]

use super::filter::MaskFilter;
use super::lanes::Lanes;
use super::registers::Registers;
use super::tokens::Portable;
#[cfg(target_arch = "x86_64")]
use super::tokens::{Avx2, Avx512};

/// A set of instructions: those for ordinary words, or those for the wide registers of the machine.
///
/// An engine takes the best one by default. All of them find the same covers in the same order,
/// with the same [`Stats`](crate::search::Stats).
#[derive(Clone, Copy, Debug)]
pub struct Simd(Token);

#[derive(Clone, Copy, Debug)]
enum Token {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Simd {
    /// Returns all sets of instructions that this machine has, the best one first.
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
        }
        tokens.push(Token::Portable);
        tokens.into_iter().map(Self).collect()
    }

    /// Returns the best set of instructions that this machine has.
    #[must_use]
    pub fn best() -> Self {
        Self::available()[0]
    }

    /// True if the registers are wider than a machine word.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        !matches!(self.0, Token::Portable)
    }

    /// Returns the name: `avx512`, `avx2` or `portable`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.0 {
            Token::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(_) => "avx512",
        }
    }

    /// Runs a job with these instructions.
    pub(in crate::engine) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            Token::Portable => job.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(isa) => isa.run(job),
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(isa) => isa.run(job),
        }
    }
}

/// A computation that any set of instructions can run. An implementation marks `run` and every
/// function that it calls as `#[inline(always)]`, so that they are compiled for the instructions in
/// use.
pub(in crate::engine) trait Job {
    type Output;
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// All operations of the engines on one set of instructions.
pub(in crate::engine) trait Isa: Lanes + MaskFilter + Registers {}

impl<I: Lanes + MaskFilter + Registers> Isa for I {}

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
}
