//! The command line: parses the arguments and runs the command.

mod analyze;
mod annotate;
mod args;
mod bench;
mod board;
mod book;
mod check;
mod commands;
mod config;
mod epd;
mod error;
mod export;
mod games;
mod import;
mod info;
mod install;
mod interrupt;
mod learn;
mod openings;
mod output;
mod perft;
mod play;
mod puzzles;
#[cfg(feature = "serve")]
mod serve;
mod single_page;
mod study;
mod tables;
mod tournament;
mod user;

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::Parser;

use self::commands::{Arguments, handle};
use self::error::CliError;
use self::output::to_stderr;

/// The exit code after an error.
const BAD_INPUT: u8 = 2;

/// Runs the program with the arguments of the process, on its standard streams.
pub fn run() -> ExitCode {
    let arguments = match config::expanded(std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(error) => {
            to_stderr(&format!("error: {error}"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match handle(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output, for example `head`, has closed the pipe, which is not an error.
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            to_stderr(&format!("error: {error}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Prints the help or the version in clap's format, or an error of the command line in a single line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    // The tip from clap suggests the argument that was probably meant.
    let tip = text.lines().map(str::trim).find(|line| line.starts_with("tip:"));
    let lines: Vec<&str> = lines.into_iter().chain(tip).collect();
    to_stderr(&lines.join(" "));
    ExitCode::from(BAD_INPUT)
}
