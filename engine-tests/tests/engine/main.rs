//! Tests of search, evaluation, endgame tables and puzzles. They form one program, because every test program has to
//! compile the move generator for all board widths.

mod attack;
mod endgames;
mod mate_search;
mod mates;
mod networks;
mod puzzles;
mod tables;
mod tactics;
