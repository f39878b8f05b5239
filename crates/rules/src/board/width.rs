//! Board widths, in 64-bit words of a bitboard. No other code knows which widths exist.
//!
//! Bitboards, positions, evaluation and search are generic over the number of words, `W`, and compiled once for each
//! width. [`with_width!`](crate::with_width) runs generic code for the width that a board needs; [`AnyWidth`] stores a
//! value of any width, and [`on_width!`](crate::on_width) and [`map_width!`](crate::map_width) use it.

use std::any::Any;

use super::Shape;

impl Shape {
    /// Returns the number of 64-bit words that a set of squares needs: 1, 2 or 4.
    pub fn words(&self) -> usize {
        match self.area() {
            0..=64 => 1,
            65..=128 => 2,
            _ => 4,
        }
    }
}

/// A family of types with one member for each board width.
pub trait WidthFamily {
    /// The member for boards of `W` words.
    type Of<const W: usize>;
}

/// A member of a family of types whose board width is known only at run time.
#[derive(Clone, Debug)]
pub enum AnyWidth<F: WidthFamily> {
    /// The member for boards of one word, up to 64 squares.
    One(F::Of<1>),
    /// The member for boards of two words, up to 128 squares.
    Two(F::Of<2>),
    /// The member for boards of four words, up to 256 squares.
    Four(F::Of<4>),
}

/// Evaluates an expression in which a name, such as `W`, is a constant: the number of words that a [`Shape`] needs.
///
/// ```
/// use std::sync::Arc;
/// use kurier_rules::position::Position;
/// use kurier_rules::rules::{Catalogue, Variant};
/// use kurier_rules::with_width;
///
/// let courier = Catalogue::built_in().get("courier").unwrap();
/// let turns = with_width!(courier.shape, W => {
///     Position::<W>::start(Arc::new(Variant::compile(courier))).turns()
/// });
/// assert_eq!(turns.len(), 26);
/// ```
#[macro_export]
macro_rules! with_width {
    ($shape:expr, $words:ident => $result:expr) => {
        match $shape.words() {
            1 => {
                const $words: usize = 1;
                $result
            }
            2 => {
                const $words: usize = 2;
                $result
            }
            _ => {
                const $words: usize = 4;
                $result
            }
        }
    };
}

/// Creates an [`AnyWidth`] from an expression in which a name, such as `W`, is a constant: the number of words that a
/// [`Shape`] needs.
#[macro_export]
macro_rules! any_width {
    ($shape:expr, $words:ident => $value:expr) => {
        match $shape.words() {
            1 => {
                const $words: usize = 1;
                $crate::board::AnyWidth::One($value)
            }
            2 => {
                const $words: usize = 2;
                $crate::board::AnyWidth::Two($value)
            }
            _ => {
                const $words: usize = 4;
                $crate::board::AnyWidth::Four($value)
            }
        }
    };
}

/// Evaluates an expression in which a name stands for the value in an [`AnyWidth`], or two names stand for the values
/// in two [`AnyWidth`]s of equal width.
///
/// # Panics
/// Panics if there are two values and their widths differ.
#[macro_export]
macro_rules! on_width {
    ($any:expr, $value:ident => $result:expr) => {
        match $any {
            $crate::board::AnyWidth::One($value) => $result,
            $crate::board::AnyWidth::Two($value) => $result,
            $crate::board::AnyWidth::Four($value) => $result,
        }
    };
    ($first:expr, $second:expr, ($one:ident, $other:ident) => $result:expr) => {
        match ($first, $second) {
            ($crate::board::AnyWidth::One($one), $crate::board::AnyWidth::One($other)) => $result,
            ($crate::board::AnyWidth::Two($one), $crate::board::AnyWidth::Two($other)) => $result,
            ($crate::board::AnyWidth::Four($one), $crate::board::AnyWidth::Four($other)) => $result,
            _ => unreachable!("the board widths differ"),
        }
    };
}

/// Creates an [`AnyWidth`] from an expression in which a name stands for the value in another [`AnyWidth`].
#[macro_export]
macro_rules! map_width {
    ($any:expr, $value:ident => $result:expr) => {
        match $any {
            $crate::board::AnyWidth::One($value) => $crate::board::AnyWidth::One($result),
            $crate::board::AnyWidth::Two($value) => $crate::board::AnyWidth::Two($result),
            $crate::board::AnyWidth::Four($value) => $crate::board::AnyWidth::Four($result),
        }
    };
}

/// Returns a value as a type that a generic function knows by another name: `Variant<1>` is `Variant<W>` where `W` is
/// 1.
///
/// # Panics
/// Panics if the types differ.
pub fn same<T: 'static, U: 'static>(value: T) -> U {
    let mut value = Some(value);
    let same: Option<&mut Option<U>> = (&mut value as &mut dyn Any).downcast_mut();
    same.and_then(Option::take).expect("a value of the other type")
}

/// Returns a reference to a type that a generic function knows by another name, as [`same`] does for values.
///
/// # Panics
/// Panics if the types differ.
pub fn same_ref<T: 'static, U: 'static>(value: &T) -> &U {
    (value as &dyn Any)
        .downcast_ref()
        .expect("a reference to the other type")
}

/// Returns a mutable reference to a type that a generic function knows by another name, as [`same`] does for values.
///
/// # Panics
/// Panics if the types differ.
pub fn same_mut<T: 'static, U: 'static>(value: &mut T) -> &mut U {
    (value as &mut dyn Any)
        .downcast_mut()
        .expect("a reference to the other type")
}

/// Calls the instance of a generic function for the width `W` of the calling function. The instances are compiled only
/// in the package that uses this macro. Otherwise each package that needs an instance compiles it again, with all
/// functions that the instance calls: builds take longer, programs are larger, and in WebAssembly, code that runs
/// rarely would be compiled for speed instead of size.
///
/// Each parameter has a type, in which `W` is a constant, and an argument. Arguments whose types depend on the width
/// are converted with [`same`](crate::board::same), [`same_ref`](crate::board::same_ref) or
/// [`same_mut`](crate::board::same_mut).
///
/// ```
/// use kurier_rules::board::{Bitboard, same_ref};
/// use kurier_rules::compiled_here;
///
/// fn is_empty<const W: usize>(squares: &Bitboard<W>) -> bool {
///     compiled_here!(W, (squares: &Bitboard<W> = same_ref(squares)) -> bool { squares.is_empty() })
/// }
/// assert!(is_empty(&Bitboard::<2>::EMPTY));
/// ```
#[macro_export]
macro_rules! compiled_here {
    ($words:ident, ($($name:ident: $type:ty = $argument:expr),*) -> $result:ty $body:block) => {{
        macro_rules! instance {
            ($number:literal) => {{
                const $words: usize = $number;
                #[inline(never)]
                fn instance($($name: $type),*) -> $result $body
                $crate::board::same(instance($($argument),*))
            }};
        }
        match $words {
            1 => instance!(1),
            2 => instance!(2),
            4 => instance!(4),
            _ => unreachable!("no board has this width"),
        }
    }};
}

/// Calls an instance as [`compiled_here!`](crate::compiled_here) does, except in WebAssembly, where this package is
/// compiled for size, but the package that calls the function, the engine, is compiled for speed.
#[cfg(not(target_family = "wasm"))]
macro_rules! compiled_natively {
    ($($call:tt)*) => { $crate::compiled_here!($($call)*) };
}

/// Evaluates the body in the calling function; see the definition for targets other than WebAssembly.
#[cfg(target_family = "wasm")]
macro_rules! compiled_natively {
    ($words:ident, ($($name:ident: $type:ty = $argument:expr),*) -> $result:ty $body:block) => {{
        $(let $name: $type = $argument;)*
        $body
    }};
}
pub(crate) use compiled_natively;
