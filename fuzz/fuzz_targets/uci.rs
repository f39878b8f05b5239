//! Sends the engine the lines of a GUI that speaks UCI. The protocol loop must end with its input.
#![no_main]

const VOCABULARY: &str = "isready ucinewgame position startpos fen moves go depth nodes movetime wtime btime winc binc \
    movestogo mate infinite ponder searchmoves stop ponderhit setoption_name_UCI_Variant_value setoption_name_MultiPV_value \
    chess courier leap-multi courierleapale de-la-dama d eval debug register 0 1 2 40 400 -5 99999999999999999999 e2e4 e7e5 \
    e2e3 c2e4g6 wd1we2 a7a8q 8/8/8/k7/8/K7/8/7R *nqkn*/rpbbpr/pppppp/6/6/PPPPPP/RPBBPR/*NQKN* w b KQkq - e3 \
    ; ; ; position_startpos; go_nodes_200; go_infinite; stop; isready;";

libfuzzer_sys::fuzz_target!(|input: &[u8]| kurier_fuzz::converse("uci", VOCABULARY, input));
