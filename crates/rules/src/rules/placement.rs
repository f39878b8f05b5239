//! The placement, the first field of a FEN: which piece stands on which square.

use thiserror::Error;

use super::{Color, PieceType, Placement, Rules};
use crate::board::{Shape, Square};

/// Why a placement is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message} (character {} of the FEN)", offset + 1)]
pub struct PlacementError {
    /// The byte offset of the mistake in the field.
    pub offset: usize,
    /// What was expected at the offset.
    pub message: String,
}

impl Rules {
    /// Parses the first field of a FEN: levels from the top, separated by `|`; ranks from the last, separated by `/`;
    /// letters of pieces, numbers of empty squares, and `*` for every hole. A `~` after a letter (a promoted piece) is
    /// skipped. In a game with a hand, `+` before a letter stands for what the piece is promoted to, and a list of
    /// pieces in hand after the board is skipped.
    ///
    /// # Errors
    /// Fails if the field does not have the shape of the board, or has a letter that no piece has. Further rules, such
    /// as the number of kings, are not checked.
    pub fn placement(&self, field: &str) -> Result<Placement, PlacementError> {
        let pieces = Pieces {
            piece: &|letter| self.piece_of_letter(letter),
            promoted: &|piece_type| self.hand.and_then(|_| self.only_promotion(piece_type)),
        };
        read(&self.shape, &pieces, self.split_holdings(field).0)
    }

    /// Writes the first field of a FEN, which [`Rules::placement`] parses. `piece_on` returns the piece on a square.
    pub fn spell_placement(&self, piece_on: impl Fn(Square) -> Option<(PieceType, Color)>) -> String {
        self.spell_marked(piece_on, |_| None)
    }

    /// Writes the first field of a FEN as [`Rules::spell_placement`] does, with marks of promoted pieces: `origin_on`
    /// returns what the piece on a square was before its promotion. The mark is `+` before the letter of that piece if
    /// it has only one promotion (`+R`), and `~` after the letter of what it has become otherwise (`Q~`).
    pub fn spell_marked(
        &self,
        piece_on: impl Fn(Square) -> Option<(PieceType, Color)>,
        origin_on: impl Fn(Square) -> Option<PieceType>,
    ) -> String {
        let shape = &self.shape;
        let mut text = String::new();
        for level in 0..shape.levels() {
            for rank in (0..shape.ranks()).rev() {
                let mut run = 0;
                for file in 0..shape.files() {
                    let square = shape.square(file.into(), rank.into(), level.into());
                    let piece = square.and_then(&piece_on);
                    if square.is_some() && piece.is_none() {
                        run += 1;
                        continue;
                    }
                    flush(&mut text, &mut run);
                    match (piece, square.and_then(&origin_on)) {
                        (None, _) => text.push('*'),
                        (Some((piece_type, color)), None) => text.push(self.letter(piece_type, color)),
                        (Some((piece_type, color)), Some(origin))
                            if self.only_promotion(origin) == Some(piece_type) =>
                        {
                            text.extend(['+', self.letter(origin, color)]);
                        }
                        (Some((piece_type, color)), Some(_)) => text.extend([self.letter(piece_type, color), '~']),
                    }
                }
                flush(&mut text, &mut run);
                if rank > 0 {
                    text.push('/');
                }
            }
            if level + 1 < shape.levels() {
                text.push('|');
            }
        }
        text
    }
}

/// Appends `run`, the number of consecutive empty squares, to `text` unless `run` is 0, and resets `run` to 0.
fn flush(text: &mut String, run: &mut usize) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

/// Splits the first field of a FEN into the placement and the list of pieces in hand; see [`Rules::split_holdings`].
pub(super) fn split_holdings<'a>(shape: &Shape, field: &'a str) -> (&'a str, &'a str) {
    if let Some(parts) = field.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
        return parts;
    }
    let slashes = field.matches('/').count();
    match field.rsplit_once('/') {
        Some(parts) if shape.levels() == 1 && slashes == usize::from(shape.ranks()) => parts,
        _ => (field, ""),
    }
}

/// What the letters of a placement stand for.
pub(super) struct Pieces<'a> {
    /// Returns the piece that a letter stands for.
    pub piece: &'a dyn Fn(char) -> Option<(PieceType, Color)>,
    /// Returns the piece type that a type with a `+` in front stands for.
    pub promoted: &'a dyn Fn(PieceType) -> Option<PieceType>,
}

/// Parses a placement, in which letters stand for what `pieces` says; see [`Rules::placement`].
pub(super) fn read(shape: &Shape, pieces: &Pieces<'_>, field: &str) -> Result<Placement, PlacementError> {
    let (files, ranks, levels) = (shape.files() as i32, shape.ranks() as i32, shape.levels() as i32);
    let mut squares = vec![None; shape.area()];
    let (mut file, mut rank, mut level) = (0, ranks - 1, 0);
    let mut letters = field.char_indices().peekable();
    let error = |offset: usize, message: String| Err(PlacementError { offset, message });
    while let Some((offset, letter)) = letters.next() {
        let number = rank + 1;
        match letter {
            '/' | '|' => {
                if file < files {
                    return error(
                        offset,
                        format!("expected {files} squares in rank {number}, found {file}"),
                    );
                }
                let expected = match rank {
                    1.. => "`/`",
                    _ if level + 1 < levels => "`|`",
                    _ => "the end of the board",
                };
                if expected.trim_matches('`') != letter.encode_utf8(&mut [0; 4]) {
                    return error(
                        offset,
                        format!("expected {expected} after rank {number}, found `{letter}`"),
                    );
                }
                (file, rank) = (0, rank - 1);
                if rank < 0 {
                    (rank, level) = (ranks - 1, level + 1);
                }
            }
            '0'..='9' => {
                let mut run = letter as i32 - '0' as i32;
                while let Some((_, digit)) = letters.next_if(|(_, next)| next.is_ascii_digit()) {
                    run = (run * 10 + digit as i32 - '0' as i32).min(1000);
                }
                if run == 0 || file + run > files {
                    let left = files - file;
                    return error(
                        offset,
                        format!("expected at most {left} more squares in rank {number}, found {run}"),
                    );
                }
                if (file..file + run).any(|file| shape.square(file, rank, level).is_none()) {
                    return error(offset, format!("expected `*` for every hole of rank {number}"));
                }
                file += run;
            }
            _ if file >= files => {
                return error(offset, format!("expected at most {files} squares in rank {number}"));
            }
            '*' => {
                if shape.square(file, rank, level).is_some() {
                    return error(offset, "expected `*` for holes only: this square is not a hole".into());
                }
                file += 1;
            }
            _ => {
                let plus = letter == '+';
                let letter = match plus {
                    true => letters.next().map_or(letter, |(_, letter)| letter),
                    false => letter,
                };
                let found = (pieces.piece)(letter).and_then(|(piece_type, color)| match plus {
                    true => Some(((pieces.promoted)(piece_type)?, color)),
                    false => Some((piece_type, color)),
                });
                let Some(found) = found else {
                    return error(offset, format!("expected the letter of a piece, found `{letter}`"));
                };
                let Some(square) = shape.square(file, rank, level) else {
                    return error(offset, format!("expected `*` for the hole here, found `{letter}`"));
                };
                squares[Square::index(square)] = Some(found);
                file += 1;
                // `~` marks a promoted piece in some variants of FEN. No rule here depends on a piece's history.
                letters.next_if(|(_, next)| *next == '~');
            }
        }
    }
    if file < files || rank > 0 || level + 1 < levels {
        let missing = format!("expected {ranks} ranks of {files} squares on {levels} level(s), found less");
        return error(field.len(), missing);
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use crate::rules::{Catalogue, Color, PieceType};

    fn refusal(game: &str, field: &str) -> String {
        let definition = Catalogue::built_in().get(game).expect(game);
        match definition.placement(field) {
            Ok(_) => panic!("accepted: {field}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn pieces_stand_where_the_field_says() {
        let leap = Catalogue::built_in().get("leap").expect("leap");
        let squares = leap.placement("*2k1*/6/6/6/6/R5/6/*2K1*").expect("a correct field");
        let occupied: Vec<_> = (0..48).filter(|square| squares[*square].is_some()).collect();
        assert_eq!(occupied, [3, 12, 45]);
        assert_eq!(squares[12], Some((PieceType(0), Color::White)));
        assert_eq!(squares[45], leap.king(Color::Black).map(|king| (king, Color::Black)));
    }

    #[test]
    fn marks_of_promoted_pieces_are_ignored() {
        let chess = Catalogue::built_in().get("chess").expect("chess");
        let plain = chess.placement("k3q3/8/8/8/8/8/8/K6Q").expect("a correct field");
        assert_eq!(chess.placement("k3q~3/8/8/8/8/8/8/K6Q~"), Ok(plain));
        for field in ["~k7/8/8/8/8/8/8/K7", "k~~7/8/8/8/8/8/8/K7", "k7~/8/8/8/8/8/8/K7"] {
            assert!(refusal("chess", field).starts_with("expected "), "{field}");
        }
    }

    #[test]
    fn wrong_shapes_are_refused_at_their_position() {
        for (game, field, expected) in [
            (
                "chess",
                "",
                "expected 8 ranks of 8 squares on 1 level(s), found less (character 1 of the FEN)",
            ),
            (
                "chess",
                "8/8/8/8/8/8/8",
                "expected 8 ranks of 8 squares on 1 level(s), found less (character 14 of the FEN)",
            ),
            (
                "chess",
                "9",
                "expected at most 8 more squares in rank 8, found 9 (character 1 of the FEN)",
            ),
            (
                "chess",
                "80",
                "expected at most 8 more squares in rank 8, found 80 (character 1 of the FEN)",
            ),
            (
                "chess",
                "99999999999999999999",
                "expected at most 8 more squares in rank 8, found 1000 (character 1 of the FEN)",
            ),
            (
                "chess",
                "8p",
                "expected at most 8 squares in rank 8 (character 2 of the FEN)",
            ),
            (
                "chess",
                "*7",
                "expected `*` for holes only: this square is not a hole (character 1 of the FEN)",
            ),
            (
                "chess",
                "8|8",
                "expected `/` after rank 8, found `|` (character 2 of the FEN)",
            ),
            (
                "leap",
                "6/6",
                "expected `*` for every hole of rank 8 (character 1 of the FEN)",
            ),
            (
                "leap",
                "k4*",
                "expected `*` for the hole here, found `k` (character 1 of the FEN)",
            ),
            (
                "courierleapale",
                "6/6/6/6/6/6/6",
                "expected `|` after rank 1, found `/` (character 12 of the FEN)",
            ),
        ] {
            assert_eq!(refusal(game, field), expected, "{field}");
        }
    }
}
