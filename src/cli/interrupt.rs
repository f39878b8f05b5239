//! Interruption of long commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Installs a signal handler and returns its flag. The handler sets the flag when the user interrupts the program or
/// the system terminates it.
///
/// # Errors
/// Fails if this function has been called before, because a process has only one handler.
pub(super) fn interrupt_flag() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
