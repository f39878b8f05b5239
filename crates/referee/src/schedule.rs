//! The schedule of a tournament: which engines play each other, in which variant, from which opening, and in which
//! order.

use super::pairing::{Duel, Outcome, Pairing, Slot};
use super::{knockout, swiss};
use kurier_formats::pgn::GameResult;

pub use super::format::{Format, MOST_GAMES};

/// The games of a tournament and their results.
///
/// A Swiss or knockout schedule grows: as soon as all its games have a result, the games of the next round are added.
/// Equal results always lead to equal schedules.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    pairs: usize,
    /// The engines that play each variant, in the order in which they entered the tournament.
    participants: Vec<Vec<usize>>,
    slots: Vec<Slot>,
    results: Vec<Option<GameResult>>,
}

impl Schedule {
    /// Creates the schedule of a tournament without results. Two engines that meet play `pairs` pairs of games.
    /// `plays(engine, variant)` returns whether an engine plays a variant.
    pub(super) fn new(
        engines: usize,
        variants: usize,
        pairs: usize,
        format: Format,
        plays: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let participants = |variant| (0..engines).filter(|engine| plays(*engine, variant)).collect();
        let mut schedule = Self {
            format,
            pairs,
            participants: (0..variants).map(participants).collect(),
            slots: Vec::new(),
            results: Vec::new(),
        };
        match format {
            Format::RoundRobin | Format::Gauntlet => schedule.draw_all(),
            Format::Swiss { .. } | Format::Knockout { .. } => schedule.draw(),
        }
        schedule
    }

    /// Returns all games that are scheduled so far, in order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the scheduled games that have no result yet.
    pub fn open(&self) -> impl Iterator<Item = Slot> {
        let slots = self.slots.iter().zip(&self.results);
        slots.filter(|(_, result)| result.is_none()).map(|(slot, _)| *slot)
    }

    /// Returns whether a game has a result.
    pub fn is_finished(&self, slot: Slot) -> bool {
        self.results.get(slot.index).is_some_and(Option::is_some)
    }

    /// Adds the result of a game. If no scheduled game is open any more, adds the games of the next round of a Swiss or
    /// knockout tournament.
    pub fn add(&mut self, outcome: &Outcome) {
        if let Some(result) = self.results.get_mut(outcome.slot.index) {
            *result = Some(outcome.result);
        }
        if self.results.iter().all(Option::is_some) {
            self.draw();
        }
    }

    /// Returns the number of games of the whole tournament. In a knockout, games that prolong a level duel count as
    /// soon as they are scheduled.
    pub fn planned(&self) -> usize {
        let participants = self.participants.iter().map(Vec::len);
        match self.format {
            Format::RoundRobin | Format::Gauntlet => self.slots.len(),
            Format::Swiss { rounds } => participants.map(|count| count / 2 * rounds * self.pairs * 2).sum(),
            Format::Knockout { .. } => {
                let regular: usize = participants.map(|count| count.saturating_sub(1) * self.pairs * 2).sum();
                let duels = (0..self.participants.len()).flat_map(|variant| self.duels(variant));
                regular + duels.map(|duel| duel.games - self.pairs * 2).sum::<usize>()
            }
        }
    }

    /// Returns the tournament format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of pairs of games that two engines play when they meet.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Returns the engines that play a variant, in the order in which they entered the tournament.
    pub fn participants(&self, variant: usize) -> &[usize] {
        &self.participants[variant]
    }

    /// Returns the duels of a variant, in the order of their first games.
    pub fn duels(&self, variant: usize) -> Vec<Duel> {
        let mut duels: Vec<Duel> = Vec::new();
        for (slot, result) in self.slots.iter().zip(&self.results) {
            if slot.variant != variant {
                continue;
            }
            let players = slot.players();
            let same = |duel: &Duel| (duel.round, duel.players) == (slot.round, players);
            let index = duels.iter().rposition(same).unwrap_or(duels.len());
            if index == duels.len() {
                duels.push(Duel {
                    round: slot.round,
                    players,
                    games: 0,
                    finished: 0,
                    half_points: [0; 2],
                });
            }
            let duel = &mut duels[index];
            duel.games += 1;
            let Some(result) = result else { continue };
            duel.finished += 1;
            let [white, black] = match result {
                GameResult::WhiteWins => [2, 0],
                GameResult::BlackWins => [0, 2],
                GameResult::Draw => [1, 1],
                GameResult::Unfinished => [0, 0],
            };
            let points = if slot.white == players[0] {
                [white, black]
            } else {
                [black, white]
            };
            duel.half_points[0] += points[0];
            duel.half_points[1] += points[1];
        }
        duels
    }

    /// Adds all games of a round robin or gauntlet: in every round and every variant, one pair of games for every two
    /// engines that meet. All pairs of a round have the same opening.
    fn draw_all(&mut self) {
        for round in 0..self.pairs {
            for variant in 0..self.participants.len() {
                let participants = self.participants[variant].clone();
                for (index, first) in participants.iter().enumerate() {
                    if self.format == Format::Gauntlet && *first != 0 {
                        break;
                    }
                    for second in &participants[index + 1..] {
                        let players = [*first, *second];
                        let opening = round;
                        self.push(
                            variant,
                            Pairing {
                                round,
                                players,
                                opening,
                            },
                        );
                    }
                }
            }
        }
    }

    /// Adds the next games of a Swiss or knockout tournament. Adds none if the tournament is over.
    fn draw(&mut self) {
        for variant in 0..self.participants.len() {
            let (participants, duels) = (&self.participants[variant], self.duels(variant));
            let pairings = match self.format {
                Format::RoundRobin | Format::Gauntlet => Vec::new(),
                Format::Swiss { rounds } => swiss::draw(participants, &duels, rounds, self.pairs),
                Format::Knockout { deciders } => knockout::draw(participants, &duels, self.pairs, deciders),
            };
            pairings.into_iter().for_each(|pairing| self.push(variant, pairing));
        }
    }

    /// Adds both games of a pair.
    fn push(&mut self, variant: usize, pairing: Pairing) {
        let Pairing {
            round,
            players: [first, second],
            opening,
        } = pairing;
        for (white, black) in [(first, second), (second, first)] {
            self.slots.push(Slot {
                index: self.slots.len(),
                round,
                variant,
                white,
                black,
                opening,
            });
            self.results.push(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn schedule(
        engines: usize,
        variants: usize,
        pairs: usize,
        format: Format,
        plays: impl Fn(usize, usize) -> bool,
    ) -> Vec<Slot> {
        Schedule::new(engines, variants, pairs, format, plays).slots
    }

    fn all(_: usize, _: usize) -> bool {
        true
    }

    #[test]
    fn round_robin_balances_opponents_and_colours() {
        let slots = schedule(4, 3, 5, Format::RoundRobin, all);
        assert_eq!(slots.len(), 5 * 3 * 6 * 2);
        let mut games: HashMap<_, u32> = HashMap::new();
        for slot in &slots {
            *games.entry((slot.variant, slot.white, slot.black)).or_default() += 1;
        }
        assert_eq!(games.len(), 3 * 4 * 3);
        assert!(games.values().all(|count| *count == 5));
    }

    #[test]
    fn in_a_gauntlet_the_first_engine_plays_every_game() {
        let slots = schedule(4, 1, 2, Format::Gauntlet, all);
        assert_eq!(slots.len(), 2 * 3 * 2);
        assert!(slots.iter().all(|slot| slot.players()[0] == 0 && slot.players()[1] > 0));
    }

    #[test]
    fn pairs_share_opening_variant_and_players() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            for pair in schedule(3, 2, 3, format, all).chunks(2) {
                let [one, two] = pair else {
                    panic!("games come in pairs")
                };
                assert_eq!(
                    (one.pair(), one.opening, one.variant),
                    (two.pair(), two.opening, two.variant)
                );
                assert_eq!((one.white, one.black), (two.black, two.white));
                assert_eq!(one.index + 1, two.index);
            }
        }
    }

    #[test]
    fn engines_are_not_paired_in_variants_that_they_do_not_play() {
        let slots = schedule(3, 2, 1, Format::RoundRobin, |engine, variant| {
            engine != 2 || variant == 0
        });
        assert_eq!(slots.iter().filter(|slot| slot.variant == 0).count(), 6);
        let second: Vec<_> = slots
            .iter()
            .filter(|slot| slot.variant == 1)
            .map(Slot::players)
            .collect();
        assert_eq!(second, [[0, 1], [0, 1]]);
        assert!(slots.iter().enumerate().all(|(index, slot)| slot.index == index));
    }

    #[test]
    fn one_engine_has_no_games() {
        assert!(schedule(1, 1, 5, Format::RoundRobin, all).is_empty());
        assert!(schedule(0, 1, 5, Format::Gauntlet, all).is_empty());
    }
}
