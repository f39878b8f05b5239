//! Describes in words the start positions from which one is chosen.

use super::listed;
use kurier_rules::rules::{Definition, Starts};

/// Returns sentences about the choice of the start position; none if there is no choice.
pub fn of_starts(game: &Definition) -> Vec<String> {
    match &game.starts {
        None => Vec::new(),
        Some(Starts::Arrays(arrays)) => {
            let names: Vec<String> = arrays
                .all
                .iter()
                .map(|array| match array.name == array.title {
                    true => array.name.clone(),
                    false => format!("{} ({})", array.name, array.title),
                })
                .collect();
            let (one, other) = (&arrays.all[0].name, &arrays.all[1].name);
            vec![format!(
                "Each side has one of these arrays: {}. For example, {}@{one}-{other} is the game in which White has {one} \
                 and Black has {other}. Nothing is promoted to a piece that belongs only to arrays which neither side has.",
                listed(&names, "and"),
                game.name
            )]
        }
        Some(Starts::Shuffle(shuffle)) => {
            let mut words = Vec::new();
            for types in shuffle.groups() {
                let names: Vec<String> = types.iter().map(|piece| game.piece(*piece).name.clone()).collect();
                words.push(format!(
                    "The pieces of these types are shuffled among their squares: {}.",
                    listed(&names, "and")
                ));
                let keep: Vec<String> = types
                    .iter()
                    .filter(|piece| shuffle.keeps_shade(**piece))
                    .map(|piece| game.piece(*piece).name.clone())
                    .collect();
                if game.castling_anywhere {
                    let castlers = game.castlers();
                    let castling: Vec<String> = types
                        .iter()
                        .filter(|piece| castlers.contains(piece))
                        .map(|piece| game.piece(*piece).name.clone())
                        .collect();
                    if !castling.is_empty() {
                        words.push(format!(
                            "Pieces of these types keep their order among each other, so that the king stands between the \
                             rooks: {}.",
                            listed(&castling, "and")
                        ));
                    }
                }
                if !keep.is_empty() {
                    let names = listed(&keep, "and");
                    words.push(format!(
                        "Pieces of these types keep to the colours of their squares: {names}."
                    ));
                }
            }
            let black = match shuffle.mirrored {
                true => "Black's pieces mirror White's",
                false => "Black's pieces are shuffled independently",
            };
            words.push(format!(
                "{black}. The orders are numbered from 0 to {}: {}@0 is the game with the first one.",
                shuffle.count() - 1,
                game.name
            ));
            words
        }
    }
}
