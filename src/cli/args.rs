//! The options as the user types them.
//!
//! The doc comment of a command, an option or a value is its help in both languages: English,
//! the sign ｜, Japanese ([`super::help`]). A test fails on a text that lacks one of them.

pub use super::args_solve::{Format, Limits, Proofs, Solve};
use super::inputs::Reading;
use clap::{Parser, Subcommand, ValueEnum};
use shogi_core::Color;
use std::ffi::OsString;
use std::path::PathBuf;
use tsumi::base::message::{Lang, List, Message, message};
use tsumi::formats::Target;
#[cfg(feature = "serve")]
use tsumi::formats::units;
#[cfg(feature = "serve")]
use tsumi::page::PORT;

/// A checkmate proof solver for shogi (tsume-shogi, 詰将棋)
/// ｜詰将棋の解図・検証プログラム（答はすべて証明書つき）
#[derive(Debug, Parser)]
#[command(version, max_term_width = 90, after_help = EXAMPLES)]
pub struct Args {
    /// Language of help and messages [default: from LC_ALL, LC_MESSAGES or LANG]
    /// ｜説明と文面の言語［既定：環境変数 LC_ALL、LC_MESSAGES、LANG による］
    #[arg(long, global = true, value_name = "LANG", value_parser = super::lang::parser())]
    pub lang: Option<Lang>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove or refute the mate in problems
    /// ｜詰むか詰まないかを証明する
    Solve(Solve),
    /// Hold collections against what they declare: lengths, lines, other solutions
    /// ｜作品集を検証する：手数、作意、余詰
    Verify(Box<super::args_verify::Verify>),
    /// Merge, sum up and show reports of verify
    /// ｜verify の報告をまとめ、集計し、表示する
    Report(super::args_verify::Report),
    /// Verify certificates with the independent checker
    /// ｜証明書を独立の検査器で検査する
    Check(Check),
    /// Measure the solver on a file of problems, and compare with an earlier run
    /// ｜問題のファイルで性能を測り、以前の結果と比べる
    Bench(Bench),
    /// Run the field's algorithms beside the solver on a file of problems (10s for each
    /// search when neither --time nor --nodes is given)
    /// ｜文献のアルゴリズムと並べて解く（制限がなければ1回10秒）
    Compare(Compare),
    /// Convert problems and records: SFEN, JSONL, KIF, KI2, BOD, CSA, JKF
    /// ｜問題や棋譜を変換する：SFEN、JSONL、KIF、KI2、BOD、CSA、JKF
    Convert(Convert),
    /// Draw positions, as text, SVG or PNG
    /// ｜局面を図にする（文字、SVG または PNG）
    Show(Show),
    /// Open the composer's bench in a browser of this machine (and an interface for programs)
    /// ｜作図台をこの機械のブラウザで開く（プログラムからも使える）
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Print the completions of a shell
    /// ｜シェルの補完を出力する
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell ｜シェル
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    /// ｜マニュアルを出力する
    #[command(after_help = MAN)]
    Man,
    /// Speak USI with a GUI (go mate); also without arguments, when USI commands are piped in
    /// ｜USI エンジンとして動く（go mate）。コマンドがパイプで来るなら引数なしでもよい
    #[command(after_help = USI)]
    Usi,
}

const EXAMPLES: &str = "Examples:
  tsumi solve '6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1'
  tsumi verify problems/ --time 30s
  tsumi solve --help
｜例：
  tsumi solve '6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1'
  tsumi verify problems/ --time 30s
  tsumi solve --help";

const COMPLETIONS: &str = "Example:
  tsumi completions bash > ~/.local/share/bash-completion/completions/tsumi
｜例：
  tsumi completions bash > ~/.local/share/bash-completion/completions/tsumi";

const MAN: &str = "Example:
  tsumi man > tsumi.1
｜例：
  tsumi man > tsumi.1";

const USI: &str = "Example, as a GUI speaks to it:
  position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
  go mate infinite
｜例（GUI からの命令）：
  position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
  go mate infinite";

#[cfg(feature = "serve")]
const SERVE: &str = "Examples:
  tsumi serve --open
  tsumi serve --port 8080 --memory 2GiB

Exit codes: 0 ended by Ctrl-C, 2 the port cannot be used, 4 standard output closed or full
｜例：
  tsumi serve --open
  tsumi serve --port 8080 --memory 2GiB

終了コード：0 Ctrl-C で終了、2 ポートを使えない、4 標準出力に書けない";

#[cfg(feature = "serve")]
#[derive(Debug, clap::Args)]
#[command(after_help = SERVE)]
pub struct Serve {
    /// Port on this machine, 0 for any that is free
    /// ｜この機械のポート番号（0 なら空いているもの）
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,

    /// Start the browser ｜ブラウザを起動する
    #[arg(long)]
    pub open: bool,

    /// Memory for the tables of all pages together: 512M, 2GiB
    /// ｜すべてのページの置換表の合計：512M、2GiB
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = units::bytes)]
    pub memory: usize,

    /// Threads of all pages together, 3 at least [default: as many as there are processors]
    /// ｜すべてのページのスレッド数の合計（少なくとも3）［既定：プロセッサの数］
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

const CHECK: &str = "Examples:
  tsumi check one.tsc
  tsumi check proofs/

Exit codes: 0 all verified, 1 some not verified, 2 some unreadable, 4 standard output closed or full
｜例：
  tsumi check one.tsc
  tsumi check proofs/

終了コード：0 すべて正しい、1 正しくないものがある、2 読めないものがある、4 標準出力に書けない";

#[derive(Debug, clap::Args)]
#[command(after_help = CHECK)]
pub struct Check {
    /// Certificate files, folders written by verify, "-" for standard input
    /// ｜証明書のファイル、verify が書いたフォルダ、標準入力なら "-"
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Certificates checked at a time [default: as many as there are processors]
    /// ｜同時に検査する数［既定：プロセッサの数］
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

const BENCH: &str = "Example:
  tsumi bench problems/hard.jsonl --time 60s --save new.jsonl --compare old.jsonl

Exit codes: as of solve; 3 also for an answer that contradicts the file
｜例：
  tsumi bench problems/hard.jsonl --time 60s --save new.jsonl --compare old.jsonl

終了コード：solve と同じ。ファイルと矛盾する答があれば 3";

#[derive(Debug, clap::Args)]
#[command(after_help = BENCH)]
pub struct Bench {
    /// Problems, best as JSONL with expect, plies, raw_plies
    /// ｜問題。expect、plies、raw_plies つきの JSONL がよい
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,

    #[command(flatten)]
    pub limits: Limits,

    /// Threads that work on each problem
    /// ｜1題に使うスレッド数
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// A new solver with empty tables for each problem (default: one for all)
    /// ｜1題ごとに新しい置換表を使う［既定：全題で一つ］
    #[arg(long)]
    pub fresh: bool,

    /// Do not verify certificates
    /// ｜証明書を検査しない
    #[arg(long)]
    pub no_check: bool,

    /// Save the results as JSONL
    /// ｜結果を JSONL で保存する
    #[arg(long, value_name = "OUT.jsonl")]
    pub save: Option<PathBuf>,

    /// Overwrite files that exist (never an input) ｜既存のファイルに上書きする（入力を除く）
    #[arg(long)]
    pub force: bool,

    /// Compare with results saved earlier
    /// ｜保存した結果と比べる
    #[arg(long, value_name = "OLD.jsonl")]
    pub compare: Option<PathBuf>,
}

const CONVERT: &str = "Examples:
  tsumi convert problems.sfen -o problems.kif
  tsumi convert problems.sfen -o folder/ --to kif --encoding shift-jis
  tsumi convert one.kif --to sfen

Exit codes: 0 all converted, 2 some unreadable, 4 standard output closed or full
｜例：
  tsumi convert problems.sfen -o problems.kif
  tsumi convert problems.sfen -o folder/ --to kif --encoding shift-jis
  tsumi convert one.kif --to sfen

終了コード：0 すべて変換、2 読めないものがある、4 標準出力に書けない";

#[derive(Debug, clap::Args)]
#[command(after_help = CONVERT)]
pub struct Convert {
    #[command(flatten)]
    pub reading: Reading,

    /// File, or folder with a file for each problem (<id>.<format>) [default: standard output]
    /// ｜ファイル、または1題1ファイルのフォルダ（<id>.<形式>）［既定：標準出力］
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Overwrite files that exist (never an input) ｜既存のファイルに上書きする（入力を除く）
    #[arg(long)]
    pub force: bool,

    /// Format to write [default: by the name of OUT]
    /// ｜書く形式［既定：出力の名による］
    #[arg(long, value_name = "FORMAT", value_parser = target)]
    pub to: Option<Target>,

    /// Encoding to write
    /// ｜書く文字コード
    #[arg(long, value_enum, default_value_t = Encoding::Utf8)]
    pub encoding: Encoding,

    /// No warnings on standard error
    /// ｜警告を表示しない
    #[arg(short, long)]
    pub quiet: bool,
}

const SHOW: &str = "Examples:
  tsumi show problems.sfen --problem 12
  tsumi show one.kif -o one.svg

Exit codes: 0 all shown, 2 some unreadable, 4 standard output closed or full
｜例：
  tsumi show problems.sfen --problem 12
  tsumi show one.kif -o one.svg

終了コード：0 すべて表示、2 読めないものがある、4 標準出力に書けない";

#[derive(Debug, clap::Args)]
#[command(after_help = SHOW)]
pub struct Show {
    #[command(flatten)]
    pub reading: Reading,

    /// Write a picture: a file for one position, a folder for many (<id>.svg) [default: text]
    /// ｜図を書く：1局面ならファイル、多数ならフォルダ（<id>.svg）［既定：文字］
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Overwrite files that exist (never an input) ｜既存のファイルに上書きする（入力を除く）
    #[arg(long)]
    pub force: bool,

    /// Kind of picture [default: by the name of OUT, in a folder svg]
    /// ｜図の種類［既定：出力の名による。フォルダには svg］
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub to: Option<Picture>,

    /// Draw the defender's hand too [default: only where it is not all the pieces left]
    /// ｜玉方の持駒も描く［既定：残り全部でないときだけ］
    #[arg(long, requires = "output")]
    pub both_hands: bool,

    /// Font file for PNG (TTF, OTF, TTC) [default: a Japanese one of this machine]
    /// ｜PNG のフォントファイル（TTF、OTF、TTC）［既定：この機械にある日本語フォント］
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
}

fn target(name: &str) -> Result<Target, Message> {
    let known = Target::ALL.iter().find(|t| t.1 == name).map(|t| t.0);
    known.ok_or_else(|| {
        message!(
            "one of {names}",
            "{names} のどれか",
            names = List(Target::ALL.map(|t| t.1.to_string()).to_vec())
        )
    })
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    /// Lines and text, for print and for the web
    /// ｜SVG 画像（印刷やウェブ用）
    Svg,
    /// Pixels (only when built with the feature png)
    /// ｜PNG 画像（feature png を有効にしてビルドした場合のみ）
    Png,
}

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    /// UTF-8 ｜UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Shift_JIS, for older programs ｜Shift_JIS（古いソフト向け）
    #[value(name = "shift-jis", alias = "sjis", alias = "shift_jis")]
    ShiftJis,
}

const COMPARE: &str = "Example:
  tsumi compare problems/pitfalls.jsonl --time 5s --svg plot.svg

Exit codes: 0 done (undecided problems are no failure here), 2 unreadable input or wrong usage, \
3 a sound algorithm contradicts the file or another one, 4 standard output closed or full, \
130 interrupted
｜例：
  tsumi compare problems/pitfalls.jsonl --time 5s --svg plot.svg

終了コード：0 終了（未決も可）、2 読めない入力または使い方の誤り、3 正しいはずのアルゴリズムがファイルまたは互いと矛盾、\
4 標準出力に書けない、130 中断";

#[derive(Debug, clap::Args)]
#[command(after_help = COMPARE)]
pub struct Compare {
    /// Problems
    /// ｜問題
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,

    /// Who takes part, by name, with commas: tsumi, all, or names from docs/algorithms.md
    /// ｜参加するアルゴリズムの名（コンマ区切り）：tsumi、all、docs/algorithms.md にある名
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "tsumi,pns,dfpn-ghi,dfpn+,dfpn-epsilon,dfpn-r,tca,wpns,snda"
    )]
    pub algorithms: Vec<String>,

    /// Add the solver with each of its switchable techniques changed in turn
    /// ｜技法を一つずつ変えた tsumi も加える
    #[arg(long)]
    pub ablate: bool,

    #[command(flatten)]
    pub limits: Limits,

    /// Threads of the algorithm called parallel; all others have one
    /// ｜parallel というアルゴリズムのスレッド数（他はすべて1）
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// How to print the table
    /// ｜表の出力形式
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,

    /// Draw problems solved over time (a cactus plot)
    /// ｜時間と解けた題数の図（cactus plot）を描く
    #[arg(long, value_name = "OUT.svg")]
    pub svg: Option<PathBuf>,

    /// Overwrite files that exist (never an input) ｜既存のファイルに上書きする（入力を除く）
    #[arg(long)]
    pub force: bool,
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For reading
    /// ｜読むための表
    Text,
    /// One JSON object a line, totals last
    /// ｜JSON、1行1件、最後に合計
    Json,
    /// With a heading, without totals
    /// ｜見出しつき CSV、合計なし
    Csv,
}

/// A side on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// Black (先手) ｜先手
    Black,
    /// White (後手) ｜後手
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

#[cfg(test)]
mod tests {
    use super::super::args_solve::Shortest;
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
                Command::Solve(s) => s.limits.shortest,
                _ => unreachable!(),
            }
        };
        assert_eq!(parse(&["--shortest", "raw"]), Some(Shortest::Both));
        assert_eq!(parse(&["--shortest=raw"]), Some(Shortest::Raw));
        assert_eq!(parse(&["a"]), None);
    }
}
