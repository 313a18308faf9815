//! The ways of counting options against each other.

use super::super::super::problem::{ItemId, Problem};
use super::super::super::random::SplitMix;
use super::*;

/// The instructions chosen at run time and the plain ones, by items and by options, see the same wherever a walk
/// leads.
#[test]
fn both_ways_and_all_instructions_agree() {
    let mut random = SplitMix::new(1);
    for (primary, options) in [(40, 3), (40, 300), (60, 700), (200, 500), (250, 2000), (400, 1000)] {
        let mut problem = Problem::numbered(primary, 30);
        for _ in 0..options {
            let mut items: Vec<ItemId> = (0..random.below(6)).map(|_| ItemId::new(random.below(primary + 30))).collect();
            items.push(ItemId::new(random.below(primary)));
            items.sort_unstable();
            items.dedup();
            problem.option(&items).unwrap();
        }
        let mut bits = Bits::new(problem.shape());
        loop {
            let fewest = bits.fewest();
            assert_eq!(fewest, bits.fewest_here());
            let (live, open) = bits.level_rows();
            let by_items = bits.by_items(live, open);
            assert_eq!(fewest, by_items);
            let by_options = match bits.item_width {
                1 => bits.by_options::<1>(live, open),
                4 => bits.by_options::<4>(live, open),
                _ => bits.by_options::<8>(live, open),
            };
            #[cfg(target_arch = "x86_64")]
            if bits.features == Features::Wide && bits.item_width > 1 {
                // SAFETY: `detect` has seen the features that the function needs.
                let wide = unsafe {
                    if bits.item_width == 4 { bits.by_options_wide::<4, 1>(live, open) } else { bits.by_options_wide::<8, 2>(live, open) }
                };
                assert_eq!(wide, by_options);
            }
            match by_options {
                Some(by_options) => assert_eq!(by_options, by_items),
                None => assert!(!matches!(by_items, Fewest::Items { size: ..4, .. })),
            }
            let Fewest::Items { item, size } = fewest else { break };
            assert_eq!(bits.count(item), size);
            let Some(option) = bits.next_option(item, 0) else { break };
            bits.take(option);
        }
    }
}
