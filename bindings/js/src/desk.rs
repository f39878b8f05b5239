//! The desk that a worker runs.

use std::sync::Arc;
use std::time::Duration;

use js_sys::{Error, Function};
use kurier_rules::rules::Catalogue;
use kurier_engine::search::TimeSource;
use wasm_bindgen::prelude::*;

use crate::error::refused;

/// Answers the messages of a board with a screen, as JSON.
#[wasm_bindgen]
pub struct Desk {
    desk: kurier_api::Desk,
}

/// The time and the wish to stop, as the page gives them: a worker without threads hears nothing else while it searches.
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
    /// Creates a desk that hands its replies, as JSON, to `reply`; reads the time in milliseconds from `now`; and ends
    /// a search when `interrupted` says so. `hash` bounds the size of its transposition table, in MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "(json: string) => void")] reply: Function,
        #[wasm_bindgen(unchecked_param_type = "() => number")] now: Function,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] interrupted: Function,
        hash: usize,
    ) -> Self {
        let outbox = move |message| {
            if let Ok(json) = serde_json::to_string(&message) {
                // Nobody could be told of an error there but by this very function.
                let _ = reply.call1(&JsValue::UNDEFINED, &JsValue::from(json));
            }
        };
        let mut desk = kurier_api::Desk::new(Catalogue::built_in(), Arc::new(outbox));
        desk.limit(1, hash);
        desk.set_time_source(Arc::new(PageTime { now, interrupted }));
        Self { desk }
    }

    /// Returns the name of the network file that a game still lacks; `undefined` if it lacks none.
    #[wasm_bindgen(js_name = missingNetwork)]
    pub fn missing_network(&self, game: &str) -> Option<String> {
        self.desk.missing_network(game).map(str::to_owned)
    }

    /// Gives a game its network.
    ///
    /// # Errors
    /// An unknown game, or a file that is no network for it.
    #[wasm_bindgen(js_name = loadNetwork)]
    pub fn load_network(&mut self, game: &str, bytes: &[u8]) -> Result<(), Error> {
        self.desk.load_network(game, bytes).map_err(refused)
    }

    /// Answers a message, and returns when it is done.
    ///
    /// # Errors
    /// A text that is no message.
    pub fn handle(&mut self, message: &str) -> Result<(), Error> {
        self.desk.handle(serde_json::from_str(message).map_err(refused)?);
        Ok(())
    }
}
