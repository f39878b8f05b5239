//! The documents: their links lead somewhere, and their commands exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine_tests::kurier_binary;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every document with its text, by its path from the root.
fn documents() -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    for folder in ["", "docs", "fuzz"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = Path::new(folder).join(path.file_name().expect("a file"));
                all.insert(name, fs::read_to_string(path).expect("a text"));
            }
        }
    }
    all
}

/// The lines in fenced blocks, or those outside of them.
fn lines(text: &str, fenced: bool) -> Vec<&str> {
    let mut inside = false;
    let mut chosen = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside == fenced {
            chosen.push(line);
        }
    }
    chosen
}

/// The anchor of a heading: lower case, hyphens for blanks, no punctuation.
fn anchors(text: &str) -> Vec<String> {
    let headings = lines(text, false).into_iter().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_game_is_in_the_documents() {
    for document in ["docs/gui.md", "docs/games.md"] {
        let text = fs::read_to_string(root().join(document)).expect("a text");
        for game in kurier::rules::Catalogue::built_in().iter() {
            assert!(text.contains(&format!("`{}`", game.name)), "{document}: {}", game.name);
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let documents = documents();
    let mut checked = 0;
    for (name, text) in &documents {
        let text_lines = lines(text, false).join("\n");
        for link in text_lines.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => root().join(name),
                _ => root().join(name).parent().expect("a folder").join(path),
            };
            assert!(target.exists(), "{}: {link}", name.display());
            if !anchor.is_empty() {
                let headings = anchors(&fs::read_to_string(&target).expect("a text"));
                assert!(
                    headings.iter().any(|heading| heading == anchor),
                    "{}: {link}",
                    name.display()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 60, "only {checked} links were found");
}

#[test]
fn the_readme_leads_to_every_document() {
    let documents = documents();
    let readme = &documents[Path::new("README.md")];
    for name in documents.keys().filter(|name| name.starts_with("docs")) {
        let link = format!("]({})", name.display());
        assert!(readme.contains(&link), "{}", name.display());
    }
    assert!(readme.lines().count() <= 80, "the README is for one screen");
}

#[test]
fn paths_exist() {
    let mut checked = 0;
    for (name, text) in &documents() {
        // Every second part is within backticks.
        for path in lines(text, false).join("\n").split('`').skip(1).step_by(2) {
            let first = path.split('/').next().unwrap_or_default();
            let ours =
                path.contains('/') && ["src", "tuning", "engine-tests", "docs", "examples", ".ci"].contains(&first);
            if ours && !path.contains(char::is_whitespace) {
                assert!(root().join(path).exists(), "{}: {path}", name.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "only {checked} paths were found");
}

#[test]
fn commands_and_their_options_exist() {
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut checked = 0;
    for (name, text) in &documents() {
        let whole = lines(text, true).join("\n").replace("\\\n", " ");
        for line in whole.lines() {
            let Some(line) = line.strip_prefix("kurier ") else {
                continue;
            };
            let line = line.split(" #").next().unwrap_or(line);
            let mut words = line.split_whitespace();
            let command = match words.next() {
                Some("--variants") => words.nth(1),
                first => first,
            };
            let command = command.unwrap_or_else(|| panic!("{}: {line}", name.display()));
            let help = helps.entry(command.to_owned()).or_insert_with(|| {
                let output = Command::new(kurier_binary()).args([command, "--help"]).output();
                let output = output.expect("it runs");
                assert!(output.status.success(), "{}: {line}", name.display());
                String::from_utf8_lossy(&output.stdout).into_owned()
            });
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "{}: {option} of {line}", name.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} options were found");
}
