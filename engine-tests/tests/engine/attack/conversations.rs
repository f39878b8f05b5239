//! Random but valid conversations: all commands of the protocols, in any order in which they are allowed, in every
//! variant. The answers are checked with the slow reference implementation, and claimed mates by exhaustive search.

use std::sync::Arc;

use engine_tests::Process;
use engine_tests::games::{definition, play};
use engine_tests::gui::{new_game, ready, xboard};
use engine_tests::parallel::check_all;
use engine_tests::reference::Reference;
use kurier_engine::session::Board;
use kurier_rules::rules::{Color, Definition};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::times;

/// The number of commands per conversation.
const COMMANDS: u32 = 30;
/// The maximum length of the claimed mates that are checked, in full moves.
const MATES: i32 = 2;

/// The game of a conversation, as the test tracks it. The engine's game must always agree with it.
struct Game {
    definition: Arc<Definition>,
    random: ChaCha8Rng,
    reference: Reference,
    turns: Vec<String>,
}

impl Game {
    fn new(definition: &Arc<Definition>, seed: u64) -> Self {
        Self {
            definition: definition.clone(),
            random: ChaCha8Rng::seed_from_u64(seed),
            reference: Reference::start(definition),
            turns: Vec::new(),
        }
    }

    /// Plays some random turns; restarts the game if it is over.
    fn go_on(&mut self) {
        for _ in 0..self.random.random_range(1..8) {
            let turns = self.reference.turns();
            match turns.into_iter().choose(&mut self.random) {
                Some((turn, after)) if self.reference.end(true).is_none() => {
                    self.turns.push(turn);
                    self.reference = after;
                }
                _ => {
                    self.turns.clear();
                    self.reference = Reference::start(&self.definition);
                }
            }
        }
    }

    fn is_legal(&self, turn: &str) -> bool {
        self.reference.turns().contains_key(turn)
    }

    /// Checks all claimed short mates. A line that claims a win must begin with a move that leads to the mate. If the
    /// best line claims a loss, no move may avoid the mate. If another line claims a loss, its first move must lead to
    /// the mate.
    fn check_claims(&self, said: &[String], best: &str) {
        for line in said {
            let value = |name: &str| line.split_once(name).and_then(|(_, rest)| rest.split(' ').next());
            let Some(moves) = value(" score mate ").and_then(|moves| moves.parse::<i32>().ok()) else {
                continue;
            };
            if moves.abs() > MATES {
                continue;
            }
            let mut board = Board::new(&self.definition);
            for turn in &self.turns {
                play(&mut board, turn).expect("legal turns");
            }
            let side = board.side();
            // The last line, with the totals of the search, belongs to the move that is played.
            let first = value(" pv ").unwrap_or(best);
            let holds = if moves > 0 {
                play(&mut board, first).expect("a legal turn");
                is_lost(&mut board, side, moves - 1)
            } else if value(" multipv ").is_none_or(|rank| rank == "1") {
                is_lost(&mut board, !side, -moves)
            } else {
                play(&mut board, first).expect("a legal turn");
                wins(&mut board, !side, -moves)
            };
            assert!(holds, "{}: {line} after {:?}", self.definition.name, self.turns);
        }
    }
}

/// Returns whether `winner` has won, or wins in at most `moves` of its own moves against every reply of the side to
/// move.
fn is_lost(board: &mut Board, winner: Color, moves: i32) -> bool {
    if let Some(outcome) = board.outcome() {
        return outcome.winner == Some(winner);
    }
    let answers = board.turns();
    moves > 0
        && answers.into_iter().all(|answer| {
            board.play(&answer).expect("a legal turn");
            let won = wins(board, winner, moves);
            board.undo();
            won
        })
}

/// Returns whether `winner`, who is to move, has won or wins in at most `moves` moves.
fn wins(board: &mut Board, winner: Color, moves: i32) -> bool {
    match board.outcome() {
        Some(outcome) => outcome.winner == Some(winner),
        None => board.turns().into_iter().any(|turn| {
            board.play(&turn).expect("a legal turn");
            let won = is_lost(board, winner, moves - 1);
            board.undo();
            won
        }),
    }
}

/// Returns all pairs of a built-in game and a seed of a conversation.
fn conversations() -> Vec<(Arc<Definition>, u64)> {
    let games = engine_tests::games::definitions();
    let seeds = 0..times();
    seeds
        .flat_map(|seed| games.iter().map(move |game| (game.clone(), seed)))
        .collect()
}

#[test]
fn uci_is_right_whatever_is_asked() {
    check_all(&conversations(), |(definition, seed)| {
        let mut game = Game::new(definition, *seed);
        let mut engine = Process::kurier();
        engine.send("uci");
        engine.send("setoption name Hash value 1");
        engine.send(&format!("setoption name UCI_Variant value {}", definition.name));
        for _ in 0..COMMANDS {
            match game.random.random_range(0..9) {
                0 | 1 => {
                    game.go_on();
                    let moves = if game.turns.is_empty() { "" } else { " moves " };
                    engine.send(&format!("position startpos{moves}{}", game.turns.join(" ")));
                }
                // The engine ignores an illegal move and all moves after it.
                2 => {
                    let turns = game.turns.iter().map(String::as_str).chain(["a1a1", "b1c3"]);
                    engine.send(&format!(
                        "position startpos moves {}",
                        turns.collect::<Vec<_>>().join(" ")
                    ));
                    engine.read_until("info string error");
                }
                3 => {
                    engine.send("d");
                    assert_eq!(engine.expect("Fen: "), format!("Fen: {}", game.reference.fen()));
                }
                4 => {
                    engine.send("go perft 1");
                    let count = engine.expect("Nodes searched: ");
                    let count = count.rsplit(' ').next().and_then(|count| count.parse().ok());
                    assert_eq!(count, Some(game.reference.perft(1)), "{:?}", game.turns);
                }
                5 => {
                    let option = [
                        "MultiPV value 3",
                        "MultiPV value 1",
                        "UCI_ShowWDL value true",
                        "Clear Hash",
                    ];
                    let option = option.into_iter().choose(&mut game.random).expect("there are some");
                    engine.send(&format!("setoption name {option}"));
                }
                6 => engine.send(["stop", "ponderhit", "ucinewgame"][game.random.random_range(0..3)]),
                _ => {
                    let go = [
                        "nodes 300",
                        "depth 2",
                        "movetime 5",
                        "ponder nodes 50",
                        "infinite",
                        "wtime 50 btime 50",
                    ];
                    let go = go.into_iter().choose(&mut game.random).expect("there are some");
                    engine.send(&format!("go {go}"));
                    if go.starts_with("ponder") {
                        engine.send("ponderhit");
                    } else if go == "infinite" {
                        engine.send("stop");
                    }
                    let said = engine.read_until("bestmove ");
                    let best = said.last().and_then(|line| line.split(' ').nth(1)).expect("a word");
                    match best {
                        "(none)" => assert!(game.reference.turns().is_empty() || game.reference.end(true).is_some()),
                        best => {
                            assert!(
                                game.is_legal(best),
                                "{}: {best} after {:?}",
                                definition.name,
                                game.turns
                            );
                            game.check_claims(&said, best);
                        }
                    }
                }
            }
        }
        engine.send("isready");
        engine.read_until("readyok");
        engine.send("quit");
        engine.expect_clean_end();
    });
}

/// Variants in which XBoard writes moves as the reference implementation does: with one level and without chains.
const FLAT: [&str; 6] = [
    "normal",
    "courier",
    "shatranj",
    "column-courier",
    "de-la-dama",
    "furious-courier",
];

#[test]
fn xboard_is_right_whatever_is_asked() {
    let conversations: Vec<(&str, u64)> = (0..times()).flat_map(|seed| FLAT.map(|name| (name, seed))).collect();
    check_all(&conversations, |(name, seed)| {
        let definition = definition(if *name == "normal" { "chess" } else { name });
        let mut game = Game::new(&definition, *seed);
        let mut engine = xboard();
        new_game(&mut engine, name);
        for _ in 0..COMMANDS {
            match game.random.random_range(0..6) {
                0 | 1 => {
                    game.go_on();
                    engine.send("force");
                    engine.send(&format!("setboard {}", definition.start));
                    game.turns
                        .iter()
                        .for_each(|turn| engine.send(&format!("usermove {turn}")));
                    let said = ready(&mut engine);
                    assert!(
                        !said.iter().any(|line| line.contains("llegal")),
                        "{:?}: {said:?}",
                        game.turns
                    );
                }
                2 => {
                    engine.send("force");
                    engine.send("usermove a1a1");
                    engine.expect("Illegal move");
                }
                3 if !game.turns.is_empty() => {
                    // Take a move back and make it again.
                    engine.send("force");
                    engine.send("undo");
                    engine.send(&format!("usermove {}", game.turns[game.turns.len() - 1]));
                }
                4 => {
                    let harmless = [
                        ".",
                        "easy",
                        "nopost",
                        "post",
                        "exclude all",
                        "include all",
                        "st 1",
                        "otim 900",
                    ];
                    let harmless = harmless.into_iter().choose(&mut game.random).expect("there are some");
                    engine.send(harmless);
                }
                _ if game.reference.end(!game.reference.turns().is_empty()).is_none() => {
                    engine.send("include all");
                    engine.send("sd 2");
                    engine.send("go");
                    let said = engine.read_until_within(Process::TIMEOUT, |line| {
                        ["move ", "resign", "1-0", "0-1", "1/2"]
                            .iter()
                            .any(|start| line.starts_with(start))
                    });
                    let last = said.last().expect("an answer");
                    let Some(best) = last.strip_prefix("move ") else {
                        continue;
                    };
                    assert!(game.is_legal(best), "{name}: {best} after {:?}", game.turns);
                    engine.send("force");
                    engine.send("undo");
                }
                _ => {}
            }
            ready(&mut engine);
        }
        engine.send("quit");
        engine.expect_clean_end();
    });
}
