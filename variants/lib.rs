//! The definitions of the built-in games, embedded as TOML texts.

/// The file of a game: its name and its text.
pub type File = (&'static str, &'static str);

macro_rules! library {
    ($($name:literal)*) => {
        &[$((concat!($name, ".toml"), include_str!(concat!("library/", $name, ".toml")))),*]
    };
}

/// The games that Kurier was made for, in the order in which they are listed.
pub const CORE: &[File] = &[
    ("column-courier.toml", include_str!("column-courier.toml")),
    ("courier.toml", include_str!("courier.toml")),
    ("de-la-dama.toml", include_str!("de-la-dama.toml")),
    ("furious-courier.toml", include_str!("furious-courier.toml")),
    ("courierviii.toml", include_str!("courierviii.toml")),
    ("leap.toml", include_str!("leap.toml")),
    ("leap-optional.toml", include_str!("leap-optional.toml")),
    ("leap-multi.toml", include_str!("leap-multi.toml")),
    ("leap64.toml", include_str!("leap64.toml")),
    ("leap64-optional.toml", include_str!("leap64-optional.toml")),
    ("leap64-multi.toml", include_str!("leap64-multi.toml")),
    ("courierleapale.toml", include_str!("courierleapale.toml")),
    ("chess.toml", include_str!("chess.toml")),
    ("shatranj.toml", include_str!("shatranj.toml")),
];

/// The built-in games that are not in [`CORE`]. Their files use only features that users' own files may use, too.
pub const MORE: &[File] = &[
    ("modern-courier.toml", include_str!("more/modern-courier.toml")),
    ("chaturanga.toml", include_str!("more/chaturanga.toml")),
    ("capablanca.toml", include_str!("more/capablanca.toml")),
    ("grand.toml", include_str!("more/grand.toml")),
    ("metamachy.toml", include_str!("more/metamachy.toml")),
    ("wildebeest.toml", include_str!("more/wildebeest.toml")),
    ("raumschach.toml", include_str!("more/raumschach.toml")),
    ("armies-clobberers.toml", include_str!("more/armies-clobberers.toml")),
    ("armies-nutters.toml", include_str!("more/armies-nutters.toml")),
    ("armies-rookies.toml", include_str!("more/armies-rookies.toml")),
];

/// The built-in games that menus do not list: they are opened by their names. Their files use only features that users'
/// own files may use, too.
pub const LIBRARY: &[File] = library! {
    "ai-wok" "ajax-capablanca" "almost" "amazon" "antichess" "archcourier" "asean" "atomic" "baby" "bear" "bird"
    "breakthrough" "cagliostro" "capablanca-shatranj" "capahouse" "chancellor" "chess-12x12" "chessgi" "chigorin"
    "crazyhouse" "cubic" "diana" "different-armies" "dragon-chess" "elven" "embassy" "emperor" "euchess" "eurasian" "extinction-chess"
    "five-check" "gardner" "georgian" "gigachess" "gorogoro" "gothic" "grant-acedrex" "grasshopper" "great-chess" "gross"
    "grotesque" "historic-courier" "hoppel-poppel" "horde" "janggi" "janus" "jeson-mor" "judkins-shogi" "king-of-the-hill"
    "kinglet-chess" "knightmate" "kyoto" "lions-and-unicorns" "loop" "los-alamos" "losers" "maasai" "makruk" "manchu"
    "minishogi" "minixiangqi" "modern" "modern-carrera" "new-chancellor" "new-zealand" "nightrider" "omega"
    "opulent" "pemba" "perfect" "petty" "placement" "pocket-knight" "racing-kings" "reformed-courier" "roman"
    "royal-court" "rutland" "s-house" "sac" "schoolbook" "seirawan" "shako" "shatranj-kamil-64" "shatranj-kamil-x"
    "sho-shogi" "shogi" "shuffle-chess" "sittuyin" "sort-of-almost" "suicide" "sultan" "tencubed" "three-check" "three-kings" "torpedo" "tutti-frutti"
    "unicorn-grand" "unicorn-great" "univers" "victorian" "wild-tamerlane" "xiangqi" "zanzibar-s" "zanzibar-xl"
};
