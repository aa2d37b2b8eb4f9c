//! No command writes over a file that it reads.

use std::fs;
use std::path::Path;

use predicates::str::{contains, is_empty};

fn quadrille(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    program.current_dir(folder).args(args).assert()
}

#[test]
fn a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "a b\na\nb\na b\n").unwrap();
    quadrille(folder, &["split", "p", "--units", "1", "-o", "u"]).success();
    quadrille(folder, &["run", "u", "-o", "r"]).success();
    for (file, args) in [
        ("p", &["cover", "p", "--diagram", "p"][..]),
        ("p", &["cover", "p", "--diagram", "./p"]),
        ("p", &["reduce", "p", "-o", "p"]),
        ("p", &["split", "p", "--units", "1", "-o", "p"]),
        ("u", &["run", "u", "-o", "u"]),
        ("r", &["merge", "r", "--table", "r"]),
    ] {
        let before = fs::read(folder.join(file)).unwrap();
        let refused = quadrille(folder, args).code(2).stdout(is_empty());
        refused.stderr(contains("choose another name"));
        assert_eq!(fs::read(folder.join(file)).unwrap(), before, "{args:?}");
    }
    // Others are replaced.
    fs::write(folder.join("t"), "old").unwrap();
    quadrille(folder, &["merge", "r", "--table", "t"]).success();
    assert_eq!(fs::read_to_string(folder.join("t")).unwrap(), "0\t2\n");
    quadrille(folder, &["reduce", "p", "-o", "t"]).success();
    quadrille(folder, &["cover", "p", "--diagram", "t"]).success();
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "a\na\n").unwrap();
    std::os::unix::fs::symlink("p", folder.join("link")).unwrap();
    quadrille(folder, &["reduce", "p", "-o", "link"]).code(2).stderr(contains("link"));
    // A device is no such file.
    quadrille(folder, &["reduce", "p", "-o", "/dev/null"]).success();
}
