//! The help in Japanese: every text of the command line, in one table.
//!
//! The English texts are the doc comments of `args.rs`; clap has no second language,
//! so a command is built with the texts of this table put in. A test holds the
//! table against the command line: nothing is missing, and nothing too much.

use super::args::Args;
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error, FromArgMatches};
use tsumi::formats::Message;

/// Key and text. A key is `command`, `command.argument`, `command.argument=value` or
/// `command.after`; `*` stands for all commands that have no text of their own.
const TEXTS: &[(&str, &str)] = &[
    (
        "tsumi",
        "詰将棋の解図・検証プログラム（答はすべて証明書つき）",
    ),
    ("tsumi.help", "この説明を表示"),
    ("tsumi.version", "版を表示"),
    (
        "*.lang",
        "説明と文面の言語［既定：環境変数 LC_ALL、LC_MESSAGES、LANG による］",
    ),
    ("*.lang=en", "英語"),
    ("*.lang=ja", "日本語"),
    (
        "*.inputs",
        "ファイル（SFEN、JSONL、KIF、KI2、BOD、CSA、JKF）、標準入力なら \"-\"、または引用符に入れた SFEN",
    ),
    ("*.time", "1題ごとの制限時間：500ms、90s、2m、1h"),
    (
        "*.nodes",
        "1題ごとの局面数の上限：10k、5M（指し手を生成した局面を数える）",
    ),
    ("*.memory", "置換表のメモリ：64M、1GiB"),
    ("*.shortest", "最短手数であることも証明する"),
    ("*.shortest=raw", "すべての手を数える"),
    ("*.shortest=conventional", "無駄合いを数えない"),
    ("*.shortest=both", "両方"),
    (
        "*.no_lengths",
        "詰むかどうかだけを調べる（手数は最初に見つかった証明のもの）",
    ),
    ("*.total_time", "全体の制限時間"),
    (
        "*.threads",
        "同時に解く題数。題数より多ければ、終盤も、一題に複数（メモリは分け合う）",
    ),
    ("*.attacker", "双玉のときの攻方［既定：手番の側］"),
    ("*.attacker=black", "先手"),
    ("*.attacker=white", "後手"),
    ("*.quiet", "途中経過と警告を表示しない"),
    ("*.no_check", "答の前に証明書を検査しない"),
    ("*.format", "出力の形式"),
    ("solve", "詰むか詰まないかを証明する"),
    (
        "solve.after",
        "終了コード：
  0    すべて解決
  1    未解決の題がある（制限に達した）
  2    読めない入力、または使い方の誤り
  3    自己検査の失敗（tsumi の欠陥）
  130  中断（そこまでの結果は表示する）",
    ),
    (
        "solve.certificate",
        "証明書を書く：1題ならファイル、多数ならフォルダ（<id>.tsc）",
    ),
    (
        "solve.html",
        "解答のウェブページを書く：1題ならファイル、多数ならフォルダ（<id>.html）",
    ),
    ("solve.format=text", "図と答（この言語で）"),
    ("solve.format=ja", "図と答（日本語で）"),
    ("solve.format=usi", "USI の詰将棋の応答、1題1行"),
    ("solve.format=kif", "KIF（将棋ソフトで開ける）"),
    ("solve.format=json", "JSON、1題1行"),
    ("solve.variations", "変化も示す。2 なら変化の中の変化まで"),
    (
        "solve.near_misses",
        "紛れも示す：本手順の各手で、他の王手とそれを逃れる受け",
    ),
    ("verify", "作品集を検証する：手数、作意、余詰"),
    (
        "verify.after",
        "終了コード：
  0    すべて申告のとおり
  1    相違または未解決がある、または時間切れ
  2    読めないものがある、または使い方の誤り
  3    自己検査の失敗（tsumi の欠陥）
  130  中断（--resume で続けられる）",
    ),
    (
        "verify.inputs",
        "ファイルやフォルダ（SFEN、JSONL、KIF、BOD）、標準入力なら \"-\"",
    ),
    ("verify.profile", "何の集まりか"),
    ("verify.profile=tsume", "詰将棋作品"),
    (
        "verify.profile=game",
        "実戦の局面：駒余りや複数の解は当然とする",
    ),
    ("verify.futile", "無駄合いの数え方"),
    (
        "verify.futile=return",
        "無駄合いを数えない（取り返しの規則）",
    ),
    ("verify.futile=none", "すべて数える"),
    ("verify.cooks", "余詰を探す範囲"),
    ("verify.cooks=all", "攻方のすべての手、許容なし"),
    (
        "verify.cooks=main",
        "最終手以外のすべて。最終手余詰と非限定（成・不成、遠近）は許容",
    ),
    ("verify.cooks=first", "初手のみ"),
    ("verify.cooks=off", "探さない"),
    (
        "verify.shortest_raw",
        "無駄合いも数えた手数の最短も証明する",
    ),
    (
        "verify.time",
        "1題ごとの制限時間（すべての探索の合計）：500ms、90s、2m、1h",
    ),
    (
        "verify.nodes",
        "1題ごとの局面数の上限（すべての探索の合計）：10k、5M",
    ),
    ("verify.total_time", "全体の制限時間。--resume で続けられる"),
    (
        "verify.memory",
        "置換表のメモリ（全スレッドの合計）：64M、1GiB",
    ),
    (
        "verify.threads",
        "同時に検証する題数。題数より多ければ、終盤も、一題に複数（メモリは分け合う）",
    ),
    (
        "verify.certificates",
        "すべての答と余詰の証明書、および index.jsonl を書く",
    ),
    (
        "verify.report",
        "報告（1題ごとに JSON 1行）をこのファイルに書く",
    ),
    ("verify.resume", "同じく。ファイルの終わりから続ける"),
    (
        "verify.easy_first",
        "まず全体をこの制限で通し、残りを本来の制限で（--total-time があれば残り時間を分け合って）調べる。--report か --resume が要る",
    ),
    ("verify.format=text", "相違のある題と集計表"),
    ("verify.format=json", "JSON、1題1行"),
    ("verify.quiet", "途中経過を表示しない"),
    ("report", "verify の報告をまとめ、集計し、表示する"),
    (
        "report.after",
        "終了コード：0 すべて申告のとおり、1 相違または未解決がある、2 読めない報告がある。",
    ),
    (
        "report.files",
        "`tsumi verify` の報告（JSONL）、標準入力なら \"-\"。この順にまとめる",
    ),
    ("report.format=text", "相違のある題と集計表"),
    ("report.format=json", "JSON、1題1行"),
    ("report.html", "ブラウザだけで見られるページを書く"),
    ("report.markdown", "Markdown のページを書く"),
    ("report.title", "ページの題"),
    ("check", "証明書を独立の検査器で検査する"),
    (
        "check.after",
        "終了コード：0 すべて正しい、1 正しくないものがある、2 読めないものがある。",
    ),
    (
        "check.files",
        "証明書のファイル、verify が書いたフォルダ、標準入力なら \"-\"",
    ),
    ("check.threads", "同時に検査する数［既定：プロセッサの数］"),
    ("bench", "問題のファイルで性能を測り、以前の結果と比べる"),
    (
        "bench.after",
        "終了コード：solve と同じ。ファイルと矛盾する答があれば 3。",
    ),
    (
        "bench.files",
        "問題。expect、plies、raw_plies つきの JSONL がよい",
    ),
    (
        "bench.fresh",
        "1題ごとに新しい置換表を使う［既定：全題で一つ］",
    ),
    ("bench.no_check", "証明書を検査しない"),
    ("bench.save", "結果を JSONL で保存する"),
    ("bench.compare", "保存した結果と比べる"),
    ("compare", "文献の算法と並べて解く（制限がなければ1回10秒）"),
    (
        "compare.after",
        "終了コード：0 終了（未解決も可）、2 読めない入力または使い方の誤り、3 正しいはずの算法がファイルまたは互いと矛盾、130 中断。",
    ),
    ("compare.files", "問題"),
    (
        "compare.algorithms",
        "参加する算法の名（コンマ区切り）：tsumi、all、docs/algorithms.md にある名",
    ),
    ("compare.ablate", "技法を一つずつ変えた tsumi も加える"),
    (
        "compare.threads",
        "parallel という算法のスレッド数（他はすべて1）",
    ),
    ("compare.format", "表の形式"),
    ("compare.format=text", "読むための表"),
    ("compare.format=json", "JSON、1行1件、最後に合計"),
    ("compare.format=csv", "見出しつき CSV、合計なし"),
    ("compare.svg", "時間と解けた題数の図（cactus plot）を描く"),
    (
        "convert",
        "問題や棋譜を変換する：SFEN、JSONL、KIF、KI2、CSA、JKF",
    ),
    (
        "convert.after",
        "終了コード：0 すべて変換、2 読めないものがある。",
    ),
    (
        "convert.output",
        "ファイル、または1題1ファイルのフォルダ（<id>.<形式>）［既定：標準出力］",
    ),
    ("convert.to", "書く形式［既定：出力の名による］"),
    ("convert.encoding", "書く文字コード"),
    ("convert.encoding=utf-8", ""),
    ("convert.encoding=shift-jis", ""),
    ("convert.quiet", "警告を表示しない"),
    ("show", "局面を図にする（文字、SVG または PNG）"),
    (
        "show.after",
        "終了コード：0 すべて表示、2 読めないものがある。",
    ),
    (
        "show.inputs",
        "ファイル（どの形式でも）、標準入力なら \"-\"、または引用符に入れた SFEN",
    ),
    (
        "show.output",
        "図を書く：1局面ならファイル、多数ならフォルダ（<id>.svg）［既定：文字］",
    ),
    (
        "show.to",
        "図の種類［既定：出力の名による。さもなければ svg］",
    ),
    (
        "show.both_hands",
        "図に玉方の持駒も描く［既定：攻方のみ。残り全部でないときは両方］",
    ),
    ("show.to=svg", "線と文字（印刷やウェブ用）"),
    ("show.to=png", "画素（機能 png つきでビルドした場合のみ）"),
    (
        "show.font",
        "PNG のフォントファイル（TTF、OTF、TTC）［既定：この機械にある日本語フォント］",
    ),
    ("completions", "シェルの補完を出力する"),
    ("completions.shell", "シェル"),
    ("man", "マニュアルを出力する"),
    (
        "usi",
        "USI エンジンとして動く（go mate）。入力がパイプなら引数なしでもよい",
    ),
];

/// The layout with Japanese headings.
const TEMPLATE: &str = "\
{before-help}{about-with-newline}
使い方：{usage}

{all-args}{after-help}";

/// The text of a key, which names its command first.
fn text(command: &str, rest: &str) -> Option<&'static str> {
    let find = |key: String| TEXTS.iter().find(|t| t.0 == key).map(|t| t.1);
    find(format!("{command}{rest}")).or_else(|| find(format!("*{rest}")))
}

/// The same command line with Japanese help.
pub fn translated(command: Command) -> Command {
    let name = command.get_name().to_string();
    let mut command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .mut_args(|arg| argument(&name, arg))
        .arg(own("help", 'h', ArgAction::Help));
    if name == "tsumi" {
        command = command.arg(own("version", 'V', ArgAction::Version));
    }
    if let Some(about) = text(&name, "") {
        command = command.about(about).long_about(about);
    }
    if let Some(after) = text(&name, ".after") {
        command = command.after_help(after);
    }
    command.mut_subcommands(translated)
}

/// An option that clap would make by itself, in English.
fn own(name: &'static str, short: char, action: ArgAction) -> Arg {
    Arg::new(name)
        .short(short)
        .long(name)
        .action(action)
        .help(text("tsumi", &format!(".{name}")).unwrap_or_default())
        .help_heading("オプション")
}

/// An argument with its help, which takes the default and the possible values in:
/// clap's own words for them are English.
fn argument(command: &str, arg: Arg) -> Arg {
    let key = format!(".{}", arg.get_id());
    let mut help = text(command, &key).unwrap_or_default().to_string();
    let values = values(&arg);
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let takes = arg.get_action().takes_values();
    let default = match arg.get_default_values() {
        [default] if takes => format!("［既定：{}］", default.to_string_lossy()),
        _ => String::new(),
    };
    let mut long = format!("{help}{default}");
    for name in &names {
        let meaning = text(command, &format!("{key}={name}")).unwrap_or_default();
        let colon = if meaning.is_empty() { "" } else { "：" };
        long += &format!("\n- {name}{colon}{meaning}");
    }
    if !names.is_empty() {
        help += &format!("［値：{}］", names.join("、"));
    }
    help += &default;
    let heading = match arg.is_positional() {
        true => "引数",
        false => "オプション",
    };
    arg.help(help)
        .long_help(long)
        .help_heading(heading)
        .hide_default_value(takes)
        .hide_possible_values(takes)
}

/// The values an argument can take, where they are counted.
fn values(arg: &Arg) -> Vec<PossibleValue> {
    if arg.get_action().takes_values() {
        arg.get_possible_values()
    } else {
        Vec::new()
    }
}

/// Reads the arguments with everything said in Japanese.
pub fn parse() -> Args {
    let read = || {
        let mut matches = translated(Args::command()).try_get_matches()?;
        Args::from_arg_matches_mut(&mut matches)
    };
    read().unwrap_or_else(|error: Error| {
        let Some(text) = fault(&error) else {
            error.exit();
        };
        eprint!("{text}");
        std::process::exit(error.exit_code());
    })
}

/// What is wrong with the arguments; of rare faults and of help, clap's own text stands.
fn fault(error: &Error) -> Option<String> {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        _ => String::new(),
    };
    let arg = part(ContextKind::InvalidArg);
    let value = part(ContextKind::InvalidValue);
    let text = match error.kind() {
        ErrorKind::UnknownArgument => format!("知らない引数：{arg}"),
        ErrorKind::InvalidSubcommand => {
            format!("知らないコマンド：{}", part(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("足りない引数：{arg}"),
        ErrorKind::ArgumentConflict => {
            format!("{arg} は {} と一緒に使えない", part(ContextKind::PriorArg))
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{arg} に値が要る"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(|e| {
                let ours = e.downcast_ref().map(|m: &Message| m.japanese().to_string());
                format!("（{}）", ours.unwrap_or_else(|| e.to_string()))
            });
            let valid = part(ContextKind::ValidValue);
            let valid = (!valid.is_empty()).then(|| format!("［値：{valid}］"));
            format!(
                "{arg} の値「{value}」は使えない{}{}",
                why.unwrap_or_default(),
                valid.unwrap_or_default()
            )
        }
        _ => return None,
    };
    Some(format!("エラー：{text}\n\n詳しくは --help\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Keys of everything that has a text of its own.
    fn wanted(command: &Command, keys: &mut Vec<(String, String)>) {
        let name = command.get_name();
        let mut want = |rest: String| keys.push((name.to_string(), rest));
        want(String::new());
        if command.get_after_help().is_some() {
            want(".after".to_string());
        }
        for arg in command.get_arguments() {
            let key = format!(".{}", arg.get_id());
            for value in values(arg) {
                if arg.get_id() != "shell" {
                    want(format!("{key}={}", value.get_name()));
                }
            }
            want(key);
        }
        for sub in command.get_subcommands() {
            wanted(sub, keys);
        }
    }

    #[test]
    fn everything_has_a_translation_and_no_text_is_idle() {
        let mut keys = Vec::new();
        wanted(&Args::command(), &mut keys);
        let mut used = HashSet::from(["tsumi.help".to_string(), "tsumi.version".to_string()]);
        for (command, rest) in &keys {
            assert!(
                text(command, rest).is_some(),
                "no Japanese for {command}{rest}"
            );
            let own = format!("{command}{rest}");
            let is_own = TEXTS.iter().any(|t| t.0 == own);
            used.insert(if is_own { own } else { format!("*{rest}") });
        }
        for (key, _) in TEXTS {
            assert!(used.contains(*key), "{key} is not on the command line");
        }
        let single: HashSet<&str> = TEXTS.iter().map(|t| t.0).collect();
        assert_eq!(single.len(), TEXTS.len());
    }

    #[test]
    fn the_translated_command_line_is_consistent_and_japanese() {
        let mut command = translated(Args::command());
        command.build();
        command.clone().debug_assert();
        for sub in command.get_subcommands_mut() {
            let help = sub.render_long_help().to_string();
            for english in [
                "Usage",
                "Options:",
                "Arguments",
                "default:",
                "Print help",
                "Possible",
            ] {
                assert!(!help.contains(english), "{english} in\n{help}");
            }
        }
    }
}
