//! The definitions of the built-in games, embedded as TOML texts.

/// The file of a game: its name and its text.
pub type File = (&'static str, &'static str);

/// Embeds a file. Builds for WebAssembly, which users download, leave out the file's comments.
macro_rules! text {
    ($path:expr) => {{
        const WHOLE: &str = include_str!($path);
        const LENGTH: usize = length_without_comments(WHOLE);
        const TEXT: [u8; LENGTH] = without_comments(WHOLE);
        match std::str::from_utf8(&TEXT) {
            Ok(text) if cfg!(target_family = "wasm") => text,
            _ => WHOLE,
        }
    }};
}

macro_rules! library {
    ($($name:literal)*) => {
        &[$((concat!($name, ".toml"), text!(concat!("library/", $name, ".toml")))),*]
    };
}

/// Returns the number of bytes of a file without its comments.
const fn length_without_comments(text: &str) -> usize {
    let (mut length, mut at) = (0, 0);
    while at < text.len() {
        let end = end_of_line(text, at);
        if text.as_bytes()[at] != b'#' {
            length += end - at;
        }
        at = end;
    }
    length
}

/// Returns a file without its comments, which are lines of their own that begin with `#`.
const fn without_comments<const LENGTH: usize>(text: &str) -> [u8; LENGTH] {
    let mut kept = [0; LENGTH];
    let (mut length, mut at) = (0, 0);
    while at < text.len() {
        let end = end_of_line(text, at);
        let is_comment = text.as_bytes()[at] == b'#';
        while at < end {
            if !is_comment {
                kept[length] = text.as_bytes()[at];
                length += 1;
            }
            at += 1;
        }
    }
    kept
}

/// Returns where the next line of a text begins.
const fn end_of_line(text: &str, mut at: usize) -> usize {
    while at < text.len() && text.as_bytes()[at] != b'\n' {
        at += 1;
    }
    if at < text.len() { at + 1 } else { at }
}

/// The games that Kurier was made for, in the order in which they are listed.
pub const CORE: &[File] = &[
    ("column-courier.toml", text!("column-courier.toml")),
    ("courier.toml", text!("courier.toml")),
    ("de-la-dama.toml", text!("de-la-dama.toml")),
    ("furious-courier.toml", text!("furious-courier.toml")),
    ("courierviii.toml", text!("courierviii.toml")),
    ("leap.toml", text!("leap.toml")),
    ("leap-optional.toml", text!("leap-optional.toml")),
    ("leap-multi.toml", text!("leap-multi.toml")),
    ("leap64.toml", text!("leap64.toml")),
    ("leap64-optional.toml", text!("leap64-optional.toml")),
    ("leap64-multi.toml", text!("leap64-multi.toml")),
    ("courierleapale.toml", text!("courierleapale.toml")),
    ("chess.toml", text!("chess.toml")),
    ("shatranj.toml", text!("shatranj.toml")),
];

/// The built-in games that are not in [`CORE`]. Their files use only features that users' own files may use, too.
pub const MORE: &[File] = &[
    ("modern-courier.toml", text!("more/modern-courier.toml")),
    ("chaturanga.toml", text!("more/chaturanga.toml")),
    ("capablanca.toml", text!("more/capablanca.toml")),
    ("grand.toml", text!("more/grand.toml")),
    ("metamachy.toml", text!("more/metamachy.toml")),
    ("wildebeest.toml", text!("more/wildebeest.toml")),
    ("raumschach.toml", text!("more/raumschach.toml")),
    ("armies-clobberers.toml", text!("more/armies-clobberers.toml")),
    ("armies-nutters.toml", text!("more/armies-nutters.toml")),
    ("armies-rookies.toml", text!("more/armies-rookies.toml")),
];

/// The built-in games that menus do not list; they are opened by name. Their files use only features that users' own
/// files may use, too.
pub const LIBRARY: &[File] = library! {
    "ai-wok" "ajax-capablanca" "almost" "amazon" "antichess" "archcourier" "asean" "atomic" "baby" "bear" "bird"
    "breakthrough" "cagliostro" "capablanca-shatranj" "capahouse" "chancellor" "chess-12x12" "chessgi" "chigorin"
    "crazyhouse" "cubic" "diana" "different-armies" "dragon-chess" "elven" "elven-shogi" "embassy" "emperor" "euchess"
    "eurasian" "extinction-chess" "fischer-random" "five-check" "gardner" "georgian" "gigachess" "gorogoro" "gothic" "grant-acedrex"
    "grasshopper" "great-chess" "gross" "grotesque" "historic-courier" "hoppel-poppel" "horde" "janggi" "janus"
    "jeson-mor" "judkins-shogi" "king-of-the-hill" "kinglet-chess" "knightmate" "kyoto" "lions-and-unicorns" "loop"
    "los-alamos" "losers" "maasai" "makruk" "manchu" "minishogi" "minixiangqi" "modern" "modern-carrera"
    "new-chancellor" "new-zealand" "nightrider" "omega" "opulent" "pemba" "perfect" "petty" "placement" "pocket-knight"
    "racing-kings" "reformed-courier" "roman" "royal-court" "rutland" "s-house" "sac" "schoolbook" "seirawan" "shako"
    "shatranj-kamil-64" "shatranj-kamil-x" "sho-shogi" "shogi" "shuffle-chess" "sittuyin" "sort-of-almost" "suicide"
    "sultan" "tencubed" "three-check" "three-kings" "torpedo" "tutti-frutti" "unicorn-grand" "unicorn-great" "univers"
    "victorian" "wild-tamerlane" "xiangqi" "zanzibar-s" "zanzibar-xl"
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out_line_by_line() {
        const TEXT: &str = "# one\na = \"#\"\n\n# two\n# three\nb = 2";
        const LENGTH: usize = length_without_comments(TEXT);
        assert_eq!(
            std::str::from_utf8(&without_comments::<LENGTH>(TEXT)),
            Ok("a = \"#\"\n\nb = 2")
        );
        assert_eq!(length_without_comments(""), 0);
    }

    #[test]
    fn files_are_embedded_with_their_comments() {
        let comments = CORE
            .iter()
            .chain(MORE)
            .chain(LIBRARY)
            .filter(|(_, text)| text.starts_with('#'));
        assert!(comments.count() > LIBRARY.len() / 2);
    }
}
