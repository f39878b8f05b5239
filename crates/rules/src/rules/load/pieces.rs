//! Reads the sections `[pieces.X]`.

use toml::Spanned;

use super::letters::Letters;
use super::steps;
use crate::board::Shape;
use crate::rules::betza::{self, BetzaError, Setting};
use crate::rules::file::{PieceSection, Table};
use crate::rules::source::Source;
use crate::rules::{DefinitionError, FirstMove, Mode, Movement, Passage, PieceDefinition, PieceType, Promotion, Reach};

/// The maximum number of characters that a piece's name may have.
const LONGEST_NAME: usize = 40;
/// The maximum number of bytes that a string of Betza notation may have.
const LONGEST_MOVE: usize = 1000;

/// Reads all pieces, in the order of the file.
pub(super) fn read(
    source: Source<'_>,
    sections: &Table<PieceSection>,
    letters: &Letters,
    shape: &Shape,
    setting: Setting,
) -> Result<Vec<PieceDefinition>, DefinitionError> {
    let mut pieces: Vec<PieceDefinition> = Vec::new();
    for (piece_type, (key, section)) in (0..).map(PieceType).zip(&sections.0) {
        let reader = Reader {
            source,
            letters,
            shape,
            setting: Setting { piece_type, ..setting },
        };
        pieces.push(reader.piece(key, section)?);
    }
    Ok(pieces)
}

struct Reader<'a> {
    source: Source<'a>,
    letters: &'a Letters,
    shape: &'a Shape,
    setting: Setting,
}

impl Reader<'_> {
    fn piece(&self, key: &Spanned<String>, section: &PieceSection) -> Result<PieceDefinition, DefinitionError> {
        if section.royal && section.pawn {
            return Err(self.source.error_at(key, "expected `royal` or `pawn`, not both"));
        }
        if section.name.chars().count() > LONGEST_NAME || section.name.contains(char::is_control) {
            let message = format!("expected a name of at most {LONGEST_NAME} characters, none of them invisible");
            return Err(self.source.error_at(key, message));
        }
        let movements = self.movements(&section.movement)?;
        let first_move = self.first_move(section)?;
        let first = first_move.as_ref().map_or(&[][..], |first| &first.movements);
        let multi_step = steps::read(self.source, section, self.shape, &movements, first)?;
        Ok(PieceDefinition {
            // `Letters::read` has checked that the key is one capital.
            letter: key.get_ref().chars().next().unwrap_or_default(),
            name: section.name.clone(),
            betza: section.movement.get_ref().clone(),
            movements,
            royal: section.royal,
            pawn: section.pawn,
            promotion: self.promotion(section)?,
            promotion_rank: self.promotion_rank(section)?,
            promotes_to_lost: section.promotes_to_lost.as_ref().is_some_and(|flag| *flag.get_ref()),
            promotes_up_to: self.promotes_up_to(section)?,
            multi_step,
            first_move,
            picture: section.picture.clone(),
            drawing: section.drawing.clone(),
            shapes: None,
        })
    }

    fn movements(&self, text: &Spanned<String>) -> Result<Vec<Movement>, DefinitionError> {
        if text.get_ref().len() > LONGEST_MOVE {
            let message = format!("expected at most {LONGEST_MOVE} characters");
            return Err(self.source.error_at(text, message));
        }
        betza::movements(text.get_ref(), self.setting)
            .map_err(|BetzaError { offset, message }| self.source.error_in(text, offset, message))
    }

    fn promotion(&self, section: &PieceSection) -> Result<Option<Promotion>, DefinitionError> {
        let (text, by_file) = match (&section.promotes_to, &section.promotes_by_file) {
            (None, None) => return Ok(None),
            (Some(_), Some(second)) => {
                return Err(self
                    .source
                    .error_at(second, "expected `promotes-to` or `promotes-by-file`, not both"));
            }
            (Some(choice), None) => (choice, false),
            (None, Some(files)) => (files, true),
        };
        if section.royal {
            return Err(self.source.error_at(text, "expected no promotion for the royal piece"));
        }
        let mut piece_types: Vec<PieceType> = Vec::new();
        for (offset, letter) in text.get_ref().char_indices() {
            let wrong = |message: String| self.source.error_in(text, offset, message);
            let piece_type = self.letters.piece_type(letter);
            let piece_type =
                piece_type.ok_or_else(|| wrong(format!("expected the letter of a piece, found `{letter}`")))?;
            if piece_type == self.letters.king {
                return Err(wrong(
                    "expected another piece: nothing is promoted to the royal one".into(),
                ));
            }
            if !by_file && piece_types.contains(&piece_type) {
                return Err(wrong(format!("`{letter}` is given twice")));
            }
            piece_types.push(piece_type);
        }
        let files = self.shape.files() as usize;
        if by_file && piece_types.len() != files {
            let message = format!("expected {files} letters, one a file, found {}", piece_types.len());
            return Err(self.source.error_at(text, message));
        }
        if piece_types.is_empty() {
            return Err(self.source.error_at(text, "expected at least one letter"));
        }
        Ok(Some(if by_file {
            Promotion::ByFile(piece_types)
        } else {
            Promotion::Choice(piece_types)
        }))
    }

    fn promotion_rank(&self, section: &PieceSection) -> Result<u8, DefinitionError> {
        let ranks = self.shape.ranks();
        let promotes = section.promotes_to.is_some() || section.promotes_by_file.is_some();
        let needless = "expected `promotes-to` or `promotes-by-file` too";
        match (&section.promotion_rank, &section.promotes_to_lost) {
            (Some(rank), _) if !promotes => Err(self.source.error_at(rank, needless)),
            (_, Some(flag)) if !promotes => Err(self.source.error_at(flag, needless)),
            (Some(rank), _) if self.shape.opposed_levels() => {
                let message =
                    "expected no `promotion-rank` where levels are opposed: the last rank of the last level is it";
                Err(self.source.error_at(rank, message))
            }
            (Some(rank), _) if !(2..=ranks).contains(rank.get_ref()) => {
                let message = format!("expected a rank from 2 to {ranks}, the last");
                Err(self.source.error_at(rank, message))
            }
            (Some(rank), _) => Ok(rank.get_ref() - 1),
            (None, _) => Ok(self.shape.farthest()),
        }
    }

    fn promotes_up_to(&self, section: &PieceSection) -> Result<Vec<(PieceType, u8)>, DefinitionError> {
        let Some(table) = &section.promotes_up_to else {
            return Ok(Vec::new());
        };
        if section.promotes_to.is_none() && section.promotes_by_file.is_none() {
            let message = "expected `promotes-to` or `promotes-by-file` too";
            return Err(self.source.error_at(table, message));
        }
        if section.promotes_to_lost.as_ref().is_some_and(|flag| *flag.get_ref()) {
            let message = "expected `promotes-to-lost` or `promotes-up-to`, not both";
            return Err(self.source.error_at(table, message));
        }
        self.letters.counts(self.source, table.get_ref())
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
