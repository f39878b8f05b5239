//! Fairy-Stockfish's keys, except for the piece types' keys, in the order in which Fairy-Stockfish reads them.

use super::counting::counting_rule;
use super::error::SettingError;
use super::janggi::MaterialCounting;
use super::pieces::Kind;
use super::settings::Settings;
use super::values::{Region, file, flag, limits, number, rank, result};
use super::write::NO_LIMIT;
use kurier_rules::rules::Color;

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

/// Creates a rule that stores one value in a field of a part of the settings.
macro_rules! part {
    ($part:ident.$field:ident, $read:expr) => {
        Rule(|settings, value| {
            settings.$part.$field = $read(value)?;
            Ok(())
        })
    };
}

/// Creates a rule that stores the region that wins, for one colour or both.
macro_rules! flag_region {
    ($($index:literal),+) => {
        Rule(|settings, value| {
            let region = Region::parse(value)?;
            $(settings.flag.region[$index] = region;)+
            Ok(())
        })
    };
}

/// Creates a rule that stores the pieces that win in a region, for one colour or both.
macro_rules! flag_pieces {
    ($($index:literal),+) => {
        Rule(|settings, value| {
            let pieces = pieces(settings, value)?;
            $(settings.flag.piece_types[$index] = pieces.clone();)+
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

/// Creates a rule that stores the region of a colour's drops.
macro_rules! drop_region {
    ($index:literal) => {
        Rule(|settings, value| {
            settings.drops.region[$index] = Region::parse(value)?;
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
    ("whiteFlag", flag_region!(0)),
    ("blackFlag", flag_region!(1)),
    ("castlingRookPiece", kinds!(castling_rooks[0], castling_rooks[1])),
    ("whiteDropRegion", drop_region!(0)),
    ("blackDropRegion", drop_region!(1)),
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
            settings.start = value.to_owned();
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
    ("sittuyinPromotion", rule!(standing_promotion, flag)),
    ("promotionLimit", Rule(promotion_limit)),
    ("promotedPieceType", Rule(promoted_pieces)),
    ("piecePromotionOnCapture", rule!(piece_promotion_on_capture, flag)),
    ("mandatoryPawnPromotion", rule!(mandatory_promotion, flag)),
    ("mandatoryPiecePromotion", rule!(mandatory_piece_promotion, flag)),
    ("pieceDemotion", rule!(piece_demotion, flag)),
    ("blastOnCapture", rule!(blast, flag)),
    (
        "blastImmuneTypes",
        Rule(|settings, value| {
            settings.blast_immune = settings.kinds(value)?;
            Ok(())
        }),
    ),
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
    ("castlingDroppedPiece", part!(drops.castle, flag)),
    ("castlingKingsideFile", rule!(castling_files[0], file)),
    ("castlingQueensideFile", rule!(castling_files[1], file)),
    ("castlingRank", rule!(castling_rank, rank)),
    // A king that stands on the board at the start castles from its square there, whatever the value.
    ("castlingKingFile", rule!(castling_king_file, file)),
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
    ("checking", rule!(checks_allowed, flag)),
    ("dropChecks", part!(drops.checks, flag)),
    ("mustCapture", rule!(must_capture, flag)),
    ("mustDrop", part!(drops.must, flag)),
    (
        "mustDropType",
        Rule(|settings, value| {
            settings.drops.must_type = if value == "*" {
                None
            } else {
                last_kind(settings, value)?
            };
            Ok(())
        }),
    ),
    ("pieceDrops", part!(drops.pieces, flag)),
    ("dropLoop", part!(drops.keeps_promotion, flag)),
    ("capturesToHand", part!(drops.to_hand, flag)),
    ("firstRankPawnDrops", part!(drops.on_first_rank, flag)),
    ("promotionZonePawnDrops", part!(drops.in_promotion_zone, flag)),
    ("enclosingDrop", NONE),
    ("enclosingDropStart", NoRule),
    ("dropRegionWhite", drop_region!(0)),
    ("dropRegionBlack", drop_region!(1)),
    ("sittuyinRookDrop", part!(drops.rooks_on_first_rank, flag)),
    ("dropOppositeColoredBishop", part!(drops.opposite_bishops, flag)),
    ("dropPromoted", part!(drops.promoted, flag)),
    (
        "dropNoDoubled",
        Rule(|settings, value| {
            settings.drops.no_doubled = last_kind(settings, value)?;
            Ok(())
        }),
    ),
    ("dropNoDoubledCount", part!(drops.no_doubled_count, number)),
    ("immobilityIllegal", rule!(immobility_illegal, flag)),
    ("gating", part!(drops.gates, flag)),
    ("wallingRule", NONE),
    ("wallingRegionWhite", NoRule),
    ("wallingRegionBlack", NoRule),
    ("wallingRegion", NoRule),
    ("wallOrMove", OFF),
    ("seirawanGating", part!(drops.gating, flag)),
    ("cambodianMoves", OFF),
    ("diagonalLines", rule!(diagonal_lines, Region::parse)),
    ("pass", rule!(passes[0, 1], flag)),
    ("passWhite", rule!(passes[0], flag)),
    ("passBlack", rule!(passes[1], flag)),
    ("passOnStalemate", rule!(passes_stalemated[0, 1], flag)),
    ("passOnStalemateWhite", rule!(passes_stalemated[0], flag)),
    ("passOnStalemateBlack", rule!(passes_stalemated[1], flag)),
    ("makpongRule", OFF),
    ("flyingGeneral", rule!(kings_may_not_face, flag)),
    ("soldierPromotionRank", rule!(soldier_rank, rank)),
    ("flipEnclosedPieces", NONE),
    // Ends.
    ("nMoveRuleTypes", kinds!(counted[0], counted[1])),
    ("nMoveRuleTypesWhite", kinds!(counted[0])),
    ("nMoveRuleTypesBlack", kinds!(counted[1])),
    ("nMoveRule", Rule(move_limit)),
    ("nFoldRule", part!(repetition.times, number)),
    ("nFoldValue", part!(repetition.result, result)),
    ("nFoldValueAbsolute", part!(repetition.absolute, flag)),
    ("perpetualCheckIllegal", part!(repetition.perpetual, flag)),
    ("moveRepetitionIllegal", OFF),
    ("chasingRule", NONE),
    ("stalemateValue", rule!(stalemate, result)),
    ("stalematePieceCount", rule!(stalemate_counts, flag)),
    ("checkmateValue", rule!(checkmate, result)),
    ("shogiPawnDropMateIllegal", part!(drops.pawn_mate_illegal, flag)),
    ("shatarMateRule", OFF),
    ("bikjangRule", rule!(facing_kings_end, flag)),
    (
        "extinctionValue",
        Rule(|settings, value| {
            settings.extinction.result = match value {
                "none" => None,
                _ => Some(result(value)?),
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
    ("extinctionPseudoRoyal", part!(extinction.pseudo_royal, flag)),
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
    ("flagPiece", flag_pieces!(0, 1)),
    ("flagPieceWhite", flag_pieces!(0)),
    ("flagPieceBlack", flag_pieces!(1)),
    ("flagRegion", flag_region!(0, 1)),
    ("flagRegionWhite", flag_region!(0)),
    ("flagRegionBlack", flag_region!(1)),
    ("flagPieceCount", part!(flag.count, number)),
    ("flagPieceBlockedWin", part!(flag.or_full, flag)),
    ("flagMove", part!(flag.one_more_move, flag)),
    ("flagPieceSafe", part!(flag.safe, flag)),
    ("checkCounting", rule!(counts_checks, flag)),
    ("connectN", part!(row.count, number)),
    (
        "connectPieceTypes",
        Rule(|settings, value| {
            settings.row.piece_types = pieces(settings, value)?;
            Ok(())
        }),
    ),
    ("connectHorizontal", part!(row.horizontal, flag)),
    ("connectVertical", part!(row.vertical, flag)),
    ("connectDiagonal", part!(row.diagonal, flag)),
    ("connectRegion1White", EMPTY),
    ("connectRegion2White", EMPTY),
    ("connectRegion1Black", EMPTY),
    ("connectRegion2Black", EMPTY),
    ("connectNxN", ZERO),
    ("collinearN", ZERO),
    ("connectValue", part!(row.result, result)),
    ("materialCounting", rule!(material_counting, MaterialCounting::parse)),
    ("adjudicateFullBoard", rule!(full_board_ends, flag)),
    ("countingRule", rule!(counting, counting_rule)),
    ("castlingWins", EMPTY),
];

/// Returns the colour and the piece type that a key such as `mobilityRegionWhiteRook` binds to a region; `None` for
/// other keys.
pub(super) fn region_of_piece(key: &str) -> Option<(Color, Kind)> {
    let colored = key.strip_prefix("mobilityRegion")?;
    let by_color = |color: Color| Some((color, colored.strip_prefix(color.name())?));
    let (color, piece) = by_color(Color::White).or_else(|| by_color(Color::Black))?;
    let mut letters = piece.chars();
    let first = letters.next().filter(char::is_ascii_uppercase)?;
    let kind = Kind::of_key(&format!("{}{}", first.to_ascii_lowercase(), letters.as_str()))?;
    Some((color, kind))
}

/// Parses a list of piece letters; `None` for `*`, which stands for all pieces.
fn pieces(settings: &Settings, value: &str) -> Result<Option<Vec<Kind>>, SettingError> {
    match value.contains('*') {
        true => Ok(None),
        false => settings.kinds(value).map(Some),
    }
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

/// Returns the piece type of the last letter, the only one that counts in Fairy-Stockfish; `None` for `-`.
fn last_kind(settings: &Settings, value: &str) -> Result<Option<Kind>, SettingError> {
    let mut last = None;
    for letter in value.chars().filter(|c| !c.is_whitespace()) {
        last = match letter {
            '-' => None,
            _ => Some(settings.kind(letter)?),
        };
    }
    Ok(last)
}

/// Stores what pieces are promoted to: `p:g s:g`, or `-` for nothing.
fn promoted_pieces(settings: &mut Settings, value: &str) -> Result<(), SettingError> {
    let value = value.replace(" :", ":").replace(": ", ":");
    let pairs = value.split_whitespace().take_while(|word| *word != "-");
    let mut read = Vec::new();
    for pair in pairs {
        let wrong = || SettingError::expected("pairs of pieces, like `p:g s:g`", pair);
        let (from, to) = pair.split_once(':').ok_or_else(wrong)?;
        let letter = |text: &str| match text.chars().collect::<Vec<_>>()[..] {
            [letter] => Ok(letter),
            _ => Err(wrong()),
        };
        let from = settings.kind(letter(from)?)?;
        read.retain(|(other, _)| *other != from);
        match to {
            "-" => {}
            _ => read.push((from, settings.kind(letter(to)?)?)),
        }
    }
    for (from, to) in read {
        settings.promoted_pieces.retain(|(other, _)| *other != from);
        settings.promoted_pieces.push((from, to));
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
