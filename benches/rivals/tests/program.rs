//! Tests of the whole program, with few solvers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quadrille-rivals"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

const FOUR: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007\n";
/// A problem with three covers, or two without the colors.
const PROBLEM: &str = "a b | x\na x:R\na x:G\nb x:R\nb\n";

#[test]
fn tables_csv_chart_record_and_summary() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("list.txt"), FOUR.repeat(3)).unwrap();
    fs::write(folder.join("problem.dlx"), PROBLEM).unwrap();
    let marks =
        "<!-- summary: from here on written by benches/rivals -->\n<!-- summary: up to here -->\n";
    fs::write(folder.join("summary.md"), format!("# Summary\n\n{marks}")).unwrap();
    let output = run(
        folder,
        &[
            "problem.dlx",
            "list.txt",
            "--puzzles=2",
            "--rounds=2",
            "--solvers=quadrille,textbook,msolve,exact-covers",
            "--csv=times.csv",
            "--chart=times.svg",
            "--document=record.md",
            "--summary=summary.md",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let tables = text(&output.stdout);
    assert!(
        tables.starts_with("## problem.dlx\n\n`problem.dlx`, all covers counted\n"),
        "{tables}"
    );
    assert!(
        tables.contains("\n2 puzzles, the first 2 of `list.txt`, up to two solutions each\n"),
        "{tables}"
    );
    for line in [
        "\n| **quadrille links** | ",
        "\n| textbook DLX1 | has no colors |",
        "\n| msolve 0.",
        "\n## Summary\n",
    ] {
        assert!(tables.contains(line), "{line:?} is missing: {tables}");
    }

    let csv = fs::read_to_string(folder.join("times.csv")).unwrap();
    let right = |job: &str| {
        csv.lines().filter(|line| line.starts_with(job) && line.contains(",right,")).count()
    };
    // `auto`, our two engines and `exact-covers`; for Sudokus also the textbook and `msolve`.
    assert_eq!((right("problem.dlx,,"), right("list.txt,2,")), (4, 6), "{csv}");
    assert!(csv.contains("problem.dlx,,quadrille links,right,3,2,"), "{csv}");
    assert!(csv.contains("problem.dlx,,textbook DLX1,cannot,has no colors,"), "{csv}");
    assert!(csv.contains("list.txt,2,quadrille links,right,4,2,"), "{csv}");

    let record = fs::read_to_string(folder.join("record.md")).unwrap();
    assert!(record.contains("\n- compiler: ") && record.contains("\n## list.txt\n"), "{record}");
    let summary = fs::read_to_string(folder.join("summary.md")).unwrap();
    assert!(
        summary.starts_with("# Summary\n") && summary.contains("\n| **quadrille links** | "),
        "{summary}"
    );
    let [chart, beside] =
        ["times.svg", "record.svg"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    assert!(chart.starts_with("<svg ") && chart == beside);
}

#[test]
fn what_is_wrong_is_said_before_the_races() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("list.txt"), FOUR).unwrap();
    fs::write(folder.join("empty.txt"), "").unwrap();
    fs::write(folder.join("bad.dlx"), "a b\na c\n").unwrap();
    fs::write(folder.join("summary.md"), "# Summary\n").unwrap();
    for (arguments, message) in [
        (&["list.txt", "no-such-case"][..], "no-such-case is neither a file nor a case"),
        (&["list.txt", "empty.txt"], "empty.txt: there is no puzzle in it"),
        (&["list.txt", "bad.dlx"], "bad.dlx:2:3: "),
        (&["list.txt", "--do=best 3"], "list.txt: a solution of a Sudoku has no cost"),
        (&["list.txt", "--do=worst"], "`worst` is not a task"),
        (&["list.txt", "--solvers=nobody"], "no solver has such a name"),
        (&["list.txt", "--summary=summary.md"], "summary.md: there are no lines `<!-- summary: "),
        (&["list.txt", "--csv=no-such-folder/times.csv"], "no-such-folder/times.csv: "),
        (&["list.txt", "--size=huge"], "there is no size `huge`"),
        (&["list.txt", "--patience=0"], "a number of seconds above 0"),
    ] {
        let output = run(folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_slow_solver_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Two options for each of 22 items give four million covers.
    let items: Vec<_> = (0..22).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    fs::write(folder.join("many.dlx"), format!("{}\n{options}", items.join(" "))).unwrap();
    let output = run(folder, &["many.dlx", "--patience=0.05", "--solvers=algoxcc,msolve"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let tables = text(&output.stdout);
    assert!(
        tables.contains("| over 0.05 s |") && tables.contains("| solves Sudokus only |"),
        "{tables}"
    );
}
