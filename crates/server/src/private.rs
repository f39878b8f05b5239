//! Files that nobody but their owner reads.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes a new file for its owner alone, in place of one that is there. A link is not followed.
///
/// # Errors
/// The file or its folder cannot be written.
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

/// Tests whether a file is open to its owner alone.
#[cfg(unix)]
pub fn is_private(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 == 0
}

/// Elsewhere the user's folder is the user's alone.
#[cfg(not(unix))]
pub fn is_private(_: &Metadata) -> bool {
    true
}
