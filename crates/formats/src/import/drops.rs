//! Translates drops: what becomes of captured pieces, and where pieces are dropped.

use std::fmt::Write;

use super::error::TranslationError;
use super::goals;
use super::pieces::Kind;
use super::promotion;
use super::settings::ByColor;
use super::values::Region;
use super::write::{Game, square};
use kurier_rules::rules::Color;

/// The settings of drops.
#[derive(Clone, Debug)]
pub(super) struct Drops {
    /// Whether pieces are dropped at all.
    pub pieces: bool,
    /// Whether captured pieces go into the hand of their captor.
    pub to_hand: bool,
    /// Whether captured promoted pieces stay promoted.
    pub keeps_promotion: bool,
    /// Whether drops may give check.
    pub checks: bool,
    /// Whether a player who can drop a piece must drop one.
    pub must: bool,
    /// The only piece type for which drops are compulsory; `None` for all types.
    pub must_type: Option<Kind>,
    /// Whether pawns may be dropped on the first rank.
    pub on_first_rank: bool,
    /// Whether pawns may be dropped where they are promoted.
    pub in_promotion_zone: bool,
    /// The squares where pieces may be dropped.
    pub region: ByColor<Region>,
    /// The piece type that may not be dropped on a file with `no_doubled_count` other pieces of the type; `None` if
    /// there is no such type.
    pub no_doubled: Option<Kind>,
    /// The number of pieces of the type `no_doubled` on a file that prevents further drops of the type there.
    pub no_doubled_count: u8,
    /// Whether a shogi pawn may not be dropped to give mate.
    pub pawn_mate_illegal: bool,
    /// Whether rooks are dropped on the first rank only.
    pub rooks_on_first_rank: bool,
    /// Whether a side's bishops must be dropped on squares of both colours.
    pub opposite_bishops: bool,
    /// Whether pieces may be dropped in their promoted form.
    pub promoted: bool,
    /// Whether kings and rooks that have been dropped may castle.
    pub castle: bool,
    /// Whether positions record which pieces have not moved.
    pub gates: bool,
    /// Whether a piece that has not moved may gate a piece from the hand.
    pub gating: bool,
}

impl Default for Drops {
    fn default() -> Self {
        Self {
            pieces: false,
            to_hand: false,
            keeps_promotion: false,
            checks: true,
            must: false,
            must_type: None,
            on_first_rank: false,
            in_promotion_zone: false,
            region: [Region::ALL; 2],
            no_doubled: None,
            no_doubled_count: 1,
            pawn_mate_illegal: false,
            rooks_on_first_rank: false,
            opposite_bishops: false,
            promoted: false,
            castle: false,
            gates: false,
            gating: false,
        }
    }
}

impl Drops {
    /// Returns whether pieces are held in hand, to be dropped or gated.
    pub fn hand(&self) -> bool {
        self.pieces || self.gating
    }
}

/// Writes the section `[hand]`; the text is empty for a game in which nothing is dropped or gated.
///
/// # Errors
/// Fails if definition files cannot express a rule of the drops.
pub(super) fn section(game: &Game) -> Result<String, TranslationError> {
    let drops = &game.settings.drops;
    if drops.gates != drops.gating {
        return Err(TranslationError::Gating(
            "one of `gating` and `seirawanGating` without the other",
        ));
    }
    if !drops.hand() {
        return match drops.to_hand {
            true => Err(TranslationError::Drops(
                "`capturesToHand = true` without `pieceDrops = true`",
            )),
            false => Ok(String::new()),
        };
    }
    if drops.must && drops.must_type.is_some() {
        return Err(TranslationError::Drops("`mustDropType`"));
    }
    if drops.gating {
        let pseudo_royal = game.settings.extinction.pseudo_royal;
        let obstacles = [
            (drops.no_doubled.is_some(), "`seirawanGating` with `dropNoDoubled`"),
            (pseudo_royal, "`seirawanGating` with `extinctionPseudoRoyal`"),
            (game.settings.castling_rank != 1, "`seirawanGating` with `castlingRank`"),
        ];
        if let Some((_, words)) = obstacles.iter().find(|(set, _)| *set) {
            return Err(TranslationError::Gating(words));
        }
    }
    let mut text = "\n[hand]\n".to_owned();
    if !drops.to_hand {
        text += "captured = \"lost\"\n";
    } else if drops.keeps_promotion {
        text += "promoted = \"stays\"\n";
    }
    if !drops.checks {
        text += "checks = \"forbidden\"\n";
    }
    if drops.must {
        text += "must-drop = true\n";
    }
    if drops.promoted && drops.pieces {
        text += "drops-promoted = true\n";
    }
    if drops.castle && game.settings.castling {
        text += "drops-castle = true\n";
    }
    match (drops.gating, drops.pieces) {
        (true, true) => text += "gating = \"allowed\"\n",
        (true, false) => text += "gating = \"only\"\n",
        _ => {}
    }
    Ok(text)
}

/// Writes the keys about the drops of a piece type; the text is empty if it may be dropped everywhere.
///
/// # Errors
/// Fails if the piece could be dropped where it must be promoted, which definition files do not allow.
pub(super) fn keys(game: &Game, kind: Kind) -> Result<String, TranslationError> {
    let drops = &game.settings.drops;
    let mut text = String::new();
    let royal = goals::royal(game, kind).is_some();
    // In games where pieces may be dropped in their promoted form, the hand holds a promoted piece as its unpromoted
    // type, which is listed earlier.
    let mut earlier = game.settings.pieces.iter().take_while(|piece| piece.kind != kind);
    let never_held = drops.promoted && earlier.any(|piece| promotion::of_piece(game, piece.kind) == Some(kind));
    if !drops.hand() || royal && !game.is_held(kind) || never_held {
        return Ok(text);
    }
    let [white, black] = Color::BOTH.map(|color| open(game, kind, color));
    if where_forced(game, kind) && !promotion::may_wait(game, kind) {
        return Err(TranslationError::DropsWhereForced(game.name(kind)));
    }
    let all = game.all_squares().count();
    if white.len() < all || black.len() < all {
        writeln!(
            text,
            "drops-in = [{}]\ndrops-in-black = [{}]",
            names(&white),
            names(&black)
        )?;
    }
    if drops.no_doubled == Some(kind) && drops.no_doubled_count > 0 {
        if game
            .settings
            .pieces
            .iter()
            .any(|piece| promotion::becomes(game, piece.kind, kind))
        {
            return Err(TranslationError::Drops(
                "`dropNoDoubled` with a piece that others are promoted to",
            ));
        }
        writeln!(text, "drops-per-file = {}", drops.no_doubled_count)?;
    }
    if drops.opposite_bishops && kind == Kind::BISHOP {
        text += "drops-evenly = true\n";
    }
    if drops.pawn_mate_illegal && kind == Kind::SHOGI_PAWN {
        text += "drop-mates = \"forbidden\"\n";
    }
    Ok(text)
}

/// Returns whether pieces of a type may be dropped where they would have to be promoted on arrival.
pub(super) fn where_forced(game: &Game, kind: Kind) -> bool {
    let forced = |color: Color| {
        let mut squares = open(game, kind, color).into_iter();
        squares.any(|square| promotion::must_promote_on(game, kind, color, square))
    };
    game.settings.drops.hand() && kind != Kind::KING && Color::BOTH.into_iter().any(forced)
}

/// Returns the squares, with files and ranks from 0, where a colour may drop pieces of a type on an empty board.
fn open(game: &Game, kind: Kind, color: Color) -> Vec<(u8, u8)> {
    let drops = &game.settings.drops;
    let never = drops.no_doubled == Some(kind) && drops.no_doubled_count == 0;
    let may = |(file, rank): &(u8, u8)| !never && may_be_dropped(game, kind, color, (*file, *rank));
    game.all_squares().filter(may).collect()
}

/// Returns whether the settings allow the drop of a piece on a square of an empty board.
fn may_be_dropped(game: &Game, kind: Kind, color: Color, (file, rank): (u8, u8)) -> bool {
    let settings = game.settings;
    let drops = &settings.drops;
    let own_rank = game.own_rank(color, rank + 1);
    let pawn_may = (drops.in_promotion_zone || !settings.promotion_region[color.index()].contains(file, rank))
        && (drops.on_first_rank || own_rank != 1);
    drops.region[color.index()].contains(file, rank)
        && (kind != Kind::PAWN || pawn_may)
        && !(drops.rooks_on_first_rank && kind == Kind::ROOK && own_rank != 1)
        && !(settings.immobility_illegal && game.stays(kind, color, (file, rank)))
}

fn names(squares: &[(u8, u8)]) -> String {
    let names: Vec<String> = squares
        .iter()
        .map(|(file, rank)| format!("\"{}\"", square(*file, *rank)))
        .collect();
    names.join(", ")
}
