//! The search for mates, which proves that the side to move wins within a number of its own moves, or that it cannot do
//! so.
//!
//! The search is exact in every variant: it prunes no move that could matter, and it relies on the end of the game
//! alone, never on an evaluation. It looks for a win in one move first, then in two, and so on, so the first win found
//! is the shortest.
//!
//! Each iteration is a depth-first proof-number search (*df-pn*: Nagai, 2002). The proof number of a position is the
//! least number of positions that remain to be won for a proof, and the disproof number is the least number of
//! positions that remain to be held for a refutation. The search always expands the position that can settle the root
//! with the least work. Moves that leave few replies have small proof numbers, so checks and other forcing moves come
//! first.
//!
//! Moves are counted in complete turns: in a chain of captures one side makes several steps in one turn.

mod ends;
mod line;
mod numbers;
mod table;

use std::collections::BTreeMap;

use super::Turn;
use ends::Endings;
use kurier_rules::position::{Move, Position};
use kurier_rules::rules::Color;
use numbers::{Child, NEVER, Numbers, beyond, most_deciding, sum};
use table::MateTable;

/// The length of the longest win that is searched for, in moves of the winner. This limit bounds the depth of the
/// recursion.
pub(super) const MAX_MOVES: u32 = 100;

/// The result of a search for mates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// The shortest win: the number of moves, and the line against the longest defence as far as it is known; `None` if
    /// no win was found.
    pub win: Option<(u32, Vec<Turn>)>,
    /// The number of moves within which the side to move is proven not to win; 0 if nothing is proven.
    pub no_win: u32,
}

/// A running search for mates.
pub(super) struct MateSearch<'a, const W: usize> {
    position: Position<W>,
    attacker: Color,
    /// The length of the longest win that is searched for, in moves of the attacker.
    moves: u32,
    endings: Endings,
    /// Whether the draw by the move limit can be reached, so that results depend on the half-move clock.
    near_limit: bool,
    /// The keys of the positions of the game that would be drawn if they occurred once more; empty if repetitions are
    /// not always draws.
    repeated: Vec<u64>,
    /// A number for the way to each position since the root, the current position last; see [`MateSearch::way`].
    ways: Vec<u64>,
    /// The reply that last refuted an attempt to win, indexed by the attacker's remaining turns.
    refutations: Vec<Move>,
    /// The turns to search at the root. If the list is empty, all turns are searched.
    wanted: &'a [Turn],
    /// The steps made since the root.
    path: Vec<Move>,
    table: MateTable,
    nodes: u64,
    /// The function that is called with the number of nodes so far and returns whether the search must end.
    interrupted: &'a mut dyn FnMut(u64) -> bool,
    stopped: bool,
}

impl<'a, const W: usize> MateSearch<'a, W> {
    /// Creates a search for wins of the side to move within `moves` moves; a number above [`MAX_MOVES`] counts as
    /// [`MAX_MOVES`]. The first turn must be one of `wanted`, unless the list is empty. The table uses `mib` MiB, or
    /// less if memory is short. `interrupted` is called at every node with the number of nodes so far, and returns
    /// whether the search must end.
    pub fn new(
        position: &Position<W>,
        moves: u32,
        wanted: &'a [Turn],
        mib: usize,
        interrupted: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        let moves = moves.min(MAX_MOVES);
        let move_limit = position.variant().definition.ends.move_limit;
        let endings = Endings::new(position, moves);
        Self {
            attacker: position.side(),
            moves,
            endings,
            near_limit: position.halfmoves() + 2 * moves + 2 >= 2 * u32::from(move_limit)
                || position.variant().definition.ends.counting.is_some(),
            repeated: match endings.repetition_decides {
                true => Vec::new(),
                false => repeated(position),
            },
            // The first entry is not 0, because 0 stands for positions after a capture or a pawn move.
            ways: vec![1],
            refutations: vec![Move::NONE; MAX_MOVES as usize + 1],
            position: position.clone(),
            wanted,
            path: Vec::new(),
            table: MateTable::new(mib),
            nodes: 0,
            interrupted,
            stopped: false,
        }
    }

    /// Searches for the shortest win of the side to move. The game must not be over.
    pub fn run(&mut self) -> Proof {
        for count in 1..=self.moves {
            let numbers = self.solve(count);
            if numbers.proof == 0 {
                return Proof {
                    win: Some((count, self.winning_line(count))),
                    no_win: count - 1,
                };
            }
            if self.stopped {
                return Proof {
                    win: None,
                    no_win: count - 1,
                };
            }
        }
        Proof {
            win: None,
            no_win: self.moves,
        }
    }

    /// Returns the number of positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches the current position until it is decided whether the attacker wins within its next `moves` moves, or
    /// until the search is stopped.
    fn solve(&mut self, moves: u32) -> Numbers {
        self.search(moves, NEVER, NEVER)
    }

    /// Returns whether the attacker is to move.
    fn attacking(&self) -> bool {
        self.position.side() == self.attacker
    }

    /// Searches the current position, where the game is not over, until its proof number or its disproof number reaches
    /// its limit. `moves` is the number of turns that the attacker has left, the current one included.
    fn search(&mut self, moves: u32, proof_limit: u32, disproof_limit: u32) -> Numbers {
        let attacking = self.attacking();
        let before = self.nodes;
        let Some(mut children) = self.expand(moves, attacking) else {
            return Numbers { proof: 1, disproof: 1 };
        };
        loop {
            let numbers = sum(&children, attacking);
            if numbers.is_solved() || numbers.proof >= proof_limit || numbers.disproof >= disproof_limit {
                self.store(moves, numbers, before);
                return numbers;
            }
            if self.stopped {
                return numbers;
            }
            let (index, second) = most_deciding(&children, attacking);
            let child = &children[index];
            // The numbers that the other children contribute stay as they are.
            let (proof_limit, disproof_limit) = if attacking {
                let rest = numbers.disproof - child.numbers.disproof;
                (proof_limit.min(beyond(second)), disproof_limit.saturating_sub(rest))
            } else {
                let rest = numbers.proof - child.numbers.proof;
                (proof_limit.saturating_sub(rest), disproof_limit.min(beyond(second)))
            };
            let left = self.make(child.step, moves);
            let numbers = self.search(left, proof_limit, disproof_limit);
            self.unmake();
            children[index].numbers = numbers;
            if !attacking && numbers.disproof == 0 {
                self.refutations[moves as usize] = children[index].step;
            }
        }
    }

    /// Returns the moves of the current position with their numbers, up to the first move that decides the position for
    /// the side to move. Returns `None` if the search was stopped.
    fn expand(&mut self, moves: u32, attacking: bool) -> Option<Vec<Child>> {
        let mut steps = self.steps(moves);
        // One reply often refutes several attempts.
        if !attacking && let Some(place) = steps.iter().position(|step| *step == self.refutations[moves as usize]) {
            steps.swap(0, place);
        }
        let mut children = Vec::with_capacity(steps.len());
        for step in steps {
            let left = self.make(step, moves);
            let numbers = self.look(left);
            self.unmake();
            children.push(Child { step, numbers });
            if attacking && numbers.proof == 0 {
                break;
            }
            if !attacking && numbers.disproof == 0 {
                self.refutations[moves as usize] = step;
                break;
            }
            if self.stopped {
                return None;
            }
        }
        Some(children)
    }

    /// Returns the moves to search in the current position: all legal moves, with two exceptions for the attacker. In
    /// its last turn it tries only checks if only a checkmate wins, and in its first turn only the steps of wanted
    /// turns.
    fn steps(&self, moves: u32) -> Vec<Move> {
        let mut steps = self.position.legal_moves();
        if self.attacking() {
            if moves == 1
                && self.endings.only_checkmate
                && let Some(test) = self.position.check_test()
            {
                steps.retain(|step| test.gives_check(*step));
            }
            if self.restricted() {
                let made = self.path.len();
                steps.retain(|step| {
                    let begins = |turn: &Turn| turn.steps().get(..made) == Some(&self.path[..]);
                    self.wanted
                        .iter()
                        .any(|turn| begins(turn) && turn.steps().get(made) == Some(step))
                });
            }
        }
        steps
    }

    /// Returns whether the current position is in the first turn and only some turns are wanted.
    fn restricted(&self) -> bool {
        !self.wanted.is_empty() && (self.path.is_empty() || self.position.chain().is_some() && self.in_first_turn())
    }

    /// Returns whether all steps made since the root belong to the first turn.
    fn in_first_turn(&self) -> bool {
        self.attacking() && self.wanted.iter().any(|turn| turn.steps().starts_with(&self.path))
    }

    /// Makes a move and returns the number of turns that the attacker has left after it.
    fn make(&mut self, step: Move, moves: u32) -> u32 {
        let attacking = self.attacking();
        self.position.make(step);
        self.path.push(step);
        self.ways.push(self.way());
        moves - u32::from(attacking && self.position.chain().is_none())
    }

    fn unmake(&mut self) {
        self.position.unmake();
        self.path.pop();
        self.ways.pop();
    }

    /// Returns what is known about the position just reached, without searching it: whether the game is over, the
    /// table's result, or the number of replies.
    fn look(&mut self, moves: u32) -> Numbers {
        self.nodes += 1;
        if (self.interrupted)(self.nodes) {
            self.stopped = true;
        }
        let complete = self.position.chain().is_none();
        if complete && let Some(outcome) = self.position.variant_end() {
            return Numbers::known(outcome.winner == Some(self.attacker));
        }
        let attacking = self.attacking();
        let answers = match attacking {
            true => u64::from(self.position.can_move()),
            false => self.position.count_moves(),
        };
        if answers == 0 {
            return Numbers::known(self.position.no_legal_moves().winner == Some(self.attacker));
        }
        if complete && let Some(won) = self.drawn() {
            return Numbers::known(won);
        }
        // Without a turn left, the attacker can win only if the defender's reply ends the game.
        if moves == 0 && (attacking || !self.loser_may_end()) {
            return Numbers::HELD;
        }
        if attacking && moves == 1 && complete && !self.endings.chained && !self.loser_may_end() {
            return Numbers::known(self.wins_at_once());
        }
        if let Some(numbers) = self.known(moves) {
            return numbers;
        }
        Numbers {
            proof: u32::try_from(answers).unwrap_or(NEVER).min(NEVER / 1024),
            disproof: 1,
        }
    }

    /// Returns whether the defender's next move may end the game in the attacker's favour.
    fn loser_may_end(&self) -> bool {
        self.endings.loser_may_end(&self.position, self.attacker)
    }

    /// Returns whether a move of the attacker ends the game and wins. May be called only in games without chains of
    /// captures.
    fn wins_at_once(&mut self) -> bool {
        let attacker = Some(self.attacker);
        self.steps(1).into_iter().any(|step| {
            self.nodes += 1;
            self.position.make(step);
            let won = match self.position.variant_end() {
                Some(outcome) => outcome.winner == attacker,
                None => !self.position.can_move() && self.position.no_legal_moves().winner == attacker,
            };
            self.position.unmake();
            won
        })
    }

    /// Returns whether the attacker has won a game that is over by repetition, by the move limit or because nobody can
    /// win any more, or `None` if the game is not over in one of these ways. If repetitions are draws, repetitions
    /// since the root are ignored, because they never help to win sooner.
    fn drawn(&self) -> Option<bool> {
        match self.position.drawn(0) {
            Some(outcome) if self.endings.repetition_decides || !outcome.reason.is_repetition() => {
                Some(outcome.winner == Some(self.attacker))
            }
            _ => (self.is_reversible() && self.repeated.contains(&self.position.key())).then_some(false),
        }
    }

    /// Returns whether no capture and no pawn move has been made since the root, so that positions of the game can be
    /// repeated.
    fn is_reversible(&self) -> bool {
        self.position.halfmoves() as usize >= self.path.len()
    }

    /// Returns a number that identifies the way to the position just reached, as far as results depend on the way.
    fn way(&self) -> u64 {
        let before = self.ways.last().copied().unwrap_or_default();
        match self.endings.repetition_decides {
            true if self.position.halfmoves() == 0 => 0,
            true => mixed(before.wrapping_add(self.position.key())),
            false => u64::from(!self.repeated.is_empty() && self.is_reversible()),
        }
    }

    /// Returns the key of the current position in the table.
    fn key(&self) -> u64 {
        let clock = if self.near_limit {
            let (count, limit) = self.position.count().unwrap_or_default();
            u64::from(self.position.halfmoves()) + 1 + (u64::from(count) << 32) + (u64::from(limit) << 48)
        } else {
            0
        };
        let way = self.ways.last().copied().unwrap_or_default();
        self.position.key() ^ mixed(clock) ^ mixed(way)
    }

    /// Returns the table's result for the current position and a number of turns, or `None` if the table has none.
    fn known(&self, moves: u32) -> Option<Numbers> {
        let known = self.table.get(self.key()).filter(|_| !self.restricted())?;
        if known.won_within(moves) {
            Some(Numbers::WON)
        } else if known.held_for(moves) {
            Some(Numbers::HELD)
        } else {
            known.numbers_for(moves)
        }
    }

    /// Stores the numbers of the current position.
    fn store(&mut self, moves: u32, numbers: Numbers, nodes_before: u64) {
        // Numbers that come from only some of the turns do not hold for the position.
        if !self.restricted() {
            let work = self.nodes - nodes_before;
            self.table.put(self.key(), moves, numbers, work);
        }
    }
}

/// Returns the keys of the positions of the game whose next occurrence is a draw by repetition.
fn repeated<const W: usize>(position: &Position<W>) -> Vec<u64> {
    let mut position = position.clone();
    let enough = position.variant().repetitions.saturating_sub(1);
    let mut times: BTreeMap<u64, usize> = BTreeMap::new();
    let back = (position.halfmoves() as usize).min(position.moves_made());
    *times.entry(position.key()).or_default() += 1;
    for _ in 0..back {
        position.unmake();
        *times.entry(position.key()).or_default() += 1;
    }
    times
        .into_iter()
        .filter(|(_, times)| *times >= enough)
        .map(|(key, _)| key)
        .collect()
}

/// Spreads a number over all bits of a key; 0 stays 0.
fn mixed(number: u64) -> u64 {
    let product = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests;
