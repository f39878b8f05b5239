//! Conversations with a program over its standard input and output, line by line, with a timeout on every wait.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A running program with which a test exchanges lines of text. The program is killed when this value is dropped.
///
/// If a wait times out, the waiting method panics and shows the whole conversation so far. Only [`Process::next_line`]
/// returns `None` instead.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    transcript: Vec<String>,
    errors: Arc<Mutex<String>>,
}

impl Process {
    /// The default timeout of a wait: far longer than any answer takes, so that tests do not fail on a busy machine.
    pub const TIMEOUT: Duration = Duration::from_secs(240);

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the CPU time that the process has used. Unlike wall-clock time, it hardly depends on the machine's load.
    #[cfg(target_os = "linux")]
    pub fn processor_time(&self) -> Duration {
        let process = nix::unistd::Pid::from_raw(i32::try_from(self.id()).expect("process numbers are small"));
        let clock = nix::time::clock_getcpuclockid(process).expect("it has not been waited for");
        clock.now().expect("the clock is there").into()
    }

    /// Returns zero, so that tests that limit the CPU time pass on systems where it is not known.
    #[cfg(not(target_os = "linux"))]
    pub fn processor_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Starts a program.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let input = child.stdin.take();
        let output = child.stdout.take().expect("output is piped");
        let mut error_output = child.stderr.take().expect("errors are piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { return };
                let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        let collected = Arc::clone(&errors);
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = error_output.read(&mut chunk) {
                let text = String::from_utf8_lossy(&chunk[..length]);
                collected.lock().expect("no holder panics").push_str(&text);
            }
        });
        Self {
            child,
            input,
            lines,
            transcript: Vec::new(),
            errors,
        }
    }

    /// Starts `kurier` without arguments, so that it waits for commands of a protocol.
    pub fn kurier() -> Self {
        Self::spawn(Command::new(crate::kurier_binary()))
    }

    /// Sends a line. If the program no longer reads, the line is lost, and a later wait fails.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends raw bytes without appending a line end.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Waits for the next line of output; returns `None` if the time runs out or the output ends first.
    pub fn next_line(&mut self, limit: Duration) -> Option<String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Reads up to and including the first line that `wanted` accepts, and returns all lines read.
    ///
    /// # Panics
    /// Panics if no such line comes within the time limit.
    pub fn read_until_within(&mut self, limit: Duration, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let end = Instant::now() + limit;
        let mut read = Vec::new();
        loop {
            let Some(line) = self.next_line(end.saturating_duration_since(Instant::now())) else {
                self.fail("the expected line did not come");
            };
            let found = wanted(&line);
            read.push(line);
            if found {
                return read;
            }
        }
    }

    /// Reads up to and including the first line that begins with `start`. See [`Process::read_until_within`].
    pub fn read_until(&mut self, start: &str) -> Vec<String> {
        self.read_until_within(Self::TIMEOUT, |line| line.starts_with(start))
    }

    /// Waits for the first line that begins with `start` and returns it; lines before it are skipped. See
    /// [`Process::read_until_within`].
    pub fn expect(&mut self, start: &str) -> String {
        self.read_until(start).pop().expect("the accepted line is there")
    }

    /// Waits for the first line that contains `part` and returns it; lines before it are skipped. See
    /// [`Process::read_until_within`].
    pub fn expect_part(&mut self, part: &str) -> String {
        let mut lines = self.read_until_within(Self::TIMEOUT, |line| line.contains(part));
        lines.pop().expect("the accepted line is there")
    }

    /// Closes the program's standard input.
    pub fn close_input(&mut self) {
        self.transcript.push("> (end of input)".to_owned());
        self.input = None;
    }

    /// Waits for the program to exit and returns its status.
    ///
    /// # Panics
    /// Panics if the program does not exit within the time limit.
    pub fn wait_within(&mut self, limit: Duration) -> ExitStatus {
        let end = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status,
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                Ok(None) => self.fail("the program did not end"),
                Err(error) => self.fail(&error.to_string()),
            }
        }
    }

    /// Waits for the program to exit and checks that it exits cleanly: with status 0 and nothing on standard error.
    ///
    /// # Panics
    /// Panics if the program does not exit cleanly and in time.
    pub fn expect_clean_end(&mut self) {
        let status = self.wait_within(Self::TIMEOUT);
        let errors = self.errors();
        if !status.success() || !errors.is_empty() {
            self.fail(&format!("ended with {status}"));
        }
    }

    /// Returns the text that the program has written to standard error so far.
    pub fn errors(&self) -> String {
        self.errors.lock().expect("no holder panics").clone()
    }

    /// Returns the conversation so far, with `> ` before each line sent and `< ` before each line received.
    pub fn transcript(&self) -> String {
        self.transcript.join("\n")
    }

    /// Fails the test and shows the conversation.
    ///
    /// # Panics
    /// Always panics.
    pub fn fail(&self, why: &str) -> ! {
        panic!("{why}\n{}\nstandard error: {}", self.transcript(), self.errors())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_with_cat_comes_back_and_ends() {
        let mut cat = Process::spawn(Command::new("cat"));
        cat.send("one");
        cat.send("two 2");
        assert_eq!(cat.expect("two"), "two 2");
        assert_eq!(cat.next_line(Duration::ZERO), None);
        cat.close_input();
        cat.expect_clean_end();
        assert_eq!(cat.transcript(), "> one\n> two 2\n< one\n< two 2\n> (end of input)");
    }
}
