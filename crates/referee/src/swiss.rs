//! The Swiss system: in a given number of rounds, engines with similar scores meet, and no engine drops out.
//!
//! Engines are ranked by points, then by the order in which they entered. Within a group of equal points the upper half
//! meets the lower half in order, as in the Dutch system of FIDE; an engine that finds no opponent in its group moves
//! down to the top of the next group. No two engines meet again while a pairing without repeated duels exists. If the
//! number of engines is odd, the lowest-ranked engine with the fewest byes gets a bye, which counts as a duel won.
//! Every duel is played with both colours, so colours are always balanced.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use super::pairing::{Duel, Pairing};

/// The place of an engine in the final ranking, with its tie-breaks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placing {
    /// The index of the engine.
    pub engine: usize,
    /// The points of the engine, byes included.
    pub points: f64,
    /// The Buchholz score: the sum of the opponents' points. A bye counts as an opponent with as many points as the
    /// engine itself.
    pub buchholz: f64,
    /// The Sonneborn-Berger score: the sum over all opponents of the opponent's points times the points that the engine
    /// scored against it.
    pub sonneborn_berger: f64,
}

/// Returns the number of rounds needed to single out a winner among `engines` engines: as many as in a knockout, and at
/// least one.
pub fn default_rounds(engines: usize) -> usize {
    (engines.max(2) - 1).ilog2() as usize + 1
}

/// Returns the places of all engines, the best first. A duel has `pairs` pairs of games. Engines are ordered by points,
/// then Buchholz, then Sonneborn-Berger, then the order in which they entered.
pub fn placings(participants: &[usize], duels: &[Duel], pairs: usize) -> Vec<Placing> {
    let table = Table::new(participants, duels, pairs);
    let points = |half_points: u32| f64::from(half_points) / 2.0;
    let placing = |engine: &usize| {
        let own = points(table.half_points(*engine));
        let byes = f64::from(table.byes(*engine));
        let mut placing = Placing {
            engine: *engine,
            points: own,
            buchholz: byes * own,
            sonneborn_berger: byes * own * points(table.bye()),
        };
        for (opponent, [made, _]) in duels.iter().filter_map(|duel| duel.seen_by(*engine)) {
            let total = points(table.half_points(opponent));
            placing.buchholz += total;
            placing.sonneborn_berger += total * points(made);
        }
        placing
    };
    let mut placings: Vec<Placing> = participants.iter().map(placing).collect();
    let key = |placing: &Placing| [placing.points, placing.buchholz, placing.sonneborn_berger];
    placings.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
    placings
}

/// Returns the pairs of games of the next round, `pairs` for every two engines that meet, or an empty list after the
/// last of `rounds` rounds.
pub(super) fn draw(participants: &[usize], duels: &[Duel], rounds: usize, pairs: usize) -> Vec<Pairing> {
    let table = Table::new(participants, duels, pairs);
    let round = table.rounds();
    if round == rounds {
        return Vec::new();
    }
    let pairing = |(players, pair): ([usize; 2], usize)| Pairing {
        round,
        players,
        opening: round * pairs + pair,
    };
    let drawn = table.pair();
    (0..pairs)
        .flat_map(|pair| drawn.iter().map(move |players| (*players, pair)))
        .map(pairing)
        .collect()
}

/// The results of the rounds so far.
struct Table<'a> {
    participants: &'a [usize],
    duels: &'a [Duel],
    pairs: usize,
}

impl<'a> Table<'a> {
    fn new(participants: &'a [usize], duels: &'a [Duel], pairs: usize) -> Self {
        Self {
            participants,
            duels,
            pairs,
        }
    }

    /// Returns the number of rounds that have been paired so far.
    fn rounds(&self) -> usize {
        self.duels.iter().map(|duel| duel.round + 1).max().unwrap_or(0)
    }

    /// Returns the half points that a bye is worth.
    fn bye(&self) -> u32 {
        4 * self.pairs as u32
    }

    /// Returns the number of byes that an engine has had.
    fn byes(&self, engine: usize) -> u32 {
        let met = self.duels.iter().filter(|duel| duel.seen_by(engine).is_some());
        (self.rounds() - met.count()) as u32
    }

    /// Returns the half points of an engine, byes included.
    fn half_points(&self, engine: usize) -> u32 {
        let seen = self.duels.iter().filter_map(|duel| duel.seen_by(engine));
        seen.map(|(_, [own, _])| own).sum::<u32>() + self.byes(engine) * self.bye()
    }

    /// Returns how often two engines have met.
    fn meetings(&self, engine: usize, other: usize) -> usize {
        let seen = self.duels.iter().filter_map(|duel| duel.seen_by(engine));
        seen.filter(|(opponent, _)| *opponent == other).count()
    }

    /// Returns whether `engines` can all be paired so that no two of them meet more than `meetings` times, earlier
    /// rounds included.
    fn is_possible(&self, engines: &[usize], meetings: usize) -> bool {
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<_> = engines.iter().map(|_| graph.add_node(())).collect();
        for (index, engine) in engines.iter().enumerate() {
            for (other, opponent) in engines.iter().enumerate().take(index) {
                if self.meetings(*engine, *opponent) < meetings {
                    graph.add_edge(nodes[index], nodes[other], ());
                }
            }
        }
        maximum_matching(&graph).is_perfect()
    }

    /// Returns the engines of each duel of the next round. In every duel, the engine that entered first comes first.
    fn pair(&self) -> Vec<[usize; 2]> {
        let mut ranking = self.participants.to_vec();
        ranking.sort_by_key(|engine| std::cmp::Reverse(self.half_points(*engine)));
        let mut pairs = Vec::new();
        let Some((bye, meetings)) = self.constraints(&ranking) else {
            return pairs;
        };
        ranking.retain(|engine| Some(*engine) != bye);
        while !ranking.is_empty() {
            let first = ranking.remove(0);
            let without = |index: usize| {
                let mut rest = ranking.clone();
                let second = rest.remove(index);
                (second, rest)
            };
            let chosen = self
                .preferences(first, &ranking)
                .into_iter()
                .map(without)
                .find(|(second, rest)| self.meetings(first, *second) < meetings && self.is_possible(rest, meetings));
            let Some((second, rest)) = chosen else { return pairs };
            pairs.push([first.min(second), first.max(second)]);
            ranking = rest;
        }
        pairs
    }

    /// Returns the engine that has a bye in the next round, and the smallest possible limit on how often two engines
    /// meet, the next round included. Returns `None` if no pairing exists.
    fn constraints(&self, ranking: &[usize]) -> Option<(Option<usize>, usize)> {
        let byes = match ranking.len() % 2 {
            0 => vec![None],
            _ => {
                let fewest = ranking.iter().map(|engine| self.byes(*engine)).min()?;
                let rested = |engine: &&usize| self.byes(**engine) == fewest;
                ranking
                    .iter()
                    .rev()
                    .filter(rested)
                    .map(|engine| Some(*engine))
                    .collect()
            }
        };
        (1..=self.rounds() + 1).find_map(|meetings| {
            let possible = |bye: &&Option<usize>| {
                let others: Vec<usize> = ranking
                    .iter()
                    .copied()
                    .filter(|engine| Some(*engine) != **bye)
                    .collect();
                self.is_possible(&others, meetings)
            };
            byes.iter().find(possible).map(|bye| (*bye, meetings))
        })
    }

    /// Returns the preferred opponents of an engine, the best first, as indices into `others`.
    fn preferences(&self, engine: usize, others: &[usize]) -> Vec<usize> {
        let own = self.half_points(engine);
        let group = others
            .iter()
            .take_while(|other| self.half_points(**other) == own)
            .count();
        // In this order: the first of the lower half of the group, the rest of the lower half, the upper half in
        // reverse order, and the engines with fewer points.
        let lower = group.div_ceil(2).saturating_sub(1);
        (lower..group)
            .chain((0..lower).rev())
            .chain(group..others.len())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns a duel of two games.
    fn duel(round: usize, players: [usize; 2], half_points: [u32; 2]) -> Duel {
        Duel {
            round,
            players,
            games: 2,
            finished: 2,
            half_points,
        }
    }

    fn pair(participants: usize, duels: &[Duel]) -> Vec<[usize; 2]> {
        let participants: Vec<usize> = (0..participants).collect();
        Table::new(&participants, duels, 1).pair()
    }

    /// Plays `rounds` rounds. The engine that entered first wins each duel.
    fn play(participants: usize, rounds: usize) -> Vec<Duel> {
        let mut duels = Vec::new();
        for round in 0..rounds {
            let pairs = pair(participants, &duels);
            duels.extend(pairs.into_iter().map(|players| duel(round, players, [4, 0])));
        }
        duels
    }

    #[test]
    fn halves_of_a_group_meet() {
        assert_eq!(pair(8, &[]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(pair(5, &[]), [[0, 2], [1, 3]], "the last has a bye");
        assert_eq!(pair(2, &[]), [[0, 1]]);
        assert_eq!(pair(1, &[]), [[0; 2]; 0]);
    }

    #[test]
    fn engines_with_similar_scores_meet_and_the_odd_one_moves_down() {
        let first = [
            duel(0, [0, 3], [4, 0]),
            duel(0, [1, 4], [4, 0]),
            duel(0, [2, 5], [4, 0]),
        ];
        // The lowest of the three winners has no opponent among the winners. It meets engine 3, which it has not met
        // before.
        assert_eq!(pair(6, &first), [[0, 1], [2, 3], [4, 5]]);
    }

    /// Checks that no two engines meet twice, and no engine has a second bye, while every engine has opponents that it
    /// has not met.
    #[test]
    fn nobody_meets_twice_while_that_can_be_avoided() {
        for participants in 2..12usize {
            let rounds = if participants % 2 == 0 {
                participants - 1
            } else {
                participants
            };
            // In the last rounds, earlier choices may have left no pairing without repeated duels.
            let free = rounds.div_ceil(2);
            let duels = play(participants, free);
            let met: HashSet<[usize; 2]> = duels.iter().map(|duel| duel.players).collect();
            assert_eq!(met.len(), duels.len(), "{participants} engines, {free} rounds");
            assert_eq!(duels.len(), free * (participants / 2), "everybody plays");
            let all: Vec<usize> = (0..participants).collect();
            let table = Table::new(&all, &duels, 1);
            assert!(all.iter().all(|engine| table.byes(*engine) <= 1));
        }
        // In more rounds than there are opponents, engines meet again, but as rarely as possible.
        let twice = play(4, 6);
        assert_eq!(twice.len(), 12);
        let table = Table::new(&[0, 1, 2, 3], &twice, 1);
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            assert!((1..=3).contains(&table.meetings(first, second)), "{first} {second}");
        }
    }

    #[test]
    fn many_engines_are_paired_at_once() {
        let duels = play(65, 8);
        assert_eq!(duels.len(), 8 * 32);
        let places = placings(&(0..65).collect::<Vec<_>>(), &duels, 1);
        assert_eq!(places[0].engine, 0, "it has won all its games");
    }

    #[test]
    fn ties_are_broken_by_the_strength_of_opponents() {
        // Engine 0 has won against engine 3, engine 1 against engine 2, and engine 2 against engine 3; engines 0 and 1
        // have drawn.
        let duels = [
            duel(0, [0, 3], [4, 0]),
            duel(0, [1, 2], [4, 0]),
            duel(1, [0, 1], [2, 2]),
            duel(1, [2, 3], [3, 1]),
        ];
        let places = placings(&[0, 1, 2, 3], &duels, 1);
        let order: Vec<usize> = places.iter().map(|placing| placing.engine).collect();
        assert_eq!(order, [1, 0, 2, 3]);
        let expected = Placing {
            engine: 1,
            points: 3.0,
            buchholz: 1.5 + 3.0,
            sonneborn_berger: 2.0 * 1.5 + 3.0,
        };
        assert_eq!(places[0], expected);
    }

    #[test]
    fn a_bye_counts_as_a_duel_won() {
        let duels = [duel(0, [0, 1], [2, 2])];
        let places = placings(&[0, 1, 2], &duels, 1);
        assert_eq!((places[0].engine, places[0].points), (2, 2.0));
        assert_eq!((places[0].buchholz, places[0].sonneborn_berger), (2.0, 4.0));
    }

    #[test]
    fn no_round_follows_the_last_one() {
        assert!(draw(&[0, 1, 2, 3], &play(4, 2), 2, 1).is_empty());
        let next = draw(&[0, 1, 2, 3], &play(4, 2), 3, 2);
        let openings: Vec<usize> = next.iter().map(|pairing| pairing.opening).collect();
        assert_eq!(openings, [4, 4, 5, 5]);
        assert_eq!([2, 3, 4, 5, 8, 9].map(default_rounds), [1, 2, 2, 3, 3, 4]);
    }
}
