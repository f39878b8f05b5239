//! Snapshots of whole UCI conversations, verbatim except for output that depends on the search.
//!
//! `INSTA_UPDATE=always cargo test -p engine-tests --test uci_transcripts` accepts changes, which `git diff` then
//! shows.

use engine_tests::transcript::transcript;
use insta::{assert_snapshot, with_settings};

/// Compares a transcript with the snapshot that has the name of the test.
macro_rules! assert_same {
    ($text:expr) => {
        with_settings!({ omit_expression => true }, { assert_snapshot!($text) })
    };
}

/// Returns the transcript of a script after the greeting, which has its own snapshot.
fn uci(script: &str) -> String {
    let whole = transcript(&format!("uci\n< uciok\n{script}"));
    let (_, rest) = whole.split_once("< uciok\n").unwrap_or_default();
    rest.to_owned()
}

#[test]
fn greeting() {
    assert_same!(transcript("uci\n<uciok\nisready\n<readyok\nquit"));
}

#[test]
fn a_gui_plays_a_game_of_courier() {
    assert_same!(uci("
        setoption name Hash value 8
        setoption name Threads value 1
        setoption name Ponder value true
        setoption name UCI_Variant value courier
        isready
        < readyok
        ucinewgame
        isready
        < readyok
        position startpos
        go wtime 600 btime 600 winc 20 binc 20
        < bestmove
        position startpos moves e2e3 e7e6
        go wtime 550 btime 600 winc 20 binc 20
        < bestmove
        position startpos moves e2e3 e7e6 l4l5 l5l4
        position startpos moves e2e3 e7e6 e3e4 e6e5
        go ponder wtime 500 btime 500
        isready
        < readyok
        ponderhit
        < bestmove
        position fen rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR b - - 0 1 moves e7e6
        go movetime 30
        < bestmove
        position fen rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w 0 1
        go depth 2
        < bestmove
        d
        quit"));
}

#[test]
fn a_gui_plays_in_three_dimensions() {
    assert_same!(uci("
        setoption name UCI_Variant value courierleapale
        position startpos moves wd2wd3 wd5wd4
        d
        go nodes 500
        < bestmove
        position startpos moves wd2wd9
        go nodes 100 searchmoves wc2wc3
        < bestmove
        quit"));
}

/// Checks all commands that can arrive while the engine thinks.
#[test]
fn thinking_is_interrupted() {
    assert_same!(uci("
        position startpos
        go infinite
        < info depth
        isready
        < readyok
        stop
        < bestmove
        stop
        ponderhit
        go infinite
        < info depth
        position startpos moves e2e4
        < bestmove
        go infinite
        < info depth
        go depth 1
        < bestmove
        < bestmove
        go infinite
        < info depth
        setoption name Hash value 4
        < bestmove
        go infinite
        < info depth
        setoption name UCI_Variant value leap
        < bestmove
        go infinite
        < info depth
        ucinewgame
        < bestmove
        go ponder wtime 100 btime 100
        < info depth
        stop
        < bestmove
        go ponder movetime 1
        < info depth
        isready
        < readyok
        ponderhit
        < bestmove
        go ponder wtime 100 btime 100
        < info depth
        position startpos
        < bestmove
        go infinite
        < info depth
        d
        stop
        < bestmove
        go perft 20
        isready
        < readyok
        stop
        < info string
        go infinite
        < info depth
        quit"));
}

#[test]
fn traps() {
    assert_same!(transcript(
        "
        isready
        < readyok
        uci
        < uciok
        xyzzy
        joho debug on
        setoption
        setoption name Hash
        setoption name Hash value many
        setoption name Hash value 0
        setoption name Nonsense value 3
        setoption name UCI_Variant value nothing
        setoption name VariantPath value /no/such/file
        setoption name Clear Hash
        setoption   name   UCI_Variant   value   courier
        setoption name uci_variant value chess
        position
        position nonsense
        position fen
        position fen 8/8/8/8/8/8/8/8 w - - 0 1
        position startpos moves e2e5
        position startpos moves e2e4 e7e5 e4e5
        d
        go depth 300 nodes 100
        < bestmove
        go mate 300 nodes 100
        < bestmove
        go  depth   1
        < bestmove
        go depth 1 searchmoves e2e5
        < bestmove
        go perft
        go perft two
        position startpos  moves  e2e4   e7e5
        d
        go wtime -50 btime 100
        < bestmove
        position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
        go depth 3
        < bestmove
        position fen k7/8/1QK5/8/8/8/8/8 b - - 0 1
        go infinite
        stop
        < bestmove
        position fen 7k/8/8/8/8/8/8/K7 w - - 0 1
        d
        go depth 2
        < bestmove
        go perft 1
        < Nodes
        quit"
    ));
}
