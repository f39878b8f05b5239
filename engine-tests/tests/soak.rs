//! Soak test: very fast games of Kurier against itself, in every core variant and between both protocols. There must be
//! no crash, no illegal move, no loss on time and no disagreement between engine and referee.
//!
//! The short form runs with all tests. The long form takes hours: `KURIER_SOAK=1000 cargo test --release -p
//! engine-tests --test soak -- --nocapture`. The variable sets the number of games per variant and tournament.

use std::sync::Arc;

use engine_tests::long_form;
use engine_tests::tournament::Tournament;
use kurier_protocol::xboard::is_playable;
use kurier_rules::rules::{Catalogue, Definition};

/// Returns the number of games per variant and tournament: the value of `KURIER_SOAK`, or `few` if it is not set.
fn games(few: u32) -> u32 {
    long_form::number("KURIER_SOAK").unwrap_or(few)
}

/// Returns the time by which a move may be late, in milliseconds. The long form should run on an otherwise idle
/// machine, or with a larger `KURIER_SOAK_MARGIN`. The short form runs next to many other tests, whose load causes
/// delays that are not the engine's fault.
fn margin() -> String {
    let long = std::env::var_os("KURIER_SOAK").is_some();
    let asked = std::env::var("KURIER_SOAK_MARGIN").ok().filter(|_| long);
    asked.unwrap_or_else(|| if long { "50" } else { "2000" }.to_owned())
}

/// Returns the names of all core variants that fulfil a condition, separated by commas.
fn variants(wanted: impl Fn(&Definition) -> bool) -> String {
    let catalogue = Catalogue::built_in();
    let wanted = catalogue
        .core()
        .filter(|definition: &&Arc<Definition>| wanted(definition));
    wanted
        .map(|definition| definition.name.as_str())
        .collect::<Vec<_>>()
        .join(",")
}

/// Plays a tournament and asserts that it has no faults.
fn soak(kind: &str, variants: &str, engines: [&str; 2], games: u32, more: &[&str]) -> Tournament {
    let (games, margin) = (games.to_string(), margin());
    let arguments = [
        "-e",
        engines[0],
        "-e",
        engines[1],
        "--each",
        "option.Hash=2",
        "--variant",
        variants,
        "--games",
        &games,
        "--random-plies",
        "6",
        "--margin",
        &margin,
        "--max-moves",
        "300",
    ];
    let tournament = Tournament::play(&[&arguments, more].concat());
    let count = variants.split(',').count() * games.parse::<usize>().expect("a number");
    assert_eq!(tournament.games.len(), count.next_multiple_of(2));
    tournament.assert_faultless();
    let plies: u64 = tournament.games.iter().filter_map(|game| game["plies"].as_u64()).sum();
    println!(
        "{kind}: {count} games, {plies} plies, no faults; {}",
        tournament.standings["white"]
    );
    tournament
}

#[test]
fn fast_games_by_the_clock() {
    let clock = ["--tc", "0.01+0.001"];
    let both = variants(is_playable);
    let engines = ["self name=UCI", "self proto=xboard name=XBoard"];
    soak("10 ms + 1 ms, UCI and XBoard", &both, engines, games(2), &clock);
    let others = variants(|definition| !is_playable(definition));
    soak(
        "10 ms + 1 ms, UCI",
        &others,
        ["self name=A", "self name=B ponder=on"],
        games(2),
        // A pondering engine keeps a core busy on its opponent's time too, so play one game at a time.
        &[clock.as_slice(), &["--concurrency", "1"]].concat(),
    );
}

/// Checks games at 50 ms per ten moves, in which the engine is always short of time.
#[test]
fn time_trouble_without_end() {
    let engines = ["self name=UCI", "self proto=xboard name=XBoard"];
    let variants = variants(is_playable);
    soak(
        "10 moves in 50 ms, UCI and XBoard",
        &variants,
        engines,
        games(2),
        &["--tc", "10/0.05"],
    );
}

#[test]
fn games_of_few_nodes() {
    let all = variants(|_| true);
    soak(
        "200 nodes, UCI",
        &all,
        ["self name=A", "self name=B"],
        games(2),
        &["--nodes", "200"],
    );
    let both = variants(is_playable);
    let engines = ["self name=UCI nodes=200", "self proto=xboard name=XBoard depth=3"];
    soak("200 nodes and depth 3, UCI and XBoard", &both, engines, games(2), &[]);
}

/// Checks that an engine scores exactly half of the points against itself if the games are deterministic.
#[test]
fn nobody_is_better_than_himself_at_fixed_nodes() {
    let engines = ["self name=A", "self name=B"];
    let tournament = soak(
        "null test, nodes",
        "courier,leap",
        engines,
        games(20),
        &["--nodes", "100"],
    );
    let [wins, _, losses] = tournament.tally("A");
    assert_eq!(wins, losses);
    let pairs = tournament.engine("A")["pentanomial"].as_array().expect("five counts");
    assert!(
        pairs.iter().enumerate().all(|(index, count)| index == 2 || count == 0),
        "every pair is even: {pairs:?}"
    );
}

/// Checks that an engine scores about half of the points against itself if the games are limited by time. Results are
/// then random, and the 95 % confidence interval excludes zero once in 20 runs. The test has too few games to be
/// strict, so it fails only on results that chance produces once in many thousand runs.
#[test]
fn nobody_is_better_than_himself_at_fixed_time() {
    let engines = ["self name=A", "self name=B"];
    let time = ["--tc", "0.02+0.002"];
    let tournament = soak("null test, time", "leap-optional", engines, games(30), &time);
    let line = tournament.engine("A");
    println!("null test, time: {line}");
    let (score, pairs) = (line["score"].as_f64().expect("a number"), games(30) / 2);
    // The standard deviation of a pair's score is at most one half; four standard errors are allowed.
    let error = 4.0 * 0.5 / f64::from(pairs).sqrt();
    assert!((score - 0.5).abs() < error, "{line}");
}
