//! AVX-512: all lanes in one register.
//!
//! Every `unsafe` rests on one of two facts, which the SAFETY notes name:
//!
//! * **have**: [`Z`] is used only as a type parameter of functions that are `inline(always)` and called inside the `#[target_feature]`
//!   functions here. Those are called only by the methods of [`Avx512`], of which there are values only if the processor has the feature.
//! * **fits**: a reference to a [`Row`] is good for reading or writing its whole size, which is the vector's, as is its alignment.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::plan::Plan;
use super::sweep::{Machine, Swept, deep, shallow};
use super::vector::{Row, Vector};

/// Proof that the processor has AVX-512 F and BW.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")).then_some(Avx512(()))
    }
}

impl Machine for Avx512 {
    fn name(&self) -> &'static str {
        "lanes (AVX-512)"
    }
    fn shallow(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn inner(plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
            shallow::<Z>(plan, rows, swept);
        }
        // SAFETY: have (self).
        unsafe { inner(plan, rows, swept) }
    }
    fn deep(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn inner(plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
            deep::<Z>(plan, rows, swept);
        }
        // SAFETY: have (self).
        unsafe { inner(plan, rows, swept) }
    }
}

const _: () = assert!(size_of::<Row>() == size_of::<__m512i>() && align_of::<Row>() == align_of::<__m512i>());

/// Thirty-two lanes.
#[derive(Clone, Copy, Debug)]
struct Z(__m512i);

impl Vector for Z {
    type Row = Row;
    type Mask = __mmask32;

    #[inline(always)]
    fn splat(set: u16) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_set1_epi16(set as i16) })
    }
    #[inline(always)]
    fn load(row: &Row) -> Z {
        // SAFETY: have, fits.
        Z(unsafe { _mm512_load_si512(row.0.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Row) {
        // SAFETY: have, fits.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, other: Z) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Z) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Z) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn without(self, other: Z) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn without_least(self) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_and_si512(self.0, _mm512_add_epi16(self.0, _mm512_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn up(self, by: usize) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_sll_epi16(self.0, _mm_cvtsi32_si128(by as i32)) })
    }
    #[inline(always)]
    fn down(self, by: usize) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_srl_epi16(self.0, _mm_cvtsi32_si128(by as i32)) })
    }
    #[inline(always)]
    fn meets(self, other: Z) -> __mmask32 {
        // SAFETY: have.
        unsafe { _mm512_test_epi16_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn within(self, other: Z) -> __mmask32 {
        // SAFETY: have.
        unsafe {
            let rest = _mm512_andnot_si512(other.0, self.0);
            _mm512_testn_epi16_mask(rest, rest)
        }
    }
    #[inline(always)]
    fn both(a: __mmask32, b: __mmask32) -> __mmask32 {
        a & b
    }
    #[inline(always)]
    fn bits(mask: __mmask32) -> u32 {
        mask
    }
    #[inline(always)]
    fn keep(self, mask: __mmask32) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_maskz_mov_epi16(mask, self.0) })
    }
    #[inline(always)]
    fn or_else(self, mask: __mmask32, other: Z) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_mask_mov_epi16(other.0, mask, self.0) })
    }
    #[inline(always)]
    fn entry(table: &Row, at: Z) -> Z {
        // SAFETY: have.
        Z(unsafe { _mm512_permutexvar_epi16(at.0, Z::load(table).0) })
    }
    #[inline(always)]
    fn empty(self) -> __mmask32 {
        // SAFETY: have.
        unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
    }
}
