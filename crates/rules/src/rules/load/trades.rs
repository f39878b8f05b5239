//! Reads the keys of the section `[captures]` that forbid the trade of pieces.

use super::letters::Letters;
use crate::rules::file::CapturesSection;
use crate::rules::source::Source;
use crate::rules::{DefinitionError, Rules, Trades};

/// Reads which trades are forbidden.
pub(super) fn read(
    source: Source<'_>,
    section: &CapturesSection,
    letters: &Letters,
) -> Result<Trades, DefinitionError> {
    Ok(Trades {
        no_exposed: letters.listed(source, section.no_exposed_trade.as_ref())?,
        no_counter: letters.listed(source, section.no_counter_capture.as_ref())?,
    })
}

/// Checks that the forbidden trades fit the other rules.
pub(super) fn check(source: Source<'_>, section: &CapturesSection, rules: &Rules) -> Result<(), DefinitionError> {
    let texts = [&section.no_exposed_trade, &section.no_counter_capture];
    let Some(text) = texts.into_iter().flatten().next() else {
        return Ok(());
    };
    let obstacles = [
        (rules.captures.chained, "where captures are chained"),
        (rules.blast.is_some(), "where captures blast"),
    ];
    source.refuse(text.span().start, "forbidden trades", &obstacles)?;
    let mut forbidden = rules.trades.no_exposed.iter().chain(&rules.trades.no_counter);
    match forbidden.find(|piece_type| rules.piece(**piece_type).royal) {
        Some(royal) => {
            let name = &rules.piece(*royal).name;
            let message =
                format!("expected pieces that are not royal: whether the {name} may be captured decides check");
            Err(source.error_at(text, message))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Definition, PieceType};

    fn parse(captures: &str) -> Result<Definition, String> {
        let text = format!(
            "name = \"small\"\nstart = \"1k2/4/4/K2L w - - 0 1\"\ncaptures = {{ {captures} }}\n[board]\nfiles = 4\n\
             ranks = 4\n[pieces]\nK = {{ name = \"King\", move = \"K\", royal = true }}\n\
             L = {{ name = \"Lion\", move = \"KNADcaK\" }}\n"
        );
        Definition::parse(&text, "small.toml").map_err(|error| error.to_string())
    }

    #[test]
    fn trades_are_forbidden_for_letters() {
        let game = parse("no-exposed-trade = \"L\", no-counter-capture = \"L\"").expect("a game");
        assert_eq!(game.trades.no_exposed, [PieceType(1)]);
        assert_eq!(game.trades.no_counter, [PieceType(1)]);
        assert!(parse("").expect("a game").trades.is_empty());
    }

    #[test]
    fn unfit_trades_are_refused() {
        for (captures, message) in [
            ("no-exposed-trade = \"X\"", "letter of a piece"),
            (
                "no-exposed-trade = \"K\"",
                "whether the King may be captured decides check",
            ),
            ("no-counter-capture = \"*\"", "decides check"),
        ] {
            let error = parse(captures).expect_err(captures);
            assert!(error.contains(message), "{error}");
        }
        let chess = include_str!("../../../../../variants/chess.toml");
        for rule in ["chained = true\nmandatory = true", "blast = \"K\""] {
            let text = format!("{chess}\n[captures]\nno-exposed-trade = \"Q\"\n{rule}\n");
            let error = Definition::parse(&text, "x.toml").expect_err(rule).to_string();
            assert!(error.contains("expected no forbidden trades where captures"), "{error}");
        }
    }
}
