//! A tournament: many games, several at a time.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use time::OffsetDateTime;

use super::adjudication::AdjudicationRules;
use super::engine::{Engine, EngineSpec, Failure, Fault, GameStart, Strays, Timeouts};
use super::game::{Cancelled, PlayedGame, Player, first_turn, forfeit, play};
use super::limits::Limits;
use super::openings::Opening;
use super::pairing::{Outcome, Slot};
use super::schedule::{Format, MOST_GAMES, Schedule};
use kurier_engine::session::Board;
use kurier_formats::pgn::GameRecord;
use kurier_rules::rules::{Color, Definition};

pub use super::game::Ending;

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

    /// Starts every engine once to learn which variants it plays, and gives every engine a name of its own. Returns what
    /// engines have said that sounds like trouble.
    ///
    /// # Errors
    /// An engine that does not work, refuses an option or has no limit; a variant that cannot be played.
    pub fn prepare(&mut self, cancelled: &AtomicBool) -> Result<Vec<String>, TournamentError> {
        if self.participants.len() < 2 || self.variants.is_empty() {
            return Err(TournamentError::TooSmall);
        }
        if !self
            .format
            .is_within_bounds(self.participants.len(), self.variants.len(), self.pairs)
        {
            return Err(TournamentError::TooLarge);
        }
        let strays = Strays::new();
        let mut names = HashSet::new();
        let mut remarks = Vec::new();
        for participant in &mut self.participants {
            let program = || participant.spec.program.display().to_string();
            let label = || match participant.spec.name.as_str() {
                "" => program(),
                name => format!("{name} ({})", program()),
            };
            let error = |what: String| TournamentError::Engine(label(), what);
            let failed = |failure| match failure {
                Failure::Fault(fault) => error(Fault::to_string(&fault)),
                Failure::Cancelled => TournamentError::Cancelled,
            };
            let first = &self.variants[0].definition;
            let mut engine =
                Engine::start(&participant.spec, first, self.timeouts, cancelled, &strays).map_err(failed)?;
            engine
                .check(&participant.limits)
                .map_err(|limit| error(limit.to_string()))?;
            let unknown =
                |(index, variant): (usize, &VariantSpec)| (!engine.plays(&variant.definition)).then_some(index);
            participant.unsupported = self.variants.iter().enumerate().filter_map(unknown).collect();
            for (index, variant) in self.variants.iter().enumerate() {
                if !participant.unsupported.contains(&index) {
                    let start = trial(variant, participant);
                    engine.try_game(&start, cancelled).map_err(failed)?;
                }
            }
            remarks.extend(engine.remarks().iter().map(|text| format!("{}: {text}", label())));
            let given = [participant.spec.name.as_str(), engine.name(), &program()];
            let base = given
                .iter()
                .find(|name| !name.is_empty())
                .copied()
                .unwrap_or("engine")
                .to_owned();
            engine.quit();
            if participant.limits.is_empty() {
                return Err(TournamentError::NoLimit(base));
            }
            let numbered = (2..).map(|number| format!("{base} {number}"));
            participant.name = std::iter::once(base.clone())
                .chain(numbered)
                .find(|name| names.insert(name.clone()))
                .unwrap_or(base);
        }
        let schedule = self.schedule();
        for (index, variant) in self.variants.iter().enumerate() {
            if schedule.slots().iter().all(|slot| slot.variant != index) {
                let without = self
                    .participants
                    .iter()
                    .filter(|participant| participant.unsupported.contains(&index));
                let names: Vec<&str> = without.map(|participant| participant.name.as_str()).collect();
                return Err(TournamentError::NoOpponents(
                    variant.definition.name.clone(),
                    names.join(" or "),
                ));
            }
        }
        Ok(remarks)
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

/// Returns a game of the variant that is begun but not played.
fn trial(variant: &VariantSpec, participant: &Participant) -> GameStart {
    let definition = &variant.definition;
    let fen = variant.openings.first().and_then(|opening| opening.fen.clone());
    let fen = fen.unwrap_or_else(|| definition.start.clone());
    let side = Board::from_fen(definition, &fen).map_or(Color::White, |board| board.side());
    GameStart {
        definition: definition.clone(),
        fen,
        first_turn: first_turn(definition),
        side,
        limits: participant.limits.clone(),
        ponder: false,
    }
}

/// Plays one game at a time. Its engines are kept while they are needed; dropping the worker kills them.
struct Worker<'a> {
    tournament: &'a Tournament,
    cancelled: &'a AtomicBool,
    strays: &'a Strays,
    engines: HashMap<usize, Engine>,
    boards: HashMap<usize, Board>,
}

impl<'a> Worker<'a> {
    fn new(tournament: &'a Tournament, cancelled: &'a AtomicBool, strays: &'a Strays) -> Self {
        Self {
            tournament,
            cancelled,
            strays,
            engines: HashMap::new(),
            boards: HashMap::new(),
        }
    }

    /// Quits all engines.
    fn quit_engines(&mut self) {
        self.engines.drain().for_each(|(_, engine)| engine.quit());
    }

    fn play(&mut self, slot: Slot) -> Result<FinishedGame, Cancelled> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Cancelled);
        }
        let begun = Instant::now();
        let date = OffsetDateTime::now_utc();
        let tournament = self.tournament;
        let variant = &tournament.variants[slot.variant];
        let opening = &variant.openings[slot.opening % variant.openings.len()];
        let idle = |number: &usize, _: &mut Engine| ![slot.white, slot.black].contains(number);
        self.engines.extract_if(idle).for_each(|(_, engine)| engine.quit());
        let definition = &variant.definition;
        let played = match (self.engine(slot.white, definition), self.engine(slot.black, definition)) {
            (Ok(mut white), Ok(mut black)) => {
                let played = self.play_engines(slot, opening, [&mut white, &mut black])?;
                self.keep(slot.white, white, &played, Color::White);
                self.keep(slot.black, black, &played, Color::Black);
                played
            }
            (Err(Failure::Cancelled), _) | (_, Err(Failure::Cancelled)) => return Err(Cancelled),
            (Err(Failure::Fault(fault)), black) => {
                black.map(|black| self.engines.insert(slot.black, black)).ok();
                forfeit(&variant.definition, opening, Color::White, fault)
            }
            (Ok(white), Err(Failure::Fault(fault))) => {
                self.engines.insert(slot.white, white);
                forfeit(&variant.definition, opening, Color::Black, fault)
            }
        };
        let PlayedGame {
            mut record,
            ending,
            traffic,
        } = played;
        record.tags = self.tags(slot, date);
        Ok(FinishedGame {
            slot,
            record,
            ending,
            traffic,
            elapsed: begun.elapsed(),
        })
    }

    /// Returns the engine with this number, started if need be.
    fn engine(&mut self, number: usize, game: &Definition) -> Result<Engine, Failure> {
        match self.engines.remove(&number) {
            Some(engine) => Ok(engine),
            None => Engine::start(
                &self.tournament.participants[number].spec,
                game,
                self.tournament.timeouts,
                self.cancelled,
                self.strays,
            ),
        }
    }

    fn play_engines(
        &mut self,
        slot: Slot,
        opening: &Opening,
        engines: [&mut Engine; 2],
    ) -> Result<PlayedGame, Cancelled> {
        let Tournament {
            participants,
            variants,
            adjudication,
            ..
        } = self.tournament;
        let board = self.boards.entry(slot.variant);
        let board = board.or_insert_with(|| Board::new(&variants[slot.variant].definition));
        let [white, black] = engines;
        let players = [(slot.white, white), (slot.black, black)].map(|(number, engine)| Player {
            name: &participants[number].name,
            engine,
            limits: participants[number].limits.clone(),
            ponder: participants[number].spec.ponder,
        });
        play(board, opening, players, *adjudication, self.cancelled)
    }

    /// Keeps an engine for the next game, if it can play another.
    fn keep(&mut self, number: usize, engine: Engine, played: &PlayedGame, side: Color) {
        match &played.ending {
            // Dropping it kills it.
            Ending::Fault(culprit, fault) if *culprit == side && !fault.kind.is_survived() => {}
            _ if engine.is_reusable() => {
                self.engines.insert(number, engine);
            }
            _ => engine.quit(),
        }
    }

    fn tags(&self, slot: Slot, date: OffsetDateTime) -> Vec<(String, String)> {
        let participant = |number: usize| &self.tournament.participants[number];
        let control = |number: usize| {
            let time = participant(number).limits.time.as_ref();
            time.map_or("-".to_owned(), ToString::to_string)
        };
        let date = format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day());
        let mut tags = vec![
            ("Event", self.tournament.event.clone()),
            ("Site", "?".to_owned()),
            ("Date", date),
            ("Round", round(slot.index)),
            ("White", participant(slot.white).name.clone()),
            ("Black", participant(slot.black).name.clone()),
            ("Conditions", self.tournament.conditions(slot)),
        ];
        if control(slot.white) == control(slot.black) {
            tags.push(("TimeControl", control(slot.white)));
        } else {
            tags.push(("WhiteTimeControl", control(slot.white)));
            tags.push(("BlackTimeControl", control(slot.black)));
        }
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// Returns the PGN tag `Round` of a game of the schedule: `PAIR.GAME`, both from 1.
fn round(index: usize) -> String {
    format!("{}.{}", index / 2 + 1, index % 2 + 1)
}

/// Returns the index in the schedule that a tag `Round` stands for.
pub(super) fn index_of_round(text: &str) -> Option<usize> {
    let (pair, game) = text.split_once('.')?;
    let pair: usize = pair.parse().ok()?;
    let game: usize = game.parse().ok().filter(|game| (1..=2).contains(game))?;
    pair.checked_sub(1)?.checked_mul(2)?.checked_add(game - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_name_games() {
        assert_eq!(round(0), "1.1");
        assert_eq!(round(7), "4.2");
        assert!((0..50).all(|index| index_of_round(&round(index)) == Some(index)));
        for text in ["", "?", "0.1", "3.0", "3.3", "3", "-1.1", "99999999999999999999.1"] {
            assert_eq!(index_of_round(text), None, "{text}");
        }
    }
}
