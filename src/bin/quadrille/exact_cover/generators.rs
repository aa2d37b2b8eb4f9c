//! Generators of a group of symmetries as text: the cycles of items, and the cycles of options that
//! do not follow from them.

use std::ffi::OsStr;
use std::fs;
use std::str::FromStr;

use quadrille::symmetry::Symmetry;
use quadrille::{ItemId, OptionId, Problem};

use crate::shared::error::Error;

/// The word before the cycles of options.
const OPTIONS: &str = "options";

/// Returns the cycles of a symmetry as one line.
pub(super) fn line(problem: &Problem, symmetry: &Symmetry) -> String {
    let ids = (0..problem.item_count() as u32).map(ItemId::new);
    let images: Vec<ItemId> = ids.filter_map(|item| symmetry.item(item)).collect();
    let mut line = cycles(&symmetry.item_cycles(), |&item| item_name(problem, item));
    let is_determined = Symmetry::of_items(problem, &images).is_ok_and(|it| it == *symmetry);
    if !is_determined {
        let options = cycles(&symmetry.option_cycles(), |option| position(option).to_string());
        let space = if line.is_empty() { "" } else { " " };
        line += &format!("{space}{OPTIONS} {options}");
    }
    line
}

fn cycles<T>(cycles: &[Vec<T>], text: impl Fn(&T) -> String) -> String {
    let words = |cycle: &[T]| cycle.iter().map(&text).collect::<Vec<_>>().join(" ");
    cycles.iter().map(|cycle| format!("({})", words(cycle))).collect()
}

pub(super) fn item_name(problem: &Problem, item: ItemId) -> String {
    problem.name(item).map_or_else(|| format!("#{item}"), str::to_owned)
}

/// Returns the position of an option in the file.
pub(super) fn position(option: &OptionId) -> u32 {
    option.get() + 1
}

/// Reads generators from a file: one per line, or the whole output of `quadrille symmetries`. Skips
/// empty lines and comments, which begin with `|`.
pub(super) fn read(problem: &Problem, file: &OsStr) -> Result<Vec<Symmetry>, Error> {
    let name = &file.display();
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| Error::about(name, format!("cannot be read: {error}")))?;
    let mut generators = Vec::new();
    // True in the lines before the generators in the output of `symmetries`.
    let mut is_before = text.starts_with("order ");
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if is_before {
            is_before = !line.starts_with("generators: ");
        } else if !line.is_empty() && !line.starts_with('|') {
            let generator = generator(problem, line);
            let in_line = |error| Error::about(format_args!("{name}:{number}"), error);
            generators.push(generator.map_err(in_line)?);
        }
    }
    if generators.is_empty() && !text.contains("generators: 0") {
        let message = "there are no generators: write one in each line, as its cycles of items: \
                       (a b)(c d e)";
        return Err(Error::about(name, message));
    }
    Ok(generators)
}

/// Reads a line.
fn generator(problem: &Problem, line: &str) -> Result<Symmetry, String> {
    // The cycles of options come last and contain no word.
    let (items, options) = match line.rsplit_once(OPTIONS) {
        Some((items, options)) if items.is_empty() || items.ends_with(") ") => {
            (items.trim(), Some(options.trim()))
        }
        _ => (line, None),
    };
    let mut images: Vec<ItemId> = (0..problem.item_count() as u32).map(ItemId::new).collect();
    let item = |name: &str| {
        let number = || usize::from_str(name.strip_prefix('#')?).ok();
        let unnamed = || images.get(number()?).copied();
        problem.item(name).or_else(unnamed).map(ItemId::index)
    };
    let items = permutation(items, images.len(), item, "item")?;
    images = items.into_iter().map(|item| ItemId::new(item as u32)).collect();
    let symmetry = match options {
        None => Symmetry::of_items(problem, &images),
        Some(options) => {
            let count = problem.option_count();
            let option = |position: &str| {
                usize::from_str(position).ok()?.checked_sub(1).filter(|&option| option < count)
            };
            let options = permutation(options, count, option, "option")?;
            let options: Vec<_> =
                options.into_iter().map(|option| OptionId::new(option as u32)).collect();
            Symmetry::new(problem, &images, &options)
        }
    };
    symmetry.map_err(|error| error.to_string())
}

/// Reads the cycles of a permutation of `count` members. `member` finds a member by its name, which
/// may contain brackets.
fn permutation(
    text: &str,
    count: usize,
    member: impl Fn(&str) -> Option<usize>,
    kind: &str,
) -> Result<Vec<usize>, String> {
    let mut images: Vec<usize> = (0..count).collect();
    if text.is_empty() {
        return Ok(images);
    }
    let is_bracketed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let Some(text) = is_bracketed else {
        return Err(format!("`{text}` is not a list of cycles: write (a b)(c d e)"));
    };
    let mut is_moved = vec![false; count];
    let mut cycle: Vec<usize> = Vec::new();
    let mut add = |name: &str, cycle: &mut Vec<usize>| {
        let at = member(name).ok_or_else(|| {
            format!("there is no {kind} `{name}`: use the names that `quadrille symmetries` prints")
        })?;
        if std::mem::replace(&mut is_moved[at], true) {
            return Err(format!("{kind} `{name}` occurs twice: write each {kind} at most once"));
        }
        cycle.push(at);
        Ok(())
    };
    let mut close = |cycle: &mut Vec<usize>| {
        for (at, &from) in cycle.iter().enumerate() {
            images[from] = cycle[(at + 1) % cycle.len()];
        }
        cycle.clear();
    };
    for word in text.split_whitespace() {
        // A word where one cycle ends and the next begins, unless the word is a name.
        let is_end = |&(at, _): &(usize, &str)| {
            let (last, first) = (&word[..at], &word[at + 2..]);
            (last.is_empty() || member(last).is_some())
                && (first.is_empty() || first.contains(")(") || member(first).is_some())
        };
        let end = word.match_indices(")(").find(is_end).filter(|_| member(word).is_none());
        let Some((at, _)) = end else {
            add(word, &mut cycle)?;
            continue;
        };
        let (last, first) = (&word[..at], &word[at + 2..]);
        if !last.is_empty() {
            add(last, &mut cycle)?;
        }
        close(&mut cycle);
        if !first.is_empty() {
            add(first, &mut cycle)?;
        }
    }
    close(&mut cycle);
    Ok(images)
}
