//! Translates legs in brackets, such as `[F?fsR]`, to Kurier's notation: a step, and a second step or a slide that
//! continues it.

/// What is supported, for error messages.
const SUPPORTED: &str = "of legs in brackets only a step is supported that another step or a slide continues, such as \
                         `[F?fsR]`, `[W-sR]` or the ship `[F?fqR]`, with at most directions before the bracket";

/// The slides of a ship after its diagonal steps: only along the file, which requires a different turn after each step.
const SHIP: &str = "fryaflFflyafrFbryafrFblyaflF";
/// The slides of a ship that is turned by 90 degrees: only along the rank.
const SIDEWAYS_SHIP: &str = "fryafrFflyaflFbryaflFblyafrF";

/// Two legs in brackets.
struct Legs<'a> {
    /// The direction letters of the first leg.
    directions: &'a str,
    /// The atom of the first leg.
    first: char,
    /// Whether the piece may stop after the first leg.
    stops: bool,
    /// The direction letters of the second leg, relative to the first one; empty for outwards.
    turn: &'a str,
    /// The modifier `m` or `c` of the second leg; empty if the leg may both move and capture.
    mode: &'a str,
    /// The atom of the second leg and its range.
    second: &'a str,
}

/// Spells legs in brackets in Kurier's notation. `modifiers` stand before the brackets.
///
/// # Errors
/// Fails if the legs are not supported; the error describes what is supported.
pub(super) fn spelled(modifiers: &str, brackets: &str) -> Result<String, String> {
    parse(brackets)
        .and_then(|legs| translated(modifiers, &legs))
        .ok_or_else(|| SUPPORTED.to_owned())
}

/// Parses two legs; `None` if there are more or fewer, or if their modifiers are not supported.
fn parse(brackets: &str) -> Option<Legs<'_>> {
    let inside = brackets.trim_matches(['[', ']']);
    let stops = inside.contains('?');
    let (first, second) = inside.split_once(['?', '-'])?;
    if second.contains(['?', '-']) {
        return None;
    }
    let atom = first.chars().next_back()?;
    let directions = first.strip_suffix(atom)?;
    let split = second.find(|letter: char| !letter.is_ascii_lowercase())?;
    let (modifiers, second) = second.split_at(split);
    let turn = modifiers.trim_matches(['m', 'c']);
    let mode = modifiers.strip_prefix(turn).or_else(|| modifiers.strip_suffix(turn))?;
    let known = directions.chars().all(|letter| "fblrvs".contains(letter));
    (known && matches!(mode, "" | "m" | "c")).then_some(Legs {
        directions,
        first: atom,
        stops,
        turn,
        mode,
        second,
    })
}

/// Spells parsed legs in Kurier's notation; `None` if they are not supported.
fn translated(modifiers: &str, legs: &Legs) -> Option<String> {
    let straight = matches!(legs.first, 'W' | 'D' | 'H');
    if !straight && !matches!(legs.first, 'F' | 'A' | 'G') {
        return None;
    }
    let directions = match (modifiers, legs.directions) {
        ("", directions) => directions,
        // Letters before the bracket choose among whole paths. If the first step is straight, the direction of the path
        // depends on that step alone.
        ("f" | "b" | "l" | "r" | "v" | "s", "") if straight => modifiers,
        ("v" | "s", "") => return ship(modifiers, legs),
        _ => return None,
    };
    let diagonal_second = match legs.second.chars().next()? {
        'B' | 'F' => true,
        'R' | 'W' => false,
        _ => return None,
    };
    let turn = match legs.turn {
        "" if straight == diagonal_second => "fs",
        turn => turn,
    };
    if (turn, legs.first) == ("fq", 'F') {
        return ship("v", legs).filter(|_| directions.is_empty());
    }
    // A turn by 45 or 135 degrees leads from a straight step to a diagonal one or back.
    let turned = match turn {
        "fs" | "fl" | "fr" | "bs" | "bl" | "br" => straight == diagonal_second,
        "f" | "s" | "l" | "r" => straight != diagonal_second,
        _ => false,
    };
    if !turned {
        return None;
    }
    let (slides, steps) = (legs.second.starts_with(['R', 'B']), legs.second.len() == 1);
    if slides && legs.stops && turn == "fs" && legs.mode.is_empty() {
        return Some(format!("{directions}t[{}{}]", legs.first, legs.second));
    }
    if !steps || !matches!(legs.first, 'W' | 'F') {
        return None;
    }
    let first = if legs.stops {
        format!("{directions}{}", legs.first)
    } else {
        String::new()
    };
    let slide = if slides { "y" } else { "" };
    Some(format!("{first}{directions}{slide}a{turn}{}{}", legs.mode, legs.first))
}

/// Spells the move of a ship, whose diagonal steps continue along the file (`v`) or along the rank (`s`); `None` if the
/// legs are not a ship's.
fn ship(along: &str, legs: &Legs) -> Option<String> {
    let plain = (legs.first, legs.second, legs.mode) == ('F', "R", "");
    let known = plain && matches!(legs.turn, "" | "fs" | "fq");
    let slides = if along == "v" { SHIP } else { SIDEWAYS_SHIP };
    let step = if legs.stops { "F" } else { "" };
    known.then(|| format!("{step}{slides}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_continues_outwards_or_in_the_given_direction() {
        for (modifiers, brackets, ours) in [
            ("", "[F?fsR]", "t[FR]"),
            ("", "[F?R]", "t[FR]"),
            ("", "[W?B]", "t[WB]"),
            ("", "[vW?fsB]", "vt[WB]"),
            ("v", "[W?B]", "vt[WB]"),
            ("s", "[W?fsB]", "st[WB]"),
            ("", "[D?B3]", "t[DB3]"),
            ("", "[F-fsR]", "yafsF"),
            ("", "[W-B]", "yafsW"),
            ("", "[fW-fscB]", "fyafscW"),
            ("", "[W-mF]", "afsmW"),
            ("", "[W?sR]", "WyasW"),
            ("", "[W-sR]", "yasW"),
            ("", "[F?bsR]", "FyabsF"),
            ("", "[F?fsW]", "FafsF"),
            ("", "[F?fqR]", "FfryaflFflyafrFbryafrFblyaflF"),
            ("v", "[F?R]", "FfryaflFflyafrFbryafrFblyaflF"),
            ("v", "[F-R]", "fryaflFflyafrFbryafrFblyaflF"),
            ("s", "[F?R]", "FfryafrFflyaflFbryaflFblyafrF"),
        ] {
            assert_eq!(
                spelled(modifiers, brackets).as_deref(),
                Ok(ours),
                "{modifiers}{brackets}"
            );
        }
    }

    #[test]
    fn other_legs_are_refused() {
        for (modifiers, brackets) in [
            ("", "[F?fsR?fsB]"),
            ("", "[N?fsR]"),
            ("", "[F?fR]"),
            ("", "[W?R]"),
            ("", "[W-sB]"),
            ("", "[D-B]"),
            ("", "[W-B3]"),
            ("", "[F?fsN]"),
            ("", "[cF-fsR]"),
            ("", "[F]"),
            ("", "[]"),
            ("", "[?R]"),
            ("", "[F?]"),
            ("", "[é?R]"),
            ("", "[vF?fqR]"),
            ("c", "[F?R]"),
            ("f", "[F?R]"),
            ("v", "[vW?B]"),
            ("", "[F?mcR]"),
        ] {
            assert!(spelled(modifiers, brackets).is_err(), "{modifiers}{brackets}");
        }
    }
}
