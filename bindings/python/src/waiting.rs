//! Waits for threads of the engine without holding the interpreter's lock, and lets Ctrl-C end the wait.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use pyo3::prelude::*;

/// The interval between checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Waits for the next message of a thread and returns it; returns `None` when the thread has ended. The receiver is
/// borrowed mutably because it is not `Sync`: the closure that runs without the interpreter's lock could not hold a
/// shared reference.
///
/// # Errors
/// Fails if a signal handler raises an exception, such as `KeyboardInterrupt`.
pub fn next<T: Send>(py: Python<'_>, receiver: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        let receiver = &mut *receiver;
        match py.detach(move || receiver.recv_timeout(POLL_INTERVAL)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
