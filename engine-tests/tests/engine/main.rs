//! Tests of search, evaluation and endgame tables. They form one program, because each program compiles the
//! generator of moves for all board widths.

mod attack;
mod endgames;
mod mate_search;
mod mates;
mod networks;
mod tables;
mod tactics;
