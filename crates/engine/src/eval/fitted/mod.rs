//! The weights that were fitted to self-play games. A file applies to the rules whose hash it contains, whatever the
//! name of the variant.

use super::weights::Weights;
use kurier_rules::rules::Definition;

/// The texts of the weights files.
const FILES: &[&str] = &[
    include_str!("armies-clobberers.toml"),
    include_str!("armies-nutters.toml"),
    include_str!("armies-rookies.toml"),
    include_str!("capablanca.toml"),
    include_str!("chaturanga.toml"),
    include_str!("chess.toml"),
    include_str!("column-courier.toml"),
    include_str!("courier.toml"),
    include_str!("courierleapale.toml"),
    include_str!("courierviii.toml"),
    include_str!("de-la-dama.toml"),
    include_str!("furious-courier.toml"),
    include_str!("grand.toml"),
    include_str!("leap.toml"),
    include_str!("leap-multi.toml"),
    include_str!("leap-optional.toml"),
    include_str!("leap64.toml"),
    include_str!("leap64-multi.toml"),
    include_str!("leap64-optional.toml"),
    include_str!("metamachy.toml"),
    include_str!("modern-courier.toml"),
    include_str!("raumschach.toml"),
    include_str!("shatranj.toml"),
    include_str!("wildebeest.toml"),
];

impl Weights {
    /// Returns the weights that were fitted to games under the rules of `definition`. If there are none, returns the weights
    /// fitted to the game without its prelude, and if there are none either, [`Weights::prior`].
    pub fn built_in(definition: &Definition) -> Self {
        Self::fitted(definition)
            .or_else(|| Self::fitted(&definition.after_prelude()?))
            .unwrap_or_else(|| Self::prior(definition))
    }

    /// Returns the fitted weights for the rules of `definition`, or `None` if there are none.
    pub fn fitted(definition: &Definition) -> Option<Self> {
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
