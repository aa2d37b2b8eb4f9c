//! Tests of `--checkpoint` and `resume`: however a search is stopped, nothing is lost or repeated.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use predicates::prelude::*;
use predicates::str::contains;

fn quadrille(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .current_dir(folder)
        .args(args)
        .assert()
}

fn stdout(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(quadrille(folder, args).success().get_output().stdout.clone()).unwrap()
}

fn spawn(folder: &Path, args: &[&str]) -> Child {
    #[cfg(unix)]
    crate::default_signals::restore();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command
        .current_dir(folder)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns a folder with the problem of n queens.
fn queens(size: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let problem = stdout(folder.path(), &["make", "queens", size]);
    fs::write(folder.path().join("q"), problem).unwrap();
    folder
}

/// Returns the names of the files in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn covers(text: &str) -> BTreeSet<&str> {
    let covers: BTreeSet<&str> = text.lines().collect();
    assert_eq!(covers.len(), text.lines().count(), "a cover was written twice");
    covers
}

/// Kills a search with SIGKILL again and again, after the given number of milliseconds each time,
/// and resumes it until it is done. Returns the number of kills that found the process alive.
fn kill_and_resume(
    folder: &Path,
    args: &[&str],
    delays: impl Iterator<Item = u64>,
) -> (usize, String) {
    let mut child = spawn(folder, args);
    let mut kills = 0;
    for (turn, delay) in delays.enumerate() {
        sleep(Duration::from_millis(delay));
        kills += usize::from(child.try_wait().unwrap().is_none());
        // On Unix this is a SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        if !folder.join("save").exists() {
            // Only the first kill can come before the first checkpoint.
            assert_eq!(turn, 0);
            child = spawn(folder, args);
            // On a busy machine the program may take longer to begin than the next delay.
            while !folder.join("save").exists() && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
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
    let args =
        ["cover", "q", "-c", "--engine", "links", "--checkpoint", "save", "--every", "1ms", "-j2"];
    let (kills, printed) = kill_and_resume(folder.path(), &args, [90, 60, 110, 50, 80].into_iter());
    assert!(kills >= 2, "{kills}");
    assert_eq!(printed, "14200\n");
    // The result can be printed any number of times.
    assert_eq!(stdout(folder.path(), &["resume", "save"]), "14200\n");
    assert!(!folder.path().join("save.lock").exists());
}

#[test]
fn covers_survive_kills() {
    for order in [&[][..], &["--ordered"]] {
        let folder = queens("12");
        let all = stdout(folder.path(), &["cover", "q", "-f", "indices", "--engine", "links"]);
        let args = [
            "cover",
            "q",
            "-f",
            "indices",
            "--engine",
            "links",
            "--checkpoint",
            "save",
            "--every",
            "1ms",
            "-j2",
        ];
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
    let args = [
        "cover",
        "q",
        "-f",
        "json",
        "--engine",
        "links",
        "--checkpoint",
        "save",
        "--every",
        "1ms",
        "--output",
        "out",
    ];
    kill_and_resume(folder.path(), &args, [120, 80].into_iter());
    let written = fs::read_to_string(folder.path().join("out")).unwrap();
    let index =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["index"].as_u64();
    assert!(written.lines().map(index).eq((1..=724).map(Some)));
}

/// Bounds, whose cubes exclude options; chosen options; and limits.
#[test]
fn bounds_chosen_options_and_limits() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let options: String =
        (0..7).flat_map(|a| (a + 1..8).map(move |b| format!("i{a} i{b}\n"))).collect();
    let items: Vec<String> = (0..8).map(|item| format!("0:2|i{item}")).collect();
    fs::write(folder.join("b"), format!("{}\n{options}", items.join(" "))).unwrap();
    let expected = stdout(folder, &["cover", "b", "-c", "-j1"]);
    let args = ["cover", "b", "-c", "--checkpoint", "save", "--every", "1ms", "-j2"];
    assert_eq!(kill_and_resume(folder, &args, [100, 90, 80].into_iter()).1, expected);

    fs::write(folder.join("r"), "a b c d\na\na\nb\nb\nc d\nc d\nc d\n").unwrap();
    assert_eq!(stdout(folder, &["cover", "r", "-c", "--checkpoint", "s2"]), "12\n");
    assert_eq!(
        stdout(folder, &["cover", "r", "-c", "--choose", "1,3", "--checkpoint", "s3"]),
        "3\n"
    );
    assert_eq!(stdout(folder, &["cover", "r", "-c", "-n", "5", "--checkpoint", "s4"]), "5+\n");
    assert_eq!(stdout(folder, &["resume", "s4"]), "5+\n");
    fs::write(folder.join("none"), "a b\na\n").unwrap();
    quadrille(folder, &["cover", "none", "-c", "--checkpoint", "s5"]).code(1).stdout("0\n");
}

/// No search could finish in reasonable time (Kasteleyn 1961).
#[test]
fn a_cache_counts_first() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let dominoes = stdout(folder, &["make", "polyomino", "dominoes", "12x12"]);
    fs::write(folder.join("d"), dominoes).unwrap();
    let count = "53060477521960000\n";
    assert_eq!(stdout(folder, &["cover", "d", "-c", "--checkpoint", "save"]), count);
    assert_eq!(stdout(folder, &["resume", "save"]), count);
    assert_eq!(
        stdout(folder, &["cover", "d", "-c", "-n", "1000", "--checkpoint", "few"]),
        "1000+\n"
    );
    assert_eq!(stdout(folder, &["cover", "d", "-c", "-j2", "--checkpoint", "two"]), count);
}

/// The count of the cache is in the checkpoint when the search takes over.
#[test]
fn a_search_goes_on_from_what_a_cache_has_counted() {
    let folder = queens("12");
    let args = ["cover", "q", "-c", "--checkpoint", "save", "--every", "1ms", "-j2"];
    let (_, printed) = kill_and_resume(folder.path(), &args, [150, 90, 110, 100].into_iter());
    assert_eq!(printed, "14200\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_writes_a_last_checkpoint() {
    let folder = queens("14");
    let folder = folder.path();
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let _ = fs::remove_file(folder.join("save"));
        let mut child = spawn(
            folder,
            &["cover", "q", "-c", "--engine", "links", "--checkpoint", "save", "-j2"],
        );
        sleep(Duration::from_millis(600));
        let kill = Command::new("kill").arg(signal).arg(child.id().to_string()).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert!(!folder.join("save.lock").exists());
        let saved = fs::read_to_string(folder.join("save")).unwrap();
        let last: serde_json::Value = serde_json::from_str(saved.lines().last().unwrap()).unwrap();
        assert!(last["nodes"].as_u64().unwrap() > 1_000 && last["complete"] == false);
    }
}

#[test]
fn files_that_are_not_checkpoints_are_refused() {
    let folder = queens("8");
    let folder = folder.path();
    let save = ["cover", "q", "-f", "indices", "--checkpoint", "save", "--output", "out"];
    quadrille(folder, &save).success();
    quadrille(folder, &save)
        .code(2)
        .stderr(contains("save: it exists already: `quadrille resume` continues it"));
    let whole = fs::read_to_string(folder.join("save")).unwrap();
    let refuse = |text: &str, reason: &str| {
        fs::write(folder.join("bad"), text).unwrap();
        quadrille(folder, &["resume", "bad"]).code(2).stdout("").stderr(contains(reason));
    };
    refuse("", "bad: it is empty");
    refuse(&whole[..100], "bad:1: no checkpoint: truncated");
    refuse(&whole.replacen("\"count\":\"92\"", "\"count\":\"93\"", 1), "bad:3: damaged");
    let mend = "delete the line: only what it alone has saved is searched again";
    refuse(&whole.replacen("\"count\":\"0\"", "\"count\":\"1\"", 1), mend);
    refuse("a b\na\n", "bad:1: no checkpoint: truncated, or not a line of this format");
    let head = whole.lines().next().unwrap();
    refuse(head, "bad: it has no state of the search: start it again");
    quadrille(folder, &["resume", "absent"]).code(2).stderr(contains("absent: cannot be read"));
    // The hash matches, but something else does not.
    let forge = |from: &str, to: &str| {
        let forge = |line: &str| {
            let (rest, _) = line.rsplit_once(",\"check\"").unwrap();
            let rest = rest.replacen(from, to, 1) + "}";
            let check: String = <sha2::Sha256 as sha2::Digest>::digest(&rest)
                .iter()
                .take(16)
                .map(|byte| format!("{byte:02x}"))
                .collect();
            format!("{},\"check\":\"{check}\"}}\n", &rest[..rest.len() - 1])
        };
        whole.lines().map(forge).collect::<String>()
    };
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    refuse(&forge(&version, "\"version\":\"9.9.9\""), "written by quadrille 9.9.9");
    refuse(&forge("\"unit\":0,\"of\":1", "\"unit\":0,\"of\":2"), "a line of another search");
    refuse(&forge("\"length\":", "\"lengths\":"), "it states no length of its covers");
    for option in ["0", "999"] {
        let part = format!("\"left\":[{{\"prefix\":[{option}],\"share\":1.0}}],\"length\":");
        // The first line has fields that the others lack.
        let mut lines: Vec<String> =
            forge("\"length\":", &part).lines().map(str::to_owned).collect();
        lines.remove(1);
        refuse(&(lines.join("\n") + "\n"), "options that the problem does not have");
    }
    // Other commands name the command that reads the file.
    quadrille(folder, &["run", "save"]).code(2).stderr(contains("`quadrille resume` continues it"));
    quadrille(folder, &["merge", "save"]).code(1).stderr(contains("`quadrille resume` continues"));
    stdout(folder, &["split", "q", "--units", "2", "-o", "units"]);
    quadrille(folder, &["resume", "units"]).code(2).stderr(contains("`run` makes results of it"));
    // The file of covers was altered.
    fs::write(folder.join("out"), "1 2\n").unwrap();
    quadrille(folder, &["resume", "save"])
        .code(2)
        .stderr(contains("it is not the file that was written"));
    // The problem was removed, moved or replaced.
    fs::rename(folder.join("q"), folder.join("p")).unwrap();
    quadrille(folder, &["resume", "save"])
        .code(2)
        .stderr(contains("--problem gives its current path"));
    fs::write(folder.join("q"), "a\na\n").unwrap();
    quadrille(folder, &["resume", "save"])
        .code(2)
        .stderr(contains("is not the problem that was searched"));
    quadrille(folder, &["resume", "save", "--problem", "p"])
        .code(2)
        .stderr(contains("not the file that was written"));
}

#[test]
fn a_folder_is_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let refused = program.arg("resume").arg(folder.path()).assert().code(2);
    refused.stderr(contains("cannot be read: it is a directory"));
}

/// A shell limits the size of files. The first checkpoint can be written, and later ones cannot.
#[cfg(unix)]
#[test]
fn a_checkpoint_that_cannot_be_written_does_not_end_the_search() {
    let folder = queens("12");
    let program = env!("CARGO_BIN_EXE_quadrille");
    let search = "cover q -c --engine links --checkpoint save --every 1ms -j2";
    let script = format!("trap '' XFSZ; ulimit -f 2; exec '{program}' {search}");
    let output = Command::new("sh").current_dir(&folder).args(["-c", &script]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let warning = "quadrille: save: warning: the checkpoint cannot be written: ";
    assert!(stderr.starts_with(warning) && stderr.lines().count() == 1, "{stderr}");
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"14200\n"[..]), "{stderr}");
    assert_eq!(names(folder.path()), ["q", "save"]);
    assert_eq!(stdout(folder.path(), &["resume", "save"]), "14200\n");
}

/// A folder with the name of the checkpoint keeps even the superuser from writing it.
#[cfg(unix)]
#[test]
fn a_last_checkpoint_that_cannot_be_written_is_an_error() {
    crate::default_signals::restore();
    let folder = queens("12");
    let folder = folder.path();
    let search = ["cover", "q", "-c", "--engine", "links", "--checkpoint", "save", "-j2"];
    let begin = |search: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.current_dir(folder).args(search).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        while !folder.join("save").exists() {
            sleep(Duration::from_millis(1));
        }
        fs::rename(folder.join("save"), folder.join("kept")).unwrap();
        fs::create_dir(folder.join("save")).unwrap();
        child
    };
    let lost = contains("s is lost, and `quadrille resume save` repeats it");
    // A failure at the end of the search. The count is still correct.
    let output = begin(&search).wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b"14200\n"[..]), "{stderr}");
    let expected = contains("save: the last checkpoint cannot be written: ").and(lost.clone());
    assert!(expected.eval(&stderr), "{stderr}");
    // A failure at the start. The search does not begin.
    fs::remove_dir(folder.join("save")).unwrap();
    fs::rename(folder.join("kept"), folder.join("save")).unwrap();
    fs::create_dir(folder.join("save.new")).unwrap();
    quadrille(folder, &["resume", "save"])
        .code(2)
        .stdout("")
        .stderr(contains("save: the checkpoint cannot be written"));
    fs::remove_dir(folder.join("save.new")).unwrap();
    assert_eq!(stdout(folder, &["resume", "save"]), "14200\n");
    // A failure at an interrupt.
    fs::write(folder.join("q"), stdout(folder, &["make", "queens", "14"])).unwrap();
    fs::remove_file(folder.join("save")).unwrap();
    let child = begin(&search);
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{stderr}");
    assert!(
        contains("interrupted, and the last checkpoint cannot be written: ")
            .and(lost)
            .eval(&stderr),
        "{stderr}"
    );
    assert_eq!(names(folder), ["kept", "q", "save"]);
}

#[cfg(unix)]
#[test]
fn covers_that_cannot_be_written_end_the_search_and_resume_continues_it() {
    let folder = queens("10");
    let program = env!("CARGO_BIN_EXE_quadrille");
    let search = "cover q --engine links --checkpoint save --ordered -j2 -f json -o out";
    let script = format!("trap '' XFSZ; ulimit -f 100; exec '{program}' {search}");
    let output = Command::new("sh").current_dir(&folder).args(["-c", &script]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("out: the covers cannot be written: "), "{stderr}");
    assert_eq!(names(folder.path()), ["out", "q", "save"]);
    stdout(folder.path(), &["resume", "save"]);
    let all = stdout(folder.path(), &["cover", "q", "--engine", "links", "-f", "json"]);
    assert!(fs::read_to_string(folder.path().join("out")).unwrap() == all);
}

#[test]
fn existing_files_are_not_overwritten() {
    let folder = queens("6");
    let folder = folder.path();
    let cover = |checkpoint: &str, output: &str| {
        quadrille(folder, &["cover", "q", "--checkpoint", checkpoint, "--output", output])
    };
    fs::write(folder.join("keep.txt"), "precious\n").unwrap();
    let refused =
        "--output keep.txt: the file exists and is not empty: delete it, or choose another name";
    cover("save", "keep.txt").code(2).stderr(contains(refused));
    cover("keep.txt", "out")
        .code(2)
        .stderr(contains("keep.txt: it exists already: `quadrille resume`"));
    cover("save", ".").code(2).stderr(contains("--output .: it is not a regular file"));
    for output in ["save", "./save.new", "save.lock"] {
        cover("save", output)
            .code(2)
            .stderr(contains("--output and --checkpoint need a file each"));
    }
    assert_eq!(fs::read_to_string(folder.join("keep.txt")).unwrap(), "precious\n");
    assert_eq!(names(folder), ["keep.txt", "q"]);
    // An empty file can be overwritten.
    fs::write(folder.join("empty"), "").unwrap();
    cover("save", "empty").success();
    assert_eq!(fs::read_to_string(folder.join("empty")).unwrap(), stdout(folder, &["cover", "q"]));
}

#[test]
fn a_missing_folder_is_named_with_the_option() {
    let folder = queens("6");
    let folder = folder.path();
    let message = "quadrille: --checkpoint none/save: there is no folder none\n";
    quadrille(folder, &["cover", "q", "-c", "--checkpoint", "none/save"]).code(2).stderr(message);
    let message = "quadrille: --output none/out: there is no folder none\n";
    quadrille(folder, &["cover", "q", "--checkpoint", "save", "--output", "none/out"])
        .code(2)
        .stderr(message);
    assert_eq!(names(folder), ["q"]);
}

#[test]
fn files_of_a_killed_search_are_removed() {
    let folder = queens("6");
    let folder = folder.path();
    let left = ["save.lock", "save.new"];
    left.iter().for_each(|name| fs::write(folder.join(name), "x").unwrap());
    quadrille(folder, &["cover", "q", "-c", "--checkpoint", "save"]).success();
    assert_eq!(names(folder), ["q", "save"]);
    left.iter().for_each(|name| fs::write(folder.join(name), "x").unwrap());
    quadrille(folder, &["resume", "save"]).success();
    assert_eq!(names(folder), ["q", "save"]);
    // A lock that a process holds is not a leftover.
    let lock = fs::File::create(folder.join("save.lock")).unwrap();
    lock.try_lock().unwrap();
    quadrille(folder, &["resume", "save"])
        .code(2)
        .stderr(contains("save: another process is using it"));
    assert_eq!(names(folder), ["q", "save", "save.lock"]);
}

#[test]
fn bad_usage_is_status_2() {
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

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_text_causes_no_panic() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9");
    fs::write(folder.path().join(name), "a\na\n").unwrap();
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    program.current_dir(&folder).args(["cover", "-c", "--checkpoint", "save"]).arg(name);
    program.assert().code(2).stdout("").stderr(contains("rename the file or its folder"));
    let left: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, [name]);
}
