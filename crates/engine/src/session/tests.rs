//! Tests of boards and engines through their public interface.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::search::{Limits, Settings, Signals};
use kurier_rules::board::Square;
use kurier_rules::position::{MAX_PERFT_DEPTH, Turn};
use kurier_rules::rules::{Catalogue, Color, Definition};

fn definition(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("the game is built in")
}

fn board(name: &str) -> Board {
    Board::new(&definition(name))
}

fn engine(board: &Board) -> Engine {
    let settings = Settings {
        hash: 1,
        ..Settings::default()
    };
    Engine::new(board, settings)
}

fn start(engine: &mut Engine, board: &Board, limits: &Limits) -> Receiver<Event> {
    let (sender, receiver) = channel();
    let started = engine.start(board, limits, move |event| _ = sender.send(event));
    started.expect("the search can be started");
    receiver
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

#[test]
fn boards_of_every_width_open() {
    for (name, turns) in [("leap", 13), ("courier", 26), ("de-la-dama", 39)] {
        assert_eq!(board(name).turns().len(), turns, "{name}");
    }
    let space = board("courierleapale");
    assert_eq!(space.perft(1, 1).nodes as usize, space.turns().len());
}

#[test]
fn moves_are_numbered_from_the_position_that_was_set_up() {
    let made = |board: &Board| Color::BOTH.map(|color| board.moves_made(color));
    let mut chess = board("chess");
    let counts = |board: &mut Board, turns: [&str; 3]| {
        let mut all = vec![made(board)];
        for text in turns {
            let turn = board.parse(text).expect(text);
            assert_eq!(board.play(&turn), Ok(()));
            all.push(made(board));
        }
        all
    };
    assert_eq!(
        counts(&mut chess, ["e2e4", "e7e5", "g1f3"]),
        [[0, 0], [1, 0], [1, 1], [2, 1]]
    );
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 30";
    chess.set_up(Some(fen)).expect("a FEN");
    assert_eq!(
        counts(&mut chess, ["e7e5", "g1f3", "b8c6"]),
        [[1, 0], [1, 1], [2, 1], [2, 2]]
    );
}

#[test]
fn undo_takes_back_whole_turns() {
    let fen = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1";
    let mut board = Board::from_fen(&definition("leap64-multi"), fen).expect("the FEN is good");
    let chain = board.parse("B1B3B5").expect("it is legal");
    assert_eq!((board.spell(&chain).as_str(), board.route(&chain).len()), ("b1b3b5", 3));
    assert_eq!(board.play(&chain), Ok(()));
    assert_eq!((board.side(), board.history()), (Color::Black, &[chain.clone()][..]));
    assert_eq!(board.undo(), Some(chain));
    assert_eq!(board.fen(), fen);
    assert_eq!(board.undo(), None);
}

#[test]
fn only_whole_legal_turns_are_played() {
    let fen = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1";
    let mut board = Board::from_fen(&definition("leap64-multi"), fen).expect("the FEN is good");
    let chain = board.parse("b1b3b5").expect("it is legal");
    let unfinished = Turn::single(chain.first());
    let doubled = Turn::new(&[chain.steps(), &[chain.last()]].concat()).expect("it has steps");
    for turn in [unfinished, doubled] {
        assert!(!board.is_legal(&turn), "{turn:?}");
        assert!(board.play(&turn).is_err(), "{turn:?}");
        assert_eq!((board.fen().as_str(), board.history().len()), (fen, 0), "{turn:?}");
    }
    assert!(board.is_legal(&chain));
    let mut mated = Board::from_fen(&definition("chess"), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("the FEN is good");
    assert!(!mated.has_turns() && mated.undo().is_none());
}

#[test]
fn refused_positions_and_moves_change_nothing() {
    let mut board = board("chess");
    for text in ["e2e4", "e7e5"] {
        let turn = board.parse(text).expect("it is legal");
        assert_eq!(board.play(&turn), Ok(()));
    }
    let fen = board.fen();
    assert!(board.set_up(Some("8/8/8/8/8/8/8/8 w - - 0 1")).is_err());
    let error = board.parse("e1e3").expect_err("it is not legal");
    assert_eq!(
        error.to_string(),
        "illegal move (the King cannot go from e1 to e3): e1e3"
    );
    assert_eq!((board.fen(), board.history().len()), (fen, 2));
    assert_eq!(board.set_up(None), Ok(()));
    assert_eq!(board.history().len(), 0);
}

#[test]
fn pieces_in_hand_after_the_board_are_ignored() {
    let grand = board("grand").fen();
    for list in ["[-]", "[]", "[QRn-]"] {
        let listed = grand.replacen(' ', &format!("{list} "), 1);
        let read = Board::from_fen(&definition("grand"), &listed).map(|board| board.fen());
        assert_eq!(read.as_deref(), Ok(grand.as_str()), "{list}");
    }
    let chess = board("chess").fen();
    let listed = |list: &str| Board::from_fen(&definition("chess"), &chess.replacen(' ', list, 1)).is_ok();
    assert!(listed("[] ") && listed("[-] "));
    // Chess has no drops, so pieces in hand are an error, and so are brackets that do not match.
    assert!(!listed("[Qn] ") && !listed("[ ") && !listed("] "));
}

#[test]
fn lines_end_before_the_first_illegal_turn() {
    let board = board("chess");
    let turn = board.parse("g1f3").expect("it is legal");
    let line = [turn.clone(), turn];
    assert_eq!(board.spell_line(&line), ["g1f3"]);
    assert_eq!(board.san_line(&line), ["Nf3"]);
}

#[test]
fn a_search_ends_with_a_legal_turn() {
    let board = board("leap-multi");
    let only: Vec<Turn> = ["c2a4", "c2e4"]
        .map(|text| board.parse(text).expect("it is legal"))
        .into();
    let limits = Limits { only, ..to_depth(4) };
    let mut engine = engine(&board);
    let events: Vec<Event> = start(&mut engine, &board, &limits).into_iter().collect();
    assert!(!engine.searching());
    let (last, reports) = events.split_last().expect("there are events");
    let Event::Best(best) = last else {
        panic!("{last:?}");
    };
    assert!(best.turn.as_ref().is_some_and(|turn| limits.only.contains(turn)));
    assert!(!reports.is_empty());
    for event in reports {
        let Event::Report(report) = event else {
            panic!("{event:?}")
        };
        assert_eq!(board.spell_line(&report.pv).len(), report.pv.len(), "{report:?}");
    }
}

#[test]
fn search_and_start_find_the_same_turn() {
    let board = board("courier");
    let mut depths = Vec::new();
    let waited = engine(&board).search(&board, &to_depth(3), |report| depths.push(report.depth));
    let waited = waited.expect("it is the same game");
    assert_eq!(depths, [1, 2, 3]);
    let last = start(&mut engine(&board), &board, &to_depth(3)).into_iter().last();
    let Some(Event::Best(started)) = last else {
        panic!("{last:?}")
    };
    assert_eq!((started.turn, started.nodes), (waited.turn, waited.nodes));
}

#[test]
fn without_a_legal_turn_there_is_no_best_one() {
    let mated = Board::from_fen(&definition("chess"), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("the FEN is good");
    let best = engine(&mated).search(&mated, &to_depth(3), |_| ());
    assert!(best.expect("it is the same game").turn.is_none());
}

#[test]
fn boards_of_other_games_are_refused() {
    let shatranj = board("shatranj");
    let mut engine = engine(&board("chess"));
    let error = engine
        .search(&shatranj, &to_depth(1), |_| ())
        .expect_err("another game");
    assert_eq!(error.to_string(), "the engine plays chess, not shatranj");
    assert!(engine.explain_evaluation(&shatranj).is_err());
    // A definition that was loaded twice counts as one variant.
    assert!(engine.search(&board("chess"), &to_depth(1), |_| ()).is_ok());
}

#[test]
fn positions_are_evaluated_also_during_a_search() {
    let endless = Limits {
        infinite: true,
        ..Limits::default()
    };
    let start_board = board("chess");
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let ahead = Board::from_fen(&definition("chess"), fen).expect("the FEN is good");
    let mut engine = engine(&start_board);
    let _events = start(&mut engine, &start_board, &endless);
    assert!(engine.evaluate(&ahead).expect("the same game") > 500);
    let explained = engine.explain_evaluation(&ahead).expect("the same game");
    assert_eq!(explained.score, engine.evaluate(&ahead).expect("the same game"));
    assert_eq!(explained.network.unwrap_or(0) + explained.hand_crafted, explained.score);
    assert!(engine.searching());
}

#[test]
fn changes_end_a_search() {
    let endless = Limits {
        infinite: true,
        ..Limits::default()
    };
    let changes: [fn(&mut Engine); 4] = [
        Engine::new_game,
        |engine| engine.configure(engine.settings().clone()),
        Engine::halt,
        |engine| engine.stop(),
    ];
    let board = board("chess");
    let mut engine = engine(&board);
    for change in changes {
        let events = start(&mut engine, &board, &endless);
        assert!(engine.searching());
        change(&mut engine);
        assert!(matches!(events.into_iter().last(), Some(Event::Best(_))));
    }
}

#[test]
fn counting_can_be_stopped_and_shared() {
    let board = board("courier");
    let mut engine = engine(&board);
    let (sender, receiver) = channel();
    let started = engine.start_perft(&board, MAX_PERFT_DEPTH, move |count| _ = sender.send(count));
    started.expect("the count can be started");
    engine.stop();
    assert_eq!(receiver.recv(), Ok(None));

    // The depth may be any number that a user enters, so no allocation may depend on it.
    let stopped = Signals::default();
    stopped.stop();
    assert_eq!(board.perft_until(u32::MAX, 1, &stopped), None);

    let alone = board.perft(3, 1);
    assert_eq!((alone.nodes, alone.divide.len()), (18406, 26));
    assert!(alone.spelled(&board).is_sorted());
    assert_eq!(board.perft(3, 2), alone);
    assert_eq!(board.perft(0, 2).nodes, 1);
}

#[test]
fn rights_and_en_passant_squares_match_the_fen() {
    let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 5 9";
    let board = Board::from_fen(&definition("chess"), fen).expect("the FEN is good");
    let names = |squares: Vec<Square>| -> Vec<String> {
        squares
            .iter()
            .map(|square| board.definition().shape.name(*square))
            .collect()
    };
    assert_eq!(names(board.rights()), ["h1", "a8"]);
    assert_eq!(names(board.en_passant()), ["d6"]);
    assert_eq!((board.halfmoves(), board.fullmove()), (5, 9));
}

#[test]
fn repetitions_are_detected() {
    let mut board = board("chess");
    for (number, text) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().enumerate() {
        let turn = board.parse(text).expect("it is legal");
        assert_eq!(board.play(&turn), Ok(()));
        assert_eq!(board.is_repeated(), number == 3);
    }
    assert_eq!(board.outcome(), None);
}
