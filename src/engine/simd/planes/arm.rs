//! Registers of one plane, with NEON.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::super::tokens::Neon;
use super::{LOW, Planes, Words};

/// Evaluates an expression that uses intrinsics.
macro_rules! of_machine {
    ($value:expr) => {
        // SAFETY: `self` in the calling method proves that the machine has these instructions.
        unsafe { $value }
    };
}

impl Neon {
    /// Returns the bytes at these places.
    #[inline(always)]
    fn shuffle(self, a: uint32x4_t, from: [u8; 16]) -> uint32x4_t {
        // SAFETY: `self` proves that the machine has these instructions, and `from` has the 16
        // bytes that are read.
        unsafe {
            let from = vld1q_u8(from.as_ptr());
            vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(a), from))
        }
    }
}

impl Planes<9> for Neon {
    type Register = uint32x4_t;
    const PLANES: usize = 1;

    #[inline(always)]
    fn splat(self, words: Words) -> uint32x4_t {
        self.load(&[words])
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> uint32x4_t {
        self.splat(if planes == 0 { [0; 4] } else { words })
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> uint32x4_t {
        // SAFETY: `self` proves that the machine has the instruction, and a plane is four words.
        unsafe { vld1q_u32(planes[0].as_ptr()) }
    }

    #[inline(always)]
    fn store(self, a: uint32x4_t, planes: &mut [Words]) {
        // SAFETY: `self` proves that the machine has the instruction, and a plane is four words.
        unsafe { vst1q_u32(planes[0].as_mut_ptr(), a) }
    }

    #[inline(always)]
    fn and(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        of_machine!(vandq_u32(a, b))
    }

    #[inline(always)]
    fn or(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        of_machine!(vorrq_u32(a, b))
    }

    #[inline(always)]
    fn xor(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        of_machine!(veorq_u32(a, b))
    }

    #[inline(always)]
    fn without(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        of_machine!(vbicq_u32(a, b))
    }

    #[inline(always)]
    fn add(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        of_machine!(vaddq_u32(a, b))
    }

    #[inline(always)]
    fn sub(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        of_machine!(vsubq_u32(a, b))
    }

    #[inline(always)]
    fn up<const B: i32>(self, a: uint32x4_t) -> uint32x4_t {
        of_machine!(vshlq_n_u32::<B>(a))
    }

    #[inline(always)]
    fn down<const B: i32>(self, a: uint32x4_t) -> uint32x4_t {
        of_machine!(vshrq_n_u32::<B>(a))
    }

    #[inline(always)]
    fn spread(self, a: uint32x4_t) -> uint32x4_t {
        of_machine!(vmulq_n_u32(a, LOW))
    }

    #[inline(always)]
    fn stagger(self, a: uint32x4_t) -> uint32x4_t {
        of_machine!(vmulq_u32(a, self.splat([4, 2, 1, 0])))
    }

    #[inline(always)]
    fn turn_1(self, a: uint32x4_t) -> uint32x4_t {
        self.shuffle(a, [4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15])
    }

    #[inline(always)]
    fn turn_2(self, a: uint32x4_t) -> uint32x4_t {
        self.shuffle(a, [8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15])
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: uint32x4_t) -> uint32x4_t {
        a
    }

    #[inline(always)]
    fn is_zero(self, a: uint32x4_t) -> bool {
        of_machine!(vmaxvq_u32(a)) == 0
    }
}
