//! Random definition files with the rules of Janggi: hops that may not lead over some pieces, kings that face each
//! other and end the game, and points that decide instead of a draw.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{invent, with_hand};

/// Returns the definition file of a random variant with rules of Janggi. If the variant has castlings, it is returned
/// without these rules.
pub fn with_janggi(seed: u64) -> String {
    let text = match seed % 4 {
        0 => with_hand(seed),
        _ => invent(seed),
    };
    if text.contains("[castling") {
        return text;
    }
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let letters = text.lines().filter_map(|line| line.split_once(" = { name"));
    let pieces: Vec<&str> = letters
        .map(|(letter, _)| letter)
        .filter(|letter| *letter != "K")
        .collect();
    let some = |random: &mut ChaCha8Rng| -> String {
        let chosen = pieces.iter().copied().filter(|_| random.random_bool(0.4));
        chosen.collect()
    };
    let mut lines = Vec::new();
    // Promotion must not create a piece that cannot be hopped over.
    let promotes = ["promotes-", "promotion-rank", "must-promote"];
    for line in text
        .lines()
        .filter(|line| !promotes.iter().any(|key| line.starts_with(key)))
    {
        let moved = line.split_once("move = \"").and_then(|(_, rest)| rest.split_once('"'));
        let hops = moved.is_some_and(|(moves, _)| moves.contains(['p', 'g'])) && !line.starts_with("K = ");
        match line.strip_suffix(" }").filter(|_| hops) {
            Some(piece) => {
                let mut piece = piece.to_owned();
                for key in ["hops-not-over", "hops-not-onto"] {
                    let letters = some(random);
                    if !letters.is_empty() {
                        piece += &format!(", {key} = \"{letters}\"");
                    }
                }
                lines.push(piece + " }");
            }
            None if line.starts_with("mandatory") => lines.push("mandatory = false".to_owned()),
            None if line.starts_with("must-drop") => {}
            None if line.starts_with("chained") => lines.push("chained = false".to_owned()),
            None if line.starts_with("facing") || line == "[kings]" => {}
            None if line.starts_with("checks = \"") => {}
            None => lines.push(line.to_owned()),
        }
    }
    let facing = ["ends", "ends", "allowed"].choose(random).unwrap_or(&"ends");
    let ties = ["white", "black", "draw"].choose(random).unwrap_or(&"draw");
    let (own, other) = (random.random_range(1..=9), random.random_range(1..=3));
    let piece = pieces.choose(random).unwrap_or(&"P");
    let ends = format!(
        "[kings]\nfacing = \"{facing}\"\n[passing]\nwhen = \"always\"\n[ends]\n\
         points = {{ pieces = {{ {piece} = {own}, P = 2 }}, black = {other}, ties = \"{ties}\" }}\n"
    );
    lines.join("\n").replacen("[ends]\n", &ends, 1) + "\n"
}
