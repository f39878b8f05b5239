//! Kurier, an engine for the Courier Chess family and other games that no strong engine plays.

pub mod board;
pub mod rules;
