//! The piece types of Fairy-Stockfish. A list of pieces means piece types, whatever their letters become later.

/// A piece type, by its place in the other program's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Kind(u8);

/// The keys of the piece types but the king and those a file makes up, what they are called here, and how they move. The
/// last ones are known to earlier versions only.
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

impl Kind {
    pub const PAWN: Self = Self(0);
    pub const ROOK: Self = Self(3);
    pub const JANGGI_CANNON: Self = Self(27);
    pub const SOLDIER: Self = Self(28);
    pub const KING: Self = Self(u8::MAX);

    /// The first of those that a file makes up.
    const CUSTOM: u8 = 100;
    const CUSTOMS: u8 = 25;

    /// Returns the piece type that a key is about.
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

    /// Returns whether the moves come from the file.
    pub fn is_custom(self) -> bool {
        (Self::CUSTOM..u8::MAX).contains(&self.0)
    }

    /// Returns how it moves by default, as the other program writes it.
    fn betza(self) -> &'static str {
        let known = KNOWN.get(usize::from(self.0)).map(|(.., betza)| *betza);
        known.unwrap_or(if self == Self::KING { "K" } else { "" })
    }
}

/// A piece type of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    /// A capital.
    pub letter: char,
    /// As the other program writes it.
    pub betza: String,
}

impl Piece {
    /// `betza` if its moves are those of the file.
    pub fn new(kind: Kind, letter: char, betza: Option<&str>) -> Self {
        Self {
            kind,
            letter: letter.to_ascii_uppercase(),
            betza: betza.unwrap_or(kind.betza()).to_owned(),
        }
    }

    /// Returns the name, for people.
    pub fn name(&self) -> String {
        match KNOWN.get(usize::from(self.kind.0)) {
            Some((_, name, _)) => (*name).to_owned(),
            None if self.kind == Kind::KING => "King".to_owned(),
            None => format!("Piece {}", self.letter),
        }
    }
}
