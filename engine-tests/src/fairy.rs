//! Random variants in the format of Fairy-Stockfish's `variants.ini`, and the comparison of their translations with
//! Fairy-Stockfish's accounts of the variants, which `engine-tests/fairy.py` records.

use std::fmt::Write;
use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_formats::import::FairyGames;
use kurier_rules::position::Reason;
use kurier_rules::rules::{Definition, PromotesLeaving};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

/// Fairy-Stockfish's predefined piece types, each of which has its own key in `variants.ini`.
const KNOWN: &[&str] = &[
    "knight",
    "bishop",
    "rook",
    "queen",
    "fers",
    "alfil",
    "fersAlfil",
    "silver",
    "aiwok",
    "bers",
    "archbishop",
    "chancellor",
    "amazon",
    "knibis",
    "biskni",
    "kniroo",
    "rookni",
    "gold",
    "dragonHorse",
    "cannon",
    "soldier",
    "horse",
    "elephant",
    "janggiElephant",
    "banner",
    "wazir",
    "commoner",
    "centaur",
];

/// The Betza atoms, some with a range, of which random moves are composed.
const STRAIGHT: &[&str] = &["W", "D", "H", "R", "W2", "R3", "WW"];
const DIAGONAL: &[&str] = &["F", "A", "G", "B", "F2", "B4"];
const OBLIQUE: &[&str] = &["N", "C", "Z", "L", "J", "NN", "N2"];
const JOINED: &[&str] = &["K", "Q", "K2", "Q2"];

/// The Betza directions of random moves, including directions to one side only.
const OF_STRAIGHT: &[&str] = &["f", "b", "v", "s", "fb", "fs", "bs", "l", "r", "fr", "bl"];
const OF_DIAGONAL: &[&str] = &["f", "b", "l", "r", "fl", "br", "flbr"];
const OF_OBLIQUE: &[&str] = &[
    "f", "b", "v", "s", "fh", "bh", "fs", "bs", "ff", "lh", "rh", "l", "r", "fl", "rb", "hr", "hl",
];
const OF_JOINED: &[&str] = &["f", "b", "s", "v", "l", "r"];

/// Movements of pawns, none of which goes backward.
const PAWNS: &[&str] = &[
    "fmWfcF",
    "fmWfceFifmnD",
    "fmFfcW",
    "fmWfcN",
    "fW",
    "fmWfF",
    "fmWfcWfceFifmnD",
];

/// Returns the `variants.ini` section of a random variant. The section depends only on the seed.
pub fn invent(seed: u64) -> String {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let (files, ranks) = (random.random_range(5..=12u8), random.random_range(6..=10u8));
    let mut text = format!("[random-{seed}]\nmaxFile = {files}\nmaxRank = {ranks}\n");
    // Writing to a string cannot fail.
    let mut say = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    let mut letters: Vec<char> = "abcdefghijlmnoqrstuvwxyz".chars().collect();
    letters.shuffle(random);
    let mut pieces = Vec::new();
    let mut known = KNOWN.to_vec();
    known.shuffle(random);
    for number in 1..=random.random_range(2..=6u8) {
        let Some(letter) = letters.pop() else { break };
        pieces.push(letter);
        match known.pop().filter(|_| random.random_bool(0.4)) {
            Some(key) => say(key, &letter.to_string()),
            None => say(&format!("customPiece{number}"), &format!("{letter}:{}", moves(random))),
        }
    }
    match random.random_range(0..8) {
        0 => say("king", "k:KN"),
        1 => say("king", "k:KD"),
        _ => say("king", "k"),
    }
    let promotes_to: Vec<String> = pieces.iter().map(char::to_string).collect();
    let own_pawn = random.random_bool(0.6);
    if own_pawn {
        say("pawn", "p");
    } else {
        let pawn = PAWNS.choose(random).copied().unwrap_or("fmWfcF");
        say("customPiece9", &format!("p:{pawn}"));
        say("pawnTypes", "p");
    }
    say(
        "promotionPieceTypes",
        &promotes_to.join(if random.random_bool(0.5) { " " } else { "" }),
    );
    ends(random, &mut say);
    let deep = random.random_range(1..=3u8);
    let place = random.random_range(0..10);
    if place < 5 {
        say("mandatoryPawnPromotion", "false");
    }
    if place < 3 {
        say("immobilityIllegal", "true");
    }
    let zone = |first: u8, last: u8| {
        let ranks: Vec<String> = (first..=last).map(|rank| format!("*{rank}")).collect();
        ranks.join(" ")
    };
    let depth = if place < 6 { deep } else { 1 };
    let (mut white, mut black) = (zone(ranks + 1 - depth, ranks), zone(1, depth));
    if place % 4 == 0 {
        // Add one square on the rank before the zone. For Black, it is often on a different file.
        let (some, other) = (random.random_range(0..files), random.random_range(0..files));
        white = format!("{white} {}{}", letter(some), ranks - depth);
        black = format!("{black} {}{}", letter(other), depth + 1);
    }
    say("promotionRegionWhite", &white);
    say("promotionRegionBlack", &black);
    let pawn_rank = random.random_range(2..=3u8);
    match random.random_range(0..4) {
        0 => say("doubleStep", "false"),
        steps => {
            let last = pawn_rank + u8::from(steps == 1);
            say("doubleStepRegionWhite", &zone(pawn_rank, last));
            say("doubleStepRegionBlack", &zone(ranks + 1 - last, ranks + 1 - pawn_rank));
            if steps == 2 && own_pawn {
                say("tripleStepRegionWhite", &zone(pawn_rank, pawn_rank));
                say(
                    "tripleStepRegionBlack",
                    &zone(ranks + 1 - pawn_rank, ranks + 1 - pawn_rank),
                );
            }
        }
    }
    if random.random_bool(0.3) {
        say("enPassantRegion", "-");
    }
    let king = random.random_range(files / 3..=files / 2);
    let mut row: Vec<char> = (0..files)
        .map(|_| pieces.choose(random).copied().unwrap_or('.'))
        .collect();
    row[usize::from(king)] = 'k';
    let castles = files >= 8 && random.random_bool(0.5);
    if castles {
        let rook = pieces.choose(random).copied().unwrap_or('.');
        let (last, king) = (files - 1, king);
        row[0] = rook;
        row[usize::from(last)] = rook;
        say("castlingRookPieces", &rook.to_string());
        say("castlingKingFile", &letter(king).to_string());
        say(
            "castlingKingsideFile",
            &letter((king + random.random_range(2..=3)).min(last - 1)).to_string(),
        );
        say(
            "castlingQueensideFile",
            &letter(king.saturating_sub(2).max(1)).to_string(),
        );
    } else {
        say("castling", "false");
    }
    if random.random_bool(0.3) {
        let as_at_start = random.random_bool(0.4);
        let mut limit = |piece: &char| match as_at_start {
            true => row.iter().filter(|other| *other == piece).count(),
            false => random.random_range(0..=3),
        };
        let limits: Vec<String> = pieces.iter().map(|piece| format!("{piece}:{}", limit(piece))).collect();
        say("promotionLimit", &limits.join(" "));
    }
    let pieces: String = row.iter().collect();
    let gaps = |random: &mut ChaCha8Rng| -> String {
        (0..files)
            .map(|_| if random.random_bool(0.85) { 'p' } else { '1' })
            .collect()
    };
    let pawns = together(&gaps(random));
    let empty = files.to_string();
    let mut rows = vec![empty; usize::from(ranks)];
    let last = rows.len() - 1;
    rows[last] = pieces.to_ascii_uppercase();
    rows[0] = pieces;
    rows[last + 1 - usize::from(pawn_rank)] = pawns.to_ascii_uppercase();
    rows[usize::from(pawn_rank) - 1] = pawns;
    let rights = if castles { "KQkq" } else { "-" };
    say("startFen", &format!("{} w {rights} - 0 1", rows.join("/")));
    text
}

/// Adds random keys for the rules about the end of the game and for mandatory captures.
fn ends(random: &mut ChaCha8Rng, say: &mut impl FnMut(&str, &str)) {
    if random.random_bool(0.4) {
        say("stalemateValue", ["loss", "win"].choose(random).unwrap_or(&"loss"));
        say(
            "stalematePieceCount",
            if random.random_bool(0.3) { "true" } else { "false" },
        );
    }
    if random.random_bool(0.15) {
        say("mustCapture", "true");
    }
    if random.random_bool(0.3) {
        say("extinctionValue", "loss");
        say("extinctionPieceTypes", "*");
        say("extinctionPieceCount", "1");
        say(
            "extinctionOpponentPieceCount",
            ["0", "1", "2"].choose(random).unwrap_or(&"2"),
        );
        say(
            "extinctionClaim",
            if random.random_bool(0.5) { "true" } else { "false" },
        );
    }
    if random.random_bool(0.3) {
        say("nMoveRule", &random.random_range(10..=80).to_string());
    }
    if random.random_bool(0.3) {
        say("flagPiece", ["k", "p", "*"].choose(random).unwrap_or(&"k"));
        let regions = [("*5 *6", "*1 *2"), ("c4 d4 c5 d5", "c4 d4 c5 d5"), ("*6", "-")];
        let (white, black) = regions.choose(random).unwrap_or(&("*6", "-"));
        say("flagRegionWhite", white);
        say("flagRegionBlack", black);
    }
    for key in ["checking", "flyingGeneral", "perpetualCheckIllegal"] {
        if random.random_bool(0.15) {
            say(key, if key == "checking" { "false" } else { "true" });
        }
    }
    if random.random_bool(0.2) {
        say("checkmateValue", ["win", "draw"].choose(random).unwrap_or(&"win"));
    }
    if random.random_bool(0.2) {
        say("nFoldRule", ["2", "4", "0"].choose(random).unwrap_or(&"2"));
        say("nFoldValue", ["loss", "win"].choose(random).unwrap_or(&"loss"));
    }
    if random.random_bool(0.15) {
        say("connectN", "4");
        say("connectDiagonal", "false");
    }
}

/// Returns a random move of one to three Betza terms.
fn moves(random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    for _ in 0..random.random_range(1..=3) {
        text += ["", "", "m", "c"].choose(random).unwrap_or(&"");
        let (atoms, directions) = *[
            (STRAIGHT, OF_STRAIGHT),
            (DIAGONAL, OF_DIAGONAL),
            (OBLIQUE, OF_OBLIQUE),
            (JOINED, OF_JOINED),
        ]
        .choose(random)
        .unwrap_or(&(STRAIGHT, OF_STRAIGHT));
        if random.random_bool(0.4) {
            text += directions.choose(random).unwrap_or(&"");
        }
        let atom = match random.random_range(0..8) {
            0 => ["nD", "nA", "nN", "nZ"].choose(random),
            1 => ["pR", "pB", "pQ", "gR", "gB", "gQ", "pR3"].choose(random),
            _ => atoms.choose(random),
        };
        text += atom.unwrap_or(&"W");
    }
    text
}

fn letter(file: u8) -> char {
    char::from(b'a' + file)
}

/// Returns a rank of a FEN, with runs of empty squares replaced by their lengths.
fn together(row: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for letter in row.chars().chain(['/']) {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(letter);
    }
    text.pop();
    text
}

/// A move limit of at least this many moves means that the game has no limit.
const NO_LIMIT: u16 = 10_000;

/// A recording of how Fairy-Stockfish plays a variant: perft counts, the move limit and a random game.
#[derive(Deserialize, Debug)]
pub struct Account {
    /// The name of the variant's section in `variants.ini`.
    pub name: String,
    /// The perft counts of the start position, by depth, starting with depth 1.
    pub perft: Vec<u64>,
    /// The number of plies without a capture or pawn move after which the game is drawn; `None` if there is no limit.
    pub limit: Option<u16>,
    /// The moves of a random game.
    pub moves: Vec<String>,
    /// The CRC-32 of the sorted legal moves, separated by spaces, before each move and after the last move.
    pub legal: Vec<u32>,
    /// The limit and the current value of the move count of an endgame, separated by a space, before each move and
    /// after the last move; `None` while no count is running. The list is empty if there is never a count.
    #[serde(default)]
    pub counts: Vec<Option<String>>,
    /// The result of the random game, `1-0`, `0-1` or `1/2-1/2`; `None` if the game was not played to its end.
    pub result: Option<String>,
}

/// Returns the translation of a variant, or the reason why it cannot be translated.
pub fn translated(games: &FairyGames, name: &str) -> Result<Arc<Definition>, String> {
    let text = games.translate(name).ok_or("no such game")?;
    let text = text.map_err(|errors| errors.iter().map(|error| format!("{error}\n")).collect::<String>())?;
    let definition = Definition::parse(&text, name).map_err(|error| error.to_string())?;
    Ok(Arc::new(definition))
}

/// Returns the legal turns in alphabetical order, separated by spaces, as Fairy-Stockfish writes them: a promotion by
/// `promotedPieceType` has a `+` if the piece is not a pawn or if `pawns_too` is set.
fn spelled(board: &Board, pawns_too: bool) -> String {
    let definition = board.definition();
    let turns = board.turns().into_iter().map(|turn| {
        let text = board.spell(&turn);
        let moved = board.piece_at(turn.from()).map(|piece| piece.piece_type);
        let Some(piece_type) = turn.promotion().and(moved) else {
            return text;
        };
        let piece = definition.piece(piece_type);
        // The move with which a promoted piece turns back into its original type is written with `-`.
        let sign = if definition.held_as(piece_type) == piece_type {
            '+'
        } else {
            '-'
        };
        match piece.promotes_leaving == PromotesLeaving::Always && !piece.pawn || pawns_too && piece.pawn {
            true => format!("{}{sign}", &text[..text.len() - 1]),
            false => text,
        }
    });
    let mut turns: Vec<String> = turns.collect();
    turns.sort_unstable();
    turns.join(" ")
}

/// Returns the game without its ban on drops that give mate, or `None` if it has no such ban. Fairy-Stockfish allows
/// such drops but counts them as a loss.
fn with_mating_drops(definition: &Definition) -> Option<Arc<Definition>> {
    let mut lenient = definition.clone();
    let banned = lenient
        .rules
        .pieces
        .iter_mut()
        .filter(|piece| piece.drops.mate_forbidden);
    let count = banned.map(|piece| piece.drops.mate_forbidden = false).count();
    (count > 0).then(|| Arc::new(lenient))
}

/// Compares a translated variant with Fairy-Stockfish's account of the variant. Returns the number of compared
/// positions.
///
/// # Panics
/// Panics if the translation and the account differ.
pub fn compare(definition: &Arc<Definition>, account: &Account) -> usize {
    let mut board = Board::new(definition);
    let lenient = with_mating_drops(definition);
    let name = &account.name;
    let limit = definition.ends.move_limit;
    assert_eq!(
        (limit < NO_LIMIT).then_some(2 * limit),
        account.limit,
        "{name}: the move limit"
    );
    for (depth, count) in (1..).zip(&account.perft) {
        assert_eq!(board.perft(depth, 1).nodes, *count, "{name}: perft {depth}");
    }
    for (ply, legal) in account.legal.iter().enumerate() {
        let outcome = board.outcome();
        let goes_on = ply < account.moves.len();
        match outcome.map(|outcome| (outcome.winner, outcome.reason)) {
            // Kurier declares a draw by insufficient material at once, but Fairy-Stockfish continues the game.
            Some((None, Reason::BareKings | Reason::InsufficientMaterial)) if goes_on => return ply,
            Some(end) if goes_on => panic!("{name}: {end:?} at {}", board.fen()),
            _ => {}
        }
        let count = board.count().map(|(count, limit)| format!("{limit} {count}"));
        let theirs = account.counts.get(ply).cloned().flatten();
        assert_eq!(count, theirs, "{name}: the count at {}", board.fen());
        // Fairy-Stockfish lists no moves once a game is won, except if repetition or the move limit decides the game,
        // because there it expects the players to claim the win.
        let claimed = |reason: Reason| reason.is_repetition() || reason == Reason::MoveLimit;
        let won = outcome.is_some_and(|outcome| outcome.winner.is_some() && !claimed(outcome.reason));
        let list = if won { String::new() } else { spelled(&board, false) };
        let fen = board.fen();
        let with_mates = || {
            let mut board = Board::new(lenient.as_ref().filter(|_| !won)?);
            board.set_up(Some(&fen)).expect("a position of the game");
            Some(spelled(&board, false))
        };
        let is_theirs = |list: &str| crc32fast::hash(list.as_bytes()) == *legal;
        let played = account.moves[..ply].join(" ");
        assert!(
            is_theirs(&list)
                || !won && is_theirs(&spelled(&board, true))
                || with_mates().is_some_and(|list| is_theirs(&list)),
            "{name} after `{played}`, {}: {list}",
            board.fen()
        );
        if let Some(text) = account.moves.get(ply) {
            // The game ends with a drop that mates, which is illegal here.
            if !list.contains(text.as_str()) && with_mates().is_some_and(|list| list.contains(text.as_str())) {
                return ply;
            }
            let turn = board
                .parse(text)
                .unwrap_or_else(|error| panic!("{name} after `{played}`: {error}"));
            board
                .play(&turn)
                .unwrap_or_else(|error| panic!("{name} after `{played}`: {error}"));
        }
    }
    if let Some(result) = &account.result {
        let found = board.outcome().map(|outcome| outcome.result());
        assert_eq!(found, Some(result.as_str()), "{name}: the end of {}", board.fen());
    }
    account.legal.len()
}
