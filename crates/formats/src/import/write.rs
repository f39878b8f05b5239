//! Writes the settings of a game as a definition file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::blast;
use super::castling::castlings;
use super::demotion;
use super::drops;
use super::error::TranslationError;
use super::goals;
use super::janggi;
use super::movement::Moves;
use super::passing;
use super::pieces::{Kind, Piece};
use super::promotion;
use super::regions;
use super::settings::Settings;
use super::steps;
use kurier_rules::board::Shape;
use kurier_rules::rules::{Color, Definition};

/// A move limit that is never reached. It stands for the absence of a limit.
pub(super) const NO_LIMIT: u16 = 10_000;

/// A piece or a hole of the start position: file and rank, from 0, and the letter of the piece, or `*` for a hole.
type Standing = (u8, u8, char);

/// A game that is being translated.
pub(super) struct Game<'a> {
    pub settings: &'a Settings,
    /// The pieces and holes of the start position: file and rank, from 0, and the letter of the piece, or `*` for a
    /// hole.
    pub squares: Vec<Standing>,
    /// The letters of the pieces in hand at the start.
    held: String,
    /// The piece types that each colour has at the start or can get by promotion.
    present: [BTreeSet<Kind>; 2],
    /// The moves of every piece type in `present`.
    moves: BTreeMap<Kind, Moves>,
}

/// Writes the definition file of a game. The text is parsed once to make sure that it is correct.
///
/// # Errors
/// Fails if definition files cannot express a rule of the game.
pub(super) fn file(name: &str, settings: &Settings) -> Result<String, TranslationError> {
    let settings = demotion::as_promotion(settings)?;
    let settings: &Settings = &settings;
    let mut fields = settings.start.split_whitespace().peekable();
    let board = fields.next().unwrap_or_default();
    let (board, held) = match board.strip_suffix(']').and_then(|board| board.split_once('[')) {
        Some((board, held)) if settings.drops.hand() || matches!(held, "" | "-") => (board, held.trim_matches('-')),
        _ => (board, ""),
    };
    let side = fields.next().unwrap_or("w");
    // The castling rights may be missing, so that the counters come next.
    let is_count = |field: &&str| field.contains('+') || field.bytes().all(|byte| byte.is_ascii_digit());
    let rights = fields
        .next_if(|field| !is_count(field))
        .filter(|_| settings.castling || settings.drops.gating)
        .unwrap_or("-");
    let mut fields: Vec<&str> = fields.collect();
    let checks = checks(settings, &mut fields)?;
    let left = checks.map_or_else(String::new, |(white, black)| format!(" {white}+{black}"));
    let game = Game::new(settings, board, held)?;
    let hand = drops::section(&game)?;
    let held = if hand.is_empty() {
        String::new()
    } else {
        format!("[{held}]")
    };
    let (castlings, rights) = castlings(&game, rights)?;
    let name = name.to_ascii_lowercase();
    let mut text = String::new();
    writeln!(
        text,
        "name = \"{name}\"\nstart = \"{board}{held} {side} {rights} -{left} {}\"\n\n[board]\nfiles = {}\nranks = {}",
        counters(&fields)?,
        settings.files,
        settings.ranks
    )?;
    let holes = game.squares.iter().filter(|(.., letter)| *letter == '*');
    let holes: Vec<String> = holes
        .map(|(file, rank, _)| format!("\"{}\"", square(*file, *rank)))
        .collect();
    if !holes.is_empty() {
        writeln!(text, "holes = [{}]", holes.join(", "))?;
    }
    for piece in &settings.pieces {
        if let Some(moves) = game.moves.get(&piece.kind) {
            text += &game.section(piece, moves)?;
        }
    }
    text += &castlings;
    let mut captures = blast::key(&game)?.to_owned();
    if settings.must_capture {
        captures += "mandatory = true\n";
    }
    if !captures.is_empty() {
        write!(text, "\n[captures]\n{captures}")?;
    }
    let both_have_kings = Color::BOTH.into_iter().all(|color| game.has_one_king(color));
    text += &goals::kings(settings, both_have_kings)?;
    text += &hand;
    text += &passing::section(&game)?;
    text += "\n[ends]\n";
    text += &goals::keys(&game, checks.map(|left| left.0.max(left.1)))?;
    writeln!(text, "move-limit = {}", settings.move_limit)?;
    // A promotion that the next move of the piece takes back does not count as progress.
    if settings.move_limit < NO_LIMIT && !settings.piece_demotion && promotion::of_uncounted(&game) {
        text += "promotions-reset = true\n";
    }
    match Definition::parse(&text, "") {
        Ok(_) => Ok(text),
        Err(error) => Err(TranslationError::Refused(error.message)),
    }
}

/// Returns the name of a square; file and rank count from 0.
pub(super) fn square(file: u8, rank: u8) -> String {
    format!("{}{}", Shape::file_letter(file), rank + 1)
}

/// Removes the field with the numbers of checks that are still needed from the fields of a FEN, and returns the numbers
/// if the game counts checks. If there is no such field, the first check wins.
fn checks(settings: &Settings, fields: &mut Vec<&str>) -> Result<Option<(u8, u8)>, TranslationError> {
    let place = fields.iter().position(|field| field.contains('+'));
    let field = place.map(|place| fields.remove(place));
    if !settings.counts_checks {
        return Ok(None);
    }
    let Some(field) = field else {
        return Ok(Some((1, 1)));
    };
    let numbers = field.split_once('+');
    let left = numbers.and_then(|(white, black)| Some((white.parse().ok()?, black.parse().ok()?)));
    left.map(Some)
        .ok_or_else(|| TranslationError::StartCounters(field.to_owned()))
}

/// Converts the fields of a FEN after the castling rights to Kurier's two counters; `0 1` if there are none.
fn counters(fields: &[&str]) -> Result<String, TranslationError> {
    let rest: Vec<&str> = fields.iter().copied().filter(|field| *field != "-").collect();
    match rest[..] {
        [] | ["0"] => Ok("0 1".into()),
        [clock, number] if clock.parse::<u16>().is_ok() && number.parse::<u16>().is_ok() => Ok(rest.join(" ")),
        _ => Err(TranslationError::StartCounters(rest.join(" "))),
    }
}

/// Parses the board of a FEN. Returns file and rank, from 0, and the letter of each piece; holes have `*`. Also returns
/// the letters that promoted pieces had before their promotion.
fn squares(board: &str, settings: &Settings) -> Result<(Vec<Standing>, String), TranslationError> {
    let (mut squares, mut origins) = (Vec::new(), String::new());
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(settings.ranks) {
        return Err(TranslationError::Ranks {
            expected: settings.ranks,
            found: rows.len(),
        });
    }
    for (rank, row) in (0..settings.ranks).rev().zip(rows) {
        let (mut file, mut run, mut plus) = (0u8, 0u8, false);
        // `~` marks a promoted piece, which matters only in games with drops. Start positions do not use this mark.
        for letter in row.chars().filter(|letter| *letter != '~') {
            // A promoted piece is written as `+` and the letter of the piece that it was.
            let promoted = std::mem::take(&mut plus);
            match letter.to_digit(10) {
                None if letter == '+' => plus = true,
                Some(digit) => run = run.saturating_mul(10).saturating_add(digit as u8),
                None => {
                    file = file.saturating_add(run);
                    run = 0;
                    if !letter.is_ascii_alphabetic() && letter != '*' {
                        return Err(TranslationError::StartLetter(letter));
                    }
                    let letter = match promoted {
                        true => {
                            origins.push(letter);
                            promoted_letter(letter, settings).ok_or(TranslationError::StartLetter('+'))?
                        }
                        false => letter,
                    };
                    squares.push((file, rank, letter));
                    file = file.saturating_add(1);
                }
            }
        }
    }
    Ok((squares, origins))
}

/// Returns the letter, in the case of `letter`, of the piece to which the piece with a letter is promoted; `None` if
/// the settings do not say to which one.
fn promoted_letter(letter: char, settings: &Settings) -> Option<char> {
    let kind = settings.kind(letter).ok()?;
    let (_, promoted) = settings.promoted_pieces.iter().find(|(from, _)| *from == kind)?;
    let piece = settings.pieces.iter().find(|piece| piece.kind == *promoted)?;
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    Some(color.case(piece.letter))
}

impl<'a> Game<'a> {
    /// Creates a game from its settings and the board and the pieces in hand of its start position.
    fn new(settings: &'a Settings, board: &str, held: &str) -> Result<Self, TranslationError> {
        let (squares, origins) = squares(board, settings)?;
        let both = settings.drops.hand() && settings.drops.to_hand;
        let present = Color::BOTH.map(|color| {
            // In games where captured pieces change sides, each side can get the other side's piece types.
            let is = |letter: char, piece: &Piece| {
                letter == color.case(piece.letter) || both && letter.eq_ignore_ascii_case(&piece.letter)
            };
            let stands = |piece: &&Piece| {
                squares.iter().any(|(.., letter)| is(*letter, piece))
                    || held.chars().chain(origins.chars()).any(|letter| is(letter, piece))
            };
            let mut kinds: BTreeSet<Kind> = settings.pieces.iter().filter(stands).map(|piece| piece.kind).collect();
            let promoted = &settings.promoted[color.index()];
            if kinds.iter().any(|kind| *kind == Kind::PAWN || promoted.contains(kind)) {
                kinds.extend(&settings.promotes_to[color.index()]);
            }
            // Each round adds the pieces that are one promotion further away, so chains of promotions are followed to
            // their ends.
            for _ in &settings.promoted_pieces {
                let more: Vec<Kind> = settings
                    .promoted_pieces
                    .iter()
                    .filter(|(from, _)| kinds.contains(from))
                    .map(|(_, to)| *to)
                    .collect();
                kinds.extend(more);
            }
            kinds
        });
        let mut game = Self {
            settings,
            squares,
            held: held.to_owned(),
            present,
            moves: BTreeMap::new(),
        };
        for piece in &settings.pieces {
            if game.colors(piece.kind).next().is_some() {
                let moves = Moves::read(&piece.betza)?;
                game.moves.insert(piece.kind, moves);
            }
        }
        game.check_pieces()?;
        Ok(game)
    }

    /// Returns whether a file and a rank, both from 0, are on the board and not a hole.
    pub fn is_square(&self, file: u8, rank: u8) -> bool {
        let hole = || self.squares.contains(&(file, rank, '*'));
        file < self.settings.files && rank < self.settings.ranks && !hole()
    }

    /// Returns the file and rank, from 0, of every square that is not a hole.
    pub fn all_squares(&self) -> impl Iterator<Item = (u8, u8)> {
        let Settings { files, ranks, .. } = *self.settings;
        let all = (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)));
        all.filter(|(file, rank)| self.is_square(*file, *rank))
    }

    /// Returns the colours that have pieces of this type at the start or can get them by promotion.
    pub fn colors(&self, kind: Kind) -> impl Iterator<Item = Color> {
        let has = move |color: &Color| self.present[color.index()].contains(&kind);
        Color::BOTH.into_iter().filter(has)
    }

    /// Returns how many pieces of a type a colour has at the start.
    pub fn at_start(&self, kind: Kind, color: Color) -> usize {
        let letter = self.piece(kind).map(|piece| color.case(piece.letter));
        self.squares.iter().filter(|(.., found)| Some(*found) == letter).count()
    }

    /// Returns how many pieces of a type a colour has in hand at the start.
    pub fn held_at_start(&self, kind: Kind, color: Color) -> usize {
        let letter = self.piece(kind).map(|piece| color.case(piece.letter));
        self.held.chars().filter(|held| Some(*held) == letter).count()
    }

    /// Returns whether a colour has exactly one king at the start, on the board or in hand.
    pub fn has_one_king(&self, color: Color) -> bool {
        self.at_start(Kind::KING, color) + self.held_at_start(Kind::KING, color) == 1
    }

    /// Returns whether a piece of a type is in hand at the start.
    pub fn is_held(&self, kind: Kind) -> bool {
        Color::BOTH.into_iter().any(|color| self.held_at_start(kind, color) > 0)
    }

    /// Returns the piece types that a colour has at the start or can get by promotion, with their moves.
    pub fn present(&self, color: Color) -> impl Iterator<Item = (Kind, &Moves)> {
        let present = self.present[color.index()].iter();
        present.filter_map(|kind| Some((*kind, self.moves.get(kind)?)))
    }

    /// Returns the letter and the moves of a piece type, or `None` if the game does not have the type.
    pub fn piece(&self, kind: Kind) -> Option<&Piece> {
        self.settings.pieces.iter().find(|piece| piece.kind == kind)
    }

    /// Returns the name of a piece type.
    pub fn name(&self, kind: Kind) -> String {
        self.piece(kind).map(Piece::name).unwrap_or_default()
    }

    /// Converts a rank from the board's numbering to the numbering of a side, which counts from its own edge, or vice
    /// versa. Both numberings begin at 1.
    pub fn own_rank(&self, color: Color, rank: u8) -> u8 {
        match color {
            Color::White => rank,
            Color::Black => (self.settings.ranks + 1).saturating_sub(rank),
        }
    }

    /// Returns whether a piece type becomes a pawn in the definition file, because its moves reset the count towards
    /// the move limit.
    pub fn is_pawn(&self, kind: Kind) -> bool {
        self.colors(kind)
            .any(|color| self.settings.counted[color.index()].contains(&kind))
    }

    /// Checks that Kurier can express the rules of all piece types.
    fn check_pieces(&self) -> Result<(), TranslationError> {
        janggi::check(self)?;
        for (kind, moves) in &self.moves {
            let name = self.name(*kind);
            regions::check(self, *kind)?;
            if *kind == Kind::SOLDIER && self.settings.soldier_rank > 1 && self.settings.immobility_illegal {
                return Err(TranslationError::SoldierPromotion);
            }
            let counted = |color: &Color| self.settings.counted[color.index()].contains(kind);
            if self.is_pawn(*kind) && !self.colors(*kind).all(|color| counted(&color)) {
                return Err(TranslationError::CountedForOneColor(name));
            }
            // A piece that never moves cannot get to such a square, and drops are checked square by square.
            if self.settings.immobility_illegal && !moves.is_empty() {
                for color in self.colors(*kind) {
                    let on_last = |rank: u8| self.own_rank(color, rank + 1) == self.settings.ranks;
                    let promoted = |(file, rank): (u8, u8)| match promotion::of_piece(self, *kind) {
                        Some(_) => promotion::must_promote_on(self, *kind, color, (file, rank)),
                        None => on_last(rank) && promotion::is_forced(self, *kind),
                    };
                    let mut squares = self.all_squares();
                    let stuck = squares.find(|square| self.stays(*kind, color, *square) && !promoted(*square));
                    if let Some((file, rank)) = stuck {
                        return Err(TranslationError::Immobile {
                            piece: name,
                            square: square(file, rank),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether a piece has no move from a square of an empty board.
    pub fn stays(&self, kind: Kind, color: Color, (file, rank): (u8, u8)) -> bool {
        let sign = if color == Color::White { 1 } else { -1 };
        let reaches = |files: i16, ranks: i16| {
            let to = |from: u8, by: i16| u8::try_from(i16::from(from) + sign * by).ok();
            let square = to(file, files).zip(to(rank, ranks));
            square.is_some_and(|(file, rank)| self.is_square(file, rank))
        };
        !self.moves.get(&kind).is_some_and(|moves| moves.leaves(reaches))
    }

    /// Writes the section of a piece type.
    fn section(&self, piece: &Piece, moves: &Moves) -> Result<String, TranslationError> {
        let steps = steps::multi_step(self, piece.kind, moves)?;
        let initial = !moves.initial.is_empty() && steps.is_none();
        let initial = initial && steps::initial(self, piece, moves)?;
        let mut text = format!(
            "\n[pieces.{}]\nname = \"{}\"\nmove = \"{}\"\n",
            piece.letter,
            piece.name(),
            match regions::moves(self, piece.kind) {
                Some(moves) => moves.to_owned(),
                None if moves.is_empty() => "-".to_owned(),
                None => moves.write(initial)?,
            }
        );
        text += &regions::keys(self, piece.kind);
        text += &janggi::hurdles(self, piece.kind);
        match goals::royal(self, piece.kind) {
            None => {}
            Some(None) => text += "royal = true\n",
            Some(Some(most)) => writeln!(text, "royal = true\nroyal-up-to = {most}")?,
        }
        if self.is_pawn(piece.kind) {
            text += "pawn = true\n";
        }
        text += &promotion::keys(self, piece.kind)?;
        text += blast::proof(self, piece.kind);
        text += &drops::keys(self, piece.kind)?;
        text += &steps.unwrap_or_default();
        Ok(text)
    }
}
