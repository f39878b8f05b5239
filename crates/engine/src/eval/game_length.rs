//! Typical lengths of games.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::weights_file::rules;
use kurier_rules::rules::Definition;

/// The median length of self-play games in plies, indexed by the hash of the rules.
static MEASURED: LazyLock<BTreeMap<String, u32>> = LazyLock::new(|| {
    // Parsing cannot fail: a test parses the file.
    toml::from_str(include_str!("fitted/game_lengths.toml")).unwrap_or_default()
});

/// The length in plies that is assumed for variants without a measurement: about the mean of the measured lengths.
const GENERAL: u32 = 140;

/// Returns the median length of self-play games in plies, or a general estimate if the variant has not been measured.
pub fn game_length(definition: &Definition) -> u32 {
    MEASURED.get(&rules(definition)).copied().unwrap_or(GENERAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn every_length_is_of_a_built_in_game() {
        let lengths: BTreeMap<String, u32> =
            toml::from_str(include_str!("fitted/game_lengths.toml")).expect("a correct file");
        assert!(!lengths.is_empty());
        for (key, length) in lengths {
            let catalogue = Catalogue::built_in();
            let game = catalogue.iter().find(|game| rules(game) == key);
            assert_eq!(game.map(|game| game_length(game)), Some(length), "{key}");
            assert!((20..1000).contains(&length), "{key}");
        }
    }
}
