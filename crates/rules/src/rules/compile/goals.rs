//! Compiles the goals other than mate.

use crate::board::Vector;
use crate::rules::{BareKing, Color, Connection, Definition, Fate, Flag, FlagGoal, Goals, RowGoal};

/// Returns whether a rule other than mate, stalemate and the draws can end the game.
pub(super) fn can_end(definition: &Definition) -> bool {
    let ends = &definition.ends;
    definition.captures.chained
        || definition.blast.is_some()
        || definition.pieces.iter().any(|piece| piece.promotes_standing)
        || ends.bare_king != BareKing::PlaysOn
        || !ends.promotion_set.is_empty()
        || definition.has_passing()
        || ends.have_goals()
}

/// Returns whether a repetition is always a draw.
pub(super) fn repetition_draws(definition: &Definition) -> bool {
    let rule = &definition.ends.repetition;
    rule.fate == Fate::Draws && !rule.perpetual_check_loses && definition.ends.points.is_none()
}

/// Returns the goals other than mate, if the game has any.
pub(super) fn goals<const W: usize>(definition: &Definition) -> Option<Box<Goals<W>>> {
    let ends = &definition.ends;
    ends.have_goals().then(|| {
        Box::new(Goals {
            flags: ends.flags.iter().map(flag).collect(),
            rows: ends.connections.iter().map(row).collect(),
        })
    })
}

fn flag<const W: usize>(flag: &Flag) -> FlagGoal<W> {
    FlagGoal {
        pieces: flag.pieces.as_slice().into(),
        squares: Color::BOTH.map(|color| flag.squares[color.index()].iter().copied().collect()),
        count: flag.count.into(),
        or_full: flag.or_full,
        time: flag.time,
    }
}

fn row(connection: &Connection) -> RowGoal {
    let orthogonal = [(1, 0), (0, 1)].into_iter().filter(|_| connection.orthogonal);
    let diagonal = [(1, 1), (1, -1)].into_iter().filter(|_| connection.diagonal);
    RowGoal {
        pieces: connection.pieces.as_slice().into(),
        count: connection.count.into(),
        steps: orthogonal
            .chain(diagonal)
            .map(|(file, rank)| Vector::flat(file, rank))
            .collect(),
        fate: connection.fate,
    }
}
