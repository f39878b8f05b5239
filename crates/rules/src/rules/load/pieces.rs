//! Reads the sections `[pieces.X]`.

use toml::Spanned;

use super::letters::Letters;
use super::{hurdles, steps};
use crate::board::Shape;
use crate::rules::betza::{self, BetzaError, Setting};
use crate::rules::file::{PieceSection, Table};
use crate::rules::source::Source;
use crate::rules::{
    Bounds, DefinitionError, DoubleMove, FirstMove, Mode, Movement, Passage, PieceDefinition, PieceType, Reach, Region,
};

/// The maximum number of characters that a piece's name may have.
const LONGEST_NAME: usize = 40;
/// The maximum number of bytes that a string of Betza notation may have.
const LONGEST_MOVE: usize = 1000;

/// Reads all pieces, in the order of the file. Appends the regions that bind their moves to `regions`.
pub(super) fn read(
    source: Source<'_>,
    sections: &Table<PieceSection>,
    letters: &Letters,
    shape: &Shape,
    setting: Setting,
    regions: &mut Vec<Region>,
) -> Result<Vec<PieceDefinition>, DefinitionError> {
    let mut pieces: Vec<PieceDefinition> = Vec::new();
    for (piece_type, (key, section)) in (0..).map(PieceType).zip(&sections.0) {
        let reader = Reader {
            source,
            letters,
            shape,
            setting: Setting { piece_type, ..setting },
        };
        pieces.push(reader.piece(key, section, regions)?);
    }
    Ok(pieces)
}

pub(super) struct Reader<'a> {
    pub source: Source<'a>,
    pub letters: &'a Letters,
    pub shape: &'a Shape,
    setting: Setting,
}

impl Reader<'_> {
    fn piece(
        &self,
        key: &Spanned<String>,
        section: &PieceSection,
        regions: &mut Vec<Region>,
    ) -> Result<PieceDefinition, DefinitionError> {
        if section.royal && section.pawn {
            return Err(self.source.error_at(key, "expected `royal` or `pawn`, not both"));
        }
        if section.name.chars().count() > LONGEST_NAME || section.name.contains(char::is_control) {
            let message = format!("expected a name of at most {LONGEST_NAME} characters, none of them invisible");
            return Err(self.source.error_at(key, message));
        }
        let stays_in = self.stays_in(section, regions)?;
        let staying = |movement: Movement| Movement {
            bounds: Bounds {
                to: stays_in,
                ..movement.bounds
            },
            ..movement
        };
        let (mut movements, doubles) = self.moves(&section.movement)?;
        movements.extend(self.moves_in(section, regions)?);
        let movements: Vec<Movement> = movements.into_iter().map(staying).collect();
        let first_move = self.first_move(section)?.map(|first| FirstMove {
            movements: first.movements.into_iter().map(staying).collect(),
            ..first
        });
        let first = first_move.as_ref().map_or(&[][..], |first| &first.movements);
        let multi_step = steps::read(self.source, section, self.shape, &movements, first)?;
        Ok(PieceDefinition {
            // `Letters::read` has checked that the key is one capital.
            letter: key.get_ref().chars().next().unwrap_or_default(),
            name: section.name.clone(),
            betza: section.movement.get_ref().clone(),
            movements,
            doubles,
            stays_in,
            hurdles: hurdles::read(self.source, section, self.letters)?,
            royal: section.royal,
            royal_up_to: self.royal_up_to(section)?,
            pawn: section.pawn,
            promotion: self.promotion(section)?,
            promotes_to_in: self.promotes_to_in(section)?,
            promotion_rank: self.promotion_rank(section)?,
            promotes_to_lost: self.promotion_flag(section, section.promotes_to_lost.as_ref())?,
            promotes_in: self.promotes_in(section)?,
            must_promote_from: self.must_promote_from(section)?,
            promotes_leaving: self.promotes_leaving(section)?,
            must_promote_leaving: self.must_promote_leaving(section)?,
            promotes_up_to: self.promotes_up_to(section)?,
            promotes_standing: self.promotes_standing(section)?,
            blast_proof: section.blast_proof.as_ref().map(|word| word.get_ref().0),
            drops: self.drops(section)?,
            multi_step,
            first_move,
            picture: section.picture.clone(),
            drawing: section.drawing.clone(),
            shapes: None,
        })
    }

    fn royal_up_to(&self, section: &PieceSection) -> Result<Option<u8>, DefinitionError> {
        match &section.royal_up_to {
            Some(most) if !section.royal => Err(self.source.error_at(most, "expected `royal = true` too")),
            Some(most) if *most.get_ref() == 0 => Err(self.source.error_at(most, "expected at least 1")),
            most => Ok(most.as_ref().map(|most| *most.get_ref())),
        }
    }

    /// Reads the moves of a piece; `-` stands for a piece that never moves.
    fn moves(&self, text: &Spanned<String>) -> Result<(Vec<Movement>, Vec<DoubleMove>), DefinitionError> {
        self.parsed(text, betza::moves)
    }

    /// Reads moves that capture only where they end; `-` stands for none.
    pub(super) fn movements(&self, text: &Spanned<String>) -> Result<Vec<Movement>, DefinitionError> {
        self.parsed(text, betza::movements)
    }

    /// Reads moves with a parser of the notation.
    fn parsed<T: Default>(
        &self,
        text: &Spanned<String>,
        parser: fn(&str, Setting) -> Result<T, BetzaError>,
    ) -> Result<T, DefinitionError> {
        if text.get_ref() == "-" {
            return Ok(T::default());
        }
        if text.get_ref().len() > LONGEST_MOVE {
            let message = format!("expected at most {LONGEST_MOVE} characters");
            return Err(self.source.error_at(text, message));
        }
        parser(text.get_ref(), self.setting)
            .map_err(|BetzaError { offset, message }| self.source.error_in(text, offset, message))
    }

    fn first_move(&self, section: &PieceSection) -> Result<Option<FirstMove>, DefinitionError> {
        let Some(text) = &section.first else {
            let conditions = [&section.safe_passage, &section.over_enemies, &section.by_steps];
            return match conditions.into_iter().flatten().next() {
                Some(flag) => Err(self
                    .source
                    .error_at(flag, "expected `first` too: this is a condition on first moves")),
                None => Ok(None),
            };
        };
        let movements = self.movements(text)?;
        if movements.iter().any(|movement| movement.initial.is_some()) {
            let message = "expected no `i`: what stands here is a first move anyway";
            return Err(self.source.error_at(text, message));
        }
        if movements
            .iter()
            .any(|movement| movement.reach != Reach::Leap || movement.around)
        {
            return Err(self
                .source
                .error_at(text, "expected leaps only: first moves neither slide nor are blocked"));
        }
        let safe_passage = section.safe_passage.as_ref().is_some_and(|flag| *flag.get_ref());
        let has_middle = |m: &Movement| {
            let sizes = [m.vector.file, m.vector.rank, m.vector.level].map(i8::abs);
            sizes.into_iter().max().is_some_and(|longest| longest % 2 == 0)
        };
        if safe_passage && !movements.iter().all(has_middle) {
            let message = "expected leaps with squares half way, like D, A and N, because of `safe-passage`";
            return Err(self.source.error_at(text, message));
        }
        let over_enemies = section.over_enemies.as_ref().filter(|flag| *flag.get_ref());
        let by_steps = section.by_steps.as_ref().filter(|flag| *flag.get_ref());
        if let (Some(flag), false) = (over_enemies.or(by_steps), safe_passage) {
            let message = "expected `safe-passage = true` too: other first moves lead over everything";
            return Err(self.source.error_at(flag, message));
        }
        let passage = match (over_enemies, by_steps) {
            (None, None) => Passage::OverFriends,
            (Some(_), None) => Passage::OverAll,
            (None, Some(flag)) => {
                let two_steps = |m: &Movement| {
                    let sizes = [m.vector.file, m.vector.rank, m.vector.level].map(i8::abs);
                    sizes.into_iter().max() == Some(2) && m.mode == Mode::Quiet
                };
                if !movements.iter().all(two_steps) {
                    let message = "expected leaps of two squares without capture, like mD, mA and mN";
                    return Err(self.source.error_at(flag, message));
                }
                Passage::BySteps
            }
            (Some(flag), Some(_)) => {
                let message = "expected either `over-enemies` or `by-steps`";
                return Err(self.source.error_at(flag, message));
            }
        };
        Ok(Some(FirstMove {
            betza: text.get_ref().clone(),
            movements,
            safe_passage,
            passage,
        }))
    }
}
