//! The class `Boards`: many games at once, with their positions in one array, for reinforcement learning.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use kurier_engine::session::{Board, Step};
use kurier_rules::position::Turn;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Color;
use numpy::{
    PyArray1, PyArray2, PyArray5, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
    PyReadwriteArray5,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::board::PyBoard;
use crate::errors::{self, IllegalMoveError, refused};
use crate::game::{AnyGame, Game};
use crate::learning::{plane_count, write_planes};
use crate::variant::PyVariant;

/// The maximum number of boards. The arrays take a few kilobytes for each board.
const MOST: usize = 1 << 20;

/// Many boards of one variant, for reinforcement learning. A step plays one action on every board, in several threads;
/// an action is the number of a step of a move, as in `Move.numbers`.
///
/// - `count`: the number of boards;
/// - `threads`: the number of threads, by default one for each core;
/// - `fen`: the position of every board, by default the start position;
/// - `max_plies`: the number of turns after which a game is truncated, by default none;
/// - `seed`: the seed of `sample`.
///
/// The arrays `planes`, `masks`, `turns`, `rewards`, `terminated` and `truncated` have a row for each board. They are
/// created once, and every step overwrites them.
///
///     >>> boards = kurier.Boards("courier", 4)
///     >>> boards.planes.shape, boards.masks.sum(axis=1).tolist()
///     ((4, 25, 1, 8, 12), [26, 26, 26, 26])
///     >>> boards.step(boards.sample())
///     >>> boards.turns.tolist()
///     [False, False, False, False]
#[pyclass(name = "Boards", module = "kurier", frozen)]
pub struct PyBoards {
    game: Arc<Game>,
    count: usize,
    slots: Mutex<Vec<Slot>>,
    threads: usize,
    max_plies: Option<usize>,
    planes: Py<PyArray5<u8>>,
    masks: Py<PyArray2<bool>>,
    turns: Py<PyArray1<bool>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
}

/// A board, and the actions that are legal on it.
#[derive(Clone)]
struct Slot {
    board: Board,
    /// The numbers of the steps of a chain that has begun.
    begun: Vec<usize>,
    /// The legal turns that begin with `begun`, with the numbers of their steps.
    turns: Vec<(Vec<usize>, Turn)>,
    /// The numbers of the steps that may come next, in ascending order.
    next: Vec<usize>,
    random: SplitMix64,
}

impl Slot {
    /// Creates a board with its legal actions.
    fn new(game: &Game, board: Board, random: SplitMix64) -> Self {
        let mut slot = Self {
            board,
            begun: Vec::new(),
            turns: Vec::new(),
            next: Vec::new(),
            random,
        };
        slot.list(game);
        slot
    }

    /// Lists the legal turns and actions of the position.
    fn list(&mut self, game: &Game) {
        self.begun.clear();
        self.turns.clear();
        if self.board.outcome().is_none() {
            let numbering = game.numbering();
            let numbered = self.board.turns().into_iter().map(|turn| {
                let steps = Step::of(&game.start, &turn);
                let numbers = steps.into_iter().filter_map(|step| numbering.number(step));
                (numbers.collect(), turn)
            });
            self.turns.extend(numbered);
        }
        self.list_next();
    }

    /// Lists the actions that may come next.
    fn list_next(&mut self) {
        let place = self.begun.len();
        self.next = self
            .turns
            .iter()
            .filter_map(|(numbers, _)| numbers.get(place).copied())
            .collect();
        self.next.sort_unstable();
        self.next.dedup();
    }

    /// Plays an action, which must be legal, and writes the result to the board's row.
    fn act(&mut self, game: &Game, action: usize, row: &mut Row<'_>, max_plies: Option<usize>) {
        *row.reward = 0.0;
        *row.terminated = false;
        *row.truncated = false;
        let place = self.begun.len();
        self.begun.push(action);
        self.turns.retain(|(numbers, _)| numbers.get(place) == Some(&action));
        self.list_next();
        if self.next.is_empty()
            && let Some((_, turn)) = self.turns.first()
        {
            let mover = self.board.side();
            // This cannot fail: the turn comes from the list of legal turns.
            let _ = self.board.play(&turn.clone());
            self.list(game);
            if let Some(outcome) = self.board.outcome() {
                *row.terminated = true;
                *row.reward = outcome
                    .winner
                    .map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
            } else {
                *row.truncated = max_plies.is_some_and(|most| self.board.history().len() >= most);
            }
        }
        self.show(game, row);
    }

    /// Writes the position and the legal actions to the board's row.
    fn show(&self, game: &Game, row: &mut Row<'_>) {
        row.planes.fill(0);
        let area = game.definition().shape.area();
        let (position, chain) = row.planes.split_at_mut(row.planes.len() - area);
        write_planes(&self.board, position);
        for number in &self.begun {
            if let Some(step) = game.numbering().steps().get(*number) {
                chain[step.from.index()] = 1;
                chain[step.to.index()] = 1;
            }
        }
        row.mask.fill(false);
        for number in &self.next {
            row.mask[*number] = true;
        }
        *row.turn = self.board.side() == Color::White;
    }
}

/// The parts of the arrays that belong to one board.
struct Row<'a> {
    planes: &'a mut [u8],
    mask: &'a mut [bool],
    turn: &'a mut bool,
    reward: &'a mut f32,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

/// The arrays, borrowed for writing.
struct Arrays<'py> {
    planes: PyReadwriteArray5<'py, u8>,
    masks: PyReadwriteArray2<'py, bool>,
    turns: PyReadwriteArray1<'py, bool>,
    rewards: PyReadwriteArray1<'py, f32>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
}

impl Arrays<'_> {
    /// Returns the rows of all boards.
    fn rows(&mut self, count: usize) -> PyResult<Vec<Row<'_>>> {
        let planes = self.planes.as_slice_mut()?;
        let size = planes.len() / count;
        let masks = self.masks.as_slice_mut()?;
        let moves = masks.len() / count;
        let parts = planes.chunks_exact_mut(size).zip(masks.chunks_exact_mut(moves));
        let turns = self.turns.as_slice_mut()?.iter_mut();
        let rewards = self.rewards.as_slice_mut()?.iter_mut();
        let terminated = self.terminated.as_slice_mut()?.iter_mut();
        let truncated = self.truncated.as_slice_mut()?.iter_mut();
        let flags = turns.zip(rewards).zip(terminated.zip(truncated));
        let rows = parts
            .zip(flags)
            .map(|((planes, mask), ((turn, reward), (terminated, truncated)))| Row {
                planes,
                mask,
                turn,
                reward,
                terminated,
                truncated,
            });
        Ok(rows.collect())
    }
}

impl PyBoards {
    /// Locks the boards. The interpreter's lock is released while this waits: the thread that has locked the boards may
    /// need it.
    fn slots(&self, py: Python<'_>) -> MutexGuard<'_, Vec<Slot>> {
        self.slots.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the arrays for writing.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        Ok(Arrays {
            planes: self.planes.bind(py).try_readwrite()?,
            masks: self.masks.bind(py).try_readwrite()?,
            turns: self.turns.bind(py).try_readwrite()?,
            rewards: self.rewards.bind(py).try_readwrite()?,
            terminated: self.terminated.bind(py).try_readwrite()?,
            truncated: self.truncated.bind(py).try_readwrite()?,
        })
    }

    /// Calls `work` for every board, with its number, its slot and its row, in several threads without the
    /// interpreter's lock.
    fn in_threads(
        &self,
        py: Python<'_>,
        slots: &mut [Slot],
        work: impl Fn(usize, &mut Slot, &mut Row<'_>) + Sync,
    ) -> PyResult<()> {
        let count = slots.len();
        let mut arrays = self.arrays(py)?;
        let mut rows = arrays.rows(count)?;
        let share = count.div_ceil(self.threads);
        py.detach(|| {
            let parts = slots.chunks_mut(share).zip(rows.chunks_mut(share)).enumerate();
            let work = &work;
            let run = move |part: usize, slots: &mut [Slot], rows: &mut [Row<'_>]| {
                for (place, (slot, row)) in slots.iter_mut().zip(rows).enumerate() {
                    work(part * share + place, slot, row);
                }
            };
            thread::scope(|scope| {
                for (part, (slots, rows)) in parts {
                    match part + 1 < count.div_ceil(share) {
                        true => _ = scope.spawn(move || run(part, slots, rows)),
                        // The last part is the share of this thread.
                        false => run(part, slots, rows),
                    }
                }
            });
        });
        Ok(())
    }

    /// Writes the positions and legal actions of all boards to the arrays.
    fn show_all(&self, py: Python<'_>) -> PyResult<()> {
        let mut slots = self.slots(py);
        self.in_threads(py, &mut slots, |_, slot, row| slot.show(&self.game, row))
    }
}

#[pymethods]
impl PyBoards {
    #[new]
    #[pyo3(signature = (variant, count, *, threads = None, fen = None, max_plies = None, seed = 0))]
    fn new(
        py: Python<'_>,
        variant: AnyGame<'_>,
        count: usize,
        threads: Option<usize>,
        fen: Option<&str>,
        max_plies: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        if !(1..=MOST).contains(&count) {
            return Err(refused(format!("count: expected 1 to {MOST}, found {count}")));
        }
        let game = variant.open()?;
        let mut board = game.start.clone();
        board.set_up(fen).map_err(errors::fen)?;
        let mut seeds = SplitMix64::new(seed);
        let first = Slot::new(&game, board, SplitMix64::new(seed));
        let slots = (0..count).map(|_| Slot {
            random: SplitMix64::new(seeds.next_u64()),
            ..first.clone()
        });
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let shape = &game.definition().shape;
        let [levels, ranks, files] = [shape.levels(), shape.ranks(), shape.files()].map(usize::from);
        let size = [count, plane_count(&game.start) + 1, levels, ranks, files];
        let boards = Self {
            count,
            slots: Mutex::new(slots.collect()),
            threads: threads.filter(|threads| *threads > 0).unwrap_or_else(cores).min(count),
            max_plies,
            planes: PyArray5::zeros(py, size, false).unbind(),
            masks: PyArray2::zeros(py, [count, game.numbering().steps().len()], false).unbind(),
            turns: PyArray1::zeros(py, count, false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            game,
        };
        boards.show_all(py)?;
        Ok(boards)
    }

    /// Returns the variant of all boards.
    ///
    ///     >>> kurier.Boards("courier", 4).variant
    ///     <Variant courier: Courier Chess>
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    /// Returns the positions, dtype uint8, shape (count, planes, levels, ranks, files): the planes of `Board.planes`,
    /// and one more with the squares of a chain of captures that has begun.
    ///
    ///     >>> kurier.Boards("chess", 4).planes.shape
    ///     (4, 19, 1, 8, 8)
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray5<u8>> {
        self.planes.bind(py).clone()
    }

    /// Returns the legal actions, dtype bool, shape (count, variant.move_count).
    ///
    ///     >>> kurier.Boards("chess", 4).masks.shape
    ///     (4, 1968)
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.masks.bind(py).clone()
    }

    /// Returns the sides to move, dtype bool, shape (count,): `WHITE` is `True`.
    ///
    ///     >>> kurier.Boards("chess", 2).turns.tolist()
    ///     [True, True]
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.turns.bind(py).clone()
    }

    /// Returns the rewards of the last step, dtype float32, shape (count,): 1 if the side that acted has won, -1 if it
    /// has lost, otherwise 0.
    ///
    ///     >>> kurier.Boards("chess", 2).rewards.tolist()
    ///     [0.0, 0.0]
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.rewards.bind(py).clone()
    }

    /// Returns which games the last step has ended, dtype bool, shape (count,). Such a game has no legal actions until
    /// `reset` is called for it.
    ///
    ///     >>> kurier.Boards("chess", 2).terminated.tolist()
    ///     [False, False]
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.terminated.bind(py).clone()
    }

    /// Returns which games reached `max_plies` in the last step, dtype bool, shape (count,). They can still be
    /// continued.
    ///
    ///     >>> boards = kurier.Boards("chess", 2, max_plies=1)
    ///     >>> boards.step(boards.sample())
    ///     >>> boards.truncated.tolist()
    ///     [True, True]
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.truncated.bind(py).clone()
    }

    /// Plays one action on every board and updates the arrays. Raises `IllegalMoveError`, and changes no board, if an
    /// action is not legal. Raises `KurierError` unless there is one action for each board.
    ///
    ///     >>> boards = kurier.Boards("chess", 2)
    ///     >>> boards.step([boards.board(0).parse_san(text).numbers[0] for text in ("e4", "d4")])
    ///     >>> boards.board(1).piece_at("d4")
    ///     <Piece P Pawn>
    fn step(&self, py: Python<'_>, actions: Actions<'_>) -> PyResult<()> {
        let actions = actions.numbers()?;
        let mut slots = self.slots(py);
        if actions.len() != slots.len() {
            let (found, count) = (actions.len(), slots.len());
            return Err(refused(format!("expected {count} actions, found {found}")));
        }
        for (number, (slot, action)) in slots.iter().zip(&actions).enumerate() {
            if slot.next.binary_search(action).is_err() {
                return Err(IllegalMoveError::new_err(format!(
                    "board {number}: the action {action} is not legal in {}",
                    slot.board.fen()
                )));
            }
        }
        self.in_threads(py, &mut slots, |number, slot, row| {
            slot.act(&self.game, actions[number], row, self.max_plies);
        })
    }

    /// Sets up the start position, or the position of a FEN, on the boards for which `which` is true, by default on all
    /// of them, and updates the arrays. Raises `FenError`, and changes no board, if the position cannot occur in the
    /// variant.
    ///
    ///     >>> boards = kurier.Boards("chess", 2)
    ///     >>> boards.step(boards.sample())
    ///     >>> boards.reset([True, False])
    ///     >>> boards.turns.tolist()
    ///     [True, False]
    #[pyo3(signature = (which = None, *, fen = None))]
    fn reset(&self, py: Python<'_>, which: Option<Which<'_>>, fen: Option<&str>) -> PyResult<()> {
        let mut board = self.game.start.clone();
        board.set_up(fen).map_err(errors::fen)?;
        let mut slots = self.slots(py);
        let which = which.map(|which| which.flags()).transpose()?;
        if let Some(found) = which.as_ref().map(Vec::len).filter(|found| *found != slots.len()) {
            return Err(refused(format!("expected {} values, found {found}", slots.len())));
        }
        let fresh = Slot::new(&self.game, board, SplitMix64::new(0));
        let chosen = |number: usize| which.as_ref().is_none_or(|which| which[number]);
        self.in_threads(py, &mut slots, |number, slot, row| {
            if chosen(number) {
                let random = slot.random.clone();
                *slot = Slot {
                    random,
                    ..fresh.clone()
                };
                slot.show(&self.game, row);
                *row.reward = 0.0;
                *row.terminated = false;
                *row.truncated = false;
            }
        })
    }

    /// Returns a random legal action for each board, dtype int64, shape (count,). All legal actions of a board are
    /// equally likely; -1 stands for a game that has ended.
    ///
    ///     >>> boards = kurier.Boards("chess", 4)
    ///     >>> bool(boards.masks[range(4), boards.sample()].all())
    ///     True
    fn sample<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut slots = self.slots(py);
        let choose = |slot: &mut Slot| match slot.next.len() {
            0 => -1,
            count => slot.next[slot.random.below(count as u64) as usize] as i64,
        };
        PyArray1::from_vec(py, slots.iter_mut().map(choose).collect())
    }

    /// Returns a copy of a board. Raises `IndexError` if there is none with this number.
    ///
    ///     >>> kurier.Boards("chess", 2).board(0) == kurier.Board("chess")
    ///     True
    fn board(&self, py: Python<'_>, number: usize) -> PyResult<PyBoard> {
        let slots = self.slots(py);
        let slot = slots
            .get(number)
            .ok_or_else(|| PyIndexError::new_err(format!("there are {} boards", slots.len())))?;
        Ok(PyBoard::of(&self.game, slot.board.clone()))
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<Boards {}, {}>", self.count, self.game.definition().name)
    }
}

/// An argument that is an array, or a list, of actions.
#[derive(FromPyObject)]
enum Actions<'py> {
    Array(PyReadonlyArray1<'py, i64>),
    List(Vec<i64>),
}

impl Actions<'_> {
    /// Returns the numbers. A negative one becomes a number that no action has.
    fn numbers(self) -> PyResult<Vec<usize>> {
        let number = |action: &i64| usize::try_from(*action).unwrap_or(usize::MAX);
        Ok(match self {
            Self::Array(array) => array.as_array().iter().map(number).collect(),
            Self::List(list) => list.iter().map(number).collect(),
        })
    }
}

/// An argument that is an array, or a list, of truth values.
#[derive(FromPyObject)]
enum Which<'py> {
    Array(PyReadonlyArray1<'py, bool>),
    List(Vec<bool>),
}

impl Which<'_> {
    /// Returns the truth values.
    fn flags(self) -> PyResult<Vec<bool>> {
        Ok(match self {
            Self::Array(array) => array.as_array().iter().copied().collect(),
            Self::List(list) => list,
        })
    }
}
