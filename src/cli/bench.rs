//! `tsumi bench`: the cost of every problem of a file, and whether the answers agree with
//! what the file says.

use super::args;
use super::bench_compare::Old;
use super::bench_row::{Row, peak_mib};
use super::exit::Exit;
use super::fault::Result;
use super::fault::too_much;
use super::inputs::inputs;
use super::new_file::NewFile;
use super::outputs::{Outputs, cannot_write};
use super::panics::{self, Failed};
use super::progress::Progress;
use super::render::Rendered;
use super::stop::Stop;
use super::terminal::Terminal;
use super::text::grouped;
use std::io::Write;
use std::path::Path;
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::text::{shown, width};
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::solver::{Options, Solver, Verdict};

/// Totals over all problems.
#[derive(Default)]
struct Totals {
    problems: u64,
    decided: u64,
    nodes: u64,
    entries: usize,
    ms: f64,
    wrong: Vec<Message>,
    differs: Vec<Message>,
}

/// The option that names the file of results, for messages.
const SAVE: &str = "--save";

/// Runs the command.
pub fn run(args: &args::Bench, terminal: Terminal) -> Result<Exit> {
    let inputs = inputs(&args.files)?;
    let mut old = args.compare.as_deref().map(Old::read).transpose()?;
    let compared = args.compare.iter().map(|path| Input::File(path.clone()));
    let all: Vec<Input> = inputs.iter().cloned().chain(compared).collect();
    let outputs = Outputs::new(args.force, &all);
    let create = |path| Saved::create(path, &outputs);
    let mut saved = args.save.as_deref().map(create).transpose()?;
    let stop = Stop::listen()?;
    let progress = Progress::new(&inputs, None, false, terminal);
    let options = Options {
        threads: args.threads.into(),
        ..args.limits.options(args.limits.memory, !args.no_check)
    };
    let mut solver = Some(Solver::try_new(options.clone()).map_err(too_much)?);
    let mut exit = Exit::Decided;
    let mut totals = Totals::default();
    let print = |stdout: String| {
        let stderr = String::new();
        progress.print(&Rendered { stdout, stderr })
    };
    print(heading(terminal.lang))?;
    let read = ReadOptions::default();
    for problem in inputs.iter().flat_map(|input| read_input(input, &read)) {
        if stop.quits() {
            break;
        }
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                exit = exit.max(Exit::Unreadable);
                let stderr = terminal.fault(&error);
                let stdout = String::new();
                progress.print(&Rendered { stdout, stderr })?;
                continue;
            }
        };
        if args.fresh {
            solver = None;
        }
        let (row, one) = measure(&problem, &options, &mut solver, &progress, &stop);
        exit = exit.max(one);
        totals.add(&row);
        let compared = old.as_mut().map_or_else(nothing, |old| old.compare(&row));
        print(line(&row, &compared, terminal.lang))?;
        if let Some(saved) = &mut saved {
            saved.row(&row)?;
        }
    }
    progress.end();
    let mut summary = totals.summary(terminal.lang);
    if let Some(old) = &old {
        summary += &old.summary(terminal.lang);
    }
    print(summary)?;
    if let Some(mut saved) = saved {
        saved.end()?;
    }
    if stop.interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// The file of results. Those that were saved stay where the command ends early.
struct Saved<'a> {
    path: &'a Path,
    /// None once it could not be written.
    file: Option<NewFile>,
}

impl<'a> Saved<'a> {
    fn create(path: &'a Path, outputs: &Outputs) -> Result<Saved<'a>, Message> {
        let file = Some(outputs.create(SAVE, path)?);
        Ok(Saved { path, file })
    }

    fn row(&mut self, row: &Row) -> Result<(), Message> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        // Each row stands in the file when its problem is done, however the run ends.
        let line = serde_json::to_string(row).map_err(std::io::Error::from);
        let written = line
            .and_then(|line| file.write_all((line + "\n").as_bytes()))
            .and_then(|()| file.flush());
        written.map_err(|error| {
            self.file = None;
            cannot_write(SAVE, self.path, &error)
        })
    }

    fn end(&mut self) -> Result<(), Message> {
        let written = self.file.take().map_or(Ok(()), NewFile::complete);
        written.map_err(|error| cannot_write(SAVE, self.path, &error))
    }
}

impl Drop for Saved<'_> {
    fn drop(&mut self) {
        // The command ends with another error already.
        let _ = self.end();
    }
}

fn nothing() -> Message {
    Message::from(String::new())
}

/// Solves one problem.
fn measure(
    problem: &Problem,
    options: &Options,
    solver: &mut Option<Solver>,
    progress: &Progress,
    stop: &Stop,
) -> (Row, Exit) {
    let make = || Solver::try_new(options.clone());
    match panics::solve(problem, make, solver, (progress, stop), |_, outcome| {
        outcome
    }) {
        Ok(outcome) => {
            let mut row = Row::new(problem, &outcome);
            let exit = match outcome.verdict {
                _ if let Some(why) = &outcome.defect => {
                    row.wrong.push(message!(
                        "the certificate failed its check: {why}",
                        "証明書の検査に失敗：{why}",
                        why
                    ));
                    Exit::SelfCheck
                }
                _ if !row.wrong.is_empty() => Exit::SelfCheck,
                Verdict::Unknown(_) => Exit::Undecided,
                _ => Exit::Decided,
            };
            (row, exit)
        }
        Err(Failed::Refused(why)) => (Row::broken(problem, &why), Exit::Unreadable),
        Err(Failed::Panicked(why)) => {
            let why = Message::from(why);
            (Row::broken(problem, &why), Exit::SelfCheck)
        }
    }
}

/// The heading of the table: names of columns in the widths and alignments of [`line`].
fn heading(lang: Lang) -> String {
    let names = [
        (0, message!("id", "作品")),
        (0, message!("result", "結果")),
        (7, message!("plies", "手数")),
        (6, message!("raw", "全手数")),
        (12, message!("nodes", "局面数")),
        (10, message!("seconds", "秒")),
        (10, message!("nodes/s", "局面/秒")),
        (9, message!("entries", "証明書項")),
        (13, message!("entries/node", "項/局面")),
        (9, message!("peak MiB", "最大MiB")),
    ];
    let [id, result, numbers @ ..] = names;
    let mut out = String::new();
    for (name, columns) in [(id.1, 28), (result.1, 8)] {
        let name = name.text(lang);
        out += name;
        out += &" ".repeat(columns + 1 - width(name));
    }
    for (columns, name) in numbers {
        let name = name.text(lang);
        out += &" ".repeat(columns - width(name));
        out += name;
        out.push(' ');
    }
    out.trim_end().to_string() + "\n"
}

/// A line of the table. A star marks a length that is proved minimal.
fn line(row: &Row, compared: &Message, lang: Lang) -> String {
    let length = |n: Option<u32>, metric: &str| {
        let star = if row.minimal.iter().any(|m| m == metric) {
            "*"
        } else {
            ""
        };
        n.map_or_else(|| "-".to_string(), |n| format!("{n}{star}"))
    };
    let mut out = format!(
        "{:<28} {:<8} {:>7} {:>6} {:>12} {:>10.3} {:>10} {:>9} {:>13.4} {:>9.0}{}",
        shown(&row.id, 28),
        row.result,
        length(row.plies, "conventional"),
        length(row.raw_plies, "raw"),
        grouped(row.nodes),
        row.ms / 1e3,
        grouped((row.nodes as f64 * 1e3 / row.ms.max(1e-3)) as u64),
        grouped(row.entries as u64),
        row.entries as f64 / row.nodes.max(1) as f64,
        row.peak_mib,
        compared.text(lang),
    );
    if let (Some(reason), "unknown") = (&row.reason, row.result.as_str()) {
        out += &format!("  ({reason})");
    }
    for text in &row.differs {
        out += message!("  differs: {text}", "  相違：{text}", text).text(lang);
    }
    for text in &row.wrong {
        out += message!("  WRONG: {text}", "  誤り：{text}", text).text(lang);
    }
    out.push('\n');
    out
}

impl Totals {
    fn add(&mut self, row: &Row) {
        self.problems += 1;
        self.decided += u64::from(row.decided());
        self.nodes += row.nodes;
        self.entries += row.entries;
        self.ms += row.ms;
        let id = shown(&row.id, 100);
        let with_id = |text: &Message| message!("{id}: {text}", "{id}：{text}", id, text);
        self.wrong.extend(row.wrong.iter().map(with_id));
        self.differs.extend(row.differs.iter().map(with_id));
    }

    fn summary(&self, lang: Lang) -> String {
        let total = message!(
            "total: {decided} of {problems} decided, {nodes} nodes, {seconds:.3} s, {speed} nodes/s, \
             {entries} entries, peak {peak:.0} MiB\n",
            "合計：{problems}局中{decided}局を解決、局面数 {nodes}、{seconds:.3} 秒、毎秒 {speed} 局面、\
             証明書 {entries} 項、最大 {peak:.0} MiB\n",
            decided = self.decided,
            problems = self.problems,
            nodes = grouped(self.nodes),
            seconds = self.ms / 1e3,
            speed = grouped((self.nodes as f64 * 1e3 / self.ms.max(1e-3)) as u64),
            entries = grouped(self.entries as u64),
            peak = peak_mib()
        );
        let mut out = total.text(lang).to_string();
        let joined = |texts: &[Message], between: &str| {
            let texts: Vec<&str> = texts.iter().map(|t| t.text(lang)).collect();
            texts.join(between)
        };
        if !self.differs.is_empty() {
            let said = message!(
                "{count} declared lengths differ (no proof against them is in the file): {list}\n",
                "申告の手数との相違 {count} 件（ファイルに反証はない）：{list}\n",
                count = self.differs.len(),
                list = joined(&self.differs, "; ")
            );
            out += said.text(lang);
        }
        if !self.wrong.is_empty() {
            let said = message!(
                "*** WRONG *** {count} answers contradict what is proven:\n  {list}\n",
                "*** 誤り *** 証明済みの事実と矛盾する答 {count} 件：\n  {list}\n",
                count = self.wrong.len(),
                list = joined(&self.wrong, "\n  ")
            );
            out += said.text(lang);
        }
        out
    }
}
