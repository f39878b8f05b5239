//! Holds the order of the modules: the table in the crate's documentation is the list, and no module may use one below it.

use std::fs;
use std::path::{Path, PathBuf};

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)
}

/// The modules in the order of the table in `lib.rs`.
fn modules() -> Vec<String> {
    let text = fs::read_to_string(source("lib.rs")).expect("the crate's root");
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    rows.filter_map(|row| Some(row.split_once("`]")?.0.to_owned()))
        .collect()
}

/// The source files of a module: one file, or those in its folder.
fn files(module: &str) -> Vec<PathBuf> {
    match source(module) {
        folder if folder.is_dir() => below(&folder),
        file => vec![file.with_extension("rs")],
    }
}

/// All source files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The identifier that a text begins with.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// What a path's remainder names first: one identifier, or several in braces.
fn heads(rest: &str) -> Vec<&str> {
    let Some(group) = rest.strip_prefix('{') else {
        return vec![identifier(rest)];
    };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(identifier(group[start..i].trim()));
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

/// The modules of the crate's root that a source names, comments apart. `depth` is the number of modules that its file is
/// within: so many `super` lead to the root.
fn used(text: &str, depth: usize) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line))
        .collect();
    let code = code.join("\n");
    let root = format!("{}::", vec!["super"; depth].join("::"));
    let mut names = Vec::new();
    for prefix in ["crate::", &root] {
        let heads = code
            .match_indices(prefix)
            .flat_map(|(at, _)| heads(&code[at + prefix.len()..]));
        names.extend(heads.map(str::to_owned));
    }
    names
}

/// The modules that a source in `module` uses although they stand below it.
fn violations(order: &[String], module: &str, text: &str, depth: usize) -> Vec<String> {
    let place = |name: &str| order.iter().position(|known| known == name);
    let mut names = used(text, depth);
    names.retain(|name| place(name) > place(module));
    names
}

#[test]
fn every_module_is_in_the_table() {
    let text = fs::read_to_string(source("lib.rs")).expect("the crate's root");
    let declarations = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut declared: Vec<&str> = declarations.collect();
    let mut listed = modules();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
}

#[test]
fn each_module_uses_only_modules_above_it() {
    let order = modules();
    let mut checked = 0;
    for module in &order {
        for file in files(module) {
            let text = fs::read_to_string(&file).expect("a source");
            let inside = file.strip_prefix(source("")).expect("below src").with_extension("");
            let depth = inside.components().count() - usize::from(inside.ends_with("mod"));
            let found = violations(&order, module, &text, depth);
            assert!(found.is_empty(), "{} uses {found:?}", file.display());
            checked += used(&text, depth).len();
        }
    }
    assert!(checked > 100, "only {checked} uses were found");
}

#[test]
fn uses_of_lower_modules_are_found() {
    let order = ["board", "rules", "search"].map(str::to_owned);
    let text = "use crate::board::Square;\nuse crate::{board::{self, Rays}, search::Limits}; // crate::search\n";
    assert_eq!(violations(&order, "rules", text, 2), ["search"]);
    assert_eq!(
        violations(&order, "rules", "use super::super::search::Limits;", 2),
        ["search"]
    );
    assert_eq!(violations(&order, "search", text, 1), [""; 0]);
    assert_eq!(
        violations(
            &order,
            "rules",
            "//! See [`crate::search`].\nuse super::super::Game;",
            2
        ),
        [""; 0]
    );
}
