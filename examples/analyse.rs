//! Searches a position for three seconds:
//!
//! ```text
//! cargo run --release --example analyse -- chess "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1"
//! ```

use std::error::Error;
use std::time::Duration;

use kurier::rules::Catalogue;
use kurier::session::{Board, Engine, Limits, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or("courier".into());
    let definition = Catalogue::built_in().get(&name).ok_or("no such variant")?;
    let board = match arguments.next() {
        Some(fen) => Board::from_fen(&definition, &fen)?,
        None => Board::new(&definition),
    };
    println!("{board}");

    let limits = Limits {
        move_time: Some(Duration::from_secs(3)),
        ..Limits::default()
    };
    let mut engine = Engine::new(&board, Settings::default());
    let best = engine.search(&board, &limits, |report| {
        println!("{:>3}  {}", report.depth, board.san_line(&report.pv).join(" "));
    })?;
    let turn = best.turn.map_or("none".into(), |turn| board.san(&turn));
    println!("best: {turn}, {} nodes", best.nodes);
    Ok(())
}
