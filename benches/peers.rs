//! Our figures beside those of shtsume and KomoringHeights: `cargo bench --bench peers`
//! with a table's name and perhaps the names of some problems. `zuko`, `hard`, `game`
//! and `microcosmos` give the time to a first proof whose certificate the independent
//! checker has accepted; `entries` is the size of that certificate, the yardstick for
//! the nodes. `shortest`, `game-shortest` and `refutations` give the time until the raw
//! length is proved minimal, or no mate is proved, beside KomoringHeights' `MinLength`;
//! a minimal length that differs from his is shown. `start` is the first answer of a
//! solver with 4 GiB. `threads` puts two threads beside one on the problems that take one
//! more than two seconds; `threads --seeds N` does so N times, shaken by chance.
//!
//! The rivals' figures (`data/peers.tsv`) are from another machine: read the ratios as
//! factors, not as percents.
use std::collections::HashMap;
use std::io::Write as _;
use std::time::{Duration, Instant};
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::search::Tuning;
use tsumi::solver::{Control, Options, Outcome, Solver, Verdict};

const PEERS: &str = include_str!("data/peers.tsv");

/// What the rivals need, where they prove it.
#[derive(Clone, Copy, Default)]
struct Peer {
    /// Seconds of shtsume and of KomoringHeights to a first proof.
    first: [Option<f64>; 2],
    /// Seconds of KomoringHeights to the minimal raw length, and that length.
    minimal: Option<f64>,
    plies: Option<u32>,
}

fn peers() -> HashMap<&'static str, Peer> {
    PEERS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let seconds = |i: usize| cells.get(i).and_then(|s| s.parse().ok());
            let peer = Peer {
                first: [seconds(1), seconds(3)],
                minimal: seconds(5),
                plies: cells.get(6).and_then(|s| s.parse().ok()),
            };
            (cells[0], peer)
        })
        .collect()
}

struct Set {
    file: &'static str,
    time: u64,
    memory: usize,
    only: &'static [&'static str],
    /// The raw length is to be proved minimal.
    shortest: bool,
}

fn set(name: &str) -> Option<Set> {
    const GIANT: &[&str] = &["microcosmos"];
    const REFUTATIONS: &[&str] = &["A2-", "A4-", "B1-", "B3-", "B11-"];
    let zuko = "problems/zuko.sfen";
    let (file, time, memory, only, shortest): (_, _, _, &[_], _) = match name {
        "zuko" => (zuko, 60, 256 << 20, &[], false),
        "hard" => ("problems/hard.jsonl", 100, 1 << 30, &[], false),
        "game" => ("problems/game.jsonl", 20, 256 << 20, &[], false),
        "microcosmos" => ("problems/hard.jsonl", 600, 128 << 20, GIANT, false),
        "shortest" => (zuko, 60, 1 << 30, &[], true),
        "game-shortest" => ("problems/game.jsonl", 5, 1 << 30, &[], true),
        "refutations" => ("problems/pitfalls.jsonl", 60, 1 << 30, REFUTATIONS, true),
        _ => return None,
    };
    Some(Set {
        file,
        time,
        memory,
        only,
        shortest,
    })
}

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let name = args.first().map_or("", String::as_str);
    match set(name) {
        Some(set) => run(&set, &args[1..]),
        None if name == "start" => start(),
        None if name == "threads" => threads(&args[1..]),
        None => println!(
            "a table's name, please: zuko, hard, game, microcosmos, shortest, game-shortest, \
             refutations, start, threads"
        ),
    }
}

fn run(set: &Set, ids: &[String]) {
    let peers = peers();
    let mut solver = Solver::new(Options {
        time: Some(Duration::from_secs(set.time)),
        memory: set.memory,
        lengths: tsumi::solver::Lengths::None,
        shortest_raw: set.shortest,
        ..Options::default()
    });
    let wanted = |p: &Problem| {
        (set.only.is_empty() || set.only.iter().any(|only| p.id.starts_with(only)))
            && (ids.is_empty() || ids.iter().any(|id| p.id.ends_with(id)))
    };
    println!(
        "problem              result         s      nodes  entries  nodes/entry  shtsume s  KH s  ratio to the better"
    );
    let (mut solved, mut seconds, mut nodes, mut entries) = (0, 0.0, 0, 0);
    let (mut both, mut ours, mut theirs) = (0, 0.0, 0.0);
    let mut times = Vec::new();
    for p in read(set.file).into_iter().filter(wanted) {
        let o = solve(&mut solver, &p);
        let s = o.elapsed.as_secs_f64();
        times.push(s);
        let plies = match o.verdict {
            Verdict::Mate { raw, .. } if raw.is_minimal() => Some(raw.upper),
            _ => None,
        };
        let decided = o.verified
            && match o.verdict {
                Verdict::Mate { .. } => plies.is_some() || !set.shortest,
                Verdict::NoMate => true,
                Verdict::Unknown(_) => false,
            };
        let peer = peers.get(p.id.as_str()).copied().unwrap_or_default();
        let [shtsume, kh] = match set.shortest {
            true => [None, peer.minimal],
            false => peer.first,
        };
        let better = [shtsume, kh].into_iter().flatten().reduce(f64::min);
        if let (Some(ours), Some(theirs)) = (plies, peer.plies)
            && ours != theirs
        {
            println!("{}: minimal {ours} here, {theirs} by KomoringHeights", p.id);
        }
        let ratio = better.filter(|_| decided).map(|b| s / b);
        if decided {
            solved += 1;
            seconds += s;
            nodes += o.nodes;
            entries += o.certificate_entries();
        }
        if let (true, Some(b)) = (decided, better) {
            both += 1;
            ours += s;
            theirs += b;
        }
        let cell = |x: Option<f64>| x.map_or("-".to_string(), |x| format!("{x:.2}"));
        println!(
            "{:20} {:9} {s:8.3} {:10} {:8} {:12.1} {:>10} {:>5}  {}",
            p.id,
            match o.verdict {
                Verdict::Mate { .. } if !decided => "mate, -",
                Verdict::Mate { .. } => "mate",
                Verdict::NoMate => "nomate",
                Verdict::Unknown(_) => "-",
            },
            o.nodes,
            o.certificate_entries(),
            o.nodes as f64 / o.certificate_entries().max(1) as f64,
            cell(shtsume),
            cell(kh),
            cell(ratio),
        );
        let _ = std::io::stdout().flush();
    }
    times.sort_by(f64::total_cmp);
    let all = times.len();
    println!(
        "{solved} of {all} decided and verified: {seconds:.2} s, {nodes} nodes, {entries} entries"
    );
    if let Some(median) = times.get(all / 2) {
        println!("median {:.3} ms", median * 1e3);
    }
    if both > 0 {
        let ratio = ours / theirs;
        println!(
            "on the {both} that a rival proves too: {ours:.2} s against {theirs:.2} s, ratio {ratio:.2}"
        );
    }
    if let Some(peak) = peak() {
        println!("peak memory of the process: {peak} MiB");
    }
}

/// From nothing to the first answer with a table of 4 GiB.
fn start() {
    let problems = read("problems/game.jsonl");
    let mut times: Vec<Duration> = (0..20)
        .map(|_| {
            let begin = Instant::now();
            let mut solver = Solver::new(Options {
                memory: 4 << 30,
                ..Options::default()
            });
            solve(&mut solver, &problems[2]);
            begin.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "4 GiB table made, {} solved: median {:?}, most {:?}",
        problems[2].id, times[10], times[19]
    );
}

/// One thread and two, on those of Zuko and of the giants that take one thread above 2 s.
/// `--seeds N` first: with each of so many seeds, and the seconds of all of them together.
/// What a long problem takes is chance by a factor of two, with one thread too.
fn threads(args: &[String]) {
    const LONG: &[&str] = &[
        "zuko-008",
        "starship-trooper",
        "fairway",
        "kaiten-mokuba",
        "bokusui-38",
        "gogo-no-sora",
        "microcosmos",
        "setsugekka",
        "symmetry",
        "hashimoto-587",
        "musen-ryoko",
        "yume-no-tabibito",
    ];
    let (seeds, ids): (u64, _) = match args {
        [flag, n, ids @ ..] if flag == "--seeds" => (n.parse().expect("a number of seeds"), ids),
        ids => (1, ids),
    };
    println!("problem               1 thread s      nodes  2 threads s      nodes  times as fast");
    let mut sums = vec![[0.0; 2]; seeds as usize];
    let (mut logs, mut count) = (0.0, 0);
    let wanted = |p: &Problem| {
        LONG.contains(&p.id.as_str()) && (ids.is_empty() || ids.iter().any(|id| p.id.ends_with(id)))
    };
    let problems = ["problems/zuko.sfen", "problems/hard.jsonl"].map(read);
    for p in problems.into_iter().flatten().filter(wanted) {
        let mut all: [f64; 2] = [0.0; 2];
        for (seed, sums) in sums.iter_mut().enumerate() {
            let [one, two] = [1, 2].map(|threads| timed(&p, threads, seed as u64));
            println!(
                "{:20} {:11.2} {:10} {:12.2} {:10} {:14.2}",
                p.id,
                one.0,
                one.1,
                two.0,
                two.1,
                one.0 / two.0
            );
            let _ = std::io::stdout().flush();
            for (n, (seconds, _)) in [one, two].into_iter().enumerate() {
                sums[n] += seconds;
                all[n] += seconds;
            }
        }
        logs += (all[0] / all[1]).ln();
        count += 1;
    }
    let line = |what: String, [one, two]: [f64; 2]| {
        println!(
            "{what}: {one:.1} s and {two:.1} s, {:.2} times as fast",
            one / two
        );
    };
    for (seed, &sums) in sums.iter().enumerate() {
        line(format!("seed {seed}"), sums);
    }
    let all = [0, 1].map(|n| sums.iter().map(|s| s[n]).sum());
    line(format!("{count} problems, {seeds} seeds"), all);
    let mean = (logs / f64::from(count)).exp();
    println!("geometric mean of the problems {mean:.2}");
}

/// Seconds and nodes of one proof.
fn timed(p: &Problem, threads: usize, seed: u64) -> (f64, u64) {
    let mut solver = Solver::new(Options {
        time: Some(Duration::from_secs(300)),
        memory: 1 << 30,
        lengths: tsumi::solver::Lengths::None,
        threads,
        tuning: Tuning::default().shaken(seed),
        ..Options::default()
    });
    let o = solve(&mut solver, p);
    assert!(
        o.verified && matches!(o.verdict, Verdict::Mate { .. }),
        "{}: no proof with {threads} threads, seed {seed}",
        p.id
    );
    (o.elapsed.as_secs_f64(), o.nodes)
}

fn read(file: &str) -> Vec<Problem> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    read_input(&Input::File(path), &ReadOptions::default())
        .map(|p| p.unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

fn solve(solver: &mut Solver, p: &Problem) -> Outcome {
    let o = solver.solve(&p.position, p.attacker, Control::default());
    o.unwrap_or_else(|e| panic!("{}: {e}", p.id))
}

/// The most memory this process has had, in MiB (Linux).
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}
