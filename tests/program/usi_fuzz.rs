//! Ten thousand commands in random order, half of them malformed: the engine
//! never hangs, never ends, and answers every `go` exactly once.

use crate::gui::Gui;
use fastrand::Rng;

const SOUND: [&str; 30] = [
    "usi",
    "isready",
    "usinewgame",
    "stop",
    "ponderhit",
    "gameover lose",
    "setoption name USI_Hash value 16",
    "setoption name USI_Hash value 2",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name NodesLimit value 100",
    "setoption name NodesLimit value 0",
    "setoption name PvInterval value 0",
    "setoption name PostSearchLevel value MinLength",
    "setoption name RootIsAndNodeIfChecked value false",
    "position startpos",
    "position startpos moves 7g7f 3c3d 8h2b+",
    "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "position sfen 9/9/9/9/9/9/4p4/9/4K4 w g 1",
    "position sfen 6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1",
    "position sfen 6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1 moves 2d1c+",
    "position sfen 7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1",
    "position sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "go mate infinite",
    "go mate 20",
    "go mate 1",
    "go",
    "go infinite",
    "go ponder btime 100 wtime 100 byoyomi 10",
    "go btime 1 wtime 1 byoyomi 5",
];

fn damaged(random: &mut Rng, line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..1 + random.usize(..3) {
        let at = random.usize(..bytes.len() + 1);
        match random.usize(..7) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.usize(..8),
            2 => bytes
                .splice(at..at, b" 99999999999999999999 ".iter().copied())
                .for_each(drop),
            3 => bytes
                .splice(at..at, "\u{1b}歩\u{feff}".bytes())
                .for_each(drop),
            4 => bytes
                .splice(at..at, b" -1 moves go mate".iter().copied())
                .for_each(drop),
            5 => bytes.extend_from_slice(&[0xff, 0xfe, 0x00]),
            _ => bytes.extend(std::iter::repeat_n(b'x', random.usize(..3000))),
        }
    }
    bytes.retain(|&b| b != b'\n');
    // A damaged `quit` would be none; whole ones are not among the sound lines.
    bytes
}

#[test]
fn ten_thousand_commands() {
    let mut gui = Gui::new(&["usi"]);
    let mut random = Rng::with_seed(0x7573_6920_6675_7a7a);
    gui.ask("usi", "usiok");
    let mut owed = 0usize;
    let mut ready = 0usize;
    let mut usiok = 0usize;
    let is = |bytes: &[u8], word: &str| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.split_whitespace().next() == Some(word)
    };
    for n in 0..10_000 {
        let sound = SOUND[random.usize(..SOUND.len())];
        let line = if n % 2 == 0 {
            sound.as_bytes().to_vec()
        } else {
            damaged(&mut random, sound)
        };
        owed += usize::from(is(&line, "go"));
        ready += usize::from(is(&line, "isready"));
        usiok += usize::from(is(&line, "usi"));
        gui.send_bytes(&line);
        if random.usize(..40) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(random.usize(..20) as u64));
        }
    }
    gui.send("stop");
    gui.send("isready");
    gui.send("setoption name Last value 1");
    let mut counts = [0usize; 3];
    loop {
        let line = gui.line();
        assert!(line.bytes().all(|b| (b' '..=b'~').contains(&b)), "{line:?}");
        assert!(!line.contains("internal error"), "{line}");
        match line.split(' ').next() {
            Some("checkmate" | "bestmove") => counts[0] += 1,
            Some("readyok") => counts[1] += 1,
            Some("usiok") => counts[2] += 1,
            Some("info" | "id" | "option") => {}
            _ => panic!("{line}"),
        }
        if line == "info string no option Last" {
            break;
        }
    }
    // The last search was told to stop and may have a moment left.
    while counts[0] < owed {
        let line = gui.line();
        counts[0] += usize::from(line.starts_with("checkmate") || line.starts_with("bestmove"));
    }
    assert_eq!(counts, [owed, ready + 1, usiok]);
    gui.send("quit");
    gui.hang_up();
    let (left, code, stderr) = gui.end();
    assert!(left.iter().all(|l| l.starts_with("info")), "{left:?}");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(owed > 1000, "{owed} searches");
    println!("{owed} searches answered");
}
