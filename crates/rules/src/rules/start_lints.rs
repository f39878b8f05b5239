//! Lints about the start position: multi-steps from ranks where the piece does not start, and castlings and first moves
//! for which the rights are missing.

use super::{Color, PieceDefinition, PieceType, Rules};
use crate::board::{Shape, Square};

impl Rules {
    /// Returns the lints about multi-steps from ranks where the piece does not start, and about castlings and first
    /// moves whose rights are missing from the start position.
    pub(super) fn lints_of_start(&self) -> Vec<String> {
        let steps = self
            .piece_types()
            .filter_map(|(piece_type, piece)| self.unused_double_step(piece_type, piece));
        steps.chain(self.rights_not_held()).collect()
    }

    /// Returns a lint if the piece has a multi-step and stands on the board at the start, but on no rank from which it
    /// can make the multi-step.
    fn unused_double_step(&self, piece_type: PieceType, piece: &PieceDefinition) -> Option<String> {
        let steps = piece.multi_step.as_ref()?;
        let standing: Vec<(Color, Square)> = Color::BOTH
            .into_iter()
            .flat_map(|color| self.start_squares(piece_type, color).map(move |square| (color, square)))
            .collect();
        let can_step = |(color, square): &(Color, Square)| steps.most_from(&self.shape, *color, *square) > 1;
        if standing.is_empty() || standing.iter().any(can_step) {
            return None;
        }
        let names: Vec<String> = match &steps.squares {
            None => steps.steps.keys().map(|rank| (rank + 1).to_string()).collect(),
            Some([white, black]) => white.union(black).map(|square| self.shape.name(*square)).collect(),
        };
        let from = if steps.squares.is_none() { "rank " } else { "" };
        Some(format!(
            "the {} ({}) has a double step from {from}{}, but does not stand there at the start",
            piece.name,
            piece.letter,
            names.join(", ")
        ))
    }

    /// Returns the squares of the pieces of a type and colour at the start.
    fn start_squares(&self, piece_type: PieceType, color: Color) -> impl Iterator<Item = Square> {
        self.shape
            .squares()
            .filter(move |square| self.array[square.index()] == Some((piece_type, color)))
    }

    /// Returns lints for the castlings and first moves whose letter is missing from the rights of the start position.
    fn rights_not_held(&self) -> Vec<String> {
        let held = self.start.split_whitespace().nth(2).unwrap_or("-");
        let mut lints = Vec::new();
        let by_drops = self.hand.is_some_and(|hand| hand.castles);
        for color in Color::BOTH {
            let mut reported = Vec::new();
            for castling in self
                .castlings
                .iter()
                .filter(|castling| castling.is_for(color) && !by_drops)
            {
                let letter = color.case(castling.letter);
                if !held.contains(letter) && !reported.contains(&letter) {
                    reported.push(letter);
                    lints.push(format!(
                        "{} never castles by `{}`: the rights in the start are `{held}`, without `{letter}`",
                        color.name(),
                        castling.letter
                    ));
                }
            }
            for (square, piece_type) in &self.privileged {
                lints.extend(self.first_move_not_held(color, *square, *piece_type, held));
            }
        }
        lints
    }

    /// Returns a lint if `color` lacks the right to the first move of the piece that White has on `square` and Black
    /// has on its mirror image. `held` contains the letters of the rights in the start position.
    fn first_move_not_held(&self, color: Color, square: Square, piece_type: PieceType, held: &str) -> Option<String> {
        let letter = color.case(Shape::file_letter(self.shape.file(square)).to_ascii_uppercase());
        let piece = self.piece(piece_type);
        (!held.contains(letter)).then(|| {
            format!(
                "{}'s {} ({}) never has its first move: the rights in the start are `{held}`, without `{letter}`",
                color.name(),
                piece.name,
                piece.letter
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Definition;

    fn lints(more: &str, start: &str) -> Vec<String> {
        let text = format!(
            "name = \"x\"\nstart = \"{start}\"\n[board]\nfiles = 5\nranks = 6\n[pieces]\n\
             R = {{ name = \"Rook\", move = \"R\" }}\n{more}"
        );
        Definition::parse(&text, "x.toml").expect(more).lints()
    }

    const KING: &str = "K = { name = \"King\", move = \"K\", royal = true }\n";

    #[test]
    fn double_steps_that_no_piece_has_get_lints() {
        let pawn = |step: &str| {
            let keys = "move = \"fmWfcF\", pawn = true, promotes-to = \"R\"";
            let pieces = format!("{KING}P = {{ name = \"Pawn\", {keys}, {step} }}\n");
            lints(&pieces, "1k1r1/ppp2/5/5/PPP2/RK3 w - - 0 1")
        };
        let complaint = |ranks: &str| {
            format!("the Pawn (P) has a double step from rank {ranks}, but does not stand there at the start")
        };
        assert_eq!(pawn("double-step = 2"), [""; 0]);
        assert_eq!(pawn("double-step = [1, 2]"), [""; 0]);
        assert_eq!(pawn("double-step = 3"), [complaint("3")]);
        assert_eq!(pawn("multi-step = { 3 = 2, 4 = 2 }"), [complaint("3, 4")]);
    }

    #[test]
    fn rights_that_the_start_lacks_get_lints() {
        let castling =
            format!("{KING}[castling.K]\nking = [\"c1\", \"d1\"]\nrook = [\"e1\", \"c1\"]\nwritten = \"rook\"\n");
        let start = "2k1r/5/5/5/5/2K1R w";
        assert_eq!(lints(&castling, &format!("{start} Kk - 0 1")), [""; 0]);
        assert_eq!(
            lints(&castling, &format!("{start} K - 0 1")),
            ["Black never castles by `K`: the rights in the start are `K`, without `k`"]
        );
        assert_eq!(lints(&castling, start).len(), 2);
        let leaping = "K = { name = \"King\", move = \"K\", royal = true, first = \"mD\" }\n";
        assert_eq!(lints(leaping, &format!("{start} Cc - 0 1")), [""; 0]);
        assert_eq!(
            lints(leaping, &format!("{start} c - 0 1")),
            ["White's King (K) never has its first move: the rights in the start are `c`, without `C`"]
        );
    }
}
