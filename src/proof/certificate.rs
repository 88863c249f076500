//! Writing certificates, in the format of docs/certificate.md.
//!
//! The writer only writes: entries go into one growing text as they come, each
//! once and in any order. What they add up to, the length of a mate or the
//! defender's first move, is known at the end, and so is their number: the
//! lines that tell it are put in front when the certificate is finished.
//! Whether it proves anything is for the checker to say.
use shogi_core::{Color, Hand, Move, PartialPosition, Square, ToUsi};
use std::fmt::Write as _;

/// A certificate in the making.
#[derive(Clone, Debug)]
pub struct CertificateWriter {
    head: String,
    body: String,
    entries: usize,
}

impl CertificateWriter {
    /// A certificate of what `attacker` can do, or cannot, from this position.
    pub fn new(position: &PartialPosition, attacker: Color) -> Self {
        let position = position.to_sfen_owned();
        let attacker = match attacker {
            Color::Black => "black",
            Color::White => "white",
        };
        CertificateWriter {
            head: format!("tsumi-certificate 1\nposition {position}\nattacker {attacker}\n"),
            body: String::new(),
            entries: 0,
        }
    }

    /// Mate: with `hand` or more in the attacker's hand, `mv` on this board
    /// mates within `distance` plies (odd). Hands and side to move of `board`
    /// are not looked at.
    pub fn push_mate(&mut self, board: &PartialPosition, hand: Hand, mv: Move, distance: u32) {
        self.draft_mate(board, hand, mv);
        self.body.pop();
        let _ = writeln!(self.body, " {distance}");
    }

    /// An entry whose distance is not known yet; `settle` adds it. A draft takes the
    /// bytes of its line, a fifth of what the board takes in memory.
    pub fn draft_mate(&mut self, board: &PartialPosition, hand: Hand, mv: Move) {
        self.put_position(board, hand);
        self.body.push(' ');
        put(&mut self.body, &mv);
        self.body.push('\n');
    }

    /// Gives each draft its distance in plies, in the order they were written; one
    /// without a distance is left out. All entries must be drafts.
    pub fn settle(&mut self, distances: impl Iterator<Item = Option<u32>>) {
        let drafts = std::mem::take(&mut self.body);
        self.body.reserve(drafts.len() + 4 * self.entries);
        self.entries = 0;
        for (line, distance) in drafts.lines().zip(distances) {
            if let Some(distance) = distance {
                let _ = writeln!(self.body, "{line} {distance}");
                self.entries += 1;
            }
        }
    }

    /// No mate: with `hand` or less in the attacker's hand, each of the checks
    /// on this board has this reply. `replies` holds every legal check that
    /// `hand` allows, once, with its reply. Hands and side to move of `board`
    /// are not looked at.
    pub fn push_nomate(
        &mut self,
        board: &PartialPosition,
        hand: Hand,
        replies: impl IntoIterator<Item = (Move, Move)>,
    ) {
        self.put_position(board, hand);
        for (check, reply) in replies {
            self.body.push(' ');
            put(&mut self.body, &check);
            self.body.push(':');
            put(&mut self.body, &reply);
        }
        self.body.push('\n');
    }

    /// How many entries there are so far.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The text: the attacker mates within `plies`.
    pub fn finish_mate(mut self, plies: u32) -> String {
        let _ = writeln!(self.head, "claim mate {plies}");
        self.finish()
    }

    /// The text: the attacker never mates. `reply` is the move that saves a
    /// defender who is to move at the root.
    pub fn finish_nomate(mut self, reply: Option<Move>) -> String {
        self.head.push_str("claim nomate\n");
        if let Some(reply) = reply {
            let _ = writeln!(self.head, "reply {}", reply.to_usi_owned());
        }
        self.finish()
    }

    fn finish(mut self) -> String {
        let _ = writeln!(self.head, "entries {}", self.entries);
        self.body.push_str("end\n");
        self.body.insert_str(0, &self.head);
        self.body
    }

    /// Starts an entry: the board and the attacker's hand, in capitals
    /// whichever side he plays.
    fn put_position(&mut self, board: &PartialPosition, hand: Hand) {
        self.entries += 1;
        put_board(&mut self.body, board);
        self.body.push(' ');
        put(&mut self.body, &[hand, Hand::new()]);
    }
}

/// Writing to a `String` cannot fail.
fn put(out: &mut String, item: &impl ToUsi) {
    let _ = item.to_usi(out);
}

/// The board part of an SFEN.
fn put_board(out: &mut String, board: &PartialPosition) {
    for rank in 1..=9 {
        let mut vacant = b'0';
        for file in (1..=9).rev() {
            match Square::new(file, rank).and_then(|square| board.piece_at(square)) {
                None => vacant += 1,
                Some(piece) => {
                    put_vacant(out, &mut vacant);
                    put(out, &piece);
                }
            }
        }
        put_vacant(out, &mut vacant);
        if rank < 9 {
            out.push('/');
        }
    }
}

fn put_vacant(out: &mut String, vacant: &mut u8) {
    if *vacant > b'0' {
        out.push(char::from(*vacant));
    }
    *vacant = b'0';
}
