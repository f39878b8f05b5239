//! Translates promotion: which pieces are promoted, where and to what.

use std::collections::BTreeSet;

use super::atoms::Path;
use super::drops;
use super::error::TranslationError;
use super::goals;
use super::pieces::{Kind, Piece};
use super::steps;
use super::write::{Game, square};
use kurier_rules::rules::Color;

/// Returns whether a piece type is promoted. Pawns always are, whatever the settings.
pub(super) fn is_promoted(game: &Game, kind: Kind, color: Color) -> bool {
    kind == Kind::PAWN || game.settings.promoted[color.index()].contains(&kind)
}

/// Returns whether a piece type is promoted where it stands, as pawns are with `sittuyinPromotion`.
fn is_standing(game: &Game, kind: Kind) -> bool {
    game.settings.standing_promotion && kind == Kind::PAWN
}

/// Returns what a piece type is promoted to by `promotedPieceType`, as in shogi; `None` if it is not. A pawn is
/// promoted like a chess pawn even if that key names it.
pub(super) fn of_piece(game: &Game, kind: Kind) -> Option<Kind> {
    promoted_piece(game, kind).filter(|_| kind != Kind::PAWN)
}

fn promoted_piece(game: &Game, kind: Kind) -> Option<Kind> {
    let mut promoted = game.settings.promoted_pieces.iter();
    promoted.find(|(from, _)| *from == kind).map(|(_, to)| *to)
}

/// Returns whether there is a piece that can be promoted, but whose other moves do not reset the count towards the move
/// limit.
pub(super) fn of_uncounted(game: &Game) -> bool {
    Color::BOTH.into_iter().any(|color| {
        let counted = &game.settings.counted[color.index()];
        let promoted = |kind: Kind| is_promoted(game, kind, color) || promoted_piece(game, kind).is_some();
        game.present(color)
            .any(|(kind, _)| promoted(kind) && !counted.contains(&kind))
    })
}

/// Returns whether pieces of a type may be promoted to another type.
pub(super) fn becomes(game: &Game, kind: Kind, other: Kind) -> bool {
    let of_pawn = |color: Color| is_promoted(game, kind, color) && choice(game, kind, color).contains(&other);
    of_piece(game, kind) == Some(other) || game.colors(kind).any(of_pawn)
}

/// Returns whether a piece that arrives on a square, with file and rank from 0, must be promoted.
pub(super) fn must_promote_on(game: &Game, kind: Kind, color: Color, (file, rank): (u8, u8)) -> bool {
    if is_standing(game, kind) {
        return false;
    }
    let own_rank = game.own_rank(color, rank + 1);
    if of_piece(game, kind).is_some() {
        let inside = game.settings.promotion_region[color.index()].contains(file, rank);
        if game.settings.mandatory_piece_promotion {
            return inside;
        }
        return inside && first_stuck_rank(game, kind).is_some_and(|first| own_rank >= first);
    }
    let inside = promotion(game, kind, color)
        .is_some_and(|promotion| !promotion.choice.is_empty() && promotion.region.contains(&(file, own_rank - 1)));
    inside && (game.settings.mandatory_promotion || own_rank == game.settings.ranks && must_at_the_end(game, kind))
}

/// Returns whether an unpromoted piece of a type, standing where it would have to be promoted on arrival, is promoted
/// by its next move, whatever that is. A drop or a capture en passant can bring a piece there.
pub(super) fn may_wait(game: &Game, kind: Kind) -> bool {
    match of_piece(game, kind) {
        Some(_) => game.settings.mandatory_piece_promotion,
        None => game.settings.mandatory_promotion && game.colors(kind).all(|color| stays_in_region(game, kind, color)),
    }
}

/// Returns whether no move leads a piece of a colour out of the region where it is promoted.
fn stays_in_region(game: &Game, kind: Kind, color: Color) -> bool {
    let Some((_, moves)) = game.present(color).find(|(other, _)| *other == kind) else {
        return true;
    };
    let sign = if color == Color::White { 1 } else { -1 };
    let region = game.settings.promotion_region[color.index()];
    let leaves = |(file, rank): (u8, u8), by: (i8, i8)| {
        let to = |from: u8, by: i8| u8::try_from(i16::from(from) + sign * i16::from(by)).ok();
        let square = to(file, by.0).zip(to(rank, by.1));
        square.is_some_and(|(file, rank)| game.is_square(file, rank) && !region.contains(file, rank))
    };
    let inside = || game.all_squares().filter(|(file, rank)| region.contains(*file, *rank));
    let steps_forward = moves.usual.iter().any(|step| step.by == (0, 1) && !step.capture);
    // A double or triple step is a run of single steps forward, so it stays in the region if every single step does.
    let first_moves = moves.initial.is_empty() || moves.double_step() && steps_forward;
    let leaps = moves.usual.iter().all(|step| step.path == Path::Leap);
    first_moves && leaps && !inside().any(|from| moves.usual.iter().any(|step| leaves(from, step.by)))
}

/// Returns the first of the last ranks on which pieces of this type cannot move, counted from 1 by each side. `None` if
/// they can move on the last rank, or if the game allows pieces to go where they cannot move.
fn first_stuck_rank(game: &Game, kind: Kind) -> Option<u8> {
    let stuck = |own: &u8| {
        game.colors(kind).all(|color| {
            let mut squares = game.all_squares();
            squares.all(|(file, rank)| game.own_rank(color, rank + 1) != *own || game.stays(kind, color, (file, rank)))
        })
    };
    let ranks = (1..=game.settings.ranks).rev().take_while(stuck);
    ranks.last().filter(|_| game.settings.immobility_illegal)
}

/// Writes the keys for the promotion of a piece type by `promotedPieceType`.
fn piece_keys(game: &Game, kind: Kind, to: Kind) -> Result<String, TranslationError> {
    let settings = game.settings;
    let obstacles = [
        (settings.piece_promotion_on_capture, "piecePromotionOnCapture = true"),
        (
            game.colors(kind).any(|color| is_promoted(game, kind, color)),
            "promotionPawnTypes",
        ),
        (
            goals::royal(game, to).is_some() && goals::royal(game, kind).is_none(),
            "extinctionPseudoRoyal = true",
        ),
        (
            settings.mandatory_piece_promotion && limit(game, to).is_some(),
            "promotionLimit` and `mandatoryPiecePromotion",
        ),
    ];
    if let Some((_, key)) = obstacles.iter().find(|(met, _)| *met) {
        return Err(TranslationError::PiecePromotion(key));
    }
    let promotions: Vec<(Color, Promotion)> = game
        .colors(kind)
        .map(|color| {
            (
                color,
                Promotion {
                    region: region(game, color),
                    choice: vec![to],
                },
            )
        })
        .collect();
    let Some(letter) = game.piece(to).map(|piece| piece.letter) else {
        return Ok(String::new());
    };
    if !has_place(&promotions)? {
        return Ok(String::new());
    }
    let forced = match settings.mandatory_piece_promotion {
        true => "1\npromotes-leaving = true\nmust-promote-leaving = true".to_owned(),
        false => {
            let rank = first_stuck_rank(game, kind).map_or("\"never\"".to_owned(), |rank| rank.to_string());
            format!("{rank}\npromotes-leaving = true")
        }
    };
    Ok(format!(
        "promotes-to = \"{letter}\"\n{}must-promote-from = {forced}\n{}",
        place(game, &promotions, false),
        limits(game, kind, &[to])
    ))
}

/// Returns whether a piece is always promoted when it arrives on the last rank.
pub(super) fn is_forced(game: &Game, kind: Kind) -> bool {
    let everywhere = |promotion: &Promotion, color: Color| {
        let mut last = own_squares(game, color)
            .into_iter()
            .filter(|(_, rank)| rank + 1 == game.settings.ranks);
        last.all(|square| promotion.region.contains(&square))
    };
    let mut promotions = game.colors(kind).map(|color| (color, promotion(game, kind, color)));
    keys(game, kind).is_ok_and(|keys| !keys.is_empty())
        && must_at_the_end(game, kind)
        && promotions.all(|(color, promotion)| promotion.is_some_and(|promotion| everywhere(&promotion, color)))
}

/// Returns whether a piece must be promoted on the last rank, because promotion is mandatory or because the piece could
/// not move from there.
fn must_at_the_end(game: &Game, kind: Kind) -> bool {
    !is_standing(game, kind)
        && (game.settings.mandatory_promotion || game.settings.immobility_illegal && stuck_at_the_end(game, kind))
}

/// Writes the keys for the promotion of a piece type. The text is empty if the type is not promoted.
pub(super) fn keys(game: &Game, kind: Kind) -> Result<String, TranslationError> {
    if let Some(to) = of_piece(game, kind) {
        return piece_keys(game, kind, to);
    }
    let settings = game.settings;
    let of_color = |color: Color| Some((color, promotion(game, kind, color)?));
    let promotions: Vec<(Color, Promotion)> = game.colors(kind).filter_map(of_color).collect();
    let Some((_, first)) = promotions
        .first()
        .filter(|_| promotions.len() == game.colors(kind).count())
    else {
        return match promotions.is_empty() {
            true => Ok(String::new()),
            false => Err(TranslationError::PromotionByColor),
        };
    };
    let none = |promotion: &Promotion| promotion.choice.is_empty();
    if promotions.iter().any(|(_, other)| none(other) != none(first)) {
        return Err(TranslationError::PromotionByColor);
    }
    if !has_place(&promotions)? {
        return Ok(String::new());
    }
    if first.choice.is_empty() {
        return match settings.mandatory_promotion {
            true => never_enters(game, kind, &promotions),
            false => Ok(String::new()),
        };
    }
    if let Some(other) = promoted_piece(game, kind) {
        if settings.piece_promotion_on_capture {
            return Err(TranslationError::PiecePromotion("piecePromotionOnCapture = true"));
        }
        // Fairy-Stockfish judges the safety of royal pieces as if the pawn had not become one.
        if goals::royal(game, other).is_some() {
            return Err(TranslationError::PiecePromotion("extinctionPseudoRoyal = true"));
        }
    }
    let letters = |choice: &[Kind]| -> String {
        let pieces = choice.iter().filter_map(|kind| game.piece(*kind));
        pieces.map(|piece| piece.letter).collect()
    };
    let mut text = format!("promotes-to = \"{}\"\n", letters(&first.choice));
    let mut choice = first.choice.clone();
    for (_, other) in promotions
        .iter()
        .filter(|(_, other)| !same_kinds(&other.choice, &first.choice))
    {
        text += &format!("promotes-to-black = \"{}\"\n", letters(&other.choice));
        let more: Vec<Kind> = other
            .choice
            .iter()
            .copied()
            .filter(|kind| !choice.contains(kind))
            .collect();
        choice.extend(more);
    }
    if is_standing(game, kind) {
        return Ok(text
            + &place(game, &promotions, false)
            + "promotes-standing = true\n"
            + &limits(game, kind, &choice));
    }
    text += &place(game, &promotions, settings.mandatory_promotion);
    if !must_at_the_end(game, kind) {
        text += "must-promote-from = \"never\"\n";
    }
    if may_wait(game, kind) && (drops::where_forced(game, kind) || steps::take_where_forced(game, kind)) {
        text += "promotes-leaving = true\nmust-promote-leaving = true\n";
    }
    text += &limits(game, kind, &choice);
    Ok(text)
}

/// Returns whether two lists have equal piece types, in any order.
fn same_kinds(one: &[Kind], other: &[Kind]) -> bool {
    one.len() == other.len() && one.iter().all(|kind| other.contains(kind))
}

/// Returns whether there are squares where the pieces are promoted.
///
/// # Errors
/// Fails if only one colour has such squares.
fn has_place(promotions: &[(Color, Promotion)]) -> Result<bool, TranslationError> {
    let empty = promotions.iter().filter(|(_, promotion)| promotion.region.is_empty());
    match empty.count() {
        0 => Ok(true),
        empty if empty == promotions.len() => Ok(false),
        _ => Err(TranslationError::PromotionByColor),
    }
}

/// Writes the keys of a piece that must be promoted but has nothing to be promoted to, so that it never enters its
/// promotion zone, though it attacks the squares there. The keys express this as promotion to a piece type with the
/// limit 0, so that no promotion is ever possible.
fn never_enters(game: &Game, kind: Kind, promotions: &[(Color, Promotion)]) -> Result<String, TranslationError> {
    let is_there = |piece: &&Piece| game.colors(piece.kind).next().is_some();
    let pieces = game.settings.pieces.iter().filter(is_there);
    let others = pieces.filter(|piece| goals::royal(game, piece.kind).is_none());
    // Any piece type will do, preferably one other than the type itself.
    let Some(other) = others.min_by_key(|piece| piece.kind == kind) else {
        return Err(TranslationError::PromotionToNothing);
    };
    let letter = other.letter;
    Ok(format!(
        "promotes-to = \"{letter}\"\n{}promotes-up-to = {{ {letter} = 0 }}\n",
        place(game, promotions, true)
    ))
}

/// Writes the keys for the squares where pieces may be promoted and, if `compulsory` is set, for the ranks where they
/// must be. Keys with default values are left out.
fn place(game: &Game, promotions: &[(Color, Promotion)], compulsory: bool) -> String {
    let settings = game.settings;
    let ranks = settings.ranks;
    let last_ranks = |(color, promotion): &(Color, Promotion)| {
        let least = promotion.region.iter().map(|(_, rank)| *rank).min()?;
        let all = own_squares(game, *color).into_iter().filter(|(_, rank)| *rank >= least);
        (all.collect::<BTreeSet<_>>() == promotion.region && least > 0).then_some(least + 1)
    };
    let compulsory_from = |rank: u8| match compulsory {
        true => format!("must-promote-from = {rank}\n"),
        false => String::new(),
    };
    let firsts: BTreeSet<Option<u8>> = promotions.iter().map(last_ranks).collect();
    if let [Some(first)] = firsts.into_iter().collect::<Vec<_>>()[..] {
        return match first == ranks {
            true => String::new(),
            false => format!("promotion-rank = {first}\n{}", compulsory_from(first)),
        };
    }
    // Squares are written as White sees them.
    let seen = |color: Color, region: &BTreeSet<(u8, u8)>| -> String {
        let squares = region.iter().map(|(file, rank)| match color {
            Color::White => square(*file, *rank),
            Color::Black => square(*file, ranks - 1 - rank),
        });
        squares.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    };
    let squares = match promotions {
        [(_, white), (_, black)] if white.region != black.region => format!(
            "promotes-in = [{}]\npromotes-in-black = [{}]\n",
            seen(Color::White, &white.region),
            seen(Color::Black, &black.region)
        ),
        [(_, either), ..] => format!("promotes-in = [{}]\n", seen(Color::White, &either.region)),
        [] => String::new(),
    };
    format!("{squares}{}", compulsory_from(1))
}

/// The promotion of a piece type of one colour.
struct Promotion {
    /// The squares where the piece is promoted: file and rank, as its side counts them, from 0.
    region: BTreeSet<(u8, u8)>,
    /// The piece types to which the piece can be promoted.
    choice: Vec<Kind>,
}

/// Returns how a piece type of a colour is promoted; `None` if it is not.
fn promotion(game: &Game, kind: Kind, color: Color) -> Option<Promotion> {
    if !is_promoted(game, kind, color) {
        return None;
    }
    Some(Promotion {
        region: region(game, color),
        choice: choice(game, kind, color),
    })
}

/// Returns the piece types that a pawn of a side, or another piece that is promoted like a pawn, is promoted to.
fn choice(game: &Game, kind: Kind, color: Color) -> Vec<Kind> {
    let mut choice = game.settings.promotes_to[color.index()].clone();
    if let Some(more) = promoted_piece(game, kind).filter(|more| kind == Kind::PAWN && !choice.contains(more)) {
        choice.push(more);
    }
    choice
}

/// Returns the squares where a side's pieces are promoted, with their ranks as the side counts them, from 0.
fn region(game: &Game, color: Color) -> BTreeSet<(u8, u8)> {
    let region = game.settings.promotion_region[color.index()];
    let inside = |(file, rank): &(u8, u8)| region.contains(*file, game.own_rank(color, rank + 1) - 1);
    own_squares(game, color).into_iter().filter(inside).collect()
}

/// Returns all squares, with their ranks as a side counts them, from 0.
fn own_squares(game: &Game, color: Color) -> Vec<(u8, u8)> {
    game.all_squares()
        .map(|(file, rank)| (file, game.own_rank(color, rank + 1) - 1))
        .collect()
}

/// Returns whether pieces of this type have no move from any square of their last rank on an empty board.
fn stuck_at_the_end(game: &Game, kind: Kind) -> bool {
    let last = game.settings.ranks;
    game.colors(kind).all(|color| {
        let mut squares = game
            .all_squares()
            .filter(|(_, rank)| game.own_rank(color, rank + 1) == last);
        squares.all(|square| game.stays(kind, color, square))
    })
}

/// Returns the number of pieces of a type with which a side can no longer promote to the type; `None` if there is no
/// limit.
fn limit(game: &Game, kind: Kind) -> Option<u8> {
    let limits = &game.settings.promotion_limits;
    limits.iter().find(|(other, _)| *other == kind).map(|(_, limit)| *limit)
}

/// Writes the key that limits how many pieces of each type a side may have by promotion. If the limits equal the
/// numbers of pieces in the start position, the key is `promotes-to-lost`. The text is empty if there is no limit.
fn limits(game: &Game, kind: Kind, choice: &[Kind]) -> String {
    let limited: Vec<(char, u8)> = choice
        .iter()
        .filter_map(|kind| Some((game.piece(*kind)?.letter, limit(game, *kind)?)))
        .collect();
    let as_at_start = |color: Color| {
        let at_start = |letter: char| {
            game.squares
                .iter()
                .filter(|(.., other)| *other == color.case(letter))
                .count()
        };
        limited
            .iter()
            .all(|(letter, limit)| usize::from(*limit) == at_start(*letter))
    };
    if limited.is_empty() {
        String::new()
    } else if !game.settings.drops.hand() && limited.len() == choice.len() && game.colors(kind).all(as_at_start) {
        "promotes-to-lost = true\n".to_owned()
    } else {
        let table: Vec<String> = limited
            .iter()
            .map(|(letter, limit)| format!("{letter} = {limit}"))
            .collect();
        format!("promotes-up-to = {{ {} }}\n", table.join(", "))
    }
}
