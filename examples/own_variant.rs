//! Defines a variant and plays it against itself: `cargo run --release --example own_variant`

use std::error::Error;
use std::sync::Arc;

use kurier::rules::Definition;
use kurier::session::{Board, Engine, Limits, Settings};

/// Los Alamos Chess with knights that can also hop like grasshoppers.
const VARIANT: &str = r#"
name = "hopping-alamos"
start = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
board = { files = 6, ranks = 6 }

[pieces]
K = { name = "King", move = "K", royal = true }
Q = { name = "Queen", move = "Q" }
R = { name = "Rook", move = "R" }
N = { name = "Hopping Knight", move = "NgQ" }
P = { name = "Pawn", move = "fmWfcF", pawn = true, promotes-to = "QRN" }
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = Board::new(&Arc::new(Definition::parse(VARIANT, "hopping-alamos.toml")?));
    let mut engine = Engine::new(&board, Settings::default());
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    while board.outcome().is_none() {
        let best = engine.search(&board, &limits, |_| ())?;
        let turn = best.turn.ok_or("no legal turn")?;
        print!("{} ", board.san(&turn));
        board.play(&turn)?;
    }
    println!("\n\n{board}");
    Ok(())
}
