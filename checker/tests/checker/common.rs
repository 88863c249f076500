//! What the tests of certificates share.

use tsumi_check::{check, check_with};

pub const MATE: &str = "\
tsumi-certificate 1
position 9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1
attacker black
claim mate 3
entries 3
9/8k/9/8P/9/9/9/9/9 2G G*1c 3
8k/9/8G/8P/9/9/9/9/9 G G*1b 1
7k1/9/8G/8P/9/9/9/9/9 G G*2b 1
end
";

/// The same a ply later.
pub const MATED: &str = "\
tsumi-certificate 1
position 9/8k/8G/8P/9/9/9/9/9 w Gr2p 1
attacker black
claim mate 2
entries 2
8k/9/8G/8P/9/9/9/9/9 G G*1b 1
7k1/9/8G/8P/9/9/9/9/9 G G*2b 1
end
";

pub const NOMATE: &str = "\
tsumi-certificate 1
position 7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1
attacker black
claim nomate
entries 5
7nk/9/8G/9/9/9/9/9/9 P 1c1b:1a1b 1c2b:1a2b
7n1/7k1/9/9/9/9/9/9/9 P P*2c:2b1a
7nk/9/7P1/9/9/9/9/9/9 - 2c2b+:1a2b
7n1/8k/9/9/9/9/9/9/9 P P*1c:1b1a
7nk/9/8P/9/9/9/9/9/9 - 1c1b:1a1b 1c1b+:1a1b
end
";

pub const SAVED: &str = "\
tsumi-certificate 1
position 8k/8G/9/9/9/9/9/9/9 w Gr2p 1
attacker black
claim nomate
reply 1a1b
entries 5
8k/9/9/9/9/9/9/9/9 -
9/9/8k/9/9/9/9/9/9 -
9/7k1/9/9/9/9/9/9/9 -
9/9/7k1/9/9/9/9/9/9 -
9/8k/9/9/9/9/9/9/9 G G*1a:1b1a G*1c:1b1c G*2b:1b2b G*2c:1b2c
end
";

/// The verdict on a certificate in words, by one thread and by several; no thread counts as one.
pub fn verdict(text: &str) -> String {
    let verdict = check(text);
    for threads in [0, 2, 3, 300] {
        assert_eq!(check_with(text.as_bytes(), threads, &|| false), verdict);
    }
    match verdict {
        Ok(verified) => verified.to_string(),
        Err(rejected) => {
            assert!(!rejected.interrupted);
            rejected.to_string()
        }
    }
}

/// The verdict when `old`, which is in it once, is replaced by `new`.
pub fn edited(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    verdict(&text.replace(old, new))
}

pub fn refused(text: &str, old: &str, new: &str, line: usize, why: &str) {
    let expected = format!("NOT VERIFIED line {line}: {why}");
    assert_eq!(edited(text, old, new), expected, "{old} -> {new}");
}
