//! What the tests of certificates share.
#![allow(dead_code)]

use tsumi_check::{check, check_with};

/// The verdict on a certificate in words, by one thread and by several.
pub fn verdict(text: &str) -> String {
    let verdict = check(text);
    for threads in [2, 3, 300] {
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
