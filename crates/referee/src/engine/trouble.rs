//! Recognises the lines in which engines report a problem.

use kurier_rules::sanitize::excerpt;

/// Words that engines seldom write unless there is a problem.
const ALARMING: [&str; 6] = ["error", "unknown", "unkown", "invalid", "no such", "failed"];

/// Returns the line, shortened, if it refuses a setting in one of the forms that the protocols use:
/// `info string error: ...`, `Error (bad option): ...` or `tellusererror ...`. `Error (unknown command): ...` is not a
/// refusal, because many engines support only a few commands of the XBoard protocol. A `tellusererror` about an illegal
/// position is not a refusal of a setting either.
pub(super) fn refusal(line: &str) -> Option<String> {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let refused = lower.starts_with("info string error")
        || lower.starts_with("error (") && !lower.contains("known command") && !lower.contains("kown command")
        || lower.starts_with("tellusererror") && !lower.contains("illegal position");
    refused.then(|| excerpt(line))
}

/// Returns the line, shortened, if it contains a word that suggests a problem.
pub(super) fn remark(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    // Names of options and engines may contain an alarming word.
    let harmless = ["option ", "id ", "feature "]
        .iter()
        .any(|start| lower.starts_with(start));
    (!harmless && ALARMING.iter().any(|word| lower.contains(word))).then(|| excerpt(line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_distinguished_from_harmless_lines() {
        for line in [
            "info string error: EvalFile: nope.net: No such file or directory",
            "info string ERROR: the network cannot be loaded",
            "Error (bad option): option Elo=99999",
            "tellusererror Illegal variant file",
        ] {
            assert!(refusal(line).is_some(), "{line}");
        }
        for line in [
            "info string 3 threads",
            "Error (unkown command): post",
            "readyok",
            "tellusererror Illegal position",
        ] {
            assert_eq!(refusal(line), None, "{line}");
        }
        assert!(remark("No such option: Contempt").is_some());
        assert!(remark("Error (unknown command): post").is_some());
        assert_eq!(remark("id name Unknown Soldier"), None);
        assert_eq!(remark("info depth 3 score cp 10"), None);
    }
}
