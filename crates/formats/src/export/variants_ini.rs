//! Writes a game as a section of Fairy-Stockfish's `variants.ini`, without a base game.

use std::fmt::Write;

use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{
    BareKing, Castling, Color, Definition, Ends, Fate, FlagTime, Passing, PieceDefinition, PieceType, Promotion,
    Stalemate,
};

use crate::import::key_of_moves;

/// The largest number of custom pieces of a game.
const CUSTOM_PIECES: usize = 25;

/// Returns the text of a game's section.
///
/// # Errors
/// Fails if the format cannot express a rule of the game; the error names the rule in words.
pub(super) fn write(definition: &Definition) -> Result<String, String> {
    if definition.shape.levels() > 1 {
        return Err("a board with levels".into());
    }
    // The `@` before the choice of a start position is not allowed in the name of a section.
    let name = definition.name.replace('@', "-");
    let mut section = Section(format!("# {}\n[{name}]\n", definition.title));
    section.key("maxFile", Shape::file_letter(definition.shape.files() - 1));
    section.key("maxRank", definition.shape.ranks());
    pieces(definition, &mut section)?;
    section.key("startFen", &definition.start);
    promotion(definition, &mut section)?;
    steps(definition, &mut section)?;
    castling(definition, &mut section)?;
    if definition.captures.chained {
        return Err("chains of captures".into());
    }
    if definition.blast.is_some() {
        return Err("captures that blast".into());
    }
    if definition.prelude.is_some() {
        return Err("a prelude of prescribed moves".into());
    }
    if definition.starts.is_some() {
        return Err("a choice of the start position".into());
    }
    section.flag("mustCapture", definition.captures.mandatory, false);
    section.flag("flyingGeneral", definition.kings.facing_forbidden.any(), false);
    section.flag("checking", !definition.kings.checks_forbidden, true);
    for (color, passing) in Color::BOTH.into_iter().zip(definition.passing) {
        section.flag(&format!("pass{}", color.name()), passing == Passing::Always, false);
        let stalemated = passing == Passing::Stalemated;
        section.flag(&format!("passOnStalemate{}", color.name()), stalemated, false);
    }
    ends(definition, &mut section)?;
    Ok(section.0)
}

/// The text of a section.
struct Section(String);

impl Section {
    /// Adds the line of a key.
    fn key(&mut self, key: &str, value: impl std::fmt::Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{key} = {value}");
    }

    /// Adds the line of a key that is true or false, unless `value` is the default, `usual`.
    fn flag(&mut self, key: &str, value: bool, usual: bool) {
        if value != usual {
            self.key(key, value);
        }
    }
}

/// Returns the letter of a piece type in `variants.ini`, which is in lower case.
fn letter(definition: &Definition, piece_type: PieceType) -> char {
    definition.letter(piece_type, Color::Black)
}

/// Returns the letters of all piece types with a property; `-` if there are none.
fn letters(definition: &Definition, has: impl Fn(&PieceDefinition) -> bool) -> String {
    let with = definition.piece_types().filter(|(_, piece)| has(piece));
    let letters: String = with.map(|(piece_type, _)| letter(definition, piece_type)).collect();
    match letters.is_empty() {
        true => "-".into(),
        false => letters,
    }
}

/// Writes the pieces. A piece that moves like one of Fairy-Stockfish's pieces is written under that piece's name, any
/// other piece as a custom piece.
fn pieces(definition: &Definition, section: &mut Section) -> Result<(), String> {
    let king = definition.kings.types[0];
    if definition.kings.types[1] != king || king.is_none() && definition.pieces.iter().any(|piece| piece.royal) {
        return Err("sides without exactly one king of one kind".into());
    }
    if definition.pieces.iter().any(|piece| piece.stays_in.is_some()) {
        return Err("pieces that stay in a region".into());
    }
    let mut taken = Vec::new();
    let mut customs = 0;
    for (piece_type, piece) in definition.piece_types() {
        if piece.first_move.is_some() {
            return Err(format!("the first move of the {}", piece.name));
        }
        let letter = letter(definition, piece_type);
        let moves = piece.betza.replace(' ', "");
        if Some(piece_type) == king {
            match moves == "K" {
                true => section.key("king", letter),
                false => section.key("king", format!("{letter}:{moves}")),
            }
            continue;
        }
        if let Some(key) = known(piece, &moves).filter(|key| !taken.contains(key)) {
            taken.push(key);
            section.key(key, letter);
            continue;
        }
        customs += 1;
        if customs > CUSTOM_PIECES {
            return Err(format!("more than {CUSTOM_PIECES} pieces with unusual moves"));
        }
        let double = if piece.multi_step.is_some() { "ifmnD" } else { "" };
        section.key(&format!("customPiece{customs}"), format!("{letter}:{moves}{double}"));
    }
    section.key("nMoveRuleTypes", letters(definition, |piece| piece.pawn));
    Ok(())
}

/// Returns the key of the piece type with these moves; `None` if there is none. Fairy-Stockfish's pawn has rules of its
/// own, so only a pawn that can be promoted is written as one.
fn known(piece: &PieceDefinition, moves: &str) -> Option<&'static str> {
    match moves {
        "fmWfcF" if piece.pawn && piece.promotion.is_some() => Some("pawn"),
        _ if piece.multi_step.is_some() => None,
        _ => key_of_moves(moves),
    }
}

/// Writes the keys for promotion. All pieces that can be promoted must have equal promotions.
fn promotion(definition: &Definition, section: &mut Section) -> Result<(), String> {
    let mut promoted = definition.piece_types().filter(|(_, piece)| piece.promotion.is_some());
    section.key(
        "promotionPawnTypes",
        letters(definition, |piece| piece.promotion.is_some()),
    );
    let Some((first_type, first)) = promoted.next() else {
        section.key("promotionPieceTypes", "-");
        return Ok(());
    };
    let Some(promotion) = first
        .promotion
        .as_ref()
        .filter(|promotion| !matches!(promotion, Promotion::ByFile(_)))
    else {
        return Err("promotion by file".into());
    };
    if definition.pieces.iter().any(|piece| !piece.promotes_to_in.is_empty()) {
        return Err("promotions that depend on the square".into());
    }
    let regions = |piece_type: PieceType| {
        Color::BOTH.map(|color| squares(definition, |square| definition.promotes_on(piece_type, color, square)))
    };
    if promoted.any(|(other_type, other)| {
        other.promotion != first.promotion
            || other.must_promote_from != first.must_promote_from
            || limits(definition, other) != limits(definition, first)
            || regions(other_type) != regions(first_type)
    }) {
        return Err("pieces with different promotions".into());
    }
    let [white, black] = Color::BOTH.map(|color| -> String {
        let types = promotion.types(color).iter();
        types.map(|piece_type| letter(definition, *piece_type)).collect()
    });
    if white == black {
        section.key("promotionPieceTypes", white);
    } else {
        section.key("promotionPieceTypesWhite", white);
        section.key("promotionPieceTypesBlack", black);
    }
    let [white, black] = regions(first_type);
    section.key("promotionRegionWhite", white);
    section.key("promotionRegionBlack", black);
    // Two keys together mean that a piece may decline promotion except on squares from which it could not move.
    let zone_begins = first.must_promote_from == Some(first.promotion_rank);
    section.flag("mandatoryPawnPromotion", zone_begins, true);
    section.flag(
        "immobilityIllegal",
        !zone_begins && first.must_promote_from.is_some(),
        false,
    );
    let limits = limits(definition, first);
    if !limits.is_empty() {
        let words: Vec<String> = limits.iter().map(|(letter, most)| format!("{letter}:{most}")).collect();
        section.key("promotionLimit", words.join(" "));
    }
    Ok(())
}

/// Returns the letters of the types for which the promotion of the given piece is limited, each with the number of
/// pieces of the type that a side may have.
fn limits(definition: &Definition, piece: &PieceDefinition) -> Vec<(char, usize)> {
    let letter = |piece_type| letter(definition, piece_type);
    match &piece.promotion {
        Some(promotion) if piece.promotes_to_lost => {
            let at_start = |piece_type: PieceType| {
                let stands = |standing: &&Option<_>| **standing == Some((piece_type, Color::White));
                definition.array.iter().filter(stands).count()
            };
            promotion
                .all_types()
                .into_iter()
                .map(|piece_type| (letter(piece_type), at_start(piece_type)))
                .collect()
        }
        _ => {
            let limits = piece.promotes_up_to.iter();
            limits
                .map(|(piece_type, most)| (letter(*piece_type), usize::from(*most)))
                .collect()
        }
    }
}

/// Writes a region: whole ranks as `*8`, other squares by name.
fn squares(definition: &Definition, inside: impl Fn(Square) -> bool) -> String {
    let shape = &definition.shape;
    let mut words = Vec::new();
    for rank in 0..shape.ranks() {
        let row: Vec<Square> = shape.squares().filter(|square| shape.rank(*square) == rank).collect();
        match row.iter().all(|square| inside(*square)) {
            true if !row.is_empty() => words.push(format!("*{}", rank + 1)),
            _ => words.extend(
                row.iter()
                    .filter(|square| inside(**square))
                    .map(|square| shape.name(*square)),
            ),
        }
    }
    match words.is_empty() {
        true => "-".into(),
        false => words.join(" "),
    }
}

/// Writes the keys for double steps and captures en passant.
fn steps(definition: &Definition, section: &mut Section) -> Result<(), String> {
    let mut stepping = definition.pieces.iter().filter_map(|piece| piece.multi_step.as_ref());
    let Some(first) = stepping.next() else {
        section.key("doubleStep", false);
        return Ok(());
    };
    if stepping.any(|other| other != first) {
        return Err("pieces with different double steps".into());
    }
    let longest = first.longest();
    if longest > 3 {
        return Err("steps of more than three squares".into());
    }
    let shape = &definition.shape;
    for (least, key) in [(2, "doubleStepRegion"), (3, "tripleStepRegion")] {
        if longest < least {
            continue;
        }
        for color in Color::BOTH {
            let from = squares(definition, |square| first.most_from(shape, color, square) >= least);
            section.key(&format!("{key}{}", color.name()), from);
        }
    }
    match first.en_passant {
        true => section.key("enPassantTypes", letters(definition, |piece| piece.pawn)),
        false => section.key("enPassantRegion", "-"),
    }
    if first.en_passant_on.is_some() {
        // Fairy-Stockfish lists the squares on which a side captures, which are the squares that the other side's
        // pieces have passed.
        for color in Color::BOTH {
            let open = squares(definition, |square| first.is_open_on(color, square));
            section.key(&format!("enPassantRegion{}", (!color).name()), open);
        }
    }
    Ok(())
}

/// Writes the keys for castling.
fn castling(definition: &Definition, section: &mut Section) -> Result<(), String> {
    let shape = &definition.shape;
    if definition.castlings.is_empty() {
        section.key("castling", false);
        return Ok(());
    }
    let goes_right = |castling: &&Castling| castling.king.1 > castling.king.0;
    let rank = definition
        .castlings
        .first()
        .map(|castling| shape.rank(castling.king.0) + 1);
    section.key("castlingRank", rank.unwrap_or(1));
    let mut rooks = String::new();
    for (right, target, rook) in [
        (true, "castlingKingsideFile", "castlingRookKingsideFile"),
        (false, "castlingQueensideFile", "castlingRookQueensideFile"),
    ] {
        let mut sides = definition
            .castlings
            .iter()
            .filter(|castling| goes_right(castling) == right);
        let Some(first) = sides.next() else { continue };
        if sides.any(|other| other.king != first.king || other.rook != first.rook) {
            return Err("several castlings to one side".into());
        }
        section.key(target, Shape::file_letter(shape.file(first.king.1)));
        section.key(rook, Shape::file_letter(shape.file(first.rook.0)));
        for color in Color::BOTH.into_iter().filter(|color| first.is_for(*color)) {
            let partner = letter(definition, first.rook_types[color.index()]);
            if !rooks.contains(partner) {
                rooks.push(partner);
            }
        }
    }
    section.key("castlingRookPieces", rooks);
    let kings = definition.castlings.iter().flat_map(|castling| castling.king_types);
    if let Some(other) = kings.into_iter().find(|king| definition.kings.types[0] != Some(*king)) {
        section.key("castlingKingPiece", letter(definition, other));
    }
    Ok(())
}

/// Returns the word for the result of a game.
fn result(fate: Fate) -> &'static str {
    match fate {
        Fate::Loses => "loss",
        Fate::Draws => "draw",
        Fate::Wins => "win",
    }
}

/// Writes the keys for the end of the game.
fn ends(definition: &Definition, section: &mut Section) -> Result<(), String> {
    let ends = &definition.ends;
    if ends.checkmate != Fate::Loses {
        section.key("checkmateValue", result(ends.checkmate));
    }
    match ends.stalemate {
        Stalemate::Draw => {}
        Stalemate::Loss => section.key("stalemateValue", "loss"),
        Stalemate::Win => section.key("stalemateValue", "win"),
        Stalemate::FewerWin | Stalemate::MoreWin => {
            let value = if ends.stalemate == Stalemate::FewerWin {
                "win"
            } else {
                "loss"
            };
            section.key("stalemateValue", value);
            section.key("stalematePieceCount", true);
        }
    }
    section.key("nMoveRule", ends.move_limit);
    repetition(ends, section);
    section.flag("checkCounting", ends.checks > 0, false);
    if let Some(counting) = &ends.counting {
        // Translating the section back shows whether this is really the rule.
        section.key(
            "countingRule",
            match (counting.board, counting.board_men) {
                (0, _) => "asean",
                (_, None) => "makruk",
                (_, Some(_)) => "cambodian",
            },
        );
    }
    few_pieces(definition, section)?;
    match &ends.connections[..] {
        [] => {}
        [row] => {
            section.key("connectN", row.count);
            section.key("connectPieceTypes", types(definition, &row.pieces));
            section.flag("connectHorizontal", row.orthogonal, true);
            section.flag("connectVertical", row.orthogonal, true);
            section.flag("connectDiagonal", row.diagonal, true);
            section.key("connectValue", result(row.fate));
        }
        _ => return Err("several rows that end the game".into()),
    }
    match &ends.flags[..] {
        [] => {}
        [flag] => {
            section.key("flagPiece", types(definition, &flag.pieces));
            let [white, black] =
                [0, 1].map(|color: usize| squares(definition, |square| flag.squares[color].contains(&square)));
            section.key("flagRegionWhite", white);
            section.key("flagRegionBlack", black);
            section.key("flagPieceCount", flag.count);
            section.flag("flagPieceBlockedWin", flag.or_full, false);
            let one_more = !matches!(flag.time, FlagTime::AtOnce | FlagTime::Safe);
            section.flag("flagMove", one_more, false);
            let safe = matches!(flag.time, FlagTime::Safe | FlagTime::SafeOrHeld);
            section.flag("flagPieceSafe", safe, false);
        }
        _ => return Err("several regions that win".into()),
    }
    Ok(())
}

/// Returns the letters of piece types.
fn types(definition: &Definition, types: &[PieceType]) -> String {
    types.iter().map(|piece_type| letter(definition, *piece_type)).collect()
}

/// Writes the keys for repetition.
fn repetition(ends: &Ends, section: &mut Section) {
    section.key("nFoldRule", ends.repetition.times.unwrap_or(0));
    // If the result is not defined for White, Fairy-Stockfish defines it for the player to move, and Kurier for the
    // player who has repeated the position.
    let of_white = ends.repetition.of_white;
    match ends.repetition.fate {
        Fate::Draws => {}
        fate if of_white => section.key("nFoldValue", result(fate)),
        Fate::Loses => section.key("nFoldValue", result(Fate::Wins)),
        Fate::Wins => section.key("nFoldValue", result(Fate::Loses)),
    }
    section.flag("nFoldValueAbsolute", of_white, false);
    section.flag("perpetualCheckIllegal", ends.repetition.perpetual_check_loses, false);
}

/// Writes the keys for players with few pieces: a bare king, or the loss of certain types.
fn few_pieces(definition: &Definition, section: &mut Section) -> Result<(), String> {
    let ends = &definition.ends;
    match (ends.bare_king, &ends.extinctions[..]) {
        (BareKing::PlaysOn, []) => {}
        (BareKing::PlaysOn, [rule]) => {
            section.key("extinctionValue", result(rule.fate));
            let pieces = match rule.pieces.is_empty() {
                true => "*".to_owned(),
                false => types(definition, &rule.pieces),
            };
            section.key("extinctionPieceTypes", pieces);
            section.key("extinctionPieceCount", rule.at_most);
            section.key("extinctionOpponentPieceCount", rule.opponent_at_least);
        }
        (bare_king, []) => {
            section.key("extinctionValue", "loss");
            section.key("extinctionPieceTypes", "*");
            section.key("extinctionPieceCount", 1);
            section.key("extinctionOpponentPieceCount", 2);
            section.flag("extinctionClaim", bare_king == BareKing::LosesUnlessAnswered, false);
        }
        _ => return Err("several rules about the number of pieces".into()),
    }
    Ok(())
}
