//! Random definition files. Tests compare the engine with the reference in the random variants too, because the random
//! variants use more rules than the built-in variants.

mod blast;
mod board;
mod castling;
mod doubles;
mod gating;
mod goals;
mod hand;
mod janggi;
mod passing;
mod prelude;
mod promotion;
mod royals;
mod sides;
mod standing;
mod starts;
mod succession;

use std::fmt::Write;

pub use blast::with_blast;
use board::{Board, rectangle};
use castling::{castling, castling_of_several_lengths};
pub use doubles::with_doubles;
pub use gating::with_gating;
use goals::goals;
pub use hand::{with_hand, with_kings_in_hand, with_promoted_drops};
pub use janggi::with_janggi;
pub use passing::with_passing;
pub use prelude::with_prelude;
use promotion::{place_of_promotion, promotion};
pub use royals::with_royals_together;
pub use sides::with_sides;
pub use standing::with_standing;
pub use starts::with_starts;
pub use succession::with_successors;

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
        if flat {
            text += &place_of_promotion(random, files, ranks, &holes);
        }
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
    let chained = mandatory && random.random_bool(0.6);
    let _ = writeln!(text, "[captures]\nmandatory = {mandatory}\nchained = {chained}");
    let words = random.random_bool(0.5);
    if words {
        let word = |random: &mut ChaCha8Rng| {
            if random.random_bool(0.3) {
                "forbidden"
            } else {
                "allowed"
            }
        };
        let (checks, facing) = (word(random), if flat { word(random) } else { "allowed" });
        let checks = if chained { "allowed" } else { checks };
        let _ = writeln!(text, "[kings]\nchecks = \"{checks}\"\nfacing = \"{facing}\"");
        if facing == "forbidden" && random.random_bool(0.5) {
            let _ = writeln!(text, "facing-on = [\"files\", \"diagonals\"]");
        }
    }
    let stalemates: &[&str] = match words {
        true => &["draw", "loss", "win", "fewer-pieces-win", "more-pieces-win"],
        false => &["draw", "loss"],
    };
    let stalemate = stalemates.choose(random).unwrap_or(&"draw");
    let bare_king = ["plays-on", "loses", "loses-unless-answered"]
        .choose(random)
        .unwrap_or(&"loses");
    let _ = writeln!(
        text,
        "[ends]\nstalemate = \"{stalemate}\"\nbare-king = \"{bare_king}\"\nmove-limit = 30"
    );
    if words && flat && !chained {
        text += &goals(random, &pieces, files, ranks);
    }
    text += "[xboard]\nplayable = false\n";
    text
}

/// Returns the definition file of a random variant with goals in which a side does not have exactly one king: it has no
/// royal piece, two kings, or kings of which only the last is royal.
pub fn without_kings(seed: u64) -> String {
    let text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let goal = "extinct = [{ pieces = \"*\", at-most = 1 }]";
    let royal = match random.random_range(0..3) {
        0 => "",
        1 => ", royal = true",
        _ => ", royal = true, royal-up-to = 1",
    };
    let plain: Vec<String> = text
        .lines()
        .map(|line| match line {
            line if line.starts_with("chained") => "chained = false".into(),
            line if line.starts_with("bare-king") || line.starts_with("extinct") || line.starts_with("facing") => {
                String::new()
            }
            "[ends]" => format!("[ends]\n{goal}"),
            line if line.starts_with("K = ") => line.replacen(", royal = true", royal, 1),
            // Give each side a second king in place of another piece.
            line if line.starts_with("start") && !royal.is_empty() => twice(line),
            line => line.into(),
        })
        .collect();
    plain.join("\n") + "\n"
}

/// Returns the definition file of a random variant in which pawns may be promoted to kings. Kings are royal either
/// always or only while a side has few of them.
pub fn with_royal_promotions(seed: u64) -> String {
    let text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let royal = [
        ", royal = true",
        ", royal = true, royal-up-to = 1",
        ", royal = true, royal-up-to = 2",
    ]
    .choose(random)
    .unwrap_or(&"");
    let changed: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with("facing") && !line.starts_with("promotes-to-lost"))
        .map(|line| match line {
            line if line.starts_with("chained") => "chained = false".into(),
            line if line.starts_with("bare-king") => String::new(),
            line if line.starts_with("K = ") => line.replacen(", royal = true", royal, 1),
            line => line.replacen("promotes-to = \"", "promotes-to = \"K", 1),
        })
        .collect();
    changed.join("\n") + "\n"
}

/// Returns the definition file of a random variant in which regions of the board restrict the moves of some pieces.
pub fn with_regions(seed: u64) -> String {
    let text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let Some(board) = Board::of(&text) else {
        return text;
    };
    // In a variant with castling, pieces that castle must not be confined to a region, and kings must not be able to
    // make the leap of a castling king by an ordinary move.
    let castles = text.contains("[castling");
    let mut lines = Vec::new();
    for line in text.lines() {
        let king = line.starts_with("K = ");
        if line == "pawn = true" {
            let keys = region_keys(random, &["sW", "fF", "bF", "cfW"], &board, true);
            lines.push(format!("{line}\n{}", keys.join("\n")));
        } else if let Some(start) = line.strip_suffix(" }").filter(|line| line.contains("move = ")) {
            let terms: &[&str] = match (king, castles) {
                (true, true) => &["mN", "cA", "F"],
                (true, false) => &["D", "mN", "cA", "F"],
                (false, _) => FLAT,
            };
            let keys = region_keys(random, terms, &board, !castles);
            let keys: String = keys.iter().map(|key| format!(", {key}")).collect();
            lines.push(format!("{start}{keys} }}"));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// Returns keys that restrict the moves of a piece to regions; often none. Moves that are possible only in a region are
/// chosen from `terms`.
fn region_keys(random: &mut ChaCha8Rng, terms: &[&str], board: &Board<'_>, stays: bool) -> Vec<String> {
    let mut keys = Vec::new();
    if stays && random.random_bool(0.3) {
        keys.push(format!("stays-in = [{}]", rectangle(random, board)));
        if random.random_bool(0.3) {
            keys.push(format!("stays-in-black = [{}]", rectangle(random, board)));
        }
    }
    if random.random_bool(0.4) {
        let parts: Vec<String> = (0..random.random_range(1..=2))
            .map(|_| {
                let squares = rectangle(random, board);
                let black = match random.random_range(0..4) {
                    0 => ", squares-black = []".to_owned(),
                    1 => format!(", squares-black = [{}]", rectangle(random, board)),
                    _ => String::new(),
                };
                let (movement, inside) = (terms.choose(random).unwrap_or(&"W"), random.random_bool(0.5));
                format!("{{ squares = [{squares}]{black}, move = \"{movement}\", inside = {inside} }}")
            })
            .collect();
        keys.push(format!("moves-in = [{}]", parts.join(", ")));
    }
    keys
}

/// Replaces another piece of each side with a king. `line` is the line of a definition that contains the start
/// position.
fn twice(line: &str) -> String {
    let Some((before, board)) = line.split_once('"') else {
        return line.into();
    };
    let (board, rest) = board.split_once(' ').unwrap_or((board, ""));
    let king = |board: String, king: char, others: fn(&char) -> bool| match board.chars().position(|c| others(&c)) {
        Some(place) => board
            .chars()
            .enumerate()
            .map(|(at, c)| if at == place { king } else { c })
            .collect(),
        None => board,
    };
    let board = king(board.to_owned(), 'K', |c| c.is_ascii_uppercase() && !"KP".contains(*c));
    let board = king(board, 'k', |c| c.is_ascii_lowercase() && !"kp".contains(*c));
    format!("{before}\"{board} {rest}")
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
