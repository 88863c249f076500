//! One problem on many machines, in virtual time: the searches are real, and a clock that counts
//! their nodes says when each of them comes back. So the figures are the same every time, and a
//! hundred machines need one.
//!
//! ```sh
//! cargo run --release --example virtual_cluster -- problems/zuko.sfen --ids zuko-001 --threads 1,2,4
//! ```

use clap::Parser;
use fastrand::Rng;
use plotters::prelude::*;
use shogi_core::PartialPosition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use tsumi::formats::{Input, Problem, ReadOptions, read_input, units};
use tsumi::proof::certificate::Certificate;
use tsumi::solver::{
    Control, Hearsay, Lengths, Options, Solver, Standing, Telling, Verdict, Worker,
};
use tsumi::upper::{Policy, Task, Upper};

/// Solve problems with many threads and machines, in virtual time, and hold each verdict against one
/// search's.
#[derive(Parser)]
struct Args {
    /// Problems: SFEN lines, JSONL, KIF, BOD
    file: String,
    /// Problems of the file; all without it
    #[arg(long, value_delimiter = ',')]
    ids: Vec<String>,
    /// Threads of all machines together; one run for each number
    #[arg(long, value_delimiter = ',', default_value = "1,2,4,8,16,64")]
    threads: Vec<usize>,
    /// Threads of a machine, which share its table
    #[arg(long, default_value_t = 1)]
    machine: usize,
    /// A machine dies after so many nodes of one of its threads, on average, and begins anew
    #[arg(long)]
    deaths: Option<f64>,
    /// A run is given up after so many nodes of all
    #[arg(long, value_parser = units::count, default_value = "20M")]
    nodes: u64,
    /// Tables of a machine
    #[arg(long, value_parser = units::bytes, default_value = "64M")]
    memory: usize,
    /// Numbers that a machine tells the others after each task at most
    #[arg(long, default_value_t = Telling::default().most)]
    tell: usize,
    /// Those of positions whose subtrees measure so much at least
    #[arg(long, default_value_t = Telling::default().least)]
    tell_least: u16,
    /// Nodes of a task at least
    #[arg(long, default_value_t = Policy::default().least_nodes)]
    least: u64,
    /// A task gets one part in this many of all nodes so far, for each thread that is busy
    #[arg(long, default_value_t = Policy::default().parts)]
    parts: u64,
    /// A leaf is left when it is worse than the second best by this fraction, in 16ths
    #[arg(long, default_value_t = Policy::default().epsilon)]
    epsilon: u64,
    /// The numbers of a leaf that is out are raised by this multiple, in 16ths
    #[arg(long, default_value_t = Policy::default().raise)]
    raise: u64,
    /// A reply that another worker has searched counts this many times, in 16ths
    #[arg(long, default_value_t = Policy::default().foreign)]
    foreign: u64,
    /// Draws time and nodes against threads
    #[arg(long)]
    svg: Option<String>,
}

impl Args {
    fn telling(&self) -> Telling {
        Telling {
            least: self.tell_least,
            most: self.tell,
        }
    }

    fn policy(&self) -> Policy {
        Policy {
            least_nodes: self.least,
            parts: self.parts,
            epsilon: self.epsilon,
            raise: self.raise,
            foreign: self.foreign,
        }
    }
}

/// What a run came to.
struct Run {
    verdict: Option<bool>,
    time: u64,
    nodes: u64,
    tasks: u64,
    deaths: u64,
    /// Numbers that were told.
    told: usize,
    positions: usize,
    /// Entries of the certificate, and of the parts that came back.
    entries: (usize, usize),
}

fn main() {
    let args = Args::parse();
    let mut totals: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for problem in read_input(&Input::from_arg(&args.file, 1), &ReadOptions::default()) {
        let problem = problem.unwrap_or_else(|error| panic!("{error}"));
        if !args.ids.is_empty() && !args.ids.contains(&problem.id) {
            continue;
        }
        let (verdict, alone) = alone(&problem, &args);
        println!("{}: one search {verdict:?}, {alone} nodes", problem.id);
        for &threads in &args.threads {
            let run = run(&problem, threads, &args);
            println!(
                "{threads:5} threads: {:?}, time {} ({:.2}), nodes {} ({:.2}), {} tasks, {} \
                 deaths, {} numbers told, {} positions, {} entries of {}",
                run.verdict,
                run.time,
                run.time as f64 / alone as f64,
                run.nodes,
                run.nodes as f64 / alone as f64,
                run.tasks,
                run.deaths,
                run.told,
                run.positions,
                run.entries.0,
                run.entries.1,
            );
            if let (Some(one), Some(many)) = (verdict, run.verdict) {
                assert_eq!(one, many, "{}: the verdicts differ", problem.id);
            }
            let total = totals.entry(threads).or_default();
            *total = (total.0 + run.time, total.1 + run.nodes);
        }
        let total = totals.entry(0).or_default();
        *total = (total.0 + alone, total.1 + alone);
    }
    for (threads, (time, nodes)) in &totals {
        println!("{threads:5} threads: time {time}, nodes {nodes} in all");
    }
    if let Some(file) = &args.svg {
        draw(file, &totals).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

/// Is it mate (none when that is open), and the nodes of one search of the whole problem.
fn alone(problem: &Problem, args: &Args) -> (Option<bool>, u64) {
    let mut solver = Solver::new(Options {
        nodes: Some(args.nodes),
        memory: args.memory,
        lengths: Lengths::None,
        check: false,
        ..Options::default()
    });
    let solved = solver.solve(&problem.position, problem.attacker, Control::default());
    let outcome = solved.expect("a problem");
    let verdict = match outcome.verdict {
        Verdict::Mate { .. } => Some(true),
        Verdict::NoMate => Some(false),
        Verdict::Unknown(_) => None,
    };
    (verdict, outcome.verdict_nodes)
}

/// A thread that is searching.
struct Busy {
    task: Task,
    standing: Standing,
    hearsay: Hearsay,
}

/// What machines have told each other.
struct Talk {
    /// The last that each has told, and how many tellings were before it.
    said: Vec<(usize, Hearsay)>,
    /// How many tellings each has heard, or has told itself.
    heard: Vec<Option<usize>>,
    tellings: usize,
    numbers: usize,
}

impl Talk {
    fn new(machines: usize) -> Talk {
        Talk {
            said: vec![Default::default(); machines],
            heard: vec![None; machines],
            tellings: 0,
            numbers: 0,
        }
    }

    fn tell(&mut self, machine: usize, hearsay: Hearsay) {
        self.tellings += 1;
        self.numbers += hearsay.len();
        self.said[machine] = (self.tellings, hearsay);
    }

    /// What others have told since the last time. A machine that is new also hears what the one in
    /// its place has told.
    fn news(&mut self, machine: usize) -> Vec<&Hearsay> {
        let before = self.heard[machine].replace(self.tellings);
        let told = self.said.iter().enumerate();
        let others = told.filter(|&(by, _)| by != machine || before.is_none());
        let new = others.filter(|(_, said)| said.0 > before.unwrap_or(0));
        new.map(|(_, said)| &said.1).collect()
    }

    /// A machine that is new knows nothing.
    fn forget(&mut self, machine: usize) {
        self.heard[machine] = None;
    }
}

fn run(problem: &Problem, threads: usize, args: &Args) -> Run {
    let worker = || {
        let options = Options {
            memory: args.memory,
            ..Options::default()
        };
        Worker::try_new(&problem.position, problem.attacker, options).expect("a problem")
    };
    let mut machines: Vec<Worker> = (0..threads.div_ceil(args.machine))
        .map(|_| worker())
        .collect();
    let mut upper =
        Upper::new(&problem.position, problem.attacker, args.policy()).expect("a problem");
    let mut random = Rng::with_seed(28);
    let mut life = || {
        args.deaths
            .map_or(u64::MAX, |mean| (-random.f64().ln() * mean) as u64)
    };
    let mut dies: Vec<u64> = machines.iter().map(|_| life()).collect();
    let mut parts: HashMap<String, Certificate> = HashMap::new();
    // Who proved which, and how many of them each machine knows.
    let mut lessons: Vec<(usize, String)> = Vec::new();
    let mut learnt: Vec<Option<usize>> = vec![None; machines.len()];
    let mut talk = Talk::new(machines.len());
    // When each busy thread comes back, and what it has found then.
    let mut clock: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let mut busy: Vec<Option<Busy>> = (0..threads).map(|_| None).collect();
    (0..threads).for_each(|thread| clock.push(Reverse((0, thread))));
    let (mut time, mut tasks, mut deaths) = (0, 0, 0);
    while let Some(Reverse((now, thread))) = clock.pop() {
        let machine = thread / args.machine;
        if now >= dies[machine] {
            // All its threads lose what they have.
            deaths += 1;
            machines[machine] = worker();
            learnt[machine] = None;
            talk.forget(machine);
            dies[machine] = now.saturating_add(life());
            let first = machine * args.machine;
            for lost in busy.iter_mut().skip(first).take(args.machine) {
                if let Some(lost) = lost.take() {
                    upper.lost(lost.task.id).expect("a task");
                }
            }
        }
        time = now;
        if let Some(back) = busy[thread].take() {
            let Busy { task, standing, .. } = back;
            talk.tell(machine, back.hearsay);
            let taken = upper.give_back(task.id, machine as u32, &standing);
            taken.unwrap_or_else(|why| panic!("{}: {why}", task.position.to_sfen_owned()));
            if let Some(certificate) = standing.certificate {
                lessons.push((machine, task.position.to_sfen_owned()));
                parts.insert(task.position.to_sfen_owned(), certificate);
            }
        }
        if upper.status().nodes > args.nodes {
            break;
        }
        let Some(task) = upper.next_leaf(machine as u32) else {
            break;
        };
        let known = learnt[machine].replace(lessons.len());
        for (by, position) in lessons.iter().skip(known.unwrap_or(0)) {
            if *by != machine || known.is_none() {
                machines[machine].learn(&parts[position]);
            }
        }
        for hearsay in talk.news(machine) {
            machines[machine].hear(hearsay);
        }
        let standing = machines[machine].stand(&task.position, task.ceiling, None);
        let standing = standing.expect("a position of the problem");
        tasks += 1;
        clock.push(Reverse((now + standing.nodes.max(1), thread)));
        busy[thread] = Some(Busy {
            task,
            standing,
            hearsay: machines[machine].tell(args.telling()),
        });
    }
    let mut fetch = |at: &PartialPosition| parts.get(&at.to_sfen_owned()).cloned();
    let verdict = upper.verdict();
    let whole = verdict.map(|_| {
        upper
            .compose(&mut fetch, || false)
            .unwrap_or_else(|why| panic!("{why}"))
    });
    Run {
        verdict,
        time,
        nodes: upper.status().nodes,
        tasks,
        deaths,
        told: talk.numbers,
        positions: upper.status().positions,
        entries: (
            whole.map_or(0, |whole| whole.len()),
            parts.values().map(Certificate::len).sum(),
        ),
    }
}

/// Time and nodes of all problems, as multiples of those of one search, against threads.
fn draw(
    file: &str,
    totals: &BTreeMap<usize, (u64, u64)>,
) -> Result<(), Box<dyn std::error::Error>> {
    let alone = totals[&0].0 as f64;
    let runs = || totals.iter().filter(|(threads, _)| **threads > 0);
    let most = runs().map(|(&threads, _)| threads).max().unwrap_or(1) as f64;
    let times = runs().map(|(&threads, total)| (threads as f64, total.0 as f64 / alone));
    let nodes = runs().map(|(&threads, total)| (threads as f64, total.1 as f64 / alone));
    let all = || times.clone().chain(nodes.clone()).map(|point| point.1);
    let (least, greatest) = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    let area = SVGBackend::new(file, (640, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(
            (1.0..most * 1.1).log_scale(),
            (least / 1.5..greatest * 1.5).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("threads of all machines")
        .y_desc("multiple of one search")
        .x_label_formatter(&|n| format!("{n:.0}"))
        .draw()?;
    let ideal = runs().map(|(&threads, _)| (threads as f64, 1.0 / threads as f64));
    let style = BLACK.mix(0.3).stroke_width(1);
    chart
        .draw_series(LineSeries::new(ideal, style))?
        .label("time, if nothing was lost")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    for (name, points, color) in [
        ("time", times.collect::<Vec<_>>(), BLUE),
        ("nodes", nodes.collect(), RED),
    ] {
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)).point_size(3))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
