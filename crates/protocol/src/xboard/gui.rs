//! The other end of the conversation.

use std::fmt::Display;

use crate::Output;

/// Which program it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Program {
    /// Not known yet; treated as XBoard, whose protocol this is.
    Unknown,
    /// XBoard or WinBoard.
    XBoard,
    /// One that implements less of the protocol, such as Cute Chess.
    Other,
}

/// The GUI: what it is, what it wants to see, and which of its questions are open.
pub struct Gui {
    program: Program,
    output: Output,
    post: bool,
    /// Numbers of `ping`s that have to wait for a move.
    pings: Vec<String>,
}

impl Gui {
    pub fn new(output: Output) -> Self {
        Self {
            program: Program::Unknown,
            output,
            post: false,
            pings: Vec::new(),
        }
    }

    /// Sends a line.
    pub fn send(&self, line: impl Display) {
        self.output.line(line);
    }

    /// Shows the user what is wrong.
    pub fn report_error(&self, text: &str) {
        self.send(format!("tellusererror {}", text.replace('\n', " ")));
    }

    /// Finds out which program this is, from its answer about a feature that only XBoard has (WinBoard is one and the
    /// same).
    pub fn on_feature(&mut self, feature: &str, accepted: bool) {
        if let "highlight" | "exclude" = feature {
            self.program = if accepted { Program::XBoard } else { Program::Other };
        }
    }

    /// Returns whether it is XBoard, or may be.
    pub fn is_xboard(&self) -> bool {
        self.program != Program::Other
    }

    /// Returns whether it wants lines of thinking.
    pub fn wants_thinking(&self) -> bool {
        self.post
    }

    /// `post` and `nopost`.
    pub fn set_post(&mut self, on: bool) {
        self.post = on;
    }

    /// A `ping` that is answered later.
    pub fn add_ping(&mut self, number: String) {
        self.pings.push(number);
    }

    pub fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.send(format!("pong {number}"));
        }
    }
}
