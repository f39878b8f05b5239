//! Describes in words captures that blast.

use super::{listed, piece};
use kurier_rules::rules::{BlastProof, Bounds, Color, Definition, Mode, Movement, Reach, ZoneCondition};

/// Describes what captures remove besides the captured piece, and what that means for the kings; nothing in a game
/// whose captures do not blast.
pub(super) fn of_blast(game: &Definition) -> Vec<String> {
    let Some(blast) = &game.blast else {
        return Vec::new();
    };
    let leap = |vector| Movement {
        vector,
        reach: Reach::Leap,
        mode: Mode::Both,
        zones: ZoneCondition::Any,
        around: false,
        initial: None,
        bounds: Bounds::default(),
    };
    let leaps: Vec<Movement> = blast.vectors.iter().copied().map(leap).collect();
    let reach = listed(&piece::clauses(game, &leaps), "or");
    let mut words = vec![format!(
        "Captures blast: a capture also removes the capturing piece, and all pieces on squares that a piece would reach from \
         there if it {reach}."
    )];
    for (proof, what) in [
        (BlastProof::Others, "survives the blasts of captures on other squares"),
        (BlastProof::All, "survives all blasts, also of its own captures"),
    ] {
        let proof = game.pieces.iter().filter(|piece| piece.blast_proof == Some(proof));
        words.extend(proof.map(|piece| format!("The {} {what}.", piece.name.to_lowercase())));
    }
    let kings = Color::BOTH.map(|color| game.king(color));
    if kings.iter().any(Option::is_some) {
        words.push(
            "A blast that removes the enemy king wins, even if the own king is attacked. No capture may remove the own king."
                .into(),
        );
    }
    let fears = |king: Option<_>| king.is_some_and(|king| game.piece(king).blast_proof.is_none());
    if kings.into_iter().all(fears) {
        words.push(
            "So a king is not attacked where its capture would remove the other king, too, and never by the other king."
                .into(),
        );
    }
    words
}
