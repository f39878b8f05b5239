//! The standard output, which a reader such as `head` may close early.

use std::io::{self, ErrorKind, Stdout, Write};

/// A writer to the standard output. Once the reader has closed the pipe, the writer discards text instead of failing,
/// so that the program can still finish writing its files.
pub struct Output(Stdout);

/// Returns the standard output of this process.
pub fn output() -> Output {
    Output(io::stdout())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }
}
