//! Registers of one plane, in WebAssembly.

use std::arch::wasm32::*;

use super::super::tokens::Simd128;
use super::{LOW, Planes, Words};

impl Planes<9> for Simd128 {
    type Register = v128;
    const PLANES: usize = 1;

    #[inline(always)]
    fn splat(self, [a, b, c, d]: Words) -> v128 {
        u32x4(a, b, c, d)
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> v128 {
        self.splat(if planes == 0 { [0; 4] } else { words })
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> v128 {
        self.splat(planes[0])
    }

    #[inline(always)]
    fn store(self, a: v128, planes: &mut [Words]) {
        planes[0] = [
            u32x4_extract_lane::<0>(a),
            u32x4_extract_lane::<1>(a),
            u32x4_extract_lane::<2>(a),
            u32x4_extract_lane::<3>(a),
        ];
    }

    #[inline(always)]
    fn and(self, a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }

    #[inline(always)]
    fn or(self, a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }

    #[inline(always)]
    fn xor(self, a: v128, b: v128) -> v128 {
        v128_xor(a, b)
    }

    #[inline(always)]
    fn without(self, a: v128, b: v128) -> v128 {
        v128_andnot(a, b)
    }

    #[inline(always)]
    fn add(self, a: v128, b: v128) -> v128 {
        u32x4_add(a, b)
    }

    #[inline(always)]
    fn sub(self, a: v128, b: v128) -> v128 {
        u32x4_sub(a, b)
    }

    #[inline(always)]
    fn up<const B: i32>(self, a: v128) -> v128 {
        u32x4_shl(a, B.cast_unsigned())
    }

    #[inline(always)]
    fn down<const B: i32>(self, a: v128) -> v128 {
        u32x4_shr(a, B.cast_unsigned())
    }

    #[inline(always)]
    fn spread(self, a: v128) -> v128 {
        u32x4_mul(a, u32x4_splat(LOW))
    }

    #[inline(always)]
    fn stagger(self, a: v128) -> v128 {
        u32x4_mul(a, u32x4(4, 2, 1, 0))
    }

    #[inline(always)]
    fn turn_1(self, a: v128) -> v128 {
        u32x4_shuffle::<1, 2, 0, 3>(a, a)
    }

    #[inline(always)]
    fn turn_2(self, a: v128) -> v128 {
        u32x4_shuffle::<2, 0, 1, 3>(a, a)
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: v128) -> v128 {
        a
    }

    #[inline(always)]
    fn is_zero(self, a: v128) -> bool {
        !v128_any_true(a)
    }
}
