//! The explicit disproof: a closed set of attacker's nodes.
//!
//! From every member every check has a reply that leads to a member again, so the
//! defender's king lives for ever, repetition included (docs/certificate.md). The set
//! is grown from the root: a position the table calls "no mate" joins, and asks for
//! a reply to each of its checks. A reply whose disproof rests on a repetition is
//! not in the main table; the small search that finds it again takes the members so
//! far as disproved, so that a loop ends at one of them.
//!
//! Where the question bars positions, a reply that leads to one of them will do, and the set
//! proves only that there is no mate besides.

use super::{Failure, Places};
use crate::base::{Len, Limit, clock};
use crate::search::frame::INDEPENDENT;
use crate::search::{Question, Search};
use crate::shogi::{Move, Place, Position, Side};
use crate::table::Found;

/// Members between two looks at the memory that they take.
const MEASURE_EVERY: usize = 256;

/// A disproof under construction; after `build`, the closed set.
#[derive(Default)]
pub struct ClosedSet {
    /// The greatest hands of its boards.
    members: Places,
    count: usize,
    /// The most bytes that the members may take; none for no limit.
    room: Option<usize>,
    /// The reply that leads from a defender's root into the set.
    pub root_reply: Option<Move>,
}

/// A member whose checks are being answered.
struct Pending {
    /// Its checks start here in the shared list.
    checks: usize,
    /// The check that is answered next.
    next: usize,
    /// Its answers start here in the shared list.
    answers: usize,
}

impl ClosedSet {
    /// An empty set that may take `room` bytes.
    pub fn within(room: usize) -> ClosedSet {
        ClosedSet {
            room: Some(room),
            ..ClosedSet::default()
        }
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True before anything was found.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Is there a member with this board and this hand, or a greater one?
    pub fn covers(&self, place: Place) -> bool {
        let mut hands = self.members.of(place.key);
        hands.any(|(most, _)| most.covers(place.hand))
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.members.bytes()
    }

    fn is_full(&self) -> bool {
        self.count.is_multiple_of(MEASURE_EVERY)
            && self.room.is_some_and(|room| self.members.bytes() > room)
    }

    fn insert(&mut self, place: Place) {
        self.members
            .note(place, 0, |other, _| place.hand.covers(other));
        self.count += 1;
    }

    /// Grows the closed set from the search's board, within the limits of `question` (which
    /// asks for a mate of any length, and bars the same positions each time), and calls `visit`
    /// with the board at each member and its `(check, reply)` pairs.
    ///
    /// # Errors
    /// A limit, or a table that contradicts itself.
    pub fn build<'s>(
        &mut self,
        search: &mut Search<'s>,
        question: Question<'s>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Failure> {
        let mut growth = Growth {
            set: self,
            search,
            question: question.unreported(),
            visit,
            pending: Vec::new(),
            checks: Vec::new(),
            answers: Vec::new(),
            scratch: Vec::new(),
        };
        growth.run()
    }
}

/// Called with the board at a member and its `(check, reply)` pairs.
pub type Visit<'a> = dyn FnMut(&Position, &[(Move, Move)]) + 'a;

struct Growth<'w, 's, 'v> {
    set: &'w mut ClosedSet,
    search: &'w mut Search<'s>,
    question: Question<'s>,
    visit: &'v mut Visit<'v>,
    pending: Vec<Pending>,
    checks: Vec<Move>,
    answers: Vec<(Move, Move)>,
    scratch: Vec<Move>,
}

impl Growth<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Failure> {
        if self.search.position().side_to_move() == Side::Defender {
            let (reply, member) = self.reply()?;
            self.set.root_reply = Some(reply);
            if member {
                return Ok(());
            }
            self.search.position_mut().make(reply);
            let result = self.walk();
            self.search.position_mut().unmake(reply);
            result
        } else {
            self.walk()
        }
    }

    /// Grows the set from the attacker's node on the board, which stands there again afterwards.
    fn walk(&mut self) -> Result<(), Failure> {
        let result = self.answer_all();
        if result.is_err() {
            self.rewind();
        }
        result
    }

    fn answer_all(&mut self) -> Result<(), Failure> {
        self.enter();
        while let Some(member) = self.pending.last_mut() {
            if member.next == self.checks.len() {
                // Thousands of members are left in a second.
                clock::pause();
                self.leave();
                continue;
            }
            let check = self.checks[member.next];
            member.next += 1;
            self.search.position_mut().make(check);
            let (reply, member) = match self.reply() {
                Ok(found) => found,
                Err(failure) => {
                    self.search.position_mut().unmake(check);
                    return Err(failure);
                }
            };
            self.answers.push((check, reply));
            if member {
                self.search.position_mut().unmake(check);
            } else {
                self.search.position_mut().make(reply);
                self.enter();
                if self.set.is_full() {
                    return Err(Limit::Memory.into());
                }
            }
        }
        Ok(())
    }

    /// The position at hand joins the set; its checks wait for answers.
    fn enter(&mut self) {
        let place = self.search.position().place();
        self.set.insert(place);
        // What holds only because positions are barred must not get into the table.
        if self.question.barred.is_empty() {
            self.search.note_nomate(place);
        }
        let checks = self.checks.len();
        self.search.position_mut().generate_checks(&mut self.checks);
        self.pending.push(Pending {
            checks,
            next: checks,
            answers: self.answers.len(),
        });
    }

    /// All checks of the last member are answered.
    fn leave(&mut self) {
        let member = self.pending.pop().expect("called with a member pending");
        (self.visit)(self.search.position(), &self.answers[member.answers..]);
        self.answers.truncate(member.answers);
        self.checks.truncate(member.checks);
        self.step_back();
    }

    /// Takes back the reply and the check that led to the member just left.
    fn step_back(&mut self) {
        if let Some(parent) = self.pending.last() {
            let &(check, reply) = self.answers.last().expect("the parent asked with a check");
            debug_assert_eq!(check, self.checks[parent.next - 1]);
            self.search.position_mut().unmake(reply);
            self.search.position_mut().unmake(check);
        }
    }

    /// A reply that holds; true when the position after it is covered by the set already, false
    /// when it is to join.
    fn reply(&mut self) -> Result<(Move, bool), Failure> {
        self.scratch.clear();
        let pos = self.search.position();
        pos.generate_evasions(&mut self.scratch);
        let member = |&&mv: &&Move| {
            let after = pos.place_after(mv);
            self.set.covers(after) || self.question.bars(after)
        };
        if let Some(&mv) = self.scratch.iter().find(member) {
            return Ok((mv, true));
        }
        let known = |&&mv: &&Move| {
            let found = self.search.probe(pos.place_after(mv), Len::INFINITE);
            matches!(found, Found::NoMate { .. })
        };
        if let Some(&mv) = self.scratch.iter().find(known) {
            return Ok((mv, false));
        }
        let answer = self.search.solve(self.question)?;
        if !answer.value.is_nomate() || answer.mv == Move::default() {
            return Err(Failure::Contradiction);
        }
        if answer.too_deep
            || self.question.barred.is_empty() && answer.value.repetition != INDEPENDENT
        {
            // It rests on the greatest length of a path, and so is no disproof.
            return Err(Limit::Memory.into());
        }
        Ok((answer.mv, false))
    }

    /// Brings the board back to the root after a failure.
    fn rewind(&mut self) {
        while let Some(member) = self.pending.pop() {
            self.answers.truncate(member.answers);
            self.checks.truncate(member.checks);
            self.step_back();
        }
    }
}
