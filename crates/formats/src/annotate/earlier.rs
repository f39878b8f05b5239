//! Recognises what an earlier annotation has left in a game: evaluations and best lines.

use super::Verdict;

/// The beginning and the end of an evaluation in a comment.
const EVALUATION: (&str, char) = ("[%eval", ']');

/// The beginning of the result from an endgame table, which stands at the end of a comment.
pub(super) const TABLE: &str = "table: ";

/// Removes the evaluations from a comment. If the comment ends with an evaluation that is followed by the word for a
/// verdict, by the result from an endgame table or by both, these are removed, too.
pub(super) fn without_evaluations(comment: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some((before, evaluation)) = rest.split_once(EVALUATION.0) {
        let Some((_, after)) = evaluation.split_once(EVALUATION.1) else {
            break;
        };
        kept = format!("{kept} {}", before.trim());
        let after = without_table(after);
        rest = if is_verdict(after.trim()) { "" } else { after };
    }
    format!("{} {}", kept.trim(), rest.trim()).trim().to_owned()
}

/// Returns the text after an evaluation without the result from an endgame table.
fn without_table(after: &str) -> &str {
    match after.split_once(TABLE) {
        Some((verdict, _)) if verdict.trim().is_empty() || is_verdict(verdict.trim()) => verdict,
        _ => after,
    }
}

/// Tests whether a variation has the form of the best lines that an annotation writes: turns, followed by a comment
/// that consists of a score.
pub(super) fn is_best_line(variation: &str) -> bool {
    let Some((moves, comment)) = variation.split_once('{') else {
        return false;
    };
    let is_plain = |text: &str| !text.is_empty() && !text.contains(['(', '$', '!', '?']);
    is_plain(moves.trim()) && comment.strip_suffix('}').is_some_and(is_score)
}

/// Tests whether two variations have the same moves; comments, annotation symbols and nested variations may differ.
pub(super) fn has_same_moves(one: &str, other: &str) -> bool {
    moves(one) == moves(other)
}

/// Returns the moves of a variation without comments, glyphs, move numbers and nested variations.
fn moves(variation: &str) -> Vec<&str> {
    let mut moves = Vec::new();
    let (mut depth, mut in_comment) = (0_usize, false);
    for part in variation.split_inclusive(|c: char| c.is_whitespace() || "{}()".contains(c)) {
        let word = part.trim_end_matches(|c: char| c.is_whitespace() || "{}()".contains(c));
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let word = word.trim_end_matches(['!', '?', '+', '#']);
        if depth == 0 && !in_comment && !word.is_empty() && !word.starts_with('$') {
            moves.push(word);
        }
        match part.chars().next_back() {
            Some('{') => in_comment = true,
            Some('}') => in_comment = false,
            Some('(') if !in_comment => depth += 1,
            Some(')') if !in_comment => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    moves
}

/// Tests whether a string is a score as [`Judgement::score`](super::Judgement::score) writes it.
fn is_score(text: &str) -> bool {
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    match text.strip_prefix("mate ") {
        Some(moves) => moves.parse::<i32>().is_ok(),
        None => text.starts_with(['+', '-']) && text.contains('.') && is_number(text),
    }
}

/// Tests whether a string is the word for a verdict.
fn is_verdict(text: &str) -> bool {
    Verdict::ALL.into_iter().any(|verdict| verdict.word() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_evaluations_and_their_verdicts_are_removed() {
        for (before, after) in [
            ("", ""),
            ("book", "book"),
            ("[%eval 0.35,14]", ""),
            ("oops [%eval #1,4] Blunder", "oops"),
            ("[%eval 0.1] [%clk 0:01:00]", "[%clk 0:01:00]"),
            ("a [%eval 0.1,1] b [%eval #-3] c", "a b c"),
            ("[%eval 0.1,1] Mistake in the opening", "Mistake in the opening"),
            ("book [%eval #12,20] table: White wins in 23", "book"),
            ("[%eval 0.00,20] Blunder table: draw", ""),
            ("[%eval 0.1,1] a table: of contents", "a table: of contents"),
            ("table: four legs [%eval 0.1,1]", "table: four legs"),
            ("[%eval 0.1", "[%eval 0.1"),
            ("Blunder", "Blunder"),
        ] {
            assert_eq!(without_evaluations(before), after, "{before}");
        }
    }

    #[test]
    fn best_lines_of_an_annotation_are_recognised() {
        for own in ["2... Nc6 3. d4 {+0.35}", "1. e4 {mate -3}", "12. Qh5 g6 {-0.00}"] {
            assert!(is_best_line(own), "{own}");
        }
        for other in [
            "2... Nc6 3. d4",
            "2... Nc6! {+0.35}",
            "{+0.35}",
            "1. e4 {+0.35} e5 {+0.31}",
            "1. e4 (1. d4 {+0.35})",
            "1. e4 {better}",
            "1. e4 {+0.35/12}",
        ] {
            assert!(!is_best_line(other), "{other}");
        }
    }

    #[test]
    fn moves_are_compared_without_comments_and_signs() {
        let plain = "2... Nc6 3. d4 exd4 {+0.35}";
        assert!(has_same_moves(
            plain,
            "2...Nc6! {the knight (of course)} 3.d4 (3. Bb5 a6) exd4 $1"
        ));
        for other in ["2... Nc6 3. d4", "2... Nc6 3. d4 exd4 4. Nxd4", "2... Nc6 3. d3 exd4"] {
            assert!(!has_same_moves(plain, other), "{other}");
        }
        assert!(has_same_moves("1. O-O+", "1. O-O"));
    }
}
