//! The arguments of puzzles in which pieces fill a board or a box.

use quadrille::puzzle::Uses;
use quadrille::puzzle::polycube::{self, Polycubes, Space};
use quadrille::puzzle::polyomino::{self, Board, Polyominoes, ShapeSet, Sides};
use quadrille::puzzle::tiling::RegionError;

use super::{read, text};

/// Pieces of squares that fill a board
///
/// Rotations and reflections of a solution count as solutions of their own.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file of shapes draws each shape with a letter for its cells, which is its name, and `.` or
a blank for other cells; blank lines separate the shapes. A file with a board draws it with
`.` or a blank for its holes and anything else for its cells. In both, lines that begin with
| are comments. Two shapes:

    AA.
    .AA

    B
    BBB

Examples:
  quadrille show polyomino pentominoes 6x10
  quadrille show polyomino pentominoes 8x8-2x2 -n 3 --svg tiling.svg
  quadrille show polyomino dominoes 8x8
  quadrille show polyomino tetrominoes 4x6 --unlimited
  quadrille show polyomino pieces.txt board.txt")]
pub(crate) struct PolyominoArgs {
    /// dominoes, trominoes, tetrominoes, pentominoes, hexominoes, or a file of drawn shapes
    #[arg(value_name = "SHAPE-SET")]
    shapes: String,

    /// Rows and columns, such as 6x10; with a central hole, such as 8x8-2x2; or a file with a drawn
    /// board
    board: String,

    /// Rotate the pieces, but do not reflect them; mirror images are separate pieces
    #[arg(long)]
    one_sided: bool,

    /// Use each piece any number of times instead of once; always so for dominoes
    #[arg(long)]
    unlimited: bool,
}

/// Pieces of cubes that fill a box, drawn layer by layer
///
/// Pieces are rotated, but not reflected. Rotations and reflections of a solution count as
/// solutions of their own.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file of shapes draws each shape with a letter for its cells, which is its name, and `.` for
other cells. A line holds one row of each layer, with a blank between the layers; blank lines
separate the shapes. Lines that begin with | are comments. A corner of four cubes in two
layers, and a bar of three in one:

    CC C.
    C. ..

    BBB

Examples:
  quadrille show polycube soma 3x3x3
  quadrille show polycube pieces.txt 2x3x4 --unlimited")]
pub(crate) struct PolycubeArgs {
    /// soma, or a file of drawn shapes
    #[arg(value_name = "SHAPE-SET")]
    shapes: String,

    /// Layers, rows and columns of the box, such as 3x3x3; with a central hole, such as 3x3x3-1x1x1
    #[arg(value_name = "BOX")]
    space: String,

    /// Use each piece any number of times instead of once
    #[arg(long)]
    unlimited: bool,
}

impl PolyominoArgs {
    pub(super) fn puzzle(&self) -> Result<Polyominoes, String> {
        let sides = if self.one_sided { Sides::OneSided } else { Sides::Free };
        let set = self.shapes.parse::<ShapeSet>();
        // A single piece used once fills no board but its own shape.
        let is_unlimited = self.unlimited || set == Ok(ShapeSet::Dominoes);
        let shapes = match set {
            Ok(set) => set.shapes(sides),
            Err(unknown) => {
                let drawing = read(&self.shapes, unknown)?;
                polyomino::parse_shapes(&drawing)
                    .map_err(|error| format!("{}: {error}", self.shapes))?
            }
        };
        let board = match self.board.parse::<Board>() {
            Err(unknown @ RegionError::NotASize { .. }) => {
                let drawing = read(&self.board, unknown)?;
                Board::drawn(&drawing).map_err(|error| format!("{}: {error}", self.board))?
            }
            board => board.map_err(|error| format!("{}: {error}", self.board))?,
        };
        Polyominoes::new(shapes, sides, uses(is_unlimited), board).map_err(text)
    }
}

impl PolycubeArgs {
    pub(super) fn puzzle(&self) -> Result<Polycubes, String> {
        let shapes = if self.shapes == "soma" {
            polycube::soma()
        } else {
            let drawing = read(&self.shapes, format_args!("`{}` is not `soma`", self.shapes))?;
            polycube::parse_shapes(&drawing).map_err(|error| format!("{}: {error}", self.shapes))?
        };
        let space = self.space.parse::<Space>().map_err(text)?;
        Polycubes::new(shapes, uses(self.unlimited), space).map_err(text)
    }
}

fn uses(unlimited: bool) -> Uses {
    if unlimited { Uses::Unlimited } else { Uses::Once }
}
