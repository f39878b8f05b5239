//! Positions of games, as the model reads them.

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

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The game it is from.
    pub game: u32,
    /// What White scored in that game, 0 to 1.
    pub result: f32,
    /// The score of the search in centipawns, from White's side.
    pub score: f32,
    /// See [`Trace::phase`].
    pub phase: f32,
    /// See [`Trace::scale`].
    pub scale: f32,
    /// See [`Trace::fixed`].
    pub fixed: f32,
    /// 1 if White is to move, else -1.
    pub side: f32,
    /// Where its counts begin in [`Dataset::counts`].
    counts: u32,
    /// Where its king attacks begin in [`Dataset::king_attacks`].
    king_attacks: u32,
}

/// The positions of some games.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The positions, those of one game together.
    pub samples: Vec<Sample>,
    /// Slots and how often they count, of all samples.
    counts: Vec<(u16, f32)>,
    /// Attacking colour, piece type, number of squares.
    king_attacks: Vec<(Color, u8, f32)>,
    /// By slot: how often a piece of either colour stood there.
    pub occupancy: Vec<f32>,
}

impl Dataset {
    /// Reads the quiet positions of games, of each game at most `max`, chosen at random. Unfinished games are skipped,
    /// and so is what follows an unreadable turn.
    pub fn new(definition: &Arc<Definition>, layout: &Layout, games: &[Game], max: usize) -> Self {
        with_width!(definition.shape, W => extract::<W>(definition, layout, games, max))
    }

    /// Returns the slots of a sample and how often they count.
    pub fn counts(&self, index: usize) -> &[(u16, f32)] {
        let end = self
            .samples
            .get(index + 1)
            .map_or(self.counts.len(), |next| next.counts as usize);
        &self.counts[self.samples[index].counts as usize..end]
    }

    /// Returns the attacks of a sample on the kings' squares: attacking colour, piece type, number of squares.
    pub fn king_attacks(&self, index: usize) -> &[(Color, u8, f32)] {
        let end = self
            .samples
            .get(index + 1)
            .map_or(self.king_attacks.len(), |next| next.king_attacks as usize);
        &self.king_attacks[self.samples[index].king_attacks as usize..end]
    }

    fn push(&mut self, layout: &Layout, trace: &Trace, sample: Sample) {
        self.samples.push(Sample {
            phase: trace.phase,
            scale: trace.scale,
            fixed: trace.fixed,
            side: if trace.side == Color::White { 1.0 } else { -1.0 },
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

fn extract<const W: usize>(definition: &Arc<Definition>, layout: &Layout, games: &[Game], max: usize) -> Dataset {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    // The weights matter only for what counts as won in the fixed part.
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
                    side: 0.0,
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
