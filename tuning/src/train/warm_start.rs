//! Starting from the network of a related game.

use kurier_engine::eval::nnue::{Architecture, Features, Network, NetworkError, NetworkParameters};
use kurier_rules::board::Square;
use kurier_rules::position::Piece;
use kurier_rules::rules::{Color, Definition, PieceType};

/// Returns a network for a game from that of another on the same board: pieces of the same letter get the same weights,
/// others none.
///
/// # Errors
/// The boards differ.
pub fn warm_start(sibling: &Definition, network: &Network, definition: &Definition) -> Result<Network, NetworkError> {
    if sibling.shape != definition.shape {
        return Err(NetworkError::Shape("the same board"));
    }
    let parameters = network.parameters();
    let Architecture {
        hidden, king_buckets, ..
    } = parameters.architecture;
    let [theirs, ours] = [sibling, definition].map(|game| Features::new(game, king_buckets));
    let mut inputs = vec![0; ours.count() * hidden];
    for (piece_type, piece) in definition.pieces.iter().enumerate() {
        let Some(same) = sibling.pieces.iter().position(|other| other.letter == piece.letter) else {
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
