//! Lets Kurier play against itself, and studies what the games show about the rules.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::{PlayedView, SelfPlaySettings, StudyView};
use crate::error::RequestError;
use crate::search::Engines;
use kurier_engine::session::{Board, EngineError};
use kurier_formats::pgn::{self, Reader};
use kurier_rules::rules::Definition;
use kurier_study::{GameCount, LONGEST_GAME, Player, Settings, Study, page};

impl From<SelfPlaySettings> for Settings {
    fn from(SelfPlaySettings { nodes, seed }: SelfPlaySettings) -> Self {
        let nodes = nodes.clamp(1, SelfPlaySettings::MOST_NODES);
        Self { nodes, seed }
    }
}

/// An event of self-play.
pub(crate) enum SelfPlayEvent {
    /// A game has ended.
    Game(PlayedView),
    /// All games have ended, or the remaining games were cancelled or cannot be played. This is the last event.
    End(Result<(), EngineError>),
}

/// Plays the games numbered `numbers`, several at once, occupying an engine's slot.
pub(crate) fn play(
    engines: &mut Engines,
    definition: Arc<Definition>,
    numbers: Vec<u64>,
    settings: SelfPlaySettings,
    engine: usize,
    on_event: impl Fn(SelfPlayEvent) + Send + Sync + 'static,
) -> Result<(), RequestError> {
    let params = engines.evaluation(&definition);
    let time = engines.time_source();
    let threads = engines.threads();
    engines.work(engine, move |stopped| {
        let player = || Player::with_time_source(&definition, &params, settings.into(), time.clone());
        let on_game = |game| on_event(SelfPlayEvent::Game(game));
        let end = play_at_once(player, &numbers, threads, stopped, on_game);
        on_event(SelfPlayEvent::End(end));
    })
}

/// Plays games in several threads, or in fewer if the system does not provide them, until `stopped` is set.
fn play_at_once(
    player: impl Fn() -> Player + Sync,
    numbers: &[u64],
    threads: usize,
    stopped: &AtomicBool,
    on_game: impl Fn(PlayedView) + Sync,
) -> Result<(), EngineError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut player = player();
        while let Some(number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(game) = player.game(*number, stopped)? else {
                break;
            };
            let pgn = pgn::text(&game);
            on_game(PlayedView { number: *number, pgn });
        }
        Ok(())
    };
    thread::scope(|scope| {
        let others = (1..threads.min(numbers.len())).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        let others: Vec<_> = others.take_while(io::Result::is_ok).flatten().collect();
        let own = work();
        let ends = others
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.fold(own, Result::and)
    })
}

/// Returns what `games`, which are given as PGN, show about the rules.
pub(crate) fn study(
    definition: &Arc<Definition>,
    settings: SelfPlaySettings,
    games: &str,
) -> Result<StudyView, RequestError> {
    let mut board = Board::new(definition);
    let mut counts = Vec::new();
    for game in Reader::new(games.as_bytes()) {
        let game = game?;
        if game.moves.len() > LONGEST_GAME {
            return Err(RequestError::TooManyTurns {
                game: game.number,
                most: LONGEST_GAME,
            });
        }
        counts.push(GameCount::of(definition, &game.replay(&mut board)?, None));
    }
    if counts.is_empty() {
        return Err(RequestError::EmptyPgn);
    }
    let study = Study::of(definition, settings.into(), &counts, false);
    Ok(StudyView {
        page: page::study(&study, definition)?,
        numbers: study.json(),
        verdict: study.verdict.into_iter().map(|remark| remark.text).collect(),
    })
}
