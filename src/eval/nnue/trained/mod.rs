//! The networks that were trained on self-play games, by the hash of the rules. A game has one only where it wins
//! against the hand-crafted evaluation alone with equal time.

use super::file::RULES;
use super::network::Network;
use crate::eval::weights::Weights;
use crate::rules::Definition;

/// A network file of this folder.
struct File {
    name: &'static str,
    /// The hash of the rules that it is for.
    rules: u64,
    #[cfg(feature = "networks")]
    bytes: &'static [u8],
}

impl File {
    const fn new(name: &'static str, bytes: &'static [u8]) -> Self {
        let (mut rules, mut i) = ([0; 8], 0);
        while i < rules.len() {
            rules[i] = bytes[RULES + i];
            i += 1;
        }
        Self {
            name,
            rules: u64::from_le_bytes(rules),
            #[cfg(feature = "networks")]
            bytes,
        }
    }

    fn of(definition: &Definition) -> Option<&'static Self> {
        let rules = definition.rules_hash();
        FILES.iter().find(|file| file.rules == rules)
    }
}

macro_rules! file {
    ($name:literal) => {
        File::new($name, include_bytes!($name))
    };
}

const FILES: &[File] = &[
    file!("chess.net"),
    file!("column-courier.net"),
    file!("courier.net"),
    file!("courierleapale.net"),
    file!("courierviii.net"),
    file!("de-la-dama.net"),
    file!("furious-courier.net"),
    file!("leap.net"),
    file!("leap-multi.net"),
    file!("leap-optional.net"),
    file!("leap64.net"),
    file!("leap64-multi.net"),
    file!("leap64-optional.net"),
    file!("shatranj.net"),
];

impl Network {
    /// The network that the program has for these rules, if it has one, and the weights that it corrects. Without the
    /// feature `networks` it has none.
    #[cfg_attr(not(feature = "networks"), expect(unused_variables))]
    pub fn built_in(definition: &Definition) -> Option<(Self, Weights)> {
        #[cfg(feature = "networks")]
        // A test reads them all.
        return Self::from_bytes(File::of(definition)?.bytes, definition).ok();
        #[cfg(not(feature = "networks"))]
        None
    }

    /// The name of the file of the network that was trained for these rules, if there is one: `courier.net`.
    pub fn file_name(definition: &Definition) -> Option<&'static str> {
        File::of(definition).map(|file| file.name)
    }
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    #[test]
    fn every_network_is_for_a_built_in_game_over_its_built_in_weights() {
        let catalogue = Catalogue::built_in();
        for file in FILES {
            let game = catalogue
                .iter()
                .find(|game| Network::file_name(game) == Some(file.name))
                .expect("a network of a game");
            let read = Network::from_bytes(file.bytes, game).map(|(_, weights)| weights);
            assert_eq!(read, Ok(Weights::built_in(game)), "{}", game.name);
        }
    }
}
