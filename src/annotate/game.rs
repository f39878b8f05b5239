//! A game and the judgements of its positions.

use super::judge::Judgement;
use super::verdict::Verdict;
use crate::pgn::GameRecord;

/// A game with a judgement of each of its positions.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// The game.
    pub record: GameRecord,
    /// One for the start and one after every turn.
    pub judgements: Vec<Judgement>,
}

impl AnnotatedGame {
    /// The game with a comment after every turn: the score from White's side and the depth, as other programs read them.
    /// Where another turn is better, the best line follows as a variation, which other programs can play through.
    pub fn commented(&self) -> GameRecord {
        let mut record = self.record.clone();
        for (i, turn) in record.moves.iter_mut().enumerate() {
            let (before, after) = (&self.judgements[i], &self.judgements[i + 1]);
            if turn.annotations.glyphs.is_empty() {
                turn.san += after.verdict.map_or("", Verdict::sign);
            }
            let mut comment = after.evaluation();
            if let Some(verdict) = after.verdict {
                comment += &format!(" {}", verdict.word());
            }
            if after.best_before == Some(false) {
                turn.annotations.variations.insert(0, before.variation());
            }
            if !turn.comment.is_empty() {
                comment = format!("{} {comment}", turn.comment);
            }
            turn.comment = comment.trim().to_owned();
        }
        let annotator = || ("Annotator".to_owned(), format!("Kurier {}", env!("CARGO_PKG_VERSION")));
        if record.tag("Annotator").is_none() {
            record.tags.push(annotator());
        }
        record
    }
}
