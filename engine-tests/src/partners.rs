//! Tests that need other programs: engines to play against, XBoard, a job queue.
//!
//! If a program is missing, the tests that need it are reported as ignored, with the reason, instead of passing
//! silently; `.ci/partners` installs the programs on Debian. Test programs that use this module run without Rust's own
//! test harness, which cannot ignore a test at run time.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use libtest_mimic::{Arguments, Completion, Trial};

/// The environment variable with the path of a log to which each finished test appends the programs that it has used,
/// one per line. `.ci/run` checks that every installed program was used.
pub const LOG: &str = "KURIER_PARTNERS_LOG";

/// Finds a program in the search path or in Debian's folder for games. Several names, separated by `|`, are tried in
/// turn.
pub fn find(names: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain([PathBuf::from("/usr/games")]).collect();
    names
        .split('|')
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

/// Creates a test that needs some programs (see [`find`]). The test is called with their paths, in the given order.
pub fn test(name: &str, programs: &'static [&'static str], run: impl FnOnce(&[PathBuf]) + Send + 'static) -> Trial {
    Trial::ignorable_test(name, move || {
        let paths: Vec<PathBuf> = programs.iter().filter_map(|names| find(names)).collect();
        if paths.len() < programs.len() {
            let missing: Vec<_> = programs.iter().copied().filter(|names| find(names).is_none()).collect();
            return Ok(Completion::ignored_with(format!(
                "not installed: {}",
                missing.join(", ")
            )));
        }
        run(&paths);
        log(&paths)?;
        Ok(Completion::Completed)
    })
}

fn log(paths: &[PathBuf]) -> std::io::Result<()> {
    let Some(file) = env::var_os(LOG) else { return Ok(()) };
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    for name in paths.iter().filter_map(|path| path.file_name()) {
        writeln!(file, "{}", name.to_string_lossy())?;
    }
    Ok(())
}

/// Runs the tests of a test program and exits the process. Tests run one at a time unless the arguments say otherwise,
/// because a test with two thinking engines already occupies two cores.
pub fn main(tests: Vec<Trial>) -> ! {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(1);
    libtest_mimic::run(&arguments, tests).exit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(test: Trial) -> (u64, u64, u64) {
        let output = tempfile::NamedTempFile::new().expect("a file");
        let arguments = Arguments {
            logfile: output.path().to_str().map(str::to_owned),
            ..Arguments::default()
        };
        let conclusion = libtest_mimic::run(&arguments, vec![test]);
        (conclusion.num_passed, conclusion.num_failed, conclusion.num_ignored)
    }

    #[test]
    fn a_test_without_its_programs_is_ignored_and_one_with_them_is_run() {
        assert_eq!(run(test("absent", &["sh", "no-such-program"], |_| ())), (0, 0, 1));
        assert_eq!(
            run(test("present", &["no-such-program|sh"], |paths| assert!(
                paths[0].ends_with("sh")
            ))),
            (1, 0, 0)
        );
        assert_eq!(run(test("failing", &["sh"], |_| panic!("it fails"))), (0, 1, 0));
    }
}
