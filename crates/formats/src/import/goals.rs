//! Translates how games end: mate and stalemate, few pieces, regions that win, rows, checks, repetition.

use std::fmt::Write;

use super::counting;
use super::error::TranslationError;
use super::janggi;
use super::pieces::Kind;
use super::promotion;
use super::settings::{Row, Settings};
use super::write::{Game, square};
use kurier_rules::rules::Color;

/// Writes the keys of the section `[ends]`, except for the move limit. `checks` is the number of checks that win.
pub(super) fn keys(game: &Game, checks: Option<u8>) -> Result<String, TranslationError> {
    let settings = game.settings;
    let mut text = String::new();
    if settings.checkmate != "loss" {
        writeln!(text, "checkmate = \"{}\"", settings.checkmate)?;
    }
    match (settings.stalemate, settings.stalemate_counts) {
        ("draw", _) => {}
        ("win", true) => text += "stalemate = \"fewer-pieces-win\"\n",
        (_, true) => text += "stalemate = \"more-pieces-win\"\n",
        (result, false) => writeln!(text, "stalemate = \"{result}\"")?,
    }
    text += &extinction(game)?;
    text += &flags(game)?;
    text += &row(game, &settings.row)?;
    if let Some(checks) = checks {
        writeln!(text, "checks = {checks}")?;
    }
    text += &repetition(settings)?;
    text += &counting::key(game)?;
    text += &janggi::points(game)?;
    Ok(text)
}

/// Returns the largest number of a side's pieces of a type with which they are royal; `None` if the type is not royal,
/// `Some(None)` if it always is.
pub(super) fn royal(game: &Game, kind: Kind) -> Option<Option<u8>> {
    let rule = &game.settings.extinction;
    if kind == Kind::KING {
        return Some(None);
    }
    if !rule.pseudo_royal || rule.result.is_none() || !rule.piece_types.contains(&kind) {
        return None;
    }
    let most = rule.pieces.saturating_add(1);
    let mut others = game.settings.pieces.iter();
    let many = others.any(|other| promotion::becomes(game, other.kind, kind))
        || Color::BOTH
            .into_iter()
            .any(|color| game.at_start(kind, color) > usize::from(most));
    Some(many.then_some(most))
}

/// Writes the key for the fate of a player with few pieces; the text is empty if there is no such rule.
fn extinction(game: &Game) -> Result<String, TranslationError> {
    let rule = &game.settings.extinction;
    let Some(result) = rule.result else {
        return Ok(String::new());
    };
    if rule.pseudo_royal {
        return match (rule.all, result, rule.opponents_pieces, rule.claimed) {
            (false, "loss", 0, false) => Ok(String::new()),
            _ => Err(TranslationError::PseudoRoyal),
        };
    }
    let has_king = |color: &Color| game.has_one_king(*color);
    let kings = Color::BOTH.iter().all(has_king);
    // Kings are never captured, so no player can lose the last one.
    let others: Vec<Kind> = rule
        .piece_types
        .iter()
        .copied()
        .filter(|kind| *kind != Kind::KING)
        .collect();
    let counted = match (result, rule.all, rule.pieces, rule.opponents_pieces) {
        (_, true, 0, _) if kings => return Ok(String::new()),
        (_, false, 0, _) if others.is_empty() => return Ok(String::new()),
        ("loss", true, 1, 2) if kings && rule.claimed => return Ok("bare-king = \"loses-unless-answered\"\n".into()),
        // A player who has bared the opponent's king has at least a king and the piece that captured last, so a minimum
        // of two or less is always met.
        ("loss", true, 1, 0..=2) if kings => return Ok("bare-king = \"loses\"\n".into()),
        _ if rule.claimed => return Err(TranslationError::Extinction),
        (_, true, ..) => None,
        (_, false, 0, _) => Some(&others),
        (_, false, ..) => Some(&rule.piece_types),
    };
    let pieces = match counted {
        None => "*".to_owned(),
        Some(kinds) => {
            // If a side begins with too few pieces of a type, the game would end at once.
            let there = |kind: &Kind| {
                let mut colors = Color::BOTH.into_iter();
                colors.all(|color| game.at_start(*kind, color) > usize::from(rule.pieces))
            };
            match kinds.iter().all(there) {
                true => letters(game, kinds),
                false => return Err(TranslationError::Extinction),
            }
        }
    };
    let least = match rule.opponents_pieces {
        0 => String::new(),
        least => format!(", opponent-at-least = {least}"),
    };
    Ok(format!(
        "extinct = [{{ pieces = \"{pieces}\", at-most = {}{least}, result = \"{result}\" }}]\n",
        rule.pieces
    ))
}

/// Returns the letters of piece types, without the types that do not occur in the game.
fn letters(game: &Game, kinds: &[Kind]) -> String {
    let present = kinds.iter().filter(|kind| game.colors(**kind).next().is_some());
    present
        .filter_map(|kind| game.piece(*kind))
        .map(|piece| piece.letter)
        .collect()
}

/// Writes the key for the regions in which pieces win; the text is empty if there are none.
fn flags(game: &Game) -> Result<String, TranslationError> {
    let flag = &game.settings.flag;
    let squares = Color::BOTH.map(|color| {
        let region = flag.region[color.index()];
        let inside = game.all_squares().filter(|(file, rank)| region.contains(*file, *rank));
        let names: Vec<String> = inside
            .map(|(file, rank)| format!("\"{}\"", square(file, rank)))
            .collect();
        // A region with fewer squares than the number of pieces that must arrive never wins.
        match names.len() < usize::from(flag.count) && !flag.or_full {
            true => String::new(),
            false => names.join(", "),
        }
    });
    let pieces = Color::BOTH.map(|color| match &flag.piece_types[color.index()] {
        None => "*".to_owned(),
        Some(kinds) => letters(game, kinds),
    });
    let mut entries = Vec::new();
    let both = pieces[0] == pieces[1] && squares.iter().all(|names| !names.is_empty());
    let sides: &[&[Color]] = if both {
        &[&Color::BOTH]
    } else {
        &[&[Color::White], &[Color::Black]]
    };
    for colors in sides {
        let names = Color::BOTH.map(|color| match colors.contains(&color) {
            true => squares[color.index()].as_str(),
            false => "",
        });
        let pieces = &pieces[colors[0].index()];
        if pieces.is_empty() || names == ["", ""] {
            continue;
        }
        let king = game.piece(Kind::KING).map(|king| king.letter.to_string());
        let time = match (flag.one_more_move, king == Some(pieces.clone())) {
            (false, _) if flag.safe => ", time = \"safe\"",
            (false, _) => "",
            (true, false) if flag.safe => ", time = \"safe-or-held\"",
            (true, true) if !game.settings.checks_allowed => ", time = \"answered\"",
            (true, true) => return Err(TranslationError::FlagMove),
            (true, false) => ", time = \"held\"",
        };
        let count = match flag.count {
            0 | 1 => String::new(),
            count => format!(", count = {count}"),
        };
        let full = if flag.or_full { ", or-full = true" } else { "" };
        entries.push(format!(
            "{{ pieces = \"{pieces}\", squares = [{}], squares-black = [{}]{count}{full}{time} }}",
            names[0], names[1]
        ));
    }
    match entries.is_empty() {
        true => Ok(String::new()),
        false => Ok(format!("flags = [{}]\n", entries.join(", "))),
    }
}

/// Writes the key for rows of pieces that end the game; the text is empty if there is no such rule.
fn row(game: &Game, row: &Row) -> Result<String, TranslationError> {
    if row.count == 0 {
        return Ok(String::new());
    }
    if row.horizontal != row.vertical || row.count == 1 {
        return Err(TranslationError::Row);
    }
    let pieces = match &row.piece_types {
        None => "*".to_owned(),
        Some(kinds) => letters(game, kinds),
    };
    Ok(format!(
        "rows = [{{ pieces = \"{pieces}\", count = {}, orthogonal = {}, diagonal = {}, result = \"{}\" }}]\n",
        row.count, row.horizontal, row.diagonal, row.result
    ))
}

/// Writes the keys for the result of repetition.
fn repetition(settings: &Settings) -> Result<String, TranslationError> {
    let rule = &settings.repetition;
    // If the result is not defined for White, Fairy-Stockfish defines it for the player to move, and Kurier for the
    // player who has repeated the position.
    let result = match rule.result {
        own if rule.absolute => own,
        "win" => "loss",
        "loss" => "win",
        other => other,
    };
    let mut text = match rule.times {
        0 => return Ok("repetitions = \"never\"\n".into()),
        1 => return Err(TranslationError::Repetition),
        3 => String::new(),
        times => format!("repetitions = {times}\n"),
    };
    if result != "draw" {
        text += &format!("repetition = \"{result}\"\n");
        if rule.absolute {
            text += "repetition-of = \"white\"\n";
        }
    }
    if rule.perpetual {
        text += "perpetual-check-loses = true\n";
    }
    Ok(text)
}

/// Writes the section `[kings]`; the text is empty if it would have no keys.
pub(super) fn kings(settings: &Settings, both_have_kings: bool) -> Result<String, TranslationError> {
    let mut text = String::new();
    if !settings.checks_allowed {
        text += "checks = \"forbidden\"\n";
    }
    if settings.kings_may_not_face && both_have_kings {
        text += "facing = \"forbidden\"\n";
    }
    text += janggi::facing(settings, both_have_kings)?;
    Ok(match text.is_empty() {
        true => text,
        false => format!("\n[kings]\n{text}"),
    })
}
