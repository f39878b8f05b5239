//! Threads that play games, and the queue from which they take their work.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crate::datagen::STACK;

/// The operating system cannot start a single thread.
#[derive(Debug, thiserror::Error)]
#[error("no thread can be started: {0}")]
pub struct NoThread(io::Error);

/// Hands out consecutive numbers until the work is stopped or cancelled.
pub(crate) struct Queue<'a> {
    next: AtomicU64,
    stopped: AtomicBool,
    /// The flag with which the user cancels the work.
    cancelled: &'a AtomicBool,
}

impl<'a> Queue<'a> {
    /// Creates a queue that begins with the number `first`.
    pub fn new(first: u64, cancelled: &'a AtomicBool) -> Self {
        Self {
            next: AtomicU64::new(first),
            stopped: AtomicBool::new(false),
            cancelled,
        }
    }

    /// Takes the next number. Returns `None` if the work must end.
    pub fn next(&self) -> Option<u64> {
        (!self.is_stopped()).then(|| self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Stops handing out numbers: from now on, [`next`](Self::next) returns `None`.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the work must end because it was stopped or cancelled.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.cancelled.load(Ordering::Relaxed)
    }
}

/// Runs `work` in each of `threads` threads, or in fewer if the operating system refuses some of them. Calls
/// `on_result` in the calling thread with each result that `work` sends. After `on_result` has returned an error,
/// sending fails.
///
/// # Errors
/// Fails if no thread can be started or `on_result` returns an error.
pub(crate) fn run<T: Send, E: From<NoThread>>(
    threads: usize,
    work: impl Fn(Sender<T>) + Sync,
    on_result: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, results) = channel();
    thread::scope(|scope| {
        for started in 0..threads.max(1) {
            let (work, sender) = (&work, sender.clone());
            let spawned = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(sender));
            match spawned {
                Ok(_) => {}
                Err(error) if started == 0 => return Err(NoThread(error).into()),
                // The threads that are running do all the work.
                Err(_) => break,
            }
        }
        drop(sender);
        results.into_iter().try_for_each(on_result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_handed_out_once_until_the_work_stops() {
        let cancelled = AtomicBool::new(false);
        let queue = Queue::new(5, &cancelled);
        let work = |sender: Sender<u64>| {
            while let Some(number) = queue.next() {
                if number >= 105 || sender.send(number).is_err() {
                    return;
                }
            }
        };
        let mut received = Vec::new();
        let done: Result<(), NoThread> = run(3, work, |number| {
            received.push(number);
            Ok(())
        });
        assert!(done.is_ok());
        received.sort_unstable();
        assert_eq!(received, (5..105).collect::<Vec<u64>>());
        queue.stop();
        assert_eq!(queue.next(), None);
    }

    #[test]
    fn an_error_of_the_receiver_ends_the_work() {
        /// The error that the receiver returns.
        #[derive(Debug)]
        struct Refused;
        impl From<NoThread> for Refused {
            fn from(error: NoThread) -> Self {
                panic!("{error}")
            }
        }
        let cancelled = AtomicBool::new(false);
        let queue = Queue::new(0, &cancelled);
        let work = |sender: Sender<u64>| {
            while let Some(number) = queue.next() {
                if sender.send(number).is_err() {
                    return;
                }
            }
        };
        assert!(run(2, work, |_| Err(Refused)).is_err());
        cancelled.store(true, Ordering::Relaxed);
        assert_eq!(queue.next(), None);
    }
}
