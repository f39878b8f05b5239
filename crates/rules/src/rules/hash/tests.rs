use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::rules::{Catalogue, Definition};

#[test]
fn hashes_depend_on_rules_and_not_on_descriptions() {
    let catalogue = Catalogue::built_in();
    // Shuffle Chess and Fischer Random Chess are chess but for the choice of the start position, which is not hashed.
    let is_chess = |game: &Definition| ["shuffle-chess", "fischer-random"].contains(&game.name.as_str());
    let different = || catalogue.iter().filter(|game| !is_chess(game));
    let mut all: Vec<u64> = different().map(|game| game.rules_hash()).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), different().count());
    let hash_of = |name: &str| catalogue.get(name).map(|game| game.rules_hash());
    assert_eq!(hash_of("shuffle-chess"), hash_of("chess"));
    assert_eq!(hash_of("fischer-random"), hash_of("chess"));
    assert_ne!(hash_of("shuffle-chess@17"), hash_of("chess"));

    let text = include_str!("../../../../../variants/shatranj.toml");
    let hash = |text: &str| Definition::parse(text, "f").expect("a correct file").rules_hash();
    assert_eq!(
        hash(text),
        hash(&text.replace("Shah", "King").replace("The chess of", "A chess of"))
    );
    assert_ne!(hash(text), hash(&text.replace("move-limit = 70", "move-limit = 71")));
    assert_ne!(hash(text), hash(&text.replace("move = \"A\"", "move = \"nA\"")));
}

#[test]
fn the_hashes_of_the_games_of_menus_never_change() {
    let catalogue = Catalogue::built_in();
    let hash = |game: &Arc<Definition>| (game.name.clone(), game.rules_hash());
    let hashes: BTreeMap<String, u64> = catalogue.menu().map(hash).collect();
    let recorded = BUILT_IN.map(|(name, hash)| (name.to_owned(), hash));
    assert_eq!(
        hashes,
        BTreeMap::from(recorded),
        "data made with other versions would be refused"
    );
}

#[test]
fn the_hash_of_every_kind_of_rule_never_changes() {
    let text = include_str!("../../../../../variants/shatranj.toml");
    let mut hashes = BTreeSet::new();
    for (rule, changed, recorded) in CHANGED {
        let definition = Definition::parse(&text.replacen(rule, changed, 1), "f").expect(changed);
        assert_eq!(definition.rules_hash(), recorded, "{changed}");
        assert!(hashes.insert(recorded), "{changed} has the hash of other rules");
    }
}

/// The games that menus list and their hashes.
const BUILT_IN: [(&str, u64); 24] = [
    ("armies-clobberers", 0xd3fb_a387_3094_7e4c),
    ("armies-nutters", 0x4af7_190e_942c_8431),
    ("armies-rookies", 0x6fea_bd1f_302e_6326),
    ("capablanca", 0x18cb_85f9_b962_c8f2),
    ("chaturanga", 0x5fd9_10a7_8946_2e06),
    ("chess", 0xc8d8_1406_e184_9a65),
    ("column-courier", 0xa268_7bff_eaed_6e0f),
    ("courier", 0xddbc_754b_5ab0_85c9),
    ("courierleapale", 0x4125_6ba7_ea8b_940c),
    ("courierviii", 0x3f1a_abd3_de47_b6e7),
    ("de-la-dama", 0x7986_e1fe_854d_090f),
    ("furious-courier", 0xd346_2780_6092_7962),
    ("grand", 0x73ff_1da4_97c8_47f8),
    ("leap-multi", 0xeb2d_7573_e604_18c9),
    ("leap-optional", 0xc5bf_0914_fa0d_eaa9),
    ("leap", 0xd676_2731_dbe4_f448),
    ("leap64-multi", 0x17f0_4817_8935_e895),
    ("leap64-optional", 0xf281_dbb8_9d3f_ba75),
    ("leap64", 0x0338_f9d5_7f16_c414),
    ("metamachy", 0xd5ff_1d16_ddd8_da43),
    ("modern-courier", 0xf193_45e8_1f42_f997),
    ("raumschach", 0xe818_3d48_0278_0960),
    ("shatranj", 0x35cc_2d2b_8acc_15f0),
    ("wildebeest", 0x77f1_e679_c2a6_e17d),
];

/// A part of shatranj's file, its replacement, and the rules hash of the resulting game.
const CHANGED: [(&str, &str, u64); 49] = [
    ("move = \"R\"", "move = \"zR\"", 0x9be6_8e3e_4a5d_7fbc),
    ("move = \"R\"", "move = \"qN\"", 0x9c7a_8ad8_2053_14a4),
    ("move = \"R\"", "move = \"jR\"", 0x0111_d247_6ef5_65b0),
    ("move = \"R\"", "move = \"pR4\"", 0xafb3_3964_b975_90c0),
    ("move = \"R\"", "move = \"gR4\"", 0x2c02_4dec_4a34_9510),
    ("move = \"R\"", "move = \"nN\"", 0x6ba3_c3be_5a68_2fbc),
    ("move = \"R\"", "move = \"jD\"", 0x33ed_9e13_5719_3630),
    ("move = \"R\"", "move = \"t[FR]\"", 0x29e3_b4a9_e140_314c),
    ("move = \"R\"", "move = \"afsW\"", 0x30f4_fb2d_5e6b_ff5c),
    ("move = \"R\"", "move = \"afafcW\"", 0x3b8c_d411_9d88_fed0),
    ("move = \"R\"", "move = \"pafF\"", 0x001a_605d_ca4a_0bb0),
    ("move = \"R\"", "move = \"oR\"", 0xdb55_3cbb_9ad1_d4b0),
    ("move = \"R\"", "move = \"iR\"", 0xf135_bfe4_8ef8_1902),
    (
        "move = \"R\"",
        "move = \"R\", stays-in = [\"a1-h4\"]",
        0x65ff_740c_c1b5_2036,
    ),
    (
        "move = \"R\"",
        "move = \"R\", moves-in = [{ squares = [\"a1-h4\"], move = \"F\" }]",
        0x0483_0c23_475a_6649,
    ),
    (
        "move = \"R\"",
        "move = \"R\", moves-in = [{ squares = [\"a1-h4\"], move = \"F\", inside = true }]",
        0x0057_0df6_ac37_3049,
    ),
    ("move = \"R\"", "move = \"R3\"", 0x09aa_0f87_57cc_e840),
    ("move = \"R\"", "move = \"mRcB\"", 0x9922_1137_89e8_b5ec),
    ("pawn = true", "pawn = true\ndouble-step = 2", 0x8414_4bd8_518e_4b93),
    (
        "pawn = true",
        "pawn = true\ndouble-step = 2\nen-passant = true",
        0xdbac_9e55_b661_9798,
    ),
    (
        "pawn = true",
        "pawn = true\ndouble-step = [2, 3]",
        0x4365_4145_34cf_7395,
    ),
    (
        "pawn = true",
        "pawn = true\nmulti-step = { 2 = 3, 3 = 2 }",
        0x3311_756f_d687_995c,
    ),
    ("pawn = true", "pawn = true\npromotion-rank = 7", 0x87dd_1790_5ac3_2f22),
    (
        "pawn = true",
        "pawn = true\npromotes-to-lost = true",
        0x6e83_e61d_f540_7a42,
    ),
    ("pawn = true", "pawn = true\nfirst = \"mD\"", 0xddd4_bc4d_bd3f_a7c4),
    (
        "promotes-to = \"Q\"",
        "promotes-by-file = \"RNBQQBNR\"",
        0x49c7_7a7f_efe2_afb0,
    ),
    (
        "pawn = true",
        "pawn = true\npromotes-to-in = { Q = [\"a8-d8\"] }",
        0xf674_1411_ab93_c25d,
    ),
    (
        "pawn = true",
        "pawn = true\npromotes-leaving = \"captures\"",
        0xa547_4956_cab9_e15c,
    ),
    (
        "pawn = true",
        "pawn = true\npromotes-leaving = true\nmust-promote-leaving = true",
        0xab17_6285_0bd2_f9f6,
    ),
    ("move = \"R\"", "move = \"-\"", 0xc66f_7a79_525a_4c94),
    ("[ends]", "[ends]\npromotions-reset = true", 0x3047_adf6_30a1_006d),
    (
        "[ends]",
        "[ends]\ncounting = { board = 64, alone = [{ pieces = \"R\", moves = 16 }], counts-men = true }",
        0xf67a_6407_4cfd_2214,
    ),
    (
        "promotes-to = \"Q\"",
        "promotes-to = \"Q\"\npromotes-to-black = \"R\"",
        0xb4d6_842c_70d5_d0b6,
    ),
    (
        "pawn = true",
        "pawn = true\ndouble-step-in = [\"a2\"]\nen-passant = true\nen-passant-on = [\"a3\"]",
        0xd47f_b8e6_a42f_1dce,
    ),
    (
        "[ends]",
        "[ends]\nrepetition = \"loss\"\nrepetition-of = \"white\"",
        0x0836_8331_a292_ca52,
    ),
    (
        "[ends]",
        "[ends]\nflags = [{ pieces = \"K\", squares = [\"a8\"], time = \"safe\" }]",
        0x813f_688b_d43e_77d1,
    ),
    (
        "[ends]",
        "[ends]\nflags = [{ pieces = \"K\", squares = [\"a8\"], time = \"safe-or-held\" }]",
        0x1c25_4bb9_0aea_ea76,
    ),
    (
        "royal = true",
        "first = \"mN\", safe-passage = true, royal = true",
        0x1fa7_6bac_bbcb_f403,
    ),
    (
        "royal = true",
        "first = \"mN\", safe-passage = true, over-enemies = true, royal = true",
        0xc95a_c72c_ee99_2505,
    ),
    (
        "royal = true",
        "first = \"mN\", safe-passage = true, by-steps = true, royal = true",
        0xd9ce_28b9_678c_4591,
    ),
    (
        "[ends]",
        "[captures]\nmandatory = true\nchained = true\n\n[ends]",
        0x9c88_d747_baef_bbd0,
    ),
    ("[ends]", "[captures]\nblast = \"K\"\n\n[ends]", 0xdbde_5591_b081_a739),
    (
        "[ends]\n",
        "[captures]\nblast = \"W\"\n\n[pieces.X]\nname = \"X\"\nmove = \"W\"\nblast-proof = \"all\"\n\n[ends]\n",
        0x02bb_3378_9fa9_2286,
    ),
    (
        "move-limit = 70",
        "move-limit = 70\npromotion-set = { Q = 2 }",
        0x7d55_9c36_1ff0_c671,
    ),
    (
        "[ends]",
        "[prelude]\nmoves = [\"a2a4\"]\n\n[ends]",
        0x9c1e_a440_0e6c_d8d0,
    ),
    (
        "[ends]",
        "[prelude]\nmoves = [\"a2a4\"]\norder = \"free\"\noptional = true\n\n[ends]",
        0xcc21_f2ff_1692_a6f0,
    ),
    ("[ends]", "[kings]\nsuccessors = \"R\"\n\n[ends]", 0x8ae6_7043_ef9e_453c),
    (
        "bare-king = \"loses-unless-answered\"\nmove-limit = 70",
        "move-limit = 70\n\n[kings]\nroyal-up-to = 1\n\n[pieces.X]\nname = \"X\"\nmove = \"fW\"\npromotes-to = \"K\"",
        0x9195_eb2a_6006_025f,
    ),
    (
        "bare-king = \"loses-unless-answered\"",
        "bare-king = \"loses\"",
        0x62b9_3387_a374_2633,
    ),
];
