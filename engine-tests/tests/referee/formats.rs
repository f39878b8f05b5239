//! Formats of tournaments, sequential tests, and tournaments played in parts.

use std::fs;

use engine_tests::tournament::{Tournament, match_command};
use serde_json::Value;
use tempfile::TempDir;

use super::SELF_MATCH;

/// Checks that a tournament that is played in separate parts and merged equals the tournament played in one run.
#[test]
fn parts_make_a_whole() {
    let whole = Tournament::play(&[&SELF_MATCH, ["--games", "6", "--sprt", "elo1=30"].as_slice()].concat());
    let mut folder = TempDir::new().expect("a temporary folder");
    let mut games = 0;
    for part in 1..=3 {
        let (part, file) = (format!("{part}/3"), format!("part-{part}.pgn"));
        let arguments = ["--games", "6", "--sprt", "elo1=30", "--shard", &part, "--pgn", &file];
        let played = Tournament::play_in(folder, &[&SELF_MATCH, arguments.as_slice()].concat());
        games += played.games.len();
        folder = played.into_folder();
    }
    assert_eq!(games, whole.games.len());
    let files = [
        "--games",
        "6",
        "--sprt",
        "elo1=30",
        "--csv",
        "all.csv",
        "--html",
        "all.html",
        "--merge",
        "part-1.pgn",
        "part-2.pgn",
        "part-3.pgn",
    ];
    let merged = Tournament::play_in(folder, &[&SELF_MATCH, files.as_slice()].concat());
    assert_eq!((merged.games.len(), &merged.standings), (0, &whole.standings));
    let csv = fs::read_to_string(merged.path("all.csv")).expect("it is written");
    assert!(
        csv.starts_with("engine,opponent,variant,games") && csv.contains("\nA,B,leap,6,"),
        "{csv}"
    );
    let html = fs::read_to_string(merged.path("all.html")).expect("it is written");
    assert!(
        html.contains("<h2>courierleapale</h2>") && html.ends_with("</html>\n"),
        "{html}"
    );
}

/// Checks that a sequential test between very unequal engines ends early and with the right verdict.
#[test]
fn a_test_stops_the_match() {
    let arguments = [
        "-e",
        "self name=Strong nodes=2000",
        "-e",
        "self name=Weak nodes=2",
        "--variant",
        "leap64-optional",
        "--games",
        "2000",
        "--random-plies",
        "4",
        "--sprt",
        "elo0=0",
        "elo1=100",
    ];
    let tournament = Tournament::play(&arguments);
    let sprt = &tournament.standings["sprt"];
    assert_eq!(sprt["verdict"], "H1", "{}", tournament.standings);
    assert!(sprt["llr"].as_f64() >= sprt["bounds"][1].as_f64());
    assert!(tournament.games.len() < 200, "{}", tournament.games.len());
}

/// A match between very unequal engines, so that the sequential test over both parts is decided soon.
const UNEQUAL: [&str; 14] = [
    "-e",
    "self name=Strong nodes=2000",
    "-e",
    "self name=Weak nodes=2",
    "--variant",
    "leap64-optional",
    "--games",
    "2000",
    "--random-plies",
    "4",
    "--sprt",
    "elo1=100",
    "--pgn",
    "part-{part}.pgn",
];

/// Checks that parts that see each other's games stop once the sequential test over all games is decided.
#[test]
fn parts_stop_together() {
    let folder = TempDir::new().expect("a temporary folder");
    let spawn = |part: &str| {
        let mut command = match_command(folder.path());
        command
            .args(UNEQUAL)
            .args(["--concurrency", "1", "--shard", part, "--json"]);
        command
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("the program runs")
    };
    let parts = ["1/2", "2/2"].map(spawn);
    for part in parts {
        let output = part.wait_with_output().expect("the program ends");
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let end: Value = serde_json::from_str(text.lines().last().expect("a last line")).expect("JSON");
        assert_eq!(end["standings"]["sprt"]["verdict"], "H1", "{end}");
    }
    let rounds = |part: u32| {
        let text = fs::read_to_string(folder.path().join(format!("part-{part}.pgn"))).expect("the games are written");
        text.matches("[Round ").count()
    };
    assert!(
        rounds(1) > 0 && rounds(2) > 0 && rounds(1) + rounds(2) < 300,
        "{} and {}",
        rounds(1),
        rounds(2)
    );
    // A part that starts after the decision plays no games.
    let late = Tournament::play_in(folder, &[&UNEQUAL, ["--shard", "2/2", "--resume"].as_slice()].concat());
    assert_eq!(
        (late.games.len(), &late.standings["sprt"]["verdict"]),
        (0, &Value::from("H1"))
    );
}

/// Five engines of different strength, whose games are deterministic.
const FIVE: [&str; 18] = [
    "-e",
    "self name=A nodes=300",
    "-e",
    "self name=B nodes=100",
    "-e",
    "self name=C nodes=30",
    "-e",
    "self name=D nodes=10",
    "-e",
    "self name=E nodes=3",
    "--each",
    "option.Hash=1",
    "--random-plies",
    "4",
    "--max-moves",
    "60",
    "--pgn",
    "games.pgn",
];

/// Plays a tournament of five engines in full and again with an interruption, and checks that the games are identical.
fn five(arguments: &[&str]) -> Tournament {
    let all = [&FIVE, arguments].concat();
    let whole = Tournament::play(&all);
    whole.assert_faultless();
    let text = fs::read_to_string(whole.path("games.pgn")).expect("the games are written");
    let games: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    assert_eq!(
        (games.len(), &whole.standings["scheduled"]),
        (whole.games.len(), &Value::from(games.len()))
    );
    let cut = TempDir::new().expect("a temporary folder");
    fs::write(cut.path().join("games.pgn"), &text[..games[games.len() / 2] + 20]).expect("a file");
    let resumed = Tournament::play_in(cut, &[&all, ["--resume"].as_slice()].concat());
    assert_eq!(resumed.games.len(), games.len() - games.len() / 2);
    assert_eq!(resumed.standings, whole.standings);
    whole
}

fn list<'a>(standings: &'a Value, name: &str) -> &'a Vec<Value> {
    standings[name].as_array().expect("a list")
}

#[test]
fn swiss_tournaments() {
    let arguments = [
        "--variant",
        "leap,shatranj",
        "--format",
        "swiss",
        "--csv",
        "t.csv",
        "--html",
        "t.html",
    ];
    let played = five(&arguments);
    let standings = &played.standings;
    // The tournament has three rounds of two duels with two games, in two variants.
    assert_eq!(played.games.len(), 3 * 2 * 2 * 2);
    for variant in ["leap", "shatranj"] {
        let of_variant = |line: &&Value| line["variant"] == variant;
        let duels: Vec<&Value> = list(standings, "duels").iter().filter(of_variant).collect();
        let mut engines: Vec<String> = duels.iter().map(|duel| duel["engines"].to_string()).collect();
        engines.sort();
        engines.dedup();
        assert_eq!(engines.len(), 6, "none meet twice: {duels:?}");
        let places: Vec<&Value> = list(standings, "placings").iter().filter(of_variant).collect();
        let points: f64 = places.iter().filter_map(|place| place["points"].as_f64()).sum();
        assert_eq!(points, 3.0 * 6.0, "two points for each duel and bye");
        assert!(places.is_sorted_by(|a, b| a["points"].as_f64() >= b["points"].as_f64()));
    }
    let csv = fs::read_to_string(played.path("t.csv")).expect("it is written");
    assert!(
        csv.starts_with("variant,place,engine,points,buchholz,sonneborn_berger,opponent_1,points_1,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 11);
    assert!(csv.contains(",bye,2"), "{csv}");
    let html = fs::read_to_string(played.path("t.html")).expect("it is written");
    assert!(html.contains("<th>Buchholz</th>"), "{html}");
}

#[test]
fn knockout_tournaments() {
    let arguments = [
        "--variant",
        "leap",
        "--format",
        "knockout",
        "--deciders",
        "1",
        "--csv",
        "t.csv",
        "--html",
        "t.html",
    ];
    let played = five(&arguments);
    let duels = list(&played.standings, "duels");
    assert_eq!(duels.len(), 4, "every engine but one loses");
    let rounds: Vec<&Value> = duels.iter().map(|duel| &duel["round"]).collect();
    assert_eq!(rounds, [1, 2, 2, 3], "three have a bye");
    assert_eq!(duels[0]["engines"], serde_json::json!(["D", "E"]));
    let last = &duels[3];
    assert!(list(last, "engines").contains(&last["winner"]), "{last}");
    let csv = fs::read_to_string(played.path("t.csv")).expect("it is written");
    assert!(
        csv.starts_with("variant,round,engine,opponent,points,opponent_points,winner\nleap,1,D,E,"),
        "{csv}"
    );
    let html = fs::read_to_string(played.path("t.html")).expect("it is written");
    assert!(
        html.contains("class=\"bracket\"") && html.contains("rowspan=\"8\""),
        "{html}"
    );
}
