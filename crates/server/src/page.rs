//! The route that serves the files of the page.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// The user of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The user of this machine, who cannot invite anybody.
    Alone,
    /// The user of this machine, who may invite a friend.
    Host,
    /// Somebody on another machine, who plays or watches one game.
    Guest,
}

impl Role {
    /// Returns the source of `config.js`, the module that tells the page its role.
    fn config(self) -> String {
        let role = match self {
            Self::Alone => "alone",
            Self::Host => "host",
            Self::Guest => "guest",
        };
        format!("export const engine = \"socket\";\nexport const role = \"{role}\";\n")
    }
}

/// Serves one of the page's files, named by the path: `index.html` if the path is empty. Responds with status 404 if
/// there is no such file.
pub fn file(uri: &Uri, role: Role) -> Response {
    // The first part of the path is the token.
    let path = match uri.path().splitn(3, '/').nth(2).unwrap_or_default() {
        "" => "index.html",
        path => path,
    };
    let file = match path {
        "config.js" => Some(role.config().into_bytes().into()),
        _ => kurier_page::file(path),
    };
    let Some(file) = file else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [(CONTENT_TYPE, content_type(path)), (CACHE_CONTROL, "no-cache")];
    (headers, file).into_response()
}

/// Returns the content type of a file, by its extension.
pub fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "json" | "webmanifest" => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_content_type() {
        assert!(kurier_page::file("index.html").is_some());
        for path in kurier_page::paths() {
            let named = content_type(&path) != "text/plain; charset=utf-8";
            assert!(named || path.ends_with(".txt") || path.ends_with(".ts"), "{path}");
        }
    }
}
