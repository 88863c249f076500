//! Certificates of lengths: what the solver finds is proved, and what is changed is refused, or
//! still true.

use super::naive;
use crate::common::{Problem, jsonl, position, solve};
use fastrand::Rng;
use shogi_core::{Color, Hand, PartialPosition};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use tsumi::checker::{Claim, check};
use tsumi::proof::certificate::Certificate;
use tsumi::solver::{Control, Options, Outcome, Solver, Verdict};

/// Nodes that a problem may take, its proofs included.
const NODES: u64 = 100_000;

/// A solver that proves both lengths, in the certificates too.
fn prover() -> Solver {
    Solver::new(Options {
        nodes: Some(NODES),
        memory: 32 << 20,
        shortest_raw: true,
        shortest_conventional: true,
        prove_lengths: true,
        ..Options::default()
    })
}

/// The exact lengths of a mate, `(raw, conventional)`, and whether every longest defence leaves
/// pieces; none where a limit came first.
type Exact = (u32, u32, Option<u32>);

/// The length with nothing left; none where every line leaves something.
fn nothing_left(o: &Outcome) -> Option<u32> {
    match &o.nothing_left {
        Some(line) => Some(line.len() as u32),
        None => o.leftover.is_empty().then_some(o.line.len() as u32),
    }
}

fn lengths(o: &Outcome) -> Option<Exact> {
    match o.verdict {
        Verdict::Mate { raw, conventional } => (raw.is_minimal() && conventional.is_minimal())
            .then(|| (raw.upper, conventional.upper, nothing_left(o))),
        _ => None,
    }
}

/// Is this claim true of a mate with these lengths?
fn is_true(claim: &Claim, (raw, conventional, left): Exact) -> bool {
    match *claim {
        Claim::Mate(plies) => raw <= plies,
        Claim::Longer(plies) => raw > plies,
        Claim::Within(plies) => conventional <= plies,
        Claim::Leaves(plies) => conventional <= plies && left.is_none_or(|n| n < plies),
        Claim::Spares(plies) => left.is_none_or(|n| n <= plies),
        Claim::Spends(plies) => left.is_some_and(|n| n >= plies),
        Claim::Beyond(plies) => conventional > plies,
        Claim::NoMate | Claim::Only(_) => false,
    }
}

/// Mates of games and of the pitfalls, solved, with their exact lengths.
fn solved() -> Vec<(Problem, Outcome, Exact)> {
    let mut solver = prover();
    let problems = jsonl("game").into_iter().chain(jsonl("pitfalls"));
    let solved = problems.filter_map(|p| {
        let o = solve(&mut solver, &p);
        assert_eq!(o.defect, None, "{}", p.id);
        let exact = lengths(&o)?;
        Some((p, o, exact))
    });
    solved.collect()
}

/// Every length that was found exactly is proved from both sides, in both metrics, and so are
/// pieces that every longest defence leaves; the certificate is what it was once it has been
/// written and read.
#[test]
fn exact_lengths_are_proved() {
    let solved = solved();
    let (mut shorter, mut leaving, mut spending, mut limited) = (0, 0, 0, 0);
    for (p, o, exact) in &solved {
        let id = &p.id;
        let certificate = o.certificate.as_ref().unwrap();
        let text = certificate.to_string();
        let verified = check(&text).unwrap_or_else(|why| panic!("{id}: {why}"));
        let holds = |wanted: &dyn Fn(&Claim) -> bool| verified.claims.iter().any(wanted);
        assert!(verified.claims.iter().all(|c| is_true(c, *exact)), "{id}");
        let (raw, conventional, left) = *exact;
        // Nothing has to be shown for a length that cannot be less.
        let beyond = |c: &Claim| *c == Claim::Beyond(conventional - 2);
        // Nor where the limit came first.
        if o.nodes >= NODES {
            limited += 1;
            continue;
        }
        assert!(conventional < 2 || holds(&beyond), "{id}: {verified}");
        let within =
            |c: &Claim| [Claim::Within(conventional), Claim::Mate(conventional)].contains(c);
        assert!(holds(&within), "{id}: {verified}");
        let leaves = |c: &Claim| *c == Claim::Leaves(conventional);
        let is_less = left != Some(conventional);
        assert_eq!(holds(&leaves), is_less, "{id}: {verified}");
        if let Some(plies) = left.filter(|_| is_less) {
            assert!(holds(&|c| *c == Claim::Spends(plies)), "{id}: {verified}");
            let spares = plies + 2 >= conventional || holds(&|c| *c == Claim::Spares(plies));
            assert!(spares, "{id}: {verified}");
            spending += 1;
        }
        let longer = |c: &Claim| [Claim::Longer(raw - 2), Claim::Beyond(raw - 2)].contains(c);
        assert!(raw < 2 || holds(&longer), "{id}: {verified}");
        assert!(holds(&|c| *c == Claim::Mate(raw)), "{id}: {verified}");
        let read = Certificate::from_str(&text).unwrap();
        assert!(read == *certificate && read.to_string() == text, "{id}");
        let verdict = certificate.without_bounds();
        let alone = check(&verdict.to_string()).unwrap();
        assert_eq!(alone.claims, [Claim::Mate(raw)], "{id}");
        shorter += u32::from(conventional < raw);
        leaving += u32::from(is_less);
    }
    let all = solved.len();
    println!(
        "{all} mates, {shorter} shorter by the convention, {leaving} with pieces left, \
         {spending} with a length with nothing left, {limited} at the limit"
    );
    assert!(all > 250 && shorter > 20 && leaving > 200 && limited < 10);
}

/// The lines of a certificate between the announced number and the end.
fn entries(text: &str) -> (Vec<String>, Vec<String>) {
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    let first = lines.iter().position(|l| l.starts_with("entries")).unwrap();
    (
        lines[..first].to_vec(),
        lines[first + 1..lines.len() - 1].to_vec(),
    )
}

/// A certificate of these lines.
fn written(head: &[String], entries: &[String]) -> String {
    let count = entries.len();
    format!(
        "{}\nentries {count}\n{}\nend\n",
        head.join("\n"),
        entries.join("\n")
    )
}

/// A line with its number of plies changed by two, one up or one down.
fn moved(line: &str, random: &mut Rng) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let at = match words[0].as_str() {
        "claim" => 2,
        "mate" | "within" | "leaves" => 4,
        _ => 3,
    };
    if let Some(Ok(plies)) = words.get(at).map(|word| word.parse::<u32>()) {
        let plies = if random.bool() {
            plies + 2
        } else {
            plies.saturating_sub(2)
        };
        words[at] = plies.to_string();
    }
    words.join(" ")
}

/// A line with one piece more or less in hand.
fn other_hand(line: &str, random: &mut Rng) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let piece = ["P", "L", "N", "S", "G", "B", "R"][random.usize(..7)];
    let hand = words[2].clone();
    words[2] = match hand.strip_suffix(piece) {
        Some("") => "-".to_string(),
        Some(rest) if random.bool() => rest.to_string(),
        _ if hand == "-" => piece.to_string(),
        _ => format!("{piece}{hand}"),
    };
    words.join(" ")
}

/// A line of another kind, or with another reply.
fn other_word(line: &str, random: &mut Rng) -> String {
    let kinds = [
        "beyond",
        "beyond-exact",
        "longer",
        "lasts",
        "mate",
        "within",
        "leaves",
        "mated",
    ];
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    if random.u8(..3) == 0 || words.len() < 5 {
        words[0] = kinds[random.usize(..kinds.len())].to_string();
    } else {
        let (from, to) = (random.usize(4..words.len()), random.usize(4..words.len()));
        let reply = |word: &str| word.split_once(':').map(|pair| pair.1.to_string());
        match (reply(&words[from]), words[to].split_once(':')) {
            (Some(reply), Some((check, _))) => words[to] = format!("{check}:{reply}"),
            _ => words[to] = words[from].clone(),
        }
    }
    words.join(" ")
}

/// Changed in many ways, a certificate is refused or claims what is true.
#[test]
fn changed_certificates_prove_nothing_false() {
    let mut random = Rng::with_seed(20_261_126);
    let solved = solved();
    let small = solved
        .iter()
        .filter(|(_, o, _)| o.certificate_entries() <= 400);
    let small: Vec<_> = small.collect();
    let (mut count, mut passed) = (0, 0);
    for (i, (p, o, exact)) in small.iter().enumerate() {
        let (head, lines) = entries(&o.certificate.as_ref().unwrap().to_string());
        let other = small[(i + 1) % small.len()].1.certificate.as_ref().unwrap();
        let other = entries(&other.to_string()).1;
        for round in 0..60 {
            let (mut head, mut lines) = (head.clone(), lines.clone());
            // A claim that is false unless the change is made up for.
            if round % 2 == 0 {
                let claim = random.usize(3..head.len());
                head[claim] = moved(&head[claim], &mut random);
            }
            for _ in 0..=random.usize(..3) {
                let at = random.usize(..lines.len());
                match random.u8(..8) {
                    0 if lines.len() > 1 => drop(lines.remove(at)),
                    1 | 2 => lines[at] = moved(&lines[at], &mut random),
                    3 => lines
                        .iter_mut()
                        .for_each(|l| *l = moved(l, &mut Rng::with_seed(round))),
                    4 => lines[at] = other_hand(&lines[at], &mut random),
                    5 => lines.extend(other.iter().cloned()),
                    _ => lines[at] = other_word(&lines[at], &mut random),
                }
            }
            let text = written(&head, &lines);
            count += 1;
            if let Ok(verified) = check(&text) {
                passed += 1;
                let all = verified.claims.iter().all(|c| is_true(c, *exact));
                assert!(all, "{}: {verified}\n{text}", p.id);
            }
        }
    }
    println!("{count} changed certificates, {passed} accepted");
    assert!(count > 8_000 && passed < count / 2);
}

/// The position of an entry: what is neither on the board nor in the attacker's hand is in the
/// defender's.
fn root_of(line: &str, root: &PartialPosition, attacker: Color) -> PartialPosition {
    let words: Vec<&str> = line.split(' ').collect();
    let defends = matches!(words[0], "mated" | "lasts");
    let mover = if defends { attacker.flip() } else { attacker };
    let turn = if mover == Color::Black { "b" } else { "w" };
    let hand = match attacker {
        Color::Black => words[2].to_string(),
        Color::White => words[2].to_lowercase(),
    };
    let mut entry = position(&format!("{} {turn} {hand} 1", words[1]));
    let (all, used) = (naive::set_of(root), naive::set_of(&entry));
    let mut rest = Hand::new();
    for kind in Hand::all_hand_pieces() {
        for _ in used.count(kind).unwrap()..all.count(kind).unwrap() {
            rest = rest.added(kind).unwrap();
        }
    }
    *entry.hand_of_a_player_mut(attacker.flip()) = rest;
    entry
}

/// What single entries say is what the solver finds when it is asked about their positions
/// alone.
#[test]
fn entries_say_what_the_solver_finds() {
    let mut random = Rng::with_seed(7);
    let mut solver = prover();
    let mut seen = std::collections::BTreeMap::new();
    for (p, o, _) in solved() {
        // A certificate without claims about lengths is of version 1.
        if o.certificate.as_ref().unwrap().claims().len() == 1 {
            continue;
        }
        let (_, mut lines) = entries(&o.certificate.as_ref().unwrap().to_string());
        random.shuffle(&mut lines);
        // All entries of rare kinds, and some of the others.
        let is_rare = |line: &&String| line.starts_with("spends") || line.starts_with("spares");
        let (rare, common): (Vec<&String>, Vec<&String>) = lines.iter().partition(is_rare);
        for line in rare.into_iter().take(24).chain(common.into_iter().take(8)) {
            let words: Vec<&str> = line.split(' ').collect();
            let root = root_of(line, &p.position, p.attacker);
            let problem = Problem {
                id: format!("{} {line}", p.id),
                position: root,
                ..p.clone()
            };
            let at = if matches!(words[0], "mate" | "within" | "leaves" | "spares") {
                4
            } else {
                3
            };
            // More plies than any of these mates has.
            let plies = match words[at] {
                "ever" => 9_999,
                "never" => 0,
                plies => plies.parse().unwrap(),
            };
            let claim = match words[0] {
                "mate" => Claim::Mate(plies),
                "longer" => Claim::Longer(plies),
                "within" | "mated" => Claim::Within(plies),
                "leaves" => Claim::Leaves(plies),
                "spares" => Claim::Spares(plies),
                "spends" => Claim::Spends(plies),
                _ => Claim::Beyond(plies),
            };
            let o = solve(&mut solver, &problem);
            let holds = match o.verdict {
                Verdict::Mate { .. } => match lengths(&o) {
                    Some(exact) => is_true(&claim, exact),
                    None => continue,
                },
                Verdict::NoMate => matches!(claim, Claim::Longer(_) | Claim::Beyond(_)),
                Verdict::Unknown(_) => continue,
            };
            assert!(holds, "{}: {:?}", problem.id, o.verdict);
            *seen.entry(words[0].to_string()).or_insert(0) += 1;
        }
    }
    println!("{seen:?}");
    assert!(
        seen.values().sum::<u32>() > 1_500 && seen.len() >= 9,
        "{seen:?}"
    );
}

/// What mates leave: no file that claims two plies more with nothing left,
/// in its claim and in all its entries, is accepted; nor is one that claims two plies less at most.
#[test]
fn nothing_left_is_not_overstated() {
    let (mut more, mut less) = (0, 0);
    for (p, o, (_, length, left)) in solved() {
        if o.nodes >= NODES {
            continue;
        }
        let text = o.certificate.as_ref().unwrap().to_string();
        let claims = check(&text)
            .unwrap_or_else(|why| panic!("{}: {why}", p.id))
            .claims;
        if p.position.side_to_move() != p.attacker {
            continue;
        }
        if let Some(plies) = left.filter(|&plies| plies < length) {
            assert!(
                claims.contains(&Claim::Spends(plies)),
                "{}: {claims:?}",
                p.id
            );
            let raised = numbers_changed(&text, "spends", 3, |n| n + 2);
            let verdict = check(&raised);
            assert!(verdict.is_err(), "{}: {verdict:?}\n{raised}", p.id);
            more += 1;
        }
        let (word, at) = match left {
            Some(plies) if plies + 2 < length => ("spares", 4),
            _ => ("leaves", 4),
        };
        if left != Some(length) {
            let lowered = numbers_changed(&text, word, at, |n| n.saturating_sub(2).max(1));
            if lowered != text {
                let verdict = check(&lowered);
                assert!(verdict.is_err(), "{}: {verdict:?}\n{lowered}", p.id);
                less += 1;
            }
        }
    }
    println!("{more} with more plies, {less} with fewer");
    assert!(more >= 8 && less > 150, "{more} {less}");
}

/// A certificate with the numbers of a claim and of entries of its name changed; in an entry the
/// number is the word at `at`.
fn numbers_changed(text: &str, name: &str, at: usize, change: impl Fn(u32) -> u32) -> String {
    let change = |word: &str| word.parse().map_or(word.into(), |n| change(n).to_string());
    let line = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
        let place = match words[..] {
            [ref first, ref second, _] if first == "claim" && second == name => 2,
            [ref first, ..] if first == name => at,
            _ => return line.to_string() + "\n",
        };
        words[place] = change(&words[place]);
        words.join(" ") + "\n"
    };
    text.lines().map(line).collect()
}

/// Where nobody waits for the check of the claims any more, nothing is known of them, and nothing is
/// wrong with them.
#[test]
fn a_check_of_claims_that_is_given_up() {
    let position = position("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
    let stop = AtomicBool::new(false);
    let control = Control {
        stop: Some(&stop),
        progress: None,
    };
    for abandons in [false, true] {
        let mut solver = prover();
        solver.set_options(Options {
            prove_lengths: false,
            abandons,
            ..solver.options().clone()
        });
        let mut session = solver.session(Color::Black);
        stop.store(false, Ordering::Relaxed);
        let mut outcome = session.solve(&position, control).unwrap();
        let mut dossier = session.dossier();
        session
            .prove_lengths(&position, &mut outcome, &mut dossier, control)
            .unwrap();
        stop.store(true, Ordering::Relaxed);
        session.conclude(&mut outcome, dossier, control);
        let claims = outcome.certificate.as_ref().unwrap().claims().len();
        assert_eq!(claims > 1, !abandons);
        assert!(outcome.verified && outcome.defect.is_none());
    }
}
