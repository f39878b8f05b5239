//! Numbers in environment variables, by which tests with random cases take longer.

use std::str::FromStr;

/// Returns the number in an environment variable; `None` if the variable is not set. Panics if its value is not a
/// number.
pub fn number<T: FromStr>(variable: &str) -> Option<T> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is not a number: {text}")),
    )
}
