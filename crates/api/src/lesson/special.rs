//! The steps of a lesson about rules that concern several pieces.

use super::scenes::{Found, Kings, Placed, Scenes};
use super::{LessonStep, StepKind};
use kurier_engine::session::Board;
use kurier_rules::position::{MoveKind, Turn};
use kurier_rules::rules::{Color, PieceDefinition};

/// The maximum number of positions to try for one step.
const TRIES: usize = 600;

/// Returns the steps about the special rules that the game has.
pub(super) fn all(scenes: &mut Scenes) -> Vec<LessonStep> {
    let game = scenes.game.clone();
    let mut steps = Vec::new();
    let mut add = |kind: StepKind, found: Option<Found>| steps.extend(found.map(|found| found.step(kind, None)));
    if !game.castlings.is_empty() {
        let castles = |_: &mut Board, turn: &Turn| turn.first().kind() == MoveKind::Castling;
        add(
            StepKind::Castling,
            scenes.find(TRIES, Kings::AtHome, castling_scene, castles),
        );
    }
    if game.pieces.iter().any(gives_en_passant) {
        add(StepKind::EnPassant, en_passant(scenes));
    }
    if game.shape.levels() > 1 {
        let shape = game.shape.clone();
        let climbs = |_: &mut Board, turn: &Turn| shape.level(turn.from()) != shape.level(turn.to());
        add(
            StepKind::Level,
            scenes.find(TRIES, Kings::Anywhere, |scenes, part| few(scenes, 1, part / 34), climbs),
        );
    }
    if game.captures.mandatory {
        // The step teaches nothing if there is only one legal turn, so require a choice.
        let must = |board: &mut Board, turn: &Turn| turn.is_capture() && board.turns().len() > 1;
        add(
            StepKind::ForcedCapture,
            scenes.find(TRIES, Kings::Anywhere, |scenes, _| few(scenes, 2, 2), must),
        );
    }
    if game.captures.chained {
        let is_chain = |_: &mut Board, turn: &Turn| turn.steps().len() > 1;
        add(
            StepKind::Chain,
            scenes.find(TRIES, Kings::Anywhere, |scenes, _| few(scenes, 1, 3), is_chain),
        );
    }
    if Color::BOTH.iter().all(|color| game.king(*color).is_some()) && !game.kings.checks_forbidden {
        let checks = |board: &mut Board, turn: &Turn| {
            let gives = board.play(turn).is_ok() && board.in_check() && board.outcome().is_none();
            _ = board.undo();
            gives
        };
        add(
            StepKind::Check,
            scenes.find(TRIES, Kings::Anywhere, |scenes, _| few(scenes, 2, 1), checks),
        );
        add(StepKind::Escape, escape(scenes));
    }
    steps
}

/// Places the kings, and `white` other pieces of White and `black` other pieces of Black on random squares.
pub(super) fn few(scenes: &mut Scenes, white: usize, black: usize) -> Vec<Placed> {
    let mut pieces = scenes.kings(Kings::Anywhere);
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        for _ in 0..number {
            let square = scenes.square();
            pieces.extend(scenes.any_piece(color).map(|placed| Placed { square, ..placed }));
        }
    }
    pieces
}

/// Places the kings, and the pieces with which White's king can castle, where they stand at the start of a game.
fn castling_scene(scenes: &mut Scenes, part: usize) -> Vec<Placed> {
    let mut pieces = scenes.kings(Kings::AtHome);
    let castlings = scenes.game.castlings.clone();
    let mut own = scenes.at_home(Color::White);
    own.retain(|placed| {
        castlings
            .iter()
            .any(|castling| [castling.rook.0, castling.king.0].contains(&placed.square))
            && !pieces.contains(placed)
    });
    pieces.extend(own);
    scenes.add_company(&mut pieces, part / 34);
    pieces
}

/// Returns whether a piece may be captured en passant after a move of several steps.
fn gives_en_passant(piece: &PieceDefinition) -> bool {
    piece.multi_step.as_ref().is_some_and(|steps| steps.en_passant)
}

/// Finds a position in which White can capture en passant, because Black has just made a move of several steps.
fn en_passant(scenes: &mut Scenes) -> Option<Found> {
    let passes = |_: &mut Board, turn: &Turn| turn.steps().iter().any(|step| step.kind() == MoveKind::EnPassant);
    let game = scenes.game.clone();
    let jumps = |placed: &Placed| gives_en_passant(game.piece(placed.piece_type));
    for _ in 0..4 * TRIES {
        let mut pieces = scenes.kings(Kings::Anywhere);
        for color in Color::BOTH {
            let mut own = scenes.at_home(color);
            own.retain(jumps);
            pieces.extend(scenes.one_of(&own));
        }
        if let Some(hunter) = pieces
            .iter_mut()
            .find(|placed| placed.color == Color::White && jumps(placed))
        {
            hunter.square = scenes.square_of(Color::Black);
        }
        if !scenes.set_up(&pieces, Color::Black, Kings::Anywhere) {
            continue;
        }
        let turns = scenes.board.turns();
        for turn in turns.iter().filter(|turn| turn.first().kind() == MoveKind::MultiStep) {
            scenes.board.play(turn).ok()?;
            if scenes.board.outcome().is_none()
                && let Some(found) = scenes.wanted(passes)
            {
                return Some(found);
            }
            scenes.board.undo();
        }
    }
    scenes.find_in_games(passes)
}

/// Finds a position in which White is in check, and has at least two replies.
fn escape(scenes: &mut Scenes) -> Option<Found> {
    for _ in 0..TRIES {
        let pieces = few(scenes, 1, 1);
        if scenes.set_up(&pieces, Color::White, Kings::Anywhere)
            && scenes.board.in_check()
            && let Some(found) = scenes.wanted(|_, _| true)
            && found.turns.len() > 1
        {
            return Some(found);
        }
    }
    scenes.find_in_games(|board, _| board.in_check())
}
