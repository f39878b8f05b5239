//! `kurier install`: registration with GUIs, and its removal.

#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Output};

use engine_tests::kurier_binary;

use super::{lines, refusal};

#[test]
fn kurier_is_installed_in_guis_and_removed_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_str().expect("a path in UTF-8");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    fn arguments<'a>(place: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [&["install", "--folder", place], more].concat()
    }
    let install = |more: &[&'static str]| arguments(place, more);

    // The list already contains another engine.
    let other = r#"[{"name": "Other", "command": "other", "ponder": true}]"#;
    std::fs::write(folder.path().join("engines.json"), other).expect("a file");
    for _ in 0..2 {
        lines(&install(&["--xboard", "--cutechess"]));
        let registration = read("kurier.eng");
        let program = kurier_binary().to_str().expect("a path in UTF-8").to_owned();
        assert_eq!(
            registration.lines().collect::<Vec<_>>(),
            [
                "plugin spec 0.0",
                &program,
                "chess,shatranj,courier,capablanca,grand,fairychess"
            ]
        );
        // The Debian package contains a registration file with the same content.
        let games = registration.lines().last().expect("three lines");
        assert!(include_str!("../../../packaging/deb").contains(games));
        let engines: serde_json::Value = serde_json::from_str(&read("engines.json")).expect("JSON");
        assert_eq!(engines.as_array().map(Vec::len), Some(2));
        assert_eq!(engines[0]["ponder"], true);
        assert_eq!(engines[1]["command"], program);
    }
    lines(&install(&["--xboard", "--cutechess", "--undo"]));
    assert!(!folder.path().join("kurier.eng").exists());
    let engines: serde_json::Value = serde_json::from_str(&read("engines.json")).expect("JSON");
    assert_eq!(engines, serde_json::from_str::<serde_json::Value>(other).expect("JSON"));
    assert!(refusal(&install(&["--xboard", "--undo"])).contains("Kurier is not installed there"));

    // A registration file of another engine is left alone.
    let foreign = "plugin spec 0.0\n/usr/games/fairymax\nchess\n";
    std::fs::write(folder.path().join("kurier.eng"), foreign).expect("a file");
    for more in [&["--xboard"][..], &["--xboard", "--undo"]] {
        assert!(refusal(&install(more)).contains("is not Kurier's"));
        assert_eq!(read("kurier.eng"), foreign);
    }
    for (list, reason) in [
        (
            r#"[{"name": "Kurier", "command": "other"}]"#,
            "another engine with the name",
        ),
        ("{}", "not a list of engines"),
        ("nonsense", "not a list of engines"),
    ] {
        std::fs::write(folder.path().join("engines.json"), list).expect("a file");
        assert!(refusal(&install(&["--cutechess"])).contains(reason), "{list}");
        assert_eq!(read("engines.json"), list);
    }
    // WinBoard itself creates its list of engines, so Kurier can only be added to a list that already exists.
    assert!(refusal(&install(&["--winboard"])).contains("winboard.ini: name its folder"));
    assert!(refusal(&["install"]).contains("--xboard"));
}

/// Checks that the entry in PyChess's list lets Kurier offer every game that PyChess also knows.
#[test]
fn pychess_is_offered_more_than_chess() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_str().expect("a path in UTF-8");
    lines(&["install", "--folder", place, "--pychess"]);
    let list = std::fs::read_to_string(folder.path().join("engines.json")).expect("a list");
    let engines: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let arguments = engines[0]["args"].as_array().expect("arguments");
    let arguments: Vec<&str> = arguments.iter().filter_map(serde_json::Value::as_str).collect();
    let offered = lines(&[&arguments[..], &["variants"]].concat()).join("\n");
    for game in [
        "chess",
        "makruk",
        "crazyhouse",
        "suicide",
        "king-of-the-hill",
        "three-check",
    ] {
        assert!(offered.lines().any(|line| line.trim().starts_with(game)), "{offered}");
    }
}

/// Runs `kurier install` for a user with this home folder.
#[cfg(unix)]
fn install_at(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(kurier_binary());
    command.arg("install").args(arguments).env_clear();
    command.env("HOME", home).output().expect("it runs")
}

#[test]
#[cfg(unix)]
fn kurier_is_installed_in_all_guis_that_are_there() {
    let home = tempfile::tempdir().expect("a folder");
    let install = |more: &[&str]| {
        let output = install_at(home.path(), &[&["--all"], more].concat());
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, _, said) = install(&[]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("no supported GUI was found: XBoard, WinBoard, Cute Chess"),
        "{said}"
    );
    assert_eq!(std::fs::read_dir(home.path()).expect("a folder").count(), 0);

    let lists = [
        (".config/cutechess/engines.json", "[]\n"),
        (".config/pychess/engines.json", "[]\n"),
        (".scid4.7/config/engines.dat", "# none\n"),
    ];
    let read = |list| std::fs::read_to_string(home.path().join(list)).expect("a list");
    for (list, text) in lists {
        let list = home.path().join(list);
        std::fs::create_dir_all(list.parent().expect("a folder")).expect("a folder");
        std::fs::write(list, text).expect("a list");
    }
    let program = kurier_binary().to_str().expect("a path in UTF-8").to_owned();
    let (code, said, _) = install(&[]);
    assert_eq!((code, said.lines().count()), (Some(0), 3), "{said}");
    for (list, _) in lists {
        assert!(read(list).contains(&program), "{list}");
    }

    // An error with one GUI's list does not keep the command from handling the other lists.
    std::fs::write(home.path().join(lists[0].0), "{}").expect("a list");
    let (code, said, warned) = install(&["--undo"]);
    assert_eq!((code, said.lines().count()), (Some(0), 2), "{said}");
    assert!(
        warned.contains("warning: ") && warned.contains("not a list of engines"),
        "{warned}"
    );
    for (list, text) in &lists[1..] {
        assert_eq!(read(list), *text, "{list}");
    }
}

#[test]
#[cfg(unix)]
fn what_installing_makes_is_removed_again() {
    let home = tempfile::tempdir().expect("a folder");
    let install = |more: &[&str]| {
        let output = install_at(home.path(), more);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let names = |folder: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    };
    let all = ["--cutechess", "--pychess", "--gnome-chess"];
    for _ in 0..2 {
        install(&all);
        install(&all);
        assert_eq!(
            names(&home.path().join(".config")),
            ["cutechess", "gnome-chess", "pychess"]
        );
        install(&["--cutechess", "--pychess", "--gnome-chess", "--undo"]);
        assert_eq!(names(home.path()), [""; 0]);
    }
    // Uninstalling keeps entries that existed before the installation, and entries that somebody has added since.
    let config = home.path().join(".config");
    std::fs::create_dir_all(config.join("cutechess")).expect("a folder");
    install(&all);
    std::fs::write(config.join("pychess/config"), "theirs").expect("a file");
    install(&["--cutechess", "--pychess", "--gnome-chess", "--undo"]);
    assert_eq!(names(&config), ["cutechess", "pychess"]);
    assert_eq!(names(&config.join("cutechess")), [""; 0]);
    assert_eq!(names(&config.join("pychess")), ["config"]);
}
