//! Says in words what the numbers of a study mean. Each remark names its evidence.

use kurier_rules::rules::{Definition, PieceDefinition};
use serde::Serialize;

use crate::interval::Estimate;
use crate::player::LONGEST_GAME;
use crate::start::Symmetry;
use crate::study::{Piece, Study};

/// The share of draws from which draws count as frequent.
const FREQUENT: f64 = 0.5;
/// The share of draws up to which draws count as rare.
const RARE: f64 = 0.1;
/// The share of unfinished games from which the rules are considered faulty.
const ENDLESS: f64 = 0.02;
/// The score of a first turn is mentioned only if at least this many games began with the turn.
const TRIED: u64 = 20;

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Whether a side has an advantage.
    Balance,
    /// How often games are drawn.
    Draws,
    /// How long games last.
    Length,
    /// How games end.
    Ends,
    /// How many turns a player can choose from.
    Choice,
    /// Which pieces are used.
    Pieces,
    /// What pieces are worth.
    Values,
    /// When games are decided.
    Decision,
    /// Which first turns score.
    Openings,
    /// What is left at the end.
    Endings,
    /// The start position.
    Start,
}

/// A sentence or two about a topic, with their evidence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Remark {
    /// What the remark is about.
    pub topic: Topic,
    /// The remark.
    pub text: String,
    /// Whether the remark names a possible fault of the rules.
    pub fault: bool,
}

/// Returns the remarks on a study.
pub(crate) fn of(study: &Study, definition: &Definition) -> Vec<Remark> {
    let balance = balance(study, definition);
    let all = [
        balance,
        draws(study),
        length(study),
        ends(study),
        choice(study),
        pieces(study, definition),
        values(study),
        decision(study),
        openings(study),
        endings(study),
        start(study),
    ];
    all.into_iter().flatten().collect()
}

/// Returns a share in percent, as in `27 %`; small shares are shown with one decimal.
pub(crate) fn percent(share: f64) -> String {
    let number = 100.0 * share;
    match number.abs() < 9.95 && number != 0.0 {
        true => format!("{number:.1} %"),
        false => format!("{number:.0} %"),
    }
}

/// Returns a share with its interval in percent, as in `27 % [22, 33]`.
pub(crate) fn with_interval(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    let number = |share: f64| percent(share).trim_end_matches(" %").to_owned();
    format!("{} [{}, {}]", percent(value), number(low), number(high))
}

/// Returns a number with its interval, as in `3.1 [2.8, 3.4]`.
pub(crate) fn number_with_interval(Estimate { value, low, high }: Estimate) -> String {
    format!("{value:.1} [{low:.1}, {high:.1}]")
}

fn remark(topic: Topic, fault: bool, text: String) -> Option<Remark> {
    Some(Remark { topic, text, fault })
}

fn balance(study: &Study, definition: &Definition) -> Option<Remark> {
    let Some(score) = study.score else {
        return remark(Topic::Balance, true, "No game has a result.".into());
    };
    let games = study.results.games() - study.results.unfinished;
    let black_begins = definition.start.split(' ').nth(1) == Some("b");
    let begins = if black_begins { "; Black begins" } else { "" };
    let scored = format!("White scores {} in {games} games{begins}", with_interval(score));
    let text = match score {
        _ if score.low > 0.5 => format!("White has an advantage: {scored}."),
        _ if score.high < 0.5 => format!("Black has an advantage: {scored}."),
        _ => format!("No advantage of either side is proven: {scored}."),
    };
    remark(Topic::Balance, !score.includes(0.5), text)
}

fn draws(study: &Study) -> Option<Remark> {
    let draws = study.draws?;
    let shown = with_interval(draws);
    let main = study
        .ends
        .iter()
        .filter(|end| end.tally.draws > 0)
        .max_by_key(|end| end.tally.draws);
    let reason = main.map_or_else(String::new, |end| {
        format!("; {} of {} by {}", end.tally.draws, study.results.draws, end.reason)
    });
    let text = match draws.value {
        value if value >= FREQUENT => format!("Draws are frequent: {shown} of the games{reason}."),
        value if value <= RARE => format!("Draws are rare: {shown} of the games{reason}."),
        _ => format!("{shown} of the games are drawn{reason}."),
    };
    remark(Topic::Draws, draws.value >= FREQUENT, text)
}

fn length(study: &Study) -> Option<Remark> {
    let length = study.length?;
    let mut text = format!(
        "Half of the games last from {:.0} to {:.0} plies; the shortest lasts {:.0}, the longest {:.0}.",
        length.lower, length.upper, length.least, length.most
    );
    let stopped = study.results.unfinished;
    let endless = stopped as f64 >= ENDLESS * study.games as f64;
    if stopped > 0 {
        text += &format!(
            " The limit of {LONGEST_GAME} plies stopped {stopped} of {} games.",
            study.games
        );
    }
    remark(Topic::Length, endless && stopped > 0, text)
}

fn ends(study: &Study) -> Option<Remark> {
    let [first, others @ ..] = study.ends.as_slice() else {
        return None;
    };
    let mut text = format!("Most games end by {}: {}", first.reason, with_interval(first.share));
    if first.share.value < 0.5 {
        text = format!(
            "The most frequent end is {}: {}",
            first.reason,
            with_interval(first.share)
        );
    }
    if let Some(second) = others.first() {
        text += &format!("; then {}, {}", second.reason, percent(second.share.value));
    }
    remark(Topic::Ends, false, text + ".")
}

fn choice(study: &Study) -> Option<Remark> {
    let first = study.branching_by_ply.first()?;
    let (ply, most) = study
        .branching_by_ply
        .iter()
        .enumerate()
        .max_by(|one, other| one.1.total_cmp(other.1))?;
    let mut text = format!(
        "A player has {:.0} moves to choose from on average: {first:.0} at the start, most after {ply} plies ({most:.0}).",
        study.branching?.value
    );
    if let Some(captures) = study.captures {
        text += &format!(" {} of the moves capture", percent(captures.value));
        text += &study
            .checks
            .map_or_else(String::new, |checks| format!(", {} give check", percent(checks.value)));
        text += ".";
    }
    remark(Topic::Choice, false, text)
}

/// Returns the mean number of turns that one piece of a type makes in a game; `None` for a type that is not in the
/// start position.
fn activity(piece: &Piece) -> Option<f64> {
    (piece.count.at_start > 0).then(|| piece.count.moves as f64 / piece.count.at_start as f64)
}

fn pieces(study: &Study, definition: &Definition) -> Option<Remark> {
    // Pawns are numerous and seldom move, and a king moves because it must.
    let common = |piece: &Piece| {
        let is_it = |other: &&PieceDefinition| other.letter.to_string() == piece.letter;
        definition
            .pieces
            .iter()
            .find(is_it)
            .is_some_and(|other| other.royal || other.pawn)
    };
    let used: Vec<&Piece> = study
        .pieces
        .iter()
        .filter(|piece| !common(piece) && piece.count.at_start > 0)
        .collect();
    let by_activity = |one: &&&Piece, other: &&&Piece| {
        activity(one)
            .partial_cmp(&activity(other))
            .unwrap_or(std::cmp::Ordering::Equal)
    };
    let least = used.iter().min_by(by_activity)?;
    let most = used.iter().max_by(by_activity)?;
    let share = |piece: &Piece| piece.share.map_or_else(|| "none".into(), |share| percent(share.value));
    let mut text = format!(
        "Pawns and kings aside, each {} moves least: together they make {} of the moves",
        least.name,
        share(least)
    );
    if let Some(stayed) = least.stayed_share {
        text += &format!(", and {} of them never leave their square", percent(stayed.value));
    }
    text += ".";
    let idle = least.stayed_share.is_some_and(|stayed| stayed.value >= 0.5);
    if most.name != least.name {
        text += &format!(" Each {} moves most: together {} of the moves.", most.name, share(most));
    }
    let never: Vec<&str> = study
        .pieces
        .iter()
        .filter(|piece| piece.count.at_start == 0 && piece.count.promotions == 0)
        .map(|piece| piece.name.as_str())
        .collect();
    if !never.is_empty() {
        text += &format!(" Never on the board: {}.", never.join(", "));
    }
    remark(Topic::Pieces, idle, text)
}

fn values(study: &Study) -> Option<Remark> {
    let known: Vec<(&Piece, Estimate)> = study
        .pieces
        .iter()
        .filter_map(|piece| Some((piece, piece.value?)))
        .collect();
    let by_value = |one: &&(&Piece, Estimate), other: &&(&Piece, Estimate)| one.1.value.total_cmp(&other.1.value);
    let (best, most) = known.iter().max_by(by_value)?;
    let (worst, least) = known.iter().min_by(by_value)?;
    let shown = |value: &Estimate| format!("{:.1} pawns [{:.1}, {:.1}]", value.value, value.low, value.high);
    let mut text = format!(
        "By the results, the {} is worth most, {}, and the {} least, {}.",
        best.name,
        shown(most),
        worst.name,
        shown(least)
    );
    let differs = |(piece, value): &&(&Piece, Estimate)| piece.evaluation.is_some_and(|known| !value.includes(known));
    let others: Vec<String> = known
        .iter()
        .filter(differs)
        .map(|(piece, value)| {
            let known = piece.evaluation.unwrap_or(0.0);
            format!(
                "{} ({known:.1} by the evaluation, {:.1} by the results)",
                piece.name, value.value
            )
        })
        .collect();
    if !others.is_empty() {
        text += &format!(" Games and evaluation disagree on: {}.", others.join(", "));
    }
    remark(Topic::Values, false, text)
}

fn decision(study: &Study) -> Option<Remark> {
    let decided = study.decided?;
    let length = study.length?;
    remark(
        Topic::Decision,
        false,
        format!(
            "Half of the games that somebody wins are decided after {:.0} plies: from then on the evaluation stays above \
             {:.1} pawns for the winner. The median length of all games is {:.0}.",
            decided.median,
            f64::from(study.decided_score) / 100.0,
            length.median
        ),
    )
}

fn openings(study: &Study) -> Option<Remark> {
    let first = study.first_turns.first()?;
    let of = |games: u64| percent(games as f64 / study.games as f64);
    let mut text = format!(
        "{} first moves were played; the most frequent is {} ({} of the games)",
        study.first_turns.len(),
        first.san,
        of(first.tally.games())
    );
    if let Some(score) = first.score {
        text += &format!(", which scores {} for White", with_interval(score));
    }
    text += ".";
    let white = study.score?;
    let tried = study.first_turns.iter().filter(|turn| turn.tally.games() >= TRIED);
    let standing_out = tried.filter_map(|turn| Some((turn, turn.score.filter(|score| !score.includes(white.value))?)));
    for (turn, score) in standing_out {
        let than = if score.value > white.value { "better" } else { "worse" };
        text += &format!(
            " {} scores {than} than the average of {}: {} in {} games.",
            turn.san,
            percent(white.value),
            with_interval(score),
            turn.tally.games()
        );
    }
    remark(Topic::Openings, false, text)
}

fn endings(study: &Study) -> Option<Remark> {
    let left = study.pieces_left?;
    let at_start: u64 = study.pieces.iter().map(|piece| piece.count.at_start).sum();
    let mut text = format!(
        "A median of {:.0} of {} pieces is left at the end.",
        left.median,
        at_start / study.games.max(1)
    );
    if let Some(tables) = study.tables {
        text += &format!(
            " {} games reach the endgame tables: {} of {} won endings were won, {} of {} drawn ones drawn.",
            tables.games, tables.converted, tables.won, tables.held, tables.drawn
        );
    }
    remark(Topic::Endings, false, text)
}

fn start(study: &Study) -> Option<Remark> {
    let start = &study.start;
    let mut text = match start.symmetry {
        Symmetry::Mirror => "The start position is symmetric: each piece faces its like.".to_owned(),
        Symmetry::Turn => "A half turn of the board exchanges the armies.".to_owned(),
        Symmetry::None => format!("The start position is not symmetric: {}.", squares(&start.odd)),
    };
    if !start.unprotected.is_empty() {
        text += &format!(" Unprotected pawns: {}.", squares(&start.unprotected));
    }
    if !start.immobile.is_empty() {
        text += &format!(" No first move has: {}.", start.immobile.join(", "));
    }
    remark(Topic::Start, start.symmetry == Symmetry::None, text)
}

/// Returns a list of squares as text. A long list is shortened.
fn squares(names: &[String]) -> String {
    const LISTED: usize = 12;
    let listed = names[..names.len().min(LISTED)].join(", ");
    match names.len() > LISTED {
        true => format!("{listed} and {} more", names.len() - LISTED),
        false => listed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_shares_have_a_decimal() {
        assert_eq!([0.0, 0.004, 0.27, 1.0].map(percent), ["0 %", "0.4 %", "27 %", "100 %"]);
        let estimate = Estimate {
            value: 0.27,
            low: 0.05,
            high: 0.5,
        };
        assert_eq!(with_interval(estimate), "27 % [5.0, 50]");
    }
}
