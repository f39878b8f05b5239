//! What engines say when something is wrong with what they were sent.

use kurier_rules::outside::shown;

/// Words that are seldom said when all is well.
const ALARMING: [&str; 6] = ["error", "unknown", "unkown", "invalid", "no such", "failed"];

/// Returns a refusal in the words of the protocols: `info string error: ...`, `Error (bad option): ...`. Many engines
/// know few of the commands of XBoard and say so by the last; that is no refusal of a setting.
pub(super) fn refusal(line: &str) -> Option<String> {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let refused = lower.starts_with("info string error")
        || lower.starts_with("error (") && !lower.contains("known command") && !lower.contains("kown command")
        || lower.starts_with("tellusererror") && !lower.contains("illegal position");
    refused.then(|| shown(line))
}

/// Another line that sounds like trouble, cut.
pub(super) fn remark(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    // What it says of its options is no trouble.
    let harmless = ["option ", "id ", "feature "]
        .iter()
        .any(|start| lower.starts_with(start));
    (!harmless && ALARMING.iter().any(|word| lower.contains(word))).then(|| shown(line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_told_from_habits() {
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
