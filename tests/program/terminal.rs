//! Tests on a terminal: the progress display does not interfere with other output.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::openpty;

use crate::support::{Folder, made};

/// Runs a command on a terminal until `enough` accepts its output, interrupts it, and returns all
/// its output.
fn on_a_terminal(line: &str, problem: &str, enough: impl Fn(&str) -> bool) -> String {
    crate::default_signals::restore();
    let folder = Folder::with("problem", problem);
    let pty = openpty(None, None).unwrap();
    let mut command = folder.command(line);
    command.stdin(Stdio::null()).stdout(pty.slave.try_clone().unwrap()).stderr(pty.slave);
    let mut child = command.spawn().unwrap();
    // The command also holds an end of the terminal.
    drop(command);
    let mut terminal = File::from(pty.master);
    let (send, pieces) = channel();
    let reader = thread::spawn(move || {
        let mut some = [0; 1 << 16];
        // On Linux, reading a closed terminal is an error.
        while let Ok(length @ 1..) = terminal.read(&mut some) {
            send.send(String::from_utf8_lossy(&some[..length]).into_owned()).unwrap();
        }
    });
    let begun = Instant::now();
    let mut written = String::new();
    while !enough(&written) {
        match pieces.recv_timeout(Duration::from_secs(60)) {
            Ok(piece) => written += &piece,
            Err(error) => panic!("{line}: {error}: {written:?}"),
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{line}: {written:?}");
    }
    let kill = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    written.extend(pieces);
    reader.join().unwrap();
    written
}

/// Returns the number of carriage returns that the progress display wrote. The terminal itself adds
/// one only before a line feed.
fn drawn(written: &str) -> usize {
    written.matches('\r').count() - written.matches("\r\n").count()
}

/// Returns the lines that are visible at the end: a carriage return goes back to the start of the
/// line, and later text overwrites it.
fn seen(written: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut cells: Vec<char> = Vec::new();
        let mut at = 0;
        for char in line.chars() {
            if char == '\r' {
                at = 0;
                continue;
            }
            cells.resize(cells.len().max(at + 1), ' ');
            cells[at] = char;
            at += 1;
        }
        cells.iter().collect::<String>().trim_end().to_owned()
    };
    written.split('\n').map(line).collect()
}

#[test]
fn a_count_has_a_line_of_its_own() {
    let problem = made("queens 20");
    for way in ["-j1", "-j2"] {
        let line = format!("cover -c problem {way}");
        let begun = Instant::now();
        // One thread shows the same as several.
        let enough = [" nodes", " covers, ", "% explored, about "];
        let written = on_a_terminal(&line, &problem, |written| {
            enough.iter().all(|words| written.contains(words)) && drawn(written) > 5
        });
        // The line begins with the time and the explored part, and has no number of problems.
        let line = written.split('\r').find(|line| line.contains(" explored, ")).unwrap();
        assert!(line.starts_with(|c: char| c.is_ascii_digit()), "{line:?}");
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[3]), ("s", "explored,"), "{line:?}");
        assert!(words[2].ends_with('%'), "{line:?}");
        assert!(line.contains(" left, ") && !line.contains(" problems"), "{line:?}");
        let lines = seen(&written);
        let [count, message, rest] = &lines[..] else { panic!("{lines:?}") };
        let digits = count.strip_suffix('+').unwrap_or_else(|| panic!("{lines:?}"));
        assert!(
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()),
            "{lines:?}"
        );
        assert_eq!((message.as_str(), rest.as_str()), ("quadrille: interrupted by SIGINT", ""));
        // The display is drawn at most five times a second, one or two lines each time.
        let most = (begun.elapsed().as_secs() as usize + 1) * 5 * 2 * 80;
        assert!(written.len() < most, "{} bytes", written.len());
    }
}

#[test]
fn covers_and_the_display_do_not_mix() {
    let problem = made("queens 20");
    for way in ["-j1", "-j2"] {
        let line = format!("cover -f indices --engine links problem {way}");
        let lines = seen(&on_a_terminal(&line, &problem, |written| drawn(written) > 5));
        let (covers, end) = lines.split_at(lines.len() - 2);
        assert_eq!(end, ["quadrille: interrupted by SIGINT", ""]);
        let is_cover = |line: &String| {
            line.split(' ').filter(|word| word.parse::<u32>().is_ok()).count() == 20
        };
        assert!(
            covers.len() > 5 && covers.iter().all(is_cover),
            "{:?}",
            covers.iter().find(|line| !is_cover(line))
        );
    }
}

#[test]
fn messages_have_lines_of_their_own() {
    let bad = "x\n".repeat(200_000);
    let puzzle =
        "5.6..8.......7....3.......4....3.8...6..4..5.......3......6.5.....5...4..3...2...\n";
    let input = format!("{puzzle}{bad}{}", puzzle.repeat(100_000));
    let enough = |written: &str| drawn(written) > 5 && written.contains('\t');
    let lines = seen(&on_a_terminal("rate problem", &input, enough));
    let is_whole =
        |line: &String| line.is_empty() || line.starts_with("quadrille: ") || line.contains('\t');
    assert!(lines.iter().all(is_whole), "{:?}", lines.iter().find(|line| !is_whole(line)));
}

#[test]
fn a_slow_rating_shows_the_options_that_make_it_quicker() {
    let puzzle =
        ".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41\n";
    for (line, hint) in [
        ("rate problem", "quicker: -j 0, or --no-forcing-chains"),
        ("rate -j2 problem", "quicker: --no-forcing-chains"),
    ] {
        on_a_terminal(line, &puzzle.repeat(1000), |written| written.contains(hint));
    }
}
