//! A server of the files of `web/` and of nothing else, as a place for static sites is one. It does not
//! know the type of WebAssembly, as some do not.

use crate::common::{body_length, repository, skip};
use std::fs::read;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

/// Serves the files in threads that end with the program. The address; none, with a word about it,
/// where the module has not been built.
pub fn serve() -> Option<String> {
    if !Path::new(&repository("web/engine/tsumi.wasm")).exists() {
        skip("web/engine/tsumi.wasm is missing: run wasm/build");
        return None;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    Some(address)
}

/// Answers one request and closes the connection. What fails here fails in the browser as well.
fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    lines.read_line(&mut first)?;
    let length = body_length(&mut lines)?;
    // A body that is not read would break the connection before the answer has arrived.
    lines.take(length as u64).read_to_end(&mut Vec::new())?;
    let (status, kind, body) = found(&first);
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

/// Status, kind and content for the first line of a request.
fn found(request: &str) -> (&'static str, &'static str, Vec<u8>) {
    let Some(path) = request.strip_prefix("GET /") else {
        return ("405 Method Not Allowed", "text/plain", Vec::new());
    };
    let name = match path.split([' ', '?']).next() {
        Some("") | None => "index.html",
        Some(name) => name,
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    match read(repository(&format!("web/{name}"))) {
        Ok(body) if !name.contains("..") => ("200 OK", kind, body),
        _ => ("404 Not Found", "text/plain", Vec::new()),
    }
}
