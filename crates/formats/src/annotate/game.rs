//! A game and the judgements of its positions.

use super::earlier;
use super::judge::Judgement;
use super::verdict::Verdict;
use crate::pgn::{GameRecord, signs};

/// What the tag `Annotator` begins with in games that were annotated.
const ANNOTATOR: &str = "Kurier";

/// A game with a judgement of each of its positions.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// The game.
    pub record: GameRecord,
    /// One for the start and one after every turn.
    pub judgements: Vec<Judgement>,
}

impl AnnotatedGame {
    /// Returns the game with a comment after every turn: the score from White's side and the depth, as other programs
    /// read them. Where another turn is better, the best line follows as a variation, which other programs can play
    /// through. Evaluations that are there are replaced, and the lines of an earlier annotation; a variation of the
    /// same moves is not repeated.
    pub fn commented(&self) -> GameRecord {
        let mut record = self.record.clone();
        let again = record.tag("Annotator").is_some_and(|name| name.starts_with(ANNOTATOR));
        for (i, turn) in record.moves.iter_mut().enumerate() {
            let (before, after) = (&self.judgements[i], &self.judgements[i + 1]);
            let said = &mut turn.annotations;
            if let Some(verdict) = after.verdict
                && !said.glyphs.iter().any(|glyph| signs::is_on_move(glyph))
            {
                said.glyphs.insert(0, verdict.sign().to_owned());
            }
            if again {
                said.variations.retain(|text| !earlier::is_best_line(text));
            }
            let best = before.variation();
            if after.best_before == Some(false)
                && !best.is_empty()
                && !said.variations.iter().any(|text| earlier::has_same_moves(text, &best))
            {
                said.variations.insert(0, best);
            }
            let evaluation = after.evaluation();
            if evaluation.is_empty() {
                continue;
            }
            let verdict = after.verdict.map_or("", Verdict::word);
            let parts = [&earlier::without_evaluations(&turn.comment), &evaluation, verdict];
            turn.comment = parts.join(" ").trim().to_owned();
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
