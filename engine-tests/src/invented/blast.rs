//! Random definition files with captures that blast: they also remove pieces around the captured piece.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::invent;

/// Returns the definition file of a random variant in which captures blast. In some, no piece is royal, and a player
/// without a king has lost.
pub fn with_blast(seed: u64) -> String {
    let text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let shapes: &[&str] = match text.contains("levels") {
        true => &["K(1,1,1)", "K", "W", "(1,1,1)"],
        false => &["K", "K", "K", "W", "F", "KD", "N"],
    };
    let shape = shapes.choose(random).unwrap_or(&"K");
    let royal = random.random_bool(0.7);
    let (king_survives, all_survive) = (random.random_bool(0.15), random.random_bool(0.1));
    let mut proof = |king: bool| match (
        king && royal && king_survives || !king && all_survive,
        random.random_range(0..4),
    ) {
        (true, _) => Some("blast-proof = \"all\""),
        (false, 0) => Some("blast-proof = \"others\""),
        (false, _) => None,
    };
    let mut lines = Vec::new();
    for line in text.lines() {
        let king = line.starts_with("K = ");
        if line == "[captures]" {
            lines.push(format!("{line}\nblast = \"{shape}\""));
        } else if line.starts_with("chained") {
            lines.push("chained = false".to_owned());
        } else if line == "pawn = true" {
            lines.push(format!("{line}\n{}", proof(false).unwrap_or_default()));
        } else if let Some(start) = line.strip_suffix(" }").filter(|line| line.contains("move = ")) {
            let start = match royal {
                true => start.to_owned(),
                false => start.replacen(", royal = true", "", 1),
            };
            let key = proof(king).map(|key| format!(", {key}")).unwrap_or_default();
            lines.push(format!("{start}{key} }}"));
        } else if line == "[ends]" && !royal {
            lines.push(format!("{line}\nextinct = [{{ pieces = \"K\", at-most = 0 }}]"));
        } else if !line.starts_with("facing")
            && (royal || !line.starts_with("extinct") && !line.starts_with("bare-king"))
        {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}
