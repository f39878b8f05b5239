//! The weights that were fitted to self-play games. A file applies to the rules whose hash it contains, whatever the
//! name of the variant. The files of the games with networks are here, because a network file leaves out the weights
//! that it corrects if they are here. The files of all other games are in the package `kurier-networks`.

use super::weights::Weights;
use kurier_rules::rules::Definition;

/// The contents of the weights files of the games with networks.
const FILES: &[&str] = &[
    include_str!("chess.toml"),
    include_str!("column-courier.toml"),
    include_str!("courier.toml"),
    include_str!("courierleapale.toml"),
    include_str!("courierviii.toml"),
    include_str!("de-la-dama.toml"),
    include_str!("furious-courier.toml"),
    include_str!("leap.toml"),
    include_str!("leap-multi.toml"),
    include_str!("leap-optional.toml"),
    include_str!("leap64.toml"),
    include_str!("leap64-multi.toml"),
    include_str!("leap64-optional.toml"),
    include_str!("shatranj.toml"),
];

impl Weights {
    /// Returns the weights that were fitted to games under the rules of `definition`. If there are none, returns the
    /// weights fitted to the [game from elsewhere](Definition::game_from_elsewhere), and if there are none either,
    /// [`Weights::prior`].
    pub fn built_in(definition: &Definition) -> Self {
        Self::fitted(definition)
            .or_else(|| Self::fitted(&definition.game_from_elsewhere()?))
            .unwrap_or_else(|| Self::prior(definition))
    }

    /// Returns the fitted weights for the rules of `definition`, or `None` if there are none. If the feature `networks`
    /// is disabled, only games with networks have fitted weights.
    pub fn fitted(definition: &Definition) -> Option<Self> {
        Self::under_network(definition).or_else(|| Self::of_library(definition))
    }

    /// Returns the fitted weights of a game without a network; `None` if there are none, or if the feature `networks`
    /// is disabled.
    #[cfg_attr(not(feature = "networks"), expect(unused_variables))]
    fn of_library(definition: &Definition) -> Option<Self> {
        #[cfg(feature = "networks")]
        {
            let bytes = kurier_networks::weights_for(definition.rules_hash())?.bytes()?;
            // Parsing cannot fail: a test parses all files.
            Self::parse(std::str::from_utf8(bytes).ok()?, definition).ok()
        }
        #[cfg(not(feature = "networks"))]
        None
    }

    /// Returns the fitted weights of a game with a network, which every program contains; `None` for other games.
    pub(super) fn under_network(definition: &Definition) -> Option<Self> {
        let first = Self::first_line(definition);
        let text = FILES.iter().find(|text| text.lines().next() == Some(&first))?;
        // Parsing cannot fail: a test parses all files.
        Self::parse(text, definition).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn every_file_is_for_a_built_in_game() {
        let catalogue = Catalogue::built_in();
        for text in FILES {
            let game = catalogue
                .iter()
                .find(|game| text.starts_with(&Weights::first_line(game)))
                .unwrap_or_else(|| panic!("weights of no game: {}", text.lines().next().unwrap_or_default()));
            assert_eq!(Weights::parse(text, game).err(), None, "{}", game.name);
            assert_ne!(Weights::fitted(game), Some(Weights::prior(game)), "{}", game.name);
        }
    }

    #[test]
    #[cfg(feature = "networks")]
    fn every_file_of_the_library_is_for_its_game() {
        let catalogue = Catalogue::built_in();
        assert!(!kurier_networks::WEIGHTS.is_empty());
        for file in kurier_networks::WEIGHTS {
            let name = file.name.strip_suffix(".toml").expect("a weights file");
            let game = catalogue.get(name).expect(name);
            assert_eq!(game.rules_hash(), file.rules, "{name}: {:#018x}", game.rules_hash());
            let text = std::str::from_utf8(file.bytes().expect("a file")).expect("UTF-8");
            assert_eq!(Weights::parse(text, &game).err(), None, "{name}");
            assert_ne!(Weights::built_in(&game), Weights::prior(&game), "{name}");
        }
    }

    #[test]
    fn written_weights_are_read_back() {
        for game in Catalogue::built_in().menu() {
            let mut weights = Weights::prior(game);
            weights.terms.tempo = 17;
            weights.pieces[0].psqt[9].end = -31;
            weights.pieces[1].king_attack = 5;
            let text = weights.write(game, "a comment\nof two lines");
            assert_eq!(Weights::parse(&text, game), Ok(weights), "{text}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let catalogue = Catalogue::built_in();
        let (chess, shatranj) = (catalogue.get("chess").unwrap(), catalogue.get("shatranj").unwrap());
        let text = Weights::prior(&chess).write(&chess, "");
        let refused = |text: &str| Weights::parse(text, &chess).map_err(|error| error.to_string()).err();
        assert_eq!(refused(&text), None);
        let says = |text: String, part: &str| {
            let error = refused(&text).unwrap_or_default();
            assert!(error.contains(part), "{error}");
        };
        says(Weights::prior(&shatranj).write(&shatranj, ""), "another game");
        says(text.replace("[pieces.Q]", "[pieces.X]"), "no piece 'X'");
        let tempo = text.lines().find(|line| line.starts_with("tempo")).unwrap_or_default();
        says(text.replace(tempo, "tempo = 1200000"), "tempo: a number");
        says(text.replace(tempo, "temper = 12"), "temper");
        says(text.replacen("  [", "  [0,", 1), "8 rows of 8");
        says("rules".into(), "not a weights file");
    }
}
