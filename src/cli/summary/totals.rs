//! Counts over a report. They take the same memory for a report of any length.

use crate::cli::text::grouped;
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::row::{Counts, Row};
use tsumi::verify::{Soundness, Status};

/// Counts and sums.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    pub problems: u64,
    /// Problems of which a difference is proved.
    pub differing: u64,
    /// Problems that are what they claim to be, or of which a difference is proved.
    pub settled: u64,
    /// Problems of which it is not known whether they are what they claim to be.
    pub undecided: u64,
    /// Problems of which a difference is proved, with something else left open.
    pub beside: u64,
    /// Problems with the status [`Status::Error`].
    pub errors: u64,
    /// Problems with each status, in the order of [`Status::ALL`].
    pub statuses: [u64; Status::ALL.len()],
    /// Problems of each grade, in the order of [`Soundness::ALL`].
    pub soundness: [u64; Soundness::ALL.len()],
    /// Lengths that are proved, found by search, and upper bounds.
    pub lengths: [u64; 3],
    /// Other mates that custom allows (非限定).
    pub minor: u64,
    /// Other checks along the main lines that were decided.
    pub checks: u64,
    /// Certificates that the checker accepted.
    pub certificates: u64,
    /// Entries of all certificates.
    pub entries: u64,
    pub nodes: u64,
    /// Time of all searches in milliseconds.
    pub ms: f64,
    /// MiB of the largest table.
    pub table_mib: f64,
    /// Problems on which the solver panicked or a certificate was refused.
    pub defects: u64,
}

impl Totals {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.problems += 1;
        self.differing += u64::from(row.differs);
        let extent = row.extent();
        self.settled += u64::from(extent.is_settled());
        self.undecided += u64::from(!extent.is_settled());
        self.beside += u64::from(extent.is_settled() && !extent.is_decided());
        self.errors += u64::from(row.has(Status::Error));
        self.defects += u64::from(row.is_defect());
        for (count, status) in self.statuses.iter_mut().zip(Status::ALL) {
            *count += u64::from(row.has(status));
        }
        for (count, grade) in self.soundness.iter_mut().zip(Soundness::ALL) {
            *count += u64::from(row.soundness.as_deref() == Some(grade.name()));
        }
        let has = |metrics: &[String]| metrics.iter().any(|m| m == "conventional");
        let known = match (has(&row.minimal), has(&row.proved)) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 2,
        };
        self.lengths[known] += u64::from(row.plies.is_some());
        self.minor += row.mates(Counts::Allowed).len() as u64;
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
            let _ = writeln!(
                out,
                "{:<12} {:>10}   {}",
                status.name(),
                grouped(n),
                meaning(status).text(lang)
            );
        }
        // Of Japanese characters each takes two columns.
        let label = message!("problems    ", "合計        ");
        let _ = writeln!(
            out,
            "{} {:>10}   {}",
            label.text(lang),
            grouped(self.problems),
            self.standings().text(lang),
        );
        let notes = self.grades().into_iter().chain(self.known_lengths());
        for note in notes.chain([self.effort()]) {
            let _ = writeln!(out, "{}", note.text(lang));
        }
        out
    }

    /// How many are sound; `None` where no problem was asked for that.
    pub fn grades(&self) -> Option<Message> {
        let [flawless, sound, disputed, unsound, open] = self.soundness;
        (self.soundness.iter().sum::<u64>() > 0).then(|| {
            message!(
                "sound {sound} ({flawless} of them without any alternative), by the custom of the \
                 classics or disputed {disputed}, unsound {unsound}, open {open}",
                "完全作 {sound}（うち完全限定 {flawless}）、見方の分かれるもの {disputed}、不完全作 \
                 {unsound}、未決 {open}",
                sound = grouped(sound + flawless),
                flawless = grouped(flawless),
                disputed = grouped(disputed),
                unsound = grouped(unsound),
                open = grouped(open)
            )
        })
    }

    /// Of how many the length is proved, and what is known of the others; `None` without a mate.
    pub fn known_lengths(&self) -> Option<Message> {
        let [proved, searched, bounds] = self.lengths;
        (self.lengths.iter().sum::<u64>() > 0).then(|| {
            message!(
                "lengths: {proved} proved by certificates, {searched} found by search, {bounds} \
                 upper bounds",
                "手数：証明書による証明済み {proved}、探索による {searched}、上限 {bounds}",
                proved = grouped(proved),
                searched = grouped(searched),
                bounds = grouped(bounds)
            )
        })
    }

    /// How many are settled, differ and are undecided.
    pub fn standings(&self) -> Message {
        message!(
            "settled {settled}, differing {differing}{beside}, undecided {undecided}",
            "判定済み {settled}、相違 {differing}{beside}、未決 {undecided}",
            settled = grouped(self.settled),
            differing = grouped(self.differing),
            beside = match self.beside {
                0 => message!("", ""),
                n => message!(
                    " ({n} with something else open)",
                    "（ほかに未決の点があるもの {n}）",
                    n = grouped(n)
                ),
            },
            undecided = grouped(self.undecided)
        )
    }

    /// Certificates, nodes, time and memory in one sentence.
    pub fn effort(&self) -> Message {
        message!(
            "other checks decided: {checks} (mates allowed by custom, 非限定: {minor}), \
             certificates verified: {certificates} (entries: {entries}), {nodes} nodes, \
             {seconds} s of search, largest table {mib} MiB",
            "他の王手 {checks} 手を解決（うち非限定 {minor} 手）、証明書 \
             {certificates} 件を検査（{entries} 項）、局面数 {nodes}、探索 {seconds} 秒、置換表は\
             最大 {mib} MiB",
            checks = grouped(self.checks),
            minor = grouped(self.minor),
            certificates = grouped(self.certificates),
            entries = grouped(self.entries),
            nodes = grouped(self.nodes),
            seconds = format!("{:.1}", self.ms / 1e3),
            mib = format!("{:.0}", self.table_mib)
        )
    }
}

/// The meaning of a status.
pub fn meaning(status: Status) -> Message {
    match status {
        Status::Ok => message!("what it claims to be", "申告どおり"),
        Status::Mate => message!(
            "mate, of which no length is declared",
            "詰み（手数の申告なし）"
        ),
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
        Status::LongerLeft => message!(
            "a longer defence leaves pieces; as declared with nothing left (変長駒余り)",
            "変化長手数（駒余り。駒余りなしでは申告どおり）"
        ),
        Status::Cooked => message!("another move mates as well (余詰)", "余詰"),
        Status::Leftover => message!("pieces left in hand (駒余り)", "駒余り"),
        Status::LineFails => message!("the declared line does not hold", "作意が成立しない"),
        Status::Undecided => message!("a limit came first", "制限に達した"),
    }
}
