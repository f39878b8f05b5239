//! Ends that the referee brings about when both engines know what is coming.

use std::str::FromStr;

use super::settings::settings;
use crate::pgn::GameResult;
use crate::rules::Color;
use crate::session::Value;

/// One side is lost: both engines have said so for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves of each engine in a row.
    pub moves: u32,
    /// Centipawns, positive: at least so much better for the one engine, worse for the other.
    pub score: i32,
}

/// The game is drawn: both engines have said so for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// From this full move of the game on.
    pub from: u32,
    /// Moves of each engine in a row.
    pub moves: u32,
    /// Centipawns: at most so far from zero.
    pub score: i32,
}

/// A rule that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not understood; expected numbers as in '{example}'")]
pub struct RuleError {
    text: String,
    example: &'static str,
}

/// Reads `name=number` for each name; all are needed unless they have a default.
fn numbers<const N: usize>(
    text: &str,
    names: [(&str, Option<u32>); N],
    example: &'static str,
) -> Result<[u32; N], RuleError> {
    let error = || RuleError {
        text: text.to_owned(),
        example,
    };
    let mut found = names.map(|(_, default)| default);
    for setting in settings(text) {
        let (name, value) = setting.map_err(|_| error())?;
        let index = names.iter().position(|(known, _)| *known == name).ok_or_else(error)?;
        found[index] = Some(
            value
                .parse()
                .ok()
                .filter(|value| *value <= 1_000_000)
                .ok_or_else(error)?,
        );
    }
    let mut values = [0; N];
    for (value, found) in values.iter_mut().zip(found) {
        *value = found.ok_or_else(error)?;
    }
    Ok(values)
}

impl FromStr for ResignRule {
    type Err = RuleError;

    /// Reads `moves=4 score=900`.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let [moves, score] = numbers(text, [("moves", Some(4)), ("score", None)], "moves=4 score=900")?;
        Ok(Self {
            moves: moves.max(1),
            score: score as i32,
        })
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    /// Reads `from=40 moves=8 score=10`.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let names = [("from", Some(40)), ("moves", Some(8)), ("score", None)];
        let [from, moves, score] = numbers(text, names, "from=40 moves=8 score=10")?;
        Ok(Self {
            from,
            moves: moves.max(1),
            score: score as i32,
        })
    }
}

/// Which games are cut short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AdjudicationRules {
    /// Lost ones.
    pub resign: Option<ResignRule>,
    /// Drawn ones.
    pub draw: Option<DrawRule>,
    /// Those that reach so many full moves: they are draws.
    pub max_moves: Option<u32>,
}

/// Follows what the engines of one game say.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// Turns in a row in which the player to move was sure of White's win, Black's win, a draw.
    streaks: [u32; 3],
}

impl Adjudicator {
    /// For a new game.
    pub fn new(rules: AdjudicationRules) -> Self {
        Self {
            rules,
            plies: 0,
            streaks: [0; 3],
        }
    }

    /// Takes down a turn and what it is worth to the player who made it; answers the result, if the game is to end.
    pub fn judge(&mut self, side: Color, value: Option<Value>) -> Option<GameResult> {
        self.plies += 1;
        let value = value.map(|value| match side {
            Color::White => centipawns(value),
            Color::Black => -centipawns(value),
        });
        let within = |bound: Option<i32>, test: fn(i32, i32) -> bool| value.zip(bound).is_some_and(|(v, b)| test(v, b));
        let resign = self.rules.resign.map(|rule| rule.score);
        let draw = self.rules.draw.map(|rule| rule.score);
        let agreed = [
            within(resign, |value, bound| value >= bound),
            within(resign, |value, bound| -value >= bound),
            within(draw, |value, bound| value.abs() <= bound),
        ];
        for (streak, agreed) in self.streaks.iter_mut().zip(agreed) {
            *streak = if agreed { *streak + 1 } else { 0 };
        }
        let [white, black, drawn] = self.streaks;
        if let Some(rule) = self.rules.resign {
            if white >= 2 * rule.moves {
                return Some(GameResult::WhiteWins);
            }
            if black >= 2 * rule.moves {
                return Some(GameResult::BlackWins);
            }
        }
        let late = |moves: u32| self.plies >= 2 * moves;
        let drawn = self
            .rules
            .draw
            .is_some_and(|rule| drawn >= 2 * rule.moves && late(rule.from));
        let endless = self.rules.max_moves.is_some_and(late);
        (drawn || endless).then_some(GameResult::Draw)
    }
}

/// A forced end is worth more than any score.
fn centipawns(value: Value) -> i32 {
    match value {
        Value::Centipawns(score) => score.clamp(-i32::MAX, i32::MAX),
        Value::Mate(moves) => i32::MAX * moves.signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};
    use Value::{Centipawns, Mate};

    #[test]
    fn rules_are_read() {
        assert_eq!("moves=3 score=700".parse(), Ok(ResignRule { moves: 3, score: 700 }));
        assert_eq!("score=700".parse(), Ok(ResignRule { moves: 4, score: 700 }));
        let draw = DrawRule {
            from: 30,
            moves: 5,
            score: 8,
        };
        assert_eq!("from=30,moves=5,score=8".parse(), Ok(draw));
        for text in ["", "moves=3", "score=x", "score", "score=1 plies=3", "score=-4"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
    }

    #[test]
    fn both_engines_have_to_agree_on_a_loss() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let rules = AdjudicationRules {
            resign,
            ..AdjudicationRules::default()
        };
        let mut game = Adjudicator::new(rules);
        assert_eq!(game.judge(White, Some(Centipawns(600))), None);
        assert_eq!(game.judge(Black, Some(Centipawns(-499))), None, "not convinced");
        assert_eq!(game.judge(White, Some(Centipawns(600))), None);
        assert_eq!(game.judge(Black, Some(Centipawns(-700))), None);
        assert_eq!(game.judge(White, Some(Mate(3))), None);
        assert_eq!(game.judge(Black, Some(Mate(-3))), Some(GameResult::WhiteWins));
        let mut game = Adjudicator::new(rules);
        for _ in 0..3 {
            assert_eq!(game.judge(White, Some(Mate(-9))), None);
            game.judge(Black, None);
        }
        game.judge(White, Some(Centipawns(-500)));
        game.judge(Black, Some(Centipawns(500)));
        game.judge(White, Some(Centipawns(-500)));
        assert_eq!(game.judge(Black, Some(Centipawns(500))), Some(GameResult::BlackWins));
    }

    #[test]
    fn draws_are_agreed_upon_late_in_the_game() {
        let draw = Some(DrawRule {
            from: 4,
            moves: 2,
            score: 10,
        });
        let mut game = Adjudicator::new(AdjudicationRules {
            draw,
            ..AdjudicationRules::default()
        });
        let sides = [White, Black].into_iter().cycle();
        let results: Vec<_> = sides
            .take(8)
            .map(|side| game.judge(side, Some(Centipawns(-10))))
            .collect();
        assert_eq!(results[..7], [None; 7]);
        assert_eq!(results[7], Some(GameResult::Draw));
    }

    #[test]
    fn endless_games_are_drawn() {
        let mut game = Adjudicator::new(AdjudicationRules {
            max_moves: Some(2),
            ..AdjudicationRules::default()
        });
        assert_eq!(game.judge(White, None), None);
        assert_eq!(game.judge(Black, None), None);
        assert_eq!(game.judge(White, None), None);
        assert_eq!(game.judge(Black, Some(Mate(1))), Some(GameResult::Draw));
    }
}
