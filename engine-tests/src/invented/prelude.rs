//! Random definition files with a prelude: prescribed moves at the beginning of the game.

use std::collections::BTreeSet;

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{invent, letter, with_hand};

/// A square, as its file and its rank, both counted from 0.
type Place = (u8, u8);

/// Returns the definition file of a random variant. If its board is flat, one or both sides begin with prescribed
/// moves, which their pieces could not always make otherwise. In some variants, pieces are held in hand.
pub fn with_prelude(seed: u64) -> String {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let text = match random.random_bool(0.2) {
        true => with_hand(seed),
        false => invent(seed),
    };
    let Some(rows) = rows(&text) else { return text };
    let ranks = rows.len() as u8;
    let mirrored = ranks > 5 && random.random_bool(0.7);
    let free = random.random_bool(0.5);
    // The moves of one side must not lead to squares where the other side's moves lead, so each side keeps to its half
    // of the board.
    let half = if mirrored { ranks / 2 } else { ranks - 2 };
    let moves = moves(random, &rows, half, free);
    let mut section = format!("[prelude]\nmoves = [{moves}]\n");
    if !mirrored {
        section += "moves-black = []\n";
    }
    if free {
        section += "order = \"free\"\n";
    }
    if random.random_bool(0.4) {
        section += "optional = true\n";
    }
    text.replacen("[ends]\n", &format!("{section}[ends]\n"), 1)
}

/// Returns the ranks of the start position of a flat board, from the first, with a space for every empty square; `None`
/// if the board has levels.
fn rows(text: &str) -> Option<Vec<Vec<char>>> {
    let start = text.lines().find_map(|line| line.strip_prefix("start = \""))?;
    let board = start.split([' ', '[']).next().filter(|board| !board.contains('|'))?;
    let row = |row: &str| {
        let mut squares = Vec::new();
        let mut run = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(digit) => run = run * 10 + digit as usize,
                None => {
                    squares.extend(std::iter::repeat_n(' ', std::mem::take(&mut run)));
                    squares.push(letter);
                }
            }
        }
        squares.extend(std::iter::repeat_n(' ', run));
        squares
    };
    Some(board.split('/').rev().map(row).collect())
}

/// Returns one to four moves of White's pieces to empty squares of the first `half` ranks, as a list in a definition.
/// If their order is `free`, each piece has one move, and none goes to a square where a piece stood.
fn moves(random: &mut ChaCha8Rng, rows: &[Vec<char>], half: u8, free: bool) -> String {
    let places = |wanted: fn(char) -> bool| -> BTreeSet<Place> {
        let all = (0..).zip(rows).take(usize::from(half));
        let squares = all.flat_map(|(rank, row)| (0..).zip(row).map(move |(file, man)| ((file, rank), *man)));
        squares
            .filter(|(_, man)| wanted(*man))
            .map(|(place, _)| place)
            .collect()
    };
    let mut men = places(|man| man.is_ascii_uppercase());
    let mut empty = places(|man| man == ' ');
    let mut earlier = vec![men.clone()];
    let mut list = Vec::new();
    for _ in 0..random.random_range(1..=4) {
        let Some(from) = men.iter().copied().choose(random) else {
            break;
        };
        let candidates: Vec<Place> = empty.iter().copied().collect();
        let Some(to) = candidates.choose(random).copied() else {
            break;
        };
        men.remove(&from);
        empty.remove(&to);
        if !free {
            men.insert(to);
            empty.insert(from);
            if earlier.contains(&men) {
                break;
            }
            earlier.push(men.clone());
        }
        let name = |(file, rank): Place| format!("{}{}", letter(file), rank + 1);
        list.push(format!("\"{}{}\"", name(from), name(to)));
    }
    list.join(", ")
}
