//! Counts the values of many one-word domains at once, with the processor's own instruction where it has one.
#![allow(unsafe_code)]

/// The number of bits of each word.
///
/// What this is built for at the least (x86-64 of 2003) counts bits in a dozen steps; nearly every processor does it in one.
pub(super) fn counts(words: &[u64], counts: &mut Vec<u8>) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        // SAFETY: the function needs the feature that was just detected, and nothing else.
        return unsafe { with_popcnt(words, counts) };
    }
    portable(words, counts);
}

#[inline(always)]
fn portable(words: &[u64], counts: &mut Vec<u8>) {
    counts.clear();
    counts.extend(words.iter().map(|word| word.count_ones() as u8));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn with_popcnt(words: &[u64], counts: &mut Vec<u8>) {
    portable(words, counts);
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_count_alike() {
        let mut rng = crate::rng::Rng::new(1);
        let mut words: Vec<u64> = (0..200).map(|_| rng.bits() & rng.bits()).collect();
        words.extend([0, 1, !0]);
        let (mut ours, mut portable) = (vec![7], Vec::new());
        super::counts(&words, &mut ours);
        super::portable(&words, &mut portable);
        assert_eq!(ours, portable);
        assert_eq!(ours[200..], [0, 1, 64]);
    }
}
