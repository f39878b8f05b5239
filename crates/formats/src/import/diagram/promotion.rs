//! Reads the setting `promoChoice`, which determines what pieces are promoted to.

use super::error::{DiagramError, Located};
use super::game::Piece;
use super::royals::Royals;
use super::settings::{Given, Holdings, Settings};

/// The IDs of the pieces that the program which shows diagrams offers if the diagram specifies no choice.
pub(super) const UNSAID: &str = "QNRB";

/// A choice of promotions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Choice {
    /// The indices of the pieces to which others are promoted.
    pub pieces: Vec<usize>,
    /// The indices of the pieces to which others are promoted only if one is in the reserve; all are also in `pieces`.
    pub reserved: Vec<usize>,
    /// The indices of the pieces to which others are promoted on the last ranks only, each with the number of these
    /// ranks; all are also in `pieces`.
    pub late: Vec<(usize, u8)>,
    /// Whether each piece is promoted to its counterpart in the list.
    pub counterparts: bool,
    /// The index of the piece whose promotion may wait until the last rank; `None` if no promotion may wait.
    pub waits: Option<usize>,
}

/// Reads the value of `promoChoice`. `ids` has the IDs of all pieces in order.
pub(super) fn choice(given: &Given<String>, ids: &[String], settings: &Settings) -> Result<Choice, Located> {
    read(&given.value, ids, settings).map_err(|error| (given.line, error))
}

/// Returns the choice for a diagram that specifies none.
pub(super) fn unsaid(royals: &Royals, ids: &[String]) -> Choice {
    let numbers = UNSAID.chars().filter_map(|id| number(&id.to_string(), ids).ok());
    Choice {
        pieces: numbers.filter(|number| !royals.has(*number)).collect(),
        ..Choice::default()
    }
}

/// Returns the choice of a diagram with an empty list: all pieces except the first one and the royal pieces.
pub(super) fn any(royals: &Royals, pieces: &[Piece]) -> Choice {
    Choice {
        pieces: (1..pieces.len()).filter(|number| !royals.has(*number)).collect(),
        ..Choice::default()
    }
}

fn read(text: &str, ids: &[String], settings: &Settings) -> Result<Choice, DiagramError> {
    let mut choice = Choice::default();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix([',', ' ']) {
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('+') {
            if settings.promo_offset.is_none() {
                let why = "without `promoOffset` it is not clear which piece is the counterpart";
                return Err(DiagramError::Choice("+".into(), why));
            }
            choice.counterparts = true;
            rest = after;
            continue;
        }
        let mark = rest.chars().next().filter(|mark| matches!(mark, '!' | '*'));
        let after = &rest[mark.map_or(0, char::len_utf8)..];
        // IDs may have several letters, and one ID may begin with another, so the longest match counts.
        let fitting = ids.iter().filter(|id| after.starts_with(id.as_str()));
        let id = fitting.max_by_key(|id| id.len());
        let id = id.ok_or_else(|| DiagramError::UnknownPiece(after.chars().take(8).collect()))?;
        rest = &after[id.len()..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(digits);
        rest = after;
        let late = match digits {
            "" => None,
            _ => Some(last_ranks(digits, settings).map_err(|why| DiagramError::Choice(format!("{id}{digits}"), why))?),
        };
        let piece = number(id, ids)?;
        match mark {
            Some('!') if late.is_some() => {
                let why = "a promotion waits for the last rank";
                return Err(DiagramError::Choice(format!("!{id}{digits}"), why));
            }
            Some('!') => choice.waits = Some(piece),
            _ => {
                if !choice.pieces.contains(&piece) {
                    choice.pieces.push(piece);
                    choice.reserved.extend(mark.map(|_| piece));
                    choice.late.extend(late.map(|ranks| (piece, ranks)));
                }
            }
        }
    }
    if choice.counterparts && (!choice.pieces.is_empty() || choice.waits.is_some()) {
        let why = "either all pieces are promoted to their counterparts or none is";
        return Err(DiagramError::Choice("+".into(), why));
    }
    if !choice.reserved.is_empty() && settings.holdings != Holdings::Reserve {
        let why = "without `holdingsType=1` it is not clear what is in the reserve";
        return Err(DiagramError::Choice("*".into(), why));
    }
    Ok(choice)
}

/// Reads the number of last ranks on which a choice is possible.
///
/// # Errors
/// Fails if the text is not a number from 1 to the number of ranks.
fn last_ranks(digits: &str, settings: &Settings) -> Result<u8, &'static str> {
    let ranks = digits.parse().ok().filter(|ranks| (1..=settings.ranks).contains(ranks));
    ranks.ok_or("the board does not have this number of last ranks")
}

/// Returns the index of the only piece with an ID.
///
/// # Errors
/// Fails if no piece or several pieces have the ID.
pub(super) fn number(id: &str, ids: &[String]) -> Result<usize, DiagramError> {
    let mut numbers = (0..).zip(ids).filter(|(_, own)| *own == id).map(|(number, _)| number);
    match (numbers.next(), numbers.next()) {
        (Some(number), None) => Ok(number),
        (None, _) => Err(DiagramError::UnknownPiece(id.to_owned())),
        (Some(_), Some(_)) => Err(DiagramError::AmbiguousId(id.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::{Definition, PromotesLeaving};

    use crate::import::diagram::Diagrams;

    #[test]
    fn in_a_zone_without_drops_only_captures_promote() {
        for (settings, leaving) in [
            ("", PromotesLeaving::Capturing),
            ("holdingsType=-1", PromotesLeaving::Always),
        ] {
            let text = format!(
                "files=5 ranks=7 promoZone=2 promoOffset=2 royal=K {settings} soldier:S:WfF::a2 king:K:K::a1 tokin:T:WfF::"
            );
            let diagrams = Diagrams::read(&text, "one.txt");
            let file = diagrams.translate("one").expect("a diagram").expect("a translation");
            let game = Definition::parse(&file, "one.toml").expect("a definition");
            assert_eq!(game.pieces[0].promotes_leaving, leaving, "{settings}");
        }
    }
}
