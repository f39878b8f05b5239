//! The parameters of a fit, and the weights that they determine.
//!
//! A *slot* is a pair of weights, middlegame and endgame, of a term that is linear in the evaluation. Each slot of a
//! piece-square table is a sum of *factors*: of the piece type, the rank, the level, the pair of mirrored files, the
//! file, and the single square. All factors but the last are shared with other squares, so sparse data moves whole
//! ranks before it moves single squares. Every factor has a width in centipawns, the standard deviation of its Gaussian
//! prior: how far the weight may plausibly differ from the weight that the fit starts from.

use kurier_engine::eval::{PieceWeights, Tapered, Term, Weights};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Definition, PieceType};

/// The maximum number of factors of a slot.
const MAX_FACTORS: usize = 6;
/// Marks an unused entry in the list of a slot's factors.
const NONE: u32 = u32::MAX;

/// The widths of factors in centipawns, see the module documentation.
mod width {
    /// The part of the width of a piece value that is proportional to the value, as a fraction of the value.
    pub const VALUE_PART: f32 = 0.4;
    /// The constant part of the width of a piece value: the width for a piece whose value is 0.
    pub const VALUE: f32 = 30.0;
    pub const RANK: f32 = 20.0;
    pub const LEVEL: f32 = 20.0;
    /// The width of the factor of two files that mirror each other.
    pub const FILES: f32 = 20.0;
    pub const FILE: f32 = 8.0;
    pub const SQUARE: f32 = 8.0;
    pub const MOBILITY: f32 = 4.0;
    pub const KING_ATTACK: f32 = 8.0;
    pub const TEMPO: f32 = 10.0;
}

/// A pair of numbers: one for the middlegame and one for the endgame.
pub type Pair = [f32; 2];

/// The slots and factors of one variant.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The weights that the fit starts from.
    base: Weights,
    shape: Shape,
    /// The factors of each slot, padded with [`NONE`].
    factors: Vec<[u32; MAX_FACTORS]>,
    /// The width of each factor, in centipawns.
    widths: Vec<f32>,
}

/// The parameters of the fit, as differences from the base weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// The difference of each factor, in units of its width.
    pub factors: Vec<Pair>,
    /// The difference of the weight of king attacks of each piece type, in units of its width.
    pub king_attacks: Vec<f32>,
    /// The difference of the tempo bonus, in units of its width.
    pub tempo: f32,
}

/// The weights that follow from [`Parameters`], in floating point, or the gradient of the loss with respect to these
/// weights.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelWeights {
    /// The pair of weights of each slot, in centipawns.
    pub slots: Vec<Pair>,
    /// The weight of king attacks of each piece type, in units of attack per attacked square.
    pub king_attacks: Vec<f32>,
    /// The tempo bonus, in centipawns.
    pub tempo: f32,
}

impl Parameters {
    /// Returns all parameters in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = f32> {
        let factors = self.factors.iter().flatten();
        factors.chain(&self.king_attacks).copied().chain([self.tempo])
    }

    /// Returns mutable references to all parameters in the order of [`Self::iter`].
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let factors = self.factors.iter_mut().flatten();
        factors.chain(&mut self.king_attacks).chain([&mut self.tempo])
    }
}

impl Layout {
    /// Creates the layout for a variant whose fit starts from `base`.
    pub fn new(definition: &Definition, base: Weights) -> Self {
        let shape = definition.shape.clone();
        let (mut factors, mut widths) = (Vec::new(), Vec::new());
        let mut factor = |width: f32| {
            widths.push(width);
            widths.len() as u32 - 1
        };
        for (piece, piece_type) in definition.pieces.iter().zip(&base.pieces) {
            let average = (piece_type.value.mid + piece_type.value.end) as f32 / 2.0;
            let value = match piece.royal {
                true => NONE,
                false => factor(width::VALUE_PART * average + width::VALUE),
            };
            let mut line = |count: u8, width: f32| -> Vec<u32> { (0..count).map(|_| factor(width)).collect() };
            let ranks = line(shape.ranks(), width::RANK);
            let pairs = line(shape.files().div_ceil(2), width::FILES);
            let files = line(shape.files(), width::FILE);
            let levels = match shape.levels() {
                1 => vec![NONE],
                levels => line(levels, width::LEVEL),
            };
            for square in (0..shape.area()).map(Square::new) {
                factors.push([
                    value,
                    ranks[shape.rank(square) as usize],
                    pairs[shape.file(square).min(shape.files() - 1 - shape.file(square)) as usize],
                    files[shape.file(square) as usize],
                    levels[shape.level(square) as usize],
                    factor(width::SQUARE),
                ]);
            }
        }
        let mut single = |width: f32| factors.push([factor(width), NONE, NONE, NONE, NONE, NONE]);
        definition.pieces.iter().for_each(|_| single(width::MOBILITY));
        Term::SHARED
            .iter()
            .filter_map(|term| term.spread())
            .for_each(&mut single);
        Self {
            base,
            shape,
            factors,
            widths,
        }
    }

    /// Returns the weights that the fit starts from.
    pub fn base(&self) -> &Weights {
        &self.base
    }

    /// Returns the number of squares of the board, including holes.
    pub fn area(&self) -> usize {
        self.shape.area()
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        self.factors.len()
    }

    /// Returns the slot of a term, or `None` for terms in which the evaluation is not linear.
    pub fn slot(&self, term: Term) -> Option<usize> {
        let (piece_types, area) = (self.base.pieces.len(), self.shape.area());
        match term {
            Term::Psqt(PieceType(piece_type), square) => Some(piece_type as usize * area + square.index()),
            Term::Mobility(PieceType(piece_type)) => Some(piece_types * area + piece_type as usize),
            Term::KingAttack(_) => None,
            other => {
                let place = Term::SHARED.iter().position(|term| *term == other)?;
                Some(piece_types * (area + 1) + place)
            }
        }
    }

    /// Returns the parameters that leave all weights at their base values.
    pub fn start(&self) -> Parameters {
        Parameters {
            factors: vec![[0.0; 2]; self.widths.len()],
            king_attacks: vec![0.0; self.base.pieces.len()],
            tempo: 0.0,
        }
    }

    /// Returns the base weights of all slots in order.
    fn base_slots(&self) -> impl Iterator<Item = Tapered> {
        let terms = &self.base.terms;
        let places = self
            .base
            .pieces
            .iter()
            .flat_map(|piece_type| piece_type.psqt.iter().map(|place| piece_type.value + *place));
        let mobility = self.base.pieces.iter().map(|piece_type| piece_type.mobility);
        let shared = Term::SHARED.iter().filter_map(|term| terms.get(*term));
        places.chain(mobility).chain(shared)
    }

    /// Computes the weights that follow from parameters.
    pub fn model_weights(&self, parameters: &Parameters) -> ModelWeights {
        let slots = self.base_slots().zip(&self.factors).map(|(base, factors)| {
            let mut pair = [base.mid as f32, base.end as f32];
            for factor in factors.iter().filter(|factor| **factor != NONE) {
                let moved = parameters.factors[*factor as usize];
                let width = self.widths[*factor as usize];
                pair[0] += width * moved[0];
                pair[1] += width * moved[1];
            }
            pair
        });
        ModelWeights {
            slots: slots.collect(),
            king_attacks: std::iter::zip(&self.base.pieces, &parameters.king_attacks)
                .map(|(piece_type, moved)| (piece_type.king_attack as f32 + width::KING_ATTACK * moved).max(0.0))
                .collect(),
            tempo: self.base.terms.tempo as f32 + width::TEMPO * parameters.tempo,
        }
    }

    /// Propagates the gradient of the loss back from the weights to the parameters.
    pub fn gradient(&self, by_weight: &ModelWeights) -> Parameters {
        let mut gradient = self.start();
        let endgame_only: Vec<_> = Term::SHARED
            .iter()
            .filter(|term| term.is_endgame_only())
            .map(|term| self.slot(*term))
            .collect();
        for (slot, (pair, factors)) in by_weight.slots.iter().zip(&self.factors).enumerate() {
            for factor in factors.iter().filter(|factor| **factor != NONE) {
                let width = self.widths[*factor as usize];
                let sum = &mut gradient.factors[*factor as usize];
                if !endgame_only.contains(&Some(slot)) {
                    sum[0] += width * pair[0];
                }
                sum[1] += width * pair[1];
            }
        }
        for (sum, by_attack) in gradient.king_attacks.iter_mut().zip(&by_weight.king_attacks) {
            *sum = width::KING_ATTACK * by_attack;
        }
        gradient.tempo = width::TEMPO * by_weight.tempo;
        gradient
    }

    /// Rounds the weights for the engine. The value of a piece type becomes the mean of its slots, weighted by
    /// `occupancy`, which contains how often a piece stood on the square of each slot.
    pub fn weights(&self, model: &ModelWeights, occupancy: &[f32]) -> Weights {
        let area = self.shape.area();
        let mut weights = self.base.clone();
        let round = |pair: Pair| Tapered::new(pair[0].round() as i32, pair[1].round() as i32);
        let slot = |term: Term| round(model.slots[self.slot(term).unwrap_or_default()]);
        for (index, piece_type) in weights.pieces.iter_mut().enumerate() {
            let places = &model.slots[index * area..][..area];
            let PieceWeights { value, psqt, .. } = piece_type;
            // The king's value stays 0: only its piece-square table is fitted.
            if *value != Tapered::ZERO {
                let occupancy = &occupancy[index * area..][..area];
                *value = round(mean(places, occupancy));
            }
            for square in self.shape.squares() {
                psqt[square.index()] = round(places[square.index()]) - *value;
            }
            piece_type.mobility = slot(Term::Mobility(PieceType(index as u8)));
            piece_type.king_attack = model.king_attacks[index].round() as i32;
        }
        let terms = &mut weights.terms;
        terms.tempo = model.tempo.round() as i32;
        Term::SHARED.iter().for_each(|term| terms.set(*term, slot(*term)));
        weights
    }
}

/// Returns the weighted mean of pairs. The weight of each pair is its entry in `times` plus 1, so that the mean is
/// defined even if all entries are 0.
pub fn mean(pairs: &[Pair], times: &[f32]) -> Pair {
    let total: f32 = times.iter().sum::<f32>() + times.len() as f32;
    let sum = |stage: usize| -> f32 {
        pairs
            .iter()
            .zip(times)
            .map(|(pair, times)| pair[stage] * (times + 1.0))
            .sum()
    };
    [sum(0) / total, sum(1) / total]
}
