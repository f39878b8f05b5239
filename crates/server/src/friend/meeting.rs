//! A game between two people on two machines: whose turn it is, the clocks, and what the players agree on.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::clock::Clock;
use kurier_engine::session::{Board, IllegalMove};
use kurier_rules::position::FenError;
use kurier_rules::rules::{Color, Definition, FindError};

/// The maximum number of turns of a game.
const MOST_TURNS: usize = 5000;

/// An order from a player.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// Plays a turn.
    Play {
        /// The number of turns before this one: a turn meant for a different position is refused.
        ply: usize,
        /// The turn in coordinate notation.
        text: String,
    },
    /// Offers the opponent a draw, or asks to take a turn back.
    Offer {
        /// What is offered.
        what: Offer,
    },
    /// Accepts the opponent's offer.
    Accept,
    /// Declines the opponent's offer, or withdraws the player's own offer.
    Decline,
    /// Resigns the game.
    Resign,
    /// Claims that the time of the side to move is up.
    ClaimTime,
}

/// What a player can offer.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// The player's last turn is taken back, and the opponent's reply if there is one.
    TakeBack,
}

/// Why an order is refused. The text is sent to the player.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the opponent's turn, or the board has changed since the player saw it.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The text does not name a legal turn.
    #[error(transparent)]
    Turn(#[from] IllegalMove),
    /// The player has not played a turn yet.
    #[error("there is no turn of yours to take back")]
    NothingToTakeBack,
    /// The opponent has not offered anything.
    #[error("nothing is offered")]
    NoOffer,
    /// The side to move has time left.
    #[error("there is time left")]
    TimeLeft,
    /// Spectators cannot give orders.
    #[error("you are watching this game")]
    OnlyWatching,
    /// The game has [`MOST_TURNS`] turns.
    #[error("a game has at most {MOST_TURNS} turns")]
    TooLong,
}

/// Why a game cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum BadStart {
    /// The catalogue has no game of this name.
    #[error(transparent)]
    Game(#[from] FindError),
    /// The FEN is not a legal position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A turn is not legal.
    #[error(transparent)]
    Turn(#[from] IllegalMove),
    /// There are more than [`MOST_TURNS`] turns.
    #[error("a game has at most {MOST_TURNS} turns")]
    TooLong,
    /// The system cannot provide random numbers.
    #[error("no token for the game: {0}")]
    Token(#[from] io::Error),
}

/// How a game has ended.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The result: `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why the game has ended.
    pub reason: Reason,
}

/// Why a game has ended.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The rules end the game; the position shows how.
    Rules,
    /// A player has resigned.
    Resignation,
    /// The players have agreed to a draw.
    Agreement,
    /// A player has run out of time.
    Time,
}

impl End {
    /// Returns the end of a game that `winner` wins.
    fn won(winner: Color, reason: Reason) -> Self {
        let result = match winner {
            Color::White => "1-0",
            Color::Black => "0-1",
        };
        Self { result, reason }
    }
}

/// A game between two people, as the server knows it.
pub struct Meeting {
    board: Board,
    fen: Option<String>,
    first: Color,
    clock: Option<Clock>,
    offer: Option<(Offer, Color)>,
    end: Option<End>,
}

impl Meeting {
    /// Creates a game that begins with `turns`, in coordinate notation, from the position `fen`; `None` stands for the
    /// start position.
    ///
    /// # Errors
    /// Fails if the FEN is not a legal position of the game, if a turn is not legal, or if there are too many turns.
    pub fn new(
        definition: &Arc<Definition>,
        fen: Option<String>,
        turns: &[String],
        clock: Option<Clock>,
    ) -> Result<Self, BadStart> {
        if turns.len() > MOST_TURNS {
            return Err(BadStart::TooLong);
        }
        let mut board = Board::new(definition);
        board.set_up(fen.as_deref())?;
        let first = board.side();
        for text in turns {
            let turn = board.parse(text)?;
            board.play(&turn)?;
        }
        let mut meeting = Self {
            board,
            fen,
            first,
            clock,
            offer: None,
            end: None,
        };
        meeting.end_by_rules();
        Ok(meeting)
    }

    /// Carries out an order of `player` at the time `now`.
    ///
    /// # Errors
    /// Fails if the order is not possible now. The game is then unchanged, except that it may have ended on time.
    pub fn obey(&mut self, player: Color, order: Order, now: Instant) -> Result<(), Refusal> {
        if self.end.is_some() {
            return Err(Refusal::Over);
        }
        match order {
            Order::Play { ply, text } => self.play(player, ply, &text, now),
            Order::Offer { what } => self.offer(player, what, now),
            Order::Accept => match self.offer {
                Some((what, by)) if by != player => {
                    self.settle(what, by, now);
                    Ok(())
                }
                _ => Err(Refusal::NoOffer),
            },
            Order::Decline => {
                self.offer = None;
                Ok(())
            }
            Order::Resign => {
                self.finish(End::won(!player, Reason::Resignation), now);
                Ok(())
            }
            Order::ClaimTime => match self.time_is_up(now) {
                true => Ok(()),
                false => Err(Refusal::TimeLeft),
            },
        }
    }

    /// Plays a turn of `player`. An offer lapses with the next turn.
    fn play(&mut self, player: Color, ply: usize, text: &str, now: Instant) -> Result<(), Refusal> {
        if self.time_is_up(now) {
            return Err(Refusal::Over);
        }
        if self.board.side() != player || ply != self.board.history().len() {
            return Err(Refusal::NotYourTurn);
        }
        if ply >= MOST_TURNS {
            return Err(Refusal::TooLong);
        }
        let turn = self.board.parse(text)?;
        self.board.play(&turn)?;
        // The first turn of a game is not timed.
        if let Some(clock) = &mut self.clock {
            clock.press(player, ply > 0, now);
        }
        self.offer = None;
        self.end_by_rules();
        Ok(())
    }

    /// Makes an offer. If the opponent has already made this offer, both players have agreed.
    fn offer(&mut self, player: Color, what: Offer, now: Instant) -> Result<(), Refusal> {
        if what == Offer::TakeBack && self.turns_to_take_back(player).is_none() {
            return Err(Refusal::NothingToTakeBack);
        }
        match self.offer {
            Some((offered, by)) if offered == what && by != player => self.settle(what, by, now),
            _ => self.offer = Some((what, player)),
        }
        Ok(())
    }

    /// Does what both players have agreed on; `by` made the offer.
    fn settle(&mut self, what: Offer, by: Color, now: Instant) {
        self.offer = None;
        match what {
            Offer::Draw => self.finish(
                End {
                    result: "1/2-1/2",
                    reason: Reason::Agreement,
                },
                now,
            ),
            Offer::TakeBack => {
                for _ in 0..self.turns_to_take_back(by).unwrap_or(0) {
                    self.board.undo();
                }
                if let Some(clock) = &mut self.clock {
                    clock.restart(now);
                }
            }
        }
    }

    /// Returns how many turns must be undone to take back the player's last turn: 1, or 2 if the opponent has replied.
    /// Returns `None` if the player has not played yet.
    fn turns_to_take_back(&self, player: Color) -> Option<usize> {
        let number = if self.board.side() == player { 2 } else { 1 };
        (self.board.history().len() >= number).then_some(number)
    }

    /// Ends the game if the time of the side to move is up. Returns whether it is.
    fn time_is_up(&mut self, now: Instant) -> bool {
        let side = self.board.side();
        let timed = !self.board.history().is_empty();
        let up = timed
            && self
                .clock
                .as_ref()
                .is_some_and(|clock| clock.left(side, Some(side), now).is_zero());
        if up {
            self.finish(End::won(!side, Reason::Time), now);
        }
        up
    }

    /// Ends the game if the rules end it.
    fn end_by_rules(&mut self) {
        self.end = self.board.outcome().map(|outcome| End {
            result: outcome.result(),
            reason: Reason::Rules,
        });
    }

    /// Ends the game and stops the clock.
    fn finish(&mut self, end: End, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(self.board.side(), !self.board.history().is_empty(), now);
        }
        self.offer = None;
        self.end = Some(end);
    }

    /// Describes the game at the time `now`.
    pub fn state(&self, now: Instant) -> State {
        let turns = {
            let mut board = self.board.clone();
            let mut texts: Vec<String> = Vec::with_capacity(board.history().len());
            while let Some(turn) = board.undo() {
                texts.push(board.spell(&turn));
            }
            texts.reverse();
            texts
        };
        let running = (self.end.is_none() && !turns.is_empty()).then(|| self.board.side());
        State {
            game: self.board.definition().name.clone(),
            fen: self.fen.clone(),
            side: self.board.side().name(),
            first: self.first.name(),
            clock: self.clock.as_ref().map(|clock| clock.both(running, now)),
            increment: self.clock.as_ref().map_or(0, Clock::increment),
            running: running.is_some(),
            offer: self.offer.map(|(what, by)| OfferView { what, by: by.name() }),
            end: self.end,
            moves: turns,
        }
    }
}

/// A game, as the players' pages see it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The name of the variant.
    pub game: String,
    /// The position in which the game began; `None` for the start position of the variant.
    pub fen: Option<String>,
    /// The turns so far, in coordinate notation.
    pub moves: Vec<String>,
    /// The side to move, `White` or `Black`.
    pub side: &'static str,
    /// The side that moved first.
    pub first: &'static str,
    /// The time that White and Black have left, in milliseconds; `None` for a game without clocks.
    pub clock: Option<[u64; 2]>,
    /// The time in milliseconds that a player gains with every turn.
    pub increment: u64,
    /// Whether the clock of the side to move is running.
    pub running: bool,
    /// The offer that waits for an answer.
    pub offer: Option<OfferView>,
    /// How the game has ended; `None` while it continues.
    pub end: Option<End>,
}

/// An offer that waits for an answer.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct OfferView {
    /// What is offered.
    pub what: Offer,
    /// The player who made the offer, `White` or `Black`.
    pub by: &'static str,
}

/// Returns clocks that give each player `minutes` minutes or, if a game is continued, give White and Black the
/// milliseconds in `left`, but at most `minutes` minutes. The increment is in seconds. Returns `None` if `minutes` is
/// 0.
pub fn clock(minutes: u32, increment: u32, left: Option<[u64; 2]>) -> Option<Clock> {
    let each = u64::from(minutes) * 60_000;
    let left = left.unwrap_or([each; 2]).map(|ms| Duration::from_millis(ms.min(each)));
    (minutes > 0).then(|| Clock::new(left, Duration::from_secs(increment.into())))
}

#[cfg(test)]
#[path = "meeting_tests.rs"]
mod tests;
