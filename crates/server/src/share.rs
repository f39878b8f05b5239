//! How tabs share the machine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

/// The most MiB that all transposition tables together may take.
const HASH: usize = 1024;

/// The tabs that are open.
#[derive(Default)]
pub struct Share {
    tabs: AtomicUsize,
}

/// A tab, as long as it is open.
pub struct Tab<'a>(&'a Share);

impl Share {
    /// The most tabs at once.
    pub const TABS: usize = 32;

    /// Returns one more tab; `None` if there are too many.
    pub fn open(&self) -> Option<Tab<'_>> {
        let tab = Tab(self);
        let before = self.tabs.fetch_add(1, Ordering::SeqCst);
        (before < Self::TABS).then_some(tab)
    }

    /// Returns the threads, and the MiB of each table, that the engines of a tab may have now.
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
    fn tabs_get_equal_parts_and_give_them_back() {
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
