//! The GUI at the other end of the conversation.

use std::fmt::Display;

use crate::Output;

/// The kind of program that the GUI is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Program {
    /// A program that is not known yet. It is treated as XBoard, which defines the protocol.
    Unknown,
    /// XBoard or WinBoard.
    XBoard,
    /// A program that implements only a part of the protocol, such as Cute Chess.
    Other,
}

/// The GUI: which program it is, whether it wants thinking output, and which `ping`s wait for an answer.
pub struct Gui {
    program: Program,
    output: Output,
    post: bool,
    /// The numbers of the `ping`s that have not been answered yet.
    pings: Vec<String>,
}

impl Gui {
    /// Creates a GUI whose program is not known yet and that does not want thinking output.
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

    /// Sends remarks, each as a line that the GUI shows only in its log.
    pub fn remark(&self, remarks: impl IntoIterator<Item: Display>) {
        for remark in remarks {
            self.send(format_args!("# {remark}"));
        }
    }

    /// Makes the GUI show an error to the user.
    pub fn report_error(&self, text: &str) {
        self.send(format!("tellusererror {}", text.replace('\n', " ")));
    }

    /// Handles `accepted` and `rejected`: recognises XBoard and WinBoard by two features that no other program accepts.
    pub fn on_feature(&mut self, feature: &str, accepted: bool) {
        if let "highlight" | "exclude" = feature {
            self.program = if accepted { Program::XBoard } else { Program::Other };
        }
    }

    /// Returns whether the GUI is XBoard, WinBoard or not known yet.
    pub fn is_xboard(&self) -> bool {
        self.program != Program::Other
    }

    /// Returns whether the GUI wants thinking output.
    pub fn wants_thinking(&self) -> bool {
        self.post
    }

    /// Handles `post` and `nopost`: switches thinking output on or off.
    pub fn set_post(&mut self, on: bool) {
        self.post = on;
    }

    /// Stores a `ping` to answer later.
    pub fn add_ping(&mut self, number: String) {
        self.pings.push(number);
    }

    /// Answers all stored `ping`s.
    pub fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.send(format!("pong {number}"));
        }
    }
}
