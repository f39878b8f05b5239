//! Which pieces are royal.

use super::error::{DiagramError, Located};
use super::game::Piece;
use super::page::Sheet;
use super::promotion;
use super::settings::{Given, Settings};
use kurier_rules::rules::Color;

/// The royal pieces of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Royals {
    /// The indices of the royal pieces.
    pub numbers: Vec<usize>,
    /// Whether the only royal piece was chosen because it is the last of the list, and neither the setting `royal` nor
    /// a name says so.
    pub assumed: bool,
}

impl Royals {
    /// Finds the royal pieces. Without the setting `royal` there is one: the piece named "king", else the only piece
    /// whose name contains "king", else the last of the list, as in the program that shows the diagrams.
    pub fn find(settings: &Settings, pieces: &[Piece], ids: &[String], sheet: &Sheet) -> Result<Self, Located> {
        let numbers = numbers(&settings.royal, ids)?;
        if let (2.., Some(given)) = (numbers.len(), settings.royal.first()) {
            let stand = |color: Color| {
                numbers
                    .iter()
                    .map(move |number| pieces[*number].squares[color.index()].len())
            };
            let all_stand = numbers
                .iter()
                .all(|number| pieces[*number].squares.iter().any(|squares| !squares.is_empty()));
            let one_each = Color::BOTH.into_iter().all(|color| stand(color).sum::<usize>() == 1);
            if !all_stand || !one_each {
                return Err((given.line, DiagramError::SeveralRoyals));
            }
        }
        match numbers.is_empty() {
            true => Self::guess(pieces, sheet),
            false => Ok(Self {
                numbers,
                assumed: false,
            }),
        }
    }

    /// Finds the royal piece without the setting `royal`.
    fn guess(pieces: &[Piece], sheet: &Sheet) -> Result<Self, Located> {
        let names: Vec<String> = pieces.iter().map(|piece| piece.name.to_ascii_lowercase()).collect();
        let only = |is_king: &dyn Fn(&str) -> bool| {
            let mut kings = (0..)
                .zip(&names)
                .filter(|(_, name)| is_king(name))
                .map(|(number, _)| number);
            kings.next().filter(|_| kings.next().is_none())
        };
        let named = only(&|name| name == "king").or_else(|| only(&|name| name.contains("king")));
        let last = pieces.len().checked_sub(1);
        let several = names.iter().any(|name| name.contains("king"));
        match (named, last) {
            (Some(number), _) => Ok(Self {
                numbers: vec![number],
                assumed: false,
            }),
            (None, Some(last)) if !several || names[last].contains("king") => Ok(Self {
                numbers: vec![last],
                assumed: !several,
            }),
            _ => Err((sheet.line, DiagramError::NoRoyal)),
        }
    }

    /// Returns whether a piece is royal.
    pub fn has(&self, number: usize) -> bool {
        self.numbers.contains(&number)
    }
}

/// Returns the indices of the pieces that a setting names by their numbers or IDs, in order and each once.
pub(super) fn numbers(named: &[Given<String>], ids: &[String]) -> Result<Vec<usize>, Located> {
    let mut numbers = Vec::new();
    for given in named {
        let found = match given.value.parse::<usize>() {
            Ok(number) if (1..=ids.len()).contains(&number) => Ok(vec![number - 1]),
            Ok(_) => Err(DiagramError::UnknownPiece(given.value.clone())),
            Err(_) => listed(&given.value, ids),
        };
        numbers.extend(found.map_err(|error| (given.line, error))?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Returns the indices of the pieces whose IDs a text lists without separators: `K`, `KQ`. An ID may begin with another,
/// so the longest match counts.
fn listed(text: &str, ids: &[String]) -> Result<Vec<usize>, DiagramError> {
    let mut numbers = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let fitting = ids.iter().filter(|id| rest.starts_with(id.as_str()));
        let id = fitting.max_by_key(|id| id.len());
        let id = id.filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| DiagramError::UnknownPiece(rest.to_owned()))?;
        numbers.push(promotion::number(id, ids)?);
        rest = &rest[id.len()..];
    }
    match numbers.is_empty() {
        true => Err(DiagramError::UnknownPiece(text.to_owned())),
        false => Ok(numbers),
    }
}
