//! Tests of the rules. They form one program, because each program compiles the generator of moves for all board
//! widths.

mod invented;
mod one_sided;
mod perft;
mod properties;
mod reference;
mod repetition;
mod words;
