//! The weights of games of the library: the names of the games, and the hashes of their rules.

use super::EvaluationFile;

/// Defines the index of the files and, with the feature `data`, their contents.
macro_rules! weights {
    ($($game:literal $rules:literal,)*) => {
        /// The index of the weights files: the name of each file, and the hash of the rules of its game.
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
    "ai-wok" 0xa108_53ac_b24a_bef3,
    "ajax-capablanca" 0xb236_08d2_c4ee_66da,
    "armies-clobberers" 0xd3fb_a387_3094_7e4c,
    "armies-nutters" 0x4af7_190e_942c_8431,
    "armies-rookies" 0x6fea_bd1f_302e_6326,
    "atomic" 0x6690_c106_5c47_dbae,
    "baby" 0x356d_0b0b_0d33_04b4,
    "breakthrough" 0x2016_ab68_3615_7079,
    "cagliostro" 0xde97_49bf_48fc_6b7b,
    "capablanca" 0x18cb_85f9_b962_c8f2,
    "capahouse" 0x5122_6d07_3ce9_79b6,
    "chaturanga" 0x5fd9_10a7_8946_2e06,
    "chessgi" 0x0d2b_0dcf_a4f6_809b,
    "crazyhouse" 0x23aa_eb12_bca3_052f,
    "diana" 0x8b5c_fc10_3cd2_9fac,
    "elven" 0xe9de_07ea_c964_ba6d,
    "embassy" 0x4d83_5c42_4bb8_4502,
    "emperor" 0x3d2b_9be2_f572_343e,
    "euchess" 0xefa3_ab01_5dfa_b3c3,
    "eurasian" 0x4b54_0c03_1573_987f,
    "extinction-chess" 0x6cfe_7e8d_d221_2111,
    "five-check" 0xe0c4_479a_ea45_6408,
    "gardner" 0x4cba_2274_860b_b680,
    "gigachess" 0xc1d3_61e2_9dd7_8c7b,
    "gorogoro" 0xf357_9df6_9e49_3298,
    "grand" 0x73ff_1da4_97c8_47f8,
    "grasshopper" 0xeb96_ddf7_54da_8cae,
    "great-chess" 0xd069_e973_c9de_df3a,
    "grotesque" 0xb821_e620_5e3a_abda,
    "horde" 0x49f4_7231_3d7c_c77f,
    "janggi" 0x82dd_6874_c04d_49b8,
    "king-of-the-hill" 0x65c4_b0eb_3245_8c9f,
    "kinglet-chess" 0xeafe_8c70_d39f_fe72,
    "knightmate" 0x423c_d9e0_7ae0_7fa6,
    "kyoto" 0x4a53_bc8c_ad86_2835,
    "loop" 0xfd03_41d6_ff39_1ace,
    "los-alamos" 0xe41f_6d06_cb44_0a85,
    "maasai" 0x8ffa_110e_1434_37e4,
    "makruk" 0xa031_e545_b295_e3cb,
    "metamachy" 0xd5ff_1d16_ddd8_da43,
    "minishogi" 0x1b8e_0ab1_bfc1_5e53,
    "minixiangqi" 0xc951_5aad_7ce3_f29f,
    "modern" 0x96a3_70dd_7705_ba19,
    "modern-courier" 0xf193_45e8_1f42_f997,
    "new-chancellor" 0x0f0e_61f1_e7c1_c262,
    "nightrider" 0xb367_d6ae_fe1c_2945,
    "racing-kings" 0x95b2_0e14_8847_18ae,
    "raumschach" 0xe818_3d48_0278_0960,
    "roman" 0xb9cc_db3e_9ff8_9980,
    "rutland" 0x0cf1_46ed_c9e8_624a,
    "s-house" 0x67a1_fb94_7838_b6e6,
    "sac" 0x15ea_cbd7_2546_d5b9,
    "schoolbook" 0x636b_59fc_f224_5b1c,
    "shako" 0xe163_7b13_63e3_cddf,
    "shatranj-kamil-x" 0x403a_e6b8_9847_d2d9,
    "sho-shogi" 0x59b4_5c85_d98e_e015,
    "shogi" 0x8473_6fd2_e1ac_622c,
    "sittuyin" 0x70cf_4eeb_1140_ed4d,
    "sort-of-almost" 0x16c7_2979_8220_2f8d,
    "sultan" 0x886f_22db_7a1d_af44,
    "tencubed" 0x60b3_9c3b_cf72_1cb9,
    "three-check" 0xa184_7896_3562_3b02,
    "three-kings" 0x0373_75d9_dce9_ee1a,
    "tutti-frutti" 0x2750_b2a8_fb82_ec37,
    "wildebeest" 0x77f1_e679_c2a6_e17d,
    "zanzibar-s" 0x3e8a_6532_3acb_c307,
}
