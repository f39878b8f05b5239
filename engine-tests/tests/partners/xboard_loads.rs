//! XBoard and what Kurier writes for it: XBoard must load saved games of variants that it knows without an engine, and
//! must have the menus that the manual names.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use engine_tests::partners;
use engine_tests::tournament::Tournament;
use engine_tests::xboard::load_game;
use kurier_engine::session::Board;
use kurier_formats::pgn::Reader;
use kurier_rules::rules::Catalogue;
use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    vec![
        partners::test("xboard_loads_our_games", &["xboard", "Xvfb"], load_our_games),
        partners::test("xboard_has_the_menus_of_the_manual", &["xboard"], has_our_menus),
    ]
}

/// Returns all distinct names between asterisks in a page's sections about XBoard.
fn names_of_menus(page: &str) -> BTreeSet<String> {
    let sections = page.split("\n## ").filter(|section| section.starts_with("XBoard"));
    let text: String = sections.collect::<Vec<_>>().join("\n");
    let prose: String = text.split("```").step_by(2).collect();
    // Remove the asterisks of lists, which do not enclose names.
    let prose = prose.replace("\n* ", "\n");
    let emphasised = prose.split('*').skip(1).step_by(2);
    emphasised
        .flat_map(|name| name.split(" > "))
        .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// Checks that the binary of XBoard contains each menu name in the manual, as a string or at the end of a string,
/// optionally with a colon.
fn has_our_menus(programs: &[PathBuf]) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/gui.md");
    let names = names_of_menus(&fs::read_to_string(page).expect("the page"));
    assert!(names.contains("Common Settings...") && names.len() >= 6, "{names:?}");
    let program = fs::read(&programs[0]).expect("the program can be read");
    for name in names {
        let known = [format!("{name}\0"), format!("{name}:\0")]
            .iter()
            .any(|text| program.windows(text.len()).any(|bytes| bytes == text.as_bytes()));
        assert!(known, "XBoard has no {name}");
    }
}

fn load_our_games(programs: &[PathBuf]) {
    let catalogue = Catalogue::built_in();
    for variant in ["chess", "courier", "shatranj"] {
        let engines = ["-e", "self name=A", "-e", "self name=B", "--variant", variant];
        let games = ["--nodes", "100", "--random-plies", "6", "--pgn", "games.pgn"];
        let tournament = Tournament::play(&[engines.as_slice(), &games].concat());
        let path = tournament.path("games.pgn");
        let game = Reader::new(BufReader::new(File::open(&path).unwrap())).next();
        let game = game.expect("a game was played").unwrap();
        let definition = game.definition(&catalogue).unwrap();
        let mut board = Board::new(&definition);
        let record = game.replay(&mut board).unwrap();
        board.set_up(record.start_fen.as_deref()).unwrap();
        let turns = board.spell_line(&record.moves.into_iter().map(|played| played.turn).collect::<Vec<_>>());
        let loaded = load_game(programs, &definition.xboard.name, &path);
        assert_eq!(loaded, turns, "{variant}");
        println!("{variant}: {} plies", loaded.len());
    }
}
