//! Tests of the rules. They form one program, because every test program has to compile the move generator for all
//! board widths.

mod invented;
mod one_sided;
mod perft;
mod properties;
mod reference;
mod repetition;
mod words;
