//! Lists of engines in text: WinBoard's settings, GNOME Chess's sections, Scid's Tcl. One entry is added, replaced or
//! removed; everything else stays byte by byte.

use std::ops::Range;
use std::path::Path;

use super::{InstallError, NAME, is_ours, read, write};

/// How a list looks. Texts are Latin-1: old programs write whatever their system speaks, and it must come out as it was.
pub struct Format {
    /// The entry for a program; `None` if its path cannot be written.
    entry: fn(&str) -> Option<String>,
    /// Our entry, and the command in it. It is ours by its name, or by its command where it has no name.
    find: fn(&str, &Path) -> Option<Found>,
    /// Where a new entry goes, and what has to stand around it.
    place: fn(&str) -> (usize, &'static str, &'static str),
    /// Where the list comes from if the user has none yet; `None` if there must be one.
    origin: Option<&'static str>,
}

impl Format {
    /// Returns the list of a user who has none yet; `None` if there must be one.
    fn new_list(&self) -> Option<String> {
        let origin = read(Path::new(self.origin?)).ok().flatten();
        Some(origin.map_or(String::new(), |bytes| latin(&bytes)))
    }
}

/// Our entry in a list.
struct Found {
    range: Range<usize>,
    command: String,
}

pub const WINBOARD: Format = Format {
    // The command and options for it; WinBoard is a program of one-byte letters.
    entry: |program| {
        (program.is_ascii() && !program.contains('"')).then(|| format!("\"{program}\" -fd \".\" -fn \"{NAME}\"\n"))
    },
    find: |text, program| {
        let block = names(text)?;
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
    place: |text| match names(text) {
        Some(block) if text[block.clone()].is_empty() || text[block.clone()].ends_with('\n') => (block.end, "", ""),
        Some(block) => (block.end, "\n", ""),
        None => (text.len(), "\n/firstChessProgramNames={", "}\n"),
    },
    origin: None,
};

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
    // Where there is a list of the user's own, this one does not count.
    origin: Some("/etc/gnome-chess/engines.conf"),
};

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

/// WinBoard's list of engines: what is between the braces, a line for each.
fn names(text: &str) -> Option<Range<usize>> {
    let option = text.to_ascii_lowercase().find("firstchessprogramnames")?;
    let start = option + text[option..].find('{')? + 1;
    Some(start..start + text[start..].find('}')?)
}

pub fn add(path: &Path, program: &Path, format: &Format) -> Result<(), InstallError> {
    let text = match read(path)? {
        Some(bytes) => latin(&bytes),
        None => format.new_list().ok_or_else(|| InstallError::NoList(path.to_owned()))?,
    };
    write(path, &bytes(&with_kurier(&text, path, program, format)?))
}

pub fn remove(path: &Path, program: &Path, format: &Format) -> Result<(), InstallError> {
    let text = read(path)?.map_or(String::new(), |bytes| latin(&bytes));
    write(path, &bytes(&without_kurier(&text, path, program, format)?))
}

/// Returns whether a list is as a new one would be.
pub fn is_blank(path: &Path, format: &Format) -> Result<bool, InstallError> {
    let text = read(path)?.map_or(String::new(), |bytes| latin(&bytes));
    // An entry is set apart by an empty line, which may be left.
    Ok(format.new_list().is_some_and(|new| new.trim_end() == text.trim_end()))
}

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
    // The entry is UTF-8; as Latin-1 it is written byte by byte.
    let entry = latin(lines(&entry).as_bytes());
    let (range, new) = match ours(text, path, program, format)? {
        Some(range) => (range, entry),
        None => {
            let (place, before, after) = (format.place)(text);
            (place..place, format!("{}{entry}{}", lines(before), lines(after)))
        }
    };
    Ok(format!("{}{new}{}", &text[..range.start], &text[range.end..]))
}

fn without_kurier(text: &str, path: &Path, program: &Path, format: &Format) -> Result<String, InstallError> {
    let range = ours(text, path, program, format)?.ok_or_else(|| InstallError::NotInstalled(path.to_owned()))?;
    Ok(format!("{}{}", &text[..range.start], &text[range.end..]))
}

/// Returns where our entry is.
fn ours(text: &str, path: &Path, program: &Path, format: &Format) -> Result<Option<Range<usize>>, InstallError> {
    let Some(Found { range, command }) = (format.find)(text, program) else {
        return Ok(None);
    };
    // The text is Latin-1 here, the path is not.
    let command = String::from_utf8(bytes(&command)).unwrap_or(command);
    match is_ours(&command, program) {
        true => Ok(Some(range)),
        false => Err(InstallError::NameTaken(path.to_owned())),
    }
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Returns the way back: every character came from a byte.
fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|character| character as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "/opt/a b/kurier";

    fn with(text: &str, format: &Format) -> Result<String, InstallError> {
        with_kurier(text, Path::new("list"), Path::new(PROGRAM), format)
    }

    fn without(text: &str, format: &Format) -> Result<String, InstallError> {
        without_kurier(text, Path::new("list"), Path::new(PROGRAM), format)
    }

    /// Adds, adds again, which changes nothing, and removes, which restores everything. Gives what was in between.
    fn round(before: &str, format: &Format) -> String {
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
        let text = round(before, &WINBOARD);
        let wanted = "\"Fairy Max\"\r\n\"/opt/a b/kurier\" -fd \".\" -fn \"Kurier\"\r\n}";
        assert!(text.contains(wanted), "{text}");
        assert_eq!(latin(&bytes(&text)), text);

        // A list without any engine, and as WinBoard writes it when Kurier is the first.
        round("/firstChessProgramNames={}\n", &WINBOARD);
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
    fn what_a_list_cannot_say_is_refused() {
        for (program, format) in [("C:\\M\u{fc}ller\\kurier.exe", &WINBOARD), ("/a}b/kurier", &SCID)] {
            let refused = with_kurier("", Path::new("list"), Path::new(program), format);
            assert!(matches!(refused, Err(InstallError::Unwritable { .. })), "{refused:?}");
        }
    }

    #[test]
    fn gnome_chess_gets_a_section() {
        let text = round(
            "# engines\n\n[GNU Chess]\nprotocol=cecp\nbinary=gnuchess\n\n",
            &GNOME_CHESS,
        );
        assert!(
            text.contains("\n\n[Kurier]\nprotocol=uci\nbinary=/opt/a b/kurier\n"),
            "{text}"
        );
        // Not only at the end.
        let middle = text.clone() + "[Other]\nbinary=other\n";
        let removed = without(&middle, &GNOME_CHESS).expect("removed");
        assert!(removed.ends_with("gnuchess\n\n[Other]\nbinary=other\n"), "{removed}");
        round("", &GNOME_CHESS);
    }

    #[test]
    fn scid_gets_an_entry() {
        let text = round(
            "# Engines\n\nengine {\n  Name Other\n  Cmd  other\n  Dir  .\n}\n\n",
            &SCID,
        );
        assert!(
            text.contains("}\n\nengine {\n  Name {Kurier}\n  Cmd  {/opt/a b/kurier}\n"),
            "{text}"
        );
        round("", &SCID);
    }

    #[test]
    fn a_path_with_umlauts_comes_back_as_it_was() {
        let program = Path::new("/home/M\u{fc}ller/kurier 2");
        let added = with_kurier("", Path::new("list"), program, &SCID).expect("added");
        assert!(String::from_utf8(bytes(&added)).is_ok_and(|text| text.contains("M\u{fc}ller")));
        let removed = without_kurier(&added, Path::new("list"), program, &SCID);
        assert_eq!(removed.expect("removed"), "");
    }

    #[test]
    fn another_engine_of_our_name_stays() {
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
