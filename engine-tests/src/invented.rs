//! Random definition files. Tests compare the engine with the reference in the random variants too, because the random
//! variants use more rules than the built-in variants.

use std::fmt::Write;

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Betza movements for boards with one level.
const FLAT: &[&str] = &[
    "W", "F", "D", "A", "N", "H", "C", "J", "G", "R", "B", "Q", "R3", "B2", "NN", "DD", "(4,1)", "fN", "bhN", "mR",
    "cB", "mN", "cW", "nD", "nA", "nH", "zF", "mzW", "czB", "fmR", "fbW", "rlF", "vR", "sW3", "mzF", "cQ2", "AA", "pR",
    "mRcpR", "cpB", "pQ3", "gQ", "gNN", "cgR4", "fgB", "jB", "jR3", "jD", "cjA", "jH", "qN", "mqC", "t[FR]", "ft[FR3]",
    "t[WB]", "ct[NB]", "oR", "oN", "cozF", "ogB", "mocpR", "oqN", "ot[WB]", "onD", "bK", "fQ2", "afsW", "mafscF", "aK",
    "fasasW", "afsafF", "yafsF", "yafcK", "faflD", "pafW", "pafscF", "oafsW", "iD", "imfR", "icN", "iyafsW", "lW",
    "frF", "lfN", "rmR3", "lhcC", "flnN", "rpR", "lgB", "rt[WB]", "frafrF", "oflN", "lyafrW", "imrD",
];

/// Betza movements for boards with several levels.
const SPATIAL: &[&str] = &[
    "W",
    "F",
    "(1,1,1)",
    "R",
    "B",
    "(1,1,1)0",
    "N",
    "(2,1,1)",
    "D",
    "A2",
    "fF",
    "mR",
    "cB",
    "nD",
    "n(2,2,2)",
    "bW3",
    "RB2",
    "pR",
    "cpB",
    "g(1,1,1)0",
    "jD",
    "jR",
    "t[WB2]",
];

/// Betza movements for pawns.
const PAWNS: &[&str] = &[
    "fmWfcF",
    "fmFfcW",
    "fmWfcFbmW",
    "fmWfcN",
    "fW",
    "fmW2fcF",
    "fmWfcFimafW",
];

/// Returns the definition file of a random variant. The file depends only on the seed. Most files are valid; files
/// whose start position is illegal must be refused.
pub fn invent(seed: u64) -> String {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let flat = random.random_bool(0.8);
    let (files, ranks, levels) = if flat {
        (random.random_range(4..=12u8), random.random_range(5..=10u8), 1)
    } else {
        (
            random.random_range(3..=5),
            random.random_range(4..=6),
            random.random_range(2..=3u8),
        )
    };
    let mut text = String::new();
    let king_file = random.random_range(0..files);
    let pieces = piece_types(random, flat);
    let castles = flat && files >= 7 && random.random_bool(0.3);
    let king_file = if castles { files / 2 } else { king_file };
    let leaping = if flat && !castles && random.random_bool(0.4) {
        pieces.choose(random).copied()
    } else {
        None
    };
    let king_leaps = flat && !castles && random.random_bool(0.3);
    let holes = holes(random, flat && !castles, files, ranks, king_file);
    let (start, rights) = array(
        random,
        &Plan {
            files,
            ranks,
            levels,
            king_file,
            castles,
            leaping,
            king_leaps,
        },
        &pieces,
        &holes,
    );
    let castling_rights = if castles { "KQkq" } else { "-" };
    let rights = if rights.is_empty() {
        castling_rights.to_owned()
    } else {
        rights
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "name = \"invented-{seed}\"\nstart = \"{start} w {rights} - 0 1\"\n[board]\nfiles = {files}\nranks = {ranks}\n"
    );
    if levels > 1 {
        let opposed = random.random_bool(0.5);
        let _ = writeln!(text, "levels = {levels}\nopposed-levels = {opposed}");
    }
    if !holes.is_empty() {
        let names: Vec<_> = holes
            .iter()
            .map(|(file, rank)| format!("\"{}{}\"", letter(*file), rank + 1))
            .collect();
        let _ = writeln!(text, "holes = [{}]", names.join(", "));
    }
    text += "[pieces]\n";
    for piece in &pieces {
        let terms: &[&str] = if flat { FLAT } else { SPATIAL };
        let count = random.random_range(1..=3);
        let movement: Vec<_> = terms.choose_multiple(random, count).copied().collect();
        let first = if leaping == Some(*piece) {
            ", first = \"AcD\""
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "{piece} = {{ name = \"{piece}\", move = \"{}\"{first} }}",
            movement.join(" ")
        );
    }
    let king_first = match (king_leaps, random.random_range(0..5)) {
        (false, _) => "",
        (true, 0) => ", first = \"NAD\"",
        (true, 1) => ", first = \"mDmA\", safe-passage = true",
        (true, 2) => ", first = \"mDAmN\", safe-passage = true",
        (true, 3) => ", first = \"mDmAmN\", safe-passage = true, over-enemies = true",
        (true, _) => ", first = \"mDmAmN\", safe-passage = true, by-steps = true",
    };
    let king = if flat { "K" } else { "WF(1,1,1)" };
    let _ = writeln!(
        text,
        "K = {{ name = \"King\", move = \"{king}\", royal = true{king_first} }}"
    );
    let pawn = PAWNS.choose(random).filter(|_| flat).unwrap_or(&"fmWfcF");
    let _ = writeln!(text, "[pieces.P]\nname = \"Pawn\"\nmove = \"{pawn}\"\npawn = true");
    if random.random_bool(0.8) {
        text += &promotion(random, &pieces, files);
    }
    if flat && !pawn.contains(['2', 'i']) && random.random_bool(0.6) {
        let steps = match random.random_range(0..10) {
            0..3 => format!("double-step = [2, {}]", ranks - 2),
            3..6 => format!("multi-step = {{ 2 = {}, 3 = 2 }}", random.random_range(3..=ranks - 2)),
            _ => "double-step = 2".into(),
        };
        let _ = writeln!(text, "{steps}\nen-passant = {}", random.random_bool(0.7));
    }
    if castles {
        text += &match random.random_bool(0.4) {
            true => castling_of_several_lengths(king_file, files),
            false => castling(king_file, files),
        };
    }
    let mandatory = random.random_bool(0.3);
    let _ = writeln!(
        text,
        "[captures]\nmandatory = {mandatory}\nchained = {}",
        mandatory && random.random_bool(0.6)
    );
    let stalemate = ["draw", "loss"].choose(random).unwrap_or(&"draw");
    let bare_king = ["plays-on", "loses", "loses-unless-answered"]
        .choose(random)
        .unwrap_or(&"loses");
    let _ = writeln!(
        text,
        "[ends]\nstalemate = \"{stalemate}\"\nbare-king = \"{bare_king}\"\nmove-limit = 30\n[xboard]\nplayable = false"
    );
    text
}

struct Plan {
    files: u8,
    ranks: u8,
    levels: u8,
    king_file: u8,
    castles: bool,
    leaping: Option<char>,
    king_leaps: bool,
}

fn letter(file: u8) -> char {
    (b'a' + file) as char
}

fn piece_types(random: &mut ChaCha8Rng, flat: bool) -> Vec<char> {
    let count = if flat {
        random.random_range(2..=7)
    } else {
        random.random_range(2..=4)
    };
    let mut piece_types = ('A'..='Z')
        .filter(|c| !"KPQ".contains(*c))
        .choose_multiple(random, count);
    piece_types.sort();
    piece_types
}

fn holes(random: &mut ChaCha8Rng, allowed: bool, files: u8, ranks: u8, king_file: u8) -> Vec<(u8, u8)> {
    let count = if allowed && random.random_bool(0.4) {
        random.random_range(1..4)
    } else {
        0
    };
    // Place the holes symmetrically, because pieces with a first move need mirrored start squares.
    let squares = (0..files).flat_map(|file| (0..ranks.div_ceil(2)).map(move |rank| (file, rank)));
    let chosen = squares
        .filter(|(file, _)| *file != king_file)
        .choose_multiple(random, count);
    let mirrored = chosen.iter().map(|(file, rank)| (*file, ranks - 1 - rank));
    chosen
        .iter()
        .copied()
        .chain(mirrored.filter(|square| !chosen.contains(square)))
        .collect()
}

/// Returns the board of the start position, in which the sides mirror each other, and the rights to privileged first
/// moves, both as in a FEN.
fn array(random: &mut ChaCha8Rng, plan: &Plan, pieces: &[char], holes: &[(u8, u8)]) -> (String, String) {
    let mut levels = Vec::new();
    let mut rights = String::new();
    for level in 0..plan.levels {
        let mut first = Vec::new();
        let mut second = Vec::new();
        for file in 0..plan.files {
            let king = file == plan.king_file && level == 0;
            let corner = plan.castles && (file == 0 || file == plan.files - 1);
            let piece = match (king, corner) {
                (true, _) => 'K',
                (_, true) => pieces[0],
                _ => pieces
                    .choose(random)
                    .copied()
                    .filter(|_| random.random_bool(0.8))
                    .unwrap_or(' '),
            };
            if king && plan.king_leaps
                || Some(piece) == plan.leaping
                    && !holes.contains(&(file, 0))
                    && !holes.contains(&(file, plan.ranks - 1))
            {
                rights.push(letter(file).to_ascii_uppercase());
            }
            first.push(piece);
            second.push(if random.random_bool(0.8) { 'P' } else { ' ' });
        }
        let empty = vec![' '; plan.files as usize];
        let row = |rank: u8| -> String {
            let (squares, white) = match (rank, plan.ranks - 1 - rank) {
                (0, _) => (&first, true),
                (_, 0) => (&first, false),
                (1, _) => (&second, true),
                (_, 1) => (&second, false),
                _ => (&empty, true),
            };
            let square = |file: u8| match squares[file as usize] {
                _ if holes.contains(&(file, rank)) => '*',
                piece if white => piece,
                piece => piece.to_ascii_lowercase(),
            };
            let squares: Vec<char> = (0..plan.files).map(square).collect();
            let runs = squares.chunk_by(|a, b| a == b).map(|run| match run[0] {
                ' ' => run.len().to_string(),
                _ => run.iter().collect(),
            });
            runs.collect()
        };
        levels.push((0..plan.ranks).rev().map(row).collect::<Vec<_>>().join("/"));
    }
    let black = rights.to_ascii_lowercase();
    (levels.join("|"), rights + &black)
}

fn promotion(random: &mut ChaCha8Rng, pieces: &[char], files: u8) -> String {
    if random.random_bool(0.3) {
        let by_file: String = (0..files).filter_map(|_| pieces.choose(random)).collect();
        return format!("promotes-by-file = \"{by_file}\"\n");
    }
    let count = random.random_range(1..=pieces.len());
    let choice: String = pieces.choose_multiple(random, count).collect();
    format!("promotes-to = \"{choice}\"\n")
}

/// Returns castlings as in chess: the king moves two squares towards a corner, and the rook jumps over it.
fn castling(king_file: u8, files: u8) -> String {
    let king = letter(king_file);
    let mut text = String::new();
    for (name, corner, to, over) in [
        ('K', files - 1, king_file + 2, king_file + 1),
        ('Q', 0, king_file - 2, king_file - 1),
    ] {
        let (corner, to, over) = (letter(corner), letter(to), letter(over));
        let _ = write!(
            text,
            "[castling.{name}]\nking = [\"{king}1\", \"{to}1\"]\nrook = [\"{corner}1\", \"{over}1\"]\n"
        );
        let _ = writeln!(text, "short = {}", name == 'K');
    }
    text
}

/// Returns castlings whose length the player chooses: the king moves one square or more, up to the square next to the
/// corner, and the rook jumps over it.
fn castling_of_several_lengths(king_file: u8, files: u8) -> String {
    let mut text = String::new();
    let right: Vec<u8> = (king_file + 1..files - 1).collect();
    let left: Vec<u8> = (1..king_file).rev().collect();
    for (name, corner, goals, back) in [('K', files - 1, right, -1), ('Q', 0, left, 1)] {
        let list = |first: u8, others: &[u8]| {
            let all = [&[first], others].concat();
            let names: Vec<String> = all.iter().map(|file| format!("\"{}1\"", letter(*file))).collect();
            names.join(", ")
        };
        let beside: Vec<u8> = goals.iter().map(|goal| goal.wrapping_add_signed(back)).collect();
        let mut written = vec!["\"king\""; goals.len()];
        written[0] = "\"rook\"";
        let _ = write!(
            text,
            "[castling.{name}]\nking = [{}]\nrook = [{}]\nwritten = [{}]\nshort = {}\n",
            list(king_file, &goals),
            list(corner, &beside),
            written.join(", "),
            name == 'K'
        );
    }
    text
}
