//! Castling: the king moves a number of squares to one side, and the outermost piece on that side moves to the square
//! next to the king on the king's other side. That piece is a rook, or any other piece in the corner. A king whose
//! moves follow from its name castles only if it finds such a piece.

use super::error::{DiagramError, Located};
use super::game::Piece;
use super::royals::Royals;
use super::settings::Settings;
use super::squares::Square;
use kurier_rules::rules::Color;

/// The castlings of one player to one side of the board. Black's squares are mirrored to White's side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Castling {
    /// The letter of the right: K to the right, Q to the left, as White sees the board.
    pub letter: char,
    /// The king's square, followed by the squares where its castlings end.
    pub king: Vec<Square>,
    /// The other piece's square, followed by the squares where it lands, in the order of `king`.
    pub rook: Vec<Square>,
    /// Whether this is the short castling: the other piece is nearer to the king than the piece for the castling to the
    /// other side, or equally near and on the right.
    pub short: bool,
}

/// The castlings by colour.
pub(super) type Castlings = [Vec<Castling>; 2];

/// Finds the castlings of both sides.
pub(super) fn read(settings: &Settings, pieces: &[Piece], royals: &Royals) -> Result<Castlings, Located> {
    if let Some(piece) = (0..).zip(pieces).find(|(number, piece)| {
        !royals.has(*number) && !piece.moves_by_name && piece.moves.castling.iter().any(|side| !side.is_empty())
    }) {
        let (_, piece) = piece;
        return Err((piece.line, DiagramError::CastlingPiece(piece.name.clone())));
    }
    let mut castlings = Castlings::default();
    for color in Color::BOTH {
        let mut kings = royals.numbers.iter().filter_map(|number| pieces.get(*number));
        if let Some(king) = kings.find(|king| !king.squares[color.index()].is_empty()) {
            castlings[color.index()] = of_side(settings, pieces, king, color)?;
        }
    }
    Ok(castlings)
}

/// Returns whether a piece is a rook, with which kings castle even if it does not stand in a corner.
fn is_rook(piece: &Piece) -> bool {
    piece.name.to_ascii_lowercase().contains("rook") || piece.moves.usual == "R"
}

/// Finds the castlings of a player, to both sides of the king.
fn of_side(settings: &Settings, pieces: &[Piece], royal: &Piece, color: Color) -> Result<Vec<Castling>, Located> {
    // Black's squares are mirrored, as in Kurier's files.
    let seen = |(file, rank): Square| match color {
        Color::White => (file, rank),
        Color::Black => (file, settings.ranks - 1 - rank),
    };
    // A player's left is White's left, unless the player is Black, who sees the board from the other side.
    let [mut left_distances, mut right_distances] = royal.moves.castling.each_ref();
    if color == Color::Black && !settings.castling_flipped {
        std::mem::swap(&mut left_distances, &mut right_distances);
    }
    let shortest = left_distances.first().into_iter().chain(right_distances.first()).next();
    let origin = match royal.squares[color.index()][..] {
        _ if shortest.is_none() => return Ok(Vec::new()),
        [origin] => origin,
        _ => return Err((royal.line, DiagramError::SeveralCastling(royal.name.clone()))),
    };
    let (file, rank) = seen(origin);
    let own = pieces.iter().flat_map(|piece| {
        let files = piece.squares[color.index()].iter().map(|square| seen(*square));
        files.map(move |(other, own_rank)| (other, own_rank, is_rook(piece)))
    });
    let files: Vec<(u8, bool)> = own
        .filter(|(_, other, _)| *other == rank)
        .map(|(other, _, rook)| (other, rook))
        .collect();
    let corners = [0, settings.files - 1];
    let partner = |outermost: Option<&(u8, bool)>, rook_nearer: bool| match outermost {
        Some((partner, rook)) if *rook || corners.contains(partner) && !rook_nearer => Ok(Some(*partner)),
        Some(_) => Err((royal.line, DiagramError::UnclearPartner(royal.name.clone()))),
        None => Ok(None),
    };
    let rooks = |nearer: &dyn Fn(u8) -> bool| files.iter().any(|(other, rook)| *rook && nearer(*other));
    let right = partner(
        files.iter().filter(|(other, _)| *other > file).max(),
        rooks(&|other| other > file),
    )?;
    let left = partner(
        files.iter().filter(|(other, _)| *other < file).min(),
        rooks(&|other| other < file),
    )?;
    let far = |partner: Option<u8>| partner.map_or(u8::MAX, |partner| partner.abs_diff(file));
    let mut castlings = Vec::new();
    for (letter, partner, distances, short) in [
        ('K', right, right_distances, far(right) <= far(left)),
        ('Q', left, left_distances, far(left) < far(right)),
    ] {
        let Some(partner) = partner else {
            continue;
        };
        let mut castling = Castling {
            letter,
            king: vec![(file, rank)],
            rook: vec![(partner, rank)],
            short,
        };
        for squares in distances.iter().filter(|squares| **squares <= partner.abs_diff(file)) {
            let (target, inside) = match partner > file {
                true => (file + squares, file + squares - 1),
                false => (file - squares, file - squares + 1),
            };
            castling.king.push((target, rank));
            castling.rook.push((inside, rank));
        }
        if castling.king.len() > 1 {
            castlings.push(castling);
        }
    }
    match shortest {
        Some(squares) if castlings.is_empty() && !royal.moves_by_name => Err((
            royal.line,
            DiagramError::NoCastlingPartner(*squares, royal.name.clone()),
        )),
        _ => Ok(castlings),
    }
}
