//! Moves.

use super::{SMALL, definition, refusal, translated};
use kurier_rules::rules::{Color, Definition, Reach};

#[test]
fn first_steps_lead_as_far_as_the_own_half() {
    let text = SMALL
        .replace("ranks=7", "ranks=10")
        .replace("ifmnDfmWfceF", "ifmnW*fmWfceF");
    let game = definition(&text);
    let steps = game.pieces[0].multi_step.clone().expect("steps");
    let longer = definition(&text.replace("W*fmW", "W3fmW"));
    assert_eq!(game.rules_hash(), longer.rules_hash());
    assert!(steps.en_passant);
    assert_ne!(
        game.rules_hash(),
        definition(&text.replace("W*fmW", "W2fmW")).rules_hash()
    );
}

#[test]
fn castling_finds_its_partners() {
    let game = definition("files=10 ranks=8 maxPromote=0 rook::::a1,j1 knight::::b1 king::KisO3::f1");
    let castlings: Vec<String> = game
        .castlings
        .iter()
        .map(|castling| {
            let name = |square| game.shape.name(square);
            let ((king, to), (rook, target)) = (castling.king, castling.rook);
            format!(
                "{} {}{} {}{} {}",
                castling.letter,
                name(king),
                name(to),
                name(rook),
                name(target),
                castling.short
            )
        })
        .collect();
    assert_eq!(castlings, ["K f1i1 j1h1 true", "Q f1c1 a1d1 false"]);
    assert!(game.start.contains(" w KQkq "));
    let choice = definition("files=8 ranks=8 maxPromote=0 rook::::a1,h1 king::KisO2isO3::e1");
    assert_eq!(choice.castlings.len(), 4);
    // A castling to the neighbouring square is written with the rook's square.
    let near = translated("files=8 ranks=8 maxPromote=0 rook::::a1,h1 king::KisO1isO2::e1").expect("a translation");
    assert!(
        near.contains(
            "king = [\"e1\", \"f1\", \"g1\"]\nrook = [\"h1\", \"e1\", \"f1\"]\nwritten = [\"rook\", \"king\"]"
        )
    );
    let turned = definition("files=8 ranks=8 symmetry=rotate maxPromote=0 rook::::a1,h1 king::KisO2::d1");
    assert_eq!(turned.castlings.len(), 4);
    assert!(turned.castlings.iter().all(|castling| castling.only.is_some()));
    assert_eq!(
        refusal("files=8\nmaxPromote=0\nking::KisO2::d1"),
        ["3: the king: castling over 2 squares finds no piece that castles with it"]
    );
    let unclear = "4: with which piece the king castles is not clear: the outermost piece on a side is not a rook, \
                   and it is not in the corner or a rook stands nearer";
    for pieces in ["rook::::b1\nbishop::::a1", "rook::::h1\nbishop::::b1"] {
        assert_eq!(refusal(&format!("maxPromote=0\n{pieces}\nking::KisO2::e1")), [unclear]);
    }
    let corners = definition("files=8 ranks=8 maxPromote=0 bishop::::a1,h1 king::KisO2::e1");
    assert_eq!(corners.castlings.len(), 2);
    assert_eq!(
        refusal("files=8\nmaxPromote=0\nrook::::a1\nking::KisO2::d1,e1"),
        ["4: castling of several pieces of a side is not supported: the king"]
    );
}

#[test]
fn castling_may_differ_to_the_left_and_to_the_right() {
    let game = |more: &str| {
        definition(&format!(
            "files=10 maxPromote=0 symmetry=mirror rook::::a1,j1 king::KilO3irO4::e1 {more}"
        ))
    };
    let kings = |game: &Definition, color: Color| {
        let own = game.castlings.iter().filter(|castling| castling.is_for(color));
        own.map(|castling| game.shape.name(castling.king.1)).collect::<Vec<_>>()
    };
    let turned = game("");
    assert_eq!(kings(&turned, Color::White), ["i1", "b1"]);
    // Black's left is White's right; castlings are written as White would play them.
    assert_eq!(kings(&turned, Color::Black), ["h1", "a1"]);
    let flipped = game("castleFlip=1");
    assert_eq!(kings(&flipped, Color::Black), ["i1", "b1"]);
    assert_eq!(
        kings(
            &definition("maxPromote=0 rook::::a1,h1 king::KirO2::e1 castleFlip=1"),
            Color::White
        ),
        ["g1"]
    );
}

#[test]
fn kings_and_queens_have_eight_directions() {
    let moves = |text: &str| {
        let game = definition(&format!("files=8 maxPromote=0 piece:X:{text}::d1 king:K:K::e1"));
        game.pieces[0].betza.clone()
    };
    assert_eq!(moves("fsRbK"), "fsRbW");
    assert_eq!(moves("fsRbhK"), "fsRbWbF");
    assert_eq!(moves("BfWfDfcavWfmabW"), "BfWfDfcafWfcabWfmabW");
}

#[test]
fn first_moves_and_steps_are_translated() {
    let king = definition("files=9 ranks=9 maxPromote=0 rook::::a1 king::KimAimDimN::e1");
    let first = king
        .piece(king.king(Color::White).expect("a king"))
        .first_move
        .clone()
        .expect("a first move");
    assert_eq!((first.movements.len(), first.safe_passage), (16, false));
    assert!(king.start.contains(" w Ee "), "{}", king.start);
    let everywhere = definition("files=9 ranks=9 promoChoice=R pawn::fmWfceFfmnnD::a2 rook::::a1 king::K::e1");
    assert_eq!(
        everywhere.pieces[0]
            .multi_step
            .as_ref()
            .and_then(|steps| steps.double()),
        Some((0, 6))
    );
    let triple = definition("files=9 ranks=9 promoChoice=R pawn::fmWfcFifmnDifmnH::a2 rook::::a1 king::K::e1");
    let steps = triple.pieces[0].multi_step.clone().expect("steps");
    assert_eq!((steps.longest(), steps.en_passant), (3, false));
    // A pawn that steps diagonally makes its long first step as a move with `i`, after which it cannot be captured en
    // passant.
    let berolina = "files=9 ranks=9 promoChoice=R pawn::fmFfcWifmnA::a2 rook::::a1 king::K::e1";
    let steps = definition(berolina).pieces[0].movements.clone();
    assert!(
        steps
            .iter()
            .any(|movement| movement.initial.is_some() && movement.reach == Reach::Lame)
    );
    for (text, error) in [
        (
            berolina.replace("fcW", "fceW"),
            "en passant after the first move of the pawn is supported only after steps straight forward",
        ),
        (
            "files=9 ranks=9 promoChoice=R pawn::fmWfcFifmnD::a2,b3 rook::::a1 king::K::e1".into(),
            "the pawn makes its double step from several ranks as its first move, which is not supported",
        ),
        (
            "files=9 ranks=9 promoChoice=R prince::KifmnD::a2 rook::::a1 king::K::e1".into(),
            "the first move of the prince, which can come back to where it starts, is not supported",
        ),
    ] {
        assert_eq!(refusal(&text), [format!("1: {error}")]);
    }
}

#[test]
fn lions_are_translated_with_the_rules_against_their_trade() {
    let text = "files=6 ranks=7 maxPromote=0 protected=2 counterStrike=L rook::::a1,f1 lion::::c1 king::K::d1";
    let game = definition(text);
    let (lion, _) = game.piece_of_letter('L').expect("a lion");
    let piece = game.piece(lion);
    assert_eq!((piece.movements.len(), piece.doubles.len()), (24, 72));
    assert_eq!(game.trades.no_exposed, [lion]);
    assert_eq!(game.trades.no_counter, [lion]);
    let warlock = definition("files=6 ranks=7 maxPromote=0 rook::::a1 warlock::KNADmabKcaKcabK:lion2:c1 king::K::d1");
    assert!(warlock.trades.is_empty());
    assert_eq!(warlock.pieces[1].doubles.len(), 72);
    assert_eq!(
        refusal("files=6 ranks=7 maxPromote=0 protected=7 rook::::a1 king::K::d1"),
        ["1: there is no piece `7`"]
    );
}
