//! The parameters of the search. Each is declared once, with its name, default, range and meaning.
//!
//! In a normal build the parameters are constants. With the feature `tunable` each parameter is also a UCI option, for
//! tuning by games and for measuring how much Elo a search feature gains (one end of the parameter's range disables the
//! feature).
//!
//! Unless its description says "not scaled", a margin in centipawns is meant for an army as strong as the chess army
//! and is scaled to the variant (see [`Profile::margin`](super::profile::Profile::margin)). A cut node is one that is
//! expected to fail high; a position improves if the side to move is not in check, and two plies earlier was in check
//! or had a lower static evaluation.

mod declare;

pub use declare::Declaration;

declare::parameters! {
    /// Razoring: maximum depth; 0 disables it.
    razoring_depth: 4 in 0..=10;
    /// Razoring: margin below alpha at depth 0, in centipawns.
    razoring_base: 280 in 50..=600;
    /// Razoring: coefficient of the squared depth in the margin, in centipawns.
    razoring_slope: 190 in 50..=500;
    /// Reverse futility pruning: maximum depth; 0 disables it.
    rfp_depth: 9 in 0..=16;
    /// Reverse futility pruning: margin above beta, in centipawns for each ply of depth.
    rfp_slope: 107 in 30..=200;
    /// Reverse futility pruning: centipawns subtracted from the margin if the position improves.
    rfp_improving: 70 in 0..=200;
    /// Reverse futility pruning: centipawns subtracted from the margin if the opponent's last move lowered its own
    /// evaluation.
    rfp_opponent_worsening: 20 in 0..=150;
    /// Reverse futility pruning: 1 exempts positions that are or were on a principal variation; 0 prunes them too.
    rfp_not_tt_pv: 0 in 0..=1;
    /// Reverse futility pruning: nodes with an evaluation of this many centipawns or more are not pruned.
    rfp_eval_limit: 2500 in 500..=10000;
    /// Null move pruning: minimum depth; 99 disables it.
    nmp_depth: 3 in 1..=99;
    /// Null move pruning: centipawns by which the static evaluation must exceed beta at depth 0.
    nmp_margin: 120 in -100..=400;
    /// Null move pruning: centipawns subtracted from `nmp_margin` for each ply of depth.
    nmp_margin_slope: 20 in 0..=60;
    /// Null move pruning: base reduction, in 1024ths of a ply.
    nmp_base: 4096 in 1024..=7168;
    /// Null move pruning: reduction added for each ply of depth, in 1024ths of a ply.
    nmp_slope: 342 in 0..=700;
    /// Null move pruning: centipawns of evaluation above beta that add one ply of reduction.
    nmp_eval_divisor: 200 in 50..=600;
    /// Null move pruning: maximum reduction added for an evaluation above beta, in plies.
    nmp_eval_max: 3 in 0..=8;
    /// Null move pruning: minimum depth at which a second search verifies the result.
    nmp_verification_depth: 13 in 6..=99;
    /// Null move pruning: part of the verification search's depth in which null moves are disabled, in percent.
    nmp_verification_plies: 75 in 0..=100;
    /// ProbCut: minimum depth; 99 disables it.
    probcut_depth: 5 in 3..=99;
    /// ProbCut: margin above beta that the score of a capture or promotion must reach, in centipawns.
    probcut_margin: 200 in 50..=500;
    /// ProbCut: centipawns subtracted from the margin if the position improves.
    probcut_improving: 50 in 0..=200;
    /// ProbCut: plies by which the search that tests a move is shallower than the search of the node.
    probcut_reduction: 5 in 2..=8;
    /// ProbCut: the result is stored with the node's depth minus this many plies; a table entry of at least that depth
    /// prevents ProbCut if the entry's score is too low.
    probcut_tt_depth: 3 in 0..=6;
    /// Internal iterative reduction: minimum depth; 99 disables it.
    iir_depth: 4 in 2..=99;
    /// Late move pruning: maximum depth; 0 disables it.
    lmp_depth: 10 in 0..=16;
    /// Late move pruning: number of moves searched at depth 0, in hundredths of a move; halved if the position does not
    /// improve.
    lmp_base: 730 in 100..=2000;
    /// Late move pruning: coefficient of the squared depth in the number of moves searched, in hundredths of a move;
    /// halved if the position does not improve.
    lmp_slope: 200 in 30..=1000;
    /// Late move pruning and futility pruning: minimum depth at which quiet checks are still searched; 99 means never.
    quiet_check_depth: 1 in 1..=99;
    /// Futility pruning of captures: depth (after reductions) from which it no longer applies; 0 disables it.
    noisy_futility_depth: 7 in 0..=12;
    /// Futility pruning of captures: margin below alpha at depth 0, in centipawns.
    noisy_futility_base: 230 in 50..=600;
    /// Futility pruning of captures: centipawns added to the margin for each ply of depth (after reductions).
    noisy_futility_slope: 220 in 50..=500;
    /// Futility pruning of captures: history points that add one centipawn to the margin, not scaled.
    noisy_futility_history: 64 in 16..=1024;
    /// SEE pruning of captures: maximum depth; 0 disables it.
    see_noisy_depth: 10 in 0..=16;
    /// SEE pruning of captures: centipawns that a capture may lose for each ply of depth.
    see_noisy_slope: 120 in 30..=300;
    /// Futility pruning of quiet moves: depth (after reductions) from which it no longer applies; 0 disables it.
    futility_depth: 10 in 0..=14;
    /// Futility pruning of quiet moves: margin below alpha at depth 0, in centipawns.
    futility_base: 98 in 20..=400;
    /// Futility pruning of quiet moves: centipawns added to the margin for each ply of depth (after reductions).
    futility_slope: 136 in 30..=250;
    /// Futility pruning of quiet moves: history points that add one centipawn to the margin, not scaled.
    futility_history: 128 in 32..=1024;
    /// SEE pruning of quiet moves: depth (after reductions) from which it no longer applies; 0 disables it.
    see_quiet_depth: 10 in 0..=14;
    /// SEE pruning of quiet moves: coefficient of the squared depth (after reductions) in the number of centipawns that
    /// a move may lose.
    see_quiet_slope: 22 in 5..=80;
    /// Mate search: if a forced win within this many turns is known, quicker wins are searched for without pruning or
    /// reductions.
    mate_search_turns: 8 in 0..=40;
    /// Extensions: only nodes at plies below this multiple of the iteration's depth are extended.
    extension_limit: 2 in 1..=4;
    /// Singular extensions: minimum depth, one more on the principal variation; 99 disables them.
    singular_depth: 7 in 4..=99;
    /// Singular extensions: plies by which the table's entry may be shallower than the node.
    singular_tt_depth: 3 in 0..=8;
    /// Singular extensions: depth of the search without the table's move, as a percentage of the node's depth minus 1.
    singular_search_depth: 50 in 20..=80;
    /// Singular extensions: margin by which all other moves must score below the score in the table, in hundredths of a
    /// centipawn for each ply of depth; doubled off the principal variation.
    singular_margin: 100 in 20..=300;
    /// Singular extensions: margin, in centipawns on top of `singular_margin`, by which all other moves must be worse
    /// for a double extension.
    singular_double_margin: 20 in 0..=200;
    /// Singular extensions: maximum number of double extensions between the root and a node.
    singular_double_limit: 6 in 0..=20;
    /// Negative extensions: plies by which the depth of the table's move is reduced if this move is not singular and
    /// the table's score is at least beta. At nodes of the principal variation the reduction is one ply less.
    negative_extension_fail_high: 2 in 1..=3;
    /// Negative extensions: plies subtracted at a cut node if the table's move is not singular and the table's score is
    /// below beta.
    negative_extension_cut_node: 1 in 0..=3;
    /// Late move reductions: minimum depth; 99 disables them.
    lmr_depth: 2 in 2..=99;
    /// Late move reductions: the constant part of the base reduction, in thousandths of a ply.
    lmr_base: 650 in 0..=2000;
    /// Late move reductions: divisor, in thousandths, of the product of the logarithms of depth and move count. The
    /// quotient is added to `lmr_base`.
    lmr_divisor: 1880 in 1000..=5000;
    /// Late move reductions: amount added to the reduction at cut nodes, in 1024ths of a ply.
    lmr_cut_node: 1400 in 0..=3000;
    /// Late move reductions: amount subtracted from the reduction at nodes that are or were on a principal variation,
    /// in 1024ths of a ply.
    lmr_tt_pv: 900 in 0..=3000;
    /// Late move reductions: amount added to the reduction if the position does not improve, in 1024ths of a ply.
    lmr_not_improving: 500 in 0..=2000;
    /// Late move reductions: amount added to the reduction if the table has no legal move, in 1024ths of a ply.
    lmr_no_tt_move: 700 in 0..=2000;
    /// Late move reductions: amount added to the reduction of quiet moves if the table's move is noisy, in 1024ths of a
    /// ply.
    lmr_noisy_tt_move: 700 in 0..=2000;
    /// Late move reductions: amount subtracted from the reduction of moves that give check, in 1024ths of a ply.
    lmr_check: 900 in 0..=3000;
    /// Late move reductions: amount added to the reduction if more than `lmr_cutoff_count` nodes at the next ply have
    /// failed high (Stockfish: `cutoffCnt`), in 1024ths of a ply.
    lmr_cutoffs: 800 in 0..=2000;
    /// Late move reductions: `lmr_cutoffs` applies if more nodes than this have failed high at the next ply.
    lmr_cutoff_count: 3 in 0..=20;
    /// Late move reductions: amount subtracted from the reduction of killers and countermoves, in 1024ths of a ply.
    lmr_refutation: 800 in 0..=2000;
    /// Late move reductions: amount subtracted from the reduction of noisy moves that the move order counts as good, in
    /// 1024ths of a ply.
    lmr_good_noisy: 1500 in 0..=4000;
    /// Late move reductions: history points that lower the reduction by one ply.
    lmr_history: 9000 in 3000..=40000;
    /// Late move reductions: a move whose reduced search beats the best score by more centipawns than this is searched
    /// again one ply above full depth.
    lmr_deeper_margin: 60 in 10..=200;
    /// Late move reductions: a move whose reduced search beats the best score by fewer centipawns than this is searched
    /// again one ply below full depth.
    lmr_shallower_margin: 8 in 0..=50;
    /// Late move reductions at the root: minimum depth; 99 disables them.
    root_lmr_depth: 3 in 2..=99;
    /// Late move reductions at the root: number of moves, from the first, that are not reduced.
    root_lmr_moves: 2 in 1..=20;
    /// Late move reductions at the root: amount subtracted from the base reduction, in 1024ths of a ply.
    root_lmr_base: 1024 in 0..=3000;
    /// Late move reductions at the root: amount subtracted from the reduction of moves that give check, in 1024ths of a
    /// ply.
    root_lmr_check: 1024 in 0..=3000;
    /// Hindsight adjustment: minimum reduction, in plies, after which a node is searched one ply deeper if the
    /// opponent's last move has not lowered the opponent's own evaluation; 99 disables it.
    hindsight_deeper: 3 in 1..=99;
    /// Hindsight adjustment: a reduced node is searched one ply shallower if the evaluations before and after the
    /// opponent's last move, each from the point of view of its side to move, sum to more than this, in centipawns.
    hindsight_shallower: 175 in 0..=1000;
    /// Aspiration windows: minimum depth; 99 disables them.
    aspiration_depth: 4 in 2..=99;
    /// Aspiration windows: half the width of the first window of an iteration, in centipawns.
    aspiration_width: 14 in 4..=60;
    /// Aspiration windows: centipawns of the expected score that add one centipawn to half the width, not scaled.
    aspiration_score_divisor: 80 in 10..=400;
    /// Aspiration windows: growth of the width after each failure, in percent.
    aspiration_growth: 50 in 50..=200;
    /// Aspiration windows: if half the width exceeds this, the window is opened completely on the side that failed, in
    /// centipawns, not scaled.
    aspiration_max: 1500 in 200..=4000;
    /// Aspiration windows: each successive fail high lowers the depth by one ply, in total by at most the iteration's
    /// depth divided by this.
    aspiration_fail_high_divisor: 3 in 1..=99;
    /// Aspiration windows: weight of the latest score in the expected score, against 1 for the mean of the earlier
    /// scores.
    aspiration_average: 2 in 1..=9;
    /// Quiescence search: margin of delta pruning, in centipawns.
    quiescence_margin: 180 in 50..=500;
    /// Quiescence search: plies after which a player may stand pat even if a capture is forced.
    quiescence_forced_plies: 10 in 0..=40;
    /// Quiescence search: plies after which only the best capture and recaptures are searched; in crowded variants,
    /// from the first ply.
    quiescence_wide_plies: 8 in 0..=40;
    /// Transposition table: scores cause no cutoffs within this many plies of the draw by the move limit.
    tt_move_limit: 12 in 0..=40;
    /// Crowded variants: a variant is crowded if the square root of the ratio of its typical move count to the move
    /// count in chess exceeds this, in hundredths.
    crowded_scale: 200 in 0..=999;
    /// Crowded variants: move count from which late move pruning skips captures at depth 0; at greater depths the move
    /// count is multiplied by the squared depth plus 1.
    crowded_late_captures: 3 in 1..=999;
    /// Move ordering: weight of the values of captured and promoted pieces in the score of a noisy move.
    noisy_value: 8 in 1..=64;
    /// Move ordering: maximum value that counts for a captured piece, in centipawns, not scaled.
    noisy_value_max: 4000 in 500..=10000;
    /// Move ordering: divisor of the capture history in the score of a noisy move.
    noisy_history_divisor: 2 in 1..=64;
    /// Move ordering: a noisy move counts as good unless it loses more centipawns than its ordering score divided by
    /// this.
    noisy_see_divisor: 32 in 8..=256;
    /// Move ordering: weight of the quiet history in the score of a quiet move.
    quiet_history: 2 in 0..=8;
    /// Move ordering: weight, in the score of a quiet move, of the continuation history for the move one ply earlier.
    quiet_continuation_1: 2 in 0..=8;
    /// Move ordering: weight, in the score of a quiet move, of the continuation history for the move two plies earlier.
    quiet_continuation_2: 1 in 0..=8;
    /// Move ordering: weight, in the score of a quiet move, of the continuation history for the move four plies
    /// earlier.
    quiet_continuation_4: 1 in 0..=8;
    /// Correction history: weight of the correction, in percent; 0 disables it.
    correction_weight: 100 in 0..=250;
    /// Continuation history: weight of a bonus, in percent; 0 disables it.
    continuation_weight: 100 in 0..=250;
    /// Histories: bonus for each ply of depth.
    history_bonus_slope: 150 in 50..=400;
    /// Histories: amount subtracted from each bonus.
    history_bonus_base: 60 in 0..=400;
    /// Histories: the maximum bonus.
    history_bonus_max: 1820 in 200..=8000;
    /// Histories: a best move whose score exceeds beta by more centipawns than this earns the bonus of one more ply of
    /// depth, not scaled.
    history_fail_high_margin: 80 in 0..=400;
    /// Histories: bonus for the quiet move that led to a node where all moves failed low, as a percentage of the
    /// bonus for a best move; 0 disables it.
    prior_countermove_bonus: 100 in 0..=200;
    /// Histories: bonus or malus for a quiet move that is searched again at full depth after a reduced search, as
    /// a percentage of the bonus for a best move; 0 disables it.
    lmr_research_bonus: 100 in 0..=200;
    /// Histories: bonus for a quiet move, as a percentage of the centipawns by which the move improved the mover's
    /// evaluation; negative (a malus) if the move worsened it.
    eval_delta_bonus: 300 in 0..=1000;
    /// Histories: the maximum bonus or malus given by `eval_delta_bonus`.
    eval_delta_bonus_max: 1500 in 0..=8000;
    /// Time: base of the horizon, the number of moves that a side's clock must last for; `time_length` adds to the
    /// horizon.
    time_horizon: 13 in 5..=80;
    /// Time: number of moves added to the horizon, as a percentage of the typical length of a game in plies.
    time_length: 6 in 0..=50;
    /// Time: the maximum number of moves to the next time control that are planned for; if the horizon is greater, the
    /// horizon is the maximum. Later moves often need less time, or the game ends before they are played.
    time_moves_to_go: 26 in 10..=80;
    /// Time: part of the increment that the plan includes, in percent.
    time_increment: 75 in 0..=100;
    /// Time: number of increments (with overheads) kept on the clock for moves that need more time than usual.
    /// Iterations end later than planned, so a plan with the whole increment would use up the clock in a long game.
    time_reserve: 5 in 0..=20;
    /// Time: the maximum time for one move, as a percentage of the planned time.
    time_maximum: 500 in 100..=900;
    /// Time: the maximum time for one move, as a percentage of the time left.
    time_left: 45 in 10..=80;
    /// Time: the maximum time for the last move before a time control, as a percentage of the time left.
    time_last_move: 85 in 10..=95;
    /// Time: part of the planned time that is used if there is only one legal move, in percent.
    time_single_move: 2 in 0..=100;
    /// Time: weight of the best move's stability in the factor applied to the planned time, in percent; 0 disables it.
    time_stability: 100 in 0..=200;
    /// Time: factor applied to the planned time if the best move has just changed, in percent.
    time_stability_base: 135 in 100..=250;
    /// Time: amount subtracted from `time_stability_base` for each iteration since the best move changed, in percent.
    time_stability_slope: 8 in 0..=30;
    /// Time: the maximum number of iterations that count for the stability.
    time_stability_max: 9 in 1..=20;
    /// Time: weight of the best move's share of the nodes in the factor applied to the planned time, in percent; 0
    /// disables it.
    time_nodes: 100 in 0..=200;
    /// Time: factor applied to the planned time for a best move that took no nodes, in percent.
    time_nodes_base: 190 in 100..=400;
    /// Time: amount subtracted from `time_nodes_base` for a best move that took all nodes, in percent.
    time_nodes_slope: 140 in 0..=400;
    /// Time: the minimum factor derived from the share of the nodes, in percent.
    time_nodes_min: 50 in 0..=100;
    /// Time: part of a root move's node count kept from iteration to iteration, in percent.
    time_nodes_kept: 50 in 0..=100;
    /// Time: weight of a falling score in the factor applied to the planned time, in percent; 0 disables it.
    time_falling: 100 in 0..=200;
    /// Time: centipawns by which the score must fall to double the time (before `time_falling_max` limits the factor),
    /// not scaled.
    time_falling_divisor: 200 in 50..=1000;
    /// Time: the current score is compared with the score this many iterations earlier.
    time_falling_iterations: 3 in 1..=10;
    /// Time: the minimum factor derived from the fall of the score, in percent.
    time_falling_min: 80 in 0..=100;
    /// Time: the maximum factor derived from the fall of the score, in percent.
    time_falling_max: 150 in 100..=300;
    /// Time: a search on the clock that has found a forced win or loss ends when its depth exceeds this many plies for
    /// each turn of the win or loss, plus `time_mate_base`.
    time_mate_slope: 2 in 1..=8;
    /// Time: plies added to the product of `time_mate_slope` and the number of turns of a forced win or loss.
    time_mate_base: 6 in 0..=40;
}
