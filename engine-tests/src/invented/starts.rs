//! Random definition files with start positions to choose from.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::invent;

/// Returns the definition file of a random variant with two arrays, or with shuffled pieces. A variant with levels or
/// with first moves has neither.
pub fn with_starts(seed: u64) -> String {
    let mut text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    if text.contains("levels = ") || text.contains("first = ") {
        return text;
    }
    let board = text
        .split("start = \"")
        .nth(1)
        .and_then(|rest| rest.split([' ', '"']).next())
        .unwrap_or_default();
    let white = |rank: &&str| rank.contains(|letter: char| letter.is_ascii_uppercase());
    let ranks: Vec<String> = board.split('/').rev().take_while(white).map(str::to_owned).collect();
    let mut letters: Vec<char> = ranks.iter().flat_map(|rank| rank.chars()).collect();
    letters.retain(|letter| letter.is_ascii_uppercase() && *letter != 'P');
    letters.sort_unstable();
    letters.dedup();
    if random.random_bool(0.5) && letters.len() > 1 {
        letters.shuffle(random);
        let one_length = text.contains("[castling.") && !text.contains("written = ");
        let anywhere = one_length && random.random_bool(0.7);
        let castling = match anywhere {
            true => "castling = \"anywhere\"\n",
            false => "",
        };
        let castles = |letter: char| {
            letter == 'K'
                || ranks
                    .first()
                    .is_some_and(|rank| rank.starts_with(letter) || rank.ends_with(letter))
        };
        let opposite = match random.random_bool(0.5) && !(anywhere && castles(letters[0])) {
            true => format!("opposite-colors = \"{}\"\n", letters[0]),
            false => String::new(),
        };
        let letters: String = letters.into_iter().collect();
        if anywhere {
            text = text.replace("\nshort = ", "\nwritten = \"rook\"\nshort = ");
        }
        let black = if random.random_bool(0.5) {
            "mirrored"
        } else {
            "independent"
        };
        text += &format!("[shuffle]\ngroups = [\"{letters}\"]\n{opposite}{castling}black = \"{black}\"\n");
    } else {
        let array = |name: &str, ranks: &[String]| {
            let ranks: Vec<String> = ranks.iter().map(|rank| format!("\"{rank}\"")).collect();
            format!("[arrays.{name}]\nranks = [{}]\n", ranks.join(", "))
        };
        let mut others = ranks.clone();
        for rank in &mut others {
            if !rank.contains(|letter: char| letter.is_ascii_digit() || letter == '*') {
                let mut letters: Vec<char> = rank.chars().collect();
                letters.shuffle(random);
                *rank = letters.into_iter().collect();
            }
        }
        text += &array("one", &ranks);
        text += &array("two", &others);
    }
    text
}
