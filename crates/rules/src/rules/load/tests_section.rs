//! Reads the sections `[tests.NAME]`.

use toml::Spanned;

use crate::rules::file::{Table, TestSection};
use crate::rules::source::Source;
use crate::rules::{DefinitionError, Placed, TestCase};
use crate::sanitize::excerpt;

/// The maximum number of perft counts in a test.
const MOST_COUNTS: usize = 12;
/// The highest perft count that a test may expect. Even counting this far may take minutes.
const HIGHEST_COUNT: u64 = 1_000_000_000;

/// Reads all tests. Only their form is checked; their positions, moves and squares are checked when the tests are run.
pub(super) fn read(source: Source<'_>, sections: &Table<TestSection>) -> Result<Vec<TestCase>, DefinitionError> {
    let tests = sections.0.iter();
    tests
        .map(|(name, section)| Reader { source }.test(name, section))
        .collect()
}

struct Reader<'a> {
    source: Source<'a>,
}

impl Reader<'_> {
    fn test(&self, name: &Spanned<String>, section: &TestSection) -> Result<TestCase, DefinitionError> {
        let test = TestCase {
            name: self.placed(name, excerpt(name.get_ref())),
            start: section.start.as_ref().map(|start| self.text(start)),
            fen: section.fen.as_ref().map(|fen| self.text(fen)),
            moves: self.texts(&section.moves),
            legal: self.texts(&section.legal),
            illegal: self.texts(&section.illegal),
            targets: self.targets(section),
            check: section.check.as_ref().map(|flag| self.placed(flag, *flag.get_ref())),
            result: section.result.as_ref().map(|word| self.placed(word, word.get_ref().0)),
            perft: self.counts(&section.perft)?,
        };
        let expects_nothing = test.legal.is_empty()
            && test.illegal.is_empty()
            && test.targets.is_empty()
            && test.perft.is_empty()
            && test.check.is_none()
            && test.result.is_none();
        if expects_nothing {
            let message = "expected `legal`, `illegal`, `targets`, `check`, `result` or `perft`: this test cannot fail";
            return Err(self.source.error_at(name, message));
        }
        Ok(test)
    }

    fn placed<T, U>(&self, at: &Spanned<T>, value: U) -> Placed<U> {
        let (line, column) = self.source.place(at.span().start);
        Placed { line, column, value }
    }

    fn text(&self, text: &Spanned<String>) -> Placed<String> {
        self.placed(text, text.get_ref().clone())
    }

    fn texts(&self, texts: &[Spanned<String>]) -> Vec<Placed<String>> {
        texts.iter().map(|text| self.text(text)).collect()
    }

    fn targets(&self, section: &TestSection) -> Vec<(Placed<String>, Vec<Placed<String>>)> {
        let entries = section.targets.0.iter();
        entries
            .map(|(from, targets)| (self.text(from), self.texts(targets)))
            .collect()
    }

    fn counts(&self, counts: &[Spanned<u64>]) -> Result<Vec<Placed<u64>>, DefinitionError> {
        if let Some(count) = counts.get(MOST_COUNTS) {
            return Err(self
                .source
                .error_at(count, format!("expected at most {MOST_COUNTS} counts")));
        }
        if let Some(count) = counts.iter().find(|count| *count.get_ref() > HIGHEST_COUNT) {
            return Err(self.source.error_at(count, format!("expected at most {HIGHEST_COUNT}")));
        }
        Ok(counts
            .iter()
            .map(|count| self.placed(count, *count.get_ref()))
            .collect())
    }
}
