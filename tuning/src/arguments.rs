//! Command-line arguments.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use kurier_manual::{Completions, Man};
use tuning::datagen::Openings;
use tuning::fit::FitConfig;
use tuning::siblings::MAX_SIBLINGS;
use tuning::train::TrainConfig;

/// Plays games, fits Kurier's evaluation to them, trains its networks on them, and tunes its search.
#[derive(Parser, Debug)]
#[command(name = "tuning", version)]
pub struct Arguments {
    /// Add the variants in this file (may be given several times)
    #[arg(long = "variants", value_name = "FILE", global = true)]
    pub files: Vec<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play games of the engine against itself and append them to a file
    Datagen(DatagenArguments),
    /// Score siblings: the positions after random alternatives to the moves of games
    Siblings(SiblingsArguments),
    /// Show how well evaluations rank the moves of a position, measured on a file from 'tuning siblings'
    Gauge {
        /// The variant, as listed by 'kurier variants'
        variant: String,
        /// Files written by 'tuning siblings'
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
        /// Evaluations to compare with the built-in evaluation: files of weights or networks, 'classical' or 'prior'
        #[arg(long, value_name = "FILE", num_args = 1..)]
        eval_file: Vec<String>,
    },
    /// Merge the games of several files, without duplicates
    Merge {
        /// The variant, as listed by 'kurier variants'
        variant: String,
        /// Files of games, all made with the same settings
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
        /// Add the games to this file; the games that the file already has are kept
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Show how often each side wins and for which reasons, and how long the games are
    Stats {
        /// The variant, as listed by 'kurier variants'
        variant: String,
        /// Files of games
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
    },
    /// Fit win probabilities to scores, and show how well scores predict results
    WinRate {
        /// The variant, as listed by 'kurier variants'
        variant: String,
        /// Files of games
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
    },
    /// Fit the weights of the evaluation to games
    Fit(FitArguments),
    /// Fit the evaluation from the rules to the fitted weights of the built-in games
    Rules(RulesArguments),
    /// Train a network that corrects the evaluation
    Train(TrainArguments),
    /// Tune parameters of the search by games (simultaneous perturbation stochastic approximation)
    Spsa(SpsaArguments),
    /// Print the man page
    Man(Man),
    /// Print completions for a shell
    Completions(Completions),
}

impl Arguments {
    /// Returns the definition of the command line from which manual pages and completions are generated.
    pub fn for_manual() -> clap::Command {
        Self::command().disable_help_subcommand(true)
    }
}

#[derive(Args, Debug)]
pub struct DatagenArguments {
    /// The variant, as listed by 'kurier variants'
    pub variant: String,
    /// The number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The number of the first game, so that several machines can play different ranges of numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// Number of nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Minimum number of random turns at the beginning
    #[arg(long, alias = "least-plies", value_name = "N", default_value_t = Openings::default().min_plies)]
    pub min_plies: u32,
    /// Maximum number of random turns at the beginning
    #[arg(long, alias = "most-plies", value_name = "N", default_value_t = Openings::default().max_plies)]
    pub max_plies: u32,
    /// Fraction of the games that start with changed material, from 0 to 1; endgames are not counted
    #[arg(long, value_name = "PART", default_value_t = Openings::default().changed)]
    pub changed: f64,
    /// Fraction of the games that start as endgames of 6 to 14 pieces and are played out, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Openings::default().endgames)]
    pub endgames: f64,
    #[command(flatten)]
    pub search: SearchArguments,
}

#[derive(Args, Debug)]
pub struct RulesArguments {
    /// A list of families of games: one on each line, the games separated by spaces
    #[arg(long, value_name = "FILE", required_unless_present = "by_hand")]
    pub families: Option<PathBuf>,
    /// Leave out the family of this game, and write the weights of this game instead of the coefficients
    #[arg(long, value_name = "GAME")]
    pub without: Option<String>,
    /// Fit nothing, and write the weights of this game by the coefficients that were set by hand
    #[arg(long, value_name = "GAME", conflicts_with_all = ["families", "without"])]
    pub by_hand: Option<String>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
pub struct SiblingsArguments {
    /// The variant, as listed by 'kurier variants'
    pub variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Maximum number of positions of each game in which other moves are tried
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    pub per_game: u16,
    /// Maximum number of other moves to try in each chosen position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..MAX_SIBLINGS as i64))]
    pub siblings: u16,
    /// Number of nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    #[command(flatten)]
    pub search: SearchArguments,
}

/// The options of commands that search positions and write the scores to a file.
#[derive(Args, Debug)]
pub struct SearchArguments {
    /// Evaluate with this file of weights or network, 'classical' or 'prior' [default: the built-in evaluation]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    pub eval_file: String,
    /// Seed of all random choices: equal seeds give equal games and positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of concurrent games or searches [default: the number of logical cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Size of each thread's transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
    /// Append to this file; games or positions that the file already has are not searched again
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
pub struct FitArguments {
    /// The variant, as listed by 'kurier variants'
    pub variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Start from the weights in this file instead of the prior, which follows from the rules alone
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Maximum number of positions of each game
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().per_game)]
    pub per_game: usize,
    /// Weight of the games against the prior: the number of independent observations that each game counts as
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().evidence)]
    pub evidence: f32,
    /// Weight of the search's scores in the target, from 0 to 1; the results have the remaining weight
    #[arg(long, value_name = "PART", default_value_t = FitConfig::default().blend)]
    pub blend: f32,
    /// Number of steps of the optimizer
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().steps)]
    pub steps: u32,
    /// Number of fits to resampled games, for error bars; 0 for no error bars
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub bootstraps: u32,
}

#[derive(Args, Debug)]
pub struct TrainArguments {
    /// The variant, as listed by 'kurier variants'
    pub variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The weights that the games were played with and that the network corrects [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Start from this network instead of random weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hidden", "buckets"])]
    pub from: Option<PathBuf>,
    /// The variant of the network in --from; its board must be the same, and pieces with equal letters keep their
    /// weights
    #[arg(long, value_name = "NAME", requires = "from")]
    pub from_game: Option<String>,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Write a plot of the loss curves to this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Number of hidden neurons of each perspective
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().architecture.hidden)]
    pub hidden: usize,
    /// Number of sets of output weights; the number of pieces selects one of the sets
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().architecture.buckets)]
    pub buckets: usize,
    /// Use separate inputs for each of four regions of the perspective's own king
    #[arg(long, conflicts_with = "from")]
    pub king_buckets: bool,
    /// Add sets of output weights for endgames in which a side has no pawns
    #[arg(long, conflicts_with = "from")]
    pub pawnless_buckets: bool,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// Number of positions in each step
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().batch, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub batch: usize,
    /// Learning rate of the first step
    #[arg(long, alias = "rate", value_name = "RATE", default_value_t = TrainConfig::default().lr)]
    pub lr: f32,
    /// Weight decay: each step subtracts this part of a parameter, times the learning rate
    #[arg(long, alias = "decay", value_name = "PART", default_value_t = TrainConfig::default().weight_decay)]
    pub weight_decay: f32,
    /// Decay of the weights of later searches in the target, from 0 (only the position's own search) to 1 (only the
    /// result)
    #[arg(long, value_name = "LAMBDA", default_value_t = TrainConfig::default().lambda)]
    pub lambda: f32,
    /// Weight of the result in the target if few pieces are left; a fifth of this weight applies if many pieces are
    /// left
    #[arg(long, value_name = "PART", default_value_t = TrainConfig::default().results)]
    pub results: f32,
    /// Scale of the sigmoid in centipawns: the score with odds of e to 1; losses are comparable only at equal scales
    #[arg(long, value_name = "CP", default_value_t = TrainConfig::default().k)]
    pub k: f32,
    /// Maximum number of positions of each game
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().per_game)]
    pub per_game: usize,
    /// Also learn from positions in which a capture or promotion was best
    #[arg(long)]
    pub noisy: bool,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct SpsaArguments {
    /// Variants, as listed by 'kurier variants', separated by commas; iterations play them in turn
    #[arg(id = "variant", required = true, value_name = "VARIANT", value_delimiter = ',')]
    pub variants: Vec<String>,
    /// The program Kurier, built with --features tunable
    #[arg(long, value_name = "PROGRAM")]
    pub engine: PathBuf,
    /// Parameters to tune, by the names of the engine's UCI options [default: all]
    #[arg(long = "parameter", value_name = "NAME", value_delimiter = ',')]
    pub parameters: Vec<String>,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: u32,
    /// Number of pairs of games per iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub pairs: u16,
    /// Number of nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.006)]
    pub rate: f64,
    /// Openings: for each variant a file of FEN or EPD lines, as written by 'kurier openings'; separated by commas
    #[arg(long, value_name = "FILE", required = true, value_delimiter = ',')]
    pub openings: Vec<PathBuf>,
    /// Number of concurrent games [default: the number of physical cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Size of each engine's transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The state of the run (JSON), written after each iteration; if the file exists, the run is resumed
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}
