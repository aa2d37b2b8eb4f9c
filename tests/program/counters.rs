//! The work of the reference engine in units that do not depend on the machine, so that an increase
//! is detected without a clock.
//!
//! If these numbers change unintentionally, something has become slower, or faster by accident:
//! find the cause. If the change is intended, because the engine chooses other items or saves some
//! updates, measure that it pays (`cargo bench --bench suite -- --compare`), and put the new
//! numbers here in the same commit, with the reason in its message.

use std::path::Path;

use crate::cases;
use crate::cases::work::Work;
use quadrille::EngineChoice;
use quadrille::search::Stats;

/// Cases for every specialized code path of the engine: prefixes, plain problems, secondary items,
/// colors, bounds, costs.
const LINKS: &[(&str, u64, u64)] = &[
    ("sudoku-well-known", 13_060, 264_076),
    ("sudoku-first-of-empty", 82, 2912),
    ("sudoku-thousands", 195_057, 1_902_700),
    ("boards-16x16-first", 257, 16_380),
    ("queens-10", 9305, 202_356),
    ("langford-8", 2267, 40_824),
    ("dominoes-6x6", 25_695, 87_814),
    ("latin-4", 4745, 28_812),
    ("macmahon-2x3", 1031, 18_104),
    ("change-of-a-quarter", 1710, 356_384),
    ("assignment-12", 74, 861),
];

#[test]
fn the_work_of_the_reference_engine_is_unchanged() {
    let cases = cases::read(cases::CASES).unwrap_or_else(|error| panic!("{error}"));
    let mut wrong = Vec::new();
    for &(name, nodes, updates) in LINKS {
        let case = cases
            .iter()
            .find(|case| case.name == name)
            .unwrap_or_else(|| panic!("there is no case {name}"));
        let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
        let work = Work::made_by(program, Path::new(env!("CARGO_MANIFEST_DIR")), &case.input)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut prepared =
            work.compile(case.task, EngineChoice::Links).expect("it supports everything");
        // The second search repeats the first one.
        for _ in 0..2 {
            let Stats { nodes: now_nodes, updates: now_updates, .. } =
                prepared.run(|| true).expect("nothing stops it").stats;
            if (now_nodes, now_updates) != (nodes, updates) {
                wrong.push(format!(
                    "{name}: {now_nodes} nodes and {now_updates} updates, not {nodes} and {updates}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
