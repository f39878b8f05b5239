//! Finds diagrams in a page or in plain text, and splits them into settings and pieces.

use std::borrow::Cow;

use super::error::{DiagramError, Located};
use kurier_rules::rules::Catalogue;
use kurier_rules::sanitize::strip_controls;

/// The HTML class of the elements that contain diagrams.
const CLASS: &str = "idiagram";
/// The maximum number of settings and pieces of a diagram. Real diagrams have fewer than a hundred.
const MOST_ITEMS: usize = 1000;
/// The maximum number of diagrams of a page.
const MOST_SHEETS: usize = 100;
/// Suffixes of the names of functions with which a page's script changes the rules of its diagram.
const SCRIPTS: [&str; 5] = ["WeirdPromotion", "CustomPromotion", "WeirdChain", "Tinker", "BadZone"];
/// The maximum length of an entity such as `&nbsp;`. Longer ones are plain text.
const LONGEST_ENTITY: usize = 9;
/// The maximum length of a game's name.
const LONGEST_NAME: usize = 40;
/// The part of [`LONGEST_NAME`] that is reserved for the prefix `my-` and the number of a diagram.
const RESERVED: usize = 8;

/// A setting or a piece of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Setting {
        key: String,
        value: String,
    },
    /// The fields of a piece, separated by colons.
    Piece(Vec<String>),
}

/// The content of a diagram.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// The line of the page where the diagram begins, from 1.
    pub line: usize,
    /// The settings and pieces with their lines, or the errors of the page.
    pub items: Result<Vec<(usize, Item)>, Vec<Located>>,
}

/// Returns whether `text` is a page with a diagram, or a diagram.
pub(super) fn has_diagram(text: &str) -> bool {
    if !elements(&revealed(text)).is_empty() {
        return true;
    }
    // A `variants.ini` has titles in brackets, and colons only in titles and values.
    let mut words = text.lines().map(str::trim);
    let titled = words.any(|line| line.starts_with('[') && line.ends_with(']') && !line.contains(['?', '-']));
    let is_piece = |word: &str| !word.contains('=') && word.matches(':').count() >= 2;
    let mut lines = text.lines().map(without_blanks);
    !titled && lines.any(|line| line.split_whitespace().any(is_piece))
}

/// Returns the diagrams of a page, at most [`MOST_SHEETS`]. A text without elements for diagrams is a single diagram.
pub(super) fn sheets(text: &str) -> Vec<Sheet> {
    let text: &str = &revealed(text);
    let mut sheets: Vec<Sheet> = elements(text)
        .into_iter()
        .take(MOST_SHEETS)
        .map(|(start, end)| sheet(text, start, end))
        .collect();
    if sheets.is_empty() {
        sheets.push(sheet(text, 0, text.len()));
    }
    if let Some(error) = script(text) {
        for sheet in &mut sheets {
            match &mut sheet.items {
                Ok(_) => sheet.items = Err(vec![error.clone()]),
                Err(errors) => errors.push(error.clone()),
            }
        }
    }
    sheets
}

/// Returns the page as text in which the tags around a diagram can be found. A page that shows the source of a diagram,
/// instead of the diagram, writes the brackets of the tags as entities. Line breaks are kept.
fn revealed(text: &str) -> Cow<'_, str> {
    let hidden = text.contains("&lt;") && text.contains(CLASS) && elements(text).is_empty();
    match hidden {
        true => Cow::Owned(text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"")),
        false => Cow::Borrowed(text),
    }
}

/// Returns an error about the first word that names a function that changes the rules (see [`SCRIPTS`]); `None` if
/// there is none.
fn script(text: &str) -> Option<Located> {
    let (line, name) = (1..).zip(text.lines()).find_map(|(number, line)| {
        let mut words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
        let changes = |word: &&str| SCRIPTS.iter().any(|script| word.ends_with(script));
        words.find(changes).map(|word| (number, word.to_owned()))
    })?;
    Some((line, DiagramError::Script(name)))
}

/// Returns the name for the games of a page, made from its title or, if it has none, from the name of its file. If a
/// built-in game has the name, the prefix `my-` is added.
pub(super) fn name(text: &str, file: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let title = lower
        .split_once("<title>")
        .and_then(|(_, rest)| rest.split_once("</title>"));
    let file_name = file.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let stem = file_name.rsplit_once('.').map_or(file_name.as_str(), |(stem, _)| stem);
    let names = [title.map_or("", |(title, _)| title), stem];
    let found = names.into_iter().map(slug).find(|name| !name.is_empty());
    let name = found.unwrap_or_else(|| "diagram".into());
    match Catalogue::file_of(&name) {
        Some(_) => format!("my-{name}"),
        None => name,
    }
}

/// Returns the letters and digits of a string, with a hyphen between words, cut to leave room for [`RESERVED`] more
/// characters within the maximum length of a name.
fn slug(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut name = words.join("-");
    name.truncate(LONGEST_NAME - RESERVED);
    name.trim_end_matches('-').to_owned()
}

/// Returns the byte offsets at which the contents of all elements with diagrams begin and end.
fn elements(text: &str) -> Vec<(usize, usize)> {
    // Changing the case of ASCII letters changes no byte offsets.
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(tag) = lower[at..].find('<').map(|place| at + place) {
        let Some(end) = lower[tag..].find('>').map(|place| tag + place) else {
            break;
        };
        at = end + 1;
        let inside = &lower[tag + 1..end];
        let element = inside
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        if element.is_empty() || !has_class(inside) {
            continue;
        }
        let close = lower[at..]
            .find(&format!("</{element}"))
            .map_or(text.len(), |place| at + place);
        found.push((at, close));
        at = close;
    }
    found
}

/// Returns whether the attributes of a tag give it the class of diagrams.
fn has_class(attributes: &str) -> bool {
    let Some((_, value)) = attributes.split_once("class") else {
        return false;
    };
    let Some(value) = value.trim_start().strip_prefix('=') else {
        return false;
    };
    let value = value.trim_start();
    let quoted = value
        .strip_prefix(['"', '\''])
        .and_then(|rest| rest.split(['"', '\'']).next());
    let classes = quoted.unwrap_or_else(|| value.split_whitespace().next().unwrap_or_default());
    classes.split_whitespace().any(|class| class == CLASS)
}

/// Reads the diagram between two byte offsets of the page.
fn sheet(text: &str, start: usize, end: usize) -> Sheet {
    let line = text[..start].matches('\n').count() + 1;
    let plain = without_markup(&text[start..end]);
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for (number, content) in (line..).zip(plain.lines()) {
        if items.len() + errors.len() > MOST_ITEMS {
            errors.push((number, DiagramError::TooLong(MOST_ITEMS)));
            break;
        }
        match items_of(content) {
            Ok(found) => items.extend(found.into_iter().map(|item| (number, item))),
            Err(error) => errors.push((number, error)),
        }
    }
    Sheet {
        line,
        items: if errors.is_empty() { Ok(items) } else { Err(errors) },
    }
}

/// Returns a part of a page without tags and comments, and with its entities replaced. Line breaks are kept.
fn without_markup(part: &str) -> String {
    let mut plain = String::with_capacity(part.len());
    let mut rest = part;
    while let Some(place) = rest.find(['<', '&']) {
        plain += &rest[..place];
        rest = &rest[place..];
        let end = match rest.starts_with('<') {
            true if rest.starts_with("<!--") => rest.find("-->").map(|end| end + 3),
            true => rest.find('>').map(|end| end + 1),
            false => rest
                .bytes()
                .take(LONGEST_ENTITY)
                .position(|byte| byte == b';')
                .map(|end| end + 1),
        };
        let Some(end) = end else {
            if rest.starts_with('<') {
                // No tag ends after this point, so the rest is plain text.
                break;
            }
            plain.push('&');
            rest = &rest[1..];
            continue;
        };
        let (markup, after) = rest.split_at(end);
        match markup {
            "&amp;" => plain.push('&'),
            "&lt;" => plain.push('<'),
            "&gt;" => plain.push('>'),
            "&quot;" => plain.push('"'),
            "&apos;" => plain.push('\''),
            // Every other piece of markup separates words.
            _ => plain.push(numbered(markup).unwrap_or(' ')),
        }
        plain.extend(markup.chars().filter(|letter| *letter == '\n'));
        rest = after;
    }
    plain += rest;
    plain
}

/// Returns the character of an entity that gives its number, such as `&#39;` or `&#x27;`; `None` for other markup.
fn numbered(markup: &str) -> Option<char> {
    let number = markup.strip_prefix("&#")?.strip_suffix(';')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).filter(|letter| !letter.is_control())
}

/// Returns a line without control characters and without the spaces around its colons and equals signs, which have no
/// meaning. In a line without spaces before its colons, a space after a colon stays, because the last fields of a piece
/// may be empty and another piece may follow.
fn without_blanks(line: &str) -> String {
    let line = strip_controls(&line.replace(['\t', '\r', '\u{a0}'], " "));
    let spaced = line.contains(" : ");
    let line = line.replace(" :", ":").replace(" = ", "=");
    match spaced {
        true => line.replace(": ", ":"),
        false => line,
    }
}

/// Splits a line into settings and pieces. Pages and mail fold the lines of a diagram into one, so an item ends where
/// the next `word=` or `name:` begins. The names of pieces may contain spaces.
fn items_of(line: &str) -> Result<Vec<Item>, DiagramError> {
    let line = without_blanks(line);
    let mut items: Vec<Item> = Vec::new();
    // Words that belong to the name of the next piece.
    let mut words: Vec<&str> = Vec::new();
    let mut open = false;
    for word in line.split_whitespace() {
        let key = word.split_once('=').filter(|(key, _)| is_key(key));
        if let (Some((key, value)), true) = (key, words.is_empty()) {
            items.push(Item::Setting {
                key: key.to_owned(),
                value: value.to_owned(),
            });
        } else if let (Some((start, fields)), None) = (word.split_once(':'), key) {
            words.push(start);
            let name = words.join(" ");
            words.clear();
            items.push(Item::Piece(
                [name.as_str()]
                    .into_iter()
                    .chain(fields.split(':'))
                    .map(str::to_owned)
                    .collect(),
            ));
        } else if open || word.starts_with(',') {
            // A comma continues a list.
            match items.last_mut() {
                Some(Item::Setting { value, .. }) => value.push_str(word),
                Some(Item::Piece(fields)) => fields
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|last| last.push_str(word)),
                None => return Err(DiagramError::NotUnderstood(line.clone())),
            }
        } else {
            words.push(word);
        }
        open = word.ends_with(',') && words.is_empty() && !word.ends_with(":,");
    }
    match words.is_empty() {
        true => Ok(items),
        false => Err(DiagramError::NotUnderstood(words.join(" "))),
    }
}

/// Returns whether a word may be the key of a setting.
fn is_key(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(key: &str, value: &str) -> Item {
        Item::Setting {
            key: key.into(),
            value: value.into(),
        }
    }

    fn piece(fields: &[&str]) -> Item {
        Item::Piece(fields.iter().map(|field| (*field).to_owned()).collect())
    }

    #[test]
    fn folded_lines_are_split_into_items() {
        let line = "files=10 graphicsDir= royal=2 war machine::WD::a1,b1, c1 royal king:K:K:king:e1,,e8:2 ranks=8";
        let items = vec![
            setting("files", "10"),
            setting("graphicsDir", ""),
            setting("royal", "2"),
            piece(&["war machine", "", "WD", "", "a1,b1,c1"]),
            piece(&["royal king", "K", "K", "king", "e1,,e8", "2"]),
            setting("ranks", "8"),
        ];
        assert_eq!(items_of(line), Ok(items));
        assert_eq!(
            items_of("tokin:T:WfF:gold:, knight:N:::"),
            Ok(vec![
                piece(&["tokin", "T", "WfF", "gold", ","]),
                piece(&["knight", "N", "", "", ""]),
            ])
        );
        assert_eq!(items_of("  \t "), Ok(Vec::new()));
        for wrong in ["files=8 and more", "words alone", "two words=3"] {
            assert!(
                matches!(items_of(wrong), Err(DiagramError::NotUnderstood(_))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn diagrams_are_found_in_pages() {
        let page = "<html><title>Two &amp; more</title>\n<DIV id=x CLASS='big idiagram' style=\"float: left\">\nfiles=8<br>\n\
                    king:K:K::e1<!-- files=9\n -->\n</DIV>\n<p class=\"idiagramlike\">a=1</p>\n\
                    <div class=idiagram>ranks=9&nbsp;</div>";
        let sheets = sheets(page);
        let items: Vec<_> = sheets.iter().map(|sheet| sheet.items.clone().expect("items")).collect();
        assert_eq!(
            items,
            [
                vec![(3, setting("files", "8")), (4, piece(&["king", "K", "K", "", "e1"]))],
                vec![(8, setting("ranks", "9"))],
            ]
        );
        assert_eq!(name(page, "some/page.html"), "two-amp-more");
        assert_eq!(name("files=8", "some/My Game.txt"), "my-game");
        assert_eq!(name("files=8", "metamachy.txt"), "my-metamachy");
    }

    #[test]
    fn texts_are_told_apart() {
        for text in [
            "<div class=\"idiagram\"></div>",
            "files=8\npawn::::a2-h2",
            "# x\nking:K:K::e1",
            "files = 8\nking : K : K : : e1",
        ] {
            assert!(has_diagram(text), "{text}");
        }
        for text in [
            "[mine:chess]\nqueen = w:W",
            "[x]\ncustomPiece1 = a:N\nstartFen = 8/8:",
            "maxRank = 8",
            "",
            "a:b",
        ] {
            assert!(!has_diagram(text), "{text}");
        }
    }

    #[test]
    fn scripts_that_change_the_rules_are_named() {
        let page = "<div class=idiagram>files=8</div>\n<script>\nfunction myTinker(x) {}</script>";
        let errors = sheets(page).remove(0).items.expect_err("a script");
        assert_eq!(errors, [(3, DiagramError::Script("myTinker".into()))]);
    }
}
