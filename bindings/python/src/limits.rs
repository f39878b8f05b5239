//! The class `Limit`, and the limits of a search that Python passes.

use std::time::Duration;

use kurier_engine::search::{Clock, Limits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The limits of a search. All are optional, and the search ends when the first one is reached.
///
/// - `time`: the time for this move, in seconds;
/// - `depth`: the greatest depth, in turns;
/// - `nodes`: the maximum number of positions;
/// - `mate`: the number of full moves within which the engine searches for a forced win, and for nothing else;
/// - `white_clock`, `black_clock`: the seconds left on the clocks, from which the engine plans the time for this move;
/// - `white_inc`, `black_inc`: the seconds gained with every move;
/// - `remaining_moves`: the number of moves until the next time control, if there is one.
///
///     >>> kurier.Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1)
///     Limit(white_clock=60.0, black_clock=60.0, white_inc=1.0, black_inc=1.0)
#[pyclass(name = "Limit", module = "kurier", frozen, eq)]
#[derive(Clone, Default, PartialEq)]
pub struct PyLimit {
    /// Returns the time for this move, in seconds; `None` if it is not limited.
    ///
    ///     >>> kurier.Limit(time=0.5).time
    ///     0.5
    #[pyo3(get)]
    time: Option<f64>,
    /// Returns the greatest depth, in turns; `None` if it is not limited.
    ///
    ///     >>> kurier.Limit(depth=12).depth
    ///     12
    #[pyo3(get)]
    depth: Option<u32>,
    /// Returns the maximum number of positions; `None` if it is not limited.
    ///
    ///     >>> kurier.Limit(nodes=1000).nodes
    ///     1000
    #[pyo3(get)]
    nodes: Option<u64>,
    /// Returns the number of full moves within which the engine searches for a forced win, and for nothing else; `None`
    /// if it searches for the best move.
    ///
    ///     >>> kurier.Limit(mate=3).mate
    ///     3
    #[pyo3(get)]
    mate: Option<u32>,
    /// Returns the seconds left on White's clock; `None` if there is no clock.
    ///
    ///     >>> kurier.Limit(white_clock=60, black_clock=50).white_clock
    ///     60.0
    #[pyo3(get)]
    white_clock: Option<f64>,
    /// Returns the seconds left on Black's clock; `None` if there is no clock.
    ///
    ///     >>> kurier.Limit(white_clock=60, black_clock=50).black_clock
    ///     50.0
    #[pyo3(get)]
    black_clock: Option<f64>,
    /// Returns the seconds that White gains with every move; `None` without an increment.
    ///
    ///     >>> kurier.Limit(white_clock=60, black_clock=60, white_inc=1).white_inc
    ///     1.0
    #[pyo3(get)]
    white_inc: Option<f64>,
    /// Returns the seconds that Black gains with every move; `None` without an increment.
    ///
    ///     >>> kurier.Limit(white_clock=60, black_clock=60, black_inc=1).black_inc
    ///     1.0
    #[pyo3(get)]
    black_inc: Option<f64>,
    /// Returns the number of moves until the next time control; `None` if the time has to last for the rest of the
    /// game.
    ///
    ///     >>> kurier.Limit(white_clock=60, black_clock=60, remaining_moves=20).remaining_moves
    ///     20
    #[pyo3(get)]
    remaining_moves: Option<u32>,
}

/// Converts seconds to a duration. `name` is the name of the limit in error messages.
fn duration(name: &str, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    match seconds.map(Duration::try_from_secs_f64) {
        None => Ok(None),
        Some(Ok(time)) => Ok(Some(time)),
        Some(Err(error)) => Err(PyValueError::new_err(format!("{name}: {error}"))),
    }
}

impl PyLimit {
    /// Combines a `Limit`, if there is one, with the keywords of a call, which take precedence.
    pub fn combined(
        limit: Option<&Bound<'_, Self>>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> Self {
        let limit = limit.map_or_else(Self::default, |limit| limit.get().clone());
        Self {
            time: time.or(limit.time),
            nodes: nodes.or(limit.nodes),
            depth: depth.or(limit.depth),
            ..limit
        }
    }

    /// Converts the limits to the form that the search expects.
    pub fn limits(&self) -> PyResult<Limits> {
        let left = [("white_clock", self.white_clock), ("black_clock", self.black_clock)];
        let gained = [("white_inc", self.white_inc), ("black_inc", self.black_inc)];
        let clock = if self.white_clock.is_some() || self.black_clock.is_some() {
            let mut clock = Clock {
                moves_to_go: self.remaining_moves.filter(|moves| *moves > 0),
                ..Clock::default()
            };
            for side in 0..2 {
                clock.remaining[side] = duration(left[side].0, left[side].1)?.unwrap_or_default();
                clock.increment[side] = duration(gained[side].0, gained[side].1)?.unwrap_or_default();
            }
            Some(clock)
        } else {
            None
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            move_time: duration("time", self.time)?,
            clock,
            ..Limits::default()
        })
    }

    /// Converts the limits of a search that must end by itself: at least one is required.
    pub fn ending(&self) -> PyResult<Limits> {
        let limits = self.limits()?;
        if limits == Limits::default() {
            return Err(PyValueError::new_err("expected a limit: time, nodes or depth"));
        }
        Ok(limits)
    }
}

#[pymethods]
impl PyLimit {
    #[new]
    #[pyo3(signature = (
        time = None, *, depth = None, nodes = None, mate = None, white_clock = None, black_clock = None,
        white_inc = None, black_inc = None, remaining_moves = None
    ))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn new(
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        mate: Option<u32>,
        white_clock: Option<f64>,
        black_clock: Option<f64>,
        white_inc: Option<f64>,
        black_inc: Option<f64>,
        remaining_moves: Option<u32>,
    ) -> Self {
        Self {
            time,
            depth,
            nodes,
            mate,
            white_clock,
            black_clock,
            white_inc,
            black_inc,
            remaining_moves,
        }
    }

    fn __repr__(&self) -> String {
        let seconds = |name: &str, value: Option<f64>| value.map(|value| format!("{name}={value:?}"));
        let count = |name: &str, value: Option<u64>| value.map(|value| format!("{name}={value}"));
        let fields = [
            seconds("time", self.time),
            count("depth", self.depth.map(u64::from)),
            count("nodes", self.nodes),
            count("mate", self.mate.map(u64::from)),
            seconds("white_clock", self.white_clock),
            seconds("black_clock", self.black_clock),
            seconds("white_inc", self.white_inc),
            seconds("black_inc", self.black_inc),
            count("remaining_moves", self.remaining_moves.map(u64::from)),
        ];
        let fields: Vec<String> = fields.into_iter().flatten().collect();
        format!("Limit({})", fields.join(", "))
    }
}

/// Combines a `Limit`, if there is one, with the keywords of a call, for the Python module that drives other engines.
#[pyfunction]
#[pyo3(signature = (limit, time, nodes, depth))]
pub fn _combined_limit(
    limit: Option<&Bound<'_, PyLimit>>,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> PyLimit {
    PyLimit::combined(limit, time, nodes, depth)
}
