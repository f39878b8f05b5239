//! Checks the language of comments: docs of functions begin with a verb, and no comment uses words that refer to
//! another sentence.

use std::fs;
use std::path::{Path, PathBuf};

/// The verbs with which docs of functions may begin, one per line.
const VERBS: &str = include_str!("../data/verbs.txt");

/// Words that refer to another sentence, or that a native speaker would not use.
const REFUSED: [&str; 7] = [
    "anew", "as there", "beside", "goes on", "likewise", "so many", "those of",
];

/// Returns the paths and texts of all Rust sources of the repository.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let folders = [
        "benches",
        "bindings/js/src",
        "bindings/python/src",
        "crates",
        "engine-tests",
        "examples",
        "fuzz/src",
        "fuzz/fuzz_targets",
        "pieces",
        "src",
        "tuning",
        "variants",
        "web",
    ];
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            let skipped = path.ends_with("node_modules") || path.ends_with("target");
            if path.is_dir() && !skipped {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source in UTF-8");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 400, "only {} sources were found", found.len());
    found
}

/// Tests whether a line of code, without its indentation, begins a function.
fn begins_function(line: &str) -> bool {
    let mut rest = line;
    for word in ["pub(crate) ", "pub(super) ", "pub ", "const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    rest.starts_with("fn ")
}

/// Returns the first line of every function's doc comment, with its line number.
fn function_docs(text: &str) -> Vec<(usize, &str)> {
    let mut docs = Vec::new();
    let mut first: Option<(usize, &str)> = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("///") {
            first = first.or(Some((number + 1, doc.trim())));
        } else if !line.starts_with("#[") && !line.starts_with("//") {
            docs.extend(first.take().filter(|_| begins_function(line)));
        }
    }
    docs
}

/// Returns the text of every comment, with its line number.
fn comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter_map(|(number, line)| {
        let line = line.trim();
        let comment = ["///", "//!", "// "].iter().find_map(|mark| line.strip_prefix(mark))?;
        Some((number + 1, comment))
    })
}

/// Tests whether a string contains `words`, ignoring case. Parts of longer words do not count.
fn has_words(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn function_docs_begin_with_a_verb() {
    let verbs: Vec<&str> = VERBS.lines().collect();
    assert!(verbs.is_sorted(), "the list of verbs is not sorted");
    let mut checked = 0;
    let mut wrong = Vec::new();
    for (path, text) in &sources() {
        for (number, doc) in function_docs(text) {
            let word = doc.split_whitespace().next().unwrap_or_default();
            if verbs.binary_search(&word.trim_end_matches([',', ':'])).is_err() {
                wrong.push(format!("{}:{number}: {doc}", path.display()));
            }
            checked += 1;
        }
    }
    assert!(checked > 1500, "only {checked} functions with docs were found");
    assert!(
        wrong.is_empty(),
        "{} docs begin with no verb of engine-tests/data/verbs.txt:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn comments_lean_on_no_other_sentence() {
    let mut wrong = Vec::new();
    for (path, text) in &sources() {
        for (number, comment) in comments(text) {
            for words in REFUSED.iter().filter(|words| has_words(comment, words)) {
                wrong.push(format!("{}:{number}: `{words}` in:{comment}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} comments to rewrite:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn docs_of_functions_are_recognised() {
    let text = "/// The name.\n#[must_use]\npub const fn name() {}\n/// Of a type.\nstruct A;\n    /// Returns it.\n    fn it() {}\n";
    assert_eq!(function_docs(text), [(1, "The name."), (6, "Returns it.")]);
    assert!(has_words("Goes on, as the one before.", "goes on"));
    assert!(!has_words("vegoes ongoing", "goes on"));
}
