//! Tests of the library through its public interface, a module for each subject.

mod oracle;
mod sudokus;

mod bands;
mod canonical;
#[cfg(feature = "bigint")]
mod counting;
#[cfg(feature = "parallel")]
mod crew;
mod encoders;
mod encoders_colored;
mod encoders_more;
mod encoders_schedule;
mod encoders_solved;
mod engines;
mod engines_of_bits;
mod estimate;
mod explain;
#[cfg(feature = "bigint")]
mod family;
mod format;
mod forms;
#[cfg(feature = "generate")]
mod generate;
mod iterator;
mod known_counts;
mod layers;
mod prose;
mod reduce;
mod relay;
mod remaining;
mod sudoku;
