//! Numbers in environment variables that make tests with random cases run longer.

use std::str::FromStr;

/// Returns the number in an environment variable; `None` if the variable is not set.
///
/// # Panics
/// Panics if the value of the variable is not a number.
pub fn number<T: FromStr>(variable: &str) -> Option<T> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is not a number: {text}")),
    )
}
