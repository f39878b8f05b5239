//! What is shown on a terminal, and only there. `script` of util-linux lends one.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use engine_tests::{command, kurier_binary};

/// What a command writes to a terminal of 100 columns; `None` where there is no `script`.
fn on_a_terminal(arguments: &str) -> Option<String> {
    let line = format!("stty rows 40 cols 100; exec {} {arguments}", kurier_binary().display());
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no 'script' (util-linux)");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn analysis_is_a_living_display() {
    let Some(text) = on_a_terminal("analyze courier --depth 4 --multipv 2 --hash 1") else {
        return;
    };
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

#[test]
fn plain_lines_remain_on_request_and_for_pipes() {
    let arguments = ["analyze", "leap", "--depth", "3", "--hash", "1"];
    let piped = command::text(&arguments, "");
    assert!(!piped.contains('\x1b') && piped.contains("depth  3/"), "{piped}");
    for option in ["--plain", "--json"] {
        let Some(text) = on_a_terminal(&format!("{} {option}", arguments.join(" "))) else {
            return;
        };
        assert!(!text.contains('\x1b'), "{text}");
    }
}

#[test]
fn boards_are_coloured() {
    if let Some(text) = on_a_terminal("board courierleapale") {
        // Three levels side by side.
        let levels = text
            .lines()
            .find(|line| line.trim_start().starts_with('u'))
            .expect("a line of levels");
        assert_eq!(levels.split_whitespace().collect::<Vec<_>>(), ["u", "v", "w"], "{text}");
    }
}
