//! Tests of the library through its public interface: a module for each subject.

mod oracle;
mod sudokus;

mod bands;
mod bounds;
mod canonical;
#[cfg(feature = "symmetry")]
mod classes;
mod clues;
mod costs;
#[cfg(feature = "bigint")]
mod counting;
mod dance;
#[cfg(feature = "bigint")]
mod diagram;
#[cfg(feature = "symmetry")]
mod distinct;
mod encoders;
mod encoders_colored;
mod encoders_lines;
mod encoders_more;
mod encoders_schedule;
mod encoders_solved;
mod engines;
mod engines_of_bits;
mod estimate;
mod explainer;
mod first;
mod format;
mod forms;
#[cfg(feature = "generate")]
mod generate;
mod hybrid;
mod iterator;
mod join;
mod known_counts;
mod layers;
mod limits;
mod line_ends;
mod logic;
#[cfg(feature = "parallel")]
mod parallel;
#[cfg(feature = "symmetry")]
mod planted;
mod preference;
mod prose;
mod rating;
mod reading;
mod remaining;
mod scan;
mod solver_files;
mod sudoku;
mod symbols;
#[cfg(feature = "symmetry")]
mod symmetry;
mod unknown_ids;
mod weights;
