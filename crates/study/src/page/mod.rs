//! A study as a page for the browser: one file, in which plots and diagrams are embedded as SVG.

mod comparison;
mod parts;
mod tables;

use std::sync::Arc;

use kurier_diagram::Diagram;
use kurier_plots::{Ink, Plot};
use kurier_rules::rules::Definition;
use kurier_rules::sanitize::escape_markup;

pub use self::comparison::comparison;
use self::parts::{card, document, figure, section};
use crate::error::StudyError;
use crate::player::LONGEST_GAME;
use crate::study::Study;
use crate::verdict::{percent, with_interval};

/// The width of a square of a diagram, in pixels; the page scales diagrams to its width.
const SQUARE: u32 = 40;
/// The number of first turns that the diagram shows as arrows.
const ARROWS: usize = 4;

/// Returns the page of a study.
///
/// # Errors
/// Fails if a plot or a diagram cannot be drawn.
pub fn study(study: &Study, definition: &Arc<Definition>) -> Result<String, StudyError> {
    let title = format!("{}: a study", study.title);
    let sections = [
        results(study),
        length(study)?,
        section("Choice", &branching(study)?),
        section("Pieces", &tables::pieces(study, definition)),
        section("First moves", &tables::first_turns(study)),
        section("Endings", &tables::endings(study)),
        footer(study),
    ];
    let body = top(study, definition)? + &sections.concat();
    Ok(document(&title, &body))
}

/// Returns the head of the page: what was studied, the start position, the most important numbers and the verdict.
fn top(study: &Study, definition: &Arc<Definition>) -> Result<String, StudyError> {
    let mut diagram = Diagram::new(definition.clone(), &definition.start)?;
    let mut caption = "The start position".to_owned();
    let arrows: Vec<&str> = study
        .first_turns
        .iter()
        .take(ARROWS)
        .map(|turn| turn.turn.as_str())
        .collect();
    if arrows.iter().all(|turn| diagram.add_arrow(turn).is_ok()) && !arrows.is_empty() {
        caption += " and the most frequent first moves";
    }
    let remarks = study.verdict.iter().map(|remark| {
        let class = if remark.fault { " class=\"fault\"" } else { "" };
        format!("<li{class}>{}</li>", escape_markup(&remark.text))
    });
    let remarks: String = remarks.collect();
    Ok(format!(
        "<h1>{}</h1>\n<p class=\"soft\">{} games of Kurier against itself, {} nodes a move, seed {}</p>\n{}\n\
         <div class=\"top\"><div>{}</div><div><ul class=\"verdict\">{remarks}</ul></div></div>\n",
        escape_markup(&study.title),
        study.games,
        study.settings.nodes,
        study.settings.seed,
        cards(study),
        figure(&diagram.svg(SQUARE), &caption),
    ))
}

/// Returns cards with the most important numbers, such as White's score and the share of draws.
fn cards(study: &Study) -> String {
    let interval = |estimate: crate::Estimate| {
        let text = with_interval(estimate);
        let (value, interval) = text.split_once(" [").unwrap_or((&text, ""));
        (value.to_owned(), format!("[{interval}"))
    };
    let mut cards = String::from("<div class=\"cards\">");
    if let Some((value, range)) = study.score.map(interval) {
        cards += &card(&value, &format!("White's score {range}"));
    }
    if let Some((value, range)) = study.draws.map(interval) {
        cards += &card(&value, &format!("draws {range}"));
    }
    if let Some(length) = study.length {
        let (lower, upper) = (length.lower, length.upper);
        cards += &card(
            &format!("{:.0} plies", length.median),
            &format!("median length, half {lower:.0} to {upper:.0}"),
        );
    }
    if let Some(decided) = study.decided {
        cards += &card(&format!("{:.0} plies", decided.median), "until a won game is decided");
    }
    if let Some(branching) = study.branching {
        cards += &card(&format!("{:.1}", branching.value), "moves to choose from");
    }
    if let Some(captures) = study.captures {
        cards += &card(&percent(captures.value), "of the moves capture");
    }
    cards + "</div>"
}

/// Returns the section on the results of the games and on how the games ended.
fn results(study: &Study) -> String {
    let tally = study.results;
    let part = |class: &str, name: &str, games: u64| match games {
        0 => String::new(),
        _ => format!("<div class=\"{class}\" style=\"flex:{games} 1 0\">{name} {games}</div>"),
    };
    let bar = [
        part("white", "White", tally.white),
        part("drawn", "draws", tally.draws),
        part("black", "Black", tally.black),
        part("none", "stopped", tally.unfinished),
    ];
    section(
        "Results",
        &format!(
            "<div class=\"result\">{}</div><br>{}",
            bar.concat(),
            tables::ends(study)
        ),
    )
}

/// Returns the section with the plots of how long the games last and of when they are decided.
fn length(study: &Study) -> Result<String, StudyError> {
    let width = f64::from(study.lengths.width);
    let columns = study.lengths.counts.iter().enumerate();
    let columns = columns
        .map(|(place, games)| (place as f64 * width, *games as f64))
        .collect();
    let lengths = Plot::new("plies", "games").columns(Ink::Blue, width, columns).svg()?;
    let decided = study.decided_by_ply.iter().enumerate();
    let decided = decided.map(|(ply, share)| (ply as f64, 100.0 * share)).collect();
    let decided = Plot::new("plies", "games decided or over, %")
        .line("", Ink::Red, decided)
        .svg()?;
    let captions = [
        format!("Length of the games. A ply is a move of one side; games are stopped after {LONGEST_GAME} plies."),
        format!(
            "Where games are decided: the later winner stays above {:.1} pawns from then on.",
            f64::from(study.decided_score) / 100.0
        ),
    ];
    let figures = figure(&lengths, &captions[0]) + &figure(&decided, &captions[1]);
    Ok(section("Length", &format!("<div class=\"two\">{figures}</div>")))
}

/// Returns the plot of the number of legal turns by ply, with the numbers of the start position and the properties of
/// turns.
fn branching(study: &Study) -> Result<String, StudyError> {
    let points = study.branching_by_ply.iter().enumerate();
    let points = points.map(|(ply, turns)| (ply as f64, *turns)).collect();
    let ends = [0.0, study.branching_by_ply.len().max(1) as f64 - 1.0];
    let mean = study
        .branching
        .map_or_else(Vec::new, |mean| ends.map(|ply| (ply, mean.value)).to_vec());
    let plot = Plot::new("plies", "legal moves")
        .line("mean by ply", Ink::Blue, points)
        .line("mean of all positions", Ink::Black, mean)
        .svg()?;
    let caption = "How many moves a player can choose from, as long as one game in twenty lasts.";
    let start = &study.start;
    let words = format!(
        "<p>At the start White has {} moves, and Black, if it were Black's turn, {}.</p>",
        start.turns[0], start.turns[1]
    );
    Ok(format!(
        "<div class=\"two\">{}<div>{words}{}</div></div>",
        figure(&plot, caption),
        tables::turns(study)
    ))
}

/// Returns the footer, which says where the numbers come from.
fn footer(study: &Study) -> String {
    format!(
        "<footer><p>Intervals in brackets contain the true value in 95 % of studies. Values of pieces come from a logistic \
         regression of results on material; the start army is worth as much as by the evaluation. Every number is counted \
         from the games in <code>games.pgn</code>; <code>study.json</code> has all of them. Rules {}.</p></footer>",
        study.rules
    )
}
