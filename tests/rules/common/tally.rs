//! How often something rare was met, so that the law cannot become true by never
//! meeting a hard case.

/// How often something was met.
#[derive(Default, Debug)]
pub struct Tally {
    pub check_lists: usize,
    pub checks: usize,
    pub no_check: usize,
    pub evasion_lists: usize,
    pub evasions: usize,
    pub lite_lists: usize,
    pub mates: usize,
    pub mate_in_one: usize,
    pub pawn_mates: usize,
    /// Positions where the leaf test counted the checks.
    pub counted: usize,
    pub defender_pawn_mates: usize,
    pub double_checks: usize,
    pub discovered: usize,
    pub king_checks: usize,
    pub attacker_in_check: usize,
    pub attacker_in_double_check: usize,
    pub attacker_pinned: usize,
    pub defender_pinned: usize,
    pub interpositions: usize,
    pub non_promotions: usize,
    pub kingless: usize,
}

/// Fails where something was met less often than its floor says.
macro_rules! at_least {
    ($tally:ident, $($what:ident: $floor:literal),* $(,)?) => {
        println!("{:#?}", $tally);
        $(assert!(
            $tally.$what >= $floor,
            "only {} {}, {} wanted",
            $tally.$what,
            stringify!($what),
            $floor
        );)*
    };
}
pub(crate) use at_least;
