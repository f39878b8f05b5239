//! The standard output, which a reader like `head` may close.

use std::io::{self, ErrorKind, Stdout, Write};

/// The standard output. What nobody reads any more is dropped: the games, weights and networks in files matter.
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
