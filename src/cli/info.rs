//! `kurier variants`, `kurier moves` and `kurier status`: the variants, the legal moves and the state of a game.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value as Json, json};

use super::args::PositionArgs;
use super::error::CliError;
use kurier_diagram::words;
use kurier_engine::session::Board;
use kurier_rules::rules::{BareKing, Captured, Catalogue, Definition, Fate, Stalemate, Starts};

/// The arguments of `kurier variants`.
#[derive(Args, Debug)]
pub(super) struct Variants {
    /// Describe this variant
    name: Option<String>,
    /// Print the variant's file, as a template for your own variant
    #[arg(long, requires = "name")]
    toml: bool,
    /// List only variants in whose description, family or pieces all of these words occur
    #[arg(long, value_name = "WORDS", conflicts_with = "name")]
    search: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "toml")]
    json: bool,
}

/// Lists the variants by family, or describes one of them.
pub(super) fn variants(out: &mut impl Write, catalogue: &Catalogue, arguments: &Variants) -> Result<(), CliError> {
    let one = arguments.name.as_ref().map(|name| catalogue.find(name)).transpose()?;
    if arguments.json {
        let games: Vec<Json> = match &one {
            Some(definition) => vec![in_json(definition)],
            None => found(catalogue, arguments)
                .into_iter()
                .flat_map(|(_, games)| games)
                .map(|definition| in_json(definition))
                .collect(),
        };
        return Ok(writeln!(out, "{}", Json::Array(games))?);
    }
    match one {
        None => list(out, &found(catalogue, arguments)),
        Some(definition) if arguments.toml => match Catalogue::file_of(&definition.name) {
            Some(text) => Ok(write!(out, "{text}")?),
            None => Err(CliError::Other(
                format!("{} is not built in: its file is yours", definition.name).into(),
            )),
        },
        Some(definition) => describe(out, &definition),
    }
}

/// Returns a variant as a JSON object.
fn in_json(definition: &Definition) -> Json {
    let pieces = definition.pieces.iter().map(|piece| {
        json!({ "letter": piece.letter.to_string(), "name": piece.name, "move": piece.betza, "royal": piece.royal })
    });
    json!({
        "name": definition.name,
        "title": definition.title,
        "family": definition.family,
        "summary": definition.summary,
        "history": definition.history,
        "link": definition.link,
        "files": definition.shape.files(),
        "ranks": definition.shape.ranks(),
        "levels": definition.shape.levels(),
        "start": definition.start,
        "starts": definition.starts.as_ref().map(starts_in_json),
        "pieces": pieces.collect::<Vec<_>>(),
    })
}

/// Returns the start positions to choose from as a JSON object.
fn starts_in_json(starts: &Starts) -> Json {
    match starts {
        Starts::Arrays(arrays) => {
            let all = arrays.all.iter();
            let arrays: Vec<Json> = all
                .map(|array| json!({ "name": array.name, "title": array.title }))
                .collect();
            json!({ "arrays": arrays })
        }
        Starts::Shuffle(shuffle) => json!({ "orders": shuffle.count(), "mirrored": shuffle.mirrored }),
    }
}

/// Prints a variant: title, summary, history, special rules, link and pieces.
pub(super) fn describe(out: &mut impl Write, definition: &Definition) -> Result<(), CliError> {
    writeln!(out, "{} ({}, {})", definition.title, definition.name, definition.shape)?;
    if !definition.summary.is_empty() {
        writeln!(out, "{}", definition.summary)?;
    }
    if !definition.history.is_empty() {
        writeln!(out, "{}", definition.history)?;
    }
    for start in words::of_starts(definition) {
        writeln!(out, "{start}")?;
    }
    for end in ends(definition) {
        writeln!(out, "{end}")?;
    }
    if !definition.link.is_empty() {
        writeln!(out, "{}", definition.link)?;
    }
    writeln!(out)?;
    pieces(out, definition)
}

/// Returns a sentence for each rule on captures or on the end of the game that differs from chess.
fn ends(definition: &Definition) -> Vec<&'static str> {
    let (ends, captures) = (&definition.ends, &definition.captures);
    let rules = [
        (captures.mandatory, "Who can capture must capture."),
        (
            captures.chained,
            "A piece that has captured continues to capture in the same turn if it can.",
        ),
        (
            definition.prelude.as_ref().is_some_and(|prelude| !prelude.optional),
            "Each side begins with prescribed moves.",
        ),
        (
            definition.prelude.as_ref().is_some_and(|prelude| prelude.optional),
            "Each side may begin with moves that its pieces do not have later.",
        ),
        (
            definition.blast.is_some(),
            "A capture also removes the capturing piece and pieces around it.",
        ),
        (
            definition
                .hand
                .is_some_and(|hand| hand.captured == Captured::ChangesSides),
            "Captured pieces change sides and are dropped on empty squares.",
        ),
        (
            definition.hand.is_some_and(|hand| hand.captured == Captured::Lost),
            "Pieces in hand are dropped on empty squares.",
        ),
        (
            ends.stalemate == Stalemate::Loss,
            "A player without a legal move loses.",
        ),
        (
            matches!(ends.stalemate, Stalemate::Win),
            "A player without a legal move wins, unless it is checkmate.",
        ),
        (
            matches!(ends.stalemate, Stalemate::FewerWin | Stalemate::MoreWin),
            "If a player has no legal move, the number of pieces decides.",
        ),
        (ends.checkmate == Fate::Wins, "Checkmate loses."),
        (definition.kings.types == [None; 2], "Neither side has a single king."),
        (definition.has_passing(), "A turn may be passed."),
        (
            definition.counts_royal(),
            "The number of royal pieces decides whether they are royal.",
        ),
        (
            definition.kings.successors != 0,
            "A checkmated king may change places with a successor.",
        ),
        (definition.kings.checks_forbidden, "No move may give check."),
        (
            definition.kings.facing_forbidden.any(),
            "The kings may not face each other.",
        ),
        (!ends.flags.is_empty(), "Who gets to a certain region wins."),
        (
            !ends.extinctions.is_empty(),
            "The number of pieces left may decide the game.",
        ),
        (!ends.connections.is_empty(), "Pieces in a row decide the game."),
        (ends.checks > 0, "A number of checks wins."),
        (
            ends.counting.is_some(),
            "A count of moves draws endgames without pawns.",
        ),
        (
            ends.bare_king == BareKing::Loses,
            "A player with nothing but the king loses.",
        ),
        (
            ends.bare_king == BareKing::LosesUnlessAnswered,
            "A player with nothing but the king loses, unless the next move bares the other king too.",
        ),
        (
            !ends.promotion_set.is_empty(),
            "A promotion that completes a set of pieces wins.",
        ),
    ];
    rules
        .into_iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, rule)| rule)
        .collect()
}

/// Prints the pieces of a variant: letter, name, and moves in Betza notation.
pub(super) fn pieces(out: &mut impl Write, definition: &Definition) -> Result<(), CliError> {
    let width = definition
        .pieces
        .iter()
        .map(|piece| piece.name.chars().count())
        .max()
        .unwrap_or(0);
    for piece in &definition.pieces {
        writeln!(out, "  {}  {:<width$}  {}", piece.letter, piece.name, piece.betza)?;
    }
    Ok(())
}

/// Variants of one family, with the family's name.
type Family<'a> = (&'a str, Vec<&'a Arc<Definition>>);

/// Returns the variants by family. If the arguments contain words to search for, returns only the variants whose
/// descriptions contain all of them.
fn found<'a>(catalogue: &'a Catalogue, arguments: &Variants) -> Vec<Family<'a>> {
    let words = arguments.search.as_deref().unwrap_or_default().to_lowercase();
    let mut families = catalogue.families();
    for (_, games) in &mut families {
        games.retain(|game| words.split_whitespace().all(|word| description(game).contains(word)));
    }
    families.retain(|(_, games)| !games.is_empty());
    families
}

/// Returns the text in which a search looks for words: everything that is said about a variant, in lower case.
fn description(game: &Definition) -> String {
    let shape = game.shape.to_string();
    let mut texts: Vec<&str> = vec![
        &game.name,
        &game.title,
        &game.family,
        &game.summary,
        &game.history,
        &shape,
    ];
    texts.extend(game.aliases.iter().map(String::as_str));
    texts.extend(game.pieces.iter().map(|piece| piece.name.as_str()));
    texts.join("\n").to_lowercase()
}

/// Prints the name, size and title of every variant, family by family.
fn list(out: &mut impl Write, families: &[Family<'_>]) -> Result<(), CliError> {
    let games = families.iter().flat_map(|(_, games)| games);
    let width = games.map(|game| game.name.len()).max().unwrap_or(0);
    for (index, (family, games)) in families.iter().enumerate() {
        let blank = if index > 0 { "\n" } else { "" };
        let heading = if family.is_empty() { "Other games" } else { family };
        writeln!(out, "{blank}{heading}")?;
        for game in games {
            writeln!(out, "  {:<width$}  {:<5}  {}", game.name, game.shape, game.title)?;
        }
    }
    Ok(())
}

/// A position and the format in which to print facts about it.
#[derive(Args, Debug)]
pub(super) struct PositionQuery {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the legal moves.
pub(super) fn moves(out: &mut impl Write, board: &Board, json: bool) -> Result<(), CliError> {
    if json {
        let mut turns = board.turns();
        turns.sort_by_cached_key(|turn| board.spell(turn));
        let turns = turns
            .iter()
            .map(|turn| json!({ "move": board.spell(turn), "san": board.san(turn) }));
        return Ok(writeln!(out, "{}", Json::Array(turns.collect()))?);
    }
    for turn in board.spelled_turns() {
        writeln!(out, "{turn}")?;
    }
    Ok(())
}

/// Prints the result of the game, or the side to move and the number of legal moves if the game is not over.
pub(super) fn status(out: &mut impl Write, board: &Board, json: bool) -> Result<(), CliError> {
    if json {
        let outcome = board.outcome();
        let status = json!({
            "fen": board.fen(),
            "over": outcome.is_some(),
            "result": outcome.map(|outcome| outcome.result()),
            "reason": outcome.map(|outcome| outcome.reason.text()),
            "check": board.in_check(),
            "moves": if outcome.is_some() { 0 } else { board.turns().len() },
        });
        return Ok(writeln!(out, "{status}")?);
    }
    if let Some(outcome) = board.outcome() {
        writeln!(out, "{} ({})", outcome.result(), outcome.reason.text())?;
        return Ok(());
    }
    let side = board.side().name();
    let check = if board.in_check() { ", in check" } else { "" };
    writeln!(
        out,
        "ongoing\n{side} to move{check}, {} legal moves",
        board.turns().len()
    )?;
    Ok(())
}
