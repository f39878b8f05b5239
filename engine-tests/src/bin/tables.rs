//! Generates the tables of the manual from the files in `docs/data`:
//!
//! ```text
//! cargo run -p engine-tests --bin tables
//! ```

use std::error::Error;
use std::fs;
use std::path::Path;

use engine_tests::tables;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let data = root.join("docs/data");
    for folder in [root.clone(), root.join("docs")] {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let page = fs::read_to_string(&path)?;
            let fresh = tables::refresh(&page, &data).map_err(|error| format!("{}: {error}", path.display()))?;
            if fresh != page {
                fs::write(&path, fresh)?;
                println!("{}", path.display());
            }
        }
    }
    Ok(())
}
