//! One problem on many machines, in virtual time: the searches are real, and a clock that counts
//! their nodes says when each of them comes back. So the figures are the same every time, and a
//! hundred machines need one.
//!
//!     cargo run --release --example virtual_cluster -- FILE [OPTION…]
//!
//! --ids A,B          problems of the file; all without it
//! --threads 1,2,4    threads of all machines together, one run for each number
//! --machine N        threads of a machine, which share its table; 1 without it
//! --deaths N         a machine dies after so many nodes of one of its threads, on average, and
//!                    begins anew
//! --nodes N          a run is given up after so many nodes of all
//! --memory N         MiB of the tables of a machine
//! --tell N           numbers that a machine tells the others after each task at most
//! --tell-least N     of positions whose subtrees measure so much at least
//! --svg FILE         draws time and nodes against threads
use fastrand::Rng;
use plotters::prelude::*;
use shogi_core::PartialPosition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::str::FromStr;
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::proof::certificate::Certificate;
use tsumi::solver::{
    Control, Hearsay, Lengths, Options, Solver, Standing, Telling, Verdict, Worker,
};
use tsumi::upper::{Policy, Task, Upper};

/// What was asked for.
struct Asked {
    threads: Vec<usize>,
    machine: usize,
    deaths: Option<f64>,
    nodes: u64,
    memory: usize,
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

fn option<T: FromStr>(name: &str) -> Option<T> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    let value = arguments.nth(1)?;
    let parsed = value.parse().ok();
    Some(parsed.unwrap_or_else(|| panic!("{name} {value}")))
}

fn numbers(list: &str) -> Vec<usize> {
    list.split(',')
        .map(|n| n.parse().expect("a number"))
        .collect()
}

fn main() {
    let file = std::env::args().nth(1).expect("a file with problems");
    let asked = Asked {
        threads: numbers(&option::<String>("--threads").unwrap_or("1,2,4,8,16,64".into())),
        machine: option("--machine").unwrap_or(1),
        deaths: option("--deaths"),
        nodes: option("--nodes").unwrap_or(20_000_000),
        memory: option::<usize>("--memory").unwrap_or(64) << 20,
    };
    let ids: Option<String> = option("--ids");
    let mut totals: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for problem in read_input(&Input::from_arg(&file, 1), &ReadOptions::default()) {
        let problem = problem.unwrap_or_else(|error| panic!("{error}"));
        if ids
            .as_ref()
            .is_some_and(|ids| ids.split(',').all(|id| id != problem.id))
        {
            continue;
        }
        let alone = alone(&problem, &asked);
        println!("{}: one search {} nodes", problem.id, alone);
        for &threads in &asked.threads {
            let run = run(&problem, threads, &asked);
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
            let total = totals.entry(threads).or_default();
            *total = (total.0 + run.time, total.1 + run.nodes);
        }
        let total = totals.entry(0).or_default();
        *total = (total.0 + alone, total.1 + alone);
    }
    for (threads, (time, nodes)) in &totals {
        println!("{threads:5} threads: time {time}, nodes {nodes} in all");
    }
    if let Some(file) = option::<String>("--svg") {
        draw(&file, &totals).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

/// Nodes of one search of the whole problem.
fn alone(problem: &Problem, asked: &Asked) -> u64 {
    let mut solver = Solver::new(Options {
        nodes: Some(asked.nodes),
        memory: asked.memory,
        lengths: Lengths::None,
        check: false,
        ..Options::default()
    });
    let solved = solver.solve(&problem.position, problem.attacker, Control::default());
    let outcome = solved.expect("a problem");
    if let Verdict::Unknown(_) = outcome.verdict {
        println!("{}: left open by one search", problem.id);
    }
    outcome.verdict_nodes
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

fn run(problem: &Problem, threads: usize, asked: &Asked) -> Run {
    let worker = || {
        let options = Options {
            memory: asked.memory,
            ..Options::default()
        };
        Worker::try_new(&problem.position, problem.attacker, options).expect("a problem")
    };
    let mut machines: Vec<Worker> = (0..threads.div_ceil(asked.machine))
        .map(|_| worker())
        .collect();
    let mut upper = Upper::new(&problem.position, problem.attacker, policy()).expect("a problem");
    let mut random = Rng::with_seed(28);
    let mut life = || {
        asked
            .deaths
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
        let machine = thread / asked.machine;
        if now >= dies[machine] {
            // All its threads lose what they have.
            deaths += 1;
            machines[machine] = worker();
            learnt[machine] = None;
            talk.forget(machine);
            dies[machine] = now.saturating_add(life());
            let first = machine * asked.machine;
            for lost in busy.iter_mut().skip(first).take(asked.machine) {
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
        if upper.status().nodes > asked.nodes {
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
            hearsay: machines[machine].tell(telling()),
        });
    }
    let mut fetch = |at: &PartialPosition| parts.get(&at.to_sfen_owned()).cloned();
    let verdict = upper.verdict();
    let whole = verdict.map(|_| {
        upper
            .compose(&mut fetch)
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

fn telling() -> Telling {
    let usual = Telling::default();
    Telling {
        least: option("--tell-least").unwrap_or(usual.least),
        most: option("--tell").unwrap_or(usual.most),
    }
}

fn policy() -> Policy {
    let usual = Policy::default();
    Policy {
        least_nodes: option("--least").unwrap_or(usual.least_nodes),
        parts: option("--parts").unwrap_or(usual.parts),
        epsilon: option("--epsilon").unwrap_or(usual.epsilon),
        raise: option("--raise").unwrap_or(usual.raise),
        foreign: option("--foreign").unwrap_or(usual.foreign),
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
