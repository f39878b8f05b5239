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

            /// Returns all parameters that can be set: none in a normal build.
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
    razoring_depth: 4 in 0..=10;
    /// Razoring: margin in centipawns.
    razoring_base: 280 in 50..=600;
    /// Razoring: centipawns for the square of the depth.
    razoring_slope: 190 in 50..=500;
    /// Reverse futility pruning up to this depth; 0: never.
    rfp_depth: 9 in 0..=16;
    /// Reverse futility pruning: centipawns for each ply.
    rfp_slope: 107 in 30..=200;
    /// Reverse futility pruning: centipawns less where the position improves.
    rfp_improving: 70 in 0..=200;
    /// Reverse futility pruning: centipawns less where the opponent's last move made things worse for it.
    rfp_opponent_worsening: 20 in 0..=150;
    /// Reverse futility pruning: not on former principal variations (1), or anywhere (0).
    rfp_not_tt_pv: 0 in 0..=1;
    /// Null move pruning from this depth on; 99: never.
    nmp_depth: 3 in 1..=99;
    /// Null move pruning: how far the static evaluation may be below beta, less the slope for each ply, in centipawns.
    nmp_margin: 120 in -100..=400;
    /// See `nmp_margin`.
    nmp_margin_slope: 20 in 0..=60;
    /// Null move pruning: reduction in 1024ths of a ply.
    nmp_base: 4096 in 1024..=7168;
    /// Null move pruning: reduction for each ply of depth in 1024ths.
    nmp_slope: 342 in 0..=700;
    /// Null move pruning: centipawns above beta for one more ply of reduction, up to three.
    nmp_eval_divisor: 200 in 50..=600;
    /// Null move pruning: verified from this depth on.
    nmp_verification_depth: 13 in 6..=99;
    /// ProbCut from this depth on; 99: never.
    probcut_depth: 5 in 3..=99;
    /// ProbCut: centipawns above beta.
    probcut_margin: 200 in 50..=500;
    /// ProbCut: centipawns less where the position improves.
    probcut_improving: 50 in 0..=200;
    /// Internal iterative reduction from this depth on; 99: never.
    iir_depth: 4 in 2..=99;
    /// Late move pruning up to this depth; 0: never.
    lmp_depth: 10 in 0..=16;
    /// Late move pruning: moves searched, in hundredths.
    lmp_base: 730 in 100..=2000;
    /// Late move pruning: moves searched for the square of the depth, in hundredths.
    lmp_slope: 200 in 30..=1000;
    /// Quiet checks are spared by late move pruning and futility pruning from this depth on; 99: never.
    quiet_check_depth: 1 in 1..=99;
    /// Futility pruning of captures below this (reduced) depth; 0: never.
    noisy_futility_depth: 7 in 0..=12;
    /// Futility pruning of captures: centipawns.
    noisy_futility_base: 230 in 50..=600;
    /// Futility pruning of captures: centipawns for each ply.
    noisy_futility_slope: 220 in 50..=500;
    /// SEE pruning of captures up to this depth; 0: never.
    see_noisy_depth: 10 in 0..=16;
    /// SEE pruning of captures: centipawns that may be lost for each ply.
    see_noisy_slope: 120 in 30..=300;
    /// Futility pruning of quiet moves below this (reduced) depth; 0: never.
    futility_depth: 10 in 0..=14;
    /// Futility pruning: centipawns.
    futility_base: 98 in 20..=400;
    /// Futility pruning: centipawns for each ply.
    futility_slope: 136 in 30..=250;
    /// Futility pruning: history counts for one centipawn.
    futility_history: 128 in 32..=1024;
    /// SEE pruning of quiet moves below this (reduced) depth; 0: never.
    see_quiet_depth: 10 in 0..=14;
    /// SEE pruning of quiet moves: centipawns that may be lost for the square of the depth.
    see_quiet_slope: 22 in 5..=80;
    /// Singular extensions from this depth on; 99: never.
    singular_depth: 7 in 4..=99;
    /// Singular extensions: by how much all others must be worse, in percent of a centipawn for each ply; twice that
    /// off the principal variation.
    singular_margin: 100 in 20..=300;
    /// Singular extensions: centipawns more for a double extension.
    singular_double_margin: 20 in 0..=200;
    /// Late move reductions from this depth on; 99: never.
    lmr_depth: 2 in 2..=99;
    /// Late move reductions: thousandths of a ply.
    lmr_base: 650 in 0..=2000;
    /// Late move reductions: what the product of the logarithms of depth and move count is divided by, in thousandths.
    lmr_divisor: 1880 in 1000..=5000;
    /// Late move reductions: more at cut nodes, in 1024ths.
    lmr_cut_node: 1400 in 0..=3000;
    /// Late move reductions: less on (former) principal variations.
    lmr_tt_pv: 900 in 0..=3000;
    /// Late move reductions: more where the position does not improve.
    lmr_not_improving: 500 in 0..=2000;
    /// Late move reductions: more without a move from the table.
    lmr_no_tt_move: 700 in 0..=2000;
    /// Late move reductions: more for quiet moves where the table's move is noisy.
    lmr_noisy_tt_move: 700 in 0..=2000;
    /// Late move reductions: less for moves that check.
    lmr_check: 900 in 0..=3000;
    /// Late move reductions: more where the next ply has failed high often (Stockfish: `cutoffCnt`).
    lmr_cutoffs: 800 in 0..=2000;
    /// Late move reductions: less for killers and countermoves.
    lmr_refutation: 800 in 0..=2000;
    /// Late move reductions: less for captures that lose nothing.
    lmr_good_noisy: 1500 in 0..=4000;
    /// Late move reductions: history counts for one ply.
    lmr_history: 9000 in 3000..=40000;
    /// A reduced move that is so much better is searched one ply deeper, in centipawns.
    lmr_deeper_margin: 60 in 10..=200;
    /// A reduced move that is hardly better is searched one ply shallower, in centipawns.
    lmr_shallower_margin: 8 in 0..=50;
    /// Hindsight: nodes reached by a reduction of so many plies or more are searched deeper if the opponent's evaluation
    /// has not fallen; 99: never.
    hindsight_deeper: 3 in 1..=99;
    /// Hindsight: reduced nodes are searched one ply shallower if both evaluations together are above this, in centipawns.
    hindsight_shallower: 175 in 0..=1000;
    /// Aspiration windows from this depth on; 99: never.
    aspiration_depth: 4 in 2..=99;
    /// Aspiration windows: half width in centipawns.
    aspiration_width: 14 in 4..=60;
    /// Quiescence: delta pruning margin in centipawns.
    quiescence_margin: 180 in 50..=500;
    /// Crowded games: those where moves are so many times as numerous as in chess, the square root of it in hundredths.
    crowded_scale: 200 in 0..=999;
    /// Late move pruning in crowded games: captures searched at depth 0, and more with the square of the depth.
    crowded_late_captures: 3 in 1..=999;
    /// Correction history: weight in percent; 0: off.
    correction_weight: 100 in 0..=250;
    /// Continuation history: weight in percent; 0: off.
    continuation_weight: 100 in 0..=250;
    /// Histories: bonus for each ply.
    history_bonus_slope: 150 in 50..=400;
    /// Histories: part of the bonus for the move that led to a node where all moves failed low, in percent; 0: none.
    prior_countermove_bonus: 100 in 0..=200;
    /// Histories: part of the bonus for a move searched again at full depth, in percent; 0: none.
    lmr_research_bonus: 100 in 0..=200;
    /// Histories: bonus for a quiet move by the drop of the opponent's evaluation, in percent of the centipawns.
    eval_delta_bonus: 300 in 0..=1000;
    /// Time: for how many more moves of a side it has to last, whatever the game.
    time_horizon: 13 in 5..=80;
    /// Time: how much the usual length of a game adds to that, in percent of its plies.
    time_length: 6 in 0..=50;
    /// Time: part of the increment that is planned with, in percent.
    time_increment: 75 in 0..=100;
    /// Time: the most for one move, in percent of what is planned.
    time_maximum: 500 in 100..=900;
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
