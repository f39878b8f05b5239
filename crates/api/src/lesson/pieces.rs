//! The steps of a lesson about one piece: how it moves and captures, its special first move, and its promotion.

use super::scenes::{Kings, Placed, Scenes, pass, with_fields};
use super::{LessonStep, StepKind};
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::{MoveKind, Turn};
use kurier_rules::rules::{Color, PieceType, Promotion};

/// The maximum number of positions to try for one step.
const TRIES: usize = 400;
/// The number of squares that a piece visits before it captures.
const VISITS: usize = 2;

/// Returns the step in which a piece visits two squares and then captures another piece; `None` if no position is found
/// in which White can move such a piece.
pub(super) fn tour(scenes: &mut Scenes, subject: PieceType) -> Option<LessonStep> {
    for attempt in 0..TRIES {
        let mut pieces = scenes.kings(Kings::Anywhere);
        let is_subject = |placed: &Placed| placed.piece_type == subject && placed.color == Color::White;
        let from = match pieces.iter().find(|placed| is_subject(placed)) {
            Some(king) => king.square,
            None => {
                let square = scenes.square_of(Color::White);
                pieces.push(Placed {
                    square,
                    piece_type: subject,
                    color: Color::White,
                });
                square
            }
        };
        // In some games, a side with a lone king has lost, so later attempts add other pieces, although these distract
        // from the lesson.
        scenes.add_company(&mut pieces, attempt * 6 / TRIES % 3);
        // Some pieces cannot capture, so the last attempts do without a capture.
        let captures = 4 * attempt < 3 * TRIES;
        let Some(mut targets) = walk(scenes, &pieces, from) else {
            continue;
        };
        if captures {
            let at = targets.last().copied().unwrap_or(from);
            let mut prey = scenes.board.attacks_from(at);
            let free = |square: &Square| *square != from && !targets.contains(square);
            prey.retain(|square| free(square) && scenes.board.piece_at(*square).is_none());
            let (Some(square), Some(victim)) = (scenes.one_of(&prey), scenes.any_piece(Color::Black)) else {
                continue;
            };
            pieces.push(Placed { square, ..victim });
            targets.push(square);
        }
        if let Some((fen, solution)) = follow(scenes, &pieces, from, &targets) {
            return Some(LessonStep {
                kind: StepKind::Piece,
                piece: Some(scenes.letter(subject)),
                becomes: None,
                end: None,
                fen,
                visit: targets.iter().map(|square| scenes.game.shape.name(*square)).collect(),
                turns: Vec::new(),
                solution,
            });
        }
    }
    let found = scenes.find_in_games(|board, turn| is_by(board, turn, subject))?;
    Some(found.step(StepKind::Piece, Some(scenes.letter(subject))))
}

/// Returns whether a turn moves a piece of this type.
fn is_by(board: &Board, turn: &Turn, subject: PieceType) -> bool {
    let piece = board.piece_at(turn.from());
    piece.is_some_and(|piece| piece.piece_type == subject)
}

/// Returns whether a turn is an ordinary move of the piece on a square.
fn is_plain(turn: &Turn, from: Square) -> bool {
    turn.from() == from && turn.promotion().is_none() && turn.first().kind() != MoveKind::Castling
}

/// Sets up a position and moves the piece on the square `from` about at random, while Black waits. Returns the squares
/// that the piece visits; `None` if the position is not legal or the piece cannot make that many turns.
fn walk(scenes: &mut Scenes, pieces: &[Placed], from: Square) -> Option<Vec<Square>> {
    if !scenes.set_up(pieces, Color::White, Kings::Anywhere) {
        return None;
    }
    let (mut at, mut targets) = (from, Vec::new());
    while targets.len() < VISITS {
        let mut turns = scenes.board.turns();
        turns.retain(|turn| is_plain(turn, at) && !turn.is_capture());
        turns.retain(|turn| turn.to() != from && !targets.contains(&turn.to()));
        let turn = turns.get(scenes.below(turns.len().max(1)))?;
        at = turn.to();
        targets.push(at);
        play_and_pass(&mut scenes.board, turn)?;
    }
    Some(targets)
}

/// Plays a turn and lets the opponent pass; `None` if the game ends or either side is in check.
fn play_and_pass(board: &mut Board, turn: &Turn) -> Option<()> {
    board.play(turn).ok()?;
    let goes_on = board.outcome().is_none() && pass(board) && board.outcome().is_none() && !board.in_check();
    goes_on.then_some(())
}

/// Moves a piece to each of the target squares in order, with one turn for each, while Black waits. Returns the first
/// position as FEN and the turns; `None` if the rules do not allow them.
fn follow(scenes: &mut Scenes, pieces: &[Placed], from: Square, targets: &[Square]) -> Option<(String, Vec<String>)> {
    if !scenes.set_up(pieces, Color::White, Kings::Anywhere) || scenes.board.in_check() {
        return None;
    }
    let fen = scenes.board.fen();
    let (mut at, mut solution) = (from, Vec::new());
    for (number, target) in targets.iter().enumerate() {
        let turns = scenes.board.turns();
        let turn = turns
            .iter()
            .find(|turn| is_plain(turn, at) && turn.steps().len() == 1 && turn.to() == *target)?;
        solution.push(scenes.board.spell(turn));
        at = *target;
        if number + 1 < targets.len() {
            play_and_pass(&mut scenes.board, turn)?;
        }
    }
    Some((fen, solution))
}

/// Returns the steps about the special abilities of a piece type: moves of several steps, first moves, and promotion.
pub(super) fn privileges(scenes: &mut Scenes, subject: PieceType) -> Vec<LessonStep> {
    let game = scenes.game.clone();
    let piece = game.piece(subject);
    let letter = Some(scenes.letter(subject));
    let mut steps = Vec::new();
    let mut add = |kind: StepKind, wanted: &dyn Fn(&mut Board, &Turn) -> bool| {
        let make = |scenes: &mut Scenes, part: usize| home_scene(scenes, subject, part);
        let found = scenes.find(TRIES, Kings::AtHome, make, wanted);
        steps.extend(found.map(|found| found.step(kind, letter)));
    };
    if piece.multi_step.is_some() {
        add(StepKind::MultiStep, &|_, turn| {
            turn.first().kind() == MoveKind::MultiStep
        });
    }
    if piece.first_move.is_some() {
        add(StepKind::FirstMove, &|board, turn| is_first_move(board, turn, subject));
    }
    steps.extend(promotion(scenes, subject));
    steps
}

/// Places a piece, and the kings, where they stand at the start of a game.
fn home_scene(scenes: &mut Scenes, subject: PieceType, part: usize) -> Vec<Placed> {
    let mut pieces = scenes.kings(Kings::AtHome);
    let mut own = scenes.at_home(Color::White);
    own.retain(|placed| placed.piece_type == subject && !pieces.contains(placed));
    pieces.extend(scenes.one_of(&own));
    scenes.add_company(&mut pieces, part / 34);
    pieces
}

/// Returns whether a piece of this type makes a turn that it may make only as its first move.
fn is_first_move(board: &mut Board, turn: &Turn, subject: PieceType) -> bool {
    if !is_by(board, turn, subject) || !matches!(turn.first().kind(), MoveKind::Quiet | MoveKind::Capture) {
        return false;
    }
    let without_rights = with_fields(&board.fen(), &[(2, "-")]);
    let mut other = board.clone();
    other.set_up(Some(&without_rights)).is_ok() && !other.is_legal(turn)
}

/// Returns the step about the promotion of a piece type. If the file decides what the piece becomes, the player must
/// choose the file of the most valuable piece.
fn promotion(scenes: &mut Scenes, subject: PieceType) -> Option<LessonStep> {
    let game = scenes.game.clone();
    let by_file = matches!(game.piece(subject).promotion.as_ref()?, Promotion::ByFile(_));
    let promotes = |board: &mut Board, turn: &Turn| turn.promotion().is_some() && is_by(board, turn, subject);
    let make = |scenes: &mut Scenes, part: usize| {
        let mut pieces = scenes.kings(Kings::Anywhere);
        let square = scenes.square_of(Color::Black);
        pieces.push(Placed {
            square,
            piece_type: subject,
            color: Color::White,
        });
        if by_file && let (square, Some(victim)) = (scenes.square_of(Color::Black), scenes.any_piece(Color::Black)) {
            pieces.push(Placed { square, ..victim });
        }
        scenes.add_company(&mut pieces, part / 34);
        pieces
    };
    let letter = Some(scenes.letter(subject));
    if !by_file {
        let found = scenes.find(TRIES, Kings::Anywhere, make, promotes)?;
        return Some(found.step(StepKind::Promotion, letter));
    }
    let values = scenes.board.piece_values();
    let value = |piece_type: PieceType| values.get(piece_type.index()).copied().unwrap_or(0);
    let best = |board: &mut Board, turn: &Turn| {
        let becomes: Vec<PieceType> = board.turns().iter().filter_map(Turn::promotion).collect();
        let most = becomes.iter().map(|piece_type| value(*piece_type)).max();
        let least = becomes.iter().map(|piece_type| value(*piece_type)).min();
        promotes(board, turn) && most != least && turn.promotion().map(value) == most
    };
    let found = scenes.find(4 * TRIES, Kings::Anywhere, make, best)?;
    let board = Board::from_fen(&game, &found.fen).ok()?;
    let turn = board.parse(found.turns.first()?).ok()?;
    let mut step = found.step(StepKind::PromotionByFile, letter);
    step.becomes = turn.promotion().map(|piece_type| scenes.letter(piece_type));
    // Several types may have the highest value. The task names one of them, so only promotions to this type solve it.
    step.turns.retain(|text| {
        board
            .parse(text)
            .is_ok_and(|other| other.promotion() == turn.promotion())
    });
    Some(step)
}
