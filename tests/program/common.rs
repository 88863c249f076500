//! The program as a user runs it, with the files and positions its tests share.

use assert_cmd::Command;
use serde_json::Value;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Mate in nine.
pub const NINE: &str = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
/// Mate in one.
pub const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// No mate.
pub const NOMATE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

/// All commands of the program.
pub const COMMANDS: [&str; 12] = [
    "solve",
    "verify",
    "report",
    "check",
    "bench",
    "compare",
    "convert",
    "show",
    "serve",
    "completions",
    "man",
    "usi",
];

/// The program.
pub fn tsumi() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"] {
        command.env_remove(name);
    }
    command
}

/// How long a test waits for what comes within a second on a quiet machine: only a program that
/// hangs takes longer, whatever else the machine does.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Waits until something has happened.
pub fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !happened() {
        assert!(begin.elapsed() < PATIENCE, "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Presses Ctrl-C for a running program.
#[cfg(unix)]
pub fn interrupt(child: &std::process::Child) {
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.unwrap().success());
}

/// Reads the head of an HTTP message, its last, blank line included: the length of the body.
pub fn body_length(message: &mut impl BufRead) -> std::io::Result<usize> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        message.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        if line.is_empty() {
            return Ok(length);
        }
    }
}

/// Exit code, standard output, standard error.
pub fn run(args: &[&str], stdin: &str) -> (i32, String, String) {
    let output = tsumi().args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or(-1);
    (code, text(output.stdout), text(output.stderr))
}

/// A place for a file.
pub fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A place for a file that is not there yet.
pub fn fresh(name: &str) -> PathBuf {
    let path = temporary(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A file with something in it.
pub fn file(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = temporary(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// An empty folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    let path = temporary(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A file of the repository.
pub fn repository(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    text(&path).to_string()
}

/// True when a program that a test needs starts with these arguments.
pub fn starts(program: &str, args: &[&str]) -> bool {
    let output = std::process::Command::new(program).args(args).output();
    output.is_ok_and(|o| o.status.success()) || {
        skip(&format!("{program} {} does not run here", args.join(" ")));
        false
    }
}

/// Says that a test cannot be run on this machine, past the capture of the test
/// harness. Where `CI` is `true` that is a failure: `.ci/run` installs what tests need.
pub fn skip(why: &str) {
    use std::io::Write;
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{why}");
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// The Python that has the packages (`TSUMI_PYTHON`, else `python3`).
pub fn python() -> String {
    std::env::var("TSUMI_PYTHON").unwrap_or_else(|_| "python3".into())
}

/// The most memory that a running process has had, in KiB.
#[cfg(target_os = "linux")]
pub fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix(" kB")?.parse().ok()
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The rows of a report without the keys that differ from run to run.
pub fn rows(report: &str, without: &[&str]) -> Vec<Value> {
    let mut rows: Vec<Value> = report
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        for &key in without {
            row.remove(key).unwrap();
        }
    }
    rows
}

/// An output that nobody can read. A process that another test is starting may hold the reader a
/// moment longer than this one, so the first write that fails is waited for.
#[cfg(target_os = "linux")]
pub fn closed_output() -> std::io::PipeWriter {
    let (reader, mut writer) = std::io::pipe().unwrap();
    drop(reader);
    while std::io::Write::write(&mut writer, b".").is_ok() {}
    writer
}
