//! AVX2: sixteen lanes. And what AVX-512 has in common with it.
//!
//! Every `unsafe` rests on one of two facts, which the SAFETY notes name:
//!
//! * **have**: the vector types are private to this file and get into other code only as type parameters of functions that are
//!   `inline(always)` and called inside `#[target_feature]` functions here. Those are called only by the methods of [`Avx2`], of
//!   which there are values only if the processor was asked and has the feature.
//! * **fits**: a reference to an array or an aligned block is good for reading or writing its whole size, which is the vector's (see the
//!   constant assertions); the instructions used have no wish for alignment.
#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;

use super::branch::{CHILDREN, Choice, Fork, Guess, expand, fork, fork_at};
use super::grid::{Candidates, Digits, Grid};
use super::lanes::{Counted, Lanes, Turn};
use super::machine::{Machine, Packed, Settled, Swept, Whole, settle, solution, sweep};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }
}

/// A cell of 16 puzzles, aligned to its vector.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Cell16([u16; 16]);

const _: () = assert!(size_of::<Cell16>() == size_of::<A>() && size_of::<[u16; 16]>() == size_of::<A>());

impl AsRef<[u16]> for Cell16 {
    #[inline(always)]
    fn as_ref(&self) -> &[u16] {
        &self.0
    }
}

impl AsMut<[u16]> for Cell16 {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u16] {
        &mut self.0
    }
}

/// A machine: its operations are those of [`machine`](super::machine), compiled for its features.
macro_rules! machine {
    ($machine:ty, $memory:ident, $packed:ty, $whole:ty, [$($feature:literal),+], { $($more:tt)* }) => {
        impl Machine for $machine {
            const LANES: usize = size_of::<$memory>() / 2;
            type Memory = $memory;
            fn memory(set: u16) -> $memory {
                $memory([set; _])
            }
            #[inline]
            fn sweep(self, cells: &mut [$memory; 81], sums: &mut $memory) -> Swept {
                #[target_feature($(enable = $feature),+)]
                fn inner(cells: &mut [$memory; 81], sums: &mut $memory) -> Swept {
                    sweep::<$packed>(cells, sums)
                }
                // SAFETY: have (self).
                unsafe { inner(cells, sums) }
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
            $($more)*
            #[inline]
            fn expand(self, grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<usize> {
                #[target_feature($(enable = $feature),+)]
                fn inner(grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<usize> {
                    expand::<$whole>(grid, children, guess)
                }
                // SAFETY: have (self).
                unsafe { inner(grid, children, guess) }
            }
            #[inline]
            fn fork(self, grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<Fork> {
                #[target_feature($(enable = $feature),+)]
                fn inner(grid: &Grid, children: &mut [Grid; CHILDREN], guess: Guess) -> Option<Fork> {
                    fork::<$whole>(grid, children, guess)
                }
                // SAFETY: have (self).
                unsafe { inner(grid, children, guess) }
            }
            #[inline]
            fn fork_at(self, grid: &Grid, children: &mut [Grid; CHILDREN], choice: &Choice) -> Fork {
                #[target_feature($(enable = $feature),+)]
                fn inner(grid: &Grid, children: &mut [Grid; CHILDREN], choice: &Choice) -> Fork {
                    fork_at::<$whole>(grid, children, choice)
                }
                // SAFETY: have (self).
                unsafe { inner(grid, children, choice) }
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
pub(super) use machine;

machine!(Avx2, Cell16, A, A, ["avx2"], {});

/// Sixteen lanes.
#[derive(Clone, Copy, Debug)]
struct A(__m256i);

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
pub(super) use lane_op;

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
    lane_op!(add(self, o: A) -> A = A(_mm256_add_epi16(self.0, o.0)));
    #[inline(always)]
    fn if_single(self) -> A {
        self.and(self.rest().is_nothing())
    }
    #[inline(always)]
    fn if_triple(self) -> A {
        self.and(self.rest().rest().rest().is_nothing())
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

impl Counted for A {
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
    lane_op!(select(self, a: A, b: A) -> A = A(_mm256_blendv_epi8(a.0, b.0, self.is_nothing().0)));
}

impl Whole for A {
    whole_memory!(A);
    lane_op!(any_empty(self) -> bool = _mm256_movemask_epi8(self.is_nothing().0) != 0);
    lane_op!(is_empty(self) -> bool = _mm256_testz_si256(self.0, self.0) != 0);
}

impl Packed for A {
    const BY_BOX: bool = true;
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
        unsafe {
            _mm_movemask_epi8(_mm_packs_epi16(
                _mm256_castsi256_si128(self.is_nothing().0),
                _mm256_extracti128_si256::<1>(self.is_nothing().0),
            )) as u32
        }
    }
}

/// Boxes and bands of a [`Grid`] in a circle: a shuffle within, or one of, the fours of lanes.
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
pub(super) use whole;

whole!(A);

/// The byte shuffle that does this to each four lanes; it counts within 16 bytes, so the second eight look eight further.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn fours(shuffle: i64) -> __m256i {
    let further = shuffle + 0x0808_0808_0808_0808;
    opaque(_mm256_set_epi64x(further, shuffle, further, shuffle))
}

/// A constant that the compiler doesn't see through: knowing it, LLVM makes two shuffles of each one, or other instructions that cost more.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn opaque(mut constant: __m256i) -> __m256i {
    // SAFETY: no instruction at all.
    unsafe { asm!("/* {0} */", inout(ymm_reg) constant, options(pure, nomem, nostack, preserves_flags)) };
    constant
}

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

pub(super) use whole_memory;

/// See [`Whole::arrange`]: three cells of each row at a time.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn arrange(from: &Candidates, to: &mut Grid) {
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
pub(super) fn write_rows(numbers: [__m256i; 3], l: usize, to: &mut Digits) {
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
