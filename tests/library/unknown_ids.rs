//! Tests of ids that a problem lacks: `None` or an error if the method can return one, and
//! otherwise a panic with the message of the error.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quadrille::engine::links::{Dance, Links};
use quadrille::engine::memo;
use quadrille::format::{self, SolverFormat, write_for_solver_with};
use quadrille::parallel::{Observer, WorkerPool};
use quadrille::problem::UnknownOption;
use quadrille::puzzle::{Puzzle, queens::Queens};
use quadrille::search::{Cube, Engine, OpenCube};
use quadrille::solve::{Estimate, First, cut};
use quadrille::sudoku::{self, Grid};
use quadrille::{
    AnyEngine, BuildError, Cheapest, Color, Cover, CoverError, EngineChoice, ItemId, Model,
    OptionId, Problem, Solver,
};

const UNKNOWN: OptionId = OptionId::new(3);
const ERROR: UnknownOption = UnknownOption { option: UNKNOWN, option_count: 3 };

fn problem() -> Problem {
    "a b | x\na x:red\nb\na b\n".parse().unwrap()
}

fn panic_of<R>(method: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(method)).err().expect("the method panics");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).expect("with a message")
}

struct Total;

impl Observer for Total {
    type Batch = u64;

    fn gather(&mut self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn an_unknown_option_is_an_error_where_errors_are_returned() {
    let problem = problem();
    let cube = Cube::from([UNKNOWN]);
    let excluded = Cube::default().without([UNKNOWN]);
    assert_eq!(ERROR.to_string(), "there is no option 3: the problem has 3, numbered from 0");
    for cube in [&cube, &excluded] {
        assert_eq!(Solver::new(&problem).solutions_of(cube).err(), Some(ERROR));
        assert_eq!(Solver::new(&problem).into_solutions_of(cube).err(), Some(ERROR));
        assert_eq!(First::of(&problem, cube).err(), Some(ERROR));
        assert_eq!(Cheapest::new(&problem, 1).start(cube), Err(ERROR));
        assert_eq!(quadrille::Counter::new(&problem).start(cube), Err(ERROR));
        assert_eq!(Dance::with_cube(&problem, cube).err(), Some(ERROR));
        for choice in EngineChoice::ALL {
            let mut engine = AnyEngine::new(&problem, choice).unwrap();
            assert_eq!(engine.start(cube), Err(ERROR), "{choice}");
        }
    }
    let error = problem.check(&[UNKNOWN]).unwrap_err();
    assert_eq!(error, CoverError::UnknownOption(ERROR));
    assert_eq!(error.to_string(), ERROR.to_string());
    let written = write_for_solver_with(&problem, &[UNKNOWN], SolverFormat::Opb, &mut Vec::new());
    assert_eq!(written.unwrap_err().to_string(), ERROR.to_string());
    let parsed = format::read("a\na\n".as_bytes()).unwrap();
    assert_eq!((parsed.line(OptionId::new(0)), parsed.line(OptionId::new(1))), (Some(2), None));
}

#[test]
fn an_unknown_option_panics_with_one_sentence_where_none_are() {
    let problem = problem();
    let mut model = Model::builder();
    model.unnamed_primary(1).unwrap();
    for value in 0..3 {
        model.option(value, [ItemId::new(0)]).unwrap();
    }
    let model = model.build().unwrap();
    let diagram = memo::diagram(&problem).unwrap();
    let cover: Cover = [UNKNOWN].into_iter().collect();
    let cube = Cube::from([UNKNOWN]);
    let pool = |threads| {
        let open = OpenCube { cube: cube.clone(), ..OpenCube::whole() };
        let threads = NonZeroUsize::new(threads).unwrap();
        let pool = WorkerPool::new(Links::new(&problem), threads).with_parts(vec![open]);
        pool.run(&mut Total, |engine, _, nodes| engine.skip(u64::MAX, nodes).1)
    };
    for message in [
        panic_of(|| problem.option(UNKNOWN).len()),
        panic_of(|| problem.entries(UNKNOWN).len()),
        panic_of(|| problem.is_choosable(UNKNOWN)),
        panic_of(|| problem.cost(UNKNOWN)),
        panic_of(|| problem.option_text(UNKNOWN)),
        panic_of(|| *model.value(UNKNOWN)),
        panic_of(|| model.values(&cover).count()),
        panic_of(|| diagram.restrict(&[UNKNOWN], &[])),
        panic_of(|| diagram.restrict(&[], &[UNKNOWN])),
        panic_of(|| cut(&mut Links::new(&problem), &cube, 2, |_, _| ())),
        panic_of(|| Estimate::new(&mut Links::new(&problem), &cube, 1)),
        panic_of(|| Estimate::begin(&cube, 1).step(&mut Links::new(&problem))),
        panic_of(|| pool(1)),
        panic_of(|| pool(2)),
    ] {
        assert_eq!(message, ERROR.to_string());
    }
    let of_sudoku = "there is no option 729: the problem has 729, numbered from 0";
    let unknown = OptionId::new(729);
    assert_eq!(panic_of(|| sudoku::candidate(unknown)), of_sudoku);
    assert_eq!(panic_of(|| Grid::from_options([unknown])), of_sudoku);
    let queens = Queens::new(2).unwrap();
    let of_queens = "there is no option 4: the problem has 4, numbered from 0";
    assert_eq!(panic_of(|| queens.decode(&[OptionId::new(4)])), of_queens);
}

#[test]
fn an_unknown_item_or_color_is_none_or_an_error_or_panics_with_one_sentence() {
    let problem = problem();
    let unknown = ItemId::new(3);
    assert_eq!((problem.name(unknown), problem.bounds(unknown)), (None, None));
    assert_eq!(problem.color_name(Color::new(1)), None);
    let sentence = "there is no item 3: the problem has 3, numbered from 0";
    assert_eq!(panic_of(|| problem.is_primary(unknown)), sentence);
    assert_eq!(panic_of(|| problem.is_preferred(unknown)), sentence);
    let mut builder = Problem::builder();
    builder.unnamed_primary(3).unwrap();
    assert_eq!(builder.option([unknown]), Err(BuildError::UnknownItem("#3".into())));
}
