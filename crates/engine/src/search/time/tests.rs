//! Tests of the time manager: bounds, reserves, pondering.

use super::super::MonotonicTime;
use super::*;

const HORIZON: u32 = 26;

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
    Limits {
        clock: Some(Clock {
            remaining: [ms(remaining), ms(1)],
            increment: [ms(increment), ms(0)],
            moves_to_go,
        }),
        ..Limits::default()
    }
}

#[test]
fn the_hard_bound_leaves_time_on_the_clock() {
    for remaining in [0, 1, 5, 20, 50, 100, 1_000, 60_000, 86_400_000] {
        for increment in [0, 10, 1_000, 60_000] {
            for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(100_000)] {
                for overhead in [0, 10, 30, 5_000] {
                    let limits = clock(remaining, increment, moves);
                    let Budget::Clock { soft, hard } =
                        Budget::new(&limits, Color::White, ms(overhead), HORIZON, &Parameters::default())
                    else {
                        panic!("a clock gives a clock budget");
                    };
                    assert!(soft <= hard);
                    assert!(hard <= ms(remaining));
                    let spare = ms(remaining).saturating_sub(hard);
                    assert!(
                        spare >= ms(overhead.min(remaining / 2)),
                        "{remaining} {increment} {moves:?} {hard:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn more_time_and_fewer_moves_give_longer_thinking() {
    let soft = |limits: Limits| match Budget::new(&limits, Color::White, ms(10), HORIZON, &Parameters::default()) {
        Budget::Clock { soft, .. } => soft,
        other => panic!("{other:?}"),
    };
    assert!(soft(clock(60_000, 0, None)) > soft(clock(10_000, 0, None)));
    assert!(soft(clock(60_000, 1_000, None)) > soft(clock(60_000, 0, None)));
    assert!(soft(clock(60_000, 0, Some(5))) > soft(clock(60_000, 0, Some(30))));
}

#[test]
fn a_reserve_outlasts_the_longest_game() {
    // Moves take longer than planned, because an iteration begun before the soft bound is finished after it.
    for (excess, horizon) in [(1.0, 26), (1.5, 26), (2.0, 26), (1.0, 17), (2.0, 17)] {
        let (increment, overhead) = (ms(20), ms(30));
        let mut left = ms(2_000);
        for turn in 0..500 {
            let limits = clock(left.as_millis() as u64, 20, None);
            let Budget::Clock { soft, hard } =
                Budget::new(&limits, Color::White, overhead, horizon, &Parameters::default())
            else {
                panic!("a clock gives a clock budget");
            };
            left = left - soft.mul_f64(excess).min(hard) + increment;
            assert!(
                left > (increment + overhead) * Parameters::default().time_reserve() as u32 / 2,
                "{left:?} after {turn} turns at {excess}"
            );
            let ample = hard > 2 * increment;
            assert!(
                ample,
                "{hard:?} for a turn that needs it, after {turn} turns at {excess}"
            );
        }
    }
}

#[test]
fn each_side_has_its_own_clock() {
    let limits = clock(60_000, 0, None);
    assert_ne!(
        Budget::new(&limits, Color::White, ms(0), HORIZON, &Parameters::default()),
        Budget::new(&limits, Color::Black, ms(0), HORIZON, &Parameters::default())
    );
}

#[test]
fn fixed_time_is_exact_less_the_overhead() {
    let limits = Limits {
        move_time: Some(ms(500)),
        ..Limits::default()
    };
    assert_eq!(
        Budget::new(&limits, Color::White, ms(30), HORIZON, &Parameters::default()),
        Budget::Exact(ms(470))
    );
    assert_eq!(
        Budget::new(
            &Limits::default(),
            Color::White,
            ms(30),
            HORIZON,
            &Parameters::default()
        ),
        Budget::Unlimited
    );
}

#[test]
fn pondering_stops_the_clock() {
    let time = MonotonicTime::default();
    let mut timer = Timer::start(&time, Budget::Exact(Duration::ZERO), true, None);
    assert!(!timer.hard_reached());
    timer.ponder_hit();
    assert!(timer.hard_reached());
}

#[test]
fn nodes_can_stand_for_time() {
    let time = MonotonicTime::default();
    let mut timer = Timer::start(&time, Budget::Exact(ms(20)), false, Some(50));
    timer.count(999);
    assert!(!timer.hard_reached());
    timer.count(1000);
    assert!(timer.hard_reached());
}

#[test]
fn unstable_searches_get_more_time() {
    let calm = TimeFactors {
        stability: 9,
        node_share: 0.95,
        score_drop: 0,
        single_move: false,
    };
    let wild = TimeFactors {
        stability: 0,
        node_share: 0.3,
        score_drop: 60,
        single_move: false,
    };
    let soft_bound_factor = |factors| soft_bound_factor(factors, &Parameters::default());
    assert!(soft_bound_factor(calm) < 0.7 && soft_bound_factor(wild) > 1.5);
    assert!(
        soft_bound_factor(TimeFactors {
            single_move: true,
            ..wild
        }) < 0.1
    );
}
