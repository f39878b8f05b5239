//! The catalogue of games: the built-in games, and games from the user's files.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use kurier_variants::{CORE, File, LIBRARY, MORE};

use super::{Definition, DefinitionError, LoadError, StartError};

/// The minimum similarity (Jaro-Winkler, 0 to 1) that a known name must have to an unknown name to be suggested.
const SIMILAR: f64 = 0.8;

/// There is no game with the requested name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game '{name}'{}", .similar.as_ref().map_or_else(String::new, |name| format!("; '{name}' is similar")))]
pub struct UnknownGame {
    /// The requested name.
    pub name: String,
    /// The most similar name of a game; `None` if none is similar enough to be suggested.
    pub similar: Option<String>,
}

/// Why a game is not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FindError {
    /// There is no game with the requested name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The requested start position cannot be chosen.
    #[error("{game}: {reason}")]
    Start {
        /// The name of the game.
        game: String,
        /// Why the start position cannot be chosen.
        reason: StartError,
    },
}

/// The character between the name of a game and the choice of its start position.
const CHOICE: char = '@';

/// Returns an iterator over the files of all built-in games.
fn files() -> impl Iterator<Item = &'static File> {
    CORE.iter().chain(MORE).chain(LIBRARY)
}

/// Returns the name of a built-in game.
fn name_of((file, _): &File) -> &'static str {
    file.strip_suffix(".toml").unwrap_or(file)
}

/// A game of the catalogue.
#[derive(Clone, Debug)]
struct Game {
    source: Source,
    /// The name by which the game was asked for, if the catalogue was cut down to some games.
    called: Option<String>,
}

/// Where a game comes from.
#[derive(Clone, Debug)]
enum Source {
    /// A built-in game, whose file is parsed when the game is first needed.
    BuiltIn {
        file: &'static File,
        definition: OnceLock<Arc<Definition>>,
    },
    /// A game from a user's file.
    Added(Arc<Definition>),
    /// A game with a chosen start position.
    Begun(Arc<Definition>),
}

impl Game {
    /// Creates the entry of a game that was not asked for by any name.
    fn new(source: Source) -> Self {
        Self { source, called: None }
    }

    /// Returns the name.
    fn name(&self) -> &str {
        match &self.source {
            Source::BuiltIn { file, .. } => name_of(file),
            Source::Added(definition) | Source::Begun(definition) => &definition.name,
        }
    }

    /// Returns the name by which the game was asked for, or its own name if there is no other.
    fn called(&self) -> &str {
        self.called.as_deref().unwrap_or_else(|| self.name())
    }

    /// Returns the definition. The file of a built-in game is parsed on the first call.
    ///
    /// # Panics
    /// Panics if an embedded file is wrong, which a test rules out.
    fn definition(&self) -> &Arc<Definition> {
        match &self.source {
            Source::BuiltIn { file, definition } => definition.get_or_init(|| {
                let (file, text) = file;
                match Definition::parse(text, file) {
                    Ok(definition) => Arc::new(definition),
                    Err(error) => panic!("built-in game: {error}"),
                }
            }),
            Source::Added(definition) | Source::Begun(definition) => definition,
        }
    }

    /// Returns whether the game is from a user's file.
    fn is_added(&self) -> bool {
        matches!(self.source, Source::Added(_))
    }

    /// Returns whether the game is one of `files`.
    fn is_in(&self, files: &[File]) -> bool {
        matches!(self.source, Source::BuiltIn { file, .. } if files.iter().any(|other| other.0 == file.0))
    }
}

/// All games known by name.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The built-in games, followed by the added ones.
    games: Vec<Game>,
    /// Whether the games of the catalogue were chosen on purpose. If so, menus list all of them.
    chosen: bool,
}

impl Catalogue {
    /// Creates a catalogue of the built-in games. The file of a game is parsed when the game is first asked for.
    pub fn built_in() -> Self {
        let game = |file| {
            Game::new(Source::BuiltIn {
                file,
                definition: OnceLock::new(),
            })
        };
        Self {
            games: files().map(game).collect(),
            chosen: false,
        }
    }

    /// Returns the text of the file of a built-in game; `None` if no built-in game has the name.
    pub fn file_of(name: &str) -> Option<&'static str> {
        files().find(|file| name_of(file) == name).map(|(_, text)| *text)
    }

    /// Adds the game that a user's file defines. The new game replaces an earlier added game of the same name.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not a correct definition, or has the name of a built-in game.
    pub fn add_file(&mut self, path: &Path) -> Result<Arc<Definition>, LoadError> {
        let definition = super::load::read(path, &self.taken())?;
        Ok(self.insert(definition))
    }

    /// Adds the game that `text` defines. The new game replaces an earlier added game of the same name. Error messages
    /// name `file` as the source.
    ///
    /// # Errors
    /// Fails if the text is not a correct definition, or has the name of a built-in game.
    pub fn add(&mut self, text: &str, file: &str) -> Result<Arc<Definition>, DefinitionError> {
        let definition = super::load::parse(text, file, &self.taken())?;
        Ok(self.insert(definition))
    }

    /// Returns the names of the built-in games, which an added game must not have.
    fn taken(&self) -> Vec<&str> {
        let built_in = self.games.iter().filter(|game| !game.is_added());
        built_in.map(Game::name).collect()
    }

    fn insert(&mut self, definition: Definition) -> Arc<Definition> {
        let definition = Arc::new(definition);
        let game = Game::new(Source::Added(definition.clone()));
        let mut users = self.games.iter_mut().filter(|game| game.is_added());
        match users.find(|earlier| earlier.name() == definition.name) {
            Some(earlier) => *earlier = game,
            None => self.games.push(game),
        }
        definition
    }

    /// Returns the game called `name` or, if there is none, the game that XBoard or another program calls `name`;
    /// `None` if neither exists. A name with `@` consists of the name of a game and the
    /// [choice](Definition::with_start) of its start position.
    pub fn get(&self, name: &str) -> Option<Arc<Definition>> {
        self.find(name).ok()
    }

    /// Returns the game called `name` with its own start position or, if there is none, the game that XBoard or another
    /// program calls `name`.
    fn named(&self, name: &str) -> Option<Arc<Definition>> {
        let by_name = self.games.iter().find(|game| game.name() == name);
        let found = by_name.map(Game::definition);
        found
            .or_else(|| self.iter().find(|game| game.xboard.name == name))
            .or_else(|| self.iter().find(|game| game.aliases.iter().any(|alias| alias == name)))
            .cloned()
    }

    /// Returns the game that [`get`](Self::get) finds for `name`.
    ///
    /// # Errors
    /// Fails if there is no game with the requested name, or if it does not have the requested start position.
    pub fn find(&self, name: &str) -> Result<Arc<Definition>, FindError> {
        let unknown = |name: &str| UnknownGame {
            name: name.to_owned(),
            similar: self.similar(name).map(str::to_owned),
        };
        if let Some(definition) = self.named(name) {
            return Ok(definition);
        }
        let Some((game, choice)) = name.split_once(CHOICE) else {
            return Err(unknown(name).into());
        };
        let definition = self.named(game).ok_or_else(|| unknown(game))?;
        let begun = definition.with_start(choice).map_err(|reason| FindError::Start {
            game: definition.name.clone(),
            reason,
        });
        begun.map(Arc::new)
    }

    /// Returns the known name that is most similar to `name`; `None` if no similarity reaches [`SIMILAR`].
    fn similar(&self, name: &str) -> Option<&str> {
        let name = name.to_lowercase();
        let likeness = |other: &str| strsim::jaro_winkler(other, &name);
        self.names()
            .filter(|other| likeness(other) >= SIMILAR)
            .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
    }

    /// Returns an iterator over all games: the built-in games, then the added ones.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.games.iter().map(Game::definition)
    }

    /// Returns the game that differs from another one only in that kings and rooks castle from wherever they stand at
    /// the start, as Chess960 differs from chess; the other game itself if that is so there. `None` if there is no such
    /// game.
    ///
    /// ```
    /// use kurier_rules::rules::Catalogue;
    /// let catalogue = Catalogue::built_in();
    /// let chess = catalogue.get("chess").unwrap();
    /// assert_eq!(catalogue.castling_anywhere(&chess).unwrap().name, "fischer-random");
    /// ```
    pub fn castling_anywhere(&self, game: &Arc<Definition>) -> Option<Arc<Definition>> {
        if game.castling_anywhere {
            return Some(Arc::clone(game));
        }
        let rules = game.rules_hash();
        let mut others = self.iter().filter(|other| other.castling_anywhere);
        others.find(|other| other.rules_hash() == rules).cloned()
    }

    /// Returns an iterator over the games that the menus of GUIs list, which must stay short: the games of the folders
    /// `variants` and `variants/more` and the added games. If the catalogue was [cut down](Self::only), menus list all
    /// of its games.
    pub fn menu(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.listed().map(Game::definition)
    }

    /// Returns an iterator over the names that the menus of GUIs list: the names of the games of [`menu`](Self::menu).
    /// In a catalogue that was [cut down](Self::only), a game has the name by which it was asked for.
    pub fn menu_names(&self) -> impl Iterator<Item = &str> {
        self.listed().map(Game::called)
    }

    fn listed(&self) -> impl Iterator<Item = &Game> {
        self.games.iter().filter(|game| self.chosen || !game.is_in(LIBRARY))
    }

    /// Returns the name under which menus list the game with this name.
    pub fn menu_name<'a>(&'a self, name: &'a str) -> &'a str {
        let game = self.games.iter().find(|game| game.name() == name);
        game.map_or(name, Game::called)
    }

    /// Returns the games in groups, each with the name of its family, in the order in which the families first appear.
    /// Games without a family are the last group, which has an empty name.
    pub fn families(&self) -> Vec<(&str, Vec<&Arc<Definition>>)> {
        let mut families: Vec<(&str, Vec<&Arc<Definition>>)> = Vec::new();
        for game in self.iter() {
            match families.iter_mut().find(|(family, _)| *family == game.family) {
                Some((_, members)) => members.push(game),
                None => families.push((&game.family, vec![game])),
            }
        }
        families.sort_by_key(|(family, _)| family.is_empty());
        families
    }

    /// Creates a catalogue of the named games alone: first the built-in games, then the added games, each group in the
    /// order of `names`.
    ///
    /// # Errors
    /// Fails if any of the names cannot be [found](Self::find).
    pub fn only(&self, names: &[String]) -> Result<Self, FindError> {
        let mut chosen = Vec::new();
        for name in names {
            let definition = self.find(name)?;
            let game = self.games.iter().find(|game| game.name() == definition.name);
            let source = game.map_or_else(|| Source::Begun(definition.clone()), |game| game.source.clone());
            chosen.push(Game {
                source,
                called: Some(name.clone()),
            });
        }
        chosen.sort_by_key(Game::is_added);
        Ok(Self {
            games: chosen,
            chosen: true,
        })
    }

    /// Returns an iterator over the added games.
    pub fn added(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.games.iter().filter(|game| game.is_added()).map(Game::definition)
    }

    /// Returns an iterator over the games that Kurier was made for, whose speed and strength are measured.
    pub fn core(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.games.iter().filter(|game| game.is_in(CORE)).map(Game::definition)
    }

    /// Returns an iterator over the names of all games, in the order of [`iter`](Self::iter).
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(Game::name)
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::built_in()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the definition of a game that has this name and the rules of chess.
    fn copy_of_chess(name: &str) -> String {
        let (_, text) = CORE[12];
        let (rules, _) = text.split_once("[xboard]").expect("a section");
        rules.replacen("\"chess\"", &format!("\"{name}\""), 1)
    }

    #[test]
    fn games_are_found_by_all_their_names() {
        let catalogue = Catalogue::built_in();
        for name in catalogue.names() {
            assert_eq!(catalogue.get(name).map(|game| game.name.clone()).as_deref(), Some(name));
        }
        assert_eq!(
            catalogue.get("normal").map(|game| game.name.clone()).as_deref(),
            Some("chess")
        );
        assert!(catalogue.get("Chess").is_none());
        let mut names = HashSet::new();
        for game in catalogue.iter() {
            assert!(names.insert(&game.name), "{}", game.name);
            for alias in &game.aliases {
                assert!(names.insert(alias), "{alias}");
                assert_eq!(catalogue.get(alias).as_ref(), Some(game), "{alias}");
            }
        }
        assert_eq!(
            catalogue.get("kingofthehill").map(|game| game.name.clone()).as_deref(),
            Some("king-of-the-hill")
        );
        assert_eq!(catalogue.names().next(), Some("column-courier"));
    }

    #[test]
    fn similar_names_are_suggested_for_mistyped_ones() {
        let catalogue = Catalogue::built_in();
        for (mistyped, right) in [
            ("couriar", Some("courier")),
            ("Chess", Some("chess")),
            ("leap-mutli", Some("leap-multi")),
            ("courier8", Some("courier")),
            ("shatrang", Some("shatranj")),
            ("zzz", None),
            ("", None),
            ("tablut", None),
        ] {
            let found = catalogue.find(mistyped).map(|game| game.name.clone());
            assert_eq!(
                found,
                Err(FindError::Game(UnknownGame {
                    name: mistyped.to_owned(),
                    similar: right.map(str::to_owned)
                })),
                "{mistyped}"
            );
        }
    }

    #[test]
    fn a_catalogue_can_be_cut_down() {
        let mut catalogue = Catalogue::built_in();
        catalogue.add(&copy_of_chess("mine"), "mine.toml").expect("a game");
        let few = catalogue
            .only(&["mine".into(), "grand".into(), "leap".into()])
            .expect("games");
        assert_eq!(few.names().collect::<Vec<_>>(), ["grand", "leap", "mine"]);
        let names = |games: Vec<&Arc<Definition>>| games.iter().map(|game| game.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(few.added().collect()), ["mine"]);
        assert_eq!(names(few.core().collect()), ["leap"]);
        assert_eq!(names(few.menu().collect()), ["grand", "leap", "mine"]);
        let unknown = catalogue
            .only(&["leap".into(), "leep".into()])
            .map_err(|error| error.to_string());
        assert_eq!(
            unknown.err().as_deref(),
            Some("there is no game 'leep'; 'leap' is similar")
        );
    }

    #[test]
    fn menus_list_the_chosen_games_or_few() {
        let mut catalogue = Catalogue::built_in();
        catalogue.add(&copy_of_chess("mine"), "mine.toml").expect("a game");
        let names: Vec<&str> = catalogue.menu().map(|game| game.name.as_str()).collect();
        assert!(
            names.len() < 40 && names.starts_with(&["column-courier", "courier"]),
            "{names:?}"
        );
        assert!(names.contains(&"grand") && names.contains(&"mine") && !names.contains(&"omega"));
        let called = catalogue
            .only(&["kingofthehill".into(), "omega".into()])
            .expect("games");
        assert_eq!(called.menu_names().collect::<Vec<_>>(), ["kingofthehill", "omega"]);
        assert_eq!(called.names().collect::<Vec<_>>(), ["king-of-the-hill", "omega"]);
        assert_eq!(called.menu_name("king-of-the-hill"), "kingofthehill");
        assert_eq!(catalogue.menu_name("king-of-the-hill"), "king-of-the-hill");
        assert!(
            catalogue
                .menu_names()
                .eq(catalogue.menu().map(|game| game.name.as_str()))
        );
        let chosen = catalogue.only(&["omega".into()]).expect("a game");
        assert_eq!(
            chosen.menu().map(|game| game.name.as_str()).collect::<Vec<_>>(),
            ["omega"]
        );
    }

    #[test]
    fn every_game_is_in_one_family_and_games_without_one_come_last() {
        let mut catalogue = Catalogue::built_in();
        catalogue.add(&copy_of_chess("mine"), "mine.toml").expect("a game");
        let unrelated = copy_of_chess("lonely").replacen("family = ", "# ", 1);
        catalogue.add(&unrelated, "lonely.toml").expect("a game");
        let families = catalogue.families();
        assert_eq!(
            families.iter().map(|(_, games)| games.len()).sum::<usize>(),
            catalogue.names().count()
        );
        assert_eq!(families.first().map(|(family, _)| *family), Some("Courier"));
        let (family, games) = families.last().expect("a family");
        assert_eq!((*family, games.len()), ("", 1));
        let with_chess = families
            .iter()
            .find(|(_, games)| games.iter().any(|game| game.name == "chess"));
        assert!(with_chess.is_some_and(|(_, games)| games.iter().any(|game| game.name == "mine")));
        assert!(families.iter().all(|(_, games)| games.len() < 30));
    }

    #[test]
    fn every_built_in_game_has_its_file() {
        for name in Catalogue::built_in().names() {
            let text = Catalogue::file_of(name).expect(name);
            assert!(Definition::parse(text, name).is_ok_and(|definition| definition.name == name));
        }
        assert_eq!(Catalogue::file_of("go"), None);
    }

    #[test]
    fn added_games_are_replaced_and_built_in_games_are_not() {
        let mut catalogue = Catalogue::built_in();
        assert!(catalogue.add(&copy_of_chess("mine"), "mine.toml").is_ok());
        assert!(
            catalogue
                .add(&copy_of_chess("mine").replace("stalemate", "draw"), "mine.toml")
                .is_ok()
        );
        assert_eq!(catalogue.iter().count(), Catalogue::built_in().iter().count() + 1);
        let error = catalogue
            .add(&copy_of_chess("leap"), "mine.toml")
            .map_err(|error| error.to_string());
        assert_eq!(
            error.err().as_deref(),
            Some("mine.toml:1:8: expected another name: `leap` is built in")
        );
        let missing = catalogue
            .add_file(Path::new("no/such.toml"))
            .map_err(|error| error.to_string());
        assert!(missing.is_err_and(|error| error.starts_with("no/such.toml: ")));
    }
}
