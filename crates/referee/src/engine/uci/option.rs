//! The options that a UCI engine declares.

/// An option as a UCI engine declares it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AdvertisedOption {
    pub name: String,
    /// The type: `spin`, `check`, `combo`, `string` or `button`.
    kind: String,
    /// The minimum of a `spin`.
    least: Option<i64>,
    /// The maximum of a `spin`.
    most: Option<i64>,
    /// The values of a `combo`.
    pub values: Vec<String>,
}

impl AdvertisedOption {
    /// Parses a declaration such as `NAME type spin default 16 min 1 max 64` or
    /// `NAME type combo default X var X var Y`.
    pub fn parse(text: &str) -> Self {
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let mut words = rest.split_whitespace();
        let kind = words.next().unwrap_or_default().to_owned();
        let number = |word: &str| {
            let mut words = rest.split_whitespace().skip_while(|found| *found != word);
            words.nth(1).and_then(|number| number.parse().ok())
        };
        let (least, most) = match kind.as_str() {
            "spin" => (number("min"), number("max")),
            _ => (None, None),
        };
        let values = rest
            .split(" var ")
            .skip(1)
            .map(|value| value.trim().to_owned())
            .collect();
        Self {
            name: name.trim().to_owned(),
            kind,
            least,
            most,
            values,
        }
    }

    /// Returns the reason why a value is not valid for the option, or `None` if it is valid.
    pub fn objection(&self, value: &str) -> Option<String> {
        let within =
            |number: i64| self.least.is_none_or(|least| number >= least) && self.most.is_none_or(|most| number <= most);
        let expected = match self.kind.as_str() {
            "spin" if !value.parse().is_ok_and(within) => match (self.least, self.most) {
                (Some(least), Some(most)) => format!("a number from {least} to {most}"),
                _ => "a number".into(),
            },
            "check" if !["true", "false"].contains(&value) => "true or false".into(),
            "combo" if !self.values.iter().any(|known| known.eq_ignore_ascii_case(value)) => {
                format!("one of {}", self.values.join(", "))
            }
            _ => return None,
        };
        Some(format!("option {}: {expected} is expected, not '{value}'", self.name))
    }
}
