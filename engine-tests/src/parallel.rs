//! Parallel checks. The test harness shows only what a test's own thread prints, so failures are collected and shown by
//! that thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use kurier_rules::rules::Definition;
use rayon::prelude::*;

use crate::games::definitions;

/// The most failures that are shown.
const SHOWN: usize = 10;

/// Runs a check of every built-in game.
///
/// # Panics
/// If a check does, with the messages of all.
pub fn in_every_game(check: impl Fn(&Arc<Definition>) + Sync) {
    check_all(&definitions(), check);
}

/// Runs a check of every item.
///
/// # Panics
/// If a check does, with the messages of all, or if there is no item.
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
