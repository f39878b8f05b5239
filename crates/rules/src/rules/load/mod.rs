//! Reads the text of a game's file and checks it.

mod blast;
mod board;
mod bounds;
mod doubles;
mod drawing;
mod ends;
mod gating;
mod hand;
mod hurdles;
mod kings;
mod letters;
mod passing;
mod pieces;
mod prelude;
mod promotion;
mod regions;
mod rights;
pub(super) mod start;
mod starts;
mod steps;
mod succession;
#[cfg(test)]
mod tests;
mod tests_section;
mod trades;

use std::io;
use std::path::{Path, PathBuf};

use toml::Spanned;

use self::drawing::DrawingError;
use self::letters::Letters;
use super::betza::Setting;
use super::file::{GameFile, Permission};
use super::parser;
use super::source::Source;
use super::{
    BareKing, Captures, Definition, DefinitionError, Kings, LoadError, PieceDefinition, PieceType, Rules, Stalemate,
    Starts, TestCase, XBoard,
};
use crate::files;
use crate::sanitize::{excerpt, strip_controls};

impl Definition {
    /// Parses the text of a game's file, whose format `docs/variants.md` describes. Error messages name `file` as the
    /// source.
    ///
    /// # Errors
    /// Fails if something in the text is wrong or missing. The error contains the position, and what was expected
    /// there.
    pub fn parse(text: &str, file: &str) -> Result<Self, DefinitionError> {
        parse(text, file, &[])
    }

    /// Reads and parses a game's file; see [`Definition::parse`].
    ///
    /// # Errors
    /// Fails if the file or a drawing that it names cannot be read, or if something in it is wrong or missing.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        read(path, &[])
    }
}

/// Reads a definition from a file. The name of the game must not be one of `taken`.
///
/// The weights file and the drawings that the definition names are looked up in the folder of the file.
pub(super) fn read(path: &Path, taken: &[&str]) -> Result<Definition, LoadError> {
    let text = files::read_text(path, files::DEFINITION).map_err(|source| LoadError::Read {
        path: path.to_owned(),
        source,
    })?;
    let game = Game::parse(&text, &path.display().to_string(), taken)?;
    let drawn = |piece: PieceDefinition| match piece.drawing.as_ref().filter(|name| name.ends_with(DRAWING)) {
        Some(file) => Ok(PieceDefinition {
            shapes: Some(read_drawing(&path.with_file_name(file))?),
            ..piece
        }),
        None => Ok(piece),
    };
    let pieces = game
        .rules
        .pieces
        .into_iter()
        .map(drawn)
        .collect::<Result<_, LoadError>>()?;
    let game = Game {
        rules: Rules { pieces, ..game.rules },
        ..game
    };
    Ok(game.definition(|file| path.with_file_name(file)))
}

/// The file name extension of a drawing.
const DRAWING: &str = ".svg";

/// Reads the shapes of a drawing from an SVG file.
fn read_drawing(path: &Path) -> Result<String, LoadError> {
    let text = files::read_text(path, files::DEFINITION);
    let invalid = |error: DrawingError| io::Error::new(io::ErrorKind::InvalidData, strip_controls(&error.to_string()));
    let shapes = text.and_then(|text| drawing::shapes(&text).map_err(invalid));
    shapes.map_err(|source| LoadError::Read {
        path: path.to_owned(),
        source,
    })
}

/// Parses a definition. The name of the game must not be one of `taken`. Error messages name `file` as the source.
pub(super) fn parse(text: &str, file: &str, taken: &[&str]) -> Result<Definition, DefinitionError> {
    let game = Game::parse(text, file, taken)?;
    Ok(game.definition(Path::to_path_buf))
}

/// A file whose text has been checked, without the files that it names.
struct Game {
    file: GameFile,
    rules: Rules,
    starts: Option<Starts>,
    xboard: XBoard,
    tests: Vec<TestCase>,
}

impl Game {
    fn parse(text: &str, file: &str, taken: &[&str]) -> Result<Self, DefinitionError> {
        let source = Source { file, text };
        let file: GameFile = toml::from_str(text).map_err(|error| {
            let (byte, message) = parser::explain(text, &error);
            source.error(byte, message)
        })?;
        check_name(source, &file.name, taken)?;
        for alias in &file.aliases {
            check_name(source, alias, taken)?;
        }
        let (rules, letters) = read_rules(source, &file)?;
        let (rules, starts) = starts::read(source, &file, rules, &letters)?;
        let xboard = read_xboard(source, &file, &rules, &letters)?;
        let tests = tests_section::read(source, &file.tests)?;
        Ok(Self {
            file,
            rules,
            starts,
            xboard,
            tests,
        })
    }

    /// Creates the definition. `locate` turns the name of a weights or network file into its path.
    fn definition(self, locate: impl Fn(&Path) -> PathBuf) -> Definition {
        let Self {
            file,
            rules,
            starts,
            xboard,
            tests,
        } = self;
        let name = file.name.into_inner();
        Definition {
            aliases: file.aliases.into_iter().map(Spanned::into_inner).collect(),
            title: file.title.map_or_else(|| name.clone(), |title| excerpt(&title)),
            family: excerpt(&file.family),
            summary: strip_controls(&file.summary),
            link: strip_controls(&file.link),
            history: strip_controls(&file.history),
            rules,
            starts,
            start_of: None,
            xboard,
            tests,
            evaluation: file.evaluation.as_deref().map(locate),
            name,
        }
    }
}

/// Reads the rules, and the letters of the pieces.
fn read_rules(source: Source<'_>, file: &GameFile) -> Result<(Rules, Letters), DefinitionError> {
    let shape = board::shape(source, &file.board)?;
    let zones = board::zones(source, &file.board, &shape)?;
    let letters = Letters::read(source, file)?;
    let setting = Setting {
        levels: shape.levels() > 1,
        opposed_levels: shape.opposed_levels(),
        zones: !zones.is_empty(),
        piece_type: PieceType(0),
    };
    let mut regions = Vec::new();
    let pieces = pieces::read(source, &file.pieces, &letters, &shape, setting, &mut regions)?;
    let (array, mover) = start::board(source, &file.start, &shape, &letters)?;
    let held = start::held(&file.start, &shape, &letters);
    let hand = hand::read(source, file)?;
    let blast = blast::read(source, file, setting)?;
    let types = start::kings(&array, &held, &pieces);
    let dropped = hand.filter(|hand| hand.castles).map(|_| rights::Dropped {
        kings: types,
        letters: &letters,
    });
    let [facing_forbidden, facing_ends] = kings::facing(source, &file.kings)?;
    let rules = Rules {
        ends: ends::read(source, &file.ends, &letters, &shape, file.captures.chained)?,
        privileged: rights::privileged(source, &file.start, &array, &shape, &pieces)?,
        castlings: rights::castlings(source, &file.castling, &array, &shape, &pieces, dropped)?,
        castling_anywhere: false,
        shape,
        zones,
        regions,
        pieces,
        start: file.start.get_ref().clone(),
        array,
        held,
        blast,
        hand,
        prelude: None,
        passing: passing::read(source, file.passing.as_ref())?,
        trades: trades::read(source, &file.captures, &letters)?,
        captures: Captures {
            mandatory: file.captures.mandatory,
            chained: file.captures.chained,
        },
        kings: Kings {
            types,
            checks_forbidden: file.kings.checks == Permission::Forbidden,
            facing_forbidden,
            facing_ends,
            royal_up_to: kings::royal_up_to(source, file)?,
            successors: succession::read(source, &file.kings, &letters)?,
        },
    };
    kings::check(source, file, &rules)?;
    hand::check(source, file, &rules)?;
    blast::check(source, file, &rules)?;
    doubles::check(source, file, &rules)?;
    trades::check(source, &file.captures, &rules)?;
    succession::check(source, file, &rules)?;
    promotion::check_en_passant(source, file, &rules)?;
    promotion::check_standing(source, file, &rules)?;
    passing::check(source, file, &rules)?;
    hurdles::check(source, file, &rules)?;
    ends::check_counting(source, &file.ends, &rules)?;
    bounds::check_castlings(source, file, &rules)?;
    rights::check_letters(source, &file.start, &rules)?;
    start::check(source, &file.start, &rules, &rules.array, mover)?;
    Ok((prelude::read(source, file, rules, mover)?, letters))
}

/// Checks that a name is well formed and not taken.
fn check_name(source: Source<'_>, name: &Spanned<String>, taken: &[&str]) -> Result<(), DefinitionError> {
    let text = name.get_ref();
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if let Some((offset, wrong)) = text.char_indices().find(|(_, c)| !allowed(*c)) {
        return Err(source.error_in(
            name,
            offset,
            format!("expected a name of a-z, 0-9 and `-`, found `{wrong}`"),
        ));
    }
    if text.is_empty() || text.len() > 40 {
        return Err(source.error_at(name, "expected a name of 1 to 40 characters"));
    }
    if taken.contains(&text.as_str()) {
        return Err(source.error_at(name, format!("expected another name: `{text}` is built in")));
    }
    Ok(())
}

/// Reads the section `[xboard]`. The defaults of missing keys follow from the name and the rules.
fn read_xboard(
    source: Source<'_>,
    file: &GameFile,
    rules: &Rules,
    letters: &Letters,
) -> Result<XBoard, DefinitionError> {
    let section = &file.xboard;
    if let Some(start) = &section.start {
        let (array, mover) = start::board(source, start, &rules.shape, letters)?;
        kings::check_number(source, start, rules, &array, &start::held(start, &rules.shape, letters))?;
        rights::check_letters(source, start, rules)?;
        start::check(source, start, rules, &array, mover)?;
    }
    let like_shatranj = rules.ends.stalemate == Stalemate::Loss && rules.ends.bare_king != BareKing::PlaysOn;
    let parent = if like_shatranj { "shatranj" } else { "fairy" };
    Ok(XBoard {
        name: section.name.as_ref().unwrap_or(file.name.get_ref()).clone(),
        native: section.native,
        playable: section.playable,
        parent: section.parent.clone().unwrap_or_else(|| parent.to_owned()),
        start: section.start.as_ref().map(|start| start.get_ref().clone()),
    })
}
