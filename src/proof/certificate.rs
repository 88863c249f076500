//! Writing certificates, in the format of docs/certificate.md.
//!
//! The writer only writes: entries go into one growing text as they come, each
//! once and in any order, and the header, which tells their number, is put in
//! front at the end. Whether they prove anything is for the checker to say.
use shogi_core::{Color, Hand, Move, PartialPosition, Square, ToUsi};
use std::fmt::Write as _;
use std::io;

/// A certificate in the making.
#[derive(Clone, Debug)]
pub struct CertificateWriter {
    head: String,
    body: String,
    entries: usize,
}

impl CertificateWriter {
    /// A certificate that `attacker` mates within `plies` from this position.
    pub fn mate(position: &PartialPosition, attacker: Color, plies: u32) -> Self {
        Self::new(position, attacker, &format!("mate {plies}"))
    }

    /// A certificate that `attacker` never mates from this position.
    pub fn nomate(position: &PartialPosition, attacker: Color) -> Self {
        Self::new(position, attacker, "nomate")
    }

    fn new(position: &PartialPosition, attacker: Color, claim: &str) -> Self {
        let position = position.to_sfen_owned();
        let attacker = match attacker {
            Color::Black => "black",
            Color::White => "white",
        };
        CertificateWriter {
            head: format!(
                "tsumi-certificate 1\nposition {position}\nattacker {attacker}\nclaim {claim}\n"
            ),
            body: String::new(),
            entries: 0,
        }
    }

    /// Sets the length of a mate certificate, known only when the proof is whole.
    pub fn set_plies(&mut self, plies: u32) {
        if let Some(at) = self.head.find("claim mate ") {
            self.head.truncate(at);
            let _ = writeln!(self.head, "claim mate {plies}");
        }
    }

    /// No mate, the defender to move at the root: the move that saves him.
    /// To be called once, and only then.
    pub fn root_reply(&mut self, reply: Move) {
        self.head.push_str("reply ");
        put(&mut self.head, &reply);
        self.head.push('\n');
    }

    /// Mate: with `hand` or more in the attacker's hand, `mv` on this board
    /// mates within `distance` plies (odd). Hands and side to move of `board`
    /// are not looked at.
    pub fn push_mate(&mut self, board: &PartialPosition, hand: Hand, mv: Move, distance: u32) {
        self.put_position(board, hand);
        self.body.push(' ');
        put(&mut self.body, &mv);
        let _ = writeln!(self.body, " {distance}");
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

    /// The certificate as one text.
    pub fn finish(mut self) -> String {
        let _ = writeln!(self.head, "entries {}", self.entries);
        self.body.push_str("end\n");
        self.body.insert_str(0, &self.head);
        self.body
    }

    /// The certificate, written out without a second copy of it.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        writeln!(out, "{}entries {}", self.head, self.entries)?;
        out.write_all(self.body.as_bytes())?;
        writeln!(out, "end")
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
