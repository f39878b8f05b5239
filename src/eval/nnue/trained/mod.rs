//! The networks that were trained on self-play games, by the hash of the rules. A game has one only where it wins
//! against the hand-made evaluation alone with equal time.

use super::{Network, Weights};
use crate::rules::Definition;

/// The files of networks.
const FILES: [&[u8]; 13] = [
    include_bytes!("chess.net"),
    include_bytes!("column-courier.net"),
    include_bytes!("courier.net"),
    include_bytes!("courierviii.net"),
    include_bytes!("de-la-dama.net"),
    include_bytes!("furious-courier.net"),
    include_bytes!("leap.net"),
    include_bytes!("leap-multi.net"),
    include_bytes!("leap-optional.net"),
    include_bytes!("leap64.net"),
    include_bytes!("leap64-multi.net"),
    include_bytes!("leap64-optional.net"),
    include_bytes!("shatranj.net"),
];

/// The network for these rules over these weights, if there is one.
pub(super) fn network(definition: &Definition, weights: &Weights) -> Option<Network> {
    let bytes = FILES.into_iter().find(|bytes| Network::is_for(bytes, definition))?;
    // A test reads them all.
    let network = Network::from_bytes(bytes, definition).ok()?;
    network.corrects(weights, definition).then_some(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    #[test]
    fn every_file_is_for_one_of_the_built_in_games() {
        let catalogue = Catalogue::built_in();
        for bytes in FILES {
            let game = catalogue
                .iter()
                .find(|game| Network::is_for(bytes, game))
                .expect("a network of a game");
            assert_eq!(Network::from_bytes(bytes, game).err(), None, "{}", game.name);
            let weights = Weights::built_in(game);
            assert!(network(game, &weights).is_some(), "{}: over other weights", game.name);
        }
    }
}
