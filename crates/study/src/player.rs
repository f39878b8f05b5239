//! Plays the games of a study.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kurier_engine::eval::EvalParams;
use kurier_engine::search::{Limits, MonotonicTime, Score, Settings as SearchSettings, TimeSource};
use kurier_engine::session::{Board, Engine, EngineError, Value};
use kurier_formats::pgn::{GameRecord, GameResult, MoveRecord, Ply};
use kurier_rules::position::Turn;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Definition;

use crate::settings::Settings;

/// The number of plies after which a game is stopped without a result.
pub const LONGEST_GAME: usize = 600;
/// The number of plies at the beginning of a game for which the player chooses at random among good turns.
pub(crate) const OPENING: usize = 8;
/// The minimum number of nodes for comparing the turns of the opening, even if the later turns get fewer.
const OPENING_NODES: u64 = 4_000;
/// The number of turns among which a turn of the opening is chosen.
const LINES: usize = 8;
/// The loss, in centipawns, that makes a turn of the opening less likely by a factor of e.
const TEMPERATURE: f64 = 30.0;

/// Plays games of Kurier against itself from the start position of one game.
pub struct Player {
    board: Board,
    /// The engine that compares the turns of the opening.
    opener: Engine,
    /// The engine that plays the turns after the opening.
    player: Engine,
    settings: Settings,
    time: Arc<dyn TimeSource>,
}

impl Player {
    /// Creates a player.
    ///
    /// # Panics
    /// May panic if the parameters belong to another game.
    pub fn new(definition: &Arc<Definition>, params: &Arc<EvalParams>, settings: Settings) -> Self {
        Self::with_time_source(definition, params, settings, Arc::new(MonotonicTime::default()))
    }

    /// Creates a player as [`Player::new`] does, but with a clock other than the system's. The clock can also interrupt
    /// a game.
    ///
    /// # Panics
    /// May panic if the parameters belong to another game.
    pub fn with_time_source(
        definition: &Arc<Definition>,
        params: &Arc<EvalParams>,
        settings: Settings,
        time: Arc<dyn TimeSource>,
    ) -> Self {
        let board = Board::new(definition);
        let engine = |multipv| {
            let settings = SearchSettings {
                hash: 4,
                multipv,
                ..SearchSettings::default()
            };
            Engine::with_time_source(&board, params.clone(), settings, time.clone())
        };
        Self {
            opener: engine(LINES),
            player: engine(1),
            board,
            settings,
            time,
        }
    }

    /// Plays the game with the number `number`, counted from 0. The game depends only on the number, the rules, the
    /// evaluation and the settings. Returns `None` if `stopped` was set, or the clock interrupted the game, before the
    /// game ended.
    ///
    /// # Errors
    /// Fails if the engine cannot search.
    pub fn game(&mut self, number: u64, stopped: &AtomicBool) -> Result<Option<GameRecord>, EngineError> {
        let mut seeds = SplitMix64::new(self.settings.seed);
        let mut random = SplitMix64::new(seeds.next_u64().wrapping_add(number));
        self.opener.new_game();
        self.player.new_game();
        let mut board = Board::new(self.board.definition());
        let start_ply = Ply::of(&board);
        let mut moves = Vec::new();
        while board.outcome().is_none() && moves.len() < LONGEST_GAME {
            if stopped.load(Ordering::Relaxed) || self.time.interrupted() {
                return Ok(None);
            }
            let chosen = match moves.len() < OPENING {
                true => self.opening_turn(&board, &mut random)?,
                false => self.best_turn(&board)?,
            };
            let Some((turn, score)) = chosen else { break };
            let san = board.san(&turn);
            if board.play(&turn).is_err() {
                break;
            }
            moves.push(MoveRecord::new(turn, san, comment(score)));
        }
        let outcome = board.outcome();
        let termination = outcome.map_or("turn limit", |outcome| outcome.reason.text());
        let definition = board.definition();
        let tag = |name: &str, value: String| (name.to_owned(), value);
        Ok(Some(GameRecord {
            tags: vec![
                tag("Event", format!("Study of {}", definition.name)),
                tag("Round", number.to_string()),
                tag("White", "Kurier".into()),
                tag("Black", "Kurier".into()),
            ],
            variant: definition.name.clone(),
            start_ply,
            moves,
            result: outcome.map_or(GameResult::Unfinished, GameResult::from),
            termination: termination.into(),
            ..GameRecord::default()
        }))
    }

    /// Returns the best turn of a position and its score.
    fn best_turn(&mut self, board: &Board) -> Result<Option<(Turn, Score)>, EngineError> {
        let best = self.player.search(board, &limits(self.settings.nodes), |_| ())?;
        Ok(best.turn.map(|turn| (turn, best.score)))
    }

    /// Chooses a turn of the opening at random among the best ones. The better the score of a turn, the more likely it
    /// is chosen.
    fn opening_turn(&mut self, board: &Board, random: &mut SplitMix64) -> Result<Option<(Turn, Score)>, EngineError> {
        let limits = limits(self.settings.nodes.max(OPENING_NODES));
        let (best, lines) = self.opener.search_lines(board, &limits)?;
        if lines.is_empty() {
            return Ok(best.turn.map(|turn| (turn, best.score)));
        }
        let top = lines.iter().map(|(_, score)| *score).max().unwrap_or(0);
        let weights = lines
            .iter()
            .map(|(_, score)| (f64::from(score - top) / TEMPERATURE).exp())
            .collect::<Vec<_>>();
        let mut point = random.below(1 << 32) as f64 / (1_u64 << 32) as f64 * weights.iter().sum::<f64>();
        for (line, weight) in lines.iter().zip(&weights) {
            if point < *weight {
                return Ok(Some(line.clone()));
            }
            point -= weight;
        }
        Ok(lines.into_iter().next())
    }
}

/// Returns the limits of a search that ends after `nodes` nodes.
fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Returns the comment of a turn: its score from the mover's point of view, as in `+0.31` and `-M5`.
fn comment(score: Score) -> String {
    match Value::from_score(score) {
        value @ Value::Centipawns(_) => value.to_string(),
        Value::Mate(moves) => format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs()),
    }
}
