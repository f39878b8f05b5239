//! Weights files, which a fit writes and the engine reads.
//!
//! A weights file is TOML. Its first line defines `rules`, the hash of the rules to which the weights were fitted, as
//! 16 hexadecimal digits. The table `[terms]` contains the tempo and the shared terms by name ([`Term`](super::Term)).
//! A table `[pieces.X]` contains the weights of the piece with the letter X: `value`, `mobility`, `king-attack`, and
//! the piece-square tables `middlegame` and `endgame` as rows in the order of a FEN (level by level, the last rank
//! first, holes included). A pair of numbers stands for middlegame and endgame. Missing weights are taken from the
//! prior ([`Weights::prior`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::prior::Values;
use super::tapered::Tapered;
use super::terms::{PartialTermWeights, TermWeights};
use super::weights::{PieceWeights, Weights};
use kurier_rules::board::Shape;
use kurier_rules::rules::{BareKing, Definition, PieceDefinition, parser};

/// The bound on the absolute value of each weight, in the weight's own unit. It is far more than any weight needs and
/// far less than could overflow.
const MAX_WEIGHT: i32 = 20_000;

/// An error in a weights file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file is not TOML, or it has unknown keys or values of the wrong type.
    #[error("not a weights file: {0}")]
    Syntax(String),
    /// The weights were fitted to different rules.
    #[error("the weights are for another game: they were fitted to rules {found}, not {expected}")]
    Rules {
        /// The hash in the file.
        found: String,
        /// The hash of the rules of the variant.
        expected: String,
    },
    /// The variant has no piece with this letter.
    #[error("the game has no piece '{0}'")]
    Piece(String),
    /// A piece-square table does not have one number for each square.
    #[error("{piece}.{table}: {expected} expected")]
    Table {
        /// The letter of the piece.
        piece: char,
        /// The name of the table.
        table: &'static str,
        /// The expected rows and columns.
        expected: String,
    },
    /// The weight with this name is out of range.
    #[error("{0}: a number from {min} to {MAX_WEIGHT} expected", min = -MAX_WEIGHT)]
    Number(String),
}

/// A weights file to write. It contains all weights that a fit can change.
#[derive(Serialize)]
struct File<'a> {
    rules: String,
    terms: &'a TermWeights,
    #[serde(serialize_with = "as_map")]
    pieces: Vec<(char, Piece)>,
}

/// Serialises pairs of key and value as a map, keeping their order.
fn as_map<S: Serializer>(pieces: &[(char, Piece)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pieces.iter().map(|(letter, piece)| (letter, piece)))
}

/// A weights file that has been read. Any weight may be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialFile {
    rules: String,
    #[serde(default)]
    terms: PartialTermWeights,
    #[serde(default)]
    pieces: BTreeMap<String, Piece>,
}

/// The rows of a piece-square table.
type Rows = Vec<Vec<i32>>;

/// The weights of one piece type in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Piece {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Tapered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mobility: Option<Tapered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    king_attack: Option<i32>,
    middlegame: Option<Rows>,
    endgame: Option<Rows>,
}

impl Weights {
    /// Returns the first line of a weights file for the rules of a variant.
    pub(super) fn first_line(definition: &Definition) -> String {
        format!("rules = \"{}\"", rules(definition))
    }

    /// Parses the text of a weights file for a variant.
    ///
    /// # Errors
    /// Fails if the text is not a weights file, belongs to another variant, or contains an unknown piece, a table of
    /// the wrong size, or a number out of range.
    pub fn parse(text: &str, definition: &Definition) -> Result<Self, WeightsError> {
        let syntax = |error: toml::de::Error| {
            let (byte, message) = parser::explain(text, &error);
            let line = 1 + text[..byte.min(text.len())].matches('\n').count();
            WeightsError::Syntax(format!("line {line}: {message}"))
        };
        let file: PartialFile = toml::from_str(text).map_err(syntax)?;
        let expected = rules(definition);
        if file.rules != expected {
            let found = file.rules;
            return Err(WeightsError::Rules { found, expected });
        }
        let mut weights = Self::prior(definition);
        weights.terms.merge(file.terms, check)?;
        for (letter, piece) in file.pieces {
            let mut types = definition.pieces.iter().zip(&mut weights.pieces);
            let found = types.find(|(definition, _)| letter == definition.letter.to_string());
            let (definition_of_piece, weights) = found.ok_or(WeightsError::Piece(letter))?;
            piece.merge_into(weights, &definition.shape, definition_of_piece.letter)?;
        }
        // If a bare king loses, neither side needs to give mate, so the threshold from the prior is kept.
        if definition.ends.bare_king == BareKing::PlaysOn {
            weights.fixed.mating_material = Values::new(definition).mating_material_of(&weights);
        }
        Ok(weights)
    }

    /// Formats the weights as the text of a weights file for their variant. The lines of `comment` follow the first
    /// line.
    pub fn write(&self, definition: &Definition, comment: &str) -> String {
        let file = File {
            rules: rules(definition),
            terms: &self.terms,
            pieces: std::iter::zip(&definition.pieces, &self.pieces)
                .map(|(piece, weights)| (piece.letter, Piece::new(piece, weights, &definition.shape)))
                .collect(),
        };
        let text = toml::to_string(&file).expect("strings, numbers and tables are TOML");
        // Put each row of a table on its own line.
        let text = text
            .replace("[[", "[\n  [")
            .replace("], [", "],\n  [")
            .replace("]]", "],\n]");
        let comment: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        text.replacen('\n', &format!("\n{comment}"), 1)
    }
}

/// Returns the hash of the rules in the form that weights files use: 16 hexadecimal digits.
pub(super) fn rules(definition: &Definition) -> String {
    format!("{:016x}", definition.rules_hash())
}

impl Piece {
    fn new(piece: &PieceDefinition, weights: &PieceWeights, shape: &Shape) -> Self {
        let non_pawn = !piece.royal && piece.promotion.is_none();
        let rows = |stage: fn(Tapered) -> i32| -> Option<Rows> {
            let numbers: Vec<i32> = shape
                .fen_order()
                .map(|square| stage(weights.psqt[square.index()]))
                .collect();
            Some(numbers.chunks(shape.files() as usize).map(<[i32]>::to_vec).collect())
        };
        Self {
            value: (!piece.royal).then_some(weights.value),
            mobility: non_pawn.then_some(weights.mobility),
            king_attack: non_pawn.then_some(weights.king_attack),
            middlegame: rows(|score| score.mid),
            endgame: rows(|score| score.end),
        }
    }

    /// Replaces each weight of a piece type for which the file has a value.
    fn merge_into(self, weights: &mut PieceWeights, shape: &Shape, letter: char) -> Result<(), WeightsError> {
        let name = |key: &str| format!("{letter}.{key}");
        if let Some(value) = self.value {
            check(value, &name("value"))?;
            weights.value = value;
        }
        if let Some(mobility) = self.mobility {
            check(mobility, &name("mobility"))?;
            weights.mobility = mobility;
        }
        if let Some(king_attack) = self.king_attack {
            check(Tapered::new(king_attack, 0), &name("king-attack"))?;
            weights.king_attack = king_attack;
        }
        let mut table = |table, rows: Option<Rows>, stage: fn(&mut Tapered) -> &mut i32| {
            let Some(rows) = rows else { return Ok(()) };
            let (files, ranks) = (shape.files() as usize, shape.ranks() as usize * shape.levels() as usize);
            if rows.len() != ranks || rows.iter().any(|row| row.len() != files) {
                let (piece, expected) = (letter, format!("{ranks} rows of {files}"));
                return Err(WeightsError::Table { piece, table, expected });
            }
            for (square, number) in shape.fen_order().zip(rows.into_iter().flatten()) {
                check(Tapered::new(number, 0), &name(table))?;
                *stage(&mut weights.psqt[square.index()]) = number;
            }
            Ok(())
        };
        table("middlegame", self.middlegame, |score| &mut score.mid)?;
        table("endgame", self.endgame, |score| &mut score.end)
    }
}

/// Checks that both numbers of a weight are within ±[`MAX_WEIGHT`]. `name` is the name of the weight in an error.
fn check(weight: Tapered, name: &str) -> Result<(), WeightsError> {
    let range = -MAX_WEIGHT..=MAX_WEIGHT;
    if range.contains(&weight.mid) && range.contains(&weight.end) {
        Ok(())
    } else {
        Err(WeightsError::Number(name.to_string()))
    }
}
