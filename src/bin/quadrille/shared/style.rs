//! The style of boards: color, and lines of ASCII or box-drawing characters.

use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use quadrille::puzzle::{Drawn, Lines, Picture, Role};
use quadrille::sudoku::logic::Position;

use crate::shared::format::OneOf;

/// The choice of color.
#[derive(Debug, clap::Args)]
pub(crate) struct Color {
    /// When to use color
    ///
    /// With `always`, and on a terminal with `auto`, boards have box-drawing characters.
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, value_parser = OneOf(&[
        ("auto", ColorChoice::Auto, "On a terminal or with CLICOLOR_FORCE, unless NO_COLOR is set"),
        ("always", ColorChoice::Always, "Always, even in a file or a pipe"),
        ("never", ColorChoice::Never, "Never"),
    ]))]
    color: ColorChoice,
}

impl Color {
    pub(crate) fn style(&self, is_terminal: bool) -> BoardStyle {
        match self.color {
            ColorChoice::Always => BoardStyle { lines: Lines::BoxDrawing, is_colored: true },
            ColorChoice::Never => BoardStyle { lines: Lines::Ascii, is_colored: false },
            _ => BoardStyle {
                lines: if is_terminal { Lines::BoxDrawing } else { Lines::Ascii },
                is_colored: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            },
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardStyle {
    lines: Lines,
    pub(crate) is_colored: bool,
}

impl BoardStyle {
    pub(crate) fn draw(self, picture: &Picture) -> String {
        picture.text(self.lines, |role, label| match style(role) {
            style if self.is_colored && style != Style::new() => format!("{style}{label}{style:#}"),
            _ => label.to_owned(),
        })
    }

    /// Draws a full grid. Plain text has the form that the parser reads.
    pub(crate) fn solution(self, position: &Position) -> String {
        match self.lines {
            Lines::Ascii => format!("{:#}", position.grid()),
            Lines::BoxDrawing => self.draw(&position.picture()),
        }
    }
}

fn style(role: Role) -> Style {
    match role {
        Role::Given => Style::new().bold(),
        Role::Found => AnsiColor::Cyan.on_default(),
        Role::Evidence => AnsiColor::Green.on_default().bold(),
        Role::Contrast => AnsiColor::Blue.on_default().bold(),
        Role::Removed => AnsiColor::Red.on_default().strikethrough(),
        Role::Placed => AnsiColor::Black.on(AnsiColor::Green),
        _ => Style::new(),
    }
}
