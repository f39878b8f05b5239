//! What is shown on a terminal, and only there. `script` of util-linux provides one.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use engine_tests::{command, kurier_binary, partners};
use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    let script: &[&str] = if cfg!(target_os = "linux") {
        &["script"]
    } else {
        &["script of util-linux"]
    };
    vec![
        partners::test("analysis_is_a_live_display", script, analysis_is_a_live_display),
        partners::test(
            "plain_lines_on_request_and_for_pipes",
            script,
            plain_lines_on_request_and_for_pipes,
        ),
        partners::test("boards_are_coloured", script, boards_are_coloured),
    ]
}

/// What a command writes to a terminal of 100 columns.
fn on_a_terminal(programs: &[PathBuf], arguments: &str) -> String {
    let line = format!("stty rows 40 cols 100; exec {} {arguments}", kurier_binary().display());
    let output = Command::new(&programs[0])
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("script runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn analysis_is_a_live_display(programs: &[PathBuf]) {
    let text = on_a_terminal(programs, "analyze courier --depth 4 --multipv 2 --hash 1");
    assert!(text.contains("\x1b[0;1;48;5;"), "the board in colour: {text}");
    assert!(text.contains("Courier Chess  depth 4/"), "{text}");
    let last = text
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .expect("there are lines");
    assert!(last.starts_with("best: "), "{text}");
    // Both lines of the last picture.
    assert!(text.contains(" 1   4 ") && text.contains(" 2   4 "), "{text}");
}

fn plain_lines_on_request_and_for_pipes(programs: &[PathBuf]) {
    let arguments = ["analyze", "leap", "--depth", "3", "--hash", "1"];
    let piped = command::text(&arguments, "");
    assert!(!piped.contains('\x1b') && piped.contains("depth  3/"), "{piped}");
    for option in ["--plain", "--json"] {
        let text = on_a_terminal(programs, &format!("{} {option}", arguments.join(" ")));
        assert!(!text.contains('\x1b'), "{text}");
    }
}

fn boards_are_coloured(programs: &[PathBuf]) {
    let text = on_a_terminal(programs, "board courierleapale");
    // Three levels side by side.
    let levels = text
        .lines()
        .find(|line| line.trim_start().starts_with('u'))
        .expect("a line of levels");
    assert_eq!(levels.split_whitespace().collect::<Vec<_>>(), ["u", "v", "w"], "{text}");
    assert!(text.contains("\x1b["), "{text}");
}
