//! The standings: the results of a tournament, counted separately for every two engines and every variant.

use std::collections::{BTreeMap, HashMap};
use std::ops::AddAssign;

use super::engine::FaultKind;
use super::pairing::Outcome;
use kurier_formats::pgn::GameResult;
use kurier_series::statistics::{Pentanomial, Strength, Tally};

/// The results of one engine, against all others or against one opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The results of single games.
    pub tally: Tally,
    /// The results of the pairs of games in which both games are finished.
    pub pairs: Pentanomial,
}

impl Score {
    /// Estimates the strength from pairs of games, or from single games if no pair is finished. Returns `None` if there
    /// are no games.
    pub fn strength(&self) -> Option<Strength> {
        self.pairs
            .sample()
            .strength()
            .or_else(|| self.tally.sample().strength())
    }

    /// Returns the results from the opponent's side.
    fn reversed(self) -> Self {
        let mut pairs = self.pairs;
        pairs.0.reverse();
        Self {
            tally: Tally {
                wins: self.tally.losses,
                draws: self.tally.draws,
                losses: self.tally.wins,
            },
            pairs,
        }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.tally += other.tally;
        self.pairs += other.pairs;
    }
}

/// Two engines that play each other in one variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Meeting {
    variant: usize,
    first: usize,
    second: usize,
}

/// The results of a tournament so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    games: usize,
    /// The scores of all meetings, from the first engine's side.
    scores: BTreeMap<Meeting, Score>,
    /// The half points of the first engine in pairs with one finished game, by the index of the pair.
    halves: HashMap<usize, u32>,
    faults: BTreeMap<(usize, FaultKind), u32>,
    whites: Tally,
}

impl Standings {
    /// Adds a game. Unfinished games do not count.
    pub fn add(&mut self, outcome: Outcome) {
        let slot = outcome.slot;
        let white = match outcome.result {
            GameResult::WhiteWins => 2,
            GameResult::Draw => 1,
            GameResult::BlackWins => 0,
            GameResult::Unfinished => return,
        };
        self.games += 1;
        self.whites.add(white);
        let [first, second] = slot.players();
        let points = if slot.white == first { white } else { 2 - white };
        let meeting = Meeting {
            variant: slot.variant,
            first,
            second,
        };
        let score = self.scores.entry(meeting).or_default();
        score.tally.add(points);
        match self.halves.remove(&slot.pair()) {
            Some(other) => score.pairs.add(points + other),
            None => {
                self.halves.insert(slot.pair(), points);
            }
        }
        if let Some(fault) = outcome.fault {
            let culprit = if white == 0 { slot.white } else { slot.black };
            *self.faults.entry((culprit, fault)).or_default() += 1;
        }
    }

    /// Returns the number of finished games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the results of all games from White's side.
    pub fn whites(&self) -> Tally {
        self.whites
    }

    /// Returns the results of an engine against all others, in one variant or in all (`None`).
    pub fn of(&self, engine: usize, variant: Option<usize>) -> Score {
        self.sum(
            variant,
            |meeting| meeting.first == engine || meeting.second == engine,
            engine,
        )
    }

    /// Returns the results of an engine against another, in one variant or in all (`None`).
    pub fn versus(&self, engine: usize, other: usize, variant: Option<usize>) -> Score {
        let players = [engine.min(other), engine.max(other)];
        self.sum(variant, |meeting| [meeting.first, meeting.second] == players, engine)
    }

    /// Sums the results of `engine` over the meetings that are `wanted`, in one variant or in all (`None`).
    fn sum(&self, variant: Option<usize>, wanted: impl Fn(&Meeting) -> bool, engine: usize) -> Score {
        let mut sum = Score::default();
        for (meeting, score) in &self.scores {
            if wanted(meeting) && variant.is_none_or(|variant| variant == meeting.variant) {
                sum += if meeting.first == engine {
                    *score
                } else {
                    score.reversed()
                };
            }
        }
        sum
    }

    /// Returns how many games an engine has lost by one kind of fault.
    pub fn faults(&self, engine: usize, kind: FaultKind) -> u32 {
        self.faults.get(&(engine, kind)).copied().unwrap_or(0)
    }
}

impl Extend<Outcome> for Standings {
    fn extend<T: IntoIterator<Item = Outcome>>(&mut self, outcomes: T) {
        outcomes.into_iter().for_each(|outcome| self.add(outcome));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule};
    use GameResult::{BlackWins, Draw, WhiteWins};

    fn count(engines: usize, variants: usize, results: &[GameResult]) -> Standings {
        let schedule = Schedule::new(engines, variants, 9, Format::RoundRobin, |_, _| true);
        let mut standings = Standings::default();
        for (slot, result) in schedule.slots().iter().zip(results) {
            standings.add(Outcome {
                slot: *slot,
                result: *result,
                fault: None,
            });
        }
        standings
    }

    #[test]
    fn pairs_are_counted_from_the_first_engines_side() {
        // The first engine has White in the first game of each pair.
        let standings = count(
            2,
            1,
            &[WhiteWins, BlackWins, WhiteWins, WhiteWins, Draw, BlackWins, BlackWins],
        );
        let score = standings.of(0, None);
        assert_eq!(
            score.tally,
            Tally {
                wins: 4,
                draws: 1,
                losses: 2
            }
        );
        assert_eq!(
            score.pairs,
            Pentanomial([0, 0, 1, 1, 1]),
            "the last pair is not complete"
        );
        assert_eq!(standings.of(1, None), score.reversed());
        assert_eq!(standings.versus(1, 0, Some(0)), score.reversed());
        assert_eq!(standings.versus(1, 0, Some(1)), Score::default());
        assert_eq!(
            standings.whites(),
            Tally {
                wins: 3,
                draws: 1,
                losses: 3
            }
        );
    }

    #[test]
    fn variants_are_counted_apart_and_add_up() {
        let results = [
            WhiteWins, Draw, BlackWins, Draw, Draw, Draw, WhiteWins, WhiteWins, BlackWins, BlackWins, Draw, Draw,
        ];
        let standings = count(3, 2, &results);
        let mut sum = standings.of(1, Some(0));
        sum += standings.of(1, Some(1));
        assert_eq!(standings.of(1, None), sum);
        let points: f64 = (0..3).map(|engine| standings.of(engine, None).tally.points()).sum();
        assert_eq!(points, results.len() as f64, "every game has one point to give");
        assert_eq!(standings.games(), results.len());
    }

    #[test]
    fn faults_are_counted_for_the_loser() {
        let schedule = Schedule::new(2, 1, 1, Format::RoundRobin, |_, _| true);
        let mut standings = Standings::default();
        let mut add = |index: usize, result, fault| {
            standings.add(Outcome {
                slot: schedule.slots()[index],
                result,
                fault: Some(fault),
            });
        };
        add(0, BlackWins, FaultKind::Hang);
        add(1, BlackWins, FaultKind::TimeLoss);
        assert_eq!(
            (
                standings.faults(0, FaultKind::Hang),
                standings.faults(1, FaultKind::TimeLoss)
            ),
            (1, 1)
        );
        assert_eq!(
            (
                standings.faults(1, FaultKind::Hang),
                standings.faults(0, FaultKind::TimeLoss)
            ),
            (0, 0)
        );
    }
}
