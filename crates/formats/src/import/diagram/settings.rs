//! The settings of a diagram: the ones that are translated, the ones that only change its look, and the ones that are
//! refused.

use super::error::{DiagramError, Located};
use super::page::Item;
use kurier_rules::board::Shape;
use kurier_rules::rules::PieceType;

/// Settings that are ignored, since they only change how a diagram looks and how it is embedded in its page.
const LOOKS: [&str; 11] = [
    "satellite",
    "graphicsType",
    "squareSize",
    "borders",
    "shady",
    "useMarkers",
    "newClick",
    "enableAI",
    "trackPieces",
    "trackedTypes",
    "background",
];

/// The suffixes of the names of settings that only change how a diagram looks: colours, pictures and fonts.
const LOOK_ENDS: [&str; 5] = ["Color", "Shade", "Prefix", "Dir", "Font"];

/// Settings for rules that Kurier does not have, and why they are refused.
const RULES: [(&str, &str); 18] = [
    ("captureMatrix", "captures do not depend on the captured piece"),
    ("morph", "no piece changes by the square that it reaches"),
    ("spell", "no piece acts on its neighbours"),
    ("spellZone", "no piece acts on its neighbours"),
    ("blastZone", "what this value means is not verified"),
    ("atomicCapture", "what this value means is not verified"),
    ("fileOffset", "what this value means is not verified"),
    ("baring", "what this value means is not verified"),
    ("pass", "what this value means is not verified"),
    ("repetition", "what this value means is not verified"),
    ("checking", "what this value means is not verified"),
    ("counters", "what this value means is not verified"),
    ("iron", "every piece but a king can be captured"),
    ("antiTrade", "what this value means is not verified"),
    ("extinction", "what this value means is not verified"),
    ("zonal", "what this value means is not verified"),
    ("autoGate", "what this value means is not verified"),
    ("castleFlip", "what this value means is not verified"),
];

/// How Black's pieces follow from White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symmetry {
    /// Each black piece stands opposite a white one, on the same file.
    Mirror,
    /// Each black piece stands where a white one stands when the board is turned by 180 degrees.
    Rotate,
    /// Black's squares are listed.
    None,
}

/// What becomes of captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holdings {
    /// They leave the game.
    None,
    /// They go to the reserve of their own side. Other pieces may be promoted to pieces in the reserve.
    Reserve,
    /// They change sides and can be dropped.
    Drops,
}

/// The value of a setting, with its line.
#[derive(Clone, Debug)]
pub(super) struct Given<T> {
    pub line: usize,
    pub value: T,
}

/// The settings of a diagram that are translated.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub files: u8,
    pub ranks: u8,
    /// The number of the first rank in the names of squares, 0 or 1.
    pub first_rank: u8,
    pub symmetry: Option<Symmetry>,
    /// The royal pieces, as their numbers or IDs.
    pub royal: Vec<Given<String>>,
    /// The pieces that do not capture each other where they could be recaptured, as their numbers or IDs.
    pub protected: Vec<Given<String>>,
    /// The pieces that are not captured right after another piece has captured one, as their numbers or IDs.
    pub counter_strike: Vec<Given<String>>,
    /// The pieces with one of which a checkmated king may change places, as their numbers or IDs.
    pub succession: Vec<Given<String>>,
    /// The number of last ranks on which pieces are promoted; `None` if the diagram does not set it.
    pub promo_zone: Option<Given<u8>>,
    /// The number of piece types, from the beginning of the list, that are promoted.
    pub max_promote: u8,
    pub promo_choice: Option<Given<String>>,
    /// The distance, in the list, from a piece to the counterpart to which it is promoted; `None` if pieces are not
    /// promoted to counterparts.
    pub promo_offset: Option<Given<u8>>,
    pub holdings: Holdings,
    /// Whether a player who cannot move has lost.
    pub stalemate_loses: bool,
    /// Whether a player who has only kings has lost, unless the next move leaves the other side with kings only, too.
    pub baring: bool,
    /// Whether `l` and `r` in the castlings of a king mean White's left and right for Black, too.
    pub castling_flipped: bool,
    /// Groups of pieces that are shuffled before a game, separated by commas. A `!` stands before a piece that must be
    /// on equally many light and dark squares.
    pub shuffle: Option<Given<String>>,
}

impl Settings {
    /// Reads the settings among the items of a diagram. Errors are added to `errors`.
    pub fn read(items: &[(usize, Item)], errors: &mut Vec<Located>) -> Self {
        let mut settings = Self {
            files: 8,
            ranks: 8,
            first_rank: 1,
            symmetry: None,
            royal: Vec::new(),
            protected: Vec::new(),
            counter_strike: Vec::new(),
            succession: Vec::new(),
            promo_zone: None,
            max_promote: 1,
            promo_choice: None,
            promo_offset: None,
            holdings: Holdings::None,
            stalemate_loses: false,
            baring: false,
            castling_flipped: false,
            shuffle: None,
        };
        for (line, item) in items {
            if let Item::Setting { key, value } = item
                && let Err(error) = settings.set(*line, key, value)
            {
                errors.push((*line, error));
            }
        }
        settings
    }

    fn set(&mut self, line: usize, key: &str, value: &str) -> Result<(), DiagramError> {
        let given = |value: &str| Given {
            line,
            value: value.to_owned(),
        };
        let unsupported = |why| DiagramError::Unsupported {
            key: key.to_owned(),
            value: value.to_owned(),
            why,
        };
        match key {
            "firstRank" => self.first_rank = number(value, 0, 1)?,
            "files" => self.files = number(value, 1, Shape::MAX_SIDE)?,
            "ranks" => self.ranks = number(value, 1, Shape::MAX_SIDE)?,
            "symmetry" => {
                self.symmetry = Some(match value {
                    "mirror" => Symmetry::Mirror,
                    "rotate" => Symmetry::Rotate,
                    "none" => Symmetry::None,
                    _ => return Err(DiagramError::expected("`mirror`, `rotate` or `none`", value)),
                });
            }
            "royal" => self.royal.extend(several(line, value)),
            "protected" => self.protected.extend(several(line, value)),
            "succession" => self.succession.extend(several(line, value)),
            "counterStrike" => self.counter_strike.extend(several(line, value)),
            "promoZone" => {
                let value = number(value, 0, Shape::MAX_SIDE)?;
                self.promo_zone = Some(Given { line, value });
            }
            "maxPromote" => self.max_promote = number(value, 0, PieceType::MAX as u8)?,
            "promoChoice" => self.promo_choice = Some(given(value)),
            "promoOffset" => {
                let value = number(value, 0, PieceType::MAX as u8)?;
                self.promo_offset = Some(Given { line, value }).filter(|given| given.value > 0);
            }
            "shuffle" => self.shuffle = Some(given(value)),
            "holdingsType" => match value {
                "0" => self.holdings = Holdings::None,
                "1" => self.holdings = Holdings::Reserve,
                "-1" => self.holdings = Holdings::Drops,
                _ => return Err(unsupported("what this value means is not verified")),
            },
            "stalemate" => self.stalemate_loses = value != "draw",
            "baring" if value == "0" => self.baring = true,
            "castleFlip" if matches!(value, "0" | "1") => self.castling_flipped = value == "1",
            // These values are the defaults.
            "fileOffset" | "zonal" | "autoGate" if value == "0" => {}
            "extinction" if value == "3" => {}
            _ if LOOKS.contains(&key) || LOOK_ENDS.iter().any(|end| key.ends_with(end)) => {}
            _ => {
                let rule = RULES.iter().find(|(known, _)| *known == key);
                return Err(match rule {
                    Some((_, why)) => unsupported(why),
                    None => DiagramError::UnknownKey(key.to_owned()),
                });
            }
        }
        Ok(())
    }
}

/// Splits a list of pieces at its commas.
fn several(line: usize, value: &str) -> impl Iterator<Item = Given<String>> {
    value.split(',').map(move |value| Given {
        line,
        value: value.trim().to_owned(),
    })
}

/// Reads a number within bounds.
fn number(text: &str, least: u8, most: u8) -> Result<u8, DiagramError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| DiagramError::expected("a number that a board can have", text))
}
