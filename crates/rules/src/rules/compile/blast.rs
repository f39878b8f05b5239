//! Compiles the rules of captures that blast.

use super::bits;
use crate::board::Square;
use crate::rules::{BlastProof, BlastTables, Definition};

/// Compiles the rules of captures that blast; `None` for a game whose captures do not.
pub(super) fn blast<const W: usize>(definition: &Definition) -> Option<Box<BlastTables<W>>> {
    let blast = definition.blast.as_ref()?;
    let shape = &definition.shape;
    let around = |square: usize| {
        let vectors = blast.vectors.iter();
        vectors
            .filter_map(|vector| shape.step(Square::new(square), *vector))
            .collect()
    };
    Some(Box::new(BlastTables {
        around: (0..shape.area()).map(around).collect(),
        proof_to_others: bits(definition, |piece| piece.blast_proof.is_some()),
        proof_to_all: bits(definition, |piece| piece.blast_proof == Some(BlastProof::All)),
    }))
}
