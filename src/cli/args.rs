//! The options as the user types them.

use super::lang::both;
use clap::{Parser, Subcommand, ValueEnum};
use shogi_core::Color;
use std::path::PathBuf;
use std::time::Duration;
use tsumi::formats::{Message, Target, units};
use tsumi::solver::Options;

/// A checkmate proof solver for shogi (tsume-shogi, 詰将棋).
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 90)]
pub struct Args {
    /// Language of help and messages [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_enum, value_name = "LANG")]
    pub lang: Option<super::lang::Lang>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove or refute the mate in problems
    Solve(Solve),
    /// Hold collections against what they declare: lengths, lines, other solutions
    Verify(Box<super::args_verify::Verify>),
    /// Merge, sum up and show reports of verify
    Report(super::args_verify::Report),
    /// Verify certificates with the independent checker
    Check(Check),
    /// Measure the solver on a file of problems, and compare with an earlier run
    Bench(Bench),
    /// Run the field's algorithms beside the solver on a file of problems (10s for each
    /// search when neither --time nor --nodes is given)
    Compare(Compare),
    /// Convert problems and records: SFEN, JSONL, KIF, KI2, CSA, JKF
    Convert(Convert),
    /// Draw positions, as text or as SVG
    Show(Show),
    /// Print the completions of a shell
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(hide = true)]
    Man,
    /// Speak USI with a GUI (go mate); also without arguments when input is piped in
    Usi,
}

const EXIT_CODES: &str = "Exit codes:
  0    every problem is decided
  1    some problem is undecided (a limit came first)
  2    unreadable input, or wrong usage
  3    a self-check failed: a defect of tsumi
  130  interrupted; what is known is printed";

/// What a search may use, the same for every command that searches.
#[derive(Clone, Debug, clap::Args)]
pub struct Limits {
    /// Time limit for each problem: 500ms, 90s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,

    /// Node limit for each problem: 10k, 5M (nodes are positions whose moves were generated)
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Memory for the tables: 64M, 1GiB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::bytes)]
    pub memory: usize,

    /// Prove the length minimal too
    #[arg(
        long,
        value_name = "METRIC",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "both"
    )]
    pub shortest: Option<Shortest>,

    /// Only the verdict: the length is the one of the proof that was found first
    #[arg(long, conflicts_with = "shortest")]
    pub no_lengths: bool,
}

impl Limits {
    /// Options of a solver that gets `memory` bytes.
    pub fn options(&self, memory: usize, check: bool) -> Options {
        let wants = |metric| matches!(self.shortest, Some(s) if s == metric || s == Shortest::Both);
        Options {
            tuning: tsumi::search::Tuning::default(),
            time: self.time,
            nodes: self.nodes,
            memory,
            threads: 1,
            shortest_raw: wants(Shortest::Raw),
            shortest_conventional: wants(Shortest::Conventional),
            claimed: None,
            claim_only: false,
            length_nodes: None,
            check,
            lengths: !self.no_lengths,
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Solve {
    /// Files (SFEN lines, JSONL, KIF, KI2, BOD, CSA, JKF), "-" for standard input, or an SFEN in quotes
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    #[command(flatten)]
    pub limits: Limits,

    /// Time limit for everything together
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub total_time: Option<Duration>,

    /// Threads: problems at a time, and on each problem when there are fewer; they share the memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// The attacking side, where both have a king [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub attacker: Option<Side>,

    /// Write certificates: a file for one problem, a folder for many (<id>.tsc)
    #[arg(long, value_name = "PATH")]
    pub certificate: Option<PathBuf>,

    /// Write solutions as web pages: a file for one problem, a folder for many (<id>.html)
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,

    /// How to print the answers
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Show the other defences (変化) too; DEPTH 2 also those along the variations
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u32).range(1..=20)
    )]
    pub variations: Option<u32>,

    /// Show the near misses (紛れ) too: other checks along the line, and what escapes them
    #[arg(long)]
    pub near_misses: bool,

    /// No progress and no warnings on standard error
    #[arg(short, long)]
    pub quiet: bool,

    /// Do not verify certificates before answering
    #[arg(long)]
    pub no_check: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 all verified, 1 some not verified, 2 some unreadable.")]
pub struct Check {
    /// Certificate files, folders written by verify, "-" for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,

    /// Certificates checked at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: as of solve; 3 also for an answer that contradicts the file.")]
pub struct Bench {
    /// Problems, best as JSONL with expect, plies, raw_plies
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,

    #[command(flatten)]
    pub limits: Limits,

    /// Threads that work on each problem
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// A new solver with empty tables for each problem (default: one for all)
    #[arg(long)]
    pub fresh: bool,

    /// Do not verify certificates
    #[arg(long)]
    pub no_check: bool,

    /// Save the results as JSONL
    #[arg(long, value_name = "OUT.jsonl")]
    pub save: Option<PathBuf>,

    /// Compare with results saved earlier
    #[arg(long, value_name = "OLD.jsonl")]
    pub compare: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 all converted, 2 some unreadable.")]
pub struct Convert {
    /// Files (SFEN lines, JSONL, KIF, KI2, BOD, CSA, JKF), "-" for standard input, or an SFEN in quotes
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// File, or folder with a file for each problem (<id>.<format>) [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Format to write [default: by the name of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = target)]
    pub to: Option<Target>,

    /// Encoding to write
    #[arg(long, value_enum, default_value_t = Encoding::Utf8)]
    pub encoding: Encoding,

    /// The attacking side, where both have a king [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub attacker: Option<Side>,

    /// No warnings on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 all shown, 2 some unreadable.")]
pub struct Show {
    /// Files of any format, "-" for standard input, or an SFEN in quotes
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// Write a picture: a file for one position, a folder for many (<id>.svg) [default: text]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Kind of picture [default: by the name of OUT, else svg]
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub to: Option<Picture>,

    /// Draw the defender's hand too [default: only where it is not all the pieces left]
    #[arg(long, requires = "output")]
    pub both_hands: bool,

    /// Font file for PNG (TTF, OTF, TTC) [default: a Japanese one of this machine]
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,

    /// The attacking side, where both have a king [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub attacker: Option<Side>,
}

fn target(name: &str) -> Result<Target, Message> {
    let known = Target::ALL.iter().find(|t| t.1 == name).map(|t| t.0);
    known.ok_or_else(|| {
        both!(
            "one of sfen, jsonl, kif, ki2, csa, jkf",
            "sfen、jsonl、kif、ki2、csa、jkf のどれか"
        )
    })
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    /// Lines and text, for print and for the web
    Svg,
    /// Pixels (only when built with the feature png)
    Png,
}

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    #[value(name = "shift-jis", alias = "sjis", alias = "shift_jis")]
    ShiftJis,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 done (undecided problems are no failure here), \
2 unreadable input or wrong usage, 3 a sound algorithm contradicts the file or another one, \
130 interrupted."
)]
pub struct Compare {
    /// Problems
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,

    /// Who takes part, by name, with commas: tsumi, all, or names from docs/algorithms.md
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "tsumi,pns,dfpn-ghi,dfpn+,dfpn-epsilon,dfpn-r,tca,wpns,snda"
    )]
    pub algorithms: Vec<String>,

    /// Add the solver with each of its switchable techniques changed in turn
    #[arg(long)]
    pub ablate: bool,

    #[command(flatten)]
    pub limits: Limits,

    /// Threads of the algorithm called parallel; all others have one
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// How to print the table
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,

    /// Draw problems solved over time (a cactus plot)
    #[arg(long, value_name = "OUT.svg")]
    pub svg: Option<PathBuf>,
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For reading
    Text,
    /// One JSON object a line, totals last
    Json,
    /// With a heading, without totals
    Csv,
}

/// The length that is to be proved minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shortest {
    /// Every ply counts
    Raw,
    /// Futile interpositions (無駄合い) do not count
    Conventional,
    /// Both of them
    Both,
}

/// A side on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// 先手
    Black,
    /// 後手
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Diagram, verdict and line
    Text,
    /// The same in Japanese
    Ja,
    /// One line a problem as of the USI mate protocol
    Usi,
    /// KIF, to open in a GUI
    Kif,
    /// One JSON object a line
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn shortest_takes_its_value_with_equals_only() {
        let parse = |words: &[&str]| {
            let args = Args::try_parse_from([&["tsumi", "solve"], words].concat()).unwrap();
            match args.command {
                Command::Solve(s) => (s.limits.shortest, s.inputs),
                _ => unreachable!(),
            }
        };
        assert_eq!(
            parse(&["--shortest", "raw"]),
            (Some(Shortest::Both), vec!["raw".into()])
        );
        assert_eq!(parse(&["--shortest=raw"]), (Some(Shortest::Raw), vec![]));
        assert_eq!(parse(&["a"]), (None, vec!["a".into()]));
    }
}
