//! Reads the section `[hand]`, and the keys of drops in the sections `[pieces.X]`.

use std::collections::BTreeSet;

use toml::Spanned;

use super::pieces::Reader;
use super::{gating, regions};
use crate::board::Square;
use crate::rules::file::{GameFile, HandSection, Permission, PieceSection, PromotedWord};
use crate::rules::source::Source;
use crate::rules::{BareKing, Captured, DefinitionError, Drops, Gating, Hand, PieceDefinition, PieceType, Rules};

impl Reader<'_> {
    /// Reads where and how the piece is dropped. A piece with an empty list of squares is never dropped.
    pub(super) fn drops(&self, section: &PieceSection) -> Result<Drops, DefinitionError> {
        let squares = match (&section.drops_in, section.drops_in_black.as_ref()) {
            (None, None) => None,
            (Some(white), black)
                if white.get_ref().is_empty() && black.is_none_or(|black| black.get_ref().is_empty()) =>
            {
                Some(<[BTreeSet<Square>; 2]>::default())
            }
            (None, Some(black)) => return Err(self.source.error_at(black, "expected `drops-in` too, for White")),
            (Some(white), black) => Some(regions::both(self.source, white, black, self.shape, true)?),
        };
        let per_file = match &section.drops_per_file {
            Some(most) if *most.get_ref() == 0 => return Err(self.source.error_at(most, "expected at least 1")),
            most => most.as_ref().map(|most| *most.get_ref()),
        };
        let mates = section.drop_mates.as_ref().map(|word| *word.get_ref());
        Ok(Drops {
            squares,
            per_file,
            mate_forbidden: mates == Some(Permission::Forbidden),
            evenly: section.drops_evenly.as_ref().is_some_and(|flag| *flag.get_ref()),
        })
    }
}

/// Reads the section `[hand]`; `None` if there is none.
pub(super) fn read(source: Source<'_>, file: &GameFile) -> Result<Option<Hand>, DefinitionError> {
    let Some(section) = file.hand.as_ref().map(Spanned::get_ref) else {
        return Ok(None);
    };
    let HandSection {
        captured,
        promoted,
        checks,
        must_drop,
        drops_castle,
        gating,
        drops_promoted,
    } = section;
    let captured = captured.map_or(Captured::default(), |word| word.0);
    if let Some(promoted) = promoted.as_ref().filter(|_| captured == Captured::Lost) {
        return Err(source.error_at(promoted, "expected no `promoted` where captured pieces are lost"));
    }
    Ok(Some(Hand {
        captured,
        keeps_promotion: promoted.as_ref().map(|word| *word.get_ref()) == Some(PromotedWord::Stays),
        checks_forbidden: *checks == Permission::Forbidden,
        must_drop: must_drop.as_ref().is_some_and(|flag| *flag.get_ref()),
        castles: drops_castle.as_ref().is_some_and(|flag| *flag.get_ref()),
        gating: gating.as_ref().map_or(Gating::Never, |word| word.get_ref().0),
        drops_promoted: drops_promoted.as_ref().is_some_and(|flag| *flag.get_ref()),
    }))
}

/// Checks that the hand, and the pieces in hand at the start, fit the other rules.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let Some(hand) = rules.hand else {
        return check_without_hand(source, file);
    };
    let is_lost = hand.captured == Captured::Lost;
    let obstacles = [
        (rules.captures.chained, "where captures are chained"),
        (rules.ends.bare_king != BareKing::PlaysOn, "where a bare king loses"),
        (
            rules.pieces.iter().any(|piece| piece.promotes_to_lost),
            "where pieces are promoted to lost ones",
        ),
        (!is_lost && rules.counts_royal(), "where royal pieces may be captured"),
        (
            hand.must_drop && rules.captures.mandatory,
            "with `must-drop` where captures are mandatory",
        ),
    ];
    let start = file.hand.as_ref().map_or(0, |section| section.span().start);
    source.refuse(start, "`[hand]`", &obstacles)?;
    for ((key, section), (piece_type, piece)) in file.pieces.0.iter().zip(rules.piece_types()) {
        if !rules.may_be_held(piece_type) && piece.drops != Drops::default() {
            let span = drop_key(section).unwrap_or_else(|| key.span().start);
            let message = match piece.royal {
                true => "expected no drops of a royal piece: it is never in hand",
                false => {
                    "expected no drops of a piece that is never in hand: it is dropped as the promoted form of another"
                }
            };
            return Err(source.error(span, message));
        }
    }
    gating::check(source, file, rules)?;
    check_promoted(source, file, rules, hand)?;
    let fens = [Some(&file.start), file.xboard.start.as_ref()];
    for fen in fens.into_iter().flatten() {
        check_held(source, fen, rules)?;
    }
    check_royal(source, file, rules, hand)
}

/// Checks that the other rules allow the royal pieces in hand at the start: such a piece is never captured, stays royal
/// after it has been dropped, and cannot be harmed while it is in hand.
fn check_royal(source: Source<'_>, file: &GameFile, rules: &Rules, hand: Hand) -> Result<(), DefinitionError> {
    if !rules.drops_royal() {
        return Ok(());
    }
    let obstacles = [
        (hand.captured != Captured::Lost, "where captured pieces change sides"),
        (rules.blast.is_some(), "where captures blast"),
        (
            rules.has_royal_promotions(),
            "where royal pieces are promoted, or others to royal ones",
        ),
        (rules.counts_royal(), "where royal pieces may be captured"),
    ];
    source.refuse(file.start.span().start, "royal piece in hand", &obstacles)
}

/// Checks, if pieces may be dropped in their promoted form, that it is clear what each piece becomes and what it was
/// before.
fn check_promoted(source: Source<'_>, file: &GameFile, rules: &Rules, hand: Hand) -> Result<(), DefinitionError> {
    let key = file
        .hand
        .as_ref()
        .and_then(|section| section.get_ref().drops_promoted.as_ref());
    let Some(key) = key.filter(|flag| *flag.get_ref()) else {
        return Ok(());
    };
    let types = || rules.piece_types();
    let promoted = |piece: &PieceDefinition| piece.promotion.is_some();
    let is_unclear = |(piece_type, piece): (PieceType, &PieceDefinition)| {
        let origins = types().filter(|(origin, _)| rules.only_promotion(*origin) == Some(piece_type));
        let (front, becomes) = (rules.held_as(piece_type), rules.only_promotion(piece_type));
        promoted(piece) && becomes.is_none()
            || front != piece_type && (origins.count() > 1 || becomes.is_some_and(|becomes| becomes != front))
    };
    // The order determines which of two pieces that are promoted to each other is the promoted one.
    let stands_behind = |piece_type: PieceType| {
        let becomes = rules.only_promotion(piece_type).filter(|becomes| *becomes < piece_type);
        becomes.is_some_and(|becomes| rules.only_promotion(becomes) != Some(piece_type))
    };
    let obstacles = [
        (!hand.marks_promoted(), "where captured promoted pieces do not revert"),
        (hand.castles, "with `drops-castle`"),
        (hand.gating != Gating::Never, "with `gating`"),
        (types().any(|(_, piece)| piece.drops.evenly), "with `drops-evenly`"),
        (
            types().any(|(_, piece)| piece.promotes_standing),
            "with `promotes-standing`",
        ),
        (
            types().any(|(_, piece)| !piece.promotes_up_to.is_empty()),
            "with `promotes-up-to`",
        ),
        (
            types().any(|(_, piece)| !piece.promotes_to_in.is_empty()),
            "with `promotes-to-in`",
        ),
        (
            rules.has_royal_promotions(),
            "where royal pieces are promoted, or others to royal ones",
        ),
        (
            types().any(|(piece_type, _)| stands_behind(piece_type)),
            "where a piece stands behind the one that it is promoted to",
        ),
        (
            types().any(is_unclear),
            "where a piece is promoted to several others, several pieces to one, or a promoted piece to a third",
        ),
    ];
    source.refuse(key.span().start, "`drops-promoted`", &obstacles)
}

/// Checks the list of pieces in hand in a FEN.
fn check_held(source: Source<'_>, fen: &Spanned<String>, rules: &Rules) -> Result<(), DefinitionError> {
    let field = fen.get_ref().split(' ').next().unwrap_or_default();
    let (placement, list) = rules.split_holdings(field);
    let Err(letter) = rules.parse_held(list) else {
        return Ok(());
    };
    let offset = placement.len() + 1 + list.find(letter).unwrap_or_default();
    let message = format!("expected the letter of a piece that may be in hand, found `{letter}`");
    Err(source.error_in(fen, offset, message))
}

/// Checks that a game without a hand has no keys about drops.
fn check_without_hand(source: Source<'_>, file: &GameFile) -> Result<(), DefinitionError> {
    match file.pieces.0.iter().find_map(|(_, section)| drop_key(section)) {
        Some(start) => Err(source.error(start, "expected a section `[hand]` too: nothing is dropped without it")),
        None => Ok(()),
    }
}

/// Returns where the first key about drops begins.
fn drop_key(section: &PieceSection) -> Option<usize> {
    let keys = [
        section.drops_in.as_ref().map(Spanned::span),
        section.drops_in_black.as_ref().map(Spanned::span),
        section.drops_per_file.as_ref().map(Spanned::span),
        section.drop_mates.as_ref().map(Spanned::span),
        section.drops_evenly.as_ref().map(Spanned::span),
    ];
    keys.into_iter().flatten().map(|span| span.start).min()
}

#[cfg(test)]
mod tests {
    use crate::rules::{Definition, PieceType};

    /// Returns the definition of a small game. `held` is the list of pieces in hand in the FEN, `pawn` is added to the
    /// section of the pawn, and `hand` is added after the pieces.
    fn parse(held: &str, pawn: &str, hand: &str) -> Result<Definition, String> {
        let text = format!(
            "name = \"small\"\nstart = \"3k/3p/P3/K3{held} w - - 0 1\"\n[board]\nfiles = 4\nranks = 4\n[pieces]\n\
             K = {{ name = \"King\", move = \"K\", royal = true }}\nQ = {{ name = \"Queen\", move = \"Q\" }}\n\
             P = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"Q\"{pawn} }}\n{hand}"
        );
        Definition::parse(&text, "small.toml").map_err(|error| error.to_string())
    }

    fn refused(held: &str, pawn: &str, hand: &str) -> String {
        parse(held, pawn, hand).err().unwrap_or_default()
    }

    #[test]
    fn hands_are_read() {
        let keys = ", drops-per-file = 2, drops-in = [\"a2-d3\"]";
        let game = parse("[Qp]", keys, "[hand]\nmust-drop = true\n").expect("a game");
        let hand = game.hand.expect("a hand");
        assert!(hand.must_drop && hand.marks_promoted() && !hand.checks_forbidden);
        let pawn = &game.pieces[2].drops;
        assert_eq!(pawn.per_file, Some(2));
        assert!(
            pawn.squares
                .as_ref()
                .is_some_and(|squares| squares.iter().all(|own| own.len() == 8))
        );
        assert_eq!(game.split_holdings("3k/3p/P3/K3[Qp]"), ("3k/3p/P3/K3", "Qp"));
        assert_eq!(game.split_holdings("3k/3p/P3/K3/Qp"), ("3k/3p/P3/K3", "Qp"));
        assert_eq!(
            game.parse_held("pQ-").map(|held| game.spell_held(&held)),
            Ok("Qp".to_owned())
        );
        assert_eq!(game.parse_held("K"), Err('K'));
        let lost = parse("", "", "[hand]\ncaptured = \"lost\"\n").expect("a game");
        assert!(lost.hand.is_some_and(|hand| !hand.marks_promoted()));
        let never = parse("[P]", ", drops-in = []", "[hand]\n").expect("a game");
        assert_eq!(never.pieces[2].drops.squares, Some(Default::default()));
    }

    #[test]
    fn gating_is_refused_where_it_does_not_fit() {
        let only = "[hand]\ncaptured = \"lost\"\ngating = \"only\"\n";
        assert!(parse("[Q]", "", only).is_ok());
        for (rule, why) in [
            ("gating = \"never\"\n", "expected \"only\" or \"allowed\""),
            ("must-drop = true\n", "expected no `gating` with `must-drop`"),
            (
                "checks = \"forbidden\"\n",
                "expected no `gating` where checks or trades are forbidden",
            ),
            (
                "[kings]\nchecks = \"forbidden\"\n",
                "expected no `gating` where checks or trades are forbidden",
            ),
        ] {
            let message = match rule.starts_with("gating") {
                true => refused("[Q]", "", &format!("[hand]\n{rule}")),
                false => refused("[Q]", "", &format!("{only}{rule}")),
            };
            assert!(message.contains(why), "{why}: {message}");
        }
    }

    #[test]
    fn promoted_drops_are_refused_where_they_are_not_clear() {
        let hand = "[hand]\ndrops-promoted = true\n";
        let message = refused("[Pp]", "", hand);
        assert!(
            message.contains("stands behind the one that it is promoted to"),
            "{message}"
        );
        let text = |pieces: &str, keys: &str| {
            format!(
                "name = \"small\"\nstart = \"3k/3p/P3/K3 w - - 0 1\"\n[board]\nfiles = 4\nranks = 4\n[pieces]\n\
                 K = {{ name = \"King\", move = \"K\", royal = true }}\nP = {{ name = \"Pawn\", move = \"fmWfcF\", \
                 promotes-to = \"Q\" }}\n{pieces}[hand]\ndrops-promoted = true\n{keys}"
            )
        };
        let queen = "Q = { name = \"Queen\", move = \"Q\" }\n";
        let read = |pieces: &str, keys: &str| Definition::parse(&text(pieces, keys), "small.toml");
        let game = read(queen, "").expect("a game");
        assert_eq!(game.dropped_promoted(PieceType(1)), Some(PieceType(2)));
        assert_eq!(
            (game.parse_held("Q"), game.spell_dropped(PieceType(2))),
            (Err('Q'), "+P".to_owned())
        );
        for (pieces, keys, why) in [
            (
                queen.to_owned(),
                "captured = \"lost\"\n",
                "where captured promoted pieces do not revert",
            ),
            (
                queen.to_owned(),
                "promoted = \"stays\"\n",
                "where captured promoted pieces do not revert",
            ),
            (queen.to_owned(), "drops-castle = true\n", "with `drops-castle`"),
            (
                "Q = { name = \"Queen\", move = \"Q\", drops-in = [\"a1\"] }\n".to_owned(),
                "",
                "dropped as the promoted form of another",
            ),
            (
                format!("R = {{ name = \"Rook\", move = \"R\", promotes-to = \"Q\" }}\n{queen}"),
                "",
                "several pieces to one",
            ),
            (
                format!("{queen}R = {{ name = \"Rook\", move = \"R\", promotes-to = \"PQ\" }}\n"),
                "",
                "where a piece is promoted to several others",
            ),
        ] {
            let message = read(&pieces, keys).expect_err(why).to_string();
            assert!(message.contains(why), "{why}: {message}");
        }
    }

    #[test]
    fn mistakes_about_hands_are_named() {
        let chained = "[hand]\n[captures]\nchained = true\nmandatory = true\n";
        let two_words = "[hand]\ncaptured = \"lost\"\npromoted = \"stays\"\n";
        for (held, pawn, hand, why) in [
            ("[Q]", "", "", "expected"),
            (
                "",
                ", promotes-standing = true, promotes-leaving = true",
                "[hand]\n",
                "expected no such key with `promotes-standing`",
            ),
            (
                "",
                "",
                "[hand]\n[castling.K]\nking = [\"a1\", \"c1\"]\nrook = [\"d1\", \"b1\"]\nwith = \"Q\"\n",
                "expected no `with` without `drops-castle`",
            ),
            (
                "",
                "",
                "[hand]\ndrops-castle = true\n[castling.K]\nking = [\"b1\", \"d1\"]\nrook = [\"c1\", \"b1\"]\n",
                "expected `with` too",
            ),
            ("", ", drops-evenly = true", "", "expected a section `[hand]` too"),
            (
                "[K]",
                "",
                "[hand]\n",
                "expected no royal piece in hand where captured pieces change sides",
            ),
            (
                "[X]",
                "",
                "[hand]\n",
                "expected the letter of a piece that may be in hand, found `X`",
            ),
            (
                "",
                ", drop-mates = \"forbidden\"",
                "",
                "expected a section `[hand]` too",
            ),
            ("", ", drops-per-file = 0", "[hand]\n", "expected at least 1"),
            ("", ", drops-in-black = [\"a1\"]", "[hand]\n", "expected `drops-in` too"),
            (
                "",
                "",
                "[hand]\ncaptured = \"gone\"\n",
                "expected \"changes-sides\" or \"lost\"",
            ),
            ("", "", two_words, "expected no `promoted`"),
            (
                "",
                "",
                "[hand]\n[ends]\nbare-king = \"loses\"\n",
                "expected no `[hand]` where a bare king loses",
            ),
            ("", "", chained, "expected no `[hand]` where captures are chained"),
            (
                "",
                ", promotes-to-lost = true",
                "[hand]\n",
                "where pieces are promoted to lost ones",
            ),
        ] {
            let message = refused(held, pawn, hand);
            assert!(message.contains(why), "{why}: {message}");
        }
    }
}
