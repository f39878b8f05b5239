//! Learns games in a folder of the user.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{EloView, GenerationView, LearnBudget, LearnRequest, LearnedFile, LearnedView, LearningView};
use crate::error::RequestError;
use crate::search::Engines;
use crate::study::SelfPlaySettings;
use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_learning::learn::evaluation_key::with_evaluation;
use kurier_learning::learn::{self, Budget, Elo, Event, Generation, LearnConfig, LearnError, Progress, Stage, State};
use kurier_rules::rules::Definition;

/// The size of each player's transposition table, in MiB.
const HASH: usize = 4;
/// The longest time of a run, in seconds: a week.
const LONGEST: u64 = 7 * 24 * 3600;

/// What happens while a game is learned.
pub(crate) enum LearnEvent {
    /// The run has made progress.
    Progress(LearningView),
    /// Learning has ended, was stopped or has failed. This is the last event.
    End(Result<LearnedView, RequestError>),
}

/// The folder with everything that has been learned. Each game has its own folder in it; a game whose rules have
/// changed counts as a different game.
pub(crate) struct LearningFolder(pub PathBuf);

impl LearningFolder {
    /// Returns the folder of a game.
    fn of(&self, definition: &Definition) -> PathBuf {
        let name = format!("{}-{:016x}", definition.name, definition.rules_hash());
        self.0.join(name)
    }

    /// Learns a game in an engine's slot, or resumes its run.
    pub fn learn(
        &self,
        engines: &mut Engines,
        definition: &Definition,
        request: LearnRequest,
        on_event: impl Fn(LearnEvent) + Send + 'static,
    ) -> Result<(), RequestError> {
        let LearnRequest {
            text,
            nodes,
            budget,
            engine,
            ..
        } = request;
        let folder = self.of(definition);
        let config = LearnConfig {
            folder: folder.clone(),
            budget: budget.into(),
            nodes: nodes.map(|nodes| nodes.clamp(1, SelfPlaySettings::MOST_NODES)),
            evaluation: None,
            threads: engines.threads(),
            hash: HASH,
            definition: text.clone(),
        };
        // A text that a page sends must not make the program read a file.
        let definition = Arc::new(Definition {
            evaluation: None,
            ..definition.clone()
        });
        engines.work(engine, move |stopped| {
            let learned = learn::learn(&definition, &config, stopped, |event| {
                if let Event::Progress(progress) = event {
                    on_event(LearnEvent::Progress(progress.into()));
                }
            });
            let view = learned.and_then(|summary| view(&summary.state, &folder, text.as_deref()));
            on_event(LearnEvent::End(view.map_err(RequestError::from)));
        })
    }

    /// Returns what has been learned about a game so far; `None` if nothing has been learned.
    pub fn learned(&self, definition: &Definition, text: Option<&str>) -> Result<Option<LearnedView>, RequestError> {
        let folder = self.of(definition);
        let state = learn::state(definition, &folder)?;
        Ok(state.map(|state| view(&state, &folder, text)).transpose()?)
    }

    /// Deletes what was learned about a game, if anything was.
    pub fn forget(&self, definition: &Definition) -> Result<(), RequestError> {
        Ok(learn::forget(&self.of(definition))?)
    }

    /// Returns the best evaluation that was learned for a game; `None` if none was better than the game's own
    /// evaluation.
    pub fn best(&self, definition: &Definition) -> Result<Option<EvalParams>, RequestError> {
        let folder = self.of(definition);
        let Some(state) = learn::state(definition, &folder)? else {
            return Ok(None);
        };
        let bytes = learn::best(&state, &folder)?;
        let source = bytes.map(EvaluationSource::from_file).transpose()?;
        Ok(source.map(|source| source.load(definition)).transpose()?)
    }
}

/// Describes the run in a folder. `text` is the file of the user's own game.
fn view(state: &State, folder: &Path, text: Option<&str>) -> Result<LearnedView, LearnError> {
    let name = learn::best_name(state.best().1);
    let best = match learn::best(state, folder)? {
        None => None,
        Some(bytes) => Some(LearnedFile {
            name,
            content: STANDARD.encode(bytes),
            definition: text.map(|text| with_evaluation(text, name)).transpose()?,
        }),
    };
    Ok(LearnedView {
        spent: state.spent,
        generations: state.generations.iter().map(GenerationView::from).collect(),
        elo: state.elo().into(),
        best,
    })
}

impl From<LearnBudget> for Budget {
    fn from(budget: LearnBudget) -> Self {
        match budget {
            LearnBudget::Seconds(seconds) => Self::Time(Duration::from_secs(seconds.min(LONGEST))),
            LearnBudget::Work {
                generations,
                games,
                pairs,
            } => Self::Work {
                generations: generations.min(1000),
                games: games.min(100_000),
                pairs: pairs.clamp(1, 5000),
            },
        }
    }
}

impl From<Elo> for EloView {
    fn from(Elo { difference, error }: Elo) -> Self {
        Self { difference, error }
    }
}

impl From<Progress> for LearningView {
    fn from(progress: Progress) -> Self {
        Self {
            generation: progress.generation,
            stage: match progress.stage {
                Stage::Games => "games",
                Stage::Learning => "learning",
                Stage::Match => "match",
            },
            games: progress.games,
            elo: progress.elo.into(),
            left: progress.left.map(|left| left.as_secs() * 1000),
        }
    }
}

impl From<&Generation> for GenerationView {
    fn from(generation: &Generation) -> Self {
        Self {
            kind: generation.kind.word(),
            games: generation.games,
            match_games: 2 * generation.pairs.iter().sum::<u32>(),
            elo: generation.elo().map(EloView::from),
            taken: generation.taken,
        }
    }
}
