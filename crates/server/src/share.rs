//! The distribution of the machine's threads and memory among the open tabs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

/// The maximum size of all transposition tables together, in MiB.
const HASH: usize = 1024;

/// The number of open tabs, among which the machine's threads and memory are distributed.
#[derive(Default)]
pub struct Share {
    tabs: AtomicUsize,
}

/// An open tab. Dropping the value closes the tab.
pub struct Tab<'a>(&'a Share);

impl Share {
    /// The maximum number of open tabs.
    pub const TABS: usize = 32;

    /// Opens a tab. Returns `None` if [`Share::TABS`] tabs are open already.
    pub fn open(&self) -> Option<Tab<'_>> {
        let tab = Tab(self);
        let before = self.tabs.fetch_add(1, Ordering::SeqCst);
        (before < Self::TABS).then_some(tab)
    }

    /// Returns the number of threads that a tab may use now, and the size in MiB of each of its two transposition
    /// tables.
    pub fn each(&self) -> (usize, usize) {
        let tabs = self.tabs.load(Ordering::SeqCst).max(1);
        let threads = available_parallelism().map_or(1, usize::from);
        ((threads / tabs).max(1), (HASH / (2 * tabs)).max(1))
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_share_equally_and_return_their_share() {
        let share = Share::default();
        let first = share.open().expect("a tab");
        let alone = share.each();
        let others: Vec<Tab<'_>> = (1..Share::TABS).map_while(|_| share.open()).collect();
        assert_eq!(others.len(), Share::TABS - 1);
        assert!(share.open().is_none());
        assert_eq!(share.each(), ((alone.0 / Share::TABS).max(1), alone.1 / Share::TABS));
        drop(others);
        assert_eq!(share.each(), alone);
        drop(first);
    }
}
