//! Analyses the start position: its symmetry, unprotected pawns, and pieces that cannot move.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurier_rules::board::Square;
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, Definition, PieceType, Variant};
use kurier_rules::with_width;
use serde::Serialize;

/// The symmetry between the armies of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// Each piece faces a piece of its own type.
    Mirror,
    /// A half turn of the board exchanges the armies.
    Turn,
    /// The armies are not symmetric.
    None,
}

/// Observations about the start position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Start {
    /// The symmetry between the armies.
    pub symmetry: Symmetry,
    /// The squares whose pieces have no counterpart; empty if the armies are symmetric.
    pub odd: Vec<String>,
    /// The squares of the pawns that no piece of their side protects.
    pub unprotected: Vec<String>,
    /// The names of the piece types of which no piece of either side can make the first turn.
    pub immobile: Vec<String>,
    /// The numbers of legal turns if White were to move, and if Black were.
    pub turns: [usize; 2],
}

impl Start {
    /// Analyses the start position of a game.
    pub fn of(definition: &Arc<Definition>) -> Self {
        let (symmetry, odd) = symmetry(definition);
        let names = |squares: &[Square]| squares.iter().map(|square| definition.shape.name(*square)).collect();
        let (unprotected, mobile, turns) = with_width!(definition.shape, W => {
            let variant = Arc::new(Variant::<W>::compile(definition.clone()));
            look(&Position::start(variant))
        });
        let standing: BTreeSet<PieceType> = definition.array.iter().flatten().map(|(kind, _)| *kind).collect();
        let immobile = standing.difference(&mobile);
        Self {
            symmetry,
            odd: names(&odd),
            unprotected: names(&unprotected),
            immobile: immobile.map(|kind| definition.piece(*kind).name.clone()).collect(),
            turns,
        }
    }
}

/// Returns the symmetry between the armies or, if there is none, the squares that break the symmetry that fits best.
fn symmetry(definition: &Definition) -> (Symmetry, Vec<Square>) {
    let shape = &definition.shape;
    let opposite = |square: Square| definition.array[square.index()].map(|(kind, color)| (kind, !color));
    let odd = |image: &dyn Fn(Square) -> Square| -> Vec<Square> {
        let breaks = |square: &Square| definition.array[image(*square).index()] != opposite(*square);
        shape.squares().filter(breaks).collect()
    };
    let mirrored = odd(&|square| shape.mirror(square));
    let turned = odd(&|square| shape.turn(square));
    match (mirrored.is_empty(), turned.is_empty()) {
        (true, _) => (Symmetry::Mirror, mirrored),
        (false, true) => (Symmetry::Turn, turned),
        (false, false) if turned.len() < mirrored.len() => (Symmetry::None, turned),
        (false, false) => (Symmetry::None, mirrored),
    }
}

/// Returns the squares of unprotected pawns, the piece types that can move for either side, and the number of turns of
/// each side.
fn look<const W: usize>(start: &Position<W>) -> (Vec<Square>, BTreeSet<PieceType>, [usize; 2]) {
    let definition = start.variant().definition.clone();
    let is_bare = |square: &Square| {
        definition.array[square.index()]
            .is_some_and(|(kind, color)| definition.piece(kind).pawn && !start.attackers(*square, color).any())
    };
    let unprotected = definition.shape.squares().filter(is_bare).collect();
    let mut mobile = BTreeSet::new();
    let turns = Color::BOTH.map(|color| {
        let fen = start.fen();
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        if let Some(side) = fields.get_mut(1) {
            *side = color.letter().to_string();
        }
        // If the opponent starts in check, the position is illegal with this side to move, so the side has no turns.
        let Ok(position) = Position::from_fen(start.variant().clone(), &fields.join(" ")) else {
            return 0;
        };
        let turns = position.turns();
        mobile.extend(
            turns
                .iter()
                .filter_map(|turn| position.piece_at(turn.from()))
                .map(|piece| piece.piece_type),
        );
        turns.len()
    });
    (unprotected, mobile, turns)
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;

    use super::*;

    fn start(name: &str) -> Start {
        Start::of(&Catalogue::built_in().get(name).expect("a built-in game"))
    }

    #[test]
    fn chess_has_a_sound_start() {
        let start = start("chess");
        assert_eq!((start.symmetry, start.turns), (Symmetry::Mirror, [20, 20]));
        assert_eq!(
            start.immobile,
            ["Rook", "Bishop", "Queen", "King"].map(String::from).to_vec()
        );
        assert!(start.odd.is_empty() && start.unprotected.is_empty());
    }

    #[test]
    fn faults_of_the_start_are_found() {
        let text = "name = \"x\"\nstart = \"1k1r/p3/4/3P/R1K1 w - - 0 1\"\n[board]\nfiles = 4\nranks = 5\n[pieces]\n\
             K = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n\
             P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\" }\n";
        let turned = Start::of(&Arc::new(Definition::parse(text, "x.toml").expect("a game")));
        assert_eq!(turned.symmetry, Symmetry::Turn);
        assert_eq!(turned.unprotected, [""; 0]);
        let broken = text.replace("/p3/", "/2p1/");
        let broken = Start::of(&Arc::new(Definition::parse(&broken, "x.toml").expect("a game")));
        assert_eq!(broken.symmetry, Symmetry::None);
        assert_eq!(broken.odd, ["b2", "d2", "a4", "c4"]);
    }
}
