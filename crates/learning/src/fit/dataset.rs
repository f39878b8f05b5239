//! The positions of games in the form that the fitted model evaluates.

use std::sync::Arc;

use kurier_engine::eval::{Evaluation, Term, Trace};
use kurier_rules::rules::{Color, Definition, Variant};
use kurier_rules::with_width;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::layout::Layout;
use crate::archive::Game;
use crate::replay::quiet_positions;

/// One position. Scores and results are from White's point of view.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The index of the game that the position is from.
    pub game: u32,
    /// White's result in the game, from 0 to 1.
    pub result: f32,
    /// The score of the search in centipawns, from White's point of view.
    pub score: f32,
    /// The weight of the middlegame scores, see [`Trace::phase`].
    pub phase: f32,
    /// The factor on the terms, see [`Trace::scale`].
    pub scale: f32,
    /// The part of the evaluation that is not fitted, see [`Trace::fixed`].
    pub fixed: f32,
    /// How often the tempo counts, see [`Trace::tempo`].
    pub tempo: f32,
    /// The index in [`Dataset::counts`] at which the counts of this sample begin.
    counts: u32,
    /// The index in [`Dataset::king_attacks`] at which the attacks of this sample begin.
    king_attacks: u32,
}

/// The positions of some games.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The positions, grouped by game.
    pub samples: Vec<Sample>,
    /// The slots (see [`super::layout`]) of all samples, in the order of the samples. Each slot has a coefficient:
    /// White's count minus Black's.
    counts: Vec<(u16, f32)>,
    /// The attacks on squares around the kings in all samples, in the order of the samples. Each entry consists of the
    /// attacking colour, the piece type and the number of attacked squares.
    king_attacks: Vec<(Color, u8, f32)>,
    /// How often a piece of either colour stood on the square of each slot of the piece-square tables.
    pub occupancy: Vec<f32>,
}

impl Dataset {
    /// Reads the quiet positions of games: at most `max` of each game, chosen at random. Unfinished games are skipped.
    /// A game with an unreadable turn is read up to this turn.
    pub fn new(definition: &Arc<Definition>, layout: &Layout, games: &[Game], max: usize) -> Self {
        with_width!(definition.shape, W => extract::<W>(definition, layout, games, max))
    }

    /// Returns the slots of the sample at `index`, with their coefficients.
    pub fn counts(&self, index: usize) -> &[(u16, f32)] {
        let end = self
            .samples
            .get(index + 1)
            .map_or(self.counts.len(), |next| next.counts as usize);
        &self.counts[self.samples[index].counts as usize..end]
    }

    /// Returns the attacks on squares around the kings in the sample at `index`, each as the attacking colour, the
    /// piece type and the number of attacked squares.
    pub fn king_attacks(&self, index: usize) -> &[(Color, u8, f32)] {
        let end = self
            .samples
            .get(index + 1)
            .map_or(self.king_attacks.len(), |next| next.king_attacks as usize);
        &self.king_attacks[self.samples[index].king_attacks as usize..end]
    }

    /// Adds a position. The game, result and score are taken from `sample`, all other fields from `trace`.
    fn push(&mut self, layout: &Layout, trace: &Trace, sample: Sample) {
        self.samples.push(Sample {
            phase: trace.phase,
            scale: trace.scale,
            fixed: trace.fixed,
            tempo: trace.tempo,
            counts: self.counts.len() as u32,
            king_attacks: self.king_attacks.len() as u32,
            ..sample
        });
        self.occupancy.resize(layout.slots(), 0.0);
        let mut counts: Vec<(u16, f32)> = Vec::with_capacity(trace.counts.len());
        for (term, count) in &trace.counts {
            let Some(slot) = layout.slot(*term) else { continue };
            if matches!(term, Term::Psqt(..)) {
                self.occupancy[slot] += 1.0;
            }
            counts.push((slot as u16, *count));
        }
        counts.sort_unstable_by_key(|(slot, _)| *slot);
        let merged = counts.chunk_by(|a, b| a.0 == b.0).map(|same| {
            let total: f32 = same.iter().map(|(_, count)| count).sum();
            (same[0].0, total)
        });
        self.counts.extend(merged.filter(|(_, count)| *count != 0.0));
        for color in Color::BOTH {
            let attacks = trace.king_attacks[color.index()].iter();
            let noted = attacks.map(|(piece_type, count)| (color, piece_type.0, *count));
            self.king_attacks.extend(noted.filter(|(_, _, count)| *count != 0.0));
        }
    }

    /// Appends the positions of another data set.
    fn append(mut self, other: Self) -> Self {
        let (counts, king_attacks) = (self.counts.len() as u32, self.king_attacks.len() as u32);
        self.samples.extend(other.samples.into_iter().map(|sample| Sample {
            counts: sample.counts + counts,
            king_attacks: sample.king_attacks + king_attacks,
            ..sample
        }));
        self.counts.extend(other.counts);
        self.king_attacks.extend(other.king_attacks);
        self.occupancy
            .resize(self.occupancy.len().max(other.occupancy.len()), 0.0);
        self.occupancy
            .iter_mut()
            .zip(other.occupancy)
            .for_each(|(sum, more)| *sum += more);
        self
    }
}

/// Traces the evaluation of the quiet positions of all games, in parallel.
fn extract<const W: usize>(definition: &Arc<Definition>, layout: &Layout, games: &[Game], max: usize) -> Dataset {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    // The model multiplies traces by the weights being fitted. The base weights only decide which endings the fixed
    // part of the evaluation treats as won.
    let evaluation = Evaluation::<W>::new(variant.clone(), Arc::new(layout.base().clone().into()));
    let parts: Vec<Dataset> = games
        .par_iter()
        .enumerate()
        .map(|(number, game)| {
            let mut part = Dataset::default();
            let Some(result) = game.result.score() else {
                return part;
            };
            let mut quiet = Vec::new();
            quiet_positions(&variant, game, |position, _, score| {
                quiet.push((evaluation.trace(position), score))
            });
            quiet.shuffle(&mut ChaCha8Rng::seed_from_u64(number as u64));
            quiet.truncate(max);
            for (trace, score) in quiet {
                let sample = Sample {
                    game: number as u32,
                    result: result as f32,
                    score: score as f32,
                    phase: 0.0,
                    scale: 0.0,
                    fixed: 0.0,
                    tempo: 0.0,
                    counts: 0,
                    king_attacks: 0,
                };
                part.push(layout, &trace, sample);
            }
            part
        })
        .collect();
    parts.into_iter().fold(Dataset::default(), Dataset::append)
}
