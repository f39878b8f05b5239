//! Network files for chess and shatranj, each with the name of its file.

/// Every network: the name of its file and its bytes.
pub const NETWORKS: &[(&str, &[u8])] = &[
    ("chess.net", include_bytes!("chess.net")),
    ("shatranj.net", include_bytes!("shatranj.net")),
];
