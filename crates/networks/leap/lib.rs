//! Network files for the Leap Chess family.

/// The name and the bytes of each network file.
pub const NETWORKS: &[(&str, &[u8])] = &[
    ("leap-multi.net", include_bytes!("leap-multi.net")),
    ("leap-optional.net", include_bytes!("leap-optional.net")),
    ("leap.net", include_bytes!("leap.net")),
    ("leap64-multi.net", include_bytes!("leap64-multi.net")),
    ("leap64-optional.net", include_bytes!("leap64-optional.net")),
    ("leap64.net", include_bytes!("leap64.net")),
];
