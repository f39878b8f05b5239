//! The keys that have a counterpart here, and what they say.

use crate::outside::shown;

/// The pieces that have a key of their own, and how they move.
const PIECES: [(&str, &str, &str); 33] = [
    ("pawn", "Pawn", "fmWfceFifmnD"),
    ("knight", "Knight", "N"),
    ("bishop", "Bishop", "B"),
    ("rook", "Rook", "R"),
    ("queen", "Queen", "Q"),
    ("fers", "Ferz", "F"),
    ("alfil", "Alfil", "A"),
    ("fersAlfil", "Ferz-Alfil", "FA"),
    ("silver", "Silver", "FfW"),
    ("aiwok", "Aiwok", "RNF"),
    ("bers", "Dragon King", "RF"),
    ("archbishop", "Archbishop", "BN"),
    ("chancellor", "Chancellor", "RN"),
    ("amazon", "Amazon", "QN"),
    ("knibis", "Knibis", "mNcB"),
    ("biskni", "Biskni", "mBcN"),
    ("kniroo", "Kniroo", "mNcR"),
    ("rookni", "Rookni", "mRcN"),
    ("shogiPawn", "Shogi Pawn", "fW"),
    ("lance", "Lance", "fR"),
    ("shogiKnight", "Shogi Knight", "fN"),
    ("gold", "Gold", "WfF"),
    ("dragonHorse", "Dragon Horse", "BW"),
    ("clobber", "Clobber", "cW"),
    ("breakthrough", "Breakthrough Pawn", "fmWfF"),
    ("cannon", "Cannon", "mRcpR"),
    ("horse", "Horse", "nN"),
    ("elephant", "Elephant", "nA"),
    ("banner", "Banner", "RcpRnN"),
    ("wazir", "Wazir", "W"),
    ("commoner", "Commoner", "K"),
    ("centaur", "Centaur", "KN"),
    ("king", "King", "K"),
];

/// Keys about looks, or about how strong the other program plays.
const IGNORED: [&str; 6] = [
    "variantTemplate",
    "pieceToCharTable",
    "nnueAlias",
    "pieceValueMg",
    "pieceValueEg",
    "endgameEval",
];

/// Keys of rules that are off unless switched on.
const OFF: [&str; 21] = [
    "chess960",
    "twoBoards",
    "pieceDrops",
    "capturesToHand",
    "blastOnCapture",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "sittuyinPromotion",
    "oppositeCastling",
    "castlingDroppedPiece",
    "gating",
    "seirawanGating",
    "cambodianMoves",
    "makpongRule",
    "flyingGeneral",
    "perpetualCheckIllegal",
    "moveRepetitionIllegal",
    "bikjangRule",
    "extinctionPseudoRoyal",
    "checkCounting",
    "dropLoop",
];

/// A piece type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// The key that it was given by.
    pub key: String,
    pub name: String,
    /// A capital.
    pub letter: char,
    /// As Fairy-Stockfish writes it.
    pub betza: String,
}

/// A player with so few pieces of some types loses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Extinction {
    /// Whether the rule is on.
    pub loses: bool,
    /// Whether the opponent must have the move to claim it, so that there is time for an answer.
    pub claimed: bool,
    /// `*` is all of them together, the king included.
    pub piece_types: String,
    pub pieces: u8,
    /// So many pieces the opponent must still have.
    pub opponents_pieces: u8,
}

impl Extinction {
    /// What it means for a bare king: the word for it in our files, or none if the rule is off.
    ///
    /// # Errors
    /// If the rule is about something else.
    pub fn bare_king(&self) -> Result<Option<&'static str>, String> {
        match (
            self.loses,
            self.piece_types.as_str(),
            self.pieces,
            self.opponents_pieces,
        ) {
            (false, ..) => Ok(None),
            (true, "*", 1, 2) if self.claimed => Ok(Some("loses-unless-answered")),
            (true, "*", 1, 2) => Ok(Some("loses")),
            _ => Err(
                "of the rules of extinction only that of the bare king is supported: `extinctionPieceTypes = *`, \
                      `extinctionPieceCount = 1`, `extinctionOpponentPieceCount = 2`"
                    .into(),
            ),
        }
    }
}

/// What is known of a game; what is not set is as in chess.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub pieces: Vec<Piece>,
    pub files: u8,
    pub ranks: u8,
    pub start: String,
    /// Letters; none for pawns that are not promoted.
    pub promotes_to: String,
    /// Letters of the piece types that are promoted.
    pub pawns: String,
    /// By colour: the ranks of promotion, from 1.
    pub promotion_ranks: [Vec<u8>; 2],
    pub promotion_limits: Vec<(char, u32)>,
    pub mandatory_promotion: bool,
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub double_step_ranks: [Vec<u8>; 2],
    pub triple_step_ranks: [Vec<u8>; 2],
    pub castling: bool,
    /// Files of the king's arrival, from 0: king's side and queen's side.
    pub castling_files: [u8; 2],
    pub castling_rank: u8,
    pub castling_rooks: String,
    pub must_capture: bool,
    pub stalemate_loses: bool,
    pub extinction: Extinction,
    pub move_limit: u16,
}

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            pieces: Vec::new(),
            files: 8,
            ranks: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            promotes_to: "QRBN".into(),
            pawns: "P".into(),
            promotion_ranks: [vec![8], vec![1]],
            promotion_limits: Vec::new(),
            mandatory_promotion: true,
            immobility_illegal: false,
            double_step: true,
            double_step_ranks: [vec![2], vec![7]],
            triple_step_ranks: [Vec::new(), Vec::new()],
            castling: true,
            castling_files: [6, 2],
            castling_rank: 1,
            castling_rooks: "R".into(),
            must_capture: false,
            stalemate_loses: false,
            extinction: Extinction::default(),
            move_limit: 50,
        };
        for (key, letter) in [
            ("pawn", 'P'),
            ("knight", 'N'),
            ("bishop", 'B'),
            ("rook", 'R'),
            ("queen", 'Q'),
            ("king", 'K'),
        ] {
            settings.put(key, letter, None);
        }
        settings
    }
}

impl Settings {
    /// Takes one setting.
    ///
    /// # Errors
    /// Why it is not supported.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let custom = key.strip_prefix("customPiece").is_some_and(|n| n.parse::<u8>().is_ok());
        if custom || PIECES.iter().any(|(own, ..)| *own == key) {
            return self.piece(key, value);
        }
        match key {
            "maxFile" => self.files = file(value)? + 1,
            "maxRank" => self.ranks = number(value)?,
            "startFen" => self.start = value.replace("[]", ""),
            "promotionPieceTypes" => self.promotes_to = letters(value)?,
            "promotionPawnTypes" | "pawnTypes" => self.pawns = letters(value)?,
            "promotionRegionWhite" => self.promotion_ranks[0] = ranks(value)?,
            "promotionRegionBlack" => self.promotion_ranks[1] = ranks(value)?,
            "promotionLimit" => self.promotion_limits = limits(value)?,
            "mandatoryPawnPromotion" => self.mandatory_promotion = flag(value)?,
            "immobilityIllegal" => self.immobility_illegal = flag(value)?,
            "doubleStep" => self.double_step = flag(value)?,
            "doubleStepRegionWhite" => self.double_step_ranks[0] = ranks(value)?,
            "doubleStepRegionBlack" => self.double_step_ranks[1] = ranks(value)?,
            "tripleStepRegionWhite" => self.triple_step_ranks[0] = ranks(value)?,
            "tripleStepRegionBlack" => self.triple_step_ranks[1] = ranks(value)?,
            "castling" => self.castling = flag(value)?,
            "castlingKingsideFile" => self.castling_files[0] = file(value)?,
            "castlingQueensideFile" => self.castling_files[1] = file(value)?,
            "castlingRank" => self.castling_rank = number(value)?,
            "castlingRookPieces" => self.castling_rooks = letters(value)?,
            "mustCapture" => self.must_capture = flag(value)?,
            "stalemateValue" => {
                self.stalemate_loses = match value {
                    "draw" => false,
                    "loss" => true,
                    _ => return Err(unsupported(key, value)),
                }
            }
            "extinctionValue" => {
                self.extinction.loses = match value {
                    "none" => false,
                    "loss" => true,
                    _ => return Err(unsupported(key, value)),
                }
            }
            "extinctionClaim" => self.extinction.claimed = flag(value)?,
            "extinctionPieceTypes" => self.extinction.piece_types = value.to_owned(),
            "extinctionPieceCount" => self.extinction.pieces = number(value)?,
            "extinctionOpponentPieceCount" => self.extinction.opponents_pieces = number(value)?,
            // Nought is no limit.
            "nMoveRule" => {
                self.move_limit = match value.parse() {
                    Ok(0) => 10_000,
                    Ok(limit @ 1..=10_000) => limit,
                    _ => return Err(unsupported(key, value)),
                }
            }
            "nFoldRule" if value == "3" => {}
            "nFoldValue" if value == "draw" => {}
            _ if IGNORED.contains(&key) => {}
            _ if OFF.contains(&key) && value == "false" => {}
            _ => return Err(unsupported(key, value)),
        }
        Ok(())
    }

    /// `rook = r`, `rook = -`, `customPiece1 = a:NB`.
    fn piece(&mut self, key: &str, value: &str) -> Result<(), String> {
        let (letter, betza) = match value.split_once(':') {
            Some((letter, betza)) => (letter.trim(), Some(betza.trim())),
            None => (value, None),
        };
        // A second letter is a synonym.
        let mut letters = letter.chars();
        match letters.next() {
            Some('-') => {
                self.pieces.retain(|piece| piece.key != key);
                Ok(())
            }
            Some(letter) if letter.is_ascii_alphabetic() => {
                if betza.is_none() && key.starts_with("customPiece") {
                    return Err(format!(
                        "expected a letter and its moves, like `a:NB`, found `{}`",
                        shown(value)
                    ));
                }
                self.put(key, letter.to_ascii_uppercase(), betza);
                Ok(())
            }
            _ => Err(format!("expected the letter of a piece, found `{}`", shown(value))),
        }
    }

    fn put(&mut self, key: &str, letter: char, betza: Option<&str>) {
        let known = PIECES.iter().find(|(own, ..)| *own == key);
        let piece = Piece {
            key: key.to_owned(),
            name: known.map_or_else(|| format!("Piece {letter}"), |(_, name, _)| (*name).to_owned()),
            letter,
            betza: betza.or(known.map(|(.., betza)| *betza)).unwrap_or_default().to_owned(),
        };
        // A letter is one piece, a piece has one letter: who comes later counts.
        let place = self.pieces.iter().position(|other| other.key == key);
        self.pieces.retain(|other| other.letter != letter || other.key == key);
        match place.filter(|place| self.pieces.get(*place).is_some_and(|other| other.key == key)) {
            Some(place) => self.pieces[place] = piece,
            None => {
                self.pieces.retain(|other| other.key != key);
                self.pieces.push(piece);
            }
        }
    }
}

fn unsupported(key: &str, value: &str) -> String {
    format!("`{} = {}` is not supported", shown(key), shown(value))
}

fn flag(value: &str) -> Result<bool, String> {
    value
        .parse()
        .map_err(|_| format!("expected `true` or `false`, found `{}`", shown(value)))
}

fn number(value: &str) -> Result<u8, String> {
    value
        .parse()
        .map_err(|_| format!("expected a number, found `{}`", shown(value)))
}

/// A file by letter or number, from 0.
fn file(value: &str) -> Result<u8, String> {
    match (value.as_bytes(), value.parse::<u8>()) {
        ([letter @ b'a'..=b'z'], _) => Ok(letter - b'a'),
        (_, Ok(number @ 1..=26)) => Ok(number - 1),
        _ => Err(format!("expected a file, found `{}`", shown(value))),
    }
}

/// Capitals; none for `-`.
fn letters(value: &str) -> Result<String, String> {
    match value.chars().find(|letter| !letter.is_ascii_alphabetic()) {
        _ if value == "-" => Ok(String::new()),
        None => Ok(value.to_ascii_uppercase()),
        Some(other) => Err(format!("expected letters of pieces, found `{other}`")),
    }
}

/// Whole ranks: `*7 *8`.
fn ranks(value: &str) -> Result<Vec<u8>, String> {
    let mut ranks = Vec::new();
    for word in value.split_whitespace().filter(|word| *word != "-") {
        let rank = word.strip_prefix('*').and_then(|rank| rank.parse().ok());
        ranks.push(rank.ok_or_else(|| format!("expected whole ranks, like `*7 *8`, found `{}`", shown(word)))?);
    }
    ranks.sort_unstable();
    ranks.dedup();
    Ok(ranks)
}

/// `q:1 r:2`.
fn limits(value: &str) -> Result<Vec<(char, u32)>, String> {
    let limit = |word: &str| {
        let (letter, number) = word.split_once(':')?;
        let letter = letter.chars().next().filter(char::is_ascii_alphabetic)?;
        Some((letter.to_ascii_uppercase(), number.parse().ok()?))
    };
    value
        .split_whitespace()
        .map(|word| {
            limit(word).ok_or_else(|| format!("expected numbers of pieces, like `q:1 r:2`, found `{}`", shown(word)))
        })
        .collect()
}
