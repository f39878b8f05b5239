//! Plays the games of a run: the referee runs matches between two processes of one engine with different options.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use kurier_referee::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use kurier_referee::engine::{EngineOption, EngineSpec, Timeouts};
use kurier_referee::limits::Limits;
use kurier_referee::schedule::Format;
use kurier_referee::standings::Standings;
use kurier_referee::tournament::{Participant, Tournament, TournamentError, VariantSpec};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Parameter, Run};

/// The settings of a run that are not part of its saved state, [`Run`].
#[derive(Clone, Debug)]
pub struct Plan {
    /// A Kurier program built with the feature `tunable`.
    pub engine: PathBuf,
    /// The variants, each with at least one opening. The iterations play the variants in turn.
    pub variants: Vec<VariantSpec>,
    /// The number of nodes to search for each turn.
    pub nodes: u64,
    /// The number of pairs of games per iteration.
    pub pairs: usize,
    /// The number of concurrent games.
    pub concurrency: usize,
    /// The size of each engine's transposition table, in MiB.
    pub hash: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The reasons why a run cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// The engine cannot be run.
    #[error("{0}: {1}")]
    Engine(PathBuf, std::io::Error),
    /// The engine has no parameter with a requested name. The second string lists the parameters that the engine has.
    #[error("the engine has no parameter '{0}' (is it built with --features tunable?); it has: {1}")]
    Unknown(String, String),
    /// The games cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

/// Starts an engine and returns parameters that the engine declares among its UCI options: the parameters in `names`,
/// or all parameters if `names` is empty. Options that begin with a lower-case letter are parameters of the search.
///
/// # Errors
/// Fails if the engine does not start, has no parameters, or has no parameter with one of the names.
pub fn declared(engine: &Path, names: &[String]) -> Result<Vec<Parameter>, SpsaError> {
    let failed = |error| SpsaError::Engine(engine.to_owned(), error);
    let mut child = Command::new(engine)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        std::io::Write::write_all(&mut input, b"uci\nquit\n").map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let known: Vec<Parameter> = text.lines().filter_map(parse_parameter).collect();
    if names.is_empty() && !known.is_empty() {
        return Ok(known);
    }
    let find = |name: &String| known.iter().find(|parameter| parameter.name == *name).cloned();
    let list = || {
        known
            .iter()
            .map(|parameter| parameter.name.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let unknown = |name: &String| SpsaError::Unknown(name.clone(), list());
    if names.is_empty() {
        return Err(SpsaError::Unknown("any".into(), "none".into()));
    }
    names
        .iter()
        .map(|name| find(name).ok_or_else(|| unknown(name)))
        .collect()
}

/// Parses the line `option name NAME type spin default D min A max B`. Returns `None` for all other lines, and if NAME
/// does not begin with a lower-case letter.
fn parse_parameter(line: &str) -> Option<Parameter> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [
        "option",
        "name",
        name,
        "type",
        "spin",
        "default",
        default,
        "min",
        min,
        "max",
        max,
    ] = words[..]
    else {
        return None;
    };
    if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return None;
    }
    Some(Parameter::new(
        name,
        default.parse().ok()?,
        min.parse().ok()?,
        max.parse().ok()?,
    ))
}

/// Continues a run until all planned iterations are done or `cancelled` is set. After each iteration, `on_iteration`
/// receives the run.
///
/// # Errors
/// Fails if the engine cannot be started or the games cannot be played.
pub fn tune(
    run: &mut Run,
    plan: &Plan,
    cancelled: &AtomicBool,
    mut on_iteration: impl FnMut(&Run),
) -> Result<(), SpsaError> {
    while run.done < run.planned && !cancelled.load(Ordering::Relaxed) {
        // Each iteration has a separate random stream, so that a resumed run makes the same choices as an uninterrupted
        // run.
        let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
        random.set_stream(run.done.into());
        let direction = run.perturb(&mut random);
        let players = run.players(&direction, &mut random);
        let Some(result) = play(run, plan, players, cancelled)? else {
            break;
        };
        run.update(&direction, result);
        on_iteration(run);
    }
    Ok(())
}

/// Plays the games of an iteration. Returns the wins minus the losses of the first player, or `None` if not all games
/// were played, because `cancelled` was set.
fn play(run: &Run, plan: &Plan, players: [Vec<i32>; 2], cancelled: &AtomicBool) -> Result<Option<f64>, SpsaError> {
    let participant = |(name, values): (&str, &Vec<i32>)| {
        let named = run
            .parameters
            .iter()
            .map(|parameter| parameter.name.clone())
            .zip(values.iter().map(i32::to_string));
        let options = std::iter::once(("Hash".to_owned(), plan.hash.to_string())).chain(named);
        Participant {
            name: name.to_owned(),
            spec: EngineSpec {
                name: name.to_owned(),
                program: plan.engine.clone(),
                options: options
                    .map(|(name, value)| EngineOption {
                        name,
                        value,
                        required: true,
                    })
                    .collect(),
                ..EngineSpec::default()
            },
            limits: Limits {
                nodes: Some(plan.nodes),
                ..Limits::default()
            },
            unsupported: Vec::new(),
        }
    };
    // Iterations use the variants in rotation, and the openings of each variant in rotation.
    let variants = plan.variants.len();
    let mut variant = plan.variants[run.done as usize % variants].clone();
    let used = run.done as usize / variants * plan.pairs % variant.openings.len();
    variant.openings.rotate_left(used);
    let mut tournament = Tournament {
        event: "SPSA".into(),
        participants: ["plus", "minus"].into_iter().zip(&players).map(participant).collect(),
        variants: vec![variant],
        format: Format::RoundRobin,
        pairs: plan.pairs,
        adjudication: AdjudicationRules {
            resign: Some(ResignRule { moves: 4, score: 700 }),
            draw: Some(DrawRule {
                from: 80,
                moves: 8,
                score: 10,
            }),
            max_moves: Some(250),
        },
        timeouts: Timeouts::default(),
        concurrency: plan.concurrency,
        openings: String::new(),
        live: None,
    };
    match tournament.prepare(cancelled) {
        Err(TournamentError::Cancelled) => return Ok(None),
        prepared => _ = prepared?,
    }
    let mut standings = Standings::default();
    tournament.run(
        &mut tournament.schedule(),
        |_| true,
        cancelled,
        |game, _| {
            standings.add(game.outcome());
            ControlFlow::Continue(())
        },
    );
    if standings.games() < 2 * plan.pairs {
        return Ok(None);
    }
    let tally = standings.of(0, None).tally;
    Ok(Some(f64::from(tally.wins) - f64::from(tally.losses)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_from_an_engines_options() {
        let line = "option name razoring_depth type spin default 4 min 0 max 10";
        assert_eq!(parse_parameter(line), Some(Parameter::new("razoring_depth", 4, 0, 10)));
        for other in [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name razoring_depth type check default true",
            "option name razoring_depth type spin default x min 0 max 10",
            "uciok",
        ] {
            assert_eq!(parse_parameter(other), None, "{other}");
        }
    }
}
