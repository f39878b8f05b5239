//! What installing has made: the lists that were not there, and their folders. Undoing removes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::user;
use super::{InstallError, failed, read_text, write};

/// The name of the record in the user's folder for what programs remember.
const RECORD: &str = "installed.json";

/// The record of what was made.
pub struct Made {
    /// `None` where there is no place for it; then nothing is remembered.
    record: Option<PathBuf>,
    paths: Vec<PathBuf>,
}

impl Made {
    /// Reads the record; an empty one if there is none.
    pub fn read() -> Result<Self, InstallError> {
        Self::kept(user::state(RECORD))
    }

    fn kept(record: Option<PathBuf>) -> Result<Self, InstallError> {
        let text = record.as_deref().map(read_text).transpose()?.flatten();
        let paths = match (text, &record) {
            (Some(text), Some(record)) => {
                serde_json::from_str(&text).map_err(|error| failed(record, io::Error::from(error)))?
            }
            _ => Vec::new(),
        };
        Ok(Self { record, paths })
    }

    /// Writes a list by `add`, and remembers what was missing before: the list itself and its folders.
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

    /// Removes what was made for a list, after the entry in it: the list, if nothing is left in it, and folders that are empty.
    /// What others have put there stays.
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

    /// Removes the folders above a file that were made, as far as they are empty.
    fn remove_folders(&self, file: &Path) {
        let made = file
            .ancestors()
            .skip(1)
            .take_while(|folder| self.paths.contains(&folder.to_path_buf()));
        // One that does not go has something in it, and so have those above it.
        let _ = made.map(fs::remove_dir).take_while(Result::is_ok).count();
    }

    fn write(&self, record: &Path) -> Result<(), InstallError> {
        // Other paths than in Unicode are forgotten, which only leaves what was made.
        let paths: Vec<&str> = self.paths.iter().filter_map(|path| path.to_str()).collect();
        write(record, format!("{:#}\n", serde_json::json!(paths)).as_bytes())
    }
}

fn absolute(path: &Path) -> Result<PathBuf, InstallError> {
    std::path::absolute(path).map_err(|source| failed(path, source))
}

/// Returns a path and the folders above it, as far as they are not there.
fn missing(path: &Path) -> Vec<PathBuf> {
    let not_there = path.ancestors().take_while(|path| !path.exists());
    not_there.map(Path::to_path_buf).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(record: &Path, list: &Path) {
        let made = Made::kept(Some(record.to_owned())).expect("a record");
        made.note(list, || write(list, b"ours")).expect("it is written");
    }

    fn clean(record: &Path, list: &Path, blank: bool) {
        let made = Made::kept(Some(record.to_owned())).expect("a record");
        made.clean(list, || Ok(blank)).expect("it is cleaned");
    }

    #[test]
    fn what_was_made_goes_and_what_was_there_stays() {
        let folder = std::env::temp_dir().join(format!("kurier-made-{}", std::process::id()));
        let record = folder.join("state/kurier/installed.json");
        let (new, old) = (folder.join("config/gui/deep/list"), folder.join("own/list"));
        fs::create_dir_all(folder.join("own")).expect("a folder");
        for _ in 0..2 {
            note(&record, &new);
            note(&record, &old);
        }
        // Both lists are new, but not the folder of one of them.
        clean(&record, &old, true);
        assert!(!old.exists() && folder.join("own").is_dir());
        assert!(new.exists() && record.exists());
        fs::write(folder.join("config/gui/others"), "").expect("a file");
        clean(&record, &new, true);
        assert!(!folder.join("config/gui/deep").exists() && folder.join("config/gui/others").exists());
        fs::remove_file(folder.join("config/gui/others")).expect("it is ours");

        // A list that has other entries stays, and is not forgotten.
        note(&record, &old);
        clean(&record, &old, false);
        assert!(old.exists());
        clean(&record, &old, true);
        assert!(!old.exists());
        fs::remove_dir_all(folder).expect("it is ours");
    }

    #[test]
    fn the_record_itself_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("kurier-record-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (record, list) = (folder.join("state/kurier/installed.json"), folder.join("a/list"));
        note(&record, &list);
        clean(&record, &list, true);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
