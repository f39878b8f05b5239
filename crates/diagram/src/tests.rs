//! Tests of whole diagrams, through the public interface.

use std::collections::HashSet;

use super::drawing::drawings;
use super::*;
use kurier_rules::rules::Catalogue;

fn game(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("the game is built in")
}

#[test]
fn every_piece_of_every_game_has_a_drawing_of_its_own() {
    for definition in Catalogue::built_in().iter() {
        let drawings: HashSet<&str> = drawings(definition)
            .into_iter()
            .map(|drawing| drawing.expect(&definition.name).name())
            .collect();
        assert_eq!(drawings.len(), definition.pieces.len(), "{}", definition.name);
    }
}

#[test]
fn squares_of_a_turn_are_found_on_every_board() {
    let names = |game: &str, turn: &str| -> Vec<String> {
        let definition = self::game(game);
        let shape = &definition.shape;
        squares_of(shape, turn)
            .into_iter()
            .map(|square| shape.name(square))
            .collect()
    };
    assert_eq!(names("chess", "e7e8q"), ["e7", "e8"]);
    assert_eq!(names("leap-multi", "c2e4c6"), ["c2", "e4", "c6"]);
    assert_eq!(names("courierleapale", "wa5wa6m"), ["wa5", "wa6"]);
    assert_eq!(names("leap", "a2a1"), ["a2"]);
    assert!(names("chess", "nonsense").is_empty());
    assert!(names("chess", "é1").is_empty());
}

#[test]
fn a_piece_alone_reaches_what_its_betza_says() {
    let count = |name: &str, piece: &str, square: Option<&str>| {
        let diagram = Diagram::of_piece(game(name), piece, square).expect("it can be drawn");
        let of = |mark: Mark| diagram.marks.iter().filter(|(_, found)| *found == mark).count();
        [of(Mark::Both), of(Mark::Quiet), of(Mark::Capture), of(Mark::First)]
    };
    assert_eq!(count("chess", "Knight", Some("a1")), [2, 0, 0, 0]);
    assert_eq!(count("chess", "p", Some("e4")), [0, 1, 2, 0]);
    assert_eq!(count("courierviii", "E", None), [4, 4, 0, 0]);
    assert_eq!(count("de-la-dama", "b", None), [4, 0, 0, 8]);
    // Both zigzag paths out of the corner begin with one common step, whose square must be marked only once.
    assert_eq!(count("furious-courier", "Z", Some("a1")), [17, 0, 0, 0]);
    assert_eq!(count("courierleapale", "Stockbroker", Some("vb1")), [0, 3, 6, 0]);
    let refused = |piece: &str, square: Option<&str>| Diagram::of_piece(game("leap"), piece, square).is_err();
    assert!(refused("Z", None) && refused("", None) && refused("K", Some("a1")) && !refused("K", Some("b1")));
}

#[test]
fn pictures_show_every_piece_once() {
    for definition in Catalogue::built_in().iter() {
        let diagram = Diagram::new(definition.clone(), &definition.start).expect("the start is good");
        let pieces = diagram.placement.iter().flatten().count();
        let svg = diagram.svg(24);
        assert_eq!(svg.matches("<use ").count(), pieces, "{}", definition.name);
        let letters = |text: &str| text.matches("38;5;231m").count() + text.matches("38;5;16m").count();
        assert_eq!(letters(&diagram.colored(80)), pieces, "{}", definition.name);
    }
}

#[test]
fn every_square_is_found_under_its_centre() {
    for definition in Catalogue::built_in().iter() {
        let shape = &definition.shape;
        for flipped in [false, true] {
            let mut diagram = Diagram::new(definition.clone(), &definition.start).expect("the start");
            diagram.flip(flipped);
            let layout = Layout::new(shape, flipped);
            let (width, height) = layout.size();
            for square in shape.squares() {
                let (left, top) = layout.corner(square);
                let centre = ((left + 50.0) / width, (top + 50.0) / height);
                assert_eq!(diagram.square_at(centre.0, centre.1), Some(square));
            }
            for (x, y) in [(0.0, 0.0), (1.0, 0.5), (-1.0, 0.5), (f64::NAN, 0.5)] {
                assert_eq!(diagram.square_at(x, y), None);
            }
        }
    }
}

#[test]
fn flipping_turns_the_board_round() {
    let mut diagram = Diagram::new(game("leap"), "*nqkn*/6/6/6/6/6/6/*NQKN*").expect("it is a board");
    let upright = diagram.svg(24);
    diagram.flip(true);
    let flipped = diagram.svg(24);
    let place = |svg: &str, letter: &str| {
        let (_, rest) = svg
            .split_once(&format!("href=\"#{letter}\" transform=\""))
            .expect("it is there");
        rest.split_once(" scale").map(|(place, _)| place.to_owned())
    };
    // Turned by 180 degrees the board maps onto itself, except that kings and queens change places.
    assert_eq!(place(&upright, "q"), place(&flipped, "K"));
    assert_ne!(place(&upright, "K"), place(&flipped, "K"));
}

/// Checks that six levels that do not fit into one row become two rows of three, not a row of five and one of one.
#[test]
fn levels_are_shared_among_rows() {
    let definition = Catalogue::built_in().get("courierleapale").expect("it is built in");
    let diagram = Diagram::new(definition.clone(), &definition.start).expect("its start");
    let heads = |columns| -> Vec<String> {
        let text = diagram.colored(columns);
        let lines = text.lines().map(|line| line.split_whitespace().collect::<String>());
        lines
            .filter(|line| line.chars().all(|letter| ('u'..='z').contains(&letter)) && !line.is_empty())
            .collect()
    };
    assert_eq!(heads(140), ["uvw", "xyz"]);
    assert_eq!(heads(160), ["uvwxyz"]);
    assert_eq!(heads(60), ["uv", "wx", "yz"]);
}
