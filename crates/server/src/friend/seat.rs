//! Counts the open pages of the host, the guest and the spectators.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::watch;

/// The role of a page's user in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The user of this machine, who plays.
    Host = 0,
    /// The friend, who plays.
    Guest = 1,
    /// A spectator.
    Watcher = 2,
}

/// The number of open pages by seat.
#[derive(Default)]
pub struct Presence([AtomicUsize; 3]);

/// An open page, as [`Presence`] counts it. The page is no longer counted when the value is dropped.
pub struct Sitting<'a> {
    count: &'a AtomicUsize,
    changed: &'a watch::Sender<()>,
}

impl Presence {
    /// Counts an open page until the returned value is dropped. Notifies `changed` now and when the value is dropped.
    pub fn sit<'a>(&'a self, seat: Seat, changed: &'a watch::Sender<()>) -> Sitting<'a> {
        let count = &self.0[seat as usize];
        count.fetch_add(1, Ordering::SeqCst);
        changed.send_replace(());
        Sitting { count, changed }
    }

    /// Returns the number of open pages of a seat.
    pub fn count(&self, seat: Seat) -> usize {
        self.0[seat as usize].load(Ordering::SeqCst)
    }
}

impl Drop for Sitting<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::SeqCst);
        self.changed.send_replace(());
    }
}
