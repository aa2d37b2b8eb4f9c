//! Tests of `--checkpoint` and `resume`: however a search is stopped, no cover is lost or repeated.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use predicates::prelude::*;
use predicates::str::contains;

use crate::support::{FOUR, Folder, forged, made, objects, prints, refuses, says};

fn spawn(folder: &Folder, line: &str) -> Child {
    #[cfg(unix)]
    crate::default_signals::restore();
    folder.command(line).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

fn covers(text: &str) -> BTreeSet<&str> {
    let covers: BTreeSet<&str> = text.lines().collect();
    assert_eq!(covers.len(), text.lines().count(), "a cover was written twice");
    covers
}

/// Kills a search after each delay, in milliseconds, and resumes it, or starts it again if it has
/// no checkpoint yet. The last process runs to its end. Returns the number of kills that found the
/// process alive, and the output of the last process.
fn kill_and_resume(folder: &Folder, line: &str, delays: &[u64]) -> (usize, String) {
    let mut child = spawn(folder, line);
    let mut kills = 0;
    for (turn, &delay) in delays.iter().enumerate() {
        sleep(Duration::from_millis(delay));
        kills += usize::from(child.try_wait().unwrap().is_none());
        // On Unix this is a SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        if !folder.has("save") {
            // Only the first kill can come before the first checkpoint.
            assert_eq!(turn, 0);
            child = spawn(folder, line);
            // On a busy machine the program may take longer to begin than the next delay.
            while !folder.has("save") && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
            continue;
        }
        child = spawn(folder, ["resume save -j 1", "resume save -j 3"][turn % 2]);
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    (kills, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_count_survives_kills() {
    let folder = Folder::queens(12);
    let line = "cover q -c --engine links --checkpoint save --every 1ms -j2";
    let (kills, printed) = kill_and_resume(&folder, line, &[90, 60, 110, 50, 80]);
    assert!(kills >= 2, "{kills}");
    assert_eq!(printed, "14200\n");
    // The result can be printed any number of times.
    assert_eq!(folder.printed("resume save"), "14200\n");
    assert!(!folder.has("save.lock"));
}

#[test]
fn covers_survive_kills() {
    for order in ["", "--ordered"] {
        let folder = Folder::queens(12);
        let search = "cover q -f indices --engine links";
        let all = folder.printed(search);
        let line = format!("{search} --checkpoint save --every 1ms -j2 --output out {order}");
        let (kills, printed) = kill_and_resume(&folder, &line, &[90, 60, 110, 50]);
        assert!(kills >= 2, "{kills}");
        assert_eq!(printed, "");
        let written = folder.read("out");
        assert_eq!(covers(&written), covers(&all));
        assert!(order.is_empty() || written == all, "the order differs");
    }
}

#[test]
fn objects_are_numbered_over_kills() {
    let folder = Folder::queens(10);
    let line = "cover q -f json --engine links --checkpoint save --every 1ms --output out";
    kill_and_resume(&folder, line, &[120, 80]);
    let written = objects(&folder.read("out"));
    assert!(written.iter().map(|object| object["index"].as_u64()).eq((1..=724).map(Some)));
}

/// Searches with bounds, with chosen options, and with limits. The cubes of a search with bounds
/// exclude options.
#[test]
fn bounds_chosen_options_and_limits() {
    let options: String =
        (0..7).flat_map(|a| (a + 1..8).map(move |b| format!("i{a} i{b}\n"))).collect();
    let items: Vec<String> = (0..8).map(|item| format!("0:2|i{item}")).collect();
    let folder = Folder::with("b", format!("{}\n{options}", items.join(" ")));
    let line = "cover b -c --checkpoint save --every 1ms -j2";
    let (_, counted) = kill_and_resume(&folder, line, &[100, 90, 80]);
    assert_eq!(counted, folder.printed("cover b -c -j1"));

    folder.write("r", "a b c d\na\na\nb\nb\nc d\nc d\nc d\n");
    folder.write("none", "a b\na\n");
    prints(
        |line| folder.run(line),
        &[
            ("cover r -c --checkpoint s2", 0, "12\n"),
            ("cover r -c --choose 1,3 --checkpoint s3", 0, "3\n"),
            ("cover r -c -n 5 --checkpoint s4", 0, "5+\n"),
            ("resume s4", 0, "5+\n"),
            ("cover none -c --checkpoint s5", 1, "0\n"),
        ],
    );
}

/// A search without a cache could not finish in reasonable time. The number is that of Kasteleyn
/// (1961).
#[test]
fn a_cache_counts_first() {
    let folder = Folder::with("d", made("polyomino dominoes 12x12"));
    let count = "53060477521960000\n";
    prints(
        |line| folder.run(line),
        &[
            ("cover d -c --checkpoint save", 0, count),
            ("resume save", 0, count),
            ("cover d -c -n 1000 --checkpoint few", 0, "1000+\n"),
            ("cover d -c -j2 --checkpoint two", 0, count),
        ],
    );
}

/// The count of the cache is in the checkpoint when the search takes over.
#[test]
fn a_search_goes_on_from_what_a_cache_has_counted() {
    let folder = Folder::queens(12);
    let line = "cover q -c --checkpoint save --every 1ms -j2";
    let (_, printed) = kill_and_resume(&folder, line, &[150, 90, 110, 100]);
    assert_eq!(printed, "14200\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_writes_a_last_checkpoint() {
    let folder = Folder::queens(14);
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let _ = fs::remove_file(folder.path("save"));
        let mut child = spawn(&folder, "cover q -c --engine links --checkpoint save -j2");
        sleep(Duration::from_millis(600));
        interrupt(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert!(!folder.has("save.lock"));
        let saved = folder.read("save");
        let last: serde_json::Value = serde_json::from_str(saved.lines().last().unwrap()).unwrap();
        assert!(last["nodes"].as_u64().unwrap() > 1_000 && last["complete"] == false);
    }
}

#[cfg(unix)]
fn interrupt(child: &Child, signal: &str) {
    let mut kill = std::process::Command::new("kill");
    assert!(kill.arg(signal).arg(child.id().to_string()).status().unwrap().success());
}

#[test]
fn files_that_are_not_checkpoints_are_refused() {
    let folder = Folder::queens(8);
    let save = "cover q -f indices --checkpoint save --output out";
    folder.run(save).success();
    let said = "save: it exists already: `quadrille resume` continues it";
    refuses(|line| folder.run(line), &[(save, said)]);
    let whole = folder.read("save");
    // The hash of a forged text matches, but something else does not.
    let forge =
        |from: &str, to: &str| whole.lines().map(|line| forged(line, from, to)).collect::<String>();
    let left = |option: u32| {
        let part = format!("\"left\":[{{\"prefix\":[{option}],\"share\":1.0}}],\"length\":");
        // Drops the line of the first state, which already has the field `left`.
        let forged = forge("\"length\":", &part);
        let mut lines: Vec<&str> = forged.lines().collect();
        lines.remove(1);
        lines.join("\n") + "\n"
    };
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let no_option = "options that the problem does not have";
    refuses(
        |text| {
            folder.write("bad", text);
            folder.run("resume bad")
        },
        &[
            ("", "bad: it is empty"),
            (&whole[..100], "bad:1: not a checkpoint: truncated"),
            (&whole.replacen("\"count\":\"92\"", "\"count\":\"93\"", 1), "bad:3: damaged"),
            (
                &whole.replacen("\"count\":\"0\"", "\"count\":\"1\"", 1),
                "delete the line: only work that no other line records is repeated",
            ),
            ("a b\na\n", "bad:1: not a checkpoint: truncated, or not a line of this format"),
            (whole.lines().next().unwrap(), "bad: it has no state of the search: start the search"),
            (&forge(&version, "\"version\":\"9.9.9\""), "written by quadrille 9.9.9"),
            (&forge("\"unit\":0,\"of\":1", "\"unit\":0,\"of\":2"), "a line of another search"),
            (&forge("\"length\":", "\"lengths\":"), "it does not state the length of its file"),
            (&left(0), no_option),
            (&left(999), no_option),
        ],
    );
    folder.run("split q --units 2 -o units").success();
    says(
        |line| folder.run(line),
        &[
            ("resume absent", 2, "absent: cannot be read"),
            ("resume .", 2, "cannot be read: it is a directory"),
            // Other commands name the command that reads the file.
            ("run save", 2, "`quadrille resume` continues it"),
            ("merge save", 1, "`quadrille resume` continues"),
            ("resume units", 2, "`quadrille run` searches them"),
        ],
    );
    // The file of covers was altered.
    let resume = |line: &str, said: &str| {
        folder.run(line).code(2).stderr(contains(said));
    };
    folder.write("out", "1 2\n");
    resume("resume save", "it is not the file that was written");
    // The problem was removed, moved or replaced.
    fs::rename(folder.path("q"), folder.path("p")).unwrap();
    resume("resume save", "--problem gives its current path");
    folder.write("q", "a\na\n");
    resume("resume save", "is not the problem that was searched");
    resume("resume save --problem p", "not the file that was written");
    refuses(|line| folder.run(line), &[("resume -", "a checkpoint is a file")]);
}

/// A shell limits the size of files. The first checkpoint fits, but a later one does not.
#[cfg(unix)]
#[test]
fn a_checkpoint_that_cannot_be_written_does_not_end_the_search() {
    let folder = Folder::queens(12);
    let search = "cover q -c --engine links --checkpoint save --every 1ms -j2";
    let ended = folder.limited("trap '' XFSZ; ulimit -f 2", search).success().stdout("14200\n");
    let said = crate::support::stderr(&ended);
    let warning = "quadrille: save: warning: the checkpoint cannot be written: ";
    assert!(said.starts_with(warning) && said.lines().count() == 1, "{said}");
    assert_eq!(folder.names(""), ["q", "save"]);
    assert_eq!(folder.printed("resume save"), "14200\n");
}

/// A folder with the name of the checkpoint keeps even the superuser from writing it.
#[cfg(unix)]
#[test]
fn a_last_checkpoint_that_cannot_be_written_is_an_error() {
    crate::default_signals::restore();
    let folder = Folder::queens(12);
    let begin = || {
        let mut search = folder.command("cover q -c --engine links --checkpoint save -j2");
        let child = search.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while !folder.has("save") {
            sleep(Duration::from_millis(1));
        }
        fs::rename(folder.path("save"), folder.path("kept")).unwrap();
        fs::create_dir(folder.path("save")).unwrap();
        child
    };
    let fails = |child: Child, printed: &str, said: &str| {
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), &*stdout), (Some(2), printed), "{stderr}");
        let lost = "s is lost, and `quadrille resume save` repeats it";
        assert!(stderr.contains(said) && stderr.contains(lost), "{stderr}");
    };
    // A failure at the end of the search. The count is still correct.
    fails(begin(), "14200\n", "save: the last checkpoint cannot be written: ");
    // A failure at the start. The search does not begin.
    fs::remove_dir(folder.path("save")).unwrap();
    fs::rename(folder.path("kept"), folder.path("save")).unwrap();
    fs::create_dir(folder.path("save.new")).unwrap();
    let said = "save: the checkpoint cannot be written";
    refuses(|line| folder.run(line), &[("resume save", said)]);
    fs::remove_dir(folder.path("save.new")).unwrap();
    assert_eq!(folder.printed("resume save"), "14200\n");
    // A failure at an interrupt.
    folder.write("q", made("queens 14"));
    fs::remove_file(folder.path("save")).unwrap();
    let child = begin();
    interrupt(&child, "-INT");
    fails(child, "", "interrupted, and the last checkpoint cannot be written: ");
    assert_eq!(folder.names(""), ["kept", "q", "save"]);
}

#[cfg(unix)]
#[test]
fn covers_that_cannot_be_written_end_the_search_and_resume_continues_it() {
    let folder = Folder::queens(10);
    let search = "cover q --engine links -f json";
    let saved = format!("{search} --checkpoint save --ordered -j2 -o out");
    let ended = folder.limited("trap '' XFSZ; ulimit -f 100", &saved).code(2);
    ended.stderr(contains("out: the covers cannot be written: "));
    assert_eq!(folder.names(""), ["out", "q", "save"]);
    folder.run("resume save").success();
    assert!(folder.read("out") == folder.printed(search));
}

#[test]
fn existing_files_are_not_overwritten_and_missing_folders_not_made() {
    let folder = Folder::queens(6);
    folder.write("keep.txt", "precious\n");
    let full =
        "--output keep.txt: the file exists and is not empty: delete it, or choose another name";
    let same =
        ": the checkpoint needs this name: FILE.new and FILE.lock are for a checkpoint in FILE\n";
    let exists = "keep.txt: it exists already: `quadrille resume`";
    says(
        |line| folder.run(&format!("cover q --checkpoint {line}")),
        &[
            ("save -o keep.txt", 2, full),
            ("keep.txt -o out", 2, exists),
            ("save -o .", 2, "--output .: it is not a regular file"),
            ("save -o save", 2, same),
            ("save -o ./save.new", 2, same),
            ("save -o save.lock", 2, same),
            ("./q -c", 2, same),
            ("none/save -c", 2, "quadrille: --checkpoint none/save: there is no folder none\n"),
            ("save -o none/out", 2, "quadrille: --output none/out: there is no folder none\n"),
        ],
    );
    assert_eq!(folder.read("keep.txt"), "precious\n");
    // The input is not deleted either.
    folder.write("save.new", folder.read("q"));
    folder.write("save.lock", FOUR);
    for line in ["count save.new --checkpoint save", "solve -c save.lock --checkpoint save"] {
        folder.run(line).code(2).stdout("").stderr(contains(same));
    }
    folder.run("count q --nodes 10 --checkpoint begun").success();
    folder.write("begun.new", folder.read("q"));
    folder.run("resume begun --problem begun.new").code(2).stderr(contains(same));
    assert!(["save.new", "begun.new"].iter().all(|file| folder.read(file) == folder.read("q")));
    for file in ["save.new", "save.lock", "begun", "begun.new"] {
        fs::remove_file(folder.path(file)).unwrap();
    }
    assert_eq!(folder.names(""), ["keep.txt", "q"]);
    // An empty file can be overwritten.
    folder.write("empty", "");
    folder.run("cover q --checkpoint save --output empty").success();
    assert_eq!(folder.read("empty"), folder.printed("cover q"));
}

#[test]
fn files_of_a_killed_search_are_removed() {
    let folder = Folder::queens(6);
    for line in ["cover q -c --checkpoint save", "resume save"] {
        folder.write("save.lock", "x");
        folder.write("save.new", "x");
        folder.run(line).success();
        assert_eq!(folder.names(""), ["q", "save"]);
    }
    // A lock that a process holds is not a leftover.
    let lock = fs::File::create(folder.path("save.lock")).unwrap();
    lock.try_lock().unwrap();
    folder.run("resume save").code(2).stderr(contains("save: another process is using it"));
    assert_eq!(folder.names(""), ["q", "save", "save.lock"]);
}

#[test]
fn bad_usage_is_status_2() {
    let folder = Folder::queens(5);
    for (line, said) in [
        ("cover q --checkpoint save", "--checkpoint needs --count, or --output"),
        ("cover -c --checkpoint save", "needs a problem from a file"),
        ("cover q --output out", "--checkpoint"),
        ("cover q -c --checkpoint save --every x", "--every"),
    ] {
        let ended = folder.run(line).code(2).stdout("");
        ended.stderr(contains(said).and(contains("Usage").or(contains("--help"))));
    }
    assert_eq!(folder.names(""), ["q"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_text_causes_no_panic() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9");
    fs::write(folder.root().join(name), "a\na\n").unwrap();
    let mut command = folder.command("cover -c --checkpoint save");
    command.arg(name);
    let refused = assert_cmd::Command::from_std(command).assert().code(2).stdout("");
    refused.stderr(contains("rename the file or its folder"));
    let entries = fs::read_dir(folder.root()).unwrap();
    let left: Vec<_> = entries.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, [name]);
}
