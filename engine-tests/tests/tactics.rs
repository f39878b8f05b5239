//! Positions with a proven forced win (`data/tactics`, made by `src/bin/tactics.rs`): the engine finds a turn that wins
//! soonest within the nodes that the file allows.

use std::sync::Arc;

use engine_tests::games::{definition, engine, search};
use engine_tests::parallel::check_all;
use engine_tests::solver::Solver;
use engine_tests::tactics::{Problem, games, problems};
use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Value};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;
use rayon::prelude::*;

/// Positions that a proof may look at in the short test; longer ones have been gone through when the file was made.
const PROOF: u64 = 60_000;
/// Of ten problems of a game, how many have to be solved.
const LEAST_IN_TEN: usize = 8;

fn position<const W: usize>(definition: &Arc<Definition>, problem: &Problem) -> Position<W> {
    let variant = Arc::new(Variant::compile(definition.clone()));
    Position::from_fen(variant, &problem.fen).unwrap_or_else(|error| panic!("{problem}: {error}"))
}

/// Returns whether the engine finds a turn that wins soonest, and whether it says how soon.
fn solve(game: &str, problem: &Problem) -> [bool; 2] {
    let board = Board::from_fen(&definition(game), &problem.fen);
    let board = board.unwrap_or_else(|error| panic!("{game}: {problem}: {error}"));
    let limits = Limits {
        nodes: Some(problem.nodes),
        mate: Some(problem.moves),
        ..Limits::default()
    };
    let best = search(&mut engine(&board), &board, &limits);
    let won = best.turn.is_some_and(|turn| problem.best.contains(&board.spell(&turn)));
    [
        won,
        won && Value::from_score(best.score) == Value::Mate(problem.moves as i32),
    ]
}

/// What prunes cannot prove: where the engine is winning anyway it overlooks a quiet mate now and then. So it may miss one
/// in ten of all, and two in ten of any game.
#[test]
fn forced_wins_are_found() {
    let games = games();
    let all: Vec<(&str, Problem)> = games
        .iter()
        .flat_map(|game| {
            problems(&game.name)
                .into_iter()
                .map(|problem| (game.name.as_str(), problem))
        })
        .collect();
    let results: Vec<[bool; 2]> = all.par_iter().map(|(game, problem)| solve(game, problem)).collect();
    let mut missed = 0;
    for game in &games {
        let own = || all.iter().zip(&results).filter(|((name, _), _)| *name == game.name);
        let count = |what: usize| own().filter(|(_, result)| result[what]).count();
        println!(
            "{}: {} of {} won soonest, {} announced",
            game.name,
            count(0),
            own().count(),
            count(1)
        );
        for ((_, problem), _) in own().filter(|(_, result)| !result[0]) {
            println!("    missed: {problem}");
            missed += 1;
        }
        assert!(10 * count(0) >= LEAST_IN_TEN * own().count(), "{}", game.name);
    }
    assert!(10 * missed <= all.len(), "{missed} of {} missed", all.len());
}

/// The games have their problems, of every length, and they are true.
#[test]
fn forced_wins_are_true() {
    let games = games();
    assert!(games.len() >= 14, "problems of {} games", games.len());
    check_all(&games, |definition| {
        let problems = problems(&definition.name);
        assert!(problems.len() >= 12, "{}: {}", definition.name, problems.len());
        // In three dimensions there are too many turns for longer proofs.
        let longest = if definition.shape.levels() > 1 { 3 } else { 4 };
        for moves in 2..=longest {
            assert!(
                problems.iter().any(|problem| problem.moves == moves),
                "{}: {moves}",
                definition.name
            );
        }
        let proven: usize = problems
            .iter()
            .map(|problem| with_width!(definition.shape, W => prove::<W>(definition, problem)))
            .sum();
        println!("{}: {proven} of {} proven again", definition.name, problems.len());
        assert!(proven > 0, "{}", definition.name);
    });
}

/// Proves it again if that is quick: 1 if it has been.
fn prove<const W: usize>(definition: &Arc<Definition>, problem: &Problem) -> usize {
    let position = position::<W>(definition, problem);
    let Ok(win) = Solver::solve(&position, problem.moves, PROOF) else {
        return 0;
    };
    let win = win.unwrap_or_else(|| panic!("{}: no win: {problem}", definition.name));
    let best: Vec<String> = win.best.iter().map(|turn| position.spell(turn)).collect();
    let found = (win.moves, best, win.end.text());
    assert_eq!(
        found,
        (problem.moves, problem.best.clone(), problem.end.as_str()),
        "{problem}"
    );
    1
}
