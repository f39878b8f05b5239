//! `kurier check`: shows how Kurier understands a variant file, and warns about likely mistakes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::CliError;
use super::games::evaluation;
use kurier_diagram::{self as diagram, Availability, Chart, ChartMove, PathKind, words};
use kurier_engine::session::{Board, MOST_TEST_MOVES, TestFailure, TestReport, run_tests};
use kurier_protocol::xboard;
use kurier_rules::rules::{Catalogue, Color, Definition, PieceDefinition, PieceType, Promotion, ZoneCondition};

/// The maximum width of a row of diagrams, in characters.
const WIDTH: usize = 100;

/// Prints the board of the variant in `file`, the moves of every piece, and warnings.
pub(super) fn check(out: &mut impl Write, file: &Path) -> Result<(), CliError> {
    // The file is parsed without the catalogue, because the catalogue may already have a variant of this name.
    let definition = Arc::new(Definition::read(file)?);
    evaluation(&definition);
    let board = &Board::new(&definition);
    let first_moves = board.turns().len();
    writeln!(
        out,
        "{}: {}, {} kinds of pieces, {first_moves} first moves",
        definition.name,
        definition.shape,
        definition.pieces.len(),
    )?;
    if let Some(file) = &definition.evaluation {
        writeln!(out, "evaluation: {}", file.display())?;
    }
    writeln!(out, "\n{board}\n")?;
    let mut legend = Legend::default();
    let pictures: Vec<Picture> = definition
        .piece_types()
        .map(|(piece_type, piece)| Picture::of(&definition, piece_type, piece, &mut legend))
        .collect();
    for row in rows(&pictures) {
        let height = row.iter().map(|picture| picture.lines.len()).max().unwrap_or(0);
        for line in 0..height {
            let parts: Vec<String> = row
                .iter()
                .map(|picture| {
                    let text = picture.lines.get(line).map_or("", String::as_str);
                    format!("{text:<width$}", width = picture.width)
                })
                .collect();
            writeln!(out, "{}", parts.join("    ").trim_end())?;
        }
        writeln!(out)?;
    }
    for (symbol, meaning) in legend.lines() {
        writeln!(out, "  {symbol}  {meaning}")?;
    }
    writeln!(out)?;
    for (piece_type, _) in definition.piece_types() {
        writeln!(out, "{}", words::about_piece(&definition, piece_type))?;
    }
    for rule in words::of_game(&definition) {
        writeln!(out, "{rule}")?;
    }
    let mut lints = definition.lints();
    if let Some(error) = Catalogue::built_in().add_file(file).err() {
        lints.push(format!("--variants would refuse it: {error}"));
    }
    lints.extend(lints_of_start(board));
    lints.extend(diagram::lints(&definition));
    lints.extend(xboard::lints(&definition));
    if !lints.is_empty() {
        writeln!(out)?;
    }
    for lint in lints {
        writeln!(out, "warning: {lint}")?;
    }
    run(out, &definition, file, MOST_TEST_MOVES)
}

/// The error that reports the failed tests in a game's file.
#[derive(Debug, thiserror::Error)]
#[error("{failed} of {tests} tests failed\n{}", .failures.iter().map(|failure| format!("{}:{failure}", path.display())).collect::<Vec<_>>().join("\n"))]
struct FailedTests {
    path: PathBuf,
    tests: usize,
    failed: usize,
    failures: Vec<TestFailure>,
}

/// Runs the tests of a game's file, with at most about `most_moves` moves for perft counts. Returns the failures as an
/// error.
fn run(out: &mut impl Write, definition: &Arc<Definition>, path: &Path, most_moves: u64) -> Result<(), CliError> {
    let report = run_tests(definition, most_moves);
    let omission = report.omission();
    if let Some(omission) = &omission {
        writeln!(out, "\nwarning: {omission}")?;
    }
    let TestReport {
        tests,
        failed,
        failures,
        ..
    } = report;
    match (tests, failed) {
        (0, _) => Ok(()),
        (_, 0) if omission.is_some() => Ok(writeln!(out, "\nnone of {tests} tests failed")?),
        (_, 0) => Ok(writeln!(out, "\nall {tests} tests passed")?),
        _ => {
            out.flush()?;
            let path = path.to_owned();
            Err(CliError::Other(Box::new(FailedTests {
                path,
                tests,
                failed,
                failures,
            })))
        }
    }
}

/// Returns warnings about the start position.
fn lints_of_start(board: &Board) -> Vec<String> {
    let side = board.side();
    match board.outcome() {
        Some(outcome) => {
            let (result, reason) = (outcome.result(), outcome.reason.text());
            vec![format!("the start position is decided: {result} ({reason})")]
        }
        None if board.in_check() => vec![format!("{side:?} is in check at the start")],
        None => Vec::new(),
    }
}

/// The symbols used so far in diagrams, and the moves that they stand for.
#[derive(Default)]
struct Legend {
    used: BTreeMap<Vec<ChartMove>, char>,
}

impl Legend {
    /// The fixed symbols of common moves, as (path, moves, captures, symbol). All other moves get unused letters, in
    /// alphabetical order.
    const USUAL: [(PathKind, bool, bool, char); 6] = [
        (PathKind::Leap, true, true, '*'),
        (PathKind::Leap, true, false, 'm'),
        (PathKind::Leap, false, true, 'c'),
        (PathKind::Slide, true, true, '#'),
        (PathKind::Slide, true, false, 'M'),
        (PathKind::Slide, false, true, 'C'),
    ];

    /// Returns the symbol of the moves to a square, and adds it to the legend if it is new.
    fn symbol(&mut self, moves: &[ChartMove]) -> char {
        if let Some(symbol) = self.used.get(moves) {
            return *symbol;
        }
        let usual = match moves {
            [chart_move]
                if chart_move.availability == Availability::Always && chart_move.zones == ZoneCondition::Any =>
            {
                Self::USUAL
                    .iter()
                    .find(|(path, moves, captures, _)| {
                        (*path, *moves, *captures) == (chart_move.path, chart_move.moves, chart_move.captures)
                    })
                    .map(|(.., symbol)| *symbol)
            }
            _ => None,
        };
        let free = |symbol: &char| !"mc".contains(*symbol) && !self.used.values().any(|used| used == symbol);
        let symbol = usual.or_else(|| ('a'..='z').find(free)).unwrap_or('?');
        self.used.insert(moves.to_vec(), symbol);
        symbol
    }

    /// Returns the symbols and their meanings, sorted.
    fn lines(&self) -> Vec<(char, String)> {
        let mut lines: Vec<(char, String)> = self
            .used
            .iter()
            .map(|(moves, symbol)| (*symbol, moves.iter().map(meaning).collect::<Vec<_>>().join("; ")))
            .collect();
        lines.sort();
        lines
    }
}

/// Describes a move in words.
fn meaning(chart_move: &ChartMove) -> String {
    let what = match (chart_move.moves, chart_move.captures) {
        (true, true) => "moves or captures",
        (true, false) => "moves without capture",
        _ => "captures",
    };
    let path = match chart_move.path {
        PathKind::Leap => "",
        PathKind::Slide => " through empty squares",
        PathKind::Lame => " unless a piece stands in the way",
        PathKind::Beyond => " beyond exactly one piece",
        PathKind::Behind => " next behind a piece",
    };
    let availability = match chart_move.availability {
        Availability::Always => "",
        Availability::MultiStep => ", as its multi-step",
        Availability::FirstMove => ", as its first move",
        Availability::FromStart => ", from where one stands at the start",
        Availability::InRegion => ", in a region",
    };
    let zones = match chart_move.zones {
        ZoneCondition::Any => "",
        ZoneCondition::Same => ", within a zone",
        ZoneCondition::Other => ", into another zone",
    };
    format!("{what}{path}{availability}{zones}")
}

/// The diagram of the moves of one piece type, as a block of text.
struct Picture {
    lines: Vec<String>,
    width: usize,
}

impl Picture {
    /// Draws the moves of a piece type.
    fn of(definition: &Definition, piece_type: PieceType, piece: &PieceDefinition, legend: &mut Legend) -> Self {
        let chart = Chart::of(definition, piece_type);
        let levels = definition.shape.levels() > 1;
        let radius = match (chart.rides, levels) {
            (true, false) => chart.longest.max(4),
            _ => chart.longest.max(2),
        };
        let mut lines = vec![
            format!("{} {}", piece.letter, piece.name),
            piece.betza.clone(),
            notes(definition, piece),
        ];
        // One diagram stands for a level above and the corresponding level below, because moves up and moves down are
        // symmetrical.
        let farthest = chart.squares.keys().map(|(_, _, level)| level.abs()).max().unwrap_or(0);
        for level in 0..=farthest.min(radius) {
            if levels {
                lines.push(match level {
                    0 => "same level".into(),
                    1 => "next level".into(),
                    _ => format!("{level} levels off"),
                });
            }
            for rank in (-radius..=radius).rev() {
                let mut cell = |file: i32| match chart.squares.get(&(file, rank, level)) {
                    _ if (file, rank, level) == (0, 0, 0) => piece.letter,
                    Some(moves) => legend.symbol(moves),
                    None => '.',
                };
                let cells: Vec<String> = (-radius..=radius).map(|file| cell(file).to_string()).collect();
                lines.push(cells.join(" "));
            }
        }
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        Self { lines, width }
    }
}

/// Returns the properties of a piece that the diagram does not show.
fn notes(definition: &Definition, piece: &PieceDefinition) -> String {
    let letters = |piece_types: &[PieceType]| -> String {
        piece_types
            .iter()
            .map(|piece_type| definition.letter(*piece_type, Color::White))
            .collect()
    };
    let mut notes = Vec::new();
    if piece.royal {
        notes.push("royal".to_owned());
    }
    match &piece.promotion {
        None => {}
        Some(Promotion::Choice(piece_types)) => notes.push(format!("becomes {}", letters(piece_types))),
        Some(Promotion::ByFile(piece_types)) => notes.push(format!("becomes by file {}", letters(piece_types))),
        Some(Promotion::ByColor([white, black])) => notes.push(format!(
            "White's becomes {}, Black's {}",
            letters(white),
            letters(black)
        )),
    }
    if piece.multi_step.as_ref().is_some_and(|long| long.en_passant) {
        notes.push("en passant".to_owned());
    }
    notes.join(", ")
}

/// Groups diagrams into rows that fit into [`WIDTH`].
fn rows(pictures: &[Picture]) -> Vec<&[Picture]> {
    let mut rows = Vec::new();
    let mut start = 0;
    let mut width = 0;
    for (index, picture) in pictures.iter().enumerate() {
        if index > start && width + picture.width > WIDTH {
            rows.push(&pictures[start..index]);
            (start, width) = (index, 0);
        }
        width += picture.width + 4;
    }
    rows.push(&pictures[start..]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_take_too_many_moves_are_named() {
        let chess = Catalogue::built_in().get("chess").expect("a built-in game");
        let said = |most_moves| {
            let mut out = Vec::new();
            run(&mut out, &chess, Path::new("chess.toml"), most_moves).expect("no test fails");
            String::from_utf8(out).expect("it is text")
        };
        let tests = chess.tests.len();
        assert_eq!(said(MOST_TEST_MOVES), format!("\nall {tests} tests passed\n"));
        let warning = "warning: 1 perft count was left out, because it takes too many moves";
        assert_eq!(said(100), format!("\n{warning}\n\nnone of {tests} tests failed\n"));
    }
}
