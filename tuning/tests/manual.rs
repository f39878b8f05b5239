//! The manual pages and completions that packages bring.

use std::process::Command;

fn output(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tuning")).args(arguments).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn pages_and_completions_are_those_of_this_program() {
    let page = output(&["man"]);
    assert!(
        page.contains(".TH tuning 1") && page.contains("tuning\\-datagen"),
        "{page}"
    );
    for (shell, wanted) in [
        ("bash", "complete -F _tuning"),
        ("zsh", "#compdef tuning"),
        ("fish", "complete -c tuning"),
    ] {
        let script = output(&["completions", shell]);
        assert!(script.contains(wanted), "{shell}");
        // The generator gives fish no values of positional arguments.
        assert!(
            shell == "fish" || script.contains("furious-courier"),
            "{shell}: no games"
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    output(&["man", "--folder", folder.path().to_str().expect("a path in UTF-8")]);
    assert!(folder.path().join("tuning-train.1").is_file());
}
