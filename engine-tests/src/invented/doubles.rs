//! Random definition files with moves in two steps that capture where the first step ends, and with forbidden trades.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{invent, with_regions, without_kings};

/// Movements with moves in two steps, and with passes. Each movement can also capture by an ordinary move on all
/// squares where it captures in two steps.
const DOUBLES: &[&str] = &[
    "KNADcaKmcabK",
    "KNADcaKmabK",
    "KNADcacK",
    "KNADcamK",
    "WDcafW",
    "FAmcabFcafF",
    "QcabK",
    "RmabW",
    "KDcasK",
    "WcamfrW",
    "DmcabD",
    "fWfDfcafW",
    "KBcamfsK",
];

/// Returns the definition file of a random variant in which some pieces capture twice in one move, or pass, and some
/// may not be traded. A board with levels has no such pieces.
pub fn with_doubles(seed: u64) -> String {
    let text = match seed % 3 {
        0 => invent(seed),
        1 => without_kings(seed),
        _ => with_regions(seed),
    };
    if text.contains("levels") {
        return text;
    }
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let castles = text.contains("[castling");
    let letters = text.lines().filter_map(|line| line.split_once(" = { name"));
    let pieces: Vec<&str> = letters
        .map(|(letter, _)| letter)
        .filter(|letter| *letter != "K")
        .collect();
    let mut lines = Vec::new();
    for line in text.lines() {
        let moved = line.split_once("move = \"").filter(|_| line.ends_with(" }"));
        let (king, chosen) = (line.starts_with("K = "), random.random_bool(0.7));
        if line.starts_with("chained") {
            lines.push("chained = false".to_owned());
            for key in ["no-exposed-trade", "no-counter-capture"] {
                let letters: String = pieces.iter().copied().filter(|_| random.random_bool(0.6)).collect();
                if !letters.is_empty() {
                    lines.push(format!("{key} = \"{letters}\""));
                }
            }
        } else if let Some((before, after)) = moved.filter(|_| chosen && !(king && castles)) {
            let double = DOUBLES.choose(random).unwrap_or(&"KNADcaK");
            lines.push(format!("{before}move = \"{double} {after}"));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}
