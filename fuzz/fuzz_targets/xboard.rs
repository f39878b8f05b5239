//! Lines of a GUI that speaks the XBoard protocol.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kurier_fuzz::converse("xboard\nprotover 2", input));
