//! The networks that were trained on self-play games, by the hash of the rules. A game has one only where it wins
//! against the hand-crafted evaluation alone with equal time.

use super::network::Network;
use crate::eval::weights::Weights;
use crate::rules::Definition;

/// The network files.
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

impl Network {
    /// The network that the program has for these rules, if it has one, and the weights that it corrects.
    pub fn built_in(definition: &Definition) -> Option<(Self, Weights)> {
        let bytes = FILES.into_iter().find(|bytes| Self::is_file_for(bytes, definition))?;
        // A test reads them all.
        Self::from_bytes(bytes, definition).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    #[test]
    fn every_network_is_for_a_built_in_game_over_its_built_in_weights() {
        let catalogue = Catalogue::built_in();
        for bytes in FILES {
            let game = catalogue
                .iter()
                .find(|game| Network::is_file_for(bytes, game))
                .expect("a network of a game");
            let read = Network::from_bytes(bytes, game).map(|(_, weights)| weights);
            assert_eq!(read, Ok(Weights::built_in(game)), "{}", game.name);
        }
    }
}
