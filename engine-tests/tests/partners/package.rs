//! Builds the Debian package, installs it into a temporary folder and uses it. Runs only in release builds, because the
//! package contains the release binary.

use std::path::{Path, PathBuf};
use std::process::Command;

use engine_tests::{kurier_binary, partners};
use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    let test = partners::test(
        "the_package_installs_a_working_program",
        &["cargo-deb", "dpkg"],
        install_and_run,
    );
    vec![test.with_ignored_flag(cfg!(debug_assertions))]
}

fn install_and_run(_: &[PathBuf]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert!(
        kurier_binary().ends_with("target/release/kurier"),
        "the package takes the program from there"
    );
    let built = Command::new(root.join("packaging/deb")).arg("--no-build").output();
    let built = built.expect("the script runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let said = String::from_utf8_lossy(&built.stdout).into_owned();
    let package = root.join(said.lines().last().expect("the package is named").trim());

    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    for part in ["updates", "info"] {
        std::fs::create_dir_all(place.join("var/lib/dpkg").join(part)).expect("a folder");
    }
    for part in ["status", "available"] {
        std::fs::write(place.join("var/lib/dpkg").join(part), "").expect("a file");
    }
    let installed = Command::new("dpkg")
        .arg(format!("--root={}", place.display()))
        .args([
            "--force-not-root",
            "--force-depends",
            "--force-bad-path",
            "--log=/dev/null",
            "--install",
        ])
        .arg(&package)
        .output()
        .expect("dpkg runs");
    assert!(
        installed.status.success(),
        "{}",
        String::from_utf8_lossy(&installed.stderr)
    );

    for file in [
        "usr/share/man/man1/kurier.1.gz",
        "usr/share/man/man1/kurier-analyze.1.gz",
        "usr/share/man/man1/tuning-datagen.1.gz",
        "usr/share/bash-completion/completions/kurier",
        "usr/share/bash-completion/completions/tuning",
        "usr/share/zsh/vendor-completions/_kurier",
        "usr/share/zsh/vendor-completions/_tuning",
        "usr/share/fish/vendor_completions.d/kurier.fish",
        "usr/share/games/plugins/xboard/kurier.eng",
        "usr/share/games/plugins/logos/kurier.png",
        "usr/share/doc/kurier/docs/variants.md.gz",
        "usr/share/doc/kurier/docs/images/diagrams/courier.png",
    ] {
        let plain = place.join(file.trim_end_matches(".gz"));
        assert!(place.join(file).is_file() || plain.is_file(), "{file}");
    }
    let program = Command::new(place.join("usr/games/kurier"))
        .args(["perft", "courier", "2"])
        .output();
    assert_eq!(
        String::from_utf8_lossy(&program.expect("it runs").stdout),
        "nodes: 678\n"
    );
    let games = place.join("two.games");
    let tuning = Command::new(place.join("usr/games/tuning"))
        .args(["datagen", "leap", "--games", "2", "--nodes", "50", "--out"])
        .arg(&games)
        .output()
        .expect("it runs");
    assert!(tuning.status.success(), "{}", String::from_utf8_lossy(&tuning.stderr));
    assert!(games.is_file());
}
