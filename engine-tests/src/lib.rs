//! Shared code of the integration tests: the binary under test, conversations with it, the perft data, and a slow
//! reference implementation of the rules.

pub mod arrays;
mod binary;
pub mod command;
pub mod comparison;
pub mod endings;
pub mod fairy;
pub mod games;
pub mod gui;
pub mod invented;
pub mod links;
pub mod long_form;
pub mod mates;
pub mod one_sided;
pub mod parallel;
pub mod partners;
pub mod perft_data;
mod process;
pub mod reference;
pub mod small_games;
pub mod solver;
pub mod strategies;
pub mod svg;
pub mod tables;
pub mod tactics;
pub mod tournament;
pub mod transcript;
pub mod xboard;

pub use binary::kurier_binary;
pub use process::Process;
