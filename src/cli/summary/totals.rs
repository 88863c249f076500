//! Counts over a report, of any length in the memory of a few numbers.

use crate::cli::lang::{Lang, say};
use crate::cli::text::grouped;
use crate::cli::verify::row::Row;
use std::fmt::Write;
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
    pub fn table(&self) -> String {
        let mut out = String::new();
        for (status, n) in self.counts() {
            let _ = writeln!(
                out,
                "{:<12} {:>10}   {}",
                status.name(),
                grouped(n),
                match Lang::current() {
                    Lang::En => meaning(status),
                    Lang::Ja => japanese(status),
                }
            );
        }
        let _ = writeln!(
            out,
            "{:<12} {:>10}   {}",
            "problems",
            grouped(self.problems),
            say!(
                "settled {}, differing {}, undecided {}",
                "判定済み {}、相違 {}、未解決 {}",
                grouped(self.settled),
                grouped(self.differing),
                grouped(self.undecided)
            )
        );
        let _ = writeln!(
            out,
            "{}",
            say!(
                "{} other checks decided ({} mates allowed by custom, 非限定), {} certificates \
                 verified ({} entries), {} nodes, {:.1} s of search, largest table {:.0} MiB",
                "他の王手 {} を解決（うち許容される詰み（非限定） {}）、証明書 {} を検証（{} 項）、\
                 局面数 {}、探索 {:.1} 秒、置換表は最大 {:.0} MiB",
                grouped(self.checks),
                grouped(self.minor),
                grouped(self.certificates),
                grouped(self.entries),
                grouped(self.nodes),
                self.ms / 1e3,
                self.table_mib
            )
        );
        out
    }
}

/// What a status says of a problem.
pub fn meaning(status: Status) -> &'static str {
    match status {
        Status::Ok => "what it claims to be",
        Status::Mate => "mate, nothing declared",
        Status::Error => "cannot be read, or is wrong in itself",
        Status::NoMate => "never mated (不詰)",
        Status::Shorter => "mate sooner than declared (早詰)",
        Status::Longer => "the longest defence lasts longer (変化長手数)",
        Status::Cooked => "another move mates as well (余詰)",
        Status::Leftover => "pieces left in hand (駒余り)",
        Status::LineFails => "the declared line does not hold",
        Status::Undecided => "a limit came first",
    }
}

/// The same in Japanese.
fn japanese(status: Status) -> &'static str {
    match status {
        Status::Ok => "申告のとおり",
        Status::Mate => "詰み（申告なし）",
        Status::Error => "読めない、またはそれ自体に誤りがある",
        Status::NoMate => "不詰",
        Status::Shorter => "早詰",
        Status::Longer => "変化長手数",
        Status::Cooked => "余詰",
        Status::Leftover => "駒余り",
        Status::LineFails => "作意が成立しない",
        Status::Undecided => "制限に達した",
    }
}
