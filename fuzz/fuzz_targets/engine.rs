//! Lets the referee read the output of an engine, in either protocol. The referee must play a game or refuse the
//! engine, its remarks must be safe to show on a terminal, and the record of the game must be readable.
#![no_main]

use kurier_formats::pgn::{Reader, text};
use kurier_referee::engine::Protocol;
use kurier_referee::rehearsal::rehearse;
use kurier_rules::rules::Catalogue;
use kurier_rules::sanitize::strip_controls;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static CATALOGUE: Catalogue = Catalogue::built_in();
}

const VOCABULARY: &str = "id_name Some_engine; option_name Hash type spin default 16 min 1 max 9 check combo var true -1 ; uciok; \
    readyok; readyok; info depth score cp mate lowerbound nodes pv string_error: multipv currmove wdl time hashfull ; bestmove \
    ponder 0000 (none) e2e4 b1c3 b2b3 c2e4g6 O-O @@@@ a7a8q resign; move offer_draw; 1-0 1/2-1/2 {mate} Illegal_move: \
    feature ping=1 setboard=1 usermove=1 san=1 nps=0 reuse=0 myname=\" \" variants=\"normal,courier,leap-multi\" option=\" \
    done=0 done=1 ; pong_1; pong_2; pong_3; tellusererror Illegal_position My_move_is: telluser # -2147483648 100003 -100002 \
    99999999999999999999 ; ; ;";
const GAMES: [&str; 4] = ["chess", "courier", "leap-multi", "courierleapale"];

fuzz_target!(|input: &[u8]| {
    let Some((first, input)) = input.split_first() else {
        return;
    };
    let protocol = if first & 1 == 0 {
        Protocol::Uci
    } else {
        Protocol::XBoard
    };
    let game = GAMES[usize::from(first >> 1) % GAMES.len()];
    let definition = CATALOGUE.with(|games| games.get(game)).expect("a built-in game");
    let output = kurier_fuzz::spelled(VOCABULARY, input);
    let rehearsal = rehearse(&definition, protocol, &output);
    let shown = rehearsal
        .remarks
        .iter()
        .chain(&rehearsal.refusal)
        .chain([&rehearsal.name]);
    for line in shown.chain(rehearsal.game.as_ref().map(|(_, ending)| ending)) {
        assert!(line.len() < 1000 && strip_controls(line) == *line, "{line:?}");
    }
    if let Some((record, _)) = rehearsal.game {
        let written = text(&record);
        let again = Reader::new(written.as_bytes())
            .next()
            .expect("a game")
            .expect("it is read back");
        assert_eq!(again.moves.len(), record.moves.len());
    }
});
