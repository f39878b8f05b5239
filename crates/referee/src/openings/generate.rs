//! Generates openings: positions after random moves, which are kept if a search finds them balanced.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use kurier_engine::eval::EvalParams;
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Board, Engine, Value};
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Definition;

/// The maximum number of candidates per wanted opening.
const MAX_ATTEMPTS: u64 = 400;
/// The generator gives up once the number of consecutive duplicates exceeds this number times the number of different
/// candidates, plus [`MORE_DUPLICATES`].
const DUPLICATES_PER_CANDIDATE: usize = 30;
/// The constant part of the number of consecutive duplicates after which the generator gives up.
const MORE_DUPLICATES: usize = 300;

/// The settings of the generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerateConfig {
    /// The number of random plies from the start position.
    pub plies: u32,
    /// The maximum absolute score of an opening, in centipawns.
    pub band: i32,
    /// The number of nodes to search per position; `None` for no limit. The search also ends at `depth`.
    pub nodes: Option<u64>,
    /// The depth to which each position is searched, in plies; `None` for no limit.
    pub depth: Option<u32>,
    /// The seed of the random moves. Equal seeds give equal openings, with any number of threads.
    pub seed: u64,
    /// The number of threads, each of which searches one position at a time.
    pub threads: usize,
    /// Whether each opening begins with a random start position, if the game has several.
    pub random_starts: bool,
}

/// A generated opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedOpening {
    /// The FEN of the position.
    pub fen: String,
    /// The score from the point of view of the side to move, in centipawns.
    pub value: i32,
}

impl GeneratedOpening {
    /// Returns the opening as a line of an EPD file.
    pub fn epd(&self) -> String {
        let fields: Vec<&str> = self.fen.split_whitespace().collect();
        match fields[..] {
            [board, side, rights, en_passant, clock, number] => {
                format!(
                    "{board} {side} {rights} {en_passant} hmvc {clock}; fmvn {number}; ce {};",
                    self.value
                )
            }
            _ => self.fen.clone(),
        }
    }
}

/// Generates up to `count` different openings; fewer if no more are found or `cancelled` is set. Calls `on_opening`
/// with each opening as soon as it is known.
pub fn generate(
    definition: &Arc<Definition>,
    evaluation: &Arc<EvalParams>,
    config: &GenerateConfig,
    count: usize,
    cancelled: &AtomicBool,
    mut on_opening: impl FnMut(&GeneratedOpening),
) -> Vec<GeneratedOpening> {
    let limit = MAX_ATTEMPTS.saturating_mul(count as u64);
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, candidates) = sync_channel(64);
    let mut made = Vec::new();
    thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            let sender = sender.clone();
            let (next, enough) = (&next, &enough);
            scope.spawn(move || {
                let settings = Settings {
                    hash: 4,
                    threads: 1,
                    ..Settings::default()
                };
                let mut board = Board::new(definition);
                let mut engine = Engine::with_evaluation(&board, evaluation.clone(), settings);
                // A small number of random moves often leads to positions that are already known, so scores are cached.
                let mut values = HashMap::new();
                while !enough.load(Ordering::Relaxed) && !cancelled.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= limit
                        || sender
                            .send((number, candidate(&mut board, &mut engine, &mut values, config, number)))
                            .is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Candidates are processed in numerical order, so that the result does not depend on the threads.
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        let (mut known, mut duplicates) = (HashSet::new(), 0);
        for (number, candidate) in &candidates {
            waiting.insert(number, candidate);
            while let Some(candidate) = waiting.remove(&expected) {
                expected += 1;
                let Some(Candidate { fen, value }) = candidate else {
                    continue;
                };
                if !known.insert(identity(&fen)) {
                    duplicates += 1;
                    continue;
                }
                duplicates = 0;
                if let Some(value) = value
                    && made.len() < count
                {
                    let opening = GeneratedOpening { fen, value };
                    on_opening(&opening);
                    made.push(opening);
                }
            }
            let max_duplicates = DUPLICATES_PER_CANDIDATE * known.len() + MORE_DUPLICATES;
            if made.len() >= count || duplicates > max_duplicates {
                enough.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(candidates);
    });
    made
}

/// Returns a FEN without its move counters, by which duplicates are recognised.
fn identity(fen: &str) -> String {
    fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

/// A position after random moves, and its score if the position is balanced.
struct Candidate {
    fen: String,
    value: Option<i32>,
}

/// Generates candidate `number`. Returns `None` if the game ends during the random moves. `values` caches the scores of
/// positions, by FEN.
fn candidate(
    board: &mut Board,
    engine: &mut Engine,
    values: &mut HashMap<String, Option<i32>>,
    config: &GenerateConfig,
    number: u64,
) -> Option<Candidate> {
    // Seed and number are both part of the generator's key, so that every candidate has its own random sequence.
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&config.seed.to_le_bytes());
    seed[8..16].copy_from_slice(&number.to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(seed);
    let start = match config.random_starts {
        true => board.definition().random_start(&mut SplitMix64::new(random.next_u64())),
        false => None,
    };
    board.set_up(start.as_deref()).ok()?;
    for _ in 0..config.plies {
        let mut turns = board.turns();
        if turns.is_empty() || board.outcome().is_some() {
            return None;
        }
        // The moves are sorted, so that the choice does not depend on the order in which they are generated.
        turns.sort_by_cached_key(|turn| board.spell(turn));
        board.play(&turns[random.random_range(0..turns.len())]).ok()?;
    }
    if board.outcome().is_some() {
        return None;
    }
    let fen = board.fen();
    let value = values.entry(fen.clone());
    let value = *value.or_insert_with(|| search(board, engine, config));
    Some(Candidate {
        fen,
        value: value.filter(|value| value.abs() <= config.band),
    })
}

/// Searches the position. Returns the score from the point of view of the side to move, in centipawns, or `None` for a
/// mate, or if the search fails.
fn search(board: &Board, engine: &mut Engine, config: &GenerateConfig) -> Option<i32> {
    let limits = Limits {
        depth: config.depth,
        nodes: config.nodes,
        ..Limits::default()
    };
    engine.new_game();
    let best = engine.search(board, &limits, |_| ()).ok()?;
    match Value::from_score(best.score) {
        Value::Centipawns(value) => Some(value),
        Value::Mate(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    fn built_in(definition: &Definition) -> Arc<EvalParams> {
        EvalParams::built_in(definition).into()
    }

    fn config(threads: usize) -> GenerateConfig {
        GenerateConfig {
            plies: 6,
            band: 80,
            nodes: Some(50),
            depth: None,
            seed: 5,
            threads,
            random_starts: false,
        }
    }

    fn openings(threads: usize, count: usize) -> Vec<GeneratedOpening> {
        let definition = Catalogue::built_in().get("leap").expect("a built-in game");
        generate(
            &definition,
            &built_in(&definition),
            &config(threads),
            count,
            &AtomicBool::new(false),
            |_| (),
        )
    }

    #[test]
    fn openings_are_distinct_balanced_and_reproducible() {
        let made = openings(1, 6);
        assert_eq!(made.len(), 6);
        let different: HashSet<_> = made.iter().map(|made| identity(&made.fen)).collect();
        assert_eq!(different.len(), 6);
        assert!(made.iter().all(|made| made.value.abs() <= 80));
        assert_eq!(openings(3, 6), made, "the number of threads does not matter");
    }

    /// Checks that a seed gives the expected positions on every machine and in every later version, as the random
    /// generator guarantees. The band accepts every score, so that the positions do not depend on the evaluation.
    #[test]
    fn a_seed_always_gives_the_same_openings() {
        let definition = Catalogue::built_in().get("chess").expect("a built-in game");
        let config = GenerateConfig {
            plies: 4,
            band: i32::MAX,
            ..config(1)
        };
        let openings = generate(
            &definition,
            &built_in(&definition),
            &config,
            3,
            &AtomicBool::new(false),
            |_| (),
        );
        let fens: Vec<&str> = openings.iter().map(|opening| opening.fen.as_str()).collect();
        let expected = [
            "rnbqkb1r/pp1ppppp/5n2/2p5/8/1P5P/P1PPPPP1/RNBQKBNR w KQkq - 0 3",
            "rnbqkbnr/pppp1p1p/8/4p1p1/1P2P3/8/P1PP1PPP/RNBQKBNR w KQkq - 0 3",
            "rnbqkbnr/1ppp1ppp/8/p2Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3",
        ];
        assert_eq!(fens, expected);
    }

    #[test]
    fn openings_are_written_as_epd() {
        let made = GeneratedOpening {
            fen: "8/8 w - - 3 4".into(),
            value: -12,
        };
        assert_eq!(made.epd(), "8/8 w - - hmvc 3; fmvn 4; ce -12;");
    }

    #[test]
    fn generation_ends_when_all_positions_are_known() {
        let definition = Catalogue::built_in().get("leap").expect("a built-in game");
        let config = GenerateConfig { plies: 1, ..config(2) };
        let made = generate(
            &definition,
            &built_in(&definition),
            &config,
            1000,
            &AtomicBool::new(false),
            |_| (),
        );
        assert!((1..=13).contains(&made.len()), "{}", made.len());
    }

    #[test]
    fn generation_ends_when_cancelled_or_exhausted() {
        let definition = Catalogue::built_in().get("leap").expect("a built-in game");
        let none = generate(
            &definition,
            &built_in(&definition),
            &config(2),
            5,
            &AtomicBool::new(true),
            |_| (),
        );
        assert!(none.is_empty());
        let start_only = GenerateConfig {
            plies: 0,
            band: 10_000,
            ..config(2)
        };
        assert_eq!(
            generate(
                &definition,
                &built_in(&definition),
                &start_only,
                2,
                &AtomicBool::new(false),
                |_| ()
            )
            .len(),
            1
        );
    }
}
