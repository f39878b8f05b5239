//! Reads the keys of promotion in the sections `[pieces.X]`.

use std::collections::BTreeSet;

use toml::Spanned;

use super::pieces::Reader;
use super::regions;
use crate::board::{Square, Vector};
use crate::rules::file::{CompulsoryRank, GameFile, PieceSection};
use crate::rules::path::seen_by;
use crate::rules::source::Source;
use crate::rules::{BoundChoice, Color, DefinitionError, PieceType, PromotesLeaving, Promotion, Rules};

impl Reader<'_> {
    pub(super) fn promotion(&self, section: &PieceSection) -> Result<Option<Promotion>, DefinitionError> {
        let (white, black) = match (
            &section.promotes_to,
            &section.promotes_to_black,
            &section.promotes_by_file,
        ) {
            (None, None, None) => return Ok(None),
            (Some(_), _, Some(second)) => {
                return Err(self
                    .source
                    .error_at(second, "expected `promotes-to` or `promotes-by-file`, not both"));
            }
            (None, Some(black), _) => return Err(self.source.error_at(black, "expected `promotes-to` too, for White")),
            (Some(white), black, None) => (white, black.as_ref()),
            (None, None, Some(files)) => return self.promotion_by_file(files).map(Some),
        };
        let white = self.choice(white)?;
        let black = black.map(|black| self.choice(black)).transpose()?;
        Ok(Some(match black.filter(|black| *black != white) {
            Some(black) => Promotion::ByColor([white, black]),
            None => Promotion::Choice(white),
        }))
    }

    /// Reads the letters of the types that a piece may be promoted to.
    fn choice(&self, text: &Spanned<String>) -> Result<Vec<PieceType>, DefinitionError> {
        let mut piece_types: Vec<PieceType> = Vec::new();
        for (offset, letter) in text.get_ref().char_indices() {
            let piece_type = self.letters.read_letter(self.source, text, offset, letter)?;
            if piece_types.contains(&piece_type) {
                let message = format!("`{letter}` is given twice");
                return Err(self.source.error_in(text, offset, message));
            }
            piece_types.push(piece_type);
        }
        match piece_types.is_empty() {
            true => Err(self.source.error_at(text, "expected at least one letter")),
            false => Ok(piece_types),
        }
    }

    /// Reads `promotes-by-file`, one letter for each file.
    fn promotion_by_file(&self, text: &Spanned<String>) -> Result<Promotion, DefinitionError> {
        let letters = text.get_ref().char_indices();
        let piece_types: Vec<PieceType> = letters
            .map(|(offset, letter)| self.letters.read_letter(self.source, text, offset, letter))
            .collect::<Result<_, _>>()?;
        let files = self.shape.files() as usize;
        if piece_types.len() != files {
            let message = format!("expected {files} letters, one a file, found {}", piece_types.len());
            return Err(self.source.error_at(text, message));
        }
        Ok(Promotion::ByFile(piece_types))
    }

    pub(super) fn promotion_rank(&self, section: &PieceSection) -> Result<u8, DefinitionError> {
        let Some(rank) = &section.promotion_rank else {
            return Ok(self.shape.farthest());
        };
        self.with_promotion(section, rank)?;
        let ranks = self.shape.ranks();
        match rank.get_ref() {
            _ if self.shape.opposed_levels() => {
                let message =
                    "expected no `promotion-rank` where levels are opposed: the last rank of the last level is it";
                Err(self.source.error_at(rank, message))
            }
            number if (2..=ranks).contains(number) => Ok(number - 1),
            _ => {
                let message = format!("expected a rank from 2 to {ranks}, the last");
                Err(self.source.error_at(rank, message))
            }
        }
    }

    /// Reads the squares where the piece may be promoted, by colour. Black's squares mirror White's unless they are
    /// listed too. `None` if the file lists no squares.
    pub(super) fn promotes_in(&self, section: &PieceSection) -> Result<Option<[BTreeSet<Square>; 2]>, DefinitionError> {
        let (white, black) = match (&section.promotes_in, &section.promotes_in_black) {
            (None, None) => return Ok(None),
            (None, Some(black)) => return Err(self.source.error_at(black, "expected `promotes-in` too, for White")),
            (Some(white), black) => (white, black),
        };
        self.with_promotion(section, white)?;
        if section.promotion_rank.is_some() {
            let message = "expected `promotion-rank` or `promotes-in`, not both";
            return Err(self.source.error_at(white, message));
        }
        regions::both(self.source, white, black.as_ref(), self.shape, false).map(Some)
    }

    /// Reads the choices that are possible on some squares only, with these squares. Black's squares mirror White's.
    pub(super) fn promotes_to_in(&self, section: &PieceSection) -> Result<Vec<BoundChoice>, DefinitionError> {
        let Some(table) = &section.promotes_to_in else {
            return Ok(Vec::new());
        };
        self.with_promotion(section, table)?;
        let obstacles = [
            (section.promotes_by_file.is_some(), "with `promotes-by-file`"),
            (section.promotes_leaving.is_some(), "with `promotes-leaving`"),
            (section.promotes_standing.is_some(), "with `promotes-standing`"),
        ];
        self.source.refuse(table.span().start, "`promotes-to-in`", &obstacles)?;
        let is_choice = |letter: &str| {
            let mut choices = section.promotes_to.iter().chain(&section.promotes_to_black);
            choices.any(|choice| choice.get_ref().contains(letter))
        };
        let mut bound = Vec::new();
        for (letter, squares) in &table.get_ref().0 {
            let piece_type = self.letters.letter_key(self.source, letter)?;
            if !is_choice(letter.get_ref()) {
                let message = format!(
                    "expected one of the letters in `promotes-to`, found `{}`",
                    letter.get_ref()
                );
                return Err(self.source.error_at(letter, message));
            }
            let squares = regions::both(self.source, squares, None, self.shape, false)?;
            bound.push(BoundChoice { piece_type, squares });
        }
        Ok(bound)
    }

    pub(super) fn must_promote_from(&self, section: &PieceSection) -> Result<Option<u8>, DefinitionError> {
        let Some(word) = &section.must_promote_from else {
            return Ok(Some(self.shape.farthest()));
        };
        self.with_promotion(section, word)?;
        let ranks = self.shape.ranks();
        match word.get_ref() {
            CompulsoryRank::Word(_) => Ok(None),
            CompulsoryRank::Rank(_) if self.shape.opposed_levels() => {
                let message = "expected `\"never\"` where levels are opposed: the last rank of the last level is it";
                Err(self.source.error_at(word, message))
            }
            CompulsoryRank::Rank(rank) if (1..=ranks).contains(rank) => Ok(Some(rank - 1)),
            CompulsoryRank::Rank(_) => {
                let message = format!("expected a rank from 1 to {ranks}, the last, or `\"never\"`");
                Err(self.source.error_at(word, message))
            }
        }
    }

    /// Reads which moves that begin in the promotion zone can promote the piece.
    pub(super) fn promotes_leaving(&self, section: &PieceSection) -> Result<PromotesLeaving, DefinitionError> {
        let Some(word) = &section.promotes_leaving else {
            return Ok(PromotesLeaving::Never);
        };
        self.with_promotion(section, word)?;
        Ok(word.get_ref().meaning())
    }

    pub(super) fn must_promote_leaving(&self, section: &PieceSection) -> Result<bool, DefinitionError> {
        let may = self.promotes_leaving(section)? == PromotesLeaving::Always;
        match &section.must_promote_leaving {
            Some(flag) if *flag.get_ref() && !may => {
                Err(self.source.error_at(flag, "expected `promotes-leaving = true` too"))
            }
            flag => self.promotion_flag(section, flag.as_ref()),
        }
    }

    /// Reads a key about promotion whose value is true or false. A missing key means `false`.
    pub(super) fn promotion_flag(
        &self,
        section: &PieceSection,
        key: Option<&Spanned<bool>>,
    ) -> Result<bool, DefinitionError> {
        let Some(flag) = key else {
            return Ok(false);
        };
        self.with_promotion(section, flag)?;
        Ok(*flag.get_ref())
    }

    /// Reads whether the piece is promoted where it stands. If so, keys about promotion by its own moves are refused.
    pub(super) fn promotes_standing(&self, section: &PieceSection) -> Result<bool, DefinitionError> {
        let standing = self.promotion_flag(section, section.promotes_standing.as_ref())?;
        let others = [
            section.must_promote_from.as_ref().map(Spanned::span),
            section.promotes_leaving.as_ref().map(Spanned::span),
            section.must_promote_leaving.as_ref().map(Spanned::span),
        ];
        match others.into_iter().flatten().next() {
            Some(span) if standing => {
                let message = "expected no such key with `promotes-standing`: no move of the piece itself promotes it";
                Err(self.source.error(span.start, message))
            }
            _ => Ok(standing),
        }
    }

    /// Checks that the piece can be promoted, without which `key` makes no sense.
    fn with_promotion<T>(&self, section: &PieceSection, key: &Spanned<T>) -> Result<(), DefinitionError> {
        match section.promotes_to.is_some() || section.promotes_by_file.is_some() {
            true => Ok(()),
            false => {
                let message = "expected `promotes-to` or `promotes-by-file` too";
                Err(self.source.error_at(key, message))
            }
        }
    }

    pub(super) fn promotes_up_to(&self, section: &PieceSection) -> Result<Vec<(PieceType, u8)>, DefinitionError> {
        let Some(table) = &section.promotes_up_to else {
            return Ok(Vec::new());
        };
        self.with_promotion(section, table)?;
        if section.promotes_to_lost.as_ref().is_some_and(|flag| *flag.get_ref()) {
            let message = "expected `promotes-to-lost` or `promotes-up-to`, not both";
            return Err(self.source.error_at(table, message));
        }
        self.letters.counts(self.source, table.get_ref(), 0)
    }
}

/// Checks that a game with pieces that are promoted where they stand has no promotions of or to royal pieces, and no
/// chains of captures, in which only captures are legal.
pub(super) fn check_standing(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let standing = file
        .pieces
        .0
        .iter()
        .zip(&rules.pieces)
        .find(|(_, piece)| piece.promotes_standing);
    let Some(((key, section), _)) = standing else {
        return Ok(());
    };
    let obstacles = [
        (
            rules.has_royal_promotions(),
            "where royal pieces are promoted, or others to royal ones",
        ),
        (rules.captures.chained, "where captures are chained"),
    ];
    let start = section
        .promotes_standing
        .as_ref()
        .map_or(key.span().start, |flag| flag.span().start);
    source.refuse(start, "`promotes-standing`", &obstacles)
}

/// Checks that no en passant capture ends where the capturing pawn must be promoted, because such captures do not
/// promote. A pawn that may stand there unpromoted, and is promoted by its next move, may capture there.
pub(super) fn check_en_passant(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let open = Color::BOTH.map(|color| open_squares(rules, color));
    for (((key, section), piece), (piece_type, _)) in file.pieces.0.iter().zip(&rules.pieces).zip(rules.piece_types()) {
        let compulsory = |color: Color| {
            let mut squares = open[(!color).index()].iter();
            squares.any(|square| rules.must_promote_on(piece_type, color, *square))
        };
        if piece.pawn && !piece.must_promote_leaving && Color::BOTH.into_iter().any(compulsory) {
            let message = "expected a later rank: pawns can be captured en passant here, which does not promote";
            return Err(match &section.must_promote_from {
                Some(word) => source.error_at(word, message),
                None => source.error_at(key, message),
            });
        }
    }
    Ok(())
}

/// Returns the squares on which pieces of a colour may be captured en passant.
fn open_squares(rules: &Rules, color: Color) -> BTreeSet<Square> {
    let shape = &rules.shape;
    let forward = seen_by(shape, Vector::flat(0, 1), color);
    let steps = rules.pieces.iter().filter_map(|piece| piece.multi_step.as_ref());
    let passed = steps.flat_map(|steps| {
        shape.squares().flat_map(move |from| {
            let ahead = move |at: &Square| shape.step(*at, forward);
            let most = steps.most_from(shape, color, from);
            let way = std::iter::successors(Some(from), ahead)
                .skip(1)
                .take(usize::from(most) - 1);
            way.filter(move |square| steps.is_open_on(color, *square))
        })
    });
    passed.collect()
}
