//! Chooses the start position of a game.

use std::collections::BTreeSet;

use super::{Array, Arrays, Start, StartError, Starts};
use crate::random::SplitMix64;
use crate::rules::load::start::{is_safe, kings};
use crate::rules::path::own_square;
use crate::rules::piece::castles_as_king;
use crate::rules::{Castling, Color, Definition, PieceType, Placement, Promotion, Rules, XBoard};

/// The word that chooses a random start position.
pub(in crate::rules) const RANDOM: &str = "random";
/// The maximum number of start positions that are drawn to find one in which no king is in danger.
const ATTEMPTS: usize = 1000;

impl Definition {
    /// Returns the game that begins with the chosen start position. The choice is a string that [`Starts::parse`]
    /// parses, or `random`. The name of the returned game consists of the name of this game, `@` and the text of the
    /// choice.
    ///
    /// # Errors
    /// Fails if the game has only one start position, if it has none with the chosen name or number, or if the chosen
    /// one is not playable.
    ///
    /// ```
    /// use kurier_rules::rules::Catalogue;
    /// let janggi = Catalogue::built_in().get("janggi").unwrap();
    /// let inside = janggi.with_start("bnnb-nbbn").unwrap();
    /// assert_eq!(inside.name, "janggi@bnnb-nbbn");
    /// assert!(inside.start.starts_with("rnba1abnr/") && inside.start.contains("/RBNA1ANBR "));
    /// ```
    pub fn with_start(&self, choice: &str) -> Result<Self, StartError> {
        let starts = self.starts.as_ref().ok_or(StartError::Only)?;
        match choice {
            RANDOM => self.with_random_start(&mut SplitMix64::from_random_seed()),
            _ => {
                let start = starts.parse(choice)?;
                Ok(self.begun(starts, start, self.rules.begun(starts, start)?))
            }
        }
    }

    /// Draws a start position, and returns the game that begins with it.
    ///
    /// # Errors
    /// Fails if the game has only one start position, or if none of the start positions that are drawn is playable.
    pub fn with_random_start(&self, random: &mut SplitMix64) -> Result<Self, StartError> {
        let starts = self.starts.as_ref().ok_or(StartError::Only)?;
        let (start, rules) = self.rules.draw(starts, random)?;
        Ok(self.begun(starts, start, rules))
    }

    /// Draws a start position from which this game can be played, and returns its FEN. `None` if the game has one start
    /// position only, or if its castlings or promotions depend on the choice.
    pub fn random_start(&self, random: &mut SplitMix64) -> Option<String> {
        let (_, rules) = self.rules.draw(self.starts.as_ref()?, random).ok()?;
        self.has_start_of(&rules).then_some(rules.start)
    }

    /// Returns the lints of the rules; see [`Rules::lints`]. In a game with arrays, a lint is returned only if it holds
    /// for every array.
    pub fn lints(&self) -> Vec<String> {
        let mut lints = self.rules.lints();
        if let Some(starts @ Starts::Arrays(_)) = &self.starts {
            let begun = (0..starts.count()).filter_map(|number| self.rules.begun(starts, Start([number; 2])).ok());
            for rules in begun {
                let others = rules.lints();
                lints.retain(|lint| others.contains(lint));
            }
        }
        lints
    }

    /// Returns whether a game with a chosen start position differs from this game in nothing but the start position.
    /// Otherwise castlings or promotions depend on the choice.
    pub fn has_start_of(&self, chosen: &Rules) -> bool {
        self.castlings == chosen.castlings && self.pieces == chosen.pieces && self.kings == chosen.kings
    }

    /// Returns the game that begins with a start position and has the rules `rules`.
    fn begun(&self, starts: &Starts, start: Start, rules: Rules) -> Self {
        let name = format!("{}@{}", self.name, starts.name(start));
        Self {
            title: format!("{} ({})", self.title, starts.title(start)),
            aliases: Vec::new(),
            xboard: XBoard {
                name: name.clone(),
                native: false,
                start: None,
                ..self.xboard.clone()
            },
            tests: Vec::new(),
            starts: None,
            start_of: Some(Box::new(self.clone())),
            rules,
            name,
            ..self.clone()
        }
    }
}

impl Rules {
    /// Draws start positions until one is playable, and returns it with the rules of the game that begins with it.
    ///
    /// # Errors
    /// Fails if none of the start positions that are drawn is playable.
    fn draw(&self, starts: &Starts, random: &mut SplitMix64) -> Result<(Start, Self), StartError> {
        let mut attempt = || {
            let start = starts.draw(random);
            Ok((start, self.begun(starts, start)?))
        };
        let mut drawn = attempt();
        for _ in 1..ATTEMPTS {
            if drawn.is_ok() {
                break;
            }
            drawn = attempt();
        }
        drawn
    }

    /// Returns the rules of the game that begins with a start position.
    pub(in crate::rules) fn begun(&self, starts: &Starts, start: Start) -> Result<Self, StartError> {
        let mut rules = self.clone();
        let rights = match starts {
            Starts::Arrays(arrays) => {
                let own = Color::BOTH.map(|color| &arrays.all[start.of(color) as usize]);
                rules.set_up(own);
                rules.limit_promotions(arrays)?;
                rules.castle_with(own)
            }
            Starts::Shuffle(shuffle) => {
                for color in Color::BOTH {
                    shuffle.arrange(start.of(color), color, &mut rules.array);
                }
                Color::BOTH.map(|color| rules.castle_at_home(color))
            }
        };
        rules.kings.types = kings(&rules.array, &rules.held, &rules.pieces);
        rules.start = rules.start_with(&rights.concat());
        if Color::BOTH.iter().all(|color| is_safe(&rules, &rules.array, *color)) {
            Ok(rules)
        } else {
            Err(StartError::Unsafe(starts.name(start)))
        }
    }

    /// Replaces the pieces on the board with the pieces of both sides' arrays.
    fn set_up(&mut self, own: [&Array; 2]) {
        self.array = vec![None; self.shape.area()];
        for color in Color::BOTH {
            for (square, piece_type) in &own[color.index()].pieces {
                self.array[own_square(&self.shape, *square, color).index()] = Some((*piece_type, color));
            }
        }
    }

    /// Gives the pieces the promotions of the game, except for promotions to pieces of arrays that neither side has.
    ///
    /// # Errors
    /// Fails if a piece has no promotion left.
    pub(in crate::rules) fn limit_promotions(&mut self, arrays: &Arrays) -> Result<(), StartError> {
        let of_arrays: BTreeSet<PieceType> = arrays
            .all
            .iter()
            .flat_map(|array| array.pieces.values().copied())
            .collect();
        let chosen = types(&self.array);
        let stays = |piece_type: &PieceType| chosen.contains(piece_type) || !of_arrays.contains(piece_type);
        for (index, piece) in self.pieces.iter_mut().enumerate() {
            piece.promotion.clone_from(&arrays.promotions[index]);
            let choices = match &mut piece.promotion {
                Some(Promotion::Choice(choice)) => std::slice::from_mut(choice),
                Some(Promotion::ByColor(choices)) => &mut choices[..],
                Some(Promotion::ByFile(_)) | None => continue,
            };
            for choice in choices {
                let left: Vec<PieceType> = choice.iter().copied().filter(stays).collect();
                match left.is_empty() {
                    false => *choice = left,
                    true if chosen.contains(&PieceType(index as u8)) => {
                        return Err(StartError::NoPromotion(piece.name.clone()));
                    }
                    // The piece is not in the game.
                    true => (),
                }
            }
        }
        Ok(())
    }

    /// Gives the castlings to the pieces of the sides' arrays, and leaves out those that a side does not have. Returns
    /// the letters of the rights, by colour.
    fn castle_with(&mut self, own: [&Array; 2]) -> [String; 2] {
        let before = Color::BOTH.map(|color| rights(&self.start, color));
        let castlings = std::mem::take(&mut self.castlings);
        let other = Color::BOTH.map(|color| without_castlings(&before[color.index()], &castlings, color));
        for mut castling in castlings {
            let has = Color::BOTH.map(|color| {
                let array = own[color.index()];
                let named = match &array.castlings {
                    Some(letters) => letters.contains(castling.letter),
                    None => before[color.index()].contains(color.case(castling.letter)),
                };
                let [king, rook] = [castling.king.0, castling.rook.0].map(|square| array.pieces.get(&square));
                let (Some(king), Some(rook)) = (king, rook) else {
                    return false;
                };
                let may_be_king = castles_as_king(&self.pieces, *king, array.pieces.values().copied());
                let castles = castling.is_for(color) && named && may_be_king;
                if castles {
                    castling.king_types[color.index()] = *king;
                    castling.rook_types[color.index()] = *rook;
                }
                castles
            });
            match has {
                [true, true] => (),
                [true, false] => castling.only = Some(Color::White),
                [false, true] => castling.only = Some(Color::Black),
                [false, false] => continue,
            }
            self.castlings.push(castling);
        }
        Color::BOTH.map(|color| {
            let castlings = self.castlings.iter().filter(|castling| castling.is_for(color));
            let letters: Vec<char> = castlings.map(|castling| color.case(castling.letter)).collect();
            joined(&letters, &other[color.index()])
        })
    }

    /// Returns the letters of a side's rights after a shuffle: it keeps the castlings whose king and rook stand at
    /// home, or all castlings if kings and rooks castle from anywhere.
    fn castle_at_home(&self, color: Color) -> String {
        let before = rights(&self.start, color);
        if self.castling_anywhere {
            return before;
        }
        let stands = |square, piece_type| {
            self.array[own_square(&self.shape, square, color).index()] == Some((piece_type, color))
        };
        let at_home = |castling: &&Castling| {
            castling.is_for(color)
                && stands(castling.king.0, castling.king_types[color.index()])
                && stands(castling.rook.0, castling.rook_types[color.index()])
        };
        let own = self
            .castlings
            .iter()
            .filter(at_home)
            .map(|castling| color.case(castling.letter));
        let own: Vec<char> = own.filter(|letter| before.contains(*letter)).collect();
        joined(&own, &without_castlings(&before, &self.castlings, color))
    }

    /// Returns the FEN of the start position after its pieces and rights have changed.
    fn start_with(&self, rights: &str) -> String {
        let mut fields = self.start.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let board = self.spell_placement(|square| self.array[square.index()]);
        let before = self.split_holdings(&fields[0]).0.len();
        fields[0].replace_range(..before, &board);
        if let Some(field) = fields.get_mut(2) {
            *field = match rights {
                "" => "-".to_owned(),
                rights => rights.to_owned(),
            };
        }
        fields.join(" ")
    }
}

/// Returns the piece types of a placement.
fn types(array: &Placement) -> BTreeSet<PieceType> {
    array.iter().flatten().map(|(piece_type, _)| *piece_type).collect()
}

/// Returns the letters of a side's rights in a FEN.
fn rights(fen: &str, color: Color) -> String {
    let field = fen.split(' ').nth(2).unwrap_or_default();
    let own = |letter: &char| letter.is_ascii_alphabetic() && color.case(letter.to_ascii_uppercase()) == *letter;
    field.chars().filter(own).collect()
}

/// Returns the letters of a side's rights that stand for no castling.
fn without_castlings(rights: &str, castlings: &[Castling], color: Color) -> String {
    let castles = |letter: char| castlings.iter().any(|castling| color.case(castling.letter) == letter);
    rights.chars().filter(|letter| !castles(*letter)).collect()
}

/// Returns the letters of castlings, each once, followed by other rights.
fn joined(castlings: &[char], others: &str) -> String {
    let mut letters = Vec::new();
    for letter in castlings.iter().copied().chain(others.chars()) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters.into_iter().collect()
}
