//! Symmetries that the caller gives, and the groups that they generate.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use super::elements::products;
use super::graph::{Graph, Vertices, of_problem};
use super::group::{Symmetries, Symmetry};
use crate::ids::{Color, ItemId, OptionId};
use crate::problem::{Problem, UnknownOption};

/// The maximum number of images under all elements of a group that is given by generators.
const MOST_IMAGES: usize = 4_000_000;

/// The reason why permutations are not symmetries of a problem, or do not generate a usable group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryError {
    /// The number of images is not the number of items, or of options.
    Length {
        /// The number of images.
        given: usize,
        /// The number of items or of options.
        expected: usize,
    },
    /// This item is the image of several items, or the problem lacks it.
    RepeatedItem(String),
    /// This option is the image of several options, or the problem lacks it.
    RepeatedOption(OptionId),
    /// Only one of an item and its image is primary, or their bounds differ.
    OtherKind {
        /// The item.
        item: String,
        /// Its image.
        image: String,
    },
    /// No option is left that has the images of this option's items, with suitable colors and the
    /// same cost, or the given image is not such an option.
    NoImage(OptionId),
    /// The colors must be exchanged, and the images found so far leave this option several images.
    Ambiguous(OptionId),
    /// The group has too many elements to list.
    TooLarge,
    /// The problem lacks an option that was to be chosen.
    UnknownOption(UnknownOption),
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { given, expected } => {
                write!(f, "there are {given} images, but {expected} are needed")
            }
            Self::RepeatedItem(item) => {
                write!(f, "not a permutation: item `{item}` is the image of two items, or unknown")
            }
            Self::RepeatedOption(option) => {
                let option = option.get() + 1;
                write!(
                    f,
                    "not a permutation: option {option} is the image of two options, or unknown"
                )
            }
            Self::OtherKind { item, image } => write!(
                f,
                "not a symmetry: `{item}` is mapped to `{image}`, and only one of them is primary, \
                 or their bounds differ"
            ),
            Self::NoImage(option) => write!(
                f,
                "not a symmetry: option {} has no image, or not the one given: its image must have \
                 its cost, and the images of its items and colors",
                option.get() + 1
            ),
            Self::Ambiguous(option) => write!(
                f,
                "option {} may have several images, as colors can be exchanged: give the cycles of \
                 the options as well",
                option.get() + 1
            ),
            Self::TooLarge => {
                f.write_str("the group has too many elements to list: give fewer generators")
            }
            Self::UnknownOption(error) => error.fmt(f),
        }
    }
}

impl Error for SymmetryError {}

impl From<UnknownOption> for SymmetryError {
    fn from(error: UnknownOption) -> Self {
        Self::UnknownOption(error)
    }
}

fn name(problem: &Problem, item: ItemId) -> String {
    problem.name(item).map_or_else(|| format!("#{item}"), str::to_owned)
}

/// Returns the first image that is repeated or too large.
fn repeated(images: impl Iterator<Item = usize>, count: usize) -> Option<usize> {
    let mut is_image = vec![false; count];
    let mut images = images;
    images.find(|&image| is_image.get_mut(image).is_none_or(|seen| std::mem::replace(seen, true)))
}

fn check_length(given: usize, expected: usize) -> Result<(), SymmetryError> {
    match given == expected {
        true => Ok(()),
        false => Err(SymmetryError::Length { given, expected }),
    }
}

fn check_items(problem: &Problem, items: &[ItemId]) -> Result<(), SymmetryError> {
    check_length(items.len(), problem.item_count())?;
    let indices = items.iter().map(|item| item.index());
    if let Some(item) = repeated(indices, problem.item_count()) {
        return Err(SymmetryError::RepeatedItem(name(problem, ItemId::new(item as u32))));
    }
    for (item, &image) in (0..).map(ItemId::new).zip(items) {
        if problem.bounds(item) != problem.bounds(image) {
            let [item, image] = [item, image].map(|item| name(problem, item));
            return Err(SymmetryError::OtherKind { item, image });
        }
    }
    Ok(())
}

impl Symmetry {
    /// Returns the symmetry that maps each item to the image at its index.
    ///
    /// It maps an option to the option with the images of its items. Equal options keep their
    /// order. Colors are kept if that gives a symmetry. Otherwise, options whose possible images
    /// are all equal determine the images of colors.
    ///
    /// # Errors
    /// A [`SymmetryError`] if the images are not a permutation or not a symmetry, or if the images
    /// of the options are ambiguous.
    ///
    /// ```
    /// use quadrille::symmetry::Symmetry;
    /// let problem: quadrille::Problem = "a b c\na b\nb c\nb\n".parse()?;
    /// let [a, b, c] = ["a", "b", "c"].map(|name| problem.item(name).unwrap());
    /// assert_eq!(&Symmetry::of_items(&problem, &[c, b, a])?, &problem.symmetries().generators()[0]);
    /// let error = Symmetry::of_items(&problem, &[b, a, c]).unwrap_err();
    /// assert!(error.to_string().starts_with("not a symmetry: option 2 has no image"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_items(problem: &Problem, items: &[ItemId]) -> Result<Self, SymmetryError> {
        check_items(problem, items)?;
        let options = match Images::with_colors(problem, items) {
            Ok(options) => options,
            Err(_) if problem.has_colors() => Images::with_other_colors(problem, items)?,
            Err(error) => return Err(error),
        };
        Self::new(problem, items, &options)
    }

    /// Returns the symmetry that maps each item and each option to the image at its index.
    ///
    /// # Errors
    /// A [`SymmetryError`] if the images are not permutations, or not a symmetry.
    pub fn new(
        problem: &Problem,
        items: &[ItemId],
        options: &[OptionId],
    ) -> Result<Self, SymmetryError> {
        check_items(problem, items)?;
        check_length(options.len(), problem.option_count())?;
        let indices = options.iter().map(|option| option.index());
        if let Some(option) = repeated(indices, problem.option_count()) {
            return Err(SymmetryError::RepeatedOption(OptionId::new(option as u32)));
        }
        let (graph, vertices) = of_problem(problem, &[]);
        let first = vertices.items as u32;
        let mut image: Vec<u32> = items.iter().map(|item| item.get()).collect();
        image.extend(options.iter().map(|option| first + option.get()));
        // The images of the colors, taken from all options. `check` tests whether they agree.
        let mut of_pairs = vec![u32::MAX; vertices.pairs.len()];
        for (option, &to) in (0..).map(OptionId::new).zip(options) {
            for (item, color) in problem.entries(option) {
                let mut there = problem.entries(to);
                let there = there.find(|entry| entry.0 == items[item.index()]);
                if let (Some(from), Some((to, Some(color)))) =
                    (color.and_then(|color| vertices.pair(item, color)), there)
                {
                    let at = from as usize - vertices.items - vertices.options;
                    of_pairs[at] = vertices.pair(to, color).unwrap_or(u32::MAX);
                }
            }
        }
        image.extend(of_pairs);
        let symmetry = Self { vertices, image: image.into() };
        symmetry.check(&graph)?;
        Ok(symmetry)
    }

    /// Checks that the image of each option has the images of its items and colors, and the same
    /// cost.
    fn check(&self, graph: &Graph) -> Result<(), SymmetryError> {
        let mut images = Vec::new();
        for option in 0..self.vertices.options {
            let vertex = self.vertices.items + option;
            let to = self.image[vertex];
            let neighbours = graph.neighbours(vertex as u32);
            images.clear();
            images.extend(neighbours.iter().map(|&vertex| self.image[vertex as usize]));
            images.sort_unstable();
            let mut expected = graph.neighbours(to).to_vec();
            expected.sort_unstable();
            if images != expected || graph.class(vertex as u32) != graph.class(to) {
                return Err(SymmetryError::NoImage(OptionId::new(option as u32)));
            }
        }
        Ok(())
    }
}

/// An item, and its color in an option.
type Entry = (ItemId, Option<Color>);

/// The options by their contents, and the images of the items.
struct Images<'p, 'i, K> {
    problem: &'p Problem,
    items: &'i [ItemId],
    options: HashMap<(Vec<K>, i64), Vec<OptionId>>,
}

impl<K: Ord + std::hash::Hash> Images<'_, '_, K> {
    /// Returns the options with the contents of the image of an option.
    fn of(&self, option: OptionId, key: impl Fn(Entry) -> K) -> &[OptionId] {
        let entries = self.problem.entries(option);
        let mut entries: Vec<K> =
            entries.map(|(item, color)| key((self.items[item.index()], color))).collect();
        entries.sort_unstable();
        self.options.get(&(entries, self.problem.cost(option))).map_or(&[], Vec::as_slice)
    }
}

impl<'p, 'i, K: Ord + std::hash::Hash> Images<'p, 'i, K> {
    fn new(problem: &'p Problem, items: &'i [ItemId], key: impl Fn(Entry) -> K) -> Self {
        let mut options: HashMap<_, Vec<_>> = HashMap::new();
        for (option, _) in problem.options() {
            let mut entries: Vec<K> = problem.entries(option).map(&key).collect();
            entries.sort_unstable();
            options.entry((entries, problem.cost(option))).or_default().push(option);
        }
        Self { problem, items, options }
    }
}

impl Images<'_, '_, Entry> {
    /// Returns the images of the options if all colors are kept.
    fn with_colors(problem: &Problem, items: &[ItemId]) -> Result<Vec<OptionId>, SymmetryError> {
        let options = Images::new(problem, items, |entry| entry);
        let mut used = vec![false; problem.option_count()];
        let all = problem.options().map(|(option, _)| {
            let mut images = options.of(option, |entry| entry).iter();
            let image = images.find(|image| !used[image.index()]);
            let image = *image.ok_or(SymmetryError::NoImage(option))?;
            used[image.index()] = true;
            Ok(image)
        });
        all.collect()
    }
}

impl Images<'_, '_, (ItemId, bool)> {
    /// Returns the images of the options if colors are exchanged. The images are found one by one:
    /// an option gets an image when the known images of colors leave only one, or only equal
    /// options.
    fn with_other_colors(
        problem: &Problem,
        items: &[ItemId],
    ) -> Result<Vec<OptionId>, SymmetryError> {
        let key = |(item, color): Entry| (item, color.is_some());
        let options = Images::new(problem, items, key);
        let sorted = |option: OptionId| {
            let mut entries: Vec<Entry> = problem.entries(option).collect();
            entries.sort_unstable();
            entries
        };
        // The images of the colors of items, and the inverse map.
        let mut images: HashMap<(ItemId, Color), Color> = HashMap::new();
        let mut sources: HashMap<(ItemId, Color), Color> = HashMap::new();
        let mut used = vec![false; problem.option_count()];
        let mut found: Vec<Option<OptionId>> = vec![None; problem.option_count()];
        let mut open: Vec<OptionId> = problem.options().map(|(option, _)| option).collect();
        while let Some(&first) = open.first() {
            let before = open.len();
            let mut failed = None;
            open.retain(|&option| {
                let colors = |image: OptionId| {
                    let entries = sorted(image);
                    let pairs = problem.entries(option).filter_map(move |(item, color)| {
                        let to = items[item.index()];
                        let at = entries.binary_search_by_key(&to, |entry| entry.0).ok()?;
                        Some(((item, color?), (to, entries[at].1?)))
                    });
                    pairs.collect::<Vec<_>>()
                };
                let fits = |image: &OptionId| {
                    !used[image.index()]
                        && colors(*image).iter().all(|(from, to)| {
                            images.get(from).is_none_or(|color| *color == to.1)
                                && sources.get(to).is_none_or(|color| *color == from.1)
                        })
                };
                let mut left = options.of(option, key).iter().copied().filter(fits);
                let Some(image) = left.next() else {
                    failed = failed.or(Some(option));
                    return true;
                };
                let entries = sorted(image);
                if !left.all(|other| sorted(other) == entries) {
                    return true;
                }
                used[image.index()] = true;
                found[option.index()] = Some(image);
                for (from, to) in colors(image) {
                    images.insert(from, to.1);
                    sources.insert(to, from.1);
                }
                false
            });
            match failed {
                Some(option) => return Err(SymmetryError::NoImage(option)),
                None if open.len() == before => return Err(SymmetryError::Ambiguous(first)),
                None => {}
            }
        }
        Ok(found.into_iter().flatten().collect())
    }
}

impl Symmetries {
    /// Returns the group that these symmetries generate: all their products. The group need not
    /// contain all symmetries of the problem, and is not marked as [complete](Self::is_complete).
    ///
    /// # Errors
    /// A [`SymmetryError`] if one of these is not a symmetry of this problem, or if the group has
    /// too many elements to list.
    ///
    /// ```
    /// use quadrille::symmetry::Symmetries;
    /// // A square, which may be turned but not reflected.
    /// let problem: quadrille::Problem = "a b c d\na b\nb c\nc d\nd a\n".parse()?;
    /// let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| problem.item(name).unwrap());
    /// let turn = quadrille::symmetry::Symmetry::of_items(&problem, &[b, c, d, a])?;
    /// let group = Symmetries::generated_by(&problem, &[turn])?;
    /// assert_eq!(group.order(), &4_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generated_by(problem: &Problem, generators: &[Symmetry]) -> Result<Self, SymmetryError> {
        let (_, vertices) = of_problem(problem, &[]);
        // The images of colors are found anew: a symmetry may have been made for another problem.
        let of_this_problem = |Symmetry { vertices: others, image }: &Symmetry| {
            check_length(others.items, vertices.items)?;
            check_length(others.options, vertices.options)?;
            let [first, end] = [others.items, others.items + others.options];
            let items: Vec<_> = image[..first].iter().map(|&item| ItemId::new(item)).collect();
            let options: Vec<_> =
                image[first..end].iter().map(|&at| OptionId::new(at - first as u32)).collect();
            Symmetry::new(problem, &items, &options)
        };
        let generators = generators.iter().map(of_this_problem).collect::<Result<Vec<_>, _>>()?;
        let len = vertices.items + vertices.options + vertices.pairs.len();
        let images: Vec<&[u32]> = generators.iter().map(|generator| &*generator.image).collect();
        let all = products(len, &images, MOST_IMAGES).ok_or(SymmetryError::TooLarge)?;
        // The smallest image under all elements names the orbit.
        let orbits = (0..len).map(|at| all.iter().map(|image| image[at]).min().unwrap_or(0));
        Ok(Self {
            order: all.len().into(),
            is_complete: false,
            orbits: orbits.collect(),
            generators,
            vertices,
        })
    }
}

impl Vertices {
    #[cfg(test)]
    fn identity(&self) -> Vec<ItemId> {
        (0..self.items as u32).map(ItemId::new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The images of each generator determine it, and all generators together generate the group.
    #[test]
    fn generators_are_read_back() {
        for text in [
            "a b | x y\na x:red y:red\nb x:red\na x:green\nb y:green\na b\n",
            "a b c | x\na x\na x\nb x\nb\nc\nc x\na\n",
            "a b 0:2|c 0:2|d | x\na c\nb c\na\nb x\nc\nc\na x\nd\n",
            "a b | x\na x:red\nb x:green\n",
            "a\na\na\n",
        ] {
            let problem: Problem = text.parse().unwrap();
            let group = problem.symmetries();
            for symmetry in group.generators() {
                let items: Vec<_> = of_problem(&problem, &[])
                    .1
                    .identity()
                    .into_iter()
                    .map(|item| symmetry.item(item).unwrap())
                    .collect();
                let options = problem.options().map(|(option, _)| symmetry.option(option).unwrap());
                let options: Vec<_> = options.collect();
                assert_eq!(&Symmetry::new(&problem, &items, &options).unwrap(), symmetry);
                match Symmetry::of_items(&problem, &items) {
                    Ok(found) => assert_eq!(found.item_cycles(), symmetry.item_cycles()),
                    Err(error) => assert!(matches!(error, SymmetryError::Ambiguous(_)), "{error}"),
                }
            }
            let given = Symmetries::generated_by(&problem, group.generators()).unwrap();
            assert_eq!(given.order(), group.order(), "{text}");
            assert_eq!(given.item_orbits(), group.item_orbits());
            assert_eq!(given.option_orbits(), group.option_orbits());
        }
    }

    #[test]
    fn generators_of_a_problem_with_fewer_colors_get_images_of_all_colors() {
        let [with, without] = ["a b | x\na x:1\nb x:1\n", "a b | x\na x\nb x\n"]
            .map(|text| text.parse::<Problem>().unwrap());
        let swap = [1, 0, 2].map(ItemId::new);
        let other = Symmetry::of_items(&without, &swap).unwrap();
        let group = Symmetries::generated_by(&with, &[other]).unwrap();
        assert_eq!(group.order(), &2_u32.into());
        assert_eq!(group.generators(), [Symmetry::of_items(&with, &swap).unwrap()]);
    }

    #[test]
    fn colors_are_kept_or_exchanged() {
        let options = |text: &str, items: [u32; 3]| {
            let problem: Problem = text.parse().unwrap();
            let symmetry = Symmetry::of_items(&problem, &items.map(ItemId::new))?;
            Ok(symmetry.option_cycles())
        };
        let [zero, one, two, three] = [0, 1, 2, 3].map(OptionId::new);
        let text = "a b | x\na x:red\nb x:red\na x:green\nb x:green\n";
        assert_eq!(options(text, [1, 0, 2]), Ok(vec![vec![zero, one], vec![two, three]]));
        let text = "a b | x\na x:red\nb x:green\na x:red\nb x:green\n";
        assert_eq!(options(text, [1, 0, 2]), Ok(vec![vec![zero, one], vec![two, three]]));
        let text = "a b | x\na x:red\na x:green\nb x:white\nb x:black\n";
        assert_eq!(options(text, [1, 0, 2]), Err(SymmetryError::Ambiguous(zero)));
        let text = "a b | x\na x:red\nb x:green\nb\n";
        assert_eq!(options(text, [1, 0, 2]), Err(SymmetryError::NoImage(two)));
        let other = SymmetryError::OtherKind { item: "b".to_owned(), image: "x".to_owned() };
        assert_eq!(options(text, [0, 2, 1]), Err(other));
        assert_eq!(options(text, [0, 0, 2]), Err(SymmetryError::RepeatedItem("a".to_owned())));
    }
}
