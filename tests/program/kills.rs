//! Tests of searches that are killed at random moments and resumed until complete. They find
//! exactly the covers of an uninterrupted search, and leave only files that the documents name.
//!
//! The quick tests run by default. The long tests are ignored unless they are requested:
//!
//! ```sh
//! cargo test --release --test program kills:: -- --ignored --nocapture
//! ```
//!
//! `KILLS` is the minimum number of kills in each long test, 10,000 by default. In the test of
//! `solve -c`, the minimum is never above 100. `SEED` is the seed of the random choices.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Folder, made};

/// The xorshift generator of Marsaglia, "Xorshift RNGs" (2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 11) % end
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Starts the program. Its output goes to files, so it never waits for a reader.
fn spawn(folder: &Folder, line: &str) -> Child {
    crate::default_signals::restore();
    let file = |name: &str| Stdio::from(File::create(folder.path(name)).unwrap());
    folder.command(line).stdout(file("stdout")).stderr(file("stderr")).spawn().unwrap()
}

/// The end of a process after a signal, or before it.
enum End {
    Complete,
    /// Ended by the handler, after saving its state.
    Stopped,
    Killed,
}

/// If the process is alive after a random time below `longest`, sends it a random signal, and adds
/// 1 to `kills`. Then waits for its end.
fn kill(
    mut child: Child,
    longest: Duration,
    random: &mut Random,
    kills: &mut usize,
    what: &dyn Fn() -> String,
) -> End {
    sleep(Duration::from_micros(random.below(longest.as_micros() as u64)));
    let signal = random.pick(&["KILL", "KILL", "ABRT", "TERM", "INT", "HUP"]);
    if child.try_wait().unwrap().is_none() {
        *kills += 1;
        // The process may end before the signal arrives.
        let _ = Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
    }
    let status = child.wait().unwrap();
    end(status, signal).unwrap_or_else(|| panic!("{status}, sent {signal}: {}", what()))
}

/// Returns the kind of end that a status indicates, or `None` if it is neither completion nor an
/// effect of the signal.
fn end(status: ExitStatus, signal: &str) -> Option<End> {
    // `HUP` is 1, `INT` 2, `ABRT` 6, `KILL` 9 and `TERM` 15. In a release build, a panic ends the
    // program as `ABRT` does and leaves the same files, but is a failure unless `ABRT` was sent.
    match (status.code(), status.signal()) {
        (Some(0), _) => Some(End::Complete),
        (Some(130), _) if signal == "INT" => Some(End::Stopped),
        (Some(143), _) if signal == "TERM" => Some(End::Stopped),
        (Some(129), _) if signal == "HUP" => Some(End::Stopped),
        (_, Some(1)) if signal == "HUP" => Some(End::Killed),
        (_, Some(2)) if signal == "INT" => Some(End::Killed),
        (_, Some(6)) if signal == "ABRT" => Some(End::Killed),
        (_, Some(9)) if signal == "KILL" => Some(End::Killed),
        (_, Some(15)) if signal == "TERM" => Some(End::Killed),
        _ => None,
    }
}

/// A problem and the covers that an uninterrupted search finds.
struct Case {
    name: &'static str,
    engine: &'static str,
    folder: Folder,
    /// The printed covers by format, and the count under `count`.
    expected: BTreeMap<&'static str, String>,
    /// The time of an uninterrupted search.
    time: Duration,
    /// The time of the search as a single unit. A killed unit starts again.
    unit_time: Duration,
}

/// A Sudoku with 13,315 solutions.
const THOUSANDS: &str =
    ".......5.........2..8..2.315....3..6...96.48.....1.9....7....9.9.........2...1...";

/// A Sudoku with 12,111,539,023 solutions.
const BILLIONS: &str =
    ".................1..2..3..4.......5......6.7.1...........18......6...........5...";

const FORMATS: [&str; 3] = ["text", "indices", "json"];

impl Case {
    fn new(name: &'static str, engine: &'static str, problem: &str) -> Self {
        let folder = Folder::with("p", problem);
        let cover = |args: &str| folder.printed(&format!("cover p --engine {engine} {args}"));
        let mut expected: BTreeMap<_, _> =
            FORMATS.map(|format| (format, cover(&format!("-f {format}")))).into();
        expected.insert("count", cover(&format!("-c --limit {}", u64::MAX - 1)));
        let begun = Instant::now();
        cover("-f json");
        let time = begun.elapsed();
        folder.run(&format!("split p --units 1 -o u --engine {engine}")).success();
        let begun = Instant::now();
        folder.run("run u --output r --solutions s").success();
        let unit_time = begun.elapsed();
        remove_units(&folder);
        Self { name, engine, folder, expected, time, unit_time }
    }

    /// Returns three cases: queens, a problem with bounds, and a Sudoku with many solutions. The
    /// cubes of the second case exclude options. In the third case, the join of the engine finds
    /// the covers in another order than other searches do.
    ///
    /// A debug build leaves out the Sudoku, which takes seconds there.
    fn all(queens: u32) -> Vec<Self> {
        let options: String =
            (0..7).flat_map(|a| (a + 1..8).map(move |b| format!("i{a} i{b}\n"))).collect();
        let items: String =
            (0..8).map(|item| format!("{}:{}|i{item} ", item % 2, 2 - item / 6)).collect();
        let mut cases = vec![
            Self::new("queens", "links", &made(&format!("queens {queens}"))),
            Self::new("graphs", "links", &format!("{items}\n{options}")),
        ];
        if !cfg!(debug_assertions) {
            cases.push(Self::new("sudoku", "auto", &made(&format!("sudoku {THOUSANDS}"))));
        }
        cases
    }
}

/// Returns the covers of a text, sorted, without their numbers. The numbers of objects must be 1,
/// 2, 3 and so on.
fn covers(format: &str, text: &str) -> Vec<String> {
    let mut covers: Vec<String> = match format {
        "text" => text.split_inclusive("\n\n").map(str::to_owned).collect(),
        "indices" => text.lines().map(str::to_owned).collect(),
        _ => (1..)
            .zip(text.lines())
            .map(|(number, line)| {
                let cover = line.strip_suffix(&format!(",\"index\":{number}}}"));
                cover.unwrap_or_else(|| panic!("cover {number} is {line:?}")).to_owned()
            })
            .collect(),
    };
    covers.sort();
    covers
}

/// Kills and resumes a search until it is complete, and compares its results. Returns the number of
/// kills.
fn search(case: &Case, random: &mut Random) -> usize {
    let folder = &case.folder;
    let format = random.pick(&["count", "text", "indices", "json"]);
    let is_ordered = case.engine == "links" && random.below(2) == 0;
    let threads = 1 + random.below(4);
    let every = random.pick(&["1ms", "20ms", "60ms", "1s"]);
    let results =
        if format == "count" { "-c".to_owned() } else { format!("-f {format} --output out") };
    let order = if is_ordered { "--ordered" } else { "" };
    let engine = case.engine;
    let line = format!(
        "cover p --engine {engine} --checkpoint save -j {threads} --every {every} {results} {order}"
    );
    let seed = random.0;
    let mut history = vec![line.clone()];
    let mut child = spawn(folder, &line);
    let mut kills = 0;
    let printed = loop {
        let longest = case.time + Duration::from_millis(70);
        let what = || format!("{}, seed {seed}: {history:?}: {}", case.name, folder.read("stderr"));
        let ended = kill(child, longest, random, &mut kills, &what);
        let mut left = folder.names("");
        match ended {
            End::Complete => break folder.read("stdout"),
            End::Stopped => {}
            End::Killed => left.retain(|name| name != "save.new" && name != "save.lock"),
        }
        let allowed = ["out", "p", "save", "stderr", "stdout"];
        assert!(left.iter().all(|name| allowed.contains(&&**name)), "{}: {left:?}", what());
        if folder.has("save") {
            let threads = 1 + random.below(4);
            let every = random.pick(&["1ms", "20ms", "60ms"]);
            let resumed = format!("resume save -j {threads} --every {every}");
            child = spawn(folder, &resumed);
            history.push(resumed);
        } else {
            assert!(!folder.has("out"), "{}", what());
            child = spawn(folder, &line);
        }
    };
    let what = || format!("{}, seed {seed}: {history:?}", case.name);
    let expected = &case.expected[format];
    let names = ["out", "p", "save", "stderr", "stdout"];
    let names = if format == "count" { &names[1..] } else { &names };
    assert_eq!(folder.names(""), names, "{}", what());
    if format == "count" {
        assert_eq!(printed, *expected, "{}", what());
    } else {
        let found = folder.read("out");
        assert_eq!(printed, "", "{}", what());
        if is_ordered {
            assert!(found == *expected, "{}: other bytes", what());
        } else {
            assert!(covers(format, &found) == covers(format, expected), "{}: other covers", what());
        }
    }
    for name in ["out", "save"] {
        let _ = fs::remove_file(folder.path(name));
    }
    kills
}

/// Kills runs of units, starts them again until all units are done, and checks the merged results.
/// Returns the number of kills.
fn units(case: &Case, random: &mut Random) -> usize {
    let folder = &case.folder;
    let (units, engine) = (1 + random.below(12), case.engine);
    let format = random.pick(&FORMATS);
    folder.run(&format!("split p --units {units} -o u --engine {engine}")).success();
    let seed = random.0;
    let mut history = Vec::new();
    let mut kills = 0;
    loop {
        let threads = 1 + random.below(4);
        let line = format!("run u --output r --solutions s -f {format} -j {threads}");
        let child = spawn(folder, &line);
        history.push(line);
        let what = || format!("{}, seed {seed}: {history:?}: {}", case.name, folder.read("stderr"));
        let longest = 2 * case.unit_time + Duration::from_millis(50);
        let ended = kill(child, longest, random, &mut kills, &what);
        let stale = if folder.has("s") { folder.names("s") } else { Vec::new() };
        let stale = stale.iter().filter(|name| name.starts_with('.')).count();
        match ended {
            End::Complete => break,
            End::Stopped => assert_eq!(stale, 0, "{}", what()),
            End::Killed => assert!(stale <= 1, "{}", what()),
        }
    }
    let what = || format!("{}, seed {seed}: {history:?}", case.name);
    let merged = folder.printed("merge r");
    let total = format!("total {}", case.expected["count"]);
    assert!(merged.starts_with(&total), "{}: {merged}", what());
    let done =
        merged.lines().nth(1).unwrap().strip_prefix("units ").unwrap().parse::<u64>().unwrap();
    let names = folder.names("s");
    let expected: BTreeSet<String> = (0..done).map(|unit| format!("unit-{unit}")).collect();
    assert_eq!(BTreeSet::from_iter(names.clone()), expected, "{}", what());
    let read = |unit: &String| covers(format, &folder.read(&format!("s/{unit}")));
    let mut found: Vec<String> = names.iter().flat_map(read).collect();
    found.sort();
    assert!(found == covers(format, &case.expected[format]), "{}: other covers", what());
    assert_eq!(folder.names(""), ["p", "r", "s", "stderr", "stdout", "u"], "{}", what());
    remove_units(folder);
    kills
}

fn remove_units(folder: &Folder) {
    for file in ["r", "u"] {
        fs::remove_file(folder.path(file)).unwrap();
    }
    fs::remove_dir_all(folder.path("s")).unwrap();
}

/// Kills and resumes counts of a Sudoku, `solve -c --checkpoint`, until at least this number of
/// kills is reached.
fn kill_counts(least: usize) {
    let seed = std::env::var("SEED").map_or(0x5EED, |seed| seed.parse().unwrap());
    let mut random = Random(seed);
    let folder = &Folder::new();
    let begun = Instant::now();
    let expected = folder.printed(&format!("solve -c {BILLIONS}"));
    assert_eq!(expected, "12111539023\n");
    let longest = 2 * begun.elapsed() + Duration::from_millis(50);
    let (mut kills, mut counts) = (0, 0);
    while kills < least {
        let mut history = Vec::new();
        loop {
            let threads = 1 + random.below(3);
            let every = random.pick(&["1ms", "20ms", "1s"]);
            let line = if folder.has("save") {
                format!("resume save -j {threads} --every {every}")
            } else {
                format!("solve -c --checkpoint save {BILLIONS} -j {threads}")
            };
            let child = spawn(folder, &line);
            history.push(line);
            let what = || format!("seed {seed}: {history:?}: {}", folder.read("stderr"));
            let ended = kill(child, longest, &mut random, &mut kills, &what);
            let mut left = folder.names("");
            match ended {
                End::Complete => {
                    assert_eq!(folder.read("stdout"), expected, "{}", what());
                    break;
                }
                End::Stopped => assert!(folder.has("save"), "{}", what()),
                End::Killed => left.retain(|name| name != "save.new" && name != "save.lock"),
            }
            let allowed = ["save", "stderr", "stdout"];
            assert!(left.iter().all(|name| allowed.contains(&&**name)), "{}: {left:?}", what());
        }
        counts += 1;
        fs::remove_file(folder.path("save")).unwrap();
    }
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{kills} kills, {counts} counts, {seconds:.0} s, seed {seed}");
}

/// Repeats `kill` until at least this number of kills is reached.
fn kill_often(queens: u32, least: usize, kill: fn(&Case, &mut Random) -> usize) {
    let seed = std::env::var("SEED").map_or(0x5EED, |seed| seed.parse().unwrap());
    let (mut random, cases) = (Random(seed), Case::all(queens));
    let (mut kills, mut searches) = (0, 0);
    let begun = Instant::now();
    while kills < least {
        kills += kill(&cases[searches % cases.len()], &mut random);
        searches += 1;
        if searches % 100 == 0 {
            eprintln!("{kills} kills, {searches} searches, {:.0} s", begun.elapsed().as_secs_f64());
        }
    }
    eprintln!(
        "{kills} kills, {searches} searches, {:.0} s, seed {seed}",
        begun.elapsed().as_secs_f64()
    );
}

fn many() -> usize {
    std::env::var("KILLS").map_or(10_000, |kills| kills.parse().unwrap())
}

#[test]
fn killed_searches_find_what_others_find() {
    kill_often(9, 12, search);
}

#[test]
fn killed_runs_of_units_add_up() {
    kill_often(9, 8, units);
}

#[test]
#[ignore = "takes minutes even in a release build"]
fn killed_counts_of_a_sudoku_find_its_number() {
    kill_counts(many().min(100));
}

#[test]
#[ignore = "takes half an hour"]
fn ten_thousand_killed_searches_find_what_others_find() {
    kill_often(10, many(), search);
}

#[test]
#[ignore = "takes half an hour"]
fn ten_thousand_killed_runs_of_units_add_up() {
    kill_often(10, many(), units);
}
