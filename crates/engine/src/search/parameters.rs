//! The numbers of the search, each declared once: name, default, range, meaning.
//!
//! In a normal build they are constants. With the feature `tunable` each is also a UCI option, for tuning by games and
//! for measuring the Elo of a feature (one end of the range switches it off).
//!
//! Unless its description says otherwise, a margin in centipawns is meant for an army as strong as that of chess and
//! scaled to the game (see [`Profile::margin`](super::profile::Profile::margin)). A cut node is one that is expected to
//! fail high; a position improves if its static evaluation is higher than two plies before.

mod declare;

pub use declare::Declaration;

declare::parameters! {
    /// Razoring: greatest depth; 0: never.
    razoring_depth: 4 in 0..=10;
    /// Razoring: margin below alpha at depth 0, in centipawns.
    razoring_base: 280 in 50..=600;
    /// Razoring: centipawns added to the margin, times the square of the depth.
    razoring_slope: 190 in 50..=500;
    /// Reverse futility pruning: greatest depth; 0: never.
    rfp_depth: 9 in 0..=16;
    /// Reverse futility pruning: margin above beta, in centipawns for each ply.
    rfp_slope: 107 in 30..=200;
    /// Reverse futility pruning: centipawns off the margin if the position improves.
    rfp_improving: 70 in 0..=200;
    /// Reverse futility pruning: centipawns off the margin if the opponent's last move lowered its own evaluation.
    rfp_opponent_worsening: 20 in 0..=150;
    /// Reverse futility pruning: 1: not at positions that were once on a principal variation; 0: there, too.
    rfp_not_tt_pv: 0 in 0..=1;
    /// Reverse futility pruning: evaluations from here up are not pruned, in centipawns.
    rfp_eval_limit: 2500 in 500..=10000;
    /// Null move pruning: least depth; 99: never.
    nmp_depth: 3 in 1..=99;
    /// Null move pruning: centipawns by which the static evaluation must exceed beta at depth 0.
    nmp_margin: 120 in -100..=400;
    /// Null move pruning: centipawns off `nmp_margin` for each ply of depth.
    nmp_margin_slope: 20 in 0..=60;
    /// Null move pruning: reduction, in 1024ths of a ply.
    nmp_base: 4096 in 1024..=7168;
    /// Null move pruning: reduction for each ply of depth, in 1024ths of a ply.
    nmp_slope: 342 in 0..=700;
    /// Null move pruning: centipawns above beta for one more ply of reduction.
    nmp_eval_divisor: 200 in 50..=600;
    /// Null move pruning: greatest reduction by `nmp_eval_divisor`, in plies.
    nmp_eval_max: 3 in 0..=8;
    /// Null move pruning: least depth at which a second search verifies the result.
    nmp_verification_depth: 13 in 6..=99;
    /// Null move pruning: part of the verification's depth that allows no further null moves, in percent.
    nmp_verification_plies: 75 in 0..=100;
    /// ProbCut: least depth; 99: never.
    probcut_depth: 5 in 3..=99;
    /// ProbCut: centipawns above beta that a capture must reach.
    probcut_margin: 200 in 50..=500;
    /// ProbCut: centipawns off the margin if the position improves.
    probcut_improving: 50 in 0..=200;
    /// ProbCut: plies by which the shallow search is reduced.
    probcut_reduction: 5 in 2..=8;
    /// ProbCut: plies below the node's depth at which its result is stored, and from which an entry of the table can
    /// refute it.
    probcut_tt_depth: 3 in 0..=6;
    /// Internal iterative reduction: least depth; 99: never.
    iir_depth: 4 in 2..=99;
    /// Late move pruning: greatest depth; 0: never.
    lmp_depth: 10 in 0..=16;
    /// Late move pruning: moves searched at depth 0, in hundredths.
    lmp_base: 730 in 100..=2000;
    /// Late move pruning: moves added for the square of the depth, in hundredths.
    lmp_slope: 200 in 30..=1000;
    /// Late move pruning and futility pruning: least depth at which quiet checks are searched nevertheless; 99: never.
    quiet_check_depth: 1 in 1..=99;
    /// Futility pruning of captures: depth (after reductions) from which it ends; 0: never.
    noisy_futility_depth: 7 in 0..=12;
    /// Futility pruning of captures: margin below alpha at depth 0, in centipawns.
    noisy_futility_base: 230 in 50..=600;
    /// Futility pruning of captures: centipawns added to the margin for each ply.
    noisy_futility_slope: 220 in 50..=500;
    /// Futility pruning of captures: history counts for one centipawn of the margin, not scaled.
    noisy_futility_history: 64 in 16..=1024;
    /// SEE pruning of captures: greatest depth; 0: never.
    see_noisy_depth: 10 in 0..=16;
    /// SEE pruning of captures: centipawns that a capture may lose for each ply.
    see_noisy_slope: 120 in 30..=300;
    /// Futility pruning of quiet moves: depth (after reductions) from which it ends; 0: never.
    futility_depth: 10 in 0..=14;
    /// Futility pruning of quiet moves: margin below alpha at depth 0, in centipawns.
    futility_base: 98 in 20..=400;
    /// Futility pruning of quiet moves: centipawns added to the margin for each ply.
    futility_slope: 136 in 30..=250;
    /// Futility pruning of quiet moves: history counts for one centipawn of the margin, not scaled.
    futility_history: 128 in 32..=1024;
    /// SEE pruning of quiet moves: depth (after reductions) from which it ends; 0: never.
    see_quiet_depth: 10 in 0..=14;
    /// SEE pruning of quiet moves: centipawns that a move may lose, times the square of the depth.
    see_quiet_slope: 22 in 5..=80;
    /// Mate search: a known win within this many turns is searched for a quicker one, without pruning or reductions.
    mate_search_turns: 8 in 0..=40;
    /// Extensions: greatest ply at which a node is extended, in multiples of the iteration's depth.
    extension_limit: 2 in 1..=4;
    /// Singular extensions: least depth; 99: never.
    singular_depth: 7 in 4..=99;
    /// Singular extensions: plies by which the table's entry may be shallower than the node.
    singular_tt_depth: 3 in 0..=8;
    /// Singular extensions: depth of the search without the table's move, in percent.
    singular_search_depth: 50 in 20..=80;
    /// Singular extensions: by how much all other moves must be worse, in percent of a centipawn for each ply; twice
    /// as much off the principal variation.
    singular_margin: 100 in 20..=300;
    /// Singular extensions: further centipawns by which all other moves must be worse for a double extension.
    singular_double_margin: 20 in 0..=200;
    /// Singular extensions: most double extensions on the way from the root to a node.
    singular_double_limit: 6 in 0..=20;
    /// Negative extensions: plies off if the move is not singular and the table's score fails high; one less on the
    /// principal variation.
    negative_extension_fail_high: 2 in 1..=3;
    /// Negative extensions: plies off if the move is not singular and the node is a cut node.
    negative_extension_cut_node: 1 in 0..=3;
    /// Late move reductions: least depth; 99: never.
    lmr_depth: 2 in 2..=99;
    /// Late move reductions: base, in thousandths of a ply.
    lmr_base: 650 in 0..=2000;
    /// Late move reductions: divisor of the product of the logarithms of depth and move count, in thousandths.
    lmr_divisor: 1880 in 1000..=5000;
    /// Late move reductions: more at cut nodes, in 1024ths of a ply.
    lmr_cut_node: 1400 in 0..=3000;
    /// Late move reductions: less at nodes that are or were on a principal variation, in 1024ths of a ply.
    lmr_tt_pv: 900 in 0..=3000;
    /// Late move reductions: more if the position does not improve, in 1024ths of a ply.
    lmr_not_improving: 500 in 0..=2000;
    /// Late move reductions: more if the table has no move, in 1024ths of a ply.
    lmr_no_tt_move: 700 in 0..=2000;
    /// Late move reductions: more for quiet moves if the table's move is noisy, in 1024ths of a ply.
    lmr_noisy_tt_move: 700 in 0..=2000;
    /// Late move reductions: less for moves that give check, in 1024ths of a ply.
    lmr_check: 900 in 0..=3000;
    /// Late move reductions: more if more than `lmr_cutoff_count` nodes of the next ply have failed high (Stockfish:
    /// `cutoffCnt`), in 1024ths of a ply.
    lmr_cutoffs: 800 in 0..=2000;
    /// Late move reductions: see `lmr_cutoffs`.
    lmr_cutoff_count: 3 in 0..=20;
    /// Late move reductions: less for killers and countermoves, in 1024ths of a ply.
    lmr_refutation: 800 in 0..=2000;
    /// Late move reductions: less for captures that lose no material, in 1024ths of a ply.
    lmr_good_noisy: 1500 in 0..=4000;
    /// Late move reductions: history counts for one ply.
    lmr_history: 9000 in 3000..=40000;
    /// Late move reductions: centipawns above the best score from which a move is searched again one ply deeper.
    lmr_deeper_margin: 60 in 10..=200;
    /// Late move reductions: centipawns above the best score below which a move is searched again one ply shallower.
    lmr_shallower_margin: 8 in 0..=50;
    /// Late move reductions at the root: least depth; 99: never.
    root_lmr_depth: 3 in 2..=99;
    /// Late move reductions at the root: moves that are not reduced.
    root_lmr_moves: 2 in 1..=20;
    /// Late move reductions at the root: less than at other nodes, in 1024ths of a ply.
    root_lmr_base: 1024 in 0..=3000;
    /// Late move reductions at the root: less for moves that give check, in 1024ths of a ply.
    root_lmr_check: 1024 in 0..=3000;
    /// Hindsight adjustment: least reduction, in plies, after which a node is searched one ply deeper if the opponent's
    /// evaluation has not fallen; 99: never.
    hindsight_deeper: 3 in 1..=99;
    /// Hindsight adjustment: a reduced node is searched one ply shallower if the evaluations before and after the move,
    /// each from its side to move, sum to more than this, in centipawns.
    hindsight_shallower: 175 in 0..=1000;
    /// Aspiration windows: least depth; 99: never.
    aspiration_depth: 4 in 2..=99;
    /// Aspiration windows: half the width, in centipawns.
    aspiration_width: 14 in 4..=60;
    /// Aspiration windows: centipawns of the expected score that add one to half the width, not scaled.
    aspiration_score_divisor: 80 in 10..=400;
    /// Aspiration windows: growth of the width after each failure, in percent.
    aspiration_growth: 50 in 50..=200;
    /// Aspiration windows: half the width from which the window is opened on the side that failed, in centipawns, not
    /// scaled.
    aspiration_max: 1500 in 200..=4000;
    /// Aspiration windows: each fail high in a row lowers the depth by one ply, altogether at most by the iteration's
    /// depth divided by this.
    aspiration_fail_high_divisor: 3 in 1..=99;
    /// Aspiration windows: weight of the latest score in the expected one; that of the earlier scores is 1.
    aspiration_average: 2 in 1..=9;
    /// Quiescence search: margin of delta pruning, in centipawns.
    quiescence_margin: 180 in 50..=500;
    /// Quiescence search: plies after which a player may stand pat even if a capture is forced.
    quiescence_forced_plies: 10 in 0..=40;
    /// Quiescence search: plies after which only the best capture and recaptures are searched; always in crowded games.
    quiescence_wide_plies: 8 in 0..=40;
    /// Transposition table: scores are not used within this many plies of the draw by the move limit.
    tt_move_limit: 12 in 0..=40;
    /// Crowded games: a game is crowded if the square root of the ratio of its move count to the move count of chess is
    /// above this, in hundredths.
    crowded_scale: 200 in 0..=999;
    /// Crowded games: late move pruning searches this many captures at depth 0, and more with the square of the depth.
    crowded_late_captures: 3 in 1..=999;
    /// Move ordering: weight of the values of captured and promoted pieces in the score of a noisy move.
    noisy_value: 8 in 1..=64;
    /// Move ordering: greatest value of a captured piece, in centipawns, not scaled.
    noisy_value_max: 4000 in 500..=10000;
    /// Move ordering: divisor of the capture history in the score of a noisy move.
    noisy_history_divisor: 2 in 1..=64;
    /// Move ordering: a noisy move counts as good unless it loses more centipawns than its score divided by this.
    noisy_see_divisor: 32 in 8..=256;
    /// Move ordering: weight of the quiet history in the score of a quiet move.
    quiet_history: 2 in 0..=8;
    /// Move ordering: weight of the continuation history of the move one ply before.
    quiet_continuation_1: 2 in 0..=8;
    /// Move ordering: weight of the continuation history of the move two plies before.
    quiet_continuation_2: 1 in 0..=8;
    /// Move ordering: weight of the continuation history of the move four plies before.
    quiet_continuation_4: 1 in 0..=8;
    /// Correction history: weight, in percent; 0: off.
    correction_weight: 100 in 0..=250;
    /// Continuation history: weight of a bonus, in percent; 0: off.
    continuation_weight: 100 in 0..=250;
    /// Histories: bonus for each ply of depth.
    history_bonus_slope: 150 in 50..=400;
    /// Histories: what is subtracted from each bonus.
    history_bonus_base: 60 in 0..=400;
    /// Histories: the maximum bonus.
    history_bonus_max: 1820 in 200..=8000;
    /// Histories: centipawns above beta from which a best move earns the bonus of one more ply, not scaled.
    history_fail_high_margin: 80 in 0..=400;
    /// Histories: bonus for the move that led to a node where all moves failed low, in percent of the bonus for a best
    /// move; 0: none.
    prior_countermove_bonus: 100 in 0..=200;
    /// Histories: bonus for a move searched again at full depth, in percent of the bonus for a best move; 0: none.
    lmr_research_bonus: 100 in 0..=200;
    /// Histories: bonus for a quiet move by the drop of the opponent's evaluation, in percent of the centipawns.
    eval_delta_bonus: 300 in 0..=1000;
    /// Histories: the maximum bonus or malus by the change of an evaluation.
    eval_delta_bonus_max: 1500 in 0..=8000;
    /// Time: moves of a side that the clock has to last for, in addition to the moves by `time_length`.
    time_horizon: 13 in 5..=80;
    /// Time: moves added to the horizon, in percent of the usual length of a game in plies.
    time_length: 6 in 0..=50;
    /// Time: the maximum number of moves to the next time control that are planned for (at least the horizon). Later
    /// moves often need less time, or the game ends before them.
    time_moves_to_go: 26 in 10..=80;
    /// Time: part of the increment that is planned with, in percent.
    time_increment: 75 in 0..=100;
    /// Time: increments (with overheads) kept on the clock for moves that need more than usual. Iterations end later
    /// than planned, so planning with the whole increment would leave nothing in a long game.
    time_reserve: 5 in 0..=20;
    /// Time: the maximum for one move, in percent of the planned time.
    time_maximum: 500 in 100..=900;
    /// Time: the maximum for one move, in percent of the time left.
    time_left: 45 in 10..=80;
    /// Time: the maximum for the last move before a time control, in percent of the time left.
    time_last_move: 85 in 10..=95;
    /// Time: part of the planned time for the only legal move, in percent.
    time_single_move: 2 in 0..=100;
    /// Time: weight of the stability of the best move, in percent; 0: off.
    time_stability: 100 in 0..=200;
    /// Time: factor for a best move that has just changed, in percent.
    time_stability_base: 135 in 100..=250;
    /// Time: off that factor for each iteration since the best move changed, in percent.
    time_stability_slope: 8 in 0..=30;
    /// Time: most iterations that count for the stability.
    time_stability_max: 9 in 1..=20;
    /// Time: weight of the best move's share of the nodes, in percent; 0: off.
    time_nodes: 100 in 0..=200;
    /// Time: factor for a best move that took no nodes, in percent.
    time_nodes_base: 190 in 100..=400;
    /// Time: off that factor for a best move that took all nodes, in percent.
    time_nodes_slope: 140 in 0..=400;
    /// Time: least factor by the share of the nodes, in percent.
    time_nodes_min: 50 in 0..=100;
    /// Time: part of a root move's node count kept from iteration to iteration, in percent.
    time_nodes_kept: 50 in 0..=100;
    /// Time: weight of a falling score, in percent; 0: off.
    time_falling: 100 in 0..=200;
    /// Time: centipawns by which the score must fall to double the time, not scaled.
    time_falling_divisor: 200 in 50..=1000;
    /// Time: iterations back that the score is compared with.
    time_falling_iterations: 3 in 1..=10;
    /// Time: least factor by the fall of the score, in percent.
    time_falling_min: 80 in 0..=100;
    /// Time: greatest factor by the fall of the score, in percent.
    time_falling_max: 150 in 100..=300;
    /// Time: a forced win or loss ends the search at a depth of this many plies for each turn of its length.
    time_mate_slope: 2 in 1..=8;
    /// Time: plies added to the depth by `time_mate_slope`.
    time_mate_base: 6 in 0..=40;
}
