//! Start positions that are chosen on the command line.

use super::*;

#[test]
fn names_with_a_choice_are_games_of_their_own() {
    let board = lines(&["board", "janggi@bnnb-nbbn"]);
    assert_eq!(
        board.last().map(String::as_str),
        Some("rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1")
    );
    let counts = |game: &str| lines(&["perft", game, "3"])[0].clone();
    assert_eq!(counts("different-armies@fides-rookies"), counts("armies-rookies"));
    assert_eq!(counts("different-armies@fides-clobberers"), counts("armies-clobberers"));
    assert!(lines(&["variants", "shuffle-chess@5039"])[0].contains("Shuffle Chess (5039)"));
    let drawn = lines(&["board", "shuffle-chess@random"]);
    assert!(
        drawn.iter().any(|line| line.contains("/pppppppp/8/8/8/8/PPPPPPPP/")),
        "{drawn:?}"
    );
}

#[test]
fn choices_are_listed() {
    let json = |game: &str| -> serde_json::Value {
        let text = lines(&["variants", game, "--json"]).concat();
        serde_json::from_str(&text).expect("JSON")
    };
    let janggi = json("janggi");
    let arrays = &janggi[0]["starts"]["arrays"];
    assert_eq!(arrays[1]["name"], "bnnb");
    assert_eq!(arrays[1]["title"], "horses inside");
    assert_eq!(json("shuffle-chess")[0]["starts"]["orders"], 5040);
    assert!(json("shuffle-chess@3")[0]["starts"].is_null());
    let words = lines(&["variants", "shuffle-chess"]).join("\n");
    assert!(words.contains("numbered from 0 to 5039"), "{words}");
}

#[test]
fn impossible_choices_are_refused() {
    for (game, message) in [
        (
            "janggi@nbn",
            "janggi: there is no array 'nbn', only nbbn, bnnb, nbnb, bnbn",
        ),
        (
            "shuffle-chess@5040",
            "shuffle-chess: a number from 0 to 5039 is expected, found '5040'",
        ),
        ("shuffle-chess@-1", "a number from 0 to 5039 is expected, found ''"),
        ("chess@random", "chess: there is only one start position"),
        ("chezz@random", "there is no game 'chezz'; 'chess' is similar"),
        (
            "different-armies@fides-nutters@random",
            "there is no array 'nutters@random'",
        ),
    ] {
        let refusal = refusal(&["board", game]);
        assert!(refusal.contains(message), "{game}: {refusal}");
    }
}

#[test]
fn openings_begin_with_random_start_positions() {
    let openings = |seed: &str, count: &str| {
        let arguments = [
            "--random-starts",
            "--plies",
            "0",
            "--band",
            "10000",
            "--nodes",
            "1",
            "--seed",
            seed,
        ];
        lines(&[&["openings", "janggi", "-n", count][..], &arguments].concat())
    };
    let all = openings("1", "16");
    assert_eq!(all.len(), 16);
    assert!(all.iter().any(|line| line.starts_with("rbna1abnr/")), "{all:?}");
    assert_eq!(openings("2", "3"), openings("2", "3"));
    let refused = refusal(&["openings", "different-armies", "-n", "1", "--random-starts"]);
    assert!(refused.contains("depend on the start position"), "{refused}");
    let refused = refusal(&["openings", "courier", "-n", "1", "--random-starts"]);
    assert!(refused.contains("courier has only one start position"), "{refused}");
}

#[test]
fn matches_begin_with_random_start_positions() {
    let games = file("shuffled.pgn", "");
    std::fs::remove_file(&games).expect("the file can be removed");
    let mut arguments = vec![
        "match",
        "-e",
        "self name=A",
        "-e",
        "self name=B",
        "--each",
        "option.Hash=1",
    ];
    let path = games.display().to_string();
    arguments.extend([
        "--variant",
        "shuffle-chess",
        "--games",
        "4",
        "--nodes",
        "20",
        "--random-starts",
    ]);
    arguments.extend(["--max-moves", "3", "--pgn", &path]);
    lines(&arguments);
    let text = std::fs::read_to_string(games).expect("games were written");
    let starts: std::collections::HashSet<&str> = text.lines().filter(|line| line.starts_with("[FEN ")).collect();
    assert_eq!(starts.len(), 2, "{text}");
}
