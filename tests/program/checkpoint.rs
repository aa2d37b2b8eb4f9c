//! `--checkpoint` and `resume`: however a search is stopped, nothing is lost and nothing comes twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use predicates::prelude::*;
use predicates::str::contains;

fn quadrille(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille")).current_dir(folder).args(args).assert()
}

fn stdout(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(quadrille(folder, args).success().get_output().stdout.clone()).unwrap()
}

fn spawn(folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(folder).args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// A folder with n queens.
fn queens(size: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let problem = stdout(folder.path(), &["make", "queens", size]);
    fs::write(folder.path().join("q"), problem).unwrap();
    folder
}

fn covers(text: &str) -> BTreeSet<&str> {
    let covers: BTreeSet<&str> = text.lines().collect();
    assert_eq!(covers.len(), text.lines().count(), "a cover was written twice");
    covers
}

/// Kills a search with -9 again and again, each time after so many milliseconds, and goes on with it until it is done. The
/// number of kills that found it alive.
fn kill_and_resume(folder: &Path, args: &[&str], delays: impl Iterator<Item = u64>) -> (usize, String) {
    let mut child = spawn(folder, args);
    let mut kills = 0;
    for (turn, delay) in delays.enumerate() {
        sleep(Duration::from_millis(delay));
        kills += usize::from(child.try_wait().unwrap().is_none());
        // On Unix that is a SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        if !folder.join("save").exists() {
            // Killed before the first one.
            assert_eq!(turn, 0);
            child = spawn(folder, args);
            continue;
        }
        child = spawn(folder, &["resume", "save", "-j", if turn % 2 == 0 { "1" } else { "3" }]);
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    (kills, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_count_survives_kills() {
    let folder = queens("12");
    let args = ["cover", "q", "-c", "--engine", "links", "--checkpoint", "save", "--every", "1ms", "-j2"];
    let (kills, printed) = kill_and_resume(folder.path(), &args, [90, 60, 110, 50, 80].into_iter());
    assert!(kills >= 2, "{kills}");
    assert_eq!(printed, "14200\n");
    // Said again, as often as one likes.
    assert_eq!(stdout(folder.path(), &["resume", "save"]), "14200\n");
    assert!(!folder.path().join("save.lock").exists());
}

#[test]
fn covers_survive_kills() {
    for order in [&[][..], &["--ordered"]] {
        let folder = queens("12");
        let all = stdout(folder.path(), &["cover", "q", "-f", "indices", "--engine", "links"]);
        let args =
            ["cover", "q", "-f", "indices", "--engine", "links", "--checkpoint", "save", "--every", "1ms", "-j2"];
        let args = [&args[..], &["--output", "out"], order].concat();
        let (kills, printed) = kill_and_resume(folder.path(), &args, [90, 60, 110, 50].into_iter());
        assert!(kills >= 2, "{kills}");
        assert_eq!(printed, "");
        let written = fs::read_to_string(folder.path().join("out")).unwrap();
        assert_eq!(covers(&written), covers(&all));
        if !order.is_empty() {
            assert!(written == all, "the order is another");
        }
    }
}

#[test]
fn objects_are_numbered_over_kills() {
    let folder = queens("10");
    let args =
        ["cover", "q", "-f", "json", "--engine", "links", "--checkpoint", "save", "--every", "1ms", "--output", "out"];
    kill_and_resume(folder.path(), &args, [120, 80].into_iter());
    let written = fs::read_to_string(folder.path().join("out")).unwrap();
    let index = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["index"].as_u64();
    assert!(written.lines().map(index).eq((1..=724).map(Some)));
}

/// Bounds, whose parts exclude options; and a problem that is reduced, whose covers stand for several.
#[test]
fn bounds_and_reduced_problems() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let options: String = (0..7).flat_map(|a| (a + 1..8).map(move |b| format!("i{a} i{b}\n"))).collect();
    let items: Vec<String> = (0..8).map(|item| format!("0:2|i{item}")).collect();
    fs::write(folder.join("b"), format!("{}\n{options}", items.join(" "))).unwrap();
    let expected = stdout(folder, &["cover", "b", "-c", "-j1"]);
    let args = ["cover", "b", "-c", "--checkpoint", "save", "--every", "1ms", "-j2"];
    assert_eq!(kill_and_resume(folder, &args, [100, 90, 80].into_iter()).1, expected);

    fs::write(folder.join("r"), "a b c d\na\na\nb\nb\nc d\nc d\nc d\n").unwrap();
    assert_eq!(stdout(folder, &["cover", "r", "-c", "--reduce", "--checkpoint", "s2"]), "12\n");
    assert_eq!(stdout(folder, &["cover", "r", "-c", "--choose", "1,3", "--checkpoint", "s3"]), "3\n");
    assert_eq!(stdout(folder, &["cover", "r", "-c", "-n", "5", "--checkpoint", "s4"]), "5+\n");
    assert_eq!(stdout(folder, &["resume", "s4"]), "5+\n");
    fs::write(folder.join("none"), "a b\na\n").unwrap();
    quadrille(folder, &["cover", "none", "-c", "--checkpoint", "s5"]).code(1).stdout("0\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_writes_a_last_checkpoint() {
    let folder = queens("14");
    let folder = folder.path();
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let _ = fs::remove_file(folder.join("save"));
        let mut child = spawn(folder, &["cover", "q", "-c", "--engine", "links", "--checkpoint", "save", "-j2"]);
        sleep(Duration::from_millis(600));
        let kill = Command::new("kill").arg(signal).arg(child.id().to_string()).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert!(!folder.join("save.lock").exists());
        let saved: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.join("save")).unwrap()).unwrap();
        assert!(saved["nodes"].as_u64().unwrap() > 1_000 && saved["complete"] == false);
    }
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let folder = queens("8");
    let folder = folder.path();
    let save = ["cover", "q", "-f", "indices", "--checkpoint", "save", "--output", "out"];
    quadrille(folder, &save).success();
    quadrille(folder, &save).code(2).stderr(contains("save: there is one already: `quadrille resume` goes on with it"));
    let whole = fs::read_to_string(folder.join("save")).unwrap();
    let refuse = |text: &str, reason: &str| {
        fs::write(folder.join("bad"), text).unwrap();
        quadrille(folder, &["resume", "bad"]).code(2).stdout("").stderr(contains(reason));
    };
    refuse("", "no checkpoint: cut short");
    refuse(&whole[..whole.len() / 2], "no checkpoint: cut short");
    refuse(&whole.replacen("\"found\":\"92\"", "\"found\":\"93\"", 1), "no checkpoint: damaged");
    refuse("a b\na\n", "no checkpoint: cut short, or not a line of these");
    quadrille(folder, &["resume", "absent"]).code(2).stderr(contains("absent: cannot be read"));
    // Right hash, other version.
    let (rest, _) = whole.rsplit_once(",\"check\"").unwrap();
    let rest =
        rest.replacen(&format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"version\":\"9.9.9\"", 1) + "}";
    let check: String =
        <sha2::Sha256 as sha2::Digest>::digest(&rest).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    refuse(&format!("{},\"check\":\"{check}\"}}\n", &rest[..rest.len() - 1]), "made by quadrille 9.9.9");
    // A file of covers that is not what it was.
    fs::write(folder.join("out"), "1 2\n").unwrap();
    quadrille(folder, &["resume", "save"]).code(2).stderr(contains("it is not the file that was written"));
    // The problem has gone, was moved, or is another.
    fs::rename(folder.join("q"), folder.join("p")).unwrap();
    quadrille(folder, &["resume", "save"]).code(2).stderr(contains("--problem says where it is"));
    fs::write(folder.join("q"), "a\na\n").unwrap();
    quadrille(folder, &["resume", "save"]).code(2).stderr(contains("is not the problem that was searched"));
    quadrille(folder, &["resume", "save", "--problem", "p"]).code(2).stderr(contains("not the file that was written"));
}

#[test]
fn bad_usage() {
    let folder = queens("5");
    let folder = folder.path();
    let usage = |args: &[&str], message: &str| {
        quadrille(folder, args).code(2).stderr(contains(message).and(contains("Usage")));
    };
    usage(&["cover", "q", "--checkpoint", "save"], "--checkpoint needs --count, or --output");
    usage(&["cover", "-c", "--checkpoint", "save"], "needs a problem from a file");
    quadrille(folder, &["cover", "q", "--output", "out"]).code(2).stderr(contains("--checkpoint"));
    quadrille(folder, &["cover", "q", "-c", "--checkpoint", "save", "--every", "x"]).code(2);
    assert!(!folder.join("save").exists());
}
