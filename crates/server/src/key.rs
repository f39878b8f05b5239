//! The key by which a page recognises its server after a restart.
//!
//! Every run has a new token, and a page must not send its old token or its key to the program that now listens on the
//! port, which may belong to another user. Therefore the server and the page share a key, which the server sends only
//! to a page that knows the token. The token of a run is derived from the key and from the salt of the run, which is
//! public. After a restart, the page sends a random number; the server answers with the salt and with a proof that it
//! has the key, which is derived from the key, the salt and the random number.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::private;

/// The length of a key in bytes.
const LENGTH: usize = 32;

/// A user's secret, from which the keys of all ports are derived.
pub struct Key([u8; LENGTH]);

impl Key {
    /// Creates a random key. Pages opened with another key cannot reconnect; the user must open the new URL.
    ///
    /// # Errors
    /// Fails if the system cannot provide random numbers.
    pub fn new() -> io::Result<Self> {
        random().map(Self)
    }

    /// Reads the key from a file. If the file does not exist, does not contain a key, or is accessible to other users,
    /// replaces it with a new key that only the owner can read.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or if the system cannot provide random numbers.
    pub fn kept(path: &Path) -> io::Result<Self> {
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() && private::is_private(&metadata) && metadata.len() == LENGTH as u64 => {
                let bytes = fs::read(path)?;
                if let Ok(bytes) = bytes.try_into() {
                    return Ok(Self(bytes));
                }
            }
            _ => {}
        }
        let key = Self::new()?;
        private::write(path, &key.0)?;
        Ok(key)
    }

    /// Derives the key for the pages served on a port.
    pub fn of_port(&self, port: u16) -> PortKey {
        PortKey(hex(&code(&self.0, &format!("port {port}"))))
    }
}

/// The key for the pages served on a port, as hexadecimal text. The bytes of this text are the HMAC key of tokens and
/// proofs.
pub struct PortKey(String);

impl PortKey {
    /// Returns the key as it is sent to the pages.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Derives the token of the run whose salt is `salt`: 128 bits in hexadecimal.
    pub fn token(&self, salt: &str) -> String {
        let mut token = hex(&code(self.0.as_bytes(), &format!("token {salt}")));
        token.truncate(32);
        token
    }

    /// Derives the proof that the server has the key. `nonce` is the random number of the page. Nobody can compute the
    /// proof without the key.
    pub fn proof(&self, salt: &str, nonce: &str) -> String {
        hex(&code(self.0.as_bytes(), &format!("proof {salt} {nonce}")))
    }
}

/// Returns a random number of 128 bits in hexadecimal.
///
/// # Errors
/// Fails if the system cannot provide random numbers.
pub fn salt() -> io::Result<String> {
    random::<16>().map(|bytes| hex(&bytes))
}

/// Returns random bytes from the system.
fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// Returns the HMAC-SHA-256 code of a string.
fn code(key: &[u8], text: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("keys may have any length"));
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

/// Formats bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_of_a_run_depends_on_key_port_and_salt() {
        let [one, other] = [1, 2].map(|_| Key::new().expect("random numbers"));
        let (here, salt) = (one.of_port(4780), salt().expect("random numbers"));
        assert_eq!(here.token(&salt), one.of_port(4780).token(&salt));
        assert!(here.token(&salt).len() == 32 && here.token(&salt).bytes().all(|byte| byte.is_ascii_hexdigit()));
        for else_where in [one.of_port(4781), other.of_port(4780)] {
            assert_ne!(here.token(&salt), else_where.token(&salt));
            assert_ne!(here.proof(&salt, "1"), else_where.proof(&salt, "1"));
        }
        assert_ne!(here.token(&salt), here.token("0"));
        assert_ne!(here.proof(&salt, "1"), here.proof(&salt, "2"));
        assert_ne!(here.proof(&salt, "")[..32], here.token(&salt));
    }

    #[test]
    fn codes_agree_with_the_standard() {
        // RFC 4231, test case 2.
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex(&code(b"Jefe", "what do ya want for nothing?")), known);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_keeps_the_key_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("kurier-key-{}", std::process::id()));
        let path = folder.join("deep").join("key");
        let first = Key::kept(&path).expect("a new file");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(Key::kept(&path).expect("the file").0, first.0);
        // A key that other users could have read must be replaced.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("it is ours");
        let second = Key::kept(&path).expect("a new file");
        assert_ne!(second.0, first.0);
        fs::write(&path, "short").expect("it is ours");
        assert_ne!(Key::kept(&path).expect("a new file").0, second.0);
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        assert!(Key::kept(&folder).is_err(), "a folder is not a key");
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
