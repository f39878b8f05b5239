//! A FEN of the game that the first byte chooses: refused, or read, written and read again; its turns can be played.
#![no_main]

use kurier::rules::Catalogue;
use kurier::session::Session;
use kurier_fuzz::session;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SESSIONS: std::cell::RefCell<Vec<Box<dyn Session>>> =
        std::cell::RefCell::new(Catalogue::built_in().iter().map(session).collect());
}

fuzz_target!(|data: &[u8]| {
    let Some((first, fen)) = data.split_first() else { return };
    let fen = String::from_utf8_lossy(fen);
    SESSIONS.with_borrow_mut(|sessions| {
        let chosen = *first as usize % sessions.len();
        let session = &mut sessions[chosen];
        if session.set_position(Some(&fen), &[]).is_err() {
            return;
        }
        let written = session.fen();
        session
            .set_position(Some(&written), &[])
            .expect("what is written can be read");
        assert_eq!(session.fen(), written);
        let turns = session.turns();
        for turn in turns.iter().take(20) {
            assert_eq!(session.push(turn).ok().as_ref(), Some(turn));
            session.outcome();
            assert!(session.pop());
            assert_eq!(session.fen(), written);
        }
    });
});
