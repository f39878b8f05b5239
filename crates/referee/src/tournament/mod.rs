//! Tournaments, which play the games of a schedule, several at a time.

mod prepare;
mod round;
mod worker;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use self::worker::Worker;
use super::adjudication::AdjudicationRules;
use super::engine::{EngineSpec, Timeouts};
use super::limits::Limits;
use super::live::Live;
use super::openings::Opening;
use super::pairing::{Outcome, Slot};
use super::schedule::{Format, MOST_GAMES, Schedule};
use kurier_engine::session::Endgames;
use kurier_formats::pgn::GameRecord;
use kurier_rules::rules::Definition;

pub use super::game::Ending;
pub(super) use round::index_of_round;
#[cfg(test)]
pub(super) use round::round_tag;

/// An engine in a tournament.
#[derive(Clone, Debug)]
pub struct Participant {
    /// The name of the engine in the results. [`Tournament::prepare`] makes it unique.
    pub name: String,
    /// The description of the engine.
    pub spec: EngineSpec,
    /// The limits of the engine.
    pub limits: Limits,
    /// The indices of the variants that the engine does not play. [`Tournament::prepare`] fills in the list.
    pub unsupported: Vec<usize>,
}

/// A variant and its openings.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    /// The rules of the variant.
    pub definition: Arc<Definition>,
    /// The openings, at least one, in the order in which they are used.
    pub openings: Vec<Opening>,
    /// The endgame tables by which games are ended early; `None` for no tables.
    pub endgames: Option<Endgames>,
}

/// The settings of a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The PGN tag `Event`.
    pub event: String,
    /// The engines that take part.
    pub participants: Vec<Participant>,
    /// The variants that are played, with their openings.
    pub variants: Vec<VariantSpec>,
    /// The tournament format, which says which engines play each other.
    pub format: Format,
    /// The number of pairs of games for every two engines that meet.
    pub pairs: usize,
    /// The rules by which games are ended early.
    pub adjudication: AdjudicationRules,
    /// How long the referee waits for engines.
    pub timeouts: Timeouts,
    /// The number of games that are played at the same time.
    pub concurrency: usize,
    /// A description of how the openings were chosen. A tournament can be resumed only if the description is unchanged.
    pub openings: String,
    /// Where spectators can see the games in progress; `None` without spectators.
    pub live: Option<Arc<Live>>,
}

/// The reason why a tournament cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// An engine does not work. The strings are the name and program of the engine, and the reason.
    #[error("engine {0}: {1}")]
    Engine(String, String),
    /// There are fewer than two engines, or there is no variant.
    #[error("a tournament needs at least two engines and one variant")]
    TooSmall,
    /// Fewer than two engines play a variant. The strings are the name of the variant, and the engines that do not play
    /// it.
    #[error("{1} does not play {0}, so no engine has an opponent in it")]
    NoOpponents(String, String),
    /// An engine has no limit at all.
    #[error("engine {0} has no limit: use --tc, --st, --nodes or --depth")]
    NoLimit(String),
    /// The tournament has more than [`MOST_GAMES`] games.
    #[error("a tournament has at most {MOST_GAMES} games")]
    TooLarge,
    /// The user has interrupted the preparation.
    #[error("interrupted")]
    Cancelled,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game in the schedule.
    pub slot: Slot,
    /// The record of the game, with its tags.
    pub record: GameRecord,
    /// The way in which the game ended.
    pub ending: Ending,
    /// The protocol log; `None` unless the game ended because of a fault.
    pub traffic: Option<String>,
    /// The duration of the game.
    pub elapsed: Duration,
}

impl FinishedGame {
    /// Returns the result of the game for the standings.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            slot: self.slot,
            result: self.record.result,
            fault: match &self.ending {
                Ending::Fault(_, fault) => Some(fault.kind),
                _ => None,
            },
        }
    }
}

impl Tournament {
    /// Creates the schedule of the tournament, without results.
    pub fn schedule(&self) -> Schedule {
        let plays = |engine: usize, variant: usize| !self.participants[engine].unsupported.contains(&variant);
        Schedule::new(
            self.participants.len(),
            self.variants.len(),
            self.pairs,
            self.format,
            plays,
        )
    }

    /// Returns the names of an engine and a variant for each variant that an engine does not play, as determined by
    /// [`Tournament::prepare`].
    pub fn absences(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |variant: usize| self.variants[variant].definition.name.as_str();
        self.participants.iter().flat_map(move |participant| {
            let variants = participant.unsupported.iter();
            variants.map(move |variant| (participant.name.as_str(), name(*variant)))
        })
    }

    /// Returns the variants whose openings are used more than once, and the number of their openings. A variant with a
    /// single opening is not listed, because a variant without a source of openings has only the start position.
    pub fn scarce_openings(&self) -> impl Iterator<Item = (&str, usize)> {
        let wanted = self.format.openings(self.participants.len(), self.pairs);
        let openings = self.variants.iter().map(|variant| (variant, variant.openings.len()));
        openings
            .filter(move |(_, count)| (2..wanted).contains(count))
            .map(|(variant, count)| (variant.definition.name.as_str(), count))
    }

    /// Returns the PGN tag `Conditions` of a game: the choice of openings, and the limits and options of both engines.
    /// A tournament can be resumed only if its conditions are unchanged.
    pub fn conditions(&self, slot: Slot) -> String {
        let side = |number: usize| {
            let Participant { spec, limits, .. } = &self.participants[number];
            let options = spec
                .options
                .iter()
                .map(|option| format!(" {}={}", option.name, option.value));
            let ponder = if spec.ponder { " ponder" } else { "" };
            format!("{limits}{ponder}{}", options.collect::<String>())
        };
        format!("{}; {}; {}", self.openings, side(slot.white), side(slot.black))
    }

    /// Plays all games of the schedule that are `wanted` and have no result yet, including games that are added to the
    /// schedule in the meantime.
    ///
    /// Calls `on_game` with each game as soon as it ends, and with the schedule, to which `on_game` may add results of
    /// games that were played elsewhere. If `on_game` returns `Break`, `cancelled` is set. Once `cancelled` is set, the
    /// games in progress are abandoned.
    pub fn run(
        &self,
        schedule: &mut Schedule,
        wanted: impl Fn(&Slot) -> bool,
        cancelled: &AtomicBool,
        mut on_game: impl FnMut(FinishedGame, &mut Schedule) -> ControlFlow<()>,
    ) {
        while !cancelled.load(Ordering::Relaxed) {
            let open: Vec<Slot> = schedule.open().filter(&wanted).collect();
            if open.is_empty() {
                break;
            }
            self.play(&open, cancelled, |game| {
                schedule.add(&game.outcome());
                on_game(game, schedule)
            });
        }
    }

    /// Plays the games of `open`, several at a time.
    fn play(&self, open: &[Slot], cancelled: &AtomicBool, mut on_game: impl FnMut(FinishedGame) -> ControlFlow<()>) {
        let next = AtomicUsize::new(0);
        let (sender, games) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, open.len().max(1)) {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move || {
                    let mut worker = Worker::new(self, cancelled);
                    while let Some(slot) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // The only error is that the tournament is cancelled.
                        let Ok(game) = worker.play(*slot) else { return };
                        if sender.send(game).is_err() {
                            return;
                        }
                    }
                    worker.quit_engines();
                });
            }
            drop(sender);
            for game in games {
                if on_game(game).is_break() {
                    cancelled.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
    }
}
