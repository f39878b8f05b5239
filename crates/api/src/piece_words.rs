//! Describes the moves of pieces in words.

use std::collections::BTreeMap;

use kurier_rules::board::{Shape, Vector};
use kurier_rules::rules::{Definition, Mode, Movement, PieceDefinition, PieceType, Promotion, Reach, ZoneCondition};

/// The key of a group of movements that differ only in direction, so that one sentence describes them all: the words
/// for the reach, the mode, the zone condition, the distances, and whether the movement is only an initial move.
type GroupKey = (String, u8, u8, [u8; 3], bool);

/// Returns sentences that describe the moves of a piece, including its promotion.
pub(super) fn of_piece(game: &Definition, piece_type: PieceType) -> Vec<String> {
    let piece = game.piece(piece_type);
    let mut words = sentences(game, &piece.movements, "");
    if let Some(first) = &piece.first_move {
        words.extend(sentences(game, &first.movements, "As its first move: "));
        if first.safe_passage {
            words.push("That leap is not made out of check, nor over an attacked square.".into());
        }
    }
    if let Some(steps) = &piece.multi_step {
        let from: Vec<String> = steps
            .steps
            .iter()
            .map(|(rank, most)| format!("up to {most} from its rank {}", rank + 1))
            .collect();
        words.push(format!("Several steps straight forward at once: {}.", from.join(", ")));
        if steps.en_passant {
            words.push("Such a move can be answered by a capture en passant.".into());
        }
    }
    words.extend(promotion(game, piece));
    words
}

/// Describes movements, with one sentence for each group of directions. Each sentence begins with `before`.
fn sentences(game: &Definition, movements: &[Movement], before: &str) -> Vec<String> {
    let mut groups: BTreeMap<GroupKey, Vec<Movement>> = BTreeMap::new();
    for movement in movements {
        let sizes = sizes(movement.vector);
        let key = (
            describe_reach(movement, sizes),
            movement.mode as u8,
            movement.zones as u8,
            sizes,
            movement.initial.is_some(),
        );
        groups.entry(key).or_default().push(*movement);
    }
    let mut sentences: Vec<String> = Vec::new();
    for ((way, _, _, sizes, initial), group) in groups {
        let movement = &group[0];
        let directions = directions(&game.shape, &group, sizes);
        let mode = match movement.mode {
            Mode::Both => "",
            Mode::Quiet => ", only without capture",
            Mode::Capture => ", only to capture",
        };
        let zones = match movement.zones {
            ZoneCondition::Any => "",
            ZoneCondition::Same => ", within its zone",
            ZoneCondition::Other => ", into another zone",
        };
        let initial = if initial {
            ", from where one stands at the start"
        } else {
            ""
        };
        let around = if movement.around {
            ", around the board's sides"
        } else {
            ""
        };
        let way = match directions {
            "" => way,
            // A direction such as "forward" already implies that the line is orthogonal.
            _ if sizes[1] == 0 => way.replace(" orthogonally", ""),
            _ => way,
        };
        sentences.push(capitalised(&format!(
            "{before}{way}{directions}{mode}{zones}{around}{initial}."
        )));
    }
    sentences
}

/// Returns the distances of a vector in the three dimensions, the largest first.
fn sizes(vector: Vector) -> [u8; 3] {
    let mut sizes = [vector.file, vector.rank, vector.level].map(i8::unsigned_abs);
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// Describes how a piece moves, without the directions. `sizes` are the distances of the movement's vector, the largest
/// first.
fn describe_reach(movement: &Movement, sizes: [u8; 3]) -> String {
    let line = line(sizes);
    let [a, b, c] = sizes;
    let far = a > 1;
    match movement.reach {
        Reach::Leap if !far => format!("one step {line}"),
        Reach::Leap if straight(sizes) => format!("leaps {a} squares {line}"),
        Reach::Leap if c > 0 => format!("leaps {a}, {b} and {c} squares in the three dimensions"),
        Reach::Leap => format!("leaps {a} squares one way and {b} aside"),
        Reach::Slide(u8::MAX) if !far => format!("any number of squares {line}"),
        Reach::Slide(u8::MAX) => format!("again and again {a} and {b} squares in one direction"),
        Reach::Slide(most) => format!("up to {most} times {a} and {b} squares in one direction"),
        Reach::Lame => format!("{a} squares one way and {b} aside, if nothing stands in between"),
        Reach::Crooked(_) => format!("any number of squares in a zigzag, {line}"),
        Reach::Circular(_) => format!("any number of steps of {a} and {b} squares along a circle"),
        Reach::Bent(then, most) => {
            let then = self::line(self::sizes(then));
            let far = if most == u8::MAX {
                "any number of squares".into()
            } else {
                format!("up to {most} squares")
            };
            format!("one step {line}, then {far} {then} and outwards")
        }
        Reach::Ski(_) => format!("any number of squares {line}, leaping over the first"),
        Reach::Cannon(_) => format!("any number of squares {line}, over exactly one piece"),
        Reach::Grasshopper(_) => format!("to the square next behind the first piece {line}"),
        Reach::Over => format!("{a} squares {line}, over exactly one piece"),
        Reach::Legs(_) => "along a bent path of several steps through empty squares".into(),
    }
}

/// Tests whether a vector with these distances is orthogonal or diagonal (in two or three dimensions), so that it
/// passes through the centres of squares.
fn straight([a, b, c]: [u8; 3]) -> bool {
    (b == 0 || b == a) && (c == 0 || c == a)
}

/// Returns the word for the line along which a vector with these distances points.
fn line(sizes: [u8; 3]) -> &'static str {
    match sizes {
        [_, 0, 0] => "orthogonally",
        [a, b, 0] if a == b => "diagonally",
        [a, b, c] if a == b && b == c => "triagonally",
        _ => "obliquely",
    }
}

/// Returns the words for the directions of a group, or an empty text if the group has all directions.
fn directions(shape: &Shape, group: &[Movement], sizes: [u8; 3]) -> &'static str {
    let count = |keep: &dyn Fn(Vector) -> bool| group.iter().filter(|movement| keep(movement.vector)).count();
    if group.len() >= direction_count(sizes, shape.levels() > 1) {
        return "";
    }
    let all = group.len();
    if count(&|v| v.rank > 0 && v.file == 0 && v.level == 0) == all {
        " straight forward"
    } else if count(&|v| v.rank > 0) == all {
        " forward"
    } else if count(&|v| v.rank < 0) == all {
        " backward"
    } else if count(&|v| v.rank == 0 && v.level == 0) == all {
        " sideways"
    } else if count(&|v| v.file == 0 && v.level == 0) == all {
        " forward and backward"
    } else if count(&|v| v.rank >= 0) == all {
        " forward and sideways"
    } else {
        " in some directions"
    }
}

/// Returns the number of vectors with these distances. `levels`: whether the board has a third dimension.
fn direction_count(sizes: [u8; 3], levels: bool) -> usize {
    let mut orders = vec![[sizes[0], sizes[1], sizes[2]]];
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        orders.push(order.map(|i: usize| sizes[i]));
    }
    orders.sort_unstable();
    orders.dedup();
    let signs = |order: &[u8; 3]| 1 << order.iter().filter(|size| **size > 0).count();
    orders.iter().filter(|order| levels || order[2] == 0).map(signs).sum()
}

/// Describes what a piece is promoted to, where, and under which conditions.
fn promotion(game: &Definition, piece: &PieceDefinition) -> Vec<String> {
    let name = |piece_type: &PieceType| game.piece(*piece_type).name.clone();
    let mut words = Vec::new();
    let what = match &piece.promotion {
        None => return words,
        Some(Promotion::Choice(types)) => listed(&types.iter().map(name).collect::<Vec<_>>(), "or"),
        Some(Promotion::ByFile(types)) => {
            let by_file: Vec<String> = types
                .iter()
                .enumerate()
                .map(|(file, piece_type)| format!("{} {}", Shape::file_letter(file as u8), name(piece_type)))
                .collect();
            format!("the piece of the file it arrives on ({})", by_file.join(", "))
        }
    };
    let farthest = game.shape.farthest();
    let place = match piece.promotion_rank {
        rank if rank >= farthest => "On the last rank".to_owned(),
        rank => format!("From its rank {} on it may be promoted, on the last it must:", rank + 1),
    };
    words.push(format!("{place} it becomes {what}."));
    if piece.promotes_to_lost {
        words.push("It becomes only what its side has lost.".into());
    }
    for (piece_type, most) in &piece.promotes_up_to {
        words.push(format!(
            "It becomes a {} only while its side has fewer than {most}.",
            name(piece_type)
        ));
    }
    words
}

/// Joins words into a list, with `last` before the last word: `a`, `a or b`, `a, b or c`.
pub(super) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// Returns a text with its first letter in upper case.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
