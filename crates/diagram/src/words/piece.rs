//! Describes the moves of pieces in words.

use std::collections::BTreeSet;

use super::movement::Clause;
use super::{capitalised, directions, doubles, hand, listed, number, promotion};
use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Color, Definition, Movement, MultiStep, PieceDefinition, PieceType};

/// Returns sentences that describe the moves of a piece, including its promotion. They begin with a verb: `Steps one
/// square diagonally.`
pub fn of_piece(game: &Definition, piece_type: PieceType) -> Vec<String> {
    let piece = game.piece(piece_type);
    let sentence = |clause: String| format!("{}.", capitalised(&clause));
    let mut words: Vec<String> = clauses_of(game, piece).into_iter().map(sentence).collect();
    words.extend(further(game, piece));
    words
}

/// Describes the moves of a piece in sentences that name it: `The Ferz (F) steps one square diagonally.`
pub fn about_piece(game: &Definition, piece_type: PieceType) -> String {
    let piece = game.piece(piece_type);
    let clauses = clauses_of(game, piece);
    let mut words = vec![match clauses.first() {
        Some(first) => format!("The {} ({}) {first}.", piece.name, piece.letter),
        None => format!("The {} ({}) has no moves of its own.", piece.name, piece.letter),
    }];
    words.extend(clauses.iter().skip(1).map(|clause| format!("It {clause}.")));
    words.extend(further(game, piece));
    words.join(" ")
}

/// Returns sentences about the region that the piece does not leave, first moves, multi-steps, promotion and drops.
fn further(game: &Definition, piece: &PieceDefinition) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(region) = piece.stays_in.and_then(|number| game.regions.get(usize::from(number))) {
        words.push(format!(
            "It does not leave {} (as White sees the board).",
            region.written
        ));
    }
    if let Some(first) = &piece.first_move {
        let clauses = clauses(game, &first.movements).into_iter();
        words.extend(clauses.map(|clause| format!("As its first move it also {clause}.")));
        if first.safe_passage {
            words.push("That leap is not made out of check, nor over an attacked square.".into());
        }
    }
    if let Some(steps) = &piece.multi_step {
        words.extend(step_squares(game, steps));
        let steps_by_rank: Vec<(u8, u8)> = steps.steps.iter().map(|(rank, most)| (*rank, *most)).collect();
        let runs = steps_by_rank.chunk_by(|one, next| one.0 + 1 == next.0 && one.1 == next.1);
        let from: Vec<String> = runs
            .map(|run| {
                let (first, last, most) = (run[0].0 + 1, run[run.len() - 1].0 + 1, number(run[0].1));
                match first == last {
                    true => format!("up to {most} from its rank {first}"),
                    false => format!("up to {most} from its ranks {first} to {last}"),
                }
            })
            .collect();
        if steps.squares.is_none() {
            words.push(format!("Several steps straight forward at once: {}.", from.join(", ")));
        }
        if steps.en_passant {
            words.push(match &steps.en_passant_on {
                None => "Such a move can be answered by a capture en passant.".into(),
                Some(squares) => format!(
                    "Such a move can be answered by a capture en passant, but only {}.",
                    by_color(game, squares, "on")
                ),
            });
        }
    }
    words.extend(hurdles(game, piece));
    words.extend(promotion::sentences(game, piece));
    words.extend(hand::of_drops(game, piece));
    words
}

/// Describes a double step that is possible from some squares only; `None` if it depends on the rank instead.
fn step_squares(game: &Definition, steps: &MultiStep) -> Option<String> {
    let squares = steps.squares.as_ref()?;
    Some(format!(
        "Two steps straight forward at once: {}.",
        by_color(game, squares, "from")
    ))
}

/// Lists squares of both colours: `White's from rank 2, Black's from b7 or c7`. A colour without squares is left out.
fn by_color(game: &Definition, squares: &[BTreeSet<Square>; 2], word: &str) -> String {
    let parts = Color::BOTH.into_iter().filter_map(|color| {
        let squares = &squares[color.index()];
        (!squares.is_empty()).then(|| format!("{}'s {word} {}", color.name(), places(game, squares)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Names squares: as ranks if they fill whole ranks of a flat board, otherwise one by one.
fn places(game: &Definition, squares: &BTreeSet<Square>) -> String {
    let shape = &game.shape;
    let ranks: BTreeSet<u8> = squares.iter().map(|square| shape.rank(*square)).collect();
    let whole = shape
        .squares()
        .filter(|square| ranks.contains(&shape.rank(*square)))
        .count()
        == squares.len();
    let names = |ranks: &BTreeSet<u8>| ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>();
    match (whole && shape.levels() == 1, ranks.len()) {
        (true, 1) => format!("rank {}", names(&ranks).join("")),
        (true, _) => format!("ranks {}", listed(&names(&ranks), "and")),
        (false, _) => {
            let names: Vec<String> = squares.iter().map(|square| shape.name(*square)).collect();
            listed(&names, "or")
        }
    }
}

/// Describes all moves of a piece except first moves and multi-steps. Each clause begins with a verb.
fn clauses_of(game: &Definition, piece: &PieceDefinition) -> Vec<String> {
    let mut all = clauses(game, &piece.movements);
    all.extend(joined(game, doubles::clauses(&piece.doubles)));
    all
}

/// Describes movements. Movements that differ only in their directions share a clause. Each clause begins with a verb.
pub(super) fn clauses(game: &Definition, movements: &[Movement]) -> Vec<String> {
    let clause = |movement: &Movement| (Clause::of(movement, movements, &game.regions), movement.vector);
    joined(game, movements.iter().map(clause).collect())
}

/// Joins clauses that differ only in the directions of the first steps, which are given with them.
fn joined(game: &Definition, clauses: Vec<(Clause, Vector)>) -> Vec<String> {
    let mut groups: Vec<(Clause, [u8; 3], BTreeSet<Vector>)> = Vec::new();
    for (clause, first) in clauses {
        let sizes = directions::sizes(first);
        match groups
            .iter_mut()
            .find(|(other, size, _)| *other == clause && *size == sizes)
        {
            Some((.., steps)) => _ = steps.insert(first),
            None => groups.push((clause, sizes, [first].into())),
        }
    }
    let mut phrases: Vec<(String, &str, String, String)> = Vec::new();
    for (Clause { before, line, after }, _, steps) in groups {
        let directions = directions::of(&steps, game.shape.levels() > 1);
        let twin = phrases
            .iter_mut()
            .find(|(other, other_line, other_directions, other_after)| {
                let lines = [*other_line, line];
                let straight = lines == ["orthogonally", "diagonally"] || lines == ["diagonally", "orthogonally"];
                straight
                    && directions.is_empty()
                    && other_directions.is_empty()
                    && *other == before
                    && *other_after == after
            });
        match twin {
            Some((_, line, ..)) => *line = "orthogonally or diagonally",
            None => phrases.push((before, line, directions, after)),
        }
    }
    let text = |(before, line, directions, after): (String, &str, String, String)| {
        // Directions such as "straight forward" imply that the line is orthogonal.
        let line = if line == "orthogonally" && !directions.is_empty() {
            ""
        } else {
            line
        };
        let blank = if line.is_empty() { "" } else { " " };
        format!("{before}{blank}{line}{directions}{after}")
    };
    phrases.into_iter().map(text).collect()
}

/// Describes which pieces a piece may not hop over or capture by a hop.
fn hurdles(game: &Definition, piece: &PieceDefinition) -> Vec<String> {
    let names = |types: &[PieceType]| {
        let names: Vec<String> = types.iter().map(|other| game.piece(*other).name.clone()).collect();
        listed(&names, "or")
    };
    let hurdles = [("over", &piece.hurdles.not_over), ("onto", &piece.hurdles.not_onto)];
    let forbidden = hurdles.into_iter().filter(|(_, types)| !types.is_empty());
    forbidden
        .map(|(where_to, types)| format!("It may not hop {where_to} a {}.", names(types)))
        .collect()
}
