//! The class `Desk`, which a web worker runs.

use std::sync::Arc;
use std::time::Duration;

use js_sys::{Error, Function};
use kurier_api::{Message, MissingFile, Reply};
use kurier_engine::search::TimeSource;
use kurier_rules::rules::Catalogue;
use wasm_bindgen::prelude::*;

use crate::error::refused;

/// The folder of the opening books in the folder `pkg`.
const BOOKS: &str = "books/";
/// The folder of the networks and weights in the folder `pkg`.
const NETWORKS: &str = "networks/";

/// Returns the path of a file in the folder `pkg`.
fn path(file: MissingFile) -> String {
    match file {
        MissingFile::Book(name) => format!("{BOOKS}{name}"),
        MissingFile::Evaluation(name) => format!("{NETWORKS}{name}"),
    }
}

/// Answers the messages of a graphical board, in JSON.
#[wasm_bindgen]
pub struct Desk {
    desk: kurier_api::Desk,
}

/// A clock and a stop signal that the page provides as functions. A worker without threads receives no messages while
/// it searches, so the search must poll these functions.
struct PageTime {
    now: Function,
    interrupted: Function,
}

impl TimeSource for PageTime {
    fn now(&self) -> Duration {
        let milliseconds = self.now.call0(&JsValue::UNDEFINED).ok().and_then(|time| time.as_f64());
        let seconds = milliseconds.unwrap_or_default() / 1000.0;
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    fn interrupted(&self) -> bool {
        self.interrupted
            .call0(&JsValue::UNDEFINED)
            .is_ok_and(|wish| wish.is_truthy())
    }
}

#[wasm_bindgen]
impl Desk {
    /// Creates a desk that passes its replies, as JSON, to `reply`, reads the time in milliseconds from `now`, and
    /// stops a search when `interrupted` returns true. `hash` limits the size of each engine's transposition table, in
    /// MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "(json: string) => void")] reply: Function,
        #[wasm_bindgen(unchecked_param_type = "() => number")] now: Function,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] interrupted: Function,
        hash: usize,
    ) -> Self {
        let outbox = move |message: Message<Reply>| {
            // An error of `reply` is ignored: `reply` is the only way to report one.
            let _ = reply.call1(&JsValue::UNDEFINED, &JsValue::from(message.to_json()));
        };
        let mut desk = kurier_api::Desk::new(Catalogue::built_in(), Arc::new(outbox));
        desk.limit(1, hash);
        desk.set_time_source(Arc::new(PageTime { now, interrupted }));
        Self { desk }
    }

    /// Returns the path, in the folder `pkg`, of a file that must be loaded before a message can be handled;
    /// `undefined` if no file is missing. A message may need several files, so ask again after loading one.
    ///
    /// # Errors
    /// Fails if the text is not a message.
    #[wasm_bindgen(js_name = missingFile)]
    pub fn missing_file(&mut self, message: &str) -> Result<Option<String>, Error> {
        let message = Message::from_json(message).map_err(refused)?;
        Ok(self.desk.missing_file(&message.body).map(path))
    }

    /// Returns the path, in the folder `pkg`, of the file with the network or the weights of a variant; `undefined` if
    /// the variant has no such file or it has been loaded.
    #[wasm_bindgen(js_name = missingEvaluation)]
    pub fn missing_evaluation(&self, game: &str) -> Option<String> {
        self.desk.missing_evaluation(game).map(path)
    }

    /// Loads a file that belongs to a variant, from its path and its content.
    ///
    /// # Errors
    /// Fails if the variant is unknown, or if `bytes` are not such a file of this variant.
    #[wasm_bindgen(js_name = loadFile)]
    pub fn load_file(&mut self, game: &str, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let loaded = match path.starts_with(BOOKS) {
            true => self.desk.load_book(game, bytes),
            false => self.desk.load_evaluation(game, bytes),
        };
        loaded.map_err(refused)
    }

    /// Handles a message. All replies are passed to the function `reply` of the constructor before this method returns.
    ///
    /// # Errors
    /// Fails if the text is not a message.
    pub fn handle(&mut self, message: &str) -> Result<(), Error> {
        self.desk.handle(Message::from_json(message).map_err(refused)?);
        Ok(())
    }
}
