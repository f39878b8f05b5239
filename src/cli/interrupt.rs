//! Ending long commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns a flag that is set when the user interrupts the program or the system ends it.
///
/// # Errors
/// If it was asked for before: there is one handler in a process.
pub(super) fn interrupt_flag() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
