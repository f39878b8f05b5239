//! Lints: parts of a definition that are legal but probably unintended.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::{
    Bounds, Color, Mode, Movement, Path, PieceDefinition, PieceType, Promotion, Reach, Rules, ZoneCondition, betza,
};
use crate::board::Square;

impl Rules {
    /// Returns lints: sentences about parts of a definition that are legal but probably unintended. They report pieces
    /// that never appear or cannot move, redundant moves, pawns that get stuck, pieces that look like pawns but are not
    /// declared as such, rights and double steps that no piece has at the start, and games that cannot be won.
    pub fn lints(&self) -> Vec<String> {
        let present = self.present();
        let mut lints = Vec::new();
        for (piece_type, piece) in self.piece_types() {
            let title = format!("the {} ({})", piece.name, piece.letter);
            if Color::BOTH
                .iter()
                .all(|color| !present[color.index()].contains(&piece_type))
            {
                lints.push(format!(
                    "{title} never appears: it is neither in the start nor promoted to"
                ));
            }
            if !self.moves_anywhere(piece) {
                lints.push(format!(
                    "{title} can never move: no square of the board is within its reach"
                ));
            }
            if piece.promotion.is_some() && !self.can_advance(piece) {
                lints.push(format!("{title} is never promoted: it cannot reach the last rank"));
            }
            let stuck = piece.pawn && piece.promotion.is_none() && self.gets_stuck(piece);
            if stuck && !self.wins_on_last_rank(piece_type) {
                lints.push(format!("{title} cannot leave the last rank, and is not promoted there"));
            }
            if let Some(square) = self.trap(piece_type) {
                lints.push(format!(
                    "{title} may decline its promotion on {}, and never moves from there",
                    self.shape.name(square)
                ));
            }
            if !piece.pawn && self.is_like_a_pawn(piece) {
                lints.push(format!(
                    "{title} only steps forward, like a pawn, but without `pawn = true`: its moves do not count as progress"
                ));
            }
            lints.extend(
                self.promotions_to_pawns(piece)
                    .map(|pawn| format!("{title} may be promoted to a pawn, the {} ({})", pawn.name, pawn.letter)),
            );
            let namesake = self.pieces[..piece_type.index()]
                .iter()
                .find(|other| other.name.to_lowercase() == piece.name.to_lowercase());
            lints.extend(namesake.map(|other| format!("{title} has the name of another piece ({})", other.letter)));
            lints.extend(self.redundant_terms(piece_type).into_iter().map(|term| {
                let letter = piece.letter;
                format!("`{term}` adds nothing to the moves of {letter}: `{}`", piece.betza)
            }));
        }
        lints.extend(self.lints_of_start());
        lints.extend(self.hopeless(&present));
        lints
    }

    /// Returns, by colour, the piece types in the start position, on the board and in hand, and all piece types that
    /// they may be promoted to, directly or indirectly.
    pub fn present(&self) -> [BTreeSet<PieceType>; 2] {
        Color::BOTH.map(|color| {
            let own = self.array.iter().flatten().filter(|(_, owner)| *owner == color);
            let mut piece_types: BTreeSet<PieceType> = own.map(|(piece_type, _)| *piece_type).collect();
            piece_types.extend(self.pieces_in(&self.held, color));
            loop {
                let promoted = piece_types
                    .iter()
                    .filter_map(|piece_type| self.piece(*piece_type).promotion.as_ref());
                let more: BTreeSet<PieceType> =
                    promoted.flat_map(|promotion| promotion.types(color)).copied().collect();
                if more.is_subset(&piece_types) {
                    return piece_types;
                }
                piece_types.extend(more);
            }
        })
    }

    /// Returns the squares of an empty board to which a white piece with these movements can move from `from`.
    fn ends<'a>(&'a self, movements: &'a [Movement], from: Square) -> impl Iterator<Item = Square> + 'a {
        let paths = movements
            .iter()
            .map(move |movement| Path::of(self, Color::White, movement, from));
        paths.flat_map(|path| path.ends().to_vec())
    }

    /// Returns whether the piece can move from some square of the empty board.
    fn moves_anywhere(&self, piece: &PieceDefinition) -> bool {
        self.shape
            .squares()
            .any(|from| self.ends(&piece.movements, from).next().is_some())
    }

    /// Returns whether the piece can advance from some square of an empty board.
    fn can_advance(&self, piece: &PieceDefinition) -> bool {
        let upwards = |from: Square| {
            let before = self.shape.advance(from);
            self.ends(&piece.movements, from)
                .any(|to| self.shape.advance(to) > before)
        };
        self.shape.squares().any(upwards)
    }

    /// Returns whether the piece can advance, but cannot move from any square of the last rank of an empty board.
    fn gets_stuck(&self, piece: &PieceDefinition) -> bool {
        let last = self.shape.farthest();
        let mut there = self
            .shape
            .squares()
            .filter(|square| self.shape.advance(*square) == last);
        self.can_advance(piece) && there.all(|from| self.ends(&piece.movements, from).next().is_none())
    }

    /// Returns whether a white piece of this type wins on every square of the last rank.
    fn wins_on_last_rank(&self, piece_type: PieceType) -> bool {
        let wins = |square: Square| {
            let mut flags = self.ends.flags.iter();
            flags.any(|flag| flag.count == 1 && flag.pieces.contains(&piece_type) && flag.squares[0].contains(&square))
        };
        let last = self.shape.farthest();
        let mut there = self
            .shape
            .squares()
            .filter(|square| self.shape.advance(*square) == last);
        there.all(wins)
    }

    /// Finds a square where the piece may arrive and decline its promotion, and from which it has no move. Returns
    /// `None` if there is no such square or the piece is never promoted.
    fn trap(&self, piece_type: PieceType) -> Option<Square> {
        let piece = self.piece(piece_type);
        piece.promotion.as_ref()?;
        let optional = |square: Square| {
            self.promotes_on(piece_type, Color::White, square)
                && !self.must_promote_on(piece_type, Color::White, square)
        };
        let arrives = |square: &Square| {
            let mut origins = self.shape.squares();
            origins.any(|from| self.ends(&piece.movements, from).any(|to| to == *square))
        };
        let stays = |square: &Square| self.ends(&piece.movements, *square).next().is_none();
        let mut squares = self.shape.squares();
        squares.find(|square| optional(*square) && stays(square) && arrives(square))
    }

    /// Returns whether the piece has a promotion or a multi-step, and all its movements are single steps straight or
    /// diagonally forward, or initial moves straight forward.
    fn is_like_a_pawn(&self, piece: &PieceDefinition) -> bool {
        let step = |movement: &Movement| {
            let vector = movement.vector;
            let single = matches!(movement.reach, Reach::Leap | Reach::Slide(1));
            let step = single && vector.rank == 1 && vector.file.abs() <= 1;
            // A double step may be written as a separate movement: `fmWfcFifmnD`.
            let multi_step = movement.initial.is_some() && vector.rank > 0 && vector.file == 0;
            (step || multi_step) && vector.level == 0
        };
        (piece.promotion.is_some() || piece.multi_step.is_some()) && piece.movements.iter().all(step)
    }

    /// Returns the pawns that a piece may be promoted to, except for pawns that become this piece by their own
    /// promotion, and so only turn back.
    fn promotions_to_pawns(&self, piece: &PieceDefinition) -> impl Iterator<Item = &PieceDefinition> {
        let choice = piece.promotion.as_ref().map(Promotion::all_types);
        let types: BTreeSet<PieceType> = choice.into_iter().flatten().collect();
        let turned = move |pawn: &&PieceDefinition| {
            let becomes = pawn.promotion.as_ref().map(Promotion::all_types).unwrap_or_default();
            pawn.letter != piece.letter
                && becomes
                    .iter()
                    .any(|becomes| self.piece(*becomes).letter == piece.letter)
        };
        types
            .into_iter()
            .map(|piece_type| self.piece(piece_type))
            .filter(move |piece| piece.pawn && !turned(piece))
    }

    /// Returns each term of a piece's Betza notation that is superfluous because other terms include all its moves.
    fn redundant_terms(&self, piece_type: PieceType) -> Vec<String> {
        let setting = betza::Setting {
            levels: self.shape.levels() > 1,
            opposed_levels: self.shape.opposed_levels(),
            zones: !self.zones.is_empty(),
            piece_type,
        };
        let terms = betza::parse(&self.piece(piece_type).betza, setting).unwrap_or_default();
        let mut redundant = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            // Of two terms with equal moves, only the second is redundant.
            let covered = |movement: &Movement| {
                terms.iter().enumerate().any(|(other_index, other)| {
                    let others = &other.movements;
                    other_index != index
                        && others
                            .iter()
                            .any(|other| covers(other, movement) && (other_index < index || !covers(movement, other)))
                })
            };
            if term.doubles.is_empty() && term.movements.iter().all(covered) {
                redundant.push(term.text.clone());
            }
        }
        redundant
    }

    /// Returns a lint for each side that has no piece to give check, if checkmate is the only way to win.
    fn hopeless(&self, present: &[BTreeSet<PieceType>; 2]) -> Vec<String> {
        if self.is_won_without_mate() || !self.ends.promotion_set.is_empty() {
            return Vec::new();
        }
        let attacks = |piece_type: &PieceType| {
            let piece = self.piece(*piece_type);
            !piece.royal && piece.movements.iter().any(|movement| movement.mode != Mode::Quiet)
        };
        let unable = Color::BOTH
            .into_iter()
            .filter(|color| !present[color.index()].iter().any(attacks));
        unable
            .map(|color| format!("{color:?} cannot win: nothing but the king ever captures, so there is no checkmate"))
            .collect()
    }
}

/// Returns whether a movement includes every move of another.
fn covers(movement: &Movement, other: &Movement) -> bool {
    let farther = match (movement.reach, other.reach) {
        (Reach::Slide(_), Reach::Leap) => true,
        (Reach::Slide(steps), Reach::Slide(fewer)) => steps >= fewer,
        (reach, other) => reach == other,
    };
    let freer = movement.mode == other.mode || movement.mode == Mode::Both;
    let anywhere = movement.zones == other.zones || movement.zones == ZoneCondition::Any;
    let unbound = movement.bounds == other.bounds || movement.bounds == Bounds::default();
    let sooner = movement.initial.is_none() || movement.initial == other.initial;
    let alike = movement.vector == other.vector && movement.around == other.around;
    farther && freer && anywhere && unbound && sooner && alike
}
