//! Tests that all full grids are drawn with equal probability.

use std::collections::{BTreeSet, HashMap};

use super::*;

const FIRST: Sets = [0o007, 0o070, 0o700];

fn ways(sets: &[Sets; 3]) -> u32 {
    ordered(sets, u32::MAX).unwrap_err()
}

fn digits(set: Set) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 == 1)
}

/// Returns names that turn these sets into `FIRST`.
fn names(sets: &Sets) -> [usize; 9] {
    let mut names = [0; 9];
    let digits = sets.iter().flat_map(|&set| digits(set));
    digits.enumerate().for_each(|(name, digit)| names[digit] = name);
    names
}

/// The bands by class. Two bands are in one class if one becomes the other by renaming digits, by
/// exchanging the second and the third box, or by both. The order of the columns of a box does not
/// matter.
struct Classes {
    /// The 280 partitions of the digits into three sets of three.
    parts: HashMap<Sets, usize>,
    /// The class of a band with the sets `FIRST` in its first box, by the sets of the second and
    /// the third box.
    of: Vec<usize>,
    /// For each class, the number of bands with `FIRST`, the number of orders of the sets of a
    /// band, and the number of ways to fill the two bands below it.
    sizes: Vec<u64>,
    ways: Vec<u64>,
    below: Vec<u64>,
}

impl Classes {
    fn new() -> Self {
        let sets: Vec<Set> = (0..1 << 9).filter(|set: &Set| set.count_ones() == 3).collect();
        let mut list: Vec<Sets> = Vec::new();
        for &one in &sets {
            for &two in sets.iter().filter(|&&two| two > one && two & one == 0) {
                list.extend(Some([one, two, ALL & !one & !two]).filter(|all| all.is_sorted()));
            }
        }
        assert_eq!(list.len(), 280);
        let band = |pair: usize| [FIRST, list[pair / 280], list[pair % 280]];
        let mut classes = Self {
            parts: list.iter().enumerate().map(|(number, &part)| (part, number)).collect(),
            of: vec![usize::MAX; 280 * 280],
            sizes: vec![],
            ways: vec![],
            below: vec![],
        };
        // These renamings generate all renamings that do not change `FIRST`.
        let swaps = [
            [1, 0, 2, 3, 4, 5, 6, 7, 8],
            [0, 2, 1, 3, 4, 5, 6, 7, 8],
            [3, 4, 5, 0, 1, 2, 6, 7, 8],
            [0, 1, 2, 6, 7, 8, 3, 4, 5],
        ];
        let images = swaps.map(|names| -> Vec<usize> {
            list.iter().map(|part| classes.part(part, &names)).collect()
        });
        let mut starts = Vec::new();
        for start in 0..280 * 280 {
            if classes.of[start] != usize::MAX {
                continue;
            }
            let class = classes.sizes.len();
            let mut reached = vec![start];
            classes.of[start] = class;
            classes.sizes.push(0);
            while let Some(pair) = reached.pop() {
                classes.sizes[class] += 1;
                let (two, three) = (pair / 280, pair % 280);
                let next = images.iter().map(|image| image[two] * 280 + image[three]);
                for pair in next.chain([three * 280 + two]) {
                    if classes.of[pair] == usize::MAX {
                        classes.of[pair] = class;
                        reached.push(pair);
                    }
                }
            }
            starts.push(start);
            classes.ways.push(u64::from(ways(&band(start))));
        }
        classes.below = starts.into_iter().map(|pair| classes.ways_below(&band(pair))).collect();
        classes
    }

    fn part(&self, sets: &Sets, names: &[usize; 9]) -> usize {
        let mut part = sets.map(|set| digits(set).fold(0, |all, digit| all | 1 << names[digit]));
        part.sort_unstable();
        self.parts[&part]
    }

    fn class(&self, band: &[Sets; 3]) -> usize {
        let names = names(&band[0]);
        self.of[self.part(&band[1], &names) * 280 + self.part(&band[2], &names)]
    }

    /// Returns the number of ways to fill the two other bands.
    fn ways_below(&self, band: &[Sets; 3]) -> u64 {
        let second = band.map(|sets| (0..56).map(|n| next_sets(&sets, n)).collect::<Vec<Sets>>());
        let mut ways = 0;
        for two in &second[0] {
            let (in_second, in_third) = (names(two), names(&last_sets(&band[0], two)));
            let parts = |stack: usize| -> Vec<[usize; 2]> {
                let both = |two| {
                    [
                        self.part(two, &in_second),
                        self.part(&last_sets(&band[stack], two), &in_third),
                    ]
                };
                second[stack].iter().map(both).collect()
            };
            let (middle, right) = (parts(1), parts(2));
            for a in &middle {
                for b in &right {
                    ways += self.ways[self.of[a[0] * 280 + b[0]]]
                        * self.ways[self.of[a[1] * 280 + b[1]]];
                }
            }
        }
        ways
    }
}

#[test]
fn the_56_next_sets_are_all_there_are() {
    for above in [FIRST, [0o124, 0o601, 0o052]] {
        let all: BTreeSet<Sets> = (0..56).map(|number| next_sets(&above, number)).collect();
        assert_eq!(all.len(), 56);
        for next in all {
            let last = last_sets(&above, &next);
            for sets in [next, last] {
                let [one, two, three] = sets;
                assert_eq!((sets.map(Set::count_ones), one | two | three), ([3; 3], ALL));
            }
            assert!((0..3).all(|column| above[column] & next[column] == 0));
        }
    }
}

#[test]
fn all_ways_to_put_a_band_in_order_are_found_once() {
    for number in 0..56 {
        let sets = [FIRST, next_sets(&FIRST, number), next_sets(&[0o421, 0o142, 0o214], number)];
        let all: BTreeSet<[Sets; 3]> =
            (0..).map_while(|number| ordered(&sets, number).ok()).collect();
        assert_eq!(all.len() as u32, ways(&sets));
        for rows in all {
            let [left, middle, right] = rows;
            let all_of = |((a, b), c): ((Set, Set), Set)| a | b | c == ALL;
            assert!(left.into_iter().zip(middle).zip(right).all(all_of), "{rows:?}");
            for (rows, sets) in rows.iter().zip(sets) {
                let is_one = |row: &Set| sets.iter().all(|set| (row & set).count_ones() == 1);
                assert!(rows.iter().all(is_one));
            }
        }
    }
}

/// The numbers of bands and grids agree with published numbers: 948,109,639,680 bands, and the
/// number of grids of Felgenhauer and Jarvis. Bands and stacks of random grids fall into the
/// classes with the expected frequencies.
#[test]
fn all_grids_are_counted_and_drawn_as_often_as_they_should() {
    let classes = Classes::new();
    assert_eq!(classes.ways.iter().max(), Some(&u64::from(MOST_WAYS)));
    let orders = 1680 * 36;
    let bands: Vec<u64> =
        classes.sizes.iter().zip(&classes.ways).map(|(size, ways)| orders * size * ways).collect();
    assert_eq!(bands.iter().sum::<u64>(), 948_109_639_680);
    let grids: Vec<u128> = bands
        .iter()
        .zip(&classes.below)
        .map(|(&bands, &below)| u128::from(bands) * u128::from(below))
        .collect();
    let all: u128 = grids.iter().sum();
    assert_eq!(all, 6_670_903_752_021_072_936_960);

    let draws = if cfg!(debug_assertions) { 300 } else { 20_000 };
    let mut drawn = vec![vec![0; grids.len()]; 6];
    let mut random = Random::new(42, 0);
    for _ in 0..draws {
        let grid = draw(&mut random);
        assert!(grid.is_full() && grid.clash().is_none());
        for (line, drawn) in drawn.iter_mut().enumerate() {
            let sets = |at: usize| -> Sets {
                std::array::from_fn(|column| {
                    (0..3).fold(0, |set, row| {
                        let (row, column) = (line % 3 * 3 + row, at * 3 + column);
                        let digit =
                            if line < 3 { grid.get(row, column) } else { grid.get(column, row) };
                        set | 1 << (digit.unwrap().get() - 1)
                    })
                })
            };
            drawn[classes.class(&[sets(0), sets(1), sets(2)])] += 1;
        }
    }
    for counts in drawn {
        // The drawn and the expected number of grids in each bin. The rare classes share the first.
        let mut bins = vec![(0.0, 0.0)];
        for (&count, &grids) in counts.iter().zip(&grids) {
            let (drawn, expected) =
                (f64::from(count), f64::from(draws) * (grids as f64 / all as f64));
            if expected < 5.0 {
                bins[0] = (bins[0].0 + drawn, bins[0].1 + expected);
            } else {
                bins.push((drawn, expected));
            }
        }
        let chi_squared: f64 =
            bins.iter().map(|(drawn, expected)| (drawn - expected).powi(2) / expected).sum();
        // The mean of chi-squared is the number of bins less one; its variance is twice the mean.
        let mean = (bins.len() - 1) as f64;
        assert!((chi_squared - mean).abs() < 4.0 * (2.0 * mean).sqrt(), "{chi_squared}: {bins:?}");
        assert!(mean > 5.0);
    }
}
