//! The features and options that the engine announces to the GUI.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::TABLE_FORMAT;
use super::options::{DEFAULT_ELO, LINES};
use super::playable::is_playable;
use kurier_books::Variety;
use kurier_engine::search::Settings;
use kurier_rules::rules::Catalogue;

/// Returns the lines that answer `protover`.
pub fn announce(catalogue: &Catalogue, settings: &Settings) -> Vec<String> {
    vec![
        "feature done=0".into(),
        "feature ping=1 setboard=1 usermove=1 san=0 time=1 draw=1 analyze=1 reuse=1 colors=0 playother=1".into(),
        "feature memory=1 smp=1 nps=1 name=1 sigint=0 sigterm=0 debug=1 exclude=1 highlight=1 pause=1".into(),
        format!("feature myname=\"Kurier {}\"", env!("CARGO_PKG_VERSION")),
        format!("feature egt=\"{TABLE_FORMAT}\""),
        variants(catalogue),
        // The names of options have no spaces, because python-chess rejects names with spaces in the XBoard protocol.
        // Earlier versions announced names with spaces, which are still accepted when the GUI sets an option.
        spin("MultiPV", settings.multipv, LINES),
        spin(
            "MoveOverhead",
            settings.overhead.as_millis() as usize,
            Settings::OVERHEAD,
        ),
        spin("Contempt", settings.contempt, Settings::CONTEMPT),
        format!(
            "feature option=\"LimitStrength -check {}\"",
            u8::from(settings.elo.is_some())
        ),
        spin("Elo", settings.elo.unwrap_or(DEFAULT_ELO), Settings::ELO),
        "feature option=\"VariantFile -file \"".into(),
        "feature option=\"EvalFile -file \"".into(),
        "feature option=\"OwnBook -check 0\"".into(),
        "feature option=\"BookFile -file \"".into(),
        spin("BookVariety", Variety::default().number(), 0..=Variety::MOST),
        "feature option=\"ShowWDL -check 0\"".into(),
        "feature option=\"ClearHash -button\"".into(),
        "feature done=1".into(),
    ]
}

/// Returns the declaration of a numeric option.
fn spin<T: Display>(name: &str, default: T, range: RangeInclusive<T>) -> String {
    let (least, most) = range.into_inner();
    format!("feature option=\"{name} -spin {default} {least} {most}\"")
}

/// Returns the line that announces the variants that XBoard can show.
pub fn variants(catalogue: &Catalogue) -> String {
    let names: Vec<&str> = catalogue
        .menu()
        .filter(|definition| is_playable(definition))
        .map(|definition| definition.xboard.name.as_str())
        .collect();
    format!("feature variants=\"{}\"", names.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_names_have_no_blanks() {
        let lines = announce(&Catalogue::built_in(), &Settings::default());
        let options = lines.iter().filter_map(|line| line.strip_prefix("feature option=\""));
        let names: Vec<&str> = options.filter_map(|option| option.split(" -").next()).collect();
        assert!(names.len() > 5);
        assert!(names.iter().all(|name| !name.contains(' ')), "{names:?}");
    }
}
