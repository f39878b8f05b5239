//! The worker of a thread, which plays the games of a tournament one after the other.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use time::OffsetDateTime;

use super::round::round_tag;
use super::{FinishedGame, Tournament};
use crate::engine::{Engine, Failure};
use crate::game::{Cancelled, Ending, PlayedGame, Player, forfeit, play};
use crate::live::Moment;
use crate::openings::Opening;
use crate::pairing::Slot;
use kurier_engine::session::Board;
use kurier_rules::rules::{Color, Definition};

/// A worker plays one game at a time. It keeps its engines running for the next game; dropping the worker kills them.
pub(super) struct Worker<'a> {
    tournament: &'a Tournament,
    cancelled: &'a AtomicBool,
    engines: HashMap<usize, Engine>,
    boards: HashMap<usize, Board>,
}

impl<'a> Worker<'a> {
    /// Creates a worker without engines.
    pub(super) fn new(tournament: &'a Tournament, cancelled: &'a AtomicBool) -> Self {
        Self {
            tournament,
            cancelled,
            engines: HashMap::new(),
            boards: HashMap::new(),
        }
    }

    /// Quits all engines.
    pub(super) fn quit_engines(&mut self) {
        self.engines.drain().for_each(|(_, engine)| engine.quit());
    }

    /// Plays a game. An engine that does not start loses the game; if neither starts, White loses.
    ///
    /// # Errors
    /// Fails if the tournament is being stopped.
    pub(super) fn play(&mut self, slot: Slot) -> Result<FinishedGame, Cancelled> {
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
                if let Ok(black) = black {
                    self.engines.insert(slot.black, black);
                }
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

    /// Returns the engine with index `number`, and starts it if it is not running.
    fn engine(&mut self, number: usize, game: &Definition) -> Result<Engine, Failure> {
        match self.engines.remove(&number) {
            Some(engine) => Ok(engine),
            None => Engine::start(
                &self.tournament.participants[number].spec,
                game,
                self.tournament.timeouts,
                self.cancelled,
            ),
        }
    }

    /// Plays a game with two running engines.
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
        let endgames = variants[slot.variant].endgames.as_ref();
        let watch = |moment: Moment| {
            if let Some(live) = &self.tournament.live {
                live.show(slot, &moment);
            }
        };
        let played = play(board, opening, players, *adjudication, endgames, self.cancelled, &watch);
        if let Some(live) = &self.tournament.live {
            live.remove(slot);
        }
        played
    }

    /// Keeps an engine for the next game if it can play one; otherwise ends it.
    fn keep(&mut self, number: usize, engine: Engine, played: &PlayedGame, side: Color) {
        match &played.ending {
            // The engine is dropped, which kills it.
            Ending::Fault(culprit, fault) if *culprit == side && !fault.kind.is_survived() => {}
            _ if engine.is_reusable() => {
                self.engines.insert(number, engine);
            }
            _ => engine.quit(),
        }
    }

    /// Returns the PGN tags of a game.
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
            ("Round", round_tag(slot.index)),
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
