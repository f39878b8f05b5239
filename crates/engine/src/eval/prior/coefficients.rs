//! The coefficients of the evaluation that follows from the rules. All variants share the same coefficients.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use super::movement::PromotionSquares;
use super::numbers::{MAX_FEATURES, Number, Quantity, numbers};
use super::values::Values;
use crate::eval::tapered::Tapered;
use crate::eval::weights::Weights;
use kurier_rules::rules::{BareKing, Definition};

/// The coefficients of one quantity, by stage (middlegame, endgame) and by feature.
type Row = [[f64; MAX_FEATURES]; 2];

/// The coefficients that turn the features of a variant into the numbers of its evaluation. `tuning rules` fits the
/// coefficients to the weights that were fitted to games of the built-in variants.
#[derive(Clone, PartialEq, Debug)]
pub struct Coefficients {
    /// The coefficients in the order of [`Quantity::all`].
    rows: Vec<Row>,
}

/// An error in a file of coefficients.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a file of coefficients: {0}")]
pub struct CoefficientsError(String);

static BUILT_IN: LazyLock<Coefficients> = LazyLock::new(|| {
    // Parsing cannot fail: a test parses the file.
    Coefficients::parse(include_str!("coefficients.toml")).unwrap_or_else(|_| Coefficients::zero())
});

static FIRST: LazyLock<Coefficients> = LazyLock::new(|| {
    // Parsing cannot fail: a test parses the file.
    Coefficients::parse(include_str!("first.toml")).unwrap_or_else(|_| Coefficients::zero())
});

impl Coefficients {
    /// Creates coefficients that are all 0.
    pub fn zero() -> Self {
        Self {
            rows: Quantity::all().map(|_| [[0.0; MAX_FEATURES]; 2]).collect(),
        }
    }

    /// Returns the coefficients that [`Weights::prior`] uses.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Returns the coefficients that were set by hand before `tuning rules` existed. The fitted weights of the built-in
    /// variants started from weights with these coefficients.
    pub fn first() -> &'static Self {
        &FIRST
    }

    /// Parses a file of coefficients. It has a table for each quantity, in which the value of a feature is a pair of
    /// coefficients, for middlegame and endgame. Missing coefficients are 0.
    ///
    /// # Errors
    /// Fails if the text is not TOML of this form, or names an unknown quantity or feature.
    pub fn parse(text: &str) -> Result<Self, CoefficientsError> {
        let mut file: BTreeMap<String, BTreeMap<String, [f64; 2]>> =
            toml::from_str(text).map_err(|error| CoefficientsError(error.message().to_string()))?;
        let mut coefficients = Self::zero();
        for (quantity, row) in Quantity::all().zip(&mut coefficients.rows) {
            let mut table = file.remove(&quantity.name()).unwrap_or_default();
            for (number, feature) in quantity.features().iter().enumerate() {
                if let Some([mid, end]) = table.remove(*feature) {
                    (row[0][number], row[1][number]) = (mid, end);
                }
            }
            if let Some(feature) = table.into_keys().next() {
                return Err(CoefficientsError(format!(
                    "{} has no feature '{feature}'",
                    quantity.name()
                )));
            }
        }
        match file.into_keys().next() {
            Some(name) => Err(CoefficientsError(format!("no quantity '{name}'"))),
            None => Ok(coefficients),
        }
    }

    /// Formats the coefficients as the text of a file.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (quantity, row) in Quantity::all().zip(&self.rows) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{}]", quantity.name());
            for (number, feature) in quantity.features().iter().enumerate() {
                let [mid, end] = [row[0][number], row[1][number]];
                if (mid, end) != (0.0, 0.0) {
                    let _ = writeln!(text, "{feature} = [{mid}, {end}]");
                }
            }
        }
        text
    }

    /// Returns the coefficients of a quantity for middlegame and endgame, in the order of [`Quantity::features`].
    pub fn get(&self, quantity: Quantity) -> [&[f64]; 2] {
        let count = quantity.features().len();
        let row = &self.rows[place(quantity)];
        [&row[0][..count], &row[1][..count]]
    }

    /// Sets a coefficient. `stage` is 0 for the middlegame and 1 for the endgame, and `feature` is the index of the
    /// feature in [`Quantity::features`].
    pub fn set(&mut self, quantity: Quantity, stage: usize, feature: usize, value: f64) {
        self.rows[place(quantity)][stage][feature] = value;
    }

    /// Returns the weights that follow from the rules of a variant with these coefficients.
    pub fn weights(&self, definition: &Definition) -> Weights {
        self.weights_by(definition, PromotionSquares::OfRules)
    }

    /// Returns the weights that follow from the rules of a variant with these coefficients, if pieces are promoted on
    /// `squares`.
    pub(super) fn weights_by(&self, definition: &Definition, squares: PromotionSquares) -> Weights {
        let values = Values::new(definition);
        let mut weights = values.without_numbers(definition, squares);
        for number in numbers(definition, &values, squares) {
            number.place.set(&mut weights, self.number(&number));
        }
        // If a bare king loses, neither side needs to give mate, so the threshold from movement is kept.
        if definition.ends.bare_king == BareKing::PlaysOn {
            weights.fixed.mating_material = values.mating_material_of(&weights);
        }
        weights
    }

    /// Returns the number of the evaluation that these coefficients give for the features of `number`.
    pub fn number(&self, number: &Number) -> Tapered {
        let row = &self.rows[place(number.quantity)];
        let measures = number.quantity.measures();
        let [mid, end] = [0, 1].map(|stage| {
            let products = std::iter::zip(&number.features[stage], &row[stage]).map(|(feature, by)| feature * by);
            let sum = |products: &mut dyn Iterator<Item = f64>| (products.sum::<f64>() * number.unit[stage]).round();
            let mut products = products;
            let measured = sum(&mut products.by_ref().take(measures));
            (measured + sum(&mut products)) as i32
        });
        Tapered::new(mid, end)
    }
}

/// Returns the index of a quantity in [`Quantity::all`].
fn place(quantity: Quantity) -> usize {
    Quantity::all().take_while(|other| *other != quantity).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn both_files_are_read_and_written_back() {
        for text in [include_str!("coefficients.toml"), include_str!("first.toml")] {
            let coefficients = Coefficients::parse(text).unwrap();
            assert_ne!(coefficients, Coefficients::zero());
            assert_eq!(Coefficients::parse(&coefficients.write()).unwrap(), coefficients);
        }
        for damaged in [
            "[tempo]\nfree = 3",
            "[tempo]\nlate = [1, 2]",
            "[temper]\nfree = [1, 2]",
            "tempo",
        ] {
            assert!(Coefficients::parse(damaged).is_err(), "{damaged}");
        }
    }

    /// The fingerprints that [`Weights::prior`] had when networks were trained on top of it, by variant.
    const FIRST_FINGERPRINTS: &[(&str, u64)] = &[
        ("chess", 0x05b2_fd88_1937_adca),
        ("column-courier", 0xf24d_67f1_459a_0bf3),
        ("courier", 0x4a34_3e7a_ccd9_9c4a),
        ("courierleapale", 0xdd80_1867_1e38_e5c3),
        ("courierviii", 0xbbae_ae4e_ed7c_3bcb),
        ("de-la-dama", 0x843a_7e39_9935_0d5c),
        ("furious-courier", 0xcbda_4007_24c9_5e44),
        ("leap-multi", 0x28f7_6882_cc4c_af92),
        ("leap-optional", 0x77ae_739a_2a35_fd42),
        ("leap", 0x577c_9d12_24e5_cc12),
        ("leap64-multi", 0x7437_4676_a4bb_b171),
        ("leap64-optional", 0x40b4_3bc6_e3ca_21a1),
        ("leap64", 0xdec1_6f3e_2096_05f1),
        ("armies-clobberers", 0x99fc_f55d_3d5c_175c),
        ("armies-nutters", 0xa55c_6b75_c1bf_5f6e),
        ("armies-rookies", 0xe7c6_cda3_d585_7a1a),
        ("capablanca", 0x54ea_9e13_00c0_4f61),
        ("chaturanga", 0x8c41_e576_79b4_e427),
        ("grand", 0xafe8_2bc0_d326_7842),
        ("metamachy", 0x6f5a_07ba_57d6_2791),
        ("modern-courier", 0x2bd8_5e8f_d1e0_8b70),
        ("raumschach", 0xf508_3dc3_3b85_924e),
        ("wildebeest", 0x6293_00a4_7177_f64a),
        ("shatranj", 0x8c41_e576_79b4_e427),
    ];

    #[test]
    fn the_first_weights_are_those_of_earlier_versions() {
        let catalogue = Catalogue::built_in();
        for (name, fingerprint) in FIRST_FINGERPRINTS {
            let game = catalogue.get(name).unwrap();
            assert_eq!(Weights::first(&game).fingerprint(), *fingerprint, "{name}");
        }
    }

    #[test]
    fn feature_names_fit() {
        for quantity in Quantity::all() {
            assert!(quantity.features().len() <= MAX_FEATURES, "{quantity:?}");
            assert!(!quantity.name().is_empty());
        }
    }
}
