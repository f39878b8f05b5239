//! Checks that `gating` fits the other rules of a game.

use toml::Spanned;

use super::rights::MAX_RIGHTS;
use crate::board::Shape;
use crate::rules::file::{GameFile, GatingWord};
use crate::rules::source::Source;
use crate::rules::{Castling, Color, DefinitionError, Hand, Rules};

/// Checks that the rules of a game with `gating` are compatible with it.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let key = file.hand.as_ref().and_then(|section| section.get_ref().gating.as_ref());
    let (Some(hand), Some(key)) = (rules.hand, key) else {
        return Ok(());
    };
    let gates = Color::BOTH.map(|color| rules.gates(color));
    let rights = |color: Color| {
        let castlings = rules.castlings.iter().filter(|castling| castling.is_for(color));
        castlings.count() + gates[color.index()].len()
    };
    source.refuse(key.span().start, "`gating`", &obstacles(hand, file, rules))?;
    if gates.iter().all(Vec::is_empty) {
        let message = "expected a piece other than a pawn on the first rank of a side: only its first move could gate";
        return Err(source.error_at(key, message));
    }
    if Color::BOTH.into_iter().map(rights).sum::<usize>() > MAX_RIGHTS {
        let message =
            format!("expected at most {MAX_RIGHTS} castlings and pieces that gate, those of both sides counted");
        return Err(source.error_at(key, message));
    }
    check_letters(source, key, rules)?;
    check_castlings(source, key, rules)?;
    let gates = gates.iter().flatten().filter_map(|square| rules.array[square.index()]);
    let mut promoted = gates.filter(|(piece_type, _)| rules.piece(*piece_type).promotion.is_some());
    match promoted.next() {
        Some((piece_type, _)) => {
            let name = &rules.piece(piece_type).name;
            let message = format!("expected no promotion of a piece whose first move may gate (the {name})");
            Err(source.error_at(key, message))
        }
        None => Ok(()),
    }
}

/// Returns the rules that are incompatible with gating, and whether the game has them.
fn obstacles(hand: Hand, file: &GameFile, rules: &Rules) -> [(bool, &'static str); 11] {
    let any = |is: fn(&crate::rules::PieceDefinition) -> bool| rules.pieces.iter().any(is);
    [
        (rules.shape.levels() > 1, "on a board with levels"),
        (rules.blast.is_some(), "where captures blast"),
        (file.prelude.is_some(), "after a prelude"),
        (
            any(|piece| piece.first_move.is_some()),
            "where a piece has a first move",
        ),
        (
            any(|piece| !piece.doubles.is_empty()),
            "where a piece moves in two steps",
        ),
        (
            rules.counts_royal(),
            "where the number of pieces decides which are royal",
        ),
        (
            rules.kings.checks_forbidden || hand.checks_forbidden || !rules.trades.is_empty(),
            "where checks or trades are forbidden",
        ),
        (hand.must_drop, "with `must-drop`"),
        (hand.castles, "with `drops-castle`"),
        (any(|piece| piece.drops.evenly), "with `drops-evenly`"),
        (rules.drops_royal(), "where kings are dropped"),
    ]
}

/// Checks that a king castles to one square only with each rook: a castling that gates on the rook's square is written
/// with the squares of the rook and the king, which do not show where the king goes.
fn check_castlings(source: Source<'_>, key: &Spanned<GatingWord>, rules: &Rules) -> Result<(), DefinitionError> {
    let homes = |castling: &Castling| (castling.king.0, castling.rook.0);
    let are_alike = |one: &Castling, other: &Castling| {
        let for_both = |color: Color| one.is_for(color) && other.is_for(color);
        one != other && homes(one) == homes(other) && Color::BOTH.into_iter().any(for_both)
    };
    let castlings = &rules.castlings;
    let is_ambiguous = |one: &Castling| castlings.iter().any(|other| are_alike(one, other));
    match castlings.iter().any(is_ambiguous) {
        true => Err(source.error_at(
            key,
            "expected castlings with one destination of the king for each rook: gating on the rook's square is written alike",
        )),
        false => Ok(()),
    }
}

/// Checks that no castling has the letter of a file, which stands for a piece that may still gate.
fn check_letters(source: Source<'_>, key: &Spanned<GatingWord>, rules: &Rules) -> Result<(), DefinitionError> {
    let mut files = (0..rules.shape.files()).map(|file| Shape::file_letter(file).to_ascii_uppercase());
    match files.find(|letter| rules.castlings.iter().any(|castling| castling.letter == *letter)) {
        Some(letter) => {
            let message = format!(
                "expected another letter than `{letter}` for a castling: in a FEN it tells that a piece on that file may gate"
            );
            Err(source.error_at(key, message))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Catalogue, Definition};

    #[test]
    fn castlings_must_be_told_apart_where_pieces_are_gated() {
        let text = Catalogue::file_of("seirawan").expect("it is built in");
        for (castling, why) in [
            (
                "[castling.K]\nking = [\"e1\", \"g1\", \"h1\"]\nrook = [\"h1\", \"f1\", \"g1\"]\n",
                "expected castlings with one destination of the king for each rook",
            ),
            (
                "[castling.C]\nking = [\"e1\", \"g1\"]\nrook = [\"h1\", \"f1\"]\n",
                "expected another letter than `C` for a castling",
            ),
        ] {
            let begin = text.find("[castling.K]").expect("a castling");
            let end = text.find("[castling.Q]").expect("another castling");
            let changed = format!("{}{castling}{}", &text[..begin], &text[end..]);
            let changed = match castling.contains("[castling.C]") {
                true => changed.replace("KQ", "CQ").replace("kq", "cq"),
                false => changed,
            };
            let error = Definition::parse(&changed, "").expect_err(why);
            assert!(error.message.contains(why), "{}", error.message);
        }
    }
}
