//! Generates the positions of `data/tactics`: takes them from fast self-play games and proves each by an exhaustive
//! search that is independent of the engine's search. The engine's evaluation does not influence the choice.
//!
//! `cargo run --release -p engine-tests --bin tactics -- leap` prints the positions for one variant.

use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;
use std::sync::Arc;

use engine_tests::arrays::{array_of, board_field};
use engine_tests::games::{engine, search, with_new_counters};
use engine_tests::solver::Solver;
use engine_tests::tactics::Problem;
use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Engine};
use kurier_rules::board::Square;
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Color, Definition, PieceDefinition, Variant};
use kurier_rules::with_width;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The maximum number of games played.
const GAMES: u32 = 600;
/// The number of games in a batch. The games of a batch are played in parallel, and after each batch the positions are
/// counted.
const AT_ONCE: u32 = 100;
/// The maximum number of positions printed.
const WANTED: usize = 36;
/// The maximum number of positions kept of each [`Kind`].
const OF_EACH_KIND: usize = 12;
/// The lengths of wins that are kept, in moves of the winner.
const MOVES: std::ops::RangeInclusive<u32> = 2..=4;
/// The maximum number of solutions; positions with more solutions are too easy.
const MOST_BEST: usize = 3;
/// The maximum number of positions that a proof may visit on a one-word board (at most 64 squares). The limit is lower
/// for wider boards, which are slower.
const PROOF: u64 = 1_500_000;
/// The maximum length of a game, in turns.
const LONGEST: usize = 240;
/// The number of nodes searched per turn of the games.
const PLAY: u64 = 250;
/// One turn in this many is random, because without mistakes few games would end in a forced win.
const MISTAKE: u32 = 12;

/// Returns the number of nodes within which the engine must find a win in `moves` moves.
fn budget(moves: u32) -> u64 {
    match moves {
        2 => 100_000,
        3 => 200_000,
        _ => 400_000,
    }
}

/// The kind of a problem: the number of moves to the win, and how the game ends.
type Kind = (u32, &'static str);
type Found = BTreeMap<Kind, Vec<Problem>>;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let definition = match Catalogue::built_in().find(&name) {
        Ok(definition) => definition,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let found = with_width!(definition.shape, W => collect::<W>(&definition));
    for problem in choose(found) {
        println!("{problem}");
    }
    ExitCode::SUCCESS
}

/// Chooses the problems to print, with equal numbers of each kind if possible.
fn choose(mut found: Found) -> Vec<Problem> {
    let mut chosen = Vec::new();
    while chosen.len() < WANTED && found.values().any(|problems| !problems.is_empty()) {
        chosen.extend(found.values_mut().filter_map(Vec::pop));
    }
    chosen.truncate(WANTED);
    chosen.sort_by_key(|problem| (problem.moves, problem.end.clone(), problem.fen.clone()));
    chosen
}

fn collect<const W: usize>(definition: &Arc<Definition>) -> Found {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let mut found = Found::new();
    let mut known = HashSet::new();
    for first in (0..GAMES).step_by(AT_ONCE as usize) {
        let numbers = first..first + AT_ONCE;
        let problems: Vec<_> = numbers
            .into_par_iter()
            .map_init(
                || {
                    let board = Board::new(definition);
                    (engine(&board), board)
                },
                |(engine, board), number| problem_of_game(&variant, engine, board, number),
            )
            .collect();
        for (piece_type, problem) in problems.into_iter().flatten() {
            let same = found.entry(piece_type).or_default();
            if same.len() < OF_EACH_KIND && known.insert(problem.fen.clone()) {
                same.push(problem);
            }
        }
        let counts: Vec<_> = found
            .iter()
            .map(|(piece_type, problems)| (piece_type, problems.len()))
            .collect();
        eprintln!("{} games: {counts:?}", first + AT_ONCE);
        if found.values().map(Vec::len).sum::<usize>() >= WANTED {
            break;
        }
    }
    found
}

/// Plays a game and returns the longest forced win shortly before its end; `None` if there is no suitable forced win.
fn problem_of_game<const W: usize>(
    variant: &Arc<Variant<W>>,
    engine: &mut Engine,
    board: &mut Board,
    number: u32,
) -> Option<(Kind, Problem)> {
    let mut random = ChaCha8Rng::seed_from_u64(number.into());
    engine.new_game();
    let game = play_game(variant, engine, board, &mut random)?;
    // The winner is to move one ply before the end, three plies before the end, and so on.
    let before_the_end = MOVES.rev().map(|moves| 2 * moves as usize - 1);
    let mut positions = before_the_end.filter_map(|plies| game.get(game.len().checked_sub(plies + 1)?));
    positions.find_map(|position| problem(variant, position))
}

/// Plays a game and returns all its positions, including the final position; `None` if the game has no winner.
fn play_game<const W: usize>(
    variant: &Arc<Variant<W>>,
    engine: &mut Engine,
    board: &mut Board,
    random: &mut ChaCha8Rng,
) -> Option<Vec<Position<W>>> {
    let mut position = match random.random_range(0..3) {
        0 => Position::start(variant.clone()),
        _ => Position::from_fen(variant.clone(), &thinned(&variant.definition, random)).ok()?,
    };
    board.set_up(Some(&position.fen())).ok()?;
    let limits = Limits {
        nodes: Some(PLAY),
        ..Limits::default()
    };
    let opening = random.random_range(2..8);
    let mut game = vec![position.clone()];
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome.winner.map(|_| game);
        }
        if game.len() > LONGEST {
            return None;
        }
        let at_random = game.len() <= opening || random.random_range(0..MISTAKE) == 0;
        let turns = position.turns();
        let turn = match at_random {
            true => turns.choose(random)?.clone(),
            false => search(engine, board, &limits).turn?,
        };
        board.play(&turn).ok()?;
        position.play(&turn);
        game.push(position.clone());
    }
}

/// Returns the start position without most of its pieces. The number of pieces that are left is about the same in all
/// variants. In a variant that is won by promoting a set of pieces, the position may already have all but one or two of
/// the set.
fn thinned(definition: &Definition, random: &mut ChaCha8Rng) -> String {
    let mut squares = array_of(definition);
    let density = 64.0 / definition.shape.area().max(64) as f64;
    let share = density * random.random_range(0.15..0.6);
    let is = |letter: char, test: fn(&PieceDefinition) -> bool| {
        let piece_type = definition
            .pieces
            .iter()
            .find(|piece_type| piece_type.letter == letter.to_ascii_uppercase());
        piece_type.is_some_and(test)
    };
    let royal = |letter: char| is(letter, |piece_type| piece_type.royal);
    let pawn = |letter: char| is(letter, |piece_type| piece_type.pawn);
    let set = &definition.ends.promotion_set;
    let with_set = !set.is_empty() && random.random_bool(0.5);
    for color in Color::BOTH {
        let own = |letter: char| letter.is_alphabetic() && letter.is_ascii_uppercase() == (color == Color::White);
        let mut wanted: Vec<char> = set
            .iter()
            .flat_map(|(piece_type, number)| vec![definition.pieces[piece_type.index()].letter; *number as usize])
            .collect();
        wanted.shuffle(random);
        wanted.truncate(wanted.len().saturating_sub(random.random_range(1..=2)));
        if !with_set {
            wanted.clear();
        }
        let mut pieces: Vec<usize> = (0..squares.len())
            .filter(|square| own(squares[*square]) && !royal(squares[*square]))
            .collect();
        pieces.shuffle(random);
        for square in pieces {
            let letter = (!pawn(squares[square])).then(|| wanted.pop()).flatten();
            squares[square] = match letter {
                Some(letter) if color == Color::White => letter,
                Some(letter) => letter.to_ascii_lowercase(),
                None if random.random_bool(share) => squares[square],
                None => ' ',
            };
        }
        // With most of the set on the board, the player's pawns are advanced too, so that a promotion can come soon.
        if with_set {
            advance(definition, &mut squares, color, pawn);
        }
    }
    format!("{} w - - 0 1", board_field(definition, &squares))
}

/// Moves each pawn of a player two squares forward, if the target is empty and is not on the first or last rank. White
/// pawns may move again, because the loop reaches their target squares later.
fn advance(definition: &Definition, squares: &mut [char], color: Color, pawn: impl Fn(char) -> bool) {
    let shape = &definition.shape;
    let step = match color {
        Color::White => 2,
        Color::Black => -2,
    };
    for square in shape.squares().collect::<Vec<Square>>() {
        let letter = squares[square.index()];
        let own = letter.is_ascii_uppercase() == (color == Color::White);
        let (file, rank, level) = (shape.file(square), shape.rank(square), shape.level(square));
        let rank = i32::from(rank) + step;
        let inside = 0 < rank && rank + 1 < shape.ranks().into();
        let target = shape.square(file.into(), rank, level.into()).filter(|_| inside);
        if let Some(target) =
            target.filter(|target| own && pawn(letter.to_ascii_uppercase()) && squares[target.index()] == ' ')
        {
            squares.swap(square.index(), target.index());
        }
    }
}

/// Returns the problem that a position poses, and its kind; `None` if there is no suitable forced win.
fn problem<const W: usize>(variant: &Arc<Variant<W>>, position: &Position<W>) -> Option<(Kind, Problem)> {
    let fen = with_new_counters(&position.fen());
    let position = Position::from_fen(variant.clone(), &fen).ok()?;
    if position.turns().len() < 2 {
        return None;
    }
    let win = Solver::solve(&position, *MOVES.end(), PROOF / W as u64).ok()??;
    let wanted = MOVES.contains(&win.moves) && win.best.len() <= MOST_BEST && win.best.len() < position.turns().len();
    let problem = Problem {
        fen,
        moves: win.moves,
        best: win.best.iter().map(|turn| position.spell(turn)).collect(),
        nodes: budget(win.moves),
        end: win.end.text().to_owned(),
    };
    wanted.then_some(((win.moves, win.end.text()), problem))
}
