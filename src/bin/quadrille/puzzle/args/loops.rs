//! The arguments of puzzles of one closed loop, and of graceful graphs.

use quadrille::puzzle::graceful::{Graceful, Graph, GraphError};

use super::{Files, text};

/// Slitherlink: a loop where each number counts the sides of its cell on the loop
///
/// A solution is one loop. The covers of `quadrille make slitherlink` are sets of loops, so
/// `quadrille cover` may find more covers than there are solutions; `quadrille show slitherlink -c`
/// counts the solutions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line of a file is a row of the board, with a digit from 0 to 4 or `.` for each cell. Lines that
begin with | are comments.

Examples:
  quadrille show slitherlink puzzle.txt
  quadrille show slitherlink puzzle.txt --count
  quadrille show slitherlink 3x3 --count     the number of loops in a grid of 4x4 points")]
pub(crate) struct SlitherlinkArgs {
    /// A file with the board, or rows and columns of a board without numbers, such as 3x3
    #[arg(value_name = "FILE|RxC")]
    pub(super) board: String,
}

/// Masyu: a loop through all circles, straight in white ones, turning in black ones
///
/// The loop turns before or after a white circle, and goes straight before and after a black one. A
/// solution is one loop. The covers of `quadrille make masyu` are sets of loops, so `quadrille
/// cover` may find more covers than there are solutions; `quadrille show masyu -c` counts the
/// solutions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line of a file is a row of the board: `o` for a white circle, `@` for a black one, and `.` for
a cell without a circle. Lines that begin with | are comments.

Examples:
  quadrille show masyu puzzle.txt --svg loop.svg
  quadrille show masyu puzzle.txt --count")]
pub(crate) struct MasyuArgs {
    /// A file with the board, or rows and columns of a board without circles, such as 4x4
    #[arg(value_name = "FILE|RxC")]
    pub(super) board: String,
}

/// Graceful labelings of a graph
///
/// The vertices of a graph with m edges have different labels from 0 to m, and their differences
/// along the edges are 1 to m. Labelings that a symmetry maps to each other are counted separately.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line of a file is an edge: the names of two vertices with a blank between them. Lines that
begin with | are comments.

Examples:
  quadrille show graceful wheel-5
  quadrille show graceful grid-3x3 --svg matrix.svg
  quadrille make graceful path-9 | quadrille count
  quadrille show graceful edges.txt -n 3")]
pub(crate) struct GracefulArgs {
    /// path-5, cycle-8, complete-4, star-6, wheel-5 (the number of rays), grid-3x3, or a file with
    /// the edges
    #[arg(value_name = "GRAPH|FILE")]
    graph: String,
}

impl GracefulArgs {
    pub(super) fn puzzle(&self, files: &Files) -> Result<Graceful, String> {
        let graph = match self.graph.parse::<Graph>() {
            Err(unknown @ GraphError::Unknown(_)) => {
                files.parse(&self.graph, unknown, Graph::read)?
            }
            graph => graph.map_err(text)?,
        };
        Ok(Graceful::new(graph))
    }
}
