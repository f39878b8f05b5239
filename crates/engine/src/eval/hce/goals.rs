//! Progress towards goals other than mate: a winning set of promoted pieces, a region, checks, rows, or few pieces.
//!
//! The numbers are guesses that lead the search in the right direction; what a goal is worth against material differs
//! from game to game.

use super::tables::HandCrafted;
use crate::eval::geometry::distance;
use kurier_rules::board::Square;
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, Extinction, Fate, FlagGoal, Goals, RowGoal};

/// The bonus in centipawns for all the pieces that a winning region needs. It shrinks with the distance of the pieces
/// from the region.
const REGION: i32 = 160;
/// The bonus in centipawns for all the checks that win the game. For fewer checks it is multiplied by the square of the
/// fraction that has been given.
const CHECKS: i32 = 400;
/// The bonus in centipawns for each pair of neighbours in a row.
const NEIGHBOURS: i32 = 12;
/// The score in centipawns for being one piece away from the number of pieces that wins or loses the game. It is halved
/// for each further piece.
const LAST_PIECE: i32 = 60;

impl<const W: usize> HandCrafted<W> {
    /// Returns the score of a side's progress towards goals other than mate, in centipawns.
    pub(super) fn goal_progress(&self, position: &Position<W>, color: Color) -> i32 {
        let goals = self.variant.goals.as_ref();
        self.set_progress(position, color) + goals.map_or(0, |goals| self.progress(position, goals, color))
    }

    /// Returns the score of a side's progress towards the winning set of promoted pieces, in centipawns. Returns 0 if
    /// no set wins, or if the side has too few pawns left to complete the set.
    fn set_progress(&self, position: &Position<W>, color: Color) -> i32 {
        let set = &self.variant.definition.ends.promotion_set;
        if set.is_empty() {
            return 0;
        }
        let needed: u32 = set.iter().map(|(_, needed)| *needed as u32).sum();
        let there: u32 = set
            .iter()
            .map(|(piece_type, needed)| position.of(color, *piece_type).count().min(*needed as u32))
            .sum();
        if self.pawns.of(position, color).count() < needed - there {
            return 0;
        }
        self.fixed.promotion_set * there.pow(3) as i32 / 2
    }

    #[inline(never)]
    fn progress(&self, position: &Position<W>, goals: &Goals<W>, color: Color) -> i32 {
        let ends = &self.variant.definition.ends;
        let flags: i32 = goals
            .flags
            .iter()
            .map(|flag| self.approach(position, flag, color))
            .sum();
        let rows: i32 = goals.rows.iter().map(|row| self.neighbours(position, row, color)).sum();
        let few: i32 = ends
            .extinctions
            .iter()
            .map(|rule| scarcity(position, rule, color))
            .sum();
        let given = i32::from(ends.checks - position.checks_left(color).min(ends.checks));
        flags + rows + few + CHECKS * given.pow(2) / i32::from(ends.checks.max(1)).pow(2)
    }

    /// Returns the score for how near a side's pieces are to a region that wins, in centipawns.
    fn approach(&self, position: &Position<W>, flag: &FlagGoal<W>, color: Color) -> i32 {
        let shape = &self.variant.definition.shape;
        let region = flag.squares[color.index()];
        let longest = i32::from(shape.files().max(shape.ranks()).max(shape.levels()) - 1).max(1);
        let closeness = |square: Square| {
            let nearest = region.into_iter().map(|goal| distance(shape, square, goal)).min();
            nearest.map_or(0, |nearest| (longest - i32::from(nearest)).max(0))
        };
        let pieces = position.of_types(&flag.pieces) & position.of_color(color);
        let all = pieces.into_iter().map(|square| closeness(square).pow(3));
        let cubes: i32 = match flag.count {
            1 => all.max().unwrap_or(0),
            count => {
                let mut nearest: Vec<i32> = all.collect();
                nearest.sort_unstable();
                nearest.iter().rev().take(count as usize).sum::<i32>() / count as i32
            }
        };
        REGION * cubes / longest.pow(3)
    }

    /// Returns the score for a side's pieces next to each other in a row, in centipawns; negative if a row loses.
    fn neighbours(&self, position: &Position<W>, row: &RowGoal, color: Color) -> i32 {
        let shape = &self.variant.definition.shape;
        let men = position.of_types(&row.pieces) & position.of_color(color);
        let pairs = men
            .into_iter()
            .flat_map(|square| row.steps.iter().map(move |step| shape.step(square, *step)));
        let count = pairs.flatten().filter(|next| men.contains(*next)).count() as i32;
        match row.fate {
            Fate::Wins => NEIGHBOURS * count,
            Fate::Draws => 0,
            Fate::Loses => -NEIGHBOURS * count,
        }
    }
}

/// Returns the score for having few of the pieces that a rule counts, in centipawns; negative if having few loses.
fn scarcity<const W: usize>(position: &Position<W>, rule: &Extinction, color: Color) -> i32 {
    let near = |count: u32| LAST_PIECE >> count.saturating_sub(u32::from(rule.at_most) + 1).min(16);
    let score = match rule.pieces.is_empty() {
        true => near(position.of_color(color).count()),
        false => rule
            .pieces
            .iter()
            .map(|piece_type| near(position.of(color, *piece_type).count()))
            .sum(),
    };
    match rule.fate {
        Fate::Loses => -score,
        Fate::Draws => 0,
        Fate::Wins => score,
    }
}

/// Returns whether a side wins by losing all its pieces, so that every piece is a burden.
pub(super) fn wants_to_lose(rules: &[Extinction]) -> bool {
    rules
        .iter()
        .any(|rule| rule.pieces.is_empty() && rule.fate == Fate::Wins)
}
