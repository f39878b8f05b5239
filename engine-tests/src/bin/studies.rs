//! Generates `docs/data/studies.tsv`, from which the table of `docs/studies.md` is made, from the `study.json` files of
//! studies. The page of each study must be `docs/studies/GAME.html`.
//!
//! ```text
//! kurier study courier --folder courier-study
//! cp courier-study/study.html docs/studies/courier.html
//! cargo run -p engine-tests --bin studies -- courier-study/study.json > docs/data/studies.tsv
//! cargo run -p engine-tests --bin tables
//! ```

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use engine_tests::tables;
use serde::Deserialize;

/// The numbers of a study that the table shows.
#[derive(Deserialize)]
struct Study {
    game: String,
    nodes: u64,
    games: u64,
    score: Option<Estimate>,
    draws: Option<Estimate>,
    length: Option<Quartiles>,
    decided: Option<Quartiles>,
    branching: Option<Estimate>,
    ends: Vec<End>,
}

/// A share or a mean with its 95 % confidence interval.
#[derive(Deserialize)]
struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

/// The quartiles of a distribution, of which only the median is shown.
#[derive(Deserialize)]
struct Quartiles {
    median: f64,
}

/// A reason why games ended, and the share of games that ended for this reason.
#[derive(Deserialize)]
struct End {
    reason: String,
    share: Estimate,
}

fn main() -> ExitCode {
    tables::print(rows)
}

/// Returns the heading and a row for each study.
fn rows(files: &[String]) -> Result<String, Box<dyn Error>> {
    let mut text = "game\tstudy\tgames\tnodes\tWhite\tdraws\tplies\tdecided\tmoves\tends\n".to_owned();
    for file in files {
        let study: Study = serde_json::from_str(&fs::read_to_string(file)?)?;
        let mut ends: Vec<&End> = study.ends.iter().collect();
        ends.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
        let ends: Vec<String> = ends
            .iter()
            .take(2)
            .map(|end| format!("{} {:.0} %", end.reason, 100.0 * end.share.value))
            .collect();
        let median = |quartiles: &Option<Quartiles>| {
            quartiles
                .as_ref()
                .map_or(String::new(), |quartiles| format!("{:.0}", quartiles.median))
        };
        text += &format!(
            "{}\t[page](studies/{}.html)\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
            study.game,
            study.game,
            study.games,
            study.nodes,
            share(study.score.as_ref()),
            share(study.draws.as_ref()),
            median(&study.length),
            median(&study.decided),
            study
                .branching
                .map_or(String::new(), |moves| format!("{:.0}", moves.value)),
            ends.join(", ")
        );
    }
    Ok(text)
}

/// Returns a share with its interval in per cent, or an empty string if there is none.
fn share(estimate: Option<&Estimate>) -> String {
    estimate.map_or(String::new(), |Estimate { value, low, high }| {
        format!("{:.0} % [{:.0}, {:.0}]", 100.0 * value, 100.0 * low, 100.0 * high)
    })
}
