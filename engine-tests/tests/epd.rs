//! `kurier epd`: solves the positions of a file and counts how many are solved.

use engine_tests::command;
use serde_json::Value;

/// Runs `kurier epd` on a file with the text `lines`. Returns the output if the command must succeed (`good`),
/// otherwise the error message.
fn epd(lines: &str, arguments: &[&str], good: bool) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    std::fs::write(&path, lines).expect("a file can be written");
    let path = path.to_str().expect("UTF-8");
    let arguments = match arguments.contains(&"--depth") {
        true => [&["epd", path], arguments].concat(),
        false => [&["epd", path, "--depth", "4"], arguments].concat(),
    };
    match good {
        true => command::text(&arguments, ""),
        false => command::refusal(&arguments, ""),
    }
}

const POSITIONS: &str = "\
# Mate in one, a mate that is not there, a queen to be had, a trap, another game, a score.
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 1; id \"back rank\";
4k3/8/8/8/8/8/4P3/4K3 w - - dm 1; id \"no mate\";
3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8+; id \"queen\";
3qk3/8/8/8/8/8/8/3RK3 w - - am d1d8; id \"avoided wrongly\";
4k3/p7/8/8/8/8/8/R3K3 w - - bm Ra1xa7; variant shatranj; id \"another game\";
4k3/8/8/8/8/8/8/4K3 w - - ce 0;
";

#[test]
fn answers_are_judged_and_counted() {
    let text = epd(POSITIONS, &[], true);
    let row = |name: &str| {
        text.lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_else(|| panic!("{text}"))
    };
    assert!(
        row("back rank").contains("Ra8#") && row("back rank").contains("right: Ra8#, mate 1"),
        "{text}"
    );
    assert!(row("no mate").contains("WRONG: mate 1"), "{text}");
    assert!(
        row("queen").contains("Rxd8+") && row("queen").contains("right"),
        "{text}"
    );
    assert!(row("avoided wrongly").contains("WRONG: not d1d8"), "{text}");
    assert!(text.contains("6 positions") && text.contains("of 5 ("), "{text}");
}

#[test]
fn the_table_fits_a_terminal() {
    let text = epd(
        include_str!("../data/tactics/courier.epd"),
        &["--variant", "courier", "--depth", "1"],
        true,
    );
    let wide = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
}

#[test]
fn json_is_one_object_per_line() {
    let text = epd(POSITIONS, &["--json"], true);
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(
        (&rows[0]["solved"], &rows[0]["score"]["mate"]),
        (&true.into(), &1.into())
    );
    assert_eq!((&rows[0]["move"], &rows[0]["san"]), (&"a1a8".into(), &"Ra8#".into()));
    assert_eq!((&rows[1]["solved"], &rows[5]["solved"]), (&false.into(), &Value::Null));
    assert_eq!(rows[4]["variant"], "shatranj");
    assert!(rows[0]["since_ms"].is_u64() && rows[1]["since_ms"].is_null());
}

#[test]
fn mistakes_are_reported_before_anything_is_searched() {
    for (line, wanted) in [
        ("\n4k3/8/8/8/8/8/8/4K3 w", ":2: expected a position"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Qh8;", ":1: illegal move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - variant ludo;", ":1: there is no game 'ludo'"),
        ("\n\n9/8/8/8/8/8/8/4K3 w - - ce 0;", ":3: "),
    ] {
        let complaint = epd(line, &[], false);
        assert!(complaint.contains(wanted), "{line}: {complaint}");
    }
}

#[test]
fn lines_that_cannot_be_used_are_told_and_passed_over() {
    let lines = b"4k3/8/8/8/8/8/8/4K3 w - - bm Qh8; id \"illegal\";\n\
        3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8 + ; id \"M\xfcller\";\n\
        3qk3/8/8/8/8/8/8/3RK3 w -\n\
        3qk3/8/8/8/8/8/8/3RK3 w - -; am Ke2; id \"semicolon\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - ce 32766; id \"mate\";\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    std::fs::write(&path, lines).expect("a file can be written");
    let path = path.to_str().expect("UTF-8");
    for (more, code) in [(&[][..], 0), (&["--strict"][..], 2)] {
        let output = command::run(&[&["epd", path, "--depth", "4"], more].concat(), "");
        let [text, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(text.contains("3 positions") && text.contains("solved 3 of 3"), "{text}");
        assert!(
            text.contains("M\u{fc}ller") && text.contains("right: not Ke2"),
            "{text}"
        );
        assert!(text.contains("right: mate 1\n"), "{text}");
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(
            said[0].contains(":1: illegal move") && said[1].contains(":3: expected a position"),
            "{said:?}"
        );
        assert!(said[2].ends_with("2 of 5 lines cannot be used"), "{said:?}");
    }
    let good = command::run(&["epd", "-", "--strict", "--depth", "1"], POSITIONS);
    assert_eq!((good.status.code(), good.stderr.len()), (Some(0), 0));
}

#[test]
fn the_standard_input_is_a_file_too() {
    let text = command::text(&["epd", "-", "--depth", "4"], POSITIONS);
    assert!(text.contains("6 positions") && text.contains("of 5 ("), "{text}");
}
