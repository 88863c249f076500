//! `tsumi show` with PNG (feature `png`): the picture has the pieces where they stand,
//! and where no font can draw them there is none.
#![cfg(feature = "png")]

use crate::common::{NINE, file, folder, run, skip, temporary, text};
use resvg::tiny_skia::Pixmap;

/// The picture of a position; none, with a word about it, where no Japanese font is.
fn drawn(name: &str, sfen: &str, more: &[&str]) -> Option<Pixmap> {
    let path = temporary(name);
    let _ = std::fs::remove_file(&path);
    let args = [&["show", sfen, "-o", text(&path)], more].concat();
    let (code, _, err) = run(&args, "");
    if err.contains("no Japanese font") {
        assert_eq!(code, 2);
        assert!(!path.exists());
        skip(&err);
        return None;
    }
    assert_eq!(code, 0, "{err}");
    Some(Pixmap::load_png(&path).unwrap())
}

/// Side of a square in pixels, without its border on either side.
const SIDE: u32 = 96;

/// Which pixels of a square are dark, row by row.
fn ink(picture: &Pixmap, file: u32, rank: u32) -> Vec<bool> {
    // As src/formats/svg.rs has it without the defender's hand, twice as large, and 12
    // pixels inside.
    let (x, y) = (60 + (9 - file) * 120 + 12, 100 + (rank - 1) * 120 + 12);
    let points = (y..y + SIDE).flat_map(|y| (x..x + SIDE).map(move |x| (x, y)));
    let dark = |(x, y)| picture.pixel(x, y).is_some_and(|p| p.red() < 128);
    points.map(dark).collect()
}

fn count(ink: &[bool]) -> usize {
    ink.iter().filter(|&&dark| dark).count()
}

/// In how many pixels two squares differ.
fn difference<'a>(a: &[bool], b: impl Iterator<Item = &'a bool>) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[test]
fn pieces_have_ink_and_empty_squares_have_none() {
    let Some(picture) = drawn("nine.png", NINE, &[]) else {
        return;
    };
    assert_eq!((picture.width(), picture.height()), (1340, 1240));
    for file in 1..=9 {
        for rank in 1..=9 {
            let dark = count(&ink(&picture, file, rank));
            let stands = matches!((file, rank), (3, 1 | 2) | (1..=3, 4));
            assert_eq!(dark > 200, stands, "{file}{rank}: {dark}");
            assert!(stands || dark == 0, "{file}{rank}");
        }
    }
}

#[test]
fn different_pieces_look_different_and_white_stands_on_its_head() {
    // Two kings and two generals: a font without signs would draw the same box for all.
    let sfen = "4k4/9/9/4g4/4G4/9/9/9/4K4 b 2r2b2g4s4n4l18p 1";
    let Some(picture) = drawn("heads.png", sfen, &[]) else {
        return;
    };
    let (king, white) = (ink(&picture, 5, 9), ink(&picture, 5, 1));
    let all = count(&king);
    assert!(difference(&king, ink(&picture, 5, 5).iter()) > all / 2);
    // Two pixels at the edges of a stroke may differ by the turn.
    assert!(difference(&king, white.iter().rev()) < all / 5);
    assert!(difference(&king, white.iter()) > all / 3);
}

#[test]
fn a_folder_gets_png_when_it_is_asked_for() {
    let dir = folder("png-folder");
    let both = format!("{NINE}\n{NINE}\n");
    let list = file("png-list.sfen", both);
    let args = ["show", text(&list), "-o", text(&dir), "--to", "png"];
    let (code, _, err) = run(&args, "");
    if err.contains("no Japanese font") {
        skip(&err);
        return;
    }
    assert_eq!(code, 0, "{err}");
    let names: Vec<_> = std::fs::read_dir(&dir).unwrap().collect();
    assert_eq!(names.len(), 2);
    for name in names {
        assert!(Pixmap::load_png(name.unwrap().path()).is_ok());
    }
}

#[test]
fn a_font_without_the_signs_gives_no_picture() {
    let path = temporary("bad-font.png");
    let _ = std::fs::remove_file(&path);
    let not_a_font = file("not-a-font.ttf", "words");
    let show = |font: &str, lang: &str| {
        let args = ["show", NINE, "-o", text(&path), "--font", font];
        run(&[&args[..], &["--lang", lang]].concat(), "")
    };
    let (code, _, err) = show(text(&not_a_font), "en");
    assert!(
        code == 2 && err.contains("cannot be read as a font"),
        "{err}"
    );
    let latin = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    if std::path::Path::new(latin).exists() {
        let (code, _, err) = show(latin, "en");
        assert!(code == 2 && err.contains("has no Japanese signs"), "{err}");
        let (code, _, err) = show(latin, "ja");
        assert!(code == 2 && err.contains("漢字がない"), "{err}");
    } else {
        skip(&format!("no {latin}"));
    }
    assert!(!path.exists());
}
