//! The tables of a study's page.

use std::sync::Arc;

use kurier_diagram::piece_shapes;
use kurier_rules::rules::Definition;
use kurier_rules::sanitize::escape_markup;

use super::parts::{bar, range, table};
use crate::interval::Estimate;
use crate::study::Study;
use crate::verdict::{percent, with_interval};

/// The number of first turns that are listed.
const FIRST_TURNS: usize = 16;
/// The text of a cell without a number.
const NOTHING: &str = "–";

/// Returns the text of a cell with an estimate, or a dash if there is none.
fn cell(estimate: Option<Estimate>, text: impl Fn(Estimate) -> String) -> String {
    estimate.map_or_else(|| NOTHING.into(), text)
}

/// Returns the table of how the games ended.
pub(super) fn ends(study: &Study) -> String {
    let rows: Vec<Vec<String>> = study
        .ends
        .iter()
        .map(|end| {
            vec![
                escape_markup(&end.reason),
                end.tally.games().to_string(),
                format!("{}{}", with_interval(end.share), bar(end.share.value)),
                end.tally.white.to_string(),
                end.tally.draws.to_string(),
                end.tally.black.to_string(),
            ]
        })
        .collect();
    table(&["end", "games", "share", "White wins", "draws", "Black wins"], &rows)
}

/// Returns the table of the shares of turns that capture and that give check.
pub(super) fn turns(study: &Study) -> String {
    let rows = [
        ("moves that capture", study.captures),
        ("moves that give check", study.checks),
    ];
    let rows = rows.map(|(name, share)| vec![name.to_owned(), cell(share, with_interval)]);
    table(&["", "share"], &rows)
}

/// Returns the table of the pieces.
pub(super) fn pieces(study: &Study, definition: &Arc<Definition>) -> String {
    let most = study
        .pieces
        .iter()
        .filter_map(|piece| piece.share)
        .map(|share| share.value)
        .fold(0.0, f64::max);
    let dearest = study
        .pieces
        .iter()
        .flat_map(|piece| [piece.value.map(|value| value.high), piece.evaluation])
        .flatten()
        .fold(1.0, f64::max);
    let shapes = piece_shapes(definition);
    let per_game = |number: u64| format!("{:.2}", number as f64 / study.games.max(1) as f64);
    let plain = |estimate: Estimate| percent(estimate.value);
    let rows: Vec<Vec<String>> = study
        .pieces
        .iter()
        .zip(&shapes)
        .map(|(piece, shapes)| {
            let count = piece.count;
            let value = |value: Estimate| {
                let Estimate {
                    value: worth,
                    low,
                    high,
                } = value;
                format!(
                    "{worth:.1} [{low:.1}, {high:.1}] {}",
                    range(value, piece.evaluation, dearest)
                )
            };
            vec![
                format!(
                    "<svg class=\"piece\" viewBox=\"0 0 100 100\">{shapes}</svg>{}",
                    escape_markup(&piece.name)
                ),
                cell(piece.share, |share| percent(share.value) + &bar(share.value / most)),
                per_game(count.captures),
                per_game(count.captured),
                per_game(count.checks),
                per_game(count.promotions),
                cell(piece.stayed_share, plain),
                cell(piece.survived_share, plain),
                cell(piece.value, value),
                piece
                    .evaluation
                    .map_or_else(|| NOTHING.into(), |value| format!("{value:.1}")),
            ]
        })
        .collect();
    let headings = [
        "piece",
        "share of the moves",
        "captures a game",
        "captured",
        "checks",
        "promoted to",
        "never moved",
        "survived",
        "value by results, in pawns",
        "by evaluation",
    ];
    table(&headings, &rows)
        + "<p class=\"soft\">Captures, checks and promotions are numbers in a game, for both sides together. A dot is \
           the value by the results of the games, with its interval; the red line is the value by Kurier's evaluation.</p>"
}

/// Returns the table of the first turns.
pub(super) fn first_turns(study: &Study) -> String {
    let rows: Vec<Vec<String>> = study
        .first_turns
        .iter()
        .take(FIRST_TURNS)
        .map(|turn| {
            let games = turn.tally.games();
            vec![
                escape_markup(&turn.san),
                format!("{games}{}", bar(games as f64 / study.games.max(1) as f64)),
                turn.tally.white.to_string(),
                turn.tally.draws.to_string(),
                turn.tally.black.to_string(),
                cell(turn.score, with_interval),
                cell(turn.score, |score| {
                    range(score, study.score.map(|score| score.value), 1.0)
                }),
            ]
        })
        .collect();
    let others = study.first_turns.len().saturating_sub(FIRST_TURNS);
    let note = match others {
        0 => String::new(),
        _ => format!(" {others} less frequent first moves are left out."),
    };
    table(
        &[
            "first move",
            "games",
            "White wins",
            "draws",
            "Black wins",
            "White's score",
            "",
        ],
        &rows,
    ) + &format!(
        "<p class=\"soft\">The first moves are chosen among the best ones of a short search, the better the more \
             often. The red line is White's score in all games.{note}</p>"
    )
}

/// Returns the number of pieces and the table of the material at the end, and the results by the endgame tables, if
/// any.
pub(super) fn endings(study: &Study) -> String {
    let rows: Vec<Vec<String>> = study
        .materials
        .iter()
        .map(|material| {
            let result = if material.drawn {
                "no winner"
            } else {
                "won by the first"
            };
            vec![
                format!(
                    "{} – {}",
                    escape_markup(&material.winner),
                    escape_markup(&material.loser)
                ),
                result.to_owned(),
                material.games.to_string(),
            ]
        })
        .collect();
    let left = study.pieces_left.map_or_else(String::new, |left| {
        format!(
            "<p>Half of the games end with {:.0} to {:.0} pieces on the board, the median is {:.0}.</p>",
            left.lower, left.upper, left.median
        )
    });
    let tables = study.tables.map_or_else(String::new, |tables| {
        let rows = [
            vec!["won".to_owned(), tables.won.to_string(), tables.converted.to_string()],
            vec!["drawn".to_owned(), tables.drawn.to_string(), tables.held.to_string()],
        ];
        format!(
            "<p>{} games reach the endgame tables.</p>{}",
            tables.games,
            table(&["by the tables", "games", "with this result"], &rows)
        )
    });
    match rows.is_empty() {
        true => left + "<p>No two games end with the same material.</p>" + &tables,
        false => left + &table(&["material at the end", "result", "games"], &rows) + &tables,
    }
}
