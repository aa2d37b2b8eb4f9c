//! The writer for the text format of diagrams, and for graphs in the language of Graphviz.

use std::io::{self, Write};

use super::{Diagram, Node};
use crate::ids::OptionId;

impl Diagram {
    /// Writes the diagram as text, from the bottom up, in the format of [`read`](Self::read):
    ///
    /// ```text
    /// | comments                      lines that begin with |
    /// quadrille diagram 1             the format and its version
    /// options 8                       the number of options of the problem
    /// + 1,2>1 3>1                     node 2: the cover {1, 2}, or the cover {3}
    /// + 4>2 5,6>1                     node 3: {4} with a cover of node 2, or {5, 6}
    /// + 7>1 8>1                       node 4: {7}, or {8}
    /// * 3 4                           node 5: a cover of node 3 with a cover of node 4
    /// root 5                          the diagram is node 5
    /// ```
    ///
    /// Nodes are numbered from 2 in the order of their lines. The children of a node come before
    /// it. Node 0 has no covers and can only be the root. Node 1 has only the empty cover. Options
    /// are numbered from 1 by their positions in the problem. A line that begins with `+` is a
    /// branch. Each edge has its options, separated by commas, then `>` and the number of a node.
    /// An edge may have no options. A line that begins with `*` is a product, with the numbers of
    /// its factors.
    ///
    /// # Errors
    /// [`io::Error`] if the output fails.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo, diagram::Diagram};
    /// # let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// for option in [&["a"][..], &["b"], &["a", "b"]] {
    ///     builder.option(option)?;
    /// }
    /// let mut text = Vec::new();
    /// memo::diagram(&builder.build()?)?.write(&mut text)?;
    /// assert_eq!(String::from_utf8(text.clone())?, "quadrille diagram 1\noptions 3\n+ 1,2>1 3>1\nroot 2\n");
    /// assert_eq!(Diagram::read(&text[..])?.iter().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "quadrille diagram 1\noptions {}", self.option_count)?;
        for node in self.nodes() {
            write!(output, "{}", if self.is_product(node) { '*' } else { '+' })?;
            for edge in self.edges(node) {
                let child = self.child(edge).get();
                if self.is_product(node) {
                    write!(output, " {child}")?;
                    continue;
                }
                for (at, option) in self.options_of(edge).iter().enumerate() {
                    write!(output, "{}{}", if at == 0 { ' ' } else { ',' }, option.index() + 1)?;
                }
                write!(
                    output,
                    "{}>{child}",
                    if self.options_of(edge).is_empty() { " " } else { "" }
                )?;
            }
            writeln!(output)?;
        }
        writeln!(output, "root {}", self.root.get())
    }

    /// Writes the diagram in the language of Graphviz, to be drawn by its program `dot`. Branches
    /// are circles, and products are boxes. An edge is labelled with the `label` of each of its
    /// options.
    ///
    /// # Errors
    /// [`io::Error`] if the output fails.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// # builder.primary(["a", "b"])?;
    /// # for option in [&["a"][..], &["b"], &["a", "b"]] {
    /// #     builder.option(option)?;
    /// # }
    /// let problem = builder.build()?;
    /// let mut text = Vec::new();
    /// memo::diagram(&problem)?.write_dot(&mut text, |option| problem.option_text(option))?;
    /// assert!(String::from_utf8(text)?.contains(r#"n2 -> n1 [label="a b"]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dot(
        &self,
        mut output: impl Write,
        label: impl Fn(OptionId) -> String,
    ) -> io::Result<()> {
        writeln!(output, "digraph diagram {{\n  node [shape=circle, label=\"\"];")?;
        let empty = if self.is_empty() { "\u{22A5}" } else { "\u{22A4}" };
        writeln!(
            output,
            "  n{} [shape=square, label=\"{empty}\"];",
            Node::UNIT.min(self.root).get()
        )?;
        for node in self.nodes() {
            let from = node.get();
            if self.is_product(node) {
                writeln!(output, "  n{from} [shape=box, label=\"\u{D7}\"];")?;
            }
            for edge in self.edges(node) {
                write!(output, "  n{from} -> n{}", self.child(edge).get())?;
                let labels: Vec<String> =
                    self.options_of(edge).iter().map(|&option| escaped(&label(option))).collect();
                match &labels[..] {
                    [] => writeln!(output, ";")?,
                    labels => writeln!(output, " [label=\"{}\"];", labels.join("\\n"))?,
                }
            }
        }
        writeln!(output, "}}")
    }
}

/// Returns a text with the escapes that a quoted string of Graphviz needs.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
