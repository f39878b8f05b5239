//! Describes in words the moves with which the sides begin.

use super::{listed, number};
use kurier_rules::board::Square;
use kurier_rules::rules::{Color, Definition, Prelude};

/// Describes the prelude of a game; nothing in a game without one.
pub(super) fn of_prelude(game: &Definition) -> Vec<String> {
    let Some(prelude) = &game.prelude else {
        return Vec::new();
    };
    let [white, black] = Color::BOTH.map(|color| played(game, prelude, color));
    let mirrored = |(from, to): &(Square, Square)| (game.shape.mirror(*from), game.shape.mirror(*to));
    let is_mirrored = prelude.moves[0]
        .iter()
        .map(mirrored)
        .eq(prelude.moves[1].iter().copied());
    let mut words = Vec::new();
    match (white, black) {
        (Some(white), Some(_)) if is_mirrored => words.push(format!("{white} Black's first moves mirror White's.")),
        (white, black) => words.extend(white.into_iter().chain(black)),
    }
    let instead = match prelude.optional {
        true => "They need not be moves that the piece has otherwise",
        false => {
            "They need not be moves that the piece has otherwise, and a side plays other moves only if none of them is possible"
        }
    };
    words.push(format!(
        "These moves neither capture nor give check, and are not possible later. {instead}."
    ));
    words
}

/// Describes the prelude of a side; `None` if it has no moves.
fn played(game: &Definition, prelude: &Prelude, color: Color) -> Option<String> {
    let moves = &prelude.moves[color.index()];
    let spell = |(from, to): &(Square, Square)| game.shape.name(*from) + &game.shape.name(*to);
    let moves: Vec<String> = moves.iter().map(spell).collect();
    let count = number(u8::try_from(moves.len()).unwrap_or(u8::MAX));
    let whose = color.name();
    let [one, several] = if prelude.optional { ["may be"; 2] } else { ["is", "are"] };
    match moves.as_slice() {
        [] => None,
        [only] => Some(format!("{whose}'s first move {one} {only}.")),
        _ => {
            let order = if prelude.any_order { "any order" } else { "this order" };
            let all = listed(&moves, "and");
            Some(format!("{whose}'s first {count} moves {several} {all}, in {order}."))
        }
    }
}
