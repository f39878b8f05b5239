//! Network files for three-dimensional games.

/// The name and the bytes of each network file.
pub const NETWORKS: &[(&str, &[u8])] = &[("courierleapale.net", include_bytes!("courierleapale.net"))];
