//! The features that an XBoard engine declares.

use super::ORTHODOX;
use kurier_rules::sanitize::excerpt;

/// The features that the referee rejects, because it does not support them.
const NOT_OFFERED: [&str; 6] = ["colors", "highlight", "exclude", "sigint", "sigterm", "debug"];

/// The features of an engine, by their names in the protocol.
#[derive(Debug)]
pub(super) struct Features {
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    pub time: bool,
    pub memory: bool,
    pub smp: bool,
    pub nps: bool,
    pub reuse: bool,
    pub draw: bool,
    pub name: String,
    pub variants: Vec<String>,
    pub options: Vec<String>,
    /// Whether the list of features is complete; `None` if the engine has not sent `done` yet.
    pub done: Option<bool>,
}

impl Default for Features {
    /// Returns the values that the protocol prescribes for features that an engine does not declare.
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            memory: false,
            smp: false,
            nps: true,
            reuse: true,
            draw: true,
            name: String::new(),
            variants: vec![ORTHODOX.into()],
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Sets a feature. Returns `false` if the referee rejects it. Unknown features are accepted without effect.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value != "0";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "nps" => self.nps = on,
            "reuse" => self.reuse = on,
            "draw" => self.draw = on,
            "myname" => self.name = excerpt(value),
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "option" => self.options.push(option_name(value).to_owned()),
            "done" => self.done = Some(on),
            _ => return !NOT_OFFERED.contains(&name),
        }
        true
    }
}

/// Returns the name of an option that is declared as in `Move Overhead -spin 30 0 5000`.
fn option_name(text: &str) -> &str {
    let kinds = [
        "button", "reset", "save", "check", "string", "spin", "combo", "slider", "file", "path",
    ];
    let end = text
        .match_indices(" -")
        .find(|(at, _)| kinds.iter().any(|kind| text[at + 2..].starts_with(kind)));
    text[..end.map_or(text.len(), |(at, _)| at)].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_names_end_before_their_type() {
        assert_eq!(option_name("Move Overhead -spin 30 0 5000"), "Move Overhead");
        assert_eq!(
            option_name("Send 'piece' descriptions -check 1"),
            "Send 'piece' descriptions"
        );
        assert_eq!(option_name("Multi-PV Margin -spin 0 0 1000"), "Multi-PV Margin");
        assert_eq!(option_name("Info -button"), "Info");
    }
}
