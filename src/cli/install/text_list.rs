//! Lists of engines in text formats: the settings of WinBoard, the sections of GNOME Chess, and the Tcl of Scid. Only
//! Kurier's entry is added, replaced or removed; all other bytes are kept.

use std::ops::Range;
use std::path::Path;

use super::{InstallError, NAME, is_ours, read, write};

/// The format of a list. Lists are decoded as Latin-1, which maps every byte to a character and back, because old
/// programs write their lists in the encoding of the system.
pub struct Format {
    /// Returns the entry for a program; `None` if the format cannot express its path.
    entry: fn(&str) -> Option<String>,
    /// Finds Kurier's entry by its name or, if entries have no names, by the command that starts the program.
    find: fn(&str, &Path) -> Option<Found>,
    /// Returns where to insert a new entry, and the strings to insert before and after it.
    place: fn(&str) -> (usize, &'static str, &'static str),
    /// The file to copy if the user has no list yet (an empty path stands for an empty list); `None` if the user must
    /// have a list.
    origin: Option<&'static str>,
}

impl Format {
    /// Returns the initial list of a user who has none yet; `None` if the user must have a list.
    fn new_list(&self) -> Result<Option<String>, InstallError> {
        let Some(origin) = self.origin else { return Ok(None) };
        let origin = read(Path::new(origin))?;
        Ok(Some(origin.map_or(String::new(), |bytes| from_latin1(&bytes))))
    }
}

/// Kurier's entry in a list.
struct Found {
    range: Range<usize>,
    command: String,
}

/// The format of WinBoard.
pub const WINBOARD: Format = Format {
    // A line is a command with options for WinBoard, which cannot handle paths beyond ASCII reliably.
    entry: |program| {
        (program.is_ascii() && !program.contains('"')).then(|| format!("\"{program}\" -fd \".\" -fn \"{NAME}\"\n"))
    },
    find: |text, program| {
        let block = winboard_engines(text)?;
        let mut start = block.start;
        text[block].split_inclusive('\n').find_map(|line| {
            let range = start..start + line.len();
            start = range.end;
            is_ours(line, program).then(|| Found {
                range,
                command: line.to_owned(),
            })
        })
    },
    place: |text| match winboard_engines(text) {
        Some(block) if text[block.clone()].is_empty() || text[block.clone()].ends_with('\n') => (block.end, "", ""),
        Some(block) => (block.end, "\n", ""),
        None => (text.len(), "\n/firstChessProgramNames={", "}\n"),
    },
    origin: None,
};

/// The format of GNOME Chess.
pub const GNOME_CHESS: Format = Format {
    entry: |program| {
        let line = !program.contains('\n');
        line.then(|| format!("[{NAME}]\nprotocol=uci\nbinary={program}\nuci-go-option-easy-0=depth 1\nuci-go-option-normal-0=depth 4\n\n"))
    },
    find: |text, _| {
        let heading = format!("[{NAME}]\n");
        let start = match text.starts_with(&heading) {
            true => 0,
            false => text.find(&format!("\n{heading}"))? + 1,
        };
        let end = text[start + 1..]
            .find("\n[")
            .map_or(text.len(), |end| start + 1 + end + 1);
        let command = text[start..end].lines().find_map(|line| line.strip_prefix("binary="));
        Some(Found {
            range: start..end,
            command: command.unwrap_or_default().to_owned(),
        })
    },
    place: |text| match text.is_empty() || text.ends_with("\n\n") {
        true => (text.len(), "", ""),
        false => (text.len(), "\n", ""),
    },
    // GNOME Chess ignores this system-wide list once the user has a list, so a new list begins as a copy of it.
    origin: Some("/etc/gnome-chess/engines.conf"),
};

/// The format of Scid.
pub const SCID: Format = Format {
    entry: |program| {
        let plain = !program.contains(['{', '}', '\\', '\n']);
        plain.then(|| format!("engine {{\n  Name {{{NAME}}}\n  Cmd  {{{program}}}\n  Args {{}}\n  Dir  .\n  UCI 1\n  UCIoptions {{}}\n}}\n\n"))
    },
    find: |text, _| {
        let mut from = 0;
        while let Some(start) = text[from..].find("engine {\n").map(|start| from + start) {
            let end = text[start..]
                .find("\n}\n")
                .map_or(text.len(), |end| start + end + "\n}\n".len());
            let value = |key: &str| {
                let line = text[start..end].lines().find_map(|line| line.trim().strip_prefix(key));
                line.map(|value| value.trim().trim_matches(['{', '}', '"']).to_owned())
            };
            if value("Name ").is_some_and(|name| name == NAME) {
                let blank = usize::from(text[end..].starts_with('\n'));
                return Some(Found {
                    range: start..end + blank,
                    command: value("Cmd ").unwrap_or_default(),
                });
            }
            from = end;
        }
        None
    },
    place: |text| match text.is_empty() || text.ends_with('\n') {
        true => (text.len(), "", ""),
        false => (text.len(), "\n", ""),
    },
    origin: Some(""),
};

/// Returns the range of WinBoard's list of engines in its settings: the text between the braces, with one engine per
/// line.
fn winboard_engines(text: &str) -> Option<Range<usize>> {
    let option = text.to_ascii_lowercase().find("firstchessprogramnames")?;
    let start = option + text[option..].find('{')? + 1;
    Some(start..start + text[start..].find('}')?)
}

/// Adds Kurier to the list, or replaces its entry.
pub fn add(path: &Path, program: &Path, format: &Format) -> Result<(), InstallError> {
    let text = match read(path)? {
        Some(bytes) => from_latin1(&bytes),
        None => format
            .new_list()?
            .ok_or_else(|| InstallError::NoList(path.to_owned()))?,
    };
    write(path, &to_latin1(&with_kurier(&text, path, program, format)?))
}

/// Removes Kurier from the list.
pub fn remove(path: &Path, program: &Path, format: &Format) -> Result<(), InstallError> {
    let text = read(path)?.map_or(String::new(), |bytes| from_latin1(&bytes));
    write(path, &to_latin1(&without_kurier(&text, path, program, format)?))
}

/// Returns whether the list equals `Format::new_list`, the list of a new user, apart from white space at the end.
pub fn is_blank(path: &Path, format: &Format) -> Result<bool, InstallError> {
    let text = read(path)?.map_or(String::new(), |bytes| from_latin1(&bytes));
    // The empty line before a removed entry may remain, so white space at the end is not compared.
    Ok(format.new_list()?.is_some_and(|new| new.trim_end() == text.trim_end()))
}

/// Returns the list with Kurier's entry added or replaced.
fn with_kurier(text: &str, path: &Path, program: &Path, format: &Format) -> Result<String, InstallError> {
    let entry = (format.entry)(&program.display().to_string()).ok_or_else(|| InstallError::Unwritable {
        list: path.to_owned(),
        program: program.to_owned(),
    })?;
    let is_windows = text.contains("\r\n");
    let lines = |text: &str| match is_windows {
        true => text.replace('\n', "\r\n"),
        false => text.to_owned(),
    };
    // The entry is written in UTF-8, so its bytes are decoded as Latin-1 like the rest of the list.
    let entry = from_latin1(lines(&entry).as_bytes());
    let (range, new) = match find_kurier(text, path, program, format)? {
        Some(range) => (range, entry),
        None => {
            let (place, before, after) = (format.place)(text);
            (place..place, format!("{}{entry}{}", lines(before), lines(after)))
        }
    };
    Ok(format!("{}{new}{}", &text[..range.start], &text[range.end..]))
}

/// Returns the list without Kurier's entry.
fn without_kurier(text: &str, path: &Path, program: &Path, format: &Format) -> Result<String, InstallError> {
    let range = find_kurier(text, path, program, format)?.ok_or_else(|| InstallError::NotInstalled(path.to_owned()))?;
    Ok(format!("{}{}", &text[..range.start], &text[range.end..]))
}

/// Returns the range of Kurier's entry; `None` if there is none. Fails if another engine has the name of Kurier.
fn find_kurier(text: &str, path: &Path, program: &Path, format: &Format) -> Result<Option<Range<usize>>, InstallError> {
    let Some(Found { range, command }) = (format.find)(text, program) else {
        return Ok(None);
    };
    // The command was decoded as Latin-1; the path of the program is in UTF-8.
    let command = String::from_utf8(to_latin1(&command)).unwrap_or(command);
    match is_ours(&command, program) {
        true => Ok(Some(range)),
        false => Err(InstallError::NameTaken(path.to_owned())),
    }
}

/// Decodes Latin-1.
fn from_latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Encodes text that [`from_latin1`] has decoded.
fn to_latin1(text: &str) -> Vec<u8> {
    text.chars().map(|character| character as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "/opt/a b/kurier";

    /// Returns the list with an entry for [`PROGRAM`].
    fn with(text: &str, format: &Format) -> Result<String, InstallError> {
        with_kurier(text, Path::new("list"), Path::new(PROGRAM), format)
    }

    /// Returns the list without the entry for [`PROGRAM`].
    fn without(text: &str, format: &Format) -> Result<String, InstallError> {
        without_kurier(text, Path::new("list"), Path::new(PROGRAM), format)
    }

    /// Adds Kurier to a list and returns the result. Asserts that adding it again changes nothing and that removing it
    /// restores the list.
    fn add_and_remove(before: &str, format: &Format) -> String {
        let added = with(before, format).expect("added");
        assert_eq!(with(&added, format).expect("added again"), added);
        assert_eq!(without(&added, format).expect("removed"), before);
        let again = without(before, format);
        assert!(matches!(again, Err(InstallError::NotInstalled(_))), "{again:?}");
        added
    }

    #[test]
    fn winboards_list_gets_a_line() {
        let before =
            "; M\u{fc}ller\r\n/firstChessProgramNames={GNUChess.exe\r\n\"fmax.exe\" -fd \"Fairy Max\"\r\n}\r\n/x=1\r\n";
        let text = add_and_remove(before, &WINBOARD);
        let wanted = "\"Fairy Max\"\r\n\"/opt/a b/kurier\" -fd \".\" -fn \"Kurier\"\r\n}";
        assert!(text.contains(wanted), "{text}");
        assert_eq!(from_latin1(&to_latin1(&text)), text);

        // An empty list, and a list in the form that WinBoard writes if Kurier is the first engine.
        add_and_remove("/firstChessProgramNames={}\n", &WINBOARD);
        let first = "-firstChessProgramNames {\"kurier.exe\"\nother\n}\n";
        let removed = without(first, &WINBOARD).expect("removed");
        assert_eq!(removed, "-firstChessProgramNames {other\n}\n");
    }

    #[test]
    fn settings_without_a_list_get_one() {
        let text = with("/x=1\n", &WINBOARD).expect("added");
        assert_eq!(
            text,
            "/x=1\n\n/firstChessProgramNames={\"/opt/a b/kurier\" -fd \".\" -fn \"Kurier\"\n}\n"
        );
    }

    #[test]
    fn paths_that_a_format_cannot_express_are_refused() {
        for (program, format) in [("C:\\M\u{fc}ller\\kurier.exe", &WINBOARD), ("/a}b/kurier", &SCID)] {
            let refused = with_kurier("", Path::new("list"), Path::new(program), format);
            assert!(matches!(refused, Err(InstallError::Unwritable { .. })), "{refused:?}");
        }
    }

    #[test]
    fn gnome_chess_gets_a_section() {
        let text = add_and_remove(
            "# engines\n\n[GNU Chess]\nprotocol=cecp\nbinary=gnuchess\n\n",
            &GNOME_CHESS,
        );
        assert!(
            text.contains("\n\n[Kurier]\nprotocol=uci\nbinary=/opt/a b/kurier\n"),
            "{text}"
        );
        // The section is also found if it is not the last one.
        let middle = text.clone() + "[Other]\nbinary=other\n";
        let removed = without(&middle, &GNOME_CHESS).expect("removed");
        assert!(removed.ends_with("gnuchess\n\n[Other]\nbinary=other\n"), "{removed}");
        add_and_remove("", &GNOME_CHESS);
    }

    #[test]
    fn scid_gets_an_entry() {
        let text = add_and_remove(
            "# Engines\n\nengine {\n  Name Other\n  Cmd  other\n  Dir  .\n}\n\n",
            &SCID,
        );
        assert!(
            text.contains("}\n\nengine {\n  Name {Kurier}\n  Cmd  {/opt/a b/kurier}\n"),
            "{text}"
        );
        add_and_remove("", &SCID);
    }

    #[test]
    fn paths_with_umlauts_are_written_in_utf8() {
        let program = Path::new("/home/M\u{fc}ller/kurier 2");
        let added = with_kurier("", Path::new("list"), program, &SCID).expect("added");
        assert!(String::from_utf8(to_latin1(&added)).is_ok_and(|text| text.contains("M\u{fc}ller")));
        let removed = without_kurier(&added, Path::new("list"), program, &SCID);
        assert_eq!(removed.expect("removed"), "");
    }

    #[test]
    fn other_engines_named_kurier_are_kept() {
        for (text, format) in [
            ("[Kurier]\nbinary=other\n", &GNOME_CHESS),
            ("engine {\n  Name Kurier\n  Cmd  other\n  Dir  .\n}\n", &SCID),
        ] {
            for refused in [with(text, format), without(text, format)] {
                assert!(matches!(refused, Err(InstallError::NameTaken(_))), "{refused:?}");
            }
        }
    }
}
