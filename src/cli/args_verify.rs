//! The options of `tsumi verify` and `tsumi report`.

use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Duration;
use tsumi::formats::units;
use tsumi::verify;

const EXIT_CODES: &str = "Exit codes:
  0    every problem is what it claims to be
  1    some problem differs or is undecided, or the total time ran out
  2    something cannot be read, or wrong usage
  3    a self-check failed: a defect of tsumi
  130  interrupted; --resume goes on";

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Verify {
    /// Files and folders (SFEN lines, JSONL, KIF, BOD), or "-" for standard input
    #[arg(value_name = "COLLECTION")]
    pub inputs: Vec<String>,

    /// What the problems are
    #[arg(long, value_enum, default_value_t = Profile::Tsume)]
    pub profile: Profile,

    /// How interpositions count (無駄合い)
    #[arg(long, value_enum, default_value_t = Futile::Return)]
    pub futile: Futile,

    /// Where other mates are looked for (余詰)
    #[arg(long, value_enum, default_value_t = Cooks::Main)]
    pub cooks: Cooks,

    /// Prove the raw length minimal too, every interposition counted
    #[arg(long)]
    pub shortest_raw: bool,

    /// Time limit for each problem, all its searches together: 500ms, 90s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,

    /// Node limit for each problem, all its searches together: 10k, 5M
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Time limit for everything together; --resume goes on from there
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub total_time: Option<Duration>,

    /// Memory for the tables of all threads: 64M, 1GiB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::bytes)]
    pub memory: usize,

    /// Threads: problems at a time, and on each problem when there are fewer; they share the memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// The attacking side, where both have a king [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub attacker: Option<super::args::Side>,

    /// Write a certificate for every verdict and every cook, and index.jsonl
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,

    /// Write the report (a JSON object for each problem) to this file
    #[arg(long, value_name = "REPORT.jsonl", conflicts_with = "resume")]
    pub report: Option<PathBuf>,

    /// The same, and go on where the file ends
    #[arg(long, value_name = "REPORT.jsonl")]
    pub resume: Option<PathBuf>,

    /// First a pass over all with this limit, then the rest with the full one, or sharing
    /// what remains of --total-time; needs --report or --resume
    #[arg(
        long,
        value_name = "TIME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1s",
        value_parser = units::duration
    )]
    pub easy_first: Option<Duration>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// No progress on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 every problem is what it claims to be, 1 some is not or is \
                        undecided, 2 a report cannot be read."
)]
pub struct Report {
    /// Reports of `tsumi verify` (JSONL), "-" for standard input; they are merged in this order
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Write a page that needs nothing but a browser
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,

    /// Write a page in Markdown
    #[arg(long, value_name = "OUT.md")]
    pub markdown: Option<PathBuf>,

    /// Title of the pages
    #[arg(long, value_name = "TEXT", default_value = "tsumi: report")]
    pub title: String,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// What differs, line by line, and a table
    Text,
    /// One JSON object a line for each problem
    Json,
}

/// The rules a collection is meant to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Profile {
    /// Compositions
    Tsume,
    /// Positions from games: leftovers and several answers are a matter of course
    Game,
}

/// How interpositions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Futile {
    /// Futile ones do not count (the return rule)
    Return,
    /// All count
    None,
}

/// Where cooks are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cooks {
    /// At every move of the attacker, without any allowance
    All,
    /// At every move but the last; 最終手余詰 and 非限定 (promoted or not, nearer or
    /// farther) are allowed by custom
    Main,
    /// At the first move
    First,
    /// Nowhere
    Off,
}

impl Verify {
    /// Settings for a worker that gets `memory` bytes.
    pub fn settings(&self, memory: usize) -> verify::Settings {
        verify::Settings {
            profile: match self.profile {
                Profile::Tsume => verify::Profile::Tsume,
                Profile::Game => verify::Profile::Game,
            },
            futile: match self.futile {
                Futile::Return => verify::Futile::Return,
                Futile::None => verify::Futile::None,
            },
            cooks: match self.cooks {
                Cooks::All => verify::Cooks::All,
                Cooks::Main => verify::Cooks::Main,
                Cooks::First => verify::Cooks::First,
                Cooks::Off => verify::Cooks::Off,
            },
            time: self.time,
            nodes: self.nodes,
            memory,
            threads: 1,
            shortest_raw: self.shortest_raw,
            seed: 0,
        }
    }
}
