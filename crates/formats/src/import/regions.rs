//! Translates the regions that bind the moves of pieces: `mobilityRegion...`, and the river that soldiers cross.

use super::error::TranslationError;
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

/// Returns the moves that a piece type has everywhere, if it has others in a region only; otherwise `None`.
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
    if moves(game, kind).is_some() {
        let beyond = |color: Color| {
            let (first, last) = (settings.soldier_rank, settings.ranks);
            let [one, other] = [first, last].map(|rank| game.own_rank(color, rank));
            names(game, Region::ranks(one.min(other), one.max(other)))
        };
        let [white, black] = Color::BOTH.map(beyond);
        text += &format!("moves-in = [{{ squares = [{white}], squares-black = [{black}], move = \"sW\" }}]\n");
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
