//! Files of games: one line of JSON that says what the games are, then one line a game.
//!
//! A game is its number, the FEN it began from, the result, why it ended, and its turns, each followed by the score
//! that the mover's search gave it in centipawns; tabs between the five. Lines are written whole, so a file whose
//! writer was killed has at most one damaged line, the last. Turns are spelled: such files outlive changes of the
//! engine's own numbering of moves, and take about nine bytes a ply (three packed).

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kurier::eval::{SourceError, Weights};
use kurier::rules::{Color, Definition};
use serde::{Deserialize, Serialize};

use crate::datagen::{Openings, Recipe};

/// The version of the format.
const FORMAT: u32 = 1;

/// What all games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "kurier-games")]
    pub format: u32,
    /// The name of the game.
    pub variant: String,
    /// The hash of its rules, hexadecimal.
    pub rules: String,
    /// The version of the engine.
    pub engine: String,
    /// The number from which every game's random choices follow, together with the game's own.
    pub seed: u64,
    /// The fingerprint of the weights it evaluated with, hexadecimal; empty where a file does not say it.
    #[serde(default)]
    pub weights: String,
    /// Whether a network corrected them.
    #[serde(default)]
    pub network: bool,
    /// Nodes searched for a turn.
    pub nodes: u64,
    /// How the games began.
    #[serde(default = "usual_openings")]
    pub openings: String,
}

/// Those of files that do not say it.
fn usual_openings() -> String {
    Openings::default().to_string()
}

impl Header {
    /// The header for games of this variant by this version of the engine.
    ///
    /// # Errors
    /// An evaluation of another game.
    pub fn new(definition: &Definition, recipe: &Recipe) -> Result<Self, SourceError> {
        let (weights, network) = recipe.evaluation.load(definition)?;
        Ok(Self {
            format: FORMAT,
            variant: definition.name.clone(),
            rules: hash(definition),
            engine: env!("CARGO_PKG_VERSION").into(),
            weights: fingerprint(&weights, definition),
            network: network.is_some(),
            seed: recipe.seed,
            nodes: recipe.nodes,
            openings: recipe.openings.to_string(),
        })
    }

    /// Whether a file with this header has games of this variant.
    fn is_of(&self, definition: &Definition, path: &Path) -> Result<(), ArchiveError> {
        agree(path, "variant", &self.variant, &definition.name)?;
        agree(path, "hash of the rules", &self.rules, &hash(definition))
    }

    fn evaluation(&self) -> String {
        let network = if self.network { " with a network" } else { "" };
        format!("{}{network}", self.weights)
    }

    /// Whether a file with another header has games that were made in the same way.
    fn agree(&self, other: &Self, path: &Path) -> Result<(), ArchiveError> {
        agree(path, "variant", &other.variant, &self.variant)?;
        agree(path, "hash of the rules", &other.rules, &self.rules)?;
        agree(path, "engine", &other.engine, &self.engine)?;
        agree(path, "evaluation", &other.evaluation(), &self.evaluation())?;
        agree(path, "seed", &other.seed.to_string(), &self.seed.to_string())?;
        agree(
            path,
            "number of nodes",
            &other.nodes.to_string(),
            &self.nodes.to_string(),
        )?;
        agree(path, "way to begin", &other.openings, &self.openings)
    }
}

fn fingerprint(weights: &Weights, definition: &Definition) -> String {
    format!("{:016x}", weights.fingerprint(definition))
}

fn hash(definition: &Definition) -> String {
    format!("{:016x}", definition.rules_hash())
}

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number: with the seed of the file it determines the game.
    pub index: u64,
    /// The position from which it was played.
    pub fen: String,
    /// Who won, if it was decided at all.
    pub result: GameResult,
    /// Why it ended, for people.
    pub reason: String,
    /// The turns as spelled, each with the mover's score in centipawns.
    pub turns: Vec<(String, i32)>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Somebody won.
    Win(Color),
    /// A draw.
    Draw,
    /// It was broken off with nothing decided.
    Unfinished,
}

impl GameResult {
    /// As in PGN.
    pub fn text(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let all = [
            Self::Win(Color::White),
            Self::Win(Color::Black),
            Self::Draw,
            Self::Unfinished,
        ];
        all.into_iter().find(|result| result.text() == text)
    }

    /// What White scored, from 0 to 1.
    pub fn score(self) -> Option<f64> {
        match self {
            Self::Win(Color::White) => Some(1.0),
            Self::Win(Color::Black) => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Unfinished => None,
        }
    }
}

impl Game {
    fn line(&self) -> String {
        let turns: Vec<String> = self
            .turns
            .iter()
            .map(|(turn, score)| format!("{turn} {score}"))
            .collect();
        let Self { index, fen, reason, .. } = self;
        format!(
            "{index}\t{fen}\t{}\t{reason}\t{}\n",
            self.result.text(),
            turns.join(" ")
        )
    }

    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [index, fen, result, reason, turns] = fields.as_slice() else {
            return None;
        };
        let words: Vec<&str> = turns.split_whitespace().collect();
        let (pairs, []) = words.as_chunks::<2>() else {
            return None;
        };
        Some(Self {
            index: index.parse().ok()?,
            fen: fen.to_string(),
            result: GameResult::parse(result)?,
            reason: reason.to_string(),
            turns: pairs
                .iter()
                .map(|[turn, score]| Some((turn.to_string(), score.parse().ok()?)))
                .collect::<Option<_>>()?,
        })
    }

    /// A number for what was played, for finding the same game twice.
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fen.hash(&mut hasher);
        self.turns.iter().for_each(|(turn, _)| turn.hash(&mut hasher));
        hasher.finish()
    }
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The system refuses.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else, or damaged at the beginning.
    #[error("{path}: no file of games")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A later version has written it.
    #[error("{path}: format {found} is unknown; this version reads {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The games are of another variant, or played otherwise.
    #[error("{path}: other games: its {what} is {found}, not {expected}")]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The evaluation to play with is of no use for the game.
    #[error("evaluation: {0}")]
    Evaluation(#[from] SourceError),
    /// A line in the middle is damaged.
    #[error("{path}:{line}: damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl ArchiveError {
    fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

/// Reads a file of games; an incomplete last line is left out. Also answers how many bytes were sound.
///
/// # Errors
/// A file that cannot be read, is of another format, or is damaged before its last line.
pub fn read(path: &Path) -> Result<(Header, Vec<Game>, u64), ArchiveError> {
    let failed = ArchiveError::file(path);
    let mut input = BufReader::new(File::open(path).map_err(&failed)?);
    let (header, mut sound) = read_header(path, &mut input)?;
    let mut line = String::new();
    let mut games = Vec::new();
    for number in 2.. {
        line.clear();
        let length = input.read_line(&mut line).map_err(&failed)?;
        if !line.ends_with('\n') {
            break;
        }
        let game = Game::parse(line.trim_end_matches('\n'));
        games.push(game.ok_or(ArchiveError::Damaged {
            path: path.to_owned(),
            line: number,
        })?);
        sound += length as u64;
    }
    Ok((header, games, sound))
}

/// The header, and its length in bytes.
fn read_header(path: &Path, input: &mut impl BufRead) -> Result<(Header, u64), ArchiveError> {
    let foreign = || ArchiveError::Foreign { path: path.to_owned() };
    let mut line = String::new();
    let length = input.read_line(&mut line).map_err(|_| foreign())? as u64;
    let header: Header = serde_json::from_str(&line).map_err(|_| foreign())?;
    if header.format != FORMAT {
        return Err(ArchiveError::Format {
            path: path.to_owned(),
            found: header.format,
        });
    }
    Ok((header, length))
}

/// Those of some files whose games were not played with these weights, corrected by a network or not; or that do not
/// say it.
///
/// # Errors
/// See [`read`].
pub fn with_other_weights<'a>(
    paths: &'a [PathBuf],
    weights: &Weights,
    definition: &Definition,
) -> Result<Vec<&'a Path>, ArchiveError> {
    let expected = fingerprint(weights, definition);
    let mut others = Vec::new();
    for path in paths {
        let mut input = BufReader::new(File::open(path).map_err(ArchiveError::file(path))?);
        if read_header(path, &mut input)?.0.weights != expected {
            others.push(path.as_path());
        }
    }
    Ok(others)
}

/// Reads several files of games of one variant; of the same game, the first copy counts.
///
/// # Errors
/// See [`read`]; and files of other rules.
pub fn read_all(paths: &[PathBuf], definition: &Definition) -> Result<Vec<Game>, ArchiveError> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for path in paths {
        let (header, games, _) = read(path)?;
        header.is_of(definition, path)?;
        all.extend(games.into_iter().filter(|game| seen.insert(game.fingerprint())));
    }
    Ok(all)
}

/// Puts the games of several files into one; of the same game, the first copy counts. Files that were made otherwise,
/// with another seed, say, are refused: a file's header tells how all its games came about.
///
/// # Errors
/// See [`read`] and [`Appender::open`].
pub fn merge(paths: &[PathBuf], definition: &Definition, out: &Path) -> Result<usize, ArchiveError> {
    let mut target: Option<Appender> = None;
    let mut written = 0;
    for path in paths {
        let (header, games, _) = read(path)?;
        let target = match &mut target {
            None => {
                header.is_of(definition, path)?;
                target.insert(Appender::open(out, &header)?)
            }
            Some(target) => {
                target.header.agree(&header, path)?;
                target
            }
        };
        for game in games {
            if target.present.insert(game.index) {
                target.append(&game)?;
                written += 1;
            }
        }
    }
    Ok(written)
}

fn agree(path: &Path, what: &'static str, found: &str, expected: &str) -> Result<(), ArchiveError> {
    if found == expected {
        return Ok(());
    }
    Err(ArchiveError::Other {
        path: path.to_owned(),
        what,
        found: found.into(),
        expected: expected.into(),
    })
}

/// A file to which games are appended.
pub struct Appender {
    path: PathBuf,
    file: File,
    header: Header,
    present: HashSet<u64>,
}

impl Appender {
    /// Makes the file, or goes on with one that has the same header: an incomplete last line is cut off.
    ///
    /// # Errors
    /// A file that cannot be read or written, or that holds other games.
    pub fn open(path: &Path, header: &Header) -> Result<Self, ArchiveError> {
        let failed = ArchiveError::file(path);
        let mut present = HashSet::new();
        let begun = path.metadata().is_ok_and(|file| file.len() > 0);
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(&failed)?;
        if begun {
            let (found, games, sound) = read(path)?;
            header.agree(&found, path)?;
            present.extend(games.iter().map(|game| game.index));
            file.set_len(sound).map_err(&failed)?;
            file.seek(SeekFrom::End(0)).map_err(&failed)?;
        } else {
            let line = serde_json::to_string(header)
                .map_err(io::Error::from)
                .map_err(&failed)?;
            file.write_all(format!("{line}\n").as_bytes()).map_err(&failed)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            header: header.clone(),
            present,
        })
    }

    /// Whether a game of this number was there when the file was opened.
    pub fn has(&self, index: u64) -> bool {
        self.present.contains(&index)
    }

    /// Writes one game, in one piece.
    ///
    /// # Errors
    /// The system refuses.
    pub fn append(&mut self, game: &Game) -> Result<(), ArchiveError> {
        self.file
            .write_all(game.line().as_bytes())
            .map_err(ArchiveError::file(&self.path))
    }
}
