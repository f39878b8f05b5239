//! Whole conversations as text: what the snapshot tests of the protocols compare.

use crate::Process;

/// Leads a conversation by a script and answers what was said: `> ` before what the engine was told, `< ` before what it
/// said.
///
/// Every line of the script is sent as it is, but for those that begin with `<`, which wait for a line of the engine that
/// begins with the rest of it: with no rest for any line, so for a sign of thinking. After `quit` (or the end of
/// the script, which ends the input) the engine has to end cleanly. What else the engine says is to be waited for before
/// any thinking is: only so it has its place in the conversation.
///
/// What depends on time or on the search is left out: lines of thinking, and which turns are played.
///
/// # Panics
/// If the engine keeps the script waiting or does not end.
pub fn transcript(script: &str) -> String {
    let mut engine = Process::kurier();
    let mut last = "";
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        last = line;
        match line.strip_prefix('<') {
            Some(start) => drop(engine.read_until(start.trim_start())),
            None => engine.send(line),
        }
    }
    if last != "quit" {
        engine.close_input();
    }
    while engine.next_line(Process::PATIENCE).is_some() {}
    engine.expect_clean_end();
    let said = engine.transcript();
    let lines: Vec<String> = said.lines().filter_map(constant).collect();
    lines.join("\n")
}

/// The part of a line that does not change from run to run, if there is any.
fn constant(line: &str) -> Option<String> {
    let Some(said) = line.strip_prefix("< ") else {
        return Some(line.to_owned());
    };
    let (word, rest) = said.split_once(' ').unwrap_or((said, ""));
    let numbers = rest.split(' ').take_while(|word| word.parse::<i64>().is_ok()).count();
    match word {
        "info" if !rest.starts_with("string") => None,
        // Depth, score, time, nodes, and the turns: thinking in the XBoard protocol.
        _ if word.parse::<u32>().is_ok() && numbers >= 3 => None,
        "bestmove" if ["(none)", "0000"].contains(&rest) => Some(line.to_owned()),
        "move" | "bestmove" | "Hint:" => Some(format!("< {word} (turn)")),
        "stat01:" => Some("< stat01: (state)".to_owned()),
        _ => Some(line.replace(env!("CARGO_PKG_VERSION"), "(version)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_left_out() {
        for (line, kept) in [
            ("> go depth 3", Some("> go depth 3")),
            ("< info depth 3 score cp 3 nodes 12 pv e2e4", None),
            (
                "< info string No such option: x",
                Some("< info string No such option: x"),
            ),
            ("< 5 -12 3 4567 e2e4 e7e5", None),
            ("< bestmove e2e4 ponder e7e5", Some("< bestmove (turn)")),
            ("< bestmove (none)", Some("< bestmove (none)")),
            ("< move e2e4", Some("< move (turn)")),
            ("< pong 5", Some("< pong 5")),
        ] {
            assert_eq!(constant(line).as_deref(), kept, "{line}");
        }
    }
}
