//! The piece types of Fairy-Stockfish. Settings refer to them by letter; a list of letters keeps its piece types even
//! if a later setting gives the letters to others.

/// A piece type, as its index in Fairy-Stockfish's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Kind(u8);

/// The key, the name and the moves (in Fairy-Stockfish's Betza notation) of every piece type except the king and the
/// custom pieces. The last [`FORMER`] exist only in earlier versions of Fairy-Stockfish.
const KNOWN: [(&str, &str, &str); 40] = [
    ("pawn", "Pawn", "fmWfceF"),
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
    ("immobile", "Immobile", ""),
    ("cannon", "Cannon", "mRcpR"),
    ("janggiCannon", "Janggi Cannon", "pR"),
    ("soldier", "Soldier", "fsW"),
    ("horse", "Horse", "nN"),
    ("elephant", "Elephant", "nA"),
    ("janggiElephant", "Janggi Elephant", "nZ"),
    ("banner", "Banner", "RcpRnN"),
    ("wazir", "Wazir", "W"),
    ("commoner", "Commoner", "K"),
    ("centaur", "Centaur", "KN"),
    ("grasshopper", "Grasshopper", "gQ"),
    ("nightrider", "Nightrider", "NN"),
    ("dragon", "Dragon", "RF"),
    ("euroShogiKnight", "Euroshogi Knight", "fNsW"),
];

/// The number of piece types that Fairy-Stockfish no longer has.
const FORMER: usize = 4;

/// Returns the key of the piece type with these moves, written as in Fairy-Stockfish; `None` if there is no such type.
pub(crate) fn key_of_moves(betza: &str) -> Option<&'static str> {
    let known = KNOWN.iter().take(KNOWN.len() - FORMER).find(|(.., own)| *own == betza);
    known.map(|(key, ..)| *key)
}

impl Kind {
    pub const PAWN: Self = Self(0);
    pub const BISHOP: Self = Self(2);
    pub const ROOK: Self = Self(3);
    pub const JANGGI_CANNON: Self = Self(27);
    pub const SOLDIER: Self = Self(28);
    pub const HORSE: Self = Self(29);
    pub const JANGGI_ELEPHANT: Self = Self(31);
    pub const WAZIR: Self = Self(33);
    pub const SHOGI_PAWN: Self = Self(18);
    pub const KING: Self = Self(u8::MAX);

    /// The index before the first custom piece. The file defines the moves of custom pieces.
    const CUSTOM: u8 = 100;
    /// The number of custom pieces.
    const CUSTOMS: u8 = 25;

    /// Returns the piece type that a key such as `knight` or `customPiece1` defines; `None` for other keys.
    pub fn of_key(key: &str) -> Option<Self> {
        if let Some(number) = key.strip_prefix("customPiece") {
            let number = number
                .parse()
                .ok()
                .filter(|number| (1..=Self::CUSTOMS).contains(number))?;
            return Some(Self(Self::CUSTOM + number));
        }
        if key == "king" {
            return Some(Self::KING);
        }
        let place = (0..).zip(KNOWN).find(|(_, (own, ..))| *own == key)?.0;
        Some(Self(place))
    }

    /// Returns whether the file defines the moves of the piece type.
    pub fn is_custom(self) -> bool {
        (Self::CUSTOM..u8::MAX).contains(&self.0)
    }

    /// Returns the default moves in Fairy-Stockfish's Betza notation; empty for custom pieces.
    fn betza(self) -> &'static str {
        let known = KNOWN.get(usize::from(self.0)).map(|(.., betza)| *betza);
        known.unwrap_or(if self == Self::KING { "K" } else { "" })
    }
}

/// A piece type of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    /// The letter in upper case.
    pub letter: char,
    /// The moves in Fairy-Stockfish's Betza notation.
    pub betza: String,
}

impl Piece {
    /// Creates a piece type. `betza` is the notation for its moves; `None` means the default moves of `kind`.
    pub fn new(kind: Kind, letter: char, betza: Option<&str>) -> Self {
        Self {
            kind,
            letter: letter.to_ascii_uppercase(),
            betza: betza.unwrap_or(kind.betza()).to_owned(),
        }
    }

    /// Returns the English name.
    pub fn name(&self) -> String {
        match KNOWN.get(usize::from(self.kind.0)) {
            Some((_, name, _)) => (*name).to_owned(),
            None if self.kind == Kind::KING => "King".to_owned(),
            None => format!("Piece {}", self.letter),
        }
    }
}
