//! `kurier annotate`: games with scores, best lines and the mistakes, as PGN and as a page to click through.

mod judge;
mod page;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::judge::{Judgement, Verdict, judge};
use super::CliError;
use super::arguments::SearchArgs;
use super::board::put;
use crate::pgn::{self, GameRecord, Reader};
use crate::rules::Catalogue;
use crate::session::open;

/// The arguments of `kurier annotate`.
#[derive(Args, Debug)]
pub(super) struct Annotate {
    /// The games
    file: PathBuf,
    /// Write the games with comments into this file; without --pgn and --html, to the standard output
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a page for the browser, in one file, to click through the games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs<1>,
}

/// A game with what was found out about it.
struct Annotated {
    record: GameRecord,
    /// One for the start and one after every turn.
    judgements: Vec<Judgement>,
}

/// Judges all games of a file.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Annotate) -> Result<(), CliError> {
    let file = File::open(&arguments.file).map_err(|source| CliError::File {
        path: arguments.file.clone(),
        source,
    })?;
    let mut games = Vec::new();
    for game in Reader::new(BufReader::new(file)) {
        let game = game?;
        let mut session = open(game.definition(catalogue)?, arguments.search.settings());
        let record = game.replay(&mut *session)?;
        let progress = progress(games.len() + 1, record.moves.len() + 1);
        let judgements = judge(&mut *session, &record, &arguments.search.request(), &|| progress.inc(1))?;
        progress.finish_and_clear();
        games.push(Annotated { record, judgements });
    }
    if games.is_empty() {
        return Err(CliError::NoGames(arguments.file.clone()));
    }
    if let Some(path) = &arguments.html {
        put(out, path, page::page(catalogue, &games)?.as_bytes())?;
    }
    let text: String = games.iter().map(|game| pgn::text(&game.commented())).collect();
    match (&arguments.pgn, &arguments.html) {
        (Some(path), _) => put(out, path, text.as_bytes()),
        (None, None) => Ok(out.write_all(text.as_bytes())?),
        (None, Some(_)) => Ok(()),
    }
}

/// Shows on a terminal how far it is.
fn progress(game: usize, positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("game {msg}: {bar:40} {pos}/{len} positions, {eta} left");
    let bar = ProgressBar::new(positions as u64).with_message(game.to_string());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Annotated {
    /// The game with a comment after every turn: the score of the position (White's view) and the depth behind it, as
    /// other programs read them, and after a mistake what was better.
    fn commented(&self) -> GameRecord {
        let mut record = self.record.clone();
        for (i, turn) in record.moves.iter_mut().enumerate() {
            let (before, after) = (&self.judgements[i], &self.judgements[i + 1]);
            turn.san += after.verdict.map_or("", Verdict::sign);
            let mut comment = after.evaluation();
            if let Some(verdict) = after.verdict {
                comment += &format!(" {}; better {}", verdict.word(), before.best_line());
            } else if after.best_before == Some(false) {
                comment += &format!(" best {}", before.best_line());
            }
            if !turn.comment.is_empty() {
                comment = format!("{} {comment}", turn.comment);
            }
            turn.comment = comment.trim().to_owned();
        }
        let annotator = || ("Annotator".to_owned(), format!("Kurier {}", env!("CARGO_PKG_VERSION")));
        if record.tag("Annotator").is_none() {
            record.tags.push(annotator());
        }
        record
    }
}
