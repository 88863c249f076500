//! Learns the first numbers of df-pn+ from trees that the search itself makes.
//!
//! ```sh
//! cargo run --release --example learn_numbers -- problems/zuko.sfen problems/game.jsonl > src/search/initial_weights.rs
//! cargo run --release --example learn_numbers -- problems/zuko.sfen problems/game.jsonl --report
//! ```
//!
//! Every problem is searched with the guess alone (no learned weights, no echoes), in a
//! table that loses nothing; then all positions that were searched are visited from the
//! root. Each is an example of the move that led to it, with two things to learn:
//!
//! - *growth*: its proof number after one look at its moves, against the guess (log2;
//!   least squares);
//! - *outcome*: mate or no mate, where that came out (logistic regression, the log odds
//!   of no mate).
//!
//! A weight is a share of both. The shares were chosen by nodes (experiment 25), the
//! weights never saw a node count. `--report` learns on every other problem only, and
//! shows how well the rest is foretold, with all features and without each in turn.

use clap::Parser;
use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write;
use tsumi::base::length::Len;
use tsumi::base::limits::Limits;
use tsumi::formats::{Input, ReadOptions, read_input, units};
use tsumi::search::features::{self, CLASSES, Classes, FEATURES, Scene, Surroundings};
use tsumi::search::initial::{self, OCTAVE};
use tsumi::search::{Question, Salt, Search, Tools, Tuning, Workspace};
use tsumi::shogi::{Leaf, Move, Open, Position, Side};
use tsumi::table::repetition::RepetitionTable;
use tsumi::table::{Found, Table};

/// Learn the weights of src/search/initial_weights.rs.
#[derive(Parser)]
struct Args {
    /// Problems: SFEN lines, JSONL, KIF, BOD
    #[arg(required = true)]
    files: Vec<String>,
    /// Node limit for each problem; what was searched till then is learned from
    #[arg(long, value_parser = units::count, default_value = "200k")]
    nodes: u64,
    /// Learn from every other problem, foretell the rest, print no weights
    #[arg(long)]
    report: bool,
}

/// Positions of a problem whose moves become examples, about.
const POSITIONS: usize = 10_000;
/// Of their children one in so many.
const CHILDREN: u64 = 8;

/// Of both kinds of move: growth's share and the outcome's (experiment 25). A log odds
/// of 1 is taken for an octave.
const SHARES: [[f64; 2]; 2] = [[0.7, 0.2], [1.0, 0.2]];
const KINDS: [&str; 2] = ["CHECK", "EVASION"];

/// What was seen of a position that was searched.
#[derive(Clone, Copy)]
struct Example {
    classes: Classes,
    /// log2 of the proof number after a look, in units of the guess.
    growth: f64,
    /// In the end no mate (true), mate (false), or neither.
    outcome: Option<bool>,
}

/// Of checks and of evasions.
type Examples = [Vec<Example>; 2];

fn mixed(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn moves_of(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    if pos.side_to_move() == Side::Attacker {
        pos.generate_checks(&mut moves);
    } else {
        pos.generate_evasions(&mut moves);
    }
    moves
}

/// The tables of a search.
struct Desk {
    table: Table,
    repetition: RepetitionTable,
    workspace: Workspace,
}

impl Desk {
    fn new(bytes: usize) -> Desk {
        Desk {
            table: Table::new(bytes).expect("memory"),
            repetition: RepetitionTable::new(bytes / 8).expect("memory"),
            workspace: Workspace::default(),
        }
    }

    /// A search by the guess alone.
    fn search(&mut self, pos: &Position, salt: u64) -> Search<'_> {
        let tools = Tools {
            table: &self.table,
            repetition: &mut self.repetition,
            workspace: &mut self.workspace,
            crew: None,
        };
        let tuning = Tuning {
            learned: false,
            echoes: false,
            ..Tuning::default()
        };
        let salt = Salt {
            problem: salt,
            path: salt,
        };
        Search::new(pos.clone(), tools, tuning, salt)
    }
}

/// One problem's tree, and an empty table to look at its positions with.
struct Tree {
    problem: u64,
    searched: Desk,
    empty: Desk,
}

impl Tree {
    fn new(root: &Position, nodes: u64, problem: u64) -> Tree {
        let mut searched = Desk::new(256 << 20);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        // A limit is no harm: what is in the table then was searched.
        let _ = searched.search(root, problem).solve(Question::new(limits));
        Tree {
            problem,
            searched,
            empty: Desk::new(1 << 20),
        }
    }

    /// Every position that was searched, by ways that were.
    fn positions(&self, root: &Position) -> Vec<Position> {
        let mut seen = HashSet::from([root.place()]);
        let (mut todo, mut all) = (vec![root.clone()], Vec::new());
        while let Some(pos) = todo.pop() {
            for mv in moves_of(&pos) {
                let place = pos.place_after(mv);
                let table = &self.searched.table;
                let found = table.probe_exactly(place, 0, Len::INFINITE);
                let new = matches!(found, Found::Open { amount: 0, .. });
                if !new && seen.insert(place) {
                    let mut next = pos.clone();
                    next.make(mv);
                    todo.push(next);
                }
            }
            all.push(pos);
        }
        all
    }

    /// Adds what the tree shows.
    fn collect(&mut self, root: &Position, examples: &mut Examples) {
        let all = self.positions(root);
        let one_in = (all.len() / POSITIONS).max(1) as u64;
        for mut pos in all {
            if mixed(pos.board_key() ^ 77) >> 40 < (1 << 24) / one_in {
                let kind = (pos.side_to_move() == Side::Defender) as usize;
                for mv in moves_of(&pos) {
                    examples[kind].extend(self.example(&mut pos, mv));
                }
            }
        }
    }

    /// The move `mv`, if it is chosen, was searched and needed to be.
    fn example(&mut self, pos: &mut Position, mv: Move) -> Option<Example> {
        let place = pos.place_after(mv);
        if !mixed(place.key).is_multiple_of(CHILDREN) {
            return None;
        }
        let found = self.searched.table.probe(place, 0, Len::INFINITE);
        let outcome = match found {
            Found::Open { amount: 0, .. } => return None,
            Found::Open { .. } => None,
            Found::Mate { .. } => Some(false),
            Found::NoMate { .. } => Some(true),
        };
        let or = pos.side_to_move() == Side::Attacker;
        let around = Surroundings::of(pos);
        pos.make(mv);
        let none = Leaf::Open(Open::default());
        let leaf = if or { none } else { pos.leaf() };
        let value = self.empty.search(pos, self.problem ^ place.key).look();
        pos.unmake(mv);
        let (classes, guess) = match leaf {
            Leaf::Open(_) if value.is_final() => return None,
            Leaf::Open(_) if or => (
                features::of_check(pos, mv, &Scene::of_check(pos, mv, &around)),
                initial::after_check(pos, mv, &around, false),
            ),
            Leaf::Open(open) => (
                features::of_evasion(pos, mv, &Scene::of_evasion(pos, mv, &around, open.exits)),
                initial::after_evasion(pos, mv, &around, open, false),
            ),
            _ => return None,
        };
        Some(Example {
            classes,
            growth: (value.numbers.pn as f64 / guess.pn as f64).log2(),
            outcome,
        })
    }
}

/// A weight for every class of every feature, in octaves.
type Row = [[f64; CLASSES]; FEATURES];

/// What is learned: an error of the sum of weights for an example, or nothing to learn.
#[derive(Clone, Copy)]
enum Aim {
    Growth,
    Outcome,
}

impl Aim {
    /// How far the sum `z` is from the example, as the slope of the loss, and the loss.
    fn error(self, z: f64, example: &Example) -> Option<(f64, f64)> {
        match self {
            Aim::Growth => {
                let e = z - example.growth;
                Some((e.clamp(-3.0, 3.0), e * e))
            }
            Aim::Outcome => example.outcome.map(|lost| {
                let p = 1.0 / (1.0 + (-z).exp());
                let hit = if lost { p } else { 1.0 - p };
                (p - lost as u8 as f64, -hit.max(1e-9).ln())
            }),
        }
    }
}

/// Weights and the steps made so far (AdaGrad), and a constant.
struct Model {
    row: Row,
    slopes: Row,
    constant: f64,
    constant_slopes: f64,
}

/// Passes over the examples, step and pull toward 0.
const PASSES: usize = 12;
const STEP: f64 = 0.1;
const DECAY: f64 = 1e-4;

impl Model {
    /// Fitted to `examples`, without the feature `without`.
    fn fit(aim: Aim, examples: &[Example], without: Option<usize>) -> Model {
        let mut model = Model {
            row: [[0.0; CLASSES]; FEATURES],
            slopes: [[0.01; CLASSES]; FEATURES],
            constant: 0.0,
            constant_slopes: 1.0,
        };
        for example in (0..PASSES).flat_map(|_| examples) {
            if let Some((slope, _)) = aim.error(model.sum(example), example) {
                model.step(slope, example, without);
            }
        }
        model
    }

    fn sum(&self, example: &Example) -> f64 {
        let pairs = self.row.iter().zip(example.classes);
        self.constant + pairs.map(|(w, c)| w[c as usize]).sum::<f64>()
    }

    fn step(&mut self, slope: f64, example: &Example, without: Option<usize>) {
        self.constant_slopes += slope * slope;
        self.constant -= STEP * slope / self.constant_slopes.sqrt();
        for (f, class) in example.classes.into_iter().enumerate() {
            let (w, s) = (
                &mut self.row[f][class as usize],
                &mut self.slopes[f][class as usize],
            );
            if Some(f) != without {
                let slope = slope + DECAY * *w;
                *s += slope * slope;
                *w -= STEP * slope / s.sqrt();
            }
        }
    }

    /// The mean loss.
    fn loss(&self, aim: Aim, examples: &[Example]) -> f64 {
        let errors = examples.iter().filter_map(|e| aim.error(self.sum(e), e));
        let (count, total) = errors.fold((0.0, 0.0), |(n, sum), (_, loss)| (n + 1.0, sum + loss));
        total / count
    }

    /// The weights, every feature's mean over the examples taken away: what is learned
    /// is which move is harder than others, not how hard all are.
    fn centred(&self, examples: &[Example]) -> Row {
        let mut row = self.row;
        for (f, weights) in row.iter_mut().enumerate() {
            let of = |e: &Example| e.classes[f] as usize;
            let total: f64 = examples.iter().map(|e| weights[of(e)]).sum();
            let mean = total / examples.len() as f64;
            // A class never seen stays at 0.
            let mut seen = [false; CLASSES];
            examples.iter().for_each(|e| seen[of(e)] = true);
            let pairs = weights.iter_mut().zip(seen);
            pairs.filter(|p| p.1).for_each(|(w, _)| *w -= mean);
        }
        row
    }
}

/// The weights of one kind of move as text.
fn weights(kind: usize, examples: &[Example]) -> String {
    let fitted = [Aim::Growth, Aim::Outcome].map(|aim| {
        let model = Model::fit(aim, examples, None);
        model.centred(examples)
    });
    let mut text = format!("pub static {}: Weights = [\n", KINDS[kind]);
    for (f, name) in names(kind).into_iter().enumerate() {
        let _ = write!(text, "    // {name}\n    [");
        for (c, (growth, outcome)) in fitted[0][f].iter().zip(fitted[1][f]).enumerate() {
            let octaves = SHARES[kind][0] * growth + SHARES[kind][1] * outcome;
            let line_break = c == CLASSES / 2;
            let gap = match c {
                0 => "",
                _ if line_break => "\n     ",
                _ => " ",
            };
            let _ = write!(text, "{gap}{},", (octaves * OCTAVE as f64).round() as i64);
        }
        text.push_str("],\n");
    }
    text.push_str("];\n");
    text
}

fn names(kind: usize) -> [&'static str; FEATURES] {
    [features::OF_CHECK, features::OF_EVASION][kind]
}

/// What the features are worth, on examples that were not learned from.
fn report(kind: usize, learn: &[Example], judge: &[Example]) {
    println!(
        "{} {} to learn from, {} to judge by",
        KINDS[kind],
        learn.len(),
        judge.len()
    );
    for (aim, name) in [(Aim::Growth, "growth"), (Aim::Outcome, "outcome")] {
        let loss = |without| Model::fit(aim, learn, without).loss(aim, judge);
        let blind: Vec<Example> = learn
            .iter()
            .map(|&e| Example {
                classes: [0; FEATURES],
                ..e
            })
            .collect();
        let mut constant = Model::fit(aim, &blind, None);
        constant.constant += constant.row.iter().map(|w| w[0]).sum::<f64>();
        constant.row = [[0.0; CLASSES]; FEATURES];
        let (none, all) = (constant.loss(aim, judge), loss(None));
        println!("  {name}: no feature {none:.3}, all {all:.3}");
        for (f, feature) in names(kind).into_iter().enumerate() {
            println!("    without {feature:32} {:.3}", loss(Some(f)));
        }
    }
}

/// In an order that looks random and is the same every time.
fn shuffle(examples: &mut [Example]) {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    for i in (1..examples.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        examples.swap(i, ((state >> 16) % (i as u64 + 1)) as usize);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let mut sets: [Examples; 2] = Default::default();
    let mut count = 0;
    for file in &args.files {
        for problem in read_input(&Input::from_arg(file, 1), &ReadOptions::default()) {
            let problem = problem?;
            let root = Position::new(&problem.position, problem.attacker)?;
            count += 1;
            let set = (args.report && count % 2 == 0) as usize;
            Tree::new(&root, args.nodes, count).collect(&root, &mut sets[set]);
        }
    }
    sets.iter_mut().flatten().for_each(|set| shuffle(set));
    if args.report {
        (0..2).for_each(|kind| report(kind, &sets[0][kind], &sets[1][kind]));
        return Ok(());
    }
    print!("{HEAD}");
    for (kind, examples) in sets[0].iter().enumerate() {
        print!("\n#[rustfmt::skip]\n{}", weights(kind, examples));
    }
    Ok(())
}

const HEAD: &str = "\
//! Weights of the features of a move, made by `examples/learn_numbers.rs`: for every
//! feature a row, for every class of it a number, in steps of which `initial::OCTAVE`
//! double a first proof number.

use super::features::{CLASSES, FEATURES};

pub type Weights = [[i16; CLASSES]; FEATURES];
";
