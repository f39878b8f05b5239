//! Converts the network of a related variant into the start of a training run.

use kurier_engine::eval::nnue::{Architecture, Features, Network, NetworkError, NetworkParameters};
use kurier_rules::board::Square;
use kurier_rules::position::Piece;
use kurier_rules::rules::{Color, Definition, PieceType};

/// Converts the network of the variant `related` to a network for the variant `definition`, which must have the same
/// board. Each piece keeps the input weights of the piece with the same letter in `related`; the weights of pieces with
/// new letters are 0.
///
/// # Errors
/// Fails if the boards differ or the converted parameters do not fit the variant `definition`.
pub fn warm_start(related: &Definition, network: &Network, definition: &Definition) -> Result<Network, NetworkError> {
    if related.shape != definition.shape {
        return Err(NetworkError::Shape("the same board"));
    }
    let parameters = network.parameters();
    let Architecture {
        hidden, king_buckets, ..
    } = parameters.architecture;
    let [theirs, ours] = [related, definition].map(|game| Features::new(game, king_buckets));
    let mut inputs = vec![0; ours.count() * hidden];
    for (piece_type, piece) in definition.pieces.iter().enumerate() {
        let Some(same) = related.pieces.iter().position(|other| other.letter == piece.letter) else {
            continue;
        };
        for color in Color::BOTH {
            for square in (0..definition.shape.area()).map(Square::new) {
                for view in ours.views(Color::White) {
                    let index = |features: &Features, piece_type: usize| {
                        let piece_type = PieceType(piece_type as u8);
                        features.index(view, Piece { piece_type, color }, square) * hidden
                    };
                    let (to, from) = (index(&ours, piece_type), index(&theirs, same));
                    let row = &parameters.inputs[from..from + hidden];
                    inputs[to..to + hidden].copy_from_slice(row);
                }
            }
        }
    }
    Network::new(
        definition,
        NetworkParameters {
            inputs: inputs.into(),
            ..parameters.clone()
        },
    )
}
