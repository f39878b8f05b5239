//! Command-line arguments.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use kurier_manual::{Completions, Man};
use tuning::datagen::Openings;
use tuning::fit::FitConfig;
use tuning::siblings::MAX_SIBLINGS;
use tuning::train::TrainConfig;

/// Plays games for fitting Kurier's evaluation, fits it, trains its networks and tunes its search.
#[derive(Parser, Debug)]
#[command(name = "tuning", version)]
pub struct Arguments {
    /// Add the game of this file (may be given several times)
    #[arg(long = "variants", value_name = "FILE", global = true)]
    pub files: Vec<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play games of the engine against itself and add them to a file
    Datagen(DatagenArguments),
    /// Score positions that games did not reach: after random alternatives to the moves that were played
    Siblings(SiblingsArguments),
    /// Show how well evaluations rank the moves of a position, in a file that 'tuning siblings' made
    Gauge {
        /// The game, as 'kurier variants' lists it
        variant: String,
        /// Files of siblings
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
        /// Files of weights or networks to compare, or 'classical' or 'prior'; the built-in evaluation comes first
        #[arg(long, value_name = "FILE", num_args = 1..)]
        eval_file: Vec<String>,
    },
    /// Merge the games of several files, each once
    Merge {
        /// The game, as 'kurier variants' lists it
        variant: String,
        /// Files of games, all made with the same settings
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
        /// The file to add to; the games that it already has stay
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Show who wins, why, and after how many plies
    Stats {
        /// The game, as 'kurier variants' lists it
        variant: String,
        /// Files of games
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
    },
    /// Fit win probabilities to scores, and show how well scores predict results
    WinRate {
        /// The game, as 'kurier variants' lists it
        variant: String,
        /// Files of games
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
    },
    /// Fit the weights of the evaluation to games
    Fit(FitArguments),
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
    /// Returns the description of the command line from which manual pages and completions are generated.
    pub fn for_manual() -> clap::Command {
        Self::command().disable_help_subcommand(true)
    }
}

#[derive(Args, Debug)]
pub struct DatagenArguments {
    /// The game, as 'kurier variants' lists it
    pub variant: String,
    /// The number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The number of the first game: each of several machines can play its own range
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Random turns at the beginning, at least
    #[arg(long, alias = "least-plies", value_name = "N", default_value_t = Openings::default().min_plies)]
    pub min_plies: u32,
    /// Random turns at the beginning, at most
    #[arg(long, alias = "most-plies", value_name = "N", default_value_t = Openings::default().max_plies)]
    pub max_plies: u32,
    /// Part of the games that start with changed material, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Openings::default().changed)]
    pub changed: f64,
    /// Part of the games that start as endgames of 6 to 14 pieces and are played out, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Openings::default().endgames)]
    pub endgames: f64,
    #[command(flatten)]
    pub search: SearchArguments,
}

#[derive(Args, Debug)]
pub struct SiblingsArguments {
    /// The game, as 'kurier variants' lists it
    pub variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Positions of each game in which to try other moves, at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    pub per_game: u16,
    /// Other moves to try in each of these positions, at most
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..MAX_SIBLINGS as i64))]
    pub siblings: u16,
    /// Nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    #[command(flatten)]
    pub search: SearchArguments,
}

/// The options of commands that search positions and write their scores.
#[derive(Args, Debug)]
pub struct SearchArguments {
    /// Evaluate with this file of weights or network, or 'classical' or 'prior' [default: the built-in evaluation]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    pub eval_file: String,
    /// Seed: the same number gives the same games and positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games or searches at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Size of each thread's transposition table, MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
    /// The file to add to; what it already has is not searched again
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
pub struct FitArguments {
    /// The game, as 'kurier variants' lists it
    pub variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Start from the weights of this file instead of the prior, which follows from the rules alone
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Positions of a game, at most
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().per_game)]
    pub per_game: usize,
    /// Independent observations that a game is worth against the prior
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().evidence)]
    pub evidence: f32,
    /// Weight of the search's scores in the target, from 0 to 1; the results have the rest
    #[arg(long, value_name = "PART", default_value_t = FitConfig::default().blend)]
    pub blend: f32,
    /// Steps of the optimizer
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().steps)]
    pub steps: u32,
    /// Fits to resampled games, for error bars
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub bootstraps: u32,
}

#[derive(Args, Debug)]
pub struct TrainArguments {
    /// The game, as 'kurier variants' lists it
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
    /// The game of the network named by --from, on the same board; pieces with the same letter take over their weights
    #[arg(long, value_name = "NAME", requires = "from")]
    pub from_game: Option<String>,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Draw the loss curves to this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Hidden neurons of each perspective
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().architecture.hidden)]
    pub hidden: usize,
    /// Sets of output weights, by number of pieces
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().architecture.buckets)]
    pub buckets: usize,
    /// Use separate inputs for each of four regions where the own king may be
    #[arg(long, conflicts_with = "from")]
    pub king_buckets: bool,
    /// Add sets of output weights for endgames in which a side has no pawns
    #[arg(long, conflicts_with = "from")]
    pub pawnless_buckets: bool,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// Positions in a step
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().batch, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub batch: usize,
    /// Learning rate of the first step
    #[arg(long, alias = "rate", value_name = "RATE", default_value_t = TrainConfig::default().lr)]
    pub lr: f32,
    /// Weight decay: each step takes this part of a parameter away, times the learning rate
    #[arg(long, alias = "decay", value_name = "PART", default_value_t = TrainConfig::default().weight_decay)]
    pub weight_decay: f32,
    /// Weight of later searches against earlier ones in the target, from 0 (the position's own) to 1 (the result)
    #[arg(long, value_name = "LAMBDA", default_value_t = TrainConfig::default().lambda)]
    pub lambda: f32,
    /// Weight of the result in the target where few pieces are left; a fifth of it applies where many are
    #[arg(long, value_name = "PART", default_value_t = TrainConfig::default().results)]
    pub results: f32,
    /// Scale of the sigmoid, the score of odds e to 1, in centipawns; use one value for all trainings of a game
    #[arg(long, value_name = "CP", default_value_t = TrainConfig::default().k)]
    pub k: f32,
    /// Positions of a game, at most
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
    /// The games, as 'kurier variants' lists them, separated by commas; iterations play them in turn
    #[arg(id = "variant", required = true, value_name = "VARIANT", value_delimiter = ',')]
    pub variants: Vec<String>,
    /// Kurier, built with --features tunable
    #[arg(long, value_name = "PROGRAM")]
    pub engine: PathBuf,
    /// The parameters, as the engine names them among its UCI options [default: all]
    #[arg(long = "parameter", value_name = "NAME", value_delimiter = ',')]
    pub parameters: Vec<String>,
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: u32,
    /// Pairs of games per iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub pairs: u16,
    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.006)]
    pub rate: f64,
    /// Openings: a file with FEN or EPD lines for each game, as 'kurier openings' makes them, separated by commas
    #[arg(long, value_name = "FILE", required = true, value_delimiter = ',')]
    pub openings: Vec<PathBuf>,
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Size of each engine's transposition table, MiB
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The state of the run (JSON), written after every iteration; an existing one is resumed
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}
