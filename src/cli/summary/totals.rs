//! Counts over a report, of any length in the memory of a few numbers.

use crate::cli::text::grouped;
use crate::cli::verify::row::Row;
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::verify::Status;

/// Counts and sums.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    pub problems: u64,
    pub differing: u64,
    /// What it claims to be, or a difference is proved.
    pub settled: u64,
    /// Something is left open, a proved difference besides or not.
    pub undecided: u64,
    pub errors: u64,
    /// In the order of [`Status::ALL`].
    pub statuses: [u64; Status::ALL.len()],
    /// Other mates that are no difference (非限定).
    pub minor: u64,
    pub checks: u64,
    pub certificates: u64,
    pub entries: u64,
    pub nodes: u64,
    pub ms: f64,
    pub table_mib: f64,
    pub defects: u64,
}

impl Totals {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.problems += 1;
        self.differing += u64::from(row.differs);
        self.settled += u64::from(row.settled());
        self.undecided += u64::from(!row.decided());
        self.errors += u64::from(row.has(Status::Error));
        self.defects += u64::from(row.is_defect());
        for (count, status) in self.statuses.iter_mut().zip(Status::ALL) {
            *count += u64::from(row.has(status));
        }
        self.minor += row.minor().count() as u64;
        self.checks += u64::from(row.checks.decided);
        let cooks = row.cooks.iter().map(|c| &c.certificate);
        for certificate in row.certificate.iter().chain(cooks) {
            self.certificates += u64::from(certificate.verified);
            self.entries += certificate.entries as u64;
        }
        self.nodes += row.nodes;
        self.ms += row.ms;
        self.table_mib = self.table_mib.max(row.table_mib);
    }

    /// True when every problem is what it claims to be.
    pub fn all_well(&self) -> bool {
        self.differing == 0 && self.undecided == 0
    }

    /// The statuses that occur, with their counts.
    pub fn counts(&self) -> impl Iterator<Item = (Status, u64)> + '_ {
        Status::ALL
            .into_iter()
            .zip(self.statuses)
            .filter(|&(_, n)| n > 0)
    }

    /// The table for a terminal.
    pub fn table(&self, lang: Lang) -> String {
        let mut out = String::new();
        for (status, n) in self.counts() {
            let meaning = meaning(status);
            let _ = writeln!(
                out,
                "{:<12} {:>10}   {}",
                status.name(),
                grouped(n),
                meaning.text(lang)
            );
        }
        let counts = message!(
            "settled {settled}, differing {differing}, undecided {undecided}",
            "判定済み {settled}、相違 {differing}、未解決 {undecided}",
            settled = grouped(self.settled),
            differing = grouped(self.differing),
            undecided = grouped(self.undecided)
        );
        let _ = writeln!(
            out,
            "{:<12} {:>10}   {}",
            "problems",
            grouped(self.problems),
            counts.text(lang)
        );
        let effort = message!(
            "{checks} other checks decided ({minor} mates allowed by custom, 非限定), {certificates} \
             certificates verified ({entries} entries), {nodes} nodes, {seconds:.1} s of search, \
             largest table {mib:.0} MiB",
            "他の王手 {checks} を解決（うち許容される詰み（非限定） {minor}）、証明書 {certificates} を\
             検証（{entries} 項）、局面数 {nodes}、探索 {seconds:.1} 秒、置換表は最大 {mib:.0} MiB",
            checks = grouped(self.checks),
            minor = grouped(self.minor),
            certificates = grouped(self.certificates),
            entries = grouped(self.entries),
            nodes = grouped(self.nodes),
            seconds = self.ms / 1e3,
            mib = self.table_mib
        );
        let _ = writeln!(out, "{}", effort.text(lang));
        out
    }
}

/// What a status says of a problem.
pub fn meaning(status: Status) -> Message {
    match status {
        Status::Ok => message!("what it claims to be", "申告のとおり"),
        Status::Mate => message!("mate, nothing declared", "詰み（申告なし）"),
        Status::Error => message!(
            "cannot be read, or is wrong in itself",
            "読めない、またはそれ自体に誤りがある"
        ),
        Status::NoMate => message!("never mated (不詰)", "不詰"),
        Status::Shorter => message!("mate sooner than declared (早詰)", "早詰"),
        Status::Longer => message!(
            "the longest defence lasts longer (変化長手数)",
            "変化長手数"
        ),
        Status::Cooked => message!("another move mates as well (余詰)", "余詰"),
        Status::Leftover => message!("pieces left in hand (駒余り)", "駒余り"),
        Status::LineFails => message!("the declared line does not hold", "作意が成立しない"),
        Status::Undecided => message!("a limit came first", "制限に達した"),
    }
}
