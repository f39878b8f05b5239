//! Lines of a GUI that speaks UCI.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kurier_fuzz::converse("uci", input));
