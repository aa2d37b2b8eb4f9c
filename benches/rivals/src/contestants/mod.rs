//! The contestants: files for quadrille's engines, for packages of other languages, and for each
//! other solver.

mod algoxcc;
mod dancing_links;
mod dlx;
mod dlx_rs;
mod engines;
mod exact_cover;
mod exact_covers;
mod msolve;
pub mod scripts;
mod sudoku;
mod textbook;
mod xcc;

use quadrille::EngineChoice;

use crate::contestant::{Contestant, Lack, SetUp, covers, sudokus};
use crate::work::Work;

/// A contestant that is compiled into this program.
#[derive(Clone)]
pub struct Entrant {
    /// The name; for a crate, with the version.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Engine(EngineChoice),
    Other(SetUp),
}

impl Entrant {
    pub fn engine(&self) -> Option<EngineChoice> {
        match self.kind {
            Kind::Engine(engine) => Some(engine),
            Kind::Other(_) => None,
        }
    }

    pub fn set_up<'w>(&self, work: &'w Work) -> Result<Contestant<'w>, Lack> {
        match self.kind {
            Kind::Engine(engine) => engines::contestant(work, engine),
            Kind::Other(set_up) => set_up(work),
        }
    }
}

pub fn all() -> Vec<Entrant> {
    let engines = engines::engines()
        .map(|engine| Entrant { name: format!("quadrille {engine}"), kind: Kind::Engine(engine) });
    let textbook =
        Entrant { name: "textbook DLX1".into(), kind: Kind::Other(textbook::contestant) };
    let rivals: [(&str, SetUp); 9] = [
        ("sudoku", |work| sudokus(work, || sudoku::SudokuCrate)),
        ("msolve", |work| sudokus(work, || msolve::Msolve)),
        ("dlx", dlx::contestant),
        ("exact-covers", covers::<exact_covers::ExactCovers>),
        ("dancing-links", covers::<dancing_links::DancingLinks>),
        ("xcc", covers::<xcc::Xcc>),
        ("algoxcc", covers::<algoxcc::AlgoXcc>),
        ("dlx-rs", covers::<dlx_rs::DlxRs>),
        ("exact-cover", covers::<exact_cover::ExactCover>),
    ];
    let rivals = rivals.map(|(name, set_up)| Entrant {
        name: format!("{name} {}", version(name)),
        kind: Kind::Other(set_up),
    });
    engines.chain([textbook]).chain(rivals).collect()
}

/// Returns the version of a crate from the lock file.
fn version(name: &str) -> String {
    let lock: toml::Table =
        include_str!("../../Cargo.lock").parse().expect("cargo writes proper TOML");
    let packages = lock["package"].as_array().expect("it has packages");
    let package = packages.iter().find(|package| package["name"].as_str() == Some(name));
    package.and_then(|package| package["version"].as_str()).expect("it is among them").to_owned()
}

#[cfg(test)]
mod tests {
    use quadrille::sudoku::Grid;

    use super::*;
    use crate::cases::work::Work as Input;
    use crate::cases::{Expected, Task};

    /// Checks the result of each entrant, or the reason why it cannot do the work. A second run
    /// detects state left over from the first.
    fn all_find(work: &Work, found: u64, lack: &[(&str, &str)]) {
        for entrant in all() {
            let name = entrant.name.as_str();
            let its_lack =
                lack.iter().find(|(word, _)| name.starts_with(word)).map(|&(_, lack)| lack);
            match entrant.set_up(work) {
                Ok(mut contestant) => {
                    assert_eq!(its_lack, None, "{name}");
                    for _ in 0..2 {
                        assert_eq!(contestant().found, Expected::Solutions(found), "{name}");
                    }
                }
                Err(lack) => assert_eq!(Some(lack.as_str()), its_lack, "{name}"),
            }
        }
    }

    const SUDOKU_ONLY: [(&str, &str); 2] =
        [("sudoku", "solves Sudokus only"), ("msolve", "solves Sudokus only")];
    const PLAIN_ONLY: [&str; 4] = ["textbook", "dancing-links", "dlx-rs", "exact-cover 0"];

    fn problem(text: &str, task: Task) -> Work {
        work(quadrille::format::read(text.as_bytes()).unwrap().problem, task)
    }

    fn work(problem: quadrille::Problem, task: Task) -> Work {
        Work::new(task, Input::Cover(Box::new(problem)))
    }

    /// Some contestants use one solver for all puzzles. Later puzzles then detect state left over
    /// from earlier ones.
    #[test]
    fn all_agree_about_sudokus() {
        let grid = |text: &str| format!("{text:.<81}").parse::<Grid>().unwrap();
        let four = grid(
            "027800061000030008910005420500016030000970200070000096700000080006027000030480007",
        );
        let clash = grid("5......5.");
        let cell_without_digit = grid("12345678.........9");
        let full = four.solutions().next().unwrap();
        let sudokus = |grids: &[Grid], task| Work::new(task, Input::Sudokus(grids.to_vec()));
        // No puzzle has many solutions, because `algoxcc` finds all of them even if two are enough.
        for task in [Task::Count, Task::All] {
            all_find(
                &sudokus(&[four, clash, four, full, cell_without_digit], task),
                4 + 4 + 1,
                &[],
            );
        }
        all_find(
            &sudokus(&[four, clash, four, full, cell_without_digit, four], Task::Two),
            2 + 2 + 1 + 2,
            &[],
        );
        all_find(&sudokus(&[four, full, four], Task::First), 3, &[]);
    }

    /// Five queens, and an option that is in no cover, because it has no primary items.
    #[test]
    fn all_agree_about_secondary_items() {
        let n = 5;
        let names = |letter: char, count: usize| (0..count).map(move |k| format!(" {letter}{k}"));
        let mut text: String = names('r', n).chain(names('c', n)).collect();
        text.push_str(" |");
        text.extend(names('a', 2 * n - 1).chain(names('b', 2 * n - 1)));
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            text.push_str(&format!("\nr{r} c{c} a{} b{}", r + c, r + n - 1 - c));
        }
        text.push_str("\na0 b0\n");
        for (task, found) in [(Task::Count, 10), (Task::All, 10), (Task::Two, 2), (Task::First, 1)]
        {
            all_find(&problem(&text, task), found, &SUDOKU_ONLY);
        }
    }

    /// Each of p, q and r has three options, so there are 27 choices. In a cover, two options share
    /// x or y only if both give it the same color.
    #[test]
    fn all_agree_about_colors() {
        let text = "p q r | x y\np x:A\np x:B\np x\nq x:A y:A\nq x:B y:A\nq y\nr y:A\nr y:B\nr\n";
        let plain = PLAIN_ONLY.map(|name| (name, "has no colors"));
        all_find(&problem(text, Task::Count), 7, &[&SUDOKU_ONLY[..], &plain].concat());
    }

    #[test]
    fn what_one_cannot_express_it_is_spared() {
        let lacks = |lack| {
            let names = PLAIN_ONLY.into_iter().chain(["xcc", "algoxcc", "exact-covers"]);
            SUDOKU_ONLY.into_iter().chain(names.map(move |name| (name, lack))).collect::<Vec<_>>()
        };
        all_find(&problem("1:2|a b\na\nb\na b\n", Task::Count), 3, &lacks("has no bounds"));
        let best = problem("a b\na |1\na |5\na |2\nb\n", Task::Best(2));
        for entrant in all() {
            match entrant.set_up(&best) {
                Ok(mut contestant) => {
                    assert_eq!(contestant().found, Expected::Costs(vec![1, 2]), "{}", entrant.name);
                }
                Err(lack) => {
                    let said = ["has no costs", "it does not search for the cheapest covers"];
                    assert!(
                        lack.ends_with("only") || said.contains(&lack.as_str()),
                        "{}: {lack}",
                        entrant.name
                    );
                }
            }
        }
    }

    /// Small problems: with costs (which do not change the number of covers), with items without
    /// options, without primary items, and with equal options.
    #[test]
    fn small_problems_are_problems() {
        all_find(&problem("a b\na |1\nb\n", Task::Count), 1, &SUDOKU_ONLY);
        all_find(&problem("a b\na\n", Task::Count), 0, &SUDOKU_ONLY);
        all_find(&problem("a b\n", Task::Count), 0, &SUDOKU_ONLY);
        let mut builder = quadrille::Problem::builder();
        builder.secondary(["x", "y"]).unwrap();
        builder.option(["x"]).unwrap();
        all_find(&work(builder.build().unwrap(), Task::Count), 1, &SUDOKU_ONLY);
        all_find(&problem("a | x y\na x\na\na\n", Task::Count), 3, &SUDOKU_ONLY);
    }
}
