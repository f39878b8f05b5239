//! Random definition files in which checkmated kings change places with other pieces.

use super::invent;

/// Returns the definition file of a random variant in which a checkmated king may change places with any other piece.
pub fn with_successors(seed: u64) -> String {
    let text = invent(seed);
    let key = "successors = \"*\"";
    let changed = text.lines().map(|line| match line {
        "[kings]" => format!("[kings]\n{key}"),
        _ if line.starts_with("mandatory") => "mandatory = false".to_owned(),
        _ if line.starts_with("chained") => "chained = false".to_owned(),
        _ if line.starts_with("checks = \"") => "checks = \"allowed\"".to_owned(),
        _ => line.to_owned(),
    });
    let mut lines: Vec<String> = changed.collect();
    if !text.contains("[kings]") {
        lines.push(format!("[kings]\n{key}"));
    }
    lines.join("\n") + "\n"
}
