//! Random one-sided pieces, whose moves to the left and to the right differ, in Fairy-Stockfish's notation and in
//! Kurier's, and positions with such pieces.

use std::fmt::Write;

use kurier_rules::rules::{Definition, Mode, Movement, Reach};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Betza directions of straight, diagonal and oblique steps that all programs interpret alike.
const STRAIGHT: [&str; 11] = ["l", "r", "fl", "fr", "bl", "br", "lv", "rv", "f", "fs", "bs"];
const DIAGONAL: [&str; 8] = ["l", "r", "fl", "fr", "bl", "br", "flbr", "frbl"];
const OBLIQUE: [&str; 16] = [
    "l", "r", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "lv", "rv", "lh", "rh", "fs", "fh",
];

/// Returns a random piece as Betza terms, most of them with a direction.
pub fn piece(random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    for _ in 0..random.random_range(1..=3) {
        let atom = *b"WWFFNNDACHRBQK".choose(random).unwrap_or(&b'W') as char;
        let directions: &[&str] = match atom {
            'W' | 'D' | 'H' | 'R' => &STRAIGHT,
            'F' | 'A' | 'B' => &DIAGONAL,
            'N' | 'C' => &OBLIQUE,
            _ => &STRAIGHT[..2],
        };
        text += directions.choose(random).unwrap_or(&"");
        text += ["", "", "m", "c"].choose(random).unwrap_or(&"");
        text += match (atom, random.random_range(0..4)) {
            ('R' | 'B', 0) => "p",
            ('N' | 'D', 0) => "n",
            _ => "",
        };
        text.push(atom);
        if matches!(atom, 'W' | 'F') && random.random_bool(0.2) {
            text.push('2');
        }
    }
    text
}

/// Returns the section of a `variants.ini` for a variant with `piece`, knights, bishops and rooks on a 9x9 board.
pub fn section(name: &str, piece: &str) -> String {
    format!(
        "[{name}:chess]\nmaxRank = 9\nmaxFile = i\ncustomPiece1 = a:{piece}\nstartFen = 8k/9/9/9/P7p/9/9/9/K8 w - - 0 1\n\
         castling = false\ndoubleStep = false\n\
         promotionRegionWhite = *9\npromotionRegionBlack = *1\npromotionPieceTypes = anbr\n\n"
    )
}

/// Returns Kurier's definition file of the variant that [`section`] describes.
pub fn file(name: &str, piece: &str) -> String {
    format!(
        "name = \"{name}\"\nstart = \"8k/9/9/9/9/9/9/9/K8 w - - 0 1\"\n[board]\nfiles = 9\nranks = 9\n[pieces]\n\
         A = {{ name = \"One-sided\", move = \"{piece}\" }}\nN = {{ name = \"Knight\", move = \"N\" }}\n\
         B = {{ name = \"Bishop\", move = \"B\" }}\nR = {{ name = \"Rook\", move = \"R\" }}\n\
         K = {{ name = \"King\", move = \"K\", royal = true }}\n"
    )
}

/// Returns the piece `A` of a game in Fairy-Stockfish's notation, with one term per direction of each movement. Derives
/// the terms from the compiled vectors, independently of the text in the definition file. Shorter slides come first,
/// because in Fairy-Stockfish a slide replaces an earlier slide in the same direction.
///
/// # Panics
/// Panics if Fairy-Stockfish has no notation for a movement.
pub fn exported(definition: &Definition) -> String {
    let piece = definition.pieces.iter().find(|piece| piece.letter == 'A');
    let mut movements = piece.expect("the one-sided piece").movements.clone();
    movements.sort_by_key(|movement| match movement.reach {
        Reach::Slide(steps) => steps,
        _ => 0,
    });
    movements.iter().map(term).collect()
}

fn term(movement: &Movement) -> String {
    let (file, rank) = (movement.vector.file, movement.vector.rank);
    let across = if file < 0 { "l" } else { "r" };
    let along = if rank < 0 { "b" } else { "f" };
    // In the Betza direction of an oblique step, the letter of the longer component comes second.
    let directions = match (file.abs(), rank.abs()) {
        (0, _) => along.to_owned(),
        (_, 0) => across.to_owned(),
        (wide, high) if wide < high => format!("{across}{along}"),
        _ => format!("{along}{across}"),
    };
    let atom = match (file.abs().max(rank.abs()), file.abs().min(rank.abs())) {
        (1, 0) => 'W',
        (1, 1) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, 2) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        other => panic!("no atom for {other:?}"),
    };
    let mode = match movement.mode {
        Mode::Quiet => "m",
        Mode::Capture => "c",
        Mode::Both => "",
    };
    match (movement.reach, atom) {
        (Reach::Leap, _) => format!("{directions}{mode}{atom}"),
        (Reach::Lame, _) => format!("{directions}{mode}n{atom}"),
        (Reach::Slide(u8::MAX), _) => format!("{directions}{mode}{atom}0"),
        (Reach::Slide(steps), _) => format!("{directions}{mode}{atom}{steps}"),
        (Reach::Cannon(u8::MAX), 'W') => format!("{directions}{mode}pR"),
        (Reach::Cannon(u8::MAX), 'F') => format!("{directions}{mode}pB"),
        other => panic!("no word for {other:?}"),
    }
}

/// Returns the FEN of a random position with one-sided and ordinary pieces of both sides. In some positions a king can
/// be captured, which makes them illegal.
pub fn position(random: &mut ChaCha8Rng) -> String {
    let mut board = vec!['.'; 81];
    let others = (0..8).filter_map(|_| "NnBbRr".chars().collect::<Vec<_>>().choose(random).copied());
    let letters: Vec<char> = "KkAAaa".chars().chain(others.collect::<Vec<_>>()).collect();
    board[..letters.len()].copy_from_slice(&letters);
    board.shuffle(random);
    let mut text = String::new();
    for (number, row) in board.chunks(9).enumerate() {
        if number > 0 {
            text.push('/');
        }
        for run in row.chunk_by(|a, b| a == b) {
            // Writing to a string cannot fail.
            let _ = match run[0] {
                '.' => write!(text, "{}", run.len()),
                _ => write!(text, "{}", run.iter().collect::<String>()),
            };
        }
    }
    let side = if random.random_bool(0.5) { 'w' } else { 'b' };
    format!("{text} {side} - - 0 1")
}
