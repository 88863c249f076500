//! Every reference search against the true values of random trees, DAGs and cyclic
//! graphs, which a fixed point gives without any search.
//!
//! A sound search may give up, it may not be wrong; those that are known to end
//! may not give up either. Distances must be exact.
use super::draw::{Shape, draw};
use tsumi_reference::algorithms::Algorithm;
use tsumi_reference::explicit::Explicit;
use tsumi_reference::limits::Limits;

/// Far more than the largest of these graphs needs.
const LIMITS: Limits<'static> = Limits {
    nodes: Some(4_000),
    deadline: None,
    stop: None,
    depth: 60,
    entries: usize::MAX,
    threads: 2,
};

/// Runs one search; false when it gave up.
fn check(algorithm: Algorithm, graph: &Explicit, seed: u64) -> bool {
    let report = algorithm.solve(graph, LIMITS);
    let truth = graph.distances()[0];
    let Some(won) = report.value.decided() else {
        return false;
    };
    let name = algorithm.name();
    assert_eq!(won, truth.is_some(), "{name}, seed {seed}");
    if algorithm.measures_distance() {
        assert_eq!(report.distance, truth, "{name}, seed {seed}");
    }
    true
}

fn sound() -> impl Iterator<Item = Algorithm> {
    Algorithm::all().into_iter().filter(|a| a.is_sound())
}

fn acyclic(shape: Shape, size: usize) {
    for seed in 0..1000 {
        let width = 2 + seed as usize % 3;
        let graph = draw(shape, 10 + seed as usize % size, width, 1, seed);
        for algorithm in sound().chain([Algorithm::Forgotten]) {
            let decided = check(algorithm, &graph, seed);
            let name = algorithm.name();
            assert!(decided, "{name}, seed {seed}: gave up on {shape:?}");
        }
    }
}

#[test]
fn trees() {
    acyclic(Shape::Tree, 60);
}

#[test]
fn dags() {
    acyclic(Shape::Dag, 40);
}

#[test]
fn cyclic_graphs() {
    let mut gave_up = Algorithm::all().map(|_| 0);
    for seed in 0..1000 {
        let width = 2 + seed as usize % 3;
        let graph = draw(Shape::Cyclic, 6 + seed as usize % 16, width, 1, seed);
        for algorithm in sound() {
            if !check(algorithm, &graph, seed) {
                let name = algorithm.name();
                assert!(!algorithm.ends(), "{name}, seed {seed}: gave up");
                gave_up[algorithm as usize] += 1;
            }
        }
    }
    for algorithm in Algorithm::all() {
        println!(
            "{:24} gave up {}",
            algorithm.name(),
            gave_up[algorithm as usize]
        );
    }
    // Going round for ever is rare but for plain df-pn, which never disproves a
    // cycle, and for the searches with a ply limit.
    for algorithm in [Algorithm::Ghi, Algorithm::Epsilon, Algorithm::Snda] {
        assert!(gave_up[algorithm as usize] < 40, "{}", algorithm.name());
    }
    assert!(gave_up[Algorithm::Dfpn as usize] > 100);
}
