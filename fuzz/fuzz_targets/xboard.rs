//! Sends the engine the lines of a GUI that speaks the XBoard protocol. The protocol loop must end with its input.
#![no_main]

const VOCABULARY: &str = "new variant courier leap-multi de-la-dama normal force go playother level st sd time otim usermove \
    setboard ? . undo remove hard easy post nopost analyze exit hint bk draw result 1-0 {mate} exclude include all ping \
    pause resume edit lift put hover name computer rejected accepted highlight nps 0:05 0 1 2 40 -5 99999999999999999999 \
    e2e4 e7e5 e2e3 c2e4g6 e4d5,d5e4 a7a8q 8/8/8/k7/8/K7/8/7R w b KQkq - e3 \
    ; ; ; go; st_0.01;go; analyze; force; ping_1;";

libfuzzer_sys::fuzz_target!(|input: &[u8]| kurier_fuzz::converse("xboard\nprotover 2", VOCABULARY, input));
