//! Determines which pieces are royal.

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
    /// Whether the only royal piece was chosen because it is the last of the list, not because of the setting `royal`
    /// or a name.
    pub assumed: bool,
    /// Whether a side may have several royal pieces and lose all but one.
    pub together: bool,
}

impl Royals {
    /// Finds the royal pieces. Without the setting `royal` there is one: the piece named "king", otherwise the last of
    /// the list, as in the program that shows the diagrams, unless a name that contains "king" makes another more
    /// likely.
    pub fn find(settings: &Settings, pieces: &[Piece], ids: &[String], sheet: &Sheet) -> Result<Self, Located> {
        let numbers = numbers(&settings.royal, ids)?;
        let stand = |color: Color| {
            let squares = numbers
                .iter()
                .map(|number| pieces[*number].squares[color.index()].len());
            squares.sum::<usize>()
        };
        let all_stand = numbers
            .iter()
            .all(|number| pieces[*number].squares.iter().any(|squares| !squares.is_empty()));
        let one_each = Color::BOTH.into_iter().all(|color| stand(color) == 1);
        match numbers.is_empty() {
            true => Self::guess(pieces, sheet),
            false => Ok(Self {
                together: numbers.len() > 1 && !(all_stand && one_each),
                numbers,
                assumed: false,
            }),
        }
    }

    /// Finds the royal piece without the setting `royal`.
    fn guess(pieces: &[Piece], sheet: &Sheet) -> Result<Self, Located> {
        let unclear = Err((sheet.line, DiagramError::NoRoyal));
        let Some(last) = pieces.len().checked_sub(1) else {
            return unclear;
        };
        let names: Vec<String> = pieces.iter().map(|piece| piece.name.to_ascii_lowercase()).collect();
        let of = |is_king: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..names.len()).filter(|number| is_king(&names[*number])).collect()
        };
        let likely = of(&|name| name.contains("king"));
        let (number, assumed) = match (&of(&|name| name == "king")[..], &likely[..]) {
            ([king], _) => (*king, false),
            _ if likely.contains(&last) => (last, false),
            // Each side has exactly one of a royal piece. If this is true of only one of the two candidates, a piece
            // with a name such as "dragon king" and the last piece of the list, that candidate is royal.
            (_, [king]) if is_single(&pieces[*king]) != is_single(&pieces[last]) => match is_single(&pieces[last]) {
                true => (last, true),
                false => (*king, false),
            },
            (_, []) if is_single(&pieces[last]) => (last, true),
            _ => return unclear,
        };
        Ok(Self {
            numbers: vec![number],
            assumed,
            together: false,
        })
    }

    /// Returns whether a piece is royal.
    pub fn has(&self, number: usize) -> bool {
        self.numbers.contains(&number)
    }
}

/// Returns the indices of the pieces that a setting names by their numbers or IDs, in ascending order and without
/// repetition.
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

/// Returns whether each side has one piece of a type at the start.
fn is_single(piece: &Piece) -> bool {
    piece.squares.iter().all(|squares| squares.len() == 1)
}

/// Returns the indices of the pieces whose IDs are listed without separators: `K`, `KQ`. An ID may begin with another,
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
