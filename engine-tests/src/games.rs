//! The built-in games, opened for tests.

use std::sync::Arc;
use std::time::Duration;

use kurier::rules::{Catalogue, Definition};
use kurier::search::Settings;
use kurier::session::{self, Event, Request, Session, Value, open};

/// The definitions of all built-in games.
pub fn definitions() -> Vec<Arc<Definition>> {
    Catalogue::built_in().iter().cloned().collect()
}

/// The definition of a built-in game.
///
/// # Panics
/// If there is no game of this name.
pub fn definition(name: &str) -> Arc<Definition> {
    Catalogue::built_in()
        .get(name)
        .unwrap_or_else(|| panic!("no game is called {name}"))
}

/// Opens a game at its start, with little memory and one thread.
pub fn session(definition: &Arc<Definition>) -> Box<dyn Session> {
    let settings = Settings {
        hash: 1,
        overhead: Duration::ZERO,
        ..Settings::default()
    };
    open(Arc::clone(definition), settings)
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// What to play; `None` if there is no legal turn.
    pub turn: Option<String>,
    /// What it is worth.
    pub value: Value,
    /// How many nodes it took.
    pub nodes: u64,
}

/// Searches to the end.
///
/// # Panics
/// If the search cannot be started or does not say its result.
pub fn search(session: &mut dyn Session, request: &Request) -> Found {
    let mut best = None;
    let searched = session::search(session, request, |event| {
        if let Event::Best { turn, value, nodes, .. } = event {
            best = Some(Found { turn, value, nodes });
        }
    });
    searched.expect("a search can be started");
    best.expect("a search says its result")
}

/// Calls a function that is generic over the board width with the width that the definition, its first argument, needs.
#[macro_export]
macro_rules! with_width {
    ($check:ident, $definition:expr $(, $argument:expr)*) => {
        match $definition.shape.words() {
            1 => $check::<1>($definition $(, $argument)*),
            2 => $check::<2>($definition $(, $argument)*),
            _ => $check::<4>($definition $(, $argument)*),
        }
    };
}
