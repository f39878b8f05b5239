//! A fixed numbering of all steps that can ever be played in a variant, for machine learning.

use std::collections::{BTreeSet, HashMap};

use super::Board;
use kurier_rules::board::{Bitboard, Square, Vector};
use kurier_rules::on_width;
use kurier_rules::position::Turn;
use kurier_rules::rules::{Color, Definition, Passing, PieceType, RightKind, Variant};

/// One step in coordinate notation: from one square to another, perhaps with a promotion, or the drop of a piece from
/// the hand. Nearly all turns have one step; a chain of captures has several. A move that captures on an intermediate
/// square, as a lion's may, counts as one step, because the piece could also have stopped on that square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The square where the piece stands before the step; for a drop the square where the piece arrives.
    pub from: Square,
    /// The square that the notation gives as the destination. In some castlings this is the rook's square.
    pub to: Square,
    /// The piece type after a promotion, or the type of a dropped or gated piece; `None` for all other steps.
    pub piece: Option<PieceType>,
    /// The square on which the piece captures before it goes to `to`, as a lion does; `None` for other steps.
    pub middle: Option<Square>,
}

impl Step {
    /// Returns the steps of a turn. Every turn has at least one step.
    pub fn of(board: &Board, turn: &Turn) -> Vec<Self> {
        Self::along(
            board.definition(),
            &board.route(turn),
            turn.suffix(),
            turn.first().dropped(),
        )
    }

    /// Returns the steps of a turn whose notation names `squares`, which are two or more squares, or only the square of
    /// a drop. The last step receives `promotion`, the type of the promoted or gated piece, if there is one.
    pub fn along(
        definition: &Definition,
        squares: &[Square],
        promotion: Option<PieceType>,
        dropped: Option<PieceType>,
    ) -> Vec<Self> {
        if let (Some(piece), Some(to)) = (dropped, squares.last()) {
            return vec![Self::drop(piece, *to)];
        }
        if let ([from, middle, to], false) = (squares, definition.captures.chained) {
            return vec![Self::double(*from, *middle, *to)];
        }
        let mut steps: Vec<Self> = squares.windows(2).map(|pair| Self::plain(pair[0], pair[1])).collect();
        if let Some(last) = steps.last_mut() {
            last.piece = promotion;
        }
        steps
    }

    fn plain(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            piece: None,
            middle: None,
        }
    }

    fn double(from: Square, middle: Square, to: Square) -> Self {
        Self {
            middle: Some(middle),
            ..Self::plain(from, to)
        }
    }

    fn drop(piece: PieceType, to: Square) -> Self {
        Self {
            from: to,
            to,
            piece: Some(piece),
            middle: None,
        }
    }
}

/// The numbers of all steps that any piece could make in any position of a variant. The numbers depend only on the
/// rules of the variant, and are the same in every run.
#[derive(Clone, Debug)]
pub struct Numbering {
    steps: Vec<Step>,
    numbers: HashMap<Step, usize>,
}

impl Numbering {
    /// Creates the numbering of a board's variant.
    pub fn new(board: &Board) -> Self {
        let mut steps = on_width!(&board.0, history => steps(history.position.variant()));
        steps.sort_unstable();
        steps.dedup();
        let numbers = steps.iter().enumerate().map(|(number, step)| (*step, number));
        Self {
            numbers: numbers.collect(),
            steps,
        }
    }

    /// Returns all steps. The index of each step is its number.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the number of a step, from 0, or `None` if no piece of the variant can ever make the step.
    pub fn number(&self, step: Step) -> Option<usize> {
        self.numbers.get(&step).copied()
    }
}

/// Returns the promotions of a side's standing pieces, in place or with a step to another square. A promotion in place
/// shares its number with the drop of the new piece on that square, because the two are never possible in one position.
fn standing_promotions<const W: usize>(variant: &Variant<W>, types: u32, color: Color) -> Vec<Step> {
    let mut steps = Vec::new();
    let standing = variant
        .definition
        .piece_types()
        .filter(|(piece_type, _)| types >> piece_type.0 & 1 != 0);
    for (piece_type, _) in standing {
        let promotions = &variant.promotions[color.index()][piece_type.index()];
        let choices: BTreeSet<&PieceType> = promotions.iter().flatten().collect();
        for becomes in choices {
            for from in variant.squares {
                let quiet = &variant.piece_tables[color.index()][becomes.index()].quiet;
                let targets = variant.reached(quiet, from, Bitboard::EMPTY) | Bitboard::from_square(from);
                let step = |to| Step {
                    piece: Some(*becomes),
                    ..Step::plain(from, to)
                };
                steps.extend(targets.into_iter().map(step));
            }
        }
    }
    steps
}

/// Returns all steps of all pieces, unsorted and with duplicates.
fn steps<const W: usize>(variant: &Variant<W>) -> Vec<Step> {
    let mut steps = Vec::new();
    for color in Color::BOTH {
        for (piece_type, _) in variant.definition.piece_types() {
            for from in variant.squares {
                let targets = targets(variant, color, piece_type, from);
                for to in targets & variant.squares {
                    add(variant, color, piece_type, Step::plain(from, to), &mut steps);
                }
            }
        }
    }
    for zones in variant.hand.iter().flat_map(|hand| &hand.zones) {
        for (piece, squares) in (0..).map(PieceType).zip(zones) {
            steps.extend(squares.into_iter().map(|to| Step::drop(piece, to)));
        }
    }
    for piece in variant
        .doubles
        .iter()
        .flat_map(|doubles| doubles.pieces.iter().flatten())
    {
        for (from, targets) in (0..).map(Square::new).zip(&piece.by_square) {
            for captures in &targets.captures {
                let ends = captures.quiet | captures.capture;
                steps.extend(ends.into_iter().map(|to| Step::double(from, captures.middle, to)));
            }
            if targets.passes.any() {
                steps.push(Step::plain(from, from));
            }
        }
    }
    if let Some(standing) = &variant.standing {
        steps.extend(
            Color::BOTH
                .into_iter()
                .flat_map(|color| standing_promotions(variant, standing.types, color)),
        );
    }
    steps.extend(passes(variant));
    if variant.successors != 0 {
        for from in variant.squares {
            let others = variant.squares.into_iter().filter(|to| *to != from);
            steps.extend(others.map(|to| Step::plain(from, to)));
        }
    }
    let prelude = variant.definition.prelude.iter().flat_map(|prelude| &prelude.moves);
    steps.extend(prelude.flatten().map(|(from, to)| Step::plain(*from, *to)));
    for right in &variant.rights {
        match &right.kind {
            RightKind::Castling { king, written, .. } => steps.push(Step::plain(king.0, *written)),
            RightKind::Gate { .. } => {}
            RightKind::Leaps {
                square,
                piece,
                quiet,
                capture,
                ..
            } => {
                for to in *quiet | *capture {
                    add(variant, right.color, *piece, Step::plain(*square, to), &mut steps);
                }
            }
        }
    }
    steps.extend(castlings_from_anywhere(variant));
    let gating = gating(variant, &steps);
    steps.extend(gating);
    steps
}

/// Returns the steps of castlings from all squares of their ranks, with duplicates, in a game where kings and rooks
/// castle from anywhere.
fn castlings_from_anywhere<const W: usize>(variant: &Variant<W>) -> Vec<Step> {
    let rules = &variant.definition.rules;
    if !rules.castling_anywhere {
        return Vec::new();
    }
    let mut steps = Vec::new();
    for right in &variant.rights {
        let RightKind::Castling { king, .. } = right.kind else {
            continue;
        };
        for from in rules.rank_of(king.0) {
            let rooks = rules.rank_of(king.0).filter(|to| *to != from);
            steps.extend(rooks.map(|to| Step::plain(from, to)));
        }
    }
    steps
}

/// Returns the steps by which a turn is passed, with duplicates.
fn passes<const W: usize>(variant: &Variant<W>) -> Vec<Step> {
    let rules = &variant.definition.rules;
    let may_pass = |color: &Color| rules.passing[color.index()] != Passing::Never;
    let squares = Color::BOTH.into_iter().filter(may_pass).flat_map(|color| {
        let region = rules.king(color).and_then(|king| rules.piece(king).stays_in);
        let squares = variant.squares.into_iter();
        squares.filter(move |square| rules.is_in(region, color, *square))
    });
    squares.map(|square| Step::plain(square, square)).collect()
}

/// Returns the steps that gate a piece, given the steps that gate no piece.
fn gating<const W: usize>(variant: &Variant<W>, steps: &[Step]) -> Vec<Step> {
    let Some(hand) = variant.hand.as_deref() else {
        return Vec::new();
    };
    let mut gating = Vec::new();
    for right in &variant.rights {
        let RightKind::Gate { square } = right.kind else {
            continue;
        };
        let castlings = variant.rights.iter().filter_map(|right| match &right.kind {
            RightKind::Castling { king, rook, .. } if rook.0 == square => Some(Step::plain(rook.0, king.0)),
            _ => None,
        });
        let leaving = steps
            .iter()
            .filter(|step| step.from == square && step.piece.is_none())
            .copied();
        let leaving: Vec<Step> = leaving.chain(castlings).collect();
        for (piece, zone) in (0..).map(PieceType).zip(&hand.gate_zones[right.color.index()]) {
            let gated = leaving.iter().filter(|_| zone.contains(square));
            gating.extend(gated.map(|step| Step {
                piece: Some(piece),
                ..*step
            }));
        }
    }
    gating
}

/// Returns the squares that a piece could reach from a square with some arrangement of the other pieces.
fn targets<const W: usize>(variant: &Variant<W>, color: Color, piece_type: PieceType, from: Square) -> Bitboard<W> {
    let table = &variant.piece_tables[color.index()][piece_type.index()];
    let mut targets = Bitboard::EMPTY;
    for moves in [&table.quiet, &table.capture] {
        for squares in [&moves.leaps, &moves.open] {
            targets |= squares.get(from.index()).copied().unwrap_or(Bitboard::EMPTY);
        }
    }
    let shape = &variant.definition.shape;
    let forward = match color {
        Color::White => Vector::flat(0, 1),
        Color::Black => Vector::flat(0, -1),
    };
    let most = &variant.multi_steps[color.index()][piece_type.index()].most;
    let mut at = from;
    for _ in 0..most.get(from.index()).copied().unwrap_or(0) {
        let Some(next) = shape.step(at, forward) else { break };
        targets |= Bitboard::from_square(next);
        at = next;
    }
    targets
}

/// Adds a step with each possible promotion, and without promotion if the piece need not promote.
fn add<const W: usize>(variant: &Variant<W>, color: Color, piece_type: PieceType, step: Step, steps: &mut Vec<Step>) {
    // Every move that promotes could also do so as a capture.
    if variant
        .promotion_zone(color, piece_type, step.from, true)
        .contains(step.to)
    {
        let promotions = &variant.promotions[color.index()][piece_type.index()];
        for promotion in promotions.get(step.to.index()).into_iter().flatten() {
            steps.push(Step {
                piece: Some(*promotion),
                ..step
            });
        }
        if variant.compulsory_promotions[color.index()][piece_type.index()].contains(step.to) {
            return;
        }
    }
    steps.push(step);
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::random::SplitMix64;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn every_legal_turn_of_every_game_has_a_number() {
        let mut random = SplitMix64::new(7);
        for definition in Catalogue::built_in().iter() {
            let mut board = Board::new(definition);
            let numbering = Numbering::new(&board);
            let again = Numbering::new(&board.clone());
            assert_eq!(numbering.steps(), again.steps());
            for _ in 0..200 {
                let turns = board.turns();
                for turn in &turns {
                    for step in Step::of(&board, turn) {
                        let number = numbering.number(step);
                        let number = number.unwrap_or_else(|| panic!("{}: {}", definition.name, board.spell(turn)));
                        assert_eq!(numbering.steps()[number], step);
                    }
                }
                match turns.is_empty() || board.outcome().is_some() {
                    true => board.set_up(None).expect("the start is legal"),
                    false => {
                        let turn = &turns[random.below(turns.len() as u64) as usize];
                        board.play(turn).expect("it is legal");
                    }
                }
            }
        }
    }

    #[test]
    fn the_numbering_of_chess_has_the_known_size() {
        let numbering = Numbering::new(&Board::new(&Catalogue::built_in().get("chess").expect("chess")));
        // A queen has 1456 steps and a knight 336. Each side's pawns have 22 steps from the seventh rank, each with
        // four promotions.
        let (queens, knights, promotions) = (1456, 336, 2 * 22);
        let plain = numbering.steps().iter().filter(|step| step.piece.is_none()).count();
        assert_eq!(plain, queens + knights);
        assert_eq!(numbering.steps().len(), plain + promotions * 4);
    }
}
