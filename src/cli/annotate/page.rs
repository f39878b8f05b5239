//! A page for the browser that shows annotated games. It is one self-contained file: the games, and the JavaScript
//! modules of the board.

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

/// The template of the page, with a placeholder for each part.
const PAGE: &str = include_str!("page.html");

/// The modules of the page, by their paths in `kurier_page`: `annotated.js` and all modules that it imports, directly
/// or indirectly.
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
/// The style sheets of the page, by their paths in `kurier_page`.
const STYLES: &[&str] = &["vendor/uplot.css", "style.css"];
/// The licences of all third-party packages, by the path in `kurier_page`.
const LICENCES: &str = "vendor/licences.txt";
/// The third-party packages in [`MODULES`] and [`STYLES`]. The page must include their licences.
const PACKAGES: [&str; 6] = [
    "@preact/signals",
    "@preact/signals-core",
    "htm",
    "idb-keyval",
    "preact",
    "uplot",
];

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
    let styles: String = STYLES.iter().map(|path| text(path)).collect();
    // The games are inserted last, so that no placeholder is replaced in the users' texts.
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
/// Panics if there is no such file, which a test rules out.
fn text(path: &str) -> String {
    kurier_page::text(path).unwrap_or_else(|| panic!("{path} is not a file of the page"))
}

/// Escapes JSON for use inside a script element: `<`, which could end the element, and invisible characters, which
/// could hide or reorder the text for somebody who reads the source.
fn within_script(json: &Json) -> String {
    let mut text = String::new();
    for letter in json.to_string().chars() {
        match letter != '<' && is_printable(letter) {
            true => text.push(letter),
            // Every escaped character is in the basic multilingual plane, so four digits are enough.
            false => text += &format!("\\u{:04x}", letter as u32),
        }
    }
    text
}

/// Returns the import map of the page, from the path of each module to a data URL.
fn import_map() -> Json {
    let imports: BTreeMap<&str, String> = MODULES
        .iter()
        .map(|path| (*path, data_url(&resolve_imports(path, &text(path)))))
        .collect();
    json!({ "imports": imports })
}

/// Replaces relative imports in a module by full paths, because imports cannot be relative to a data URL.
fn resolve_imports(path: &str, text: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let same_folder = match folder {
        "" => "from \"".to_owned(),
        folder => format!("from \"{folder}/"),
    };
    text.replace("from \"./", &same_folder).replace("from \"../", "from \"")
}

/// Returns a module as a data URL. Escapes only characters that would not survive in a URL.
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

/// Returns the licences of the packages in the page.
fn licences() -> String {
    let all = text(LICENCES);
    let separator = "=".repeat(100);
    let of_page = |text: &&str| PACKAGES.contains(&text.split_whitespace().next().unwrap_or_default());
    all.split(&separator)
        .filter(of_page)
        .collect::<Vec<_>>()
        .join(&separator)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_imported_module_is_listed() {
        let mut named = 0;
        for path in MODULES {
            for part in resolve_imports(path, &text(path)).split(" from \"").skip(1) {
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
