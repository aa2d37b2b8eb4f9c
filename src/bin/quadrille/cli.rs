//! The commands of the program.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser};
use clap_complete::Shell;

use crate::exact_cover::{
    checkpoint, count, cover, estimate, merge, solver_files, symmetries, trace, units,
};
use crate::puzzle::{make, show};
use crate::shared::error::Error;
use crate::shared::session::Session;
use crate::sudoku::{
    canonical, check, convert, explain, generate, minimize, rate, sheet, solutions, solve,
};

/// Find every solution of Sudokus and exact-cover problems, one at a time
// A command is built only when it is parsed (`defer`), because building all commands takes as long
// as solving a small problem.
#[derive(Debug, Parser)]
// Help and errors call the program `quadrille`, even on Windows, where the file is `quadrille.exe`,
// and in the Python package, which compiles it under another name.
#[command(name = "quadrille", bin_name = "quadrille", version, max_term_width = 100, after_help = EXAMPLES, defer = true)]
pub(crate) enum Cli {
    Solve(solve::Args),
    Solutions(solutions::Args),
    Explain(explain::Args),
    Rate(rate::Args),
    Generate(generate::Args),
    Check(check::Args),
    Minimize(minimize::Args),
    Convert(convert::Args),
    Sheet(sheet::Args),
    Canonical(canonical::Args),
    Cover(cover::CoverArgs),
    Count(count::CountArgs),
    Best(cover::BestArgs),
    Sample(count::SampleArgs),
    Nth(count::NthArgs),
    Distinct(symmetries::DistinctArgs),
    Symmetries(symmetries::SymmetriesArgs),
    Diagram(count::DiagramArgs),
    Export(solver_files::ExportArgs),
    Import(solver_files::ImportArgs),
    Trace(trace::Args),
    Make(make::Args),
    Show(show::Args),
    Estimate(estimate::Args),
    Resume(checkpoint::ResumeArgs),
    Split(units::SplitArgs),
    Run(units::RunArgs),
    Merge(merge::MergeArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille
  quadrille completions zsh > ~/.zfunc/_quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print a manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille man | man -l -
  quadrille man solve > quadrille-solve.1")]
pub(crate) struct ManArgs {
    /// The command to describe, such as `make queens`; by default, the program itself
    command: Vec<String>,
}

/// The headings of the list of commands, each with the first command below it.
const HEADINGS: [(&str, &str); 4] = [
    ("Sudoku", "solve"),
    ("Exact cover", "cover"),
    ("Long searches", "estimate"),
    ("Other", "completions"),
];

/// Options that have no effect without another option. Each entry has the commands, the option, the
/// option that it needs, and the message if the needed option is missing.
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
so far are printed; a count of `1000+` means at least a thousand.";

impl Cli {
    /// Runs the command, or returns a usage error about its arguments or missing input. `arguments`
    /// are those of the process.
    fn execute(&self, arguments: &[OsString]) -> Result<ExitCode, (ErrorKind, &'static str)> {
        match self {
            Self::Solve(args) => args.check().map(|()| solve::run(args)),
            Self::Solutions(args) => args.check().map(|()| solutions::run(args)),
            Self::Explain(args) => args.check().map(|()| explain::run(args)),
            Self::Rate(args) => args.line.each.input.check().map(|()| rate::run(args)),
            Self::Generate(args) => args.check().map(|()| generate::run(args)),
            Self::Check(args) => args.check().map(|()| check::run(args)),
            Self::Minimize(args) => args.check().map(|()| minimize::run(args)),
            Self::Convert(args) => args.check().map(|()| convert::run(args)),
            Self::Sheet(args) => args.input.check().map(|()| sheet::run(args)),
            Self::Canonical(args) => args.line.each.input.check().map(|()| canonical::run(args)),
            Self::Cover(args) => args.check().map(|()| cover::cover(args)),
            Self::Count(args) => args.check().map(|()| count::count(args)),
            Self::Best(args) => args.question.check(false).map(|()| cover::best(args)),
            Self::Sample(args) => args.question.check(false).map(|()| count::sample(args)),
            Self::Nth(args) => args.question.check(false).map(|()| count::nth(args)),
            Self::Distinct(args) => {
                args.question.check(args.amount.count).map(|()| symmetries::distinct(args))
            }
            Self::Symmetries(args) => args.problem.check().map(|()| symmetries::symmetries(args)),
            Self::Diagram(args) => args.of.problem.check().map(|()| count::write_diagram(args)),
            Self::Export(args) => args.of.problem.check().map(|()| solver_files::export(args)),
            Self::Import(args) => args.of.problem.check().map(|()| solver_files::import(args)),
            Self::Trace(args) => args.question.check(args.amount.count).map(|()| trace::run(args)),
            Self::Make(args) => Ok(make::run(args, arguments)),
            Self::Show(args) => args.check().map(|()| show::run(args)),
            Self::Estimate(args) => args.problem.check().map(|()| estimate::run(args)),
            Self::Resume(args) => Ok(checkpoint::resume(args)),
            Self::Split(args) => args.problem.check().map(|()| units::split(args)),
            Self::Run(args) => Ok(units::run(args)),
            Self::Merge(args) => Ok(merge::merge(args)),
            Self::Completions(args) => Ok(args.run()),
            Self::Man(args) => Ok(args.run()),
        }
    }

    /// Returns the program as its help, completions and manual pages need it: with the list of
    /// commands under headings, and with the subcommands of `make`, `show` and `solutions`, which
    /// would otherwise be built too late for the tree of `quadrille help`.
    pub(crate) fn whole() -> clap::Command {
        let program = Self::command();
        let styles = program.get_styles();
        let (heading, name) = (*styles.get_header(), *styles.get_literal());
        let mut list = String::new();
        let program = program.mut_subcommands(|command| {
            let order = command.get_display_order();
            let command = match command.get_name() {
                "make" => make::Args::augment_args(clap::Command::new("make")),
                "solutions" => solutions::Args::augment_args(clap::Command::new("solutions")),
                "show" => show::Args::augment_args(clap::Command::new("show")),
                _ => {
                    let mut built = command.clone();
                    built.build();
                    command.about(built.get_about().cloned().unwrap_or_default())
                }
            };
            if let Some((text, _)) = HEADINGS.iter().find(|(_, first)| *first == command.get_name())
            {
                list += &format!("\n{heading}{text}:{heading:#}\n");
            }
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            list += &format!("  {name}{:11}{name:#}  {about}\n", command.get_name());
            command.display_order(order)
        });
        program.help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\n\
             {heading}Options:{heading:#}\n{{options}}{{after-help}}"
        ))
    }

    /// Returns the help of a command. `usage` is clap's own help, and its usage line names the
    /// command. An argument `--help` or `help` selects the long help.
    ///
    /// The long layout of clap would put each text below its option, and blank lines between the
    /// options. So the long texts are printed in the layout of the short help.
    pub(crate) fn help(usage: &clap::Error, arguments: &[OsString]) -> StyledStr {
        let mut program = Self::whole();
        program.build();
        let usage = usage.to_string();
        let named = usage.split("Usage: quadrille ").nth(1).unwrap_or_default();
        let mut command = &program;
        for name in named.split_whitespace() {
            let Some(below) = command.find_subcommand(name) else { break };
            command = below;
        }
        let is_long = arguments.iter().any(|argument| argument == "--help" || argument == "help");
        let command = command.clone();
        if is_long { detailed(command) } else { command }.render_help()
    }

    /// Parses the arguments and runs the command. The error is clap's help or version, or a usage
    /// error, such as an option without effect. `original` are the arguments of the process.
    pub(crate) fn run(
        arguments: &[OsString],
        original: &[OsString],
    ) -> Result<ExitCode, clap::Error> {
        let matches = Self::command().try_get_matches_from(arguments)?;
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
        let cli = cli.map_err(|error| error.format(&mut Self::command()))?;
        let result = cli.execute(original);
        result.map_err(|(kind, message)| Self::usage_error(&matches, kind, message))
    }

    /// Returns a usage error for the command that was parsed.
    fn usage_error(mut matches: &ArgMatches, kind: ErrorKind, message: &str) -> clap::Error {
        let mut program = Self::command();
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

impl CompletionsArgs {
    fn run(&self) -> ExitCode {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::whole(), "quadrille", &mut script);
        Session::printing(|session| session.print(|output| output.write_all(&script)))
    }
}

impl ManArgs {
    fn run(&self) -> ExitCode {
        let mut program = Cli::whole();
        // `build` sets the full name of the command, which the page shows.
        program.build();
        let mut names = self.command.iter();
        let command = names.try_fold(&program, |command, name| command.find_subcommand(name));
        let Some(command) = command else {
            let name = self.command.join(" ");
            let message = format!("no command is named `{name}`; `quadrille help` lists them");
            return Session::printing(|_| Err(Error::Bad(message)));
        };
        let mut page = Vec::new();
        let source = concat!("quadrille ", env!("CARGO_PKG_VERSION"));
        // The page would have the version in the place of an empty date.
        let manual = clap_mangen::Man::new(command.clone()).date(" ").source(source);
        manual.render(&mut page).expect("writing to memory cannot fail");
        Session::printing(|session| session.print(|output| output.write_all(&page)))
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
    fn the_list_of_commands_has_a_short_line_for_each() {
        let listed = Cli::whole();
        for command in listed.get_subcommands() {
            let line = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!((1..=65).contains(&line.len()), "{}", command.get_name());
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
            let command = help.find_subcommand(name).expect("help has every command");
            assert!(command.find_subcommand(below).is_some(), "{name}");
        }
    }
}
