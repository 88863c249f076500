//! What the pages are made of: the modules and the style of the bench (`web/`), put into one file.

use crate::base::markup::escaped;
use crate::base::message::Lang;
use std::fmt::Write as _;

/// The style of the bench, in the order of its page.
const STYLES: [&str; 9] = [
    include_str!("../../web/style/base.css"),
    include_str!("../../web/style/head.css"),
    include_str!("../../web/style/board.css"),
    include_str!("../../web/style/pieces.css"),
    include_str!("../../web/style/tools.css"),
    include_str!("../../web/style/answer.css"),
    include_str!("../../web/style/dialogs.css"),
    include_str!("../../web/style/narrow.css"),
    include_str!("../../web/style/print.css"),
];

/// The modules that pages use, each behind those that it imports.
const MODULES: [(&str, &str); 18] = [
    ("position.js", include_str!("../../web/position.js")),
    ("dom.js", include_str!("../../web/dom.js")),
    ("glyphs.js", include_str!("../../web/glyphs.js")),
    ("words.js", include_str!("../../web/words.js")),
    ("icons.js", include_str!("../../web/icons.js")),
    ("pieces.js", include_str!("../../web/pieces.js")),
    ("pointer.js", include_str!("../../web/pointer.js")),
    ("board.js", include_str!("../../web/board.js")),
    ("trays.js", include_str!("../../web/trays.js")),
    ("marks.js", include_str!("../../web/marks.js")),
    ("engine.js", include_str!("../../web/engine.js")),
    ("game.js", include_str!("../../web/game.js")),
    ("scene.js", include_str!("../../web/scene.js")),
    ("explore.js", include_str!("../../web/explore.js")),
    ("solve.js", include_str!("../../web/solve.js")),
    ("book.js", include_str!("../../web/book.js")),
    ("solution.js", include_str!("../../web/solution.js")),
    ("report.js", include_str!("../../web/report.js")),
];

/// A page of one file that runs a module of `web/`. `style` comes after that of the bench; the body
/// is given as HTML.
pub fn page(lang: Lang, title: &str, style: &str, body: &str, module: &str) -> String {
    let sprite = "<svg id=\"sprite\" width=\"0\" height=\"0\" aria-hidden=\"true\"></svg>";
    let script = script(module);
    format!(
        "{}{sprite}\n{body}<script type=\"module\">\n{script}</script>\n</body>\n</html>\n",
        head(lang, title, style)
    )
}

/// The head of a page of one file, and the beginning of its body.
pub fn head(lang: Lang, title: &str, style: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{}{style}</style>\n</head>\n<body>\n",
        code(lang),
        escaped(title),
        STYLES.concat()
    )
}

/// The code of a language in HTML.
pub fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Ja => "ja",
    }
}

/// A module and those that it needs as one script: each becomes a function that returns what it
/// exports. Import and export statements have one line each and name what they mean.
fn script(module: &str) -> String {
    let mut needed = vec![module];
    for (name, text) in MODULES.iter().rev() {
        if needed.contains(name) {
            needed.extend(text.lines().filter_map(|line| Some(import(line)?.1)));
        }
    }
    let mut out = String::from("const modules = {};\n");
    for (name, text) in MODULES.iter().filter(|(name, _)| needed.contains(name)) {
        let mut exports = Vec::new();
        let _ = writeln!(out, "modules[\"{name}\"] = (() => {{");
        for line in text.lines() {
            if let Some((names, from)) = import(line) {
                let names = names.replace(" as ", ": ");
                let _ = writeln!(out, "const {names} = modules[\"{from}\"];");
            } else if let Some(line) = line.strip_prefix("export ") {
                exports.extend(declared(line));
                let _ = writeln!(out, "{line}");
            } else {
                let _ = writeln!(out, "{line}");
            }
        }
        let _ = writeln!(out, "return {{ {} }};\n}})();", exports.join(", "));
    }
    out
}

/// The names in braces and the module of a line that imports.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, rest) = line.strip_prefix("import ")?.split_once(" from \"./")?;
    Some((names, rest.strip_suffix("\";")?))
}

/// The name that a line declares: `async function name(`, `class Name {`, `const NAME =`.
fn declared(line: &str) -> Option<&str> {
    let words = line.trim_start_matches("async ");
    let name = words.split_once(' ')?.1.trim_start_matches('*');
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_stands_behind_those_that_it_imports() {
        for (at, (name, text)) in MODULES.iter().enumerate() {
            for (_, from) in text.lines().filter_map(import) {
                let known = MODULES[..at].iter().any(|(earlier, _)| *earlier == from);
                assert!(known, "{name} imports {from}");
            }
            // Nothing ends the element that the script stands in, and no form of import or
            // export is overlooked.
            assert!(!text.contains("</script"), "{name}");
            for line in text.lines() {
                let odd = line.starts_with("import ") && import(line).is_none();
                assert!(!odd && !line.contains("export default"), "{name}: {line}");
                assert!(!line.starts_with("export {"), "{name}: {line}");
            }
        }
    }

    #[test]
    fn a_page_has_the_styles_of_the_bench_in_their_order() {
        let bench = include_str!("../../web/index.html");
        let links = bench.split("href=\"style/").skip(1);
        let linked: Vec<String> = links
            .map(|link| format!("web/style/{}", link.split('"').next().unwrap()))
            .map(|name| std::fs::read_to_string(name).unwrap())
            .collect();
        assert_eq!(linked, STYLES);
        let files = std::fs::read_dir("web/style").unwrap().count();
        assert_eq!(files, STYLES.len());
        let page = head(Lang::En, "", ".mine {}");
        assert!(page.contains(".side {") && page.find(".mine") > page.find("@media print"));
    }

    #[test]
    fn a_script_has_what_it_needs_and_no_more() {
        let script = script("pieces.js");
        for said in [
            "modules[\"position.js\"] = (() => {",
            "const { BRUSH, PRINT } = modules[\"glyphs.js\"];",
            "return { PIECE_SETS, picture, drawSet };",
        ] {
            assert!(script.contains(said), "{said}");
        }
        assert!(!script.contains("\nexport ") && !script.contains("\nimport "));
        assert!(!script.contains("modules[\"explore.js\"]"));
    }
}
