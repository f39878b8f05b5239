//! Pages in one file: the modules, the style sheets and the data in one HTML file that fetches nothing else.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use kurier_rules::sanitize::is_printable;

/// The template of the page, with a placeholder for each part.
const PAGE: &str = include_str!("single_page.html");

/// The modules that pages import, directly or indirectly, by their paths in `kurier_page`.
const MODULES: &[&str] = &[
    "again.js",
    "board/ahead.js",
    "board/board.js",
    "board/chooser.js",
    "board/cursor.js",
    "board/drawing.js",
    "board/hand.js",
    "board/layout.js",
    "board/pictograms.js",
    "board/route.js",
    "board/shapes.js",
    "board/spoken.js",
    "clock.js",
    "config.js",
    "evaluation.js",
    "judgements.js",
    "kept.js",
    "link.js",
    "look.js",
    "moves.js",
    "pieces.js",
    "state.js",
    "text.js",
    "texts/de.js",
    "texts/en.js",
    "texts/pieces-de.js",
    "tree.js",
    "vendor/preact.js",
    "vendor/storage.js",
    "vendor/uplot.js",
    "words.js",
];
/// The style sheets of the page, by their paths in `kurier_page`.
const STYLES: &[&str] = &["vendor/uplot.css", "style.css"];
/// The path in `kurier_page` of the file with the licences of all third-party packages.
const LICENCES: &str = "vendor/licences.txt";
/// The third-party packages in [`MODULES`] and [`STYLES`]. The page must include their licences.
const PACKAGES: [&str; 6] = [
    "@preact/signals",
    "@preact/signals-core",
    "htm",
    "idb-keyval",
    "preact",
    "uplot",
];

/// Returns the page that the module `entry`, a path in `kurier_page`, draws from `data`.
pub(super) fn html(entry: &str, data: &Json) -> String {
    let styles: String = STYLES.iter().map(|path| text(path)).collect();
    // The data is inserted last, so that text from users that looks like a placeholder is not replaced.
    PAGE.replacen("/* STYLES */", &styles, 1)
        .replacen("LICENCES", &licences(), 1)
        .replacen("ENTRY", entry, 1)
        .replacen("\"MODULES\"", &within_script(&import_map(entry)), 1)
        .replacen("\"DATA\"", &within_script(data), 1)
}

/// Returns the text of a file of the page.
///
/// # Panics
/// Panics if there is no such file, which a test rules out.
fn text(path: &str) -> String {
    kurier_page::text(path).unwrap_or_else(|| panic!("{path} is not a file of the page"))
}

/// Escapes JSON for use inside a script element: `<`, which could end the element, and invisible characters, which
/// could hide or reorder the text for anybody who reads the source.
fn within_script(json: &Json) -> String {
    let mut text = String::new();
    for letter in json.to_string().chars() {
        match letter != '<' && is_printable(letter) {
            true => text.push(letter),
            // Every escaped character is in the basic multilingual plane, so four digits are enough.
            false => text += &format!("\\u{:04x}", letter as u32),
        }
    }
    text
}

/// Returns the import map of the page that `entry` draws, from the path of each module to a data URL.
fn import_map(entry: &str) -> Json {
    let imports: BTreeMap<&str, String> = [entry]
        .iter()
        .chain(MODULES)
        .map(|path| (*path, data_url(&resolve_imports(path, &text(path)))))
        .collect();
    json!({ "imports": imports })
}

/// Replaces relative imports in a module by full paths, because imports cannot be relative to a data URL.
fn resolve_imports(path: &str, text: &str) -> String {
    let folder = path
        .rsplit_once('/')
        .map_or(String::new(), |(folder, _)| format!("{folder}/"));
    // The first form imports modules that are always needed, the second one modules that are loaded on demand.
    ["from \"", "import(\""]
        .into_iter()
        .fold(text.to_owned(), |text, import| {
            text.replace(&format!("{import}./"), &format!("{import}{folder}"))
                .replace(&format!("{import}../"), import)
        })
}

/// Returns a module as a data URL. Escapes only characters that would not survive in a URL.
fn data_url(text: &str) -> String {
    let mut url = "data:text/javascript;charset=utf-8,".to_owned();
    for letter in text.chars() {
        match letter {
            '%' | '#' | ' ' | '\0'..='\x1f' => url += &format!("%{:02X}", letter as u32),
            letter => url.push(letter),
        }
    }
    url
}

/// Returns the licences of the packages in the page.
fn licences() -> String {
    let all = text(LICENCES);
    let separator = "=".repeat(100);
    let of_page = |text: &&str| PACKAGES.contains(&text.split_whitespace().next().unwrap_or_default());
    all.split(&separator)
        .filter(of_page)
        .collect::<Vec<_>>()
        .join(&separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_imported_module_is_listed() {
        let mut named = 0;
        for path in ["annotated.js", "live.js"].iter().chain(MODULES) {
            for part in resolve_imports(path, &text(path)).split(" from \"").skip(1) {
                let wanted = part.split('"').next().unwrap_or_default();
                assert!(MODULES.contains(&wanted), "{path}: {wanted}");
                named += 1;
            }
        }
        assert!(named > MODULES.len());
    }

    #[test]
    fn every_module_that_is_loaded_when_shown_is_listed() {
        let in_comment = |line: &&str| line.contains('@') || line.trim_start().starts_with(['*', '/']);
        // The static page runs the engine in workers. A page in one file has no engine.
        let of_static_page = ["workers.js"];
        let mut named = 0;
        for path in ["annotated.js", "live.js"].iter().chain(MODULES) {
            let module = resolve_imports(path, &text(path));
            for line in module.lines().filter(|line| !in_comment(line)) {
                for part in line.split("import(\"").skip(1) {
                    let wanted = part.split('"').next().unwrap_or_default();
                    let listed = MODULES.contains(&wanted);
                    assert!(listed || of_static_page.contains(&wanted), "{path}: {wanted}");
                    named += usize::from(listed);
                }
            }
        }
        assert!(named > 0);
    }

    #[test]
    fn every_library_has_its_licence() {
        assert_eq!(licences().split(&"=".repeat(100)).count(), PACKAGES.len());
    }
}
