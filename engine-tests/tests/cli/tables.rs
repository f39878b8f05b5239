//! `kurier tables`: its output, and its errors.

use std::fs;
use std::path::Path;

use super::{lines, refusal};

/// Runs `kurier tables make chess` with a folder and further arguments. Returns the lines on standard output.
fn make(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let folder = folder.to_str().expect("a name in UTF-8");
    lines(&[&["tables", "make", "chess", "--tables", folder], arguments].concat())
}

#[test]
fn tables_are_made_listed_shown_and_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a name in UTF-8");
    let planned = make(folder.path(), &["--only", "KvKR", "--dry-run"]);
    assert_eq!(planned.len(), 2, "{planned:?}");
    assert!(
        planned[0].starts_with("KvK ") && planned[1].starts_with("KRvK "),
        "{planned:?}"
    );
    assert!(!folder.path().join("chess").exists());
    make(folder.path(), &["--only", "KRvK"]);
    let listed = lines(&["tables", "list", "--tables", path]);
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert!(
        listed[0].contains("KRvK") && listed[0].contains("longest 32 plies"),
        "{listed:?}"
    );
    let shown = lines(&["tables", "show", "chess", "KRvK", "--tables", path]).join("\n");
    assert!(shown.contains("White wins in 31 plies (16 moves) at most"), "{shown}");
    let probe = |fen: &str| lines(&["tables", "probe", "chess", "--tables", path, "--fen", fen]);
    let won = probe("8/8/8/8/8/k7/8/1RK5 b - - 0 1");
    assert_eq!(won[0], "loses in 16", "{won:?}");
    assert_eq!(
        probe("7k/8/6K1/8/8/8/8/R7 w - - 0 1")[..2],
        ["wins in 1", "a1a8     win in 1"]
    );
    assert_eq!(
        probe("8/8/8/8/8/k7/8/1RK5 b - - 95 90")[0],
        "draw by the move limit, 16 plies would decide it"
    );
    assert_eq!(
        lines(&["tables", "check", "chess", "--tables", path]),
        ["chess: 2 tables are sound"]
    );
    let analysis = lines(&[
        "analyze",
        "chess",
        "--depth",
        "3",
        &format!("--tables={path}"),
        "--fen",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
    ]);
    assert_eq!(analysis[0], "table: wins in 1");
}

#[test]
fn annotate_quotes_the_tables_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a name in UTF-8");
    make(folder.path(), &["--only", "KRvK"]);
    let games = folder.path().join("games.pgn");
    let annotate = |text: &str| {
        fs::write(&games, text).expect("it is written");
        let file = games.to_str().expect("a name in UTF-8");
        lines(&["annotate", file, "--depth", "3", &format!("--tables={path}")]).join("\n")
    };
    let fen = "8/8/8/8/8/k7/8/1RK5 b - - 0 1";
    let once = annotate(&format!(
        "[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1... Ka4 {{slow}} 2. Kb2 *\n"
    ));
    assert!(
        once.contains("{slow [%eval ") && once.contains("table: White wins in 15}"),
        "{once}"
    );
    let twice = annotate(&once);
    assert_eq!(twice.matches("table: ").count(), 2, "{twice}");
    assert_eq!(twice.matches("slow").count(), 1, "{twice}");
    let none = refusal(&["annotate", "-", "--tables=/nowhere/at/all"]);
    assert!(none.contains("there is no folder /nowhere/at/all"), "{none}");
}

#[test]
fn finished_tables_are_not_made_again_and_broken_ones_are() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path(), &["--only", "KRvK"]);
    let path = folder.path().join("chess/KRvK.dtz");
    let bytes = fs::read(&path).expect("the table");
    let time = fs::metadata(&path)
        .and_then(|metadata| metadata.modified())
        .expect("a time");
    make(folder.path(), &["--only", "KRvK", "--threads", "2"]);
    assert_eq!(
        fs::metadata(&path)
            .and_then(|metadata| metadata.modified())
            .expect("a time"),
        time
    );
    // A killed program leaves no incomplete file under the name of a table, but a disk may lose the end of a file.
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("it is written");
    make(folder.path(), &["--only", "KRvK", "--threads", "2"]);
    assert_eq!(
        fs::read(&path).expect("the table"),
        bytes,
        "any number of threads makes the same table"
    );
}

#[test]
fn damaged_and_foreign_tables_are_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a name in UTF-8");
    make(folder.path(), &["--only", "KRvK"]);
    let table = folder.path().join("chess/KRvK.dtz");
    let bytes = fs::read(&table).expect("the table");
    let check = |bytes: &[u8]| {
        fs::write(&table, bytes).expect("it is written");
        refusal(&["tables", "check", "chess", "--tables", path])
    };
    let with = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        bytes
    };
    assert!(check(&with(0)).contains("not an endgame table of Kurier"));
    assert!(check(&with(8)).contains("made by another version"));
    assert!(check(&with(40)).contains("damaged: the checksum of its header is wrong"));
    assert!(check(&with(bytes.len() - 20)).contains("damaged"));
    assert!(check(&bytes[..bytes.len() - 1]).contains("damaged: its length is wrong"));
    assert!(check(b"").contains("not an endgame table of Kurier"));
    fs::write(&table, &bytes).expect("it is written");
    fs::rename(&table, folder.path().join("chess/KQvK.dtz")).expect("it is renamed");
    assert!(refusal(&["tables", "check", "chess", "--tables", path]).contains("its name is that of another table"));
    fs::rename(folder.path().join("chess"), folder.path().join("shatranj")).expect("it is renamed");
    let other = refusal(&["tables", "check", "shatranj", "--tables", path]);
    assert!(other.contains("does not match the rules of shatranj"), "{other}");
}

#[test]
fn impossible_wishes_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a name in UTF-8");
    let make = |arguments: &[&str]| refusal(&[&["tables", "make", "chess", "--tables", path], arguments].concat());
    assert!(make(&["--only", "KXvK"]).contains("KXvK: not a class of endings: no piece has the letter 'X'"));
    assert!(make(&["--pieces", "9"]).contains("a number from 2 to 7 is expected"));
    assert!(make(&[]).contains("--pieces"));
    let error = refusal(&[
        "tables",
        "make",
        "chess",
        "--tables",
        path,
        "--only",
        "KRvK",
        "--dry-run",
        "--memory",
        "0",
    ]);
    assert!(error.contains("--memory"), "{error}");
    assert!(refusal(&["tables", "show", "chess", "KRvK", "--tables", path]).contains("the table of KRvK is missing"));
    assert!(refusal(&["analyze", "chess", &format!("--tables={path}")]).contains("no endgame tables for chess"));
}
