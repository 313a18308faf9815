//! AVX2: the lanes in two registers.
//!
//! Every `unsafe` rests on one of two facts, which the SAFETY notes name:
//!
//! * **have**: [`Y`] is used only as a type parameter of functions that are `inline(always)` and called inside the `#[target_feature]`
//!   functions here. Those are called only by the methods of [`Avx2`], of which there are values only if the processor has the feature.
//! * **fits**: a reference to a [`Row`] is good for reading or writing its whole size, which is that of two vectors, and its alignment is theirs.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::plan::Plan;
use super::sweep::{Machine, Swept, deep, shallow};
use super::vector::{Row, Vector};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")).then_some(Avx2(()))
    }
}

impl Machine for Avx2 {
    fn name(&self) -> &'static str {
        "lanes (AVX2)"
    }
    fn shallow(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        #[target_feature(enable = "avx2")]
        fn inner(plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
            shallow::<Y>(plan, rows, swept);
        }
        // SAFETY: have (self).
        unsafe { inner(plan, rows, swept) }
    }
    fn deep(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        #[target_feature(enable = "avx2")]
        fn inner(plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
            deep::<Y>(plan, rows, swept);
        }
        // SAFETY: have (self).
        unsafe { inner(plan, rows, swept) }
    }
}

const _: () = assert!(size_of::<Row>() == size_of::<[__m256i; 2]>() && align_of::<Row>() >= align_of::<__m256i>());

/// Thirty-two lanes in two halves.
#[derive(Clone, Copy, Debug)]
struct Y(__m256i, __m256i);

impl Y {
    #[inline(always)]
    fn halves(self, f: impl Fn(__m256i) -> __m256i) -> Y {
        Y(f(self.0), f(self.1))
    }
    #[inline(always)]
    fn zip(self, other: Y, f: impl Fn(__m256i, __m256i) -> __m256i) -> Y {
        Y(f(self.0, other.0), f(self.1, other.1))
    }
}

impl Vector for Y {
    /// Lanes of ones or zeros.
    type Mask = Y;
    type Row = Row;

    #[inline(always)]
    fn splat(set: u16) -> Y {
        // SAFETY: have.
        let half = unsafe { _mm256_set1_epi16(set as i16) };
        Y(half, half)
    }
    #[inline(always)]
    fn load(row: &Row) -> Y {
        let [low, high] = [&row.0[..16], &row.0[16..]];
        // SAFETY: have, fits.
        unsafe { Y(_mm256_load_si256(low.as_ptr().cast()), _mm256_load_si256(high.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, row: &mut Row) {
        let (low, high) = row.0.split_at_mut(16);
        // SAFETY: have, fits.
        unsafe {
            _mm256_store_si256(low.as_mut_ptr().cast(), self.0);
            _mm256_store_si256(high.as_mut_ptr().cast(), self.1);
        }
    }
    #[inline(always)]
    fn and(self, other: Y) -> Y {
        // SAFETY: have.
        self.zip(other, |a, b| unsafe { _mm256_and_si256(a, b) })
    }
    #[inline(always)]
    fn or(self, other: Y) -> Y {
        // SAFETY: have.
        self.zip(other, |a, b| unsafe { _mm256_or_si256(a, b) })
    }
    #[inline(always)]
    fn xor(self, other: Y) -> Y {
        // SAFETY: have.
        self.zip(other, |a, b| unsafe { _mm256_xor_si256(a, b) })
    }
    #[inline(always)]
    fn without(self, other: Y) -> Y {
        // SAFETY: have.
        self.zip(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }
    #[inline(always)]
    fn without_least(self) -> Y {
        // SAFETY: have.
        self.halves(|a| unsafe { _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn up(self, by: usize) -> Y {
        // SAFETY: have.
        self.halves(|a| unsafe { _mm256_sll_epi16(a, _mm_cvtsi32_si128(by as i32)) })
    }
    #[inline(always)]
    fn down(self, by: usize) -> Y {
        // SAFETY: have.
        self.halves(|a| unsafe { _mm256_srl_epi16(a, _mm_cvtsi32_si128(by as i32)) })
    }
    #[inline(always)]
    fn meets(self, other: Y) -> Y {
        // SAFETY: have.
        self.and(other).halves(|a| unsafe {
            let none = _mm256_cmpeq_epi16(a, _mm256_setzero_si256());
            _mm256_xor_si256(none, _mm256_set1_epi16(-1))
        })
    }
    #[inline(always)]
    fn within(self, other: Y) -> Y {
        // SAFETY: have.
        self.without(other).halves(|a| unsafe { _mm256_cmpeq_epi16(a, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn both(a: Y, b: Y) -> Y {
        a.and(b)
    }
    #[inline(always)]
    fn bits(mask: Y) -> u32 {
        // SAFETY: have.
        unsafe {
            // Packing takes quarters from the halves by turns.
            let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(mask.0, mask.1));
            _mm256_movemask_epi8(bytes) as u32
        }
    }
    #[inline(always)]
    fn keep(self, mask: Y) -> Y {
        self.and(mask)
    }
    #[inline(always)]
    fn or_else(self, mask: Y, other: Y) -> Y {
        // SAFETY: have.
        Y(unsafe { _mm256_blendv_epi8(other.0, self.0, mask.0) }, unsafe { _mm256_blendv_epi8(other.1, self.1, mask.1) })
    }
    #[inline(always)]
    fn entry(table: &Row, at: Y) -> Y {
        let table = Y::load(table);
        // SAFETY: have.
        unsafe {
            let byte = _mm256_set1_epi16(0xff);
            let low = [doubled(_mm256_and_si256(table.0, byte)), doubled(_mm256_and_si256(table.1, byte))];
            let high = [doubled(_mm256_srli_epi16::<8>(table.0)), doubled(_mm256_srli_epi16::<8>(table.1))];
            Y(entries(low, high, at.0), entries(low, high, at.1))
        }
    }
}

/// The bytes of sixteen numbers below 256, once in each half.
#[inline]
#[target_feature(enable = "avx2")]
fn doubled(numbers: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b10_00_10_00>(_mm256_packus_epi16(numbers, numbers))
}

/// Entries by the lowest five bits of each lane: the low and the high bytes of the first sixteen, and of the second.
#[inline]
#[target_feature(enable = "avx2")]
fn entries(low: [__m256i; 2], high: [__m256i; 2], at: __m256i) -> __m256i {
    let number = _mm256_and_si256(at, _mm256_set1_epi16(0x1f));
    let second = _mm256_slli_epi16::<3>(number);
    let low = _mm256_blendv_epi8(_mm256_shuffle_epi8(low[0], number), _mm256_shuffle_epi8(low[1], number), second);
    let high = _mm256_blendv_epi8(_mm256_shuffle_epi8(high[0], number), _mm256_shuffle_epi8(high[1], number), second);
    _mm256_or_si256(_mm256_and_si256(low, _mm256_set1_epi16(0xff)), _mm256_slli_epi16::<8>(high))
}
