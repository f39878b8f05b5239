//! Output that is shown only on a terminal. `script` from util-linux provides the terminal.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use engine_tests::{Process, command, kurier_binary, partners};
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
        partners::test(
            "analysis_moves_on_between_depths",
            script,
            analysis_moves_on_between_depths,
        ),
        partners::test("enter_ends_an_analysis", script, enter_ends_an_analysis),
        partners::test(
            "lines_are_edited_completed_and_remembered",
            script,
            lines_are_edited_completed_and_remembered,
        ),
    ]
}

/// Returns a command that runs Kurier on a terminal with 100 columns.
fn terminal(programs: &[PathBuf], arguments: &str) -> Command {
    let line = format!("stty rows 40 cols 100; exec {} {arguments}", kurier_binary().display());
    let folder = std::env::temp_dir().join("kurier-tests");
    let mut command = Command::new(&programs[0]);
    command
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .env_remove("NO_COLOR");
    command
}

/// Runs a command on a terminal without any input and returns its output.
fn on_a_terminal(programs: &[PathBuf], arguments: &str) -> String {
    let output = terminal(programs, arguments)
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
    // The final display must show both lines of play.
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
    // Three levels must be shown side by side.
    let levels = text
        .lines()
        .find(|line| line.trim_start().starts_with('u'))
        .expect("a line of levels");
    assert_eq!(levels.split_whitespace().collect::<Vec<_>>(), ["u", "v", "w"], "{text}");
    assert!(text.contains("\x1b["), "{text}");
}

/// Checks that the time, the nodes and the current turn are also updated during a depth, because a depth may take
/// minutes.
fn analysis_moves_on_between_depths(programs: &[PathBuf]) {
    let mut analysis = Process::spawn(terminal(programs, "analyze courier --time 600 --hash 1"));
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    while seen.values().all(|heads| heads.len() < 4) {
        let line = analysis.expect_part("Courier Chess  depth ");
        let Some((_, head)) = line.split_once("Courier Chess  depth ") else {
            unreachable!("it was waited for")
        };
        // The status line is: DEPTH/SELECTIVE  SECONDS s  NODES nodes  SPEED nodes/s  table PERCENT  NEXT: TURN
        // (NUMBER/TURNS)
        let parts: Vec<&str> = head.split("  ").collect();
        if let [depth, elapsed, nodes, .., now] = parts[..]
            && now.contains(": ")
            && now.trim_end().ends_with("/26)")
        {
            let heads = seen.entry(depth.to_owned()).or_default();
            let head = format!("{elapsed} {nodes}");
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
}

fn enter_ends_an_analysis(programs: &[PathBuf]) {
    let mut analysis = Process::spawn(terminal(programs, "analyze courier --time 600 --hash 1"));
    analysis.expect_part("  depth ");
    // Other keys do not end the analysis, only Enter does.
    analysis.send_bytes(b"q");
    analysis.expect_part("  depth ");
    analysis.send("");
    analysis.expect("best: ");
    assert!(analysis.wait_within(Process::TIMEOUT).success());
}

/// Checks line editing, completion and history. Uses only keys that a terminal does not interpret itself, in case they
/// arrive before editing begins.
fn lines_are_edited_completed_and_remembered(programs: &[PathBuf]) {
    const TAB: &str = "\t";
    const UP: &str = "\x1b[A";
    const LEFT: &str = "\x02";
    const CUT: &str = "\x0b";
    let mut game = Process::spawn(terminal(programs, "play chess --level 1"));
    game.expect_part("a  b  c");
    let mut type_in = |keys: &[&str], answer: &str| {
        game.send(&keys.concat());
        game.expect_part(answer);
    };
    type_in(&["mov", TAB, " e3", LEFT, "2", CUT], "e3  e4");
    // Tab completes the text, because only one legal move begins with it.
    type_in(&["Nc", TAB], "Kurier plays 1... ");
    // Pressing Up twice recalls the second-to-last line.
    type_in(&[UP, UP, LEFT, LEFT, CUT, "g1"], "Nf3  Nh3");
    game.send(&["qu", TAB].concat());
    assert!(game.wait_within(Process::TIMEOUT).success());
}
