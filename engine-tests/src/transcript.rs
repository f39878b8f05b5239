//! Records whole conversations as text, for the snapshot tests of the protocols.

use crate::Process;

/// Plays a script and returns the conversation, with `> ` before each line sent and `< ` before each line of the
/// engine.
///
/// Every line of the script is sent to the engine, except lines that begin with `<`. A line `< TEXT` waits for a line
/// of the engine that begins with `TEXT`; a bare `<` waits for any line, which shows that the engine is thinking. After
/// `quit`, or after the end of the script, which closes the input, the engine must exit cleanly. A script should wait
/// for all other output before it waits for thinking output; otherwise the order of lines in the transcript is not
/// fixed.
///
/// Thinking output and the turns played are omitted, because they depend on time and on the search.
///
/// # Panics
/// Panics if a wait times out or the engine does not exit.
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
    while engine.next_line(Process::TIMEOUT).is_some() {}
    engine.expect_clean_end();
    let said = engine.transcript();
    let lines: Vec<String> = said.lines().filter_map(constant).collect();
    lines.join("\n")
}

/// Returns the part of an output line that does not change from run to run; `None` if the whole line changes.
fn constant(line: &str) -> Option<String> {
    let Some(said) = line.strip_prefix("< ") else {
        return Some(line.to_owned());
    };
    let (word, rest) = said.split_once(' ').unwrap_or((said, ""));
    let numbers = rest.split(' ').take_while(|word| word.parse::<i64>().is_ok()).count();
    match word {
        "info" if !rest.starts_with("string") => None,
        // Thinking output in the XBoard protocol consists of depth, score, time, nodes and turns.
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
    fn output_that_varies_is_left_out() {
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
