//! Tests of problems written for other solvers, and of their solutions.

use quadrille::format::{
    SolutionError, SolverFormat, SolverWriteError, read_solution, write_for_solver,
    write_for_solver_with,
};
use quadrille::{OptionId, Problem};

fn written(text: &str, format: SolverFormat) -> String {
    let problem: Problem = text.parse().unwrap();
    let mut output = Vec::new();
    write_for_solver(&problem, format, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

const EVERYTHING: &str = "a 1:2|b | x\na x:red |3\nb x:blue |-4\na b\nb x\nx |9\n";

#[test]
fn opb_has_costs_bounds_and_colors() {
    // x5 has no primary item. x6 and x7 stand for the colors of x.
    assert_eq!(
        written(EVERYTHING, SolverFormat::Opb),
        "* #variable= 7 #constraint= 7\nmin: +3 x1 -4 x2 +9 x5 ;\n-1 x5 >= 0 ;\n\
         +1 x1 +1 x3 = 1 ;\n+1 x2 +1 x3 +1 x4 >= 1 ;\n-1 x2 -1 x3 -1 x4 >= -2 ;\n\
         -1 x1 +1 x6 >= 0 ;\n-1 x2 +1 x7 >= 0 ;\n-1 x4 -1 x6 -1 x7 >= -1 ;\n"
    );
}

#[test]
fn lp_and_mps_have_the_same_rows() {
    let lp = written(EVERYTHING, SolverFormat::Lp);
    for line in [
        " cost: +3 x1 -4 x2 +9 x5\n",
        " r1u: + x5 <= 0\n",
        " r2: + x1 + x3 = 1\n",
        " r3: + x2 + x3 + x4 >= 1\n",
        " r3u: + x2 + x3 + x4 <= 2\n",
        " r4u: + x1 - x6 <= 0\n",
    ] {
        assert!(lp.contains(line), "{line}{lp}");
    }
    let mps = written(EVERYTHING, SolverFormat::Mps);
    for line in [" E r2\n", " G r3\n", " x2 cost -4\n", " x6 r4 -1\n", " RNG r3 1\n"] {
        assert!(mps.contains(line), "{line}{mps}");
    }
}

#[test]
fn cnf_counts_to_one_and_says_what_it_cannot_say() {
    assert_eq!(
        written("a b\na\nb\na b\n", SolverFormat::Cnf).lines().skip(1).collect::<Vec<_>>(),
        ["p cnf 3 4", "1 3 0", "-1 -3 0", "2 3 0", "-2 -3 0"]
    );
    let refused = |text: &str| {
        let problem: Problem = text.parse().unwrap();
        write_for_solver(&problem, SolverFormat::Cnf, &mut Vec::new()).unwrap_err()
    };
    assert!(matches!(refused("a\na |1\n"), SolverWriteError::Costs));
    let error = refused("2:3|a\na\na\na\na\n");
    assert!(error.to_string().starts_with("item `a` has bounds 2:3"), "{error}");
}

#[test]
fn solutions_are_read_in_the_forms_of_solvers_and_checked() {
    let problem: Problem = "a b\na |3\nb |4\na b |9\n".parse().unwrap();
    let read = |text: &str| {
        read_solution(&problem, &mut text.as_bytes())
            .map(|cover| cover.iter().map(|option| option.get() + 1).collect::<Vec<_>>())
    };
    for text in [
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 7\n# Columns 3\nx1 1\nx2 0.9999999\nx3 0\n# Rows 2\nr1 1\n# Dual solution values\nx3 1\n",
        "s OPTIMUM FOUND\nv x1 x2 -x3\n",
        "c 0 infeasible nodes cut\ns SATISFIABLE\nv 1 2 -3 0\n",
        "SAT\n1 2 -3 0\n",
        "Optimal - objective value 7\n      0 x1   1   3\n      1 x2   1   4\n",
    ] {
        assert_eq!(read(text).unwrap(), [1, 2], "{text}");
    }
    assert!(matches!(read("s UNSATISFIABLE\n"), Err(SolutionError::Infeasible { line: 1 })));
    assert!(matches!(read("hello\n"), Err(SolutionError::NoValues)));
    assert!(matches!(read("x1 0.5\nx2 0.5\n"), Err(SolutionError::Fraction { line: 1, .. })));
    assert!(matches!(read("x1 1\n"), Err(SolutionError::NoCover(_))));
}

#[test]
fn two_values_of_a_variable_and_variables_of_another_problem_are_errors() {
    let problem: Problem = "a b | x\na x:1\nb x:1\na b x:2\n".parse().unwrap();
    let message =
        |text: &str| read_solution(&problem, &mut text.as_bytes()).expect_err(text).to_string();
    let two = "variable x2 is 0 and 1, here and on line 1: keep one answer of the solver";
    assert_eq!(message("x2 1\nx1 1\nx2 0\n"), format!("line 3: {two}"));
    assert_eq!(message("v 1 2\nv -3 -2 0\n"), format!("line 2: {two}"));
    assert_eq!(message("v x2 -x2\n"), format!("line 1: {two}"));
    // Here, only options and colors have variables.
    for (text, variable) in
        [("x1 1\nx77 0\n", "x77"), ("v x1\nv x2 -x77\n", "x77"), ("v 1 2 -3\nv 4 -5 77 0\n", "77")]
    {
        let said = format!(
            "line 2: there is no variable {variable}: this problem has 5. Give the problem that \
             was written for the solver"
        );
        assert_eq!(message(text), said);
    }
    for variable in ["x0", "x99999999999999999999"] {
        for text in [format!("{variable} 1\n"), format!("v x1 {variable} 0\n")] {
            let said = format!("line 1: there is no variable {variable}: ");
            assert!(message(&text).starts_with(&said), "{text}");
        }
    }
    assert_eq!(
        message("v x1 banana 0\n"),
        "line 1: `banana` is not a literal such as 3, -3, x3 or -x3: delete it"
    );
    let read = |text: &str| read_solution(&problem, &mut text.as_bytes()).expect(text).len();
    // Several variables on a line, and a byte order mark.
    assert_eq!(read("x1 1 x2 1 x4 1\n"), 2);
    assert_eq!(read("\u{feff}x1 1\nx2 1\n"), 2);
    for text in ["x1 1\nx2 1\nx4 1\nx1 1.0\n", "v x1 x2 -x3 x4 -x5\n", "c x1 0\nv 1 2 -3 4 -5 0\n"]
    {
        assert_eq!(read(text), 2);
    }
    // For "at most one" of many options, the CNF has variables that the other files lack.
    let problem: Problem = "a\na\na\na\na\na\na\n".parse().unwrap();
    let cnf = written("a\na\na\na\na\na\na\n", SolverFormat::Cnf);
    assert!(cnf.contains("\np cnf 11 "), "{cnf}");
    let read = |text: &str| read_solution(&problem, &mut text.as_bytes()).map(|cover| cover.len());
    assert_eq!(read("v 1 7 8 9 10 11 0\n").expect("all are variables"), 1);
    for text in ["v 1 12 0\n", "x1 1\nx11 1\n"] {
        assert!(matches!(read(text), Err(SolutionError::UnknownVariable { line: 1 | 2, .. })));
    }
}

#[test]
fn the_empty_cover_is_written_and_read() {
    for text in ["0:1|a\na |3\n", "0:2|a | x\na x\na\nx\n"] {
        let problem: Problem = text.parse().unwrap();
        for format in [SolverFormat::Lp, SolverFormat::Mps, SolverFormat::Opb] {
            assert!(!written(text, format).is_empty());
        }
        for answer in [
            "s SATISFIABLE\nv 0\n",
            "s OPTIMUM FOUND\nv \n",
            "SAT\n0\n",
            "solution status: optimal solution found\nobjective value:   0\n",
            "Optimal - objective value 0.00000000\n",
            "v -1 0\n",
            "x1 0\n",
        ] {
            let cover = read_solution(&problem, &mut answer.as_bytes()).expect(answer);
            assert!(cover.is_empty(), "{answer}");
        }
        let nothing = read_solution(&problem, &mut "s SATISFIABLE\n".as_bytes());
        assert!(matches!(nothing, Err(SolutionError::NoValues)));
    }
    let problem: Problem = "a\na\n".parse().unwrap();
    let read = read_solution(&problem, &mut "v 0\n".as_bytes());
    assert!(matches!(read, Err(SolutionError::NoCover(_))));
}

/// Each chosen option adds a row or clause.
#[test]
fn chosen_options_are_rows() {
    let problem: Problem = "a b | x\na x\nb\na b\nx\n".parse().unwrap();
    let written = |chosen: &[u32], format| {
        let chosen: Vec<OptionId> = chosen.iter().map(|&option| OptionId::new(option)).collect();
        let mut output = Vec::new();
        write_for_solver_with(&problem, &chosen, format, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    for (format, row) in [
        (SolverFormat::Opb, "\n+1 x2 = 1 ;\n"),
        (SolverFormat::Lp, "= 1\nBinary"),
        (SolverFormat::Mps, "\n E r4\n"),
        (SolverFormat::Cnf, "\n2 0\n"),
    ] {
        let all = written(&[], format);
        let chosen = written(&[1], format);
        assert!(chosen.contains(row), "{chosen}");
        assert_ne!(all, chosen);
        assert!(!written(&[0], format).contains("+1 x2 = 1 ;"));
        let mut plain = Vec::new();
        write_for_solver(&problem, format, &mut plain).unwrap();
        assert_eq!(plain, all.into_bytes());
    }
    // The fourth option has no primary item, so its two rows contradict each other: there is no
    // cover.
    assert!(written(&[3], SolverFormat::Opb).contains("-1 x4 >= 0 ;"));
    assert!(written(&[3], SolverFormat::Opb).ends_with("+1 x4 = 1 ;\n"));
}
