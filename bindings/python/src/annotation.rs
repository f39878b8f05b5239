//! Annotation of a played game with scores, best lines and mistakes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use kurier_formats::annotate::{AnnotatedGame, AnnotationError, Judgement, judge};
use kurier_rules::rules::Color;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;

use crate::engine::{PyEngine, lock};
use crate::errors::{self, refused};
use crate::game::Game;
use crate::limits::PyLimit;
use crate::moves::PyMove;
use crate::pgn::PyGame;
use crate::score::PyScore;
use crate::waiting;

/// The score and the best line of a position of a game, as `Engine.annotate` returns them.
///
///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
///     >>> judgements[3]
///     <Judgement mate -1: Qh4#>
#[pyclass(name = "Judgement", module = "kurier", frozen)]
pub struct PyJudgement {
    game: Arc<Game>,
    judgement: Judgement,
}

#[pymethods]
impl PyJudgement {
    /// Returns the position as FEN.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> judgements[0].fen == kurier.Board("chess").fen()
    ///     True
    #[getter]
    fn fen(&self) -> &str {
        &self.judgement.fen
    }

    /// Returns the score from White's point of view; `None` if the game is over.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> judgements[3].score, judgements[4].score
    ///     (<Score mate -1 for White>, None)
    #[getter]
    fn score(&self) -> Option<PyScore> {
        let score = |value| PyScore::of(&self.game, value, Color::White);
        self.judgement.value.map(score)
    }

    /// Returns White's expected points, from 0 to 1.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> judgements[4].expectation
    ///     0.0
    #[getter]
    fn expectation(&self) -> f64 {
        self.judgement.expectation
    }

    /// Returns the best move in the position; `None` if the game is over.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> judgements[3].best
    ///     <Move d8h4>
    #[getter]
    fn best(&self) -> Option<PyMove> {
        let best = self.judgement.best.clone();
        best.map(|turn| PyMove::new(&self.game, turn))
    }

    /// Returns the best line, in algebraic notation.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> judgements[3].line
    ///     ['Qh4#']
    #[getter]
    fn line(&self) -> Vec<String> {
        self.judgement.line.clone()
    }

    /// Returns `Inaccuracy`, `Mistake` or `Blunder` if the move that led to the position was one; otherwise `None`.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> judgements[3].verdict
    ///     'Blunder'
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.judgement.verdict.map(|verdict| verdict.word())
    }

    fn __repr__(&self) -> String {
        format!(
            "<Judgement {}: {}>",
            self.judgement.score(),
            self.judgement.line.join(" ")
        )
    }
}

#[pymethods]
impl PyEngine {
    /// Searches all positions of a game. Returns the game with scores, best lines and mistakes as comments and
    /// variations, and a judgement of each position, from the one before the first move to the one after the last. The
    /// limits apply to each position; other calls of this engine wait. Ctrl-C ends the search. Raises the errors of
    /// `play`.
    ///
    ///     >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    ///     >>> annotated, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    ///     >>> annotated.glyphs[2]
    ///     ['??']
    #[pyo3(signature = (game, limit = None, *, time = None, nodes = None, depth = None))]
    fn annotate(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        limit: Option<&Bound<'_, PyLimit>>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<(PyGame, Vec<PyJudgement>)> {
        let limits = PyLimit::combined(limit, time, nodes, depth).ending()?;
        let game = game.get();
        let record = game.record.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, mut receiver) = channel();
        let work = {
            let (engine, stop, record) = (self.engine.clone(), stop.clone(), record.clone());
            let mut board = game.game.start.clone();
            move || {
                let keep_running = || !stop.load(Ordering::Relaxed);
                let judged = judge(&mut board, &mut lock(&engine), &record, &limits, None, &keep_running);
                // After Ctrl-C the receiver no longer exists, which is not an error.
                let _ = sender.send(judged);
            }
        };
        thread::Builder::new()
            .spawn(work)
            .map_err(|error| PyOSError::new_err(error.to_string()))?;
        let judged = waiting::next(py, &mut receiver).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        let judgements = match judged {
            Some(Ok(Some(judgements))) => judgements,
            Some(Ok(None)) => return Err(PyKeyboardInterrupt::new_err(())),
            Some(Err(AnnotationError::Engine(error))) => return Err(errors::engine(error)),
            Some(Err(other)) => return Err(refused(other)),
            None => return Err(refused("the annotation has failed")),
        };
        let annotated = AnnotatedGame { record, judgements };
        let commented = PyGame {
            game: game.game.clone(),
            record: annotated.commented(),
        };
        let wrap = |judgement| PyJudgement {
            game: game.game.clone(),
            judgement,
        };
        Ok((commented, annotated.judgements.into_iter().map(wrap).collect()))
    }
}
