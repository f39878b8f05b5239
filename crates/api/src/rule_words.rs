//! Describes the rules of a game in words.

use super::piece_words::listed;
use kurier_rules::board::Square;
use kurier_rules::rules::{BareKing, Color, Definition, Stalemate};

/// Returns sentences that describe the rules of a game apart from the moves of its pieces.
pub(super) fn of_game(game: &Definition) -> Vec<String> {
    let mut words = Vec::new();
    if game.captures.mandatory {
        words.push("Captures are mandatory: a player who can capture must, with a free choice among captures.".into());
    }
    if game.captures.chained {
        words.push(
            "A piece that has captured and can capture again must continue in the same turn. From its second capture on it \
             may even capture the king, which wins."
                .into(),
        );
    }
    for castling in &game.castlings {
        let square = |square: Square| game.shape.name(square);
        let rook = &game.piece(castling.rook_types[0]).name;
        let (king, rook_way) = (castling.king, castling.rook);
        let whose = match castling.only {
            None => "Castling",
            Some(Color::White) => "Castling for White",
            Some(Color::Black) => "Castling for Black",
        };
        let black = match castling.only {
            None => " (Black castles as the mirror image)",
            Some(_) => "",
        };
        words.push(format!(
            "{whose}: the king goes from {} to {}, the {rook} from {} to {}{black}. Neither has moved, nothing stands \
             between them, and the king neither leaves, crosses nor reaches an attacked square.",
            square(king.0),
            square(king.1),
            square(rook_way.0),
            square(rook_way.1)
        ));
    }
    let king = &game.piece(game.king()).name;
    words.push(format!("Checkmate of the {} wins.", king.to_lowercase()));
    words.push(match game.ends.stalemate {
        Stalemate::Draw => "Stalemate is a draw.".into(),
        Stalemate::Loss => "A player who cannot move has lost.".into(),
    });
    match game.ends.bare_king {
        BareKing::PlaysOn => (),
        BareKing::Loses => words.push("A player who has nothing but the king left has lost.".into()),
        BareKing::LosesUnlessAnswered => words.push(
            "A player who has nothing but the king left has lost, unless the next move bares the other king too: then it is \
             a draw."
                .into(),
        ),
    }
    if !game.ends.promotion_set.is_empty() {
        let set: Vec<String> = game
            .ends
            .promotion_set
            .iter()
            .map(|(piece_type, least)| counted(usize::from(*least), &game.piece(*piece_type).name))
            .collect();
        words.push(format!(
            "A player who promotes and then has {} wins.",
            listed(&set, "and")
        ));
    }
    let lacking = match game.is_won_without_mate() {
        true => "king against king",
        false => "pieces with which neither side can ever mate",
    };
    words.push(format!(
        "Threefold repetition is a draw, and so are {} moves by each side without a capture or a pawn move, and {lacking}.",
        game.ends.move_limit
    ));
    words
}

/// Returns a number and a noun in the singular or plural: `1 Duke`, `3 Dukes`, `3 Empresses`, `3 Deputies`.
fn counted(number: usize, name: &str) -> String {
    let ends_in_sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end));
    match name.strip_suffix('y') {
        _ if number == 1 => format!("1 {name}"),
        _ if ends_in_sibilant => format!("{number} {name}es"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{number} {stem}ies"),
        _ => format!("{number} {name}s"),
    }
}
