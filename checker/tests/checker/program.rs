//! The program `tsumi-check`: what it prints and how it ends.
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const MATE: &str = "\
tsumi-certificate 1
position 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
attacker black
claim mate 1
entries 1
8k/9/8P/9/9/9/9/9/9 2G G*1b 1
end
";

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tsumi-check"))
}

/// Exit code, standard output, standard error.
fn shown(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code().expect("no signal");
    (code, text(&output.stdout), text(&output.stderr))
}

fn run(args: &[&str]) -> (i32, String, String) {
    shown(&program().args(args).stdin(Stdio::null()).output().unwrap())
}

/// A file of this name in the test's own folder.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn one_file() {
    let good = file("one-good.tsc", MATE);
    assert_eq!(run(&[&good]), (0, "VERIFIED mate 1\n".into(), "".into()));
    for threads in ["1", "4", "256"] {
        let said = run(&["--threads", threads, &good]).1;
        assert_eq!(said, "VERIFIED mate 1\n", "{threads}");
    }
    let bad = file("one-bad.tsc", &MATE.replace("G*1b", "G*5b"));
    let said = "NOT VERIFIED line 6: G*5b gives no check\n";
    assert_eq!(run(&[&bad]), (1, said.into(), "".into()));
}

#[test]
fn several_files() {
    let good = file("several-good.tsc", MATE);
    let bad = file("several-bad.tsc", "");
    let none = format!("{good}.none");
    let (code, out, err) = run(&[&bad, &good]);
    assert_eq!(code, 1);
    let lines = format!(
        "{bad}: NOT VERIFIED line 1: expected: tsumi-certificate …\n{good}: VERIFIED mate 1\n"
    );
    assert_eq!((out, err), (lines, "".into()));
    let (code, out, err) = run(&[&good, &none, &bad]);
    assert_eq!(code, 2);
    assert_eq!(out.lines().count(), 2);
    assert!(
        err.starts_with(&format!("tsumi-check: {none}: cannot be read: ")),
        "{err}"
    );
}

/// A new folder in the test's own one, with these files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir(&path).unwrap();
    for (name, bytes) in files {
        std::fs::write(path.join(name), bytes).unwrap();
    }
    path.into_os_string().into_string().unwrap()
}

const ROWS: &str = "\
tsumi-rows 1
row one
position 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
attacker black
result mate
declared 1
line G*1b
looked line
status ok
proof one.tsc
end 1
";

/// Without rows a folder stands for its certificates, with rows for those that they name.
#[test]
fn folders() {
    let mate = MATE.as_bytes();
    let plain = folder("plain", &[("b.tsc", b""), ("a.tsc", mate), ("c.txt", b"")]);
    let (code, out, err) = run(&[&plain]);
    let said = format!(
        "{plain}/a.tsc: VERIFIED mate 1\n\
         {plain}/b.tsc: NOT VERIFIED line 1: expected: tsumi-certificate …\n"
    );
    assert_eq!((code, out, err), (1, said, "".into()));
    let empty = folder("empty", &[("c.txt", b"")]);
    let said = format!("tsumi-check: {empty}: no certificate in it\n");
    assert_eq!(run(&[&empty]), (2, "".into(), said));

    let rows = ROWS.as_bytes();
    let good = folder(
        "good",
        &[("one.tsc", mate), ("other.tsc", b""), ("rows.txt", rows)],
    );
    let said = format!("{good}/one.tsc: VERIFIED mate 1\n{good}: proved 1 of 1 rows\n");
    assert_eq!(run(&[&good]), (0, said, "".into()));
    let more = ROWS.replace("declared 1", "declared 3");
    let more = folder("more", &[("one.tsc", mate), ("rows.txt", more.as_bytes())]);
    let (code, out, _) = run(&[&more]);
    assert_eq!(code, 1);
    let end = format!("one: not proved: the length\n{more}: proved 0 of 1 rows\n");
    assert!(out.ends_with(&end), "{out}");
    // A file that is missing, and a list that was cut off.
    let missing = folder("missing", &[("rows.txt", rows)]);
    let (code, out, err) = run(&[&missing]);
    assert_eq!(
        (code, out.contains("proved 0 of 1 rows")),
        (2, true),
        "{out}"
    );
    assert!(err.contains("one.tsc: cannot be read"), "{err}");
    let cut = ROWS.replace("end 1\n", "");
    let cut = folder("cut", &[("one.tsc", mate), ("rows.txt", cut.as_bytes())]);
    let (code, out, _) = run(&[&cut]);
    let why = "rows.txt: NOT VERIFIED line 11: the list of rows has no end, or no row\n";
    assert_eq!((code, out), (1, format!("{cut}/{why}")));
}

/// Rows that are there and cannot be read are not taken for none: here a name that leads to itself.
#[cfg(unix)]
#[test]
fn rows_that_cannot_be_read() {
    let folder = folder("unreadable", &[("one.tsc", MATE.as_bytes())]);
    let rows = PathBuf::from(&folder).join("rows.txt");
    std::os::unix::fs::symlink("rows.txt", &rows).unwrap();
    let (code, out, err) = run(&[&folder]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("rows.txt: cannot be read: "), "{err}");
}

/// Compressed files are read through the program `zstd`, whole or not at all.
#[test]
fn compressed_files() {
    let pack = |text: &str| {
        let mut zstd = Command::new("zstd");
        zstd.args(["-q", "-c"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = zstd.spawn().expect("this test needs zstd");
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        child.wait_with_output().unwrap().stdout
    };
    let (good, bad) = (pack(MATE), pack(&MATE.replace("G*1b", "G*5b")));
    let files = [
        ("bad.tsc.zst", &bad[..]),
        ("cut.tsc.zst", &good[..good.len() - 9]),
        ("good.tsc.zst", &good),
    ];
    let folder = folder("compressed", &files);
    let (code, out, _) = run(&[&folder]);
    assert_eq!(code, 1, "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[0].ends_with("bad.tsc.zst: NOT VERIFIED line 6: G*5b gives no check"));
    assert!(
        lines[1].contains("cut.tsc.zst: NOT VERIFIED line "),
        "{out}"
    );
    assert!(lines[2].ends_with("good.tsc.zst: VERIFIED mate 1"));
    // One that is missing is not taken for an empty one.
    let (code, out, err) = run(&[&format!("{folder}/none.tsc.zst")]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("none.tsc.zst: cannot be read: "), "{err}");
    // Without that program it is said what is missing.
    let packed = format!("{folder}/good.tsc.zst");
    let output = program()
        .arg(&packed)
        .env("PATH", &folder)
        .output()
        .unwrap();
    let said = format!("tsumi-check: {packed}: cannot be read: this needs the program zstd\n");
    assert_eq!(shown(&output), (2, "".into(), said));
}

#[test]
fn standard_input() {
    for (text, code, said) in [
        (MATE, 0, "VERIFIED mate 1\n"),
        (
            &MATE[..MATE.len() - 4],
            1,
            "NOT VERIFIED line 7: expected: end, after the entries announced\n",
        ),
    ] {
        let mut command = program();
        command
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(shown(&output), (code, said.into(), "".into()));
    }
}

#[test]
fn help_and_version() {
    let version = format!("tsumi-check {}\n", env!("CARGO_PKG_VERSION"));
    for option in ["--version", "-V"] {
        assert_eq!(run(&[option]), (0, version.clone(), "".into()));
    }
    for option in ["--help", "-h"] {
        let (code, out, err) = run(&[option]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("Usage: tsumi-check"), "{out}");
    }
}

#[test]
fn wrong_usage() {
    for args in [
        &[][..],
        &["--threads", "0", "x"],
        &["--threads", "257", "x"],
        &["--threads", "two", "x"],
        &["x", "--threads"],
        &["--thread", "2", "x"],
        &["-x", "x"],
        &["--"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(
            err.starts_with("tsumi-check: ") && err.contains("--help"),
            "{err}"
        );
    }
}

/// After `--` there are only files, and a name cannot command the terminal.
#[test]
fn odd_names() {
    let names = ["--help", "-h", "--version", "-V", "--threads", "--", "-x"];
    let (code, out, err) = run(&[&["--"], &names[..]].concat());
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err.lines().count(), names.len());
    for (name, line) in names.iter().zip(err.lines()) {
        assert!(
            line.starts_with(&format!("tsumi-check: {name}: cannot be read")),
            "{err}"
        );
    }
    let (code, _, err) = run(&["\u{1b}[2J"]);
    assert_eq!(code, 2);
    assert!(
        err.starts_with("tsumi-check: ?[2J: cannot be read"),
        "{err}"
    );
}

/// An output that nobody can read. A process that another test is starting may hold the reader a
/// moment longer than this one, so the first write that fails is waited for.
#[cfg(unix)]
fn closed_output() -> std::io::PipeWriter {
    let (reader, mut writer) = std::io::pipe().unwrap();
    drop(reader);
    while std::io::Write::write(&mut writer, b".").is_ok() {}
    writer
}

/// A verdict that nobody could read is no success.
#[cfg(unix)]
#[test]
fn a_closed_output_is_no_success() {
    let good = file("closed.tsc", MATE);
    for args in [&[good.as_str()][..], &["--help"], &["--version"]] {
        let writer = closed_output();
        let output = program()
            .args(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let (code, _, err) = shown(&output);
        assert_eq!(code, 2, "{args:?}");
        assert!(
            err.starts_with("tsumi-check: the output cannot be written: "),
            "{err}"
        );
    }
    // The same with both outputs closed: no panic.
    let writer = closed_output();
    let output = program()
        .arg(&good)
        .stdout(writer.try_clone().unwrap())
        .stderr(writer)
        .output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}

/// A certificate with so many entries: four silvers stand somewhere, and a gold mates.
#[cfg(target_os = "linux")]
fn large(entries: usize) -> String {
    let mut boards = String::new();
    let mut board: [usize; 4] = [0, 1, 2, 3];
    for _ in 0..entries {
        let mut ranks = vec!["8k".to_string(), "9".into(), "8P".into()];
        for rank in 0..6usize {
            let sign = |file| {
                if board.contains(&(9 * rank + file)) {
                    "S"
                } else {
                    "1"
                }
            };
            ranks.push((0..9usize).map(sign).collect());
        }
        boards += &format!("{} G G*1b 1\n", ranks.join("/"));
        // The next four of 54 squares.
        let last = (0..4).rev().find(|&i| board[i] < 50 + i).unwrap();
        board[last] += 1;
        for i in last + 1..4 {
            board[i] = board[i - 1] + 1;
        }
    }
    let root = boards.split(' ').next().unwrap();
    format!(
        "tsumi-certificate 1\nposition {root} b G 1\nattacker black\nclaim mate 1\n\
         entries {entries}\n{boards}end\n"
    )
}

/// The greatest memory of the program while it checks these, in KiB. After them it is given a named
/// pipe to read, on which it waits, so that its memory can be read when all else is done.
#[cfg(target_os = "linux")]
fn peak(name: &str, files: usize, args: &[&str]) -> usize {
    let pipe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pipe"));
    let _ = std::fs::remove_file(&pipe);
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let mut child = program()
        .args(args)
        .arg(&pipe)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let verified = lines.by_ref().take(files).map(Result::unwrap);
    assert_eq!(
        verified.filter(|l| l.contains("VERIFIED mate")).count(),
        files
    );
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|l| l.trim().strip_suffix(" kB")?.parse().ok());
    // An empty text, which is refused.
    drop(std::fs::File::options().write(true).open(&pipe).unwrap());
    assert!(lines.last().unwrap().unwrap().contains(": NOT VERIFIED "));
    assert_eq!(child.wait().unwrap().code(), Some(1));
    peak.unwrap()
}

/// Memory is in proportion to the largest file: 130 bytes an entry at most. Ten files of a folder take
/// at most half as much again as one, because what the first one leaves behind does not always fit
/// what the next one needs.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_largest_file() {
    let few = 30_000;
    let empty = peak("small", 1, &[&file("small.tsc", MATE)]);
    let [one, ten] = [1, 10].map(|times| {
        let name = format!("large-{times}.tsc");
        peak(&name, 1, &[&file(&name, &large(times * few))])
    });
    println!("{empty}, {one}, {ten} KiB");
    assert!(one > empty && (one - empty) << 10 < 130 * few + (1 << 20));
    assert!((ten - empty) << 10 < 130 * 10 * few, "{ten} KiB");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("ten-files");
    std::fs::create_dir_all(&folder).unwrap();
    for n in 0..10 {
        std::fs::write(folder.join(format!("{n}.tsc")), large(few)).unwrap();
    }
    let all = peak("ten-files", 10, &[folder.to_str().unwrap()]);
    println!("{all} KiB for ten files");
    assert!(all < one + one / 2, "{all} KiB, {one} for one file");
}
