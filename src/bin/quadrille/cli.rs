//! The commands of the program.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser};

use crate::exact_cover::{
    best, count, cover, diagram, distinct, estimate, merge, resume, run, solver_files, split,
    symmetries, trace,
};
use crate::other;
use crate::puzzle::{make, show};
use crate::sudoku::{
    canonical, check, convert, explain, generate, minimize, rate, sheet, solutions, solve,
};

/// Find every solution of Sudokus and exact-cover problems, one at a time
// The arguments of a command are built only when that command is parsed, because building the
// arguments of all commands takes as long as solving a small problem. Therefore this enum repeats
// the first line of the help of each command, for the list of commands.
#[derive(Debug, Parser)]
// Help and errors name the program without the `.exe` of Windows. In the Python package it is
// compiled under another name.
#[command(name = "quadrille", bin_name = "quadrille", version, max_term_width = 100, after_help = EXAMPLES, defer = true)]
pub(crate) enum Cli {
    /// Solve Sudokus: print every solution as it is found
    Solve(solve::Args),
    /// Print solutions of Sudokus at random, by number or up to symmetry
    Solutions(solutions::Args),
    /// Solve Sudokus by logic alone, with a reason for each step
    Explain(explain::Args),
    /// Rate the difficulty of Sudokus
    Rate(rate::Args),
    /// Generate Sudokus
    Generate(generate::Args),
    /// Check Sudokus for redundant clues, backdoors and neighbours
    Check(check::Args),
    /// Remove redundant clues from Sudokus until every clue is needed
    Minimize(minimize::Args),
    /// Convert Sudokus to another format
    Convert(convert::Args),
    /// Draw Sudokus on a printable page, as an SVG picture
    Sheet(sheet::Args),
    /// Print the canonical forms of Sudokus
    Canonical(canonical::Args),
    /// Find the covers: the sets of options that contain every item once
    Cover(cover::Args),
    /// Count the covers, without listing them where that is faster
    Count(count::Args),
    /// Find the covers of least cost
    Best(best::Args),
    /// Draw covers at random, each with the same probability
    Sample(diagram::SampleArgs),
    /// Print the I-th cover, without listing those before it
    Nth(diagram::NthArgs),
    /// Find the covers up to symmetry: one of each class
    Distinct(distinct::Args),
    /// Find the symmetries of a problem
    Symmetries(symmetries::Args),
    /// Write the diagram of all covers of a problem
    Diagram(diagram::DiagramArgs),
    /// Write a problem for another solver: LP, OPB or CNF
    Export(solver_files::ExportArgs),
    /// Read the answer of another solver, and print it as a cover
    Import(solver_files::ImportArgs),
    /// Print each step of the search as well as the covers
    Trace(trace::Args),
    /// Write a puzzle as an exact-cover problem, in Knuth's text format
    Make(make::Args),
    /// Solve a puzzle and draw its solutions
    Show(show::Args),
    /// Estimate the size of a search before running it
    Estimate(estimate::Args),
    /// Continue a search that was saved by `--checkpoint`
    Resume(resume::Args),
    /// Split a search into units for many machines
    Split(split::Args),
    /// Search the units that `quadrille split` made
    Run(run::Args),
    /// Add up the results of units, and report errors in them
    Merge(merge::Args),
    /// Print a completion script for a shell
    Completions(other::CompletionsArgs),
    /// Print a manual page
    Man(other::ManArgs),
}

/// The headings of the list of commands, each with the first command below it.
const HEADINGS: [(&str, &str); 4] = [
    ("Sudoku", "solve"),
    ("Exact cover", "cover"),
    ("Long searches", "estimate"),
    ("Other", "completions"),
];

/// Options that have an effect only together with another option: the commands, the option and the
/// one that it needs, and the message if the latter is missing.
///
/// With `requires`, clap accepts an option without the required one if a third option conflicts
/// with the required one, as in `cover -n 1 --random`.
const NEEDS: [(&[&str], [&str; 2], &str); 4] = [
    (&["cover"], ["random", "first"], "--random is for -1: add -1, or leave out --random"),
    (
        &["cover", "count"],
        ["every", "checkpoint"],
        "--every is the time between checkpoints: add --checkpoint FILE, or leave out --every",
    ),
    (
        &["cover"],
        ["output", "checkpoint"],
        "--output is for the covers of --checkpoint: add --checkpoint FILE, or send standard \
         output to a file",
    ),
    (&["minimize"], ["limit", "all"], "--limit is for --all: add --all, or leave out --limit"),
];

const EXAMPLES: &str = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve      every solution of each puzzle in the input
  quadrille explain puzzles.txt       solve by logic, with a reason for each step
  quadrille generate -n 10 --rating hard --symmetry rot180
  quadrille check puzzles.txt         which clues are redundant
  quadrille show polyomino pentominoes 6x10 --svg tiling.svg
  quadrille make queens 8 | quadrille count
  quadrille cover -1 problem.dlx      a cover of a problem in Knuth's format

See `quadrille help COMMAND` for details of a command.

Exit status: 0 on success; 1 if a problem has no solution, or if none was found before the time
limit (--timeout) or the node limit (--nodes); 2 for bad usage, bad input (after all valid puzzles
have been processed), or output that cannot be written; 128 plus the signal number if a signal ended
the program: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP. After a limit or a signal, the results
so far are printed: `1000+` means at least a thousand.";

impl Cli {
    /// Runs the command, or returns the conflict of its arguments. `arguments` are those of the
    /// process.
    fn execute(&self, arguments: &[OsString]) -> Result<ExitCode, (ErrorKind, &'static str)> {
        match self {
            Self::Solve(args) => args.check().map(|()| solve::run(args)),
            Self::Solutions(args) => args.check().map(|()| solutions::run(args)),
            Self::Explain(args) => args.check().map(|()| explain::run(args)),
            Self::Rate(args) => args.input.check().map(|()| rate::run(args)),
            Self::Generate(args) => args.check().map(|()| generate::run(args)),
            Self::Check(args) => args.check().map(|()| check::run(args)),
            Self::Minimize(args) => args.check().map(|()| minimize::run(args)),
            Self::Convert(args) => args.check().map(|()| convert::run(args)),
            Self::Sheet(args) => args.input.check().map(|()| sheet::run(args)),
            Self::Canonical(args) => args.input.check().map(|()| canonical::run(args)),
            Self::Cover(args) => args.check().map(|()| cover::run(args)),
            Self::Count(args) => args.check().map(|()| count::run(args)),
            Self::Best(args) => args.question.check(false).map(|()| best::run(args)),
            Self::Sample(args) => args.question.check(false).map(|()| diagram::sample(args)),
            Self::Nth(args) => args.question.check(false).map(|()| diagram::nth(args)),
            Self::Distinct(args) => {
                args.question.check(args.amount.count).map(|()| distinct::run(args))
            }
            Self::Symmetries(args) => args.problem.check().map(|()| symmetries::run(args)),
            Self::Diagram(args) => args.of.problem.check().map(|()| diagram::write(args)),
            Self::Export(args) => args.of.problem.check().map(|()| solver_files::export(args)),
            Self::Import(args) => args.of.problem.check().map(|()| solver_files::import(args)),
            Self::Trace(args) => args.question.check(args.amount.count).map(|()| trace::run(args)),
            Self::Make(args) => Ok(make::run(args, arguments)),
            Self::Show(args) => Ok(show::run(args)),
            Self::Estimate(args) => args.problem.check().map(|()| estimate::run(args)),
            Self::Resume(args) => Ok(resume::run(args)),
            Self::Split(args) => args.problem.check().map(|()| split::run(args)),
            Self::Run(args) => Ok(run::run(args)),
            Self::Merge(args) => Ok(merge::run(args)),
            Self::Completions(args) => Ok(other::completions(args, Cli::whole())),
            Self::Man(args) => Ok(other::man(args, Cli::program())),
        }
    }

    /// Returns the program, with headings in its list of commands.
    pub(crate) fn program() -> clap::Command {
        let program = Self::command();
        let styles = program.get_styles();
        let (heading, name) = (*styles.get_header(), *styles.get_literal());
        let mut list = String::new();
        for command in program.get_subcommands() {
            if let Some((text, _)) = HEADINGS.iter().find(|(_, first)| *first == command.get_name())
            {
                list += &format!("\n{heading}{text}:{heading:#}\n");
            }
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            list += &format!("  {name}{:11}{name:#}  {about}\n", command.get_name());
        }
        let template = format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\n\
             {heading}Options:{heading:#}\n{{options}}{{after-help}}"
        );
        program.help_template(template)
    }

    /// Returns the program with the commands below `make`, `show` and `solutions`. Otherwise they
    /// would be built too late for the tree of `quadrille help`.
    pub(crate) fn whole() -> clap::Command {
        Self::program().mut_subcommands(|command| match command.get_name() {
            "make" => make::Args::augment_args(clap::Command::new("make")),
            "solutions" => solutions::Args::augment_args(clap::Command::new("solutions")),
            "show" => show::Args::augment_args(clap::Command::new("show")),
            _ => command,
        })
    }

    /// Returns the long help of the command that the arguments name.
    ///
    /// The long layout of clap would put each text below its option, and blank lines between the
    /// options. So the long texts are printed in the layout of the short help.
    pub(crate) fn long_help(arguments: &[OsString]) -> StyledStr {
        let mut program = Self::whole();
        program.build();
        let words = arguments.iter().skip(1).take_while(|word| *word != "--help");
        let named = words.filter(|word| *word != "help");
        let command =
            named.fold(&program, |group, name| group.find_subcommand(name).unwrap_or(group));
        detailed(command.clone()).render_help()
    }

    /// Parses the arguments and runs the command. `original` are the arguments of the process.
    ///
    /// # Errors
    /// A usage error, also if arguments conflict or an option would have no effect.
    pub(crate) fn run(
        arguments: &[OsString],
        original: &[OsString],
    ) -> Result<ExitCode, clap::Error> {
        let matches = Self::program().try_get_matches_from(arguments)?;
        if let Some((command, given)) = matches.subcommand() {
            let is_given = |id| given.value_source(id) == Some(ValueSource::CommandLine);
            for (commands, [option, needed], message) in NEEDS {
                if commands.contains(&command) && is_given(option) && !is_given(needed) {
                    let kind = ErrorKind::MissingRequiredArgument;
                    return Err(Self::usage_error(&matches, kind, message));
                }
            }
        }
        let cli = Self::from_arg_matches(&matches);
        let cli = cli.map_err(|error| error.format(&mut Self::program()))?;
        let result = cli.execute(original);
        result.map_err(|(kind, message)| Self::usage_error(&matches, kind, message))
    }

    /// Returns a usage error for the command that was parsed.
    fn usage_error(mut matches: &ArgMatches, kind: ErrorKind, message: &str) -> clap::Error {
        let mut program = Self::program();
        // `build` sets the full name of the command, which the message shows.
        program.build();
        let mut command = &mut program;
        while let Some((name, below)) = matches.subcommand() {
            command = command.find_subcommand_mut(name).expect("the program has this command");
            matches = below;
        }
        command.error(kind, message)
    }
}

/// Moves the long help of a built command to its short help.
fn detailed(command: clap::Command) -> clap::Command {
    let about = command.get_long_about().or(command.get_about()).cloned();
    let examples = command.get_after_long_help().or(command.get_after_help()).cloned();
    let (about, examples) = (about.unwrap_or_default(), examples.unwrap_or_default());
    command.about(about).after_help(examples).mut_args(|argument| {
        let help = argument.get_long_help().or(argument.get_help());
        let mut help = help.map(ToString::to_string).unwrap_or_default().replace("\n\n", "\n");
        let mut is_described = false;
        for value in argument.get_possible_values() {
            let name = value.get_name();
            let is_default = argument.get_default_values().iter().any(|value| *value == name);
            let default = if is_default { " (default)" } else { "" };
            if let Some(text) = value.get_help() {
                help += &format!("\n- {name}{default}: {text}");
                is_described = true;
            }
        }
        let argument = argument.help(help);
        argument.hide_possible_values(is_described).hide_default_value(is_described)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_commands_has_the_first_line_of_the_help_of_each() {
        let listed = Cli::command();
        let mut built = Cli::command();
        built.build();
        for command in listed.get_subcommands() {
            let name = command.get_name();
            let whole = built.find_subcommand(name).expect("the same commands");
            let (line, help) = (command.get_about(), whole.get_about());
            assert_eq!(line.map(ToString::to_string), help.map(ToString::to_string), "{name}");
            assert!(line.is_some_and(|line| line.to_string().len() <= 65), "{name}");
        }
        let is_command = |name| listed.get_subcommands().any(|command| command.get_name() == name);
        assert!(HEADINGS.iter().all(|(_, first)| is_command(*first)));
    }

    /// The number of lines on a screen, and the number of options that a reader can keep in mind.
    const LINES: usize = 40;
    const OPTIONS: usize = 15;

    #[test]
    fn the_short_help_of_a_command_fits_on_a_screen_and_the_long_help_on_two() {
        let mut program = Cli::whole();
        program.build();
        let is_own = |command: &&mut clap::Command| command.get_name() != "help";
        let mut count = 0;
        for group in program.get_subcommands_mut().filter(is_own) {
            let (name, mut commands) = (group.get_name().to_owned(), vec![group.clone()]);
            commands.extend(group.get_subcommands().cloned());
            for mut command in commands.into_iter().filter(|command| command.get_name() != "help") {
                let options = command.get_arguments().filter(|argument| !argument.is_positional());
                let options = options.filter(|option| option.get_id() != "help").count();
                let lines = |help: StyledStr| help.to_string().lines().count();
                let long = lines(detailed(command.clone()).render_help());
                let lines = lines(command.render_help());
                let name = format!("{name} {}", command.get_name());
                assert!(options <= OPTIONS && lines <= LINES, "{name}: {options}, {lines}");
                assert!(long <= 2 * LINES, "{name} --help: {long}");
                count += 1;
            }
        }
        assert!(count >= 60, "{count}");
    }

    #[test]
    fn completions_know_the_commands_below_others_after_help() {
        let mut program = Cli::whole();
        program.build();
        let help = program.find_subcommand("help").expect("clap adds it");
        for (name, below) in [("make", "queens"), ("show", "queens"), ("solutions", "rank")] {
            let command = help.find_subcommand(name).expect("help is about every command");
            assert!(command.find_subcommand(below).is_some(), "{name}");
        }
    }
}
