//! Diagrams of positions: `kurier board` with `--svg`, `--png` and in colour.

use engine_tests::command;

fn picture(arguments: &[&str]) -> Vec<u8> {
    command::output(&[&["board"], arguments].concat(), "")
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(picture(arguments)).expect("UTF-8")
}

fn refusal(arguments: &[&str]) -> String {
    command::refusal(&[&["board"], arguments].concat(), "")
}

#[test]
fn a_png_has_the_size_that_is_asked_for() {
    let size = |bytes: &[u8]| {
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        (number(16), number(20))
    };
    let small = size(&picture(&["chess", "--png", "-", "--size", "20"]));
    let large = size(&picture(&["chess", "--png", "-", "--size", "40"]));
    assert_eq!((small.0 * 2, small.1 * 2), large);
    assert!(small.0 == small.1 && small.0 > 160);
    let (wide, high) = size(&picture(&["courierleapale", "--png", "-", "--size", "10"]));
    assert!(wide > 3 * 60 && high > 2 * 60);
}

#[test]
fn marks_follow_the_rules() {
    let svg = text(&[
        "chess",
        "--svg",
        "-",
        "--moves",
        "e2e4 d7d5",
        "--targets",
        "e4",
        "--arrow",
        "g8f6",
    ]);
    assert_eq!(svg.matches("<use ").count(), 32);
    // Two marks are expected, for the step to e5 and the capture on d5, and three highlights, for the two squares of
    // the last move and the square of the piece.
    assert_eq!(
        (svg.matches("<circle cx=\"").count(), svg.matches("l30 30m0").count()),
        (1 + count_heads(&svg), 1)
    );
    assert_eq!(svg.matches("fill-opacity=\".65\"").count(), 3);
    let without = text(&["chess", "--svg", "-", "--moves", "e2e4 d7d5"]);
    assert!(svg.len() > without.len());
}

/// Counts the circles that are parts of pieces.
fn count_heads(svg: &str) -> usize {
    let (definitions, _) = svg.split_once("</defs>").expect("definitions of the pieces");
    definitions.matches("<circle cx=\"").count()
}

#[test]
fn files_are_written_and_nothing_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
    let path = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
    assert!(picture(&["leap", "--svg", &path(&svg), "--png", &path(&png)]).is_empty());
    let svg = std::fs::read_to_string(svg).expect("it was written");
    // The board has 44 squares, and the background is a rectangle too.
    assert_eq!(svg.matches("<rect ").count(), 45);
    assert!(std::fs::metadata(png).expect("it was written").len() > 1000);
}

#[test]
fn colours_are_for_terminals_only() {
    assert!(!text(&["chess"]).contains('\x1b'));
    let colored = text(&["chess", "--color", "always"]);
    assert!(colored.contains("\x1b[0;1;48;5;"), "{colored}");
    let moves = text(&["courierviii", "--piece", "elephant"]);
    assert!(
        moves.contains('E') && moves.matches('*').count() == 8 && !moves.contains('\x1b'),
        "{moves}"
    );
}

#[test]
fn pieces_of_users_show_their_letter() {
    let own = include_str!("../../variants/chess.toml")
        .replace("name = \"chess\"", "name = \"lettered\"")
        .replace("name = \"Rook\"", "name = \"Wyvern\"");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lettered.toml");
    std::fs::write(&file, &own).expect("a file can be written");
    let path = file.to_str().expect("UTF-8");
    let svg = text(&["--variants", path, "lettered", "--svg", "-"]);
    assert!(svg.contains("<g id=\"R\"") && svg.contains("cx=\"50\" cy=\"50\" r=\"42\""));
    std::fs::write(path, own.replace("move = \"R\"", "move = \"R\", drawing = \"wyvern\"")).expect("written again");
    let svg = text(&["--variants", path, "lettered", "--svg", "-"]);
    assert!(svg.contains("cx=\"50\" cy=\"50\" r=\"42\""));
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_line() {
    for (arguments, wanted) in [
        (&["chess", "--piece", "wyvern"][..], "no piece 'wyvern'"),
        (&["chess", "--targets", "i9"], "i9"),
        (&["chess", "--arrow", "e2"], "e2e4"),
        (&["chess", "--size", "1"], "8..=512"),
        (&["chess", "--png", "no/such/folder/x.png"], "no/such/folder/x.png"),
        (
            &["chess", "--piece", "R", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "--fen",
        ),
    ] {
        let complaint = refusal(arguments);
        assert!(complaint.contains(wanted), "{arguments:?}: {complaint}");
    }
}
