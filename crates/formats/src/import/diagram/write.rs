//! Writes a diagram as a Kurier definition file.

use std::collections::BTreeSet;

use super::castling::Castling;
use super::error::DiagramError;
use super::game::{Game, Piece};
use super::promotion;
use super::settings::Holdings;
use super::squares::Square;
use crate::import::write::square;
use kurier_rules::board::Shape;
use kurier_rules::rules::{Color, Definition, Facing};
use kurier_rules::sanitize::excerpt;

/// The maximum number of characters of a piece's name.
const LONGEST_NAME: usize = 40;

/// An error and its line; the line is `None` if the error does not belong to a particular line.
type WriteError = (Option<usize>, DiagramError);

/// Returns the text of the definition file of a game, which has been parsed to make sure that it is correct.
///
/// # Errors
/// Fails if Kurier's files cannot express a rule of the game, or if the text is refused when it is parsed.
pub(super) fn file(name: &str, game: &Game) -> Result<String, WriteError> {
    let mut sections = String::new();
    let mut rights = String::new();
    for (number, piece) in game.pieces.iter().enumerate() {
        sections += &section(game, number, piece)?;
        rights += &first_rights(game, piece);
    }
    let castlings = castlings(game, &mut rights);
    let rights = if rights.is_empty() {
        "-".to_owned()
    } else {
        sorted(&rights)
    };
    let hand = match game.settings.holdings {
        Holdings::Drops => "\n[hand]\n",
        Holdings::None | Holdings::Reserve => "",
    };
    let text = format!(
        "name = \"{name}\"\nstart = \"{}{} w {rights} - 0 1\"\n\n[board]\nfiles = {}\nranks = {}\n{}{}{sections}{castlings}{}{}{hand}",
        board(game),
        held(game),
        game.settings.files,
        game.settings.ranks,
        holes(game),
        trades(game),
        kings(game),
        ends(game)
    );
    let definition = Definition::parse(&text, "").map_err(|error| (None, DiagramError::Refused(error.message)))?;
    let shuffled = shuffle(game).map(|section| format!("{text}{section}"));
    // Kings castle from anywhere if their rooks are shuffled with them. The program that shows diagrams keeps a king
    // between its rooks then.
    let anywhere = shuffled.as_ref().map(|text| {
        let text = text.replace("\nrook = [", "\nwritten = \"rook\"\nrook = [");
        format!("{text}castling = \"anywhere\"\n")
    });
    let readable = |text: &String| Definition::parse(text, "").is_ok();
    let (text, castling) = match (anywhere.filter(readable), shuffled.filter(readable)) {
        (Some(text), _) => (text, Shuffled::CastlingAnywhere),
        (None, Some(text)) => (text, Shuffled::CastlingAtHome),
        (None, None) => (text, Shuffled::Not),
    };
    let notes = notes(game, &definition, castling);
    Ok(format!("{notes}{text}"))
}

/// How the pieces of a diagram that shuffles them are shuffled in its translation.
#[derive(Clone, Copy)]
enum Shuffled {
    /// Kings and rooks castle from wherever they stand.
    CastlingAnywhere,
    /// Kings and rooks castle from their squares in the diagram.
    CastlingAtHome,
    /// They are not shuffled.
    Not,
}

/// Writes the section about the pieces that are shuffled before the game; `None` if there are none, or if the groups of
/// the diagram cannot be read.
fn shuffle(game: &Game) -> Option<String> {
    let setting = game.settings.shuffle.as_ref()?;
    let ids: Vec<String> = game.pieces.iter().map(|piece| piece.id.clone()).collect();
    let (mut groups, mut opposite) = (Vec::new(), String::new());
    for group in setting.value.split(',') {
        let (mut rest, mut letters) = (group.trim(), String::new());
        while !rest.is_empty() {
            let on_both_colors = rest.starts_with('!');
            rest = rest.strip_prefix('!').unwrap_or(rest);
            let id = ids
                .iter()
                .filter(|id| rest.starts_with(id.as_str()))
                .max_by_key(|id| id.len())?;
            let letter = game.pieces[promotion::number(id, &ids).ok()?].letter;
            letters.push(letter);
            opposite.extend(on_both_colors.then_some(letter));
            rest = &rest[id.len()..];
        }
        groups.push(format!("\"{letters}\""));
    }
    let opposite = match opposite.is_empty() {
        true => opposite,
        false => format!("opposite-colors = \"{opposite}\"\n"),
    };
    Some(format!("\n[shuffle]\ngroups = [{}]\n{opposite}", groups.join(", ")))
}

/// Returns comments for the file on rules that the diagram or its translation may lack.
fn notes(game: &Game, definition: &Definition, shuffled: Shuffled) -> String {
    let mut notes =
        vec!["Translated from an Interactive Diagram; its page may have rules that the diagram lacks.".to_owned()];
    if let Some(shuffle) = &game.settings.shuffle {
        let (line, value) = (shuffle.line, excerpt(&shuffle.value));
        notes.push(match shuffled {
            Shuffled::CastlingAnywhere => format!(
                "Line {line}, `shuffle={value}`: kings and rooks castle from wherever they stand, as in Chess960."
            ),
            Shuffled::CastlingAtHome => format!(
                "Line {line}, `shuffle={value}`: kings castle only if they and their rooks stand where the diagram has them."
            ),
            Shuffled::Not => format!(
                "Line {line}, `shuffle={value}`: the pieces are not shuffled here; this is their place in the diagram."
            ),
        });
    }
    if let (true, Some(number)) = (game.royals.assumed, game.royals.numbers.first()) {
        let name = title(&game.pieces[*number].name);
        notes.push(format!(
            "The diagram does not say which piece is royal; that is its last one then, here the {name}."
        ));
    }
    let promoted = (0..game.pieces.len()).any(|number| game.is_promoted(number));
    if promoted && game.settings.promo_choice.is_none() && !game.choice.counterparts {
        notes.push(format!(
            "The diagram does not say what a piece is promoted to; the program that shows it offers {} then, and its page \
             may offer others.",
            promotion::UNSAID
        ));
    }
    if game.pieces.iter().any(|piece| first_moves(game, piece).is_some()) {
        notes.push(
            "First moves: the page may add that they do not lead out of or over attacked squares (`safe-passage`)."
                .into(),
        );
    }
    if game.settings.holdings == Holdings::Drops {
        notes.push(
            "Drops: the page may add that pawns are not dropped on a file with another or to mate (`drops-per-file`, \
             `drop-mates`)."
                .into(),
        );
    }
    if game.settings.holdings == Holdings::Drops && promoted && !game.choice.counterparts {
        notes.push(
            "Drops: a promoted piece that is captured becomes what it was; the page may say that it stays what it is \
             (`promoted`)."
                .into(),
        );
    }
    let stuck = definition
        .lints()
        .into_iter()
        .filter(|lint| lint.contains("cannot leave the last rank"));
    notes.extend(stuck.map(|lint| format!("Here {lint}: a script of the page may complete the rules.")));
    notes.iter().map(|note| format!("# {note}\n")).collect()
}

/// Returns the first field of the start position's FEN.
fn board(game: &Game) -> String {
    let standing = |at: Square| {
        game.pieces.iter().find_map(|piece| {
            let owner = Color::BOTH
                .into_iter()
                .find(|color| piece.squares[color.index()].contains(&at))?;
            Some(owner.case(piece.letter))
        })
    };
    let rank = |rank: u8| {
        let stands = |file| match game.holes.contains(&(file, rank)) {
            true => Some('*'),
            false => standing((file, rank)),
        };
        let letters: Vec<Option<char>> = (0..game.settings.files).map(stands).collect();
        let runs = letters.chunk_by(|one, next| one.is_none() && next.is_none());
        let spelled = runs.map(|run| match run[0] {
            Some(letter) => letter.to_string(),
            None => run.len().to_string(),
        });
        spelled.collect::<String>()
    };
    let ranks: Vec<String> = (0..game.settings.ranks).rev().map(rank).collect();
    ranks.join("/")
}

/// Writes the list of the squares that are missing from the board; empty if there are none.
fn holes(game: &Game) -> String {
    let names: Vec<String> = game
        .holes
        .iter()
        .map(|(file, rank)| format!("\"{}\"", square(*file, *rank)))
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("holes = [{}]\n", names.join(", ")),
    }
}

/// Writes the section about forbidden trades; empty if there are none.
fn trades(game: &Game) -> String {
    let mut text = String::new();
    for (key, numbers) in [
        ("no-exposed-trade", &game.protected),
        ("no-counter-capture", &game.counter_strike),
    ] {
        let letters: String = numbers.iter().map(|number| game.pieces[*number].letter).collect();
        if !letters.is_empty() {
            text += &format!("{key} = \"{letters}\"\n");
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("\n[captures]\n{text}"),
    }
}

/// Writes the section about the kings; empty if nothing is unusual about them.
fn kings(game: &Game) -> String {
    let Facing {
        files,
        ranks,
        diagonals,
    } = game.facing();
    let lines: Vec<&str> = [(files, "\"files\""), (ranks, "\"ranks\""), (diagonals, "\"diagonals\"")]
        .into_iter()
        .filter(|(forbidden, _)| *forbidden)
        .map(|(_, line)| line)
        .collect();
    let mut text = String::new();
    if !lines.is_empty() {
        text += &format!("facing = \"forbidden\"\nfacing-on = [{}]\n", lines.join(", "));
    }
    let standing = |color: Color| {
        let squares = game
            .royals
            .numbers
            .iter()
            .map(|number| game.pieces[*number].squares[color.index()].len());
        squares.sum::<usize>()
    };
    let becomes_royal = (0..game.pieces.len())
        .filter(|number| game.is_promoted(*number))
        .any(|number| {
            let counterpart = game.counterpart(number).filter(|_| game.choice.counterparts);
            let mut others = game.choice.pieces.iter().copied().chain(counterpart);
            others.any(|other| game.royals.has(other))
        });
    if game.royals.together && (becomes_royal || Color::BOTH.into_iter().any(|color| standing(color) > 1)) {
        text += "royal-up-to = 1\n";
    }
    let successors: String = game
        .successors
        .iter()
        .map(|number| game.pieces[*number].letter)
        .collect();
    if !successors.is_empty() {
        text += &format!("successors = \"{successors}\"\n");
    }
    match text.is_empty() {
        true => text,
        false => format!("\n[kings]\n{text}"),
    }
}

/// Writes the section about the ends of the game; empty if it has no keys.
fn ends(game: &Game) -> String {
    let stalemate = game.settings.stalemate_loses.then_some("stalemate = \"loss\"\n");
    let bare = game
        .settings
        .baring
        .then_some("bare-king = \"loses-unless-answered\"\n");
    let keys: String = stalemate.into_iter().chain(bare).collect();
    match keys.is_empty() {
        true => keys,
        false => format!("\n[ends]\n{keys}"),
    }
}

/// Returns the list of the pieces in hand at the start; empty in a game without drops.
fn held(game: &Game) -> String {
    if game.settings.holdings != Holdings::Drops {
        return String::new();
    }
    // The list in a FEN counts up to 255 pieces of a type.
    let of = |color: Color| -> String {
        let letters = game.pieces.iter().map(|piece| {
            let letter = color.case(piece.letter).to_string();
            letter.repeat(piece.reserve.min(255) as usize)
        });
        letters.collect()
    };
    format!("[{}{}]", of(Color::White), of(Color::Black))
}

/// Writes the section of a piece.
fn section(game: &Game, number: usize, piece: &Piece) -> Result<String, WriteError> {
    let refused = |error: DiagramError| (Some(piece.line), error);
    let mut moves = piece.moves.usual.clone();
    let by_square = piece.moves.only_forward() && one_rank(game, piece);
    if by_square {
        piece.moves.first.iter().for_each(|first| moves += &format!("i{first}"));
    }
    if piece.moves.first_can_be_taken && game.has_en_passant() {
        return Err(refused(DiagramError::EnPassant(piece.name.clone())));
    }
    let first = first_moves(game, piece);
    if first.is_some() && !piece.moves.first_are_leaps() {
        return Err(refused(DiagramError::FirstMove(piece.name.clone())));
    }
    let mut text = format!(
        "\n[pieces.{}]\nname = \"{}\"\nmove = \"{moves}\"\n",
        piece.letter,
        title(&piece.name)
    );
    if game.royals.has(number) {
        text += "royal = true\n";
    } else if is_pawn(game, number, piece) {
        text += "pawn = true\n";
    }
    if let Some(first) = first {
        text += &format!("first = \"{first}\"\n");
    }
    text += &steps(game, piece).map_err(refused)?;
    text += &promotion(game, number);
    Ok(text)
}

/// Returns whether a piece counts as a pawn, so that its moves reset the move counter. Pawns are the pieces that
/// capture en passant or, if there are none, the pieces that only move forward until they are promoted.
fn is_pawn(game: &Game, number: usize, piece: &Piece) -> bool {
    match game.has_en_passant() {
        true => piece.moves.takes_en_passant,
        false => game.is_promoted(number) && piece.moves.only_forward(),
    }
}

/// Returns whether all pieces of a type start on the same rank, counted from their own side's edge.
fn one_rank(game: &Game, piece: &Piece) -> bool {
    let ranks = Color::BOTH.map(|color| game.start_ranks(piece, color));
    ranks.iter().flatten().collect::<BTreeSet<_>>().len() <= 1
}

/// Returns the first moves of a piece for which the game must record whether the piece has moved; `None` if there are
/// none, or if the piece's rank shows whether it has moved.
fn first_moves(game: &Game, piece: &Piece) -> Option<String> {
    let told = piece.moves.only_forward() && one_rank(game, piece);
    let first = &piece.moves.first;
    (!first.is_empty() && !told).then(|| first.concat())
}

/// Writes the keys for the double and triple steps of a piece.
fn steps(game: &Game, piece: &Piece) -> Result<String, DiagramError> {
    let wrong = |why: String| DiagramError::Moves {
        moves: "ifmnH".into(),
        name: piece.name.clone(),
        why,
    };
    let start = Color::BOTH
        .into_iter()
        .flat_map(|color| game.start_ranks(piece, color))
        .min();
    let first = piece
        .moves
        .longest_first_step(start.unwrap_or(1), game.settings.ranks)
        .map_err(wrong)?;
    let last = game.settings.ranks.saturating_sub(2);
    let mut text = match (piece.moves.steps_always, first) {
        (false, 0) => return Ok(String::new()),
        (true, 0 | 2) => format!("double-step = [1, {last}]\n"),
        (true, _) => {
            return Err(wrong(
                "a triple step besides double steps from everywhere is not supported".into(),
            ));
        }
        (false, most) => {
            if !piece.moves.only_forward() {
                return Err(DiagramError::FirstMove(piece.name.clone()));
            }
            match (one_rank(game, piece), start) {
                (true, Some(rank)) if most == 2 => format!("double-step = {rank}\n"),
                (true, Some(rank)) => format!("multi-step = {{ {rank} = {most} }}\n"),
                // A piece that is not on the board at the start never makes a first move.
                (true, None) => return Ok(String::new()),
                (false, _) => return Err(DiagramError::DoubleStepRanks(piece.name.clone())),
            }
        }
    };
    if game.has_en_passant() {
        text += "en-passant = true\n";
    }
    Ok(text)
}

/// Writes the keys for the promotion of a piece; the text is empty if it is not promoted.
fn promotion(game: &Game, number: usize) -> String {
    let zone = game.zone();
    if !game.is_promoted(number) {
        return String::new();
    }
    let rank = |zone: u8| (game.settings.ranks + 1).saturating_sub(zone).max(1);
    if let Some(other) = game.counterpart(number).filter(|_| game.choice.counterparts) {
        // As in shogi, the player may choose whether the piece is promoted, but it must be where it could no longer
        // move.
        let forced = match game.pieces[number].moves.stuck_ranks() {
            0 => "\"never\"".to_owned(),
            stuck => rank(stuck.min(zone)).to_string(),
        };
        // Without drops, a move that begins in the zone promotes only if it captures.
        let leaving = match game.settings.holdings {
            Holdings::None => "\"captures\"",
            Holdings::Reserve | Holdings::Drops => "true",
        };
        return format!(
            "promotes-to = \"{}\"\npromotion-rank = {}\nmust-promote-from = {forced}\npromotes-leaving = {leaving}\n",
            game.pieces[other].letter,
            rank(zone)
        );
    }
    let letters: String = game
        .choice
        .pieces
        .iter()
        .filter(|other| **other != number)
        .map(|other| game.pieces[*other].letter)
        .collect();
    let mut text = format!("promotes-to = \"{letters}\"\n");
    if zone > 1 {
        let rank = rank(zone);
        text += &format!("promotion-rank = {rank}\n");
        if game.choice.waits.is_none() && !game.declines(number) {
            text += &format!("must-promote-from = {rank}\n");
        }
    }
    if game.declines(number) {
        text += "must-promote-from = \"never\"\n";
    }
    // A choice that is possible in the whole zone needs no restriction.
    let late = game
        .choice
        .late
        .iter()
        .filter(|(other, ranks)| *other != number && *ranks < zone);
    let late: Vec<String> = late
        .map(|(other, ranks)| {
            let (files, last) = (game.settings.files, game.settings.ranks);
            let (first, corner) = (square(0, last - ranks), square(files - 1, last - 1));
            format!("{} = [\"{first}-{corner}\"]", game.pieces[*other].letter)
        })
        .collect();
    if !late.is_empty() {
        text += &format!("promotes-to-in = {{ {} }}\n", late.join(", "));
    }
    let limits = game.choice.pieces.iter().filter_map(|piece| {
        let most = game.most(*piece)?;
        Some(format!("{} = {most}", game.pieces[*piece].letter))
    });
    let limits: Vec<String> = limits.collect();
    if game.promotes_to_lost() {
        text += "promotes-to-lost = true\n";
    } else if !limits.is_empty() {
        text += &format!("promotes-up-to = {{ {} }}\n", limits.join(", "));
    }
    text
}

/// Returns the letters of the rights to the first moves of a piece: the files where it stands.
fn first_rights(game: &Game, piece: &Piece) -> String {
    if first_moves(game, piece).is_none() {
        return String::new();
    }
    let files = |color: Color| {
        let squares = piece.squares[color.index()].iter();
        squares.map(move |(file, _)| color.case(Shape::file_letter(*file)))
    };
    Color::BOTH.into_iter().flat_map(files).collect()
}

/// Writes the sections of all castlings, and adds the letters of their rights to `rights`.
fn castlings(game: &Game, rights: &mut String) -> String {
    let mut text = String::new();
    let [white, black] = &game.castlings;
    for color in Color::BOTH {
        let (own, others) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        for castling in own {
            rights.push(color.case(castling.letter));
            let both = others.contains(castling);
            match (both, color) {
                (true, Color::White) => text += &castling_section(castling, ""),
                (true, Color::Black) => {}
                (false, Color::White) => text += &castling_section(castling, "-white"),
                (false, Color::Black) => text += &castling_section(castling, "-black"),
            }
        }
    }
    text
}

/// Writes the section of a castling.
fn castling_section(castling: &Castling, side: &str) -> String {
    let list = |squares: &[Square]| -> String {
        let names: Vec<String> = squares
            .iter()
            .map(|(file, rank)| format!("\"{}\"", square(*file, *rank)))
            .collect();
        names.join(", ")
    };
    let (letter, king, rook) = (castling.letter, list(&castling.king), list(&castling.rook));
    let short = if castling.short { "short = true\n" } else { "" };
    // A castling to the neighbouring square would be written like a step of the king.
    let is_step = |target: &Square| castling.king[0].0.abs_diff(target.0) == 1;
    let words = castling.king[1..]
        .iter()
        .map(|target| if is_step(target) { "\"rook\"" } else { "\"king\"" });
    let words: Vec<&str> = words.collect();
    let written = match (castling.king[1..].iter().any(is_step), &words[..]) {
        (false, _) => String::new(),
        (true, [word]) => format!("written = {word}\n"),
        (true, words) => format!("written = [{}]\n", words.join(", ")),
    };
    format!("\n[castling.{letter}{side}]\nking = [{king}]\nrook = [{rook}]\n{written}{short}")
}

/// Returns letters of rights without repetition, in the order of a FEN: White's letters first.
fn sorted(rights: &str) -> String {
    let mut letters: Vec<char> = rights.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    letters.into_iter().collect()
}

/// Returns the name of a piece as it can be written in quotes, with a capital at the beginning of each word.
fn title(name: &str) -> String {
    let words = name.split_whitespace().map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    });
    let words: Vec<String> = words.collect();
    let plain = words.join(" ").replace(['"', '\\'], "'");
    excerpt(&plain).chars().take(LONGEST_NAME).collect()
}
