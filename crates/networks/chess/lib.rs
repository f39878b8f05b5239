//! Network files for chess and shatranj.

/// The name and the bytes of each network file.
pub const NETWORKS: &[(&str, &[u8])] = &[
    ("chess.net", include_bytes!("chess.net")),
    ("shatranj.net", include_bytes!("shatranj.net")),
];
