//! Tests of the search for mates, among them small tables, interruptions and brute force on random positions. The
//! integration test `mate_search` tests the search through the public interface.

use std::sync::Arc;

use super::*;
use kurier_rules::board::Square;
use kurier_rules::position::Outcome;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Catalogue, Definition, PieceType, Variant};
use kurier_rules::with_width;

/// White plays Qg6 and mates on the next move.
const QUIET_SACRIFICE: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";

fn chess(fen: &str) -> Position<1> {
    let definition = Catalogue::built_in().get("chess").expect("a built-in game");
    Position::from_fen(Arc::new(Variant::compile(definition)), fen).expect(fen)
}

/// Searches for a mate without a limit, and returns the result with the number of nodes.
fn prove(position: &Position<1>, moves: u32) -> (Proof, u64) {
    let mut interrupted = |_| false;
    let mut search = MateSearch::new(position, moves, &[], 1, &mut interrupted);
    let proof = search.run();
    let nodes = search.nodes();
    (proof, nodes)
}

fn spelled(position: &Position<1>, proof: &Proof) -> Vec<String> {
    let mut position = position.clone();
    let (_, line) = proof.win.as_ref().expect("a win");
    let spell = |turn: &Turn| {
        let text = position.spell(turn);
        position.play(turn);
        text
    };
    line.iter().map(spell).collect()
}

#[test]
fn a_quiet_sacrifice_is_found_at_once() {
    let position = chess(QUIET_SACRIFICE);
    let (proof, nodes) = prove(&position, 2);
    assert_eq!(spelled(&position, &proof)[0], "g3g6");
    assert_eq!((proof.win.map(|(moves, _)| moves), proof.no_win), (Some(2), 1));
    assert!(nodes < 5_000, "{nodes} nodes");
}

#[test]
fn a_win_by_a_bare_king_takes_as_many_moves_as_a_mate() {
    let definition = Catalogue::built_in().get("shatranj").expect("a built-in game");
    let fen = "2Q5/6k1/1P2p1p1/2R1K1Q1/4P3/7P/4P1P1/8 w - - 0 1";
    let position = Position::from_fen(Arc::new(Variant::compile(definition)), fen).expect(fen);
    let (proof, _) = prove(&position, 3);
    assert_eq!((spelled(&position, &proof)[0].as_str(), proof.no_win), ("c5c6", 2));
}

#[test]
fn a_table_of_four_entries_gives_the_same_proof() {
    let position = chess(QUIET_SACRIFICE);
    let mut interrupted = |_| false;
    let mut search = MateSearch::new(&position, 3, &[], 1, &mut interrupted);
    search.table = MateTable::with_buckets(1);
    assert_eq!(search.run().win.map(|(moves, _)| moves), Some(2));
    let ladder = chess("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    let mut search = MateSearch::new(&ladder, 3, &[], 1, &mut interrupted);
    search.table = MateTable::with_buckets(1);
    let proof = search.run();
    assert_eq!(
        (proof.win.as_ref().map(|(moves, _)| *moves), proof.no_win),
        (Some(2), 1)
    );
    assert_eq!(spelled(&ladder, &proof).len(), 3);
}

/// Returns a random position: a king for each side and a few other pieces, most of them White's. Returns `None` if the
/// position is not legal.
fn scattered<const W: usize>(variant: &Arc<Variant<W>>, random: &mut SplitMix64) -> Option<Position<W>> {
    let definition = &variant.definition;
    let squares: Vec<Square> = definition.shape.squares().collect();
    let types = definition.pieces.len() as u64;
    let mut placed: Vec<(Square, PieceType, Color)> = Vec::new();
    let mut place = |piece_type: PieceType, color: Color, random: &mut SplitMix64| {
        let square = squares[random.below(squares.len() as u64) as usize];
        if placed.iter().all(|(taken, ..)| *taken != square) {
            placed.push((square, piece_type, color));
        }
    };
    let king = definition.piece_types().find(|(_, piece)| piece.royal)?.0;
    Color::BOTH.iter().for_each(|color| place(king, *color, random));
    for _ in 0..3 + random.below(4) {
        let piece_type = PieceType(random.below(types) as u8);
        let color = if random.below(3) > 0 {
            Color::White
        } else {
            Color::Black
        };
        if !definition.piece(piece_type).royal {
            place(piece_type, color, random);
        }
    }
    let piece_on = |square| {
        let found = placed.iter().find(|(taken, ..)| *taken == square);
        found.map(|(_, piece_type, color)| (*piece_type, *color))
    };
    let fen = format!("{} w - - 0 1", definition.spell_placement(piece_on));
    let position = Position::from_fen(variant.clone(), &fen).ok()?;
    (position.outcome().is_none()).then_some(position)
}

/// Tests whether the side to move wins within a number of its own moves, by trying all turns.
fn wins<const W: usize>(position: &Position<W>, moves: u32) -> bool {
    let won = |outcome: Outcome| outcome.winner == Some(position.side());
    position.turns().iter().any(|turn| {
        let mut after = position.clone();
        after.play(turn);
        after.outcome().map_or_else(
            || {
                after.turns().iter().all(|answer| {
                    let mut next = after.clone();
                    next.play(answer);
                    next.outcome().map_or_else(|| moves > 1 && wins(&next, moves - 1), won)
                })
            },
            won,
        )
    })
}

/// Compares the search with brute force on random positions of one game. Returns how many of them are won.
fn agrees_with_brute_force<const W: usize>(definition: &Arc<Definition>, positions: usize) -> usize {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let random = &mut SplitMix64::new(5);
    let mut won = 0;
    let legal = std::iter::repeat_with(|| scattered(&variant, random)).flatten();
    for position in legal.take(positions) {
        let shortest = [1, 2].into_iter().find(|moves| wins(&position, *moves));
        let mut interrupted = |_| false;
        let mut search = MateSearch::new(&position, 2, &[], 1, &mut interrupted);
        let Proof { win, no_win } = search.run();
        let fen = position.fen();
        assert_eq!(
            win.as_ref().map(|(moves, _)| *moves),
            shortest,
            "{}: {fen}",
            definition.name
        );
        assert_eq!(
            no_win,
            shortest.map_or(2, |moves| moves - 1),
            "{}: {fen}",
            definition.name
        );
        let Some((moves, line)) = win else { continue };
        won += 1;
        let mut after = position.clone();
        for turn in &line {
            assert!(after.is_legal_turn(turn), "{}: {fen}: {line:?}", definition.name);
            after.play(turn);
        }
        let winner = after.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(Color::White), "{}: {fen}: {line:?}", definition.name);
        assert_eq!(
            line.len().div_ceil(2),
            moves as usize,
            "{}: {fen}: {line:?}",
            definition.name
        );
    }
    won
}

#[test]
fn the_search_agrees_with_brute_force_in_every_game() {
    let mut games = 0;
    for definition in Catalogue::built_in().menu() {
        // Trying all turns takes a long time on large boards.
        let positions = if definition.shape.area() > 100 { 4 } else { 40 };
        let won = with_width!(definition.shape, W => agrees_with_brute_force::<W>(definition, positions));
        println!("{}: {won} of {positions} won", definition.name);
        games += usize::from(won > 0);
    }
    assert!(games >= 15, "wins in {games} games only");
}

#[test]
fn an_interrupted_search_claims_nothing_false() {
    let position = chess(QUIET_SACRIFICE);
    let (_, needed) = prove(&position, 2);
    let mut proven = 0;
    for limit in 1..needed + 20 {
        let mut interrupted = |nodes| nodes >= limit;
        let mut search = MateSearch::new(&position, 2, &[], 1, &mut interrupted);
        let Proof { win, no_win } = search.run();
        assert!(no_win <= 1, "{limit}");
        if let Some((moves, line)) = win {
            assert_eq!((moves, position.spell(&line[0]).as_str()), (2, "g3g6"), "{limit}");
            proven += 1;
        }
    }
    assert!(proven > 0);
}

#[test]
fn only_the_wanted_turns_are_searched() {
    let position = chess("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    let wanted: Vec<Turn> = position
        .turns()
        .into_iter()
        .filter(|turn| position.spell(turn) == "b1b6")
        .collect();
    let mut interrupted = |_| false;
    let proof = MateSearch::new(&position, 2, &wanted, 1, &mut interrupted).run();
    assert_eq!(proof, Proof { win: None, no_win: 2 });
    let longer = MateSearch::new(&position, 3, &wanted, 1, &mut interrupted).run();
    let (moves, line) = longer.win.expect("a mate in three");
    assert_eq!((moves, line[0].clone()), (3, wanted[0].clone()));
}

#[test]
fn the_move_limit_counts() {
    // With two moves left before the limit there is time for a mate in two; with one move left there is not.
    let left = |halfmoves| format!("7k/8/8/8/8/8/R7/1R2K3 w - - {halfmoves} 80");
    let shortest = |fen: &str| prove(&chess(fen), 4).0.win.map(|(moves, _)| moves);
    assert_eq!(shortest(&left(97)), Some(2));
    assert_eq!(shortest(&left(98)), None);
}

#[test]
fn positions_that_have_occurred_twice_are_drawn() {
    let mut position = chess("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    let mut play = |text: &str| {
        let turns = position.turns();
        let turn = turns.into_iter().find(|turn| position.spell(turn) == text).expect(text);
        position.play(&turn);
    };
    // After b1b7, and also after a2a7, the black king has only one square. Both positions occur twice.
    for _ in 0..2 {
        let cycle = ["b1b7", "h8g8", "b7b1", "g8h8", "a2a7", "h8g8", "a7a2", "g8h8"];
        cycle.into_iter().for_each(&mut play);
    }
    let (proof, _) = prove(&position, 3);
    let first = &spelled(&position, &proof)[0];
    assert_eq!(proof.no_win, 2, "{first}");
    assert!(first != "b1b7" && first != "a2a7", "{first}");
}

#[test]
fn longer_mates_than_the_limit_are_not_claimed() {
    // A king and a rook need more than three moves here.
    let (proof, _) = prove(&chess("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), 3);
    assert_eq!(proof, Proof { win: None, no_win: 3 });
}
