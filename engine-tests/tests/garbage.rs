//! The engine survives garbage: it still answers afterwards, and exits at the end of its input.

use engine_tests::Process;
use engine_tests::games::definitions;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of rounds per protocol, each with a new engine.
const ROUNDS: u64 = 12;
const LINES: usize = 150;

const UCI: &str = "isready ucinewgame position startpos fen moves go depth nodes movetime wtime btime winc binc movestogo \
    mate infinite ponder searchmoves stop ponderhit setoption name value UCI_Variant Threads MultiPV Ponder UCI_ShowWDL \
    Clear UCI_Elo UCI_LimitStrength true false d eval debug on register";

const XBOARD: &str = "new variant force playother level st sd time otim usermove setboard ? . undo remove hard easy post \
    nopost analyze exit go hint bk draw result 1-0 {mate} computer name rating ics pause resume random accepted rejected \
    exclude include all edit white black option MultiPV=2 protover xboard lift put hover nps 0:05 40";

const ANY: &[&str] = &["w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1", "\t", "\0", ""];

const MOVES_AND_NUMBERS: &str = "e2e4 e7e5 e2e3 a7a8q c2e4g6 wd1we2 0000 l2l4 e4d5,d5e4 O-O *4*/6/6 \u{e9} \" = , -1 0 1 2 3 \
    18446744073709551616";

fn line(random: &mut ChaCha8Rng, words: &str, names: &[String]) -> String {
    let one_of =
        |random: &mut ChaCha8Rng, words: &str| words.split_whitespace().choose(random).unwrap_or_default().to_owned();
    let word = |random: &mut ChaCha8Rng| match random.random_range(0..12) {
        0 => names.choose(random).cloned().unwrap_or_default(),
        1 => ANY.choose(random).copied().unwrap_or_default().to_owned(),
        2..4 => one_of(random, MOVES_AND_NUMBERS),
        _ => one_of(random, words),
    };
    let count = random.random_range(0..9);
    let words: Vec<_> = (0..count).map(|_| word(random)).collect();
    words.join(if random.random_bool(0.1) { "  " } else { " " })
}

/// Sends rounds of nonsense that contains `words`. Asserts that after each round, followed by the lines `calm`, the
/// engine still answers `question` with `answer`, and exits at the end of its input.
fn survives(greeting: &[&str], words: &str, calm: &[&str], question: &str, answer: &str) {
    let definitions = definitions();
    let names: Vec<String> = definitions
        .iter()
        .flat_map(|d| [d.name.clone(), d.start.clone()])
        .collect();
    for seed in 0..ROUNDS {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut engine = Process::kurier();
        greeting.iter().for_each(|line| engine.send(line));
        for _ in 0..LINES {
            if random.random_bool(0.05) {
                let noise: Vec<u8> = (0..random.random_range(0..40)).map(|_| random.random()).collect();
                engine.send_bytes(&noise);
            }
            let text = line(&mut random, words, &names);
            // The line continues the raw bytes, which have no line end. Lines with `quit` are left out, because exits
            // are tested elsewhere.
            if !text.contains("quit") {
                engine.send(&text);
            }
        }
        engine.send("");
        calm.iter().for_each(|line| engine.send(line));
        engine.send(question);
        engine.read_until(answer);
        engine.close_input();
        engine.expect_clean_end();
    }
}

#[test]
fn uci_survives_nonsense() {
    survives(&["uci"], UCI, &["stop"], "isready", "readyok");
}

/// Checks the XBoard protocol. The final `.` leaves the mode of `edit`, in which every line is a piece.
#[test]
fn xboard_survives_nonsense() {
    survives(&["xboard", "protover 2"], XBOARD, &[".", "force"], "ping 77", "pong 77");
}

#[test]
fn bytes_without_any_line_end_the_engine_cleanly() {
    for bytes in [
        &b""[..],
        b"\xff\xff\xff",
        b"uci",
        b"xboard",
        b"\n\n",
        b"go",
        &[b'x'; 100_000],
    ] {
        let mut engine = Process::kurier();
        engine.send_bytes(bytes);
        engine.close_input();
        engine.expect_clean_end();
    }
}
