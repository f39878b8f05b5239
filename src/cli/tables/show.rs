//! `kurier tables list`, `show`, `probe` and `check`: the existing tables, and their contents.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value as Json, json};

use super::FolderArgs;
use crate::cli::args::PositionArgs;
use crate::cli::error::CliError;
use crate::cli::games::set_up;
use crate::cli::output::to_stderr;
use kurier_engine::session::{Board, Verdict};
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Color, Definition};
use kurier_rules::with_width;
use kurier_tables::{
    Distance, Game, Longest, Outcome, SideStatistics, Statistics, TableError, TableInfo, Tables, Value,
};

/// The arguments of `kurier tables list`.
#[derive(Args, Debug)]
pub(super) struct List {
    /// The variant [default: all variants]
    variant: Option<String>,
    #[command(flatten)]
    folder: FolderArgs,
    /// Print JSON, one object for each table
    #[arg(long)]
    json: bool,
}

/// The arguments of `kurier tables show`.
#[derive(Args, Debug)]
pub(super) struct Show {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// The class of endings, such as KRvKN
    class: String,
    #[command(flatten)]
    folder: FolderArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `kurier tables probe`.
#[derive(Args, Debug)]
pub(super) struct Probe {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    folder: FolderArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `kurier tables check`.
#[derive(Args, Debug)]
pub(super) struct Check {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    #[command(flatten)]
    folder: FolderArgs,
}

/// Lists the tables.
pub(super) fn list(out: &mut impl Write, catalogue: &Catalogue, arguments: &List) -> Result<(), CliError> {
    let games: Vec<Arc<Definition>> = match &arguments.variant {
        Some(name) => vec![catalogue.find(name)?],
        None => catalogue.iter().cloned().collect(),
    };
    let mut any = false;
    for definition in games {
        with_width!(definition.shape, W => {
            let tables = open::<W>(&definition, &arguments.folder)?;
            for info in tables.infos() {
                any = true;
                match arguments.json {
                    true => writeln!(out, "{}", in_json(tables.game(), &info, arguments.folder.distance()))?,
                    false => writeln!(out, "{}", in_line(&definition, &info))?,
                }
            }
        });
    }
    if !any {
        to_stderr(&format!(
            "there are no tables in {}",
            arguments.folder.folder()?.display()
        ));
    }
    Ok(())
}

/// Shows the statistics of a table.
pub(super) fn show(out: &mut impl Write, catalogue: &Catalogue, arguments: &Show) -> Result<(), CliError> {
    let definition = catalogue.find(&arguments.variant)?;
    with_width!(definition.shape, W => {
        let tables = open::<W>(&definition, &arguments.folder)?;
        let class = tables.game().parse(&arguments.class).map_err(boxed)?;
        let name = class.name(&definition);
        let info = tables.infos().find(|info| info.class == name);
        let info = info.ok_or_else(|| boxed(TableError::Missing { class: name.clone() }))?;
        if arguments.json {
            writeln!(out, "{}", in_json(tables.game(), &info, arguments.folder.distance()))?;
            return Ok(());
        }
        writeln!(out, "{}: {name}, {} kB", definition.name, info.length.div_ceil(1000))?;
        for color in Color::BOTH {
            let side = info.statistics.side(color);
            writeln!(
                out,
                "{color:?} to move: {} positions, wins {}, draws {}, losses {}{}",
                side.positions,
                percent(side.wins, side.positions),
                percent(side.draws(), side.positions),
                percent(side.losses, side.positions),
                late(side),
            )?;
        }
        for color in Color::BOTH {
            let Some(longest) = info.statistics.side(color).longest_win else { continue };
            let fen = tables.game().fen(&class, color, longest);
            write_longest(out, &definition, color, longest, fen.as_deref(), arguments.folder.distance())?;
        }
        Ok(())
    })
}

/// Writes the longest win of a side, with its position.
fn write_longest(
    out: &mut impl Write,
    definition: &Arc<Definition>,
    color: Color,
    longest: Longest,
    fen: Option<&str>,
    distance: Distance,
) -> Result<(), CliError> {
    let Longest { plies, .. } = longest;
    let moves = plies.div_ceil(2);
    writeln!(
        out,
        "\n{color:?} wins in {plies} plies ({moves} moves) at most{}:",
        until(distance)
    )?;
    if let Some(fen) = fen {
        let mut board = Board::new(definition);
        board.set_up(Some(fen))?;
        writeln!(out, "{board}\n{fen}")?;
    }
    Ok(())
}

/// Describes the event to which a table counts plies.
fn until(distance: Distance) -> &'static str {
    match distance {
        Distance::Zeroing => ", counted to the next capture or pawn move",
        Distance::End => ", counted to the end of the game",
    }
}

/// Shows who wins a position, and the result of each turn.
pub(super) fn probe(out: &mut impl Write, catalogue: &Catalogue, arguments: &Probe) -> Result<(), CliError> {
    let board = set_up(catalogue, &arguments.position)?;
    let definition = board.definition();
    with_width!(definition.shape, W => {
        let tables = open::<W>(definition, &arguments.folder)?;
        let variant = tables.game().variant().clone();
        let mut position = Position::<W>::from_fen(variant, &board.fen())?;
        let limit = match arguments.folder.distance() {
            Distance::Zeroing => 2 * u32::from(definition.ends.move_limit),
            Distance::End => u32::MAX,
        };
        let value = tables.probe(&position).map_err(boxed)?;
        let value = value.ok_or_else(|| CliError::Other("no table has this position".into()))?;
        let outcome = value.under_limit(position.halfmoves(), limit);
        let mut turns = Vec::new();
        for turn in board.turns() {
            let after = tables.after(&mut position, &turn).map_err(boxed)?;
            turns.push((board.spell(&turn), after));
        }
        let rank = |value: &Option<Value>| value.map_or((0, 0), |value| match value.outcome {
            Outcome::Win => (3, i32::from(u16::MAX) - i32::from(value.plies)),
            Outcome::Draw => (2, 0),
            Outcome::Loss => (1, i32::from(value.plies)),
        });
        turns.sort_by_key(|(_, value)| std::cmp::Reverse(rank(value)));
        if arguments.json {
            let turns: Vec<Json> = turns.iter().map(|(turn, value)| json!({
                "turn": turn, "result": value.map(|value| word(value.outcome)), "plies": value.map(|value| value.plies),
            })).collect();
            let line = json!({ "result": word(outcome), "without-limit": word(value.outcome), "plies": value.plies, "turns": turns });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        writeln!(out, "{}", Verdict { outcome, value })?;
        for (turn, value) in turns {
            let text = value.map_or("unknown".into(), in_words);
            writeln!(out, "{turn:<8} {text}")?;
        }
        Ok(())
    })
}

/// Checks all tables of a variant by reading them. Stops at the first damaged one.
pub(super) fn check(out: &mut impl Write, catalogue: &Catalogue, arguments: &Check) -> Result<(), CliError> {
    let definition = catalogue.find(&arguments.variant)?;
    with_width!(definition.shape, W => {
        let folder = arguments.folder.folder()?;
        let game = Game::<W>::compile(definition.clone());
        let (tables, refused) = Tables::open(game, &folder, arguments.folder.distance());
        if let Some(error) = refused.into_iter().next() {
            return Err(boxed(error));
        }
        let mut count = 0;
        for info in tables.infos() {
            let class = tables.game().parse(&info.class).map_err(boxed)?;
            tables.check(&class).map_err(boxed)?;
            count += 1;
        }
        writeln!(out, "{}: {count} tables are sound", definition.name)?;
        Ok(())
    })
}

/// Opens the tables of a game, and warns about tables that are refused.
fn open<const W: usize>(definition: &Arc<Definition>, folder: &FolderArgs) -> Result<Tables<W>, CliError> {
    let game = Game::<W>::compile(definition.clone());
    let (tables, refused) = Tables::open(game, &folder.folder()?, folder.distance());
    refused.iter().for_each(|error| to_stderr(&format!("warning: {error}")));
    Ok(tables)
}

/// Converts an error of a table to an error of the command.
pub(super) fn boxed(error: TableError) -> CliError {
    CliError::Other(Box::new(error))
}

/// Formats a share of a whole as a percentage.
pub(super) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Describes the length of the longest win in a table.
pub(super) fn longest_win(statistics: &Statistics) -> String {
    match statistics.longest() {
        None => "no win".into(),
        Some(plies) => format!("longest {plies} plies"),
    }
}

/// Describes how many positions would be decided without the move limit.
fn late(side: &SideStatistics) -> String {
    match side.late {
        0 => String::new(),
        late => format!(
            " ({} would be decided without the move limit)",
            percent(late, side.positions)
        ),
    }
}

/// Describes a table in one line of text.
fn in_line(definition: &Definition, info: &TableInfo) -> String {
    let white = info.statistics.side(Color::White);
    format!(
        "{:<16} {:<10} {:>8} kB  white to move wins {:>7}, loses {:>7}, {}",
        definition.name,
        info.class,
        info.length.div_ceil(1000),
        percent(white.wins, white.positions),
        percent(white.losses, white.positions),
        longest_win(&info.statistics),
    )
}

/// Describes a table in JSON.
pub(super) fn in_json<const W: usize>(game: &Game<W>, info: &TableInfo, distance: Distance) -> Json {
    let class = game.parse(&info.class).ok();
    let side = |color| {
        let side = info.statistics.side(color);
        let fen = |longest: Option<Longest>| game.fen(class.as_ref()?, color, longest?);
        json!({
            "positions": side.positions,
            "wins": side.wins,
            "draws": side.draws(),
            "losses": side.losses,
            "late": side.late,
            "longest-win": side.longest_win.map(|longest| longest.plies),
            "longest-loss": side.longest_loss.map(|longest| longest.plies),
            "longest-win-fen": fen(side.longest_win),
            "longest-loss-fen": fen(side.longest_loss),
        })
    };
    json!({
        "game": game.variant().definition.name,
        "class": info.class,
        "distance": distance.extension(),
        "bytes": info.length,
        "white-to-move": side(Color::White),
        "black-to-move": side(Color::Black),
    })
}

/// Returns the word for a result.
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// Returns a value in words.
fn in_words(value: Value) -> String {
    match value.outcome {
        Outcome::Draw => "draw".into(),
        outcome => format!("{} in {}", word(outcome), value.plies),
    }
}
