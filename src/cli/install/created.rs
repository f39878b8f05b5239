//! A record of the lists and folders that did not exist before `kurier install` created them, so that `--undo` can
//! remove them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::user;
use super::{InstallError, failed, read_text, write};

/// The file name of the record in the user's state folder.
const RECORD: &str = "installed.json";

/// The record of created files and folders.
pub struct CreatedFiles {
    /// The path of the record; `None` if there is no state folder, in which case nothing is recorded.
    record: Option<PathBuf>,
    paths: Vec<PathBuf>,
}

impl CreatedFiles {
    /// Reads the record. The record is empty if there is no file.
    pub fn read() -> Result<Self, InstallError> {
        Self::load(user::state_file(RECORD))
    }

    /// Reads the record at this path.
    fn load(record: Option<PathBuf>) -> Result<Self, InstallError> {
        let text = record.as_deref().map(read_text).transpose()?.flatten();
        let paths = match (text, &record) {
            (Some(text), Some(record)) => {
                serde_json::from_str(&text).map_err(|error| failed(record, io::Error::from(error)))?
            }
            _ => Vec::new(),
        };
        Ok(Self { record, paths })
    }

    /// Calls `add`, which writes a list. Records the list and its folders if they did not exist before.
    pub fn note(mut self, list: &Path, add: impl FnOnce() -> Result<(), InstallError>) -> Result<(), InstallError> {
        let mut new = missing(&absolute(list)?);
        add()?;
        let Some(record) = self.record.as_deref().filter(|_| !new.is_empty()) else {
            return Ok(());
        };
        new.extend(missing(record));
        new.retain(|path| !self.paths.contains(path));
        self.paths.extend(new);
        self.write(record)
    }

    /// Removes a list and its folders after Kurier's entry has been removed: the list if it is recorded and `is_blank`
    /// returns true, and recorded folders if they are empty.
    pub fn clean(
        mut self,
        list: &Path,
        is_blank: impl FnOnce() -> Result<bool, InstallError>,
    ) -> Result<(), InstallError> {
        let list = absolute(list)?;
        let Some(record) = self.record.clone().filter(|_| !self.paths.is_empty()) else {
            return Ok(());
        };
        if self.paths.contains(&list) && list.exists() && is_blank()? {
            fs::remove_file(&list).map_err(|source| failed(&list, source))?;
        }
        self.remove_folders(&list);
        self.paths.retain(|path| path.exists());
        if self.paths.iter().any(|path| !record.starts_with(path)) {
            return self.write(&record);
        }
        fs::remove_file(&record).map_err(|source| failed(&record, source))?;
        self.remove_folders(&record);
        Ok(())
    }

    /// Removes those recorded folders above a file that are empty.
    fn remove_folders(&self, file: &Path) {
        let created = file
            .ancestors()
            .skip(1)
            .take_while(|folder| self.paths.contains(&folder.to_path_buf()));
        // A folder that cannot be removed is not empty, so the folders above it are not empty either.
        let _ = created.map(fs::remove_dir).take_while(Result::is_ok).count();
    }

    /// Writes the record.
    fn write(&self, record: &Path) -> Result<(), InstallError> {
        // Paths that are not Unicode are not recorded; the only effect is that `--undo` leaves them.
        let paths: Vec<&str> = self.paths.iter().filter_map(|path| path.to_str()).collect();
        write(record, format!("{:#}\n", serde_json::json!(paths)).as_bytes())
    }
}

/// Returns the absolute form of a path.
fn absolute(path: &Path) -> Result<PathBuf, InstallError> {
    std::path::absolute(path).map_err(|source| failed(path, source))
}

/// Returns the paths that do not exist, among `path` and the folders above it.
fn missing(path: &Path) -> Vec<PathBuf> {
    let not_there = path.ancestors().take_while(|path| !path.exists());
    not_there.map(Path::to_path_buf).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a list and records it.
    fn note(record: &Path, list: &Path) {
        let created = CreatedFiles::load(Some(record.to_owned())).expect("a record");
        created.note(list, || write(list, b"ours")).expect("it is written");
    }

    /// Removes a recorded list and its folders if the list is `blank`.
    fn clean(record: &Path, list: &Path, blank: bool) {
        let created = CreatedFiles::load(Some(record.to_owned())).expect("a record");
        created.clean(list, || Ok(blank)).expect("it is cleaned");
    }

    #[test]
    fn only_created_files_are_removed() {
        let folder = std::env::temp_dir().join(format!("kurier-made-{}", std::process::id()));
        let record = folder.join("state/kurier/installed.json");
        let (new, old) = (folder.join("config/gui/deep/list"), folder.join("own/list"));
        fs::create_dir_all(folder.join("own")).expect("a folder");
        for _ in 0..2 {
            note(&record, &new);
            note(&record, &old);
        }
        // Both lists were created, but only one of the two folders was.
        clean(&record, &old, true);
        assert!(!old.exists() && folder.join("own").is_dir());
        assert!(new.exists() && record.exists());
        fs::write(folder.join("config/gui/others"), "").expect("a file");
        clean(&record, &new, true);
        assert!(!folder.join("config/gui/deep").exists() && folder.join("config/gui/others").exists());
        fs::remove_file(folder.join("config/gui/others")).expect("it is ours");

        // A list with other entries is kept and stays recorded.
        note(&record, &old);
        clean(&record, &old, false);
        assert!(old.exists());
        clean(&record, &old, true);
        assert!(!old.exists());
        fs::remove_dir_all(folder).expect("it is ours");
    }

    #[test]
    fn the_record_is_removed_with_the_last_entry() {
        let folder = std::env::temp_dir().join(format!("kurier-record-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (record, list) = (folder.join("state/kurier/installed.json"), folder.join("a/list"));
        note(&record, &list);
        clean(&record, &list, true);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
