//! Endgames with a known result, which the engine plays out against itself: White must win, in one of the expected
//! ways, and before the game is drawn by rule.

use engine_tests::games::{definition, engine, search};
use engine_tests::parallel::check_all;
use kurier_engine::search::Limits;
use kurier_engine::session::Board;
use kurier_rules::position::{Outcome, Reason};
use kurier_rules::rules::Color;

/// The number of nodes per turn in easy endgames. In hard endgames it is [`HARD`].
const EASY: u64 = 4_000;
const HARD: u64 = 100_000;
/// The maximum length of a game, in turns.
const LONGEST: usize = 240;

/// An endgame that White wins.
struct Endgame {
    game: &'static str,
    /// The board field of a FEN; White is to move.
    board: &'static str,
    /// The accepted ways in which White may win.
    ends: &'static [Reason],
    nodes: u64,
}

const fn endgame(game: &'static str, board: &'static str, ends: &'static [Reason]) -> Endgame {
    Endgame {
        game,
        board,
        ends,
        nodes: EASY,
    }
}

/// Creates an endgame that needs more nodes per turn.
const fn hard(game: &'static str, board: &'static str, ends: &'static [Reason]) -> Endgame {
    Endgame {
        nodes: HARD,
        ..endgame(game, board, ends)
    }
}

const MATE: &[Reason] = &[Reason::Checkmate];
/// The ways to win in variants in which a stalemated side loses.
const NO_LEGAL_MOVES: &[Reason] = &[Reason::Checkmate, Reason::Stalemate];
const BARE: &[Reason] = &[Reason::BareKing];
const BARE_OR_NO_LEGAL_MOVES: &[Reason] = &[Reason::BareKing, Reason::Checkmate, Reason::Stalemate];

const ENDGAMES: &[Endgame] = &[
    // Rooks and other pieces that can mate with the help of their king.
    endgame("chess", "8/8/8/4k3/8/8/8/R3K3", MATE),
    endgame("chess", "8/8/8/2k5/8/8/8/3QK3", MATE),
    endgame("chess", "4k3/8/4K3/4P3/8/8/8/8", MATE),
    endgame("column-courier", "12/12/12/5k6/12/12/12/R4K6", MATE),
    // The king is too late to stop the pawn.
    endgame("column-courier", "12/12/12/7k4/12/P11/12/5K6", MATE),
    endgame("de-la-dama", "12/12/12/5k6/12/12/12/R4K6", NO_LEGAL_MOVES),
    endgame("de-la-dama", "12/12/12/5k6/12/12/12/3Q1K6", NO_LEGAL_MOVES),
    endgame("furious-courier", "12/12/12/5k6/12/12/12/R4K6", NO_LEGAL_MOVES),
    endgame("furious-courier", "12/12/12/5k6/12/12/12/3Z1KC5", NO_LEGAL_MOVES),
    endgame("courierviii", "8/8/8/3k4/8/8/8/C3K3", MATE),
    endgame("courierviii", "8/8/8/3k4/8/8/8/R3K3", MATE),
    endgame("courierviii", "8/8/8/4K3/4P3/8/8/4k3", MATE),
    endgame(
        "courierleapale",
        "6/6/6/6/6/6|6/6/6/6/6/6|6/6/6/6/6/2MKM1|6/6/6/2k3/6/6|6/6/6/6/6/6|6/6/6/6/6/6",
        MATE,
    ),
    endgame(
        "courierleapale",
        "6/6/6/6/6/3K2|6/6/6/6/6/6|6/6/6/2k3/6/6|6/6/6/6/6/QHG3|6/6/6/6/6/6|6/6/6/6/6/6",
        MATE,
    ),
    hard("chess", "4k3/8/8/8/8/8/8/2B1KB2", MATE),
    hard("de-la-dama", "12/12/12/5k6/12/12/12/3SSK6", NO_LEGAL_MOVES),
    // A rook's pawn against a king in front of it is a draw in chess, but wins in variants in which a stalemated side
    // loses.
    hard("de-la-dama", "12/1k10/12/P2K8/12/12/12/12", NO_LEGAL_MOVES),
    hard("furious-courier", "12/1k10/12/P2K8/12/12/12/12", NO_LEGAL_MOVES),
    // Capturing the last piece bares the king and wins.
    endgame("courier", "12/12/12/5k6/4m7/12/12/R4K5R", BARE_OR_NO_LEGAL_MOVES),
    endgame("courier", "12/12/12/5k6/4f7/12/12/R4K6", BARE_OR_NO_LEGAL_MOVES),
    endgame("shatranj", "8/8/8/3k4/3q4/8/8/R3K3", BARE_OR_NO_LEGAL_MOVES),
    endgame("shatranj", "8/8/8/3k4/3n4/8/8/R3K2R", BARE_OR_NO_LEGAL_MOVES),
    // The side that captures the enemy's pawn bares the king and wins.
    endgame("shatranj", "8/8/3k4/p7/P7/3K4/8/8", BARE),
    endgame("leap", "*4*/6/2k3/3p2/6/6/2Q1R1/*1K2*", BARE_OR_NO_LEGAL_MOVES),
    endgame("leap", "*4*/6/2k3/2p3/2P3/1P4/6/*1K1N*", BARE_OR_NO_LEGAL_MOVES),
    endgame("leap-optional", "*4*/6/2k3/3p2/6/6/2Q1R1/*1K2*", BARE_OR_NO_LEGAL_MOVES),
    endgame(
        "leap-optional",
        "*4*/6/2k3/2p3/2P3/1P4/6/*1K1N*",
        BARE_OR_NO_LEGAL_MOVES,
    ),
    endgame("leap-multi", "*4*/6/2k3/3p2/6/6/2Q1R1/*1K2*", BARE_OR_NO_LEGAL_MOVES),
    endgame("leap64", "8/3k4/3p4/8/8/8/2N5/R2QK3", BARE_OR_NO_LEGAL_MOVES),
    endgame("leap64-optional", "8/3k4/3p4/8/8/8/2N5/R2QK3", BARE_OR_NO_LEGAL_MOVES),
    endgame("leap64-multi", "8/3k4/3p4/8/8/8/2N5/R2QK3", BARE_OR_NO_LEGAL_MOVES),
];

/// Plays an endgame to its end, and returns the outcome and the number of turns.
fn play_out(endgame: &Endgame) -> (Outcome, usize) {
    let definition = definition(endgame.game);
    let fen = format!("{} w - - 0 1", endgame.board);
    let limits = Limits {
        nodes: Some(endgame.nodes),
        ..Limits::default()
    };
    // Each side has its own engine, so that the sides do not share a transposition table.
    let mut board = Board::from_fen(&definition, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut players = [engine(&board), engine(&board)];
    for turns in 0..LONGEST {
        if let Some(outcome) = board.outcome() {
            return (outcome, turns);
        }
        let best = search(&mut players[turns % 2], &board, &limits).turn;
        let turn = best.unwrap_or_else(|| panic!("no move in {}", board.fen()));
        board.play(&turn).expect("the engine's turns are legal");
    }
    panic!("{}: no end of {fen}: {}", endgame.game, board.fen());
}

#[test]
fn won_endgames_are_won() {
    check_all(ENDGAMES, |endgame| {
        let (outcome, turns) = play_out(endgame);
        let Endgame { game, board, ends, .. } = endgame;
        println!("{game} {board}: {} after {turns} turns", outcome.reason.text());
        assert_eq!(outcome.winner, Some(Color::White), "{game} {board}: {outcome:?}");
        assert!(ends.contains(&outcome.reason), "{game} {board}: {outcome:?}");
    });
}
