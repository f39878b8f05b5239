//! The numbers of the search, each declared once: default, range, meaning.
//!
//! In a normal build they are constants. With the feature `tunable` each is also a UCI option, for tuning by games and
//! for measuring what a feature is worth (one end of the range switches it off).

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

            /// All parameters that can be set: none in a normal build.
            pub fn declarations() -> Vec<Declaration> {
                #[cfg(feature = "tunable")]
                return vec![
                    $( Declaration { name: stringify!($name), default: $default, range: $min..=$max }, )*
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

parameters! {
    /// Razoring up to this depth; 0: never.
    razor_depth: 4 in 0..=10;
    /// Razoring: margin in centipawns.
    razor_base: 280 in 50..=600;
    /// Razoring: centipawns for the square of the depth.
    razor_slope: 190 in 50..=500;
    /// Reverse futility pruning up to this depth; 0: never.
    reverse_depth: 9 in 0..=16;
    /// Reverse futility: centipawns for each ply.
    reverse_slope: 107 in 30..=200;
    /// Reverse futility: centipawns less where the position improves.
    reverse_improving: 70 in 0..=200;
    /// Null move from this depth on; 99: never.
    null_depth: 3 in 1..=99;
    /// Null move: how far the evaluation may be below beta, less the slope for each ply, in centipawns.
    null_margin: 120 in -100..=400;
    /// See `null_margin`.
    null_slope: 20 in 0..=60;
    /// Null move: reduction in 1024ths of a ply.
    null_base: 4096 in 1024..=7168;
    /// Null move: reduction for each ply of depth in 1024ths.
    null_share: 342 in 0..=700;
    /// Null move: centipawns above beta for one ply of reduction more, up to three.
    null_surplus: 200 in 50..=600;
    /// Null move: verified from this depth on.
    null_verified: 13 in 6..=99;
    /// ProbCut from this depth on; 99: never.
    cut_depth: 5 in 3..=99;
    /// ProbCut: centipawns above beta.
    cut_margin: 200 in 50..=500;
    /// ProbCut: centipawns less where the position improves.
    cut_improving: 50 in 0..=200;
    /// Internal iterative reduction from this depth on; 99: never.
    iir_depth: 4 in 2..=99;
    /// Late move pruning up to this depth; 0: never.
    late_depth: 10 in 0..=16;
    /// Late move pruning: moves tried, in hundredths.
    late_base: 730 in 100..=2000;
    /// Late move pruning: moves tried for the square of the depth, in hundredths.
    late_slope: 200 in 30..=1000;
    /// Quiet checks are tried from this depth on where other quiet moves are left out as late or hopeless; 99: never.
    check_depth: 1 in 1..=99;
    /// Futility of captures up to this (reduced) depth; 0: never.
    capture_futility_depth: 7 in 0..=12;
    /// Futility of captures: centipawns.
    capture_futility_base: 230 in 50..=600;
    /// Futility of captures: centipawns for each ply.
    capture_futility_slope: 220 in 50..=500;
    /// Losing captures are left out up to this depth; 0: never.
    capture_exchange_depth: 10 in 0..=16;
    /// Losing captures: centipawns that may be lost for each ply.
    capture_exchange_slope: 120 in 30..=300;
    /// Futility of quiet moves below this (reduced) depth; 0: never.
    futility_depth: 10 in 0..=14;
    /// Futility: centipawns.
    futility_base: 98 in 20..=400;
    /// Futility: centipawns for each ply.
    futility_slope: 136 in 30..=250;
    /// Futility: history counts for one centipawn.
    futility_history: 128 in 32..=1024;
    /// Quiet moves that lose material are left out below this (reduced) depth; 0: never.
    exchange_depth: 10 in 0..=14;
    /// Quiet moves that lose material: centipawns that may be lost for the square of the depth.
    exchange_slope: 22 in 5..=80;
    /// Singular extensions from this depth on; 99: never.
    singular_depth: 7 in 4..=99;
    /// Singular extensions: by how much all others must be worse, in percent of a centipawn for each ply; twice that
    /// off the principal variation.
    singular_margin: 100 in 20..=300;
    /// Singular extensions: centipawns more for two plies.
    singular_double: 20 in 0..=200;
    /// Late move reductions from this depth on; 99: never.
    reduction_depth: 2 in 2..=99;
    /// Late move reductions: thousandths of a ply.
    reduction_base: 650 in 0..=2000;
    /// Late move reductions: what the product of the logarithms of depth and number is divided by, in thousandths.
    reduction_divisor: 1880 in 1000..=5000;
    /// Late move reductions: more where a cut is expected, in 1024ths.
    reduction_cut: 1400 in 0..=3000;
    /// Late move reductions: less on (former) principal variations.
    reduction_pv: 900 in 0..=3000;
    /// Late move reductions: more where the position does not improve.
    reduction_worse: 500 in 0..=2000;
    /// Late move reductions: more for quiet moves where the table knows a capture.
    reduction_noisy: 700 in 0..=2000;
    /// Late move reductions: less for moves that check.
    reduction_check: 900 in 0..=3000;
    /// Late move reductions: more where the next ply has failed high often.
    reduction_cutoffs: 800 in 0..=2000;
    /// Late move reductions: less for killers and counter moves.
    reduction_refutation: 800 in 0..=2000;
    /// Late move reductions: less for captures that lose nothing.
    reduction_good: 1500 in 0..=4000;
    /// Late move reductions: history counts for one ply.
    reduction_history: 9000 in 3000..=40000;
    /// A reduced move that is so much better is searched one ply deeper, in centipawns.
    deeper_margin: 60 in 10..=200;
    /// A reduced move that is hardly better is searched one ply shallower, in centipawns.
    shallower_margin: 8 in 0..=50;
    /// Aspiration windows from this depth on; 99: never.
    aspiration_depth: 4 in 2..=99;
    /// Aspiration windows: half width in centipawns.
    aspiration_width: 14 in 4..=60;
    /// Quiescence: what a capture may miss alpha by, in centipawns.
    quiescence_margin: 180 in 50..=500;
    /// Correction history: weight in percent; 0: off.
    correction_weight: 100 in 0..=250;
    /// Continuation history: weight in percent; 0: off.
    continuation_weight: 100 in 0..=250;
    /// Histories: bonus for each ply.
    bonus_slope: 150 in 50..=400;
    /// Histories: part of the bonus for the move that led to a node without a good answer, in percent; 0: none.
    bonus_unanswered: 100 in 0..=200;
    /// Histories: part of the bonus for a move whose reduced search failed high, by what the full one said, in percent.
    bonus_reduced: 100 in 0..=200;
    /// Histories: bonus for a quiet move by the drop of the opponent's evaluation, in percent of the centipawns.
    bonus_drift: 300 in 0..=1000;
    /// Reverse futility: centipawns less where the opponent's last move made things worse for it.
    reverse_worsening: 20 in 0..=150;
    /// Reverse futility: not on former principal variations (1), or anywhere (0).
    reverse_pv: 0 in 0..=1;
    /// Late move reductions: more without a move from the table.
    reduction_unknown: 700 in 0..=2000;
    /// Nodes reached by a reduction of so many plies or more are searched deeper if they got better; 99: never.
    hindsight_deeper: 3 in 1..=99;
    /// Reduced nodes are searched one ply shallower if both evaluations together are above this, in centipawns.
    hindsight_shallower: 175 in 0..=1000;
    /// Time: moves that a game is expected to last.
    time_horizon: 26 in 15..=80;
    /// Time: part of the increment that is planned with, in percent.
    time_increment: 75 in 0..=100;
    /// Time: the most for one move, in percent of what is planned.
    time_most: 500 in 100..=900;
    /// Time: how much the stability of the best move counts, in percent; 0: not at all.
    time_stability: 100 in 0..=200;
    /// Time: how much the best move's share of the nodes counts, in percent; 0: not at all.
    time_nodes: 100 in 0..=200;
    /// Time: how much a falling score counts, in percent; 0: not at all.
    time_falling: 100 in 0..=200;
}

#[cfg(test)]
mod tests {
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
