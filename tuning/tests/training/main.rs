//! Tests of everything that learns. They form one program, because each program compiles the move generator for all
//! board widths.

mod fit;
mod rules;
mod siblings;
mod train;
