//! Tests of whole searches, checked against the rules and a brute-force solver.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::*;
use crate::eval::{Evaluation, EvaluationSource};
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Variant};
use kurier_rules::with_width;

fn open<const W: usize>(game: &str) -> (Arc<Variant<W>>, Searcher<W>) {
    let definition = Catalogue::built_in().get(game).expect("a built-in game");
    let variant = Arc::new(Variant::compile(definition));
    let searcher = Searcher::new(
        variant.clone(),
        Settings {
            hash: 4,
            ..Settings::default()
        },
    );
    (variant, searcher)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn search<const W: usize>(searcher: &mut Searcher<W>, position: &Position<W>, limits: &Limits) -> (Best, Vec<Report>) {
    let mut reports = Vec::new();
    let mut best = searcher.run(position, limits, &Signals::default(), &mut |report| {
        reports.push(report.clone())
    });
    // The elapsed time differs from run to run; everything else must be reproducible.
    best.elapsed = Duration::ZERO;
    (best, reports)
}

/// Returns the turn chosen by a search, which must have found one.
fn played(best: &Best) -> Turn {
    best.turn.clone().expect("there is a legal turn")
}

/// Returns the legal turn that is spelt `text`.
fn turn<const W: usize>(position: &Position<W>, text: &str) -> Turn {
    let found = position.turns().into_iter().find(|turn| position.spell(turn) == text);
    found.unwrap_or_else(|| panic!("{text} is not legal in {}", position.fen()))
}

/// Returns whether the side to move can force a win within `turns` turns of both sides together, by trying all turns.
fn wins<const W: usize>(position: &Position<W>, turns: u32) -> bool {
    turns > 0
        && position.turns().iter().any(|turn| {
            let mut after = position.clone();
            after.play(turn);
            match after.outcome() {
                Some(outcome) => outcome.winner == Some(position.side()),
                None => {
                    turns > 2
                        && after.turns().iter().all(|answer| {
                            let mut next = after.clone();
                            next.play(answer);
                            match next.outcome() {
                                Some(outcome) => outcome.winner == Some(position.side()),
                                None => wins(&next, turns - 2),
                            }
                        })
                }
            }
        })
}

fn finds_the_win<const W: usize>(game: &str, fen: &str, moves: u32) {
    let (variant, mut searcher) = open::<W>(game);
    let position = Position::from_fen(variant, fen).expect(fen);
    assert!(wins(&position, 2 * moves - 1), "{game} {fen}: no win in {moves}");
    assert!(
        moves == 1 || !wins(&position, 2 * moves - 3),
        "{game} {fen}: a quicker win"
    );
    for depth in [5 * moves + 1, 5 * moves + 4] {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let (best, reports) = search(&mut searcher, &position, &limits);
        assert_eq!(mate_in(best.score), Some(moves as i32), "{game} {fen} depth {depth}");
        let mut after = position.clone();
        after.play(&played(&best));
        if moves > 1 {
            // With the table from the first search, the losing side must find that it is mated one move sooner.
            let (answer, _) = search(&mut searcher, &after, &limits);
            assert_eq!(
                mate_in(answer.score),
                Some(1 - moves as i32),
                "{game} {fen} after {best:?}"
            );
        } else {
            assert!(after.outcome().is_some(), "{game} {fen}");
        }
        assert_eq!(reports.last().map(|report| report.score), Some(best.score));
    }
}

#[test]
fn mates_are_found_at_the_right_distance() {
    finds_the_win::<1>("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1);
    finds_the_win::<1>("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2);
    finds_the_win::<1>("chess", "k7/7R/3K4/8/8/8/8/8 w - - 0 1", 3);
    finds_the_win::<2>("courier", "6k5/pR10/12/12/12/12/P11/R5K5 w - - 0 1", 1);
    finds_the_win::<2>("courier", "6k5/p11/12/12/12/12/P1R9/1R4K5 w - - 0 1", 2);
    finds_the_win::<1>("courierviii", "6k1/p7/8/8/8/8/P1R5/1R4K1 w - - 0 1", 2);
    finds_the_win::<2>("furious-courier", "11k/p11/12/12/12/12/P1R9/1R4K5 w - - 0 1", 2);
}

#[test]
fn having_no_moves_loses_where_the_rules_say_so() {
    // The queen moves to b6, or the sail to c6, and takes the last squares from the cornered king without giving check.
    finds_the_win::<2>("de-la-dama", "k11/12/12/12/12/12/12/1Q9K w - - 0 1", 1);
    finds_the_win::<1>("leap", "*k3*/6/1K4/6/4Q1/6/p5/*4* w - - 0 1", 1);
}

#[test]
fn special_wins_are_wins() {
    // The capture of the opponent's last piece other than the king wins.
    finds_the_win::<1>("leap-optional", "*1k2*/6/6/2p3/6/2Q3/6/*1K2* w - - 0 1", 1);
    // The ninth piece completes the set, which wins.
    let set = "6/6/6/6/6/5K|6/P5/6/6/6/6|6/6/6/6/6/6|AAAMMM/UU4/6/6/6/6|6/6/6/6/6/6|6/6/6/p5/6/5k w - - 0 1";
    finds_the_win::<4>("courierleapale", set, 1);
}

#[test]
fn a_king_can_be_taken_by_a_chain() {
    // The alfil captures on c4 and then, in the same turn, the king on e6.
    let fen = "*4*/6/4k1/p5/2p3/6/B5/*2K1* w - - 0 1";
    finds_the_win::<1>("leap-multi", fen, 1);
    let (variant, mut searcher) = open::<1>("leap-multi");
    let position = Position::from_fen(variant, fen).expect(fen);
    let (best, _) = search(&mut searcher, &position, &depth(3));
    assert_eq!(position.spell(&played(&best)), "a2c4e6");
}

#[test]
fn a_mate_on_the_last_move_before_the_limit_counts() {
    let (variant, mut searcher) = open::<1>("chess");
    let last = Position::from_fen(variant.clone(), "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90").expect("a FEN");
    assert_eq!(mate_in(search(&mut searcher, &last, &depth(4)).0.score), Some(1));
    let late = Position::from_fen(variant, "7k/8/8/8/8/8/R7/1R5K w - - 99 90").expect("a FEN");
    assert_eq!(search(&mut searcher, &late, &depth(6)).0.score, 0);
}

#[test]
fn perpetual_check_is_a_draw() {
    let (variant, mut searcher) = open::<1>("chess");
    let position = Position::from_fen(variant, "6k1/6p1/8/8/8/8/r1q3PP/4Q2K w - - 0 1").expect("a FEN");
    let (best, _) = search(&mut searcher, &position, &depth(14));
    assert_eq!(best.score, 0);
    assert_eq!(position.spell(&played(&best)), "e1e8");
}

#[test]
fn contempt_lowers_draws_for_the_side_that_searches_but_not_in_analysis() {
    let (variant, mut searcher) = open::<1>("chess");
    let at = |fen| Position::from_fen(variant.clone(), fen).expect("a FEN");
    let perpetual = at("6k1/6p1/8/8/8/8/r1q3PP/4Q2K w - - 0 1");
    // Black, to move, cannot escape from the perpetual check.
    let checked = at("4Q1k1/6p1/8/8/8/8/r1q3PP/7K b - - 1 1");
    for contempt in [25, -25] {
        searcher.configure(Settings {
            contempt,
            ..searcher.settings().clone()
        });
        for position in [&perpetual, &checked] {
            searcher.clear();
            assert_eq!(search(&mut searcher, position, &depth(12)).0.score, -contempt);
        }
        searcher.clear();
        let analysis = Limits {
            infinite: true,
            ..Limits::default()
        };
        let signals = Signals::default();
        let best = searcher.run(&perpetual, &analysis, &signals, &mut |report| {
            if report.depth == 12 {
                signals.stop();
            }
        });
        assert_eq!(best.score, 0);
    }
}

#[test]
fn searches_are_deterministic() {
    fn check<const W: usize>(game: &str) {
        let (variant, mut searcher) = open::<W>(game);
        let position = Position::start(variant);
        let first = search(&mut searcher, &position, &depth(6));
        searcher.clear();
        let second = search(&mut searcher, &position, &depth(6));
        assert_eq!(first.0, second.0, "{game}");
        searcher.clear();
        let third = search(&mut searcher, &position, &nodes(3_000));
        searcher.clear();
        assert_eq!(third.0, search(&mut searcher, &position, &nodes(3_000)).0, "{game}");
    }
    check::<1>("chess");
    check::<1>("leap-multi");
    check::<2>("de-la-dama");
}

#[test]
fn node_limits_are_exact() {
    let (variant, mut searcher) = open::<1>("leap64");
    let position = Position::start(variant);
    for limit in [1, 2, 511, 512, 513, 1_000, 4_321] {
        let (best, _) = search(&mut searcher, &position, &nodes(limit));
        assert_eq!(best.nodes, limit);
        assert!(best.turn.is_some());
    }
}

#[test]
fn a_search_stopped_in_its_first_iteration_reports_a_line() {
    fn check<const W: usize>(game: &str) {
        let (variant, mut searcher) = open::<W>(game);
        let position = Position::start(variant);
        for limit in [1, 2, 7] {
            let (best, reports) = search(&mut searcher, &position, &nodes(limit));
            let [report] = &reports[..] else {
                panic!("{game}, {limit} nodes: {} lines", reports.len());
            };
            assert_eq!(report.bound, Bound::Lower, "{game}, {limit} nodes");
            assert_eq!((report.pv.first(), report.score), (best.turn.as_ref(), best.score));
        }
    }
    check::<1>("chess");
    check::<4>("courierleapale");
}

#[test]
fn a_stopped_search_claims_no_loss_that_it_has_not_proven() {
    let (variant, mut searcher) = open::<1>("leap");
    let weights = EvaluationSource::Classical
        .load(&variant.definition)
        .expect("numbers of the game");
    searcher.set_evaluation(weights.into());
    let lost_in_four = "*4*/Q5/5n/4b1/6/1K3p/6/*1k2* w - - 0 1";
    let position = Position::from_fen(variant, lost_in_four).expect(lost_in_four);
    for limit in (5_000..20_000).step_by(250) {
        searcher.clear();
        let (best, _) = search(&mut searcher, &position, &nodes(limit));
        let claimed = mate_in(best.score);
        assert!(claimed.is_none_or(|mate| mate <= -4), "{limit} nodes: mate {claimed:?}");
    }
}

#[test]
fn multipv_lines_differ_and_are_sorted() {
    let (variant, mut searcher) = open::<2>("courier");
    searcher.configure(Settings {
        multipv: 4,
        ..searcher.settings().clone()
    });
    let position = Position::start(variant);
    let (best, reports) = search(&mut searcher, &position, &depth(5));
    for iteration in 1..=5 {
        let lines: Vec<_> = reports.iter().filter(|report| report.depth == iteration).collect();
        assert_eq!(lines.iter().map(|report| report.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "depth {iteration}");
        let first: std::collections::HashSet<_> = lines.iter().map(|report| &report.pv[0]).collect();
        assert_eq!(first.len(), 4);
    }
    assert_eq!(played(&best), reports[reports.len() - 4].pv[0]);
}

#[test]
fn lines_consist_of_whole_turns() {
    let (variant, mut searcher) = open::<1>("leap-multi");
    searcher.configure(Settings {
        multipv: 3,
        ..searcher.settings().clone()
    });
    let mut position = Position::start(variant);
    let mut chains = 0;
    for _ in 0..40 {
        let (best, reports) = search(&mut searcher, &position, &depth(4));
        for report in &reports {
            let mut board = position.clone();
            for turn in &report.pv {
                assert!(board.turns().contains(turn));
                board.play(turn);
            }
            assert!(!report.pv.is_empty());
        }
        let Some(turn) = best.turn else { break };
        assert!(position.turns().contains(&turn));
        chains += u32::from(turn.steps().len() > 1);
        position.play(&turn);
        if let Some(ponder) = best.ponder {
            assert!(position.turns().contains(&ponder));
        }
    }
    assert!(chains > 0, "no chain was played");
}

#[test]
fn only_the_wanted_turns_are_searched() {
    let (variant, mut searcher) = open::<1>("chess");
    let position = Position::start(variant);
    let (a, b) = (turn(&position, "a2a3"), turn(&position, "h2h4"));
    let only = Limits {
        only: vec![a.clone(), b.clone()],
        ..depth(4)
    };
    let (best, _) = search(&mut searcher, &position, &only);
    let best = played(&best);
    assert!(best == a || best == b);
    let except = Limits {
        except: vec![best.clone()],
        ..only
    };
    let (other, _) = search(&mut searcher, &position, &except);
    let other = played(&other);
    assert!(other != best && (other == a || other == b));
}

#[test]
fn a_finished_game_has_no_move() {
    let (variant, mut searcher) = open::<1>("chess");
    let mated = Position::from_fen(variant.clone(), "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1").expect("a FEN");
    let (best, reports) = search(&mut searcher, &mated, &depth(4));
    assert!(best.turn.is_none() && reports.is_empty());
    assert_eq!(best.score, -MATE);
    let stalemated = Position::from_fen(variant, "k7/2Q5/8/8/8/8/8/7K b - - 0 1").expect("a FEN");
    assert_eq!(search(&mut searcher, &stalemated, &depth(4)).0, Best::default());
}

#[test]
fn infinite_searches_and_pondering_end_on_their_signals() {
    let (variant, mut searcher) = open::<1>("chess");
    // A search without limits ends at the maximum depth, which it reaches soon if a mate is near. So the search without
    // limits begins from the start position.
    let start = Position::start(variant.clone());
    let near_mate = Position::from_fen(variant, "7k/8/8/8/8/8/R7/1R5K w - - 0 1").expect("a FEN");
    let mut until = |limits: Limits, signal: fn(&Signals)| {
        let position = if limits == Limits::default() {
            &start
        } else {
            &near_mate
        };
        let signals = Signals::default();
        thread::scope(|scope| {
            let running = scope.spawn(|| searcher.run(position, &limits, &signals, &mut |_| ()));
            thread::sleep(Duration::from_millis(40));
            assert!(!running.is_finished(), "{limits:?}");
            signal(&signals);
            let best = running.join().expect("no panic");
            assert!(best.turn.is_some());
        });
    };
    until(
        Limits {
            infinite: true,
            ..depth(2)
        },
        Signals::stop,
    );
    until(Limits::default(), Signals::stop);
    until(
        Limits {
            ponder: true,
            move_time: Some(Duration::ZERO),
            ..Limits::default()
        },
        Signals::ponder_hit,
    );
    until(
        Limits {
            ponder: true,
            ..depth(1)
        },
        Signals::ponder_hit,
    );
}

#[test]
fn a_short_mate_comes_before_the_usual_search_only_if_asked_for() {
    let (variant, mut searcher) = open::<1>("chess");
    let first = |limits: Limits| Limits {
        mate_first: true,
        ..limits
    };
    // The main search finds the quiet sacrifice late.
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let position = Position::from_fen(variant.clone(), fen).expect("a FEN");
    assert_eq!(mate_in(search(&mut searcher, &position, &depth(2)).0.score), None);
    let (best, reports) = search(&mut searcher, &position, &first(depth(2)));
    assert_eq!((mate_in(best.score), best.no_win), (Some(2), Some(1)));
    assert_eq!(position.spell(&played(&best)), "g3g6");
    assert_eq!((reports.len(), reports[0].pv.len()), (1, 3));
    // Turns other than the mate are searched as usual.
    let without = Limits {
        except: vec![played(&best)],
        ..first(nodes(3000))
    };
    assert_ne!(search(&mut searcher, &position, &without).0.turn, best.turn);
    // If there is no mate, nothing changes.
    let start = Position::start(variant);
    searcher.clear();
    let usual = search(&mut searcher, &start, &nodes(5000)).0;
    searcher.clear();
    assert_eq!(search(&mut searcher, &start, &first(nodes(5000))).0, usual);
}

#[test]
fn searching_ends_at_the_wanted_mate_and_before_the_flag() {
    let (variant, mut searcher) = open::<1>("chess");
    let position = Position::from_fen(variant.clone(), "7k/8/8/8/8/8/R7/1R5K w - - 0 1").expect("a FEN");
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    assert_eq!(mate_in(search(&mut searcher, &position, &limits).0.score), Some(2));
    let clock = Clock {
        remaining: [Duration::ZERO; 2],
        ..Clock::default()
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    assert!(
        search(&mut searcher, &Position::start(variant), &limits)
            .0
            .turn
            .is_some()
    );
}

/// A clock that advances by a millisecond whenever it is read.
#[derive(Default)]
struct Ticking(AtomicU64);

impl TimeSource for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn the_time_is_read_from_the_given_source_alone() {
    let (variant, _) = open::<1>("chess");
    let nodes = |millis| {
        let mut searcher = Searcher::with_time_source(
            Evaluation::built_in(variant.clone()),
            Settings::default(),
            Arc::<Ticking>::default(),
        );
        let limits = Limits {
            move_time: Some(Duration::from_millis(millis)),
            ..Limits::default()
        };
        search(&mut searcher, &Position::start(variant.clone()), &limits)
            .0
            .nodes
    };
    assert_eq!(nodes(60), nodes(60));
    assert!(nodes(60) > nodes(40));
}

#[test]
fn the_actual_table_size_is_reported() {
    let (_, mut searcher) = open::<1>("chess");
    assert_eq!(searcher.hash(), 4);
    searcher.configure(Settings {
        hash: 0,
        ..searcher.settings().clone()
    });
    assert_eq!(searcher.hash(), 1);
}

#[test]
fn a_search_with_three_threads_finds_the_win() {
    let (variant, mut searcher) = open::<1>("chess");
    searcher.configure(Settings {
        threads: 3,
        ..searcher.settings().clone()
    });
    let position = Position::from_fen(variant, "7k/8/8/8/8/8/R7/1R5K w - - 0 1").expect("a FEN");
    assert_eq!(mate_in(search(&mut searcher, &position, &depth(12)).0.score), Some(2));
}

#[test]
fn limited_strength_plays_legal_moves() {
    let (variant, mut searcher) = open::<1>("leap-multi");
    searcher.configure(Settings {
        elo: Some(*Settings::ELO.start()),
        ..searcher.settings().clone()
    });
    let position = Position::start(variant);
    let (best, reports) = search(&mut searcher, &position, &Limits::default());
    assert!(position.turns().contains(&played(&best)));
    assert!(best.nodes < 100 && reports.iter().all(|report| report.line == 1));
}

#[test]
fn the_last_line_begins_with_the_turn_that_is_played() {
    // A GUI or a referee takes the last line as the engine's evaluation of the turn that the engine plays.
    let (variant, mut searcher) = open::<1>("chess");
    let position = Position::start(variant);
    let mut agree = |elo: Option<u32>, multipv: usize, limits: Limits| {
        searcher.configure(Settings {
            elo,
            multipv,
            ..searcher.settings().clone()
        });
        let (best, reports) = search(&mut searcher, &position, &limits);
        let last = reports.iter().rfind(|report| report.line == 1).expect("a line");
        assert_eq!(last.pv.first(), best.turn.as_ref(), "{elo:?} {multipv} {limits:?}");
    };
    for round in 0..30 {
        agree(
            Some(*Settings::ELO.start() + 40 * round),
            1 + round as usize % 3,
            Limits::default(),
        );
        agree(None, 1 + round as usize % 3, nodes(50 + 37 * u64::from(round)));
    }
}

#[test]
fn every_game_can_be_played() {
    fn game<const W: usize>(name: &str) {
        let (variant, mut searcher) = open::<W>(name);
        let mut position = Position::start(variant);
        for _ in 0..40 {
            let (best, _) = search(&mut searcher, &position, &nodes(150));
            assert_eq!(
                best.turn.is_none(),
                position.variant_end().is_some() || position.turns().is_empty()
            );
            if position.outcome().is_some() {
                break;
            }
            let turn = played(&best);
            assert!(position.turns().contains(&turn), "{name} {}", position.fen());
            position.play(&turn);
        }
    }
    for definition in Catalogue::built_in().menu() {
        with_width!(definition.shape, W => game::<W>(&definition.name));
    }
}
