//! The arguments of puzzles with pieces that fill a board or a box.

use quadrille::puzzle::Uses;
use quadrille::puzzle::polycube::{self, Polycubes, Space};
use quadrille::puzzle::polyiamond::{self, BoardError, Polyiamonds};
use quadrille::puzzle::polyomino::{self, Board, Polyominoes, ShapeSet, Sides};
use quadrille::puzzle::polystick::{self, Polysticks};
use quadrille::puzzle::tiling::RegionError;

use super::{Files, size, text};

/// The options for the pieces of polyiamonds and polysticks.
#[derive(Debug, clap::Args)]
struct PieceArgs {
    /// Rotate the pieces, but do not reflect them; mirror images are separate pieces
    #[arg(long)]
    one_sided: bool,

    /// Use each piece any number of times instead of once
    #[arg(long)]
    unlimited: bool,
}

/// Pieces of squares that fill a board
///
/// Rotations and reflections of a solution are separate solutions. `quadrille distinct` lists one
/// of each class.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file of shapes draws each shape with a letter for its cells and `.` or a blank for other cells:
`AA.` above `.AA`. The letter is the name of the shape. Blank lines separate the shapes. Lines that
begin with | are comments.

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
    ///
    /// A drawing has `.` or a blank for a hole and anything else for a cell. Lines that begin with
    /// | are comments.
    board: String,

    /// Rotate the pieces, but do not reflect them; mirror images are separate pieces
    #[arg(long)]
    one_sided: bool,

    /// Use each piece any number of times instead of once; dominoes are always unlimited
    #[arg(long)]
    unlimited: bool,
}

/// Pieces of cubes that fill a box, drawn layer by layer
///
/// Pieces are rotated, but not reflected. Rotations and reflections of a solution are separate
/// solutions. `quadrille distinct` lists one of each class.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file of shapes draws each shape with a letter for its cells and `.` for other cells. The letter is
the name of the shape. A line has one row of each layer, with a blank between the layers. Blank
lines separate the shapes. Lines that begin with | are comments. For example, this is a corner of
four cubes in two layers, and a bar of three cubes in one layer:

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

/// Pieces of triangles that fill a board
///
/// Rotations and reflections of a solution are separate solutions. `quadrille distinct` lists one
/// of each class.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file draws a board with `.` or a blank for a missing triangle and anything else for a triangle.
Along a line, triangles point up and down alternately. The first line begins with one that points
up, the next line with one that points down, and so on. This is a triangle of side 2:

    ..#
    .###

In the output, each line is a row of the board, with a letter for each triangle.

Examples:
  quadrille show polyiamond hexiamonds 6x6 --svg rhombus.svg
  quadrille make polyiamond hexiamonds 4x9 | quadrille count
  quadrille show polyiamond diamonds hexagon-3 --unlimited")]
pub(crate) struct PolyiamondArgs {
    /// moniamonds, diamonds, triamonds, tetriamonds, pentiamonds, hexiamonds or heptiamonds
    #[arg(value_name = "SHAPE-SET")]
    shapes: String,

    /// Rows and columns of a parallelogram, such as 4x9, with 9 upward and 9 downward triangles in
    /// a row; triangle-5 or hexagon-3; or a file with a drawn board
    board: String,

    #[command(flatten)]
    pieces: PieceArgs,
}

/// Pieces of unit sticks that cover the edges of a grid
///
/// Pieces may touch, but not cross each other. Rotations and reflections of a solution are separate
/// solutions. `quadrille distinct` lists one of each class.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show polystick tetrasticks 5x5 --without H
  quadrille make polystick tetrasticks 5x5 --without H | quadrille count
  quadrille show polystick tristicks 3x3 --unlimited --svg sticks.svg")]
pub(crate) struct PolystickArgs {
    /// monosticks, disticks, tristicks or tetrasticks
    #[arg(value_name = "SHAPE-SET")]
    shapes: String,

    /// Rows and columns of squares, whose sides are the edges
    #[arg(value_name = "RxC")]
    board: String,

    /// Leave out a piece
    #[arg(long, value_name = "PIECE")]
    without: Vec<String>,

    #[command(flatten)]
    pieces: PieceArgs,
}

pub(super) fn polyomino(args: &PolyominoArgs, files: &Files) -> Result<Polyominoes, String> {
    let sides = sides(args.one_sided);
    let set = args.shapes.parse::<ShapeSet>();
    // A single piece used once fills no board but its own shape.
    let is_unlimited = args.unlimited || set == Ok(ShapeSet::Dominoes);
    let shapes = match set {
        Ok(set) => set.shapes(sides),
        Err(unknown) => files.parse(&args.shapes, unknown, polyomino::parse_shapes)?,
    };
    let board = match args.board.parse::<Board>() {
        Err(unknown @ RegionError::NotASize { .. }) => {
            files.parse(&args.board, unknown, Board::drawn)?
        }
        board => board.map_err(|error| format!("{}: {error}", args.board))?,
    };
    Polyominoes::new(shapes, sides, uses(is_unlimited), board).map_err(text)
}

pub(super) fn polycube(args: &PolycubeArgs, files: &Files) -> Result<Polycubes, String> {
    let shapes = if args.shapes == "soma" {
        polycube::soma()
    } else {
        let not_else = format_args!("`{}` is not `soma`", args.shapes);
        files.parse(&args.shapes, not_else, polycube::parse_shapes)?
    };
    let space = args.space.parse::<Space>().map_err(text)?;
    Polycubes::new(shapes, uses(args.unlimited), space).map_err(text)
}

pub(super) fn polyiamond(args: &PolyiamondArgs, files: &Files) -> Result<Polyiamonds, String> {
    let sides = sides(args.pieces.one_sided);
    let shapes = args.shapes.parse::<polyiamond::ShapeSet>().map_err(text)?.shapes(sides);
    let board = match args.board.parse::<polyiamond::Board>() {
        Err(unknown @ BoardError::Unknown(_)) => {
            files.parse(&args.board, unknown, polyiamond::Board::drawn)?
        }
        board => board.map_err(|error| format!("{}: {error}", args.board))?,
    };
    Polyiamonds::new(shapes, sides, uses(args.pieces.unlimited), board).map_err(text)
}

pub(super) fn polystick(args: &PolystickArgs) -> Result<Polysticks, String> {
    let sides = sides(args.pieces.one_sided);
    let mut shapes = args.shapes.parse::<polystick::ShapeSet>().map_err(text)?.shapes(sides);
    for name in &args.without {
        let Some(at) = shapes.iter().position(|shape| shape.name() == name) else {
            let names: Vec<_> = shapes.iter().map(polystick::Shape::name).collect();
            let names = names.join(", ");
            return Err(format!("--without {name}: the pieces left are {names}"));
        };
        shapes.remove(at);
    }
    let (rows, columns) = size(&args.board)?;
    Polysticks::new(shapes, sides, uses(args.pieces.unlimited), rows, columns).map_err(text)
}

fn sides(one_sided: bool) -> Sides {
    if one_sided { Sides::OneSided } else { Sides::Free }
}

fn uses(unlimited: bool) -> Uses {
    if unlimited { Uses::Unlimited } else { Uses::Once }
}
