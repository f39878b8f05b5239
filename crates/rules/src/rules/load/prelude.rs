//! Reads the section `[prelude]`, and checks its moves.

use std::collections::BTreeSet;

use toml::Spanned;

use super::start;
use crate::board::Square;
use crate::rules::file::{GameFile, PreludeSection, Texts};
use crate::rules::path::own_square;
use crate::rules::prelude::{Men, play};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, Placement, Prelude, PromotesLeaving, Rules};

/// Reads the moves with which the sides begin, and adds them to the rules.
pub(super) fn read(
    source: Source<'_>,
    file: &GameFile,
    mut rules: Rules,
    mover: Color,
) -> Result<Rules, DefinitionError> {
    let Some(section) = file.prelude.as_ref() else {
        return Ok(rules);
    };
    let reader = Reader { source, rules: &rules };
    let white = reader.moves(&section.moves)?;
    let black = match &section.moves_black {
        Some(moves) => reader.moves(moves)?,
        None => {
            let mirrored = |(from, to): &(Square, Square)| (rules.shape.mirror(*from), rules.shape.mirror(*to));
            white.iter().map(mirrored).collect()
        }
    };
    if white.is_empty() && black.is_empty() {
        return Err(source.error_at(&section.moves, "expected at least one move"));
    }
    let prelude = Prelude {
        moves: [white, black],
        any_order: section.order.is_some_and(|word| word.0),
        optional: section.optional,
        first: Prelude::first_numbers(&rules.start, mover),
    };
    Color::BOTH
        .into_iter()
        .try_for_each(|color| reader.check(section, &prelude, color))?;
    reader.check_kings(section, &prelude, mover)?;
    rules.prelude = Some(prelude);
    Ok(rules)
}

struct Reader<'a> {
    source: Source<'a>,
    rules: &'a Rules,
}

impl Reader<'_> {
    /// Reads the moves of a side.
    fn moves(&self, moves: &Texts) -> Result<Vec<(Square, Square)>, DefinitionError> {
        if moves.get_ref().len() > Prelude::MAX_MOVES {
            let message = format!("expected at most {} moves", Prelude::MAX_MOVES);
            return Err(self.source.error_at(moves, message));
        }
        let read = |text: &Spanned<String>| {
            let squares = self.rules.shape.parse_several(text.get_ref());
            match squares.as_deref() {
                Some([from, to]) if from != to => Ok((*from, *to)),
                _ => {
                    let message = format!("expected two squares, as in `a2a4`, found `{}`", text.get_ref());
                    Err(self.source.error_at(text, message))
                }
            }
        };
        moves.get_ref().iter().map(read).collect()
    }

    /// Creates an error about a move of a side.
    fn error(&self, section: &PreludeSection, color: Color, number: usize, message: &str) -> DefinitionError {
        let (moves, mirrored) = match (color, &section.moves_black) {
            (Color::Black, Some(moves)) => (moves, ""),
            (Color::Black, None) => (&section.moves, " (Black's moves mirror White's)"),
            (Color::White, _) => (&section.moves, ""),
        };
        let message = format!("expected {message}{mirrored}");
        match moves.get_ref().get(number) {
            Some(text) => self.source.error_at(text, message),
            None => self.source.error_at(moves, message),
        }
    }

    /// Checks that a side can play its moves, and that the positions of its pieces show which of them it has played.
    fn check(&self, section: &PreludeSection, prelude: &Prelude, color: Color) -> Result<(), DefinitionError> {
        let rules = self.rules;
        let moves = &prelude.moves[color.index()];
        let mut men = rules.men_at_start(color);
        let (start, enemies) = (men.clone(), rules.men_at_start(!color));
        let targets: BTreeSet<Square> = prelude.moves[(!color).index()].iter().map(|(_, to)| *to).collect();
        let mut stages: Vec<Men> = vec![men.clone()];
        for (number, (from, to)) in moves.iter().enumerate() {
            let wrong = |message: &str| Err(self.error(section, color, number, message));
            let Some(piece_type) = men.get(from).copied() else {
                return wrong(&format!("a move of a man of {}", color.name()));
            };
            if men.contains_key(to) || prelude.any_order && start.contains_key(to) {
                return wrong("a move to an empty square");
            }
            if prelude.any_order && !start.contains_key(from) {
                return wrong("one move of each man, because their order is free");
            }
            if enemies.contains_key(to) || targets.contains(to) {
                return wrong("a move to a square where no man of the other side may stand");
            }
            let piece = rules.piece(piece_type);
            let promotes = |at: Square| rules.promotes_on(piece_type, color, at);
            if promotes(*to) || piece.promotes_leaving == PromotesLeaving::Always && promotes(*from) {
                return wrong("a move that does not promote");
            }
            let mut castlings = rules.castlings.iter().filter(|castling| castling.is_for(color));
            let own = |square| own_square(&rules.shape, square, color);
            if castlings.any(|castling| (own(castling.king.0), own(castling.written())) == (*from, *to)) {
                return wrong("a move that is not written like a castling");
            }
            play(&mut men, (*from, *to));
            if stages.contains(&men) {
                return wrong("a move that does not lead back");
            }
            stages.push(men.clone());
        }
        Ok(())
    }

    /// Checks that no move gives check or leaves a king attacked if the sides alternate and play their moves in the
    /// given order.
    fn check_kings(&self, section: &PreludeSection, prelude: &Prelude, mover: Color) -> Result<(), DefinitionError> {
        let mut array: Placement = self.rules.array.clone();
        let most = prelude.moves.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..most {
            for color in [mover, !mover] {
                let Some((from, to)) = prelude.moves[color.index()].get(number) else {
                    continue;
                };
                array[to.index()] = array[from.index()].take();
                if !Color::BOTH
                    .into_iter()
                    .all(|side| start::is_safe(self.rules, &array, side))
                {
                    let message = "a move after which no king is attacked";
                    return Err(self.error(section, color, number, message));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Square;
    use crate::rules::Definition;

    /// Returns the definition of a small game with a prelude.
    fn parse(prelude: &str) -> Result<Definition, String> {
        let text = format!(
            "name = \"small\"\nstart = \"k2r/p2p/4/4/4/P2P/K2R w - - 0 3\"\n[board]\nfiles = 4\nranks = 7\n[pieces]\n\
             K = {{ name = \"King\", move = \"K\", royal = true }}\nR = {{ name = \"Rook\", move = \"R\" }}\n\
             P = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\", promotion-rank = 5 }}\n\
             [castling.K]\nking = [\"a1\", \"c1\"]\nrook = [\"d1\", \"b1\"]\n\
             [prelude]\n{prelude}\n"
        );
        Definition::parse(&text, "small.toml").map_err(|error| error.to_string())
    }

    #[test]
    fn preludes_are_read() {
        let game = parse("moves = [\"a2b3\", \"d1c2\"]").expect("a correct prelude");
        let prelude = game.prelude.as_ref().expect("a prelude");
        let squares = |moves: [[&str; 2]; 2]| {
            let square = |name: &str| game.shape.parse(name).expect("a square");
            moves.map(|[from, to]| (square(from), square(to))).to_vec()
        };
        assert_eq!(prelude.moves[0], squares([["a2", "b3"], ["d1", "c2"]]));
        assert_eq!(prelude.moves[1], squares([["a6", "b5"], ["d7", "c6"]]));
        assert_eq!(
            (prelude.any_order, prelude.optional, prelude.first),
            (false, false, [3, 3])
        );
        let game = parse("moves = []\nmoves-black = [\"d6b4\"]\norder = \"free\"\noptional = true").expect("a prelude");
        let prelude = game.prelude.as_ref().expect("a prelude");
        assert!(prelude.any_order && prelude.optional && prelude.moves[0].is_empty() && prelude.moves[1].len() == 1);
        // A man may move twice, and to a square that another has left.
        assert!(parse("moves = [\"a2a3\", \"a1a2\", \"a3b3\"]").is_ok());
    }

    #[test]
    fn the_game_after_a_prelude_has_none() {
        let game = parse("moves = [\"a2b3\", \"d1c2\"]").expect("a correct prelude");
        let after = game.after_prelude().expect("it is compulsory");
        assert_eq!(after.start, "k3/2rp/1p2/4/1P2/2RP/K3 w - - 0 3");
        assert_eq!(after.array[Square::new(9).index()], game.array[4]);
        assert!(after.prelude.is_none() && after.after_prelude().is_none());
        let optional = parse("moves = [\"a2b3\"]\noptional = true").expect("a correct prelude");
        assert!(optional.after_prelude().is_none());
    }

    #[test]
    fn mistakes_in_preludes_are_named() {
        let many = format!("moves = [{}]", ["\"a2a3\""; 17].join(", "));
        for (prelude, why) in [
            ("", "13:1: the key `moves` is missing"),
            (
                "moves = [\"a2\"]",
                "14:10: expected two squares, as in `a2a4`, found `a2`",
            ),
            ("moves = [\"a2a2\"]", "14:10: expected two squares"),
            ("moves = [\"a2e3\"]", "14:10: expected two squares"),
            ("moves = []", "14:9: expected at least one move"),
            (&many, "14:9: expected at most 16 moves"),
            (
                "moves = [\"a2a3\"]\norder = \"any\"",
                "15:9: `order`: expected \"given\" or \"free\"",
            ),
            (
                "moves = [\"a2a3\", \"a2a4\"]",
                "14:18: expected a move of a man of White",
            ),
            ("moves = [\"a6a5\"]", "14:10: expected a move of a man of White"),
            (
                "moves = [\"a2a3\"]\nmoves-black = [\"b2b3\"]",
                "15:16: expected a move of a man of Black",
            ),
            ("moves = [\"a1a2\"]", "14:10: expected a move to an empty square"),
            (
                "moves = [\"a2a3\", \"a1a2\"]\norder = \"free\"",
                "14:18: expected a move to an empty square",
            ),
            (
                "moves = [\"a2a3\", \"a3b3\"]\norder = \"free\"",
                "14:18: expected one move of each man, because their order is free",
            ),
            (
                "moves = [\"a2a4\"]",
                "14:10: expected a move to a square where no man of the other side may stand",
            ),
            (
                "moves = [\"d2d6\"]",
                "14:10: expected a move to a square where no man of the other side may stand",
            ),
            ("moves = [\"d2c5\"]", "14:10: expected a move that does not promote"),
            (
                "moves = [\"a1c1\"]",
                "14:10: expected a move that is not written like a castling",
            ),
            (
                "moves = [\"a2a3\", \"a3a2\"]",
                "14:18: expected a move that does not lead back",
            ),
            (
                "moves = [\"d1b7\"]",
                "14:10: expected a move after which no king is attacked",
            ),
            (
                "moves = [\"a1c3\"]\nmoves-black = [\"d7b7\", \"b7c7\"]",
                "15:24: expected a move after which no king is attacked",
            ),
            ("moves = [\"d2c3\", \"d1b3\"]\nmoves-black = [\"d7d3\"]", ""),
        ] {
            match parse(prelude) {
                Ok(_) => assert_eq!(why, "", "{prelude}"),
                Err(error) => assert!(!why.is_empty() && error.contains(why), "{prelude}: {error}"),
            }
        }
    }
}
