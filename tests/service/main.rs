//! The engine for pages and programs, without a browser.

mod common;
use common::*;

#[test]
fn show() {
    let mut s = service();
    for r in [
        r#"{"method":"hello"}"#.to_string(),
        format!(r#"{{"method":"position","sfen":"{NINE}","line":["2d1c+","1d1c"]}}"#),
        format!(r#"{{"method":"read","text":"a\t{NINE}\t9\t{NINE_LINE}\n4x4 b - 1"}}"#),
        format!(r#"{{"method":"analyse","sfen":"{NINE}","proofs":true}}"#),
        format!(r#"{{"method":"analyse","sfen":"{NONE}"}}"#),
        format!(
            r#"{{"method":"variations","sfen":"{NINE}","line":["2d1c+","1d1c","R*2c","1c1b","P*1c","1b1a","2c2a+","1a2a","3d1b+"]}}"#
        ),
        format!(
            r#"{{"method":"near_misses","sfen":"{NINE}","line":["2d1c+","1d1c","R*2c","1c1b","P*1c","1b1a","2c2a+","1a2a","3d1b+"]}}"#
        ),
        format!(r#"{{"method":"reply","sfen":"{NINE}","move":"2d1c+"}}"#),
        format!(r#"{{"method":"reply","sfen":"{NINE}"}}"#),
        format!(r#"{{"method":"reply","sfen":"{NONE}","move":"1c1b"}}"#),
        format!(r#"{{"method":"certificate","sfen":"{ONE}"}}"#),
        format!(
            r#"{{"method":"write","target":"kif","problems":[{{"sfen":"{NINE}","line":["2d1c+","1d1c"],"title":"x"}}]}}"#
        ),
        format!(r#"{{"method":"write","target":"svg","problems":[{{"sfen":"{NINE}"}}]}}"#),
    ] {
        println!("=== {r}");
        let t = std::time::Instant::now();
        for e in events_of(&mut s, &r) {
            let t = e.to_string();
            println!("{} {}", t.len(), t.chars().take(1500).collect::<String>());
        }
        println!("--- {:?}", t.elapsed());
    }
}
