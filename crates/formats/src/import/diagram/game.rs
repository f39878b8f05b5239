//! A diagram that is being translated: its pieces with their moves, squares and promotions.

use std::collections::BTreeSet;

use super::castling::{self, Castlings};
use super::error::{DiagramError, Located};
use super::known;
use super::moves::Moves;
use super::page::{Item, Sheet};
use super::promotion::{self, Choice};
use super::settings::{Holdings, Settings, Symmetry};
use super::squares::{Square, Squares};
use super::write;
use crate::import::write::square;
use kurier_rules::rules::{Color, Facing, PieceType};

/// A piece type.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The line of the piece, from 1.
    pub line: usize,
    pub name: String,
    /// The ID in the diagram. Several pieces may have the same ID.
    pub id: String,
    /// The letter in Kurier's file.
    pub letter: char,
    pub moves: Moves,
    /// The lines along which the piece takes a king, and nothing else.
    pub takes_kings_on: Facing,
    /// The squares at the start of the game, by colour.
    pub squares: [Vec<Square>; 2],
    /// The number of further pieces that are in the reserve, or in each hand, at the start.
    pub reserve: u32,
}

/// A game that is being translated.
#[derive(Debug)]
pub(super) struct Game {
    pub settings: Settings,
    pub pieces: Vec<Piece>,
    /// The index of the royal piece in `pieces`.
    pub king: usize,
    /// What the pieces that promote are promoted to.
    pub choice: Choice,
    pub castlings: Castlings,
}

/// Translates a diagram to the text of a Kurier definition file.
///
/// # Errors
/// All settings and pieces that are not understood or not supported or, if there are none, the first rule that is not
/// supported.
pub(super) fn translate(name: &str, sheet: &Sheet) -> Result<String, Vec<Located>> {
    let items = sheet.items.as_ref().map_err(Clone::clone)?;
    let mut errors = Vec::new();
    let settings = Settings::read(items, &mut errors);
    let pieces = pieces(items, &settings, &mut errors);
    if !errors.is_empty() {
        errors.sort_by_key(|(line, _)| *line);
        return Err(errors);
    }
    if pieces.is_empty() {
        return Err(vec![(sheet.line, DiagramError::NoPieces)]);
    }
    let ids: Vec<String> = pieces.iter().map(|piece| piece.id.clone()).collect();
    let king = king(&settings, &pieces, &ids, sheet).map_err(|error| vec![error])?;
    let choice = match &settings.promo_choice {
        Some(given) => promotion::choice(given, &ids, &settings).map_err(|error| vec![error])?,
        None => Choice::default(),
    };
    let mut others = (0..).zip(&pieces).filter(|(number, _)| *number != king);
    if let Some((_, piece)) = others.find(|(_, piece)| piece.takes_kings_on.any()) {
        return Err(vec![(piece.line, DiagramError::TakesKings(piece.name.clone()))]);
    }
    let castlings = castling::read(&settings, &pieces, king).map_err(|error| vec![error])?;
    let game = Game {
        settings,
        pieces,
        king,
        choice,
        castlings,
    };
    game.check_promotion().map_err(|error| vec![error])?;
    write::file(name, &game).map_err(|(line, error)| vec![(line.unwrap_or(sheet.line), error)])
}

/// Reads all pieces. Errors are added to `errors`.
fn pieces(items: &[(usize, Item)], settings: &Settings, errors: &mut Vec<Located>) -> Vec<Piece> {
    let lines = items.iter().filter_map(|(line, item)| match item {
        Item::Piece(fields) => Some((*line, fields)),
        Item::Setting { .. } => None,
    });
    let lines: Vec<(usize, &Vec<String>)> = lines.collect();
    if let Some((line, _)) = lines.get(PieceType::MAX) {
        errors.push((*line, DiagramError::TooManyPieces));
        return Vec::new();
    }
    let mut pieces = Vec::new();
    for (line, fields) in lines {
        match piece(line, fields, settings) {
            Ok(piece) => pieces.push(piece),
            Err(error) => errors.push((line, error)),
        }
    }
    complete_squares(settings, &mut pieces, errors);
    choose_letters(&mut pieces);
    pieces.into_iter().map(|(piece, _)| piece).collect()
}

/// Reads the line of a piece, and its squares as they are listed.
fn piece(line: usize, fields: &[String], settings: &Settings) -> Result<(Piece, Squares), DiagramError> {
    let field = |number: usize| fields.get(number).map_or("", |field| field.trim());
    let name = field(0);
    if fields.len() > 6 || name.is_empty() {
        return Err(DiagramError::NotUnderstood(fields.join(":")));
    }
    if name.eq_ignore_ascii_case("hole") {
        return Err(DiagramError::Hole);
    }
    let id = match field(1) {
        "" => name.chars().take(1).flat_map(char::to_uppercase).collect(),
        id => id.to_owned(),
    };
    let text = match field(2) {
        "" => known::moves(name).ok_or_else(|| DiagramError::UnknownMoves(name.to_owned()))?,
        moves => moves,
    };
    let (own, takes_kings_on) = without_captures_of_kings(text);
    let moves = Moves::read(&own).map_err(|why| DiagramError::Moves {
        moves: text.to_owned(),
        name: name.to_owned(),
        why,
    })?;
    let reserve: u32 = match field(5) {
        "" => 0,
        number => number
            .parse()
            .map_err(|_| DiagramError::expected("the number of pieces in hand", number))?,
    };
    // A reserve matters only for pieces that others are promoted to; [`Game::check_promotion`] checks that.
    if reserve > 0 && settings.holdings == Holdings::None {
        return Err(DiagramError::InHand);
    }
    let squares = Squares::read(field(4), settings.files, settings.ranks)?;
    let piece = Piece {
        line,
        name: name.to_owned(),
        id,
        letter: ' ',
        moves,
        takes_kings_on,
        squares: [Vec::new(), Vec::new()],
        reserve,
    };
    Ok((piece, squares))
}

/// Splits moves into the ordinary ones and the lines along which the piece takes a king alone, which both kings do in
/// games where they may not face each other.
fn without_captures_of_kings(moves: &str) -> (String, Facing) {
    const LINES: [(&str, [bool; 3]); 6] = [
        ("fkR", [true, false, false]),
        ("fkB", [false, false, true]),
        ("fkQ", [true, false, true]),
        ("kR", [true, true, false]),
        ("kB", [false, false, true]),
        ("kQ", [true, true, true]),
    ];
    let (mut own, mut lines) = (moves.to_owned(), Facing::default());
    for (text, [files, ranks, diagonals]) in LINES {
        // A longer move, such as `fskR`, is not one of these.
        let Some(at) = own
            .find(text)
            .filter(|at| !own[..*at].ends_with(|c: char| c.is_ascii_lowercase()))
        else {
            continue;
        };
        own.replace_range(at..at + text.len(), "");
        lines.files |= files;
        lines.ranks |= ranks;
        lines.diagonals |= diagonals;
    }
    (own, lines)
}

/// Derives Black's squares from White's if they are not listed, and checks that no square is taken twice.
fn complete_squares(settings: &Settings, pieces: &mut [(Piece, Squares)], errors: &mut Vec<Located>) {
    let lists_black = pieces.iter().any(|(_, squares)| squares.black.is_some());
    let symmetry = match settings.symmetry {
        Some(symmetry) => symmetry,
        None if lists_black => Symmetry::None,
        None => Symmetry::Mirror,
    };
    let mut taken = BTreeSet::new();
    for (piece, squares) in pieces {
        let opposite = |(file, rank): &Square| {
            let file = if symmetry == Symmetry::Rotate {
                settings.files - 1 - file
            } else {
                *file
            };
            (file, settings.ranks - 1 - rank)
        };
        let black = match (symmetry, &squares.black) {
            (Symmetry::None, black) => black.clone().unwrap_or_default(),
            (_, Some(black)) if !black.is_empty() => {
                errors.push((piece.line, DiagramError::BothSides));
                continue;
            }
            _ => squares.white.iter().map(opposite).collect(),
        };
        piece.squares = [squares.white.clone(), black];
        for (file, rank) in piece.squares.iter().flatten() {
            if !taken.insert((*file, *rank)) {
                errors.push((piece.line, DiagramError::Occupied(square(*file, *rank))));
            }
        }
    }
}

/// Gives each piece its letter: its ID if that is a letter that no earlier piece has, else a free letter, if possible
/// one of its name.
fn choose_letters(pieces: &mut [(Piece, Squares)]) {
    let letter_of = |id: &str| {
        let mut letters = id.chars();
        let letter = letters.next().map(|letter| letter.to_ascii_uppercase());
        letter.filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
    };
    let mut taken = BTreeSet::new();
    let mut waiting = Vec::new();
    for (number, (piece, _)) in pieces.iter_mut().enumerate() {
        match letter_of(&piece.id).filter(|letter| taken.insert(*letter)) {
            Some(letter) => piece.letter = letter,
            None => waiting.push(number),
        }
    }
    for number in waiting {
        let piece = &mut pieces[number].0;
        let own: Vec<char> = piece
            .name
            .to_ascii_uppercase()
            .chars()
            .filter(char::is_ascii_uppercase)
            .collect();
        let free = own.into_iter().chain('A'..='Z').find(|letter| !taken.contains(letter));
        // There are at most as many pieces as letters.
        piece.letter = free.unwrap_or('A');
        taken.insert(piece.letter);
    }
}

/// Returns the index of the royal piece. Without the setting `royal` it is the only piece whose name contains "king",
/// or of several such pieces the last one if it ends the list.
fn king(settings: &Settings, pieces: &[Piece], ids: &[String], sheet: &Sheet) -> Result<usize, Located> {
    if let Some(second) = settings.royal.get(1) {
        return Err((second.line, DiagramError::SeveralRoyals));
    }
    if let Some(royal) = settings.royal.first() {
        let number = match royal.value.parse::<usize>() {
            Ok(number) if (1..=pieces.len()).contains(&number) => Ok(number - 1),
            Ok(_) => Err(DiagramError::UnknownPiece(royal.value.clone())),
            Err(_) => promotion::number(&royal.value, ids),
        };
        return number.map_err(|error| (royal.line, error));
    }
    let is_king = |piece: &Piece| piece.name.to_ascii_lowercase().contains("king");
    let mut kings = (0..)
        .zip(pieces)
        .filter(|(_, piece)| is_king(piece))
        .map(|(number, _)| number);
    match (kings.next(), kings.next(), pieces.last().is_some_and(is_king)) {
        (Some(only), None, _) => Ok(only),
        (Some(_), Some(_), true) => Ok(pieces.len() - 1),
        _ => Err((sheet.line, DiagramError::NoRoyal)),
    }
}

impl Game {
    /// Returns whether a piece is promoted: it is among the first `maxPromote` pieces of the list, and not the king.
    pub fn is_promoted(&self, number: usize) -> bool {
        number < usize::from(self.settings.max_promote) && number != self.king
    }

    /// Returns the index of the piece to which another is promoted by `promoOffset`; `None` if the list is too short.
    pub fn counterpart(&self, number: usize) -> Option<usize> {
        let offset = self.settings.promo_offset.as_ref()?.value;
        Some(number + usize::from(offset)).filter(|other| *other < self.pieces.len())
    }

    /// Returns whether any piece captures en passant.
    pub fn has_en_passant(&self) -> bool {
        self.pieces.iter().any(|piece| piece.moves.takes_en_passant)
    }

    /// Returns the ranks where a side's pieces of a type start. The rank at the side's own edge is 1.
    pub fn start_ranks(&self, piece: &Piece, color: Color) -> BTreeSet<u8> {
        let own = |(_, rank): &Square| match color {
            Color::White => rank + 1,
            Color::Black => self.settings.ranks - rank,
        };
        piece.squares[color.index()].iter().map(own).collect()
    }

    /// Returns the number of last ranks where pieces are promoted: 1 unless `promoZone` is set, 0 if there is no
    /// promotion.
    pub fn zone(&self) -> u8 {
        self.settings.promo_zone.as_ref().map_or(1, |zone| zone.value)
    }

    /// Checks that Kurier can express the promotions.
    fn check_promotion(&self) -> Result<(), Located> {
        let line = self.settings.promo_choice.as_ref().map_or(0, |given| given.line);
        for (number, piece) in self
            .pieces
            .iter()
            .enumerate()
            .filter(|(number, _)| self.is_promoted(*number))
        {
            if self.choice.counterparts {
                let other = self.counterpart(number);
                match other.filter(|other| *other != self.king) {
                    Some(_) => continue,
                    None => return Err((piece.line, DiagramError::NoCounterpart(piece.name.clone()))),
                }
            }
            if let Some(offset) = &self.settings.promo_offset {
                return Err((offset.line, DiagramError::OffsetAlone));
            }
            if self.settings.promo_choice.is_none() {
                return Err((piece.line, DiagramError::NoChoice(piece.name.clone())));
            }
            if self.choice.pieces.is_empty() {
                return Err((line, DiagramError::EmptyChoice(piece.name.clone())));
            }
            let wrong = |id: &str, why| Err((line, DiagramError::Choice(id.to_owned(), why)));
            if self.choice.pieces.contains(&number) {
                return wrong(&piece.id, "a promotion is not declined for ever");
            }
            if self.choice.waits.is_some_and(|waits| waits != number) {
                return wrong("!", "only the piece itself is one that its promotion waits for");
            }
        }
        if self.choice.pieces.contains(&self.king) {
            return Err((
                line,
                DiagramError::Choice(self.pieces[self.king].id.clone(), "nothing becomes royal"),
            ));
        }
        // If pieces are promoted only to lost ones, the reserve must not have further pieces of these types at the
        // start.
        let mut reserved = (0..).zip(&self.pieces).filter(|(_, piece)| piece.reserve > 0);
        match reserved.find(|(number, _)| self.choice.lost && self.choice.pieces.contains(number)) {
            Some((_, piece)) => Err((piece.line, DiagramError::Reserve(piece.reserve))),
            None => Ok(()),
        }
    }
}
