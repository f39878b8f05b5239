//! Describes the goals of a game in words: royal pieces, regions, numbers of pieces, rows, checks and repetition.

use super::listed;
use kurier_rules::rules::{
    Color, Connection, Counting, Definition, Extinction, Facing, Fate, Flag, FlagTime, PieceType, Points, Repetition,
};

/// Describes which pieces are royal, and what is forbidden because of them.
pub(super) fn of_kings(game: &Definition) -> Vec<String> {
    let royal = |color: Color| {
        let mut own: Vec<PieceType> = game
            .array
            .iter()
            .flatten()
            .filter(|(piece_type, owner)| *owner == color && game.piece(*piece_type).royal)
            .map(|(piece_type, _)| *piece_type)
            .collect();
        let held = game.pieces_in(&game.held, color);
        own.extend(held.filter(|piece_type| game.piece(*piece_type).royal));
        own.sort_unstable();
        own
    };
    let mut words = Vec::new();
    match [royal(Color::White), royal(Color::Black)] {
        [white, black] if white.is_empty() && black.is_empty() => {
            words.push("No piece is royal: there is neither check nor checkmate.".to_owned());
        }
        [white, black] if white == black => words.push(of_royal(game, "", &white)),
        sides => {
            for (color, own) in Color::BOTH.into_iter().zip(sides) {
                words.push(match own.is_empty() {
                    true => format!("{} has no royal piece and is never in check.", color.name()),
                    false => of_royal(game, &format!("{}'s ", color.name()), &own),
                });
            }
        }
    }
    for piece in &game.pieces {
        if let Some(most) = piece.royal_up_to {
            words.push(format!(
                "The {} is royal only while its side has at most {most} of this kind.",
                piece.name.to_lowercase()
            ));
        }
    }
    if let Some(most) = game.kings.royal_up_to {
        words.push(match most {
            1 => "A side that has several royal pieces may lose all but one: they are royal only when one is left."
                .to_owned(),
            most => {
                format!("Royal pieces are royal only while their side has at most {most} of them, whatever they are.")
            }
        });
    }
    let successors = game.piece_types().filter(|(piece_type, _)| game.succeeds(*piece_type));
    let successors: Vec<String> = successors.map(|(_, piece)| piece.name.to_lowercase()).collect();
    if !successors.is_empty() {
        words.push(format!(
            "A king that is checkmated may change places with a {} of its side, wherever that stands, if it is not attacked \
             there: that is a move.",
            listed(&successors, "or")
        ));
    }
    if game.kings.checks_forbidden {
        words.push("No move may give check.".to_owned());
    }
    let Facing {
        files,
        ranks,
        diagonals,
    } = game.kings.facing_forbidden;
    let lines: Vec<String> = [(files, "file"), (ranks, "rank"), (diagonals, "diagonal")]
        .into_iter()
        .filter(|(forbidden, _)| *forbidden)
        .map(|(_, line)| line.to_owned())
        .collect();
    if game.kings.facing_ends.any() {
        words.push(
            "If a player makes the kings face each other with nothing between them, the opponent must separate them, or ends \
             the game by a pass."
                .to_owned(),
        );
    }
    if !lines.is_empty() {
        words.push(format!(
            "The kings may not face each other on a {} with nothing between them.",
            listed(&lines, "or")
        ));
    }
    words
}

/// Describes what checkmate of a side's royal pieces leads to.
fn of_royal(game: &Definition, whose: &str, royal: &[PieceType]) -> String {
    let result = match game.ends.checkmate {
        Fate::Loses => "wins",
        Fate::Draws => "is a draw",
        Fate::Wins => "loses: a player who is checkmated has won",
    };
    let mut kinds = royal.to_vec();
    kinds.dedup();
    let names = listed(&names(game, &kinds), "and").to_lowercase();
    match (royal.len(), whose) {
        (1, "") => format!("Checkmate of the {names} {result}."),
        (1, _) => format!("Checkmate of {whose}{names} {result}."),
        (count, "") => format!(
            "Each side has {count} royal pieces ({names}), none of which may be left attacked. Checkmate {result}."
        ),
        (count, _) => {
            format!(
                "{whose}royal pieces are {count} ({names}), none of which may be left attacked. Checkmate {result}."
            )
        }
    }
}

/// Describes the goals other than mate.
pub(super) fn of_ends(game: &Definition) -> Vec<String> {
    let ends = &game.ends;
    let flags = ends.flags.iter().map(|flag| of_flag(game, flag));
    let extinctions = ends.extinctions.iter().map(|rule| of_extinction(game, rule));
    let rows = ends.connections.iter().map(|row| of_row(game, row));
    let mut words: Vec<String> = flags.chain(extinctions).chain(rows).collect();
    match ends.checks {
        0 => {}
        1 => words.push("The first check wins.".to_owned()),
        checks => words.push(format!("A player who has given {checks} checks has won.")),
    }
    words.extend(ends.counting.iter().flat_map(|counting| of_counting(game, counting)));
    words.extend(ends.points.iter().map(|points| of_points(game, points)));
    words
}

/// Describes the points that decide a game that would otherwise be drawn.
fn of_points(game: &Definition, points: &Points) -> String {
    let mut counted: Vec<String> = points
        .pieces
        .iter()
        .map(|(piece_type, each)| format!("{each} for each {}", game.piece(*piece_type).name))
        .collect();
    for (color, extra) in Color::BOTH.into_iter().zip(points.extra) {
        if extra > 0 {
            counted.push(format!("{extra} for being {}", color.name()));
        }
    }
    let what = match counted.is_empty() {
        true => String::new(),
        false => format!(": {}", listed(&counted, "and")),
    };
    let ties = match points.ties {
        None => "Equal points are a draw.".to_owned(),
        Some(color) => format!("With equal points {} wins.", color.name()),
    };
    format!(
        "Instead of a draw by passes, facing kings, the move limit or repetition, the points on the board decide{what}. {ties}"
    )
}

/// Describes the count that draws an endgame.
fn of_counting(game: &Definition, counting: &Counting) -> Vec<String> {
    let mut words = Vec::new();
    let once = match counting.board_men {
        Some(most) => format!("the player to move has at most {most} men"),
        None => "no pawns are left".to_owned(),
    };
    if counting.board > 0 {
        words.push(format!(
            "Once {once}, a count begins. After {} moves by each side the game is a draw.",
            counting.board
        ));
    }
    let limits: Vec<String> = counting
        .alone
        .iter()
        .map(|limit| {
            let pieces = match limit.pieces.is_empty() {
                true => "pieces, the king included".to_owned(),
                false => format!("of the {}", listed(&names(game, &limit.pieces), "and")),
            };
            format!("{} against at least {} {pieces}", limit.moves, limit.at_least)
        })
        .collect();
    if !limits.is_empty() {
        let first = match counting.counts_men {
            true => ", which starts with the number of men on the board",
            false => "",
        };
        words.push(format!(
            "Once the player to move has the king alone and no pawns are left, a new count begins{first}. The first limit \
             that applies, in moves by each side, draws the game: {}.",
            listed(&limits, "or")
        ));
    }
    words
}

/// Describes a region that wins.
fn of_flag(game: &Definition, flag: &Flag) -> String {
    let region = |color: Color| {
        let squares = &flag.squares[color.index()];
        let names: Vec<String> = squares.iter().map(|square| game.shape.name(*square)).collect();
        format!("{} on {}", color.name(), listed(&names, "or"))
    };
    let sides = Color::BOTH
        .into_iter()
        .filter(|color| !flag.squares[color.index()].is_empty());
    let sides: Vec<String> = sides.map(region).collect();
    let men = match (flag.count, of_kinds(game, &flag.pieces)) {
        (1, Some(kinds)) => format!("the {kinds}"),
        (1, None) => "any piece".to_owned(),
        (count, Some(kinds)) => format!("{count} pieces of the kind {kinds}"),
        (count, None) => format!("{count} pieces"),
    };
    let or_full = match flag.or_full {
        true => ", or with one piece if no square there is empty",
        false => "",
    };
    let when = match flag.time {
        FlagTime::AtOnce => "has won",
        FlagTime::Held => "has won if that still holds when it is the player's turn again",
        FlagTime::Safe => "has won if no piece there can be captured, or more stand there than are needed",
        FlagTime::SafeOrHeld => {
            "has won if no piece there can be captured, or if that still holds when it is the player's turn again"
        }
        FlagTime::Answered => {
            "has won, unless White was first and Black comes there with the next move, which is a draw"
        }
    };
    format!(
        "A player who stands with {men} in a region{or_full} {when}: {}.",
        sides.join("; ")
    )
}

/// Describes the fate of a player who has few pieces.
fn of_extinction(game: &Definition, rule: &Extinction) -> String {
    let few = match rule.at_most {
        0 => "no".to_owned(),
        most => format!("at most {most}"),
    };
    let pieces = match rule.pieces.is_empty() {
        true => format!("{few} pieces left, kings included,"),
        false => {
            let each: Vec<String> = names(game, &rule.pieces)
                .iter()
                .map(|name| format!("{few} {name}"))
                .collect();
            format!("{} left", listed(&each, "or"))
        }
    };
    let others = match rule.opponent_at_least {
        0 => String::new(),
        least => format!(" while the opponent has at least {least}"),
    };
    format!("A player who has {pieces}{others} {}.", has(rule.fate))
}

/// Describes a row of pieces that ends the game.
fn of_row(game: &Definition, row: &Connection) -> String {
    let kinds = match of_kinds(game, &row.pieces) {
        Some(kinds) => format!("pieces ({kinds})"),
        None => "pieces".to_owned(),
    };
    let direction = match (row.orthogonal, row.diagonal) {
        (true, true) => "an orthogonal or diagonal",
        (true, false) => "an orthogonal",
        (false, _) => "a diagonal",
    };
    format!(
        "A player who has {} {kinds} in {direction} row without a gap {}.",
        row.count,
        has(row.fate)
    )
}

/// Describes what the repetition of positions leads to.
pub(super) fn of_repetition(rule: &Repetition) -> Vec<String> {
    let Some(times) = rule.times else {
        return vec!["Positions may be repeated without limit.".to_owned()];
    };
    let times = ordinal(times);
    let mut words = vec![match rule.fate {
        Fate::Draws => format!("If a position occurs for the {times} time, the game is a draw."),
        fate if rule.of_white => format!("If a position occurs for the {times} time, White {}.", has(fate)),
        fate => format!(
            "A player whose move makes a position occur for the {times} time {}.",
            has(fate)
        ),
    }];
    if rule.perpetual_check_loses {
        words.push("But if one player has given check with every move in between, that player has lost.".to_owned());
    }
    words
}

/// Returns the ordinal of a number: `second`, `third`, `4th`, `21st`.
fn ordinal(number: u8) -> String {
    match (number, number / 10 % 10, number % 10) {
        (2, ..) => "second".to_owned(),
        (3, ..) => "third".to_owned(),
        (_, 1, _) => format!("{number}th"),
        (_, _, 1) => format!("{number}st"),
        (_, _, 2) => format!("{number}nd"),
        (_, _, 3) => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}

/// Returns the words for a player's fate: `has lost`, `has drawn` or `has won`.
fn has(fate: Fate) -> &'static str {
    match fate {
        Fate::Loses => "has lost",
        Fate::Draws => "has drawn",
        Fate::Wins => "has won",
    }
}

/// Returns the names of some piece types; `None` if they are all the types of the game.
fn of_kinds(game: &Definition, kinds: &[PieceType]) -> Option<String> {
    (kinds.len() < game.pieces.len()).then(|| listed(&names(game, kinds), "or"))
}

/// Returns the names of piece types.
fn names(game: &Definition, kinds: &[PieceType]) -> Vec<String> {
    kinds
        .iter()
        .map(|piece_type| game.piece(*piece_type).name.clone())
        .collect()
}
