//! Man pages and shell completions, made from the definition of the command line.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::error::CliError;

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
pub(super) fn completions(out: &mut impl Write, mut command: Command, arguments: &Completions) -> Result<(), CliError> {
    // The generator writes to memory, which cannot fail; it panics where it can.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "kurier", &mut text);
    Ok(out.write_all(&text)?)
}
