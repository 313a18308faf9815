//! The same set algebra in vector instructions of x86-64: AVX2 and AVX-512. The only file here with unsafe code.
//!
//! Every `unsafe` here rests on one of two facts, which the SAFETY notes name:
//!
//! * **have**: values of the vector types are made only inside `#[target_feature]` functions of this file, which are called only
//!   through [`Avx2`] and [`Avx512`]; those are made only by `detect`, after the processor was asked. All methods of the vectors are
//!   `inline(always)`, so they become part of these functions.
//! * **fits**: a reference to an array or to an aligned block is valid for reads or writes of its whole size, which a
//!   constant assertion compares with the vector's; the instruction used has no wish for alignment.
#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;

use super::branch::{CONFIGURATIONS, Loss, expand};
use super::grid::{Candidates, Digits, Grid};
use super::lanes::{Lanes, Turn};
use super::machine::{Machine, Packed, Settled, Swept, Whole, settle, solution, sweep};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// Proof that the processor has AVX-512 F, BW, VL and BITALG (Intel from Ice Lake, AMD from Zen 4 on).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }
}

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

/// A cell of 16 puzzles, aligned to its vector.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Cell16([u16; 16]);

macro_rules! as_slice {
    ($($cell:ty),*) => {$(
        impl AsRef<[u16]> for $cell {
            #[inline(always)]
            fn as_ref(&self) -> &[u16] {
                &self.0
            }
        }
        impl AsMut<[u16]> for $cell {
            #[inline(always)]
            fn as_mut(&mut self) -> &mut [u16] {
                &mut self.0
            }
        }
    )*};
}
as_slice!(Cell16, Cell32);

const _: () = assert!(size_of::<Cell32>() == 64 && size_of::<Cell16>() == 32 && size_of::<[u16; 16]>() == 32);

macro_rules! machine {
    ($machine:ty, $memory:ident, $packed:ty, $whole:ty, $($feature:literal),+) => {
        impl Machine for $machine {
            const LANES: usize = size_of::<$memory>() / 2;
            type Memory = $memory;
            fn memory(set: u16) -> $memory {
                $memory([set; _])
            }
            #[inline]
            fn sweep(self, cells: &mut [$memory; 81]) -> Swept {
                #[target_feature($(enable = $feature),+)]
                fn inner(cells: &mut [$memory; 81]) -> Swept {
                    sweep::<$packed>(cells)
                }
                // SAFETY: have (self).
                unsafe { inner(cells) }
            }
            #[inline]
            fn settle(self, from: &Grid, to: &mut Grid) -> Settled {
                #[target_feature($(enable = $feature),+)]
                fn inner(from: &Grid, to: &mut Grid) -> Settled {
                    settle::<$whole>(from, to)
                }
                // SAFETY: have (self).
                unsafe { inner(from, to) }
            }
            #[inline]
            fn expand(self, grid: &Grid, children: &mut [Grid; CONFIGURATIONS]) -> Option<(usize, Loss)> {
                #[target_feature($(enable = $feature),+)]
                fn inner(grid: &Grid, children: &mut [Grid; CONFIGURATIONS]) -> Option<(usize, Loss)> {
                    expand::<$whole>(grid, children)
                }
                // SAFETY: have (self).
                unsafe { inner(grid, children) }
            }
            #[inline]
            fn arrange(self, from: &Candidates, to: &mut Grid) {
                #[target_feature($(enable = $feature),+)]
                fn inner(from: &Candidates, to: &mut Grid) {
                    <$whole>::arrange(from, to);
                }
                // SAFETY: have (self).
                unsafe { inner(from, to) }
            }
            #[inline]
            fn solution(self, grid: &Grid, start: &Grid, to: &mut Digits) -> bool {
                #[target_feature($(enable = $feature),+)]
                fn inner(grid: &Grid, start: &Grid, to: &mut Digits) -> bool {
                    solution::<$whole>(grid, start, to)
                }
                // SAFETY: have (self).
                unsafe { inner(grid, start, to) }
            }
        }
    };
}
machine!(Avx2, Cell16, A, A, "avx2");
machine!(Avx512, Cell32, Z, Y, "avx512f", "avx512bw", "avx512vl", "avx512bitalg", "avx2", "popcnt");

/// Sixteen lanes in AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct A(__m256i);

/// Sixteen lanes in AVX-512 VL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Y(__m256i);

/// Thirty-two lanes in AVX-512.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Z(__m512i);

/// A method that is one expression of intrinsics.
macro_rules! lane_op {
    ($name:ident($self:ident $(, $arg:ident: $type:ty)*) -> $out:ty = $body:expr) => {
        #[inline(always)]
        fn $name($self $(, $arg: $type)*) -> $out {
            // SAFETY: have.
            unsafe { $body }
        }
    };
}

impl A {
    lane_op!(rest(self) -> A = A(_mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1)))));
    lane_op!(is_nothing(self) -> A = A(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())));
}

impl Lanes for A {
    #[inline(always)]
    fn splat(set: u16) -> A {
        // SAFETY: have.
        A(unsafe { _mm256_set1_epi16(set as i16) })
    }
    lane_op!(and(self, o: A) -> A = A(_mm256_and_si256(self.0, o.0)));
    lane_op!(or(self, o: A) -> A = A(_mm256_or_si256(self.0, o.0)));
    lane_op!(xor(self, o: A) -> A = A(_mm256_xor_si256(self.0, o.0)));
    lane_op!(without(self, o: A) -> A = A(_mm256_andnot_si256(o.0, self.0)));
    lane_op!(min(self, o: A) -> A = A(_mm256_min_epi16(self.0, o.0)));
    #[inline(always)]
    fn if_single(self) -> A {
        self.and(self.rest().is_nothing())
    }
    #[inline(always)]
    fn if_triple(self, alive: &mut A) -> A {
        let without_two = self.rest().rest();
        *alive = alive.min(without_two);
        self.and(without_two.rest().is_nothing())
    }
    #[inline(always)]
    fn if_full_else(self, o: A) -> A {
        self.or(o.and(self.rest().rest().is_nothing()))
    }
    #[inline(always)]
    fn if_any_else(self, o: A) -> A {
        self.or(o.and(self.is_nothing()))
    }
}

/// The methods that AVX-512 has in one or two instructions, for either width.
macro_rules! avx512 {
    ($v:ident, $set1:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident, $min:ident, $add:ident, $testn:ident, $test:ident,
     $keep:ident, $select:ident, $count:ident, $eq:ident, $gt:ident, $subs:ident, $ternary:ident) => {
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
            lane_op!(if_single(self) -> $v = $v($keep($testn(self.0, $add(self.0, $set1(-1))), self.0)));
            lane_op!(if_triple(self, alive: &mut $v) -> $v = {
                let count = $count(self.0);
                *alive = $v($min(alive.0, $subs(count, $set1(2))));
                $v($keep($eq(count, $set1(3)), self.0))
            });
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
avx512!(
    Y, _mm256_set1_epi16, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_andnot_si256,
    _mm256_min_epi16, _mm256_add_epi16, _mm256_testn_epi16_mask, _mm256_test_epi16_mask, _mm256_maskz_mov_epi16,
    _mm256_mask_mov_epi16, _mm256_popcnt_epi16, _mm256_cmpeq_epi16_mask, _mm256_cmpgt_epi16_mask, _mm256_subs_epu16,
    _mm256_ternarylogic_epi32
);
avx512!(
    Z, _mm512_set1_epi16, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_andnot_si512,
    _mm512_min_epi16, _mm512_add_epi16, _mm512_testn_epi16_mask, _mm512_test_epi16_mask, _mm512_maskz_mov_epi16,
    _mm512_mask_mov_epi16, _mm512_popcnt_epi16, _mm512_cmpeq_epi16_mask, _mm512_cmpgt_epi16_mask, _mm512_subs_epu16,
    _mm512_ternarylogic_epi32
);

/// The byte shuffle that does this to each four lanes; it counts within 16 bytes, so the second eight look eight further.
#[inline(always)]
fn fours(shuffle: i64) -> __m256i {
    let further = shuffle + 0x0808_0808_0808_0808;
    // SAFETY: have.
    unsafe { opaque(_mm256_set_epi64x(further, shuffle, further, shuffle)) }
}

/// A constant that the compiler doesn't see through: knowing it, LLVM makes two shuffles of each one.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut constant: __m256i) -> __m256i {
    // SAFETY: no instruction at all.
    unsafe { asm!("/* {0} */", inout(ymm_reg) constant, options(pure, nomem, nostack, preserves_flags)) };
    constant
}

/// The turns of a grid in two registers' worth of instructions that both machines have.
macro_rules! whole {
    ($v:ident) => {
        impl Turn for $v {
            #[inline(always)]
            fn next<const ROWS: bool>(self) -> $v {
                // SAFETY: have.
                $v(unsafe {
                    if ROWS {
                        _mm256_shuffle_epi8(self.0, fours(0x0706_0100_0504_0302))
                    } else {
                        _mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)
                    }
                })
            }
            #[inline(always)]
            fn after_next<const ROWS: bool>(self) -> $v {
                // SAFETY: have.
                $v(unsafe {
                    if ROWS {
                        _mm256_shuffle_epi8(self.0, fours(0x0706_0302_0100_0504))
                    } else {
                        _mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)
                    }
                })
            }
        }
    };
}
whole!(A);
whole!(Y);

/// Loads, stores and changes of order, the same in both machines.
macro_rules! whole_memory {
    ($v:ident) => {
        #[inline(always)]
        fn load(sets: &[u16; 16]) -> $v {
            // SAFETY: have, fits.
            $v(unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) })
        }
        #[inline(always)]
        fn array(self) -> [u16; 16] {
            // SAFETY: both are 256 bits without padding, and any bits are numbers.
            unsafe { std::mem::transmute(self.0) }
        }
        #[inline(always)]
        fn arrange(from: &Candidates, to: &mut Grid) {
            // SAFETY: have.
            unsafe { arrange(from, to) }
        }
        #[inline(always)]
        fn digits(numbers: &[[$v; 3]; 3], to: &mut Digits) {
            for l in 0..3 {
                // SAFETY: have.
                unsafe { write_rows(numbers[l].map(|n| n.0), l, to) }
            }
        }
    };
}

/// See [`Whole::arrange`]: three cells of each row at a time.
#[inline]
#[target_feature(enable = "avx2")]
fn arrange(from: &Candidates, to: &mut Grid) {
    const PADDING: [u16; 16] = [0, 0, 0, 511, 0, 0, 0, 511, 0, 0, 0, 511, 511, 511, 511, 511];
    // Every third of eight cells, from the first or from the second on.
    let first = _mm_set_epi64x(-1, 0x8080_0d0c_0706_0100_u64 as i64);
    let second = _mm_set_epi64x(-1, 0x8080_0f0e_0908_0302_u64 as i64);
    for l in 0..3 {
        for (k, (skip, which)) in [(0, first), (0, second), (1, second)].into_iter().enumerate() {
            let [a, b, c] = [0, 1, 2].map(|band| {
                let cells: &[u16; 8] = from[9 * (3 * band + l) + skip..].first_chunk().expect("a row has nine cells");
                // SAFETY: fits, for 8 numbers of 16 bits.
                _mm_shuffle_epi8(unsafe { _mm_loadu_si128(cells.as_ptr().cast()) }, which)
            });
            let sets = _mm256_and_si256(_mm256_set_m128i(c, _mm_unpacklo_epi64(a, b)), _mm256_set1_epi16(511));
            // SAFETY: fits, both.
            unsafe {
                let padded = _mm256_or_si256(sets, _mm256_loadu_si256(PADDING.as_ptr().cast()));
                _mm256_storeu_si256(to.sets[3 * l + k].as_mut_ptr().cast(), padded);
            }
        }
    }
}

/// See [`Whole::digits`]: line `l` of all bands.
#[inline]
#[target_feature(enable = "avx2")]
fn write_rows(numbers: [__m256i; 3], l: usize, to: &mut Digits) {
    let [a, b, c] = numbers;
    // A band is 8 bytes. Two numbers of each box in one half of 16 bytes and the third in the other; then all nine in order.
    let two = _mm256_or_si256(a, _mm256_slli_epi16::<8>(b));
    let even = _mm256_unpacklo_epi64(two, c);
    let odd = _mm256_unpackhi_epi64(two, c);
    let bands = [_mm256_castsi256_si128(even), _mm256_castsi256_si128(odd), _mm256_extracti128_si256::<1>(even)];
    for (band, bytes) in bands.into_iter().enumerate() {
        let row = _mm_shuffle_epi8(bytes, _mm_set_epi64x(0x8080_8080_8080_800c_u64 as i64, 0x0504_0a03_0208_0100));
        let at = 9 * (3 * band + l);
        to[at..at + 8].copy_from_slice(&_mm_cvtsi128_si64(row).to_le_bytes());
        to[at + 8] = _mm_extract_epi8::<8>(row) as u8;
    }
}

impl Whole for A {
    whole_memory!(A);
    #[inline(always)]
    fn count(self) -> A {
        let low = A::splat(0x0f0f);
        // SAFETY: have. A table of the bits of half a byte, for both halves of each byte; then the two bytes of a lane are added.
        unsafe {
            let table = _mm256_set_epi64x(0x0403_0302_0302_0201, 0x0302_0201_0201_0100, 0x0403_0302_0302_0201, 0x0302_0201_0201_0100);
            let halves = [self.and(low), A(_mm256_srli_epi16::<4>(self.0)).and(low)].map(|half| _mm256_shuffle_epi8(table, half.0));
            A(_mm256_maddubs_epi16(_mm256_add_epi8(halves[0], halves[1]), _mm256_set1_epi8(1)))
        }
    }
    lane_op!(add(self, o: A) -> A = A(_mm256_add_epi16(self.0, o.0)));
    lane_op!(select(self, a: A, b: A) -> A = A(_mm256_blendv_epi8(a.0, b.0, self.is_nothing().0)));
    lane_op!(any_empty(self) -> bool = _mm256_movemask_epi8(self.is_nothing().0) != 0);
    lane_op!(is_empty(self) -> bool = _mm256_testz_si256(self.0, self.0) != 0);
}

impl Whole for Y {
    whole_memory!(Y);
    lane_op!(count(self) -> Y = Y(_mm256_popcnt_epi16(self.0)));
    lane_op!(add(self, o: Y) -> Y = Y(_mm256_add_epi16(self.0, o.0)));
    lane_op!(select(self, a: Y, b: Y) -> Y = Y(_mm256_mask_mov_epi16(b.0, _mm256_test_epi16_mask(self.0, self.0), a.0)));
    lane_op!(any_empty(self) -> bool = _mm256_testn_epi16_mask(self.0, self.0) != 0);
    lane_op!(is_empty(self) -> bool = _mm256_testz_si256(self.0, self.0) != 0);
}

impl Packed for A {
    type Memory = Cell16;
    #[inline(always)]
    fn load(sets: &Cell16) -> A {
        // SAFETY: have, fits.
        A(unsafe { _mm256_loadu_si256(sets.0.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, sets: &mut Cell16) {
        // SAFETY: have, fits.
        unsafe { _mm256_storeu_si256(sets.0.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn empty(self) -> u32 {
        // SAFETY: have. Saturating packs keep all ones and zero as they are.
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(_mm256_castsi256_si128(self.is_nothing().0), _mm256_extracti128_si256::<1>(self.is_nothing().0))) as u32 }
    }
}

impl Packed for Z {
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
