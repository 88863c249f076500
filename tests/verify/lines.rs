//! The end of a declared line: mate or not, without a search.

use crate::common::{judge, problem, tsume, zuko};
use tsumi::formats::usi;
use tsumi::verify::{Failure, Finding, Futile, LineState, Settings, Status, replay};

/// Mate in 1, every reply to which is a futile interposition (tanuki5-040).
const FUTILE: &str = "6G1k/9/7G1/8S/8L/9/9/9/9 b 2r2b2g3s4n3l18p 1";

fn one_node() -> Settings {
    Settings {
        nodes: Some(1),
        ..Settings::default()
    }
}

/// However hard the position is at which a line breaks off (021 of Shogi Zuko): a reply is left.
#[test]
fn a_line_that_breaks_off_fails_at_once() {
    let whole = zuko("021");
    let line = usi::line(&whole.line.as_ref().unwrap()[..1]);
    let found = judge(&[&whole.sfen(), "", &line], one_node());
    assert!(found.statuses.contains(&Status::LineFails), "{found:?}");
    let fails = |f: &Finding| match f {
        Finding::LineFails { ply: 2, why } => matches!(why, Failure::ReplyLeft(_)),
        _ => false,
    };
    assert!(found.findings.iter().any(fails), "{:?}", found.findings);
}

/// A line whose end leaves futile interpositions alone mates, unless every one counts. No limit leaves
/// that open.
#[test]
fn a_line_that_leaves_futile_interpositions_mates() {
    let line = usi::line(&tsume(&[FUTILE]).outcome.line);
    let fields = [FUTILE, "1", &line];
    let found = judge(&fields, one_node());
    assert!(!found.statuses.contains(&Status::LineFails), "{found:?}");
    assert_eq!(tsume(&fields).statuses, [Status::Ok]);
    let every = Settings {
        futile: Futile::None,
        ..one_node()
    };
    let found = judge(&fields, every);
    assert!(found.statuses.contains(&Status::LineFails), "{found:?}");
    let p = problem("x.sfen", &["id", &fields.join("\t")].join("\t"));
    let state = |futile| replay(&p, futile);
    assert!(matches!(state(Futile::Return), LineState::Mate(_)));
    assert!(matches!(state(Futile::None), LineState::Reply(..)));
}
