//! Cuts an array in JSON into its elements, so that one that is wrong costs no other.

/// An element with the place at which it begins.
#[derive(Debug, PartialEq, Eq)]
pub struct Element<'a> {
    /// The number of its first line, from 1.
    pub line: u64,
    /// The characters before it in that line.
    pub indent: usize,
    pub text: &'a str,
}

/// The elements of the array with which a text begins. Where the text ends before the array does,
/// the last one is what is left. Nothing is checked but brackets and quotes.
pub fn elements(text: &str) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    let mut begun: Option<(usize, Element<'_>)> = None;
    let (mut depth, mut is_quoted, mut is_escaped) = (0usize, false, false);
    let (mut line, mut indent) = (1, 0);
    for (at, c) in text.char_indices() {
        let ends = !is_quoted && depth == 1 && matches!(c, ',' | ']');
        if ends && let Some((start, element)) = begun.take() {
            let text = text[start..at].trim_end();
            found.push(Element { text, ..element });
        } else if !ends && depth > 0 && begun.is_none() && !c.is_whitespace() {
            let text = "";
            begun = Some((at, Element { line, indent, text }));
        }
        if is_quoted {
            is_quoted = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
        } else {
            match c {
                '"' => is_quoted = true,
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if ends && depth == 0 {
                return found;
            }
        }
        indent += 1;
        if c == '\n' {
            (line, indent) = (line + 1, 0);
        }
    }
    found.extend(begun.map(|(start, element)| Element {
        text: text[start..].trim_end(),
        ..element
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_their_places() {
        let cut = |text| -> Vec<(u64, usize, String)> {
            let all = elements(text).into_iter();
            all.map(|e| (e.line, e.indent, e.text.to_string()))
                .collect()
        };
        let expected = [
            (2, 0, r#"{"a":[1,2]}"#.to_string()),
            (3, 1, r#""],\"","#.trim_end_matches(',').to_string()),
            (3, 10, "3".to_string()),
        ];
        assert_eq!(cut("[\n{\"a\":[1,2]},\n \"],\\\"\" , 3 ] 4"), expected);
        assert_eq!(cut("[]"), []);
        assert_eq!(cut("["), []);
        assert_eq!(
            cut("[{}, {\"a"),
            [(1, 1, "{}".into()), (1, 5, "{\"a".into())]
        );
        assert_eq!(cut("[あ,]]"), [(1, 1, "あ".to_string())]);
    }
}
