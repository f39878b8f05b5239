//! Extended Position Description (EPD): one position per line, with operations such as its best moves.

use kurier_engine::session::Value;
use kurier_rules::sanitize::excerpt;

/// Why a line cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The position has neither four nor six fields; holds the number of its fields.
    #[error("expected a position of 4 or 6 fields, found {0}")]
    Fields(usize),
    /// The opcode needs exactly one operand, but has none or several.
    #[error("expected one operand after '{0}'")]
    Operands(String),
    /// The operand is not a number.
    #[error("expected a number after '{opcode}', found '{found}'")]
    Number {
        /// The opcode, such as `ce`.
        opcode: String,
        /// The operand that is not a number.
        found: String,
    },
    /// A quotation mark is not closed.
    #[error("a quotation has no end")]
    Quotation,
}

/// A line of an EPD file: `POSITION opcode operands; opcode operands; ...`.
///
/// The format is the PGN standard's (S. J. Edwards, 1994); the position may also have the two counters of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The position as FEN with all six fields.
    pub fen: String,
    /// The name of the position (`id`).
    pub id: Option<String>,
    /// The name of the variant (`variant`). Kurier adds this opcode to the format.
    pub variant: Option<String>,
    /// The best moves (`bm`), each of which solves the position.
    pub best: Vec<String>,
    /// The moves to avoid (`am`).
    pub avoid: Vec<String>,
    /// The number of full moves to mate (`dm`).
    pub mate: Option<i32>,
    /// The score for the side to move, in centipawns (`ce`); see [`Record::value`].
    pub evaluation: Option<i32>,
}

/// The absolute score of a mate in zero plies. The absolute score of a mate in `n` plies is `n` less.
const MATED: i32 = 32_767;
/// The longest mate, in plies, that a score can stand for. Absolute scores that differ more from [`MATED`] are
/// centipawns.
const LONGEST_MATE: i32 = 2000;

impl Record {
    /// Parses a line. Unknown opcodes are ignored.
    ///
    /// # Errors
    /// Fails if the position has the wrong number of fields, if an operation has the wrong operands, or if a quotation
    /// has no end.
    ///
    /// ```
    /// let record = kurier_formats::epd::Record::parse("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; dm 3;")?;
    /// assert_eq!((record.best.len(), record.mate), (2, Some(3)));
    /// # Ok::<(), kurier_formats::epd::RecordError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let (fen, operations) = split(line)?;
        let mut record = Self { fen, ..Self::default() };
        for operation in operations {
            let Some((opcode, operands)) = operation.split_first() else {
                continue;
            };
            let one = || match operands {
                [one] => Ok(one.clone()),
                _ => Err(RecordError::Operands(excerpt(opcode))),
            };
            let number = || -> Result<i32, RecordError> {
                let found = one()?;
                found.parse().map_err(|_| RecordError::Number {
                    opcode: opcode.clone(),
                    found: excerpt(&found),
                })
            };
            match opcode.as_str() {
                "id" => record.id = Some(operands.join(" ")),
                "variant" => record.variant = Some(one()?),
                "bm" => record.best = moves(operands),
                "am" => record.avoid = moves(operands),
                "dm" => record.mate = Some(number()?),
                "ce" => record.evaluation = Some(number()?),
                _ => (),
            }
        }
        Ok(record)
    }

    /// Returns the score for the side to move; `None` if the line has no `ce`. The largest numbers of `ce` mean mates:
    /// 32766 means mate in one, 32764 mate in two, and -32765 means that the side to move is mated in one.
    pub fn value(&self) -> Option<Value> {
        let score = self.evaluation?;
        let distance = MATED.checked_sub(score.checked_abs()?)?;
        Some(match score > 0 {
            _ if !(0..=LONGEST_MATE).contains(&distance) => Value::Centipawns(score),
            true => Value::Mate((distance + 1) / 2),
            false => Value::Mate(-(distance + 1) / 2),
        })
    }
}

/// Splits a line into the position, as FEN with six fields, and its operations: each an opcode and its operands.
///
/// # Errors
/// Fails if the position has the wrong number of fields, or if a quotation has no end.
pub fn split(line: &str) -> Result<(String, Vec<Vec<String>>), RecordError> {
    let (fen, rest) = position(line)?;
    Ok((fen, operations(rest)?))
}

/// Returns the moves of an operation. A symbol that is separated from its move, as in `Qd1 +`, is dropped.
fn moves(operands: &[String]) -> Vec<String> {
    let is_sign = |operand: &&String| operand.chars().all(|letter| "+#!?".contains(letter));
    operands.iter().filter(|operand| !is_sign(operand)).cloned().collect()
}

/// Splits a line into the position, as FEN with six fields, and the operations that follow it.
fn position(line: &str) -> Result<(String, &str), RecordError> {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line.trim();
    while fields.len() < 6 {
        // Some files end the position with a semicolon: `w - -; bm Qd1`.
        let end = rest.find(|letter: char| letter.is_whitespace() || letter == ';');
        let (field, others) = rest.split_at(end.unwrap_or(rest.len()));
        let counter = field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= 4 && !counter {
            break;
        }
        fields.push(field);
        rest = others.trim_start();
    }
    match fields.len() {
        4 => Ok((format!("{} 0 1", fields.join(" ")), rest)),
        6 => Ok((fields.join(" "), rest)),
        found => Err(RecordError::Fields(found)),
    }
}

/// Splits text at semicolons into operations, and each operation into words. A word in quotes may contain spaces and
/// semicolons.
fn operations(text: &str) -> Result<Vec<Vec<String>>, RecordError> {
    let mut operations = vec![Vec::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let word = match letter {
            ';' => {
                operations.push(Vec::new());
                continue;
            }
            letter if letter.is_whitespace() => continue,
            '"' => {
                let mut word = String::new();
                loop {
                    match letters.next() {
                        Some('"') => break word,
                        Some(letter) => word.push(letter),
                        None => return Err(RecordError::Quotation),
                    }
                }
            }
            letter => {
                let mut word = String::from(letter);
                while let Some(letter) = letters.next_if(|letter| *letter != ';' && !letter.is_whitespace()) {
                    word.push(letter);
                }
                word
            }
        };
        if let Some(operation) = operations.last_mut() {
            operation.push(word);
        }
    }
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_parsed_and_unknown_ones_ignored() {
        let record = Record::parse("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"one; two\"; c0 note; ce -35; dm 3;");
        let expected = Record {
            fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1".into(),
            id: Some("one; two".into()),
            best: vec!["O-O".into(), "Rh8+".into()],
            mate: Some(3),
            evaluation: Some(-35),
            ..Record::default()
        };
        assert_eq!(record, Ok(expected));
        let six = Record::parse("4k3/8/8/8/8/8/8/4K2R w K - 5 40 am Rh2; variant shatranj");
        let six = six.expect("a good line");
        assert_eq!(
            (six.fen.as_str(), six.variant.as_deref()),
            ("4k3/8/8/8/8/8/8/4K2R w K - 5 40", Some("shatranj"))
        );
        assert_eq!(six.avoid, ["Rh2"]);
    }

    #[test]
    fn stray_semicolons_and_signs_are_tolerated() {
        let ended = Record::parse("4k3/8/8/8/8/8/8/4K2R w K -; am Rh2;").expect("a good line");
        assert_eq!(
            (ended.fen.as_str(), ended.avoid.len()),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1)
        );
        let apart = Record::parse("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 + ; am Rh2 ! Rh3 ??;").expect("a good line");
        assert_eq!(apart.best, ["Rh8"]);
        assert_eq!(apart.avoid, ["Rh2", "Rh3"]);
    }

    #[test]
    fn largest_scores_are_mates() {
        let value = |ce: i32| {
            Record::parse(&format!("8/8 w - - ce {ce};"))
                .expect("a good line")
                .value()
        };
        for (ce, moves) in [
            (32_766, 1),
            (32_765, 1),
            (32_764, 2),
            (30_768, 1000),
            (-32_765, -1),
            (-32_763, -2),
            (-32_767, 0),
        ] {
            assert_eq!(value(ce), Some(Value::Mate(moves)), "{ce}");
        }
        for ce in [0, 35, -30_000, 30_000, 32_768, i32::MAX, i32::MIN + 1] {
            assert_eq!(value(ce), Some(Value::Centipawns(ce)), "{ce}");
        }
        assert_eq!(Record::default().value(), None);
    }

    #[test]
    fn errors_name_the_wrong_part() {
        for (line, wanted) in [
            ("", "found 0"),
            ("8/8 w", "found 2"),
            ("8/8 w - - 7 bm x", "found 5"),
            ("8/8 w - - dm soon;", "'soon'"),
            ("8/8 w - - dm 1 2;", "one operand after 'dm'"),
            ("8/8 w - - id \"x;", "no end"),
        ] {
            let error = Record::parse(line).expect_err(line).to_string();
            assert!(error.contains(wanted), "{line}: {error}");
        }
    }
}
