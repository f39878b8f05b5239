//! What a desk can do only if the package was built with the feature for it: study games.

use super::desk::Desk;
use super::error::RequestError;
use super::messages::Reply;
use super::study::{SelfPlayRequest, StudyRequest, StudyView};

#[cfg(feature = "study")]
use {
    super::{desk, own_games},
    kurier_rules::rules::Definition,
    std::sync::Arc,
};

impl Desk {
    /// Returns what the desk can do.
    pub(super) fn abilities(&self) -> Reply {
        Reply::Abilities {
            study: cfg!(feature = "study"),
        }
    }

    /// Returns the game that the text of the user's own file defines or, without a text, the known game called `name`.
    #[cfg(feature = "study")]
    fn find(&self, name: &str, text: Option<&str>) -> Result<Arc<Definition>, RequestError> {
        own_games::find(&self.games, name, text.map(desk::short_enough).transpose()?)
    }
}

#[cfg(feature = "study")]
impl Desk {
    /// Plays games of Kurier against itself.
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

    /// Tells what games say about the rules.
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
