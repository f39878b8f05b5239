//! Reads and writes the user's files: only regular files of bounded size are read, and a file is either written
//! completely or left as it was.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The maximum size of a variant definition or of the SVG drawing of a piece, in bytes.
pub const DEFINITION: u64 = 1 << 20;
/// The maximum size of a list of positions, of a list of engines, or of another program's file of variants, in bytes.
pub const LIST: u64 = 1 << 26;
/// The maximum size of a weights file, a network file, an opening book or a journal of a match, in bytes.
pub const LARGE: u64 = 1 << 30;

/// Opens a regular file for reading. Other files are refused, since a pipe would block and a device may have no end.
///
/// # Errors
/// Fails if the file does not exist, is not a regular file, or may not be read.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

/// Opens a regular file for writing at its end, and creates it if it does not exist.
///
/// # Errors
/// Fails if the file is not a regular file, or may not be read or written.
pub fn append(path: &Path) -> io::Result<File> {
    if path.exists() {
        open(path)?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// Fails if the file cannot be [opened](open()) or read, or is larger than `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_from(path, 0, most)
}

/// Reads a regular file from byte `start` to its end, which may be at most `most` bytes away.
///
/// # Errors
/// Fails if the file cannot be [opened](open()) or read, or if more than `most` bytes follow byte `start`.
pub fn read_from(path: &Path, start: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    file.seek(SeekFrom::Start(start))?;
    read_all(file, most)
}

/// Reads a source of at most `most` bytes to its end.
///
/// # Errors
/// Fails if the source cannot be read, or is longer than `most` bytes.
pub fn read_all(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("larger than {} MiB", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Reads a regular text file of at most `most` bytes.
///
/// # Errors
/// Fails if the file cannot be [read](read()), or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|_| io::Error::new(ErrorKind::InvalidData, "not a text in UTF-8"))
}

/// Writes a file atomically: a temporary file in the same folder replaces `path` once it is complete, so a failure
/// leaves an earlier file as it was. The permissions of an earlier file are kept. Devices and pipes are written
/// directly.
///
/// # Errors
/// Fails if the folder is not writable, or if the disk is full or fails.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A symbolic link is kept: its target is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&place).ok();
    if before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes);
    }
    let temporary = temporary_name(&place)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let kept = before.map_or(Ok(()), |metadata| {
        fs::set_permissions(&temporary, metadata.permissions())
    });
    drop(file);
    let moved = written.and(kept).and_then(|()| fs::rename(&temporary, &place));
    if moved.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    moved
}

/// Returns a hidden name in the folder of `place` that contains the process id, so that no other process uses it.
fn temporary_name(place: &Path) -> io::Result<PathBuf> {
    let name = place
        .file_name()
        .ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "not the name of a file"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(place.with_file_name(hidden))
}

/// Returns whether two paths name the same file, which need not exist.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (resolved(one), resolved(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Returns the absolute path with all symbolic links resolved. The file need not exist; `None` if its folder does not
/// exist.
fn resolved(path: &Path) -> Option<PathBuf> {
    if let Ok(path) = fs::canonicalize(path) {
        return Some(path);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary folder that is deleted when the value is dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("kurier-files-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder");
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_are_replaced_whole() {
        let folder = Folder::new("whole");
        let path = folder.0.join("a");
        write(&path, b"first").expect("it is written");
        write(&path, b"second").expect("it is written");
        assert_eq!(read_text(&path, 100).expect("it is read"), "second");
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
        assert!(write(&folder.0.join("no/such"), b"x").is_err());
        assert!(write(&folder.0, b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let (path, link) = (folder.0.join("a"), folder.0.join("b"));
        write(&path, b"first").expect("it is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("they are set");
        symlink("a", &link).expect("a link");
        write(&link, b"second").expect("it is written");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(read(&path, 6).expect("it is read"), b"second");
        let mode = fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(is_same(&path, &link));
    }

    #[test]
    fn large_files_and_devices_are_refused() {
        let folder = Folder::new("large");
        let path = folder.0.join("a");
        write(&path, b"12345").expect("it is written");
        assert!(read(&path, 5).is_ok());
        assert!(read(&path, 4).is_err());
        assert!(read(&folder.0, 5).is_err());
        #[cfg(unix)]
        assert!(read(Path::new("/dev/zero"), 5).is_err());
    }

    #[test]
    fn paths_to_one_file_are_the_same() {
        let folder = Folder::new("same");
        let path = folder.0.join("a");
        assert!(is_same(&path, &folder.0.join(".").join("a")));
        assert!(!is_same(&path, &folder.0.join("b")));
    }
}
