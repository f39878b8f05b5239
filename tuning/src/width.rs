//! Picks the board width of a game, once.

/// Calls a generic function with the number of words that the definition's board needs.
#[macro_export]
macro_rules! at_width {
    ($definition:expr, $function:ident ( $($argument:expr),* $(,)? )) => {
        match $definition.shape.words() {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            _ => $function::<4>($($argument),*),
        }
    };
}
