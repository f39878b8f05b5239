//! The numbers of a study, as they are written to a file.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurier_engine::eval::WinRateModel;
use kurier_engine::session::Board;
use kurier_formats::pgn::GameResult;
use kurier_rules::rules::{Color, Definition};
use serde::Serialize;

use crate::counts::{DECIDED, GameCount, PieceCount};
use crate::interval::{Estimate, Spread};
use crate::settings::{Settings, rules};
use crate::start::Start;
use crate::values::values;
use crate::verdict::{self, Remark};

/// The version of the format of the file.
const FORMAT: u32 = 1;
/// The maximum number of columns in a histogram.
const COLUMNS: u32 = 24;
/// Curves over the plies of a game end where fewer than one game in this many is still being played.
const SHOWN: usize = 20;
/// The maximum number of listed kinds of final material.
const MATERIALS: usize = 12;

/// The results of games.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// The number of games without a result.
    pub unfinished: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::WhiteWins => self.white += 1,
            GameResult::BlackWins => self.black += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Unfinished => self.unfinished += 1,
        }
    }

    /// Returns the number of games, the unfinished ones included.
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unfinished
    }

    /// Returns White's mean score; `None` if no game is finished.
    pub fn score(&self) -> Option<Estimate> {
        Estimate::score([self.white, self.draws, self.black])
    }
}

/// A way in which games ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct End {
    /// Why the games ended, in words.
    pub reason: String,
    /// The results of these games.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of these games among all games.
    pub share: Estimate,
}

/// A histogram: the number of games whose value lies in each of several ranges of equal width.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Histogram {
    /// The width of a range; the first one begins at 0.
    pub width: u32,
    /// The number of games in each range.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Counts the values of a sample in ranges whose width is a round number.
    fn of(sample: &[u32]) -> Self {
        let most = sample.iter().copied().max().unwrap_or(0);
        let round = |power: u32| [1, 2, 5].map(|step| step * 10_u32.pow(power));
        let mut widths = (0..9).flat_map(round);
        let width = widths.find(|width| most / width < COLUMNS).unwrap_or(u32::MAX);
        let mut counts = vec![0; (most / width) as usize + 1];
        sample.iter().for_each(|number| counts[(number / width) as usize] += 1);
        Self { width, counts }
    }
}

/// The counts of a piece type.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Piece {
    /// The letter of White's pieces.
    pub letter: String,
    /// The name of the piece type.
    pub name: String,
    /// What the pieces did.
    #[serde(flatten)]
    pub count: PieceCount,
    /// The share of all turns that pieces of the type made.
    pub share: Option<Estimate>,
    /// The share of the pieces of the start position that never moved.
    pub stayed_share: Option<Estimate>,
    /// The share of the pieces of the start position that were not captured.
    pub survived_share: Option<Estimate>,
    /// What a piece is worth by the results of the games, in pawns of the evaluation; `None` if there are too few games
    /// to tell.
    pub value: Option<Estimate>,
    /// What a piece is worth by the evaluation, in pawns; `None` for a king.
    pub evaluation: Option<f64>,
}

/// A first turn, and the results of the games that began with it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstTurn {
    /// The turn in coordinate notation.
    pub turn: String,
    /// The turn in algebraic notation.
    pub san: String,
    /// The results of the games that began with it.
    #[serde(flatten)]
    pub tally: Tally,
    /// White's score in these games.
    pub score: Option<Estimate>,
}

/// The material at the end of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Material {
    /// The letters of the winner's pieces. If nobody won, the letters of the side whose letters sort last.
    pub winner: String,
    /// The letters of the pieces of the other side.
    pub loser: String,
    /// Whether nobody won these games.
    pub drawn: bool,
    /// The number of games.
    pub games: u64,
}

/// The games that reached the endgame tables, and how their results compare with the results by the tables.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct TableCount {
    /// The number of games with a position in the tables.
    pub games: u64,
    /// The number of these games that the tables say are won by either side.
    pub won: u64,
    /// The number of the games in `won` that the side winning by the tables actually won.
    pub converted: u64,
    /// The number of games that the tables say are drawn.
    pub drawn: u64,
    /// The number of the games in `drawn` that were actually drawn.
    pub held: u64,
}

/// The numbers of a study. All are counted from the games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Study {
    /// The version of the format.
    pub format: u32,
    /// The name of the game.
    pub game: String,
    /// The title of the game.
    pub title: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The settings with which the games were played.
    #[serde(flatten)]
    pub settings: Settings,
    /// The number of games.
    pub games: u64,
    /// The results of the games.
    pub results: Tally,
    /// White's mean score, from 0 to 1; `None` if no game is finished.
    pub score: Option<Estimate>,
    /// The share of draws in the finished games.
    pub draws: Option<Estimate>,
    /// The lengths of the games, in plies.
    pub length: Option<Spread>,
    /// The mean length of the games, in plies.
    pub mean_length: Option<Estimate>,
    /// The histogram of the lengths, in plies.
    pub lengths: Histogram,
    /// How the games ended, the most frequent way first.
    pub ends: Vec<End>,
    /// The mean number of legal turns in a position, over all positions.
    pub branching: Option<Estimate>,
    /// The mean number of legal turns in a position at each ply, up to the last ply that enough games reach.
    pub branching_by_ply: Vec<f64>,
    /// The number of turns of all games.
    pub turns: u64,
    /// The share of the turns that capture.
    pub captures: Option<Estimate>,
    /// The share of the turns that give check.
    pub checks: Option<Estimate>,
    /// What each piece type did, in the order of the game's file.
    pub pieces: Vec<Piece>,
    /// The score, in centipawns, from which a game is decided.
    pub decided_score: i32,
    /// The number of plies after which a game was decided, over all games that somebody won.
    pub decided: Option<Spread>,
    /// The mean number of plies after which a game was decided, over all games that somebody won.
    pub mean_decided: Option<Estimate>,
    /// The share of the games that were decided or over after each number of plies.
    pub decided_by_ply: Vec<f64>,
    /// The first turns, the most frequent one first.
    pub first_turns: Vec<FirstTurn>,
    /// The numbers of pieces at the ends of the games.
    pub pieces_left: Option<Spread>,
    /// The most frequent material at the end.
    pub materials: Vec<Material>,
    /// The comparison with the endgame tables; `None` if no tables were used.
    pub tables: Option<TableCount>,
    /// Observations about the start position.
    pub start: Start,
    /// What the numbers mean, in words.
    pub verdict: Vec<Remark>,
}

impl Study {
    /// Computes the numbers of a study from its games. `tables` says whether endgame tables judged the endings.
    pub fn of(definition: &Arc<Definition>, settings: Settings, games: &[GameCount], tables: bool) -> Self {
        let mut results = Tally::default();
        games.iter().for_each(|game| results.add(game.result));
        let lengths: Vec<u32> = games.iter().map(GameCount::plies).collect();
        let turns = lengths.iter().map(|plies| u64::from(*plies)).sum();
        let share = |part: fn(&GameCount) -> u64| {
            let parts: Vec<_> = games.iter().map(|game| (part(game), u64::from(game.plies()))).collect();
            Estimate::share_in_games(&parts)
        };
        let legal = |game: &GameCount| game.branching.iter().map(|turns| u64::from(*turns)).sum();
        let branching: Vec<(u64, u64)> = games.iter().map(|game| (legal(game), game.plies().into())).collect();
        let decided: Vec<u32> = games.iter().filter_map(|game| game.decided).collect();
        let left: Vec<u32> = games.iter().map(|game| game.left).collect();
        let mut study = Self {
            format: FORMAT,
            game: definition.name.clone(),
            title: definition.title.clone(),
            rules: rules(definition),
            settings,
            games: games.len() as u64,
            results,
            score: results.score(),
            draws: Estimate::share(results.draws, results.games() - results.unfinished),
            length: Spread::of(&lengths),
            mean_length: mean(&lengths),
            lengths: Histogram::of(&lengths),
            ends: ends(games),
            branching: Estimate::ratio(&branching),
            branching_by_ply: branching_by_ply(games),
            turns,
            captures: share(|game| game.captures),
            checks: share(|game| game.checks),
            pieces: pieces(definition, games),
            decided_score: decided_score(WinRateModel::of(definition)),
            decided: Spread::of(&decided),
            mean_decided: mean(&decided),
            decided_by_ply: decided_by_ply(games),
            first_turns: first_turns(games),
            pieces_left: Spread::of(&left),
            materials: materials(games),
            tables: tables.then(|| table_count(games)),
            start: Start::of(definition),
            verdict: Vec::new(),
        };
        study.verdict = verdict::of(&study, definition);
        study
    }

    /// Returns the study as JSON.
    pub fn json(&self) -> String {
        // This cannot fail: all keys are strings, and all numbers are finite.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        text + "\n"
    }
}

/// Returns the mean of numbers of plies.
fn mean(plies: &[u32]) -> Option<Estimate> {
    let plies: Vec<f64> = plies.iter().map(|plies| f64::from(*plies)).collect();
    Estimate::mean(&plies)
}

/// Returns the smallest score, in centipawns, at which the chance of winning is high enough to decide a game.
fn decided_score(model: WinRateModel) -> i32 {
    (0..10_000)
        .find(|score| model.wdl(*score)[0] >= DECIDED)
        .unwrap_or(10_000)
}

/// Counts the reasons why games ended.
fn ends(games: &[GameCount]) -> Vec<End> {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for game in games {
        tallies.entry(&game.end).or_default().add(game.result);
    }
    let mut ends: Vec<End> = tallies
        .into_iter()
        .filter_map(|(reason, tally)| {
            Some(End {
                reason: reason.to_owned(),
                tally,
                share: Estimate::share(tally.games(), games.len() as u64)?,
            })
        })
        .collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.tally.games()));
    ends
}

/// Returns the number of plies up to which enough games last for their mean to be shown.
fn shown_plies(games: &[GameCount]) -> usize {
    let mut lengths: Vec<usize> = games.iter().map(|game| game.branching.len()).collect();
    lengths.sort_unstable_by(|one, other| other.cmp(one));
    lengths.get(games.len() / SHOWN).copied().unwrap_or(0)
}

/// Returns the mean number of legal turns after each number of plies.
fn branching_by_ply(games: &[GameCount]) -> Vec<f64> {
    let mean = |ply: usize| {
        let turns = games.iter().filter_map(|game| game.branching.get(ply));
        let (sum, number) = turns.fold((0.0, 0.0), |(sum, number), turns| {
            (sum + f64::from(*turns), number + 1.0)
        });
        if number > 0.0 { sum / number } else { 0.0 }
    };
    (0..shown_plies(games)).map(mean).collect()
}

/// Returns the share of games that are decided, or over, after each number of plies.
fn decided_by_ply(games: &[GameCount]) -> Vec<f64> {
    let share = |ply: usize| {
        let done = |game: &&GameCount| game.decided.unwrap_or(game.plies()) as usize <= ply;
        games.iter().filter(done).count() as f64 / games.len() as f64
    };
    (0..=shown_plies(games))
        .filter(|_| !games.is_empty())
        .map(share)
        .collect()
}

/// Sums up what the pieces did, and estimates what they are worth.
fn pieces(definition: &Arc<Definition>, games: &[GameCount]) -> Vec<Piece> {
    let mut counts = vec![PieceCount::default(); definition.pieces.len()];
    for game in games {
        counts
            .iter_mut()
            .zip(&game.pieces)
            .for_each(|(sum, count)| *sum += *count);
    }
    let board = Board::new(definition);
    let is_king = |kind| Color::BOTH.iter().any(|color| definition.king(*color) == Some(kind));
    let scale: Vec<f64> = board
        .piece_values()
        .iter()
        .map(|value| f64::from(*value) / 100.0)
        .collect();
    let mut army = vec![0.0; definition.pieces.len()];
    for (kind, _) in definition.array.iter().flatten() {
        army[kind.index()] += 0.5;
    }
    let values = values(games, &army, &scale);
    let of_type = |(kind, piece): (kurier_rules::rules::PieceType, &kurier_rules::rules::PieceDefinition)| {
        let count = counts[kind.index()];
        let share = |part: fn(&PieceCount) -> u64, all: fn(&GameCount, &PieceCount) -> u64| {
            let counts = games.iter().map(|game| (game, &game.pieces[kind.index()]));
            let parts: Vec<_> = counts.map(|(game, count)| (part(count), all(game, count))).collect();
            Estimate::share_in_games(&parts)
        };
        Piece {
            letter: piece.letter.to_string(),
            name: piece.name.clone(),
            count,
            share: share(|count| count.moves, |game, _| game.plies().into()),
            stayed_share: share(|count| count.stayed, |_, count| count.at_start),
            survived_share: share(|count| count.survived, |_, count| count.at_start),
            value: values[kind.index()],
            evaluation: (!is_king(kind)).then(|| scale[kind.index()]),
        }
    };
    definition.piece_types().map(of_type).collect()
}

/// Counts the first turns.
fn first_turns(games: &[GameCount]) -> Vec<FirstTurn> {
    let mut tallies: BTreeMap<&[String; 2], Tally> = BTreeMap::new();
    for game in games.iter().filter(|game| !game.first[0].is_empty()) {
        tallies.entry(&game.first).or_default().add(game.result);
    }
    let mut turns: Vec<FirstTurn> = tallies
        .into_iter()
        .map(|([turn, san], tally)| FirstTurn {
            turn: turn.clone(),
            san: san.clone(),
            tally,
            score: tally.score(),
        })
        .collect();
    turns.sort_by_key(|turn| std::cmp::Reverse(turn.tally.games()));
    turns
}

/// Counts the material at the end, from the winner's point of view.
fn materials(games: &[GameCount]) -> Vec<Material> {
    let mut numbers: BTreeMap<(bool, &str, &str), u64> = BTreeMap::new();
    for game in games {
        let [white, black] = &game.material;
        let (winner, loser) = match game.result {
            GameResult::BlackWins => (black, white),
            GameResult::WhiteWins => (white, black),
            // In a draw, the order of the sides has no meaning.
            GameResult::Draw | GameResult::Unfinished => (white.max(black), white.min(black)),
        };
        let drawn = game.decided.is_none();
        *numbers.entry((drawn, winner, loser)).or_default() += 1;
    }
    let listed = numbers.into_iter().map(|((drawn, winner, loser), games)| Material {
        winner: winner.to_owned(),
        loser: loser.to_owned(),
        drawn,
        games,
    });
    let mut materials: Vec<Material> = listed.filter(|material| material.games > 1).collect();
    materials.sort_by_key(|material| std::cmp::Reverse(material.games));
    materials.truncate(MATERIALS);
    materials
}

/// Compares the results of the games with their results by the endgame tables.
fn table_count(games: &[GameCount]) -> TableCount {
    let mut count = TableCount::default();
    for game in games {
        let Some(table) = game.table else { continue };
        let agrees = u64::from(table == game.result);
        count.games += 1;
        if table == GameResult::Draw {
            count.drawn += 1;
            count.held += agrees;
        } else {
            count.won += 1;
            count.converted += agrees;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_have_round_widths() {
        let histogram = Histogram::of(&[0, 9, 10, 119, 120]);
        assert_eq!((histogram.width, histogram.counts.len()), (10, 13));
        assert_eq!([0, 1, 11, 12].map(|place| histogram.counts[place]), [2, 1, 1, 1]);
        assert_eq!(Histogram::of(&[]).counts, [0]);
        assert_eq!(Histogram::of(&[599]).width, 50);
    }

    #[test]
    fn games_are_decided_from_the_score_that_wins_three_of_four() {
        let model = WinRateModel {
            even: 200.0,
            spread: 100.0,
        };
        assert_eq!(decided_score(model), 310);
    }
}
