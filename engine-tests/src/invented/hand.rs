//! Random definition files with pieces in hand.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board::{Board, rectangle};
use super::invent;

/// Returns the definition file of a random variant in which the kings, and perhaps other pieces, begin in hand. Kings
/// with a first move begin on the board. Kings that castle do so after they have been dropped.
pub fn with_kings_in_hand(seed: u64) -> String {
    let text = with_hand(seed);
    if text
        .lines()
        .any(|line| line.starts_with("K = ") && line.contains("first = "))
    {
        return text;
    }
    let one_side = ChaCha8Rng::seed_from_u64(seed).random_bool(0.2);
    // The piece in the corner of White's first rank, which castles with the king.
    let start = text
        .lines()
        .find(|line| line.starts_with("start = "))
        .unwrap_or_default();
    let first_rank = start
        .split('[')
        .next()
        .unwrap_or_default()
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let corner = first_rank.chars().next().unwrap_or('K');
    let castles = text.contains("[castling");
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("start = ") {
            lines.push(take_up_kings(line, one_side).replace(" KQkq ", " - "));
        } else if line == "[hand]" {
            lines.push(format!("[hand]\ncaptured = \"lost\"\ndrops-castle = {castles}"));
        } else if line.starts_with("[castling") {
            lines.push(format!("{line}\nwith = \"{corner}\""));
        } else if !line.starts_with("captured = ") && !line.starts_with("promoted = ") {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// Moves the kings of a start position, or only White's, from the board to the hand.
fn take_up_kings(line: &str, one_side: bool) -> String {
    let (board, rest) = line.split_once('[').unwrap_or((line, ""));
    let mut text = String::new();
    let mut empty = 0;
    let mut number = 0;
    for letter in board.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = number * 10 + digit;
            continue;
        }
        // The square of a king and the empty squares on both sides of it are merged into one number.
        empty += std::mem::take(&mut number);
        if letter == 'K' || letter == 'k' && !one_side {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        text.push(letter);
    }
    empty += number;
    if empty > 0 {
        text += &empty.to_string();
    }
    format!("{text}[{}{rest}", if one_side { "K" } else { "Kk" })
}

/// Returns the definition file of a random variant in which pieces are held in hand and dropped.
pub fn with_hand(seed: u64) -> String {
    let text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let board = Board::of(&text);
    let board = board.as_ref();
    let lost = random.random_bool(0.2);
    let letters: Vec<char> = text
        .lines()
        .filter_map(|line| {
            line.split_once(" = { name")?
                .0
                .chars()
                .next()
                .filter(|letter| *letter != 'K')
        })
        .chain(['P'])
        .collect();
    let letters: Vec<char> = letters
        .iter()
        .flat_map(|letter| [*letter, letter.to_ascii_lowercase()])
        .collect();
    let held: String = (0..random.random_range(0..6))
        .filter_map(|_| letters.choose(random))
        .collect();
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("chained") {
            lines.push("chained = false".to_owned());
        } else if line.starts_with("start = ") {
            lines.push(line.replacen(" w ", &format!("[{held}] w "), 1));
        } else if line == "pawn = true" {
            lines.push(format!("{line}\n{}", drop_keys(random, board).join("\n")));
        } else if line == "[ends]" {
            lines.push(hand_section(random, lost, text.contains("mandatory = true")));
            lines.push(line.to_owned());
        } else if let Some(start) = line
            .strip_suffix(" }")
            .filter(|line| line.contains("move = ") && !line.starts_with('K'))
        {
            let keys: String = drop_keys(random, board).iter().map(|key| format!(", {key}")).collect();
            lines.push(format!("{start}{keys} }}"));
        } else if !line.starts_with("bare-king") {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

fn hand_section(random: &mut ChaCha8Rng, lost: bool, captures_mandatory: bool) -> String {
    let mut text = "[hand]\n".to_owned();
    if lost {
        text += "captured = \"lost\"\n";
    } else if random.random_bool(0.2) {
        text += "promoted = \"stays\"\n";
    }
    if random.random_bool(0.2) {
        text += "checks = \"forbidden\"\n";
    }
    if !captures_mandatory && random.random_bool(0.2) {
        text += "must-drop = true\n";
    }
    text
}

/// Returns random keys that restrict the drops of a piece; often none. Only on a flat `board` can drops be restricted
/// to regions.
fn drop_keys(random: &mut ChaCha8Rng, board: Option<&Board<'_>>) -> Vec<String> {
    let mut keys = Vec::new();
    if let Some(board) = board.filter(|_| random.random_bool(0.3)) {
        keys.push(format!("drops-in = [{}]", rectangle(random, board)));
        match random.random_range(0..3) {
            0 => keys.push("drops-in-black = []".to_owned()),
            1 => keys.push(format!("drops-in-black = [{}]", rectangle(random, board))),
            _ => {}
        }
    }
    if random.random_bool(0.3) {
        keys.push(format!("drops-per-file = {}", random.random_range(1..=2)));
    }
    if random.random_bool(0.3) {
        keys.push("drop-mates = \"forbidden\"".to_owned());
    }
    if random.random_bool(0.15) {
        keys.push("drops-evenly = true".to_owned());
    }
    keys
}

/// Returns the definition file of a random variant in which pieces may be dropped promoted: every second piece is the
/// promoted form of the piece before it. In half of the variants, promoted pieces can be promoted back, as in Kyoto
/// Shogi.
pub fn with_promoted_drops(seed: u64) -> String {
    let text = with_hand(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(!seed);
    let turns_back = random.random_bool(0.5);
    let pieces: Vec<String> = text
        .lines()
        .filter(|line| line.contains(" = { name") && !line.starts_with('K') && !line.contains("first"))
        .map(|line| line.chars().take(1).collect())
        .collect();
    let mut lines = Vec::new();
    for line in text.lines() {
        let place = pieces
            .iter()
            .position(|letter| line.starts_with(&format!("{letter} = {{ name")));
        let line = line.replace(", drops-evenly = true", "");
        match (place, line.as_str()) {
            (Some(place), _) => lines.push(with_back(random, &line, place, &pieces, turns_back)),
            (None, "[hand]") => lines.push("[hand]\ndrops-promoted = true".to_owned()),
            (None, start) if start.starts_with("start") => lines.push(held_unpromoted(start, &pieces)),
            (None, "drops-evenly = true" | "captured = \"lost\"" | "promoted = \"stays\"") => {}
            (None, _) if line.contains("promot") => {}
            (None, _) => lines.push(line),
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the line with the start position, with each piece in hand replaced by its unpromoted form.
fn held_unpromoted(start: &str, pieces: &[String]) -> String {
    let Some((board, held)) = start.split_once('[') else {
        return start.to_owned();
    };
    let Some((held, rest)) = held.split_once(']') else {
        return start.to_owned();
    };
    let front = |letter: char| {
        let place = pieces
            .iter()
            .position(|piece| piece.starts_with(letter.to_ascii_uppercase()));
        let front = place
            .filter(|place| place % 2 == 1)
            .and_then(|place| pieces[place - 1].chars().next());
        front.map_or(letter, |front| match letter.is_ascii_uppercase() {
            true => front,
            false => front.to_ascii_lowercase(),
        })
    };
    let held: String = held.chars().map(front).collect();
    format!("{board}[{held}]{rest}")
}

/// Returns the line that defines the piece at index `place` of `pieces`, with the keys of its promotion if it has one.
fn with_back(random: &mut ChaCha8Rng, line: &str, place: usize, pieces: &[String], turns_back: bool) -> String {
    let is_back = place % 2 == 1;
    let other = match is_back {
        true => pieces.get(place - 1).filter(|_| turns_back),
        false => pieces.get(place + 1),
    };
    let mut line = line.trim_end_matches(" }").to_owned();
    if is_back {
        // A promoted form is never in hand, so it has no keys about drops.
        line.truncate(line.find(", drop").unwrap_or(line.len()));
    }
    if let Some(other) = other {
        let place = match random.random_range(0..4) {
            0 => "",
            3 => ", promotes-leaving = \"captures\"",
            1 => ", promotes-leaving = true, must-promote-leaving = true",
            _ => ", promotes-leaving = true, must-promote-from = \"never\"",
        };
        line += &format!(", promotes-to = \"{other}\"{place}");
    }
    line + " }"
}
