//! Weights as text: what a fit writes and the engine reads.
//!
//! A file of weights is TOML. It names the rules it was fitted to by their hash; whatever it leaves out stays as it
//! follows from the rules.

use std::fmt::Write;

use serde::Deserialize;

use super::tapered::Tapered;
use super::weights::{PieceWeights, TermWeights, Weights};
use crate::board::{Shape, Square};
use crate::rules::{BareKing, Definition, fingerprint};

/// Weights are within this, in whatever unit they have: far more than any needs, far less than could overflow.
const MOST: i32 = 20_000;

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It is no TOML, or has other keys.
    #[error("no file of weights: {0}")]
    Syntax(String),
    /// It was fitted to other rules.
    #[error("weights of another game: fitted to rules {found}, not {expected}")]
    Rules {
        /// The hash in the file.
        found: String,
        /// The hash of the game's rules.
        expected: String,
    },
    /// A piece that the game has not.
    #[error("the game has no piece '{0}'")]
    Piece(String),
    /// A table that has not one number for each square.
    #[error("{piece}.{table}: {expected} is expected")]
    Table {
        /// The letter of the piece.
        piece: char,
        /// The name of the table.
        table: &'static str,
        /// The size of the board.
        expected: String,
    },
    /// A number without sense.
    #[error("{0}: a number from {min} to {MOST} is expected", min = -MOST)]
    Number(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    rules: String,
    #[serde(default)]
    terms: Terms,
    #[serde(default)]
    pieces: toml::Table,
}

type Pair = [i32; 2];
type Rows = Vec<Vec<i32>>;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Terms {
    tempo: Option<i32>,
    shelter_pawn: Option<Pair>,
    shelter_piece: Option<Pair>,
    guarded_pawn: Option<Pair>,
    phalanx: Option<Pair>,
    isolated: Option<Pair>,
    doubled: Option<Pair>,
    passed_share: Option<Pair>,
    passed_king_share: Option<i32>,
    piece_attacked_by_pawn: Option<Pair>,
    stronger_attacked: Option<Pair>,
    hanging: Option<Pair>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Piece {
    value: Option<Pair>,
    mobility: Option<Pair>,
    king_attack: Option<i32>,
    middlegame: Option<Rows>,
    endgame: Option<Rows>,
}

impl From<Tapered> for Pair {
    fn from(score: Tapered) -> Self {
        [score.mid, score.end]
    }
}

impl Weights {
    /// The line that begins a file of weights for these rules.
    pub(super) fn first_line(definition: &Definition) -> String {
        format!("rules = \"{:016x}\"", definition.rules_hash())
    }

    /// Reads a file of weights for a game.
    ///
    /// # Errors
    /// A text that is no such file, or that belongs to another game.
    pub fn parse(text: &str, definition: &Definition) -> Result<Self, WeightsError> {
        let syntax = |error: toml::de::Error| {
            let line = error
                .span()
                .map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            WeightsError::Syntax(format!("line {line}: {}", error.message()))
        };
        let file: File = toml::from_str(text).map_err(syntax)?;
        let expected = format!("{:016x}", definition.rules_hash());
        if file.rules != expected {
            return Err(WeightsError::Rules {
                found: file.rules,
                expected,
            });
        }
        let prior = Self::prior(definition);
        let mut weights = prior.clone();
        file.terms.apply(&mut weights.terms)?;
        for (letter, entry) in file.pieces {
            let piece_type = definition
                .pieces
                .iter()
                .position(|piece| letter == piece.letter.to_string());
            let piece_type = piece_type.ok_or_else(|| WeightsError::Piece(letter.clone()))?;
            let piece: Piece = entry
                .try_into()
                .map_err(|error: toml::de::Error| WeightsError::Syntax(format!("{letter}: {}", error.message())))?;
            piece.apply(
                &mut weights.pieces[piece_type],
                &definition.shape,
                definition.pieces[piece_type].letter,
            )?;
        }
        // Where a bare king has lost nobody need mate, and how much of a lead is enough to hunt has not changed.
        if definition.ends.bare_king == BareKing::PlaysOn {
            weights.terms.mating = weights.mating(&prior);
        }
        Ok(weights)
    }

    /// A number that tells these weights from others, as far as a fit can change them.
    pub fn fingerprint(&self, definition: &Definition) -> u64 {
        fingerprint(self.write(definition, "").as_bytes())
    }

    /// Writes the weights as a file for the game they belong to, with some lines of comment after the first one.
    pub fn write(&self, definition: &Definition, comment: &str) -> String {
        let mut text = format!("{}\n", Self::first_line(definition));
        comment.lines().for_each(|line| text.push_str(&format!("# {line}\n")));
        let pair = |score: Tapered| format!("[{}, {}]", score.mid, score.end);
        let terms = &self.terms;
        let rows = [
            ("tempo", terms.tempo.to_string()),
            ("shelter-pawn", pair(terms.shelter_pawn)),
            ("shelter-piece", pair(terms.shelter_piece)),
            ("guarded-pawn", pair(terms.guarded_pawn)),
            ("phalanx", pair(terms.phalanx)),
            ("isolated", pair(terms.isolated)),
            ("doubled", pair(terms.doubled)),
            ("passed-share", pair(terms.passed_share)),
            ("passed-king-share", terms.passed_king_share.to_string()),
            ("piece-attacked-by-pawn", pair(terms.piece_attacked_by_pawn)),
            ("stronger-attacked", pair(terms.stronger_attacked)),
            ("hanging", pair(terms.hanging)),
        ];
        text.push_str("\n[terms]\n");
        // Writing to a string cannot fail.
        rows.iter()
            .for_each(|(name, value)| _ = writeln!(text, "{name} = {value}"));
        for (piece_type, piece) in self.pieces.iter().zip(&definition.pieces) {
            let _ = writeln!(text, "\n[pieces.{}]", piece.letter);
            if !piece.royal {
                let _ = writeln!(text, "value = {}", pair(piece_type.value));
            }
            if !piece.royal && piece.promotion.is_none() {
                let _ = writeln!(text, "mobility = {}", pair(piece_type.mobility));
                let _ = writeln!(text, "king-attack = {}", piece_type.king_attack);
            }
            text.push_str(&table("middlegame", &piece_type.psqt, &definition.shape, |score| {
                score.mid
            }));
            text.push_str(&table("endgame", &piece_type.psqt, &definition.shape, |score| {
                score.end
            }));
        }
        text
    }
}

impl Terms {
    fn apply(self, terms: &mut TermWeights) -> Result<(), WeightsError> {
        set(&mut terms.tempo, self.tempo, "tempo")?;
        set_pair(&mut terms.shelter_pawn, self.shelter_pawn, "shelter-pawn")?;
        set_pair(&mut terms.shelter_piece, self.shelter_piece, "shelter-piece")?;
        set_pair(&mut terms.guarded_pawn, self.guarded_pawn, "guarded-pawn")?;
        set_pair(&mut terms.phalanx, self.phalanx, "phalanx")?;
        set_pair(&mut terms.isolated, self.isolated, "isolated")?;
        set_pair(&mut terms.doubled, self.doubled, "doubled")?;
        set_pair(&mut terms.passed_share, self.passed_share, "passed-share")?;
        set(
            &mut terms.passed_king_share,
            self.passed_king_share,
            "passed-king-share",
        )?;
        let attacked = self.piece_attacked_by_pawn;
        set_pair(&mut terms.piece_attacked_by_pawn, attacked, "piece-attacked-by-pawn")?;
        set_pair(
            &mut terms.stronger_attacked,
            self.stronger_attacked,
            "stronger-attacked",
        )?;
        set_pair(&mut terms.hanging, self.hanging, "hanging")
    }
}

impl Piece {
    fn apply(self, piece_type: &mut PieceWeights, shape: &Shape, letter: char) -> Result<(), WeightsError> {
        let name = |key: &str| format!("{letter}.{key}");
        set_pair(&mut piece_type.value, self.value, &name("value"))?;
        set_pair(&mut piece_type.mobility, self.mobility, &name("mobility"))?;
        set(&mut piece_type.king_attack, self.king_attack, &name("king-attack"))?;
        for (table, rows) in [("middlegame", self.middlegame), ("endgame", self.endgame)] {
            let Some(rows) = rows else { continue };
            let (files, ranks) = (shape.files() as usize, shape.ranks() as usize);
            let right = rows.len() == ranks * shape.levels() as usize && rows.iter().all(|row| row.len() == files);
            if !right {
                let expected = format!("{} rows of {files}", ranks * shape.levels() as usize);
                let piece = letter;
                return Err(WeightsError::Table { piece, table, expected });
            }
            for (square, number) in reading_order(shape).zip(rows.into_iter().flatten()) {
                let at = &mut piece_type.psqt[square.index()];
                let stage = if table == "middlegame" {
                    &mut at.mid
                } else {
                    &mut at.end
                };
                set(stage, Some(number), &name(table))?;
            }
        }
        Ok(())
    }
}

fn set(weight: &mut i32, found: Option<i32>, name: &str) -> Result<(), WeightsError> {
    match found {
        Some(number) if number.abs() > MOST => Err(WeightsError::Number(name.to_string())),
        Some(number) => {
            *weight = number;
            Ok(())
        }
        None => Ok(()),
    }
}

fn set_pair(weight: &mut Tapered, found: Option<Pair>, name: &str) -> Result<(), WeightsError> {
    set(&mut weight.mid, found.map(|pair| pair[0]), name)?;
    set(&mut weight.end, found.map(|pair| pair[1]), name)
}

/// All squares, holes too, in the order of a FEN: level by level, the last rank first.
fn reading_order(shape: &Shape) -> impl Iterator<Item = Square> {
    let (files, ranks) = (shape.files() as usize, shape.ranks() as usize);
    let board = files * ranks;
    (0..shape.area()).map(move |i| Square::new(i / board * board + (ranks - 1 - i % board / files) * files + i % files))
}

fn table(name: &str, psqt: &[Tapered], shape: &Shape, stage: impl Fn(Tapered) -> i32) -> String {
    let numbers: Vec<String> = reading_order(shape)
        .map(|square| format!("{:>4}", stage(psqt[square.index()])))
        .collect();
    let rows: Vec<String> = numbers
        .chunks(shape.files() as usize)
        .map(|row| format!("  [{}],\n", row.join(",")))
        .collect();
    format!("{name} = [\n{}]\n", rows.concat())
}
