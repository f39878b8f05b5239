//! Finds the engine's binary, built with the profile of the running tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Returns the path of the `kurier` binary, built with the profile of the running test.
///
/// `cargo test` of this package alone does not build binaries of other packages, so this function runs `cargo build`,
/// once per test program; cargo does nothing if the binary is fresh.
///
/// # Panics
/// Panics if the binary cannot be built, and shows the output of cargo.
pub fn kurier_binary() -> PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(build).clone()
}

fn build() -> PathBuf {
    let test = std::env::current_exe().expect("the running test has a path");
    // The path of a test program is target/PROFILE/deps/TEST-HASH.
    let profile_folder = test
        .ancestors()
        .find(|folder| folder.join("deps").is_dir())
        .expect("the test runs in a cargo target folder");
    let profile = match profile_folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let target = profile_folder
        .parent()
        .expect("a profile's folder is in a target folder");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args([
            "build",
            // The features of dependencies depend on the selected packages. With the selection of CI, cargo reuses the
            // engine that the tests were built with instead of compiling another one.
            "--workspace",
            "--bin",
            "kurier",
            "--profile",
            profile,
            "--target-dir",
        ])
        .arg(target)
        .current_dir(workspace)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let binary = profile_folder.join(format!("kurier{}", std::env::consts::EXE_SUFFIX));
    assert!(binary.is_file(), "{} is missing", binary.display());
    binary
}
