//! The options of `solve`, and the limits of every command that searches.

use super::inputs::Reading;
use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Duration;
use tsumi::formats::units;
use tsumi::solver::{self, Lengths, Options};

const SOLVE: &str = "Examples:
  tsumi solve '6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1'
  tsumi solve problems.sfen --problem 12 --shortest --time 60s
  tsumi solve folder/ --threads 2 --total-time 1h --format json > answers.jsonl
  tsumi solve one.kif --html one.html --certificate one.tsc

Exit codes:
  0    every problem is decided
  1    some problem is undecided (a limit came first)
  2    unreadable input, or wrong usage
  3    a self-check failed: a defect of tsumi
  4    standard output was closed or full
  130  interrupted; what is known is printed
｜例：
  tsumi solve '6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1'
  tsumi solve problems.sfen --problem 12 --shortest --time 60s
  tsumi solve folder/ --threads 2 --total-time 1h --format json > answers.jsonl
  tsumi solve one.kif --html one.html --certificate one.tsc

終了コード：
  0    すべて解決
  1    未決の作品がある（制限に達した）
  2    読めない入力、または使い方の誤り
  3    自己検査の失敗（tsumi の欠陥）
  4    標準出力が閉じられた、または書けない
  130  中断（そこまでの結果は表示する）";

/// What a search may use, the same for every command that searches.
#[derive(Clone, Debug, clap::Args)]
pub struct Limits {
    /// Time limit for each problem: 500ms, 90s, 2m, 1h
    /// ｜1題ごとの制限時間：500ms、90s、2m、1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,

    /// Node limit for each problem: 10k, 5M (nodes are positions whose moves were generated)
    /// ｜1題ごとの局面数の上限：10k、5M（指し手を生成した局面を数える）
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Memory for the tables: 64M, 1GiB
    /// ｜置換表のメモリ：64M、1GiB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::bytes)]
    pub memory: usize,

    /// Prove the length minimal, however long it takes; without this and without limits the
    /// search ends two seconds or so after the first mate
    /// ｜最短手数の証明が終わるまで続ける。これも制限もなければ、最初の詰みから2秒ほどで終わる
    #[arg(
        long,
        value_name = "METRIC",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "both"
    )]
    pub shortest: Option<Shortest>,

    /// Hardly look for a shorter mate than the one found first
    /// ｜最初に見つかった詰みをほとんど短縮しない
    #[arg(long, conflicts_with = "shortest")]
    pub quick: bool,

    /// Only the verdict: the length is the one of the proof that was found first
    /// ｜詰むかどうかだけを調べる（手数は最初に見つかった証明のもの）
    #[arg(long, conflicts_with_all = ["shortest", "quick"])]
    pub no_lengths: bool,
}

impl Limits {
    /// Options of a solver that gets `memory` bytes.
    pub fn options(&self, memory: usize, check: bool) -> Options {
        let lengths = match () {
            () if self.no_lengths => Lengths::None,
            () if self.quick => Lengths::Quick,
            () => Lengths::Answer,
        };
        // Who gives a limit wants what can be found within it.
        let limited = self.time.is_some() || self.nodes.is_some();
        let shortest = match self.shortest {
            None if limited && lengths == Lengths::Answer => Some(Shortest::Conventional),
            given => given,
        };
        let wants = |metric| matches!(shortest, Some(s) if s == metric || s == Shortest::Both);
        Options {
            tuning: tsumi::search::Tuning::default(),
            time: self.time,
            nodes: self.nodes,
            memory,
            proof_memory: tsumi::solver::PROOF_MEMORY,
            threads: 1,
            shortest_raw: wants(Shortest::Raw),
            shortest_conventional: wants(Shortest::Conventional),
            claimed: None,
            claim_only: false,
            length_nodes: None,
            check,
            prove_lengths: false,
            abandons: false,
            lengths,
            ..Options::default()
        }
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = SOLVE)]
pub struct Solve {
    #[command(flatten)]
    pub reading: Reading,

    #[command(flatten)]
    pub limits: Limits,

    /// Time limit for everything together
    /// ｜全体の制限時間
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub total_time: Option<Duration>,

    /// Threads: problems at a time, and on each problem when there are fewer; they share the memory
    /// ｜スレッド数：同時に解く題数。残りの題が少なければ1題に複数を使う（メモリは分け合う）
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// Write certificates: a file for one problem, a folder for many (<id>.tsc)
    /// ｜証明書を書く：1題ならファイル、多数ならフォルダ（<id>.tsc）
    #[arg(long, value_name = "PATH")]
    pub certificate: Option<PathBuf>,

    /// What the certificates prove
    /// ｜証明書が証明すること
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Proofs::All)]
    pub proofs: Proofs,

    /// Write solutions as web pages: a file for one problem, a folder for many (<id>.html)
    /// ｜解答のウェブページを書く：1題ならファイル、多数ならフォルダ（<id>.html）
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,

    /// Overwrite files that exist (never an input) ｜既存のファイルに上書きする（入力を除く）
    #[arg(long)]
    pub force: bool,

    /// How to print the answers
    /// ｜出力の形式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// The main line where the longest defences leave pieces in hand: the longest, or the longest
    /// that leaves nothing (as a rule the one that the declared length follows)
    /// ｜最長の変化で駒が余るときの本手順：最長手順（today）か、駒余りのない最長手順（classic）。既定では申告の手数に従う
    #[arg(long, value_name = "CUSTOM")]
    pub leftover: Option<Custom>,

    /// Show the other defences (変化) too; DEPTH 2 also those along the variations
    /// ｜変化も示す。2 なら変化の中の変化まで
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u32).range(1..=20)
    )]
    pub variations: Option<u32>,

    /// Show the near misses (紛れ) too: other checks along the line, and what escapes them; the N
    /// that last longest [default: 10]
    /// ｜紛れも示す：本手順の各手で、他の王手とそれを逃れる受け。長く続く順に N 通り［既定：10］
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub near_misses: Option<u32>,

    /// No progress and no warnings on standard error
    /// ｜途中経過と警告を表示しない
    #[arg(short, long)]
    pub quiet: bool,

    /// Do not verify certificates before answering
    /// ｜答の前に証明書を検査しない
    #[arg(long)]
    pub no_check: bool,
}

/// Which line is the main line where the longest defences leave pieces in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Custom {
    /// The longest, the rule of today ｜最長手順（現在の規約）
    Today,
    /// The longest that leaves nothing, the custom of the classics
    /// ｜駒余りのない最長手順（古典の慣習）
    Classic,
}

impl From<Custom> for solver::Custom {
    fn from(custom: Custom) -> solver::Custom {
        match custom {
            Custom::Today => solver::Custom::Today,
            Custom::Classic => solver::Custom::Classic,
        }
    }
}

/// What is proved by a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Proofs {
    /// The verdict, and both lengths as far as they are known
    /// ｜詰・不詰と、わかっている範囲の手数（二通りとも）
    All,
    /// The verdict alone
    /// ｜詰・不詰だけ
    Verdicts,
}

/// The length that is to be proved minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shortest {
    /// Every ply counts
    /// ｜すべての手を数える
    Raw,
    /// Futile interpositions (無駄合い) do not count
    /// ｜無駄合いを数えない
    Conventional,
    /// Both of them
    /// ｜両方
    Both,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Diagram, verdict and line, in the language of the program
    /// ｜図と答（--lang の言語で）
    Text,
    /// Diagram, verdict and line, in Japanese
    /// ｜図と答（日本語で）
    Ja,
    /// One line a problem as of the USI mate protocol
    /// ｜USI の詰将棋の応答、1題1行
    Usi,
    /// KIF, to open in a GUI
    /// ｜KIF（将棋ソフトで開ける）
    Kif,
    /// One JSON object a line
    /// ｜JSON、1題1行
    Json,
}
