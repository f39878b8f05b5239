//! Compares the studies of several games.

use serde::Serialize;

use crate::interval::Estimate;
use crate::study::{Piece, Study};
use crate::verdict::{number_with_interval, percent, with_interval};

/// The version of the format of the file.
const FORMAT: u32 = 1;

/// The unit of a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share, from 0 to 1, which is shown in percent.
    Share,
    /// A number, which is shown with one decimal.
    Number,
}

/// A number that is compared between studies: its value in each study, and the differences from the first study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The name of the number.
    pub name: String,
    /// The unit of the number.
    pub unit: Unit,
    /// The number in each study; `None` if the games do not reveal it.
    pub values: Vec<Option<Estimate>>,
    /// The difference of each study's value from the value in the first study; `None` for the first study, and if
    /// either value is unknown.
    pub differences: Vec<Option<Estimate>>,
}

impl Measure {
    /// Creates a measure from its number in each study.
    fn new(name: impl Into<String>, unit: Unit, values: Vec<Option<Estimate>>) -> Self {
        let base = values.first().copied().flatten();
        let difference = |value: &Option<Estimate>| Some(value.as_ref()?.minus(base?));
        let others = values.iter().skip(1).map(difference);
        Self {
            name: name.into(),
            unit,
            differences: std::iter::once(None).chain(others).collect(),
            values,
        }
    }

    /// Returns a number as text, with its interval.
    pub fn shown(&self, estimate: Estimate) -> String {
        match self.unit {
            Unit::Share => with_interval(estimate),
            Unit::Number => number_with_interval(estimate),
        }
    }

    /// Returns a number as text, without its interval.
    fn short(&self, value: f64) -> String {
        match self.unit {
            Unit::Share => percent(value),
            Unit::Number => format!("{value:.1}"),
        }
    }

    /// Returns a difference as text, with its interval: `+14 % [+9, +19]`.
    pub fn difference_shown(&self, difference: Estimate) -> String {
        let Estimate { value, low, high } = difference;
        match self.unit {
            Unit::Share => format!("{:+.0} % [{:+.0}, {:+.0}]", 100.0 * value, 100.0 * low, 100.0 * high),
            Unit::Number => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
        }
    }

    /// Returns whether the value in a study differs significantly from the value in the first study.
    pub fn differs(&self, study: usize) -> bool {
        self.differences[study].is_some_and(|difference| !difference.includes(0.0))
    }
}

/// A study in a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Subject {
    /// What distinguishes the study: the name of its game, or the value of a key.
    pub label: String,
    /// The title of the game.
    pub title: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The number of games.
    pub games: u64,
    /// The number of nodes for each turn.
    pub nodes: u64,
}

/// Several studies, and how the others differ from the first one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The version of the format.
    pub format: u32,
    /// The key of the game's file whose values are compared; `None` if games are compared.
    pub key: Option<String>,
    /// The studies.
    pub studies: Vec<Subject>,
    /// The numbers that are compared.
    pub measures: Vec<Measure>,
    /// The significant differences, in words.
    pub verdict: Vec<String>,
}

impl Comparison {
    /// Compares studies, each with its label. `key` is the key of the game's file whose values the labels are; `None`
    /// if the labels are names of games.
    pub fn of(key: Option<&str>, studies: &[(String, Study)]) -> Self {
        let subjects = studies.iter().map(|(label, study)| Subject {
            label: label.clone(),
            title: study.title.clone(),
            rules: study.rules.clone(),
            games: study.games,
            nodes: study.settings.nodes,
        });
        let subjects: Vec<Subject> = subjects.collect();
        let measures = measures(studies);
        let verdict = verdict(&subjects, &measures);
        Self {
            format: FORMAT,
            key: key.map(str::to_owned),
            studies: subjects,
            measures,
            verdict,
        }
    }

    /// Returns the comparison as JSON.
    pub fn json(&self) -> String {
        // This cannot fail: all keys are strings, and all numbers are finite.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        text + "\n"
    }
}

/// Returns the numbers that are compared.
fn measures(studies: &[(String, Study)]) -> Vec<Measure> {
    let each = |name: &str, unit: Unit, value: &dyn Fn(&Study) -> Option<Estimate>| {
        Measure::new(name, unit, studies.iter().map(|(_, study)| value(study)).collect())
    };
    let mut measures = vec![
        each("White's score", Unit::Share, &|study| study.score),
        each("draws", Unit::Share, &|study| study.draws),
        each("mean length in plies", Unit::Number, &|study| study.mean_length),
        each(
            "mean number of plies until a won game is decided",
            Unit::Number,
            &|study| study.mean_decided,
        ),
        each("moves to choose from", Unit::Number, &|study| study.branching),
        each("moves that capture", Unit::Share, &|study| study.captures),
        each("moves that give check", Unit::Share, &|study| study.checks),
    ];
    let reasons = names(studies, |study| {
        study.ends.iter().map(|end| end.reason.as_str()).collect()
    });
    measures.extend(reasons.iter().map(|reason| {
        each(&format!("end: {reason}"), Unit::Share, &|study| {
            let end = study.ends.iter().find(|end| end.reason == *reason);
            end.map(|end| end.share).or_else(|| Estimate::share(0, study.games))
        })
    }));
    let pieces = names(studies, |study| {
        study.pieces.iter().map(|piece| piece.name.as_str()).collect()
    });
    for name in &pieces {
        let piece = |study: &Study, value: fn(&Piece) -> Option<Estimate>| {
            study.pieces.iter().find(|piece| piece.name == *name).and_then(value)
        };
        measures.extend([
            each(&format!("{name}: share of the moves"), Unit::Share, &|study| {
                piece(study, |piece| piece.share)
            }),
            each(&format!("{name}: never moved"), Unit::Share, &|study| {
                piece(study, |piece| piece.stayed_share)
            }),
            each(&format!("{name}: value in pawns"), Unit::Number, &|study| {
                piece(study, |piece| piece.value)
            }),
        ]);
    }
    measures.retain(|measure| measure.values.iter().any(Option::is_some));
    measures
}

/// Returns all names that occur in studies, each once, in the order in which they first occur.
fn names<'a>(studies: &'a [(String, Study)], of: impl Fn(&'a Study) -> Vec<&'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in studies.iter().flat_map(|(_, study)| of(study)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the significant differences in words.
fn verdict(subjects: &[Subject], measures: &[Measure]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (place, subject) in subjects.iter().enumerate().skip(1) {
        let certain: Vec<&Measure> = measures.iter().filter(|measure| measure.differs(place)).collect();
        let whose = format!("{} → {}", subjects[0].label, subject.label);
        if certain.is_empty() {
            remarks.push(format!("{whose}: no difference is certain."));
        }
        for measure in certain {
            if let ([Some(base), ..], Some(value), Some(difference)) = (
                measure.values.as_slice(),
                measure.values[place],
                measure.differences[place],
            ) {
                remarks.push(format!(
                    "{whose}: {} {} → {}, difference {}.",
                    measure.name,
                    measure.short(base.value),
                    measure.short(value.value),
                    measure.difference_shown(difference)
                ));
            }
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_with_their_intervals() {
        let shares = [
            Estimate::share(54, 200),
            Estimate::share(82, 200),
            Estimate::share(60, 200),
        ];
        let measure = Measure::new("draws", Unit::Share, shares.to_vec());
        assert_eq!([0, 1, 2].map(|place| measure.differs(place)), [false, true, false]);
        let subject = |label: &str| Subject {
            label: label.into(),
            title: String::new(),
            rules: String::new(),
            games: 200,
            nodes: 500,
        };
        let remarks = verdict(&["forced", "free", "other"].map(subject), &[measure]);
        assert_eq!(
            remarks,
            [
                "forced → free: draws 27 % → 41 %, difference +14 % [+5, +23].",
                "forced → other: no difference is certain."
            ]
        );
    }
}
