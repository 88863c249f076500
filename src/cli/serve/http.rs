//! The little of HTTP/1.1 that the bench needs: a request with its limits, and an answer.
//!
//! `httparse` reads the head. Everything that keeps the server safe is here, in the open: the most
//! bytes, the time that a client may take, and that a connection carries one request.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The most bytes of a request's first line and headers.
const HEAD: usize = 16 << 10;
/// The most headers.
const HEADERS: usize = 64;
/// The time for a head to come.
const HEAD_TIME: Duration = Duration::from_secs(3);
/// The time for a body to come.
const BODY_TIME: Duration = Duration::from_secs(30);
/// The time for the client to take a part of the answer.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// The time for the client to close after an answer.
const LINGER: Duration = Duration::from_millis(200);
/// How often it is looked whether the server is to end.
const LOOK: Duration = Duration::from_millis(50);

/// A request without its body.
#[derive(Debug)]
pub struct Head {
    pub method: String,
    /// The path without what follows a `?`.
    pub path: String,
    headers: Vec<(String, String)>,
    /// The bytes that came behind the head.
    rest: Vec<u8>,
}

/// Why there is no request to answer.
#[derive(Debug)]
pub enum Bad {
    /// It is answered with this status.
    Status(Status),
    /// The client has gone; there is nobody to answer.
    Gone,
}

/// The statuses of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    ContentTooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    HeadersTooLarge,
    Unavailable,
}

impl Status {
    /// The status line without the version.
    fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::RequestTimeout => "408 Request Timeout",
            Status::ContentTooLarge => "413 Content Too Large",
            Status::UnsupportedMediaType => "415 Unsupported Media Type",
            Status::TooManyRequests => "429 Too Many Requests",
            Status::HeadersTooLarge => "431 Request Header Fields Too Large",
            Status::Unavailable => "503 Service Unavailable",
        }
    }
}

impl Head {
    /// Reads a head.
    ///
    /// # Errors
    /// When it is no HTTP, too large or too slow.
    pub fn read(stream: &mut TcpStream, stop: &AtomicBool) -> Result<Head, Bad> {
        let end = Instant::now() + HEAD_TIME;
        let mut bytes = Vec::new();
        loop {
            if let Some(head) = Head::parse(&bytes).map_err(Bad::Status)? {
                return Ok(head);
            }
            if bytes.len() >= HEAD {
                return Err(Bad::Status(Status::HeadersTooLarge));
            }
            read_some(stream, &mut bytes, HEAD, (end, stop))?;
        }
    }

    /// The head that the bytes begin with; `None` while its end has not come.
    fn parse(bytes: &[u8]) -> Result<Option<Head>, Status> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let length = match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadersTooLarge),
            Err(_) => return Err(Status::BadRequest),
        };
        let text = |part: Option<&str>| part.map(str::to_string).ok_or(Status::BadRequest);
        let path = text(request.path)?;
        let header = |header: &httparse::Header<'_>| {
            let value = std::str::from_utf8(header.value).map_err(|_| Status::BadRequest)?;
            Ok((header.name.to_ascii_lowercase(), value.trim().to_string()))
        };
        Ok(Some(Head {
            method: text(request.method)?,
            path: path.split('?').next().unwrap_or_default().to_string(),
            headers: request
                .headers
                .iter()
                .map(header)
                .collect::<Result<_, _>>()?,
            rest: bytes[length..].to_vec(),
        }))
    }

    /// The value of a header that may come once.
    ///
    /// # Errors
    /// When it comes twice.
    pub fn header(&self, name: &str) -> Result<Option<&str>, Status> {
        let mut found = self.headers.iter().filter(|header| header.0 == name);
        match (found.next(), found.next()) {
            (Some(header), None) => Ok(Some(&header.1)),
            (None, _) => Ok(None),
            (Some(_), Some(_)) => Err(Status::BadRequest),
        }
    }

    /// Reads the body, of `most` bytes at most.
    ///
    /// # Errors
    /// When it has no length, is too large or too slow.
    pub fn body(
        &mut self,
        stream: &mut TcpStream,
        most: usize,
        stop: &AtomicBool,
    ) -> Result<Vec<u8>, Bad> {
        let length = self.length().map_err(Bad::Status)?;
        if length > most {
            return Err(Bad::Status(Status::ContentTooLarge));
        }
        if self.header("expect").map_err(Bad::Status)?.is_some() {
            let go_on = stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
            go_on.map_err(|_| Bad::Gone)?;
        }
        let end = Instant::now() + BODY_TIME;
        let mut bytes = std::mem::take(&mut self.rest);
        while bytes.len() < length {
            read_some(stream, &mut bytes, length, (end, stop))?;
        }
        bytes.truncate(length);
        Ok(bytes)
    }

    fn length(&self) -> Result<usize, Status> {
        if self.header("transfer-encoding")?.is_some() {
            return Err(Status::BadRequest);
        }
        let length = self.header("content-length")?.ok_or(Status::BadRequest)?;
        let plain = length.bytes().all(|c| c.is_ascii_digit());
        match length.parse() {
            Ok(length) if plain => Ok(length),
            _ if plain && !length.is_empty() => Err(Status::ContentTooLarge),
            _ => Err(Status::BadRequest),
        }
    }
}

/// Reads what has come, so that there are `most` bytes at most, or waits for something until `end`
/// or until `stop` becomes true.
fn read_some(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    most: usize,
    (end, stop): (Instant, &AtomicBool),
) -> Result<(), Bad> {
    let mut part = [0; 8 << 10];
    let wanted = part.len().min(most - bytes.len());
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Bad::Status(Status::RequestTimeout));
        }
        let wait = stream.set_read_timeout(Some(left.min(LOOK)));
        if wait.is_err() || stop.load(Ordering::Relaxed) {
            return Err(Bad::Gone);
        }
        match stream.read(&mut part[..wanted]) {
            Ok(0) => return Err(Bad::Gone),
            Ok(read) => {
                bytes.extend(&part[..read]);
                return Ok(());
            }
            Err(error) if is_early(&error) => {}
            Err(_) => return Err(Bad::Gone),
        }
    }
}

/// True when nothing has come yet.
pub fn is_early(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

/// What a page may do: use what comes with it, and nothing else. Workers with WebAssembly, pictures
/// made by the page and its own style are allowed; other sites cannot frame it.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Writes the head of an answer, whose body ends with the connection.
///
/// # Errors
/// When the client has gone or takes nothing.
pub fn begin(stream: &mut TcpStream, status: Status, kind: &str) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let allow = match status {
        Status::MethodNotAllowed => "Allow: GET, HEAD, POST\r\n",
        _ => "",
    };
    let head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {kind}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Content-Security-Policy: {POLICY}\r\n{allow}\r\n",
        status.line()
    );
    stream.write_all(head.as_bytes())
}

/// Ends an answer. What the client still sends is read for a moment, since closing before it was
/// read would take the answer away from him.
pub fn end(stream: &mut TcpStream, stop: &AtomicBool) {
    let _ = stream.shutdown(Shutdown::Write);
    let end = Instant::now() + LINGER;
    let mut rest = Vec::new();
    while rest.len() < HEAD && read_some(stream, &mut rest, HEAD, (end, stop)).is_ok() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_when_it_is_whole() {
        let text = b"POST /api/1?x=/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
        for cut in 0..text.len() - 2 {
            assert!(Head::parse(&text[..cut]).unwrap().is_none(), "{cut}");
        }
        let head = Head::parse(text).unwrap().unwrap();
        assert_eq!((&head.method[..], &head.path[..]), ("POST", "/api/1"));
        assert_eq!(head.header("host"), Ok(Some("a")));
        assert_eq!((head.length(), &head.rest[..]), (Ok(2), &b"{}"[..]));
    }

    #[test]
    fn lengths_that_say_two_things_are_refused() {
        let length = |headers: &str| {
            let text = format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n");
            Head::parse(text.as_bytes()).unwrap().unwrap().length()
        };
        for headers in [
            "Content-Length: 2\r\nContent-Length: 3",
            "Content-Length: +2",
            "Content-Length: 2, 2",
            "Content-Length: ",
            "Host: a",
            "Content-Length: 2\r\nTransfer-Encoding: chunked",
        ] {
            assert_eq!(length(headers), Err(Status::BadRequest), "{headers}");
        }
        let huge = length("Content-Length: 99999999999999999999999");
        assert_eq!(huge, Err(Status::ContentTooLarge));
    }
}
