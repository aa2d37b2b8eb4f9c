//! The documents of a run: a record with every table, in a separate file, and a summary, which
//! replaces the text between two comments of a document.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::jobs::ROOT;
use crate::race::Rules;
use crate::report::{self, Race};

const BEGIN: &str = "<!-- summary: from here on written by benches/rivals -->";
const END: &str = "<!-- summary: up to here -->";

/// Returns the document with the section between its two comments replaced.
///
/// Fails if one of the comments is missing, or if they are in the wrong order.
pub fn replace(document: &str, section: &str) -> Result<String, String> {
    let missing = || format!("there are no lines `{BEGIN}` and `{END}`");
    let (before, rest) = document.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", section.trim()))
}

/// Writes the record of a run to a file, replacing its content, and the chart beside it.
pub fn write_record(
    file: &Path,
    races: &[Race],
    conditions: &str,
    chart: &str,
) -> Result<(), Box<dyn Error>> {
    let beside = file.with_extension("svg");
    let name = beside.file_name().unwrap_or_default().to_string_lossy();
    fs::write(file, record(races, conditions, &name))?;
    fs::write(&beside, chart)?;
    Ok(())
}

/// Writes the conditions and the summary of a run between the two comments of a document.
pub fn write_summary(file: &Path, races: &[Race], conditions: &str) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    fs::write(file, replace(&text, &format!("{conditions}\n{}", report::summary(races)))?)?;
    Ok(())
}

/// Returns the record: the conditions, the summary, a link to the chart, and every table.
fn record(races: &[Race], conditions: &str, chart: &str) -> String {
    let mut text = String::from(
        "# Quadrille's engines and other solvers\n\n\
         Raw record of one run of `benches/rivals`, written by its option `--document`.\n\n",
    );
    text += conditions;
    text += "\n## Summary\n\n";
    text += &report::summary(races);
    text += &format!("![Each solver's time relative to quadrille's, for each job]({chart})\n\n");
    races.iter().for_each(|race| text += &race.markdown());
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the conditions of the measurements as a list. This function must be called before the
/// run, because it reads the machine's load.
pub fn conditions(rules: &Rules, memory: u64, missing: &[&str]) -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(ROOT).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let unknown = || "unknown".to_owned();
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(unknown);
    // Documents are written by runs, and do not affect the measurements.
    let changed = said("git", &["status", "--porcelain", "--", ".", ":!docs", ":!benches/results"])
        .is_some_and(|changes| !changes.is_empty());
    let cores =
        std::thread::available_parallelism().map_or_else(|_| unknown(), |count| count.to_string());
    let mut text = format!("- machine: {}, {cores} cores", processor().unwrap_or_else(unknown));
    if let Some(system) = said("uname", &["-sr"]) {
        text += &format!(", {system}");
    }
    text += &format!("\n- compiler: {}\n", said("rustc", &["--version"]).unwrap_or_else(unknown));
    for (program, package) in [("node", "npm"), ("python3", "PyPI")] {
        if !missing.iter().any(|name| name.starts_with(package)) {
            text += &format!(
                "- for {package}: {program} {}\n",
                said(program, &["--version"]).unwrap_or_else(unknown)
            );
        }
    }
    text +=
        &format!("- quadrille: commit {commit}{}\n", if changed { ", with changes" } else { "" });
    if let Some(date) = said("date", &["-u", "+%Y-%m-%d"]) {
        text += &format!("- date: {date}");
        if let Some(load) = fs::read_to_string("/proc/loadavg")
            .ok()
            .as_deref()
            .and_then(|text| text.split(' ').next())
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
        text += &format!("- not installed, so not measured: {}\n", missing.join(", "));
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
    fn only_what_is_between_the_comments_is_replaced() {
        let document = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nThe end.\n");
        let expected = format!("# Title\n\n{BEGIN}\n\nnew\n\n{END}\n\nThe end.\n");
        assert_eq!(replace(&document, "new\n").as_ref(), Ok(&expected));
        assert_eq!(replace(&expected, "new").as_ref(), Ok(&expected));
        assert!(replace("# Title\n", "new").is_err());
        assert!(replace(&format!("{END}\n{BEGIN}\n"), "new").is_err());
    }

    #[test]
    fn the_record_has_everything_and_the_summary_is_put_in_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let rules = Rules { rounds: 3, patience: Duration::from_millis(1500) };
        let conditions = conditions(&rules, 4, &["npm dancing-links"]);
        for part in [
            "up to 3 rounds, each of which may take 1.5 s; up to 4 GiB of memory\n",
            "not installed, so not measured: npm dancing-links\n",
        ] {
            assert!(conditions.contains(part), "{conditions}");
        }

        let file = folder.path().join("record.md");
        write_record(&file, &races(), &conditions, "<svg/>").unwrap();
        let record = fs::read_to_string(&file).unwrap();
        for part in [&*conditions, "## Summary", "(record.svg)", "## queens-8", "## list.txt"] {
            assert!(record.contains(part), "{part} is missing");
        }
        assert_eq!(fs::read_to_string(file.with_extension("svg")).unwrap(), "<svg/>");

        let document = folder.path().join("benchmarks.md");
        fs::write(&document, format!("before\n{BEGIN}\n{END}\nafter\n")).unwrap();
        write_summary(&document, &races(), &conditions).unwrap();
        let summary = fs::read_to_string(&document).unwrap();
        assert!(summary.contains(&report::summary(&races())) && summary.contains(&conditions));
        assert!(!summary.contains("## queens-8"));
        assert!(summary.starts_with("before\n") && summary.ends_with("\nafter\n"));
    }

    #[test]
    fn the_benchmarks_have_a_place_for_the_summary() {
        let document = fs::read_to_string(Path::new(ROOT).join("docs/benchmarks.md")).unwrap();
        replace(&document, "").unwrap();
    }
}
