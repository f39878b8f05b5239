//! One game between two engines. The referee checks every move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::adjudication::{AdjudicationRules, Adjudicator};
use super::clock::Clock;
use super::engine::{Action, Engine, Failure, Fault, FaultKind, GameStart, Reply, SearchRequest, transcript};
use super::limits::Limits;
use super::live::Moment;
use super::openings::Opening;
use kurier_engine::session::{Board, Endgames, IllegalMove, Value};
use kurier_formats::pgn::{GameRecord, GameResult, MoveRecord, Ply};
use kurier_protocol::xboard::Notation;
use kurier_rules::endgame::Outcome;
use kurier_rules::position::{Reason, Turn};
use kurier_rules::rules::{Color, Definition};

/// A player of one game.
pub(super) struct Player<'a> {
    /// The name of the engine in the results.
    pub name: &'a str,
    /// The running engine.
    pub engine: &'a mut Engine,
    /// The limits of the engine.
    pub limits: Limits,
    /// Whether the engine may ponder.
    pub ponder: bool,
}

/// The way in which a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game ended under the rules of the variant.
    Rules(Reason),
    /// One side resigned.
    Resignation(Color),
    /// Both sides agreed to a draw: each offered a draw, or one side claimed the draw that the other had offered.
    Agreement,
    /// The referee ended the game early, by an adjudication rule.
    Adjudication,
    /// The referee ended the game early, because its result is in the endgame tables.
    Tables,
    /// One side broke the rules, the time limit or the protocol.
    Fault(Color, Fault),
}

impl Ending {
    /// Returns the value of the PGN tag `Termination`. Each kind of fault has its own value, so that faults can be
    /// counted from a PGN file.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Resignation(_) | Self::Agreement => "normal",
            Self::Adjudication | Self::Tables => "adjudication",
            Self::Fault(_, fault) => fault.kind.text(),
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rules(reason) => f.write_str(reason.text()),
            Self::Resignation(color) => write!(f, "{color:?} resigns"),
            Self::Agreement => f.write_str("draw agreed"),
            Self::Adjudication => f.write_str("adjudication"),
            Self::Tables => f.write_str("adjudication by endgame tables"),
            Self::Fault(color, fault) => write!(f, "{color:?}: {fault}"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame {
    /// The moves, the result and the termination. The tags are still empty.
    pub record: GameRecord,
    /// The way in which the game ended.
    pub ending: Ending,
    /// The protocol log; `None` unless the game ended because of a fault.
    pub traffic: Option<String>,
}

/// The error of a game that is abandoned because the tournament is being stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cancelled;

/// A game in progress.
struct Game<'a> {
    board: &'a mut Board,
    record: GameRecord,
    /// The moves so far, in UCI's notation.
    turns: Vec<String>,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    /// The endgame tables, which end the game as soon as they contain its position.
    endgames: Option<&'a Endgames>,
    /// The side that offered a draw with its last move.
    offered: Option<Color>,
}

/// Plays a game between `players`, White and Black, from a legal opening. Calls `watch` before the first move and after
/// each move of an engine.
///
/// # Errors
/// Fails if `cancelled` is set before the game ends.
pub(super) fn play(
    board: &mut Board,
    opening: &Opening,
    mut players: [Player; 2],
    rules: AdjudicationRules,
    endgames: Option<&Endgames>,
    cancelled: &AtomicBool,
    watch: &dyn Fn(Moment),
) -> Result<PlayedGame, Cancelled> {
    let definition = board.definition().clone();
    let first_turn = first_turn(&definition);
    let mut game = Game::open(board, opening, rules, endgames);
    let starts = [0, 1].map(|index| GameStart {
        definition: definition.clone(),
        fen: opening.fen.clone().unwrap_or_else(|| definition.start.clone()),
        first_turn: first_turn.clone(),
        side: game.record.start_ply.side,
        limits: players[index].limits.clone(),
        ponder: players[index].ponder,
    });
    let ending = game.referee(opening, &starts, &mut players, cancelled, watch)?;
    let result = game.result_of(&ending);
    game.record.result = result;
    ending.termination().clone_into(&mut game.record.termination);
    if let Some(last) = game.record.moves.last_mut() {
        let separator = if last.comment.is_empty() { "" } else { ", " };
        last.comment += &format!("{separator}{ending}");
    }
    let [white, black] = players;
    let traffic = matches!(ending, Ending::Fault(..)).then(|| {
        transcript([
            (white.name, white.engine.traffic()),
            (black.name, black.engine.traffic()),
        ])
    });
    white.engine.end_game(result.text());
    black.engine.end_game(result.text());
    Ok(PlayedGame {
        record: game.record,
        ending,
        traffic,
    })
}

/// Returns a game without moves, which `side` loses because its engine did not start.
pub(super) fn forfeit(definition: &Definition, opening: &Opening, side: Color, fault: Fault) -> PlayedGame {
    let detail = fault.to_string();
    let ending = Ending::Fault(side, fault);
    PlayedGame {
        record: GameRecord {
            variant: definition.name.clone(),
            start_fen: opening.fen.clone(),
            result: GameResult::won_by(!side),
            termination: ending.termination().to_owned(),
            ..GameRecord::default()
        },
        ending,
        traffic: Some(detail),
    }
}

/// Returns a legal move in XBoard's standard start position of a variant, in UCI's notation, or an empty string if
/// there is none.
pub(super) fn first_turn(definition: &Arc<Definition>) -> String {
    let mut board = Board::new(definition);
    let set_up = board.set_up(definition.xboard.start.as_deref());
    let turns = set_up.map(|()| board.spelled_turns()).unwrap_or_default();
    turns.into_iter().next().unwrap_or_default()
}

impl<'a> Game<'a> {
    /// Creates a game with the first position on the board.
    fn open(board: &'a mut Board, opening: &Opening, rules: AdjudicationRules, endgames: Option<&'a Endgames>) -> Self {
        // The opening was checked when it was read, so setting it up cannot fail.
        let _ = board.set_up(opening.fen.as_deref());
        Self {
            record: GameRecord {
                variant: board.definition().name.clone(),
                start_fen: opening.fen.clone(),
                start_ply: Ply::of(board),
                ..GameRecord::default()
            },
            turns: Vec::new(),
            clocks: [Clock::new(None, 0), Clock::new(None, 0)],
            adjudicator: Adjudicator::new(rules),
            endgames,
            offered: None,
            board,
        }
    }

    /// Plays the opening, then lets the engines move until the game ends. Returns the way in which it ended.
    fn referee(
        &mut self,
        opening: &Opening,
        starts: &[GameStart; 2],
        players: &mut [Player; 2],
        cancelled: &AtomicBool,
        watch: &dyn Fn(Moment),
    ) -> Result<Ending, Cancelled> {
        for turn in &opening.turns {
            if self.play(turn, "book".into()).is_err() {
                break;
            }
        }
        self.clocks = Color::BOTH.map(|color| {
            let time = starts[color.index()].limits.time.clone();
            Clock::new(time, self.board.moves_made(color) as u32)
        });
        for (color, (player, start)) in Color::BOTH.into_iter().zip(players.iter_mut().zip(starts)) {
            if let Err(failure) = player.engine.new_game(start, cancelled) {
                return fault_of(failure).map(|fault| Ending::Fault(color, fault));
            }
        }
        loop {
            watch(self.moment());
            if let Some(outcome) = self.board.outcome() {
                return Ok(Ending::Rules(outcome.reason));
            }
            let side = self.board.side();
            let player = &mut players[side.index()];
            let request = self.request(&starts[side.index()], side);
            let reply = match player.engine.think(&request, cancelled) {
                Ok(reply) => reply,
                Err(failure) => return fault_of(failure).map(|fault| Ending::Fault(side, fault)),
            };
            if let Some(ending) = self.carry_out(side, &reply) {
                return Ok(ending);
            }
            if let Some(expected) = reply.ponder.filter(|_| player.ponder)
                && self.board.outcome().is_none()
                && let Ok(expected) = self.board.parse(&expected)
            {
                let request = self.request(&starts[side.index()], side);
                player.engine.ponder(&request, &self.board.spell(&expected));
            }
        }
    }

    /// Returns the game as it is now.
    fn moment(&self) -> Moment<'_> {
        Moment {
            board: self.board,
            record: &self.record,
            clocks: Color::BOTH.map(|color| self.clocks[color.index()].remaining()),
        }
    }

    /// Returns the request for a move of `side`.
    fn request<'b>(&'b self, start: &'b GameStart, side: Color) -> SearchRequest<'b> {
        SearchRequest {
            start,
            turns: &self.turns,
            side,
            clocks: &self.clocks,
            draw_offered: self.offered == Some(!side),
        }
    }

    /// Carries out an engine's reply. Returns the ending if the reply ends the game other than by the rules.
    fn carry_out(&mut self, side: Color, reply: &Reply) -> Option<Ending> {
        let text = match &reply.action {
            Action::Move(text) => text,
            Action::Resign => return Some(Ending::Resignation(side)),
            Action::Claim(words) => return Some(self.judge_claim(side, words)),
        };
        self.clocks[side.index()].spend(reply.elapsed);
        let turn = read(self.board, text);
        if let Err(error) = turn.and_then(|turn| self.play(&turn, comment(reply))) {
            let fault = Fault::new(FaultKind::IllegalMove, error.to_string());
            return Some(Ending::Fault(side, fault));
        }
        if self.board.outcome().is_some() {
            return None;
        }
        if let Some(verdict) = self.endgames.and_then(|tables| tables.probe(self.board)) {
            self.record.result = match verdict.outcome {
                Outcome::Win => GameResult::won_by(self.board.side()),
                Outcome::Draw => GameResult::Draw,
                Outcome::Loss => GameResult::won_by(!self.board.side()),
            };
            return Some(Ending::Tables);
        }
        if reply.offers_draw && self.offered == Some(!side) {
            return Some(Ending::Agreement);
        }
        self.offered = reply.offers_draw.then_some(side);
        let result = self
            .adjudicator
            .judge(side, self.board.fullmove(), reply.thinking.value)?;
        self.record.result = result;
        Some(Ending::Adjudication)
    }

    /// Judges a result that an engine claims although the game is not over: a claim of its own loss is a resignation, a
    /// claim of a draw accepts the opponent's offer, and every other claim is a fault.
    fn judge_claim(&self, side: Color, words: &str) -> Ending {
        let claimed = words.split_whitespace().next().and_then(GameResult::parse);
        match claimed {
            Some(result) if result == GameResult::won_by(!side) => Ending::Resignation(side),
            Some(GameResult::Draw) if self.offered == Some(!side) => Ending::Agreement,
            _ => Ending::Fault(side, Fault::new(FaultKind::FalseClaim, words)),
        }
    }

    /// Plays a move and records it with a comment.
    fn play(&mut self, turn: &Turn, comment: String) -> Result<(), IllegalMove> {
        let (text, san) = (self.board.spell(turn), self.board.san(turn));
        self.board.play(turn)?;
        self.turns.push(text);
        self.record.moves.push(MoveRecord::new(turn.clone(), san, comment));
        Ok(())
    }

    /// Returns the result of the game, which has ended with `ending`.
    fn result_of(&self, ending: &Ending) -> GameResult {
        match ending {
            Ending::Rules(_) => self.board.outcome().map(GameResult::from).unwrap_or_default(),
            Ending::Resignation(side) | Ending::Fault(side, _) => GameResult::won_by(!*side),
            Ending::Agreement => GameResult::Draw,
            Ending::Adjudication | Ending::Tables => self.record.result,
        }
    }
}

/// Parses an engine's move, which may be in coordinate notation, in XBoard's notation for several steps (`c2e4,e4g6`),
/// or in algebraic notation (`O-O`).
fn read(board: &Board, text: &str) -> Result<Turn, IllegalMove> {
    let legs = || Notation::new(board.definition(), false).read(board, text);
    board.parse(text).or_else(|_| legs()).or_else(|_| board.parse_san(text))
}

/// Returns the fault of a failure, or [`Cancelled`] if the tournament is being stopped.
fn fault_of(failure: Failure) -> Result<Fault, Cancelled> {
    match failure {
        Failure::Fault(fault) => Ok(fault),
        Failure::Cancelled => Err(Cancelled),
    }
}

/// Returns the PGN comment of a move: the score from the player's point of view, the depth and the time, as in
/// `+0.31/14 0.200s`.
fn comment(reply: &Reply) -> String {
    let value = match reply.thinking.value {
        Some(value @ Value::Centipawns(_)) => value.to_string(),
        Some(Value::Mate(moves)) => format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs()),
        None => String::new(),
    };
    let depth = reply
        .thinking
        .depth
        .map(|depth| format!("/{depth}"))
        .unwrap_or_default();
    let time = format!("{:.3}s", reply.elapsed.as_secs_f64());
    if value.is_empty() {
        time
    } else {
        format!("{value}{depth} {time}")
    }
}
