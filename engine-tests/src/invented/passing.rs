//! Random definition files of variants in which players may pass.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{invent, with_hand, without_kings};

/// Returns the definition file of a random variant in which one side or both may pass.
pub fn with_passing(seed: u64) -> String {
    let text = match seed % 3 {
        0 => invent(seed),
        1 => without_kings(seed),
        _ => with_hand(seed),
    };
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut word = || *["always", "stalemated"].choose(random).unwrap_or(&"always");
    let (white, black) = (word(), word());
    let black = match random.random_range(0..3) {
        0 => format!("when-black = \"{black}\"\n"),
        1 => "when-black = \"never\"\n".to_owned(),
        _ => String::new(),
    };
    text.replace("chained = true", "chained = false").replacen(
        "[ends]\n",
        &format!("[passing]\nwhen = \"{white}\"\n{black}[ends]\n"),
        1,
    )
}
