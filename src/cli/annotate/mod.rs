//! `kurier annotate`: adds scores, best lines and mistakes to games, and writes them as PGN and as a page for the
//! browser.

mod page;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::args::{SearchArgs, TableArgs};
use super::error::CliError;
use super::games::Evaluations;
use super::interrupt::interrupt_flag;
use super::output::{STANDARD_STREAM, progress_bar, to_stderr, write_file};
use kurier_engine::session::{Board, EndgameLibrary, Engine};
use kurier_formats::annotate::{AnnotatedGame, judge};
use kurier_formats::pgn::{self, Game, Reader};
use kurier_rules::files;
use kurier_rules::rules::Catalogue;

/// The arguments of `kurier annotate`.
#[derive(Args, Debug)]
pub(super) struct Annotate {
    /// The PGN file of the games; '-' is the standard input
    file: PathBuf,
    /// Write the games with comments into this file; without --pgn and --html, to the standard output
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a page for the browser into this file, to click through the games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Continue an interrupted run with the same --pgn file
    #[arg(long, requires = "pgn", conflicts_with = "html")]
    resume: bool,
    #[command(flatten)]
    search: SearchArgs<1>,
    #[command(flatten)]
    tables: TableArgs,
}

/// Annotates all games of a file. Games are read, analysed and written one by one; a game that cannot be read is copied
/// unchanged.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Annotate) -> Result<(), CliError> {
    check_files_differ(arguments)?;
    let endgames = arguments.tables.library()?;
    let mut reader = Reader::with_source(open(&arguments.file)?);
    let interrupted = interrupt_flag()?;
    let mut output = Output::open(arguments, out)?;
    let mut evaluations = Evaluations::default();
    let mut annotated = Vec::new();
    let (mut found, mut good) = (0, 0);
    while let Some(game) = reader.next() {
        if interrupted.load(Ordering::Relaxed) {
            return Err(CliError::Other(output.interrupted().into()));
        }
        let source = reader.take_source();
        found += 1;
        match game {
            Err(error) if error.ends_file() => return Err(output.broken(error.into())),
            _ if found <= output.done => continue,
            _ => {}
        }
        let judged = game.map_err(CliError::from).and_then(|game| {
            game.warnings
                .iter()
                .for_each(|warning| to_stderr(&format!("warning: {warning}")));
            annotate(
                catalogue,
                arguments,
                &mut evaluations,
                endgames.as_ref(),
                &game,
                found,
                &interrupted,
            )
        });
        match judged {
            Ok(None) => return Err(CliError::Other(output.interrupted().into())),
            Ok(Some(game)) => {
                good += 1;
                output.add(pgn::text(&game.commented()).as_bytes())?;
                if arguments.html.is_some() {
                    annotated.push(game);
                }
            }
            Err(error) => output.copy(&error, &source)?,
        }
    }
    if found == 0 {
        return Err(output.broken(CliError::NoGames(arguments.file.clone())));
    }
    if found < output.done {
        let message = format!("{} has more games than the input", output.place());
        return Err(CliError::Other(message.into()));
    }
    if let Some(path) = &arguments.html
        && good > 0
    {
        write_file(output.out, path, page::page(catalogue, &annotated)?.as_bytes())?;
    }
    let all_done = output.done;
    output.finish()?;
    match good {
        0 if all_done == 0 => Err(CliError::Other(
            format!("none of {found} games can be annotated").into(),
        )),
        _ => Ok(()),
    }
}

/// Opens the input file; `-` is the standard input.
fn open(path: &Path) -> Result<Box<dyn BufRead>, CliError> {
    if path.as_os_str() == STANDARD_STREAM {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = files::open(path).map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
    })?;
    Ok(Box::new(BufReader::new(file)))
}

/// Checks that the input and the two outputs are different files, so that none is overwritten while it is still needed.
fn check_files_differ(arguments: &Annotate) -> Result<(), CliError> {
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

/// Annotates a game. Returns `None` if the user has interrupted the program.
fn annotate(
    catalogue: &Catalogue,
    arguments: &Annotate,
    evaluations: &mut Evaluations,
    endgames: Option<&EndgameLibrary>,
    game: &Game,
    number: usize,
    interrupted: &AtomicBool,
) -> Result<Option<AnnotatedGame>, CliError> {
    let mut board = Board::new(&game.definition(catalogue)?);
    let record = game.replay(&mut board)?;
    let params = evaluations.get(board.definition());
    let mut engine = Engine::with_evaluation(&board, params, arguments.search.settings());
    let tables = endgames.and_then(|endgames| endgames.tables(board.definition()));
    engine.set_endgames(tables.as_ref());
    let template = "game {msg}: {bar:40} {pos}/{len} positions, {eta} left";
    let progress = progress_bar(template, record.moves.len() as u64 + 1).with_message(number.to_string());
    let on_position = || {
        progress.inc(1);
        !interrupted.load(Ordering::Relaxed)
    };
    let limits = arguments.search.limits();
    let judgements = judge(&mut board, &mut engine, &record, &limits, endgames, &on_position)?;
    progress.finish_and_clear();
    Ok(judgements.map(|judgements| AnnotatedGame { record, judgements }))
}

/// The outputs for annotated games.
struct Output<'a, W> {
    out: &'a mut W,
    /// The open file, its path, and the path to which it is renamed when all games are done. Before that, the games are
    /// in a temporary file, see [`part_file`]. `None` if no file is written.
    part: Option<(File, PathBuf, PathBuf)>,
    /// Whether the games are written to the standard output.
    printed: bool,
    /// The number of games that an earlier, interrupted run has written.
    done: usize,
}

impl<'a, W: Write> Output<'a, W> {
    /// Opens the outputs. With `--resume`, continues the temporary file of an interrupted run.
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
        let part = part_file(path);
        let failed = |source| CliError::File {
            path: part.clone(),
            source,
        };
        // A device or pipe cannot be replaced by renaming a file, so games are written to it directly.
        if path.exists() && !path.is_file() {
            let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            output.part = Some((file, path.clone(), path.clone()));
            return Ok(output);
        }
        if arguments.resume {
            output.done = truncate_to_whole_games(&part).map_err(failed)?;
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

    /// Writes a game and flushes the output.
    fn add(&mut self, text: &[u8]) -> Result<(), CliError> {
        if self.printed {
            self.out.write_all(text)?;
            self.out.flush()?;
        }
        if let Some((file, part, _)) = &mut self.part {
            let written = file.write_all(text).and_then(|()| file.flush());
            written.map_err(|source| CliError::File {
                path: part.clone(),
                source,
            })?;
        }
        Ok(())
    }

    /// Copies a game that could not be annotated, and warns the user.
    fn copy(&mut self, error: &CliError, text: &[u8]) -> Result<(), CliError> {
        to_stderr(&format!("warning: {error}; the game is copied as it is"));
        self.add(&[text.trim_ascii(), b"\n\n"].concat())
    }

    /// Renames the temporary file to the requested name.
    fn finish(self) -> Result<(), CliError> {
        match self.part {
            Some((file, part, path)) if part != path => {
                let moved = file.sync_all().and_then(|()| fs::rename(&part, &path));
                moved.map_err(|source| CliError::File { path, source })
            }
            _ => Ok(()),
        }
    }

    /// Handles an error after which the input cannot be read any further: removes the temporary file if it is empty,
    /// and returns the error. Games that are already written are kept.
    fn broken(&self, error: CliError) -> CliError {
        if let Some((file, part, path)) = &self.part
            && part != path
            && file.metadata().is_ok_and(|metadata| metadata.len() == 0)
        {
            let _ = fs::remove_file(part);
        }
        error
    }

    /// Returns the name of the temporary file, for error messages.
    fn place(&self) -> String {
        let place = self.part.as_ref().map(|(_, part, _)| part.display().to_string());
        place.unwrap_or_else(|| "the output".into())
    }

    /// Returns the error message for an interrupted run.
    fn interrupted(&self) -> String {
        match &self.part {
            Some((_, part, _)) => format!(
                "interrupted: the finished games are in {}; --resume continues",
                part.display()
            ),
            None => "interrupted".into(),
        }
    }
}

/// Truncates the output of an interrupted run after its last complete game. Returns the number of complete games.
fn truncate_to_whole_games(part: &Path) -> io::Result<usize> {
    let length = pgn::length_of_whole_games(BufReader::new(files::open(part)?))?;
    OpenOptions::new().write(true).open(part)?.set_len(length)?;
    Ok(Reader::new(BufReader::new(files::open(part)?)).count())
}

/// Returns the path of the temporary file that holds the games until all are done: `games.pgn.part` for `games.pgn`.
fn part_file(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}
