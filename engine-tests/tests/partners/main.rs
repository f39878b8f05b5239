//! The list of all tests that need other programs, with the programs that each test needs. See
//! [`engine_tests::partners`].

mod adapters;
mod counts;
mod fairy_games;
mod opponents;
mod package;
mod terminal;
mod uci_games;
mod xboard_loads;
mod xboard_matches;

use engine_tests::partners;

fn main() {
    let tests = [
        adapters::tests(),
        counts::tests(),
        fairy_games::tests(),
        opponents::tests(),
        package::tests(),
        terminal::tests(),
        uci_games::tests(),
        xboard_loads::tests(),
        xboard_matches::tests(),
    ];
    partners::main(tests.into_iter().flatten().collect())
}
