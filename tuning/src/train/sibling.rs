//! Networks of related games.

use kurier::board::Square;
use kurier::eval::nnue::{Features, Network, NetworkError, NetworkParameters};
use kurier::position::Piece;
use kurier::rules::{Color, Definition, PieceType};

/// A network of one game as a beginning for another one on the same board: pieces of the same letter get the same
/// weights, others none.
///
/// # Errors
/// Another board.
pub fn adopt(sibling: &Definition, network: &Network, definition: &Definition) -> Result<Network, NetworkError> {
    if sibling.shape != definition.shape {
        return Err(NetworkError::Shape("the same board"));
    }
    let numbers = network.parameters();
    let (theirs, ours) = (Features::new(sibling), Features::new(definition));
    let mut inputs = vec![0; ours.count() * numbers.hidden];
    for (piece_type, piece) in definition.pieces.iter().enumerate() {
        let Some(same) = sibling.pieces.iter().position(|other| other.letter == piece.letter) else {
            continue;
        };
        for color in Color::BOTH {
            for square in (0..definition.shape.area()).map(Square::new) {
                let index = |features: &Features, piece_type: usize| {
                    let piece_type = PieceType(piece_type as u8);
                    features.index(Color::White, Piece { piece_type, color }, square) * numbers.hidden
                };
                let (to, from) = (index(&ours, piece_type), index(&theirs, same));
                inputs[to..to + numbers.hidden].copy_from_slice(&numbers.inputs[from..from + numbers.hidden]);
            }
        }
    }
    Network::new(
        definition,
        NetworkParameters {
            inputs: inputs.into(),
            ..numbers.clone()
        },
    )
}
