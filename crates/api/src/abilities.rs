//! What a desk can do only if the package was built with the corresponding feature: translate games from other
//! programs' files, study games, and learn them.

use super::desk::Desk;
use super::error::RequestError;
use super::learning::{LearnRequest, LearnedRequest};
use super::messages::Reply;
use super::study::{SelfPlayRequest, StudyRequest, StudyView};
use kurier_rules::rules::Definition;

#[cfg(any(feature = "import", feature = "learning", feature = "study"))]
use super::desk;
#[cfg(any(feature = "learning", feature = "study"))]
use {super::own_games, std::sync::Arc};

impl Desk {
    /// Returns the reply that says whether the desk can study games and learn them.
    pub(super) fn abilities(&self) -> Reply {
        #[cfg(feature = "learning")]
        let learn = self.learning.is_some();
        #[cfg(not(feature = "learning"))]
        let learn = false;
        Reply::Abilities {
            study: cfg!(feature = "study"),
            learn,
        }
    }

    /// Returns the game that the text of the user's own file defines or, without text, the known game called `name`.
    #[cfg(any(feature = "learning", feature = "study"))]
    fn find(&self, name: &str, text: Option<&str>) -> Result<Arc<Definition>, RequestError> {
        own_games::find(&self.games, name, text.map(desk::short_enough).transpose()?)
    }
}

#[cfg(feature = "import")]
impl Desk {
    /// Translates the games in the text of another program's file.
    pub(super) fn import(&self, text: &str) -> Result<Reply, RequestError> {
        let games = super::import::import(desk::short_enough(text)?)?;
        Ok(Reply::Imported { games })
    }
}

#[cfg(not(feature = "import"))]
impl Desk {
    /// Refuses to translate games.
    pub(super) fn import(&self, _: &str) -> Result<Reply, RequestError> {
        Err(RequestError::Unable("translate the games of other programs"))
    }
}

#[cfg(feature = "study")]
impl Desk {
    /// Lets Kurier play games against itself, and sends each of them in a reply to request `id`.
    pub(super) fn self_play(&mut self, id: u32, request: SelfPlayRequest) -> Result<(), RequestError> {
        use super::study::{SelfPlayEvent, play};
        let definition = self.find(&request.game, request.text.as_deref())?;
        let send = self.sender(id);
        let SelfPlayRequest {
            numbers,
            settings,
            engine,
            ..
        } = request;
        play(&mut self.engines, definition, numbers, settings, engine, move |event| {
            send(match event {
                SelfPlayEvent::Game(game) => Reply::Played(game),
                SelfPlayEvent::End(end) => end.map_or_else(desk::refusal, |()| Reply::Done),
            });
        })
    }

    /// Returns what the games in a request show about the rules.
    pub(super) fn study(&self, request: &StudyRequest) -> Result<StudyView, RequestError> {
        let definition = self.find(&request.game, request.text.as_deref())?;
        super::study::study(&definition, request.settings, desk::short_enough(&request.games)?)
    }
}

#[cfg(not(feature = "study"))]
impl Desk {
    /// Refuses to play games.
    pub(super) fn self_play(&mut self, _: u32, _: SelfPlayRequest) -> Result<(), RequestError> {
        Err(RequestError::Unable("study games"))
    }

    /// Refuses to study games.
    pub(super) fn study(&self, _: &StudyRequest) -> Result<StudyView, RequestError> {
        Err(RequestError::Unable("study games"))
    }
}

#[cfg(feature = "learning")]
impl Desk {
    /// Learns a game, or resumes its run.
    pub(super) fn learn(&mut self, id: u32, request: LearnRequest) -> Result<(), RequestError> {
        use super::learning::LearnEvent;
        let definition = self.find(&request.game, request.text.as_deref())?;
        let send = self.sender(id);
        let on_event = move |event| {
            send(match event {
                LearnEvent::Progress(progress) => Reply::Learning(progress),
                LearnEvent::End(Ok(learned)) => Reply::Learned { learned: Some(learned) },
                LearnEvent::End(Err(error)) => desk::refusal(error),
            });
        };
        let folder = self.learning.as_ref().ok_or(RequestError::Unable("learn games"))?;
        folder.learn(&mut self.engines, &definition, request, on_event)
    }

    /// Returns what has been learned about a game so far, and uses it from now on.
    pub(super) fn learned(&mut self, request: &LearnedRequest) -> Result<Reply, RequestError> {
        let definition = self.find(&request.game, request.text.as_deref())?;
        let folder = self.learning.as_ref().ok_or(RequestError::Unable("learn games"))?;
        let learned = folder.learned(&definition, request.text.as_deref())?;
        self.adopt(&definition)?;
        Ok(Reply::Learned { learned })
    }

    /// Deletes what was learned about a game, and plays without it from now on.
    pub(super) fn forget(&mut self, request: &LearnedRequest) -> Result<Reply, RequestError> {
        let definition = self.find(&request.game, request.text.as_deref())?;
        let folder = self.learning.as_ref().ok_or(RequestError::Unable("learn games"))?;
        folder.forget(&definition)?;
        self.adopt(&definition)?;
        Ok(Reply::Learned { learned: None })
    }

    /// Uses the best evaluation that was learned for a game, if there is one.
    pub(super) fn adopt(&mut self, definition: &Definition) -> Result<(), RequestError> {
        let folder = self.learning.as_ref();
        let best = folder.map(|folder| folder.best(definition)).transpose()?.flatten();
        self.engines.use_learned(definition, best.map(Arc::new));
        Ok(())
    }
}

#[cfg(not(feature = "learning"))]
impl Desk {
    /// Refuses to learn a game.
    pub(super) fn learn(&mut self, _: u32, _: LearnRequest) -> Result<(), RequestError> {
        Err(RequestError::Unable("learn games"))
    }

    /// Refuses to report what was learned about a game.
    pub(super) fn learned(&mut self, _: &LearnedRequest) -> Result<Reply, RequestError> {
        Err(RequestError::Unable("learn games"))
    }

    /// Refuses to delete what was learned about a game.
    pub(super) fn forget(&mut self, _: &LearnedRequest) -> Result<Reply, RequestError> {
        Err(RequestError::Unable("learn games"))
    }

    /// Does nothing, because nothing was learned.
    pub(super) fn adopt(&mut self, _: &Definition) -> Result<(), RequestError> {
        Ok(())
    }
}
