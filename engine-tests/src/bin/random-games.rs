//! Plays random games of every variant and prints digests, with which the bindings to other languages are compared.
//!
//! `random-games GAMES PLIES` plays at least `GAMES` games, divided equally among the variants, of at most `PLIES`
//! turns each, and prints one line per variant: its name, the number of turns played, and a digest of all final
//! positions. The moves are chosen by a generator that is easy to write in any language: 32-bit xorshift, seeded with
//! the number of the game within its variant, from 1.

use std::error::Error;

use kurier_engine::session::Board;
use kurier_rules::rules::Catalogue;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || -> Result<u32, Box<dyn Error>> {
        let text = arguments
            .next()
            .ok_or("expected the number of games, and the most turns")?;
        Ok(text.parse()?)
    };
    let (games, plies) = (number()?, number()?);
    let catalogue = Catalogue::built_in();
    let variants = catalogue.iter().count() as u32;
    for definition in catalogue.iter() {
        let (mut digest, mut turns) = (0u32, 0);
        let start = Board::new(definition);
        for game in 0..games.div_ceil(variants) {
            let board = play(start.clone(), game + 1, plies)?;
            turns += board.history().len();
            let result = board.outcome().map_or(0, |outcome| outcome.result().len() as u32);
            digest = (digest ^ board.key() as u32 ^ result).wrapping_mul(16_777_619);
        }
        println!("{} {turns} {digest}", definition.name);
    }
    Ok(())
}

/// Plays a random game of at most `plies` turns and returns its final position.
fn play(mut board: Board, seed: u32, plies: u32) -> Result<Board, Box<dyn Error>> {
    let mut state = seed;
    for _ in 0..plies {
        let turns = board.turns();
        if turns.is_empty() || board.outcome().is_some() {
            break;
        }
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        board.play(&turns[state as usize % turns.len()])?;
    }
    Ok(board)
}
