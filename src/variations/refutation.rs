//! Why there is no mate (不詰): the checks that last longest, each with the defence that holds,
//! as the certificate of a no-mate lists them.
//!
//! An entry of such a certificate holds for every position with its board in which the attacker
//! has at most its hand, and names a reply to each of his checks (docs/certificate.md). The
//! attacker is given the checks after which he has the most to say; a line ends when he has no
//! check left, or when a position comes back. Checks of one idea that the same defence refutes
//! are twins ([`twins`]).

use crate::base::clock;
use crate::proof::certificate::{Board, Certificate, Claim, Lookup};
use crate::shogi::{Hand, rules};
use ahash::{HashMap, HashSet};
use shogi_core::{Color, Move, PartialPosition, ToUsi};
use std::hash::Hash;

/// A check and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escape {
    /// The check, the defence that holds, and so on: checks and defences in turn.
    pub line: Vec<Move>,
    pub ending: Ending,
    pub idea: Idea,
}

/// What twins have in common: the same piece, from the same square or the hand, gives check from
/// the same side of the king, nearer or farther, promoted or not (遠近、成不成), and the same
/// defence holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Idea {
    /// The square that the piece comes from, or its letter and `*`.
    from: String,
    /// The direction from the king to the piece that gives check, in files and ranks.
    side: (i8, i8),
    reply: String,
    /// Whether the defence takes the piece that moved.
    takes: bool,
}

impl Idea {
    /// The idea of a check in `position`, which `reply` refutes.
    pub fn of(position: &PartialPosition, (check, reply): (Move, Move)) -> Idea {
        let defender = position.side_to_move().flip();
        let side = || {
            let king = rules::king(position, defender)?;
            let mut after = position.clone();
            after.make_move(check)?;
            let (by, _) = rules::checker(&after, defender)?;
            let apart = |a: u8, b: u8| (a as i8 - b as i8).signum();
            Some((apart(by.file(), king.file()), apart(by.rank(), king.rank())))
        };
        Idea {
            from: check.to_usi_owned()[..2].to_string(),
            side: side().unwrap_or_default(),
            reply: reply.to_usi_owned(),
            takes: reply.to() == check.to(),
        }
    }
}

/// Groups of twins, in the order of their first members.
pub fn twins<T, K: Eq + Hash>(
    all: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut known = HashMap::default();
    for one in all {
        let at = *known.entry(key(&one)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// How a line ends after the defender's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The attacker has no check left.
    Spent,
    /// A position of the line came back.
    Repeats,
    /// It goes on; [`MOST_PLIES`] are shown.
    GoesOn,
}

impl Ending {
    /// The name in pages and in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Spent => "spent",
            Ending::Repeats => "repeats",
            Ending::GoesOn => "goes_on",
        }
    }
}

/// The refutation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move that saves a defender who is to move.
    pub reply: Option<Move>,
    /// All checks after that, those that last longest first.
    pub escapes: Vec<Escape>,
}

impl Refutation {
    /// The checks, twins together.
    pub fn groups(&self) -> Vec<Vec<&Escape>> {
        twins(&self.escapes, |escape| escape.idea.clone())
    }
}

/// The most plies of a line.
pub const MOST_PLIES: usize = 200;
/// The most positions that are looked at in search of the longest lines.
const MOST_POSITIONS: usize = 50_000;

/// After so many positions, in about a millisecond, a search without a thread of its own may be put
/// aside.
const PAUSE_EVERY: usize = 64;

/// Reads the refutation off a certificate; `None` when it is one of a mate.
pub fn refutation(certificate: &Certificate) -> Option<Refutation> {
    let mut attack = Attack::new(certificate)?;
    Some(Refutation {
        escapes: attack.escapes(),
        reply: attack.reply,
    })
}

type Place = (Board, Hand);
/// A check and the reply to it.
pub type Pair = (Move, Move);

/// The entries of a no-mate, and how long the attacker can go on.
pub struct Attack<'a> {
    /// The move that saves a defender who is to move.
    pub reply: Option<Move>,
    /// The position after that, the attacker to move.
    pub root: PartialPosition,
    attacker: Color,
    entries: Lookup<'a>,
    /// Pairs of moves that are still to come, and the first of them.
    known: HashMap<Place, (usize, Option<Pair>)>,
    /// The positions on the path.
    path: HashSet<Place>,
}

impl Attack<'_> {
    /// The attack on the defender of a no-mate; `None` for the certificate of a mate.
    pub fn new(certificate: &Certificate) -> Option<Attack<'_>> {
        let &Claim::NoMate { reply } = certificate.claim() else {
            return None;
        };
        let mut root = certificate.position().clone();
        if let Some(reply) = reply {
            root.make_move(reply)?;
        }
        Some(Attack {
            reply,
            root,
            attacker: certificate.attacker(),
            entries: Lookup::new(certificate),
            known: HashMap::default(),
            path: HashSet::default(),
        })
    }

    fn place(&self, position: &PartialPosition) -> Place {
        let hand = Hand::from_core(position.hand_of_a_player(self.attacker));
        (Board::of(position), hand)
    }

    /// All checks at the root, those that last longest first.
    pub fn escapes(&mut self) -> Vec<Escape> {
        let root = self.root.clone();
        let checks = self.replies(&root).into_iter();
        let mut escapes: Vec<Escape> = checks.map(|pair| self.line(&root, pair)).collect();
        escapes.sort_by_key(|escape| std::cmp::Reverse(escape.line.len()));
        escapes
    }

    /// The checks in a position with the replies to them and the positions after these, first
    /// the one after which the attacker can go on longest.
    pub fn checks(&mut self, position: &PartialPosition) -> Vec<(Pair, PartialPosition)> {
        let pairs = self.replies(position).into_iter();
        let mut found: Vec<_> = pairs
            .filter_map(|p| Some((p, after(position, p)?)))
            .collect();
        // The best one is known for itself: another may seem longer, but lead back to here.
        let (_, best) = self.longest(position, 0);
        found.sort_by_cached_key(|(pair, next)| {
            (
                Some(*pair) != best,
                std::cmp::Reverse(self.longest(next, 0).0),
            )
        });
        found
    }

    /// The checks in a position with the replies to them.
    fn replies(&self, position: &PartialPosition) -> Vec<Pair> {
        let held = position.hand_of_a_player(self.attacker);
        let legal = |check: &Move| match *check {
            Move::Drop { piece, .. } => held.count(piece.piece_kind()).is_some_and(|n| n > 0),
            Move::Normal { .. } => true,
        };
        let pairs = self.entries.replies(position).into_iter();
        pairs.filter(|(check, _)| legal(check)).collect()
    }

    /// How many pairs of moves the attacker can go on for, and the first of them.
    fn longest(&mut self, position: &PartialPosition, depth: usize) -> (usize, Option<Pair>) {
        let place = self.place(position);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let full = self.known.len() >= MOST_POSITIONS || depth * 2 >= MOST_PLIES;
        if full || !self.path.insert(place) {
            return (0, None);
        }
        if self.known.len().is_multiple_of(PAUSE_EVERY) {
            clock::pause();
        }
        let mut best = (0, None);
        for pair in self.replies(position) {
            let next = after(position, pair);
            let pairs = next.map_or(0, |next| self.longest(&next, depth + 1).0) + 1;
            if pairs > best.0 {
                best = (pairs, Some(pair));
            }
        }
        self.path.remove(&place);
        self.known.insert(place, best);
        best
    }

    /// The line that begins with `pair` and goes on as long as the attacker can.
    fn line(&mut self, root: &PartialPosition, pair: Pair) -> Escape {
        let idea = Idea::of(root, pair);
        let mut line = Vec::new();
        let mut seen = HashSet::from_iter([self.place(root)]);
        let mut position = root.clone();
        let mut next = Some(pair);
        while let Some(pair) = next {
            line.extend([pair.0, pair.1]);
            let Some(after) = after(&position, pair) else {
                break;
            };
            position = after;
            let ending = match () {
                () if !seen.insert(self.place(&position)) => Some(Ending::Repeats),
                () if line.len() >= MOST_PLIES => Some(Ending::GoesOn),
                () => None,
            };
            if let Some(ending) = ending {
                return Escape { line, ending, idea };
            }
            // Where the search for the longest line was cut short, any check will do.
            let (_, longest) = self.longest(&position, 0);
            next = longest.or_else(|| self.replies(&position).first().copied());
        }
        Escape {
            line,
            ending: Ending::Spent,
            idea,
        }
    }
}

fn after(position: &PartialPosition, (check, reply): Pair) -> Option<PartialPosition> {
    let mut next = position.clone();
    next.make_move(check)?;
    next.make_move(reply)?;
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::shogi::rules;
    use crate::solver::{Control, Options, Solver, Verdict};
    use shogi_usi_parser::FromUsi;

    /// A rook that falls nearer or farther, or promotes or not, is one idea; on another side of
    /// the king, or refuted by another reply, it is not.
    #[test]
    fn twins_have_one_idea() {
        let root = sfen::parse("4k4/9/9/9/9/9/R8/9/9 b R2b4g4s4n4l18p 1")
            .unwrap()
            .position;
        let mv = |usi: &str| Move::from_usi(usi).unwrap();
        let checks = [
            ("R*5c", "P*5b"),
            ("R*5i", "P*5b"),
            ("R*9a", "P*5b"),
            ("R*1a", "P*5b"),
            ("R*5d", "5a4b"),
            ("9g9a", "P*5b"),
            ("9g9a+", "P*5b"),
        ];
        let ideas = checks.map(|(check, reply)| (check, Idea::of(&root, (mv(check), mv(reply)))));
        let groups = twins(ideas, |(_, idea)| idea.clone());
        let names = groups
            .iter()
            .map(|g| g.iter().map(|(check, _)| *check).collect());
        let names: Vec<Vec<&str>> = names.collect();
        let wanted = [
            &["R*5c", "R*5i"][..],
            &["R*9a"],
            &["R*1a"],
            &["R*5d"],
            &["9g9a", "9g9a+"],
        ];
        assert_eq!(names, wanted);
    }

    /// The line of an escape as the first of the checks in each position lead on.
    fn first_checks(attack: &mut Attack<'_>, escape: &Escape) -> Vec<Move> {
        let mut line = escape.line[..2].to_vec();
        let mut position = after(&attack.root, (line[0], line[1])).unwrap();
        while line.len() < escape.line.len() {
            let first = attack.checks(&position).into_iter().next();
            let ((check, reply), next) = first.expect("the line goes on");
            line.extend([check, reply]);
            position = next;
        }
        line
    }

    /// Every check is answered; the lines are legal, check with every other move, and end as
    /// they say.
    #[test]
    fn every_check_is_answered_to_the_end() {
        let mut lines = 0;
        for text in [
            "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1",
            "ln1b4l/rs4gs1/p3k3p/2p3pp1/1p7/4ppPPP/PP7/L2GSGR1L/1N2KBSN1 w Gn5p 1",
            "2k2gs1l/2rg5/l1pp5/2n1p2pp/7+B1/4N4/PP1PPPNPP/1G2KG1RL/LNS3S2 w S5Pbp 1",
            "3s1s1n1/l3kg2l/p1lp1p1pp/g8/5Pp2/+b1PPKnP1P/PP3G1PN/2SG2RSL/1N7 w B3Prp 1",
            "2+N2kb1l/l5g1+N/SrBppp3/p5g1s/6P2/P1PsP2P1/2GPGP1R+p/LP2K1+n2/2S4NL w 4Pp 1",
            "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b 2P2g4s3n3l13p 1",
            "6S+Pl/5s3/4L2l1/5gkBr/4pn3/5Gp2/9/6N2/7+R+n b N2g2sl15pb 1",
            "1ngk1g2l/2s4b1/rp4p1n/2pp1ps2/lN2p3p/1PPP1PP2/B3P3P/L2KSSR+pL/P2G3N1 w g2p 1",
        ] {
            let root = sfen::parse(text).unwrap().position;
            let mut solver = Solver::new(Options {
                memory: 4 << 20,
                ..Options::default()
            });
            let attacker = root.side_to_move();
            let outcome = solver.solve(&root, attacker, Control::default()).unwrap();
            assert_eq!(outcome.verdict, Verdict::NoMate, "{text}");
            let certificate = outcome.certificate.unwrap();
            let mut attack = Attack::new(&certificate).unwrap();
            let escapes = attack.escapes();
            let mut first: Vec<Move> = escapes.iter().map(|e| e.line[0]).collect();
            let mut checks = rules::checks(&root);
            first.sort_by_key(|mv| format!("{mv:?}"));
            checks.sort_by_key(|mv| format!("{mv:?}"));
            assert_eq!(first, checks, "{text}");
            for escape in escapes {
                assert_eq!(first_checks(&mut attack, &escape), escape.line, "{text}");
                let mut position = root.clone();
                for pair in escape.line.chunks(2) {
                    assert!(rules::checks(&position).contains(&pair[0]));
                    position.make_move(pair[0]).unwrap();
                    let held = crate::variations::defences(&position, attacker).unwrap();
                    assert!(held.contains(&pair[1]), "{text}");
                    position.make_move(pair[1]).unwrap();
                }
                let spent = rules::checks(&position).is_empty();
                assert_eq!(spent, escape.ending == Ending::Spent, "{text}");
                lines += 1;
            }
        }
        assert!(lines > 20, "{lines}");
    }
}
