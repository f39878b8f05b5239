//! UCI and the XBoard protocol, the two protocols by which chess GUIs talk to engines. [`run`] serves a GUI on a pair
//! of streams and picks the protocol by the first command.
//!
//! Each protocol is a single-threaded loop over an [`Inbox`], which delivers input lines (and, for XBoard, search
//! events) in order of arrival. All output goes through an [`Output`], which any thread may hold.

mod book;
mod endgames;
pub mod uci;
pub mod xboard;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use kurier_engine::search::Settings;
use kurier_engine::session::Event;
use kurier_rules::files;
use kurier_rules::rules::Catalogue;

/// The maximum length of an input line in bytes; the rest of a longer line is dropped. A `position` command with a
/// thousand moves takes about 10,000 bytes.
const MAX_LINE: u64 = 1 << 20;

/// The variants and settings with which a conversation starts.
#[derive(Clone)]
pub struct Context {
    /// The variants that the GUI can choose.
    pub catalogue: Catalogue,
    /// The search settings, until the GUI changes them.
    pub settings: Settings,
}

/// A message for the loop of a protocol.
#[derive(Clone, Debug)]
pub enum Message {
    /// A line of input without its line end; invalid UTF-8 is replaced by U+FFFD.
    Line(String),
    /// The input has ended, or the output stream is closed.
    End,
    /// An event of a search. The number identifies the search, so that late events of an earlier search can be ignored.
    Event(u64, Event),
}

/// A queue of input lines and search events, in order of arrival.
pub struct Inbox {
    receiver: Receiver<Message>,
    sender: Sender<Message>,
    unread: Option<Message>,
}

impl Inbox {
    /// Starts a thread that reads lines from `input`, so that commands arrive while the engine is searching.
    pub fn open(input: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        let lines = sender.clone();
        thread::spawn(move || read_lines(input, &lines));
        Self {
            receiver,
            sender,
            unread: None,
        }
    }

    /// Waits for the next message and returns it.
    pub fn receive(&mut self) -> Message {
        match self.unread.take() {
            Some(message) => message,
            None => self.receiver.recv().unwrap_or(Message::End),
        }
    }

    /// Puts a message back, so that the next call to [`Inbox::receive`] returns it.
    pub fn put_back(&mut self, message: Message) {
        self.unread = Some(message);
    }

    /// Returns a sender through which searches put their events into this inbox.
    pub fn sender(&self) -> Sender<Message> {
        self.sender.clone()
    }
}

/// Sends every line of `input`, then [`Message::End`]. A read error counts as the end of the input. Stops early if the
/// inbox has been dropped.
fn read_lines(input: impl Read, lines: &Sender<Message>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") && input.skip_until(b'\n').is_err() {
            break;
        }
        let line = String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\n', '\r'])
            .to_owned();
        if lines.send(Message::Line(line)).is_err() {
            return;
        }
    }
    let _ = lines.send(Message::End);
}

/// A line writer that several threads can share: every clone writes to one stream.
///
/// When the other end closes the stream, the inbox receives a [`Message::End`] and all further output is dropped.
#[derive(Clone)]
pub struct Output {
    stream: Arc<Mutex<Option<Box<dyn Write + Send>>>>,
    end: Sender<Message>,
    /// The log file of the conversation, if the user has asked for one.
    log: Arc<Mutex<Option<File>>>,
}

impl Output {
    /// Creates an output that writes to `stream` and sends [`Message::End`] to `inbox` when the stream is closed.
    pub fn new(stream: impl Write + Send + 'static, inbox: &Inbox) -> Self {
        Self {
            stream: Arc::new(Mutex::new(Some(Box::new(stream)))),
            end: inbox.sender(),
            log: Arc::default(),
        }
    }

    /// Logs the conversation from now on, appending to the file at `path`; `None` stops logging.
    ///
    /// # Errors
    /// Fails if the file cannot be opened for writing.
    pub fn keep_log(&self, path: Option<&Path>) -> io::Result<()> {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = path.map(files::append).transpose()?;
        Ok(())
    }

    /// Appends `text`, prefixed by `mark`, to the log file, if there is one. Logging stops at the first write error.
    pub fn log(&self, mark: &str, text: &str) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let written = log.as_mut().map(|file| writeln!(file, "{mark} {text}"));
        if written.is_some_and(|written| written.is_err()) {
            *log = None;
        }
    }

    /// Writes `text` and a line end, and flushes the stream.
    pub fn line(&self, text: impl Display) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = stream.as_mut() else { return };
        // A single write keeps lines from different threads from being mixed.
        let line = format!("{text}\n");
        self.log("<<", line.trim_end());
        if open.write_all(line.as_bytes()).and_then(|()| open.flush()).is_err() {
            *stream = None;
            let _ = self.end.send(Message::End);
        }
    }
}

/// Serves a GUI until the GUI quits: in the XBoard protocol if the first command is `xboard` or `protover`, otherwise
/// in UCI.
pub fn run(context: Context, input: impl Read + Send + 'static, output: impl Write + Send + 'static) {
    let mut inbox = Inbox::open(input);
    let output = Output::new(output, &inbox);
    loop {
        match inbox.receive() {
            Message::Line(line) => {
                let Some(command) = line.split_whitespace().next() else {
                    continue;
                };
                let is_xboard = matches!(command, "xboard" | "protover");
                inbox.put_back(Message::Line(line));
                return if is_xboard {
                    xboard::run(context, inbox, output)
                } else {
                    uci::run(context, inbox, output)
                };
            }
            Message::End => return,
            Message::Event(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines that an inbox delivers from these bytes.
    fn lines_of(bytes: &'static [u8]) -> Vec<String> {
        let mut inbox = Inbox::open(bytes);
        let mut lines = Vec::new();
        while let Message::Line(line) = inbox.receive() {
            lines.push(line);
        }
        lines
    }

    #[test]
    fn lines_may_end_with_crlf() {
        assert_eq!(lines_of(b"uci\r\nisready\n\nquit"), ["uci", "isready", "", "quit"]);
        assert_eq!(lines_of(b""), [""; 0]);
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(lines_of(b"go \xff\xfe\nstop\n"), ["go \u{fffd}\u{fffd}", "stop"]);
    }

    #[test]
    fn overlong_lines_are_truncated() {
        let long = Box::leak([vec![b'x'; 3 << 20], b"\nquit\n".to_vec()].concat().into_boxed_slice());
        let lines = lines_of(long);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len() as u64, MAX_LINE);
        assert_eq!(lines[1], "quit");
    }

    #[test]
    fn a_closed_output_sends_end_to_the_inbox() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (reader, _writer) = io::pipe().expect("a pipe");
        let mut inbox = Inbox::open(reader);
        let output = Output::new(Closed, &inbox);
        output.line("readyok");
        output.line("readyok");
        assert!(matches!(inbox.receive(), Message::End));
    }
}
