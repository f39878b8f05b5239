//! The protocols that GUIs speak, on one pair of streams: the first command decides which.
//!
//! A protocol is a single-threaded loop over an [`Inbox`], where the lines of the input and, if the protocol wants
//! them there, the events of its searches arrive in order. Everything is written through an [`Output`], which any
//! thread may hold.

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

/// The longest line that is read, in bytes; the rest of a longer one is dropped. A game of a thousand plies with all its
/// moves takes some ten thousand.
const MAX_LINE: u64 = 1 << 20;

/// What a protocol starts with.
#[derive(Clone)]
pub struct Context {
    /// The games that can be chosen.
    pub catalogue: Catalogue,
    /// Settings until the GUI changes them.
    pub settings: Settings,
}

/// What a protocol's loop waits for.
#[derive(Clone, Debug)]
pub enum Message {
    /// A line of input, without its end; bytes that are not UTF-8 are replaced.
    Line(String),
    /// The input has ended, or the output is closed.
    End,
    /// An event of a search. The number is the protocol's own, to tell a search from the one before.
    Event(u64, Event),
}

/// Where lines of input and events arrive, in order.
pub struct Inbox {
    receiver: Receiver<Message>,
    sender: Sender<Message>,
    unread: Option<Message>,
}

impl Inbox {
    /// Starts a thread that reads lines, so that they arrive while the engine thinks.
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

    /// Waits for the next message.
    pub fn receive(&mut self) -> Message {
        match self.unread.take() {
            Some(message) => message,
            None => self.receiver.recv().unwrap_or(Message::End),
        }
    }

    /// Puts a message back: it will be the next one.
    pub fn put_back(&mut self, message: Message) {
        self.unread = Some(message);
    }

    /// Returns a sender for the events of searches.
    pub fn sender(&self) -> Sender<Message> {
        self.sender.clone()
    }
}

/// Sends every line, then [`Message::End`]. Ends early when the inbox is gone.
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

/// Where a protocol writes, whole lines at a time. A copy writes to the same stream.
///
/// Once the stream is closed at the other end, what is written is dropped and the inbox gets a [`Message::End`].
#[derive(Clone)]
pub struct Output {
    stream: Arc<Mutex<Option<Box<dyn Write + Send>>>>,
    end: Sender<Message>,
    /// Where everything that is said is kept, if the user wants it.
    log: Arc<Mutex<Option<File>>>,
}

impl Output {
    /// Writes to `stream`; `inbox` gets a message when it is closed.
    pub fn new(stream: impl Write + Send + 'static, inbox: &Inbox) -> Self {
        Self {
            stream: Arc::new(Mutex::new(Some(Box::new(stream)))),
            end: inbox.sender(),
            log: Arc::default(),
        }
    }

    /// Keeps what is said in a file from now on, after what is there already; or no longer.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_log(&self, path: Option<&Path>) -> io::Result<()> {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = path.map(files::append).transpose()?;
        Ok(())
    }

    /// Adds lines to the log, if one is kept. When the disk is full it ends.
    pub fn log(&self, mark: &str, text: &str) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let written = log.as_mut().map(|file| writeln!(file, "{mark} {text}"));
        if written.is_some_and(|written| written.is_err()) {
            *log = None;
        }
    }

    /// Writes one line (or several, if there are line ends in it), and sends it off at once.
    pub fn line(&self, text: impl Display) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = stream.as_mut() else { return };
        // One write, so that lines of different threads do not mix.
        let line = format!("{text}\n");
        self.log("<<", line.trim_end());
        if open.write_all(line.as_bytes()).and_then(|()| open.flush()).is_err() {
            *stream = None;
            let _ = self.end.send(Message::End);
        }
    }
}

/// Talks to a GUI until it quits: in the XBoard protocol if its first command says so, else in UCI.
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
    fn overlong_lines_are_cut() {
        let long = Box::leak([vec![b'x'; 3 << 20], b"\nquit\n".to_vec()].concat().into_boxed_slice());
        let lines = lines_of(long);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len() as u64, MAX_LINE);
        assert_eq!(lines[1], "quit");
    }

    #[test]
    fn a_closed_stream_ends_the_loop() {
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
