//! Counts the move sequences of a given length (perft): `cargo run --release --example perft -- leap-multi 4`

use std::error::Error;
use std::thread::available_parallelism;

use kurier::rules::Catalogue;
use kurier::session::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or("courier".into());
    let depth = arguments.next().map_or(Ok(4), |depth| depth.parse())?;

    let definition = Catalogue::built_in().get(&name).ok_or("no such variant")?;
    let board = Board::new(&definition);
    let perft = board.perft(depth, available_parallelism()?.get());
    for (turn, nodes) in perft.spelled(&board) {
        println!("{turn}: {nodes}");
    }
    println!("\n{} nodes", perft.nodes);
    Ok(())
}
