//! `kurier annotate`: games with scores, best lines and mistakes, as PGN and as a page to click through.

mod page;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::SearchArgs;
use super::error::CliError;
use super::games::Evaluations;
use super::interrupt::interrupt_flag;
use super::output::{STANDARD_STREAM, read_file, to_stderr, write_file};
use crate::annotate::{AnnotatedGame, judge};
use crate::files;
use crate::pgn::{self, Game, PgnError, Reader};
use crate::rules::Catalogue;
use crate::session::{Board, Engine};

/// The arguments of `kurier annotate`.
#[derive(Args, Debug)]
pub(super) struct Annotate {
    /// The games; '-' is the standard input
    file: PathBuf,
    /// Write the games with comments into this file; without --pgn and --html, to the standard output
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a page for the browser, in one file, to click through the games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Go on where an interrupted run into the same --pgn file ended
    #[arg(long, requires = "pgn", conflicts_with = "html")]
    resume: bool,
    #[command(flatten)]
    search: SearchArgs<1>,
}

/// A game of the input, with its text there.
struct Entry {
    game: Result<Game, PgnError>,
    text: String,
}

/// Annotates all games of a file. They are written one by one; a game that cannot be read is copied as it is.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Annotate) -> Result<(), CliError> {
    check_places(arguments)?;
    let entries = entries(&arguments.file)?;
    if entries.is_empty() {
        return Err(CliError::NoGames(arguments.file.clone()));
    }
    let interrupted = interrupt_flag()?;
    let mut output = Output::open(arguments, out)?;
    let done = output.done;
    if done > entries.len() {
        return Err(CliError::Other(
            format!("{} has more games than the input", output.place()).into(),
        ));
    }
    let mut evaluations = Evaluations::default();
    let mut games = Vec::new();
    // Bad games before the first good one: if there is none, nothing is written.
    let mut held = Vec::new();
    for (number, entry) in (1..).zip(&entries).skip(done) {
        let annotated = match &entry.game {
            Ok(game) => annotate(catalogue, arguments, &mut evaluations, game, number, &interrupted),
            Err(error) => Err(CliError::Other(error.to_string().into())),
        };
        match annotated {
            Ok(None) => break,
            Ok(Some(game)) => {
                for (error, text) in held.drain(..) {
                    output.copy(&error, text)?;
                }
                output.add(&pgn::text(&game.commented()))?;
                games.push(game);
            }
            Err(error) if games.is_empty() && done == 0 => held.push((error, &entry.text)),
            Err(error) => output.copy(&error, &entry.text)?,
        }
    }
    if interrupted.load(Ordering::Relaxed) {
        return Err(CliError::Other(output.interrupted(entries.len()).into()));
    }
    if !held.is_empty() {
        output.discard();
        return Err(held.swap_remove(0).0);
    }
    if let Some(path) = &arguments.html {
        write_file(output.out, path, page::page(catalogue, &games)?.as_bytes())?;
    }
    output.finish()
}

/// One file must not be two things.
fn check_places(arguments: &Annotate) -> Result<(), CliError> {
    let named = |path: &Option<PathBuf>| path.clone().filter(|path| path.as_os_str() != STANDARD_STREAM);
    let (pgn, html) = (named(&arguments.pgn), named(&arguments.html));
    let twice = |one: &Path, other: &Path| files::is_same(one, other).then(|| CliError::SamePlace(one.to_owned()));
    let clash = [
        (&pgn, &Some(arguments.file.clone())),
        (&html, &Some(arguments.file.clone())),
        (&pgn, &html),
    ]
    .into_iter()
    .find_map(|(one, other)| twice(one.as_ref()?, other.as_ref()?));
    clash.map_or(Ok(()), Err)
}

/// All games of the input.
fn entries(path: &Path) -> Result<Vec<Entry>, CliError> {
    let bytes = read_file(path, files::LARGE)?;
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut reader = Reader::new(&bytes[..]);
    let mut entries = Vec::new();
    let mut first = 1;
    while let Some(game) = reader.next() {
        let next = reader.next_line().clamp(first, lines.len() + 1);
        let text = String::from_utf8_lossy(&lines[first - 1..next - 1].concat()).into_owned();
        first = next;
        entries.push(Entry { game, text });
    }
    Ok(entries)
}

/// Annotates a game; `None` if it was interrupted.
fn annotate(
    catalogue: &Catalogue,
    arguments: &Annotate,
    evaluations: &mut Evaluations,
    game: &Game,
    number: usize,
    interrupted: &AtomicBool,
) -> Result<Option<AnnotatedGame>, CliError> {
    let mut board = Board::new(&game.definition(catalogue)?);
    let record = game.replay(&mut board)?;
    let params = evaluations.get(board.definition());
    let mut engine = Engine::with_evaluation(&board, params, arguments.search.settings());
    let progress = progress(number, record.moves.len() + 1);
    let judgements = judge(&mut board, &mut engine, &record, &arguments.search.limits(), &|| {
        progress.inc(1);
        !interrupted.load(Ordering::Relaxed)
    })?;
    progress.finish_and_clear();
    Ok(judgements.map(|judgements| AnnotatedGame { record, judgements }))
}

/// Where the annotated games go.
struct Output<'a, W> {
    out: &'a mut W,
    /// The games so far lie beside the file that is asked for, until all are done.
    part: Option<(File, PathBuf, PathBuf)>,
    /// Whether they are printed.
    printed: bool,
    /// Games that an earlier run has written.
    done: usize,
}

impl<'a, W: Write> Output<'a, W> {
    fn open(arguments: &Annotate, out: &'a mut W) -> Result<Self, CliError> {
        let mut output = Self {
            out,
            part: None,
            printed: arguments.html.is_none(),
            done: 0,
        };
        let Some(path) = &arguments.pgn else { return Ok(output) };
        output.printed = path.as_os_str() == STANDARD_STREAM;
        if output.printed {
            return Ok(output);
        }
        let part = part_of(path);
        let failed = |source| CliError::File {
            path: part.clone(),
            source,
        };
        // A device takes the games as they come.
        if path.exists() && !path.is_file() {
            let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            output.part = Some((file, path.clone(), path.clone()));
            return Ok(output);
        }
        if arguments.resume {
            let text = files::read_text(&part, files::LARGE).map_err(failed)?;
            let whole = pgn::whole_games(&text);
            output.done = Reader::new(whole.as_bytes()).count();
            files::write(&part, whole.as_bytes()).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        let options = options
            .create(true)
            .write(true)
            .append(arguments.resume)
            .truncate(!arguments.resume);
        let file = options.open(&part).map_err(failed)?;
        output.part = Some((file, part.clone(), path.clone()));
        Ok(output)
    }

    /// Writes a game, and sends it off at once.
    fn add(&mut self, text: &str) -> Result<(), CliError> {
        if self.printed {
            self.out.write_all(text.as_bytes())?;
            self.out.flush()?;
        }
        if let Some((file, part, _)) = &mut self.part {
            let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
            written.map_err(|source| CliError::File {
                path: part.clone(),
                source,
            })?;
        }
        Ok(())
    }

    /// Writes a game that was not annotated, and tells why.
    fn copy(&mut self, error: &CliError, text: &str) -> Result<(), CliError> {
        to_stderr(&format!("warning: {error}; the game is copied as it is"));
        self.add(&(text.trim().to_owned() + "\n\n"))
    }

    fn finish(self) -> Result<(), CliError> {
        match self.part {
            Some((file, part, path)) if part != path => {
                let moved = file.sync_all().and_then(|()| fs::rename(&part, &path));
                moved.map_err(|source| CliError::File { path, source })
            }
            _ => Ok(()),
        }
    }

    /// Removes what is not worth keeping.
    fn discard(self) {
        if let Some((_, part, path)) = self.part
            && part != path
        {
            let _ = fs::remove_file(part);
        }
    }

    fn place(&self) -> String {
        let place = self.part.as_ref().map(|(_, part, _)| part.display().to_string());
        place.unwrap_or_else(|| "the output".into())
    }

    /// What an interrupted run says.
    fn interrupted(&self, all: usize) -> String {
        match &self.part {
            Some((_, part, _)) => format!(
                "interrupted: the finished ones of {all} games are in {}; --resume goes on",
                part.display()
            ),
            None => "interrupted".into(),
        }
    }
}

/// Where the games lie until all are done: `games.pgn.part`.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// The progress bar of a game.
fn progress(game: usize, positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("game {msg}: {bar:40} {pos}/{len} positions, {eta} left");
    let bar = ProgressBar::new(positions as u64).with_message(game.to_string());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
