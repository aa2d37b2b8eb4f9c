//! The record of a run in `docs/benchmarks.md`: what lies between two comments there is written anew.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::jobs::ROOT;
use crate::race::Rules;
use crate::report::{self, Race};

const BEGIN: &str = "<!-- rivals: from here on written by benches/rivals -->";
const END: &str = "<!-- rivals: up to here -->";

/// Puts a section into a document in place of the one that is there.
pub fn replace(document: &str, section: &str) -> Result<String, String> {
    let missing = || format!("there are no lines `{BEGIN}` and `{END}`");
    let (before, rest) = document.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", section.trim()))
}

/// Writes the section into the document, and the chart beside it.
pub fn write(document: &Path, section: &str, chart: &str) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(document)?;
    fs::write(document, replace(&text, section)?)?;
    fs::write(document.with_extension("svg"), chart)?;
    Ok(())
}

/// The section: where and how it was measured, the summary, the chart, and every table.
pub fn section(races: &[Race], conditions: &str, document: &Path) -> String {
    let chart = document.with_extension("svg");
    let chart = chart.file_name().unwrap_or_default().to_string_lossy();
    let mut text = conditions.to_owned();
    text += "\n### All in all\n\n";
    text += &report::summary(races);
    text += &format!("![Each solver's time relative to quadrille's, for each job]({chart})\n\n");
    races.iter().for_each(|race| text += &race.markdown());
    text
}

/// Where and how it is measured, as a list. To be asked for before the run, because of the machine's load.
pub fn conditions(rules: &Rules, memory: u64, missing: &[&str]) -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(ROOT).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let unknown = || "unknown".to_owned();
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(unknown);
    // The record itself does not count.
    let changed =
        said("git", &["status", "--porcelain", "--", ".", ":!docs"]).is_some_and(|changes| !changes.is_empty());
    let cores = std::thread::available_parallelism().map_or_else(|_| unknown(), |count| count.to_string());
    let mut text = format!("- machine: {}, {cores} cores", processor().unwrap_or_else(unknown));
    if let Some(system) = said("uname", &["-sr"]) {
        text += &format!(", {system}");
    }
    text += &format!("\n- compiler: {}\n", said("rustc", &["--version"]).unwrap_or_else(unknown));
    for (program, package) in [("node", "npm"), ("python3", "PyPI")] {
        if !missing.iter().any(|name| name.starts_with(package)) {
            text += &format!("- for {package}: {program} {}\n", said(program, &["--version"]).unwrap_or_else(unknown));
        }
    }
    text += &format!("- quadrille: commit {commit}{}\n", if changed { ", with changes" } else { "" });
    if let Some(date) = said("date", &["-u", "+%Y-%m-%d"]) {
        text += &format!("- date: {date}");
        if let Some(load) = fs::read_to_string("/proc/loadavg").ok().as_deref().and_then(|text| text.split(' ').next())
        {
            text += &format!("; the machine's load before the run: {load}");
        }
        text.push('\n');
    }
    let patience = rules.patience.as_secs_f64();
    text += &format!(
        "- up to {} rounds, each of which may take {patience} s; up to {memory} GiB of memory\n",
        rules.rounds
    );
    if !missing.is_empty() {
        text += &format!("- not installed, and so not in it: {}\n", missing.join(", "));
    }
    text
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(model.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::report::tests::races;

    #[test]
    fn only_what_is_between_the_comments_is_written() {
        let document = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nThe end.\n");
        let expected = format!("# Title\n\n{BEGIN}\n\nnew\n\n{END}\n\nThe end.\n");
        assert_eq!(replace(&document, "new\n").as_ref(), Ok(&expected));
        assert_eq!(replace(&expected, "new").as_ref(), Ok(&expected));
        assert!(replace("# Title\n", "new").is_err());
        assert!(replace(&format!("{END}\n{BEGIN}\n"), "new").is_err());
    }

    #[test]
    fn the_record_has_everything() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("benchmarks.md");
        fs::write(&document, format!("before\n{BEGIN}\n{END}\nafter\n")).unwrap();
        let rules = Rules { rounds: 3, patience: Duration::from_millis(1500) };
        let conditions = conditions(&rules, 4, &["npm dancing-links"]);
        assert!(
            conditions.contains("up to 3 rounds, each of which may take 1.5 s; up to 4 GiB of memory\n"),
            "{conditions}"
        );
        assert!(conditions.contains("not installed, and so not in it: npm dancing-links\n"), "{conditions}");
        write(&document, &section(&races(), &conditions, &document), "<svg/>").unwrap();
        let text = fs::read_to_string(&document).unwrap();
        for part in [conditions.trim(), "### All in all", "(benchmarks.svg)", "### queens-8", "### list.txt"] {
            assert!(text.contains(part), "{part} is missing");
        }
        assert!(text.starts_with("before\n") && text.ends_with("\nafter\n"));
        assert_eq!(fs::read_to_string(folder.path().join("benchmarks.svg")).unwrap(), "<svg/>");
    }

    /// The documents of the repository have the place where the record is written.
    #[test]
    fn the_place_is_there() {
        let document = fs::read_to_string(Path::new(ROOT).join("docs/benchmarks.md")).unwrap();
        replace(&document, "").unwrap();
    }
}
