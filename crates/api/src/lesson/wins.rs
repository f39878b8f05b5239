//! The steps of a lesson about the ways to win.

use super::scenes::{Found, Kings, Placed, Scenes};
use super::special::few;
use super::{LessonStep, StepKind};
use kurier_engine::session::Board;
use kurier_rules::position::{Reason, Turn};
use kurier_rules::rules::{BareKing, Color, Fate, Stalemate};

/// The number of small positions that are searched for wins.
const TRIES: usize = 3000;

/// Returns a step for each of the game's ways to win for which a position is found.
pub(super) fn all(scenes: &mut Scenes) -> Vec<LessonStep> {
    let reasons = ways_to_win(scenes);
    let mut found: Vec<(Reason, Found)> = Vec::new();
    for attempt in 0..TRIES {
        if found.len() == reasons.len() {
            break;
        }
        // A position with few pieces is easy to read, but weak pieces can mate only if there are many of them.
        let pieces = match attempt % 5 {
            0 => few(scenes, 2, 0),
            1 => few(scenes, 3, 1),
            2 => few_more(scenes),
            3 => few(scenes, 6, 1),
            _ => few(scenes, 8, 2),
        };
        if scenes.set_up(&pieces, Color::White, Kings::Anywhere) && !scenes.board.in_check() {
            look_for_wins(scenes, &reasons, &mut found);
        }
    }
    for reason in &reasons {
        if !found.iter().any(|(other, _)| other == reason) {
            let more = scenes.find_in_games(|board, turn| winning(board, turn) == Some(*reason));
            found.extend(more.map(|more| (*reason, more)));
        }
    }
    found.sort_by_key(|(reason, _)| reasons.iter().position(|other| other == reason));
    let step = |(reason, found): (Reason, Found)| LessonStep {
        end: Some(key(reason)),
        ..found.step(StepKind::Win, None)
    };
    found.into_iter().map(step).collect()
}

/// Returns the reason for the end of a game as one word, such as `bare-king`.
pub(super) fn key(reason: Reason) -> String {
    reason.text().replace(' ', "-")
}

/// Returns the ways in which a player's own turn can win.
fn ways_to_win(scenes: &Scenes) -> Vec<Reason> {
    let game = &scenes.game;
    let ends = &game.ends;
    let mates = ends.checkmate == Fate::Loses && game.kings.types[1].is_some() && !game.kings.checks_forbidden;
    let ways = [
        (Reason::Checkmate, mates),
        (
            Reason::Stalemate,
            matches!(
                ends.stalemate,
                Stalemate::Loss | Stalemate::FewerWin | Stalemate::MoreWin
            ),
        ),
        (Reason::BareKing, ends.bare_king != BareKing::PlaysOn),
        (
            Reason::KingTaken,
            (game.captures.chained || game.blast.is_some()) && game.kings.types[1].is_some(),
        ),
        (Reason::PromotionSet, !ends.promotion_set.is_empty()),
        (Reason::Flag, !ends.flags.is_empty()),
        (Reason::Extinction, !ends.extinctions.is_empty()),
        (Reason::ChecksGiven, ends.checks > 0),
        (Reason::Row, !ends.connections.is_empty()),
    ];
    ways.into_iter()
        .filter_map(|(reason, has)| has.then_some(reason))
        .collect()
}

/// Returns the reason why a turn wins; `None` if it does not win.
fn winning(board: &mut Board, turn: &Turn) -> Option<Reason> {
    let side = board.side();
    board.play(turn).ok()?;
    let outcome = board.outcome();
    board.undo();
    outcome
        .filter(|outcome| outcome.winner == Some(side))
        .map(|outcome| outcome.reason)
}

/// Adds the ways to win that the position on the board shows and for which no position has been found yet.
fn look_for_wins(scenes: &mut Scenes, reasons: &[Reason], found: &mut Vec<(Reason, Found)>) {
    for turn in scenes.board.turns() {
        let Some(reason) = winning(&mut scenes.board, &turn) else {
            continue;
        };
        if !reasons.contains(&reason) || found.iter().any(|(other, _)| *other == reason) {
            continue;
        }
        let more = scenes.wanted(|board, turn| winning(board, turn) == Some(reason));
        found.extend(more.map(|more| (reason, more)));
    }
}

/// Places the kings. If completing a set of pieces by promotion wins, adds a set that lacks one piece, and a piece that
/// can be promoted; otherwise, adds several pieces of both sides.
fn few_more(scenes: &mut Scenes) -> Vec<Placed> {
    let game = scenes.game.clone();
    if game.ends.promotion_set.is_empty() {
        return few(scenes, 4, 2);
    }
    let mut pieces = scenes.kings(Kings::Anywhere);
    let lacking = scenes.below(game.ends.promotion_set.len());
    for (place, (piece_type, number)) in game.ends.promotion_set.iter().enumerate() {
        let number = usize::from(*number) - usize::from(place == lacking).min(usize::from(*number));
        for _ in 0..number {
            let square = scenes.square();
            pieces.push(Placed {
                square,
                piece_type: *piece_type,
                color: Color::White,
            });
        }
    }
    let mut promoted = scenes.at_home(Color::White);
    promoted.retain(|placed| game.piece(placed.piece_type).promotion.is_some());
    let square = scenes.square_of(Color::Black);
    pieces.extend(scenes.one_of(&promoted).map(|placed| Placed { square, ..placed }));
    pieces
}
