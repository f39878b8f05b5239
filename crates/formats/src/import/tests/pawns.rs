//! Double steps and captures en passant.

use super::{keys, refusal};

#[test]
fn en_passant_can_be_switched_off() {
    for keys_of_it in [
        "enPassantRegion = -",
        "enPassantRegionWhite = -\nenPassantRegionBlack = -",
        "enPassantRegion = *1",
    ] {
        let text = format!("[x:chess]\n{keys_of_it}\n");
        assert!(keys(&text, "x", 'P').contains("en-passant = false"), "{keys_of_it}");
    }
    assert!(keys("[x:chess]\n", "x", 'P').contains("en-passant = true"));
}

#[test]
fn en_passant_may_be_possible_on_some_squares_only() {
    let pawn = |keys_of_it: &str| keys(&format!("[x:chess]\n{keys_of_it}\n"), "x", 'P');
    let one = pawn("enPassantRegionWhite = -");
    let white = "en-passant = true\nen-passant-on = [\"a3-h3\"]\nen-passant-on-black = []";
    assert!(one.contains(white), "{one}");
    let some = pawn("enPassantRegion = a3 a6 c3 c6 d3 d6");
    assert!(some.contains("en-passant-on = [\"a3\", \"c3-d3\"]"), "{some}");
    assert!(!some.contains("en-passant-on-black"), "{some}");
}

#[test]
fn double_steps_may_begin_on_some_squares_only() {
    let pawn = |keys_of_it: &str| keys(&format!("[x:chess]\n{keys_of_it}\n"), "x", 'P');
    let part = pawn("doubleStepRegionWhite = a* c2\ndoubleStepRegionBlack = a* c7");
    assert!(
        part.contains("double-step-in = [\"a1-a6\", \"c2\"]\nen-passant = true"),
        "{part}"
    );
    assert!(!part.contains("double-step-in-black"), "{part}");
    let white = pawn("doubleStepRegionWhite = *1 *2");
    assert!(
        white.contains("double-step-in = [\"a1-h2\"]\ndouble-step-in-black = [\"a7-h7\"]\n"),
        "{white}"
    );
    let triple = "[x:chess]\ntripleStepRegionWhite = a2\n";
    assert!(refusal(triple, "x").contains("triple steps"));
}
