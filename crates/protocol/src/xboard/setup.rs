//! Defines variants for XBoard, and bridges the differences between variants of Kurier and XBoard that share a name.

use std::sync::Arc;

use super::betza;
use super::pictures::{PICTURES, pictures};
use super::playable::{is_native, is_playable};
use kurier_rules::rules::{BareKing, Color, Definition, Stalemate};

/// The parent variants under which XBoard counts a stalemate and a bare king as losses. Under every other parent that
/// Kurier's variants use, a stalemate is a draw and a bare king plays on.
const STRICT_PARENTS: [&str; 1] = ["shatranj"];

/// Returns the variant that XBoard plays under the name of `definition`: with XBoard's start position and, if the
/// variant is built into XBoard, its rules for stalemate and bare king.
pub fn for_xboard(definition: &Arc<Definition>) -> Arc<Definition> {
    let gui = &definition.xboard;
    let known = is_native(definition);
    if gui.start.is_none() && !known {
        return definition.clone();
    }
    let mut adapted = Definition::clone(definition);
    if let Some(start) = &gui.start {
        adapted.rules.start = start.clone();
    }
    if known && !STRICT_PARENTS.contains(&gui.parent.as_str()) {
        adapted.rules.ends.stalemate = Stalemate::Draw;
        adapted.rules.ends.bare_king = BareKing::PlaysOn;
    }
    Arc::new(adapted)
}

/// Returns the `setup` and `piece` commands that define a game for XBoard. There are none if XBoard knows the game or
/// cannot show it.
pub fn lines(definition: &Definition) -> Vec<String> {
    let gui = &definition.xboard;
    if is_native(definition) || !is_playable(definition) {
        return Vec::new();
    }
    let shape = &definition.shape;
    let start = gui.start.as_ref().unwrap_or(&definition.start);
    let mut lines = vec![format!(
        "setup ({}) {}x{}+0_{} {start}",
        picture_table(definition),
        shape.files(),
        shape.ranks(),
        gui.parent,
    )];
    for (piece_type, piece) in definition.piece_types() {
        match Color::BOTH.map(|color| betza::moves(definition, piece_type, color)) {
            [Some(white), Some(black)] if white == black => lines.push(format!("piece {}& {white}", piece.letter)),
            differing => {
                let differing = Color::BOTH.into_iter().zip(differing);
                lines.extend(differing.filter_map(|(color, moves)| {
                    let letter = definition.letter(piece_type, color);
                    Some(format!("piece {letter} {}", moves?))
                }));
            }
        }
    }
    lines
}

/// Returns the `PIECETOCHAR` table: the letter of the piece for each picture, first for White, then for Black.
fn picture_table(definition: &Definition) -> String {
    // The last entry of each half belongs to the king.
    let mut table = ['.'; PICTURES.len() - 1];
    let mut king = '.';
    let mut unassigned = Vec::new();
    for (piece_type, picture) in definition.pieces.iter().zip(pictures(definition).0) {
        let wanted = picture.map(usize::from);
        match wanted
            .and_then(|index| table.get_mut(index))
            .filter(|slot| **slot == '.')
        {
            _ if piece_type.royal => king = piece_type.letter,
            Some(slot) => *slot = piece_type.letter,
            None => unassigned.push(piece_type.letter),
        }
    }
    // XBoard ignores pieces without a picture, so a piece gets any free picture except the picture of the pawn, which
    // would make the piece promote.
    let free = table.iter_mut().skip(1).filter(|slot| **slot == '.');
    for (slot, letter) in free.zip(unassigned) {
        *slot = letter;
    }
    let half = |color: Color| table.iter().chain([&king]).map(move |letter| color.case(*letter));
    half(Color::White).chain(half(Color::Black)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    /// Returns a built-in game.
    fn game(name: &str) -> Arc<Definition> {
        Catalogue::built_in().get(name).expect("a built-in game")
    }

    #[test]
    fn native_games_have_the_rules_of_xboard() {
        let (ours, theirs) = (game("courier"), for_xboard(&game("courier")));
        assert_ne!(ours.start, theirs.start);
        assert_eq!(
            (theirs.ends.stalemate, theirs.ends.bare_king),
            (Stalemate::Draw, BareKing::PlaysOn)
        );
        for name in ["shatranj", "normal", "column-courier", "leap"] {
            assert_eq!(game(name), for_xboard(&game(name)), "{name}");
        }
    }

    #[test]
    fn defined_games_start_at_their_xboard_start() {
        let text = include_str!("../../../../variants/courier.toml").replacen("\"courier\"", "\"mine\"", 1);
        let mine = Catalogue::built_in().add(&text, "mine.toml").expect("a correct file");
        let theirs = for_xboard(&mine);
        assert_ne!(mine.start, theirs.start);
        assert!(lines(&mine)[0].ends_with(&theirs.start), "{:?}", lines(&mine));
        assert_eq!(theirs.ends.stalemate, mine.ends.stalemate);
    }

    #[test]
    fn every_piece_type_has_its_own_picture() {
        for definition in Catalogue::built_in().iter().filter(|game| !lines(game).is_empty()) {
            let table = picture_table(definition);
            assert_eq!(table.len(), 2 * PICTURES.len());
            for piece_type in &definition.pieces {
                assert_eq!(
                    table.matches(piece_type.letter).count(),
                    1,
                    "{} in {table}",
                    piece_type.letter
                );
            }
            // A piece whose moves differ between the sides has one line for each side.
            for piece_type in &definition.pieces {
                let letter = piece_type.letter;
                let of_both = format!("piece {letter}& ");
                let of_each = [letter, letter.to_ascii_lowercase()].map(|letter| format!("piece {letter} "));
                let count = |text: &String| lines(definition).iter().filter(|line| line.starts_with(text)).count();
                let counts = (count(&of_both), of_each.each_ref().map(count));
                assert!(
                    matches!(counts, (1, [0, 0]) | (0, [1, 1])),
                    "{}: {letter}",
                    definition.name
                );
            }
        }
        assert!(lines(&game("courierleapale")).is_empty());
    }
}
