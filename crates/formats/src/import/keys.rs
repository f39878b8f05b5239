//! Fairy-Stockfish's keys, except for the piece types' keys, in the order in which Fairy-Stockfish reads them.

use super::error::SettingError;
use super::pieces::Kind;
use super::settings::Settings;
use super::values::{Region, file, flag, limits, number, rank};
use super::write::NO_LIMIT;

/// How a key is translated.
pub(super) enum Meaning {
    /// A rule that Kurier has as well. The function stores the value of the key in the settings.
    Rule(fn(&mut Settings, &str) -> Result<(), SettingError>),
    /// A rule that Kurier does not have. Only these values, which leave the rule off, are accepted.
    Only(&'static [&'static str]),
    /// A key without effect on the translation: it affects looks or playing strength, or is a detail of a rule that
    /// must be off.
    NoRule,
}

use Meaning::{NoRule, Only, Rule};

const OFF: Meaning = Only(&["false"]);
const NONE: Meaning = Only(&["none"]);
const EMPTY: Meaning = Only(&["-"]);
const ZERO: Meaning = Only(&["0"]);

/// Creates a rule that stores one value. `field[0]` stores it for White, `field[1]` for Black, `field[0, 1]` for both.
macro_rules! rule {
    ($field:ident, $read:expr) => {
        Rule(|settings, value| {
            settings.$field = $read(value)?;
            Ok(())
        })
    };
    ($field:ident[$($index:literal),+], $read:expr) => {
        Rule(|settings, value| {
            let read = $read(value)?;
            $(settings.$field[$index] = read;)+
            Ok(())
        })
    };
}

/// Creates a rule that stores a list of piece types in one or several fields.
macro_rules! kinds {
    ($($field:ident[$index:literal]),+) => {
        Rule(|settings, value| {
            let kinds = settings.kinds(value)?;
            $(settings.$field[$index] = kinds.clone();)+
            Ok(())
        })
    };
}

pub(super) const KEYS: [(&str, Meaning); 155] = [
    ("maxRank", rule!(ranks, rank)),
    (
        "maxFile",
        Rule(|settings, value| {
            settings.files = file(value)? + 1;
            Ok(())
        }),
    ),
    ("pieceValueMg", NoRule),
    ("pieceValueEg", NoRule),
    // Older names of keys that are listed further down.
    (
        "promotionRank",
        Rule(|settings, value| {
            let rank = rank(value)?;
            settings.promotion_region = own_ranks(settings.ranks, rank, settings.ranks);
            Ok(())
        }),
    ),
    (
        "doubleStepRankMin",
        Rule(|settings, value| {
            settings.double_step_region = own_ranks(settings.ranks, rank(value)?, 2);
            Ok(())
        }),
    ),
    (
        "doubleStepRank",
        Rule(|settings, value| {
            settings.double_step_region = own_ranks(settings.ranks, 2, rank(value)?);
            Ok(())
        }),
    ),
    ("whiteFlag", EMPTY),
    ("blackFlag", EMPTY),
    ("castlingRookPiece", kinds!(castling_rooks[0], castling_rooks[1])),
    ("whiteDropRegion", NoRule),
    ("blackDropRegion", NoRule),
    ("dropOnTop", OFF),
    // Pieces and pawns.
    (
        "pawnTypes",
        kinds!(
            promoted[0],
            promoted[1],
            en_passant_takers[0],
            en_passant_takers[1],
            counted[0],
            counted[1]
        ),
    ),
    ("variantTemplate", NoRule),
    ("pieceToCharTable", NoRule),
    ("pocketSize", NoRule),
    ("chess960", OFF),
    ("twoBoards", OFF),
    (
        "startFen",
        Rule(|settings, value| {
            settings.start = value.replace("[]", "").replace("[-]", "");
            Ok(())
        }),
    ),
    ("promotionRegionWhite", rule!(promotion_region[0], Region::parse)),
    ("promotionRegionBlack", rule!(promotion_region[1], Region::parse)),
    ("promotionPawnTypes", kinds!(promoted[0], promoted[1])),
    ("promotionPawnTypesWhite", kinds!(promoted[0])),
    ("promotionPawnTypesBlack", kinds!(promoted[1])),
    ("promotionPieceTypes", kinds!(promotes_to[0], promotes_to[1])),
    ("promotionPieceTypesWhite", kinds!(promotes_to[0])),
    ("promotionPieceTypesBlack", kinds!(promotes_to[1])),
    ("sittuyinPromotion", OFF),
    ("promotionLimit", Rule(promotion_limit)),
    ("promotedPieceType", EMPTY),
    ("piecePromotionOnCapture", NoRule),
    ("mandatoryPawnPromotion", rule!(mandatory_promotion, flag)),
    ("mandatoryPiecePromotion", NoRule),
    ("pieceDemotion", NoRule),
    ("blastOnCapture", OFF),
    ("blastImmuneTypes", NoRule),
    ("mutuallyImmuneTypes", EMPTY),
    ("petrifyOnCaptureTypes", EMPTY),
    ("petrifyBlastPieces", NoRule),
    ("doubleStep", rule!(double_step, flag)),
    ("doubleStepRegionWhite", rule!(double_step_region[0], Region::parse)),
    ("doubleStepRegionBlack", rule!(double_step_region[1], Region::parse)),
    ("tripleStepRegionWhite", rule!(triple_step_region[0], Region::parse)),
    ("tripleStepRegionBlack", rule!(triple_step_region[1], Region::parse)),
    ("enPassantRegion", rule!(en_passant_region[0, 1], Region::parse)),
    ("enPassantRegionWhite", rule!(en_passant_region[0], Region::parse)),
    ("enPassantRegionBlack", rule!(en_passant_region[1], Region::parse)),
    ("enPassantTypes", kinds!(en_passant_takers[0], en_passant_takers[1])),
    ("enPassantTypesWhite", kinds!(en_passant_takers[0])),
    ("enPassantTypesBlack", kinds!(en_passant_takers[1])),
    // Castling.
    ("castling", rule!(castling, flag)),
    ("castlingDroppedPiece", OFF),
    ("castlingKingsideFile", rule!(castling_files[0], file)),
    ("castlingQueensideFile", rule!(castling_files[1], file)),
    ("castlingRank", rule!(castling_rank, rank)),
    // The value is checked but not used, because the only king castles from its square in the start position.
    ("castlingKingFile", Rule(|_, value| file(value).map(|_| ()))),
    ("castlingKingPiece", kinds!(castling_kings[0], castling_kings[1])),
    ("castlingKingPieceWhite", kinds!(castling_kings[0])),
    ("castlingKingPieceBlack", kinds!(castling_kings[1])),
    ("castlingRookKingsideFile", rule!(castling_rook_files[0], file)),
    ("castlingRookQueensideFile", rule!(castling_rook_files[1], file)),
    ("castlingRookPieces", kinds!(castling_rooks[0], castling_rooks[1])),
    ("castlingRookPiecesWhite", kinds!(castling_rooks[0])),
    ("castlingRookPiecesBlack", kinds!(castling_rooks[1])),
    ("oppositeCastling", OFF),
    // Turns.
    ("checking", Only(&["true"])),
    ("dropChecks", NoRule),
    ("mustCapture", rule!(must_capture, flag)),
    ("mustDrop", OFF),
    ("mustDropType", NoRule),
    ("pieceDrops", OFF),
    ("dropLoop", NoRule),
    ("capturesToHand", OFF),
    ("firstRankPawnDrops", NoRule),
    ("promotionZonePawnDrops", NoRule),
    ("enclosingDrop", NONE),
    ("enclosingDropStart", NoRule),
    ("dropRegionWhite", NoRule),
    ("dropRegionBlack", NoRule),
    ("sittuyinRookDrop", NoRule),
    ("dropOppositeColoredBishop", NoRule),
    ("dropPromoted", NoRule),
    ("dropNoDoubled", NoRule),
    ("dropNoDoubledCount", NoRule),
    ("immobilityIllegal", rule!(immobility_illegal, flag)),
    ("gating", OFF),
    ("wallingRule", NONE),
    ("wallingRegionWhite", NoRule),
    ("wallingRegionBlack", NoRule),
    ("wallingRegion", NoRule),
    ("wallOrMove", OFF),
    ("seirawanGating", OFF),
    ("cambodianMoves", OFF),
    ("diagonalLines", EMPTY),
    ("pass", OFF),
    ("passWhite", OFF),
    ("passBlack", OFF),
    ("passOnStalemate", OFF),
    ("passOnStalemateWhite", OFF),
    ("passOnStalemateBlack", OFF),
    ("makpongRule", OFF),
    ("flyingGeneral", OFF),
    ("soldierPromotionRank", rule!(soldier_rank, rank)),
    ("flipEnclosedPieces", NONE),
    // Ends.
    ("nMoveRuleTypes", kinds!(counted[0], counted[1])),
    ("nMoveRuleTypesWhite", kinds!(counted[0])),
    ("nMoveRuleTypesBlack", kinds!(counted[1])),
    ("nMoveRule", Rule(move_limit)),
    ("nFoldRule", Only(&["3"])),
    ("nFoldValue", Only(&["draw"])),
    // The key has no effect, because the value of a repetition must be a draw.
    ("nFoldValueAbsolute", NoRule),
    ("perpetualCheckIllegal", OFF),
    ("moveRepetitionIllegal", OFF),
    ("chasingRule", NONE),
    (
        "stalemateValue",
        Rule(|settings, value| {
            settings.stalemate_loses = match value {
                "draw" => false,
                "loss" => true,
                _ => return Err(SettingError::unsupported("stalemateValue", value)),
            };
            Ok(())
        }),
    ),
    ("stalematePieceCount", OFF),
    ("checkmateValue", Only(&["loss"])),
    ("shogiPawnDropMateIllegal", NoRule),
    ("shatarMateRule", OFF),
    ("bikjangRule", OFF),
    (
        "extinctionValue",
        Rule(|settings, value| {
            settings.extinction.loses = match value {
                "none" => false,
                "loss" => true,
                _ => return Err(SettingError::unsupported("extinctionValue", value)),
            };
            Ok(())
        }),
    ),
    (
        "extinctionClaim",
        Rule(|settings, value| {
            settings.extinction.claimed = flag(value)?;
            Ok(())
        }),
    ),
    ("extinctionPseudoRoyal", OFF),
    ("dupleCheck", OFF),
    (
        "extinctionPieceTypes",
        Rule(|settings, value| {
            let all = value.contains('*');
            settings.extinction.piece_types = if all { Vec::new() } else { settings.kinds(value)? };
            settings.extinction.all = all;
            Ok(())
        }),
    ),
    (
        "extinctionPieceCount",
        Rule(|settings, value| {
            settings.extinction.pieces = number(value)?;
            Ok(())
        }),
    ),
    (
        "extinctionOpponentPieceCount",
        Rule(|settings, value| {
            settings.extinction.opponents_pieces = number(value)?;
            Ok(())
        }),
    ),
    ("flagPiece", Only(&["*", "-"])),
    ("flagPieceWhite", Only(&["*", "-"])),
    ("flagPieceBlack", Only(&["*", "-"])),
    ("flagRegion", EMPTY),
    ("flagRegionWhite", EMPTY),
    ("flagRegionBlack", EMPTY),
    ("flagPieceCount", NoRule),
    ("flagPieceBlockedWin", NoRule),
    ("flagMove", OFF),
    ("flagPieceSafe", OFF),
    ("checkCounting", OFF),
    ("connectN", ZERO),
    ("connectPieceTypes", NoRule),
    ("connectHorizontal", NoRule),
    ("connectVertical", NoRule),
    ("connectDiagonal", NoRule),
    ("connectRegion1White", EMPTY),
    ("connectRegion2White", EMPTY),
    ("connectRegion1Black", EMPTY),
    ("connectRegion2Black", EMPTY),
    ("connectNxN", ZERO),
    ("collinearN", ZERO),
    ("connectValue", NoRule),
    ("materialCounting", NONE),
    ("adjudicateFullBoard", NoRule),
    ("countingRule", NONE),
    ("castlingWins", EMPTY),
];

/// Returns whether a key restricts a piece type to a region, such as `mobilityRegionWhiteRook`.
pub(super) fn is_region_of_piece(key: &str) -> bool {
    let colored = key.strip_prefix("mobilityRegion");
    let piece = colored.and_then(|rest| rest.strip_prefix("White").or(rest.strip_prefix("Black")));
    let mut letters = piece.unwrap_or_default().chars();
    let first = letters.next().filter(char::is_ascii_uppercase);
    first.is_some_and(|first| Kind::of_key(&format!("{}{}", first.to_ascii_lowercase(), letters.as_str())).is_some())
}

/// Returns the region from rank `first` to rank `last` for each side, White's first. Each side counts the ranks from
/// its own edge.
fn own_ranks(ranks: u8, first: u8, last: u8) -> [Region; 2] {
    let mirrored = |rank: u8| (ranks + 1).saturating_sub(rank);
    [
        Region::ranks(first, last),
        Region::ranks(mirrored(last), mirrored(first)),
    ]
}

/// Stores, for each piece type in the list, the number of pieces with which a side may no longer promote to the type.
fn promotion_limit(settings: &mut Settings, value: &str) -> Result<(), SettingError> {
    for (letter, most) in limits(value)? {
        let kind = settings.kind(letter)?;
        settings.promotion_limits.retain(|(other, _)| *other != kind);
        // Zero means that there is no limit.
        if most > 0 {
            settings.promotion_limits.push((kind, most));
        }
    }
    Ok(())
}

/// Stores the number of moves without capture or pawn move after which the game is drawn.
fn move_limit(settings: &mut Settings, value: &str) -> Result<(), SettingError> {
    settings.move_limit = match value.parse() {
        // Zero means that there is no limit.
        Ok(0) => NO_LIMIT,
        Ok(limit @ 1..=NO_LIMIT) => limit,
        _ => return Err(SettingError::unsupported("nMoveRule", value)),
    };
    Ok(())
}
