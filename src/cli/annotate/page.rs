//! The page for the browser: one self-contained file.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::annotate::{AnnotatedGame, Verdict};
use crate::board::Square;
use crate::cli::error::CliError;
use crate::diagram::{self, Layout};
use crate::rules::{Catalogue, Color, Definition};

/// The page, with a mark where the games go.
const PAGE: &str = include_str!("page.html");
/// That mark.
const GAMES: &str = "\"GAMES\"";

/// The page of some games.
pub(super) fn page(catalogue: &Catalogue, games: &[AnnotatedGame]) -> Result<String, CliError> {
    let mut boards = BTreeMap::new();
    let mut texts = Vec::new();
    for game in games {
        let name = &game.record.variant;
        let definition = catalogue.get(name).ok_or_else(|| CliError::UnknownGame(name.clone()))?;
        texts.push(in_json(game, &definition));
        boards.entry(name.as_str()).or_insert_with(|| board(&definition));
    }
    let data = json!({ "boards": boards, "games": texts, "version": env!("CARGO_PKG_VERSION") });
    // Inside a script nothing may look like a tag.
    Ok(PAGE.replacen(GAMES, &data.to_string().replace('<', "\\u003c"), 1))
}

/// The board of a game, from both sides: the picture without pieces, and where the squares are in it.
fn board(definition: &Definition) -> Json {
    let side = |flipped: bool| {
        let layout = Layout::new(&definition.shape, flipped);
        let cells: Vec<(f64, f64)> = definition.shape.squares().map(|square| layout.corner(square)).collect();
        json!({ "svg": diagram::board_svg(definition, &layout), "cells": cells })
    };
    let (width, height) = Layout::new(&definition.shape, false).size();
    json!({
        "title": definition.title,
        "width": width,
        "height": height,
        "symbols": diagram::symbols(definition),
        "sides": [side(false), side(true)],
    })
}

fn in_json(game: &AnnotatedGame, definition: &Arc<Definition>) -> Json {
    let record = &game.record;
    let tag = |name: &str| {
        record
            .tag(name)
            .filter(|value| !value.starts_with('?'))
            .unwrap_or_default()
    };
    let positions: Vec<Json> = (0..game.judgements.len())
        .map(|i| position(game, i, definition))
        .collect();
    json!({
        "board": record.variant,
        "white": tag("White"),
        "black": tag("Black"),
        "event": tag("Event"),
        "date": tag("Date"),
        "result": record.result.text(),
        "positions": positions,
    })
}

/// One position, with the turn that led to it.
fn position(game: &AnnotatedGame, i: usize, definition: &Definition) -> Json {
    let judgement = &game.judgements[i];
    let turn = i.checked_sub(1).and_then(|i| game.record.moves.get(i));
    // Squares by their place among those that are no holes.
    let places = |route: &[Square]| -> Vec<usize> {
        let place = |wanted: &Square| definition.shape.squares().position(|square| square == *wanted);
        route.iter().filter_map(place).collect()
    };
    let placement = definition
        .placement(judgement.fen.split_whitespace().next().unwrap_or_default())
        .unwrap_or_default();
    let pieces: String = definition
        .shape
        .squares()
        .map(|square| match placement.get(square.index()) {
            Some(Some((piece_type, color))) => definition.letter(*piece_type, *color),
            _ => '.',
        })
        .collect();
    json!({
        "pieces": pieces,
        "white": judgement.ply.side == Color::White,
        "number": judgement.ply.number,
        "san": turn.map(|turn| turn.san.as_str()),
        "comment": turn.map(|turn| turn.comment.as_str()),
        "cells": turn.map(|_| places(&judgement.route)),
        "sign": judgement.verdict.map(Verdict::sign),
        "word": judgement.verdict.map(Verdict::word),
        "score": judgement.score(),
        "end": judgement.outcome.map(|outcome| outcome.reason.text()),
        "winner": judgement.outcome.and_then(|outcome| outcome.winner).map(|winner| winner == Color::White),
        "expectation": judgement.expectation,
        "depth": judgement.depth,
        "line": judgement.line,
        "best": judgement.best.as_ref().map(|_| places(&judgement.best_route)),
    })
}
