//! A diagram that is being translated: its pieces with their moves, squares and promotions.

use std::collections::BTreeSet;

use super::castling::{self, Castlings};
use super::error::{DiagramError, Located};
use super::holes;
use super::known;
use super::moves::Moves;
use super::page::{Item, Sheet};
use super::promotion::{self, Choice};
use super::royals::{self, Royals};
use super::settings::{Holdings, Settings, Symmetry};
use super::squares::{Board, Square, Squares};
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
    /// Whether the moves follow from the name, because the diagram does not give them.
    pub moves_by_name: bool,
    /// Whether the piece changes places with its successor (`dU`, which means that only with the setting `succession`).
    pub swaps: bool,
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
    /// The squares that are missing from the board.
    pub holes: Vec<Square>,
    /// The royal pieces.
    pub royals: Royals,
    /// The indices of the pieces with one of which a checkmated king may change places.
    pub successors: Vec<usize>,
    /// The indices of the pieces that do not capture each other where they could be recaptured.
    pub protected: Vec<usize>,
    /// The indices of the pieces that are not captured right after another piece has captured one.
    pub counter_strike: Vec<usize>,
    /// The choice of pieces that others can be promoted to.
    pub choice: Choice,
    pub castlings: Castlings,
}

/// Translates a diagram to the text of a Kurier definition file.
///
/// # Errors
/// Fails if the diagram cannot be translated. The errors are about all settings and pieces that are not understood or
/// not supported or, if there are none, about the first rule that is not supported.
pub(super) fn translate(name: &str, sheet: &Sheet) -> Result<String, Vec<Located>> {
    let items = sheet.items.as_ref().map_err(Clone::clone)?;
    let mut errors = Vec::new();
    let settings = Settings::read(items, &mut errors);
    let (pieces, holes) = pieces(items, &settings, &mut errors);
    if !errors.is_empty() {
        errors.sort_by_key(|(line, _)| *line);
        return Err(errors);
    }
    if pieces.is_empty() {
        return Err(vec![(sheet.line, DiagramError::NoPieces)]);
    }
    let ids: Vec<String> = pieces.iter().map(|piece| piece.id.clone()).collect();
    let royals = Royals::find(&settings, &pieces, &ids, sheet).map_err(|error| vec![error])?;
    let numbers = |named| royals::numbers(named, &ids).map_err(|error| vec![error]);
    let successors = numbers(&settings.succession)?;
    let protected = numbers(&settings.protected)?;
    let counter_strike = numbers(&settings.counter_strike)?;
    let choice = match &settings.promo_choice {
        Some(given) if given.value.is_empty() => promotion::any(&royals, &pieces),
        Some(given) => promotion::choice(given, &ids, &settings).map_err(|error| vec![error])?,
        None if settings.promo_offset.is_some() => Choice {
            counterparts: true,
            ..Choice::default()
        },
        None => promotion::unsaid(&royals, &ids),
    };
    let castlings = castling::read(&settings, &pieces, &royals).map_err(|error| vec![error])?;
    let game = Game {
        settings,
        pieces,
        holes,
        royals,
        successors,
        protected,
        counter_strike,
        choice,
        castlings,
    };
    game.check_facing().map_err(|error| vec![error])?;
    game.check_succession().map_err(|error| vec![error])?;
    game.check_promotion().map_err(|error| vec![error])?;
    write::file(name, &game).map_err(|(line, error)| vec![(line.unwrap_or(sheet.line), error)])
}

/// Reads all pieces and the squares that are missing from the board. Errors are added to `errors`.
fn pieces(items: &[(usize, Item)], settings: &Settings, errors: &mut Vec<Located>) -> (Vec<Piece>, Vec<Square>) {
    let lines = items.iter().filter_map(|(line, item)| match item {
        Item::Piece(fields) => Some((*line, without_split_addresses(fields))),
        Item::Setting { .. } => None,
    });
    let lines: Vec<(usize, Vec<String>)> = lines.collect();
    if let Some((line, _)) = lines.get(PieceType::MAX + holes::MOST_LINES) {
        errors.push((*line, DiagramError::TooManyPieces));
        return (Vec::new(), Vec::new());
    }
    let board = Board {
        files: settings.files,
        ranks: settings.ranks,
        first_rank: settings.first_rank,
    };
    let mut pieces = Vec::new();
    for (line, fields) in lines {
        match piece(line, &fields, settings, board) {
            Ok(piece) => pieces.push(piece),
            Err(error) => errors.push((line, error)),
        }
    }
    complete_squares(settings, &mut pieces, errors);
    let mut pieces: Vec<Piece> = pieces.into_iter().map(|(piece, _)| piece).collect();
    let holes = holes::take(&mut pieces, errors);
    if let Some(piece) = pieces.get(PieceType::MAX) {
        errors.push((piece.line, DiagramError::TooManyPieces));
    }
    choose_letters(&mut pieces);
    (pieces, holes)
}

/// Returns the fields of a piece. If the picture of the piece has a URL with a colon, such as `https://...`, its two
/// parts are joined again.
fn without_split_addresses(fields: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(fields.len());
    for field in fields {
        match joined.last_mut() {
            Some(last) if matches!(last.as_str(), "http" | "https") && field.starts_with("//") => {
                *last = format!("{last}:{field}");
            }
            _ => joined.push(field.clone()),
        }
    }
    joined
}

/// Reads the line of a piece, and its squares as they are listed.
fn piece(line: usize, fields: &[String], settings: &Settings, board: Board) -> Result<(Piece, Squares), DiagramError> {
    let field = |number: usize| fields.get(number).map_or("", |field| field.trim());
    let name = field(0);
    if fields.len() > 6 || name.is_empty() {
        return Err(DiagramError::NotUnderstood(fields.join(":")));
    }
    let id = match field(1) {
        "" => name.chars().take(1).flat_map(char::to_uppercase).collect(),
        id => id.to_owned(),
    };
    let text = match field(2) {
        "" if holes::is_hole(name) => "W",
        "" => known::moves(name, settings.files).ok_or_else(|| DiagramError::UnknownMoves(name.to_owned()))?,
        moves => moves,
    };
    let (own, takes_kings_on) = without_captures_of_kings(text);
    let swaps = !settings.succession.is_empty() && own.contains(SWAP);
    let own = if swaps { own.replacen(SWAP, "", 1) } else { own };
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
    if holes::is_hole(name) && !field(2).is_empty() {
        return Err(DiagramError::MovingHole);
    }
    let squares = Squares::read(field(4), board)?;
    let piece = Piece {
        line,
        name: name.to_owned(),
        id,
        letter: ' ',
        moves,
        moves_by_name: field(2).is_empty(),
        swaps,
        takes_kings_on,
        squares: [Vec::new(), Vec::new()],
        reserve,
    };
    Ok((piece, squares))
}

/// How XBetza spells that a king changes places with its successor, wherever that stands.
const SWAP: &str = "dU";

/// Splits moves into the ordinary ones and the lines along which the piece takes nothing but kings. Both kings do so in
/// games where they may not face each other.
fn without_captures_of_kings(moves: &str) -> (String, Facing) {
    const LINES: [(&str, [bool; 3]); 6] = [
        ("fkR", [true, false, false]),
        ("fkB", [false, false, true]),
        ("fkQ", [true, false, false]),
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
    let mut taken = BTreeSet::new();
    for (piece, squares) in pieces {
        let opposite = |(file, rank): &Square| {
            let file = if settings.symmetry == Some(Symmetry::Rotate) {
                settings.files - 1 - file
            } else {
                *file
            };
            (file, settings.ranks - 1 - rank)
        };
        let derived: Vec<Square> = squares.white.iter().map(opposite).collect();
        let same = |black: &[Square]| BTreeSet::from_iter(black) == BTreeSet::from_iter(&derived);
        let black = match (settings.symmetry, &squares.black) {
            (Some(Symmetry::None), black) => black.clone().unwrap_or_default(),
            (Some(_), Some(black)) if !black.is_empty() && !same(black) => {
                errors.push((piece.line, DiagramError::BothSides));
                continue;
            }
            (None, Some(black)) => black.clone(),
            _ => derived,
        };
        piece.squares = [squares.white.clone(), black];
        if holes::is_hole(&piece.name) {
            // A hole belongs to no side, so it may be its own mirror image.
            let all: BTreeSet<Square> = piece.squares.iter().flatten().copied().collect();
            piece.squares = [all.into_iter().collect(), Vec::new()];
        }
        for (file, rank) in piece.squares.iter().flatten() {
            if !taken.insert((*file, *rank)) {
                errors.push((piece.line, DiagramError::Occupied(square(*file, *rank))));
            }
        }
    }
}

/// Gives each piece its letter: its ID if that is a letter that no earlier piece has, otherwise a free letter, if
/// possible one of its name.
fn choose_letters(pieces: &mut [Piece]) {
    let letter_of = |id: &str| {
        let mut letters = id.chars();
        let letter = letters.next().map(|letter| letter.to_ascii_uppercase());
        letter.filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
    };
    let mut taken = BTreeSet::new();
    let mut waiting = Vec::new();
    for (number, piece) in pieces.iter_mut().enumerate() {
        match letter_of(&piece.id).filter(|letter| taken.insert(*letter)) {
            Some(letter) => piece.letter = letter,
            None => waiting.push(number),
        }
    }
    for number in waiting {
        let piece = &mut pieces[number];
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

impl Game {
    /// Returns whether a piece can be promoted. It must be among the first `maxPromote` pieces of the list and not
    /// royal, and there must be a zone for promotions.
    pub fn is_promoted(&self, number: usize) -> bool {
        number < usize::from(self.settings.max_promote) && !self.royals.has(number) && self.zone() > 0
    }

    /// Returns the index of the piece to which the piece `number` is promoted by `promoOffset`; `None` if there is
    /// none.
    pub fn counterpart(&self, number: usize) -> Option<usize> {
        let offset = self.settings.promo_offset.as_ref()?.value;
        let other = number + usize::from(offset);
        match other < self.pieces.len() {
            true => Some(other),
            // As in the program that shows diagrams, all pieces whose counterpart would lie beyond the end of the list
            // become the first counterpart. If such a promoted piece is captured, it is dropped as the first piece of
            // the list, which Kurier's rules cannot express.
            false => Some(usize::from(offset))
                .filter(|first| *first < self.pieces.len() && self.settings.holdings != Holdings::Drops),
        }
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
                match other.filter(|other| self.royals.together || !self.royals.has(*other)) {
                    Some(_) => continue,
                    None => return Err((piece.line, DiagramError::NoCounterpart(piece.name.clone()))),
                }
            }
            if let Some(offset) = &self.settings.promo_offset {
                return Err((offset.line, DiagramError::OffsetAlone));
            }
            if self.settings.promo_choice.is_none() && self.choice.pieces.is_empty() {
                return Err((piece.line, DiagramError::NoChoice(piece.name.clone())));
            }
            if self.choice.pieces.iter().all(|other| *other == number) {
                return Err((line, DiagramError::EmptyChoice(piece.name.clone())));
            }
            let wrong = |id: &str, why| Err((line, DiagramError::Choice(id.to_owned(), why)));
            if self.choice.reserved.contains(&number) {
                return wrong(&piece.id, "a piece of the reserve is not promoted itself");
            }
            let others = (0..self.pieces.len()).filter(|other| *other != number && self.is_promoted(*other));
            if self.declines(number) && others.count() > 0 {
                return wrong(&piece.id, "a promotion is declined only if one piece alone is promoted");
            }
            if self.choice.waits.is_some_and(|waits| waits != number) {
                return wrong("!", "only the piece itself is one that its promotion waits for");
            }
        }
        let mut royal = self.choice.pieces.iter().filter(|number| self.royals.has(**number));
        if let (false, Some(royal)) = (self.royals.together, royal.next()) {
            let id = self.pieces[*royal].id.clone();
            return Err((line, DiagramError::Choice(id, "nothing becomes royal")));
        }
        for number in &self.choice.reserved {
            let piece = &self.pieces[*number];
            if !self.promotes_to_lost() && piece.squares[0].len() != piece.squares[1].len() {
                let why = "with a reserve, both sides have equally many at the start";
                return Err((line, DiagramError::Choice(piece.id.clone(), why)));
            }
        }
        Ok(())
    }

    /// Returns whether a piece may decline its promotion for ever, because it is among its own choices.
    pub fn declines(&self, number: usize) -> bool {
        self.is_promoted(number) && self.choice.pieces.contains(&number)
    }

    /// Returns whether all promotions are to pieces that their side has lost.
    pub fn promotes_to_lost(&self) -> bool {
        let Choice { pieces, reserved, .. } = &self.choice;
        !reserved.is_empty()
            && reserved.len() == pieces.len()
            && reserved.iter().all(|number| self.pieces[*number].reserve == 0)
    }

    /// Returns the number of pieces of a type that a side may have after a promotion to the type; `None` if there is no
    /// limit.
    pub fn most(&self, number: usize) -> Option<usize> {
        let piece = &self.pieces[number];
        let all = piece.squares[0].len() + piece.reserve as usize;
        self.choice.reserved.contains(&number).then_some(all)
    }

    /// Checks that only royal pieces have lines along which they take nothing but kings, and that all royal pieces
    /// share these lines.
    fn check_facing(&self) -> Result<(), Located> {
        let facing = self.facing();
        let wrong = |(number, piece): &(usize, &Piece)| {
            let usual = if self.royals.has(*number) {
                facing
            } else {
                Facing::default()
            };
            piece.takes_kings_on != usual
        };
        match (0..).zip(&self.pieces).find(wrong) {
            Some((_, piece)) => Err((piece.line, DiagramError::TakesKings(piece.name.clone()))),
            None => Ok(()),
        }
    }

    /// Checks that the kings, and no other pieces, change places with successors, if there are any.
    fn check_succession(&self) -> Result<(), Located> {
        let swaps = |number| !self.successors.is_empty() && self.royals.has(number);
        match (0..)
            .zip(&self.pieces)
            .find(|(number, piece)| piece.swaps != swaps(*number))
        {
            Some((_, piece)) => Err((piece.line, DiagramError::Succession(piece.name.clone()))),
            None => Ok(()),
        }
    }

    /// Returns the lines on which the kings may not face each other.
    pub fn facing(&self) -> Facing {
        let first = self.royals.numbers.first().and_then(|number| self.pieces.get(*number));
        first.map_or_else(Facing::default, |piece| piece.takes_kings_on)
    }
}
