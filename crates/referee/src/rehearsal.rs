//! Games in which the recorded output of an engine takes the place of the engine. The games show how the referee
//! handles arbitrary output, for tests and fuzzing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::adjudication::AdjudicationRules;
use super::engine::{Engine, EngineOption, EngineSpec, Failure, Protocol};
use super::game::{Player, play};
use super::limits::Limits;
use super::openings::Opening;
use kurier_engine::session::Board;
use kurier_formats::pgn::GameRecord;
use kurier_rules::rules::Definition;

/// The result of a rehearsal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rehearsal {
    /// The name that the engine gives itself.
    pub name: String,
    /// The lines of the greeting that seem to report a problem.
    pub remarks: Vec<String>,
    /// The fault in the greeting that prevented the game; `None` if there is a game.
    pub refusal: Option<String>,
    /// The game of the engine against itself, and the way in which it ended; `None` if the greeting fails. If the
    /// recorded output ends first, the game ends with a crash.
    pub game: Option<(GameRecord, String)>,
    /// The protocol log; `None` if there is no game, or if the game ended without a fault.
    pub log: Option<String>,
}

/// Plays a game in which the output of both engines, including the greeting, is `output`. Sets the option `Hash`, which
/// the engines may lack. Starts no process and never waits.
pub fn rehearse(definition: &Arc<Definition>, protocol: Protocol, output: &[u8]) -> Rehearsal {
    let cancelled = AtomicBool::new(false);
    let spec = EngineSpec {
        protocol,
        options: vec![EngineOption {
            name: "Hash".into(),
            value: "16".into(),
            required: false,
        }],
        ..EngineSpec::default()
    };
    let start = || Engine::recorded(output, &spec, definition, &cancelled);
    let (mut white, mut black) = match (start(), start()) {
        (Ok(white), Ok(black)) => (white, black),
        (Err(failure), _) | (_, Err(failure)) => {
            return Rehearsal {
                refusal: Some(match failure {
                    Failure::Fault(fault) => fault.to_string(),
                    Failure::Cancelled => String::new(),
                }),
                ..Rehearsal::default()
            };
        }
    };
    let mut rehearsal = Rehearsal {
        name: white.name().to_owned(),
        remarks: white.remarks().to_vec(),
        ..Rehearsal::default()
    };
    let player = |engine| Player {
        name: "Rehearsed",
        engine,
        limits: Limits::default(),
        ponder: true,
    };
    let played = play(
        &mut Board::new(definition),
        &Opening::default(),
        [player(&mut white), player(&mut black)],
        AdjudicationRules::default(),
        None,
        &cancelled,
        &|_| (),
    );
    if let Ok(played) = played {
        rehearsal.game = Some((played.record, played.ending.to_string()));
        rehearsal.log = played.traffic;
    }
    rehearsal
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    const UCI: &str = "id name Old\nuciok\nreadyok\nreadyok\ninfo depth 3 score cp 12\n";

    fn rehearsed(protocol: Protocol, output: &str) -> Rehearsal {
        let chess = Catalogue::built_in().get("chess").expect("a built-in game");
        rehearse(&chess, protocol, output.as_bytes())
    }

    #[test]
    fn recorded_games_are_played_until_the_output_ends() {
        let output = format!("{UCI}bestmove e2e4\nbestmove e7e5\n");
        let (record, ending) = rehearsed(Protocol::Uci, &output).game.expect("a game");
        // Both engines send the same moves, and the first move of White is illegal for Black.
        assert_eq!(record.moves.len(), 1);
        assert!(record.moves[0].comment.starts_with("+0.12/3 "), "{:?}", record.moves[0]);
        assert!(ending.contains("illegal move"), "{ending}");
        let rehearsal = rehearsed(Protocol::Uci, UCI);
        assert_eq!(rehearsal.name, "Old");
        assert!(rehearsal.game.is_some_and(|(_, ending)| ending.contains("crash")));
    }

    #[test]
    fn recorded_refusals_are_recognised() {
        let rehearsal = rehearsed(Protocol::Uci, "uciok\ninfo string error: no\n");
        assert_eq!(
            rehearsal.refusal.as_deref(),
            Some("refusal (info string error: no)"),
            "{rehearsal:?}"
        );
        let greeting = "feature myname=\"X\\u{1b}\" ping=1 setboard=1 done=1\npong 1\npong 2\nresign\n";
        let rehearsal = rehearsed(Protocol::XBoard, greeting);
        assert!(
            rehearsal
                .game
                .as_ref()
                .is_some_and(|(_, ending)| ending == "White resigns"),
            "{rehearsal:?}"
        );
    }
}
