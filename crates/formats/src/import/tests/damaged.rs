//! Damaged files, limits, and chains of games.

use super::{first_error, games};
use crate::import::resolve::BASES;
use crate::import::{FairyError, FairyGames};

/// Runs a function in a thread with a small stack, which one recursive call per section would overflow.
fn with_little_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn broken_files_are_refused_with_their_lines() {
    let errors = FairyGames::read("queen = q\n[x]\nqueen\n", "f.ini").expect_err("no section");
    assert_eq!(errors.len(), 2);
    assert!(errors[1].to_string().starts_with("f.ini:3: expected `[name:base]`"));
}

#[test]
fn long_chains_of_games_are_refused_by_line() {
    with_little_stack(|| {
        let chain: String = (1..2000).map(|i| format!("[g{i}:g{}]\n", i - 1)).collect();
        let games = games(&format!("[g0:chess]\n{chain}"));
        assert!(games.translate("g0").expect("it is there").is_ok());
        // The chain begins with `chess` itself.
        assert!(games.translate("g63").expect("it is there").is_ok());
        let refused = "variants.ini:65: it begins from a chain of more than 64 games";
        assert_eq!(first_error(&games, "g64"), refused);
        assert_eq!(first_error(&games, "g1999"), refused);
    });
}

#[test]
fn the_longest_chain_is_not_longer_for_games_with_refused_settings() {
    let chain: String = (1..70).map(|i| format!("[g{i}:g{}]\n", i - 1)).collect();
    let games = games(&format!(
        "[g0:chess]\nmakpongRule = true\n{chain}[late:g69]\nmakpongRule = false\n"
    ));
    let errors = games
        .translate("late")
        .expect("it is there")
        .expect_err("too long a chain");
    assert!(
        errors[0].message.contains("a chain of more than 64 games"),
        "{errors:?}"
    );
}

#[test]
fn a_game_replaces_refused_settings_of_its_base() {
    // Keys that Kurier accepts only with the value that leaves their rule off.
    let settings = |on: Option<&str>| -> String {
        let keys = [
            ("dropOnTop", "false"),
            ("chess960", "false"),
            ("twoBoards", "false"),
            ("mutuallyImmuneTypes", "-"),
            ("oppositeCastling", "false"),
            ("shatarMateRule", "false"),
            ("dupleCheck", "false"),
            ("moveRepetitionIllegal", "false"),
            ("wallOrMove", "false"),
            ("petrifyOnCaptureTypes", "-"),
            ("enclosingDrop", "none"),
            ("cambodianMoves", "false"),
            ("wallingRule", "none"),
            ("makpongRule", "false"),
            ("flipEnclosedPieces", "none"),
            ("chasingRule", "none"),
            ("connectNxN", "0"),
        ];
        keys.map(|(key, off)| format!("{key} = {}\n", on.unwrap_or(off)))
            .concat()
    };
    let games = games(&format!(
        "[a:chess]\nmakpongRule = true\n[b:a]\nmakpongRule = false\n[c:a]\ncastling = false\n[d:a]\nmakpongRule =\n\
         [many:chess]\n{}[none:many]\n{}",
        settings(Some("true")),
        settings(None)
    ));
    let lines = |name: &str| -> Vec<usize> {
        let translated = games.translate(name).expect("it is there");
        translated.err().iter().flatten().map(|error| error.line).collect()
    };
    assert_eq!(lines("a"), [2]);
    assert_eq!(lines("b"), []);
    assert_eq!(lines("c"), [2]);
    assert_eq!(lines("d"), [2], "an empty value replaces nothing");
    assert_eq!(lines("many").len(), 17);
    assert_eq!(
        lines("none"),
        [lines("many")[15]],
        "there are more errors than a game inherits"
    );
}

#[test]
fn cycles_of_games_are_refused_by_line() {
    let games = games("[a:b]\n[b:c]\n[c:a]\n[own:own]\n[chess:chess]\n");
    let refused = |line, name| {
        format!(
            "variants.ini:{line}: it begins from `{name}`, which does not come before it: a cycle, or the wrong order"
        )
    };
    assert_eq!(first_error(&games, "a"), refused(1, "b"));
    assert_eq!(first_error(&games, "b"), refused(2, "c"));
    assert_eq!(
        first_error(&games, "c"),
        refused(1, "b"),
        "it begins from one that is refused"
    );
    assert_eq!(first_error(&games, "own"), refused(4, "own"));
    assert!(
        games.translate("chess").expect("it is there").is_ok(),
        "the built-in game comes before"
    );
}

#[test]
fn sections_lines_and_errors_are_limited() {
    let errors = |text: &str| -> Vec<String> {
        let errors = FairyGames::read(text, "f.ini").expect_err("too much");
        errors.iter().map(FairyError::to_string).collect()
    };
    let many: String = (0..3000).map(|i| format!("[g{i}]\n")).collect();
    assert_eq!(errors(&many), ["f.ini:2001: more than 2000 games"]);
    let long = format!(
        "[a]\nstartFen = {}\n# {}\n",
        "p".repeat(1024),
        "a comment may be long".repeat(100)
    );
    assert_eq!(errors(&long), ["f.ini:2: a line of more than 1024 bytes"]);
    assert_eq!(errors(&"nonsense\n".repeat(1000)).len(), 100);
    // A game that inherits from a faulty game reports the errors of that game, but only the first 16.
    let mistakes: String = (0..300).map(|i| format!("key{i} = 1\n")).collect();
    let games = games(&format!("[a]\n{mistakes}[b:a]\n"));
    let count = |name: &str| games.translate(name).expect("it is there").expect_err(name).len();
    assert_eq!((count("a"), count("b")), (300, 16));
}

#[test]
fn damaged_files_do_not_panic() {
    // Only about one in a thousand positions is damaged, because each damaged file is translated as a whole. The fuzz
    // target `ini` damages small files everywhere.
    for cut in [1, 7, 40] {
        for start in (cut..BASES.len() - cut).step_by(1009) {
            let mut bytes = BASES.as_bytes().to_vec();
            bytes.drain(start..start + cut);
            if let Ok(games) = FairyGames::read(&String::from_utf8_lossy(&bytes), "f.ini") {
                for name in games.names() {
                    let _ = games.translate(name);
                }
            }
        }
    }
}

#[test]
fn refusals_name_the_line_of_their_setting() {
    let games = games("[x:shogi]\nking = k\nmustDrop = true\nmustDropType = p\n");
    let error = first_error(&games, "x");
    assert_eq!(
        error,
        "variants.ini:4: `mustDropType` is not supported where pieces are dropped"
    );
}
