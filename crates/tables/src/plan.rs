//! Plans and makes tables: decides which tables have to be made, in which order, and with how much memory.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use kurier_rules::board::same_ref;
use kurier_rules::rules::{Color, PieceType, Rules};
use kurier_rules::{compiled_here, files};

use crate::class::king;
use crate::file::{self, Header};
use crate::index::Index;
use crate::solver::{Control, Solved, memory, solve};
use crate::statistics::Statistics;
use crate::tables::{folder_of, open_checked, path_of};
use crate::{Class, Game, MAX_PIECES, TableError, refusal};

/// The event to which a table counts plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// The next capture or pawn move that keeps the result, or the end of the game if it comes first (DTZ). A table of
    /// this kind is needed to play under a move limit.
    Zeroing = 0,
    /// The end of the game (DTM), as if there were no move limit. A table of this kind is used to publish and compare
    /// the lengths of wins.
    End = 1,
}

impl Distance {
    /// Returns the distance that a file stores as this number; `None` if the number is unknown.
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        [Self::Zeroing, Self::End]
            .into_iter()
            .find(|distance| *distance as u8 == number)
    }

    /// Returns the extension of the files of tables with this distance, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Zeroing => "dtz",
            Self::End => "dtm",
        }
    }

    /// Returns the number of plies beyond which a win or a loss counts as a draw in a table with this distance.
    pub(crate) fn limit(self, rules: &Rules) -> u32 {
        match self {
            Self::Zeroing => 2 * u32::from(rules.ends.move_limit),
            Self::End => u32::MAX,
        }
    }
}

/// Which tables are wanted.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// All classes with at most this many pieces, kings included. More than [`MAX_PIECES`] means [`MAX_PIECES`].
    Pieces(usize),
    /// The listed classes, and all classes that their computation needs.
    Only(Vec<Class>),
}

/// A table of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The class of endings that the table covers.
    pub class: Class,
    /// The name of the class.
    pub name: String,
    /// The number of entries, for both sides to move together.
    pub entries: u64,
    /// The number of bytes of memory that the computation takes.
    pub memory: u64,
    /// Whether the table is in the folder already.
    pub done: bool,
}

/// What happens while tables are made.
#[derive(Debug)]
pub enum Event<'a> {
    /// The computation of a table begins.
    Begun(&'a Planned),
    /// The first pass over a table has tested this many entries since the last event.
    Advanced(u64),
    /// A table is finished.
    Finished {
        /// The table.
        table: &'a Planned,
        /// The length of its file in bytes.
        length: u64,
        /// How often each side wins and loses, and the longest wins and losses.
        statistics: &'a Statistics,
    },
}

/// The wanted tables and all that their computation needs, ordered so that each comes after the ones that it needs.
pub struct Plan {
    folder: PathBuf,
    game_name: String,
    distance: Distance,
    tables: Vec<Planned>,
    refused: Vec<TableError>,
}

impl Plan {
    /// Creates the plan. `folder` holds one folder for each game.
    ///
    /// # Errors
    /// Fails if no table can be made for a class in [`Wanted::Only`] or for a class that its computation needs, or if
    /// the folder has a table of the plan that was made for different rules.
    pub fn new<const W: usize>(
        game: &Game<W>,
        folder: &Path,
        wanted: &Wanted,
        distance: Distance,
    ) -> Result<Self, TableError> {
        compiled_here!(
            W,
            (
                game: &Game<W> = same_ref(game), folder: &Path = folder, wanted: &Wanted = wanted,
                distance: Distance = distance
            ) -> Result<Plan, TableError> { Plan::create(game, folder, wanted, distance) }
        )
    }

    fn create<const W: usize>(
        game: &Game<W>,
        folder: &Path,
        wanted: &Wanted,
        distance: Distance,
    ) -> Result<Self, TableError> {
        let definition = &game.variant.definition;
        let mut plan = Self {
            folder: folder_of(folder, definition),
            game_name: definition.name.clone(),
            distance,
            tables: Vec::new(),
            refused: Vec::new(),
        };
        match wanted {
            Wanted::Only(classes) => {
                for class in classes {
                    plan.add(game, class)?;
                }
            }
            Wanted::Pieces(pieces) => {
                for class in all_classes(game, (*pieces).min(MAX_PIECES)) {
                    match plan.add(game, &class) {
                        Err(error @ TableError::Refused { .. }) => plan.refused.push(error),
                        added => added?,
                    }
                }
            }
        }
        Ok(plan)
    }

    /// Adds a class after all classes that its computation needs.
    fn add<const W: usize>(&mut self, game: &Game<W>, class: &Class) -> Result<(), TableError> {
        let (class, _) = game.tabled(class);
        if self.tables.iter().any(|planned| planned.class == class) {
            return Ok(());
        }
        refusal::check(game, &class)?;
        let needed = needed(game, &class);
        for other in &needed {
            self.add(game, other)?;
        }
        let cells = |class: &Class| Index::new(game, class).cells() as u64;
        let rules = game.rules();
        let path = path_of(&self.folder, &class.name(rules), self.distance);
        let done = match open_checked(game, &path, self.distance) {
            Ok(_) => true,
            Err(error @ TableError::OtherRules { .. }) => return Err(error),
            // A missing or damaged table has to be made.
            Err(_) => false,
        };
        self.tables.push(Planned {
            name: class.name(rules),
            entries: 2 * cells(&class),
            memory: memory(cells(&class), needed.iter().map(cells).sum()),
            class,
            done,
        });
        Ok(())
    }

    /// Returns the tables, in the order in which they are made.
    pub fn tables(&self) -> &[Planned] {
        &self.tables
    }

    /// Returns why classes of [`Wanted::Pieces`] are left out of the plan, one error for each class.
    pub fn refused(&self) -> &[TableError] {
        &self.refused
    }

    /// Returns the folder of the tables of the game.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the tables that are not in the folder yet.
    pub fn missing(&self) -> impl Iterator<Item = &Planned> {
        self.tables.iter().filter(|table| !table.done)
    }

    /// Makes the tables that are not in the folder yet. Finished tables are kept if a later one fails.
    ///
    /// # Errors
    /// Fails if a file cannot be written or read, a table needs more than `allowed` bytes of memory, or `stop` is set.
    pub fn run<const W: usize>(
        &self,
        game: &Game<W>,
        allowed: u64,
        stop: &AtomicBool,
        event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), TableError> {
        compiled_here!(
            W,
            (
                plan: &Plan = self, game: &Game<W> = same_ref(game), allowed: u64 = allowed, stop: &AtomicBool = stop,
                event: &(dyn Fn(Event<'_>) + Sync) = event
            ) -> Result<(), TableError> { plan.make_missing(game, allowed, stop, event) }
        )
    }

    fn make_missing<const W: usize>(
        &self,
        game: &Game<W>,
        allowed: u64,
        stop: &AtomicBool,
        event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), TableError> {
        if let Some(table) = self.missing().find(|table| table.memory > allowed) {
            return Err(TableError::Memory {
                class: table.name.clone(),
                needed: table.memory.div_ceil(1 << 20),
                allowed: allowed >> 20,
            });
        }
        std::fs::create_dir_all(&self.folder).map_err(|source| TableError::File {
            path: self.folder.clone(),
            source,
        })?;
        for table in self.missing() {
            if stop.load(Ordering::Relaxed) {
                return Err(TableError::Interrupted);
            }
            self.make(game, table, stop, event)?;
        }
        Ok(())
    }

    fn make<const W: usize>(
        &self,
        game: &Game<W>,
        table: &Planned,
        stop: &AtomicBool,
        event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), TableError> {
        event(Event::Begun(table));
        let rules = game.rules();
        let mut known = Vec::new();
        for class in needed(game, &table.class) {
            let path = path_of(&self.folder, &class.name(rules), self.distance);
            let (file, _) = open_checked(game, &path, self.distance)?;
            let states = file.states()?;
            known.push(Solved { class, states });
        }
        let control = Control {
            stop,
            advanced: &|entries| event(Event::Advanced(entries)),
        };
        let states = solve(game, &table.class, self.distance, known, &control)?;
        let index = Index::new(game, &table.class);
        let statistics = Statistics::of(&index, &states, self.distance.limit(rules));
        let header = Header {
            distance: self.distance,
            rules_hash: game.variant.definition.rules_hash(),
            class: table.name.clone(),
            size: index.cells() as u64,
            statistics,
        };
        let bytes = file::encode(&header, &states);
        let path = path_of(&self.folder, &table.name, self.distance);
        files::write(&path, &bytes).map_err(|source| TableError::File { path, source })?;
        event(Event::Finished {
            table,
            length: bytes.len() as u64,
            statistics: &header.statistics,
        });
        Ok(())
    }

    /// Returns the name of the game.
    pub fn game_name(&self) -> &str {
        &self.game_name
    }
}

/// Returns the classes whose tables the computation of a class needs, because turns from the class lead to their
/// positions.
fn needed<const W: usize>(game: &Game<W>, class: &Class) -> BTreeSet<Class> {
    let successors = class.successors(game.rules());
    successors
        .iter()
        .map(|class| game.tabled(class).0)
        .filter(|other| other != class)
        .collect()
}

/// Returns all classes with at most this many pieces, kings included, those with the fewest pieces first. Of two
/// classes that share a table, it returns only the one that has the table.
fn all_classes<const W: usize>(game: &Game<W>, pieces: usize) -> Vec<Class> {
    let rules = game.rules();
    let Some(king) = king(rules) else {
        return Vec::new();
    };
    let types: Vec<PieceType> = rules
        .piece_types()
        .map(|(piece_type, _)| piece_type)
        .filter(|piece_type| *piece_type != king)
        .collect();
    let mut found = BTreeSet::new();
    for white in 0..=pieces.saturating_sub(2) {
        for black in 0..=pieces.saturating_sub(2) - white {
            for white in combinations(&types, white) {
                for black in combinations(&types, black) {
                    found.insert(game.tabled(&Class::new(white.clone(), black)).0);
                }
            }
        }
    }
    let mut found: Vec<Class> = found.into_iter().collect();
    let pawns = |class: &Class| {
        let all = Color::BOTH.into_iter().flat_map(|color| class.side(color));
        all.filter(|piece_type| rules.piece(**piece_type).pawn).count()
    };
    found.sort_by_key(|class| (class.pieces(), pawns(class)));
    found
}

/// Returns all ways to choose `count` of these types with repetition, regardless of their order.
fn combinations(types: &[PieceType], count: usize) -> Vec<Vec<PieceType>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in types.iter().enumerate() {
        for mut rest in combinations(&types[place..], count - 1) {
            rest.insert(0, *first);
            all.push(rest);
        }
    }
    all
}
