//! Translates the regions that bind the moves of pieces: `mobilityRegion...`, and the river that soldiers cross.

use std::collections::BTreeSet;

use super::error::TranslationError;
use super::janggi;
use super::pieces::{Kind, Piece};
use super::promotion;
use super::values::Region;
use super::write::{Game, square};
use kurier_rules::rules::Color;

/// Checks that the regions of a piece type can be written.
pub(super) fn check(game: &Game, kind: Kind) -> Result<(), TranslationError> {
    let bound = game.settings.mobility.iter().any(|(other, ..)| *other == kind);
    let mut colors = game.colors(kind);
    match bound && colors.any(|color| promotion::is_promoted(game, kind, color)) {
        true => Err(TranslationError::RegionOfPromoted(
            game.piece(kind).map(Piece::name).unwrap_or_default(),
        )),
        false => Ok(()),
    }
}

/// Returns the moves that a piece type has on the whole board if it has further moves in a region only; otherwise
/// `None`.
pub(super) fn moves(game: &Game, kind: Kind) -> Option<&'static str> {
    (kind == Kind::SOLDIER && game.settings.soldier_rank > 1).then_some("fW")
}

/// Writes the keys `stays-in` and `moves-in` of a piece type; the text is empty if nothing binds its moves.
pub(super) fn keys(game: &Game, kind: Kind) -> String {
    let settings = game.settings;
    let mut text = String::new();
    let region = |color: Color| {
        let mut bound = settings.mobility.iter();
        bound
            .find(|(other, side, _)| (*other, *side) == (kind, color))
            .map(|(.., region)| *region)
    };
    let regions = Color::BOTH.map(region);
    if regions.iter().any(Option::is_some) {
        let [white, black] = regions.map(|region| names(game, region.unwrap_or(Region::ALL)));
        text += &format!("stays-in = [{white}]\nstays-in-black = [{black}]\n");
    }
    let mut tables = Vec::new();
    if moves(game, kind).is_some() {
        let beyond = |color: Color| {
            let (first, last) = (settings.soldier_rank, settings.ranks);
            let [one, other] = [first, last].map(|rank| game.own_rank(color, rank));
            names(game, Region::ranks(one.min(other), one.max(other)))
        };
        let [white, black] = Color::BOTH.map(beyond);
        tables.push(format!(
            "{{ squares = [{white}], squares-black = [{black}], move = \"sW\" }}"
        ));
    }
    let lines = janggi::diagonals(game, kind, &names(game, settings.diagonal_lines));
    tables.extend((!lines.is_empty()).then_some(lines));
    if !tables.is_empty() {
        text += &format!("moves-in = [{}]\n", tables.join(", "));
    }
    text
}

/// Returns the names of a region's squares, each in quotation marks.
fn names(game: &Game, region: Region) -> String {
    let inside = game.all_squares().filter(|(file, rank)| region.contains(*file, *rank));
    let names: Vec<String> = inside
        .map(|(file, rank)| format!("\"{}\"", square(file, rank)))
        .collect();
    names.join(", ")
}

/// Writes a key with squares, and a second one with Black's squares if they do not mirror White's. If a colour is
/// missing from `squares`, its squares do not matter.
pub(super) fn by_color<'a>(
    game: &Game,
    key: &str,
    squares: impl Iterator<Item = (Color, &'a BTreeSet<(u8, u8)>)>,
) -> String {
    let mut of_color = [None, None];
    for (color, squares) in squares {
        of_color[color.index()] = Some(squares.clone());
    }
    let mirrored = |squares: &BTreeSet<(u8, u8)>| -> BTreeSet<(u8, u8)> {
        let ranks = game.settings.ranks;
        squares.iter().map(|(file, rank)| (*file, ranks - 1 - rank)).collect()
    };
    let [white, black] = of_color;
    let white = white.unwrap_or_else(|| black.as_ref().map(mirrored).unwrap_or_default());
    let mut text = format!("{key} = [{}]\n", rectangles(game, &white));
    if let Some(black) = black.filter(|black| *black != mirrored(&white) || black.is_empty()) {
        text += &format!("{key}-black = [{}]\n", rectangles(game, &black));
    }
    text
}

/// Writes squares as rectangles and single squares, each in quotation marks.
fn rectangles(game: &Game, squares: &BTreeSet<(u8, u8)>) -> String {
    let mut left = squares.clone();
    let mut written = Vec::new();
    while let Some((file, rank)) = left.iter().copied().min_by_key(|(file, rank)| (*rank, *file)) {
        // A rectangle may include holes, which do not count as its squares.
        let inside = |file: u8, rank: u8| left.contains(&(file, rank)) || !game.is_square(file, rank);
        let last_file = (file..game.settings.files)
            .take_while(|file| inside(*file, rank))
            .last();
        let last_file = last_file.unwrap_or(file);
        let full = |rank: &u8| (file..=last_file).all(|file| inside(file, *rank));
        let last_rank = (rank..game.settings.ranks).take_while(full).last().unwrap_or(rank);
        // The corners of a rectangle must not be holes.
        let (last_file, last_rank) = match game.is_square(last_file, last_rank) {
            true => (last_file, last_rank),
            false => (file, rank),
        };
        left.retain(|(f, r)| !((file..=last_file).contains(f) && (rank..=last_rank).contains(r)));
        let (first, last) = (square(file, rank), square(last_file, last_rank));
        written.push(match first == last {
            true => format!("\"{first}\""),
            false => format!("\"{first}-{last}\""),
        });
    }
    written.join(", ")
}
