//! Single commands of the program: their output, or their complaint.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::kurier_binary;

/// Runs a command to its end with some standard input.
///
/// # Panics
/// If the program cannot be started.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(kurier_binary())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    // A program that does not read its input closes it: no matter.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// The standard output of a command that must succeed.
///
/// # Panics
/// If it does not.
pub fn output(arguments: &[&str], input: &str) -> Vec<u8> {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    output.stdout
}

/// The standard output of a command that must succeed, as text.
///
/// # Panics
/// If it does not, or writes something else than text.
pub fn text(arguments: &[&str], input: &str) -> String {
    String::from_utf8(output(arguments, input)).expect("the output is UTF-8")
}

/// The one line of complaint of a command that must be refused.
///
/// # Panics
/// If it is carried out, or refused otherwise.
pub fn refusal(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors
}
