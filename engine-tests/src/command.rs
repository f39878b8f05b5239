//! Runs single commands of the program and returns their output or their error message.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::kurier_binary;

/// Runs a command of the program to completion, with `input` on its standard input, and returns its exit status and
/// output.
///
/// # Panics
/// Panics if the program cannot be started.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(kurier_binary())
        .args(arguments)
        // Neither read nor change the settings of the user who runs the tests.
        .env("XDG_CONFIG_HOME", std::env::temp_dir().join("kurier-tests/config"))
        .env("XDG_DATA_HOME", std::env::temp_dir().join("kurier-tests/data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    // Ignore write errors: a program that does not read its input may close it.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Returns the standard output of a command that must succeed.
///
/// # Panics
/// Panics if the command fails.
pub fn output(arguments: &[&str], input: &str) -> Vec<u8> {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    output.stdout
}

/// Returns the standard output of a command that must succeed, as text.
///
/// # Panics
/// Panics if the command fails, or its output is not UTF-8.
pub fn text(arguments: &[&str], input: &str) -> String {
    String::from_utf8(output(arguments, input)).expect("the output is UTF-8")
}

/// Returns the one-line error message of a command that must fail.
///
/// # Panics
/// Panics if the command succeeds, or fails without exactly one line on standard error.
pub fn refusal(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors
}
