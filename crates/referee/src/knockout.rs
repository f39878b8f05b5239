//! Knockout: two engines that meet play a duel, and the loser is out.
//!
//! The order in which the engines entered the tournament is the seeding. The number of slots in the bracket is a power
//! of two; if there are fewer engines, the best seeds have byes. The first and the second seed cannot meet before the
//! final. A duel that is level after its pairs of games is prolonged by one pair at a time. If it is still level after
//! the last additional pair, the better seed advances.

use super::pairing::{Duel, Pairing};

/// A slot in the bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// No engine: the opponent has a bye.
    Vacant,
    /// The winner of a duel that is not decided yet.
    Open,
    /// An engine, by its index.
    Engine(usize),
}

/// Returns the number of rounds that a knockout of `engines` engines takes.
pub fn rounds(engines: usize) -> usize {
    engines.max(1).next_power_of_two().ilog2() as usize
}

/// Returns the columns of the bracket. A duel has `pairs` pairs of games, and up to `deciders` additional pairs if it
/// is level. The first column has all engines, each following column has the engines that are left after one more
/// round, and the last column has the winner. Slots `2n` and `2n + 1` of a column meet for slot `n` of the next.
pub fn bracket(participants: &[usize], duels: &[Duel], pairs: usize, deciders: usize) -> Vec<Vec<Slot>> {
    let mut columns = vec![seeded(participants)];
    for round in 0..rounds(participants.len()) {
        let next = columns[round].chunks(2).map(|slots| match *slots {
            [Slot::Engine(first), Slot::Engine(second)] => {
                let duel = find(duels, round, first, second);
                let winner = duel.and_then(|duel| winner(duel, pairs, deciders));
                winner.map_or(Slot::Open, Slot::Engine)
            }
            [slot, Slot::Vacant] => slot,
            _ => Slot::Open,
        });
        let next = next.collect();
        columns.push(next);
    }
    columns
}

/// Returns the duel of two engines in a round, or `None` if it is not scheduled.
pub fn find(duels: &[Duel], round: usize, first: usize, second: usize) -> Option<&Duel> {
    let players = [first.min(second), first.max(second)];
    duels.iter().find(|duel| (duel.round, duel.players) == (round, players))
}

/// Returns the winner of a duel, or `None` while it is not decided. A duel has `pairs` pairs of games, and up to
/// `deciders` additional pairs if it is level.
pub fn winner(duel: &Duel, pairs: usize, deciders: usize) -> Option<usize> {
    let [better, other] = duel.players;
    let [own, opposed] = duel.half_points;
    let is_last = duel.games >= 2 * (pairs + deciders);
    match own.cmp(&opposed) {
        _ if !duel.is_finished() => None,
        std::cmp::Ordering::Greater => Some(better),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => is_last.then_some(better),
    }
}

/// Returns the pairs of games to play next, which all belong to one round. The list is empty after the final.
pub(super) fn draw(participants: &[usize], duels: &[Duel], pairs: usize, deciders: usize) -> Vec<Pairing> {
    for (round, column) in bracket(participants, duels, pairs, deciders).iter().enumerate() {
        let mut drawn = Vec::new();
        for slots in column.chunks(2) {
            let [Slot::Engine(first), Slot::Engine(second)] = *slots else {
                continue;
            };
            let played = match find(duels, round, first, second) {
                None => 0,
                Some(duel) if winner(duel, pairs, deciders).is_none() => duel.games / 2,
                Some(_) => continue,
            };
            let players = [first.min(second), first.max(second)];
            let opening = |pair| round * (pairs + deciders) + pair;
            drawn.extend((played..pairs.max(played + 1)).map(|pair| Pairing {
                round,
                players,
                opening: opening(pair),
            }));
        }
        if !drawn.is_empty() {
            return drawn;
        }
    }
    Vec::new()
}

/// Returns the first column of the bracket. If the better seed wins every duel, the best remaining seed meets the worst
/// remaining seed in every round.
fn seeded(participants: &[usize]) -> Vec<Slot> {
    let mut order = vec![0];
    while order.len() < participants.len() {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    let slot = |seed: usize| {
        participants
            .get(seed)
            .map_or(Slot::Vacant, |engine| Slot::Engine(*engine))
    };
    order.into_iter().map(slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Slot::{Engine, Open, Vacant};

    fn duel(round: usize, players: [usize; 2], half_points: [u32; 2]) -> Duel {
        let games = half_points.iter().sum::<u32>() as usize / 2;
        Duel {
            round,
            players,
            games,
            finished: games,
            half_points,
        }
    }

    fn players(pairings: &[Pairing]) -> Vec<[usize; 2]> {
        pairings.iter().map(|pairing| pairing.players).collect()
    }

    #[test]
    fn the_best_seeds_meet_late_and_have_byes() {
        let eight: Vec<usize> = (0..8).collect();
        assert_eq!(players(&draw(&eight, &[], 1, 0)), [[0, 7], [3, 4], [1, 6], [2, 5]]);
        let five: Vec<usize> = (0..5).collect();
        assert_eq!(players(&draw(&five, &[], 1, 0)), [[3, 4]]);
        assert_eq!(
            bracket(&five, &[], 1, 0)[1],
            [Engine(0), Open, Engine(1), Engine(2)],
            "only one duel in the first round"
        );
        assert_eq!(
            bracket(&[4, 6, 9], &[], 1, 0)[0],
            [Engine(4), Vacant, Engine(6), Engine(9)]
        );
        assert!(draw(&[0], &[], 1, 0).is_empty());
        assert_eq!([1, 2, 3, 4, 5, 8, 9].map(rounds), [0, 1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn losers_are_out() {
        let four = [0, 1, 2, 3];
        let mut duels = vec![duel(0, [0, 3], [1, 3]), duel(0, [1, 2], [4, 0])];
        let last = draw(&four, &duels, 1, 2);
        assert_eq!(players(&last), [[1, 3]]);
        assert_eq!((last[0].round, last[0].opening), (1, 3));
        duels.push(duel(1, [1, 3], [1, 3]));
        assert!(draw(&four, &duels, 1, 2).is_empty());
        assert_eq!(bracket(&four, &duels, 1, 2)[2], [Engine(3)]);
    }

    #[test]
    fn level_duels_are_prolonged_until_the_better_seed_advances() {
        let two = [0, 1];
        assert_eq!(draw(&two, &[], 2, 2).len(), 2);
        for (points, pairs) in [([4, 4], 1), ([6, 6], 1), ([8, 8], 0), ([7, 5], 0), ([5, 7], 0)] {
            let next = draw(&two, &[duel(0, [0, 1], points)], 2, 2);
            assert_eq!(next.len(), pairs, "{points:?}");
        }
        let end = |points| bracket(&two, &[duel(0, [0, 1], points)], 2, 2)[1][0];
        assert_eq!([end([6, 6]), end([8, 8]), end([5, 7])], [Open, Engine(0), Engine(1)]);
    }

    /// Checks that every engine but the winner of a knockout loses exactly one duel.
    #[test]
    fn every_bracket_has_an_end() {
        for participants in 1..20 {
            let all: Vec<usize> = (0..participants).collect();
            let mut duels = Vec::new();
            loop {
                let next = draw(&all, &duels, 1, 0);
                if next.is_empty() {
                    break;
                }
                // The engine that entered later, which is the worse seed, wins every duel.
                duels.extend(next.iter().map(|pairing| duel(pairing.round, pairing.players, [1, 3])));
            }
            assert_eq!(duels.len(), participants - 1);
            let columns = bracket(&all, &duels, 1, 0);
            assert!(matches!(columns.last().map(Vec::as_slice), Some([Engine(_)])));
        }
    }
}
