//! The files of the web page that shows the board, embedded in the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// The folder `page`. A debug build reads its files at run time.
#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// Returns the bytes of a file by its path in the folder `page`, such as `board/board.js`; `None` if there is no such
/// file.
pub fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(path).map(|file| file.data)
}

/// Returns the text of a file by its path in the folder `page`; `None` if the file is missing or not UTF-8.
pub fn text(path: &str) -> Option<String> {
    String::from_utf8(file(path)?.into_owned()).ok()
}

/// Returns an iterator over the paths of all files in the folder `page`.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}
