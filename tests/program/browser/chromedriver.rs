//! chromedriver, started so that its port is known, and what it said when it does not start.
//!
//! Told to take any port (`--port=0`) it takes one that is free for IPv4 and ends when another
//! program has the same one for IPv6. Beside many other tests that happens, so it is tried again.

use crate::common::PATIENCE;
use std::fs::{File, read_to_string};
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often it is tried.
const TRIES: u32 = 4;
/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(300);
/// How often it is looked whether it has started.
const LOOK: Duration = Duration::from_millis(10);
/// What it says before its port.
const STARTED: &str = "started successfully on port ";

/// A running chromedriver, which ends with this.
pub struct Driver {
    child: Child,
    pub port: u16,
}

impl Driver {
    /// Starts the driver `program`, which writes what it says into the file `log`.
    ///
    /// # Errors
    /// Everything that it said when it has not started in any of the tries.
    pub fn start(program: &str, log: &Path) -> Result<Driver, String> {
        let mut said = format!("{program} does not start:\n");
        for n in 1..=TRIES {
            match Driver::once(program, log) {
                Ok(driver) => return Ok(driver),
                Err(why) => said += &format!("try {n}: {why}\n"),
            }
            sleep(PAUSE);
        }
        Err(said)
    }

    /// Starts it once, or tells how it ended. It writes into a file because a pipe that nobody
    /// reads any more would end it later.
    fn once(program: &str, log: &Path) -> Result<Driver, String> {
        let file = File::create(log).unwrap();
        let child = Command::new(program)
            .arg("--port=0")
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn();
        let mut driver = Driver {
            child: child.map_err(|error| error.to_string())?,
            port: 0,
        };
        let begin = Instant::now();
        loop {
            // Whether it has ended comes first: what it says before that is in the file then.
            let ended = driver.child.try_wait().unwrap();
            let said = read_to_string(log).unwrap();
            if let Some(port) = port(&said) {
                driver.port = port;
                return Ok(driver);
            }
            let fate = match ended {
                Some(status) => format!("it ended with {status}"),
                None if begin.elapsed() > PATIENCE => "it has no port yet".to_string(),
                None => {
                    sleep(LOOK);
                    continue;
                }
            };
            return Err(format!("{fate}, and said: {}", said.trim()));
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port that a driver names, once the sentence about it is whole.
fn port(said: &str) -> Option<u16> {
    let (_, rest) = said.split_once(STARTED)?;
    let (number, _) = rest.split_once(['.', '\n'])?;
    number.parse().ok()
}

#[cfg(unix)]
mod tests {
    use super::*;
    use crate::common::{folder, text};
    use std::os::unix::fs::PermissionsExt;

    /// A driver that is a shell script, in a folder of its own.
    fn script(name: &str, lines: &str) -> Result<Driver, String> {
        let folder = folder(name);
        let program = folder.join("driver");
        std::fs::write(
            &program,
            format!("#!/bin/sh\ncd \"$(dirname \"$0\")\"\n{lines}\n"),
        )
        .unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        Driver::start(text(&program), &folder.join("log"))
    }

    #[test]
    fn a_driver_that_ends_at_first_is_started_again() {
        let driver = script(
            "driver-later",
            "echo >> tries
            [ \"$(wc -l < tries)\" -ge 3 ] || { echo 'IPv6 port not available.' >&2; exit 1; }
            echo 'ChromeDriver was started successfully on port 4711.'
            exec sleep 60",
        );
        assert_eq!(driver.map(|driver| driver.port), Ok(4711));
    }

    #[test]
    fn a_driver_that_never_starts_is_quoted() {
        let driver = script(
            "driver-never",
            "echo 'Starting ChromeDriver'; echo 'IPv6 port not available.' >&2; exit 3",
        );
        let said = driver.map(|driver| driver.port).unwrap_err();
        for part in [
            "Starting ChromeDriver",
            "IPv6 port not available.",
            "exit status: 3",
        ] {
            assert_eq!(said.matches(part).count(), TRIES as usize, "{said}");
        }
    }

    #[test]
    fn half_a_sentence_names_no_port() {
        assert_eq!(port(&format!("{STARTED}123")), None);
        assert_eq!(port(&format!("{STARTED}1234.\n")), Some(1234));
    }
}
