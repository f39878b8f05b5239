//! The hash function FNV-1a.

/// The 64-bit hash FNV-1a (Fowler, Noll, Vo), which is simple and never changes.
pub(super) struct Fnv(u64);

/// Hashes bytes with 64-bit FNV-1a, to distinguish versions of a file.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut fnv = Fnv::new();
    fnv.bytes(bytes);
    fnv.finish()
}

impl Fnv {
    /// Creates the hash of an empty input.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Hashes a number, widened to 64 bits in little-endian order.
    pub fn number(&mut self, number: impl Into<i64>) {
        self.bytes(&number.into().to_le_bytes());
    }

    /// Hashes the bytes, but not their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Hashes the length of a string, then its bytes.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as i64);
        self.bytes(text.as_bytes());
    }

    /// Returns the hash of everything hashed so far.
    pub fn finish(&self) -> u64 {
        self.0
    }
}
