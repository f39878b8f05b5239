//! `kurier board`: shows a position as text or as a picture.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, builder::PossibleValuesParser};

use super::args::PositionArgs;
use super::error::CliError;
use super::games::set_up;
use super::output::write_file;
use kurier_diagram::{Diagram, DiagramError};
use kurier_engine::session;
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};

/// The arguments of `kurier board`.
#[derive(Args, Debug)]
pub(super) struct Board {
    #[command(flatten)]
    position: PositionArgs,
    /// Write an SVG to this file ('-': the standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG to this file ('-': the standard output)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// The width of a square in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 48, value_parser = clap::value_parser!(u32).range(8..=512))]
    size: u32,
    /// Show the board as Black sees it
    #[arg(long)]
    flip: bool,
    /// Mark the squares that the piece on this square can move to
    #[arg(long, value_name = "SQUARE")]
    targets: Option<String>,
    /// Draw an arrow, like e2e4 (may be given several times)
    #[arg(long = "arrow", value_name = "MOVE")]
    arrows: Vec<String>,
    /// Show this piece (its letter or name) alone on the board, and all its moves
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["fen", "moves", "targets"])]
    piece: Option<String>,
    /// Put the piece of --piece on this square
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    at: Option<String>,
    /// Show the board in colour
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    color: String,
}

/// Prints the position or writes it as a picture.
pub(super) fn board(out: &mut impl Write, catalogue: &Catalogue, arguments: &Board) -> Result<(), CliError> {
    let position = &set_up(catalogue, &arguments.position)?;
    let diagram = diagram(position, arguments)?;
    if let (Some(svg), Some(png)) = (&arguments.svg, &arguments.png)
        && files::is_same(svg, png)
    {
        return Err(CliError::SamePlace(svg.clone()));
    }
    if let Some(path) = &arguments.svg {
        write_file(out, path, diagram.svg(arguments.size).as_bytes())?;
    }
    if let Some(path) = &arguments.png {
        write_file(out, path, &diagram.png(arguments.size)?)?;
    }
    if arguments.svg.is_some() || arguments.png.is_some() {
        return Ok(());
    }
    let terminal = console::Term::stdout();
    let colored = match arguments.color.as_str() {
        "always" => true,
        "never" => false,
        _ => terminal.is_term() && console::colors_enabled(),
    };
    let marked = arguments.piece.is_some() || arguments.targets.is_some() || arguments.flip;
    let columns = terminal.size_checked().map_or(80, |(_, columns)| columns.into());
    match (colored, marked) {
        (true, _) => writeln!(out, "{}", diagram.colored(columns))?,
        (false, true) => writeln!(out, "{}", diagram.plain())?,
        (false, false) => writeln!(out, "{position}")?,
    }
    if arguments.piece.is_none() {
        writeln!(out, "{}", position.fen())?;
    }
    Ok(())
}

/// Returns the diagram that the arguments ask for.
fn diagram(position: &session::Board, arguments: &Board) -> Result<Diagram, DiagramError> {
    let definition: Arc<Definition> = position.definition().clone();
    let mut diagram = match &arguments.piece {
        Some(piece) => Diagram::of_piece(definition, piece, arguments.at.as_deref())?,
        None => Diagram::new(definition, &position.fen())?,
    };
    diagram.flip(arguments.flip);
    if let Some(turn) = arguments.position.turns().last() {
        diagram.highlight_turn(turn);
    }
    if let Some(square) = &arguments.targets {
        diagram.mark_targets(square, &position.spelled_turns())?;
    }
    for arrow in &arguments.arrows {
        diagram.add_arrow(arrow)?;
    }
    Ok(diagram)
}
