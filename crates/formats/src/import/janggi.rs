//! Translates the rules of Janggi: lines along which some pieces also move diagonally, cannons that do not hop over
//! each other, kings that face each other, and the count of material.

use std::fmt::Write;

use super::error::{SettingError, TranslationError};
use super::pieces::Kind;
use super::settings::Settings;
use super::write::Game;

/// What decides games that would otherwise be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MaterialCounting {
    /// The points of Janggi.
    Janggi,
    /// The number of pieces.
    Unweighted,
    /// White wins.
    WhiteDrawOdds,
    /// Black wins.
    BlackDrawOdds,
}

impl MaterialCounting {
    /// Parses a value; `None` stands for `none`.
    pub fn parse(value: &str) -> Result<Option<Self>, SettingError> {
        match value {
            "none" => Ok(None),
            "janggi" => Ok(Some(Self::Janggi)),
            "unweighted" => Ok(Some(Self::Unweighted)),
            "whitedrawodds" => Ok(Some(Self::WhiteDrawOdds)),
            "blackdrawodds" => Ok(Some(Self::BlackDrawOdds)),
            _ => Err(SettingError::unsupported("materialCounting", value)),
        }
    }
}

/// The points of the pieces of Janggi.
const POINTS: [(Kind, u8); 6] = [
    (Kind::ROOK, 13),
    (Kind::JANGGI_CANNON, 7),
    (Kind::HORSE, 5),
    (Kind::JANGGI_ELEPHANT, 3),
    (Kind::WAZIR, 3),
    (Kind::SOLDIER, 2),
];

/// Writes the key for the points that decide the game; the text is empty if there is no such rule.
pub(super) fn points(game: &Game) -> Result<String, TranslationError> {
    let settings = game.settings;
    let Some(counting) = settings.material_counting else {
        return Ok(String::new());
    };
    if settings.full_board_ends {
        return Err(TranslationError::FullBoard);
    }
    let present = |kind: Kind| game.colors(kind).next().and_then(|_| game.piece(kind));
    let pieces: Vec<String> = match counting {
        MaterialCounting::Janggi => {
            let pieces = POINTS
                .iter()
                .filter_map(|(kind, points)| Some((present(*kind)?, points)));
            pieces
                .map(|(piece, points)| format!("{} = {points}", piece.letter))
                .collect()
        }
        MaterialCounting::Unweighted => {
            let pieces = settings.pieces.iter().filter_map(|piece| present(piece.kind));
            pieces.map(|piece| format!("{} = 1", piece.letter)).collect()
        }
        MaterialCounting::WhiteDrawOdds | MaterialCounting::BlackDrawOdds => Vec::new(),
    };
    let pieces = pieces.join(", ");
    Ok(match counting {
        MaterialCounting::Janggi => format!("points = {{ pieces = {{ {pieces} }}, black = 1, ties = \"black\" }}\n"),
        MaterialCounting::Unweighted => format!("points = {{ pieces = {{ {pieces} }} }}\n"),
        MaterialCounting::WhiteDrawOdds => "points = { ties = \"white\" }\n".to_owned(),
        MaterialCounting::BlackDrawOdds => "points = { ties = \"black\" }\n".to_owned(),
    })
}

/// Returns the key for kings that end the game by facing each other; the text is empty if they do not.
pub(super) fn facing(settings: &Settings, both_have_kings: bool) -> Result<&'static str, TranslationError> {
    match (settings.facing_kings_end, settings.kings_may_not_face, both_have_kings) {
        (false, ..) => Ok(""),
        (true, false, true) => Ok("facing = \"ends\"\n"),
        (true, ..) => Err(TranslationError::Bikjang),
    }
}

/// Writes the keys for the pieces that a piece may neither hop over nor capture.
pub(super) fn hurdles(game: &Game, kind: Kind) -> String {
    match game.piece(kind).filter(|_| kind == Kind::JANGGI_CANNON) {
        None => String::new(),
        Some(piece) => format!("hops-not-over = \"{0}\"\nhops-not-onto = \"{0}\"\n", piece.letter),
    }
}

/// Returns the additional moves of a piece along the diagonal lines; `None` if it has none.
pub(super) fn diagonal_moves(game: &Game, kind: Kind) -> Option<&'static str> {
    if game.settings.diagonal_lines == super::values::Region::NONE {
        return None;
    }
    let steps_straight = || game.piece(kind).is_some_and(|piece| piece.betza == "W");
    match kind {
        Kind::ROOK => Some("B"),
        Kind::WAZIR => Some("F"),
        Kind::SOLDIER => Some("fF"),
        Kind::JANGGI_CANNON => Some("pB"),
        Kind::KING if steps_straight() => Some("F"),
        _ => None,
    }
}

/// Writes the table of the moves along the diagonal lines; the text is empty if the piece has none. `squares` are the
/// squares of the lines.
pub(super) fn diagonals(game: &Game, kind: Kind, squares: &str) -> String {
    let mut text = String::new();
    if let Some(moves) = diagonal_moves(game, kind) {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{{ squares = [{squares}], squares-black = [{squares}], move = \"{moves}\", inside = true }}"
        );
    }
    text
}

/// Checks that no diagonal leaves the lines and comes back. A slide along such a diagonal would be legal in
/// Fairy-Stockfish only.
pub(super) fn check(game: &Game) -> Result<(), TranslationError> {
    let lines = game.settings.diagonal_lines;
    let comes_back = |(file, rank): (u8, u8), (right, up): (i8, i8)| {
        let ahead = (1..).map_while(|n: i8| {
            let file = file.checked_add_signed(right.checked_mul(n)?)?;
            let rank = rank.checked_add_signed(up.checked_mul(n)?)?;
            game.is_square(file, rank).then_some((file, rank))
        });
        let mut left = false;
        for (file, rank) in ahead {
            let inside = lines.contains(file, rank);
            if left && inside {
                return true;
            }
            left |= !inside;
        }
        false
    };
    let slides = [Kind::ROOK, Kind::JANGGI_CANNON];
    if !slides.iter().any(|kind| game.colors(*kind).next().is_some()) {
        return Ok(());
    }
    let mut starts = game.all_squares().filter(|(file, rank)| lines.contains(*file, *rank));
    let any = starts.any(|square| {
        let directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        directions.into_iter().any(|direction| comes_back(square, direction))
    });
    if any {
        Err(TranslationError::DiagonalLines)
    } else {
        Ok(())
    }
}
