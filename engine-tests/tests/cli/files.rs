//! User-supplied paths: special files, endless files, files that cannot be written, and very long names in files.

#[cfg(unix)]
use std::process::Command;

use super::{lines, refusal};

/// Checks that only regular files of limited size are read, because devices and pipes may be endless or block.
#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.toml");
    let text = "name = \"own\"\nevaluation = \"/dev/zero\"\nstart = \"k2/3/K2 w - - 0 1\"\n[board]\nfiles = 3\nranks = 3\n\
                [pieces]\nK = { name = \"King\", move = \"K\", royal = true }\n";
    std::fs::write(&own, text).expect("a file");
    let own = own.to_str().expect("UTF-8");
    for arguments in [
        &["check", "/dev/zero"][..],
        &["--variants", "/dev/zero", "variants"],
        &["import", "/dev/zero"],
        &["epd", "/dev/zero"],
        &["annotate", "/dev/zero"],
        &[
            "match",
            "-e",
            "self",
            "-e",
            "self",
            "--variant",
            "chess",
            "--nodes",
            "9",
            "--pgn",
            "/dev/full",
        ],
        &[
            "match",
            "-e",
            "self",
            "-e",
            "self",
            "--variant",
            "chess",
            "--nodes",
            "9",
            "--openings",
            "/dev/zero",
        ],
    ] {
        let refusal = refusal(arguments);
        assert!(
            refusal.contains("/dev/") && refusal.contains("not a regular file"),
            "{refusal}"
        );
    }
    let output = engine_tests::command::run(&["--variants", own, "analyze", "own", "--depth", "1"], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("/dev/zero: ") && errors.contains("not a regular file"),
        "{errors}"
    );
}

/// Checks that named pipes are refused: reading a pipe without a writer would wait forever.
#[cfg(unix)]
#[test]
fn pipes_with_a_name_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let pipe = pipe.to_str().expect("UTF-8");
    for arguments in [
        &["check", pipe][..],
        &["--variants", pipe, "variants"],
        &["import", pipe],
        &["epd", pipe],
        &["annotate", pipe],
    ] {
        let refusal = refusal(arguments);
        assert!(refusal.contains("pipe: not a regular file"), "{refusal}");
    }
    let mut engine = engine_tests::Process::kurier();
    for option in ["VariantPath", "EvalFile", "Debug Log File"] {
        engine.send(&format!("setoption name {option} value {pipe}"));
        engine.send("isready");
        let said = engine.read_until("readyok");
        assert!(
            said.iter().any(|line| line.contains("not a regular file")),
            "{option}: {said:?}"
        );
    }
}

/// Checks that the messages about files that cannot be written name the file: on a full disk, in a missing folder, or
/// if one file is given for two purposes.
#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let [both, kept] = ["both", "kept"].map(|name| folder.path().join(name).to_str().expect("UTF-8").to_owned());
    std::fs::write(&kept, "mine").expect("a file");
    let openings = [
        "openings", "leap", "-n", "1", "--plies", "2", "--nodes", "20", "--band", "9999",
    ];
    for (arguments, wanted) in [
        (&["board", "chess", "--svg", "/dev/full"][..], "/dev/full"),
        (&["board", "chess", "--png", "/dev/full"], "/dev/full"),
        (
            &["board", "chess", "--svg", &both, "--png", &both],
            "both: this file is named twice",
        ),
        (&[&openings[..], &["-o", "/dev/full"]].concat(), "/dev/full"),
        (
            &[&openings[..], &["-o", "no/such/folder/x.epd"]].concat(),
            "no/such/folder/x.epd",
        ),
    ] {
        let refusal = refusal(arguments);
        assert!(refusal.contains(wanted), "{arguments:?}: {refusal}");
    }
    assert!(!std::path::Path::new(&both).exists());
    // If fewer openings are found than requested, the command fails but writes the openings that it has found.
    let few = [
        "openings", "leap", "-n", "5000", "--plies", "1", "--nodes", "1", "--band", "9999", "-o", &kept,
    ];
    assert!(refusal(&few).contains("of 5000 openings were found"));
    assert!(
        std::fs::read_to_string(&kept)
            .expect("it is there")
            .contains(" - hmvc ")
    );
}

#[test]
fn long_names_are_refused_and_long_games_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.toml");
    let file = file.to_str().expect("UTF-8");
    let long = "K".repeat(65_500);
    for (name, movement, wanted) in [
        (long.as_str(), "K", "at most 40"),
        ("King", long.as_str(), "at most 1000"),
    ] {
        let text = format!(
            "name = \"long\"\nstart = \"k2/3/K2 w - - 0 1\"\n[board]\nfiles = 3\nranks = 3\n\
             [pieces]\nK = {{ name = \"{name}\", move = \"{movement}\", royal = true }}\n"
        );
        std::fs::write(file, text).expect("a file");
        let refusal = refusal(&["check", file]);
        assert!(refusal.contains(wanted) && refusal.len() < 3000, "{refusal}");
    }
    // Move numbers may exceed 9999, and the half-move counter may be as large as a game's own limit allows.
    let fen = "4k3/8/8/8/8/8/8/4K2R b - - 98 9999";
    let after = lines(&["board", "chess", "--fen", fen, "--moves", "e8d8"]).join("\n");
    assert!(after.contains("99 10000"), "{after}");
    let fen = "4k3/8/8/8/8/8/8/4K2R b - - 19999 10000";
    assert!(
        lines(&["board", "chess", "--fen", fen])
            .join("\n")
            .contains("19999 10000")
    );
}
