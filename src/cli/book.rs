//! `kurier book`: grows, shows, imports and exports opening books.

use std::fs;
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::args::{PositionArgs, threads};
use super::error::{BoxError, CliError};
use super::games::{evaluation, set_up};
use super::interrupt::interrupt_flag;
use super::output::{progress_bar, to_stderr};
use kurier_books::{Book, BookMove, Effort, Grower, is_polyglot, pgn_text};
use kurier_engine::session::Board;
use kurier_formats::pgn::Reader;
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};

/// The number of positions that are expanded between two saves of the file. The choice of these positions does not
/// depend on the number of threads.
const POSITIONS_AT_ONCE: usize = 16;

/// The arguments of `kurier book`.
#[derive(Args, Debug)]
pub(super) struct BookCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Grow a book by searches and games of Kurier against itself; the same command continues an interrupted run
    Make(Make),
    /// Show the moves of a book in a position, with games, results and scores
    Show(Show),
    /// Add the games of PGN files to a book
    Import(Import),
    /// Write the lines of a book as PGN, or a book of chess in Polyglot's format
    Export(Export),
}

/// The arguments of `kurier book make`.
#[derive(Args, Debug)]
struct Make {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// Stop when the book has at least this many positions
    #[arg(short = 'n', long = "positions", value_name = "N", default_value_t = 1000)]
    positions: usize,
    /// The file of the book; if it exists, positions are added until there are enough [default: VARIANT.book]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Search every position for this many nodes
    #[arg(long, value_name = "N", default_value_t = Effort::default().search, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// The number of moves that are compared in a position
    #[arg(long, value_name = "N", default_value_t = Effort::default().lines as u32, value_parser = clap::value_parser!(u32).range(1..=64))]
    lines: u32,
    /// The number of games to play from every position
    #[arg(long, value_name = "N", default_value_t = Effort::default().games)]
    games: u32,
    /// Search each move of these games for this many nodes
    #[arg(long, value_name = "N", default_value_t = Effort::default().play, value_parser = clap::value_parser!(u64).range(1..))]
    play_nodes: u64,
    /// The length of the longest line, in turns
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: u32,
    /// Positions to search at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

/// The arguments of `kurier book show`.
#[derive(Args, Debug)]
struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// The file of the book [default: VARIANT.book or, if there is no such file, the book that Kurier ships]
    #[arg(short, long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `kurier book import`.
#[derive(Args, Debug)]
struct Import {
    /// The variant, as listed by 'kurier variants'; games of other variants are left out
    variant: String,
    /// The PGN files
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The file of the book; if it exists, the games are added [default: VARIANT.book]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Count this many turns of each game
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: usize,
    /// Leave out positions with fewer games, unless a search has scored them
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u64,
}

/// The arguments of `kurier book export`.
#[derive(Args, Debug)]
struct Export {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// The file of the book [default: VARIANT.book or, if there is no such file, the book that Kurier ships]
    #[arg(short, long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Write to this file instead of the standard output; with the extension 'bin', in Polyglot's format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &BookCommand) -> Result<(), CliError> {
    match &arguments.command {
        Command::Make(arguments) => Ok(make(catalogue, arguments)?),
        Command::Show(arguments) => show(out, catalogue, arguments),
        Command::Import(arguments) => Ok(import(catalogue, arguments)?),
        Command::Export(arguments) => export(out, catalogue, arguments),
    }
}

/// Returns the path of a book: the one that the user names, otherwise the variant's name with the extension `book`.
fn path_of(named: Option<&PathBuf>, definition: &Definition) -> PathBuf {
    named
        .cloned()
        .unwrap_or_else(|| PathBuf::from(format!("{}.book", definition.name)))
}

/// Reads the book in a file. Returns an empty book if there is no file.
fn existing(path: &Path, definition: &Arc<Definition>) -> Result<Book, BoxError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Book::new(definition)),
        _ => Ok(Book::read(path, definition)?),
    }
}

/// Returns the book that Kurier ships for a variant.
pub(super) fn shipped_book(definition: &Definition) -> Result<Book, BoxError> {
    let none = || {
        format!(
            "Kurier ships no opening book of {0}: 'kurier book make {0}' makes one",
            definition.name
        )
    };
    Ok(Book::shipped(definition).ok_or_else(none)?)
}

/// Returns the book to show or to export, and its name: the file that the user names, otherwise the file named after
/// the variant, otherwise the book that Kurier ships.
fn book_of(named: Option<&PathBuf>, definition: &Arc<Definition>) -> Result<(Book, PathBuf), BoxError> {
    let path = path_of(named, definition);
    let there = named.is_some() || fs::exists(&path).unwrap_or(true);
    Ok(match there {
        true => (Book::read(&path, definition)?, path),
        false => (shipped_book(definition)?, "the book that Kurier ships".into()),
    })
}

/// Grows a book and writes it after every few positions, so that an interrupted run can be continued.
fn make(catalogue: &Catalogue, arguments: &Make) -> Result<(), BoxError> {
    let definition = catalogue.find(&arguments.variant)?;
    let path = path_of(arguments.output.as_ref(), &definition);
    // Polyglot's format cannot store the scores that decide where a book grows.
    if is_polyglot(&path) {
        return Err(format!(
            "{}: Polyglot's format has no scores, so a book cannot grow in it: 'kurier book export' writes it",
            path.display()
        )
        .into());
    }
    let mut book = existing(&path, &definition)?;
    // A file that cannot be written is refused before the first search.
    book.write(&path, &definition)?;
    let interrupted = interrupt_flag()?;
    let params = evaluation(&definition);
    let effort = Effort {
        search: arguments.nodes,
        lines: arguments.lines as usize,
        games: arguments.games,
        play: arguments.play_nodes,
    };
    let threads = arguments.threads.unwrap_or_else(num_cpus::get_physical);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let template = "{bar:30} {pos} of {len} positions, {elapsed} gone, {eta} left";
    let bar = progress_bar(template, arguments.positions as u64).with_position(book.len() as u64);
    let mut exhausted = false;
    while book.len() < arguments.positions && !exhausted && !interrupted.load(Ordering::Relaxed) {
        let frontier = book.frontier(&definition, POSITIONS_AT_ONCE, arguments.plies);
        exhausted = frontier.is_empty();
        let expansions = pool.install(|| {
            let boards = frontier.par_iter();
            let expansions = boards.map_init(
                || Grower::new(&definition, &params, effort),
                |grower, board| match interrupted.load(Ordering::Relaxed) {
                    true => Ok(None),
                    false => grower.expand(board).map(Some),
                },
            );
            expansions.collect::<Result<Vec<_>, _>>()
        })?;
        // Add all positions of a batch or none, so that the book does not depend on when a run was interrupted.
        if expansions.iter().all(Option::is_some) {
            expansions.iter().flatten().for_each(|expansion| book.add(expansion));
            book.settle(&definition);
            book.write(&path, &definition)?;
        }
        bar.set_position(book.len() as u64);
    }
    bar.finish_and_clear();
    to_stderr(&summary(&path, &book, &definition));
    match (interrupted.load(Ordering::Relaxed), exhausted) {
        (true, _) if book.len() < arguments.positions => {
            Err("interrupted: run the same command again to continue".into())
        }
        (_, true) => Err(format!(
            "no more positions in lines of at most {}: --plies allows longer ones",
            counted(arguments.plies.into(), "turn")
        )
        .into()),
        _ => Ok(()),
    }
}

/// Describes a book in one line: its path, its number of positions and its number of games.
fn summary(path: &Path, book: &Book, definition: &Arc<Definition>) -> String {
    let games = book.entry(&Board::new(definition)).map_or(0, |entry| entry.games());
    let positions = counted(book.len() as u64, "position");
    format!("{}: {positions}, {}", path.display(), counted(games, "game"))
}

/// Returns a number followed by a noun, in the plural unless the number is 1.
fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Prints the moves of a book in a position.
fn show(out: &mut impl Write, catalogue: &Catalogue, arguments: &Show) -> Result<(), CliError> {
    let board = set_up(catalogue, &arguments.position)?;
    let definition = board.definition();
    let (book, path) = book_of(arguments.book.as_ref(), definition)?;
    let moves = book.moves(&board);
    if arguments.json {
        let games = book.entry(&board).map_or(0, |entry| entry.games());
        let moves = in_json(&board, &moves);
        writeln!(
            out,
            "{}",
            json!({ "positions": book.len(), "games": games, "moves": moves })
        )?;
        return Ok(());
    }
    writeln!(out, "{}", summary(&path, &book, definition))?;
    writeln!(out, "{}", in_words(&board, &moves))?;
    Ok(())
}

/// Returns the moves of a book in a position as JSON, from the point of view of the side to move.
pub(super) fn in_json(board: &Board, moves: &[BookMove]) -> Value {
    let values = moves.iter().map(|known| {
        json!({
            "move": board.spell(&known.turn),
            "san": board.san(&known.turn),
            "games": known.games(),
            "wins": known.wins,
            "draws": known.draws,
            "losses": known.losses,
            "score": known.score,
        })
    });
    values.collect()
}

/// Returns the moves of a book in a position as a table, from the point of view of the side to move.
pub(super) fn in_words(board: &Board, moves: &[BookMove]) -> String {
    if moves.is_empty() {
        return "The book has no move in this position.".into();
    }
    let names: Vec<String> = moves.iter().map(|known| board.san(&known.turn)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let head = format!(
        "{:width$} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "move", "games", "wins", "draws", "losses", "points", "score"
    );
    let rows = names.iter().zip(moves).map(|(name, known)| {
        let percent = known
            .percent()
            .map_or_else(|| "-".into(), |percent| format!("{percent:.0} %"));
        let score = known
            .score
            .map_or_else(|| "-".into(), |score| format!("{:+.2}", f64::from(score) / 100.0));
        let BookMove {
            wins, draws, losses, ..
        } = known;
        let games = known.games();
        format!("{name:width$} {games:>7} {wins:>7} {draws:>7} {losses:>7} {percent:>7} {score:>7}")
    });
    let lines: Vec<String> = std::iter::once(head).chain(rows).collect();
    lines.join("\n")
}

/// Adds the games of PGN files to a book. A game that cannot be read is left out with a warning.
fn import(catalogue: &Catalogue, arguments: &Import) -> Result<(), BoxError> {
    let definition = catalogue.find(&arguments.variant)?;
    let path = path_of(arguments.output.as_ref(), &definition);
    let mut book = existing(&path, &definition)?;
    let mut board = Board::new(&definition);
    let (mut added, mut left_out) = (0_u64, 0_u64);
    for source in &arguments.games {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", source.display());
        let file = files::open(source).map_err(|error| told(&error))?;
        for game in Reader::new(BufReader::new(file)) {
            let game = match game {
                Err(error) if error.ends_file() => return Err(told(&error).into()),
                Err(error) => {
                    to_stderr(&format!("warning: {}", told(&error)));
                    continue;
                }
                Ok(game) => game,
            };
            let ours = game
                .definition(catalogue)
                .is_ok_and(|played| played.rules_hash() == definition.rules_hash());
            let replayed = ours.then(|| game.replay(&mut board)).transpose();
            match replayed {
                Err(error) => to_stderr(&format!("warning: {}", told(&error))),
                Ok(Some(record)) if book.count(&board, record.result, arguments.plies) => added += 1,
                Ok(_) => left_out += 1,
            }
        }
    }
    book.prune(arguments.least);
    book.write(&path, &definition)?;
    to_stderr(&format!(
        "{}; added: {added}; left out, without a result or of other variants: {left_out}",
        summary(&path, &book, &definition)
    ));
    Ok(())
}

/// Writes the lines of a book as PGN, or the book in Polyglot's format.
fn export(out: &mut impl Write, catalogue: &Catalogue, arguments: &Export) -> Result<(), CliError> {
    let definition = catalogue.find(&arguments.variant)?;
    let (book, _) = book_of(arguments.book.as_ref(), &definition)?;
    let text = || pgn_text(&book, &definition);
    match &arguments.output {
        None => out.write_all(text().as_bytes())?,
        Some(output) if is_polyglot(output) => book.write(output, &definition).map_err(BoxError::from)?,
        Some(output) => files::write(output, text().as_bytes()).map_err(|source| CliError::File {
            path: output.clone(),
            source,
        })?,
    }
    Ok(())
}
