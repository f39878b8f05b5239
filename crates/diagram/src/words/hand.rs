//! Describes pieces in hand in words.

use kurier_rules::rules::{Captured, Color, Definition, Gating, PieceDefinition, Rules};

/// Describes what becomes of captured pieces, and how pieces are dropped or gated; nothing in a game without a hand.
pub(super) fn of_hand(game: &Definition) -> Vec<String> {
    let Some(hand) = game.hand else {
        return Vec::new();
    };
    let mut words = Vec::new();
    if hand.captured == Captured::ChangesSides {
        let promoted = match hand.keeps_promotion {
            true => "a promoted one as what it is",
            false => "a promoted one as what it was before",
        };
        words.push(format!(
            "A captured piece changes sides and goes into the hand of its captor, {promoted}."
        ));
    }
    let must = if hand.must_drop {
        "must, if possible, drop"
    } else {
        "may drop"
    };
    if hand.gating != Gating::Only {
        words.push(drop_words(game, must));
    }
    if hand.drops_promoted {
        words.push("A piece that can be promoted may also be dropped as what it would be promoted to.".into());
    }
    if hand.gating != Gating::Never {
        words.push(
            "The first move of a piece other than a pawn that stands on the first rank of its side at the start may also put a \
             piece from the hand on the square that it leaves, and castling one on the square of the king or of the rook; the \
             move must be legal without that piece."
                .into(),
        );
    }
    if hand.gating == Gating::Only {
        words.push("Pieces do not come from the hand in any other way.".into());
    }
    if hand.checks_forbidden {
        words.push("No drop may give check.".into());
    }
    if game.drops_royal() {
        words.push(
            "A king that is in hand cannot be in check. It may not be dropped where it would be attacked.".into(),
        );
    }
    if hand.castles {
        words.push("A king and its partner that have been dropped on their squares may castle.".into());
    }
    words
}

/// Describes a drop; `must` is the verb, such as `may drop`.
fn drop_words(game: &Rules, must: &str) -> String {
    let mut promoted = game.pieces.iter().filter(|piece| piece.promotion.is_some()).peekable();
    // A piece whose next move promotes it may be dropped where it would have to be promoted on arrival.
    let except = match promoted.peek().is_some() && promoted.all(|piece| piece.must_promote_leaving) {
        true => "",
        false => ", but not where it would have to be promoted",
    };
    format!("Instead of moving, a player {must} a piece from the hand on an empty square{except}.")
}

/// Describes where a piece may be dropped, if not everywhere.
pub(super) fn of_drops(game: &Definition, piece: &PieceDefinition) -> Vec<String> {
    let mut words = Vec::new();
    let number = game.piece_types().find(|(_, other)| other.letter == piece.letter);
    if !number.is_some_and(|(piece_type, _)| game.may_be_held(piece_type)) {
        return words;
    }
    if let Some(squares) = &piece.drops.squares {
        words.push(match squares[Color::White.index()].is_empty() {
            true => "White does not drop it.".to_owned(),
            false => format!(
                "White drops it on {} only.",
                region(game, squares[Color::White.index()].iter().copied())
            ),
        });
    }
    match piece.drops.per_file {
        Some(1) => words.push("It is not dropped on a file where its side has one that is not promoted.".into()),
        Some(most) => words.push(format!(
            "It is not dropped on a file where its side has {} that are not promoted.",
            super::number(most)
        )),
        None => {}
    }
    if piece.drops.evenly {
        words.push(
            "It is dropped on light and dark squares in equal numbers, and no drop may make this impossible.".into(),
        );
    }
    if piece.drops.mate_forbidden {
        words.push("Its drop may not mate.".into());
    }
    words
}

/// Returns a set of squares as text: a rectangle, or the names of all squares.
fn region(game: &Rules, squares: impl Iterator<Item = kurier_rules::board::Square>) -> String {
    let (shape, all) = (&game.shape, squares.collect::<Vec<_>>());
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return String::new();
    };
    let width = usize::from(shape.file(*last).abs_diff(shape.file(*first))) + 1;
    let height = usize::from(shape.rank(*last).abs_diff(shape.rank(*first))) + 1;
    let rectangle = shape.level(*first) == shape.level(*last) && width * height == all.len() && all.len() > 1;
    match rectangle {
        true => format!("{}-{}", shape.name(*first), shape.name(*last)),
        false => all
            .iter()
            .map(|square| shape.name(*square))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
