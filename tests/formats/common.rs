//! What the tests of faulty input share: reading a text, and holding its faults
//! against a list.

use std::path::PathBuf;
use tsumi::formats::{Input, InputError, Problem, ReadOptions, read_input, usi};

/// Writes a file for this test and reads it.
pub fn read(name: &str, bytes: &[u8]) -> Vec<Result<String, InputError>> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    read_input(&Input::File(path), &ReadOptions::default())
        .map(|r| r.map(|p| p.sfen()))
        .collect()
}

/// Reads a text in memory, by the extension of `name`.
pub fn read_text(name: &str, text: &str) -> Vec<Result<Problem, InputError>> {
    let input = Input::Memory {
        name: name.to_string(),
        bytes: text.as_bytes().to_vec(),
    };
    read_input(&input, &ReadOptions::default()).collect()
}

/// The problems of a text in memory that has no fault.
pub fn problems(name: &str, text: &str) -> Vec<Problem> {
    let read = read_text(name, text).into_iter();
    read.map(|p| p.unwrap_or_else(|e| panic!("{e}\n{text}")))
        .collect()
}

/// The only problem of a text in memory.
pub fn one(name: &str, text: &str) -> Problem {
    let mut all = problems(name, text);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

/// The main line of a problem in USI.
pub fn line(problem: &Problem) -> String {
    usi::line(problem.line.as_deref().unwrap_or_default())
}

/// Compares all cases, and fails with all that differ.
pub fn compare(name: &str, cases: impl IntoIterator<Item = (String, Expected)>) {
    let mut wrong = Vec::new();
    for (text, (line, column, message)) in cases {
        let error = only_error(name, &text);
        let same = (error.line, error.column) == (line, column);
        let said = error.message.english().contains(message) && error.hint.is_some();
        if !same || !said || !has_japanese(&error) {
            wrong.push(format!(
                "{text}\n{error}\n{}\nwanted {line}:{column} {message}\n",
                error.japanese()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True when an error is said in Japanese too, at the same place.
pub fn has_japanese(error: &InputError) -> bool {
    let both = [error.to_string(), error.japanese().to_string()];
    let [english, japanese] = both.each_ref().map(|text| text.split(": ").next());
    let texts = [Some(&error.message), error.hint.as_ref()];
    english == japanese
        && texts
            .into_iter()
            .flatten()
            .all(|text| text.japanese() != text.english() && !text.japanese().is_ascii())
}

pub fn only_error(name: &str, text: &str) -> InputError {
    let mut got = read(name, text.as_bytes());
    assert_eq!(got.len(), 1, "{text}: {got:?}");
    got.remove(0).expect_err(text)
}

/// line, column, part of the message
pub type Expected = (u64, usize, &'static str);

/// A case written as `what → line:column message`.
pub fn case(text: &'static str) -> (&'static str, Expected) {
    let (what, fault) = text.rsplit_once(" → ").expect(text);
    let (place, message) = fault.split_once(' ').expect(text);
    let (line, column) = place.split_once(':').expect(text);
    let number = |digits: &str| digits.parse::<u32>().expect(text);
    let place = (number(line).into(), number(column) as usize);
    (what, (place.0, place.1, message))
}

/// A sound problem, as KIF draws it.
pub const DIAGRAM: &str = "\
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";
