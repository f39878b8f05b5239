//! The page for the browser: the board's own modules and some games, in one self-contained file.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::cli::error::CliError;
use kurier_api::{GameView, PositionView};
use kurier_engine::session::Board;
use kurier_formats::annotate::{AnnotatedGame, AnnotationError, Judgement, Verdict};
use kurier_rules::board::Square;
use kurier_rules::rules::{Catalogue, Definition};
use kurier_rules::sanitize::is_printable;

/// The page, with a mark for each of its parts.
const PAGE: &str = include_str!("page.html");

/// What `annotated.js` needs, and itself, by their paths in `kurier_page`.
const MODULES: &[&str] = &[
    "again.js",
    "annotated.js",
    "board/board.js",
    "board/layout.js",
    "board/route.js",
    "board/shapes.js",
    "config.js",
    "evaluation.js",
    "judgements.js",
    "link.js",
    "moves.js",
    "pieces.js",
    "state.js",
    "tree.js",
    "vendor/preact.js",
    "vendor/storage.js",
    "vendor/uplot.js",
    "words.js",
];
const STYLES: &[&str] = &["vendor/uplot.css", "style.css"];
const LICENCES: &str = "vendor/licences.txt";
/// The packages in those modules.
const PACKAGES: [&str; 6] = [
    "@preact/signals",
    "@preact/signals-core",
    "htm",
    "idb-keyval",
    "preact",
    "uplot",
];

/// Returns the page of some games.
pub(super) fn page(catalogue: &Catalogue, games: &[AnnotatedGame]) -> Result<String, CliError> {
    let mut rules = BTreeMap::new();
    let mut texts = Vec::new();
    for game in games {
        let name = &game.record.variant;
        let definition = catalogue.find(name)?;
        texts.push(in_json(game, texts.len() + 1, &definition)?);
        rules.entry(name).or_insert_with(|| GameView::of(&definition));
    }
    let styles: String = STYLES.iter().map(|path| text(path)).collect();
    // The games come last: nothing is looked for in what users write.
    Ok(PAGE
        .replacen("/* STYLES */", &styles, 1)
        .replacen("LICENCES", &licences(), 1)
        .replacen("\"MODULES\"", &within_script(&import_map()), 1)
        .replacen(
            "\"GAMES\"",
            &within_script(&json!({ "rules": rules, "games": texts })),
            1,
        ))
}

/// Returns the text of a file of the page.
///
/// # Panics
/// If there is no such file, which a test excludes.
fn text(path: &str) -> String {
    kurier_page::text(path).unwrap_or_else(|| panic!("{path} is no file of the page"))
}

/// Inside a script nothing may look like a tag, and whoever reads the file's text sees all of it, in its order.
fn within_script(json: &Json) -> String {
    let mut text = String::new();
    for letter in json.to_string().chars() {
        match letter != '<' && is_printable(letter) {
            true => text.push(letter),
            // All of these have four digits.
            false => text += &format!("\\u{:04x}", letter as u32),
        }
    }
    text
}

/// Returns the modules as data URLs, by their paths.
fn import_map() -> Json {
    let imports: BTreeMap<&str, String> = MODULES
        .iter()
        .map(|path| (*path, data_url(&with_paths(path, &text(path)))))
        .collect();
    json!({ "imports": imports })
}

/// Returns a module that names others by their paths: nothing is relative to a data URL.
fn with_paths(path: &str, text: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = match folder {
        "" => "from \"".to_owned(),
        folder => format!("from \"{folder}/"),
    };
    text.replace("from \"./", &beside).replace("from \"../", "from \"")
}

/// Returns a module as a URL. Only what would change on the way is escaped.
fn data_url(text: &str) -> String {
    let mut url = "data:text/javascript;charset=utf-8,".to_owned();
    for letter in text.chars() {
        match letter {
            '%' | '#' | ' ' | '\0'..='\x1f' => url += &format!("%{:02X}", letter as u32),
            letter => url.push(letter),
        }
    }
    url
}

/// Returns the licences of the libraries in the page.
fn licences() -> String {
    let all = text(LICENCES);
    let separator = "=".repeat(100);
    let of_page = |text: &&str| PACKAGES.contains(&text.split_whitespace().next().unwrap_or_default());
    all.split(&separator)
        .filter(of_page)
        .collect::<Vec<_>>()
        .join(&separator)
}

/// Returns a game as the page's modules take it: the record, a judgement and a view of each position.
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

/// Returns the position on a board, without its turns: nobody plays in the page.
fn position(board: &mut Board) -> PositionView {
    PositionView {
        turns: Vec::new(),
        ..PositionView::of(board)
    }
}

/// Returns what a position is worth, and the verdict on the turn that follows, which led to `next`.
fn judged(judgement: &Judgement, next: Option<&Judgement>, definition: &Definition) -> Json {
    let squares = |route: &[Square]| -> Vec<String> {
        let name = |square: &Square| definition.shape.name(*square);
        route.iter().map(name).collect()
    };
    let verdict = next.and_then(|next| next.verdict);
    json!({
        "score": { "text": judgement.score(), "expectation": judgement.expectation },
        "depth": judgement.depth,
        "best": judgement.best.as_ref().map(|_| json!({ "squares": squares(&judgement.best_route) })),
        "san": judgement.line,
        "verdict": verdict.map(Verdict::word),
        "sign": verdict.map(Verdict::sign),
        "accuracy": next.and_then(|next| next.accuracy),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_that_is_named_is_there() {
        let mut named = 0;
        for path in MODULES {
            for part in with_paths(path, &text(path)).split(" from \"").skip(1) {
                let wanted = part.split('"').next().unwrap_or_default();
                assert!(MODULES.contains(&wanted), "{path}: {wanted}");
                named += 1;
            }
        }
        assert!(named > MODULES.len());
    }

    #[test]
    fn every_library_has_its_licence() {
        assert_eq!(licences().split(&"=".repeat(100)).count(), PACKAGES.len());
    }
}
