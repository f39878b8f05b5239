//! `kurier export`: writes variants in other programs' formats.

use std::io::Write;

use clap::{Args, ValueEnum};

use super::error::CliError;
use kurier_formats::export::{self, Format};
use kurier_rules::rules::Catalogue;

/// The arguments of `kurier export`.
#[derive(Args, Debug)]
pub(super) struct Export {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// The format
    #[arg(long, value_enum)]
    format: Target,
}

/// The names of the formats.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum Target {
    /// An Interactive Diagram of the Chess Variant Pages: HTML to paste into a page
    Diagram,
    /// A section of variants.ini, for Fairy-Stockfish
    Ini,
}

/// Prints a variant in the format of another program.
pub(super) fn export(out: &mut impl Write, catalogue: &Catalogue, arguments: &Export) -> Result<(), CliError> {
    let definition = catalogue.find(&arguments.variant)?;
    let format = match arguments.format {
        Target::Diagram => Format::InteractiveDiagram,
        Target::Ini => Format::VariantsIni,
    };
    let text = export::export(&definition, format).map_err(|error| CliError::Other(error.into()))?;
    Ok(out.write_all(text.as_bytes())?)
}
