//! Counts the instructions of move generation, evaluation and search under Valgrind and compares them with recorded
//! figures, so that speed is not lost by accident. Unlike times, which vary by several per cent from run to run, the
//! counts hardly vary.
//!
//! ```text
//! cargo run --release -p engine-tests --bin instructions              # show
//! cargo run --release -p engine-tests --bin instructions -- --check   # fail if anything got slower
//! cargo run --release -p engine-tests --bin instructions -- --record  # write the figures of this build
//! ```
//!
//! Every workload runs twice, the second time with almost no work. The difference is recorded, which excludes start-up.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use engine_tests::{games, kurier_binary, perft_data};
use kurier_engine::eval::{EvalState, Evaluation, Weights};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;
use rayon::prelude::*;

/// The allowed increase over the recorded figure, in per cent.
const TOLERANCE: f64 = 1.0;

/// A workload: its name, its arguments except the last one, and two values for the last argument, which is the amount
/// of work: one for the full run and one for the small run.
type Workload = (&'static str, &'static [&'static str], [&'static str; 2]);

/// The workloads. `kurier` runs them, except `evaluate`, which is a command of this program.
const WORKLOADS: [Workload; 10] = [
    ("perft courier", &["perft", "courier"], ["4", "1"]),
    ("perft leap-multi", &["perft", "leap-multi"], ["6", "1"]),
    ("perft courierleapale", &["perft", "courierleapale"], ["3", "1"]),
    ("evaluate courier", &["evaluate", "courier"], ["200", "1"]),
    ("evaluate leap-multi", &["evaluate", "leap-multi"], ["200", "1"]),
    ("evaluate courierleapale", &["evaluate", "courierleapale"], ["100", "1"]),
    (
        "search courier",
        &["analyze", "courier", "--plain", "--hash", "1", "--nodes"],
        ["30000", "1"],
    ),
    (
        "search chess",
        &["analyze", "chess", "--plain", "--hash", "1", "--nodes"],
        ["30000", "1"],
    ),
    (
        "search leap-multi",
        &["analyze", "leap-multi", "--plain", "--hash", "1", "--nodes"],
        ["30000", "1"],
    ),
    (
        "search courierleapale",
        &["analyze", "courierleapale", "--plain", "--hash", "1", "--nodes"],
        ["10000", "1"],
    ),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["evaluate", variant, times] => evaluate(variant, times),
        [] => compare(&figures_file(), false),
        ["--check"] => compare(&figures_file(), true),
        ["--record"] => record(&figures_file()),
        _ => Err("usage: instructions [--check | --record]".into()),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn figures_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/instructions.txt")
}

/// The instruction counts, by workload.
type Figures = BTreeMap<String, u64>;

fn record(file: &Path) -> Result<ExitCode, Box<dyn Error>> {
    let mut text = format!("{}\n", compiler()?);
    for (name, count) in measure_all()? {
        writeln!(text, "{name}: {count}")?;
    }
    std::fs::write(file, &text)?;
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}

fn compare(file: &Path, check: bool) -> Result<ExitCode, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let (recorded_with, lines) = text.split_once('\n').ok_or("no figures are recorded")?;
    let recorded: Figures = lines
        .lines()
        .map(|line| {
            let (name, count) = line.split_once(": ").ok_or_else(|| format!("not a figure: {line}"))?;
            Ok((name.to_owned(), count.parse()?))
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    let mut slower = 0;
    for (name, count) in measure_all()? {
        let Some(before) = recorded.get(&name) else {
            return Err(format!("no figure is recorded for '{name}'").into());
        };
        let change = (count as f64 / *before as f64 - 1.0) * 100.0;
        println!("{name:24} {count:>13}  recorded {before:>13}  {change:+.2} %");
        slower += u32::from(change > TOLERANCE);
    }
    if slower == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("{slower} workloads take over {TOLERANCE} % more instructions than recorded; if that is meant, --record");
    let compiler = compiler()?;
    if compiler != recorded_with {
        println!("not counted as a failure: recorded with {recorded_with}, this is {compiler}");
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(u8::from(check)))
}

/// Returns the version of the compiler, which is recorded with the counts because they depend on it.
fn compiler() -> Result<String, Box<dyn Error>> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn measure_all() -> Result<Figures, String> {
    if cfg!(debug_assertions) {
        return Err("only a release build counts: cargo run --release".into());
    }
    let kurier = kurier_binary();
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let measured = WORKLOADS.par_iter().map(|(name, arguments, amounts)| {
        let program = if arguments[0] == "evaluate" { &own } else { &kurier };
        let [full, small] = amounts.map(|amount| instructions(program, arguments, amount));
        Ok(((*name).to_owned(), full?.saturating_sub(small?)))
    });
    measured.collect()
}

/// Returns the number of instructions that a program executes in all its threads.
fn instructions(program: &Path, arguments: &[&str], amount: &str) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(program).args(arguments).arg(amount);
    let output = command.output().map_err(|error| format!("valgrind: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let count = errors
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match count {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("{command:?}: {errors}")),
    }
}

/// Evaluates all positions of the perft data of a variant `times` times, without a network.
fn evaluate(variant: &str, times: &str) -> Result<ExitCode, Box<dyn Error>> {
    let definition = games::definition(variant);
    let times = times.parse()?;
    with_width!(definition.shape, W => evaluate_positions::<W>(&definition, times));
    Ok(ExitCode::SUCCESS)
}

fn evaluate_positions<const W: usize>(definition: &Arc<Definition>, times: u32) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let weights = Weights::built_in(definition);
    let evaluation = Evaluation::new(variant.clone(), Arc::new(weights.into()));
    let cases = perft_data::cases()
        .into_iter()
        .filter(|case| case.variant == definition.name);
    let mut positions: Vec<_> = cases
        .filter_map(|case| Position::from_fen(variant.clone(), &case.fen).ok())
        .map(|position| (EvalState::new(&evaluation, &position), position))
        .collect();
    for _ in 0..times {
        for (state, position) in &mut positions {
            black_box(evaluation.evaluate(position, state));
        }
    }
}
