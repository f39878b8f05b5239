//! Reads the key `blast` of the section `[captures]`, and `blast-proof` in the sections `[pieces.X]`.

use toml::Spanned;

use crate::board::Square;
use crate::rules::betza::{self, BetzaError, Setting, Term};
use crate::rules::file::GameFile;
use crate::rules::source::Source;
use crate::rules::{
    Blast, BlastProof, Color, DefinitionError, Mode, Movement, PieceDefinition, PieceType, Placement, Reach, Rules,
    ZoneCondition,
};

/// The maximum number of squares around a capture. A blast that spares some of the board needs fewer.
const MOST_SQUARES: usize = 64;

/// Reads what captures remove in addition to the captured piece; `None` if they remove nothing else.
pub(super) fn read(source: Source<'_>, file: &GameFile, setting: Setting) -> Result<Option<Blast>, DefinitionError> {
    let Some(text) = &file.captures.blast else {
        return match file
            .pieces
            .0
            .iter()
            .find_map(|(_, section)| section.blast_proof.as_ref())
        {
            Some(word) => Err(source.error_at(word, "expected `blast` in `[captures]` too: nothing blasts without it")),
            None => Ok(None),
        };
    };
    let terms = betza::parse(text.get_ref(), setting)
        .map_err(|BetzaError { offset, message }| source.error_in(text, offset, message))?;
    if !terms.iter().all(is_plain) {
        let message = "expected plain leaps like `K`, without modifiers: they lead to the squares around a capture";
        return Err(source.error_at(text, message));
    }
    let movements = terms.iter().flat_map(|term| &term.movements);
    let mut vectors: Vec<_> = movements.map(|movement| movement.vector).collect();
    vectors.sort_unstable();
    vectors.dedup();
    if vectors.len() > MOST_SQUARES {
        let message = format!(
            "expected at most {MOST_SQUARES} squares around a capture, found {}",
            vectors.len()
        );
        return Err(source.error_at(text, message));
    }
    Ok(Some(Blast {
        betza: text.get_ref().clone(),
        vectors,
    }))
}

/// Returns whether a term is a leap in all its directions, whatever stands on the way.
fn is_plain(term: &Term) -> bool {
    let leaps = |movement: &Movement| {
        movement.reach == Reach::Leap && movement.mode == Mode::Both && movement.zones == ZoneCondition::Any
    };
    term.directions.is_empty() && !term.around && !term.initial && term.movements.iter().all(leaps)
}

/// Checks that captures that blast fit the other rules.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let Some(text) = file.captures.blast.as_ref() else {
        return Ok(());
    };
    let kings = Color::BOTH.map(|color| rules.count_royal(&rules.array, color));
    let obstacles = [
        (rules.captures.chained, "where captures are chained"),
        (rules.hand.is_some(), "in a game with a hand"),
        (
            rules.kings.facing_forbidden.any(),
            "where kings may not face each other",
        ),
        (!rules.ends.promotion_set.is_empty(), "with a `promotion-set`"),
        (
            kings.iter().any(|count| *count > 1) || rules.has_royal_promotions(),
            "where a side has several royal pieces",
        ),
    ];
    source.refuse(text.span().start, "`blast`", &obstacles)?;
    for ((key, section), piece) in file.pieces.0.iter().zip(&rules.pieces) {
        if changes_proof(rules, piece) {
            let place = section.blast_proof.as_ref().map_or(key.span(), Spanned::span);
            let message =
                "expected `blast-proof = \"all\"` for both a piece and what it is promoted to, or for neither";
            return Err(source.error(place.start, message));
        }
    }
    Ok(())
}

/// Returns whether a capture on `target` by the piece of `side` on `from` would remove the king of `side`, in a game
/// where captures blast.
pub(super) fn removes_own_king(rules: &Rules, array: &Placement, from: Square, side: Color, target: Square) -> bool {
    let Some(blast) = &rules.blast else { return false };
    let near = |king| {
        blast
            .vectors
            .iter()
            .any(|vector| rules.shape.step(target, *vector) == Some(king))
    };
    let is_removed = |king: Square| {
        let proof = array[king.index()].and_then(|(piece_type, _)| rules.piece(piece_type).blast_proof);
        match king == from {
            true => proof != Some(BlastProof::All),
            false => near(king) && proof.is_none(),
        }
    };
    rules.royal_squares(array, side).into_iter().any(is_removed)
}

/// Returns whether a piece survives its own captures before a promotion but not after it, or the other way round.
fn changes_proof(rules: &Rules, piece: &PieceDefinition) -> bool {
    let survives = |piece: &PieceDefinition| piece.blast_proof == Some(BlastProof::All);
    let becomes = |piece_type: &PieceType| survives(rules.piece(*piece_type)) != survives(piece);
    let promotion = piece.promotion.as_ref();
    promotion.is_some_and(|promotion| promotion.all_types().iter().any(becomes))
}

#[cfg(test)]
mod tests {
    use crate::rules::{BlastProof, Definition};

    /// Returns the definition of a small game. `captures` is the content of the section `[captures]`, `pawn` is added
    /// to the section of the pawn, and `rest` is added at the end.
    fn parse(captures: &str, pawn: &str, rest: &str) -> Result<Definition, String> {
        let text = format!(
            "name = \"small\"\nstart = \"3k/3p/P3/K2Q w - - 0 1\"\ncaptures = {{ {captures} }}\n[board]\nfiles = 4\n\
             ranks = 4\n[pieces]\nK = {{ name = \"King\", move = \"K\", royal = true }}\n\
             Q = {{ name = \"Queen\", move = \"Q\" }}\n\
             P = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"Q\"{pawn} }}\n{rest}"
        );
        Definition::parse(&text, "small.toml").map_err(|error| error.to_string())
    }

    #[test]
    fn blasts_are_read() {
        for (text, squares) in [("K", 8), ("W", 4), ("F W", 8), ("KN", 16), ("(2,1)", 8)] {
            let game = parse(&format!("blast = \"{text}\""), ", blast-proof = \"others\"", "").expect(text);
            let blast = game.blast.clone().expect("captures blast");
            assert_eq!((blast.vectors.len(), blast.betza.as_str()), (squares, text));
            assert_eq!(game.pieces[2].blast_proof, Some(BlastProof::Others));
            assert!(game.is_won_without_mate());
        }
        assert!(parse("", "", "").is_ok_and(|game| game.blast.is_none()));
    }

    #[test]
    fn mistakes_about_blasts_are_named() {
        let blast = "blast = \"K\"";
        for (captures, pawn, rest, why) in [
            ("blast = \"Q\"", "", "", "3:22: expected plain leaps like `K`"),
            ("blast = \"fW\"", "", "", "3:22: expected plain leaps like `K`"),
            ("blast = \"mK\"", "", "", "3:22: expected plain leaps like `K`"),
            ("blast = \"KX\"", "", "", "3:24: expected"),
            ("blast = \"\"", "", "", "3:23: expected a move in Betza notation"),
            (
                "blast = \"KDANHCZG(4,1)(4,2)(4,3)\"",
                "",
                "",
                "3:22: expected at most 64 squares around a capture, found 72",
            ),
            (
                "",
                ", blast-proof = \"others\"",
                "",
                "10:85: expected `blast` in `[captures]` too",
            ),
            (
                blast,
                ", blast-proof = true",
                "",
                "`blast-proof`: expected \"others\" or \"all\", found true",
            ),
            (
                blast,
                ", blast-proof = \"all\"",
                "",
                "10:85: expected `blast-proof = \"all\"` for both a piece and what it is promoted to",
            ),
            (
                "blast = \"K\", chained = true",
                "",
                "",
                "3:22: expected no `blast` where captures are chained",
            ),
            (blast, "", "[hand]\n", "3:22: expected no `blast` in a game with a hand"),
            (
                blast,
                "",
                "[kings]\nfacing = \"forbidden\"\n",
                "3:22: expected no `blast` where kings may not face each other",
            ),
            (
                blast,
                "",
                "[ends]\npromotion-set = { Q = 2 }\n",
                "3:22: expected no `blast` with a `promotion-set`",
            ),
        ] {
            let message = parse(captures, pawn, rest).err().unwrap_or_default();
            assert!(message.contains(why), "{why}: {message}");
        }
    }
}
