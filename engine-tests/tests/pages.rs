//! Untrusted names in pages and diagrams: whatever a file calls its variant, pieces and players, the output is
//! well-formed and contains nothing that a browser would execute.

use std::fs;
use std::sync::Arc;

use engine_tests::command;
use engine_tests::svg::assert_harmless;
use engine_tests::tournament::Tournament;
use kurier_diagram::{Diagram, piece_shapes};
use kurier_rules::rules::Definition;
use kurier_rules::sanitize::strip_controls;
use roxmltree::Document;
use serde_json::Value;
use tempfile::TempDir;

/// Returns names that try to inject markup, scripts or control characters.
fn hostile() -> Vec<String> {
    let mut names: Vec<String> = [
        "<script>alert(1)</script>",
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "--><img src=x onerror=alert(1)>",
        "]]><svg onload=alert(1)>",
        "</title></style><b>bold</b>",
        "\"onmouseover=alert(1) x=\"",
        "'\"`&quot;&#x3c;&lt;&amp;",
        "javascript:alert(1)",
        "a\u{0}b\u{7}\u{1b}[2J\u{7f}\u{9b}31m",
        "\u{202e}\u{2066}\u{200f}\u{61c}reversed\u{2028}\u{2029}",
        "\u{fffe}\u{ffff}\u{feff}\u{10ffff}",
        "GAMES \"GAMES\" \"MODULES\" /* STYLES */ LICENCES",
        "${alert(1)} {{alert(1)}}",
    ]
    .map(str::to_owned)
    .into();
    names.push("<b>".repeat(33_333));
    names
}

/// Returns a string as a TOML string with all characters escaped.
fn in_toml(text: &str) -> String {
    let letters: String = text.chars().map(|letter| format!("\\U{:08X}", letter as u32)).collect();
    format!("\"{letters}\"")
}

/// Returns the definition file of chess with `name` for all descriptive texts and, shortened to the length limit, for
/// the name of a piece.
fn definition(name: &str) -> String {
    let words = in_toml(name);
    let piece: String = strip_controls(name).chars().take(40).collect();
    let own = include_str!("../../variants/chess.toml");
    let kept = own.lines().filter(|line| {
        !["title", "summary", "link", "history"]
            .iter()
            .any(|key| line.starts_with(key))
    });
    let kept = kept.collect::<Vec<_>>().join("\n");
    format!("title = {words}\nsummary = {words}\nhistory = {words}\nlink = {words}\n{kept}\n")
        .replace("\"chess\"", "\"hostile\"")
        .replace("name = \"Rook\"", &format!("name = {}", in_toml(&piece)))
}

#[test]
fn pictures_of_hostile_games_only_draw() {
    for name in hostile() {
        let text = definition(&name);
        let definition =
            Arc::new(Definition::parse(&text, "hostile.toml").unwrap_or_else(|error| panic!("{error}: {name}")));
        assert!(definition.title.chars().count() <= 83, "{name}");
        assert_eq!(strip_controls(&definition.title), definition.title);
        let board = Diagram::new(definition.clone(), &definition.start).expect("the game's own");
        let piece = Diagram::of_piece(definition.clone(), "R", None).expect("a piece of the game");
        for svg in [board.svg(32), piece.svg(32)] {
            assert_harmless(&svg);
            let document = Document::parse(&svg).expect("well-formed");
            let title = document
                .descendants()
                .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
            assert_eq!(
                title.and_then(|title| title.text()).unwrap_or_default(),
                definition.title
            );
        }
        for shapes in piece_shapes(&definition) {
            assert_harmless(&format!("<svg>{shapes}</svg>"));
        }
    }
}

/// Returns a name escaped for a PGN tag.
fn in_tag(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Creates a page with one game per name, and returns its text without the games, and the games as JSON.
fn page(folder: &TempDir, names: &[String]) -> (String, Value) {
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let variant = file("hostile.toml");
    fs::write(&variant, definition(&names[0])).expect("a file");
    let games: Vec<String> = names
        .iter()
        .map(|name| {
            let (tag, comment) = (in_tag(name), name.replace('}', ")"));
            format!(
                "[Event \"{tag}\"]\n[White \"{tag}\"]\n[Black \"{tag}\"]\n[Variant \"hostile\"]\n\n\
                 {{{comment}}} 1. e4 {{{comment}}} $1 (1. d4 {{{comment}}}) e5 {{{comment}}} *\n\n"
            )
        })
        .collect();
    let (pgn, html) = (file("games.pgn"), file("games.html"));
    fs::write(&pgn, games.concat()).expect("a file");
    let arguments = [
        "--variants",
        &variant,
        "annotate",
        &pgn,
        "--html",
        &html,
        "--nodes",
        "20",
        "--hash",
        "1",
    ];
    command::text(&arguments, "");
    let text = fs::read_to_string(&html).expect("it is written");
    let (before, rest) = text.split_once("id=\"games\">").expect("the games");
    let (games, after) = rest.split_once("</script>").expect("their end");
    assert!(!games.contains('<'), "nothing looks like a tag");
    // Special characters in names are escaped as in JSON, so that the text of the file is not misleading either.
    assert_eq!(strip_controls(games.trim()), games.trim());
    let games = serde_json::from_str(games).unwrap_or_else(|error| panic!("{error}: {games}"));
    (format!("{before}|{after}"), games)
}

/// Returns all strings in a JSON value.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(entries) => entries.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn pages_of_hostile_games_are_those_of_others() {
    let folder = TempDir::new().expect("a folder");
    let harmless: Vec<String> = (0..hostile().len()).map(|number| format!("Player {number}")).collect();
    let (expected, _) = page(&folder, &harmless);
    for first in 0..2 {
        let mut names = hostile();
        names.rotate_left(first);
        let (found, games) = page(&folder, &names);
        assert!(found == expected, "a name has changed the page");
        assert_eq!(games["games"].as_array().map(Vec::len), Some(names.len()));
        let written = texts(&games);
        // Hostile names are not altered, only shown as text.
        let script = "</script><script>alert(1)</script>";
        assert!(written.contains(&script), "players and comments keep their words");
        assert!(
            written.iter().any(|text| text.contains("\u{202e}")),
            "and their direction"
        );
    }
}

/// Returns all tags of an HTML text.
fn tags(html: &str) -> Vec<&str> {
    html.split('<')
        .skip(1)
        .map(|rest| rest.split_inclusive('>').next().unwrap_or(rest))
        .collect()
}

#[test]
fn standings_of_hostile_engines_are_those_of_others() {
    let html = |names: &[String]| {
        let mut arguments: Vec<String> = Vec::new();
        for name in names {
            // Quote the name as for a shell, and remove null characters, which an argument of a program cannot contain.
            let name: String = name.replace('\0', "").chars().take(200).collect();
            arguments.extend(["-e".into(), format!("self 'name={}'", name.replace('\'', "'\\''"))]);
        }
        let rest = "--variant leap --nodes 1 --games 2 --random-plies 4 --format gauntlet --each option.Hash=1 --html table.html \
                    --csv table.csv";
        arguments.extend(rest.split(' ').map(str::to_owned));
        arguments.extend(["--event".into(), names[0].clone()]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let tournament = Tournament::play(&arguments);
        fs::read_to_string(tournament.path("table.html")).expect("it is written")
    };
    let names = hostile();
    let harmless: Vec<String> = (0..names.len()).map(|number| format!("Engine {number}")).collect();
    let (expected, found) = (html(&harmless), html(&names));
    assert_eq!(tags(&found), tags(&expected), "{found}");
    assert_eq!(strip_controls(&found.replace('\n', "")), found.replace('\n', ""));
}
