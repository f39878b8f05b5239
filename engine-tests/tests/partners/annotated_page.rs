//! The page of `kurier annotate --html`, used in a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use engine_tests::{Process, command, games, partners};
use kurier::pgn::{self, GameRecord, MoveRecord};
use kurier::session::Board;
use libtest_mimic::Trial;
use serde_json::Value;
use tempfile::TempDir;

pub fn tests() -> Vec<Trial> {
    let browsers = &["chromium|chromium-browser|google-chrome"];
    vec![partners::test(
        "the_page_can_be_clicked_through_in_a_browser",
        browsers,
        click_through,
    )]
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("UTF-8").to_owned()
}

/// A game of every variant: its first turns.
fn one_of_each() -> Vec<GameRecord> {
    let definitions = games::definitions();
    let record = |definition| {
        let mut board = Board::new(definition);
        let mut record = GameRecord {
            variant: board.definition().name.clone(),
            ..GameRecord::default()
        };
        for _ in 0..3 {
            let turn = board.turns().swap_remove(0);
            let san = board.san(&turn);
            board.play(&turn).expect("it is legal");
            record.moves.push(MoveRecord::new(turn, san, "</script><b>".to_owned()));
        }
        record
    };
    definitions.iter().map(record).collect()
}

/// Goes through all games of the page by keyboard and mouse and records what is shown.
const VISITOR: &str = r##"<script>
{
const report = [];
const key = name => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const seen = () => document.querySelectorAll("#board use").length;
const chosen = () => (document.querySelector("#moves a.now") || { textContent: "" }).textContent;
const picture = () => document.getElementById("board").innerHTML;
data.games.forEach((_, i) => {
  const select = document.getElementById("games");
  select.value = i;
  select.dispatchEvent(new Event("change"));
  const game = { board: data.games[i].board, start: seen(), bold: document.querySelectorAll("#words b").length };
  key("ArrowRight"); game.right = chosen(); game.comment = document.getElementById("comment").textContent;
  key("ArrowLeft"); game.left = chosen();
  document.getElementById("next").click(); document.getElementById("next").click(); game.clicked = chosen();
  document.querySelector("#moves a").click(); game.link = chosen();
  key("End"); game.end = chosen(); game.pieces = seen();
  const upright = picture(); key("f"); game.flips = picture() !== upright; key("f"); game.back = picture() === upright;
  game.points = document.querySelector("#graph path").getAttribute("d").split("L").length;
  report.push(game);
});
const sheet = document.createElement("pre");
sheet.id = "report";
sheet.textContent = JSON.stringify({ failure: window.failure || null, report }).replaceAll("<", "\\u003c");
document.documentElement.replaceChildren(sheet);
}
</script>"##;

fn click_through(programs: &[PathBuf]) {
    let records = one_of_each();
    let folder = tempfile::tempdir().expect("a folder");
    let games = file(&folder, "games.pgn", &records.iter().map(pgn::text).collect::<String>());
    let page = folder.path().join("games.html");
    let target = page.to_str().expect("UTF-8");
    assert!(
        command::output(
            &["annotate", &games, "--nodes", "200", "--hash", "1", "--html", target],
            ""
        )
        .is_empty()
    );
    let text = std::fs::read_to_string(&page).expect("it was written");
    assert!(
        !text.contains("src=") && !text.contains("href=\"http"),
        "one file, on its own"
    );
    let watched = text
        .replacen(
            "<script",
            "<script>window.onerror = message => { window.failure = message; };</script><script",
            1,
        )
        .replacen("</body>", &format!("{VISITOR}</body>"), 1);
    let watched = file(&folder, "watched.html", &watched);

    let report = visit(&programs[0], &folder, Path::new(&watched));
    assert_eq!(report["failure"], Value::Null);
    let seen = report["report"].as_array().expect("a report of every game");
    assert_eq!(seen.len(), records.len());
    for (record, seen) in records.iter().zip(seen) {
        let definition = games::definition(&record.variant);
        let pieces = |fen: &str| {
            let field = fen.split_whitespace().next().unwrap_or_default();
            field.chars().filter(char::is_ascii_alphabetic).count() as u64
        };
        let mut board = Board::new(&definition);
        for played in &record.moves {
            board.play(&played.turn).expect("the turns are legal");
        }
        let plain = |value: &Value| value.as_str().map(|text| text.trim_end_matches(['?', '!']).to_owned());
        let san = |i: usize| Some(record.moves[i].san.clone());
        assert_eq!(seen["board"], record.variant.as_str());
        assert_eq!(seen["start"].as_u64(), Some(pieces(&definition.start)), "{seen}");
        assert_eq!(seen["pieces"].as_u64(), Some(pieces(&board.fen())), "{seen}");
        assert_eq!(
            [plain(&seen["right"]), plain(&seen["left"])],
            [san(0), Some(String::new())]
        );
        assert_eq!(
            [plain(&seen["clicked"]), plain(&seen["link"]), plain(&seen["end"])],
            [san(1), san(0), san(2)]
        );
        assert!(
            seen["comment"]
                .as_str()
                .is_some_and(|comment| comment.starts_with("</script><b>")),
            "{seen}"
        );
        assert_eq!(
            (&seen["flips"], &seen["back"], &seen["bold"]),
            (&true.into(), &true.into(), &1.into())
        );
        // The corner of the area, four positions, the other corner.
        assert_eq!(seen["points"], 6);
    }
}

/// Opens a page and reads the report that its visitor has written.
fn visit(browser: &Path, folder: &TempDir, page: &Path) -> Value {
    let mut command = Command::new(browser);
    command
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .args(["--dump-dom", &format!("file://{}", page.display())])
        .stdin(Stdio::null());
    let mut process = Process::spawn(command);
    let begin = "<pre id=\"report\">";
    // A browser that has failed shows the page instead, which is long.
    let lines = std::iter::from_fn(|| process.next_line(Duration::from_secs(120)));
    let line = lines.into_iter().find(|line| line.contains(begin));
    let report = line
        .as_deref()
        .and_then(|line| line.split_once(begin)?.1.split_once("</pre>"));
    let report = report.map(|(report, _)| report.to_owned());
    let report = report
        .unwrap_or_else(|| panic!("no report: {}", process.errors()))
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    serde_json::from_str(&report).expect("the report is JSON")
}
