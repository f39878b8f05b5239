//! Snapshots of whole conversations in the XBoard protocol, verbatim except for output that depends on the search. The
//! greetings are recordings of XBoard 4.9.1 and Cute Chess 1.5.1.
//!
//! `INSTA_UPDATE=always cargo test -p engine-tests --test xboard_transcripts` accepts changes, which `git diff` then
//! shows.

use engine_tests::transcript::transcript;
use insta::{assert_snapshot, with_settings};

/// Compares a transcript with the snapshot that has the name of the test.
macro_rules! assert_same {
    ($text:expr) => {
        with_settings!({ omit_expression => true }, { assert_snapshot!($text) })
    };
}

/// Returns the greeting of XBoard, which accepts all features.
fn xboard_greeting() -> String {
    let features = "ping setboard usermove san time draw analyze reuse colors playother memory smp nps name sigint sigterm \
                    debug exclude highlight pause myname variants option option";
    greeting(features, "") + "memory 68\ncores 1\n"
}

/// Returns the greeting of Cute Chess.
fn cute_chess_greeting() -> String {
    greeting(
        "ping setboard usermove san time reuse memory smp nps name pause myname variants option",
        "draw analyze colors playother sigint sigterm debug exclude highlight",
    )
}

fn greeting(accepted: &str, rejected: &str) -> String {
    let answers = |answer: &'static str, features: &str| -> String {
        let lines = features.split(' ').filter(|feature| !feature.is_empty());
        lines.map(|feature| format!("{answer} {feature}\n")).collect()
    };
    let answers = answers("accepted", accepted) + &answers("rejected", rejected);
    format!("xboard\nprotover 2\n< feature done=1\naccepted done\n{answers}accepted done\n")
}

/// Returns the transcript of a script after a greeting, without the greeting, which has its own snapshot.
fn after(greeting: String, script: &str) -> String {
    let whole = transcript(&(greeting + "ping 999\n< pong 999\n" + script));
    let (_, rest) = whole.split_once("< pong 999\n").unwrap_or_default();
    rest.to_owned()
}

fn xboard(script: &str) -> String {
    after(xboard_greeting(), script)
}

fn cute_chess(script: &str) -> String {
    after(cute_chess_greeting(), script)
}

#[test]
fn features_are_announced() {
    assert_same!(transcript(&(xboard_greeting() + "quit")));
}

#[test]
fn xboard_plays_a_match() {
    assert_same!(xboard(
        "
        new
        level 0 0:02 0
        post
        hard
        ping 1
        < pong 1
        force
        ping 2
        < pong 2
        memory 68
        cores 1
        new
        level 0 0:02 0
        post
        hard
        ping 3
        < pong 3
        force
        computer
        name Fairy-Max 5.0b
        time 200
        otim 200
        go
        < move
        time 190
        otim 194
        usermove a7a6
        < move
        time 185
        otim 190
        usermove h7h6
        < move
        result 0-1 {Black wins on time}
        force
        ping 4
        < pong 4
        memory 68
        cores 1
        new
        level 0 0:02 0
        post
        hard
        ping 5
        < pong 5
        force
        computer
        name Fairy-Max 5.0b
        time 200
        otim 200
        black
        usermove e2e4
        white
        go
        < move
        result * {Game aborted}
        force
        ping 6
        < pong 6
        quit"
    ));
}

#[test]
fn xboard_learns_a_game() {
    assert_same!(xboard(
        "
        new
        variant furious-courier
        level 0 0:02 0
        post
        hard
        ping 1
        < pong 1
        force
        setboard rnzcgkqgcznr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNZCGKQGCZNR w Ff 0 1
        usermove f1e3
        usermove f8g6
        usermove e3f3
        usermove g6g5
        usermove f3e4
        usermove g5e6
        undo
        ping 2
        < pong 2
        new
        variant leap-multi
        ping 3
        < pong 3
        new
        variant column-courier
        ping 4
        < pong 4
        new
        variant courierleapale
        variant courier-dama
        variant kriegspiel
        variant
        ping 5
        < pong 5
        quit"
    ));
}

#[test]
fn cute_chess_plays_courier() {
    assert_same!(cute_chess(
        "
        memory 64
        cores 1
        new
        variant courier
        force
        level 40 0:05 0
        post
        easy
        ping 1
        < pong 1
        usermove b2b3
        setboard rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR b - - 0 1
        usermove b7b6
        time 500
        otim 500
        go
        < move
        result 1-0 {Black resigns}
        ping 2
        < pong 2
        new
        variant shatranj
        level 0 0:01 0.1
        usermove a2a3
        < move
        result *
        new
        force
        usermove b2b3
        setboard 4k3/8/8/8/8/8/8/4K2R b - - 0 1
        usermove e8e7
        usermove b2b3
        ping 3
        < pong 3
        quit"
    ));
}

#[test]
fn analysis() {
    assert_same!(xboard(
        "
        new
        post
        hard
        ping 1
        < pong 1
        analyze
        <
        .
        < stat01:
        usermove e2e4
        <
        .
        < stat01:
        usermove e2e4
        < Illegal
        usermove e7e5
        <
        exclude g1f3
        <
        exclude g1f9
        < Illegal
        include all
        <
        exclude all
        include g1f3
        <
        hint
        < Hint: 
        lift g1
        < highlight
        undo
        <
        undo
        undo
        undo
        < Error
        < Error
        setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1
        <
        setboard 7k/8/5K2/8/8/8/8/8 x - - 0 1
        < tellusererror
        usermove f6f7
        < Illegal
        setboard 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1
        .
        new
        variant leap
        < piece P&
        <
        .
        < stat01:
        ping 2
        < pong 2
        exit
        .
        ping 3
        < pong 3
        analyze
        <
        quit"
    ));
}

/// Checks all commands that can arrive while the engine thinks about its move.
#[test]
fn thinking_is_interrupted() {
    assert_same!(xboard(
        "
        new
        variant courier
        level 0 60 0
        post
        easy
        usermove b2b3
        <
        undo
        ping 1
        < pong 1
        usermove c2c3
        <
        exclude b7b6
        hint
        lift b7
        .
        < stat01:
        ?
        < move
        remove
        usermove b2b3
        <
        force
        usermove b7b6
        usermove c2c3
        go
        <
        remove
        ping 2
        < pong 2
        force
        usermove a7a6
        undo
        go
        <
        new
        variant leap
        < piece P&
        usermove f3f4
        <
        setboard *nqkn*/rpbbpr/pppppp/6/6/PPPPPP/RPBBPR/*NQKN* b KQkq - 0 1
        go
        <
        playother
        usermove f6f5
        <
        result 1/2-1/2 {Draw agreed}
        ping 3
        < pong 3
        new
        level 0 60 0
        usermove e2e4
        <
        option MultiPV=2
        memory 32
        usermove d2d4
        < Illegal
        ping 4
        draw
        easy
        nopost
        ?
        < pong 4
        usermove d2d4
        pause
        ?
        ping 5
        < pong 5
        resume
        ?
        < move
        new
        post
        usermove e2e4
        <
        quit"
    ));
}

#[test]
fn pondering() {
    assert_same!(xboard(
        "
        new
        level 0 60 0
        sd 4
        post
        hard
        usermove e2e4
        < move
        ping 1
        < pong 1
        .
        ?
        hint
        < Hint: 
        ping 2
        < pong 2
        usermove h2h4
        < move
        undo
        undo
        undo
        undo
        force
        usermove e2e4
        usermove e7e5
        playother
        usermove g1f3
        < move
        remove
        usermove a2a3
        < move
        setboard 7k/8/8/8/8/8/1r6/K7 w - - 0 1
        usermove a1b2
        ping 3
        < pong 3
        new
        sd 3
        go
        < move
        usermove e7e5
        < move
        easy
        usermove h7h6
        < move
        hard
        result 1-0 {White mates}
        ping 4
        < pong 4
        quit"
    ));
}

/// Checks input from GUIs or people that is known to break engines.
#[test]
fn traps() {
    assert_same!(xboard(
        "
        option Move Overhead=50
        option MultiPV=many
        option Clear Hash
        option Variant File=/no/such/file
        new
        random
        sd 2
        easy
        usermove e2e5
        usermove e7e5
        usermove e2e4q
        usermove 0000
        usermove
        e2e5
        usermove é2e4
        foo
        isready
        level
        level 40 five 0
        time soon
        sd many
        ping
        < pong
        setboard
        setboard 8/8/8/8/8/8/8/8 w - - 0 1
        usermove e2e4
        go
        hint
        undo
        setboard 4k2r/P7/8/8/8/8/8/R3K2R w KQk - 0 1
        force
        usermove a7a8
        usermove a7a8k
        usermove e1g1
        undo
        usermove O-O
        undo
        usermove e1c1
        undo
        usermove a7a8q
        undo
        usermove a7a8=Q
        undo
        usermove A7A8Q
        undo
        edit
        #
        Ka1
        c
        ka8
        .
        new
        variant leap
        force
        usermove c3c4
        usermove b6b5
        usermove a3a4
        variant shatranj
        setboard rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w 0 1
        usermove a2a4
        usermove a2a3
        bk
        hint
        < Hint: 
        ics -
        rating 2000 1500
        accepted nonsense
        protover 1
        undo
        undo
        remove
        ping 9
        < pong 9
        quit"
    ));
}

/// Checks chains of captures, which XBoard sends as several legs of a move.
#[test]
fn chains() {
    assert_same!(xboard(
        "
        new
        variant leap-multi
        force
        setboard *3k*/6/2p3/6/4p1/6/2Q3/*2K1* w - - 0 1
        usermove c2e4
        usermove c2e4,e4c6
        undo
        lift c2
        put e4
        lift e4
        put c6
        usermove c2e4
        usermove e4c6
        ping 1
        < pong 1
        undo
        sd 4
        go
        < move
        < move
        ping 2
        < pong 2
        quit"
    ));
}

/// Checks the ends of games, and which side announces them.
#[test]
fn ends() {
    assert_same!(xboard(
        "
        new
        sd 3
        easy
        force
        usermove f2f3
        usermove e7e5
        usermove g2g4
        go
        < move
        ping 1
        < pong 1
        usermove a2a3
        new
        computer
        sd 3
        force
        usermove f2f3
        usermove e7e5
        usermove g2g4
        playother
        usermove d8h4
        < 0-1
        go
        ping 2
        < pong 2
        new
        variant leap
        force
        setboard *2k1*/6/6/6/p1R3/6/6/*2K1* w - - 0 1
        go
        < move
        ping 3
        < pong 3
        computer
        force
        undo
        go
        < move
        ping 4
        < pong 4
        new
        force
        setboard 7k/8/8/8/8/8/q7/7K w - - 0 1
        usermove h1g1
        usermove a2b2
        usermove g1h1
        usermove b2a2
        usermove h1g1
        usermove a2b2
        usermove g1h1
        playother
        usermove b2a2
        < 1/2-1/2
        ping 5
        < pong 5
        quit"
    ));
}
