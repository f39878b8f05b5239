//! Waiting for a thread of the engine: without the interpreter's lock, and so that Ctrl-C works.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use pyo3::prelude::*;

/// How often to look whether the user has pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

/// Returns the next message of a thread; `None` when there are no more. The receiver is taken by reference only while
/// the lock of the interpreter is released.
///
/// # Errors
/// What a signal's handler raises: `KeyboardInterrupt`.
pub fn next<T: Send>(py: Python<'_>, receiver: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        let receiver = &mut *receiver;
        match py.detach(move || receiver.recv_timeout(PATIENCE)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
