//! Describes in words when a player may pass the turn.

use kurier_rules::rules::{Color, Definition, Passing};

/// Returns sentences about passing; none if nobody may pass.
pub(super) fn of_passing(game: &Definition) -> Vec<String> {
    let when = |who: &str, passing: Passing| match passing {
        Passing::Never => format!("{who} may not pass."),
        Passing::Stalemated => format!("{who} passes if there is no other move and the king is not in check."),
        Passing::Always => format!("{who} may pass instead of moving, unless the king is in check."),
    };
    let mut words = match game.passing {
        [Passing::Never, Passing::Never] => return Vec::new(),
        [white, black] if white == black => vec![when("A player", white)],
        [white, black] => vec![when(Color::White.name(), white), when(Color::Black.name(), black)],
    };
    words.push("Two passes in a row end the game.".to_owned());
    words
}
