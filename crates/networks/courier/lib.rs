//! Network files for the Courier Chess family.

/// The name and the bytes of each network file.
pub const NETWORKS: &[(&str, &[u8])] = &[
    ("column-courier.net", include_bytes!("column-courier.net")),
    ("courier.net", include_bytes!("courier.net")),
    ("courierviii.net", include_bytes!("courierviii.net")),
    ("de-la-dama.net", include_bytes!("de-la-dama.net")),
    ("furious-courier.net", include_bytes!("furious-courier.net")),
];
