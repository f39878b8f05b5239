//! A tournament: many games, several at a time.

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
use super::engine::{EngineSpec, Strays, Timeouts};
use super::limits::Limits;
use super::openings::Opening;
use super::pairing::{Outcome, Slot};
use super::schedule::{Format, MOST_GAMES, Schedule};
use kurier_formats::pgn::GameRecord;
use kurier_rules::rules::Definition;

pub use super::game::Ending;
pub(super) use round::index_of_round;

/// An engine in a tournament.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Its name in the results.
    pub name: String,
    /// How it is started.
    pub spec: EngineSpec,
    /// Its limits.
    pub limits: Limits,
    /// Indices of the variants that it does not play. Filled in by [`Tournament::prepare`].
    pub unsupported: Vec<usize>,
}

/// A variant and its openings, in the order of their use.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    /// The rules.
    pub definition: Arc<Definition>,
    /// At least one.
    pub openings: Vec<Opening>,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The PGN tag `Event`.
    pub event: String,
    /// The engines.
    pub participants: Vec<Participant>,
    /// The variants.
    pub variants: Vec<VariantSpec>,
    /// Who plays whom.
    pub format: Format,
    /// Pairs of games for every two engines that meet.
    pub pairs: usize,
    /// Which games are ended early.
    pub adjudication: AdjudicationRules,
    /// How long engines are waited for.
    pub timeouts: Timeouts,
    /// Games at the same time.
    pub concurrency: usize,
    /// How the openings were chosen, in words: a tournament goes on with the same ones only.
    pub openings: String,
}

/// Why a tournament cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// An engine does not work: its name and program, and the reason.
    #[error("engine {0}: {1}")]
    Engine(String, String),
    /// Too few engines or variants.
    #[error("a tournament needs at least two engines and one variant")]
    TooSmall,
    /// A variant that fewer than two engines play: its name, and the engines that do not play it.
    #[error("{1} does not play {0}, so nobody has an opponent there")]
    NoOpponents(String, String),
    /// An engine without a limit.
    #[error("engine {0} has neither time nor nodes nor depth: give --tc, --st, --nodes or --depth")]
    NoLimit(String),
    /// More games than a schedule has room for.
    #[error("a tournament has at most {MOST_GAMES} games")]
    TooLarge,
    /// Interrupted.
    #[error("interrupted")]
    Cancelled,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its place in the schedule.
    pub slot: Slot,
    /// The game, with its tags.
    pub record: GameRecord,
    /// How it ended.
    pub ending: Ending,
    /// The protocol log, if the game ended by a fault.
    pub traffic: Option<String>,
    /// How long it took.
    pub elapsed: Duration,
}

impl FinishedGame {
    /// Returns the part that counts for the standings.
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
    /// Returns the games as they are known before the first is played.
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

    /// Returns which engine does not play which variant, by their names. Known after [`Tournament::prepare`].
    pub fn absences(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |variant: usize| self.variants[variant].definition.name.as_str();
        self.participants.iter().flat_map(move |participant| {
            let variants = participant.unsupported.iter();
            variants.map(move |variant| (participant.name.as_str(), name(*variant)))
        })
    }

    /// Returns the variants with fewer openings than two engines use when they meet, and the number of openings. A
    /// variant with one opening is not listed: it begins with its start position on purpose.
    pub fn scarce_openings(&self) -> impl Iterator<Item = (&str, usize)> {
        let wanted = self.format.openings(self.participants.len(), self.pairs);
        let openings = self.variants.iter().map(|variant| (variant, variant.openings.len()));
        openings
            .filter(move |(_, count)| (2..wanted).contains(count))
            .map(|(variant, count)| (variant.definition.name.as_str(), count))
    }

    /// Returns what must be the same when a tournament goes on, and is not in the other tags of a game: openings,
    /// limits and options.
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

    /// Plays all games of the schedule that are `wanted` and have no result yet, also those that follow from the results.
    /// Each is handed to `on_game` as soon as it ends, in any order, with the schedule, which may take
    /// results from elsewhere then. When that returns `Break`, or `cancelled` is set, the games in progress are abandoned.
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

    /// Plays these games, several at a time.
    fn play(&self, open: &[Slot], cancelled: &AtomicBool, mut on_game: impl FnMut(FinishedGame) -> ControlFlow<()>) {
        let (next, strays) = (AtomicUsize::new(0), Strays::new());
        let (sender, games) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, open.len().max(1)) {
                let sender = sender.clone();
                let (next, strays) = (&next, &strays);
                scope.spawn(move || {
                    let mut worker = Worker::new(self, cancelled, strays);
                    while let Some(slot) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
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
