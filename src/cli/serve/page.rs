//! The page: the files of `web/`, which are part of the program.

use include_dir::{Dir, include_dir};

static WEB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// The kinds of files that are sent, by their extensions. What else lies in the folder, such as its
/// README, is not for browsers.
const KINDS: [(&str, &str); 7] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("wasm", "application/wasm"),
];

/// The file at a path, with its kind; `None` where there is none. `/` is `/index.html`.
pub fn file(path: &str) -> Option<(&'static [u8], &'static str)> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let (_, extension) = name.rsplit_once('.')?;
    let kind = KINDS.iter().find(|kind| kind.0 == extension)?.1;
    Some((WEB.get_file(name)?.contents(), kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_nothing_beside_it() {
        assert_eq!(file("/"), file("/index.html"));
        assert!(file("/").is_some_and(|(text, _)| text.starts_with(b"<!doctype html>")));
        for path in [
            "",
            "index.html",
            "//index.html",
            "/../Cargo.toml",
            "/..",
            "/./index.html",
            "/index.html/",
            "/README.md",
            "/%69ndex.html",
            "/web/index.html",
        ] {
            assert_eq!(file(path), None, "{path}");
        }
    }
}
