//! Checks of the manual: links lead somewhere, commands exist, and tables agree with their data.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use engine_tests::kurier_binary;
use engine_tests::links::{self, Page};
use engine_tests::tables::{self, Data};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the text of every document, by its path relative to the root of the repository.
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

/// Returns the lines inside fenced blocks if `fenced`, otherwise the lines outside.
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

#[test]
fn every_game_is_in_the_documents() {
    let catalogue = kurier_rules::rules::Catalogue::built_in();
    let [guis, games] =
        ["docs/gui.md", "docs/games.md"].map(|document| fs::read_to_string(root().join(document)).expect("a text"));
    for game in catalogue.iter() {
        assert!(games.contains(&format!("`{}`", game.name)), "{}", game.name);
    }
    for game in catalogue.menu() {
        assert!(guis.contains(&format!("`{}`", game.name)), "{}", game.name);
    }
}

#[test]
fn links_lead_somewhere() {
    let others = ["bindings/js", "bindings/python", "engine-tests/data", "web"];
    let others = others.map(|folder| Path::new(folder).join("README.md"));
    let mut pages = BTreeMap::new();
    for name in documents().into_keys().chain(others) {
        let path = root().join(name).canonicalize().expect("a path");
        let page = Page::markdown(&fs::read_to_string(&path).expect("a text"));
        pages.insert(path, page);
    }
    let report = links::check(&pages);
    assert!(report.broken.is_empty(), "{:#?}", report.broken);
    assert!(report.checked > 60, "only {} links were found", report.checked);
}

/// Checks that no blank line interrupts a table, because Markdown shows the rows after a blank line as text.
#[test]
fn tables_are_whole() {
    let mut tables = 0;
    for (name, text) in &documents() {
        let text_lines = lines(text, false);
        let blocks = text_lines.split(|line| !line.starts_with('|'));
        for rows in blocks.filter(|rows| !rows.is_empty()) {
            let rule = rows.get(1).is_some_and(|row| row.chars().all(|c| "|-: ".contains(c)));
            assert!(rule, "{}: no heading above {}", name.display(), rows[0]);
            tables += 1;
        }
    }
    assert!(tables > 40, "only {tables} tables were found");
}

#[test]
fn generated_tables_are_current() {
    let mut tables = 0;
    for (name, page) in &documents() {
        let fresh = tables::refresh(page, &root().join("docs/data"));
        let fresh = fresh.unwrap_or_else(|error| panic!("{}: {error}", name.display()));
        assert!(
            fresh == *page,
            "{}: run `cargo run -p engine-tests --bin tables`",
            name.display()
        );
        tables += page.matches("<!-- table: ").count();
    }
    assert!(tables > 20, "only {tables} tables were found");
}

/// Returns the Elo difference of a match result; `None` if one side won all games.
fn elo(won: f64, drawn: f64, lost: f64) -> Option<f64> {
    let score = (won + drawn / 2.0) / (won + drawn + lost);
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

#[test]
fn measured_games_are_counted_right() {
    for file in ["matches", "generations", "experiments"] {
        let data = Data::read(&root().join("docs/data"), file).expect("data");
        assert!(data.rows().len() > 50, "{file}");
        for row in data.rows() {
            let cell = |name: &str| row[data.column(name).expect("a column")].as_str();
            let number = |name: &str| (!cell(name).is_empty()).then(|| cell(name).parse::<f64>().expect("a number"));
            assert!(["", "taken", "refused"].contains(&cell("outcome")), "{file}: {row:?}");
            let (low, high) = (number("low"), number("high"));
            if let (Some(won), Some(drawn), Some(lost)) = (number("won"), number("drawn"), number("lost")) {
                assert_eq!(number("games"), Some(won + drawn + lost), "{file}: {row:?}");
                if let Some(elo) = elo(won, drawn, lost) {
                    assert!(low.is_none_or(|low| low <= elo), "{file}: {row:?}");
                    assert!(high.is_none_or(|high| elo <= high), "{file}: {row:?}");
                }
            }
            if let Some(elo) = number("elo") {
                assert!(low.is_none_or(|low| low <= elo), "{file}: {row:?}");
                assert!(high.is_none_or(|high| elo <= high), "{file}: {row:?}");
            }
        }
    }
}

/// Checks that every measurement has the date of its recording and the commit that it measures.
#[test]
fn measurements_are_dated() {
    for file in [
        "matches",
        "generations",
        "experiments",
        "speed",
        "observations",
        "not_won",
    ] {
        let data = Data::read(&root().join("docs/data"), file).expect("data");
        for row in data.rows() {
            let (date, commit) = (&row[0], &row[1]);
            let digits = date.split('-').map(str::len).collect::<Vec<_>>();
            assert_eq!(digits, [4, 2, 2], "{file}: {row:?}");
            assert!(date.chars().all(|c| c.is_ascii_digit() || c == '-'), "{file}: {row:?}");
            assert!(
                commit.len() == 7 && commit.chars().all(|c| c.is_ascii_hexdigit()),
                "{file}: {row:?}"
            );
        }
    }
}

#[test]
fn the_manual_has_every_document() {
    let documents = documents();
    let summary = &documents[Path::new("docs/SUMMARY.md")];
    for name in documents
        .keys()
        .filter(|name| name.file_name() != Some("SUMMARY.md".as_ref()))
    {
        let link = match name.strip_prefix("docs") {
            Ok(inside) => format!("]({})", inside.display()),
            Err(_) => format!("](../{})", name.display()),
        };
        assert!(summary.contains(&link), "{}", name.display());
    }
}

#[test]
fn the_readme_is_short_and_leads_to_every_kind_of_reader() {
    let documents = documents();
    let readme = &documents[Path::new("README.md")];
    for page in ["player", "organiser", "designer", "author", "python"] {
        assert!(readme.contains(&format!("](docs/{page}.md)")), "{page}");
    }
    // The README should fit on a screen and a half: what Kurier is, how to get it, and when to choose another engine.
    assert!(readme.lines().count() <= 120, "the README is too long");
}

/// Returns the output of the program, with `lines` as its input.
fn conversation(lines: &str) -> String {
    let mut program = Command::new(kurier_binary())
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = program.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it listens");
    drop(input);
    let output = program.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the first three cells of each row of the table in a section, verbatim.
fn rows(text: &str, heading: &str) -> Vec<[String; 3]> {
    let section = text.split("\n## ").find(|section| section.starts_with(heading));
    let rows = section
        .expect("a section")
        .lines()
        .filter(|line| line.starts_with("| `"));
    let cells = |row: &str| -> [String; 3] {
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().to_owned()).collect();
        assert!(cells[4].len() > 9, "{row}: no meaning");
        [cells[1].clone(), cells[2].clone(), cells[3].clone()]
    };
    rows.map(cells).collect()
}

#[test]
fn the_table_of_uci_options_is_what_the_program_declares() {
    let declared = conversation("uci\nquit\n");
    let row = |line: &str| -> Option<[String; 3]> {
        let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<&str> = kind.split(' ').collect();
        let after = |word: &str| {
            let place = words.iter().position(|&other| other == word);
            place.map_or("", |place| words[place + 1])
        };
        let (values, default) = match words[0] {
            "spin" => (format!("{} to {}", after("min"), after("max")), after("default").into()),
            "check" => ("true, false".into(), after("default").into()),
            "combo" => ("a variant".into(), format!("`{}`", after("default"))),
            // The value of a string option may have several words, so it is the rest of the line.
            "string" => {
                let default = kind.split_once(" default ").map_or("", |(_, default)| default);
                ("text".into(), default.trim_matches(['<', '>']).into())
            }
            other => (other.into(), "-".into()),
        };
        Some([format!("`{name}`"), values, default])
    };
    let declared: Vec<[String; 3]> = declared.lines().filter_map(row).collect();
    assert!(declared.len() > 10);
    assert_eq!(rows(&documents()[Path::new("docs/options.md")], "UCI"), declared);
}

#[test]
fn the_table_of_xboard_options_is_what_the_program_declares() {
    let declared = conversation("xboard\nprotover 2\nquit\n");
    let row = |line: &str| -> Option<[String; 3]> {
        let option = line.strip_prefix("feature option=\"")?.strip_suffix('"')?;
        let (name, kind) = option.split_once(" -")?;
        let words: Vec<&str> = kind.split(' ').collect();
        let (values, default) = match words[0] {
            "spin" => (format!("{} to {}", words[2], words[3]), words[1].into()),
            "check" => ("0, 1".into(), words[1].into()),
            "file" => ("a file".into(), "empty".into()),
            other => (other.into(), "-".into()),
        };
        Some([format!("`{name}`"), values, default])
    };
    let declared: Vec<[String; 3]> = declared.lines().filter_map(row).collect();
    assert!(declared.len() > 5);
    assert_eq!(rows(&documents()[Path::new("docs/options.md")], "XBoard"), declared);
}

/// Returns the keys of a section of a definition file, taken from the error message about an unknown key.
fn keys(section: &str) -> Vec<String> {
    let text = match section {
        "top" => "other = 1\n".to_owned(),
        _ => format!("[{section}]\nother = 1\n"),
    };
    let refusal = kurier_rules::rules::Definition::parse(&text, "x.toml").expect_err("no such key");
    let refusal = refusal.to_string();
    let (_, known) = refusal
        .split_once("` here, expected ")
        .unwrap_or_else(|| panic!("{refusal}"));
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_keys_of_variants_are_in_the_formats() {
    let text = &documents()[Path::new("docs/formats.md")];
    let sections = [
        "top",
        "board",
        "pieces.X",
        "castling.X",
        "captures",
        "kings",
        "hand",
        "passing",
        "arrays.X",
        "shuffle",
        "prelude",
        "ends",
        "tests.X",
        "xboard",
    ];
    for section in sections {
        let row = text.lines().find(|line| {
            line.starts_with(&format!("| {section} |")) || line.starts_with(&format!("| `[{section}]` |"))
        });
        let row = row.unwrap_or_else(|| panic!("no row about {section}"));
        let known = keys(section);
        assert!(known.len() >= 2, "{section}: {known:?}");
        for key in known {
            let old = ["long-step", "partner"].contains(&key.as_str());
            let other_section = section == "top" && sections.iter().any(|name| name.split('.').next() == Some(&key));
            assert!(
                old || other_section || row.contains(&format!("`{key}`")),
                "{section}: {key}"
            );
        }
    }
}

/// Returns the rest of the first line that begins with a string.
fn value<'a>(text: &'a str, beginning: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(beginning));
    line.expect(beginning).trim_matches(['"', ','])
}

#[test]
fn all_packages_have_one_version_and_the_changelog_begins_with_it() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, beginning) in [
        ("bindings/python/Cargo.toml", "version = "),
        ("bindings/js/Cargo.toml", "version = "),
        ("bindings/js/package.json", "\"version\": "),
    ] {
        let text = fs::read_to_string(root().join(file)).expect("a manifest");
        assert_eq!(value(&text, beginning), version, "{file}");
    }
    let changes = &documents()[Path::new("CHANGELOG.md")];
    let newest = changes
        .lines()
        .find(|line| line.starts_with("## [") && !line.contains("Unreleased"));
    assert!(
        newest.expect("a version").starts_with(&format!("## [{version}] - ")),
        "{newest:?}"
    );
}

#[test]
fn paths_exist() {
    let mut checked = 0;
    for (name, text) in &documents() {
        // If the text is split at backticks, every second part was enclosed in backticks.
        for path in lines(text, false).join("\n").split('`').skip(1).step_by(2) {
            let first = path.split('/').next().unwrap_or_default();
            let ours = path.contains('/')
                && [
                    "src",
                    "crates",
                    "tuning",
                    "engine-tests",
                    "docs",
                    "examples",
                    "packaging",
                    ".ci",
                ]
                .contains(&first);
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
            let help_of = |command: &[&str]| {
                let output = Command::new(kurier_binary()).args(command).arg("--help").output();
                let output = output.expect("it runs");
                assert!(output.status.success(), "{}: {line}", name.display());
                String::from_utf8_lossy(&output.stdout).into_owned()
            };
            let mut help = helps
                .entry(command.to_owned())
                .or_insert_with(|| help_of(&[command]))
                .clone();
            // If a command has subcommands, the options belong to a subcommand.
            if help.contains("\nCommands:")
                && let Some(second) = words.next()
            {
                let key = format!("{command} {second}");
                help = helps.entry(key).or_insert_with(|| help_of(&[command, second])).clone();
            }
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "{}: {option} of {line}", name.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} options were found");
}

/// Checks that those commands in the manual that only show something succeed exactly as they are printed, in an empty
/// folder.
#[test]
#[cfg(unix)]
fn commands_that_show_something_succeed() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = kurier_binary().parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut done = 0;
    for (name, text) in &documents() {
        let whole = lines(text, true).join("\n").replace("\\\n", " ");
        let shows = |line: &&str| {
            [
                "variants",
                "moves",
                "status",
                "board",
                "man",
                "import --help",
                "match --help",
            ]
            .iter()
            .any(|command| line.starts_with(&format!("kurier {command}")))
        };
        for line in whole.lines().filter(shows).filter(|line| !line.contains("mygame")) {
            let output = Command::new("sh")
                .args(["-c", line])
                .current_dir(&folder)
                .env("PATH", format!("{}:{path}", programs.display()))
                .env("XDG_CONFIG_HOME", "/nonexistent")
                .output()
                .expect("a shell");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && errors.is_empty(),
                "{}: {line}: {errors}",
                name.display()
            );
            done += 1;
        }
    }
    assert!(done > 10, "only {done} commands were found");
}
