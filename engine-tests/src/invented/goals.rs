//! Random goals of a game, apart from mate.

use std::fmt::Write;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::letter;

/// Returns keys for goals other than mate; often none.
pub(super) fn goals(random: &mut ChaCha8Rng, pieces: &[char], files: u8, ranks: u8) -> String {
    let mut text = String::new();
    if random.random_bool(0.4) {
        let pieces = ["K", "P", "*"].choose(random).unwrap_or(&"K");
        let file = letter(random.random_range(0..files));
        let black = match random.random_range(0..4) {
            0 => format!(
                ", squares-black = [\"{}1-{}2\"]",
                letter(random.random_range(0..files)),
                letter(files - 1)
            ),
            1 => ", squares-black = []".to_owned(),
            _ => String::new(),
        };
        let time = ["at-once", "held", "answered", "safe", "safe-or-held"]
            .choose(random)
            .unwrap_or(&"held");
        let full = random.random_bool(0.3);
        let _ = writeln!(
            text,
            "flags = [{{ pieces = \"{pieces}\", squares = [\"{file}{}-{file}{}\"]{black}, time = \"{time}\", or-full = {full} }}]",
            ranks - 2,
            ranks - 1
        );
    }
    if random.random_bool(0.4) {
        let result = ["loss", "win", "draw"].choose(random).unwrap_or(&"loss");
        let least = random.random_range(0..=3);
        let (pieces, most) = match random.random_bool(0.5) {
            true => ("*".to_owned(), random.random_range(1..=4)),
            false => (
                pieces.choose(random).map(char::to_string).unwrap_or_default(),
                random.random_range(0..=1),
            ),
        };
        let _ = writeln!(
            text,
            "extinct = [{{ pieces = \"{pieces}\", at-most = {most}, opponent-at-least = {least}, result = \"{result}\" }}]"
        );
    }
    if random.random_bool(0.3) {
        let result = ["loss", "win", "draw"].choose(random).unwrap_or(&"loss");
        let (orthogonal, count) = (random.random_bool(0.7), random.random_range(2..=4));
        let _ = writeln!(
            text,
            "rows = [{{ pieces = \"P\", count = {count}, orthogonal = {orthogonal}, result = \"{result}\" }}]"
        );
    }
    if random.random_bool(0.3) {
        let _ = writeln!(text, "checks = {}", random.random_range(1..=5));
    }
    if random.random_bool(0.3) {
        let mate = ["loss", "win", "draw"].choose(random).unwrap_or(&"loss");
        let _ = writeln!(text, "checkmate = \"{mate}\"");
    }
    if random.random_bool(0.3) {
        text += "promotions-reset = true\n";
    }
    match random.random_range(0..7) {
        3 => text += "repetitions = 2\nrepetition = \"win\"\nrepetition-of = \"white\"\n",
        0 => text += "repetitions = 2\nrepetition = \"loss\"\n",
        1 => text += "repetition = \"win\"\nperpetual-check-loses = true\n",
        2 => text += "repetitions = \"never\"\n",
        _ => {}
    }
    text
}
