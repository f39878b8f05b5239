//! Describes the results of a fit in words and tables.

use std::fmt::Write;

use kurier_rules::rules::Definition;

use super::Fit;

/// Returns a few lines of text: the amount of data, the losses before and after the fit, and the values of the pieces.
pub fn report(definition: &Definition, fit: &Fit) -> String {
    let (games, positions) = fit.size;
    let losses = &fit.losses;
    let mut text = format!(
        "{positions} positions of {games} games; odds of e to 1 for {:.0} centipawns\n\
         loss on the games fitted to {:.5}, before {:.5}; on those held out {:.5}, before {:.5}\n",
        fit.k, losses.fitted[1], losses.fitted[0], losses.held_out[1], losses.held_out[0]
    );
    let pieces = || {
        definition
            .pieces
            .iter()
            .zip(&fit.values)
            .filter(|(piece, _)| !piece.royal)
    };
    let pawn = pieces()
        .find(|(piece, _)| piece.pawn)
        .map_or(100.0, |(_, (value, _))| *value);
    for (piece, (value, error)) in pieces() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{} {:<14} {value:>6.0}", piece.letter, piece.name);
        let _ = match *error > 0.0 {
            true => writeln!(text, " ± {error:>3.0}   {:>5.2} pawns", value / pawn),
            false => writeln!(text, "   {:>5.2} pawns", value / pawn),
        };
    }
    text
}
