//! The connection to an engine process, which sends and receives lines, limits every wait, and leaves no process
//! behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::fault::{Fault, FaultKind};
use super::spec::EngineSpec;
use super::strays::Strays;
use super::traffic::{Speaker, Traffic};

/// The maximum length of a line in bytes. A longer line is received as several lines.
const MAX_LINE: u64 = 1 << 16;
/// The maximum number of unread lines. A program that writes more lines is blocked once its pipe is full.
const BACKLOG: usize = 4096;
/// The interval at which a wait checks whether it is cancelled.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// The maximum time to wait for the end of a killed process.
const KILLED: Duration = Duration::from_secs(10);

/// A message from the threads that read the engine's output.
enum Output {
    Line {
        at: Instant,
        speaker: Speaker,
        text: String,
    },
    /// The end of the standard output.
    End,
}

/// The result of a wait for a line.
#[derive(Debug)]
pub enum Received {
    /// A line of the standard output, and the time of its arrival.
    Line(String, Instant),
    /// No line has arrived before the deadline.
    Nothing,
    /// The tournament is being stopped.
    Cancelled,
}

/// The connection to an engine.
pub struct Connection {
    /// The process; `None` if the output is recorded.
    child: Option<Box<dyn ChildWrapper>>,
    /// The lines to send; `None` once the input is closed. A thread writes them, so that an engine that does not read
    /// its input cannot block the referee.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    /// Whether to send empty lines while waiting. A program that misses lines because they arrive together reads them
    /// when another line arrives.
    needs_nudges: bool,
    /// Kills, when dropped, the processes that have left the engine's process group; `None` if the output is recorded.
    _strays: Option<Strays>,
    /// The protocol log: all lines since it was last cleared.
    pub traffic: Traffic,
}

impl Connection {
    /// Starts the engine in a new process group.
    ///
    /// # Errors
    /// Fails if the system cannot start the program.
    pub fn open(spec: &EngineSpec) -> Result<Self, Fault> {
        let failed = |error: &dyn std::fmt::Display| {
            Fault::new(
                FaultKind::Crash,
                format!("cannot start {}: {error}", spec.program.display()),
            )
        };
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        let strays = Strays::new();
        strays.mark(&mut command);
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(failed(&"it has no standard streams"));
        };
        let (sender, output) = sync_channel(BACKLOG);
        let errors = sender.clone();
        thread::spawn(move || {
            read_lines(stdout, Speaker::Engine, &sender);
            let _ = sender.send(Output::End);
        });
        thread::spawn(move || read_lines(stderr, Speaker::EngineError, &errors));
        let (input, lines) = channel();
        let pace = spec.pace;
        thread::spawn(move || write_lines(stdin, &lines, pace));
        Ok(Self {
            child: Some(child),
            input: Some(input),
            output,
            needs_nudges: !pace.is_zero(),
            _strays: Some(strays),
            traffic: Traffic::default(),
        })
    }

    /// Creates a connection without a process. All of `output` can be received at once; sent lines only go to the log.
    pub fn recorded(output: &[u8]) -> Self {
        let lines = output.iter().filter(|byte| **byte == b'\n').count();
        let pieces = output.len() / MAX_LINE as usize;
        let (sender, receiver) = sync_channel(lines + pieces + 2);
        read_lines(output, Speaker::Engine, &sender);
        let _ = sender.send(Output::End);
        Self {
            child: None,
            input: None,
            output: receiver,
            needs_nudges: false,
            _strays: None,
            traffic: Traffic::default(),
        }
    }

    /// Returns whether the process has ended; always true if the output is recorded.
    fn has_ended(&mut self) -> bool {
        self.child
            .as_mut()
            .is_none_or(|child| matches!(child.try_wait(), Ok(Some(_))))
    }

    /// Sends a line. Errors are ignored: if the process has ended, the next wait reports it.
    pub fn send(&mut self, line: &str) {
        self.traffic.add(Instant::now(), Speaker::Referee, line);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for the next line until the deadline. A line that arrived in time is returned even after the deadline.
    ///
    /// # Errors
    /// Fails if the engine has crashed: its process has ended or closed its output.
    pub fn receive(&mut self, deadline: Instant, cancelled: &AtomicBool) -> Result<Received, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(HEARTBEAT)) {
                Ok(Output::Line { at, speaker, text }) => {
                    self.traffic.add(at, speaker, &text);
                    if speaker == Speaker::Engine {
                        return Ok(Received::Line(text, at));
                    }
                }
                Ok(Output::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                // The children of an ended process may still hold its output open, so that the output does not end.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(Received::Nothing),
                Err(RecvTimeoutError::Timeout) if self.needs_nudges => self.send(""),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if cancelled.load(Ordering::Relaxed) {
                return Ok(Received::Cancelled);
            }
        }
    }

    /// Returns the fault of a process that has ended or closed its output.
    fn ended(&mut self) -> Fault {
        // The output closes a moment before the exit status is known.
        match self.wait_for_end(Duration::from_millis(100)) {
            Some(status) => Fault::new(FaultKind::Crash, format!("ended with {status}")),
            None => Fault::new(FaultKind::Crash, "closed its output"),
        }
    }

    /// Waits up to `limit` for the process to end. Returns its exit status, or `None` if the process has not ended or
    /// the output is recorded.
    fn wait_for_end(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + limit;
        // On Windows, `wait` on a job waits for a message that an earlier `try_wait` may have consumed, in which case
        // it would never return.
        loop {
            match self.child.as_mut()?.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                status => return status.ok()?,
            }
        }
    }

    /// Closes the input and waits up to `timeout` for the process to end. Dropping the connection then kills all
    /// remaining processes of the group.
    pub fn close(mut self, timeout: Duration) {
        self.input = None;
        let deadline = Instant::now() + timeout;
        while Instant::now() < deadline && !self.has_ended() {
            // A process may be blocked until its output is read.
            while self.output.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // Killing fails if no process of the group is left, which does no harm.
            let _ = child.start_kill();
        }
        self.wait_for_end(KILLED);
    }
}

/// Reads lines from a stream and sends them with the time of their arrival, until the stream ends or fails, or the
/// receiver is dropped.
fn read_lines(stream: impl Read, speaker: Speaker, lines: &SyncSender<Output>) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stream.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\n', '\r'])
            .to_owned();
        let at = Instant::now();
        if lines.send(Output::Line { at, speaker, text }).is_err() {
            return;
        }
    }
}

/// Writes lines to a stream, with a pause of `pace` after each, until the sender is dropped or writing fails.
fn write_lines(mut stream: impl Write, lines: &Receiver<String>, pace: Duration) {
    for line in lines {
        if stream.write_all(line.as_bytes()).and_then(|()| stream.flush()).is_err() {
            return;
        }
        thread::sleep(pace);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Checks that processes started by an engine are killed when the engine ends, not only when the match ends.
    #[test]
    fn processes_that_left_the_group_end_with_the_engine() {
        let spec = EngineSpec {
            program: "sh".into(),
            arguments: ["-c", "setsid sleep 9999 & echo $!; wait"].map(Into::into).to_vec(),
            ..EngineSpec::default()
        };
        let mut engine = Connection::open(&spec).expect("a shell");
        let deadline = Instant::now() + Duration::from_secs(60);
        let Ok(Received::Line(number, _)) = engine.receive(deadline, &AtomicBool::new(false)) else {
            panic!("the shell tells the number of the process");
        };
        let state = || std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // `setsid` becomes `sleep` after it has left the group of the shell.
        while !state().contains("(sleep)") {
            assert!(Instant::now() < deadline, "it leaves the group of the shell");
            thread::sleep(Duration::from_millis(1));
        }
        drop(engine);
        let ended = || state().is_empty() || state().contains(") Z ");
        while !ended() {
            assert!(Instant::now() < deadline, "it is killed");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
