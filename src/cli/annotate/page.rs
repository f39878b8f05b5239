//! A page for the browser that shows annotated games. It is a single self-contained file with the games and the
//! JavaScript modules of the board.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::cli::error::CliError;
use crate::cli::single_page;
use kurier_api::{GameView, PositionView};
use kurier_engine::session::Board;
use kurier_formats::annotate::{AnnotatedGame, AnnotationError, Judgement, Verdict};
use kurier_rules::board::Square;
use kurier_rules::rules::{Catalogue, Definition};

/// Returns the page that shows `games`.
pub(super) fn page(catalogue: &Catalogue, games: &[AnnotatedGame]) -> Result<String, CliError> {
    let mut rules = BTreeMap::new();
    let mut texts = Vec::new();
    for game in games {
        let name = &game.record.variant;
        let definition = catalogue.find(name)?;
        texts.push(in_json(game, texts.len() + 1, &definition)?);
        rules.entry(name).or_insert_with(|| GameView::of(&definition));
    }
    Ok(single_page::html(
        "annotated.js",
        &json!({ "rules": rules, "games": texts }),
    ))
}

/// Returns a game in the format of the page's modules: the record, and a judgement and a view of each position.
fn in_json(game: &AnnotatedGame, number: usize, definition: &Arc<Definition>) -> Result<Json, CliError> {
    let record = &game.record;
    let mut board = Board::new(definition);
    board
        .set_up(record.start_fen.as_deref())
        .map_err(AnnotationError::from)?;
    let mut positions = vec![position(&mut board)];
    let mut moves = Vec::new();
    for played in &record.moves {
        moves.push(json!({
            "text": board.spell(&played.turn),
            "san": played.san,
            "glyphs": played.annotations.glyphs,
            "comment": played.comment,
        }));
        board.play(&played.turn).map_err(AnnotationError::from)?;
        positions.push(position(&mut board));
    }
    let after = game.judgements.iter().skip(1).map(Some).chain([None]);
    let judged: Vec<Json> = game
        .judgements
        .iter()
        .zip(after)
        .map(|(judgement, next)| judged(judgement, next, definition))
        .collect();
    Ok(json!({
        "record": {
            "number": number,
            "game": record.variant,
            "tags": record.tags,
            "fen": record.start_fen,
            "preamble": record.preamble,
            "moves": moves,
            "result": record.result.text(),
        },
        "judged": judged,
        "positions": positions,
    }))
}

/// Returns the view of a position without its legal moves, because nobody can move the pieces on the page.
fn position(board: &mut Board) -> PositionView {
    PositionView {
        turns: Vec::new(),
        ..PositionView::of(board)
    }
}

/// Returns the score and best line of a position, and the verdict on the move that was played from the position to
/// `next`. After the last move, `next` is `None` and there is no verdict.
fn judged(judgement: &Judgement, next: Option<&Judgement>, definition: &Definition) -> Json {
    let squares = |route: &[Square]| -> Vec<String> {
        let name = |square: &Square| definition.shape.name(*square);
        route.iter().map(name).collect()
    };
    let verdict = next.and_then(|next| next.verdict);
    json!({
        "score": { "text": judgement.score(), "expectation": judgement.expectation },
        "table": judgement.table,
        "depth": judgement.depth,
        "best": judgement.best.as_ref().map(|_| json!({ "squares": squares(&judgement.best_route) })),
        "san": judgement.line,
        "verdict": verdict.map(Verdict::word),
        "sign": verdict.map(Verdict::sign),
        "accuracy": next.and_then(|next| next.accuracy),
    })
}
