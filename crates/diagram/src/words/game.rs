//! Describes the rules of a game in words.

use super::{blast, goals, hand, listed, passing, prelude, starts};
use kurier_rules::board::Square;
use kurier_rules::rules::{BareKing, Color, Definition, PieceType, Stalemate};

/// Returns sentences about forbidden trades.
fn trades(game: &Definition) -> Vec<String> {
    let names = |types: &[PieceType]| {
        let names: Vec<String> = types
            .iter()
            .map(|piece_type| game.piece(*piece_type).name.clone())
            .collect();
        listed(&names, "or")
    };
    let mut words = Vec::new();
    if !game.trades.no_exposed.is_empty() {
        words.push(format!(
            "No {} may capture an enemy piece of its own type where it could be recaptured, even if the recapture would not \
             be legal.",
            names(&game.trades.no_exposed)
        ));
    }
    if !game.trades.no_counter.is_empty() {
        let names = names(&game.trades.no_counter);
        words.push(format!(
            "If another piece has captured a {names}, the next move may not capture a {names}."
        ));
    }
    words
}

/// Returns sentences that describe the rules of a game apart from the moves of its pieces.
pub fn of_game(game: &Definition) -> Vec<String> {
    let mut words = starts::of_starts(game);
    words.extend(prelude::of_prelude(game));
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
    words.extend(trades(game));
    words.extend(blast::of_blast(game));
    words.extend(hand::of_hand(game));
    for castling in &game.castlings {
        let square = |square: Square| match castling.only {
            Some(Color::Black) => game.shape.name(game.shape.mirror(square)),
            _ => game.shape.name(square),
        };
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
        if game.castling_anywhere {
            words.push(format!(
                "{whose}: from wherever they stand at the start, the king goes to {} and the {rook} on that side to \
                 {}{black}. Neither has moved, no other piece stands on a square that they cross or reach, and the king \
                 neither leaves, crosses nor reaches an attacked square.",
                square(king.1),
                square(rook_way.1)
            ));
            continue;
        }
        words.push(format!(
            "{whose}: the king goes from {} to {}, the {rook} from {} to {}{black}. Neither has moved, nothing stands \
             between them, and the king neither leaves, crosses nor reaches an attacked square.",
            square(king.0),
            square(king.1),
            square(rook_way.0),
            square(rook_way.1)
        ));
    }
    words.extend(goals::of_kings(game));
    words.extend(passing::of_passing(game));
    words.push(match game.ends.stalemate {
        Stalemate::Draw => "Stalemate is a draw.".into(),
        Stalemate::Loss => "A player who cannot move has lost.".into(),
        Stalemate::Win => "A player who cannot move, and is not in check, has won.".into(),
        Stalemate::FewerWin => {
            "If a player cannot move, and is not in check, the player with fewer pieces has won.".into()
        }
        Stalemate::MoreWin => {
            "If a player cannot move, and is not in check, the player with more pieces has won.".into()
        }
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
    words.extend(goals::of_ends(game));
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
    words.extend(goals::of_repetition(&game.ends.repetition));
    let lacking = match game.is_won_without_mate() {
        _ if game.kings.types.contains(&None) => "",
        true if !game.ends.flags.is_empty() || !game.ends.connections.is_empty() => "",
        true => ", and so is king against king",
        false => ", and so are pieces with which neither side can ever mate",
    };
    words.push(format!(
        "After {} moves by each side without a capture or a pawn move the game is a draw{lacking}.",
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
