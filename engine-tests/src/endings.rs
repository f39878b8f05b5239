//! Solves endings by brute force, with the rules written a second time ([`Reference`]): lists all positions with their
//! turns, and examines all of them again and again until nothing changes. The solver shares no code with the endgame
//! tables.

use std::collections::HashMap;
use std::sync::Arc;

use kurier_rules::position::Reason;
use kurier_rules::rules::{Color, Definition};
use rayon::prelude::*;

use crate::games::with_new_counters;
use crate::reference::Reference;

/// The proven result of a position: whether the side to move wins (or loses), and the number of plies to the next
/// capture or pawn move or to the end of the game. `None` for a draw, and as long as nothing is proven.
pub type Proof = Option<(bool, u32)>;

/// A position of an ending.
struct Node {
    fen: String,
    /// `None` if the game has not ended, `Some(None)` if it is drawn, otherwise the winner.
    end: Option<Option<Color>>,
    side: Color,
    /// Whether the last move has ended the game in a way that the FEN does not show.
    is_unlike_its_fen: bool,
    /// For each turn, the number of the position after it, and whether the turn is a capture or a pawn move.
    turns: Vec<(usize, bool)>,
}

/// The positions of an ending, and all positions that can follow from them.
pub struct Endings {
    definition: Arc<Definition>,
    nodes: Vec<Node>,
    /// The number of plies without a capture or a pawn move after which the game is drawn.
    limit: u32,
}

impl Endings {
    /// Collects the legal positions with these pieces, given by their letters, and all that follow from them.
    pub fn new(definition: &Arc<Definition>, pieces: &str) -> Self {
        let mut endings = Self {
            definition: definition.clone(),
            nodes: Vec::new(),
            limit: 2 * u32::from(definition.ends.move_limit),
        };
        let mut numbers = HashMap::new();
        let mut waiting = Vec::new();
        for fen in placements(definition, pieces) {
            let position = Reference::from_fen(definition, &fen).expect("a correct FEN");
            if position.is_possible() {
                endings.number(position, &mut numbers, &mut waiting);
            }
        }
        // Each round expands the positions that the previous round has found.
        while !waiting.is_empty() {
            let expanded: Vec<_> = waiting
                .into_par_iter()
                .map(|(number, position)| expand(number, &position))
                .collect();
            waiting = Vec::new();
            for Expanded { number, end, turns } in expanded {
                endings.nodes[number].end = end;
                for (after, restarts) in turns {
                    let after = endings.number(after, &mut numbers, &mut waiting);
                    endings.nodes[number].turns.push((after, restarts));
                }
            }
        }
        endings
    }

    /// Returns the number of a position. A position that has no number is added to the list and to `waiting`.
    fn number(
        &mut self,
        position: Reference,
        numbers: &mut HashMap<String, usize>,
        waiting: &mut Vec<(usize, Reference)>,
    ) -> usize {
        // A promotion may end the game even if the position would not end it after another move.
        let ended = matches!(position.end(true), Some((_, Reason::PromotionSet)));
        let position = if ended { position } else { self.restarted(&position) };
        let name = format!("{} {ended}", position.identity());
        *numbers.entry(name).or_insert_with(|| {
            let number = self.nodes.len();
            self.nodes.push(Node {
                fen: position.fen(),
                end: None,
                side: position.side(),
                is_unlike_its_fen: ended,
                turns: Vec::new(),
            });
            waiting.push((number, position));
            number
        })
    }

    /// Returns a position with its counters reset.
    fn restarted(&self, position: &Reference) -> Reference {
        let fen = with_new_counters(&position.fen());
        Reference::from_fen(&self.definition, &fen).expect("a correct FEN")
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns all positions as FENs with their proven results. Positions whose game has ended because of the last move
    /// are left out if the FEN does not show that.
    pub fn proofs(&self) -> impl Iterator<Item = (&str, Proof)> {
        let proofs = self.solve();
        let nodes = self.nodes.iter().zip(proofs);
        nodes
            .filter(|(node, _)| !node.is_unlike_its_fen)
            .map(|(node, proof)| (node.fen.as_str(), proof))
    }

    /// Proves all positions. Each round relies on the winners after captures and pawn moves that the previous round has
    /// proven within the move limit. The rounds end when one proves nothing new.
    fn solve(&self) -> Vec<Proof> {
        let mut winners = vec![None; self.nodes.len()];
        loop {
            let proofs = self.prove(&winners);
            let in_time = |proof: &Proof| proof.filter(|(_, plies)| *plies <= self.limit).map(|(wins, _)| wins);
            let next: Vec<Option<bool>> = proofs.iter().map(in_time).collect();
            if next == winners {
                return proofs;
            }
            winners = next;
        }
    }

    /// Proves all positions. `winners` holds, by position, whether the side to move is assumed to win there if a
    /// capture or a pawn move has led to the position; `None` for a draw.
    fn prove(&self, winners: &[Option<bool>]) -> Vec<Proof> {
        let mut proofs: Vec<Proof> = self
            .nodes
            .iter()
            .map(|node| Some((node.end?? == node.side, 0)))
            .collect();
        for plies in 1.. {
            let judge = |(node, known): (&Node, &Proof)| {
                if known.is_some() || node.end.is_some() {
                    return *known;
                }
                let result = |(after, restarts): &(usize, bool)| match restarts {
                    true => winners[*after],
                    false => proofs[*after].filter(|(_, later)| *later < plies).map(|(wins, _)| wins),
                };
                let results: Vec<Option<bool>> = node.turns.iter().map(result).collect();
                if results.contains(&Some(false)) {
                    return Some((true, plies));
                }
                results
                    .iter()
                    .all(|result| *result == Some(true))
                    .then_some((false, plies))
            };
            let next: Vec<Proof> = self.nodes.par_iter().zip(&proofs).map(judge).collect();
            if next == proofs {
                break;
            }
            proofs = next;
        }
        proofs
    }
}

/// A position with its number, its `end` as in [`Node`], and the positions after all turns. Each turn has a flag that
/// says whether it is a capture or a pawn move.
struct Expanded {
    number: usize,
    end: Option<Option<Color>>,
    turns: Vec<(Reference, bool)>,
}

/// Determines whether the game has ended in a position, and the positions after all turns.
fn expand(number: usize, position: &Reference) -> Expanded {
    let turns = position.turns();
    let end = position.end(!turns.is_empty()).map(|(winner, _)| winner);
    let with_restart = |after: Reference| {
        let restarts = after.fen().split(' ').nth(4) == Some("0");
        (after, restarts)
    };
    let turns = if end.is_some() {
        Vec::new()
    } else {
        turns.into_values().map(with_restart).collect()
    };
    Expanded { number, end, turns }
}

/// Returns a FEN for every way to place these pieces on a board, with either side to move.
fn placements(definition: &Definition, pieces: &str) -> Vec<String> {
    let squares: Vec<_> = definition.shape.squares().collect();
    let mut boards: Vec<Vec<(usize, char)>> = vec![Vec::new()];
    for letter in pieces.chars() {
        let mut next = Vec::new();
        for board in &boards {
            for square in &squares {
                if board.iter().all(|(taken, _)| *taken != square.index()) {
                    next.push([board.clone(), vec![(square.index(), letter)]].concat());
                }
            }
        }
        boards = next;
    }
    let text = |board: &Vec<(usize, char)>| {
        definition.spell_placement(|square| {
            let (_, letter) = board.iter().find(|(taken, _)| *taken == square.index())?;
            definition.piece_of_letter(*letter)
        })
    };
    let sides = |board: String| ["w", "b"].map(|side| format!("{board} {side} - - 0 1"));
    let mut fens: Vec<String> = boards.iter().map(text).flat_map(sides).collect();
    fens.sort_unstable();
    fens.dedup();
    fens
}
