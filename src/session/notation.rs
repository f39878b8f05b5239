//! Reading turns: a text is compared with the spelling of the legal turns, so one speller serves all boards. What fits
//! none of them gets a reason.

use crate::board::{Shape, Square};
use crate::position::{Move, Position};
use crate::search::Turn;

/// The legal turn that a text names, or why there is none.
///
/// The text is the canonical spelling in any case (`e7e8q`, `E7E8Q`), perhaps with `=` before the letter of a
/// promotion. The letter may be missing where there is only one choice.
pub(super) fn read<const W: usize>(position: &Position<W>, text: &str) -> Result<Turn, String> {
    let wanted = text.trim().replace('=', "").to_ascii_lowercase();
    // A chain is followed step by step: there may be more of them than can be listed.
    let begins = |steps: &[Move]| {
        let spelling = position.spell(steps);
        let way = spelling.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        wanted.starts_with(way)
    };
    let turns = with_spelling(position, position.turns_that_go(begins));
    let exact = turns.iter().position(|(_, spelling)| *spelling == wanted);
    let mut completed = (0..turns.len()).filter(|i| without_letter(&turns[*i]) == Some(wanted.as_str()));
    let found = exact.or_else(|| match (completed.next(), completed.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    });
    match found {
        Some(index) => Ok(turns.into_iter().nth(index).map(|(turn, _)| turn).unwrap_or_default()),
        None => Err(refusal(position, &wanted, &spelled(position))),
    }
}

/// Why a text in coordinates names no legal turn; `None` if it names one, or is written otherwise.
pub(super) fn objection<const W: usize>(position: &Position<W>, text: &str) -> Option<String> {
    let shape = &position.variant().definition.shape;
    let text = text.trim().to_ascii_lowercase();
    let (names, _) = split(shape, &text)?;
    let cells = names.len() > 1 && names.iter().all(|name| shape.parse(name).is_some());
    cells.then(|| read(position, &text).err())?
}

/// All legal turns with their spelling.
pub(super) fn spelled<const W: usize>(position: &Position<W>) -> Vec<(Turn, String)> {
    with_spelling(position, position.turns())
}

fn with_spelling<const W: usize>(position: &Position<W>, turns: Vec<Turn>) -> Vec<(Turn, String)> {
    let spelled = turns.into_iter().map(|turn| {
        let spelling = position.spell(&turn);
        (turn, spelling)
    });
    spelled.collect()
}

/// The spelling of a promotion without its letter.
fn without_letter((turn, spelling): &(Turn, String)) -> Option<&str> {
    turn.last()?.promoted()?;
    spelling.get(..spelling.len() - 1)
}

/// Why a text names no legal turn.
fn refusal<const W: usize>(position: &Position<W>, wanted: &str, turns: &[(Turn, String)]) -> String {
    let variant = position.variant();
    let definition = &variant.definition;
    let Some((names, promotion)) = split(&definition.shape, wanted) else {
        return "not a move".into();
    };
    let mut squares = Vec::new();
    for name in &names {
        match definition.shape.parse(name) {
            Some(square) => squares.push(square),
            None => return format!("there is no square {name}"),
        }
    }
    let &[from, to, ..] = squares.as_slice() else {
        return "not a move".into();
    };
    if turns.is_empty() {
        return match position.outcome() {
            Some(outcome) => format!("the game is over: {}", outcome.reason.text()),
            None => "there is no legal move".into(),
        };
    }
    let (from_name, to_name) = (names[0], names[1]);
    let piece = match position.piece_at(from) {
        None => return format!("there is no piece on {from_name}"),
        Some(piece) if piece.color != position.side() => return format!("the piece on {from_name} is the opponent's"),
        Some(piece) => piece,
    };
    let piece_type = &definition.pieces[piece.piece_type.index()];
    let way = names.concat();
    let same_way: Vec<_> = turns.iter().filter(|turn| without_letter(turn) == Some(&way)).collect();
    if !same_way.is_empty() {
        let letters: Vec<&str> = same_way.iter().map(|(_, spelling)| &spelling[way.len()..]).collect();
        return format!("the {} is promoted to one of {}", piece_type.name, letters.join(" "));
    }
    if let Some((_, longer)) = turns.iter().find(|(_, spelling)| spelling.starts_with(&way)) {
        return match promotion {
            Some(_) => format!("the {} is not promoted there", piece_type.name),
            None => format!("it must go on capturing, as in {longer}"),
        };
    }
    if let Some((_, shorter)) = turns.iter().find(|(_, spelling)| way.starts_with(spelling.as_str())) {
        return format!("it cannot go on capturing after {shorter}");
    }
    let target = position.piece_at(to);
    if target.is_some_and(|target| target.color == piece.color) {
        return format!("there is a piece of the same side on {to_name}");
    }
    if squares.len() > 2
        && turns
            .iter()
            .any(|(turn, _)| turn[0].from() == from && turn[0].to() == to)
    {
        return format!("the {} cannot capture so", piece_type.name);
    }
    let captures_only = turns.iter().all(|(turn, _)| turn[0].is_capture());
    if definition.captures.mandatory && captures_only && target.is_none() {
        return "a capture is obligatory".into();
    }
    if !reaches(position, from, to) {
        return format!("the {} cannot go from {from_name} to {to_name}", piece_type.name);
    }
    "it would leave the king in check".into()
}

/// Whether the piece on a square could go to another one if its king were no matter. Privileges and pawns' double
/// steps, which are legal turns or nothing, are not looked at.
fn reaches<const W: usize>(position: &Position<W>, from: Square, to: Square) -> bool {
    let Some(piece) = position.piece_at(from) else {
        return false;
    };
    let table = &position.variant().piece_tables[piece.color.index()][piece.piece_type.index()];
    let attacked = position.attacks_from(from).contains(to);
    match position.piece_at(to) {
        Some(_) => attacked,
        None => table.uniform && attacked || table.quiet.leaps.get(from.index()).is_some_and(|set| set.contains(to)),
    }
}

/// The names of the squares in a turn's text and the letter of the promotion at its end, whether the squares exist or
/// not. `None` if the text is made up otherwise.
fn split<'a>(shape: &Shape, text: &'a str) -> Option<(Vec<&'a str>, Option<char>)> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if rest.len() == 1 && rest.bytes().all(|letter| letter.is_ascii_lowercase()) {
            return Some((names, rest.chars().next()));
        }
        let (name, others) = shape.leading_name(rest)?;
        names.push(name);
        rest = others;
    }
    Some((names, None))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{Catalogue, Variant};

    fn position(game: &str, fen: Option<&str>) -> Position<1> {
        let definition = Catalogue::built_in().get(game).expect("the game is built in");
        let variant = Arc::new(Variant::compile(definition));
        match fen {
            Some(fen) => Position::from_fen(variant, fen).expect("the FEN is good"),
            None => Position::start(variant),
        }
    }

    fn refused(position: &Position<1>, text: &str) -> String {
        read(position, text).expect_err(text)
    }

    #[test]
    fn only_coordinates_are_objected_to() {
        let start = position("chess", None);
        let objection = |text: &str| objection(&start, text);
        assert_eq!(objection("E2e5").as_deref(), Some("the Pawn cannot go from e2 to e5"));
        assert_eq!(objection("e7e5").as_deref(), Some("the piece on e7 is the opponent's"));
        for text in ["e2e4", "e5", "Nf4", "O-O", "e2e9", "foo", ""] {
            assert_eq!(objection(text), None, "{text}");
        }
    }

    #[test]
    fn every_spelling_is_read_back() {
        for (game, fen) in [
            ("chess", "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
            ("leap", "*1qkn*/r1bbpr/p5/1N4/2p3/6/R1BBPR/*N1KN* w KQkq - 0 1"),
            ("leap64-multi", "4k3/8/3p4/8/1p1p4/8/1p6/R3K3 w - - 0 1"),
        ] {
            let position = position(game, Some(fen));
            for (turn, spelling) in spelled(&position) {
                assert_eq!(read(&position, &spelling), Ok(turn), "{spelling}");
            }
        }
    }

    #[test]
    fn promotions_may_be_spelled_in_other_ways() {
        let chess = position("chess", Some("8/4P3/8/k7/8/8/8/K7 w - - 0 1"));
        let queen = read(&chess, "e7e8q");
        assert!(queen.is_ok());
        for text in ["E7E8Q", "e7e8=Q", "e7e8=q", " e7e8q "] {
            assert_eq!(read(&chess, text), queen);
        }
        assert!(refused(&chess, "e7e8").contains("q"), "{}", refused(&chess, "e7e8"));
        let shatranj = position("shatranj", Some("r7/4P3/8/k7/8/8/8/K6R w - - 0 1"));
        assert_eq!(read(&shatranj, "e7e8"), read(&shatranj, "e7e8q"));
        assert!(refused(&shatranj, "e7e8r").contains("promoted"));
    }

    #[test]
    fn refusals_say_why() {
        let chess = position("chess", Some("4k3/8/8/8/4r3/8/3pB3/R3K3 w Q - 0 1"));
        for (text, reason) in [
            ("", "not a move"),
            ("0000", "not a move"),
            ("e2", "not a move"),
            ("e2é4", "not a move"),
            ("i2e4", "no square i2"),
            ("e2e9", "no square e9"),
            ("c4c5", "no piece on c4"),
            ("e4e5", "opponent's"),
            ("a1e1", "same side"),
            ("a1b2", "cannot go"),
            ("e2d3", "in check"),
            ("a1a2", "in check"),
            ("e1d2q", "not promoted"),
            ("e1d2d3", "cannot go on"),
        ] {
            let refusal = refused(&chess, text);
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
        let mated = position("chess", Some("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"));
        assert!(refused(&mated, "h8g8").contains("checkmate"));
    }

    #[test]
    fn duties_are_named() {
        let leap = position("leap64", Some("4k3/8/8/8/8/3p4/8/1R1R1K2 w - - 0 1"));
        assert!(refused(&leap, "f1e1").contains("obligatory"));
        let multi = position("leap64-multi", Some("4k3/8/8/1p6/8/1p6/8/1R3K2 w - - 0 1"));
        assert!(read(&multi, "b1b3b5").is_ok());
        assert!(refused(&multi, "b1b3").contains("must go on capturing, as in b1b3b5"));
        assert!(refused(&multi, "b1b3b5b7").contains("cannot go on capturing after b1b3b5"));
        assert!(refused(&multi, "b1b3d3").contains("cannot capture so"));
    }
}
