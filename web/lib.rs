//! The files of the board in the browser, embedded in the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// The folder; in a debug build it is read at run time.
#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// Returns the bytes of a file, by its path in the folder `page`: `board/board.js`.
pub fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(path).map(|file| file.data)
}

/// Returns the text of a file, by its path in the folder `page`, unless it is missing or not UTF-8.
pub fn text(path: &str) -> Option<String> {
    String::from_utf8(file(path)?.into_owned()).ok()
}

/// Iterates over the paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}
