//! Parses a FEN of the variant that the first byte chooses. If the FEN is accepted, the FEN that is written for the
//! position must be readable, and the position's turns must be playable.
#![no_main]

use kurier_engine::session::Board;
use kurier_rules::rules::Catalogue;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static BOARDS: std::cell::RefCell<Vec<Board>> =
        std::cell::RefCell::new(Catalogue::built_in().iter().map(Board::new).collect());
}

fuzz_target!(|data: &[u8]| {
    let Some((first, fen)) = data.split_first() else { return };
    let fen = String::from_utf8_lossy(fen);
    BOARDS.with_borrow_mut(|boards| {
        let chosen = *first as usize % boards.len();
        let board = &mut boards[chosen];
        if board.set_up(Some(&fen)).is_err() {
            return;
        }
        let written = board.fen();
        board.set_up(Some(&written)).expect("what is written can be read");
        assert_eq!(board.fen(), written);
        for turn in board.turns().iter().take(20) {
            assert_eq!(board.parse(&board.spell(turn)).as_ref(), Ok(turn));
            board.play(turn).expect("a legal turn is taken");
            board.outcome();
            assert_eq!(board.undo().as_ref(), Some(turn));
            assert_eq!(board.fen(), written);
        }
    });
});
