//! The parser for the text format of diagrams.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead};

use super::{Diagram, DiagramBuilder, Node, TooManyNodes};
use crate::ids::OptionId;
use crate::problem::Problem;

impl Diagram {
    /// Reads a diagram that [`write`](Self::write) wrote, a line at a time.
    ///
    /// Three properties are not checked: that two edges of a branch have no cover in common, that
    /// the factors of a product have no option in common, and that no option occurs twice in a
    /// cover.
    ///
    /// # Errors
    /// [`DiagramError`] with the line number, if the input fails, the text is not a diagram, or the
    /// diagram is too large.
    ///
    /// ```
    /// use quadrille::diagram::{Diagram, DiagramErrorKind};
    /// let diagram = Diagram::read("quadrille diagram 1\noptions 2\n+ 1>1 2>1\nroot 2\n".as_bytes())?;
    /// assert_eq!(diagram.iter().count(), 2);
    /// let error = Diagram::read("quadrille diagram 1\noptions 2\n+ 1>1 3>1\nroot 2\n".as_bytes()).unwrap_err();
    /// assert_eq!(error.to_string(), "line 3: there is no option 3: the problem has 2, numbered from 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(input: impl BufRead) -> Result<Self, DiagramError> {
        let mut reader = Reader::default();
        let mut number = 0;
        for line in input.lines() {
            number += 1;
            let at = |kind| DiagramError { line: number, kind };
            let line = line.map_err(|error| at(DiagramErrorKind::Io(error)))?;
            reader.line(line.trim_end()).map_err(at)?;
        }
        reader.end().map_err(|kind| DiagramError { line: number + 1, kind })
    }
}

#[derive(Default)]
struct Reader {
    builder: DiagramBuilder,
    /// For each node of the text, the node of the builder.
    nodes: Vec<Node>,
    has_header: bool,
    options: Option<u32>,
    root: Option<Node>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), DiagramErrorKind> {
        if line.is_empty() || line.starts_with('|') {
            return Ok(());
        }
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or("");
        if !self.has_header {
            self.has_header = line == HEADER;
            return if self.has_header { Ok(()) } else { Err(DiagramErrorKind::NoHeader) };
        }
        if self.root.is_some() {
            return Err(DiagramErrorKind::BehindRoot);
        }
        let Some(options) = self.options else {
            let (None, "options", Some(Ok(count))) =
                (words.clone().nth(1), first, words.next().map(str::parse::<u32>))
            else {
                return Err(DiagramErrorKind::NoOptions);
            };
            if count as usize >= Problem::MAX_SIZE {
                return Err(DiagramErrorKind::TooManyOptions(count));
            }
            self.options = Some(count);
            self.nodes = vec![Node::NONE, Node::UNIT];
            return Ok(());
        };
        match first {
            "root" => {
                let (Some(word), None) = (words.next(), words.next()) else {
                    return Err(DiagramErrorKind::NoLine(line.to_owned()));
                };
                self.root = Some(self.node(word)?);
                Ok(())
            }
            "+" | "*" => {
                let is_product = first == "*";
                self.builder.begin();
                for word in words {
                    let (numbers, child) = match word.split_once('>') {
                        Some(edge) if !is_product => edge,
                        None if is_product => ("", word),
                        _ => {
                            return Err(DiagramErrorKind::NoEdge {
                                text: word.to_owned(),
                                is_product,
                            });
                        }
                    };
                    let child = self.node(child)?;
                    if child == Node::NONE {
                        return Err(DiagramErrorKind::ToNothing);
                    }
                    let numbers = numbers.split(',').filter(|_| !numbers.is_empty());
                    let edge: Vec<OptionId> =
                        numbers.map(|number| option(number, options)).collect::<Result<_, _>>()?;
                    self.builder.edge(edge, child);
                }
                let node = self.builder.end(is_product).map_err(DiagramErrorKind::TooManyNodes)?;
                self.nodes.push(node);
                Ok(())
            }
            _ => Err(DiagramErrorKind::NoLine(line.to_owned())),
        }
    }

    fn node(&self, word: &str) -> Result<Node, DiagramErrorKind> {
        let number = word.parse().ok().and_then(|number: usize| self.nodes.get(number));
        number.copied().ok_or_else(|| DiagramErrorKind::NoNode {
            text: word.to_owned(),
            nodes: self.nodes.len(),
        })
    }

    fn end(self) -> Result<Diagram, DiagramErrorKind> {
        match (self.has_header, self.options, self.root) {
            (false, ..) => Err(DiagramErrorKind::NoHeader),
            (_, None, _) => Err(DiagramErrorKind::NoOptions),
            (_, _, None) => Err(DiagramErrorKind::NoRoot),
            (_, Some(options), Some(root)) => Ok(self.builder.finish(root, options as usize)),
        }
    }
}

fn option(word: &str, options: u32) -> Result<OptionId, DiagramErrorKind> {
    match word.parse() {
        Ok(number @ 1..) if number <= options => Ok(OptionId::new(number - 1)),
        _ => Err(DiagramErrorKind::NoOption { text: word.to_owned(), options }),
    }
}

const HEADER: &str = "quadrille diagram 1";

/// An error in reading a diagram, with its line.
#[derive(Debug)]
pub struct DiagramError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error in this line.
    pub kind: DiagramErrorKind,
}

/// The kind of a [`DiagramError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum DiagramErrorKind {
    /// The input failed.
    Io(io::Error),
    /// The header is missing: it must be the first line that is neither empty nor a comment.
    NoHeader,
    /// The line after the header does not give the number of options.
    NoOptions,
    /// The number of options is too large for a problem.
    TooManyOptions(u32),
    /// A line has none of the forms that a diagram allows.
    NoLine(String),
    /// A word is not an edge of a branch, or not a factor of a product.
    NoEdge {
        /// The word.
        text: String,
        /// True if the word is in the line of a product.
        is_product: bool,
    },
    /// A word is not the number of an earlier node.
    NoNode {
        /// The word.
        text: String,
        /// The number of nodes before this line, including nodes 0 and 1.
        nodes: usize,
    },
    /// The child of an edge, or a factor of a product, has no covers.
    ToNothing,
    /// A word is not the number of an option.
    NoOption {
        /// The word.
        text: String,
        /// The number of options of the problem.
        options: u32,
    },
    /// The line with the root is missing.
    NoRoot,
    /// The line with the root is followed by a line that is neither empty nor a comment.
    BehindRoot,
    /// The diagram is too large.
    TooManyNodes(TooManyNodes),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for DiagramErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot be read: {error}"),
            Self::NoHeader => {
                write!(f, "not a diagram of covers: it must begin with the line `{HEADER}`")
            }
            Self::NoOptions => {
                f.write_str("the number of options is missing: write a line such as `options 12`")
            }
            Self::TooManyOptions(options) => {
                write!(
                    f,
                    "{options} options are too many: a problem has fewer than {}",
                    Problem::MAX_SIZE
                )
            }
            Self::NoLine(text) => {
                write!(
                    f,
                    "`{text}` is not a line of a diagram: a line begins with +, with * or with \
                     `root` and a number"
                )
            }
            Self::NoEdge { text, is_product: false } => {
                write!(
                    f,
                    "`{text}` is not an edge of a branch: write options with commas, > and a node, \
                     such as 1,2>3"
                )
            }
            Self::NoEdge { text, is_product: true } => {
                write!(f, "`{text}` is not a factor of a product: write the number of a node")
            }
            Self::NoNode { text, nodes } => {
                write!(
                    f,
                    "there is no node `{text}` before this line: there are {nodes}, numbered from 0"
                )
            }
            Self::ToNothing => {
                f.write_str("an edge leads to a node that has no cover: leave the edge out")
            }
            Self::NoOption { text, options } => {
                write!(f, "there is no option {text}: the problem has {options}, numbered from 1")
            }
            Self::NoRoot => {
                f.write_str("the end is missing: a line with `root` and the number of a node")
            }
            Self::BehindRoot => f.write_str(
                "there is a line after the line with the root, which must be the last one",
            ),
            Self::TooManyNodes(error) => error.fmt(f),
        }
    }
}

impl Error for DiagramError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            DiagramErrorKind::Io(error) => Some(error),
            DiagramErrorKind::TooManyNodes(error) => Some(error),
            _ => None,
        }
    }
}
