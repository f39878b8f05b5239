//! Files that only their owner can read.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes a new file that, on Unix, only its owner can read. Replaces an existing file, and does not follow a symbolic
/// link.
///
/// # Errors
/// Fails if the file or its folder cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

/// Tests whether only the owner can read and write a file.
#[cfg(unix)]
pub fn is_private(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 == 0
}

/// Tests whether only the owner can read and write a file. Always true on systems other than Unix, where other users
/// cannot read a user's folder.
#[cfg(not(unix))]
pub fn is_private(_: &Metadata) -> bool {
    true
}
