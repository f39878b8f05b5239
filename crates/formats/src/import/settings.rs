//! The settings of a game.

use super::counting::CountingRule;
use super::drops::Drops;
use super::error::SettingError;
use super::ini::Setting;
use super::janggi::MaterialCounting;
use super::keys::{KEYS, Meaning, region_of_piece};
use super::pieces::{Kind, Piece};
use super::values::Region;
use kurier_rules::rules::Color;

/// A value for each colour, White's first.
pub(super) type ByColor<T> = [T; 2];

/// A setting that cannot be translated.
#[derive(Debug)]
pub(super) struct Refusal {
    pub key: String,
    /// The number of the setting's line in its file, counted from 1.
    pub line: usize,
    pub error: SettingError,
}

/// Returns whether a section gives a value to a key, or to another key of the same piece type.
pub(super) fn gives(section: &[Setting], key: &str) -> bool {
    let kind = Kind::of_key(key);
    let mut given = section.iter().filter(|setting| !setting.value.is_empty());
    given.any(|setting| setting.key == key || kind.is_some() && Kind::of_key(&setting.key) == kind)
}

/// The extinction rule: what becomes of a player who has too few pieces of some types.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Extinction {
    /// The result for the player; `None` if the rule is not in force.
    pub result: Option<&'static str>,
    /// Whether the rule applies only when the opponent is to move, so that the player has one move to reply.
    pub claimed: bool,
    /// Whether the pieces must not be left attacked while there are so few that the loss of one would end the game.
    pub pseudo_royal: bool,
    /// Whether all pieces are counted together, including the king.
    pub all: bool,
    /// The piece types that are counted if `all` is false.
    pub piece_types: Vec<Kind>,
    /// The largest number of pieces with which the rule applies.
    pub pieces: u8,
    /// The smallest number of pieces that the opponent must have.
    pub opponents_pieces: u8,
}

/// The rule on repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Repetition {
    /// How often a position must occur; 0 if there is no rule.
    pub times: u8,
    /// The result for the player to move.
    pub result: &'static str,
    /// Whether the result is White's instead.
    pub absolute: bool,
    /// Whether perpetual check loses.
    pub perpetual: bool,
}

/// The rule on pieces in a row that end the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The number of pieces; 0 if there is no rule.
    pub count: u8,
    /// The piece types; `None` stands for all.
    pub piece_types: Option<Vec<Kind>>,
    pub horizontal: bool,
    pub vertical: bool,
    pub diagonal: bool,
    /// The result for the player who has the row.
    pub result: &'static str,
}

/// The rule on a region in which pieces win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flag {
    /// The piece types that win by arriving in the region; `None` stands for all.
    pub piece_types: ByColor<Option<Vec<Kind>>>,
    pub region: ByColor<Region>,
    /// The number of pieces that must arrive.
    pub count: u8,
    /// Whether one piece suffices if the region is full.
    pub or_full: bool,
    /// Whether the opponent has one more move.
    pub one_more_move: bool,
    /// Whether pieces that can be captured do not win at once.
    pub safe: bool,
}

/// The settings of a game. Lists of pieces contain the piece types that their letters stood for when the list was read.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The piece types, in Fairy-Stockfish's order.
    pub pieces: Vec<Piece>,
    pub files: u8,
    pub ranks: u8,
    pub start: String,
    /// The piece types that are promoted; pawns always are.
    pub promoted: ByColor<Vec<Kind>>,
    pub promotes_to: ByColor<Vec<Kind>>,
    pub promotion_region: ByColor<Region>,
    pub promotion_limits: Vec<(Kind, u8)>,
    /// Whether pawns are promoted where they stand, or by a step of the piece that they become.
    pub standing_promotion: bool,
    pub mandatory_promotion: bool,
    /// Piece types, each with the type that it is promoted to, as in shogi.
    pub promoted_pieces: Vec<(Kind, Kind)>,
    pub piece_promotion_on_capture: bool,
    pub mandatory_piece_promotion: bool,
    pub piece_demotion: bool,
    pub drops: Drops,
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub double_step_region: ByColor<Region>,
    pub triple_step_region: ByColor<Region>,
    /// The squares on which each side may capture en passant.
    pub en_passant_region: ByColor<Region>,
    /// The piece types that capture en passant; pawns always do.
    pub en_passant_takers: ByColor<Vec<Kind>>,
    pub soldier_rank: u8,
    /// The piece types of one colour whose moves are restricted to a region.
    pub mobility: Vec<(Kind, Color, Region)>,
    pub castling: bool,
    /// The king's destination files, from 0: king's side and queen's side.
    pub castling_files: [u8; 2],
    /// The files where the search for a rook begins, from 0: king's side and queen's side.
    pub castling_rook_files: [u8; 2],
    pub castling_rank: u8,
    /// The file, from 0, on which a dropped king castles.
    pub castling_king_file: u8,
    pub castling_kings: ByColor<Vec<Kind>>,
    pub castling_rooks: ByColor<Vec<Kind>>,
    pub must_capture: bool,
    /// Whether a side may pass.
    pub passes: ByColor<bool>,
    /// Whether a side may pass only if it has no other move.
    pub passes_stalemated: ByColor<bool>,
    /// Whether captures remove the pieces around them.
    pub blast: bool,
    /// The piece types that no blast removes.
    pub blast_immune: Vec<Kind>,
    /// The result for a player who is checkmated.
    pub checkmate: &'static str,
    /// The result for a player who cannot move and is not in check.
    pub stalemate: &'static str,
    /// Whether `stalemate` is the result for the player with fewer pieces.
    pub stalemate_counts: bool,
    pub flag: Flag,
    pub row: Row,
    pub repetition: Repetition,
    pub counts_checks: bool,
    /// The rule by which moves are counted in endgames.
    pub counting: Option<CountingRule>,
    pub checks_allowed: bool,
    pub kings_may_not_face: bool,
    /// Whether kings that face each other end the game.
    pub facing_kings_end: bool,
    /// The squares on the lines along which some pieces also move diagonally.
    pub diagonal_lines: Region,
    /// What decides games that would otherwise be drawn; `None` if they are drawn.
    pub material_counting: Option<MaterialCounting>,
    /// Whether a board without an empty square ends the game if material is counted.
    pub full_board_ends: bool,
    pub extinction: Extinction,
    /// The piece types whose moves reset the count towards the move limit.
    pub counted: ByColor<Vec<Kind>>,
    pub move_limit: u16,
}

impl Default for Settings {
    /// Returns the settings of a game without a base: the rules of chess, without any piece types.
    fn default() -> Self {
        let both = |kind: Kind| [vec![kind], vec![kind]];
        Self {
            pieces: Vec::new(),
            files: 8,
            ranks: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            promoted: both(Kind::PAWN),
            promotes_to: [Vec::new(), Vec::new()],
            promotion_region: [Region::ranks(8, 8), Region::ranks(1, 1)],
            promotion_limits: Vec::new(),
            standing_promotion: false,
            mandatory_promotion: true,
            promoted_pieces: Vec::new(),
            piece_promotion_on_capture: false,
            mandatory_piece_promotion: false,
            piece_demotion: false,
            drops: Drops::default(),
            immobility_illegal: false,
            double_step: true,
            double_step_region: [Region::ranks(2, 2), Region::ranks(7, 7)],
            triple_step_region: [Region::NONE; 2],
            en_passant_region: [Region::ALL; 2],
            en_passant_takers: both(Kind::PAWN),
            soldier_rank: 1,
            mobility: Vec::new(),
            castling: true,
            castling_files: [6, 2],
            castling_rook_files: [Region::FILES - 1, 0],
            castling_rank: 1,
            castling_king_file: 4,
            castling_kings: both(Kind::KING),
            castling_rooks: both(Kind::ROOK),
            must_capture: false,
            passes: [false; 2],
            passes_stalemated: [false; 2],
            blast: false,
            blast_immune: Vec::new(),
            checkmate: "loss",
            stalemate: "draw",
            stalemate_counts: false,
            flag: Flag {
                piece_types: [None, None],
                region: [Region::NONE; 2],
                count: 1,
                or_full: false,
                one_more_move: false,
                safe: false,
            },
            row: Row {
                count: 0,
                piece_types: None,
                horizontal: true,
                vertical: true,
                diagonal: true,
                result: "win",
            },
            repetition: Repetition {
                times: 3,
                result: "draw",
                absolute: false,
                perpetual: false,
            },
            counts_checks: false,
            counting: None,
            checks_allowed: true,
            kings_may_not_face: false,
            facing_kings_end: false,
            diagonal_lines: Region::NONE,
            material_counting: None,
            full_board_ends: false,
            extinction: Extinction::default(),
            counted: both(Kind::PAWN),
            move_limit: 50,
        }
    }
}

impl Settings {
    /// Applies the settings of a section: first the piece types, then the other keys in the order of [`KEYS`], whatever
    /// their order in the file. If a key occurs twice, the last value counts. Keys without a value are ignored.
    ///
    /// Returns the settings that are not supported, in the order of their lines.
    pub fn apply(&mut self, section: &[Setting]) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        let mut refuse = |key: &str, line: usize, error| {
            let key = key.to_owned();
            refusals.push(Refusal { key, line, error });
        };
        let last = |key: &str| {
            let mut given = section.iter().rev();
            given.find(|setting| setting.key == key && !setting.value.is_empty())
        };
        let mut pieces: Vec<(Kind, &Setting)> = section
            .iter()
            .filter_map(|setting| Some((Kind::of_key(&setting.key)?, last(&setting.key)?)))
            .collect();
        pieces.sort_by_key(|(kind, _)| *kind);
        pieces.dedup_by_key(|(kind, _)| *kind);
        for (kind, setting) in pieces {
            if let Err(error) = self.piece(kind, &setting.value) {
                refuse(&setting.key, setting.line, error);
            }
        }
        for (key, meaning) in &KEYS {
            let Some(Setting { value, line, .. }) = last(key) else {
                continue;
            };
            let taken = match meaning {
                Meaning::Rule(set) => set(self, value),
                Meaning::Only(values) if values.contains(&value.as_str()) => Ok(()),
                Meaning::Only(_) => Err(SettingError::unsupported(key, value)),
                Meaning::NoRule => Ok(()),
            };
            if let Err(error) = taken {
                refuse(key, *line, error);
            }
        }
        for setting in section {
            let Setting { key, value, line } = setting;
            if let Some((color, kind)) = region_of_piece(key) {
                // As with other keys, the last value counts, and a key without a value is ignored.
                if last(key).is_some_and(|last| last.line == *line) {
                    match Region::parse(value) {
                        Ok(region) => self.bind(kind, color, region),
                        Err(error) => refuse(key, *line, error),
                    }
                }
            } else if Kind::of_key(key).is_none() && KEYS.iter().all(|(known, _)| known != key) {
                refuse(key, *line, SettingError::UnknownKey(key.clone()));
            }
        }
        refusals.sort_by_key(|refusal| refusal.line);
        refusals
    }

    /// Applies the setting of a piece type: `r` (its letter), `-` (no such piece), `a:NB` (letter and moves). A second
    /// letter, a synonym, is ignored.
    fn piece(&mut self, kind: Kind, value: &str) -> Result<(), SettingError> {
        let (letters, betza) = match value.split_once(':') {
            Some((letters, betza)) => (letters.trim(), Some(betza.trim())),
            None => (value, None),
        };
        let letter = letters.chars().next().filter(char::is_ascii_alphabetic);
        let Some(letter) = letter else {
            if value != "-" {
                return Err(SettingError::expected("the letter of a piece", value));
            }
            self.remove(kind);
            return Ok(());
        };
        let moves_itself = kind.is_custom() || kind == Kind::KING;
        if kind.is_custom() && betza.is_none() {
            return Err(SettingError::expected("a letter and its moves, like `a:NB`", value));
        }
        let piece = Piece::new(kind, letter, betza.filter(|_| moves_itself));
        // A letter stands for one piece type: the later setting takes the letter from the earlier one. As in
        // Fairy-Stockfish, a piece type that is defined again with its own letter leaves the lists of promotions, too.
        let former = self.pieces.iter().find(|other| other.letter == piece.letter);
        if let Some(former) = former.map(|former| former.kind) {
            self.remove(former);
        }
        if kind.is_custom() && piece.betza.contains('e') {
            for takers in &mut self.en_passant_takers {
                takers.push(kind);
            }
        }
        self.pieces.retain(|other| other.kind != kind);
        self.pieces.push(piece);
        self.pieces.sort_by_key(|piece| piece.kind);
        Ok(())
    }

    /// Binds the moves of a piece type of a colour to a region; an empty region binds nothing.
    fn bind(&mut self, kind: Kind, color: Color, region: Region) {
        self.mobility
            .retain(|(other, side, _)| (*other, *side) != (kind, color));
        if region != Region::NONE {
            self.mobility.push((kind, color, region));
        }
    }

    /// Removes a piece type from the game and from the lists of promotions.
    fn remove(&mut self, kind: Kind) {
        self.pieces.retain(|piece| piece.kind != kind);
        for choice in &mut self.promotes_to {
            choice.retain(|other| *other != kind);
        }
    }

    /// Parses a list of piece letters with or without spaces. A `-` ends the list.
    pub fn kinds(&self, value: &str) -> Result<Vec<Kind>, SettingError> {
        let mut kinds = Vec::new();
        for letter in value.chars().filter(|c| !c.is_whitespace()).take_while(|c| *c != '-') {
            let kind = self.kind(letter)?;
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        Ok(kinds)
    }

    /// Returns the piece type whose letter, in upper or lower case, is `letter`.
    pub fn kind(&self, letter: char) -> Result<Kind, SettingError> {
        let piece = self
            .pieces
            .iter()
            .find(|piece| piece.letter == letter.to_ascii_uppercase());
        piece
            .map(|piece| piece.kind)
            .ok_or_else(|| SettingError::expected("letters of pieces of the game", &letter.to_string()))
    }
}
