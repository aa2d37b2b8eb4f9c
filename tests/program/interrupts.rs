//! Tests of signals: an interrupted command prints its results so far, and its exit status
//! identifies the signal.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::default_signals;
use crate::support::{FOUR, Folder, PROGRAM};

/// A puzzle with 26,840,599,302,592 solutions. Counting them takes 4 s in a release build. In a
/// debug build, the count stops soon after a signal. The count for an empty grid stops only after
/// its tables are made.
const MANY: &str =
    "12.......3.......................4......8........9.....................5.....67..";

const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

fn program(folder: &Folder, line: &str) -> Command {
    default_signals::restore();
    let mut command = folder.command(line);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a command, and waits until it handles signals and has had time to find something.
fn begin(folder: &Folder, line: &str) -> Child {
    let child = program(folder, line).spawn().unwrap();
    wait_until_it_watches(&child);
    child
}

/// Waits until a program handles signals, and then 150 ms, in which it can find something.
fn wait_until_it_watches(child: &Child) {
    wait_until_it_handles_signals(child, Duration::from_millis(5));
    sleep(Duration::from_millis(150));
}

/// Checks a program every `pause` until it handles signals, for a minute at most. Returns
/// immediately on systems other than Linux.
fn wait_until_it_handles_signals(child: &Child, pause: Duration) {
    let status = format!("/proc/{}/status", child.id());
    let begun = Instant::now();
    while cfg!(target_os = "linux") && begun.elapsed() < Duration::from_secs(60) {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let caught =
            text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim();
        // SIGTERM is number 15.
        if u64::from_str_radix(caught, 16).unwrap() >> 14 & 1 == 1 {
            break;
        }
        sleep(pause);
    }
}

fn send(child: &Child, signal: &str) {
    let process = Pid::from_raw(child.id().try_into().unwrap());
    kill(process, format!("SIG{signal}").parse::<Signal>().unwrap()).unwrap();
}

/// Ends a command with a signal, checks its exit status and its message, and returns its output.
fn end(child: Child, (signal, status): (&str, i32)) -> (String, String) {
    send(&child, signal);
    let Output { status: ended, stdout, stderr } = child.wait_with_output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(ended.code(), Some(status), "{stdout}{stderr}");
    assert!(stderr.ends_with(&format!("quadrille: interrupted by SIG{signal}\n")), "{stderr}");
    (stdout, stderr)
}

#[track_caller]
fn assert_is_at_least_something(printed: &str) {
    let count = printed
        .strip_suffix("+\n")
        .unwrap_or_else(|| panic!("no count of at least something: {printed:?}"));
    assert!(count.bytes().all(|digit| digit.is_ascii_digit()) && !count.is_empty(), "{printed:?}");
}

#[test]
fn an_interrupted_count_is_a_lower_bound() {
    let folder = Folder::queens(20);
    let commands = [
        "cover q -c",
        "cover q -c -j2",
        "cover q -c -j2 --engine links",
        "cover q -c --engine memo",
        "cover q -c -n 1000000000000",
        "cover q -c -j3 -n 1000000000000",
        &format!("solve -c {MANY} -j1"),
        &format!("solve -c {MANY} -j2"),
    ];
    for (line, signal) in commands.iter().zip(SIGNALS.into_iter().cycle()) {
        assert_is_at_least_something(&end(begin(&folder, line), signal).0);
    }
}

/// A count that has begun is printed. It has begun as soon as the program handles signals. An
/// earlier signal ends the program.
#[cfg(target_os = "linux")]
#[test]
fn a_count_that_is_interrupted_early_is_a_lower_bound() {
    let folder = Folder::queens(20);
    // In one file the only puzzle comes late, and much text follows it. The other file fills many
    // batches.
    let comments = "# no puzzle\n".repeat(100_000);
    folder.write("late", format!("{comments}{MANY}\n{comments}"));
    folder.write("list", format!("{MANY}\n").repeat(1000));
    let lines = [
        &*format!("solve -c {MANY}"),
        &format!("solve -c -j2 {MANY}"),
        "solve -c late",
        "solve -c -j2 late",
        "solve -c --checkpoint save late",
        "solve -c list",
        "solve -c -j2 list",
        "cover -c q",
        "cover -c -j2 q",
    ];
    for (line, delay) in lines.into_iter().zip([0, 600, 1800, 200].into_iter().cycle()) {
        let child = program(&folder, line).spawn().unwrap();
        wait_until_it_handles_signals(&child, Duration::ZERO);
        sleep(Duration::from_micros(delay));
        assert_is_at_least_something(&end(child, SIGNALS[1]).0);
    }
}

/// `timeout` sends a signal to the program and then to its group, which includes the program.
#[test]
fn two_signals_in_a_row_are_one() {
    let folder = Folder::queens(20);
    for turn in 0..4 {
        let save = format!("save{turn}");
        let child = begin(&folder, "cover q -c");
        let search = format!("cover q -c --engine links --checkpoint {save} -j2");
        let searching = begin(&folder, &search);
        send(&child, "TERM");
        assert_is_at_least_something(&end(child, SIGNALS[1]).0);
        send(&searching, "TERM");
        end(searching, SIGNALS[1]);
        assert!(folder.read(&save).contains("\"complete\":false"));
        assert!(!folder.has(&format!("{save}.lock")));
    }
}

/// Waits until a program is blocked on the reader of its output.
fn wait_until_it_is_blocked(child: &Child) {
    if !cfg!(target_os = "linux") {
        sleep(Duration::from_secs(3));
        return;
    }
    let mut asleep = 0;
    while asleep < 10 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let (_, state) = stat.rsplit_once(") ").unwrap();
        asleep = if state.starts_with('S') { asleep + 1 } else { 0 };
        sleep(Duration::from_millis(20));
    }
}

/// A second signal at least a second after the first ends the program immediately. Here the program
/// is blocked on the reader of its output.
#[test]
fn a_later_signal_ends_the_program() {
    let folder = Folder::queens(12);
    let mut child = begin(&folder, "cover q");
    wait_until_it_is_blocked(&child);
    let begun = Instant::now();
    send(&child, "TERM");
    send(&child, "TERM");
    // On a busy machine the second signal may have been late.
    if begun.elapsed() < Duration::from_millis(900) {
        sleep(Duration::from_millis(100));
        assert!(child.try_wait().unwrap().is_none(), "a signal in the first second has ended it");
    }
    sleep(Duration::from_millis(1500));
    if child.try_wait().unwrap().is_none() {
        send(&child, "TERM");
    }
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

/// Reads the output of a command, and ends it with a signal 200 ms after it begins to print.
fn read_and_end(mut child: Child, (signal, status): (&str, i32)) -> String {
    let mut stdout = child.stdout.take().unwrap();
    let (begun, has_begun) = channel();
    let reader = spawn(move || {
        let mut text = vec![0];
        stdout.read_exact(&mut text).unwrap();
        begun.send(()).unwrap();
        stdout.read_to_end(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    });
    has_begun.recv().unwrap();
    sleep(Duration::from_millis(200));
    end(child, (signal, status));
    reader.join().unwrap()
}

#[test]
fn output_ends_with_a_whole_line() {
    let folder = Folder::queens(20);
    let empty = format!("solve {}", ".".repeat(81));
    let is_cover: fn(&str) -> bool = |line| line.split(' ').count() == 20;
    let is_grid: fn(&str) -> bool = |line| line.len() == 81;
    for ((line, is_whole, least), signal) in [
        ("cover q -f indices --engine links", is_cover, 6),
        ("cover q -f indices --engine links -j2", is_cover, 6),
        ("cover q -f indices --engine links -j2 --ordered", is_cover, 6),
        (&format!("{empty} -j1"), is_grid, 1),
        (&format!("{empty} -j2"), is_grid, 1),
        ("generate -n 1000000000 -j1", is_grid, 1),
        ("generate -n 1000000000 -j2", is_grid, 1),
    ]
    .into_iter()
    .zip(SIGNALS.into_iter().cycle())
    {
        let printed = read_and_end(begin(&folder, line), signal);
        assert!(printed.ends_with('\n') && printed.lines().all(is_whole), "{line}");
        assert!(printed.lines().count() >= least, "{line}: {}", printed.lines().count());
    }
}

/// Commands that process many puzzles stop between two of them.
#[test]
fn a_list_is_interrupted_between_two_puzzles() {
    let puzzle =
        "5.6..8.......7....3.......4....3.8...6..4..5.......3......6.5.....5...4..3...2...\n";
    let folder = Folder::with("list", puzzle.repeat(100_000));
    let commands = [
        "solve -c -n2 list",
        "solve -u -j2 list",
        "rate list",
        "rate -j2 list",
        "explain list",
        "canonical list",
        "convert --to csv list",
    ];
    for (line, signal) in commands.iter().zip(SIGNALS.into_iter().cycle()) {
        let printed = read_and_end(begin(&folder, line), signal);
        assert!(printed.is_empty() || printed.ends_with('\n'), "{line}");
    }
}

/// All steps of this puzzle together take seconds. A signal ends the rating between two of them.
#[test]
fn a_long_rating_is_interrupted() {
    let puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let folder = Folder::new();
    let child = begin(&folder, &format!("rate {puzzle}"));
    sleep(Duration::from_secs(1));
    let (printed, _) = end(child, ("TERM", 143));
    assert_eq!(printed, "");
}

/// A command that waits for input has no output left to print, and does not poll for signals. The
/// command handles signals once it has read something.
#[test]
fn a_command_that_waits_for_input_ends_at_once() {
    let folder = Folder::new();
    for line in ["solve", "explain", "rate -j2", "canonical"] {
        let mut child = program(&folder, line).stdin(Stdio::piped()).spawn().unwrap();
        let list = format!("{FOUR}\n");
        child.stdin.as_mut().unwrap().write_all(list.as_bytes()).unwrap();
        wait_until_it_watches(&child);
        send(&child, "TERM");
        // Its standard input stays open until it ends.
        let stdin = child.stdin.take();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(143), "{line}");
        drop(stdin);
    }
}

#[test]
fn a_command_that_has_read_nothing_has_the_default_behaviour() {
    let folder = Folder::new();
    for line in ["solve", "rate -j2"] {
        let mut child = program(&folder, line).stdin(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        sleep(Duration::from_millis(500));
        send(&child, "TERM");
        assert_eq!(child.wait_with_output().unwrap().status.signal(), Some(15), "{line}");
        drop(stdin);
    }
}

#[test]
fn queries_and_estimates_can_be_interrupted() {
    let folder = Folder::queens(20);
    let cost = |(at, line): (usize, String)| match at {
        0 | 1 => format!("{line}\n"),
        _ => format!("{line} |{}\n", at * at % 97),
    };
    let lines = folder.read("q");
    let costs = lines.lines().map(str::to_owned).enumerate().map(cost);
    folder.write("c", costs.collect::<String>());
    for line in ["sample q -n 3", "diagram q -o d"] {
        let (printed, _) = end(begin(&folder, line), SIGNALS[1]);
        assert_eq!(printed, "", "{line}");
    }
    assert!(!folder.has("d"));
    // The output is the cheapest covers so far. A message says that these need not be the cheapest
    // of all.
    let (printed, said) = end(begin(&folder, "best c -n 3"), SIGNALS[1]);
    assert!(printed.is_empty() || printed.ends_with("\n\n"), "{printed}");
    assert!(said.contains(": stopped: "), "{said}");
    // The signal comes during the relaxation, before the first node.
    folder.write("p", crate::limits::partition(100_000));
    for threads in ["-j1", "-j2"] {
        let (printed, said) = end(begin(&folder, &format!("best p --stats {threads}")), SIGNALS[0]);
        assert!(said.contains("no cover costs less than "), "{said}");
        assert!(printed.is_empty() && said.contains(" 0 covers, 0 nodes,"), "{said}");
        let estimate = format!("estimate q -w 1000000000 {threads}");
        let (printed, _) = end(begin(&folder, &estimate), SIGNALS[0]);
        assert!(printed.starts_with("nodes ") && printed.contains("\ncovers "), "{printed}");
    }
    let printed = read_and_end(begin(&folder, "show queens 20 -n 1000000"), SIGNALS[0]);
    assert!(printed.ends_with('\n'));
}

/// `nohup` starts a program with SIGHUP ignored, and relies on it staying ignored.
#[test]
fn an_ignored_signal_stays_ignored() {
    let folder = Folder::queens(20);
    let script = format!("trap '' HUP; exec '{PROGRAM}' cover q -c");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder.root());
    let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until_it_watches(&child);
    send(&child, "HUP");
    sleep(Duration::from_millis(200));
    assert_is_at_least_something(&end(child, SIGNALS[1]).0);
}
