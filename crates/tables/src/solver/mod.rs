//! Retrograde analysis: computes the table of a class.
//!
//! The first pass tests every position with the rules: is it legal, is the game over, and what are the values of the
//! moves that leave the class (captures, promotions) or change its arrangement of pawns? Those values are known, since
//! the tables and arrangements that such moves lead to are computed earlier. Then one pass follows for each number of
//! plies. When a position is decided, the positions from which a quiet move may lead to it are marked, and the next
//! pass examines the marked positions with the moves of the rules: a position with a move to a lost one is won, and a
//! position whose moves all lead to won ones is lost. A mark may be superfluous, but none may be missing, so it is
//! enough to mark every position from which a piece might have come.

mod marks;
mod sources;
mod worker;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};

use kurier_rules::board::Square;
use kurier_rules::rules::Color;
use rayon::prelude::*;

use self::marks::Marks;
use self::sources::Sources;
use self::worker::Worker;
use crate::lookup::Lookup;
use crate::refusal;
use crate::state::State;
use crate::{Class, Distance, Game, TableError};

/// The number of positions that a thread works on at a time.
const CHUNK: usize = 1 << 14;

/// A finished table in memory: the states of all positions with White to move, then of all with Black to move.
#[derive(Debug)]
pub(crate) struct Solved {
    pub class: Class,
    pub states: Vec<u16>,
}

/// How a computation reports its progress and is stopped.
pub(crate) struct Control<'a> {
    /// Set by the caller to stop the computation.
    pub stop: &'a AtomicBool,
    /// Called after each chunk of the first pass with the number of positions in the chunk.
    pub advanced: &'a (dyn Fn(u64) + Sync),
}

/// The computation of one table.
struct Solver<'a, const W: usize> {
    game: &'a Game<W>,
    distance: Distance,
    /// The number of plies beyond which a win or a loss counts as a draw.
    limit: u32,
    /// The numberings of all tables: table 0 is being computed, and the tables after it are the tables in `known`.
    lookup: Lookup,
    /// The states of the finished tables: entry 0 belongs to table 1 of `lookup`.
    known: Vec<Vec<u16>>,
    /// What is known about all positions with White to move, then of all with Black to move.
    states: Vec<AtomicU16>,
    /// The number of states for one side to move.
    size: usize,
    sources: Sources<W>,
    /// Whether a move out of the class may have a value of more than one ply, so that results may be due later.
    has_late_results: bool,
    /// The largest number of plies of a result that is due later in the current band; see [`Solver::bands`].
    latest: AtomicU32,
}

/// Returns the number of bytes that the computation of a table needs. `cells` is the number of states of the table for
/// one side to move, and `known` is the number of states of all tables that it needs.
pub(crate) fn memory(cells: u64, known: u64) -> u64 {
    // For each of the two sides to move: two bytes and two marks (bits) for each state, one byte for each state of the
    // finished file, and two bytes for each state of the needed tables.
    2 * (cells * 2 + cells / 4) + 2 * cells + known * 4
}

/// Computes the states of a table from the tables of all classes that its turns lead to. Returns the states of all
/// positions with White to move, followed by the states of all positions with Black to move. A table of the class must
/// be possible; see [`refusal::check`].
///
/// # Errors
/// Fails if the computation is stopped.
pub(crate) fn solve<const W: usize>(
    game: &Game<W>,
    class: &Class,
    distance: Distance,
    known: Vec<Solved>,
    control: &Control<'_>,
) -> Result<Vec<u16>, TableError> {
    let mut lookup = Lookup::default();
    lookup.add(game, class);
    let known = known.into_iter().map(|solved| {
        lookup.add(game, &solved.class);
        solved.states
    });
    let known = known.collect();
    let rules = game.rules();
    let index = lookup.index(0);
    let size = index.cells();
    let promotes_late = index.slots.iter().any(|piece| {
        let kind = rules.piece(piece.piece_type);
        kind.promotion.is_some() && !kind.pawn
    });
    let solver = Solver {
        game,
        distance,
        limit: distance.limit(rules),
        sources: Sources::new(&game.variant, &index.slots),
        lookup,
        known,
        states: (0..2 * size).map(|_| AtomicU16::new(State::OPEN.0)).collect(),
        size,
        has_late_results: promotes_late || distance == Distance::End,
        latest: AtomicU32::new(0),
    };
    solver.run(control)?;
    Ok(solver.states.into_iter().map(AtomicU16::into_inner).collect())
}

impl<const W: usize> Solver<'_, W> {
    /// Computes the arrangements of pawns one after the other, the most advanced ones first.
    fn run(&self, control: &Control<'_>) -> Result<(), TableError> {
        let marks = [(); 2].map(|()| Marks::new(2 * self.size));
        for chunks in self.bands() {
            self.first_pass(&chunks, control)?;
            self.mark_decided(&chunks, &marks);
            let mut level = 1;
            while self.pass(level, &chunks, &marks, control)? || level < 2 || u32::from(level) < self.latest() {
                level += 1;
            }
            self.latest.store(0, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Returns the bands of positions in the order in which they are computed, each as a list of chunks. A pawn move
    /// always leads to an earlier band.
    fn bands(&self) -> Vec<Vec<Range<usize>>> {
        let index = self.lookup.index(0);
        let block = index.block();
        let progress: Vec<Vec<u16>> = index.slots[..index.pawns]
            .iter()
            .map(|pawn| refusal::progress(&self.game.variant, *pawn).unwrap_or_default())
            .collect();
        let left = |block_start: usize| -> u32 {
            let squares = index.squares(block_start);
            let left = |(progress, square): (&Vec<u16>, &Square)| u32::from(progress[square.index()]);
            progress.iter().zip(&squares).map(left).sum()
        };
        let mut bands: BTreeMap<u32, Vec<Range<usize>>> = BTreeMap::new();
        for side in [0, self.size] {
            for start in (0..self.size).step_by(block) {
                let band = bands.entry(left(start)).or_default();
                let starts = (start..start + block).step_by(CHUNK);
                band.extend(starts.map(|from| side + from..side + (from + CHUNK).min(start + block)));
            }
        }
        bands.into_values().collect()
    }

    /// Sets the state of every position from the rules and from the moves that leave the class or change the
    /// arrangement of pawns.
    fn first_pass(&self, chunks: &[Range<usize>], control: &Control<'_>) -> Result<(), TableError> {
        self.for_each(chunks, control, |worker, chunk| {
            for place in chunk.clone() {
                let (side, cell) = self.side_and_cell(place);
                self.set(place, worker.first_state(side, cell));
            }
            (control.advanced)(chunk.len() as u64);
        })
    }

    /// Marks the positions that may be decided by a position decided in the first pass.
    fn mark_decided(&self, chunks: &[Range<usize>], marks: &[Marks; 2]) {
        chunks.par_iter().flat_map(|chunk| chunk.clone()).for_each(|place| {
            if let Some((won, plies)) = self.get(place).result() {
                // A position that is decided in `plies` plies decides others at level `plies + 1`; each level reads the
                // set of marks whose index is the level's parity.
                self.mark_sources(place, won, &marks[(1 + usize::from(plies)) % 2]);
            }
        });
    }

    /// Decides the positions that are won or lost in `level` plies. Returns whether there were any.
    fn pass(
        &self,
        level: u16,
        chunks: &[Range<usize>],
        marks: &[Marks; 2],
        control: &Control<'_>,
    ) -> Result<bool, TableError> {
        let [current, next] = [level, level + 1].map(|level| &marks[usize::from(level % 2)]);
        let any = AtomicBool::new(false);
        let decide = |place: usize, state: State| {
            self.set(place, state);
            if let Some((won, _)) = state.result() {
                any.store(true, Ordering::Relaxed);
                self.mark_sources(place, won, next);
            }
        };
        if u32::from(level) <= self.latest() {
            self.for_each(chunks, control, |_, chunk| {
                for place in chunk.clone() {
                    let due = self
                        .get(place)
                        .scheduled()
                        .filter(|due| due.result().is_some_and(|(_, plies)| plies == level));
                    if let Some(state) = due {
                        decide(place, state);
                    }
                }
            })?;
        }
        self.for_each(chunks, control, |worker, chunk| {
            current.take(chunk.clone(), |place| {
                let (side, cell) = self.side_and_cell(place);
                if let Some(state) = worker.state_after(side, cell, self.get(place), level) {
                    decide(place, state);
                }
            });
        })?;
        Ok(any.into_inner())
    }

    /// Calls `work` for all chunks, in several threads.
    ///
    /// # Errors
    /// Fails if the computation is stopped.
    fn for_each<'s>(
        &'s self,
        chunks: &[Range<usize>],
        control: &Control<'_>,
        work: impl Fn(&mut Worker<'s, W>, &Range<usize>) + Sync,
    ) -> Result<(), TableError> {
        let stopped = || control.stop.load(Ordering::Relaxed);
        chunks.par_iter().for_each_init(
            || Worker::new(self),
            |worker, chunk| {
                if !stopped() {
                    work(worker, chunk);
                }
            },
        );
        if stopped() {
            Err(TableError::Interrupted)
        } else {
            Ok(())
        }
    }

    /// Marks the positions that may be decided because a quiet move may lead from them to a position that has just been
    /// decided. `won` says whether the side to move wins the decided position.
    fn mark_sources(&self, place: usize, won: bool, marks: &Marks) {
        let (side, cell) = self.side_and_cell(place);
        let index = self.lookup.index(0);
        let mut squares = index.squares(cell);
        self.sources.visit(&self.game.variant, !side, &mut squares, |before| {
            let Some(cell) = index.cell(before) else { return };
            let source = self.place(!side, cell);
            let state = self.get(source);
            if state == State::OPEN || !won && state.may_win() {
                marks.insert(source);
            }
        });
    }

    fn side_and_cell(&self, place: usize) -> (Color, usize) {
        match place < self.size {
            true => (Color::White, place),
            false => (Color::Black, place - self.size),
        }
    }

    fn place(&self, side: Color, cell: usize) -> usize {
        side.index() * self.size + cell
    }

    fn get(&self, place: usize) -> State {
        State(self.states[place].load(Ordering::Relaxed))
    }

    fn set(&self, place: usize, state: State) {
        if let Some((_, plies)) = state.scheduled().and_then(State::result) {
            self.latest.fetch_max(plies.into(), Ordering::Relaxed);
        }
        self.states[place].store(state.0, Ordering::Relaxed);
    }

    fn latest(&self) -> u32 {
        self.latest.load(Ordering::Relaxed)
    }
}
