//! Decides which variants XBoard can show.

use super::betza;
use super::pictures::{PICTURES, pictures};
use kurier_rules::rules::{Catalogue, Color, Definition, Fate, PieceDefinition, PromotesLeaving, Promotion};

/// The maximum number of files on the board of XBoard.
const MAX_FILES: u8 = 16;
/// The maximum number of ranks on the board of XBoard.
const MAX_RANKS: u8 = 15;

/// The names of the variants that are built into XBoard. XBoard also mistakes a longer name for one of these variants
/// if it begins with the variant's name and continues with anything but a letter.
const OWN_NAMES: [&str; 36] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "shogi",
    "xiangqi",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "lion",
    "chu",
    "asean",
];

/// Words by which XBoard recognises its own variants, anywhere in a name.
const TRIGGER_WORDS: [&str; 15] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "frc",
];

/// Returns whether the game is built into XBoard. The name is checked too, because a file that was copied from a
/// built-in game may still claim to be built in.
pub fn is_native(definition: &Definition) -> bool {
    let gui = &definition.xboard;
    gui.native && OWN_NAMES.contains(&gui.name.as_str())
}

/// Returns whether the game can be offered to XBoard. The game's file must not forbid it. If the game is built into
/// XBoard, its board must be flat and not too large; otherwise XBoard must be able to express all rules of the game,
/// and must not mistake its name for the name of one of XBoard's own variants.
pub fn is_playable(definition: &Definition) -> bool {
    let gui = &definition.xboard;
    // XBoard knows the rules of its own games, so only the size of the board matters.
    gui.playable != Some(false)
        && if is_native(definition) {
            board_fits(definition)
        } else {
            is_expressible(definition) && name_conflict(&gui.name).is_none()
        }
}

/// Returns warnings about the section `[xboard]` and the pictures in a game's file, one sentence for each problem.
pub fn lints(definition: &Definition) -> Vec<String> {
    let gui = &definition.xboard;
    let mut lints = Vec::new();
    let native = is_native(definition);
    if gui.native && !native {
        lints.push(format!(
            "XBoard has no `{}` of its own and is taught this game: leave `native` out of [xboard]",
            gui.name
        ));
    }
    if native
        && let Some(original) = Catalogue::built_in().get(&gui.name)
        && original.name != definition.name
    {
        lints.push(format!(
            "XBoard's `{}` is `{}`: leave `name` and `native` out of [xboard], unless this is the same game",
            gui.name, original.name
        ));
    }
    if gui.playable == Some(true) && !native && !is_expressible(definition) {
        lints.push(
            "it is not offered to XBoard, which knows only flat boards up to 16x15, and not all of these moves".into(),
        );
    }
    if gui.playable != Some(false)
        && !native
        && is_expressible(definition)
        && let Some(conflict) = name_conflict(&gui.name)
    {
        lints.push(format!(
            "{conflict}: it is not offered, unless it has another `name` in [xboard]"
        ));
    }
    lints.extend(pictures(definition).1);
    lints
}

/// Returns whether the board is flat and not larger than the board of XBoard.
fn board_fits(definition: &Definition) -> bool {
    let shape = &definition.shape;
    shape.files() <= MAX_FILES && shape.ranks() <= MAX_RANKS && shape.levels() == 1
}

/// Returns whether XBoard can show the board and express all moves, promotions and castlings of the game.
fn is_expressible(definition: &Definition) -> bool {
    let ranks = definition.shape.ranks();
    let fits = board_fits(definition) && definition.pieces.len() <= PICTURES.len();
    // XBoard supports only compulsory promotion on the last rank, without limits on the pieces to promote to.
    let usual_promotion = |piece: &PieceDefinition| {
        let leaving = piece.promotes_leaving != PromotesLeaving::Never;
        let elsewhere = piece.promotes_in.is_some() || leaving || !piece.promotes_to_in.is_empty();
        let declined = piece.must_promote_from.is_none();
        let by_color = matches!(piece.promotion, Some(Promotion::ByColor(_)));
        let limited = piece.promotes_to_lost || !piece.promotes_up_to.is_empty() || by_color || elsewhere || declined;
        piece.promotion.is_none() || piece.promotion_rank + 1 == ranks && !limited
    };
    // In XBoard each player has one king and loses by checkmate, and positions contain no count of checks.
    let (kings, ends) = (&definition.kings, &definition.ends);
    let usual_kings = kings.types[0].is_some()
        && kings.types[0] == kings.types[1]
        && !kings.checks_forbidden
        && !kings.facing_forbidden.any()
        && !kings.facing_ends.any()
        && kings.successors == 0
        && ends.checkmate == Fate::Loses
        && ends.checks == 0;
    // XBoard cannot express a castling that only one side may make, nor castling from anywhere.
    let same_castlings =
        !definition.castling_anywhere && definition.castlings.iter().all(|castling| castling.only.is_none());
    // Nor does it know regions that restrict how pieces move, forbidden trades, passes, pieces that some hops may not
    // cross, decisions by points, or a prelude. It supports drops and blasts only in its own games.
    let free = definition.regions.is_empty()
        && definition.hand.is_none()
        && definition.blast.is_none()
        && definition.trades.is_empty()
        && !definition.has_passing()
        && !definition.has_hurdles()
        && definition.ends.points.is_none()
        && definition.prelude.is_none();
    fits && free
        && usual_kings
        && same_castlings
        && definition.pieces.iter().all(usual_promotion)
        && definition
            .piece_types()
            .all(|(piece_type, _)| betza::moves(definition, piece_type, Color::White).is_some())
}

/// Returns why XBoard would mistake the name for one of its own variants; `None` if XBoard would not.
fn name_conflict(name: &str) -> Option<String> {
    let own = OWN_NAMES.into_iter().find(|own| {
        let rest = name.strip_prefix(own);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    });
    let trigger = TRIGGER_WORDS
        .into_iter()
        .chain(["960"])
        .find(|word| name.contains(word));
    let wild = name
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'w' && pair[1].is_ascii_digit());
    match own.or(trigger) {
        Some(word) => Some(format!("XBoard would take this name for its `{word}`")),
        None if wild => Some("XBoard would take this name for one of its wild games (`w` and a digit)".into()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_of_xboard_are_conflicts() {
        for name in [
            "courier8",
            "courier-dama",
            "my-normal-game",
            "chess960",
            "raw3",
            "suicide",
        ] {
            assert!(name_conflict(name).is_some(), "{name}");
        }
    }

    #[test]
    fn flat_games_with_usual_promotion_and_castling_are_offered() {
        for game in Catalogue::built_in().iter() {
            let usual_promotion = |piece: &PieceDefinition| {
                let differs = matches!(piece.promotion, Some(Promotion::ByColor(_)));
                piece.promotion_rank == game.shape.farthest() && !piece.promotes_to_lost && !differs
            };
            let same_castlings = game.castlings.iter().all(|castling| castling.only.is_none());
            let spelled = game
                .piece_types()
                .all(|(piece_type, _)| betza::moves(game, piece_type, Color::White).is_some());
            let allowed = game.xboard.playable != Some(false);
            let expected =
                game.xboard.native || allowed && spelled && same_castlings && game.pieces.iter().all(usual_promotion);
            assert_eq!(is_playable(game), expected, "{}", game.name);
            assert_eq!(lints(game), [""; 0], "{}", game.name);
        }
    }

    #[test]
    fn unplayable_games_get_lints() {
        let game = |name: &str, board: &str, more: &str| {
            let text = format!(
                "name = \"{name}\"\nstart = \"k3/4/4/2K1{board} w - - 0 1\"\n[board]\nfiles = 4\nranks = 4\n{more}\n\
                 [pieces]\nK = {{ name = \"King\", move = \"K\", royal = true }}\n"
            );
            Catalogue::built_in().add(&text, "x.toml").expect("a correct file")
        };
        let flat = game("small", "", "");
        assert!(is_playable(&flat) && lints(&flat).is_empty());
        let refused = game("small", "", "[xboard]\nplayable = false");
        assert!(!is_playable(&refused) && lints(&refused).is_empty());
        let deep = game("small", "|4/4/4/4", "levels = 2");
        assert!(!is_playable(&deep) && lints(&deep).is_empty());
        let claimed = game("small", "|4/4/4/4", "levels = 2\n[xboard]\nplayable = true");
        assert!(!is_playable(&claimed) && lints(&claimed)[0].contains("only flat boards"));
        let mistaken = game("courier-small", "", "");
        assert!(!is_playable(&mistaken) && lints(&mistaken)[0].contains("would take this name for its `courier`"));
        assert!(is_playable(&game("courier-small", "", "[xboard]\nname = \"small\"")));
    }

    #[test]
    fn copies_of_native_games_get_lints() {
        let copy = |of: &str, name: &str| {
            let text = of.replacen(&format!("name = \"{name}\""), "name = \"mine\"", 1);
            Catalogue::built_in().add(&text, "mine.toml").expect("a correct file")
        };
        let courier = copy(include_str!("../../../../variants/courier.toml"), "courier");
        assert!(!is_native(&courier) && is_playable(&courier));
        assert!(lints(&courier)[0].starts_with("XBoard has no `mine`"));
        let chess = copy(include_str!("../../../../variants/chess.toml"), "chess");
        assert!(is_native(&chess));
        assert!(lints(&chess)[0].starts_with("XBoard's `normal` is `chess`"));
    }
}
