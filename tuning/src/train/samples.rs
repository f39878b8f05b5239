//! Positions of games as a network sees them.

use std::iter;
use std::sync::Arc;

use kurier::board::Square;
use kurier::eval::nnue::Features;
use kurier::eval::{Evaluation, Weights};
use kurier::position::{Piece, Position};
use kurier::rules::{Color, Definition, PieceType, Variant};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::symmetry::Symmetry;
use crate::archive::Game;
use crate::at_width;
use crate::fit::model::chance;
use crate::replay::quiet_positions;

/// One position; all scores are from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The game it is from.
    pub game: u32,
    /// The number of the turn that was played there.
    pub turn: u32,
    /// What came of it, 0 to 1.
    pub result: f32,
    /// What is to be foretold, 0 to 1: first the result, see [`Samples::take_aim`].
    pub aim: f32,
    /// What the hand-made evaluation says, in centipawns.
    pub by_hand: f32,
    /// Whose turn it is.
    pub side: Color,
    /// Whether this is the image of a position under a [`Symmetry`] of the rules, which did not itself occur.
    pub image: bool,
    /// Where its pieces begin in [`Samples::pieces`].
    men: u32,
}

/// The positions of some games.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The positions, those of one game together.
    pub list: Vec<Sample>,
    /// The inputs that are there, as White sees them.
    men: Vec<u16>,
    /// By input as White sees it: the same piece as Black sees it.
    seen_by_black: Vec<u16>,
}

impl Samples {
    /// Reads the quiet positions of games and their images: of each game at most `most`, drawn by lot, besides images.
    /// Games that were not finished, and what cannot be read in others, are left out. `weights`: the hand-made evaluation
    /// that the scores of the games are to be compared with.
    pub fn new(definition: &Arc<Definition>, weights: &Weights, games: &[Game], most: usize) -> Self {
        let features = Features::new(definition);
        let mut seen_by_black = vec![0; features.count()];
        for color in Color::BOTH {
            for piece_type in (0..definition.pieces.len()).map(|piece_type| PieceType(piece_type as u8)) {
                for square in (0..definition.shape.area()).map(Square::new) {
                    let piece = Piece { piece_type, color };
                    let [white, black] = Color::BOTH.map(|viewer| features.index(viewer, piece, square));
                    seen_by_black[white] = black as u16;
                }
            }
        }
        let mut samples = Self {
            list: Vec::new(),
            men: Vec::new(),
            seen_by_black,
        };
        for part in at_width!(definition, extract(definition, weights, &features, games, most)) {
            for (sample, men) in part {
                let begin = samples.men.len() as u32;
                samples.list.push(Sample { men: begin, ..sample });
                samples.men.extend(men);
            }
        }
        samples
    }

    /// The inputs of a sample as the side to move sees them and as the other does.
    pub fn inputs(&self, index: usize) -> impl Iterator<Item = [usize; 2]> + Clone {
        let begin = self.list[index].men as usize;
        let end = self
            .list
            .get(index + 1)
            .map_or(self.men.len(), |next| next.men as usize);
        let white = self.list[index].side == Color::White;
        self.men[begin..end].iter().map(move |man| {
            let (seen_by_white, seen_by_black) =
                (usize::from(*man), usize::from(self.seen_by_black[usize::from(*man)]));
            if white {
                [seen_by_white, seen_by_black]
            } else {
                [seen_by_black, seen_by_white]
            }
        })
    }

    /// Aims at what the searches of all later turns said, each `lambda` times as much as the one before, and at last
    /// at the result: less a matter of luck than the result, and farther sighted than one search (*TD(λ)*: Sutton,
    /// 1988). `unit`: centipawns for which the chance is e to 1. `games` are those that the samples are from.
    pub fn take_aim(&mut self, games: &[Game], unit: f32, lambda: f32) {
        self.list.par_chunk_by_mut(|a, b| a.game == b.game).for_each(|of_game| {
            let Some(game) = of_game.first().and_then(|sample| games.get(sample.game as usize)) else {
                return;
            };
            let Some(result) = game.result.score() else { return };
            // From White's side, from the end.
            let mut aims = vec![result as f32; game.turns.len() + 1];
            let white_begins = game.fen.split(' ').nth(1) == Some("w");
            for (number, (_, score)) in game.turns.iter().enumerate().rev() {
                let white = white_begins == number.is_multiple_of(2);
                let now = chance(if white { *score } else { -score } as f32, unit);
                aims[number] = (1.0 - lambda) * now + lambda * aims[number + 1];
            }
            for sample in of_game {
                let aim = aims[sample.turn as usize];
                sample.aim = if sample.side == Color::White { aim } else { 1.0 - aim };
            }
        });
    }

    /// The number of pieces of a sample.
    pub fn count(&self, index: usize) -> usize {
        self.inputs(index).size_hint().0
    }
}

type Extract = Vec<(Sample, Vec<u16>)>;

fn extract<const W: usize>(
    definition: &Arc<Definition>,
    weights: &Weights,
    features: &Features,
    games: &[Game],
    most: usize,
) -> Vec<Extract> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let evaluation = Evaluation::<W>::with_weights(variant.clone(), weights.clone());
    let symmetries = Symmetry::of_rules(&variant, games);
    let of_position = |position: &Position<W>, sample: Sample| {
        let men = position.occupied().into_iter().filter_map(|square| {
            let piece = position.piece_at(square)?;
            Some(features.index(Color::White, piece, square) as u16)
        });
        let by_hand = evaluation.evaluate(position, &evaluation.accumulate(position)) as f32;
        (Sample { by_hand, ..sample }, men.collect())
    };
    let of_game = |(number, game): (usize, &Game)| {
        let mut found = Vec::new();
        let Some(result) = game.result.score() else {
            return Vec::new();
        };
        quiet_positions(&variant, game, |position, turn, _| {
            let side = position.side();
            let result = if side == Color::White { result } else { 1.0 - result } as f32;
            let sample = Sample {
                game: number as u32,
                turn: turn as u32,
                result,
                aim: result,
                by_hand: 0.0,
                side,
                image: false,
                men: 0,
            };
            let images = symmetries.iter().filter_map(|symmetry| symmetry.of_position(position));
            let images = images.map(|image| of_position(&image, Sample { image: true, ..sample }));
            found.push(
                iter::once(of_position(position, sample))
                    .chain(images)
                    .collect::<Vec<_>>(),
            );
        });
        found.shuffle(&mut SmallRng::seed_from_u64(number as u64));
        found.truncate(most);
        found.into_iter().flatten().collect()
    };
    games.par_iter().enumerate().map(of_game).collect()
}
