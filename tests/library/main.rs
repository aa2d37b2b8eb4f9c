//! Tests of the library through its public interface, and checks of its sources and documents: a
//! module for each subject.

mod oracle;
mod sudokus;

mod bands;
mod bounds;
mod canonical;
mod classes;
mod clues;
mod costs;
mod counting;
mod dance;
mod diagram;
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
mod symmetry;
mod unknown_ids;
mod weights;
