//! Reads the sections `[arrays.X]` and `[shuffle]`, from which the start position of a game is chosen.

use std::collections::BTreeMap;

use toml::Spanned;

use super::letters::Letters;
use super::{kings, rights, start};
use crate::board::Square;
use crate::rules::file::{ArraySection, GameFile, ShuffleSection, Texts};
use crate::rules::path::own_square;
use crate::rules::placement::{self, Pieces};
use crate::rules::source::Source;
use crate::rules::starts::RANDOM;
use crate::rules::{Array, Arrays, Color, DefinitionError, PieceType, Rules, Shuffle, Start, StartError, Starts};
use crate::sanitize::excerpt;

/// Reads the start positions of a game. Returns them with the rules of the game that begins with its own start
/// position.
pub(super) fn read(
    source: Source<'_>,
    file: &GameFile,
    rules: Rules,
    letters: &Letters,
) -> Result<(Rules, Option<Starts>), DefinitionError> {
    let reader = Reader {
        source,
        file,
        letters,
        rules: &rules,
    };
    match (&file.shuffle, file.arrays.0.first()) {
        (None, None) => Ok((rules, None)),
        (Some(shuffle), None) => {
            let (shuffled, castling_anywhere) = reader.shuffle(shuffle)?;
            let rules = Rules {
                castling_anywhere,
                ..rules
            };
            Ok((rules, Some(Starts::Shuffle(shuffled))))
        }
        (None, Some((first, _))) => {
            let arrays = reader.arrays(first)?;
            let mut own = rules.clone();
            let left = own.limit_promotions(&arrays);
            left.map_err(|error| source.error_at(&file.start, error.to_string()))?;
            Ok((own, Some(Starts::Arrays(arrays))))
        }
        (Some(shuffle), Some(_)) => Err(source.error_at(shuffle, "expected `[arrays]` or `[shuffle]`, not both")),
    }
}

struct Reader<'a> {
    source: Source<'a>,
    file: &'a GameFile,
    letters: &'a Letters,
    rules: &'a Rules,
}

impl Reader<'_> {
    /// Reads and checks all arrays. `first` is the key of the first one.
    fn arrays(&self, first: &Spanned<String>) -> Result<Arrays, DefinitionError> {
        let obstacles = [
            (self.rules.shape.levels() > 1, "on a board with levels"),
            (self.rules.prelude.is_some(), "in a game with a prelude"),
            (!self.rules.privileged.is_empty(), "of pieces with first moves"),
        ];
        self.source.refuse(first.span().start, "choice of arrays", &obstacles)?;
        let sections = &self.file.arrays.0;
        if sections.len() < 2 {
            return Err(self.source.error_at(first, "expected at least two arrays"));
        }
        let all = sections.iter().map(|(name, section)| self.array(name, section));
        let arrays = Arrays {
            all: all.collect::<Result<_, _>>()?,
            promotions: self.rules.pieces.iter().map(|piece| piece.promotion.clone()).collect(),
        };
        let starts = Starts::Arrays(arrays.clone());
        for (index, (_, section)) in sections.iter().enumerate() {
            self.check(&starts, index as u64, section)?;
        }
        Ok(arrays)
    }

    /// Reads an array.
    fn array(&self, name: &Spanned<String>, section: &ArraySection) -> Result<Array, DefinitionError> {
        let text = name.get_ref();
        if !(1..=20).contains(&text.len()) || !text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
            let message = format!("expected a name of 1 to 20 of a-z and 0-9, found `{}`", excerpt(text));
            return Err(self.source.error_at(name, message));
        }
        if text == RANDOM {
            return Err(self
                .source
                .error_at(name, format!("expected another name: `{RANDOM}` stands for any array")));
        }
        Ok(Array {
            name: text.clone(),
            title: section.title.as_deref().map_or_else(|| text.clone(), excerpt),
            pieces: self.pieces(&section.ranks)?,
            castlings: section.castling.as_ref().map(|text| text.get_ref().clone()),
        })
    }

    /// Reads White's pieces in an array, from the first rank.
    fn pieces(&self, ranks: &Texts) -> Result<BTreeMap<Square, PieceType>, DefinitionError> {
        let shape = &self.rules.shape;
        let given = ranks.get_ref();
        if given.is_empty() || given.len() > usize::from(shape.ranks()) {
            let message = format!("expected 1 to {} ranks, White's first rank first", shape.ranks());
            return Err(self.source.error_at(ranks, message));
        }
        let mut pieces = BTreeMap::new();
        let empty = self.rules.spell_placement(|_| None);
        for (rank, text) in given.iter().enumerate() {
            let mut board: Vec<&str> = empty.split('/').collect();
            let index = board.len() - 1 - rank;
            board[index] = text.get_ref();
            let before: usize = board[..index].iter().map(|rank| rank.len() + 1).sum();
            let letters = Pieces {
                piece: &|letter| self.letters.piece(letter).filter(|(_, color)| *color == Color::White),
                promoted: &|piece_type| self.letters.promoted(piece_type),
            };
            let read = placement::read(shape, &letters, &board.join("/"));
            let array = read.map_err(|error| match error.offset.checked_sub(before) {
                Some(offset) if offset < text.get_ref().len() => self.source.error_in(text, offset, error.message),
                _ => self
                    .source
                    .error_at(text, format!("expected {} squares in the rank", shape.files())),
            })?;
            let own = shape
                .squares()
                .filter_map(|square| Some((square, array[square.index()]?.0)));
            pieces.extend(own);
        }
        let first = |piece_type: &PieceType| self.rules.piece(*piece_type).first_move.is_some();
        match pieces.values().find(|piece_type| first(piece_type)) {
            Some(piece_type) => {
                let name = &self.rules.piece(*piece_type).name;
                let message = format!("expected no piece with a first move in an array, found the {name}");
                Err(self.source.error_at(ranks, message))
            }
            None => Ok(pieces),
        }
    }

    /// Checks the game in which both sides have the array with this number.
    fn check(&self, starts: &Starts, number: u64, section: &ArraySection) -> Result<(), DefinitionError> {
        let refused = |error: StartError| self.source.error_at(&section.ranks, error.to_string());
        let begun = self.rules.begun(starts, Start([number; 2])).map_err(refused)?;
        let fen = Spanned::new(section.ranks.span(), begun.start.clone());
        kings::check_number(self.source, &fen, self.rules, &begun.array, &begun.held)?;
        rights::check_letters(self.source, &fen, &begun)?;
        start::check(self.source, &fen, &begun, &begun.array, Color::White)?;
        let Some(castling) = &section.castling else {
            return Ok(());
        };
        let granted = begun.start.split(' ').nth(2).unwrap_or_default();
        match castling
            .get_ref()
            .char_indices()
            .find(|(_, letter)| !granted.contains(*letter))
        {
            Some((offset, letter)) => {
                let message =
                    format!("expected letters of castlings whose king and rook stand in the array, found `{letter}`");
                Err(self.source.error_in(castling, offset, message))
            }
            None => Ok(()),
        }
    }

    /// Reads which pieces are shuffled, and whether kings and rooks castle from anywhere.
    fn shuffle(&self, section: &Spanned<ShuffleSection>) -> Result<(Shuffle, bool), DefinitionError> {
        let source = self.source;
        let obstacles = [(self.rules.prelude.is_some(), "in a game with a prelude")];
        source.refuse(section.span().start, "shuffle", &obstacles)?;
        let section = section.get_ref();
        let mut groups: Vec<Vec<PieceType>> = Vec::new();
        for text in section.groups.get_ref() {
            let group = self.letters.listed(source, Some(text))?;
            if let Some(twice) = group
                .iter()
                .find(|piece_type| groups.iter().flatten().any(|other| other == *piece_type))
            {
                let message = format!(
                    "expected each piece in one group, found the {} in two",
                    self.rules.piece(*twice).name
                );
                return Err(source.error_at(text, message));
            }
            if let Some(first) = group
                .iter()
                .find(|piece_type| self.rules.piece(**piece_type).first_move.is_some())
            {
                let name = &self.rules.piece(*first).name;
                return Err(source.error_at(text, format!("expected no piece with a first move, found the {name}")));
            }
            groups.push(group);
        }
        if groups.is_empty() {
            return Err(source.error_at(&section.groups, "expected at least one group of letters"));
        }
        let two = self.letters.listed(source, section.opposite_colors.as_ref())?;
        if let (Some(text), Some(other)) = (
            &section.opposite_colors,
            two.iter()
                .find(|piece_type| !groups.iter().flatten().any(|other| other == *piece_type)),
        ) {
            let message = format!(
                "expected pieces of the groups, found the {}",
                self.rules.piece(*other).name
            );
            return Err(source.error_at(text, message));
        }
        let mirrored = section.black.is_none_or(|word| word.0);
        let castlers = match section.castling.as_ref().filter(|word| word.get_ref().0) {
            Some(word) => {
                let castlers = self.rules.castlers();
                self.check_castlers(&castlers, &groups, &two)
                    .map_err(|message| source.error_at(word, message))?;
                castlers
            }
            None => Vec::new(),
        };
        let anywhere = !castlers.is_empty();
        Shuffle::new(&self.rules.shape, &self.rules.array, &groups, &two, &castlers, mirrored)
            .map(|shuffle| (shuffle, anywhere))
            .map_err(|error| source.error_at(&section.groups, error.to_string()))
    }

    /// Checks that kings and rooks can castle from anywhere.
    ///
    /// # Errors
    /// Returns what was expected and what was found instead.
    fn check_castlers(
        &self,
        castlers: &[PieceType],
        groups: &[Vec<PieceType>],
        two_shades: &[PieceType],
    ) -> Result<(), String> {
        let rules = self.rules;
        if castlers.is_empty() {
            return Err("expected a section `[castling]`: kings castle from anywhere".into());
        }
        let has_all = |group: &&Vec<PieceType>| castlers.iter().all(|piece_type| group.contains(piece_type));
        let Some(group) = groups.iter().find(has_all) else {
            return Err("expected the kings and rooks that castle in one of the groups".into());
        };
        if let Some(piece_type) = castlers.iter().find(|piece_type| two_shades.contains(piece_type)) {
            let name = &rules.piece(*piece_type).name;
            return Err(format!(
                "expected no {name} in `opposite-colors`, because it castles from anywhere"
            ));
        }
        if rules.has_gates() || rules.hand.is_some_and(|hand| hand.castles) {
            return Err("expected neither `gating` nor `drops-castle` where kings castle from anywhere".into());
        }
        for (number, castling) in rules.castlings.iter().enumerate() {
            if !castling.written_to_rook {
                let letter = castling.letter;
                return Err(format!("expected `written = \"rook\"` in `[castling.{letter}]`"));
            }
            for color in Color::BOTH.into_iter().filter(|color| castling.is_for(*color)) {
                let rank: Vec<Square> = rules
                    .rank_of(own_square(&rules.shape, castling.king.0, color))
                    .collect();
                let is_elsewhere = |square: &Square| {
                    let piece = rules.array[square.index()];
                    piece.is_some_and(|(piece_type, owner)| owner == color && group.contains(&piece_type))
                        && !rank.contains(square)
                };
                if rules.shape.squares().any(|square| is_elsewhere(&square)) {
                    return Err("expected the pieces that are shuffled with the king on its rank".into());
                }
                if rules.kings.types[color.index()] != Some(castling.king_types[color.index()]) {
                    return Err(format!("expected one king of {color:?}, which castles"));
                }
                let others = rules.castlings[..number].iter().filter(|other| other.is_for(color));
                if others
                    .clone()
                    .any(|other| other.is_to_the_right(&rules.shape) == castling.is_to_the_right(&rules.shape))
                {
                    return Err("expected at most one castling to each side".into());
                }
                let piece_on = |square: Square| rules.array[square.index()];
                if rules.castling_rooks(castling, color, castling.king.0, piece_on).last() != Some(&castling.rook.0) {
                    let name = &rules.piece(castling.rook_types[color.index()]).name;
                    return Err(format!("expected castling with the outermost {name}"));
                }
            }
        }
        Ok(())
    }
}
