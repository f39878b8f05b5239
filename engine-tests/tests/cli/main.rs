//! The contract of the command line: output, exit codes, and one line on standard error for bad input.

mod files;
mod install;
#[cfg(target_os = "linux")]
mod serve;
mod starts;
mod tables;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use engine_tests::kurier_binary;

fn kurier(arguments: &[&str]) -> Output {
    let mut command = Command::new(kurier_binary());
    command.args(arguments).stdin(Stdio::null());
    // Neither read nor change the state that Kurier has saved for the user who runs the tests.
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.output().expect("the engine runs")
}

/// Returns the output lines of a command that must succeed.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = kurier(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Returns the error message of a command that must fail.
fn refusal(arguments: &[&str]) -> String {
    let output = kurier(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors
}

/// Writes a file into cargo's folder for temporary files, and returns its path.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path
}

#[test]
fn mistyped_words_are_met_with_the_similar_one() {
    assert!(refusal(&["perfft", "courier", "1"]).contains("similar subcommand exists: 'perft'"));
    assert!(refusal(&["perft", "courier", "1", "--divid"]).contains("similar argument exists: '--divide'"));
}

#[test]
fn variants_lists_all_games() {
    let listed = lines(&["variants"]);
    let names: Vec<&str> = listed
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in [
        "column-courier",
        "courier",
        "de-la-dama",
        "leap-multi",
        "leap64",
        "courierleapale",
        "chess",
    ] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn variants_are_listed_by_family_and_searched() {
    let listed = lines(&["variants"]);
    assert_eq!(listed[0], "Courier");
    let shatranj = listed.iter().position(|line| line == "Shatranj").expect("a family");
    assert!(listed[shatranj - 1].is_empty() && listed[shatranj + 1].starts_with("  shatranj "));
    let found = lines(&["variants", "--search", "Cannon 10x10"]);
    let names: Vec<_> = found
        .iter()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert_eq!(names, ["shatranj-kamil-x", "eurasian", "pemba", "shako"]);
    assert_eq!(lines(&["variants", "--search", "no such word"]), [""; 0]);
    let json = lines(&["variants", "--search", "cannon 10x10", "--json"]).concat();
    assert_eq!(json.matches("\"family\":").count(), 4);
}

#[test]
fn variants_names_who_made_a_game_or_where_it_comes_from() {
    for (game, made) in [
        ("armies-clobberers", "Ralph Betza"),
        ("armies-nutters", "Ralph Betza"),
        ("armies-rookies", "Ralph Betza"),
        ("capablanca", "José Raúl Capablanca"),
        ("chaturanga", "India"),
        ("chess", "Spain and Italy"),
        ("column-courier", "Germany"),
        ("courier", "Germany"),
        ("courierleapale", "Charles Gilman"),
        ("courierviii", "David Paulowich"),
        ("de-la-dama", "Nuno Cruz"),
        ("furious-courier", "Nuno Cruz"),
        ("grand", "Christian Freeling"),
        ("leap", "Ken Franklin"),
        ("leap-multi", "Ken Franklin"),
        ("leap-optional", "Ken Franklin"),
        ("leap64", "Ken Franklin"),
        ("leap64-multi", "Ken Franklin"),
        ("leap64-optional", "Ken Franklin"),
        ("metamachy", "Jean-Louis Cazaux"),
        ("modern-courier", "Paul Byway"),
        ("raumschach", "Ferdinand Maack"),
        ("shatranj", "Persia"),
        ("wildebeest", "R. Wayne Schmittberger"),
    ] {
        let listed = lines(&["variants", game]);
        assert!(listed.iter().any(|line| line.contains(made)), "{game}: {listed:#?}");
        let json = lines(&["variants", game, "--json"]).concat();
        assert!(json.contains(made), "{game}: {json}");
    }
    assert_eq!(
        lines(&["variants", "--json"])
            .concat()
            .matches("\"history\":\"")
            .count(),
        lines(&["variants"])
            .iter()
            .filter(|line| line.starts_with("  "))
            .count()
    );
}

#[test]
fn board_shows_pieces_coordinates_and_side() {
    let board = lines(&["board", "courier", "--moves", "b2b3"]);
    assert!(
        board.iter().any(|line| line.contains("a b c d e f g h i j k l")),
        "{board:#?}"
    );
    assert!(
        board.iter().any(|line| line.trim() == "8  r n e b m k . w b e n r  8"),
        "{board:#?}"
    );
    assert!(
        board.iter().any(|line| line.trim() == "3  . P . . . . F . . . . .  3"),
        "{board:#?}"
    );
    assert!(board.iter().any(|line| line == "Black to move"), "{board:#?}");
}

#[test]
fn board_leaves_holes_blank_and_puts_levels_side_by_side() {
    let board = lines(&["board", "leap"]);
    assert!(board.iter().any(|line| line == " 8    n q k n    8"), "{board:#?}");
    let board = lines(&["board", "courierleapale"]);
    assert!(
        board[0].split_whitespace().eq(["u", "v", "w", "x", "y", "z"]),
        "{board:#?}"
    );
    assert!(
        board.iter().any(|line| line.matches("a b c d e f").count() == 6),
        "{board:#?}"
    );
}

#[test]
fn moves_are_listed_one_per_line() {
    let moves = lines(&["moves", "chess"]);
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted() && moves.contains(&"g1f3".to_owned()));
    let moves = lines(&["moves", "shatranj", "--fen", "7r/P6k/8/8/8/8/6R1/K7 w - - 0 1"]);
    assert!(moves.contains(&"a7a8q".to_owned()), "{moves:?}");
}

#[test]
fn perft_ends_with_the_count() {
    let output = kurier(&["perft", "courier", "3"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "nodes: 18406\n");
    assert!(!output.stderr.is_empty(), "time and speed");

    let divided = lines(&["perft", "courier", "3", "--divide", "--threads", "2"]);
    let (last, turns) = divided.split_last().expect("there are lines");
    assert_eq!((last.as_str(), turns.len()), ("nodes: 18406", 26));
    let count = |line: &String| line.split(": ").nth(1).and_then(|count| count.parse::<u64>().ok());
    assert_eq!(turns.iter().filter_map(count).sum::<u64>(), 18406);
}

#[test]
fn perft_says_where_it_cannot_divide() {
    let path = file("stones.toml", engine_tests::games::STONES);
    let path = path.to_str().expect("UTF-8");
    for threads in ["1", "2"] {
        let output = kurier(&[
            "--variants",
            path,
            "perft",
            "stones",
            "2",
            "--divide",
            "--threads",
            threads,
        ]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "nodes: 120960\n");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("too many first turns"), "{errors}");
    }
}

#[test]
fn status_shows_result_and_reason() {
    assert_eq!(
        lines(&["status", "chess", "--fen", "8/8/8/8/8/5k2/8/4R2K b - - 0 1"])[0],
        "ongoing"
    );
    for (variant, fen, result, reason) in [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0", "checkmate"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate"),
        ("leap64", "8/8/8/8/8/6pk/7p/7K w - - 0 1", "0-1", "bare king"),
    ] {
        let line = &lines(&["status", variant, "--fen", fen])[0];
        assert!(line.starts_with(result) && line.contains(reason), "{fen}: {line}");
    }
}

#[test]
fn analyze_ends_with_the_best_move() {
    let lines = lines(&["analyze", "courierviii", "--depth", "3", "--multipv", "2"]);
    let (last, rest) = lines.split_last().expect("there are lines");
    assert!(last.starts_with("best: "), "{last}");
    assert!(rest.iter().any(|line| line.contains("2) depth  3")), "{rest:#?}");
}

#[test]
fn analyze_prints_json() {
    let mate = ["--fen", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"];
    let lines = lines(&[&["analyze", "chess", "--depth", "4", "--json"], &mate[..]].concat());
    let objects: Vec<serde_json::Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let (last, rest) = objects.split_last().expect("there are lines");
    assert_eq!(last["score"]["mate"], 1, "{last}");
    assert!(last["best"].is_string());
    assert!(
        rest.iter().any(|line| line["depth"] == 4 || line["score"]["mate"] == 1),
        "{rest:#?}"
    );
    assert!(rest.iter().all(|line| line["pv"].is_array() && line["nodes"].is_u64()));
}

#[test]
fn bench_is_deterministic() {
    let nodes = || {
        let last = lines(&["bench", "leap", "--depth", "4"])
            .pop()
            .expect("there are lines");
        let words: Vec<&str> = last.split(' ').collect();
        match words.as_slice() {
            [nodes, "nodes", _, "nps"] => nodes.parse::<u64>().expect("a number"),
            _ => panic!("{last}"),
        }
    };
    let first = nodes();
    assert!(first > 0);
    assert_eq!(nodes(), first);
}

#[test]
fn check_shows_the_game_and_its_lints() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("doubtful.toml");
    let text = "name = \"doubtful\"\nstart = \"k3/3P/4/4/K3 w - - 0 1\"\n[board]\nfiles = 4\nranks = 5\n[pieces]\n\
                K = { name = \"King\", move = \"K\", royal = true }\n\
                C = { name = \"Cannon\", move = \"mRcpR\" }\n\
                P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"C\" }\n";
    std::fs::write(&file, text).expect("a file");
    let said = lines(&["check", file.to_str().expect("a path in UTF-8")]);
    assert_eq!(said[0], "doubtful: 4x5, 3 kinds of pieces, 4 first moves");
    for wanted in [
        "K            mRcpR                fmWfcF",
        "warning: Black cannot win: nothing but the king ever captures, so there is no checkmate",
    ] {
        assert!(said.iter().any(|line| line == wanted), "{wanted}\n{}", said.join("\n"));
    }
    // A cannon moves and captures differently: onto the adjacent squares, it can only move.
    assert!(
        said.iter().any(|line| line.contains("a a a M C M a a a")),
        "{}",
        said.join("\n")
    );
    assert!(
        said.iter()
            .any(|line| line == "  a  moves without capture through empty squares; captures beyond exactly one piece")
    );
}

#[test]
fn check_tells_the_rules_and_runs_the_tests_of_the_file() {
    let shatranj = include_str!("../../../variants/shatranj.toml").replacen("\"shatranj\"", "\"tested\"", 1);
    let path = file("tested.toml", &shatranj);
    let path = path.to_str().expect("a path in UTF-8");
    let said = lines(&["check", path]);
    for wanted in [
        "The Alfil (B) leaps two squares diagonally.",
        "The Pawn (P) steps one square straight forward, only without capture. It steps one square diagonally forward, only \
         to capture. On the last rank it becomes Ferz.",
        "A player who cannot move has lost.",
        "all 3 tests passed",
    ] {
        assert!(said.iter().any(|line| line == wanted), "{wanted}\n{}", said.join("\n"));
    }
    let broken = file(
        "broken.toml",
        &shatranj.replace("perft = [16, 256, 4176]", "perft = [16, 257]"),
    );
    let broken = broken.to_str().expect("a path in UTF-8");
    let output = kurier(&["check", broken]);
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let place = shatranj
        .lines()
        .position(|line| line.starts_with("perft"))
        .expect("the line")
        + 1;
    let failure = format!("{broken}:{place}:14: test `counts`: expected perft 2 = 257, found 256");
    assert_eq!(
        complaint.lines().collect::<Vec<_>>(),
        ["error: 1 of 3 tests failed", failure.as_str()]
    );
}

#[test]
fn manual_and_completions_are_made_from_the_commands() {
    let page = lines(&["man"]).join("\n");
    assert!(
        page.contains(".TH kurier 1") && page.contains("kurier\\-import"),
        "{page}"
    );
    for (shell, wanted) in [
        ("bash", "complete -F _kurier"),
        ("zsh", "#compdef kurier"),
        ("fish", "complete -c kurier"),
    ] {
        let script = lines(&["completions", shell]);
        assert!(script.iter().any(|line| line.contains(wanted)), "{shell}");
        assert!(script.iter().any(|line| line.contains("analyze")), "{shell}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    lines(&["man", "--folder", folder.path().to_str().expect("a path in UTF-8")]);
    for name in ["kurier.1", "kurier-check.1", "kurier-match.1"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

#[test]
fn games_of_fairy_stockfish_are_translated_or_refused_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("variants.ini");
    let text = "[good:chess]\nstalemateValue = loss\n[bad:chess]\npetrifyOnCaptureTypes = p\nwallingRule = duck\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let list = [
        "1 of 2 games can be translated:",
        "  good",
        "not supported:",
        "  bad",
        "    line 4: `petrifyOnCaptureTypes = p` is not supported",
        "    line 5: `wallingRule = duck` is not supported",
    ];
    assert_eq!(lines(&["import", file]), list);
    let toml = lines(&["import", file, "good"]).join("\n");
    let own = folder.path().join("good.toml");
    std::fs::write(&own, toml).expect("a file");
    let own = own.to_str().expect("a path in UTF-8");
    assert!(lines(&["check", own])[0].starts_with("good: 8x8, 6 kinds of pieces, 20 first moves"));
    assert_eq!(lines(&["--variants", own, "perft", "good", "3"]), ["nodes: 8902"]);
    let section = lines(&["--variants", own, "export", "good", "--format", "ini"]);
    assert!(section.iter().any(|line| line == "[good]") && section.iter().any(|line| line == "stalemateValue = loss"));
    let diagram = lines(&["--variants", own, "export", "good", "--format", "diagram"]);
    assert!(diagram.iter().any(|line| line == "stalemate=loss"));
    let why = refusal(&["export", "king-of-the-hill", "--format", "diagram"]);
    assert!(
        why.contains("an Interactive Diagram cannot express the regions that win"),
        "{why}"
    );
    assert!(refusal(&["import", file, "ugly"]).contains("no game 'ugly'"));
    // Control characters in the file must not reach the terminal.
    let hostile = b"[a\x1b[2J:chess]\nx\x1b[2Jy = \x9b\xff\x1b[31m\n[b\x07:chess]\n";
    std::fs::write(file, hostile).expect("a file");
    let report = lines(&["import", file]).join("");
    assert!(
        report.contains("x[2Jy") && !report.contains(char::is_control),
        "{report:?}"
    );
    std::fs::write(file, b"\x7fELF\0\0").expect("a file");
    assert!(refusal(&["import", file]).contains("not a text"));
}

#[test]
fn games_of_users_are_checked_and_played() {
    let own = include_str!("../../../variants/chess.toml").replace("name = \"chess\"", "name = \"my-chess\"");
    let own = file("my-chess.toml", &own);
    let own = own.to_str().expect("a path in UTF-8");
    assert!(lines(&["check", own])[0].starts_with("my-chess"));
    assert_eq!(lines(&["--variants", own, "moves", "my-chess"]).len(), 20);
    assert_eq!(lines(&["moves", "my-chess", "--variants", own]).len(), 20);

    let broken = file("broken.toml", "name = \"broken\"\nboard = 3\n");
    let complaint = refusal(&["check", broken.to_str().expect("a path in UTF-8")]);
    assert!(complaint.contains("broken.toml:"), "{complaint}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for (arguments, wanted) in [
        (&["frobnicate"][..], "frobnicate"),
        (&["moves"], "VARIANT"),
        (&["moves", "ludo"], "'ludo'"),
        (&["moves", "chess", "--fen", "8/8/8"], "ranks"),
        (&["moves", "chess", "--fen", ""], "FEN"),
        (
            &["moves", "courierleapale", "--fen", "6/6/6/6/6/6"],
            "in the order uvwxyz, separated by '|'",
        ),
        (
            &["moves", "leap", "--fen", "*4*/5/6/6/6/6/6/*4*"],
            "a hole is a '*' and counts",
        ),
        (&["moves", "leap", "--fen", "6/6/6/6/6/6/6/*4*"], "a '*' stands for it"),
        (&["board", "chess", "--moves", "e2e5"], "cannot go from e2 to e5"),
        (&["board", "chess", "--moves", "Qh9"], "there is no square h9"),
        (&["board", "couriar"], "'courier' is similar"),
        (&["perft", "chess", "deep"], "deep"),
        (&["perft", "chess", "100000000"], "100000000"),
        (&["perft", "chess", "256"], "0..=255"),
        (
            &[
                "match",
                "-e",
                "self",
                "-e",
                "self",
                "--variant",
                "chess",
                "--nodes",
                "1",
                "--games",
                "4294967295",
            ],
            "at most 2000000 games",
        ),
        (
            &[
                "match",
                "-e",
                "self",
                "-e",
                "self",
                "--variant",
                "chess",
                "--shard",
                "1/18446744073709551615",
            ],
            "of at most 1000",
        ),
        (&["openings", "leap", "--threads", "65535"], "from 1 to 512"),
        (&["perft", "chess", "2", "--threads", "0"], "threads"),
        (&["analyze", "chess", "--time", "-1"], "-1"),
        (&["analyze", "chess", "--time", "nan"], "seconds"),
        (&["check", "no/such/file.toml"], "no/such/file.toml"),
        (&["bench", "ludo"], "'ludo'"),
    ] {
        let complaint = refusal(arguments);
        assert!(complaint.contains(wanted), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut process = Command::new(kurier_binary())
        .args(["analyze", "courier", "--time", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    let mut line = String::new();
    let output = process.stdout.take().expect("it is piped");
    BufReader::new(output).read_line(&mut line).expect("a line of thinking");
    let ended = process.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn whatever_prints_may_have_lost_its_reader() {
    for arguments in [
        "variants",
        "variants leap --toml",
        "variants --json",
        "board courier",
        "moves leap",
        "status leap --json",
        "perft leap 2 --divide",
        "openings leap -n 2 --plies 2",
        "man",
        "completions bash",
        "--help",
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(kurier_binary());
        let output = command
            .args(arguments.split(' '))
            .stdout(writer)
            .output()
            .expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {errors}");
        assert!(!errors.contains("error"), "{arguments}: {errors}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(lines(&["--version"])[0].starts_with("kurier "));
    assert!(
        lines(&["analyze", "--help"])
            .iter()
            .any(|line| line.contains("--multipv"))
    );
}

#[test]
fn programs_read_json_and_people_templates() {
    let json = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&lines(arguments).join("\n")).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
    };
    let games = json(&["variants", "--json"]);
    assert!(games.as_array().is_some_and(|games| games.len() >= 24));
    let courier = json(&["variants", "courier", "--json"]);
    assert_eq!(
        (courier[0]["files"].as_u64(), courier[0]["ranks"].as_u64()),
        (Some(12), Some(8))
    );
    let moves = json(&["moves", "chess", "--moves", "e4 e5", "--json"]);
    assert!(
        moves
            .as_array()
            .is_some_and(|moves| moves.iter().any(|turn| turn["san"] == "Nf3" && turn["move"] == "g1f3"))
    );
    let status = json(&["status", "chess", "--moves", "f3", "e5", "g4", "Qh4", "--json"]);
    assert_eq!(
        (status["result"].as_str(), status["reason"].as_str()),
        (Some("0-1"), Some("checkmate"))
    );
    // `--toml` prints the definition file of the variant, and the list of variants fits into 80 columns.
    let template = lines(&["variants", "grand", "--toml"]).join("\n");
    assert!(template.contains("name = \"grand\"") && template.contains("[pieces]"));
    assert!(lines(&["variants"]).iter().all(|line| line.chars().count() <= 80));
    assert!(lines(&["variants", "courier"]).iter().any(|line| line.contains("Ferz")));
}

#[test]
fn mistakes_are_met_half_way() {
    assert!(refusal(&["analyze", "chess", "--dept", "3"]).contains("'--depth'"));
    let refused = refusal(&["board", "courier", "--piece", "courier"]);
    assert!(
        refused.contains("Bishop (B)") && refused.contains("Ferz (F)"),
        "{refused}"
    );
    let path = file("taken.toml", include_str!("../../../variants/shatranj.toml"));
    let report = lines(&["check", path.to_str().expect("UTF-8")]).join("\n");
    assert!(report.contains("--variants would refuse it"), "{report}");
    let script = lines(&["completions", "bash"]).join("\n");
    assert!(script.contains("furious-courier"), "the games are offered");
}
