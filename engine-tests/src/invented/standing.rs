//! Random definition files with pieces that are promoted where they stand.

use super::invent;

/// Returns the definition file of a random variant in which pawns are promoted where they stand, if they are promoted.
pub fn with_standing(seed: u64) -> String {
    let text = invent(seed);
    let refused = ["must-promote-from", "promotes-leaving", "must-promote-leaving"];
    // With the whole half of the opponent as their zone, pawns are promoted more often than on the last rank only.
    let early = !["levels = ", "promotion-rank", "promotes-in"]
        .iter()
        .any(|key| text.contains(key));
    let mut lines = Vec::new();
    for line in text
        .lines()
        .filter(|line| !refused.iter().any(|key| line.starts_with(key)))
    {
        if line.starts_with("chained") {
            lines.push("chained = false");
            continue;
        }
        lines.push(line);
        if line.starts_with("promotes-to = ") || line.starts_with("promotes-by-file = ") {
            lines.push("promotes-standing = true");
            lines.extend(early.then_some("promotion-rank = 4"));
        }
    }
    lines.join("\n") + "\n"
}
