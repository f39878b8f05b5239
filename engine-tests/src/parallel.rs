//! Runs checks in parallel. The test harness captures only the output of a test's own thread, so failures of worker
//! threads are collected and reported by the test's thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use kurier_rules::rules::Definition;
use rayon::prelude::*;

use crate::games::{definitions, with_blasts, with_hands, with_preludes};

/// The maximum number of failures that are reported.
const SHOWN: usize = 10;

/// Runs a check on every built-in game that menus list, and on some games with pieces in hand, in parallel.
///
/// # Panics
/// Panics with the messages of up to ten failed checks, if any check panics.
pub fn in_every_game(check: impl Fn(&Arc<Definition>) + Sync) {
    let games = [definitions(), with_hands(), with_blasts(), with_preludes()].concat();
    check_all(&games, check);
}

/// Runs a check on every item, in parallel.
///
/// # Panics
/// Panics with the messages of up to ten failed checks, if any check panics. Panics if there are no items.
pub fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    assert!(!items.is_empty(), "nothing to check");
    let failure = |item| catch_unwind(AssertUnwindSafe(|| check(item))).err();
    let failures: Vec<_> = items.par_iter().filter_map(failure).collect();
    let message = |payload: &Box<dyn std::any::Any + Send>| {
        let text = payload.downcast_ref::<String>().cloned();
        text.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
            .unwrap_or_default()
    };
    let shown: Vec<String> = failures.iter().take(SHOWN).map(message).collect();
    assert!(
        failures.is_empty(),
        "{} of {} fail:\n{}",
        failures.len(),
        items.len(),
        shown.join("\n")
    );
}
