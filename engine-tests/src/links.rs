//! Checks links: every local link of a Markdown document or an HTML page must lead to a file, and every fragment to an
//! anchor of that file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use html5gum::{State, Token, Tokenizer};
use percent_encoding::percent_decode_str;

/// The links of a document, and the anchors that fragments of links may name.
#[derive(Debug, Default)]
pub struct Page {
    /// The links, as written in the document.
    pub links: Vec<String>,
    /// The anchors of the document; `None` if a script creates them when the page is opened.
    pub anchors: Option<BTreeSet<String>>,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of local links that were checked.
    pub checked: usize,
    /// The links that lead nowhere, each after the path of its document.
    pub broken: Vec<String>,
}

impl Page {
    /// Parses a Markdown document. Links inside fenced code blocks are ignored.
    pub fn markdown(text: &str) -> Self {
        let prose = outside_fences(text);
        let links = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        Self {
            links: links.map(str::to_owned).collect(),
            anchors: Some(headings.map(heading_anchor).collect()),
        }
    }

    /// Parses an HTML page. Its anchors are the `id` attributes.
    pub fn html(text: &str) -> Self {
        let mut tokenizer = Tokenizer::new(text);
        let mut page = Self::default();
        let mut anchors = BTreeSet::new();
        while let Some(Ok(token)) = tokenizer.next() {
            let Token::StartTag(tag) = token else { continue };
            // Ignore tags inside scripts and styles, but not links inside `noscript`.
            match tag.name.as_slice() {
                b"script" => tokenizer.set_state(State::ScriptData),
                b"style" => tokenizer.set_state(State::RawText),
                _ => (),
            }
            for (name, value) in &tag.attributes {
                let value = String::from_utf8_lossy(&value.value).into_owned();
                match name.as_slice() {
                    b"href" | b"src" if !value.is_empty() => page.links.push(value),
                    b"id" => _ = anchors.insert(value),
                    _ => (),
                }
            }
        }
        page.anchors = Some(anchors);
        page
    }
}

/// Returns the lines of a Markdown document that are outside fenced code.
fn outside_fences(text: &str) -> String {
    let mut inside = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside {
            prose.extend([line, "\n"]);
        }
    }
    prose
}

/// Returns the anchor of a heading: lower case, hyphens for spaces, no punctuation.
fn heading_anchor(line: &str) -> String {
    let words = line.trim_start_matches('#').trim().to_lowercase();
    let kept = words
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Tests whether a link leads to another site or begins with a protocol such as `mailto:`.
fn is_remote(link: &str) -> bool {
    let beginning = link.split(['/', '?', '#']).next().unwrap_or_default();
    link.starts_with("//") || beginning.contains(':')
}

/// Decodes percent-encoding.
fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Tests whether a link of the page at `path` leads to a file, and its fragment to an anchor. The anchors of files that
/// are not among `pages` are unknown: any fragment is accepted.
fn leads_somewhere(pages: &BTreeMap<PathBuf, Page>, path: &Path, link: &str) -> bool {
    let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
    let file = decode(file.split('?').next().unwrap_or_default());
    let mut target = match file.as_str() {
        "" => path.to_owned(),
        _ => path.with_file_name("").join(file),
    };
    // A web server shows a folder's index; a forge that shows Markdown lists the folder.
    if target.is_dir() && path.extension().is_some_and(|extension| extension == "html") {
        target.push("index.html");
    }
    let Ok(target) = target.canonicalize() else {
        return false;
    };
    let anchors = pages.get(&target).and_then(|page| page.anchors.as_ref());
    fragment.is_empty() || anchors.is_none_or(|anchors| anchors.contains(&decode(fragment)))
}

/// Checks the local links of pages. The keys of `pages` are canonical paths.
pub fn check(pages: &BTreeMap<PathBuf, Page>) -> Report {
    let mut report = Report::default();
    for (path, page) in pages {
        for link in page.links.iter().filter(|link| !is_remote(link)) {
            report.checked += 1;
            if !leads_somewhere(pages, path, link) {
                report.broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    report
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn links_and_anchors_are_read_from_markdown() {
        let page = Page::markdown("# A `first` heading!\n[a](b.md#c)\n```\n[x](y)\n# no heading\n```\n");
        assert_eq!(page.links, ["b.md#c"]);
        assert_eq!(page.anchors, Some(BTreeSet::from(["a-first-heading".into()])));
    }

    #[test]
    fn links_and_anchors_are_read_from_html() {
        let page = Page::html(
            "<p id=one><a href='b.html?x&amp;y#c'><script src=s.js>'<a href=x>'</script><noscript><a href=n></noscript>",
        );
        assert_eq!(page.links, ["b.html?x&y#c", "s.js", "n"]);
        assert_eq!(page.anchors, Some(BTreeSet::from(["one".into()])));
    }

    #[test]
    fn broken_links_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        fs::create_dir_all(root.join("with index")).expect("a folder");
        fs::create_dir_all(root.join("without")).expect("a folder");
        fs::write(root.join("with index/index.html"), "").expect("a file");
        let text = "<a id=a><a href='#a'><a href='#b'><a href='with%20index/'><a href=without><a href=none.html>
            <a href='https://example.org/none'><a href='//example.org'><a href='mailto:a@example.org'>";
        let path = root.join("page.html");
        fs::write(&path, text).expect("a file");
        let report = check(&BTreeMap::from([(path.clone(), Page::html(text))]));
        assert_eq!(report.checked, 5);
        let broken = ["#b", "without", "none.html"].map(|link| format!("{}: {link}", path.display()));
        assert_eq!(report.broken, broken);
    }
}
