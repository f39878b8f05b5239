//! Tests of the fit of the evaluation from the rules.

use std::sync::Arc;

use kurier_engine::eval::Weights;
use kurier_engine::eval::prior::Coefficients;
use kurier_rules::rules::{Catalogue, Definition};
use tuning::rules::{RulesError, RulesFit, fit};

/// Returns the families of games, as `tuning rules` reads them.
fn families() -> Vec<Vec<Arc<Definition>>> {
    let catalogue = Catalogue::built_in();
    let game = |name| catalogue.get(name).expect("a built-in game");
    let listed = tuning::rules::families(include_str!("../../families.txt"));
    listed.map(|names| names.map(game).collect()).collect()
}

/// Tests that the fit of the evaluation from the rules learns from every fitted game except the games of the library,
/// whose weights are fitted to too few games.
#[test]
fn every_fitted_game_belongs_to_one_family() {
    let mut names: Vec<String> = families().iter().flatten().map(|game| game.name.clone()).collect();
    names.sort();
    let catalogue = Catalogue::built_in();
    let fitted = catalogue.menu().filter(|game| Weights::fitted(game).is_some());
    let mut all: Vec<String> = fitted.map(|game| game.name.clone()).collect();
    all.sort();
    assert_eq!(names, all);
}

#[test]
fn the_built_in_coefficients_are_those_of_the_fit() {
    let RulesFit { coefficients, report } = fit(&families()).expect("enough families");
    print!("{report}");
    assert_eq!(&coefficients, Coefficients::built_in());
}

#[test]
fn families_left_out_are_predicted_better_than_by_hand() {
    let families = families();
    let mut errors = [0, 0];
    for (index, family) in families.iter().enumerate() {
        let mut others = families.clone();
        others.remove(index);
        let fitted = fit(&others).expect("enough families").coefficients;
        assert_ne!(&fitted, Coefficients::built_in());
        let game = &family[0];
        let wanted = Weights::fitted(game).expect("fitted weights").terms;
        for (error, coefficients) in errors.iter_mut().zip([Coefficients::first(), &fitted]) {
            let found = coefficients.weights(game).terms;
            *error += (found.stronger_attacked.mid - wanted.stronger_attacked.mid).abs();
            *error += (found.hanging.end - wanted.hanging.end).abs();
        }
    }
    let [by_hand, left_out] = errors;
    println!("{by_hand} by hand, {left_out} left out");
    assert!(3 * left_out < 2 * by_hand, "{by_hand} by hand, {left_out} left out");
}

#[test]
fn games_without_fitted_weights_are_refused() {
    let mut families = families();
    assert_eq!(fit(&families[..2]).err(), Some(RulesError::TooFew));
    let own = include_str!("../../../variants/chess.toml")
        .replace("chess\"", "mine\"")
        .replace("move = \"N\"", "move = \"NW\"");
    let own = Definition::parse(&own, "mine.toml").expect("a sound definition");
    families[0].push(Arc::new(own));
    assert!(matches!(fit(&families).err(), Some(RulesError::NotFitted(_))));
}
