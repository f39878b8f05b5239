//! One run of a tournament, which plays, records and counts games until none is left or the SPRT is decided.
//!
//! A run may resume an earlier one from its PGN file, and it may play only one [`Shard`] of the games, while other
//! machines play the other shards. [`Run::merge`] plays nothing: it counts the games that all shards have recorded.

mod logs;
mod other_shards;
mod repetitions;
#[cfg(test)]
mod tests;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use kurier_series::shard::Shard;
use kurier_series::sprt::Sprt;

use self::other_shards::OtherShards;
use super::journal::{Journal, JournalError, RecordedGames};
use super::pairing::Slot;
use super::report::Report;
use super::schedule::Schedule;
use super::standings::Standings;
use super::tournament::{FinishedGame, Tournament};

pub use repetitions::Repetitions;

/// The settings of a run: which games it plays, where it records them, and when it stops.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunConfig {
    /// The test that stops the run once the test is decided; `None` for no test.
    pub sprt: Option<Sprt>,
    /// The PGN file of the games; `None` if the games are not recorded. `{part}` in its name stands for the number of
    /// the shard.
    pub pgn: Option<PathBuf>,
    /// Whether the PGN file may already have games. Games that are in the file are not played again.
    pub resume: bool,
    /// The shard to play, to which both games of a pair belong; `None` for all games.
    pub shard: Option<Shard>,
    /// The folder for the protocol logs of games that end because of a fault.
    pub logs: PathBuf,
}

/// The reason why a run cannot start or has ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is an SPRT, but the tournament does not have exactly two engines.
    #[error("an SPRT needs exactly two engines")]
    SprtPlayers,
    /// A PGN file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game or a log cannot be written, or the callback of `Run::play` has failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The state of a run after one of its games.
pub struct Progress<'a> {
    /// The report on all games so far, including the game that has just ended.
    pub report: Report<'a>,
    /// The number of games of this run, including resumed games. In a knockout, it grows when duels are prolonged.
    pub total: usize,
    /// Whether the protocol log of the game was dropped because the folder of the logs is full.
    pub is_log_dropped: bool,
}

/// A run of a tournament.
#[derive(Debug)]
pub struct Run<'a> {
    tournament: &'a Tournament,
    config: RunConfig,
    schedule: Schedule,
    standings: Standings,
    journal: Option<Journal>,
    /// The number of games that the PGN file, or the merged PGN files, had when the run was opened.
    resumed: usize,
    other_shards: OtherShards,
    repetitions: Repetitions,
}

impl<'a> Run<'a> {
    /// Opens the PGN file, and counts its games and the games of the other shards.
    ///
    /// # Errors
    /// Fails if there is an SPRT without exactly two engines, or if a PGN file cannot be used.
    pub fn open(tournament: &'a Tournament, config: RunConfig) -> Result<Self, RunError> {
        let mut run = Self::new(tournament, config)?;
        if let Some(path) = &run.config.pgn {
            let path = run.config.shard.unwrap_or_default().path(path);
            let (journal, outcomes) = Journal::open(&path, run.config.resume, tournament, &mut run.schedule)?;
            run.journal = Some(journal);
            run.standings.extend(outcomes);
        }
        run.resumed = run.standings.games();
        run.other_shards = OtherShards::new(run.config.shard, run.config.pgn.as_deref());
        let outcomes = run.other_shards.read(tournament, &mut run.schedule)?;
        run.standings.extend(outcomes);
        Ok(run)
    }

    /// Counts the games of PGN files that together make up the tournament, or a part of it. Plays no games.
    ///
    /// # Errors
    /// Fails if there is an SPRT without exactly two engines, or if a PGN file cannot be used.
    pub fn merge(tournament: &'a Tournament, sprt: Option<Sprt>, files: &[PathBuf]) -> Result<Self, RunError> {
        let config = RunConfig {
            sprt,
            ..RunConfig::default()
        };
        let mut run = Self::new(tournament, config)?;
        for path in files {
            let outcomes = RecordedGames::new(path.clone()).read(tournament, &mut run.schedule)?;
            run.standings.extend(outcomes);
        }
        run.resumed = run.standings.games();
        Ok(run)
    }

    /// Creates a run without results.
    fn new(tournament: &'a Tournament, config: RunConfig) -> Result<Self, RunError> {
        if config.sprt.is_some() && tournament.participants.len() != 2 {
            return Err(RunError::SprtPlayers);
        }
        Ok(Self {
            tournament,
            config,
            schedule: tournament.schedule(),
            standings: Standings::default(),
            journal: None,
            resumed: 0,
            other_shards: OtherShards::default(),
            repetitions: Repetitions::default(),
        })
    }

    /// Returns the number of games that were already recorded when the run was opened; games of other shards do not
    /// count.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// Returns a report on all games so far.
    pub fn report(&self) -> Report<'_> {
        Report {
            tournament: self.tournament,
            standings: &self.standings,
            schedule: &self.schedule,
            sprt: self.config.sprt,
        }
    }

    /// Returns the number of games of this run that repeat another game of the run.
    pub fn repetitions(&self) -> &Repetitions {
        &self.repetitions
    }

    /// Plays the open games until none is left, the SPRT is decided or `cancelled` is set. Calls `on_game` after each
    /// game, in the order in which the games end. Sets `cancelled` when it stops early.
    ///
    /// # Errors
    /// Fails if a file cannot be written or read, or if `on_game` fails. The run stops at the first error.
    pub fn play(
        &mut self,
        cancelled: &AtomicBool,
        mut on_game: impl FnMut(&FinishedGame, &Progress) -> io::Result<()>,
    ) -> Result<(), RunError> {
        // The test covers all games, so a shard stops early only if it sees the games of the other shards.
        let stops_early = self.config.shard.is_none() || !self.other_shards.is_empty();
        if stops_early && self.report().verdict().is_some() {
            return Ok(());
        }
        let Self {
            tournament,
            config,
            schedule,
            standings,
            journal,
            other_shards,
            repetitions,
            ..
        } = self;
        let shard = config.shard;
        let is_wanted = |slot: &Slot| shard.is_none_or(|shard| shard.includes(slot.pair()));
        let mut failure = None;
        tournament.run(schedule, is_wanted, cancelled, |game, schedule| {
            standings.add(game.outcome());
            repetitions.add(&game);
            let mut take = || -> Result<ControlFlow<()>, RunError> {
                if let Some(journal) = journal {
                    journal.add(&game.record)?;
                }
                if other_shards.are_due() {
                    standings.extend(other_shards.read(tournament, schedule)?);
                }
                let is_log_dropped = !logs::save(&config.logs, &game)?;
                let total = match shard {
                    Some(_) => schedule.slots().iter().filter(|slot| is_wanted(slot)).count(),
                    None => schedule.planned(),
                };
                let progress = Progress {
                    report: Report {
                        tournament,
                        standings,
                        schedule,
                        sprt: config.sprt,
                    },
                    total,
                    is_log_dropped,
                };
                on_game(&game, &progress)?;
                Ok(match stops_early && progress.report.verdict().is_some() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            };
            take().unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        failure.map_or(Ok(()), Err)
    }
}
