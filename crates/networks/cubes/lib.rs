//! Network files for three-dimensional games, each with the name of its file.

/// Every network: the name of its file and its bytes.
pub const NETWORKS: &[(&str, &[u8])] = &[("courierleapale.net", include_bytes!("courierleapale.net"))];
