//! The program: the command line, or without a command the protocol loop.

use std::process::ExitCode;

fn main() -> ExitCode {
    end_on_panic();
    kurier::cli::run()
}

/// Sets a panic hook that ends the process. A GUI or a referee must see that the engine has crashed, whichever of its threads
/// has panicked, and not wait for a move that never comes.
///
/// The release profile unwinds, although `panic = "abort"` would end the process too: Cargo builds tests with unwinding only,
/// and would compile the whole engine a second time for the programs that tests start.
fn end_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}
