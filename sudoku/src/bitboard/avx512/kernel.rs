//! AVX-512: thirty-two lanes for a batch or for two grids, sixteen for one grid.
//!
//! Every `unsafe` rests on one of two facts, which the SAFETY notes name:
//!
//! * **have**: the vector types are private to this file and get into other code only as type parameters of functions that are
//!   `inline(always)` and called inside `#[target_feature]` functions here. Those are called only by the methods of [`Avx512`], of
//!   which there are values only if the processor was asked and has the feature.
//! * **fits**: a reference to an array or an aligned block is good for reading or writing its whole size, which is the vector's (see the
//!   constant assertions); the instructions used have no wish for alignment.
#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;

use super::avx2::{arrange, fours, lane_op, machine, opaque, whole, whole_memory, write_rows};
use super::branch::{CHILDREN, Choice, Fork, Guess, expand, fork, fork_at};
use super::crowd::{Table, together};
use super::grid::{Candidates, Digits, Grid};
use super::lanes::{Counted, Lanes, Turn};
use super::machine::{Machine, Packed, Pair, Settled, Swept, Whole, settle, settle_two, solution, sweep};

/// Proof that the processor has AVX-512 F, BW, VL and BITALG (Intel from Ice Lake, AMD from Zen 4 on), and AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub(crate) fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx512(()))
    }
}

/// A cell of 32 puzzles, aligned to its vector.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Cell32([u16; 32]);

const _: () = assert!(size_of::<Cell32>() == size_of::<Z>() && size_of::<[u16; 16]>() == size_of::<Y>());

impl AsRef<[u16]> for Cell32 {
    #[inline(always)]
    fn as_ref(&self) -> &[u16] {
        &self.0
    }
}

impl AsMut<[u16]> for Cell32 {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u16] {
        &mut self.0
    }
}

machine!(Avx512, Cell32, Z, Y, ["avx512f", "avx512bw", "avx512vl", "avx512bitalg", "avx2", "popcnt"], {
    const PAIRS: bool = true;
    #[inline]
    fn settle_two(self, below: &mut Grid, top: &Grid, to: &mut Grid) -> [Settled; 2] {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx2,popcnt")]
        fn inner(below: &mut Grid, top: &Grid, to: &mut Grid) -> [Settled; 2] {
            settle_two::<Z>(below, top, to)
        }
        // SAFETY: have (self).
        unsafe { inner(below, top, to) }
    }
    const CROWD: u32 = 4;
    #[inline]
    fn choose_all(self, cells: &[Cell32; 81], two: &Cell32, table: &mut Table<Cell32>) -> u32 {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx2,popcnt")]
        fn inner(cells: &[Cell32; 81], two: &Cell32, table: &mut Table<Cell32>) -> u32 {
            together::<Z>(cells, two, table)
        }
        // SAFETY: have (self).
        unsafe { inner(cells, two, table) }
    }
});

/// Sixteen lanes.
#[derive(Clone, Copy, Debug)]
struct Y(__m256i);

/// Thirty-two lanes.
#[derive(Clone, Copy, Debug)]
struct Z(__m512i);

/// The methods that AVX-512 has in one or two instructions, for either width.
#[rustfmt::skip]
macro_rules! avx512 {
    ($v:ident, $set1:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident, $min:ident, $add:ident, $testn:ident, $test:ident,
     $keep:ident, $select:ident, $count:ident, $gt:ident, $ternary:ident, $opaque:ident) => {
        impl Lanes for $v {
            #[inline(always)]
            fn splat(set: u16) -> $v {
                // SAFETY: have.
                $v(unsafe { $set1(set as i16) })
            }
            lane_op!(and(self, o: $v) -> $v = $v($and(self.0, o.0)));
            lane_op!(or(self, o: $v) -> $v = $v($or(self.0, o.0)));
            lane_op!(xor(self, o: $v) -> $v = $v($xor(self.0, o.0)));
            lane_op!(without(self, o: $v) -> $v = $v($andnot(o.0, self.0)));
            lane_op!(min(self, o: $v) -> $v = $v($min(self.0, o.0)));
            lane_op!(add(self, o: $v) -> $v = $v($add(self.0, o.0)));
            // Opaque, or LLVM counts digits and compares, and both are for one of the two vector units only.
            lane_op!(if_single(self) -> $v = $v($keep($testn(self.0, $add(self.0, $opaque($set1(-1)))), self.0)));
            lane_op!(if_triple(self) -> $v = $v($keep($gt($set1(4), $count(self.0)), self.0)));
            lane_op!(if_full_else(self, o: $v) -> $v = $v($select(o.0, $gt($count(self.0), $set1(2)), self.0)));
            lane_op!(if_any_else(self, o: $v) -> $v = $v($select(o.0, $test(self.0, self.0), self.0)));
            // The tables of ternary logic: bit 4a + 2b + c of the number is the result for bits a, b, c.
            lane_op!(or3(self, b: $v, c: $v) -> $v = $v($ternary::<0b1111_1110>(self.0, b.0, c.0)));
            lane_op!(and3(self, b: $v, c: $v) -> $v = $v($ternary::<0b1000_0000>(self.0, b.0, c.0)));
            lane_op!(without2(self, b: $v, c: $v) -> $v = $v($ternary::<0b0001_0000>(self.0, b.0, c.0)));
            lane_op!(in_one_of(self, b: $v, c: $v) -> $v = $v($ternary::<0b0001_0110>(self.0, b.0, c.0)));
            lane_op!(or_differ(self, a: $v, b: $v) -> $v = $v($ternary::<0b1111_0110>(self.0, a.0, b.0)));
        }
    };
}
#[rustfmt::skip]
avx512!(
    Y, _mm256_set1_epi16, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_andnot_si256, _mm256_min_epi16, _mm256_add_epi16,
    _mm256_testn_epi16_mask, _mm256_test_epi16_mask, _mm256_maskz_mov_epi16, _mm256_mask_mov_epi16, _mm256_popcnt_epi16,
    _mm256_cmpgt_epi16_mask, _mm256_ternarylogic_epi32, opaque
);
#[rustfmt::skip]
avx512!(
    Z, _mm512_set1_epi16, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_andnot_si512, _mm512_min_epi16, _mm512_add_epi16,
    _mm512_testn_epi16_mask, _mm512_test_epi16_mask, _mm512_maskz_mov_epi16, _mm512_mask_mov_epi16, _mm512_popcnt_epi16,
    _mm512_cmpgt_epi16_mask, _mm512_ternarylogic_epi32, opaque_wide
);

whole!(Y);

impl Counted for Y {
    lane_op!(count(self) -> Y = Y(_mm256_popcnt_epi16(self.0)));
    lane_op!(select(self, a: Y, b: Y) -> Y = Y(_mm256_mask_mov_epi16(b.0, _mm256_test_epi16_mask(self.0, self.0), a.0)));
}

impl Counted for Z {
    lane_op!(count(self) -> Z = Z(_mm512_popcnt_epi16(self.0)));
    lane_op!(select(self, a: Z, b: Z) -> Z = Z(_mm512_mask_mov_epi16(b.0, _mm512_test_epi16_mask(self.0, self.0), a.0)));
}

impl Whole for Y {
    whole_memory!(Y);
    lane_op!(any_empty(self) -> bool = _mm256_testn_epi16_mask(self.0, self.0) != 0);
    lane_op!(is_empty(self) -> bool = _mm256_testz_si256(self.0, self.0) != 0);
}

impl Turn for Z {
    #[inline(always)]
    fn next<const ROWS: bool>(self) -> Z {
        // SAFETY: have.
        Z(unsafe {
            if ROWS {
                _mm512_shuffle_epi8(self.0, _mm512_broadcast_i64x4(fours(0x0706_0100_0504_0302)))
            } else {
                _mm512_permutex_epi64::<0b11_00_10_01>(self.0)
            }
        })
    }
    #[inline(always)]
    fn after_next<const ROWS: bool>(self) -> Z {
        // SAFETY: have.
        Z(unsafe {
            if ROWS {
                _mm512_shuffle_epi8(self.0, _mm512_broadcast_i64x4(fours(0x0706_0302_0100_0504)))
            } else {
                _mm512_permutex_epi64::<0b11_01_00_10>(self.0)
            }
        })
    }
}

impl Pair for Z {
    #[inline(always)]
    fn join(first: &[u16; 16], second: &[u16; 16]) -> Z {
        // SAFETY: have, fits.
        Z(unsafe {
            let low = _mm512_castsi256_si512(_mm256_loadu_si256(first.as_ptr().cast()));
            _mm512_inserti64x4::<1>(low, _mm256_loadu_si256(second.as_ptr().cast()))
        })
    }
    #[inline(always)]
    fn part(self, first: &mut [u16; 16], second: &mut [u16; 16]) {
        // SAFETY: have, fits.
        unsafe {
            _mm256_storeu_si256(first.as_mut_ptr().cast(), _mm512_castsi512_si256(self.0));
            _mm256_storeu_si256(second.as_mut_ptr().cast(), _mm512_extracti64x4_epi64::<1>(self.0));
        }
    }
}

impl Packed for Z {
    const BY_BOX: bool = true;
    type Memory = Cell32;
    #[inline(always)]
    fn load(sets: &Cell32) -> Z {
        // SAFETY: have, fits.
        Z(unsafe { _mm512_loadu_si512(sets.0.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, sets: &mut Cell32) {
        // SAFETY: have, fits.
        unsafe { _mm512_storeu_si512(sets.0.as_mut_ptr().cast(), self.0) }
    }
    lane_op!(empty(self) -> u32 = _mm512_testn_epi16_mask(self.0, self.0));
}

/// See [`opaque`].
#[inline]
#[target_feature(enable = "avx512f")]
fn opaque_wide(mut constant: __m512i) -> __m512i {
    // SAFETY: no instruction at all.
    unsafe { asm!("/* {0} */", inout(zmm_reg) constant, options(pure, nomem, nostack, preserves_flags)) };
    constant
}
