//! The policy of `verify` in one table: how the limits are shared out among the questions
//! about a problem, and the time among the passes over a collection.
//!
//! Every value has its unit, the reason for it, and the number of the experiment in docs/log
//! that chose it; a value without such a number was never measured by itself.

use std::time::Duration;

/// One value of the policy, as a list of all values shows it.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// The name of the constant.
    pub name: &'static str,
    /// The expression for it in the source.
    pub value: &'static str,
    pub unit: &'static str,
    pub why: &'static str,
    /// The number of the experiment that chose the value; `None` where none did.
    pub experiment: Option<u32>,
}

/// Defines a constant for each line, and the table of all of them.
macro_rules! policy {
    ($($name:ident: $kind:ty = $value:expr, $unit:literal, $experiment:expr, $why:literal;)*) => {
        $(
            #[doc = concat!($why, " Unit: ", $unit, ".")]
            pub const $name: $kind = $value;
        )*

        /// All values.
        pub const POLICY: &[Knob] = &[$(Knob {
            name: stringify!($name),
            value: stringify!($value),
            unit: $unit,
            why: $why,
            experiment: $experiment,
        }),*];
    };
}

policy! {
    // Shares of the limits of one problem.
    FIRST_LOOK_SHARE: u32 = 25, "percent of the limit", None,
        "A first look for cooks comes before the verdict: it finds most of those there are, and \
         then the minimal length is not worth much.";
    ALONG_SHARE: u32 = 40, "percent of what is left", Some(28),
        "Verdict and lengths along a declared line, before the search for cooks: where nothing \
         else mates, the length follows from the line.";
    VERDICT_SHARE: u32 = 70, "percent of what is left", Some(28),
        "Verdict and lengths where no line is declared: without a reserve a long proof that the \
         length is minimal leaves nothing for the cooks.";
    COOKS_SHARE: u32 = 85, "percent of the limit", Some(28),
        "The search for cooks while the length is open; the rest is for the length, which \
         follows when no other check mates.";
    FEW_OPEN_SHARE: u32 = 95, "percent of the limit", Some(51),
        "The search for cooks while the length is open, where an earlier pass left few checks \
         open.";
    REPLY_SHARE: u32 = 75, "percent of what is left", Some(47),
        "Whether one declared check mates within the declared length: the one that decides \
         021 of Zuko takes 14.8 M nodes.";
    BRANCH_SHARE: u32 = 30, "percent of what is left", None,
        "The length of one defence that the file gives as a branch.";
    BESIDE_DIFFERENCE: u32 = 8, "1 / part of the limit", Some(24),
        "What is open beside a proved difference gets as much as was used until then, and at \
         least this part of the limit.";
    BESIDE_FAULT: u32 = 32, "1 / part of the limit", Some(68),
        "What else mates in a problem with a fatal fault gets as much as was used until then, and \
         at least this part of the limit.";
    BESIDE_FAULT_NODES: u64 = 500_000, "nodes", Some(68),
        "Without a limit what else mates in a problem with a fatal fault gets at least this: a \
         second or two. It ends, because the answer is known.";

    // Nodes of single questions.
    BESIDE_NODES: u64 = 500_000, "nodes", Some(47),
        "The minimal length of a problem that is cooked, and of any other before it is seen \
         whether its declared line is one of best play.";
    OTHER_REPLY_NODES: u64 = 20_000, "nodes", Some(47),
        "Each reply that is asked to find the one that lasts longer than the declared one.";
    CLASSICS_FIRST: u64 = 500_000, "nodes", Some(83),
        "Whether a defence that lasts longer than declared is a variation by the custom of the \
         classics may take as many nodes as were used until then, and at least this number, before \
         other mates are searched for: often it ends that search.";
    CLASSICS_NODES: u64 = 16_000_000, "nodes", Some(86),
        "Whether a defence that lasts longer than declared is a variation by the custom of the \
         classics may take this many nodes after other mates were searched for.";
    LONGER_NODES: u64 = 100_000, "nodes", None,
        "Which replies last longer than declared, ply by ply, where some reply does; each ply gets \
         half of what is left of it.";
    LONGER_PART: u64 = 2, "1 / part of what was used", None,
        "Which replies last longer than declared may take the nodes used until then divided by \
         this, besides LONGER_NODES.";
    EQUAL_NODES: u64 = 50_000, "nodes", None,
        "Whether another reply of the line lasts as long; all of them together may take as many \
         nodes as were used before, and this number more.";
    PACE_NODES: u64 = 50_000, "nodes", None,
        "Whether a mate that differs from the line in promotion or distance alone takes longer.";
    EQUAL_COOK_NODES: u64 = 5_000, "nodes", None,
        "Each other check after a reply that lasts as long as the line, in an audit after any \
         reply, and at the last move.";
    INTENDED_NODES: u64 = 500_000, "nodes", Some(94),
        "Where the attacker has another mate along the line of the solver, finding an equally long \
         one without may take as many nodes as were used until then, and at least this number.";
    GLANCE_NODES: u64 = 300, "nodes", None,
        "Each other check in the first pass of the look that an answer takes in passing.";

    // The audit.
    AUDIT_SHARE: u32 = 20, "percent of what is left", None,
        "The length of one check or one defence.";

    // The search for cooks.
    LOOK_NODES: u64 = 1_250, "nodes", Some(68),
        "Each check in the first look along the line: nine cooked problems in ten show their \
         fault.";
    FIRST_PASS_NODES: u64 = 20_000, "nodes", Some(24),
        "Each check in the pass after that, before the verdict.";
    PASS_GROWTH: u64 = 16, "times", None,
        "What is open is asked again with this many times the nodes.";
    SHARED_PART: u64 = 4, "1 / part of what is left", Some(28),
        "When a further pass could take more than this part of what is left, the open checks \
         share what is left instead.";
    FEW_OPEN: usize = 4, "checks", Some(46),
        "At most this many open checks share what there is at once: they have shown that they are \
         hard, and every new beginning costs. They come before the length (experiment 51).";
    LIKELY_MATE: u32 = 3, "times", Some(53),
        "A check whose proof number is this many times smaller than its disproof number looks \
         like a mate.";
    LIKELY_NODES: u64 = 20_000_000, "nodes", Some(53),
        "Mates of checks that are open after 5 M nodes take most often some 20 to 35 M: with \
         less than this for each of them the likely mates are not asked first.";
    LIKELY_PART: u64 = 2, "1 / part of what is left", Some(53),
        "One round of asking likely mates first may take this part.";
    LIKELY_MOST_OPEN: usize = 12, "checks", Some(53),
        "With more open checks likely mates are not asked first: most of them are no mates and \
         have not been asked long enough to show it.";
    BARRED_MEMORY: usize = 8, "1 / part of the memory", Some(28),
        "The table for mates that avoid the main line: few of them are asked for.";

    // Proofs of lengths, on top of the limits.
    PROOF_NODES: u64 = 4_000_000, "nodes", None,
        "At least this many nodes for what the table has lost; as many as everything before took \
         where those are more.";
    PROOF_TIME: Duration = Duration::from_secs(10), "time", None,
        "At least this much where time is limited; as much as everything before took where that \
         is more.";

    OPEN_NODES: u64 = 200_000, "nodes", None,
        "Within how many plies a check that stayed open does not mate.";
    MOST_OPEN_BOUNDED: usize = 12, "checks", None,
        "With more open checks nothing is shown of their lengths: what is left open is not a mate \
         or two then, but the problem.";

    // The passes over a collection.
    KEPT_SHARE: u32 = 2, "percent of the total time", None,
        "Kept back for writing and checking.";
    KEPT_LEAST: Duration = Duration::from_secs(1), "time", None,
        "At least this much is kept back, though never more than a quarter.";
    MIDDLE_SHARE: u32 = 45, "percent of what the easy pass leaves", Some(32),
        "The middle pass: few problems need more than their share of it, and those need far \
         more.";
    MIDDLE_GROWTH: u32 = 6, "times", Some(44),
        "The middle pass gives no problem more than this many times the limit of the easy one: \
         what it leaves open is begun anew.";
    LAST_PASS_LEAST: Duration = Duration::from_secs(10), "time", Some(53),
        "With less than this left of the total time the last pass asks nothing any more.";
    FILLED_PER_SECOND: f64 = 16e6, "bytes a second", Some(46),
        "How fast a thread fills its table: 600,000 nodes a second, most of them new.";
    OVERFILLED: f64 = 4.0, "times", Some(88),
        "Problems are asked with all threads one after the other only where each would fill the \
         table of one thread this many times: while a proof is written only one thread works. Tried \
         once, together with EXPECTED_USE, and no other value.";
    EXPECTED_USE: f64 = 0.9, "of a share", Some(88),
        "The part of its share of the time that a problem is expected to use, its proofs included: \
         with less the last ones get nearly nothing where most are hard.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_unit_and_a_reason() {
        for knob in POLICY {
            assert!(!knob.unit.is_empty() && knob.why.ends_with('.'), "{knob:?}");
            let of_time = knob.name.ends_with("_SHARE");
            assert!(!of_time || knob.unit.starts_with("percent"), "{knob:?}");
        }
    }
}
