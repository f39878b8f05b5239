//! A macro that defines the type `Parameters` from a list of declarations.

use std::ops::RangeInclusive;

/// The declaration of one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The parameter's name in the code, which is also the name of its UCI option.
    pub name: &'static str,
    /// The value in a normal build.
    pub default: i32,
    /// The allowed values.
    pub range: RangeInclusive<i32>,
}

/// Defines the type `Parameters` with a getter for each parameter, the list of all declarations, and a setter by name.
macro_rules! parameters {
    ($( $(#[$doc:meta])* $name:ident: $default:literal in $min:literal ..= $max:literal; )*) => {
        /// The values of all parameters.
        #[cfg(feature = "tunable")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct Parameters { $( $name: i32, )* }

        /// The values of all parameters. In this build each parameter is a constant with its default value.
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

            /// Returns the declarations of all parameters that can be set; a normal build has none.
            pub fn declarations() -> Vec<$crate::search::Declaration> {
                #[cfg(feature = "tunable")]
                return vec![
                    $( $crate::search::Declaration {
                        name: stringify!($name),
                        default: $default,
                        range: $min..=$max,
                    }, )*
                ];
                #[cfg(not(feature = "tunable"))]
                return Vec::new();
            }

            /// Sets a parameter. Returns false if there is no parameter of this name, or if the value is out of its
            /// range; always returns false in a normal build.
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

#[cfg(test)]
mod tests {
    use super::super::Parameters;
    use super::*;

    #[test]
    fn only_declared_parameters_can_be_set_within_their_ranges() {
        let mut parameters = Parameters::default();
        assert!(!parameters.set("", 1) && !parameters.set("no such parameter", 1));
        for Declaration { name, default, range } in Parameters::declarations() {
            assert!(range.contains(&default), "{name}");
            assert!(
                parameters.set(name, *range.start()) && parameters.set(name, *range.end()),
                "{name}"
            );
            assert!(!parameters.set(name, range.end() + 1), "{name}");
            assert!(parameters.set(name, default));
        }
        assert_eq!(parameters, Parameters::default());
    }

    #[test]
    fn a_normal_build_has_nothing_to_set() {
        assert_eq!(Parameters::declarations().is_empty(), cfg!(not(feature = "tunable")));
    }
}
