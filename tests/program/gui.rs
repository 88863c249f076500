//! A GUI's side of a session: starts the engine, sends commands, waits for lines.

use crate::common::{PATIENCE, wait_until};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

pub struct Gui {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    /// Starts `tsumi` with `args`.
    pub fn new(args: &[&str]) -> Gui {
        Gui::of(Command::new(assert_cmd::cargo::cargo_bin!("tsumi")).args(args))
    }

    /// Starts a command that is the engine.
    pub fn of(command: &mut Command) -> Gui {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if send.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Gui {
            child,
            stdin,
            lines,
        }
    }

    pub fn send(&mut self, command: &str) {
        self.send_bytes(command.as_bytes());
    }

    pub fn send_bytes(&mut self, command: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(command).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        line.expect("the engine says nothing more")
    }

    /// Lines up to one that begins with `word`; that line is the last.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut out = Vec::new();
        loop {
            out.push(self.line());
            if out[out.len() - 1].split(' ').next() == Some(word) {
                return out;
            }
        }
    }

    /// Sends a command and waits for a line that begins with `word`.
    pub fn ask(&mut self, command: &str, word: &str) -> String {
        self.send(command);
        self.until(word).pop().unwrap()
    }

    /// The most memory that the engine has had, in KiB.
    #[cfg(target_os = "linux")]
    pub fn peak_kib(&self) -> u64 {
        crate::common::peak_kib(self.child.id()).expect("the engine runs")
    }

    /// Ends the engine's input.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// All lines that are left once the engine has ended; its exit code and messages.
    pub fn end(mut self) -> (Vec<String>, i32, String) {
        wait_until("the end of the engine", || {
            self.child.try_wait().unwrap().is_some()
        });
        self.stdin = None;
        let left = self.lines.iter().collect();
        let output = self.child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (left, output.status.code().unwrap_or(-1), stderr)
    }
}
