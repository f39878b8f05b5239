//! The numbers of the evaluation that follow from the rules, each with its features.
//!
//! Every number is a sum of products: features, which follow from the rules, times coefficients, which all variants
//! share ([`Coefficients`](super::Coefficients)). So what the fitted weights of the built-in variants have in common
//! carries over to variants that nobody has played.

use super::board_density::ExpectedMobility;
use super::movement::PromotionSquares;
use super::values::Values;
use crate::eval::geometry::{average, off_centre};
use crate::eval::tapered::Tapered;
use crate::eval::terms::Term;
use crate::eval::weights::Weights;
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, Definition, PieceType};

/// The maximum number of features of a quantity.
pub(super) const MAX_FEATURES: usize = 8;
/// The limit of the feature `mobility` of a piece's square, in squares above or below the average, for middlegame and
/// endgame.
const MOBILITY_LIMIT: [f64; 2] = [8.0, 10.0];
/// The highest value of a light piece, in centipawns.
const LIGHT: i32 = 450;
/// The value in centipawns of a piece whose feature `strength` is 0.
const USUAL_VALUE: f64 = 400.0;

/// A kind of number of the evaluation. The numbers of one kind share their coefficients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The bonus for the right to move.
    Tempo,
    /// The weight of a term that does not belong to one piece type.
    Shared(Term),
    /// The value of a piece type that cannot be promoted, as a multiple of the value of its movement.
    PieceValue,
    /// The value of a piece type that can be promoted, as a multiple of the value of its movement.
    PawnValue,
    /// The bonus for each attacked square.
    Mobility,
    /// The danger units for each attacked square around the enemy king.
    KingAttack,
    /// An entry in the piece-square table of a piece type that cannot be promoted.
    PieceSquare,
    /// An entry in the piece-square table of a king.
    KingSquare,
    /// An entry in the piece-square table of a piece type that can be promoted.
    PawnSquare,
}

/// The position of a number among the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// [`TermWeights::tempo`](crate::eval::TermWeights::tempo).
    Tempo,
    /// The weight of a term that does not belong to one piece type.
    Shared(Term),
    /// [`PieceWeights::value`](crate::eval::PieceWeights::value).
    Value(PieceType),
    /// [`PieceWeights::mobility`](crate::eval::PieceWeights::mobility).
    Mobility(PieceType),
    /// [`PieceWeights::king_attack`](crate::eval::PieceWeights::king_attack).
    KingAttack(PieceType),
    /// An entry of [`PieceWeights::psqt`](crate::eval::PieceWeights::psqt).
    Square(PieceType, Square),
}

/// The features of a number of one variant's evaluation, for middlegame and endgame.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The position of the number among the weights.
    pub place: Place,
    /// The kind of the number, which determines its coefficients.
    pub quantity: Quantity,
    /// The factor applied to the sum of the products, for middlegame and endgame.
    pub unit: [f64; 2],
    pub(super) features: [[f64; MAX_FEATURES]; 2],
}

impl Quantity {
    /// Returns all quantities.
    pub fn all() -> impl Iterator<Item = Self> {
        let before = [Self::Tempo].into_iter();
        let shared = Term::SHARED.iter().map(|term| Self::Shared(*term));
        before.chain(shared).chain([
            Self::PieceValue,
            Self::PawnValue,
            Self::Mobility,
            Self::KingAttack,
            Self::PieceSquare,
            Self::KingSquare,
            Self::PawnSquare,
        ])
    }

    /// Returns the name of the quantity in a file of coefficients.
    pub fn name(self) -> String {
        match self {
            Self::Tempo => "tempo".into(),
            Self::Shared(term) => {
                let mut fields = std::iter::zip(Term::SHARED, Term::SHARED_FIELDS);
                let (_, field) = fields.find(|(shared, _)| **shared == term).unwrap_or((&term, &""));
                field.replace('_', "-")
            }
            Self::PieceValue => "piece-value".into(),
            Self::PawnValue => "pawn-value".into(),
            Self::Mobility => "mobility".into(),
            Self::KingAttack => "king-attack".into(),
            Self::PieceSquare => "piece-square".into(),
            Self::KingSquare => "king-square".into(),
            Self::PawnSquare => "pawn-square".into(),
        }
    }

    /// Returns the names of the quantity's features.
    pub fn features(self) -> &'static [&'static str] {
        match self {
            Self::Tempo | Self::Shared(_) => &["free", "forced", "chained", "strength"],
            Self::PieceValue => &["movement", "strength"],
            Self::PawnValue => &["movement"],
            Self::Mobility => &["inverse", "constant"],
            Self::KingAttack => &["constant", "value"],
            Self::PieceSquare => &[
                "mobility",
                "central",
                "undeveloped",
                "constant",
                "advance",
                "advance-squared",
                "light-advance",
            ],
            Self::KingSquare => &[
                "central",
                "forward",
                "aside",
                "constant",
                "home",
                "home-aside",
                "advance",
                "advance-squared",
            ],
            Self::PawnSquare => &[
                "promotion",
                "advance",
                "aside",
                "constant",
                "advance-squared",
                "central-advance",
            ],
        }
    }

    /// Returns the number of leading features whose products are summed and rounded separately from the other products.
    /// With the first coefficients the other products are whole numbers, so that the sums are the same as in earlier
    /// versions.
    pub(super) fn measures(self) -> usize {
        match self {
            Self::PieceSquare => 2,
            Self::KingSquare | Self::PawnSquare => 1,
            _ => MAX_FEATURES,
        }
    }
}

impl Place {
    /// Returns the number at this position.
    pub fn get(self, weights: &Weights) -> Tapered {
        let piece = |piece_type: PieceType| &weights.pieces[piece_type.index()];
        match self {
            Self::Tempo => Tapered::new(weights.terms.tempo, weights.terms.tempo),
            Self::Shared(term) => weights.terms.get(term).unwrap_or_default(),
            Self::Value(piece_type) => piece(piece_type).value,
            Self::Mobility(piece_type) => piece(piece_type).mobility,
            Self::KingAttack(piece_type) => Tapered::new(piece(piece_type).king_attack, 0),
            Self::Square(piece_type, square) => piece(piece_type).psqt[square.index()],
        }
    }

    /// Sets the number at this position.
    pub(super) fn set(self, weights: &mut Weights, number: Tapered) {
        let pieces = &mut weights.pieces;
        match self {
            Self::Tempo => weights.terms.tempo = number.mid,
            Self::Shared(term) => weights.terms.set(term, number),
            Self::Value(piece_type) => pieces[piece_type.index()].value = number,
            Self::Mobility(piece_type) => pieces[piece_type.index()].mobility = number,
            Self::KingAttack(piece_type) => pieces[piece_type.index()].king_attack = number.mid,
            Self::Square(piece_type, square) => pieces[piece_type.index()].psqt[square.index()] = number,
        }
    }
}

impl Number {
    pub(super) fn new<const N: usize>(place: Place, quantity: Quantity, features: [[f64; N]; 2]) -> Self {
        let mut padded = [[0.0; MAX_FEATURES]; 2];
        for (padded, features) in padded.iter_mut().zip(features) {
            padded[..N].copy_from_slice(&features);
        }
        Self {
            place,
            quantity,
            unit: [1.0; 2],
            features: padded,
        }
    }

    /// Returns the features for middlegame and endgame, in the order of [`Quantity::features`].
    pub fn features(&self) -> [&[f64]; 2] {
        let count = self.quantity.features().len();
        [&self.features[0][..count], &self.features[1][..count]]
    }
}

/// Returns all numbers of a variant's evaluation that are sums of features, each with its features.
pub(super) fn numbers(definition: &Definition, values: &Values, squares: PromotionSquares) -> Vec<Number> {
    let strength = strength(definition, values);
    let mut numbers = vec![Number::new(
        Place::Tempo,
        Quantity::Tempo,
        [captures(definition, None, strength); 2],
    )];
    numbers.extend(Term::SHARED.iter().map(|term| {
        let features = captures(definition, Some(*term), strength);
        Number::new(Place::Shared(*term), Quantity::Shared(*term), [features; 2])
    }));
    for (piece_type, piece) in definition.piece_types() {
        let index = piece_type.index();
        let value = values.pieces[index];
        let unit = [value.mid, value.end].map(f64::from);
        let tables = Tables {
            shape: &definition.shape,
            piece_type,
        };
        if piece.royal {
            tables.king(&mut numbers);
        } else if piece.promotion.is_some() {
            numbers.push(Number {
                unit,
                ..Number::new(Place::Value(piece_type), Quantity::PawnValue, [[1.0]; 2])
            });
            tables.pawn(&mut numbers, &values.promotions(definition, piece_type, squares));
        } else {
            let rank = [1.0, (f64::from(value.average().max(1)) / USUAL_VALUE).ln()];
            numbers.push(Number {
                unit,
                ..Number::new(Place::Value(piece_type), Quantity::PieceValue, [rank; 2])
            });
            numbers.extend(values.activity(piece_type));
            tables.piece(&mut numbers, &values.mobility[index], value.average() <= LIGHT);
        }
    }
    numbers
}

/// Returns the features of a term that does not belong to one piece type; `None` stands for the tempo. If captures are
/// mandatory, an attack is often a burden, and an undefended piece can be bait; if a capture may continue with further
/// captures, undefended pieces cost more.
fn captures(definition: &Definition, term: Option<Term>, strength: f64) -> [f64; 4] {
    let rules = definition.captures;
    if rules.chained && (rules.mandatory || term == Some(Term::Hanging)) {
        [0.0, 0.0, 1.0, 0.0]
    } else if rules.mandatory {
        [0.0, 1.0, 0.0, 0.0]
    } else {
        [1.0, 0.0, 0.0, strength]
    }
}

/// Returns the strength of White's pieces at the start: the logarithm of their mean value in units of [`USUAL_VALUE`].
/// Kings and piece types that can be promoted do not count. Returns 0 if there are no other pieces.
fn strength(definition: &Definition, values: &Values) -> f64 {
    let white = definition
        .array
        .iter()
        .flatten()
        .filter(|(_, color)| *color == Color::White);
    let pieces: Vec<i32> = white
        .filter(|(piece_type, _)| {
            let piece = definition.piece(*piece_type);
            !piece.royal && piece.promotion.is_none()
        })
        .map(|(piece_type, _)| values.average(piece_type.index()))
        .collect();
    let sum: i32 = pieces.iter().sum();
    if sum == 0 {
        return 0.0;
    }
    (f64::from(sum) / pieces.len() as f64 / USUAL_VALUE).ln()
}

/// Lists the numbers of the piece-square table of a piece type.
struct Tables<'a> {
    shape: &'a Shape,
    piece_type: PieceType,
}

impl Tables<'_> {
    fn number<const N: usize>(&self, at: Square, quantity: Quantity, features: [[f64; N]; 2]) -> Number {
        Number::new(Place::Square(self.piece_type, at), quantity, features)
    }

    /// Returns a function that tells by how many half steps a square is nearer to the centre than the average square.
    fn centrality(&self) -> impl Fn(Square) -> f64 {
        let usual = average(self.shape, |at| f64::from(off_centre(self.shape, at)));
        move |at| usual - f64::from(off_centre(self.shape, at))
    }

    /// Returns the distance of a square from the centre of its rank, in half steps.
    fn aside(&self, at: Square) -> u8 {
        (2 * self.shape.file(at)).abs_diff(self.shape.files() - 1)
    }

    /// Returns how far a square is advanced, as seen by White: from -1 on the first rank to 1 on the last.
    fn advance(&self, at: Square) -> f64 {
        2.0 * f64::from(self.shape.advance(at)) / f64::from(self.shape.farthest().max(1)) - 1.0
    }

    fn piece(&self, numbers: &mut Vec<Number>, expected: &ExpectedMobility, light: bool) {
        let usual = expected.average(self.shape);
        let central = self.centrality();
        numbers.extend(self.shape.squares().map(|at| {
            let undeveloped = f64::from(light && self.shape.rank(at) == 0);
            let advance = self.advance(at);
            let features = [0, 1].map(|stage| {
                let mobile = expected.by_square[stage][at.index()] - usual[stage];
                [
                    mobile.clamp(-MOBILITY_LIMIT[stage], MOBILITY_LIMIT[stage]),
                    central(at),
                    undeveloped,
                    1.0,
                    advance,
                    advance * advance,
                    f64::from(light) * advance,
                ]
            });
            self.number(at, Quantity::PieceSquare, features)
        }));
    }

    fn king(&self, numbers: &mut Vec<Number>) {
        let central = self.centrality();
        numbers.extend(self.shape.squares().map(|at| {
            let aside = f64::from(self.aside(at).min(6));
            let home = f64::from(self.shape.rank(at) == 0);
            let advance = self.advance(at);
            let features = [
                central(at),
                f64::from(self.shape.rank(at).min(4)),
                aside,
                1.0,
                home,
                home * aside,
                advance,
                advance * advance,
            ];
            self.number(at, Quantity::KingSquare, [features; 2])
        }));
    }

    fn pawn(&self, numbers: &mut Vec<Number>, promotion_value: &[f64]) {
        numbers.extend(self.shape.squares().map(|at| {
            let aside = f64::from(self.aside(at));
            let advance = self.advance(at);
            let features = [
                promotion_value[at.index()],
                f64::from(self.shape.advance(at)),
                aside,
                1.0,
                advance * advance,
                advance * aside,
            ];
            self.number(at, Quantity::PawnSquare, [features; 2])
        }));
    }
}
