//! Shortcuts for opening and playing the built-in games in tests.

use std::sync::Arc;
use std::time::Duration;

use kurier_engine::search::{Best, Limits, Settings};
use kurier_engine::session::{Board, Engine, IllegalMove};
use kurier_rules::rules::{Catalogue, Definition};

/// A variant in which White begins with more turns than the engine lists: a leaper must take the eight stones of its
/// rank in any order, which makes 8! = 40,320 routes. Then Black's king has three moves.
pub const STONES: &str = r#"
name = "stones"
start = "K7k/9/9/Npppppppp w - - 0 1"
[board]
files = 9
ranks = 4
[captures]
mandatory = true
chained = true
[pieces]
K = { name = "King", move = "K", royal = true }
N = { name = "Leaper", move = "sWsDsH(4,0)(5,0)(6,0)(7,0)(8,0)" }
P = { name = "Stone", move = "bW" }
"#;

/// Returns the definitions of the games that menus list. Long tests use these games instead of all built-in games.
pub fn definitions() -> Vec<Arc<Definition>> {
    Catalogue::built_in().menu().cloned().collect()
}

/// Returns the definitions of some built-in games with pieces in hand.
pub fn with_hands() -> Vec<Arc<Definition>> {
    ["crazyhouse", "minishogi"].into_iter().map(definition).collect()
}

/// Returns the definitions of some built-in games in which captures also remove the pieces around them (blasts).
pub fn with_blasts() -> Vec<Arc<Definition>> {
    ["atomic"].into_iter().map(definition).collect()
}

/// Returns the definitions of some built-in games with a prelude: prescribed moves at the beginning.
pub fn with_preludes() -> Vec<Arc<Definition>> {
    ["historic-courier"].into_iter().map(definition).collect()
}

/// Returns the definitions of the built-in games that menus do not list.
pub fn library() -> Vec<Arc<Definition>> {
    let catalogue = Catalogue::built_in();
    let listed: Vec<&str> = catalogue.menu().map(|game| game.name.as_str()).collect();
    let others = catalogue.names().filter(|name| !listed.contains(name));
    others.map(definition).collect()
}

/// Returns the definition of a built-in game.
///
/// # Panics
/// Panics if no built-in game has this name.
pub fn definition(name: &str) -> Arc<Definition> {
    Catalogue::built_in()
        .get(name)
        .unwrap_or_else(|| panic!("no game is called {name}"))
}

/// Returns the first four fields of a FEN with the counters of a new game.
pub fn with_new_counters(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!("{} 0 1", fields.join(" "))
}

/// Creates an engine for the variant of a board, with a small transposition table and one thread.
pub fn engine(board: &Board) -> Engine {
    let settings = Settings {
        hash: 1,
        overhead: Duration::ZERO,
        ..Settings::default()
    };
    Engine::new(board, settings)
}

/// Plays a turn given in coordinate notation and returns its canonical spelling.
///
/// # Errors
/// Fails if the turn is not legal.
pub fn play(board: &mut Board, text: &str) -> Result<String, IllegalMove> {
    let turn = board.parse(text)?;
    let spelled = board.spell(&turn);
    board.play(&turn)?;
    Ok(spelled)
}

/// Searches a position until a limit is reached and returns the result.
///
/// # Panics
/// Panics if the variant of the board is not the variant of the engine.
pub fn search(engine: &mut Engine, board: &Board, limits: &Limits) -> Best {
    let best = engine.search(board, limits, |_| ());
    best.unwrap_or_else(|error| panic!("{error}"))
}
