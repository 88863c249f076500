//! The options of `tsumi verify` and `tsumi report`.

use super::args_solve::Proofs;
use super::inputs::Reading;
use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Duration;
use tsumi::formats::{InputError, Problem, units};
use tsumi::row::{Besides, Pin};
use tsumi::verify;

const VERIFY: &str = "Examples:
  tsumi verify folder/ --time 30s --resume report.jsonl
  tsumi verify problems.sfen --certificates proofs/ --total-time 1h --easy-first --report r.jsonl

Exit codes:
  0    every problem is what it claims to be
  1    some problem differs or is undecided, or the total time ran out
  2    something cannot be read, or wrong usage
  3    a self-check failed: a defect of tsumi
  4    standard output was closed or full
  130  interrupted; --resume goes on
｜例：
  tsumi verify folder/ --time 30s --resume report.jsonl
  tsumi verify problems.sfen --certificates proofs/ --total-time 1h --easy-first --report r.jsonl

終了コード：
  0    すべて申告のとおり
  1    相違または未決がある、または時間切れ
  2    読めないものがある、または使い方の誤り
  3    自己検査の失敗（tsumi の欠陥）
  4    標準出力が閉じられた、または書けない
  130  中断（--resume で続けられる）";

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = VERIFY)]
pub struct Verify {
    #[command(flatten)]
    pub reading: Reading,

    /// What the problems are
    /// ｜何の集まりか
    #[arg(long, value_enum, default_value_t = Profile::Tsume)]
    pub profile: Profile,

    /// How interpositions count (無駄合い)
    /// ｜無駄合いの数え方
    #[arg(long, value_enum, default_value_t = Futile::Return)]
    pub futile: Futile,

    /// Where other mates are looked for (余詰)
    /// ｜余詰を探す範囲
    #[arg(long, value_enum, default_value_t = Cooks::Main)]
    pub cooks: Cooks,

    /// Prove the raw length minimal too, every interposition counted
    /// ｜無駄合いも数えた手数の最短も証明する
    #[arg(long)]
    pub shortest_raw: bool,

    /// Time limit for each problem, all its searches together: 500ms, 90s, 2m, 1h
    /// ｜1題ごとの制限時間（すべての探索の合計）：500ms、90s、2m、1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,

    /// Node limit for each problem, all its searches together: 10k, 5M
    /// ｜1題ごとの局面数の上限（すべての探索の合計）：10k、5M
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Time limit for everything together; --resume goes on from there
    /// ｜全体の制限時間。--resume で続けられる
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub total_time: Option<Duration>,

    /// Memory for the tables of all threads: 64M, 1GiB
    /// ｜置換表のメモリ（全スレッドの合計）：64M、1GiB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::bytes)]
    pub memory: usize,

    /// Threads: problems at a time, and on each problem when there are fewer; they share the memory
    /// ｜スレッド数：同時に検証する題数。残りの題が少なければ1題に複数を使う（メモリは分け合う）
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// Write a certificate for every verdict and every cook, and index.jsonl
    /// ｜すべての答と余詰の証明書、および index.jsonl を書く
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,

    /// What the certificates prove
    /// ｜証明書が証明すること
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Proofs::All)]
    pub proofs: Proofs,

    /// Write the report (a JSON object for each problem) to this file
    /// ｜報告（1題ごとに JSON 1行）をこのファイルに書く
    #[arg(long, value_name = "REPORT.jsonl", conflicts_with = "resume")]
    pub report: Option<PathBuf>,

    /// As --report, and go on where the file ends
    /// ｜--report と同じだが、ファイルの続きから再開する
    #[arg(long, value_name = "REPORT.jsonl")]
    pub resume: Option<PathBuf>,

    /// Replace the report and the certificates of an earlier run
    /// ｜前回の報告と証明書を置き換える
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,

    /// First a pass over all with this limit, then the rest with the full one, or sharing
    /// what remains of --total-time; needs --report or --resume
    /// ｜まず全体をこの制限で通し、残りを本来の制限で（--total-time があれば残り時間を分け合って）調べる。--report か --resume が要る
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
    /// ｜出力の形式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Everything about each problem, as for a single one
    /// ｜1題だけのときと同じく、各題のすべてを示す
    #[arg(long, conflicts_with = "format")]
    pub details: bool,

    /// Besides: every check at every move of the attacker with its length or its refutation,
    /// what else mates in the other defences, and which pieces could go
    /// ｜さらに検討する：攻方の各手番のすべての王手と、その手数または受け、変化の余詰、除ける駒
    #[arg(long, conflicts_with = "easy_first")]
    pub audit: bool,

    /// No progress on standard error
    /// ｜途中経過を表示しない
    #[arg(short, long)]
    pub quiet: bool,
}

const REPORT: &str = "Example:
  tsumi report report.jsonl --html report.html --markdown report.md

Exit codes: 0 every problem is what it claims to be, 1 some is not or is undecided, \
2 a report cannot be read, 4 standard output closed or full
｜例：
  tsumi report report.jsonl --html report.html --markdown report.md

終了コード：0 すべて申告どおり、1 相違または未決がある、2 読めない報告がある、4 標準出力に書けない";

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = REPORT)]
pub struct Report {
    /// Reports of `tsumi verify` (JSONL), "-" for standard input; they are merged in this order
    /// ｜`tsumi verify` の報告（JSONL）、標準入力なら "-"。この順にまとめる
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// What to print
    /// ｜出力の形式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Write a page that needs nothing but a browser
    /// ｜ブラウザだけで見られるページを書く
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,

    /// Write a page in Markdown
    /// ｜Markdown のページを書く
    #[arg(long, value_name = "OUT.md")]
    pub markdown: Option<PathBuf>,

    /// Overwrite files that exist (never an input) ｜既存のファイルに上書きする（入力を除く）
    #[arg(long)]
    pub force: bool,

    /// Title of the pages
    /// ｜ページの題
    #[arg(long, value_name = "TEXT", default_value = "tsumi: report")]
    pub title: String,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// What differs, line by line, and a table
    /// ｜相違のある題と集計表
    Text,
    /// One JSON object a line for each problem
    /// ｜JSON、1題1行
    Json,
}

/// The rules a collection is meant to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Profile {
    /// Compositions
    /// ｜詰将棋作品
    Tsume,
    /// Positions from games: leftovers and several answers are a matter of course
    /// ｜実戦の局面：駒余りや複数の解は当然とする
    Game,
}

/// How interpositions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Futile {
    /// Futile ones do not count (the return rule)
    /// ｜無駄合いを数えない（取り返しの規則）
    Return,
    /// All count
    /// ｜すべて数える
    None,
}

/// Where cooks are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cooks {
    /// At every move of the attacker, without any allowance
    /// ｜攻方のすべての手、許容なし
    All,
    /// At every move but the last; 最終手余詰 and 非限定 (promoted or not, nearer or
    /// farther) are allowed by custom
    /// ｜最終手以外のすべて。最終手余詰と非限定（成・不成、遠近）は許容
    Main,
    /// At the first move
    /// ｜初手のみ
    First,
    /// Nowhere
    /// ｜探さない
    Off,
}

impl Verify {
    /// The option that names the report.
    pub fn report_option(&self) -> &'static str {
        match self.resume {
            Some(_) => "--resume",
            None => "--report",
        }
    }

    /// What the row of a problem is made from.
    pub fn pin(&self, read: &Result<Problem, InputError>) -> Pin {
        let besides = Besides {
            certificates: self.certificates.is_some(),
            audit: self.audit,
        };
        Pin::new(read, &self.settings(0), besides)
    }

    /// Are certificates to prove more than the verdicts?
    pub fn proves(&self) -> bool {
        self.certificates.is_some() && self.proofs == Proofs::All
    }

    /// True when a report is written to a file.
    pub fn keeps_a_report(&self) -> bool {
        self.report.is_some() || self.resume.is_some()
    }

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
            proof_memory: tsumi::solver::PROOF_MEMORY,
            threads: 1,
            shortest_raw: self.shortest_raw,
            proofs: self.proves(),
            thorough: false,
            seed: 0,
        }
    }
}
