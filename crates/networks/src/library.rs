//! The weights of games of the library: the names of the games, and the hashes of their rules.

use super::EvaluationFile;

/// Defines the index of the files and, with the feature `data`, their contents.
macro_rules! weights {
    ($($game:literal $rules:literal,)*) => {
        /// The index of the files.
        pub(super) const INDEX: &[EvaluationFile] = &[$(EvaluationFile {
            name: concat!($game, ".toml"),
            rules: $rules,
        }),*];

        /// The names and the contents of the files.
        #[cfg(feature = "data")]
        pub(super) const DATA: &[(&str, &[u8])] = &[$((
            concat!($game, ".toml"),
            include_bytes!(concat!("../library/", $game, ".toml")),
        )),*];
    };
}

weights! {
    "armies-clobberers" 0xd3fb_a387_3094_7e4c,
    "armies-nutters" 0x4af7_190e_942c_8431,
    "armies-rookies" 0x6fea_bd1f_302e_6326,
    "capablanca" 0x18cb_85f9_b962_c8f2,
    "chaturanga" 0x5fd9_10a7_8946_2e06,
    "grand" 0x73ff_1da4_97c8_47f8,
    "metamachy" 0xd5ff_1d16_ddd8_da43,
    "modern-courier" 0xf193_45e8_1f42_f997,
    "raumschach" 0xe818_3d48_0278_0960,
    "wildebeest" 0x77f1_e679_c2a6_e17d,
}
