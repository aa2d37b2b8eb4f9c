//! Graceful labelings of graphs (Rosa 1967; TAOCP 7.2.2.1, exercises on graceful graphs).
//!
//! A graph with `m` edges is labeled gracefully if its vertices have different labels from 0 to `m`
//! and its edges, each labeled with the difference of the labels of its two vertices, have the
//! labels 1 to `m`.
//!
//! The exact cover is that of Knuth's program `graceful-dlx`. The primary items are the labels of
//! edges, such as `1`, and the edges, such as `a-b`. The secondary items are the vertices, such as
//! `.a`, whose color is their label, and the labels of vertices, such as `+0`, whose color is their
//! vertex. An option gives a label to an edge and two labels to its vertices. A labeling and its
//! complement, with `m - x` instead of `x`, are counted separately, and so are labelings that a
//! symmetry of the graph maps to each other.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Drawn, Picture, Puzzle, Role, Shade};
use crate::ids::OptionId;
use crate::problem::{Model, Problem};

/// The maximum number of edges of a graph. With this many edges, the problem has half a million
/// options.
pub const MAX_EDGES: usize = 80;

/// A graph without loops, multiple edges or isolated vertices.
///
/// [`FromStr`] reads `path-5`, `cycle-8` and `complete-4` with the number of vertices, `star-6` and
/// `wheel-5` with the number of rays, and `grid-3x3` with the numbers of rows and columns.
///
/// ```
/// use quadrille::puzzle::graceful::Graph;
/// for (graph, edges) in [("path-5", 4), ("wheel-5", 10), ("grid-3x3", 12)] {
///     assert_eq!(graph.parse::<Graph>()?.edges().len(), edges);
/// }
/// # Ok::<(), quadrille::puzzle::graceful::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: Vec<String>,
    edges: Vec<[usize; 2]>,
}

impl Graph {
    /// Returns the graph with these edges, each given by the names of its vertices.
    ///
    /// # Errors
    /// [`GraphError`] if there is no edge, if there are too many, if an edge is a loop or is given
    /// twice, or if hyphens or dots in the names of vertices make two items the same.
    pub fn new<N: Into<String>>(
        edges: impl IntoIterator<Item = [N; 2]>,
    ) -> Result<Self, GraphError> {
        let mut graph = Self { vertices: Vec::new(), edges: Vec::new() };
        let mut numbers = BTreeMap::new();
        for names in edges {
            let names = names.map(Into::into);
            let edge = names.clone().map(|name: String| {
                *numbers.entry(name.clone()).or_insert_with(|| {
                    graph.vertices.push(name);
                    graph.vertices.len() - 1
                })
            });
            let is_known = |[a, b]: &[usize; 2]| edge == [*a, *b] || edge == [*b, *a];
            if edge[0] == edge[1] {
                return Err(GraphError::Loop(names.into_iter().next().unwrap_or_default()));
            }
            if graph.edges.iter().any(is_known) {
                return Err(GraphError::Repeated(names.join(" ")));
            }
            graph.edges.push(edge);
            if graph.edges.len() > MAX_EDGES {
                return Err(GraphError::TooLarge);
            }
        }
        let mut items = BTreeSet::new();
        let names = (0..graph.vertices.len()).map(|vertex| graph.vertex_item(vertex));
        let mut names = graph.edges.iter().map(|&edge| graph.edge_item(edge)).chain(names);
        match names.find(|name| !items.insert(name.clone())) {
            Some(name) => Err(GraphError::Clash(name)),
            None if graph.edges.is_empty() => Err(GraphError::NoEdges),
            None => Ok(graph),
        }
    }

    fn edge_item(&self, [a, b]: [usize; 2]) -> String {
        format!("{}-{}", self.vertices[a], self.vertices[b])
    }

    fn vertex_item(&self, vertex: usize) -> String {
        format!(".{}", self.vertices[vertex])
    }

    /// Reads a list of edges: a line has the names of two vertices, separated by blanks. Blank
    /// lines and lines that begin with `|` are ignored.
    ///
    /// # Errors
    /// [`GraphError::Line`], and the errors of [`new`](Self::new).
    ///
    /// ```
    /// use quadrille::puzzle::graceful::Graph;
    /// assert_eq!(Graph::read("| a path\na b\nb c\n")?.vertices(), ["a", "b", "c"]);
    /// # Ok::<(), quadrille::puzzle::graceful::GraphError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, GraphError> {
        let mut edges = Vec::new();
        for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('|')) {
            let names: Vec<&str> = content.split_whitespace().collect();
            match names[..] {
                [] => {}
                [one, other] if !content.contains(['|', ':']) => edges.push([one, other]),
                _ => return Err(GraphError::Line { line }),
            }
        }
        Self::new(edges)
    }

    /// Returns the names of the vertices, in the order in which the edges name them.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// Returns the edges, each as the numbers of two vertices.
    #[must_use]
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }
}

impl FromStr for Graph {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<Self, GraphError> {
        let unknown = || GraphError::Unknown(text.to_owned());
        let (kind, size) = text.split_once('-').ok_or_else(unknown)?;
        let number = |digits: &str| match digits.parse::<usize>() {
            // A graph of these kinds with a larger number has too many edges, or none.
            Ok(number) if number > MAX_EDGES + 1 => Err(GraphError::TooLarge),
            Ok(number) => Ok(number),
            Err(_) => Err(unknown()),
        };
        if kind == "grid" {
            let (rows, columns) = size.split_once('x').ok_or_else(unknown)?;
            let (rows, columns) = (number(rows)?, number(columns)?);
            let name = |row: usize, column: usize| format!("r{row}c{column}");
            return Self::new((1..=rows).flat_map(|row| {
                (1..=columns).flat_map(move |column| {
                    let right =
                        (column < columns).then(|| [name(row, column), name(row, column + 1)]);
                    let down = (row < rows).then(|| [name(row, column), name(row + 1, column)]);
                    right.into_iter().chain(down)
                })
            }));
        }
        let size = number(size)?;
        let path = || (1..size).map(|at| [at, at + 1]);
        let rim = || path().chain((size > 2).then_some([1, size]));
        let rays = || (1..=size).map(|at| [0, at]);
        let edges: Vec<[usize; 2]> = match kind {
            "path" => path().collect(),
            "cycle" if size > 2 => rim().collect(),
            "complete" => (1..=size).flat_map(|a| (a + 1..=size).map(move |b| [a, b])).collect(),
            "star" => rays().collect(),
            "wheel" if size > 2 => rim().chain(rays()).collect(),
            _ => return Err(unknown()),
        };
        Self::new(edges.into_iter().map(|edge| edge.map(|vertex| vertex.to_string())))
    }
}

/// The reason why a graph cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// The text does not name a graph.
    Unknown(String),
    /// The graph has no edge.
    NoEdges,
    /// The graph has more than [`MAX_EDGES`] edges.
    TooLarge,
    /// An edge joins a vertex to itself.
    Loop(String),
    /// An edge is given twice.
    Repeated(String),
    /// Two edges, or an edge and a vertex, would have this item.
    Clash(String),
    /// A line does not consist of the names of two vertices.
    Line {
        /// The line, counted from 1.
        line: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "`{text}` is not a graph: write path-5, cycle-8, complete-4, star-6, wheel-5 or \
                 grid-3x3"
            ),
            Self::NoEdges => f.write_str("no edges: a graph needs at least one"),
            Self::TooLarge => write!(f, "too large: a graph may have at most {MAX_EDGES} edges"),
            Self::Loop(vertex) => write!(f, "an edge joins `{vertex}` to itself: leave it out"),
            Self::Repeated(edge) => write!(f, "the edge `{edge}` is given twice: give it once"),
            Self::Clash(item) => write!(
                f,
                "two edges, or an edge and a vertex, have the item `{item}`: use names without \
                 hyphens and dots"
            ),
            Self::Line { line } => write!(
                f,
                "line {line}: write an edge as the names of two vertices, without `|` and `:`"
            ),
        }
    }
}

impl Error for GraphError {}

/// All graceful labelings of a graph.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::graceful::Graceful;
/// let puzzle = Graceful::new("path-3".parse()?);
/// let mut labelings: Vec<_> = puzzle.solutions().map(|labeling| labeling.labels().to_vec()).collect();
/// labelings.sort();
/// assert_eq!(labelings, [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]]);
/// # Ok::<(), quadrille::puzzle::graceful::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graceful {
    graph: Graph,
    /// The two vertices of an edge, each with its label.
    model: Model<[(usize, usize); 2]>,
}

impl Graceful {
    /// Returns the puzzle for this graph.
    #[must_use]
    pub fn new(graph: Graph) -> Self {
        let most = graph.edges.len();
        let mut builder = Model::builder();
        let vertex = |number: usize| graph.vertex_item(number);
        let edge_name = |edge: [usize; 2]| graph.edge_item(edge);
        let label = |label: usize| format!("+{label}");
        let items = builder
            .primary((1..=most).map(|difference| difference.to_string()))
            .and_then(|_| builder.primary(graph.edges.iter().map(|&edge| edge_name(edge))))
            .and_then(|_| builder.secondary((0..graph.vertices.len()).map(vertex)))
            .and_then(|_| builder.secondary((0..=most).map(label)));
        items.expect("an edge has a hyphen, a vertex a dot and a label a plus");
        for &edge @ [a, b] in &graph.edges {
            for difference in 1..=most {
                for low in 0..=most - difference {
                    for labels in [[low, low + difference], [low + difference, low]] {
                        let color = |number: usize| number.to_string();
                        let entries = [
                            (difference.to_string(), None),
                            (edge_name(edge), None),
                            (vertex(a), Some(color(labels[0]))),
                            (vertex(b), Some(color(labels[1]))),
                            (label(labels[0]), Some(color(a))),
                            (label(labels[1]), Some(color(b))),
                        ];
                        let entries =
                            entries.iter().map(|(item, color)| (&**item, color.as_deref()));
                        let value = [(a, labels[0]), (b, labels[1])];
                        builder.option(value, entries).expect("the items are those from above");
                    }
                }
            }
        }
        let model = builder.build().expect("a graph has few edges");
        Self { graph, model }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

impl Puzzle for Graceful {
    type Solution = Labeling;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Labeling {
        let mut labels = vec![0; self.graph.vertices.len()];
        for &(vertex, label) in cover.iter().flat_map(|&option| self.model.value(option)) {
            labels[vertex] = label;
        }
        Labeling { graph: self.graph.clone(), labels }
    }
}

/// A graceful labeling. Displays as a line with the labels of the vertices, and a line with the
/// edges in decreasing order of their labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labeling {
    graph: Graph,
    labels: Vec<usize>,
}

impl Labeling {
    /// Returns the labels of the vertices.
    #[must_use]
    pub fn labels(&self) -> &[usize] {
        &self.labels
    }

    fn difference(&self, [a, b]: [usize; 2]) -> usize {
        self.labels[a].abs_diff(self.labels[b])
    }
}

impl fmt::Display for Labeling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertices = self.graph.vertices.iter().zip(&self.labels);
        let vertices: Vec<_> = vertices.map(|(name, label)| format!("{name}={label}")).collect();
        let mut edges = self.graph.edges.clone();
        edges.sort_by_key(|&edge| std::cmp::Reverse(self.difference(edge)));
        let edges: Vec<_> = edges
            .iter()
            .map(|&edge| {
                format!(
                    "{}-{}={}",
                    self.graph.vertices[edge[0]],
                    self.graph.vertices[edge[1]],
                    self.difference(edge)
                )
            })
            .collect();
        write!(f, "{}\n{}", vertices.join(" "), edges.join(" "))
    }
}

impl Drawn for Labeling {
    /// Draws the matrix of the graph: the labels of the vertices on the diagonal, and those of the
    /// edges in the rows and columns of their vertices.
    fn picture(&self) -> Picture {
        let size = self.labels.len();
        let mut picture = Picture::new(size, size);
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            picture.set(row, column, 0, "");
            picture.shade(row, column, Shade::Paper);
        }
        for (vertex, label) in self.labels.iter().enumerate() {
            picture.set(vertex, vertex, 0, label.to_string());
            picture.set_role(vertex, vertex, Role::Given);
            picture.shade(vertex, vertex, Shade::First);
        }
        for &edge @ [a, b] in &self.graph.edges {
            for (row, column) in [(a, b), (b, a)] {
                picture.set(row, column, 0, self.difference(edge).to_string());
                picture.shade(row, column, Shade::Second);
            }
        }
        picture
    }
}
