//! The assignment of XBoard's pictures to the pieces of a game.

use kurier_rules::rules::{Definition, PieceDefinition};

/// XBoard's pictures of pieces, in the order of its table `PIECETOCHAR`.
pub const PICTURES: [&str; 23] = [
    "Pawn",
    "Knight",
    "Bishop",
    "Rook",
    "Queen",
    "Ferz",
    "Elephant",
    "Archbishop",
    "Chancellor",
    "Wazir",
    "Man",
    "Cannon",
    "Nightrider",
    "CrownedBishop",
    "CrownedRook",
    "Grasshopper",
    "Silver",
    "Falcon",
    "Lance",
    "Cobra",
    "Unicorn",
    "Lion",
    "King",
];

/// The picture of a pawn. XBoard lets only the piece with this picture promote.
const PAWN: u8 = 0;
/// The picture of the royal piece.
const KING: u8 = PICTURES.len() as u8 - 1;

/// Why a piece cannot be shown with the picture that the game's file names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum PictureError {
    #[error("another piece has this picture")]
    Taken,
    #[error("expected one of XBoard's pictures: {}", PICTURES.join(", "))]
    Unknown,
    #[error("this picture belongs to the royal piece")]
    NotRoyal,
    #[error("this picture belongs to a pawn")]
    NotPawn,
    #[error("the royal piece is its `King`")]
    Royal,
}

/// Chooses a picture for every piece type. Returns the picture of every piece type (`None` if no picture is left) and a
/// warning for every picture named in the game's file that cannot be used.
///
/// A piece type gets the picture that the file names; otherwise a picture by its role (king or pawn), by its name, or
/// the next free one.
pub fn pictures(definition: &Definition) -> (Vec<Option<u8>>, Vec<String>) {
    let mut chosen: Vec<Option<u8>> = Vec::new();
    let mut wrong = Vec::new();
    for piece in &definition.pieces {
        let named = piece.picture.as_ref().map(|name| named(name, piece));
        let taken = |found: &u8| chosen.contains(&Some(*found));
        let found = match named {
            Some(Ok(found)) if taken(&found) => Err(PictureError::Taken),
            named => named.transpose(),
        };
        if let Err(error) = &found {
            let name = piece.picture.as_deref().unwrap_or_default();
            wrong.push(format!(
                "the {} ({}) is not shown as `{name}`: {error}",
                piece.name, piece.letter
            ));
        }
        chosen.push(found.unwrap_or_default());
    }
    for wish in [by_role, by_name, |_: &PieceDefinition| Some(PAWN + 1)] {
        for (index, piece) in definition.pieces.iter().enumerate() {
            let Some(wanted) = wish(piece).filter(|_| chosen[index].is_none()) else {
                continue;
            };
            // Only the last of the three wishes accepts a later picture if its first choice is taken.
            let last = if wanted == PAWN + 1 && by_name(piece) != Some(wanted) {
                KING - 1
            } else {
                wanted
            };
            chosen[index] = (wanted..=last).find(|picture| !chosen.contains(&Some(*picture)));
        }
    }
    (chosen, wrong)
}

/// Finds the picture named in a game's file and checks that the picture suits the piece.
fn named(name: &str, piece: &PieceDefinition) -> Result<u8, PictureError> {
    let Some(index) = PICTURES.iter().position(|picture| *picture == name) else {
        return Err(PictureError::Unknown);
    };
    match index as u8 {
        KING if !piece.royal => Err(PictureError::NotRoyal),
        PAWN if !piece.pawn => Err(PictureError::NotPawn),
        index if piece.royal && index != KING => Err(PictureError::Royal),
        index => Ok(index),
    }
}

/// Returns the picture of a king or a pawn; `None` for other pieces.
fn by_role(piece: &PieceDefinition) -> Option<u8> {
    match (piece.royal, piece.pawn) {
        (true, _) => Some(KING),
        (_, true) => Some(PAWN),
        _ => None,
    }
}

/// Returns the picture with the name of the piece, unless this is the picture of the pawn or the king.
fn by_name(piece: &PieceDefinition) -> Option<u8> {
    let index = PICTURES
        .iter()
        .position(|picture| picture.eq_ignore_ascii_case(&piece.name))?;
    (1..KING).contains(&(index as u8)).then_some(index as u8)
}

#[cfg(test)]
mod tests {
    use super::super::playable::is_playable;
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn pictures_of_a_game_differ() {
        for game in Catalogue::built_in().iter().filter(|game| is_playable(game)) {
            let (chosen, wrong) = pictures(game);
            assert_eq!(wrong, [""; 0], "{}", game.name);
            let king = game
                .king(kurier_rules::rules::Color::White)
                .expect("XBoard is offered games with kings");
            assert_eq!(chosen[king.index()], Some(KING));
            let mut distinct: Vec<u8> = chosen.into_iter().flatten().collect();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), game.pieces.len(), "{}", game.name);
        }
    }

    #[test]
    fn unusable_pictures_get_lints() {
        let text = include_str!("../../../../variants/chess.toml").replacen("\"chess\"", "\"mine\"", 1);
        let game = |rook: &str, bishop: &str| {
            let text = text
                .replace("picture = \"Rook\"", &format!("picture = \"{rook}\""))
                .replace("picture = \"Bishop\"", &format!("picture = \"{bishop}\""));
            Catalogue::built_in().add(&text, "x.toml").expect("a correct file")
        };
        let picture_of = |game: &Definition, letter| {
            let (piece_type, _) = game.piece_of_letter(letter).expect("a piece");
            pictures(game).0[piece_type.index()].map(|index| PICTURES[index as usize])
        };
        let good = game("Lance", "Cobra");
        assert_eq!((picture_of(&good, 'R'), pictures(&good).1.len()), (Some("Lance"), 0));
        for (name, reason) in [
            ("Castle", "expected one of"),
            ("King", "royal"),
            ("Pawn", "belongs to a pawn"),
        ] {
            let bad = game(name, "Cobra");
            assert_eq!(picture_of(&bad, 'R'), Some("Rook"));
            assert!(pictures(&bad).1[0].contains(reason), "{:?}", pictures(&bad).1);
        }
        let shared = game("Lance", "Lance");
        assert_eq!(pictures(&shared).1.len(), 1);
        assert_ne!(picture_of(&shared, 'R'), picture_of(&shared, 'B'));
    }
}
