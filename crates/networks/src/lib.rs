//! The trained evaluations: networks, and weights for games of the library. The package has an index of the files with
//! the rules that each was made for and, with the feature `data`, the bytes of the files.
//!
//! Each family of games has a separate package for its network files: the package registry limits a package to ten
//! megabytes, and a family needs five to ten. Weights are a thousand times smaller, so they are in this package.
//! Without the feature `data` only the index is compiled, for programs that load a file when they need it.

mod library;

/// A file with a trained evaluation, and the rules that it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationFile {
    /// The name of the file, such as `courier.net`.
    pub name: &'static str,
    /// The hash of the rules, as in the header of the file.
    pub rules: u64,
}

/// The index of all networks.
pub const NETWORKS: &[EvaluationFile] = &[
    network("chess.net", 0xc8d8_1406_e184_9a65),
    network("shatranj.net", 0x35cc_2d2b_8acc_15f0),
    network("column-courier.net", 0xa268_7bff_eaed_6e0f),
    network("courier.net", 0xddbc_754b_5ab0_85c9),
    network("courierviii.net", 0x3f1a_abd3_de47_b6e7),
    network("de-la-dama.net", 0x7986_e1fe_854d_090f),
    network("furious-courier.net", 0xd346_2780_6092_7962),
    network("courierleapale.net", 0x4125_6ba7_ea8b_940c),
    network("leap-multi.net", 0xeb2d_7573_e604_18c9),
    network("leap-optional.net", 0xc5bf_0914_fa0d_eaa9),
    network("leap.net", 0xd676_2731_dbe4_f448),
    network("leap64-multi.net", 0x17f0_4817_8935_e895),
    network("leap64-optional.net", 0xf281_dbb8_9d3f_ba75),
    network("leap64.net", 0x0338_f9d5_7f16_c414),
];

/// The index of the weights of games of the library, which were fitted to self-play games.
pub const WEIGHTS: &[EvaluationFile] = library::INDEX;

const fn network(name: &'static str, rules: u64) -> EvaluationFile {
    EvaluationFile { name, rules }
}

/// Finds the network that was trained for the rules with this hash; `None` if there is none.
pub fn network_for(rules: u64) -> Option<&'static EvaluationFile> {
    NETWORKS.iter().find(|file| file.rules == rules)
}

/// Finds the weights that were fitted to games under the rules with this hash; `None` if there are none.
pub fn weights_for(rules: u64) -> Option<&'static EvaluationFile> {
    WEIGHTS.iter().find(|file| file.rules == rules)
}

#[cfg(feature = "data")]
impl EvaluationFile {
    /// Returns the bytes of the file; `None` for a file that is in neither index.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        let families = [
            kurier_networks_chess::NETWORKS,
            kurier_networks_courier::NETWORKS,
            kurier_networks_cubes::NETWORKS,
            kurier_networks_leap::NETWORKS,
            library::DATA,
        ];
        let mut files = families.into_iter().flatten();
        files.find(|(name, _)| *name == self.name).map(|(_, bytes)| *bytes)
    }
}
