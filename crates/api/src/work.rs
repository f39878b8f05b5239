//! Work other than a search that occupies an engine's slot. Only the features `study` and `learning` start such work.

#![cfg_attr(not(any(feature = "study", feature = "learning")), expect(dead_code))]

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Work in a thread of its own. Dropping the value tells the work to end, and waits until it has ended.
pub(super) struct Work {
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Work {
    /// Starts work, which receives a flag and must end soon after the flag is set. In WebAssembly, which has no
    /// threads, the work ends before this function returns.
    pub fn start(work: impl FnOnce(&AtomicBool) + Send + 'static) -> io::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        if cfg!(target_family = "wasm") {
            work(&stopped);
            return Ok(Self { stopped, thread: None });
        }
        let flag = stopped.clone();
        let thread = thread::Builder::new().spawn(move || work(&flag))?;
        Ok(Self {
            stopped,
            thread: Some(thread),
        })
    }

    /// Returns whether the work is still running.
    pub fn running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic in the work has already been reported, and must not end the desk.
            let _ = thread.join();
        }
    }
}
