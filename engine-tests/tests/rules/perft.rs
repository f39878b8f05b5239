//! The engine's perft counts, move lists and results agree with data from an independent implementation (in `data/`)
//! and with published tables.

use std::collections::{BTreeMap, BTreeSet};

use engine_tests::games::{definition, definitions, play};
use engine_tests::parallel::check_all;
use engine_tests::perft_data::{cases, games};
use kurier_engine::session::Board;

fn set_up(variant: &str, fen: &str) -> Board {
    let board = Board::from_fen(&definition(variant), fen);
    board.unwrap_or_else(|error| panic!("{variant}: {fen}: {error}"))
}

/// Asserts that a position has the expected result. If the data has no result, a draw is allowed, because perft ignores
/// draws.
fn assert_result(board: &Board, expected: Option<&str>) {
    let outcome = board.outcome();
    let agree = match expected {
        Some(expected) => outcome.is_some_and(|outcome| outcome.result() == expected),
        None => outcome.is_none_or(|outcome| outcome.winner.is_none()),
    };
    let (name, fen) = (&board.definition().name, board.fen());
    assert!(agree, "{name}: {fen}: {outcome:?} instead of {expected:?}");
}

/// Checks the perft count of every case, and the legal moves and the result of every position.
#[test]
fn cases_of_the_data_hold() {
    let mut cases = cases();
    assert_eq!(
        cases.iter().map(|case| &case.variant).collect::<BTreeSet<_>>().len(),
        14
    );
    // Start with the longest cases, so that all cores finish at about the same moment.
    cases.sort_by_key(|case| std::cmp::Reverse(case.nodes));
    check_all(&cases, |case| {
        let board = set_up(&case.variant, &case.fen);
        assert_eq!(
            board.perft(case.depth, 1).nodes,
            case.nodes,
            "{}: {}: depth {}",
            case.variant,
            case.fen,
            case.depth
        );
        assert_eq!(board.spelled_turns(), case.moves, "{}: {}", case.variant, case.fen);
        assert_result(&board, case.result.as_deref());
    });
}

#[test]
fn games_of_the_data_are_legal_and_end_as_they_ended() {
    let games = games();
    assert_eq!(games.len(), 140);
    check_all(&games, |game| {
        let mut board = Board::new(&definition(&game.variant));
        for turn in &game.moves {
            let spelled = play(&mut board, turn);
            let spelled = spelled.unwrap_or_else(|error| panic!("{}: {}: {error}", game.variant, board.fen()));
            assert_eq!(spelled, *turn, "{}: {}", game.variant, board.fen());
        }
        assert_eq!(board.fen(), game.final_fen, "{}", game.variant);
        assert_result(&board, game.result.as_deref());
    });
}

/// Perft counts of start positions from published tables and from this project's tables, starting with depth 1.
const FROM_THE_START: [(&str, &[u64]); 10] = [
    ("courier", &[26, 678, 18406, 500337, 14144849, 400324148]),
    ("chess", &[20, 400, 8902, 197281, 4865609, 119060324]),
    ("shatranj", &[16, 256, 4176, 68122, 1164248, 19864709]),
    (
        "leap",
        &[13, 169, 1126, 8001, 52184, 335094, 2014473, 12276680, 71779557],
    ),
    ("leap64", &[29, 841, 22595, 588303, 14040667]),
    ("de-la-dama", &[39, 1519, 60208, 2375769]),
    ("courierviii", &[24, 576, 14961]),
    ("metamachy", &[61, 3721, 233126]),
    ("wildebeest", &[45, 2025, 95829]),
    ("raumschach", &[61, 3615, 237316]),
];

/// Positions of Wildebeest Chess with castlings of all lengths, multi-steps, and captures en passant after steps over
/// one and over two squares. All counts, also for the start position, come from an independent program written from the
/// rules.
const WILDEBEEST: [(&str, [u64; 3]); 4] = [
    (
        "r4k4r/p1p1ppp1ppp/11/3P4P2/11/11/2p4p3/11/PP1PPPP1PPP/R4K4R w KQkq - 0 1",
        [47, 1988, 89867],
    ),
    (
        "r4k4r/1p1p3p1p1/11/P1P3P1P2/3p4p2/11/1p1p3p1p1/11/P1P3P1P1P/R4K4R b KQkq - 0 1",
        [49, 1839, 80825],
    ),
    (
        "rn3k3nr/ppp3wpppp/3c3q3/5P5/3Pp6/5p5/1b7C1/2N1W6/PP1PQ2PPPP/R4K3NR w KQkq e7e8 0 1",
        [70, 4738, 317289],
    ),
    (
        "5k4r/2P5P2/11/11/3pP6/3p7/11/11/4P3p2/R4K4R w KQk - 0 1",
        [43, 794, 28314],
    ),
];

#[test]
fn castlings_of_chosen_length_and_multi_steps_are_counted() {
    for (fen, counts) in WILDEBEEST {
        let board = set_up("wildebeest", fen);
        assert_eq!(board.fen(), fen);
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(board.perft(depth, 1).nodes, expected, "{fen}, depth {depth}");
        }
    }
}

#[test]
fn start_positions_hold_on_one_thread_and_on_several() {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    for (variant, counts) in FROM_THE_START {
        let board = Board::new(&definition(variant));
        for (depth, expected) in (1..).zip(counts) {
            let count = board.perft(depth, threads);
            assert_eq!(count.nodes, *expected, "{variant}, depth {depth}");
            let divided: BTreeMap<_, _> = count.spelled(&board).into_iter().collect();
            assert_eq!(divided.len(), count.divide.len(), "{variant}: a turn is counted twice");
            assert_eq!(
                divided.values().sum::<u64>(),
                *expected,
                "{variant}, depth {depth}: parts"
            );
            assert!(
                divided.keys().eq(board.spelled_turns().iter()),
                "{variant}: the parts are the legal turns"
            );
        }
    }
}

/// Checks the inventor's example game, which ends with mate in three moves.
#[test]
fn the_example_of_courier_viii_is_mate() {
    let mut board = Board::new(&definition("courierviii"));
    for turn in ["d3d4", "b8c6", "d1d3", "e7f6", "e3e4", "f6d4"] {
        assert!(board.outcome().is_none());
        play(&mut board, turn).expect("the example is legal");
    }
    let outcome = board.outcome().expect("the game is over");
    assert_eq!(
        (outcome.result(), outcome.reason),
        ("0-1", kurier_rules::position::Reason::Checkmate)
    );
}

#[test]
fn all_games_are_there() {
    let names: Vec<_> = definitions().iter().map(|definition| definition.name.clone()).collect();
    let expected = [
        "chess",
        "column-courier",
        "courier",
        "courierleapale",
        "courierviii",
        "de-la-dama",
        "furious-courier",
        "leap",
        "leap-multi",
        "leap-optional",
        "leap64",
        "leap64-multi",
        "leap64-optional",
        "shatranj",
    ];
    let sorted: BTreeSet<_> = names.iter().map(String::as_str).collect();
    assert_eq!(names.len(), sorted.len());
    assert!(expected.iter().all(|name| sorted.contains(name)), "{names:?}");
}
