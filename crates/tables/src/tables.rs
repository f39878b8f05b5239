//! The tables of a folder, for probing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use kurier_rules::any_width;
use kurier_rules::board::AnyWidth;
use kurier_rules::endgame::{EndgameTables, SharedTables};
use kurier_rules::position::{Position, Turn};
use kurier_rules::rules::{Color, Definition};

use crate::file::{BLOCK, TableFile};
use crate::index::Index;
use crate::lookup::Lookup;
use crate::state::State;
use crate::statistics::Statistics;
use crate::value::{before_move, of_end};
use crate::{Class, Distance, Game, TableError, Value};

/// The maximum number of decoded blocks in the cache.
const CACHED: usize = 1 << 11;

/// What is known about a table without reading its blocks.
#[derive(Clone, Debug)]
pub struct TableInfo {
    /// The name of the class.
    pub class: String,
    /// The length of the file in bytes.
    pub length: u64,
    /// How often each side wins and loses in the table, and the longest wins and losses.
    pub statistics: Statistics,
}

/// A slot of the cache: the index of a table, the number of a block, and the block's decoded states.
type Cached = Mutex<Option<(usize, usize, Arc<Vec<u16>>)>>;

/// The tables of a game that count plies to the same event.
pub struct Tables<const W: usize> {
    game: Game<W>,
    distance: Distance,
    lookup: Lookup,
    files: Vec<TableFile>,
    largest: usize,
    cache: Vec<Cached>,
}

impl<const W: usize> Tables<W> {
    /// Opens the tables of a game. `folder` holds one folder for each game. Also returns an error for each file that
    /// cannot be used, and for a folder that cannot be read. A missing folder counts as one without tables.
    pub fn open(game: Game<W>, folder: &Path, distance: Distance) -> (Self, Vec<TableError>) {
        let mut tables = Self {
            distance,
            lookup: Lookup::default(),
            files: Vec::new(),
            largest: 0,
            cache: (0..CACHED).map(|_| Cached::default()).collect(),
            game,
        };
        let mut refused = Vec::new();
        let folder = folder_of(folder, &tables.game.variant.definition);
        let paths = paths(&folder, distance).unwrap_or_else(|source| {
            refused.push(TableError::File { path: folder, source });
            Vec::new()
        });
        for path in paths {
            match open_checked(&tables.game, &path, distance) {
                Ok((file, class)) => {
                    tables.lookup.add(&tables.game, &class);
                    tables.largest = tables.largest.max(class.pieces());
                    tables.files.push(file);
                }
                Err(error) => refused.push(error),
            }
        }
        (tables, refused)
    }

    /// Returns the largest number of pieces in a table, or 0 if there is no table.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Returns the game to which the tables belong.
    pub fn game(&self) -> &Game<W> {
        &self.game
    }

    /// Returns a description of each table, sorted by name.
    pub fn infos(&self) -> impl Iterator<Item = TableInfo> {
        self.files.iter().map(|file| TableInfo {
            class: file.header().class.clone(),
            length: file.length(),
            statistics: file.header().statistics,
        })
    }

    /// Checks a table by reading all its blocks.
    ///
    /// # Errors
    /// Fails if there is no such table, or if a block of it is damaged.
    pub fn check(&self, class: &Class) -> Result<(), TableError> {
        let name = class.name(self.game.rules());
        let file = self.files.iter().find(|file| file.header().class == name);
        let file = file.ok_or(TableError::Missing { class: name })?;
        (0..file.blocks()).try_for_each(|number| file.block(number).map(|_| ()))
    }

    /// Returns the number of entries that the table of a class has for both sides to move together.
    pub fn entries(&self, class: &Class) -> u64 {
        2 * Index::new(&self.game, class).cells() as u64
    }

    /// Returns the position of an entry, numbered from 0: entries with White to move come first. `None` if the entry
    /// stands for no position.
    pub fn position(&self, class: &Class, entry: u64) -> Option<Position<W>> {
        let index = Index::new(&self.game, class);
        let cells = index.cells() as u64;
        let side = if entry < cells { Color::White } else { Color::Black };
        self.game.arranged(&index, side, entry % cells)
    }

    /// Returns the value of a position; `None` if a table is missing. The move counter is ignored; see
    /// [`Value::under_limit`]. No table has positions with castling or other rights of unmoved pieces, positions in the
    /// middle of a turn, or positions before the end of a prelude.
    ///
    /// # Errors
    /// Fails if a table is damaged.
    pub fn probe(&self, position: &Position<W>) -> Result<Option<Value>, TableError> {
        if position.chain().is_some()
            || position.rights() != 0
            || position.occupied().count() as usize > self.largest
            || position.is_prelude_left()
        {
            return Ok(None);
        }
        if let Some(end) = position.variant_end() {
            return Ok(Some(of_end(end.winner, position.side())));
        }
        match position.en_passant().any() {
            true => self.best_turn(&mut position.clone()),
            false => self.read(position),
        }
    }

    /// Reads the value of a position from its table; `None` if no table has the position.
    fn read(&self, position: &Position<W>) -> Result<Option<Value>, TableError> {
        let Some(place) = self.lookup.find(position) else {
            return Ok(None);
        };
        let at = place.side.index() * self.lookup.index(place.table).cells() + place.cell;
        let block = self.block(place.table, at / BLOCK)?;
        Ok(State(block[at % BLOCK]).value())
    }

    /// Returns a block of a table: from the cache, or from the file.
    fn block(&self, table: usize, number: usize) -> Result<Arc<Vec<u16>>, TableError> {
        let slot = &self.cache[(table.wrapping_mul(0x9e37_79b1) ^ number) % CACHED];
        if let Ok(cached) = slot.lock()
            && let Some((cached_table, cached_number, block)) = &*cached
            && (*cached_table, *cached_number) == (table, number)
        {
            return Ok(block.clone());
        }
        let block = Arc::new(self.files[table].block(number)?);
        if let Ok(mut cached) = slot.lock() {
            *cached = Some((table, number, block.clone()));
        }
        Ok(block)
    }

    /// Returns the value of a position by looking one turn ahead; `None` if a table is missing.
    fn best_turn(&self, position: &mut Position<W>) -> Result<Option<Value>, TableError> {
        let mut best: Option<Value> = None;
        for turn in position.turns() {
            match self.after(position, &turn)? {
                Some(value) => best = Some(best.map_or(value, |best| best.better(value))),
                None => return Ok(None),
            }
        }
        Ok(Some(best.unwrap_or_else(|| {
            of_end(position.no_legal_moves().winner, position.side())
        })))
    }

    /// Returns the value of a legal turn for the side that plays it, with the plies counted from before the turn;
    /// `None` if a table is missing. The position is left as it was.
    ///
    /// # Errors
    /// Fails if a table is damaged.
    pub fn after(&self, position: &mut Position<W>, turn: &Turn) -> Result<Option<Value>, TableError> {
        position.play(turn);
        let restarts = position.halfmoves() == 0;
        let value = match position.variant_end() {
            Some(end) => Ok(Some(of_end(end.winner, position.side()))),
            None => self.probe(position),
        };
        position.undo(turn);
        let limit = self.distance.limit(self.game.rules());
        Ok(value?.map(|value| before_move(value, self.distance, restarts, limit)))
    }
}

impl<const W: usize> EndgameTables<W> for Tables<W> {
    fn largest(&self) -> u32 {
        self.largest as u32
    }

    fn probe(&self, position: &Position<W>) -> Option<Value> {
        // A damaged block counts as missing; `kurier tables check` reports it.
        Tables::probe(self, position).ok().flatten()
    }

    fn after(&self, position: &mut Position<W>, turn: &Turn) -> Option<Value> {
        Tables::after(self, position, turn).ok().flatten()
    }
}

/// Opens the tables of a game that count plies to the next capture or pawn move, for a search; `None` if there are
/// none. Also returns an error for each file that cannot be used, and for a folder that cannot be read.
pub fn open_shared(definition: &Arc<Definition>, folder: &Path) -> (Option<AnyWidth<SharedTables>>, Vec<TableError>) {
    let (refused, largest);
    let tables = any_width!(definition.shape, W => {
        let tables: Arc<dyn EndgameTables<W>> = {
            let tables;
            (tables, refused) = Tables::<W>::open(Game::compile(definition.clone()), folder, Distance::Zeroing);
            Arc::new(tables)
        };
        largest = tables.largest();
        tables
    });
    ((largest > 0).then_some(tables), refused)
}

/// Returns the folder of a game's tables within the folder of all tables.
pub(crate) fn folder_of(folder: &Path, definition: &Definition) -> PathBuf {
    folder.join(&definition.name)
}

/// Returns the path of a table in the folder of its game.
pub(crate) fn path_of(folder: &Path, class: &str, distance: Distance) -> PathBuf {
    folder.join(format!("{class}.{}", distance.extension()))
}

/// Returns the paths of all tables with the given distance in the folder of a game, sorted; none if there is no such
/// folder.
///
/// # Errors
/// Fails if the folder cannot be read.
fn paths(folder: &Path, distance: Distance) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == distance.extension())
    });
    paths.sort();
    Ok(paths)
}

/// Opens a table and checks that it matches the game's rules, the distance and the name of its file. Also returns its
/// class.
///
/// # Errors
/// Fails if the file cannot be read, is not a sound table, or is not the table that its name says.
pub(crate) fn open_checked<const W: usize>(
    game: &Game<W>,
    path: &Path,
    distance: Distance,
) -> Result<(TableFile, Class), TableError> {
    let file = TableFile::open(path)?;
    let header = file.header();
    let definition = &game.variant.definition;
    if header.rules_hash != definition.rules_hash() {
        return Err(TableError::OtherRules {
            path: path.to_owned(),
            game: definition.name.clone(),
        });
    }
    let damaged = |problem| TableError::Damaged {
        path: path.to_owned(),
        problem,
    };
    let named = path.file_stem().and_then(|name| name.to_str()) == Some(&header.class);
    let class = Class::parse(&header.class, game.rules()).map_err(|_| damaged("its class is unknown"))?;
    if !named || header.distance != distance || game.tabled(&class).0 != class {
        return Err(damaged("its name is that of another table"));
    }
    if Index::new(game, &class).cells() as u64 != header.size {
        return Err(damaged("its size is that of another table"));
    }
    Ok((file, class))
}

#[cfg(all(test, unix))]
mod tests {
    use kurier_rules::rules::Catalogue;

    use super::*;

    #[test]
    fn only_a_missing_folder_counts_as_one_without_tables() {
        let chess = Catalogue::built_in().get("chess").expect("a built-in game");
        let folder = tempfile::tempdir().expect("a folder");
        let (tables, refused) = open_shared(&chess, folder.path());
        assert!(tables.is_none() && refused.is_empty(), "{refused:?}");
        fs::write(folder.path().join("chess"), "").expect("it is written");
        let (tables, refused) = open_shared(&chess, folder.path());
        assert!(
            tables.is_none() && matches!(refused[..], [TableError::File { .. }]),
            "{refused:?}"
        );
    }
}
