//! `kurier openings`, which generates openings for tournaments, and the options of `kurier match` that select openings.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};

use super::args::threads;
use super::book::shipped_book;
use super::error::BoxError;
use super::games::evaluation;
use super::interrupt::interrupt_flag;
use super::output::to_stderr;
use kurier_books::{Book, is_book, lines};
use kurier_engine::session::Board;
use kurier_referee::openings::{
    GenerateConfig, GeneratedOpening, Opening, generate, order, read_games, read_positions,
};
use kurier_rules::files;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Catalogue, Definition};

/// The default number of nodes to search for each position.
const NODES: u64 = 5000;
/// The name that stands for the opening book that Kurier ships for a variant.
const SHIPPED: &str = "book";
/// The number of nodes to search for each position when a tournament waits for its openings.
const QUICK_NODES: u64 = 1000;

/// The arguments of `kurier openings`.
#[derive(Args, Debug)]
pub(super) struct Openings {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// The number of openings
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 100)]
    count: usize,
    #[command(flatten)]
    generate: GenerateArgs,
    /// Seed of the random choices: the same seed gives the same openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions to search at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Write to this file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The options for generating openings.
#[derive(Args, Debug)]
struct GenerateArgs {
    /// Random turns from the start position
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: u32,
    /// Begin each opening with a random start position, in a variant with arrays to choose from or shuffled pieces
    #[arg(long)]
    random_starts: bool,
    /// Keep positions with a score of at most this many centipawns for either side
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..))]
    band: i32,
    /// Search every position for this many nodes [default: 5000 without --depth]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search every position to this depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl GenerateArgs {
    /// Returns the configuration of the generator.
    fn config(&self, seed: u64, threads: usize) -> GenerateConfig {
        GenerateConfig {
            plies: self.plies,
            band: self.band,
            nodes: self.nodes.or(self.depth.is_none().then_some(NODES)),
            depth: self.depth,
            seed,
            threads,
            random_starts: self.random_starts,
        }
    }
}

/// Generates openings and prints them or writes them to a file.
pub(super) fn run(arguments: &Openings, catalogue: &Catalogue) -> Result<(), BoxError> {
    let definition = catalogue.find(&arguments.variant)?;
    if arguments.generate.random_starts {
        check_starts(&definition)?;
    }
    let cancelled = interrupt_flag()?;
    let mut text = String::new();
    let threads = arguments.threads.unwrap_or_else(num_cpus::get_physical);
    let config = arguments.generate.config(arguments.seed, threads);
    let mut written = Ok(());
    let mut out = io::stdout();
    let generated = generate(
        &definition,
        &evaluation(&definition),
        &config,
        arguments.count,
        &cancelled,
        |generated: &GeneratedOpening| {
            let line = generated.epd() + "\n";
            if arguments.output.is_some() {
                text += &line;
            } else if written.is_ok() {
                written = out.write_all(line.as_bytes());
            }
        },
    );
    written?;
    if let Some(path) = &arguments.output {
        files::write(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if generated.len() < arguments.count {
        return Err(format!(
            "only {} of {} openings were found; more plies or a wider band give more",
            generated.len(),
            arguments.count
        )
        .into());
    }
    Ok(())
}

/// Checks that a game can be played from random start positions.
fn check_starts(definition: &Definition) -> Result<(), BoxError> {
    let name = &definition.name;
    match &definition.starts {
        None => Err(format!("{name} has only one start position").into()),
        Some(_) if definition.random_start(&mut SplitMix64::new(0)).is_none() => Err(format!(
            "the castlings or promotions of {name} depend on the start position: play {name}@random or a certain one"
        )
        .into()),
        Some(_) => Ok(()),
    }
}

/// The source of the openings of a tournament.
#[derive(Args, Debug)]
pub(super) struct OpeningArgs {
    /// File of openings: FEN or EPD lines, PGN games, or an opening book (.book, Polyglot's .bin); 'book' for the book
    /// that Kurier ships; VARIANT=FILE applies to this variant only
    #[arg(long = "openings", value_name = "FILE")]
    books: Vec<String>,
    /// Plies to play from the games of a PGN file or the lines of a book
    #[arg(long, value_name = "N", default_value_t = 16)]
    book_plies: usize,
    /// For variants without a file, generate openings of this many random turns, as 'kurier openings' does
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    random_plies: Option<u32>,
    /// For variants without a file, begin with random start positions: arrays to choose from, or shuffled pieces
    #[arg(long)]
    random_starts: bool,
    /// The order in which the openings of a file are used
    #[arg(long, value_enum, default_value_t = Order::Random)]
    order: Order,
    /// Seed of the random choices: the same seed gives the same openings in the same order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Order {
    /// Shuffled; the same seed gives the same order
    Random,
    /// As in the file
    File,
}

impl OpeningArgs {
    /// Checks that every variant that `--openings` names is played.
    pub(super) fn check(&self, played: &[Arc<Definition>]) -> Result<(), BoxError> {
        for book in &self.books {
            if let Some((name, _)) = book.split_once('=')
                && !played.iter().any(|definition| definition.name == name)
            {
                return Err(format!("--openings {book}: {name} is not played").into());
            }
        }
        Ok(())
    }

    /// Describes the options on which the choice of openings depends.
    pub(super) fn in_words(&self) -> String {
        let mut words = vec![format!("seed {}", self.seed)];
        if self.order == Order::File {
            words.push("in order".into());
        }
        if self.random_starts {
            words.push("random start positions".into());
        }
        if let Some(plies) = self.random_plies {
            words.push(format!("{plies} random plies"));
        }
        if !self.books.is_empty() {
            words.push(format!("{} of {} book plies", self.books.join(" "), self.book_plies));
        }
        words.join(", ")
    }

    /// Returns the openings of a variant in the order in which they are used: all openings of its file, or up to
    /// `wanted` generated openings, or only the start position.
    pub(super) fn openings(
        &self,
        definition: &Arc<Definition>,
        catalogue: &Catalogue,
        wanted: usize,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Opening>, BoxError> {
        if let Some(path) = self.file_of(&definition.name) {
            let openings = self.read(definition, catalogue, &path)?;
            let seed = (self.order == Order::Random).then_some(self.seed);
            let order = order(openings.len(), seed);
            return Ok(order.into_iter().map(|index| openings[index].clone()).collect());
        }
        if self.random_starts {
            check_starts(definition)?;
        }
        let plies = match self.random_plies {
            Some(plies) => plies,
            None if self.random_starts => 0,
            None => return Ok(vec![Opening::default()]),
        };
        let config = GenerateConfig {
            plies,
            // Start positions that come from the rules are accepted whatever their score.
            band: if plies == 0 { i32::MAX } else { 50 },
            nodes: Some(QUICK_NODES),
            depth: None,
            seed: self.seed,
            threads: num_cpus::get_physical(),
            random_starts: self.random_starts,
        };
        let generated = generate(definition, &evaluation(definition), &config, wanted, cancelled, |_| ());
        if generated.is_empty() {
            return Err(format!(
                "no balanced openings of {plies} plies were found for {}",
                definition.name
            )
            .into());
        }
        let opening = |generated: GeneratedOpening| Opening {
            fen: Some(generated.fen),
            turns: Vec::new(),
        };
        Ok(generated.into_iter().map(opening).collect())
    }

    /// Returns the file with the openings of a variant: its own file, or the file for all variants.
    fn file_of(&self, variant: &str) -> Option<PathBuf> {
        let own = self
            .books
            .iter()
            .find_map(|file| file.strip_prefix(variant)?.strip_prefix('='));
        let common = || self.books.iter().map(String::as_str).find(|file| !file.contains('='));
        own.or_else(common).map(PathBuf::from)
    }

    /// Reads openings from a book, from a PGN file or from a file with FEN or EPD lines. Warns about openings that are
    /// left out.
    fn read(&self, definition: &Arc<Definition>, catalogue: &Catalogue, path: &Path) -> Result<Vec<Opening>, BoxError> {
        let source = path.display().to_string();
        let book = if source == SHIPPED {
            Some(shipped_book(definition)?)
        } else if is_book(path) {
            Some(Book::read(path, definition)?)
        } else {
            None
        };
        if let Some(book) = book {
            let openings = lines(&book, definition, self.book_plies);
            if openings.is_empty() {
                return Err(format!("{source}: there are no balanced lines").into());
            }
            return Ok(openings.into_iter().map(|turns| Opening { fen: None, turns }).collect());
        }
        let bytes = files::read(path, files::LARGE).map_err(|error| format!("{source}: {error}"))?;
        let mut board = Board::new(definition);
        let is_pgn = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let book = match is_pgn {
            true => read_games(&bytes, &source, self.book_plies, catalogue, &mut board)?,
            false => read_positions(&String::from_utf8_lossy(&bytes), &source, &mut board)?,
        };
        if let Some(left_out) = book.left_out() {
            to_stderr(&format!("warning: {source}: {left_out}"));
        }
        Ok(book.openings)
    }
}
