//! Tests of the command line: manual pages, completions, errors about files, and output to a closed pipe.

use std::process::Command;

/// Runs the program, which must succeed, and returns its standard output.
fn output(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tuning")).args(arguments).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn manual_pages_and_completions_describe_this_program() {
    let page = output(&["man"]);
    assert!(
        page.contains(".TH tuning 1") && page.contains("tuning\\-datagen"),
        "{page}"
    );
    for (shell, wanted) in [
        ("bash", "complete -F _tuning"),
        ("zsh", "#compdef tuning"),
        ("fish", "complete -c tuning"),
    ] {
        let script = output(&["completions", shell]);
        assert!(script.contains(wanted), "{shell}");
        // For fish, the generator does not list the values of positional arguments.
        assert!(
            shell == "fish" || script.contains("furious-courier"),
            "{shell}: no games"
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    output(&["man", "--folder", folder.path().to_str().expect("a path in UTF-8")]);
    assert!(folder.path().join("tuning-train.1").is_file());
}

#[test]
fn errors_name_the_file_and_inputs_are_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tuning"));
        let output = command
            .args(arguments.split(' '))
            .current_dir(&folder)
            .output()
            .expect("it runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let games = folder.path().join("games");
    assert_eq!(
        run("datagen shatranj --games 2 --nodes 20 --threads 1 --hash 1 --out games").0,
        Some(0)
    );
    let before = std::fs::read(&games).expect("games");
    for (arguments, reason) in [
        ("stats shatranj --data none", "none: "),
        ("stats shatranj --data .", ".: not a regular file"),
        ("fit shatranj --data games --from none --out weights", "none: "),
        ("fit shatranj --data games --out ./games", "games would be overwritten"),
        ("fit shatranj --data games --steps 1 --out no/folder", "no/folder: "),
        ("train shatranj --data games --weights none --out net", "none: "),
        ("train shatranj --data games --out games", "games would be overwritten"),
        (
            "train shatranj --data games --out net --plot ./net",
            "net would be overwritten",
        ),
        ("spsa shatranj --engine none --openings none --out run", "none: "),
        (
            "spsa shatranj,chess --engine none --openings none --out run",
            "each game needs a file of openings",
        ),
    ] {
        let (code, errors) = run(arguments);
        assert!(
            code == Some(2) && errors.contains(reason),
            "{arguments}: {code:?} {errors}"
        );
    }
    assert_eq!(std::fs::read(&games).expect("games"), before);
    // A refused merge must not leave a file behind.
    assert_eq!(
        run("datagen shatranj --games 2 --nodes 20 --threads 1 --hash 1 --seed 2 --out other").0,
        Some(0)
    );
    let (code, errors) = run("merge shatranj --data games other --out merged");
    assert!(
        code == Some(2) && errors.contains("other: the file has other games: its seed is 2"),
        "{code:?} {errors}"
    );
    assert!(!folder.path().join("merged").exists());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let unread = |arguments: &str| {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_tuning"))
            .args(arguments.split(' '))
            .current_dir(&folder)
            .stdout(writer)
            .output()
            .expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {errors}");
        assert!(!errors.contains("pipe"), "{arguments}: {errors}");
    };
    unread("datagen shatranj --games 4 --nodes 20 --threads 1 --hash 1 --out games");
    for arguments in [
        "stats shatranj --data games",
        "merge shatranj --data games --out all",
        "fit shatranj --data games --steps 2 --out weights.toml",
        "train shatranj --data games --hidden 32 --buckets 1 --epochs 1 --out shatranj.net",
        "man",
        "completions bash",
    ] {
        unread(arguments);
    }
    for file in ["all", "weights.toml", "shatranj.net"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}
