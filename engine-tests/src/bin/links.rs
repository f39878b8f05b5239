//! Checks the links of a folder of HTML pages:
//!
//! ```text
//! cargo run --release -p engine-tests --bin links -- FOLDER
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine_tests::links::{self, Page};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("usage: links FOLDER")?;
    let mut pages = BTreeMap::new();
    add_pages(&Path::new(&folder).canonicalize()?, &mut pages)?;
    let report = links::check(&pages);
    for broken in &report.broken {
        eprintln!("links: {broken}");
    }
    println!(
        "links: {} in {} pages, {} broken",
        report.checked,
        pages.len(),
        report.broken.len()
    );
    let succeeded = report.checked > 0 && report.broken.is_empty();
    Ok(if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Adds the pages of a folder and of all folders inside it.
fn add_pages(folder: &Path, pages: &mut BTreeMap<PathBuf, Page>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_pages(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let mut page = Page::html(&fs::read_to_string(&path)?);
            // The page for unknown URLs has links from the root of the server, which this check cannot resolve.
            if path.ends_with("404.html") {
                page.links.clear();
            }
            // The board in the browser creates its elements by script.
            if path.components().any(|folder| folder.as_os_str() == "board") {
                page.anchors = None;
            }
            pages.insert(path, page);
        }
    }
    Ok(())
}
