//! Adjudication: the referee ends a game early if both engines agree on the result, or if the game is too long.

use std::str::FromStr;

use kurier_engine::session::Value;
use kurier_formats::pgn::GameResult;
use kurier_rules::rules::Color;
use kurier_series::settings::settings;

/// The rule that ends a game as lost once both engines have agreed on the winner for several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The number of consecutive moves of each engine whose scores must agree on the result.
    pub moves: u32,
    /// The smallest advantage that counts as won, in centipawns; at least 0.
    pub score: i32,
}

/// The rule that ends a game as drawn once both engines have evaluated it as drawn for several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The number of the first move after which the rule applies, as counted in the record of the game.
    pub from: u32,
    /// The number of consecutive moves of each engine whose scores must agree on the result.
    pub moves: u32,
    /// The largest absolute score that counts as drawn, in centipawns.
    pub score: i32,
}

/// The error for an adjudication rule that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not understood; expected numbers as in '{example}'")]
pub struct RuleError {
    text: String,
    example: &'static str,
}

/// Parses `name=number` for each of `names`. A name whose default value is `None` is required. Numbers above 1,000,000
/// are refused. Errors quote `example`.
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

    /// Parses settings such as `moves=4 score=900`. `score` is required, and `moves` is 4 by default.
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

    /// Parses settings such as `from=40 moves=8 score=10`. `score` is required; the other settings have the values of
    /// this example by default.
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

/// The rules by which the referee ends games early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AdjudicationRules {
    /// When to end lost games; `None` for never.
    pub resign: Option<ResignRule>,
    /// When to end drawn games; `None` for never.
    pub draw: Option<DrawRule>,
    /// The number of moves of each engine, not counting the opening, after which a game is drawn; `None` for no limit.
    pub max_moves: Option<u32>,
}

/// The state of the adjudication rules in one game.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// The numbers of consecutive plies, up to the last ply, whose score means that White wins, that Black wins, and
    /// that the game is drawn.
    streaks: [u32; 3],
}

impl Adjudicator {
    /// Creates an adjudicator for a new game.
    pub fn new(rules: AdjudicationRules) -> Self {
        Self {
            rules,
            plies: 0,
            streaks: [0; 3],
        }
    }

    /// Records a ply of `side`. `value` is the score of the ply from the point of view of `side`; a ply without a score
    /// agrees with no result. `next` is the move number of the next ply. Returns the result if the game is adjudicated
    /// now.
    pub fn judge(&mut self, side: Color, next: u32, value: Option<Value>) -> Option<GameResult> {
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
        let drawn = self
            .rules
            .draw
            .is_some_and(|rule| drawn >= 2 * rule.moves && next > rule.from);
        let endless = self.rules.max_moves.is_some_and(|moves| self.plies >= 2 * moves);
        (drawn || endless).then_some(GameResult::Draw)
    }
}

/// Returns a score in centipawns. A mate by the player counts as the largest possible score, and a mate by the opponent
/// as the smallest.
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
    fn a_loss_needs_both_engines_to_agree() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let rules = AdjudicationRules {
            resign,
            ..AdjudicationRules::default()
        };
        let mut game = Adjudicator::new(rules);
        assert_eq!(game.judge(White, 1, Some(Centipawns(600))), None);
        assert_eq!(game.judge(Black, 1, Some(Centipawns(-499))), None, "not convinced");
        assert_eq!(game.judge(White, 1, Some(Centipawns(600))), None);
        assert_eq!(game.judge(Black, 1, Some(Centipawns(-700))), None);
        assert_eq!(game.judge(White, 1, Some(Mate(3))), None);
        assert_eq!(game.judge(Black, 1, Some(Mate(-3))), Some(GameResult::WhiteWins));
        let mut game = Adjudicator::new(rules);
        for _ in 0..3 {
            assert_eq!(game.judge(White, 1, Some(Mate(-9))), None);
            game.judge(Black, 1, None);
        }
        game.judge(White, 1, Some(Centipawns(-500)));
        game.judge(Black, 1, Some(Centipawns(500)));
        game.judge(White, 1, Some(Centipawns(-500)));
        assert_eq!(game.judge(Black, 1, Some(Centipawns(500))), Some(GameResult::BlackWins));
    }

    #[test]
    fn draws_wait_for_the_first_move_of_their_rule() {
        let draw = Some(DrawRule {
            from: 4,
            moves: 2,
            score: 10,
        });
        let mut game = Adjudicator::new(AdjudicationRules {
            draw,
            ..AdjudicationRules::default()
        });
        // The first recorded ply is White's second move.
        let plies = (0..).flat_map(|number| [(White, number + 2), (Black, number + 3)]);
        let results: Vec<_> = plies
            .take(6)
            .map(|(side, next)| game.judge(side, next, Some(Centipawns(-10))))
            .collect();
        assert_eq!(results[..5], [None; 5]);
        assert_eq!(results[5], Some(GameResult::Draw));
    }

    #[test]
    fn games_of_the_greatest_length_are_drawn() {
        let mut game = Adjudicator::new(AdjudicationRules {
            max_moves: Some(2),
            ..AdjudicationRules::default()
        });
        assert_eq!(game.judge(White, 1, None), None);
        assert_eq!(game.judge(Black, 1, None), None);
        assert_eq!(game.judge(White, 1, None), None);
        assert_eq!(game.judge(Black, 1, Some(Mate(1))), Some(GameResult::Draw));
    }
}
