//! Declares the type `Parameters` from a list of numbers.

use std::ops::RangeInclusive;

/// The declaration of one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name, as option and in the code.
    pub name: &'static str,
    /// The value in a normal build.
    pub default: i32,
    /// The values it may have.
    pub range: RangeInclusive<i32>,
}

/// Defines the type `Parameters`: a getter for each number, the list of all declarations, and a setter by name.
macro_rules! parameters {
    ($( $(#[$doc:meta])* $name:ident: $default:literal in $min:literal ..= $max:literal; )*) => {
        /// The values of all parameters.
        #[cfg(feature = "tunable")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct Parameters { $( $name: i32, )* }

        /// The values of all parameters: those that were declared.
        #[cfg(not(feature = "tunable"))]
        #[derive(Clone, Debug, PartialEq, Default)]
        pub struct Parameters {}

        #[cfg(feature = "tunable")]
        impl Default for Parameters {
            fn default() -> Self {
                Self { $( $name: $default, )* }
            }
        }

        impl Parameters {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub(super) const fn $name(&self) -> i32 {
                    #[cfg(feature = "tunable")]
                    return self.$name;
                    #[cfg(not(feature = "tunable"))]
                    return $default;
                }
            )*

            /// Returns all parameters that can be set: none in a normal build.
            pub fn declarations() -> Vec<$crate::search::Declaration> {
                #[cfg(feature = "tunable")]
                return vec![
                    $( $crate::search::Declaration { name: stringify!($name), default: $default, range: $min..=$max }, )*
                ];
                #[cfg(not(feature = "tunable"))]
                return Vec::new();
            }

            /// Sets a parameter; false if there is none of this name, or if the value is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                #[cfg(feature = "tunable")]
                return match name {
                    $(
                        stringify!($name) if ($min..=$max).contains(&value) => {
                            self.$name = value;
                            true
                        }
                    )*
                    _ => false,
                };
                #[cfg(not(feature = "tunable"))]
                return {
                    let _ = (name, value);
                    false
                };
            }
        }
    };
}

pub(super) use parameters;
