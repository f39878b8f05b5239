//! Tests of the evaluation against published knowledge about the variants, and of its consistency.

mod endgames;

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::prior::Values;
use super::{EvalState, Evaluation, LIMIT, Weights};
use kurier_rules::board::Shape;
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Definition, Variant};
use kurier_rules::with_width;

fn game(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("a built-in game")
}

/// Runs a check, generic over the board width, for every variant that menus list.
macro_rules! in_every_game {
    ($check:ident) => {
        for definition in Catalogue::built_in().menu() {
            with_width!(definition.shape, W => $check::<W>(Arc::new(Variant::compile(definition.clone()))));
        }
    };
}

/// Compares derived piece values with published ones, given in pawns by piece letter, within a relative tolerance.
fn compare(name: &str, published: &[(char, f64)], tolerance: f64) {
    let definition = game(name);
    let values = Values::new(&definition);
    for (letter, pawns) in published {
        let piece_type = definition
            .pieces
            .iter()
            .position(|piece| piece.letter == *letter)
            .expect("a letter of the game");
        let found = values.average(piece_type) as f64 / 100.0;
        println!("{name} {letter}: {found:.2}, published {pawns:.2}");
        assert!(
            (found / pawns).ln().abs() < tolerance.ln_1p(),
            "{name} {letter}: {found:.2} is not {pawns:.2}"
        );
    }
}

#[test]
fn values_are_near_the_published_ones() {
    compare(
        "chess",
        &[('P', 1.0), ('N', 3.1), ('B', 3.2), ('R', 5.0), ('Q', 9.5)],
        0.2,
    );
    // The values used by Courier players and by the inventor of Courier VIII are rough, so the tolerance is wider.
    let courier = [
        ('F', 2.0),
        ('E', 1.0),
        ('W', 1.5),
        ('M', 4.0),
        ('N', 4.0),
        ('B', 5.0),
        ('R', 8.0),
    ];
    compare("courier", &courier, 0.4);
    compare(
        "courierviii",
        &[('E', 5.0 / 3.0), ('N', 10.0 / 3.0), ('R', 5.0), ('C', 16.0 / 3.0)],
        0.3,
    );
}

#[test]
fn stronger_movement_is_worth_more() {
    let order = |name: &str, letters: &str| {
        let definition = game(name);
        let values = Values::new(&definition);
        let of = |letter| {
            definition
                .pieces
                .iter()
                .position(|p| p.letter == letter)
                .map(|piece_type| values.average(piece_type))
        };
        let found: Vec<_> = letters.chars().map(of).collect();
        assert!(found.is_sorted(), "{name} {letters} {found:?}");
    };
    order("courierleapale", "PIA");
    order("courierleapale", "LUQM");
    order("leap", "BRQ");
    order("furious-courier", "PGRQ");
    order("column-courier", "EGCR");
}

/// Plays random games and passes every position to `check`.
fn in_random_positions<const W: usize>(variant: &Arc<Variant<W>>, mut check: impl FnMut(&Position<W>)) {
    let mut random = ChaCha12Rng::seed_from_u64(7);
    for _ in 0..2 {
        let mut position = Position::start(variant.clone());
        for _ in 0..100 {
            check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            position.make(moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Creates the hand-crafted evaluation, without a network.
fn hand_crafted<const W: usize>(variant: Arc<Variant<W>>) -> Evaluation<W> {
    let weights = Weights::built_in(&variant.definition);
    Evaluation::new(variant, Arc::new(weights.into()))
}

fn state_follows_moves<const W: usize>(variant: Arc<Variant<W>>) {
    let evaluation = Evaluation::built_in(variant.clone());
    let mut state = EvalState::for_search();
    in_random_positions(&variant, |position| {
        if position.moves_made() == 0 {
            state.reset(&evaluation, position);
        } else {
            state.push(&evaluation, position.changes());
        }
        assert_eq!(
            state.psqt,
            EvalState::new(&evaluation, position).psqt,
            "{}",
            position.fen()
        );
        let score = evaluation.evaluate(position, &mut state);
        assert_eq!(score, evaluation.evaluate_from_scratch(position), "{}", position.fen());
    });
}

#[test]
fn incremental_state_equals_state_from_scratch() {
    in_every_game!(state_follows_moves);
}

/// Returns the FEN with colours exchanged and the board mirrored from rank to rank, and also from level to level if the
/// two sides start on opposite levels.
fn mirrored(shape: &Shape, fen: &str) -> String {
    let swap_case = |text: &str| -> String {
        let swap = |c: char| {
            if c.is_ascii_lowercase() {
                c.to_ascii_uppercase()
            } else {
                c.to_ascii_lowercase()
            }
        };
        text.chars().map(swap).collect()
    };
    let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
    let level = |text: &str| text.split('/').rev().collect::<Vec<_>>().join("/");
    let mut levels: Vec<String> = fields[0].split('|').map(level).collect();
    if shape.opposed_levels() {
        levels.reverse();
    }
    fields[0] = swap_case(&levels.join("|"));
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_string();
    let (own, other): (String, String) = swap_case(&fields[2]).chars().partition(char::is_ascii_uppercase);
    fields[2] = if fields[2] == "-" {
        "-".to_string()
    } else {
        own + &other
    };
    fields[3] = "-".to_string();
    fields.join(" ")
}

fn sees_both_sides_alike<const W: usize>(variant: Arc<Variant<W>>) {
    let evaluation = Evaluation::built_in(variant.clone());
    let score = |position: &Position<W>| evaluation.evaluate_from_scratch(position);
    let mut compared = 0;
    in_random_positions(&variant, |position| {
        assert!(score(position).abs() <= LIMIT);
        if position.chain().is_some() {
            return;
        }
        let fen = mirrored(&variant.definition.shape, &position.fen());
        if let Ok(mirror) = Position::from_fen(variant.clone(), &fen) {
            assert_eq!(score(position), score(&mirror), "{}\n{fen}", position.fen());
            compared += 1;
        }
    });
    assert!(compared > 30, "{} {compared}", variant.definition.name);
}

#[test]
fn the_mirrored_position_has_the_same_score() {
    in_every_game!(sees_both_sides_alike);
}

#[test]
fn the_turned_position_of_one_sided_pieces_has_the_same_score() {
    let text = "name = \"x\"\nstart = \"abra1kba/pppppppp/8/8/8/8/PPPPPPPP/ABK1ARBA w\"\n[board]\nfiles = 8\nranks = 8\n\
                [pieces]\nK = { name = \"King\", move = \"K\", royal = true }\nA = { name = \"A\", move = \"lWrFfrN\" }\n\
                B = { name = \"B\", move = \"lQcrR\" }\nR = { name = \"Rook\", move = \"R\" }\n\
                P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"RAB\" }\n";
    let definition = Definition::parse(text, "x.toml").unwrap_or_else(|error| panic!("{error}"));
    let variant = Arc::new(Variant::<1>::compile(Arc::new(definition)));
    let evaluation = hand_crafted(variant.clone());
    let mut compared = 0;
    in_random_positions(&variant, |position| {
        let fen = mirrored(&variant.definition.shape, &position.fen());
        let (board, rest) = fen.split_once(' ').expect("several fields");
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        let turned = Position::from_fen(variant.clone(), &format!("{} {rest}", rows.join("/"))).expect("a position");
        let scores = [position, &turned].map(|position| evaluation.evaluate_from_scratch(position));
        assert_eq!(scores[0], scores[1], "{}", position.fen());
        assert_eq!(
            position.legal_moves().len(),
            turned.legal_moves().len(),
            "{}",
            position.fen()
        );
        compared += 1;
    });
    assert!(compared > 30, "{compared}");
}

fn start_is_level<const W: usize>(variant: Arc<Variant<W>>) {
    // The true score of a start with unequal armies is unknown.
    let start = &variant.definition.start;
    if mirrored(&variant.definition.shape, start).split(' ').next() != start.split(' ').next() {
        return;
    }
    let evaluation = hand_crafted(variant.clone());
    let start = Position::start(variant);
    let score = evaluation.evaluate_from_scratch(&start);
    assert!(score.abs() < 100, "{}\n{}", start.fen(), evaluation.explain(&start));
}

#[test]
fn the_start_is_about_level() {
    in_every_game!(start_is_level);
}

fn score<const W: usize>(name: &str, fen: &str) -> i32 {
    let variant = Arc::new(Variant::<W>::compile(game(name)));
    let evaluation = hand_crafted(variant.clone());
    let position = Position::from_fen(variant, fen).expect("a sound FEN");
    evaluation.evaluate_from_scratch(&position)
}

#[test]
fn the_clock_does_not_change_the_evaluation() {
    let fresh = score::<1>("chess", "4k3/p7/8/8/8/8/8/RR2K3 w - - 0 1");
    let stale = score::<1>("chess", "4k3/p7/8/8/8/8/8/RR2K3 w - - 90 100");
    assert_eq!(fresh, stale);
}

#[test]
fn advanced_passed_pawns_count_more() {
    let at = |fen: &str| score::<1>("chess", fen);
    let far = at("4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    let near = at("4k3/8/8/8/8/P7/8/4K3 w - - 0 1");
    let stopped = at("4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1");
    let free = at("4k3/6p1/8/8/P7/8/8/4K3 w - - 0 1");
    assert!(far > near + 50 && free > stopped);
}

#[test]
fn promotion_is_expected_where_the_rules_allow_it() {
    let by_square = |definition: &Definition, squares: &str| -> Vec<i32> {
        let (pawn, _) = definition.piece_of_letter('P').expect("a pawn");
        let values = &Weights::prior(definition).pieces[pawn.index()].promotion_value;
        let value = |square| values[definition.shape.parse(square).expect("a square").index()];
        squares.split(' ').map(value).collect()
    };
    // In makruk, pawns are promoted on the sixth rank.
    let makruk = by_square(&game("makruk"), "a6 a8 a5 a4");
    assert!(makruk[0] == makruk[1] && makruk[0] > makruk[2] && makruk[2] > makruk[3] && makruk[3] > 0);
    // In grand chess, pawns may be promoted from the eighth rank on and must be promoted on the tenth.
    let grand = by_square(&game("grand"), "a10 a9 a8 a7 a6");
    assert!(grand[0] > grand[1] && grand[1] == grand[2] && grand[2] == grand[3] && grand[3] > grand[4]);
    // Promotion may be limited to one square, or be possible by any move that begins in the promotion zone.
    let chess = Catalogue::file_of("chess").expect("a built-in game");
    let with = |keys: &str| {
        let text = chess.replace("promotes-to = \"QRBN\"", &format!("promotes-to = \"QRBN\"\n{keys}"));
        let (rules, _) = text.split_once("[tests").unwrap_or((&text, ""));
        Definition::parse(rules, "chess.toml").expect("a sound definition")
    };
    let one_square = by_square(&with("promotes-in = [\"d8\"]"), "d8 d7 c7 b7 d6");
    assert!(one_square[0] > one_square[1] && one_square[1] > one_square[2] && one_square[2] > one_square[3]);
    assert!(
        one_square[1] > one_square[4] && one_square[4] > 0 && one_square[3] == 0,
        "{one_square:?}"
    );
    let leaving = by_square(
        &with("promotes-in = [\"d5\"]\npromotes-leaving = true\nmust-promote-from = \"never\""),
        "d5 d4 d6",
    );
    assert!(
        leaving[0] == leaving[1] && leaving[0] > 0 && leaving[2] == 0,
        "{leaving:?}"
    );
}

#[test]
fn the_explanation_ends_with_the_score() {
    let variant = Arc::new(Variant::<1>::compile(game("chess")));
    let evaluation = Evaluation::built_in(variant.clone());
    let start = Position::start(variant);
    let text = evaluation.explain(&start).to_string();
    let score = evaluation.evaluate_from_scratch(&start);
    let score = format!("score {score} for the side to move\n");
    assert!(text.ends_with(&score), "{text}");
    assert!(text.contains("material"));
    assert_eq!(text.contains("network"), cfg!(feature = "networks"));
}
