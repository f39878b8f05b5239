//! Tests of lessons, and of what turns are good for.

use super::scenes::pass;
use super::*;
use crate::games::Games;
use crate::position::PositionRef;
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Definition};

/// Returns the built-in games.
fn games() -> Games {
    Games::new(Catalogue::built_in())
}

/// Returns the lesson for a game.
fn lesson_of(game: &str) -> Vec<LessonStep> {
    lesson(&games(), game).expect("the game is known")
}

/// Fails unless the solution of a step reaches the goal of the step.
fn solve(game: &str, definition: &std::sync::Arc<Definition>, step: &LessonStep) {
    let mut board = Board::from_fen(definition, &step.fen).expect("the position is legal");
    assert_eq!(board.outcome(), None, "{game}: {step:?}");
    assert_ne!(step.visit.is_empty(), step.turns.is_empty(), "{game}: {step:?}");
    for text in &step.turns {
        board
            .parse(text)
            .unwrap_or_else(|error| panic!("{game}: {step:?}: {error}"));
    }
    if step.visit.is_empty() {
        assert!(step.turns.contains(&step.solution[0]), "{game}: {step:?}");
        return;
    }
    let mut visited = Vec::new();
    for (number, text) in step.solution.iter().enumerate() {
        let turn = board
            .parse(text)
            .unwrap_or_else(|error| panic!("{game}: {step:?}: {error}"));
        let piece = board
            .piece_at(turn.from())
            .map(|piece| definition.piece(piece.piece_type).letter);
        assert_eq!(piece, step.piece, "{game}: {step:?}");
        visited.push(definition.shape.name(turn.to()));
        board.play(&turn).expect("it is legal");
        let view = practise(&games(), game, &step.fen, &step.solution[0]).expect("it is legal");
        assert!(number > 0 || view.side == "White", "{game}: {step:?}");
        assert!(
            number + 1 == step.solution.len() || pass(&mut board),
            "{game}: {step:?}"
        );
    }
    assert_eq!(visited, step.visit, "{game}");
}

#[test]
fn every_game_of_the_menu_has_a_lesson_that_can_be_solved() {
    for definition in Catalogue::built_in().menu() {
        let steps = lesson_of(&definition.name);
        steps.iter().for_each(|step| solve(&definition.name, definition, step));
        for (_, piece) in definition.piece_types() {
            let taught = steps
                .iter()
                .any(|step| step.kind == StepKind::Piece && step.piece == Some(piece.letter));
            assert!(taught, "{}: {}", definition.name, piece.name);
        }
        assert!(
            steps.iter().any(|step| step.kind == StepKind::Win),
            "{}",
            definition.name
        );
    }
}

#[test]
fn a_lesson_is_the_same_every_time() {
    assert_eq!(lesson_of("leap-multi"), lesson_of("leap-multi"));
}

#[test]
fn lessons_teach_the_special_rules_of_their_games() {
    use StepKind::*;
    let kinds = [
        Piece,
        MultiStep,
        FirstMove,
        Promotion,
        PromotionByFile,
        Castling,
        EnPassant,
        Level,
        ForcedCapture,
        Chain,
    ];
    for (game, expected) in [
        ("courier", vec![Piece, Promotion]),
        ("column-courier", vec![Piece, PromotionByFile]),
        ("de-la-dama", vec![Piece, MultiStep, FirstMove, Promotion]),
        ("furious-courier", vec![Piece, MultiStep, FirstMove, Promotion]),
        ("courierviii", vec![Piece, FirstMove, Promotion]),
        (
            "leap",
            vec![Piece, MultiStep, Promotion, Castling, EnPassant, ForcedCapture],
        ),
        ("leap-optional", vec![Piece, MultiStep, Promotion, Castling, EnPassant]),
        (
            "leap-multi",
            vec![Piece, MultiStep, Promotion, Castling, EnPassant, ForcedCapture, Chain],
        ),
        (
            "leap64-multi",
            vec![Piece, MultiStep, Promotion, Castling, EnPassant, ForcedCapture, Chain],
        ),
        ("courierleapale", vec![Piece, Promotion, Level]),
        ("chess", vec![Piece, MultiStep, Promotion, Castling, EnPassant]),
    ] {
        let steps = lesson_of(game);
        let found: Vec<StepKind> = kinds
            .into_iter()
            .filter(|kind| steps.iter().any(|step| step.kind == *kind))
            .collect();
        assert_eq!(found, expected, "{game}");
    }
}

#[test]
fn lessons_teach_the_ways_to_win() {
    for (game, expected) in [
        ("courier", &["checkmate", "stalemate", "bare-king"][..]),
        ("chess", &["checkmate"]),
        ("leap-multi", &["checkmate", "bare-king", "king-taken"]),
        ("courierleapale", &["checkmate", "promoted-set-complete"]),
    ] {
        let steps = lesson_of(game);
        let ends: Vec<&str> = steps.iter().filter_map(|step| step.end.as_deref()).collect();
        assert_eq!(ends, expected, "{game}");
    }
}

#[test]
fn a_promotion_by_file_asks_for_the_better_file() {
    let steps = lesson_of("column-courier");
    let step = steps
        .iter()
        .find(|step| step.kind == StepKind::PromotionByFile)
        .expect("there is one");
    let definition = Catalogue::built_in().get("column-courier").expect("a built-in game");
    let board = Board::from_fen(&definition, &step.fen).expect("a legal position");
    let becomes = |text: &str| {
        board
            .parse(text)
            .expect("legal")
            .promotion()
            .map(|of| definition.piece(of).letter)
    };
    assert!(step.turns.iter().all(|text| becomes(text) == step.becomes), "{step:?}");
    let others = board
        .spelled_turns()
        .into_iter()
        .filter(|text| becomes(text).is_some() && !step.turns.contains(text));
    assert!(others.count() > 0, "{step:?}");
}

#[test]
fn the_opponent_waits_unless_in_check() {
    let fen = "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1";
    let view = practise(&games(), "chess", fen, "a2a3").expect("legal");
    assert_eq!(
        (view.side, view.last.map(|last| last.text)),
        ("White", Some("a2a3".into()))
    );
    assert!(view.fen.starts_with("4k3/"), "{}", view.fen);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let view = practise(&games(), "chess", fen, "a1a8").expect("legal");
    assert_eq!(view.side, "White");
    assert!(
        !view.fen.starts_with("R3k3/"),
        "the king leaves the check: {}",
        view.fen
    );
    let refused = practise(&games(), "chess", fen, "a1b2").expect_err("a rook does not move so");
    assert!(refused.to_string().contains("a1b2"), "{refused}");
}

/// Returns the merits of a turn in a chess position, each with its piece.
fn merits_of(fen: &str, text: &str) -> Vec<(Merit, Option<char>)> {
    let position = PositionRef {
        game: "chess".into(),
        fen: Some(fen.into()),
        moves: Vec::new(),
    };
    let mut cache = crate::position::BoardCache::default();
    let games = games();
    let board = cache.board(&games, &position).expect("a legal position");
    let merits = why(board, text).expect("a legal turn");
    merits.into_iter().map(|view| (view.merit, view.piece)).collect()
}

#[test]
fn a_hint_says_what_a_turn_does() {
    use Merit::*;
    assert_eq!(merits_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), [(Wins, None)]);
    assert_eq!(
        merits_of("6k1/5ppp/8/8/r7/8/8/R3K3 w - - 0 1", "a1a4"),
        [(Captures, Some('r')), (Safely, None), (Rescues, Some('R'))]
    );
    assert_eq!(
        merits_of("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
        [(Promotes, Some('Q')), (Checks, None)]
    );
    assert_eq!(
        merits_of("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4c5"),
        [(Rescues, Some('N'))]
    );
    assert_eq!(merits_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), [(Castles, None)]);
    assert_eq!(
        merits_of("4k3/8/8/1r6/8/8/2N5/4K3 w - - 0 1", "c2d4"),
        [(Threatens, Some('r'))]
    );
    assert_eq!(merits_of("4k3/8/8/4r3/8/8/8/R3K3 w - - 0 1", "e1d2"), [(Escapes, None)]);
    assert_eq!(
        merits_of("4k3/8/8/8/1r5N/8/8/R3K3 w - - 0 1", "a1a4"),
        [(Threatens, Some('r'))]
    );
    assert_eq!(
        merits_of("4k3/8/8/8/1r5N/8/6P1/4K3 w - - 0 1", "g2g3"),
        [(Guards, Some('N'))]
    );
    assert_eq!(merits_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1"), []);
}
