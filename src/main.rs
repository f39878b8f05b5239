//! The program `kurier`: the command line, and the protocol loop if no command is given.

use std::process::ExitCode;

fn main() -> ExitCode {
    end_on_panic();
    kurier::cli::run()
}

/// Sets a panic hook that ends the process. If any thread panics, a GUI or a referee must see that the engine has
/// crashed, and not wait for a move that never comes.
///
/// `panic = "abort"` in the release profile would also end the process. But Cargo builds tests with unwinding only, and
/// would compile the whole engine a second time for the programs that tests start.
fn end_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}
