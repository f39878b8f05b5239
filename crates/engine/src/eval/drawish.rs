//! Endgames that are drawn more often than a sum of terms can express: opposite-coloured bishops, the wrong rook's
//! pawn, and two knights against a lone king.
//!
//! All three kinds are recognised by the compiled movement of the pieces, not by their names or the notation of their
//! moves. Opposite-coloured bishops are any sliders confined to squares of one colour; the wrong rook's pawn concerns
//! all pieces that never attack the corner where the pawn promotes. The rules already recognise material that cannot
//! mate at all ([`Position::may_mate_lone_king`]).

use super::geometry::distance;
use super::hce::FULL_SCALE;
use super::weights::Weights;
use kurier_rules::board::{Bitboard, Shape, Square, Vector, is_path, reachable};
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, PieceTable, PieceType, Variant};

/// The scale of a score with opposite-coloured bishops. In 60,000 chess games at 500 nodes per move, a side with a
/// bishop and pawns against a bishop and pawns needed twice the score to win as often as with bishops of the same
/// colour. (With one more rook or knight on each side, the side needed a score higher by a quarter, a difference that
/// is left to the network.)
const OPPOSITE_BISHOPS: i32 = FULL_SCALE / 2;
/// The scale of a score with the wrong rook's pawn, or with two knights against a lone king.
const NOT_WON: i32 = FULL_SCALE / 16;

/// The data for recognising the drawish endgames of one variant.
#[derive(Clone, Debug)]
pub(super) struct DrawishEndgames<const W: usize> {
    /// The squares that a colourbound slider can ever reach, by piece type and starting square; `None` for all other
    /// piece types.
    colorbound: Box<[Option<Box<[Bitboard<W>]>>]>,
    /// The piece types that move as knights. Two of them cannot force mate against a lone king.
    knights: Box<[PieceType]>,
    /// The highest game phase in which a drawish endgame can occur: the phase of two pieces of the heaviest type that
    /// takes part in one ([`PieceWeights::phase`](super::PieceWeights::phase)).
    most_phase: i32,
    /// The piece types that may be promoted.
    pawns: Box<[PieceType]>,
    /// Whether all of `pawns` leave their file only by capturing.
    straight_pawns: bool,
    /// Whether the defender draws with a lone king that cannot be driven out of a corner. False on boards with several
    /// levels, and if a game may be won without a mate.
    corner_holds: bool,
}

impl<const W: usize> DrawishEndgames<W> {
    /// Creates the data for a variant. Returns `None` if no piece type can take part in a drawish endgame, if captures
    /// are mandatory (a side that must capture cannot hold a fortress), if regions restrict the moves of pieces, if
    /// pieces are held in hand, or if captures blast.
    pub fn new(variant: &Variant<W>, weights: &Weights) -> Option<Self> {
        let definition = &variant.definition;
        // Pieces that do not leave a region, and kings that cannot flee, invalidate the rules of thumb about corners
        // and knights. Pieces in hand can come to anybody's help, and a blast removes what cannot be mated.
        if !definition.regions.is_empty() || definition.hand.is_some() || definition.blast.is_some() {
            return None;
        }
        let corner_holds = definition.shape.levels() == 1
            && definition.king(Color::White).is_some()
            && definition.king(Color::Black).is_some()
            && !definition.is_won_without_mate();
        let (mut pawns, mut knights) = (Vec::new(), Vec::new());
        let mut colorbound = vec![None; definition.pieces.len()];
        let mut most_phase = None;
        for (number, piece) in definition.pieces.iter().enumerate() {
            if piece.promotion.is_some() {
                pawns.push(PieceType(number as u8));
            } else if !piece.royal {
                colorbound[number] = classes(variant, &variant.piece_tables[0][number]);
                let piece_type = PieceType(number as u8);
                let is_knight = is_knight(&definition.shape, &variant.piece_tables[0][number]);
                if is_knight {
                    knights.push(piece_type);
                }
                if !(is_knight || colorbound[number].is_some() || corner_holds && is_confined(variant, piece_type)) {
                    continue;
                }
                most_phase = most_phase.max(Some(2 * weights.pieces[number].phase));
            }
        }
        let most_phase = most_phase.filter(|_| !definition.captures.mandatory)?;
        Some(Self {
            most_phase,
            colorbound: colorbound.into(),
            straight_pawns: pawns
                .iter()
                .all(|pawn| variant.piece_tables[0][pawn.index()].plain_pawn),
            pawns: pawns.into(),
            knights: knights.into(),
            corner_holds,
        })
    }

    /// Returns the scale of the score in 1/[`FULL_SCALE`]. A comparison of phases excludes most positions at almost no
    /// cost.
    #[inline]
    pub fn scale(&self, position: &Position<W>, phase: i32) -> i32 {
        if phase > self.most_phase {
            return FULL_SCALE;
        }
        self.scale_of_few(position)
    }

    /// Returns the scale of a position whose phase is low enough for a drawish endgame.
    #[cold]
    fn scale_of_few(&self, position: &Position<W>) -> i32 {
        let others = position.of_types(&self.pawns) | position.kings();
        let pieces = Color::BOTH.map(|color| position.of_color(color).without(others));
        let not_won = |color| self.two_knights(position, color) || self.wrong_rook_pawn(position, color, pieces);
        if Color::BOTH.into_iter().any(not_won) {
            return NOT_WON;
        }
        if pieces.iter().any(|set| set.more_than_one()) {
            return FULL_SCALE;
        }
        match pieces.map(Bitboard::first) {
            [Some(white), Some(black)] if self.never_meet(position, white, black) => OPPOSITE_BISHOPS,
            _ => FULL_SCALE,
        }
    }

    /// Returns whether a side has only two knights left against a lone king.
    fn two_knights(&self, position: &Position<W>, color: Color) -> bool {
        let knights = position.of_types(&self.knights) & position.of_color(color);
        self.corner_holds
            && !position.of_color(!color).more_than_one()
            && knights.count() == 2
            && position.of_color(color).count() == 3
    }

    /// Returns whether the pieces on two squares are colourbound sliders that can never reach a common square.
    fn never_meet(&self, position: &Position<W>, white: Square, black: Square) -> bool {
        match [white, black].map(|square| self.reach(position, square)) {
            [Some(white), Some(black)] => !white.intersects(black),
            _ => false,
        }
    }

    /// Returns whether a side has only pawns on one edge file, and perhaps pieces that never attack the corner where
    /// the pawns promote, against a lone king that holds the corner. The king holds the corner if it stands there or on
    /// a neighbouring square, or if it stands on the edge file or the file next to the edge file, in front of the
    /// pawns, and is nearer to the corner than the other king. `pieces` contains each side's pieces other than kings
    /// and pawns.
    fn wrong_rook_pawn(&self, position: &Position<W>, color: Color, pieces: [Bitboard<W>; 2]) -> bool {
        if !(self.corner_holds && self.straight_pawns) || position.of_color(!color).more_than_one() {
            return false;
        }
        let variant = position.variant();
        let shape = &variant.definition.shape;
        let pawns = position.of_types(&self.pawns) & position.of_color(color);
        let (Some(first_pawn), Some(own_king), Some(king)) =
            (pawns.first(), position.king(color), position.king(!color))
        else {
            return false;
        };
        let Some(edge) = variant.edge_files.iter().find(|edge| edge.contains(first_pawn)) else {
            return false;
        };
        let Some(corner) = (*edge & variant.last_rank[color.index()]).first() else {
            return false;
        };
        let is_before =
            |pawn: Square| variant.definition.advance(color, king) > variant.definition.advance(color, pawn);
        let from_file = shape.file(king).abs_diff(shape.file(corner));
        let to_corner = distance(shape, king, corner);
        let holds = to_corner <= 1
            || from_file <= 1 && to_corner < distance(shape, own_king, corner) && pawns.into_iter().all(is_before);
        let attacks_corner = |square: Square| {
            let piece_type = position.piece_at(square).map(|piece| piece.piece_type);
            piece_type.is_none_or(|piece_type| variant.range(color, piece_type, square).attacked.contains(corner))
        };
        holds && pawns.without(*edge).is_empty() && !pieces[color.index()].into_iter().any(attacks_corner)
    }

    /// Returns the squares that the colourbound slider on a square can ever reach, or `None` if no colourbound slider
    /// stands there.
    fn reach(&self, position: &Position<W>, square: Square) -> Option<Bitboard<W>> {
        let piece = position.piece_at(square)?;
        let classes = self.colorbound[piece.piece_type.index()].as_ref()?;
        Some(classes[square.index()])
    }
}

/// Returns whether a piece moves exactly like a chess knight, on a board with one level.
fn is_knight<const W: usize>(shape: &Shape, table: &PieceTable<W>) -> bool {
    let orientations = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let expected = |from: Square| {
        let leaps = orientations
            .iter()
            .filter_map(|(file, rank)| shape.step(from, Vector::flat(*file, *rank)));
        leaps.collect::<Bitboard<W>>()
    };
    let moves = table
        .capture
        .leaps_alone()
        .filter(|_| table.uniform && shape.levels() == 1);
    moves.is_some_and(|leaps| shape.squares().all(|from| leaps[from.index()] == expected(from)))
}

/// Returns whether a piece is confined to a part of the board from at least one square.
fn is_confined<const W: usize>(variant: &Variant<W>, piece_type: PieceType) -> bool {
    let is_confined = |square| variant.range(Color::White, piece_type, square).stand != variant.squares;
    variant.squares.into_iter().any(is_confined)
}

/// Returns the squares that a slider can ever reach, by starting square. Returns `None` if the piece does not slide,
/// can reach every square, or has moves that the piece cannot reverse.
fn classes<const W: usize>(variant: &Variant<W>, table: &PieceTable<W>) -> Option<Box<[Bitboard<W>]>> {
    if !table.uniform || table.quiet.directions.is_empty() || !table.quiet.hops.is_empty() {
        return None;
    }
    let next = |square: Square| table.quiet.open[square.index()] | table.quiet.leaps[square.index()];
    let mut classes = vec![Bitboard::EMPTY; variant.definition.shape.area()];
    for square in variant.squares {
        if classes[square.index()].is_empty() {
            let class = reachable(square, next);
            if class == variant.squares || !class.into_iter().all(|other| is_path(other, square, next)) {
                return None;
            }
            for other in class {
                classes[other.index()] = class;
            }
        }
    }
    Some(classes.into())
}

#[cfg(test)]
mod tests;
