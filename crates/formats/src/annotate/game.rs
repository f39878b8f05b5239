//! Writes the judgements of a game's positions into its comments.

use super::earlier;
use super::judge::Judgement;
use super::verdict::Verdict;
use crate::pgn::{GameRecord, signs};

/// The beginning of the tag `Annotator` in games that Kurier has annotated.
const ANNOTATOR: &str = "Kurier";

/// A game with a judgement of each of its positions.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// The game, whose comments do not yet contain the judgements.
    pub record: GameRecord,
    /// The judgements of the start position and of the position after every turn.
    pub judgements: Vec<Judgement>,
}

impl AnnotatedGame {
    /// Returns the game with annotations. The comment after each turn contains the score from White's point of view and
    /// the depth, in the form that other programs read. The comment after a mistake also contains the word for the
    /// verdict, and the turn gets the annotation symbol of the verdict unless the turn is already rated. The result of
    /// the position in an endgame table, if there is one, comes last. If another turn is better, a variation shows the
    /// best line, which other programs can play through. Existing evaluations and the best lines of an earlier
    /// annotation are replaced. A best line is left out if the game already has a variation with its moves.
    pub fn commented(&self) -> GameRecord {
        let mut record = self.record.clone();
        let annotated_before = record.tag("Annotator").is_some_and(|name| name.starts_with(ANNOTATOR));
        for (i, turn) in record.moves.iter_mut().enumerate() {
            let (before, after) = (&self.judgements[i], &self.judgements[i + 1]);
            let annotations = &mut turn.annotations;
            if let Some(verdict) = after.verdict
                && !annotations.glyphs.iter().any(|glyph| signs::is_on_move(glyph))
            {
                annotations.glyphs.insert(0, verdict.sign().to_owned());
            }
            if annotated_before {
                annotations.variations.retain(|text| !earlier::is_best_line(text));
            }
            let best = before.variation();
            if after.best_before == Some(false)
                && !best.is_empty()
                && !annotations
                    .variations
                    .iter()
                    .any(|text| earlier::has_same_moves(text, &best))
            {
                annotations.variations.insert(0, best);
            }
            let evaluation = after.evaluation();
            if evaluation.is_empty() {
                continue;
            }
            let verdict = after.verdict.map_or("", Verdict::word);
            let table = after.table.as_ref().map(|table| format!("{}{table}", earlier::TABLE));
            let own = earlier::without_evaluations(&turn.comment);
            let parts = [&own, &evaluation, verdict, table.as_deref().unwrap_or_default()];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            turn.comment = parts.join(" ");
        }
        let annotator = || {
            (
                "Annotator".to_owned(),
                format!("{ANNOTATOR} {}", env!("CARGO_PKG_VERSION")),
            )
        };
        if record.tag("Annotator").is_none() {
            record.tags.push(annotator());
        }
        record
    }
}
