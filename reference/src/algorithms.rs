//! All algorithms of the package by name, and the one way to run them.
//!
//! A search runs on a thread of its own, whose stack is large enough for the
//! deepest line allowed.
use super::dfpn_plus::DfpnPlus;
use super::family::{Paths, Plain, Variant, solve as family};
use super::graph::AndOrGraph;
use super::limits::{Limits, Report, STACK, Stopped};
use super::multicut::MultiCut;
use super::negascout::Again;
use super::numbers::Numbers;
use super::pn2::Growth;
use super::small_tree_gc::SmallTreeGc;
use super::small_tree_replacement::SmallTreeReplacement;
use super::store::Everything;
use super::{alphabeta, aspiration, dfpn, dfpn_r, doubling, mtdf, multicut, negascout, parallel};
use super::{pn2, pns, proof_set, scout, snda, tca, thresholds, tree_simulation, wpns};

/// An algorithm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Algorithm {
    Pns,
    Pn2,
    ProofSet,
    Dfpn,
    Forgotten,
    Ghi,
    DfpnPlus,
    Delta,
    Epsilon,
    DfpnR,
    Tca,
    Weak,
    Snda,
    TreeSimulation,
    SmallTreeGc,
    SmallTreeReplacement,
    Parallel,
    MultiValued,
    AlphaBeta,
    Scout,
    NegaScout,
    Pvs,
    Aspiration,
    MtdF,
    MultiCut,
}

use Algorithm::*;

/// All algorithms with their names on the command line, in the order of the enumeration and of
/// docs/algorithms.md.
const NAMES: [(Algorithm, &str); 25] = [
    (Pns, "pns"),
    (Pn2, "pn2"),
    (ProofSet, "proof-set"),
    (Dfpn, "dfpn"),
    (Forgotten, "dfpn-no-ghi"),
    (Ghi, "dfpn-ghi"),
    (DfpnPlus, "dfpn+"),
    (Delta, "dfpn-delta"),
    (Epsilon, "dfpn-epsilon"),
    (DfpnR, "dfpn-r"),
    (Tca, "tca"),
    (Weak, "wpns"),
    (Snda, "snda"),
    (TreeSimulation, "simulation"),
    (SmallTreeGc, "small-tree-gc"),
    (SmallTreeReplacement, "small-tree-replacement"),
    (Parallel, "parallel"),
    (MultiValued, "multi-valued"),
    (AlphaBeta, "alphabeta"),
    (Scout, "scout"),
    (NegaScout, "negascout"),
    (Pvs, "pvs"),
    (Aspiration, "aspiration"),
    (MtdF, "mtdf"),
    (MultiCut, "multicut"),
];

/// Most entries of the two tables that forget, when the limits set none.
const SMALL_TABLE: usize = 1 << 16;

impl Algorithm {
    /// All of them, in the order of docs/algorithms.md.
    pub fn all() -> [Algorithm; NAMES.len()] {
        NAMES.map(|(algorithm, _)| algorithm)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The algorithm of that name.
    pub fn by_name(name: &str) -> Option<Algorithm> {
        Algorithm::all().into_iter().find(|a| a.name() == name)
    }

    /// True when its verdicts are right on every graph. The exceptions exist to be measured.
    pub fn is_sound(self) -> bool {
        !matches!(self, Forgotten | MultiCut)
    }

    /// True when it finds the verdict of every finite graph, cyclic or not, given nodes and
    /// memory enough. df-pn and its descendants without threshold control may go round a
    /// cycle for ever; searches with ply limits may not disprove what lasts for ever.
    pub fn ends(self) -> bool {
        matches!(self, Pns | Pn2 | Tca | Parallel)
    }

    /// True when it reports the distance of a win.
    pub fn measures_distance(self) -> bool {
        self >= MultiValued
    }

    /// About how many bytes an entry takes, to turn memory into entries.
    pub fn bytes_per_entry<G: AndOrGraph>(self) -> usize {
        match self {
            Pns | Pn2 | ProofSet => size_of::<G::Node>() + 160,
            _ => 3 * size_of::<G::Key>() + 96,
        }
    }

    /// Solves the root of a graph.
    pub fn solve<G: AndOrGraph>(self, graph: &G, limits: Limits<'_>) -> Report {
        let failed = Report::new(Err(Stopped::Memory), 0, 0);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let thread = thread.spawn_scoped(scope, || self.run(graph, limits));
            thread.map_or(failed, |t| {
                t.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    }

    fn run<G: AndOrGraph>(self, graph: &G, l: Limits<'_>) -> Report {
        match self {
            Pns => pns::solve(graph, l),
            Pn2 => pn2::solve(graph, Growth::default(), l),
            ProofSet => doubling::doubling(graph, l, |layered, l| proof_set::solve(layered, l)),
            Dfpn => dfpn::solve(graph, l),
            Forgotten => family(graph, &Plain, Paths::Forgotten, Everything::default(), l),
            Ghi => kept(graph, &Plain, l),
            DfpnPlus => {
                let leaf = |graph: &G, node: &G::Node| graph.guess(node);
                let edge = |_: &G, _: &G::Node| Numbers { pn: 0, dn: 0 };
                kept(graph, &DfpnPlus { leaf, edge }, l)
            }
            Delta => kept(graph, &thresholds::Delta(5), l),
            Epsilon => kept(graph, &thresholds::Epsilon(4), l),
            DfpnR => kept(graph, &dfpn_r::DfpnR, l),
            Tca => kept(graph, &tca::Tca, l),
            Weak => kept(graph, &wpns::Weak, l),
            Snda => kept(graph, &snda::Snda, l),
            TreeSimulation => kept(graph, &tree_simulation::TreeSimulation, l),
            SmallTreeGc => {
                let store = SmallTreeGc::new(l.entries.min(SMALL_TABLE));
                family(graph, &Plain, Paths::Kept, store, bounded(l))
            }
            SmallTreeReplacement => {
                let store = SmallTreeReplacement::new(l.entries.min(SMALL_TABLE));
                family(graph, &Plain, Paths::Kept, store, bounded(l))
            }
            Parallel => parallel::solve(graph, l),
            MultiValued => doubling::multi_valued(graph, l),
            AlphaBeta => alphabeta::solve(graph, l),
            Scout => scout::solve(graph, l),
            NegaScout => negascout::solve(graph, Again::FromBound, l),
            Pvs => negascout::solve(graph, Again::FromAlpha, l),
            Aspiration => aspiration::solve(graph, l),
            MtdF => mtdf::solve(graph, l),
            MultiCut => multicut::solve(graph, MultiCut::default(), l),
        }
    }
}

/// A variant of df-pn with a table that forgets nothing, and with disproofs by repetition
/// kept beside their lines.
fn kept<G: AndOrGraph>(graph: &G, variant: &impl Variant<G>, limits: Limits<'_>) -> Report {
    family(graph, variant, Paths::Kept, Everything::default(), limits)
}

/// Limits for a table that bounds its own size: twice as many entries, so that the
/// disproofs kept beside lines, which count as well, are bounded too.
fn bounded(limits: Limits<'_>) -> Limits<'_> {
    Limits {
        entries: limits.entries.saturating_mul(2),
        ..limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_found_again() {
        for (algorithm, name) in NAMES {
            assert_eq!(algorithm.name(), name);
            assert_eq!(Algorithm::by_name(algorithm.name()), Some(algorithm));
        }
        assert_eq!(Algorithm::by_name("PNS"), None);
    }
}
