//! Endgames that are drawn more often than any sum of terms says: bishops of opposite colours, the wrong rook's pawn, and
//! two knights against a lone king.
//!
//! All three are found from the compiled movement, whatever a game calls its men and however it writes their moves. The first
//! is about sliders that never leave the squares of one colour, the second about all men that never attack the corner
//! where the pawn is promoted. Material that does not mate at all is known to the rules ([`Position::may_mate_lone_king`]).

use super::geometry::distance;
use super::hce::FULL_SCALE;
use super::weights::Weights;
use kurier_rules::board::{Bitboard, Shape, Square, Vector, reachable};
use kurier_rules::position::Position;
use kurier_rules::rules::{BareKing, Color, PieceTable, PieceType, Stalemate, Variant};

/// What bishops of opposite colours leave of a score. In 60,000 games of chess at 500 nodes, where both sides had a bishop
/// and pawns, it took twice the score to win as often as with bishops of one colour. (With a rook or knight more on each
/// side it took a quarter more, which is left to the network.)
const OPPOSITE_BISHOPS: i32 = FULL_SCALE / 2;
/// What the wrong rook's pawn and two knights leave of a score.
const NOT_WON: i32 = FULL_SCALE / 16;

/// The drawn endgames of one game.
#[derive(Clone, Debug)]
pub(super) struct DrawishEndgames<const W: usize> {
    /// By piece type: for sliders that do not come to all squares, those that they can ever come to, by square.
    colorbound: Box<[Option<Box<[Bitboard<W>]>>]>,
    /// The piece types that are knights, two of which cannot drive a king into a corner for mate.
    knights: Box<[PieceType]>,
    /// The most that two of these pieces add to the phase of the game ([`PieceWeights::phase`](super::PieceWeights::phase)).
    most_phase: i32,
    /// What may be promoted.
    pawns: Box<[PieceType]>,
    /// Whether these leave their file by captures alone.
    straight_pawns: bool,
    /// Whether a lone king that cannot be driven out of a corner has a draw.
    corner_holds: bool,
}

impl<const W: usize> DrawishEndgames<W> {
    /// Those of a game; `None` if it has no such pieces, or where captures are obligatory: there nothing can be held.
    pub fn new(variant: &Variant<W>, weights: &Weights) -> Option<Self> {
        let definition = &variant.definition;
        let corner_holds = definition.shape.levels() == 1
            && definition.ends.stalemate == Stalemate::Draw
            && definition.ends.bare_king == BareKing::PlaysOn;
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
                if !(is_knight || colorbound[number].is_some() || corner_holds && is_bound(variant, piece_type)) {
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

    /// Returns the part of the score that remains, in 1/[`FULL_SCALE`]. The phase of the game tells most positions from
    /// these endgames at no cost.
    #[inline]
    pub fn scale(&self, position: &Position<W>, phase: i32) -> i32 {
        if phase > self.most_phase {
            return FULL_SCALE;
        }
        self.scale_of_few(position)
    }

    #[cold]
    fn scale_of_few(&self, position: &Position<W>) -> i32 {
        let others = position.of_types(&self.pawns) | position.of_type(position.variant().king);
        let pieces = Color::BOTH.map(|color| position.of_color(color).without(others));
        let not_won = |color| self.two_knights(position, color) || self.wrong_rook_pawn(position, color, pieces);
        if Color::BOTH.into_iter().any(not_won) {
            return NOT_WON;
        }
        if pieces.iter().any(|set| set.more_than_one()) {
            return FULL_SCALE;
        }
        match pieces.map(Bitboard::first) {
            [Some(white), Some(black)] if self.apart(position, white, black) => OPPOSITE_BISHOPS,
            _ => FULL_SCALE,
        }
    }

    /// Returns whether a side has nothing but two knights against a lone king.
    fn two_knights(&self, position: &Position<W>, color: Color) -> bool {
        let knights = position.of_types(&self.knights) & position.of_color(color);
        self.corner_holds
            && !position.of_color(!color).more_than_one()
            && knights.count() == 2
            && position.of_color(color).count() == 3
    }

    /// Returns whether these are two colorbound sliders that never meet.
    fn apart(&self, position: &Position<W>, white: Square, black: Square) -> bool {
        match [white, black].map(|square| self.reach(position, square)) {
            [Some(white), Some(black)] => !white.intersects(black),
            _ => false,
        }
    }

    /// Returns whether a side has nothing but pawns on an edge of the board, and perhaps men that never attack the
    /// square where these are promoted, against a lone king that holds this corner: it stands on or beside the square,
    /// or before the pawns and nearer to the square than the other king, which cannot keep it away.
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

    /// Returns where a colorbound slider can ever come to; `None` for other pieces.
    fn reach(&self, position: &Position<W>, square: Square) -> Option<Bitboard<W>> {
        let piece = position.piece_at(square)?;
        let classes = self.colorbound[piece.piece_type.index()].as_ref()?;
        Some(classes[square.index()])
    }
}

/// Returns whether a piece moves as the knight of chess and in no other way, on a flat board.
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

/// Returns whether there is a square from which a piece never comes to all others.
fn is_bound<const W: usize>(variant: &Variant<W>, piece_type: PieceType) -> bool {
    let is_bound = |square| variant.reach(Color::White, piece_type, square) != variant.squares;
    variant.squares.into_iter().any(is_bound)
}

/// By square, where a slider can ever come to from there; `None` for what does not slide, comes to every square, or cannot
/// always come back.
fn classes<const W: usize>(variant: &Variant<W>, table: &PieceTable<W>) -> Option<Box<[Bitboard<W>]>> {
    if !table.uniform || table.quiet.directions.is_empty() || !table.quiet.hops.is_empty() {
        return None;
    }
    let next = |square: Square| table.quiet.open[square.index()] | table.quiet.leaps[square.index()];
    let mut classes = vec![Bitboard::EMPTY; variant.definition.shape.area()];
    for square in variant.squares {
        if classes[square.index()].is_empty() {
            let class = reachable(square, next);
            if class == variant.squares || class.into_iter().any(|other| reachable(other, next) != class) {
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
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::hce::HandCrafted;
    use kurier_rules::rules::{Catalogue, Definition};

    fn scale<const W: usize>(game: &str, board: &str) -> Option<i32> {
        let definition = Catalogue::built_in().get(game).expect("a built-in game");
        let variant = Arc::new(Variant::<W>::compile(definition));
        let weights = Weights::built_in(&variant.definition);
        let position = Position::from_fen(variant.clone(), &format!("{board} w - - 0 1")).expect("a sound FEN");
        let phase = HandCrafted::new(variant.clone(), &weights).state(&position).phase;
        Some(DrawishEndgames::new(&variant, &weights)?.scale(&position, phase))
    }

    /// That in all these positions of chess this part of a score remains.
    fn assert_in_chess(part: i32, boards: &[&str]) {
        for board in boards {
            assert_eq!(scale::<1>("chess", board), Some(part), "{board}");
        }
    }

    #[test]
    fn bishops_of_opposite_colours_halve_a_score() {
        assert_in_chess(OPPOSITE_BISHOPS, &["2b1k3/p7/8/8/8/8/PP6/2B1K3"]);
        let whole = [
            "2b1k3/p7/8/8/8/8/PP6/1B2K3",
            "2b1k3/p7/8/8/8/8/PP6/2N1K3",
            "2b1k3/p7/8/8/8/8/PP6/2B1K2R",
            "2b1k2r/p7/8/8/8/8/PP6/2B1K3",
            "4k3/p7/8/8/8/8/PP6/2B1K3",
        ];
        assert_in_chess(FULL_SCALE, &whole);
    }

    #[test]
    fn the_corner_that_a_bishop_never_attacks_holds() {
        let drawn = [
            "1k6/8/8/PK6/8/8/8/2B5",
            "1k6/8/8/PK6/P7/8/8/2B5",
            "7k/8/7K/7P/8/8/8/5B2",
            "8/8/8/8/4b3/p1k5/8/1K6",
            "1k6/8/8/PK6/8/8/8/8",
            "1k6/8/8/PK6/8/8/8/2B1B3",
            "8/8/8/7k/8/8/6BP/7K",
        ];
        assert_in_chess(NOT_WON, &drawn);
        let won = [
            "8/8/8/8/5b2/p1k5/8/1K6",
            "1k6/8/8/PK6/8/8/8/5B2",
            "3k4/8/8/PK6/8/8/8/2B5",
            "1k6/8/8/PK6/1P6/8/8/2B5",
            "1k6/8/8/PK6/8/8/8/2N5",
            "1k6/7p/8/PK6/8/8/8/2B5",
            "1k6/8/8/PK6/8/8/8/2BB4",
            "8/5K2/7k/8/8/8/6BP/8",
        ];
        assert_in_chess(FULL_SCALE, &won);
    }

    #[test]
    fn two_knights_do_not_mate() {
        assert_in_chess(NOT_WON, &["8/8/8/3nn3/3k4/8/5K2/8", "8/8/8/3NN3/3K4/8/5k2/8"]);
        let won = [
            "8/8/8/3nb3/3k4/8/5K2/8",
            "8/8/8/3nnn2/3k4/8/5K2/8",
            "8/7p/8/3nn3/3k4/8/5K2/8",
            "8/7P/8/3nn3/3k4/8/5K2/8",
        ];
        assert_in_chess(FULL_SCALE, &won);
        let courier = scale::<2>("courier", "12/12/12/3nn7/3k8/12/5K6/12");
        assert_eq!(courier, Some(FULL_SCALE), "a lone king has lost");
    }

    #[test]
    fn the_rules_of_a_game_decide() {
        let courier = |board| scale::<2>("courier", board);
        assert_eq!(courier("2b2k6/p11/12/12/12/12/PP10/3B1K6"), Some(FULL_SCALE));
        assert_eq!(courier("2b2k6/p11/12/12/12/12/PP10/2B2K6"), Some(OPPOSITE_BISHOPS));
        assert_eq!(
            courier("1k10/12/12/PK10/12/12/12/3B8"),
            Some(FULL_SCALE),
            "a lone king has lost"
        );
        assert_eq!(scale::<1>("leap64", "2b1k3/p7/8/8/8/8/PP6/2B1K3"), None, "no sliders");

        let mut forced = Definition::clone(&Catalogue::built_in().get("chess").expect("chess"));
        forced.captures.mandatory = true;
        let weights = Weights::built_in(&forced);
        assert!(DrawishEndgames::new(&Variant::<1>::compile(forced.into()), &weights).is_none());
    }
}
