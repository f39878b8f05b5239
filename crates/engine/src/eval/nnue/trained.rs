//! The built-in networks, which were trained on self-play games and are identified by the hash of the rules. A variant
//! has a network only if the network wins against the hand-crafted evaluation alone with equal thinking time.

use super::network::Network;
use crate::eval::weights::Weights;
use kurier_rules::rules::Definition;

impl Network {
    /// Returns the built-in network for the rules of a variant, with the weights that the network corrects. Returns
    /// `None` if there is no network for these rules, or if the feature `networks` is disabled.
    #[cfg_attr(not(feature = "networks"), expect(unused_variables))]
    pub fn built_in(definition: &Definition) -> Option<(Self, Weights)> {
        #[cfg(feature = "networks")]
        {
            let bytes = kurier_networks::network_for(definition.rules_hash())?.bytes()?;
            // Decoding cannot fail: a test decodes all built-in networks.
            Self::from_bytes(bytes, definition).ok()
        }
        #[cfg(not(feature = "networks"))]
        None
    }
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn every_network_is_for_a_built_in_game_over_its_built_in_weights() {
        let catalogue = Catalogue::built_in();
        for file in kurier_networks::NETWORKS {
            let game = catalogue
                .iter()
                .find(|game| game.rules_hash() == file.rules)
                .expect("a network of a game");
            let bytes = file.bytes().expect("a file of a family");
            let read = Network::from_bytes(bytes, game).map(|(_, weights)| weights);
            assert_eq!(read, Ok(Weights::built_in(game)), "{}", game.name);
        }
    }
}
