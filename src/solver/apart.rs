//! A problem in which some positions are worth nothing to the attacker.
//!
//! Whether another check than the intended one mates (余詰) is a question with one
//! condition: a line that only leads back to the main line and mates from there (迂回手順)
//! is no other mate. So the positions of the main line are *barred*: they count as
//! repetitions, worth nothing to the attacker. A mate found in spite of that is an ordinary
//! mate with an ordinary certificate. A refutation may rest on the barred positions and
//! proves only that there is no mate *besides*, so it has no certificate.
//!
//! Such questions share a table in one order only. Refutations in the table hold on every
//! path, and a proof that avoided some positions avoids fewer of them as well; but a proof
//! that was found when less was barred may pass through what is barred now. So an [`Apart`]
//! is made on empty tables, its barred set can only get smaller, and when nothing is barred
//! any more it becomes a [`Session`], from which there is no way back.

use super::{Control, Dossier, Options, Outcome, Session, Solver};
use crate::shogi::{Place, Position, SetupError};
use shogi_core::{Color, PartialPosition};

impl Solver {
    /// Begins a problem in which `barred` positions are worth nothing to the attacker, with
    /// empty tables. They have the attacker to move; one whose hand is smaller on the same
    /// board is barred with them.
    ///
    /// # Errors
    /// When one of `barred` is not a position that a search can start from.
    pub fn apart(
        &mut self,
        attacker: Color,
        barred: &[PartialPosition],
    ) -> Result<Apart<'_>, SetupError> {
        let place = |p| Position::new(p, attacker).map(|board| board.place());
        Ok(Apart {
            barred: barred.iter().map(place).collect::<Result<_, _>>()?,
            session: self.session(attacker),
        })
    }
}

/// A solver with the tables of one problem in which some positions are barred: worth nothing
/// to the attacker. Made by [`Solver::apart`]. The barred set can only get smaller.
///
/// ```
/// use shogi_core::Color;
/// use tsumi::formats::{sfen, usi};
/// use tsumi::solver::{Control, Options, Solver, Verdict};
///
/// // Mate in nine: what stands after the first check, and after the reply to it.
/// let nine = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
/// let mut position = sfen::parse(nine).unwrap().position;
/// usi::replay(&mut position, "2d1c+").unwrap();
/// let after = position.clone();
/// usi::replay(&mut position, "1d1c").unwrap();
///
/// let mut solver = Solver::try_new(Options { memory: 16 << 20, ..Options::default() })?;
/// let mut apart = solver.apart(Color::Black, &[position])?;
/// // Without passing through the latter there is no mate.
/// let besides = apart.decide(&after, Control::default())?;
/// assert_eq!(besides.verdict, Verdict::NoMate);
/// // With nothing barred it is mate as before.
/// let mut session = apart.open();
/// let plain = session.decide(&after, Control::default())?;
/// assert!(matches!(plain.verdict, Verdict::Mate { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A mate found with nothing barred may pass through the positions, so the tables are of no
/// use for a question that bars them; that order does not compile:
///
/// ```compile_fail,E0382
/// # use shogi_core::Color;
/// # use tsumi::formats::sfen;
/// # use tsumi::solver::{Control, Options, Solver};
/// # let nine = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
/// # let position = sfen::parse(nine).unwrap().position;
/// # let mut solver = Solver::try_new(Options::default())?;
/// let mut apart = solver.apart(Color::Black, &[])?;
/// apart.open().solve(&position, Control::default())?;
/// apart.decide(&position, Control::default())?; // moved by `open`
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Apart<'s> {
    session: Session<'s>,
    /// Boards and hands of the barred positions.
    barred: Vec<Place>,
}

impl<'s> Apart<'s> {
    /// The options of the solver.
    pub fn options(&self) -> &Options {
        self.session.options()
    }

    /// Sets other options from the next question on, as [`Solver::set_options`] does.
    pub fn set_options(&mut self, options: Options) {
        self.session.set_options(options);
    }

    /// Decides whether the attacker mates without passing through a barred position.
    /// [`Verdict::NoMate`](super::Verdict::NoMate) means that there is no such mate, and
    /// comes without a certificate; the lengths of a mate are upper bounds unless said to
    /// be minimal.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn decide(
        &mut self,
        position: &PartialPosition,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        self.session
            .ask(position, &[], &self.barred, control, |task| task.decide())
    }

    /// [`Session::refute`], for a check after which the attacker mates only by passing through a
    /// barred position (迂回手順).
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn refute(
        &mut self,
        position: &PartialPosition,
        ply: u32,
        dossier: &mut Dossier,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        self.session
            .ask(position, &[], &self.barred, control, |task| {
                task.refute(ply, dossier)
            })
    }

    /// Keeps only the first `count` of the barred positions barred from now on.
    pub fn keep(&mut self, count: usize) {
        self.barred.truncate(count);
    }

    /// Bars nothing from now on.
    pub fn open(self) -> Session<'s> {
        self.session
    }
}
