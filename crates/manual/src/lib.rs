//! Man pages and shell completions, generated from the definition of the command line.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;

use kurier_rules::rules::Catalogue;

/// The arguments of the command `man`.
#[derive(Args, Debug)]
pub struct Man {
    /// Write the man pages of all commands into this folder instead of printing the main page
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// The arguments of the command `completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell to write completions for
    shell: Shell,
}

/// Prints the man page of a program, or writes the man pages of all its commands into a folder.
///
/// # Errors
///
/// Fails if the output or a file cannot be written.
pub fn man(out: &mut impl Write, command: Command, arguments: &Man) -> io::Result<()> {
    match &arguments.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(command, folder)?;
        }
        None => clap_mangen::Man::new(command).render(out)?,
    }
    Ok(())
}

/// Prints the shell completions of a program. The completions include the names of the games in the catalogue.
///
/// # Errors
///
/// Fails if the output cannot be written.
pub fn completions(
    out: &mut impl Write,
    mut command: Command,
    catalogue: &Catalogue,
    arguments: &Completions,
) -> io::Result<()> {
    let names: Vec<String> = catalogue.iter().map(|definition| definition.name.clone()).collect();
    for subcommand in command.get_subcommands_mut() {
        for argument in ["variant", "name"] {
            let taken = std::mem::take(subcommand);
            let offered = taken
                .get_positionals()
                .any(|positional| positional.get_id() == argument);
            *subcommand = match offered && taken.get_name() != "import" {
                true => taken.mut_arg(argument, |arg| {
                    arg.value_parser(PossibleValuesParser::new(names.clone()))
                }),
                false => taken,
            };
        }
    }
    let program = command.get_name().to_owned();
    // The generator panics if it cannot write, so it writes to memory, where writing cannot fail.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, program, &mut text);
    out.write_all(&text)
}
