//! The tables of one problem, and the questions that may share them.
//!
//! What the main table holds does not depend on a path. So it stays true for every
//! question about positions of the same pieces with the same attacker, and a [`Session`]
//! keeps it from one question to the next.

use super::along::followed;
use super::{Asked, Bound, Certificate, Control, Cost, Dossier, Options, Outcome, Solver, Task};
use crate::base::clock::Instant;
use crate::search::hands;
use crate::shogi::{Hand, Kind, Place, Position, SetupError};
use shogi_core::{Color, Move, PartialPosition, PieceKind};

/// With more entries than this a certificate is checked in the memory of the tables: some 10 MiB.
const MANY: usize = 100_000;

/// Lines of moves.
pub type Lines = Vec<Vec<Move>>;

/// A defence that lasts longer than expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longer {
    /// The defence and a longest line after it.
    pub line: Vec<Move>,
    /// The pieces in the attacker's hand at its end.
    pub leftover: Vec<(PieceKind, u8)>,
}

/// A solver with the tables of one problem: each question goes on with what was found for
/// those before. Made by [`Solver::session`].
///
/// A position of another set of pieces is another problem: the tables are emptied for it.
pub struct Session<'s> {
    solver: &'s mut Solver,
    attacker: Color,
    /// All pieces of the problem that the tables are about; none when the next question empties
    /// them.
    pieces: Option<Hand>,
}

impl Solver {
    /// Begins a problem, with empty tables. `attacker` is the side that must give check
    /// with every move.
    pub fn session(&mut self, attacker: Color) -> Session<'_> {
        Session {
            solver: self,
            attacker,
            pieces: None,
        }
    }
}

impl Session<'_> {
    /// The options of the solver.
    pub fn options(&self) -> &Options {
        self.solver.options()
    }

    /// Sets other options from the next question on, as [`Solver::set_options`] does.
    pub fn set_options(&mut self, options: Options) {
        self.solver.set_options(options);
    }

    /// Decides a position and proves the verdict, as [`Solver::solve`] does.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn solve(
        &mut self,
        position: &PartialPosition,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        self.solve_along(position, &[], control)
    }

    /// [`Session::solve`] with the help of a `line` from the position, which may be its
    /// solution. A move that is no legal check or no legal reply, and what comes after it,
    /// are left out.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn solve_along(
        &mut self,
        position: &PartialPosition,
        line: &[Move],
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        let mut outcome = self.ask(position, line, &[], control, |task| task.prove())?;
        if self.options().prove_lengths {
            self.check_claims(&mut outcome, control);
        }
        Ok(outcome)
    }

    /// Decides whether a position is mate. [`Verdict::NoMate`](super::Verdict::NoMate) comes
    /// without a certificate, and so takes less time than from [`Session::solve`].
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn decide(
        &mut self,
        position: &PartialPosition,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        self.ask(position, &[], &[], control, |task| task.decide())
    }

    /// Of a mate that this session has found, and whose conventional length is proved: settles
    /// whether every longest defence leaves pieces in the attacker's hand, as far as the limits
    /// allow it. Returns what that costs.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn settle_left(
        &mut self,
        position: &PartialPosition,
        found: &mut Outcome,
        control: Control<'_>,
    ) -> Result<Cost, SetupError> {
        let ((), cost) = self.ask_besides(position, control, |task| task.settle_left(found))?;
        Ok(cost)
    }

    /// The defences of a position with the defender to move that last as long as any and leave
    /// nothing in the attacker's hand (変化同手数): a line of each. `plies` is the proved
    /// conventional length. `None` when a limit comes first. What the question cost comes
    /// with it.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn equal_defences(
        &mut self,
        position: &PartialPosition,
        plies: u32,
        control: Control<'_>,
    ) -> Result<(Option<Lines>, Cost), SetupError> {
        self.ask_besides(position, control, |task| task.equal_defences(plies))
    }

    /// The defences of a position with the defender to move that last longer than `plies`, the
    /// longest first. `upper` is a bound of the conventional length. `None` when a limit comes
    /// first. What the question cost comes with it.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn longer_defences(
        &mut self,
        position: &PartialPosition,
        upper: u32,
        plies: u32,
        control: Control<'_>,
    ) -> Result<(Option<Vec<Longer>>, Cost), SetupError> {
        self.ask_besides(position, control, |task| task.longer_defences(upper, plies))
    }

    /// A dossier of the problem, which claims nothing yet.
    pub fn dossier(&self) -> Dossier {
        Dossier::new(self.attacker, self.options().proof_memory)
    }

    /// Adds to `dossier` what proves the lengths of a mate that this session has found, as far as the
    /// limits allow. Returns what that costs.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn prove_lengths(
        &mut self,
        position: &PartialPosition,
        found: &mut Outcome,
        dossier: &mut Dossier,
        control: Control<'_>,
    ) -> Result<Cost, SetupError> {
        let ((), cost) = self.ask_besides(position, control, |task| {
            let limits = task.question.limits;
            task.prove_lengths(found, dossier, limits);
        })?;
        Ok(cost)
    }

    /// Adds the claims of a dossier to the certificate of a mate, if they are not too many, and has
    /// it checked with them. Where it is refused only the verdict is left of it, and the reason is
    /// noted. Where it is large, the tables are empty afterwards.
    pub fn conclude(&mut self, found: &mut Outcome, dossier: Dossier, control: Control<'_>) {
        let stop = self.options().gives_up(control.stop);
        found.add(dossier, self.options().most_entries(), &stop);
        self.check_claims(found, control);
    }

    /// Has a certificate that was accepted for its verdict checked with the claims that were added.
    fn check_claims(&mut self, found: &mut Outcome, control: Control<'_>) {
        let begin = Instant::now();
        let entries = found.certificate_entries();
        let stop = self.options().gives_up(control.stop);
        self.with_room(entries, || found.check_claims(&stop));
        found.elapsed += begin.elapsed();
    }

    /// Runs the check of a certificate of `entries` entries. From [`MANY`] on the memory of the
    /// tables is freed for it.
    fn with_room<R>(&mut self, entries: usize, check: impl FnOnce() -> R) -> R {
        // A WebAssembly module cannot give memory back.
        match entries > MANY && !cfg!(target_family = "wasm") {
            true => self.lend_memory(check),
            false => check(),
        }
    }

    /// A certificate of a bound of the length of a position, which the checker has accepted, or why it
    /// has refused it, a defect; `None` when the limits do not allow one. What it costs comes with it.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn prove_bound(
        &mut self,
        position: &PartialPosition,
        bound: Bound,
        control: Control<'_>,
    ) -> Result<(Option<Result<Certificate, String>>, Cost), SetupError> {
        let (proof, cost) = self.ask_besides(position, control, |task| task.prove_bound(bound))?;
        let Some(proof) = proof else {
            return Ok((None, cost));
        };
        let stop = self.options().gives_up(control.stop);
        let check = || crate::checker::check_with(proof.reader(), 1, &stop);
        let proof = match self.with_room(proof.len(), check) {
            Ok(_) => Some(Ok(proof)),
            Err(why) if why.interrupted => None,
            Err(why) => Some(Err(why.to_string())),
        };
        Ok((proof, cost))
    }

    /// Decides the position after a check at `ply` of a line, and where there is no mate adds the
    /// refutation to `dossier`. Without a verdict what was added has to be taken back.
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
        self.ask(position, &[], &[], control, |task| {
            task.refute(ply, dossier)
        })
    }

    /// Shows of a position, which a check has led to, within how many plies there is no mate, `most` at
    /// most, and adds that to `dossier`; 0 where nothing was shown. What it costs comes
    /// with it.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn hold_out(
        &mut self,
        position: &PartialPosition,
        most: u32,
        dossier: &mut Dossier,
        control: Control<'_>,
    ) -> Result<(u32, Cost), SetupError> {
        self.ask_besides(position, control, |task| task.hold_out(most, dossier))
    }

    /// Empties the tables before the next question.
    pub fn forget(&mut self) {
        self.pieces = None;
    }

    /// Gives the memory of the tables back to the system while `work` runs. The tables are empty
    /// afterwards. Where the system does not give the memory again, they are the smallest ones, and
    /// it is asked once more before each problem that follows.
    pub fn lend_memory<R>(&mut self, work: impl FnOnce() -> R) -> R {
        self.forget();
        let smallest = Options {
            memory: 0,
            ..self.solver.options.clone()
        };
        let Ok(smallest) = Solver::try_new(smallest) else {
            return work();
        };
        let lent = std::mem::replace(self.solver, smallest);
        self.solver.lent = Some(lent.options.memory);
        self.solver.spare = lent.spare.clone();
        drop(lent);
        let result = work();
        self.solver.take_back();
        result
    }

    /// Has `run` find something that is no outcome. What that costs comes with it.
    fn ask_besides<T>(
        &mut self,
        position: &PartialPosition,
        control: Control<'_>,
        run: impl FnOnce(&mut Task<'_>) -> T,
    ) -> Result<(T, Cost), SetupError> {
        self.ask_for(position, &[], &[], control, run)
    }

    pub(super) fn ask(
        &mut self,
        position: &PartialPosition,
        line: &[Move],
        barred: &[Place],
        control: Control<'_>,
        run: impl FnOnce(&mut Task<'_>) -> Outcome,
    ) -> Result<Outcome, SetupError> {
        let (outcome, cost) = self.ask_for(position, line, barred, control, run)?;
        Ok(outcome.with_cost(cost))
    }

    fn ask_for<T>(
        &mut self,
        position: &PartialPosition,
        line: &[Move],
        barred: &[Place],
        control: Control<'_>,
        run: impl FnOnce(&mut Task<'_>) -> T,
    ) -> Result<(T, Cost), SetupError> {
        let board = Position::new(position, self.attacker)?;
        let pieces = Some(pieces(&board));
        if self.pieces == pieces {
            self.solver.go_on();
        } else {
            self.solver.begin();
            self.pieces = pieces;
        }
        let asked = Asked {
            position,
            attacker: self.attacker,
            along: followed(&board, self.attacker, line),
            board,
            barred,
        };
        Ok(self.solver.search(asked, control, run))
    }
}

/// All pieces but the kings, on the board and in both hands.
pub(super) fn pieces(board: &Position) -> Hand {
    let on_board = board.occupied().into_iter();
    on_board
        .filter_map(|square| board.piece_on(square))
        .filter(|&(_, kind)| kind != Kind::King)
        .fold(hands::all(board), |all, (_, kind)| {
            all.added(kind.unpromoted())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::solver::{Lengths, Verdict};

    /// A rook's check from afar is mate where the defender has nothing to interpose; on the
    /// same board with the missing pieces in his hand it is not.
    #[test]
    fn other_pieces_are_another_problem() {
        let hands = ["-", "r2b3g4s4n4l17p"];
        let positions = hands.map(|hand| {
            let text = format!("8k/RP7/7G1/9/9/9/9/9/9 b {hand} 1");
            sfen::parse(&text).unwrap().position
        });
        let mut solver = Solver::new(Options {
            memory: 4 << 20,
            nodes: Some(20_000),
            ..Options::default()
        });
        let verdict = |session: &mut Session<'_>, position| {
            let outcome = session.solve(position, Control::default());
            outcome.unwrap().verdict
        };
        let [bare, full] = &positions;
        let alone = [bare, full].map(|p| verdict(&mut solver.session(Color::Black), p));
        assert!(matches!(alone[0], Verdict::Mate { raw, .. } if raw.upper == 1));
        assert_ne!(alone[0], alone[1]);
        let mut session = solver.session(Color::Black);
        for _ in 0..2 {
            let shared = [bare, full].map(|p| verdict(&mut session, p));
            assert_eq!(shared, alone);
        }
        assert_eq!(solver.problems, 6, "each time the tables were emptied");
    }

    #[test]
    fn who_only_decides_proves_nothing_of_lengths() {
        let root = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
        let root = root.unwrap().position;
        let options = Options {
            memory: 4 << 20,
            shortest_raw: true,
            shortest_conventional: true,
            claimed: Some(9),
            prove_lengths: true,
            ..Options::default()
        };
        let solve = |options| {
            let solved = Solver::new(options).solve(&root, Color::Black, Control::default());
            let outcome = solved.unwrap();
            (outcome.nodes, outcome.certificate.unwrap().claims().len())
        };
        let ((all, claims), (nodes, claim)) = (solve(options.clone()), solve(options.deciding()));
        assert!(claims > 1 && claim == 1, "{claims} {claim}");
        assert!(nodes < all, "{nodes} {all}");
    }

    #[test]
    fn a_session_goes_on_with_what_it_knows() {
        let root = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
        let root = root.unwrap().position;
        let mut solver = Solver::new(Options {
            memory: 4 << 20,
            lengths: Lengths::None,
            ..Options::default()
        });
        let mut session = solver.session(Color::Black);
        let mut nodes = || session.solve(&root, Control::default()).unwrap().nodes;
        let first = nodes();
        assert!(nodes() * 4 < first, "{first}");
        session.forget();
        let mut nodes = || session.solve(&root, Control::default()).unwrap().nodes;
        assert_eq!(nodes(), first);
        let lent = session.lend_memory(|| 7);
        let again = session.solve(&root, Control::default()).unwrap().nodes;
        assert_eq!((lent, again), (7, first));
        assert_eq!(session.options().memory, 4 << 20);
        // Where the system has not given the memory again, it is asked before the next problem.
        let mut small = Solver::new(Options {
            memory: 0,
            ..solver.options().clone()
        });
        small.lent = Some(4 << 20);
        let mut session = small.session(Color::Black);
        let again = session.solve(&root, Control::default()).unwrap().nodes;
        assert_eq!((again, session.options().memory), (first, 4 << 20));
    }
}
