//! The program: the command line, or without a command the protocol loop.

use std::process::ExitCode;

fn main() -> ExitCode {
    kurier::cli::run()
}
