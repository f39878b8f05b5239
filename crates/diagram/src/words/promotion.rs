//! Describes promotions in words.

use std::collections::BTreeSet;

use super::{capitalised, listed};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Definition, PieceDefinition, PieceType, PromotesLeaving, Promotion};

/// Describes what a piece is promoted to, where and under which conditions.
pub(super) fn sentences(game: &Definition, piece: &PieceDefinition) -> Vec<String> {
    let name = |piece_type: &PieceType| game.piece(*piece_type).name.clone();
    let mut words = Vec::new();
    let what = match &piece.promotion {
        None => return words,
        Some(Promotion::Choice(types)) => listed(&types.iter().map(name).collect::<Vec<_>>(), "or"),
        Some(Promotion::ByColor(types)) => {
            let [white, black] = types
                .each_ref()
                .map(|types| listed(&types.iter().map(name).collect::<Vec<_>>(), "or"));
            format!("{white} if it is White's, {black} if it is Black's")
        }
        Some(Promotion::ByFile(types)) => {
            let by_file: Vec<String> = types
                .iter()
                .enumerate()
                .map(|(file, piece_type)| format!("{} {}", Shape::file_letter(file as u8), name(piece_type)))
                .collect();
            format!("the piece of the file it arrives on ({})", by_file.join(", "))
        }
    };
    if piece.promotes_standing {
        words.push(standing(game, piece, &what));
    } else {
        words.push(format!("{} it becomes {what}.", place_of_promotion(game, piece)));
    }
    match piece.promotes_leaving {
        _ if piece.must_promote_leaving => words.push("A move that begins there must promote it too.".into()),
        PromotesLeaving::Never => {}
        PromotesLeaving::Capturing => words.push(
            "A capture that begins there may promote it too; another move that begins there promotes it only where it must \
             be promoted."
                .into(),
        ),
        PromotesLeaving::Always => words.push("It may also be promoted by a move that begins there.".into()),
    }
    if piece.promotes_to_lost {
        words.push("It becomes only what its side has lost.".into());
    }
    let places = piece.promotes_to_in.iter();
    let places = places.map(|bound| (bound.piece_type, region(game, &bound.squares[0])));
    for (place, types) in grouped(game, places) {
        words.push(format!("It becomes {types} only {place}."));
    }
    for (most, types) in grouped(game, piece.promotes_up_to.iter().copied()) {
        words.push(match most {
            0 => format!("It never becomes {types}."),
            _ => format!("It becomes {types} only while its side has fewer than {most} of that piece."),
        });
    }
    words
}

/// Describes where a piece is promoted, and where it must be.
fn place_of_promotion(game: &Definition, piece: &PieceDefinition) -> String {
    let farthest = game.shape.farthest();
    let first = piece.promotion_rank;
    let region = piece.promotes_in.as_ref().map(|[white, _]| {
        if white.len() == game.shape.squares().count() {
            return "Everywhere".to_owned();
        }
        capitalised(&on_squares(game, white))
    });
    let from = || format!("From its rank {} on", first + 1);
    match (region, piece.must_promote_from) {
        (Some(region), None) => format!("{region} it may be promoted:"),
        (Some(region), Some(rank)) if rank >= farthest => {
            format!("{region} it may be promoted, on the last rank it must:")
        }
        (Some(region), Some(0)) => format!("{region} it must be promoted:"),
        (Some(region), Some(rank)) => format!("{region} it may be promoted, from its rank {} on it must:", rank + 1),
        (None, Some(rank)) if first >= farthest && rank <= first => "On the last rank".to_owned(),
        (None, None) if first >= farthest => "On the last rank it may be promoted:".to_owned(),
        (None, Some(rank)) if rank >= farthest => format!("{} it may be promoted, on the last it must:", from()),
        (None, Some(rank)) if rank <= first => format!("{} it must be promoted:", from()),
        (None, Some(rank)) => format!("{} it may be promoted, from rank {} on it must:", from(), rank + 1),
        (None, None) => format!("{} it may be promoted:", from()),
    }
}

/// Describes the promotion to `what` of a piece that is promoted where it stands.
fn standing(game: &Definition, piece: &PieceDefinition, what: &str) -> String {
    let place = match &piece.promotes_in {
        Some([white, _]) => on_squares(game, white),
        None => from_rank(game, piece.promotion_rank),
    };
    format!(
        "Instead of a move, it may become {what} where it stands, or step from there to an empty square as what it becomes: \
         {place}, or anywhere if it is the last of its side. Then it may attack nothing, and the king may not be in check."
    )
}

/// Returns each value with the names of the piece types that have it, in the order in which the values first occur.
fn grouped<T: PartialEq>(game: &Definition, values: impl Iterator<Item = (PieceType, T)>) -> Vec<(T, String)> {
    let mut groups: Vec<(T, Vec<String>)> = Vec::new();
    for (piece_type, value) in values {
        let name = game.piece(piece_type).name.clone();
        match groups.iter_mut().find(|(other, _)| *other == value) {
            Some((_, names)) => names.push(name),
            None => groups.push((value, vec![name])),
        }
    }
    groups
        .into_iter()
        .map(|(value, names)| (value, listed(&names, "or")))
        .collect()
}

/// Describes a region of White's as the last ranks if it consists of exactly those ranks, otherwise square by square.
fn region(game: &Definition, squares: &BTreeSet<Square>) -> String {
    let shape = &game.shape;
    let first = squares.iter().map(|square| shape.advance(*square)).min().unwrap_or(0);
    let is_last_ranks = shape
        .squares()
        .all(|square| squares.contains(&square) == (shape.advance(square) >= first));
    match is_last_ranks {
        true => from_rank(game, first),
        false => on_squares(game, squares),
    }
}

/// Describes the ranks from a rank, counted from 0, to the last one.
fn from_rank(game: &Definition, first: u8) -> String {
    match first >= game.shape.farthest() {
        true => "on the last rank".to_owned(),
        false => format!("from its rank {} on", first + 1),
    }
}

/// Lists squares one by one, as White sees the board.
fn on_squares(game: &Definition, squares: &BTreeSet<Square>) -> String {
    let names: Vec<String> = squares.iter().map(|square| game.shape.name(*square)).collect();
    format!("on {} (as White sees the board)", listed(&names, "or"))
}
