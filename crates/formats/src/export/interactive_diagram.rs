//! Writes a game as an Interactive Diagram: the settings and one line for each piece, in HTML that works when it is
//! pasted into a page.

use std::fmt::Write;

use kurier_rules::board::Square;
use kurier_rules::rules::{BareKing, Color, Definition, PieceDefinition, PieceType, Promotion, Stalemate, Starts};

use super::xbetza;

/// The script that shows the diagrams of a page.
const SCRIPT: &str = "https://www.chessvariants.com/membergraphics/MSinteractive-diagrams/betza.js";
/// The settings for the look of the pieces. The pictures come from the site of the Chess Variant Pages and have the
/// names of the pieces.
const LOOKS: &str = "graphicsDir=https://www.chessvariants.com/graphics.dir/alfaeriePNG/\nwhitePrefix=w\nblackPrefix=b\n\
                     graphicsType=png\nsquareSize=50\n";

/// Returns the HTML of a game's diagram.
///
/// # Errors
/// Fails if a diagram cannot express a rule of the game; the error names the rule in words.
pub(super) fn write(definition: &Definition) -> Result<String, String> {
    if definition.shape.levels() > 1 {
        return Err("a board with levels".into());
    }
    if definition.shape.squares().count() < definition.shape.area() {
        return Err("a board with holes".into());
    }
    let mut lines = format!(
        "files={}\nranks={}\n{LOOKS}",
        definition.shape.files(),
        definition.shape.ranks()
    );
    // In a diagram, the pieces that can be promoted come first.
    let (promoted, others): (Vec<_>, Vec<_>) = definition
        .piece_types()
        .partition(|(_, piece)| piece.promotion.is_some());
    lines += &promotion(definition, &promoted)?;
    let all: Vec<(PieceType, &PieceDefinition)> = promoted.into_iter().chain(others).collect();
    for (number, (_, piece)) in (1..).zip(&all) {
        if piece.royal {
            writeln!(lines, "royal={number}").map_err(|error| error.to_string())?;
        }
    }
    let mut successors = (1..)
        .zip(&all)
        .filter(|(_, (piece_type, _))| definition.succeeds(*piece_type));
    match (successors.next(), successors.next()) {
        (_, Some(_)) => return Err("several successors of a king".into()),
        (Some((number, _)), None) => lines += &format!("succession={number}\n"),
        (None, None) => {}
    }
    lines += &shuffle(definition)?;
    lines += &ends(definition);
    let mirrored = is_mirrored(definition);
    lines += if mirrored {
        "symmetry=mirror\n"
    } else {
        "symmetry=none\n"
    };
    for (piece_type, piece) in &all {
        let moves = xbetza::moves(definition, *piece_type)?;
        let (name, squares) = (name(piece), squares(definition, *piece_type, mirrored));
        writeln!(lines, "{name}:{}:{moves}::{squares}", piece.letter).map_err(|error| error.to_string())?;
    }
    Ok(format!(
        "<script type=\"text/javascript\" src=\"{SCRIPT}\"></script>\n<div class=\"idiagram\">\n{lines}</div>\n"
    ))
}

/// Writes the setting for the pieces that are shuffled before the game; the text is empty if there are none.
fn shuffle(definition: &Definition) -> Result<String, String> {
    match &definition.starts {
        None => Ok(String::new()),
        Some(Starts::Arrays(_)) => Err("a choice of arrays".into()),
        Some(Starts::Shuffle(shuffle)) => {
            let group = |types: Vec<PieceType>| -> String {
                let pieces = types.into_iter().map(|piece_type| {
                    let mark = if shuffle.keeps_shade(piece_type) { "!" } else { "" };
                    format!("{mark}{}", definition.piece(piece_type).letter)
                });
                pieces.collect()
            };
            let groups: Vec<String> = shuffle.groups().map(group).collect();
            Ok(format!("shuffle={}\n", groups.join(",")))
        }
    }
}

/// Writes the settings for the end of the game; the text is empty if all of them have their default values.
fn ends(definition: &Definition) -> String {
    let stalemate = (definition.ends.stalemate == Stalemate::Loss).then_some("stalemate=loss\n");
    let bare = (definition.ends.bare_king == BareKing::LosesUnlessAnswered).then_some("baring=0\n");
    stalemate.into_iter().chain(bare).collect()
}

/// Returns whether Black's squares mirror White's, both at the start and after pieces have been shuffled.
fn is_mirrored(definition: &Definition) -> bool {
    let shape = &definition.shape;
    let opposite = |square: Square| definition.array[shape.mirror(square).index()];
    let stands_opposite = |square: Square| {
        let own = definition.array[square.index()];
        own.map(|(piece_type, color)| (piece_type, !color)) == opposite(square)
    };
    let independent = matches!(&definition.starts, Some(Starts::Shuffle(shuffle)) if !shuffle.mirrored);
    !independent && shape.squares().all(stands_opposite)
}

/// Writes the settings for promotion. `promoted` has all pieces that can be promoted.
fn promotion(definition: &Definition, promoted: &[(PieceType, &PieceDefinition)]) -> Result<String, String> {
    let Some((_, first)) = promoted.first() else {
        return Ok("maxPromote=0\n".into());
    };
    let Some(Promotion::Choice(types)) = &first.promotion else {
        return Err("promotion by file, or by colour".into());
    };
    if promoted.iter().any(|(_, piece)| !piece.promotes_to_in.is_empty()) {
        return Err("promotions that depend on the square".into());
    }
    if promoted.iter().any(|(_, piece)| piece.promotion != first.promotion) {
        return Err("pieces with different promotions".into());
    }
    let ranks = definition.shape.ranks();
    let zone = ranks.saturating_sub(first.promotion_rank);
    let waits = zone > 1 && first.must_promote_from != Some(first.promotion_rank);
    let mut choice = match waits {
        true => format!("!{}", first.letter),
        false => String::new(),
    };
    for piece_type in types {
        choice.extend(first.promotes_to_lost.then_some('*'));
        choice.push(definition.piece(*piece_type).letter);
    }
    let reserve = if first.promotes_to_lost { "holdingsType=1\n" } else { "" };
    Ok(format!(
        "promoZone={zone}\nmaxPromote={}\npromoChoice={choice}\n{reserve}",
        promoted.len()
    ))
}

/// Returns the name of a piece in lower case, as the pictures are named, and without characters that have a special
/// meaning in a diagram.
fn name(piece: &PieceDefinition) -> String {
    let allowed = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    piece.name.to_lowercase().chars().filter(allowed).collect()
}

/// Returns the squares where pieces of a type stand at the start: White's squares and, unless they are `mirrored`, an
/// empty item and Black's squares.
fn squares(definition: &Definition, piece_type: PieceType, mirrored: bool) -> String {
    let [white, black] = Color::BOTH.map(|color| {
        let stands = |square: &Square| definition.array[square.index()] == Some((piece_type, color));
        runs(
            definition,
            &definition.shape.squares().filter(stands).collect::<Vec<_>>(),
        )
    });
    match black.is_empty() {
        true if white.is_empty() => ",".into(),
        _ if mirrored => white,
        true => format!("{white},,"),
        false => format!("{white},,{black}"),
    }
}

/// Writes squares, with neighbours on a rank joined into a range: `a2-h2`.
fn runs(definition: &Definition, squares: &[Square]) -> String {
    let shape = &definition.shape;
    let neighbours = |one: &Square, next: &Square| {
        shape.rank(*one) == shape.rank(*next) && shape.file(*one) + 1 == shape.file(*next)
    };
    let written = squares.chunk_by(neighbours).map(|run| {
        let (first, last) = (shape.name(run[0]), shape.name(run[run.len() - 1]));
        match run.len() {
            1 => first,
            _ => format!("{first}-{last}"),
        }
    });
    written.collect::<Vec<_>>().join(",")
}
