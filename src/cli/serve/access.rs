//! Who may ask: pages that this server has sent, and programs on this machine.
//!
//! A page of another site can make a browser send requests here. Such a request names its page in
//! `Origin`, and one under a name that was pointed at this machine (DNS rebinding) names that in
//! `Host`. Both have to be ours.

use super::http::{Head, Status};

/// The names under which a browser finds this machine.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Lets a request in that was sent to this server, at `port`.
///
/// # Errors
/// The status with which it is refused.
pub fn admit(head: &Head, port: u16) -> Result<(), Status> {
    let host = head.header("host")?.ok_or(Status::BadRequest)?;
    if !is_ours(host, port) {
        return Err(Status::Forbidden);
    }
    match head.header("origin")? {
        None => Ok(()),
        Some(origin) => match origin.strip_prefix("http://") {
            Some(host) if is_ours(host, port) => Ok(()),
            _ => Err(Status::Forbidden),
        },
    }
}

/// True for one of our names with our port; port 80 may be left out.
fn is_ours(host: &str, port: u16) -> bool {
    let host = host.to_ascii_lowercase();
    NAMES.iter().any(|name| {
        let rest = host.strip_prefix(name);
        rest.is_some_and(|rest| rest == format!(":{port}") || (rest.is_empty() && port == 80))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names() {
        for host in [
            "localhost:8027",
            "127.0.0.1:8027",
            "[::1]:8027",
            "LocalHost:8027",
        ] {
            assert!(is_ours(host, 8027), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:80",
            "localhost:80270",
            "localhost.evil.example:8027",
            "evil.example:8027",
            "127.0.0.1.evil.example:8027",
            "127.0.0.2:8027",
            "xlocalhost:8027",
            "localhost:8027/",
            "0.0.0.0:8027",
        ] {
            assert!(!is_ours(host, 8027), "{host}");
        }
        assert!(is_ours("localhost", 80));
    }
}
