//! Plays random turns until the game ends: `cargo run --release --example random_game -- leap`

use std::error::Error;

use kurier::rules::Catalogue;
use kurier::session::Board;
use rand::seq::IndexedRandom;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or("courier".into());
    let definition = Catalogue::built_in().get(&name).ok_or("no such variant")?;
    let mut board = Board::new(&definition);
    let mut random = rand::rng();
    let outcome = loop {
        if let Some(outcome) = board.outcome() {
            break outcome;
        }
        let turns = board.turns();
        let turn = turns.choose(&mut random).ok_or("no legal turn")?;
        print!("{} ", board.san(turn));
        board.play(turn)?;
    };
    println!("{}, {}\n\n{board}", outcome.result(), outcome.reason.text());
    Ok(())
}
