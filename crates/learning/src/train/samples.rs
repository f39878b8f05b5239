//! The positions of games in the form that a network evaluates.

use std::iter;
use std::sync::Arc;

use kurier_engine::eval::nnue::{Architecture, Features, OutputBuckets, View};
use kurier_engine::eval::{Evaluation, Weights};
use kurier_rules::board::Square;
use kurier_rules::position::{Piece, Position, Turn};
use kurier_rules::rules::{Color, Definition, PieceType, Variant};
use kurier_rules::with_width;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::symmetry::Symmetry;
use crate::archive::Game;
use crate::fit::model::sigmoid;
use crate::replay::{is_free, is_quiet, positions};

/// One position. Scores and results are from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The index of the game that the position is from.
    pub game: u32,
    /// The index of the turn that was played in the position.
    pub turn: u32,
    /// The result of the game for the side to move, from 0 to 1.
    pub result: f32,
    /// The target of the prediction, from 0 to 1: the result, unless [`Samples::set_targets`] has changed it.
    pub target: f32,
    /// The classical evaluation in centipawns.
    pub classical: f32,
    /// The side to move.
    pub side: Color,
    /// The orientation and king bucket of each colour's perspective.
    views: [View; 2],
    /// Whether the position is not from the game itself, but the image of a position of the game under a [`Symmetry`].
    pub augmented: bool,
    /// The output bucket of the position.
    bucket: u8,
    /// The number of pieces on the board, including kings; 0 until [`Samples::set_targets`] is called.
    pub pieces: u32,
    /// The index in [`Samples::inputs`] at which the inputs of this sample begin.
    inputs: u32,
}

/// The choice of positions, and the architecture of the network that evaluates them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The maximum number of positions per game, not counting images. The positions are chosen at random.
    pub per_game: usize,
    /// Whether to include positions in which a capture or promotion was best.
    pub noisy: bool,
    /// The architecture of the network.
    pub architecture: Architecture,
}

/// The positions of some games.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The positions, grouped by game.
    pub list: Vec<Sample>,
    /// The active inputs of all samples, in the order of the samples. Inputs are numbered from White's perspective with
    /// the king in the first bucket.
    inputs: Vec<u16>,
    /// Maps each input from White's perspective to the input, from Black's perspective, of the same piece on the same
    /// square.
    from_black: Vec<u16>,
}

impl Samples {
    /// Reads the quiet positions of games and, with [`Selection::noisy`], also noisy ones, and adds their images under
    /// the symmetries of the rules. Unfinished games and positions beyond [`longest_wait`] are skipped. A game with an
    /// unreadable turn is read up to this turn. `weights` are the weights of the classical evaluation that the network
    /// will correct.
    pub fn new(definition: &Arc<Definition>, weights: &Weights, games: &[Game], selection: Selection) -> Self {
        let features = Features::new(definition, selection.architecture.king_buckets);
        let mut from_black = vec![0; features.count_per_bucket()];
        for color in Color::BOTH {
            for piece_type in (0..definition.pieces.len()).map(|piece_type| PieceType(piece_type as u8)) {
                for square in (0..definition.shape.area()).map(Square::new) {
                    let piece = Piece { piece_type, color };
                    let [white, black] = Color::BOTH.map(|viewer| features.index(View::plain(viewer), piece, square));
                    from_black[white] = black as u16;
                }
            }
        }
        let mut samples = Self {
            list: Vec::new(),
            inputs: Vec::new(),
            from_black,
        };
        for part in with_width!(definition.shape, W => extract::<W>(definition, weights, &features, games, selection)) {
            for (sample, inputs) in part {
                let begin = samples.inputs.len() as u32;
                samples.list.push(Sample {
                    inputs: begin,
                    ..sample
                });
                samples.inputs.extend(inputs);
            }
        }
        samples
    }

    /// Returns the active inputs of a sample. Each input is a pair of numbers: from the perspective of the side to
    /// move, and from the perspective of its opponent.
    pub fn inputs(&self, index: usize) -> impl Iterator<Item = [usize; 2]> + Clone {
        let begin = self.list[index].inputs as usize;
        let end = self
            .list
            .get(index + 1)
            .map_or(self.inputs.len(), |next| next.inputs as usize);
        let Sample { side, views, .. } = self.list[index];
        let first = views.map(|view| usize::from(view.bucket) * self.from_black.len());
        self.inputs[begin..end].iter().map(move |input| {
            let from_white = usize::from(*input);
            let from_black = usize::from(self.from_black[from_white]);
            let [white, black] = [first[0] + from_white, first[1] + from_black];
            match side {
                Color::White => [white, black],
                Color::Black => [black, white],
            }
        })
    }

    /// Returns the output bucket of a sample.
    pub fn bucket(&self, index: usize) -> usize {
        self.list[index].bucket.into()
    }

    /// Sets each target to a weighted mean of the result of the game and of the results expected by all searches from
    /// the position to the end of the game. The weight of each search is `lambda` times the weight of the previous
    /// search. These targets are less noisy than the result, and more far-sighted than one search (*TD(λ)*: Sutton,
    /// 1988). Then the result is mixed in with the weight `results`, scaled by [`result_share`].
    ///
    /// `games` are the games from which the samples were read, `k` is the scale of the sigmoid in centipawns, and
    /// `pieces` is the number of pieces in the start position.
    pub fn set_targets(&mut self, games: &[Game], k: f32, lambda: f32, results: f32, pieces: usize) {
        let counts: Vec<u32> = (0..self.list.len()).map(|index| self.count(index) as u32).collect();
        for (sample, count) in self.list.iter_mut().zip(counts) {
            sample.pieces = count;
        }
        self.list.par_chunk_by_mut(|a, b| a.game == b.game).for_each(|of_game| {
            let Some(first) = of_game.first() else { return };
            let Some(game) = games.get(first.game as usize) else {
                return;
            };
            let Some(result) = game.result.score() else { return };
            // Expected results from White's point of view, computed from the last turn back.
            let mut targets = vec![result as f32; game.turns.len() + 1];
            let white_begins = (first.side == Color::White) == first.turn.is_multiple_of(2);
            for (number, (_, score)) in game.turns.iter().enumerate().rev() {
                let white = white_begins == number.is_multiple_of(2);
                let now = sigmoid(if white { *score } else { -score } as f32, k);
                targets[number] = (1.0 - lambda) * now + lambda * targets[number + 1];
            }
            for sample in of_game {
                let target = targets[sample.turn as usize];
                let share = results * result_share(sample.pieces as usize, pieces);
                let target = (1.0 - share) * target + share * result as f32;
                sample.target = match sample.side {
                    Color::White => target,
                    Color::Black => 1.0 - target,
                };
            }
        });
    }

    /// Returns the number of pieces on the board in a sample, including kings.
    pub fn count(&self, index: usize) -> usize {
        self.inputs(index).size_hint().0
    }
}

/// Returns the largest half-move clock, in plies, of positions to learn from. Closer to the move limit, the search
/// scales scores down too far for an evaluation to learn from these scores.
pub fn longest_wait(definition: &Definition) -> u32 {
    u32::from(definition.ends.move_limit) * 2 * 3 / 10
}

/// Returns the factor by which the weight of the result in a target is scaled: 0.2 if at least half of the pieces are
/// left, 1 if at most a fifth are left, linear in between. In the middlegame, the search reveals more about a position
/// than the result of the game does; in the endgame, only the result shows whether an advantage wins.
pub fn result_share(pieces: usize, at_start: usize) -> f32 {
    let left = pieces as f32 / at_start.max(1) as f32;
    1.0 - 0.8 * ((left - 0.2) / 0.3).clamp(0.0, 1.0)
}

/// The samples of one game with their active inputs.
type GameSamples = Vec<(Sample, Vec<u16>)>;

/// Reads the samples of each game, in parallel.
fn extract<const W: usize>(
    definition: &Arc<Definition>,
    weights: &Weights,
    features: &Features,
    games: &[Game],
    selection: Selection,
) -> Vec<GameSamples> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let evaluation = Evaluation::<W>::new(variant.clone(), Arc::new(weights.clone().into()));
    let buckets = OutputBuckets::new(definition, selection.architecture);
    let longest_wait = longest_wait(definition);
    let symmetries = Symmetry::of_rules(&variant, games);
    let of_position = |position: &Position<W>, sample: Sample| {
        let inputs = position.occupied().into_iter().filter_map(|square| {
            let piece = position.piece_at(square)?;
            Some(features.index(View::plain(Color::White), piece, square) as u16)
        });
        let classical = evaluation.evaluate_from_scratch(position) as f32;
        let views = Color::BOTH.map(|color| features.view(position, color));
        let sample = Sample {
            classical,
            views,
            bucket: buckets.of(position) as u8,
            ..sample
        };
        (sample, inputs.collect())
    };
    let of_game = |(number, game): (usize, &Game)| {
        let mut found = Vec::new();
        let Some(result) = game.result.score() else {
            return Vec::new();
        };
        let wanted = |position: &Position<W>, turn: &Turn, score| match selection.noisy {
            true => is_free(position, score),
            false => is_quiet(position, turn, score),
        };
        positions(&variant, game, wanted, |position, turn, _| {
            if position.halfmoves() > longest_wait {
                return;
            }
            let side = position.side();
            let result = if side == Color::White { result } else { 1.0 - result } as f32;
            let sample = Sample {
                game: number as u32,
                turn: turn as u32,
                result,
                target: result,
                classical: 0.0,
                side,
                views: Color::BOTH.map(View::plain),
                augmented: false,
                bucket: 0,
                pieces: 0,
                inputs: 0,
            };
            let images = symmetries.iter().filter_map(|symmetry| symmetry.of_position(position));
            let images = images.map(|image| {
                of_position(
                    &image,
                    Sample {
                        augmented: true,
                        ..sample
                    },
                )
            });
            found.push(
                iter::once(of_position(position, sample))
                    .chain(images)
                    .collect::<Vec<_>>(),
            );
        });
        found.shuffle(&mut ChaCha8Rng::seed_from_u64(number as u64));
        found.truncate(selection.per_game);
        found.into_iter().flatten().collect()
    };
    games.par_iter().enumerate().map(of_game).collect()
}
