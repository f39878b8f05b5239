//! The Python package `kurier`: the engine's library for Python.
//!
//! This crate only converts types. Names follow python-chess where the concept exists there. The comments of classes
//! and methods are Python's docstrings; `tests/test_docs.py --write` copies them to the stubs `kurier/_kurier.pyi`.

mod analysis;
mod annotation;
mod batch;
mod board;
mod engine;
mod engine_options;
mod errors;
mod explanation;
mod game;
mod inspection;
mod learning;
mod limits;
mod moves;
mod notation;
mod pgn;
mod picture;
mod piece;
mod report;
mod score;
mod selfplay;
mod subclass;
mod tablebase;
mod variant;
mod waiting;
mod xboard;

use pyo3::prelude::*;

/// Fills the extension module, from which the Python package `kurier` imports everything.
#[pymodule]
fn _kurier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("WHITE", true)?;
    module.add("BLACK", false)?;
    module.add_class::<variant::PyVariant>()?;
    module.add_class::<variant::PyPieceType>()?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<piece::PyPiece>()?;
    module.add_class::<piece::PyOutcome>()?;
    module.add_class::<score::PyScore>()?;
    module.add_class::<report::PyLine>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<analysis::PyAnalysis>()?;
    module.add_class::<report::PyPlayResult>()?;
    module.add_class::<limits::PyLimit>()?;
    module.add_class::<engine_options::PyEngineOption>()?;
    module.add_class::<batch::PyBoards>()?;
    module.add_class::<explanation::PyExplanation>()?;
    module.add_class::<selfplay::PySelfPlay>()?;
    module.add_class::<annotation::PyJudgement>()?;
    module.add_class::<tablebase::PyVariantTables>()?;
    module.add_class::<pgn::PyGame>()?;
    module.add_class::<pgn::PyReader>()?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_function(wrap_pyfunction!(variant::variant, module)?)?;
    module.add_function(wrap_pyfunction!(variant::load, module)?)?;
    module.add_function(wrap_pyfunction!(variant::load_file, module)?)?;
    module.add_function(wrap_pyfunction!(variant::from_diagram, module)?)?;
    module.add_function(wrap_pyfunction!(variant::from_fairy_ini, module)?)?;
    module.add_function(wrap_pyfunction!(limits::_combined_limit, module)?)?;
    module.add_function(wrap_pyfunction!(xboard::_xboard_variant, module)?)?;
    module.add_function(wrap_pyfunction!(xboard::_xboard_move, module)?)?;
    module.add_function(wrap_pyfunction!(xboard::_xboard_parse, module)?)?;
    module.add_function(wrap_pyfunction!(board::_restore_board, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::read_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::read_selfplay, module)?)?;
    errors::add_to(module)
}
