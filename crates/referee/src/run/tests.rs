//! Tests of resumed and merged runs, without engines.

use std::fs;

use super::*;
use crate::adjudication::AdjudicationRules;
use crate::engine::{EngineSpec, Timeouts};
use crate::limits::Limits;
use crate::openings::Opening;
use crate::schedule::Format;
use crate::tournament::{Participant, VariantSpec, round_tag};
use kurier_formats::pgn::{self, GameRecord, GameResult};
use kurier_rules::rules::Catalogue;
use kurier_series::sprt::Verdict;

/// Returns a tournament of engines that are never started.
fn tournament(engines: &[&str], pairs: usize) -> Tournament {
    let participant = |name: &&str| Participant {
        name: (*name).to_owned(),
        spec: EngineSpec::default(),
        limits: Limits::default(),
        unsupported: Vec::new(),
    };
    Tournament {
        event: "test".to_owned(),
        participants: engines.iter().map(participant).collect(),
        variants: vec![VariantSpec {
            definition: Catalogue::built_in().get("leap").expect("a built-in game"),
            openings: vec![Opening::default()],
            endgames: None,
        }],
        format: Format::RoundRobin,
        pairs,
        adjudication: AdjudicationRules::default(),
        timeouts: Timeouts::default(),
        concurrency: 1,
        openings: "seed 1".to_owned(),
        live: None,
    }
}

#[test]
fn both_games_of_a_pair_belong_to_one_shard() {
    let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().expect("a shard"));
    for index in 0..30 {
        let slot = Slot {
            index,
            round: 0,
            variant: 0,
            white: 0,
            black: 1,
            opening: 0,
        };
        let found: Vec<bool> = shards.iter().map(|shard| shard.includes(slot.pair())).collect();
        assert_eq!(found.iter().filter(|found| **found).count(), 1, "game {index}");
        assert!(found[index / 2 % 3], "game {index}");
    }
}

/// Returns the PGN of the games of a shard, all of which the first engine wins.
fn won_games(tournament: &Tournament, shard: Shard) -> String {
    let name = |engine: usize| tournament.participants[engine].name.clone();
    let schedule = tournament.schedule();
    let slots = schedule.slots().iter().filter(|slot| shard.includes(slot.pair()));
    let game = |slot: &Slot| {
        let tags = [
            ("Round", round_tag(slot.index)),
            ("White", name(slot.white)),
            ("Black", name(slot.black)),
            ("Conditions", tournament.conditions(*slot)),
        ];
        pgn::text(&GameRecord {
            tags: tags.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            variant: tournament.variants[slot.variant].definition.name.clone(),
            result: match slot.white {
                0 => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            },
            termination: "normal".to_owned(),
            ..GameRecord::default()
        })
    };
    slots.map(game).collect()
}

#[test]
fn runs_resume_and_merge_recorded_games() {
    let folder = std::env::temp_dir().join(format!("kurier-run-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let pgn = folder.join("part-{part}.pgn");
    let tournament = tournament(&["A", "B"], 20);
    let shards = ["1/2", "2/2"].map(|text| text.parse::<Shard>().expect("a shard"));
    let files = shards.map(|shard| shard.path(&pgn));
    for (shard, file) in shards.iter().zip(&files) {
        fs::write(file, won_games(&tournament, *shard)).expect("a file");
    }
    let sprt: Option<Sprt> = "elo1=100".parse().ok();

    let merged = Run::merge(&tournament, sprt, &files).expect("the games of the tournament");
    assert_eq!((merged.resumed(), merged.report().verdict()), (40, Some(Verdict::H1)));
    let twice = Run::merge(&tournament, sprt, &[files[0].clone(), files[0].clone()]);
    let error = twice.expect_err("each game is there twice").to_string();
    assert!(
        error.ends_with("round 1.1 occurs twice, or also in another file"),
        "{error}"
    );

    let config = RunConfig {
        sprt,
        pgn: Some(pgn),
        resume: true,
        shard: Some(shards[1]),
        logs: folder.clone(),
    };
    let mut run = Run::open(&tournament, config.clone()).expect("the files of both shards");
    assert_eq!((run.resumed(), run.report().standings.games()), (20, 40));
    let played = run.play(&AtomicBool::new(false), |_, _| unreachable!("the test is decided"));
    played.expect("nothing to play");
    drop(run);
    let refused = Run::open(
        &tournament,
        RunConfig {
            resume: false,
            ..config
        },
    );
    assert!(refused.is_err_and(|error| error.to_string().contains("already has games")));
    fs::remove_dir_all(folder).expect("the folder of this test");
}

#[test]
fn an_sprt_needs_two_engines() {
    let three = tournament(&["A", "B", "C"], 1);
    let error = Run::merge(&three, "elo1=5".parse().ok(), &[]).expect_err("three engines");
    assert_eq!(error.to_string(), "an SPRT needs exactly two engines");
}
