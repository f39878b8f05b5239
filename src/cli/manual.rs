//! Man pages and shell completions, made from the definition of the command line.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;

use super::error::CliError;
use crate::rules::Catalogue;

/// The arguments of `kurier man`.
#[derive(Args, Debug)]
pub(super) struct Man {
    /// Write the pages of all commands into this folder rather than printing the main one
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// The arguments of `kurier completions`.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

/// Prints the man page, or writes all.
pub(super) fn man(out: &mut impl Write, command: Command, arguments: &Man) -> Result<(), CliError> {
    match &arguments.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(command, folder)?;
        }
        None => clap_mangen::Man::new(command).render(out)?,
    }
    Ok(())
}

/// Prints a shell's completions.
pub(super) fn completions(
    out: &mut impl Write,
    mut command: Command,
    catalogue: &Catalogue,
    arguments: &Completions,
) -> Result<(), CliError> {
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
    // The generator writes to memory, which cannot fail; it panics where it can.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "kurier", &mut text);
    Ok(out.write_all(&text)?)
}
