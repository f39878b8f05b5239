//! Network files for the Leap Chess family, each with the name of its file.

/// Every network: the name of its file and its bytes.
pub const NETWORKS: &[(&str, &[u8])] = &[
    ("leap-multi.net", include_bytes!("leap-multi.net")),
    ("leap-optional.net", include_bytes!("leap-optional.net")),
    ("leap.net", include_bytes!("leap.net")),
    ("leap64-multi.net", include_bytes!("leap64-multi.net")),
    ("leap64-optional.net", include_bytes!("leap64-optional.net")),
    ("leap64.net", include_bytes!("leap64.net")),
];
