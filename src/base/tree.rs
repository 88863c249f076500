//! The moves of a record: a line with its branches (変化), comments and endings.
//!
//! Nodes lie in one vector and name each other by index, so that a file of a
//! hundred thousand moves costs no recursion anywhere. Node 0 is the position
//! before the first move; the first child of a node continues its line, unless the node has an
//! ending: then the line ends there, and all children are branches beside the ending.

use shogi_core::{Color, Move, PartialPosition};

/// What a record says of the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The line ends in mate (詰み).
    Mate,
    /// There is no mate (不詰).
    NoMate,
    /// The outcome is not known, or the record was broken off (中断).
    Unknown,
    /// 投了
    Resign,
    /// 千日手
    Repetition,
    /// 持将棋
    Impasse,
    /// 引き分け
    Draw,
    /// 最大手数
    MaxMoves,
    /// 切れ負け
    TimeUp,
    /// The side to move has lost by a foul (反則負け).
    Illegal,
    /// The side to move has won, because the move before was a foul (反則勝ち).
    IllegalWin,
    /// The side to move has won by its king's entering (入玉勝ち).
    Entering,
    /// 不戦勝
    WinByDefault,
    /// 不戦敗
    LossByDefault,
}

/// Names of an ending in records.
pub struct Names {
    /// The ending.
    pub ending: Ending,
    /// Its name in KIF and KI2.
    pub kif: &'static str,
    /// Its name in CSA and JKF.
    pub csa: &'static str,
}

const fn names(ending: Ending, kif: &'static str, csa: &'static str) -> Names {
    Names { ending, kif, csa }
}

/// All endings with their names. Not every program knows all of them; what is written in place
/// of one is said in `formats/write.rs`.
pub const ENDINGS: [Names; 14] = [
    names(Ending::Mate, "詰み", "TSUMI"),
    names(Ending::NoMate, "不詰", "FUZUMI"),
    names(Ending::Unknown, "中断", "CHUDAN"),
    names(Ending::Resign, "投了", "TORYO"),
    names(Ending::Repetition, "千日手", "SENNICHITE"),
    names(Ending::Impasse, "持将棋", "JISHOGI"),
    names(Ending::Draw, "引き分け", "HIKIWAKE"),
    names(Ending::MaxMoves, "最大手数", "MAX_MOVES"),
    names(Ending::TimeUp, "切れ負け", "TIME_UP"),
    names(Ending::Illegal, "反則負け", "ILLEGAL_MOVE"),
    names(Ending::IllegalWin, "反則勝ち", "ILLEGAL_ACTION"),
    names(Ending::Entering, "入玉勝ち", "KACHI"),
    names(Ending::WinByDefault, "不戦勝", "FUSENSHO"),
    names(Ending::LossByDefault, "不戦敗", "FUSENPAI"),
];

impl Ending {
    /// Its names.
    pub fn names(self) -> &'static Names {
        ENDINGS
            .iter()
            .find(|n| n.ending == self)
            .unwrap_or(&ENDINGS[2])
    }

    /// The ending with this name in CSA and JKF.
    pub fn from_csa(name: &str) -> Option<Ending> {
        ENDINGS.iter().find(|n| n.csa == name).map(|n| n.ending)
    }

    /// The ending with this name in CSA and JKF where `side` is to move. `+ILLEGAL_ACTION` is a
    /// foul of Black, whoever is to move.
    pub fn from_csa_for(name: &str, side: Color) -> Option<Ending> {
        let sign = name.strip_suffix(Ending::IllegalWin.names().csa);
        match sign.map(|sign| sign == csa_sign(side)) {
            Some(true) => Some(Ending::Illegal),
            Some(false) => Some(Ending::IllegalWin),
            None => Ending::from_csa(name),
        }
    }

    /// Its name in CSA and JKF where `side` is to move.
    pub fn csa_for(self, side: Color) -> String {
        let name = self.names().csa;
        match self {
            Ending::IllegalWin => format!("{}{name}", csa_sign(side.flip())),
            _ => name.to_string(),
        }
    }
}

/// The sign of a side in CSA.
fn csa_sign(side: Color) -> &'static str {
    if side == Color::Black { "+" } else { "-" }
}

/// A move and what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// None at the root only.
    pub mv: Option<Move>,
    /// The index of the node before the move; of the root its own.
    pub parent: usize,
    /// Indices of the nodes after it; without an ending the first one continues the line.
    pub children: Vec<usize>,
    /// Lines of comment after the move.
    pub comments: Vec<String>,
    /// How the line ends, at its last node. What follows nevertheless are branches.
    pub ending: Option<Ending>,
}

/// A line of moves with branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Node::default()],
        }
    }
}

/// Index of the root.
pub const ROOT: usize = 0;

impl Tree {
    /// One line without branches.
    pub fn of_line(moves: &[Move], ending: Option<Ending>) -> Tree {
        let mut tree = Tree::default();
        let mut at = ROOT;
        for &mv in moves {
            at = tree.add(at, mv);
        }
        tree.nodes[at].ending = ending;
        tree
    }

    /// The child of `parent` by `mv`, made when it is missing. When it is made, a line goes on
    /// there, so an ending of `parent` is one no longer.
    pub fn add(&mut self, parent: usize, mv: Move) -> usize {
        let before = self.nodes.len();
        let child = self.branch(parent, mv);
        if self.nodes.len() > before {
            self.nodes[parent].ending = None;
        }
        child
    }

    /// The child of `parent` by `mv`, made when it is missing. Where `parent` has an ending, it
    /// is a branch beside that.
    pub fn branch(&mut self, parent: usize, mv: Move) -> usize {
        let known = self.nodes[parent].children.iter();
        if let Some(&child) = known
            .clone()
            .find(|&&child| self.nodes[child].mv == Some(mv))
        {
            return child;
        }
        let index = self.nodes.len();
        self.nodes.push(Node {
            mv: Some(mv),
            parent,
            ..Node::default()
        });
        self.nodes[parent].children.push(index);
        index
    }

    /// Adds a line from the root that ends in mate, with a comment at its first move that is not
    /// the main line's.
    pub fn add_line(&mut self, moves: &[Move], comment: &str) {
        let main = self.line_from(ROOT);
        let mut nodes = vec![ROOT];
        for &mv in moves {
            nodes.push(self.add(nodes[nodes.len() - 1], mv));
        }
        let last = nodes[nodes.len() - 1];
        if let Some(&branch) = nodes.iter().find(|node| !main.contains(node)) {
            self.nodes[branch].comments.push(comment.to_string());
            if self.nodes[last].children.is_empty() {
                self.nodes[last].ending = Some(Ending::Mate);
            }
        }
    }

    /// A node.
    ///
    /// # Panics
    /// When there is no node of that index.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// A node, to write on.
    ///
    /// # Panics
    /// When there is no node of that index.
    pub fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True without any move.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// True when some node has branches.
    pub fn has_branches(&self) -> bool {
        (0..self.nodes.len()).any(|n| !self.branches(n).is_empty())
    }

    /// The children of a node that do not continue its line.
    pub fn branches(&self, index: usize) -> &[usize] {
        let node = &self.nodes[index];
        let continued = usize::from(node.ending.is_none());
        node.children.get(continued..).unwrap_or_default()
    }

    /// Nodes from `first` to the end of its line, `first` included.
    pub fn line_from(&self, first: usize) -> Vec<usize> {
        let next = |&at: &usize| {
            let node = &self.nodes[at];
            let goes_on = node.ending.is_none();
            node.children.first().copied().filter(|_| goes_on)
        };
        std::iter::successors(Some(first), next).collect()
    }

    /// Moves of the main line.
    pub fn main_line(&self) -> Vec<Move> {
        let line = self.line_from(ROOT);
        line.iter().filter_map(|&n| self.nodes[n].mv).collect()
    }

    /// What is said at the end of the main line.
    pub fn ending(&self) -> Option<Ending> {
        let line = self.line_from(ROOT);
        line.last().and_then(|&n| self.nodes[n].ending)
    }

    /// Number of moves that lead to a node.
    pub fn ply(&self, index: usize) -> usize {
        self.path(index).len()
    }

    /// Moves that lead to a node.
    pub fn path(&self, index: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = index;
        while let Some(mv) = self.nodes[at].mv {
            moves.push(mv);
            at = self.nodes[at].parent;
        }
        moves.reverse();
        moves
    }

    /// The position at a node of a tree that begins at `root`.
    pub fn position(&self, root: &PartialPosition, index: usize) -> PartialPosition {
        let mut position = root.clone();
        for mv in self.path(index) {
            // Readers and solvers add legal moves only.
            let _ = position.make_move(mv);
        }
        position
    }

    /// The first nodes of all lines in the order of KIF: the main line, then its branches
    /// from its end to its beginning, each followed by its own branches.
    pub fn lines(&self) -> Vec<usize> {
        let mut out = Vec::new();
        let mut open = vec![ROOT];
        while let Some(first) = open.pop() {
            out.push(first);
            for at in self.line_from(first) {
                open.extend(self.branches(at).iter().rev());
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_usi_parser::FromUsi;

    fn mv(text: &str) -> Move {
        Move::from_usi_lite(text).unwrap()
    }

    #[test]
    fn branches_come_from_the_end() {
        let mut tree = Tree::of_line(&[mv("1a1b"), mv("1b1c"), mv("1c1d")], Some(Ending::Mate));
        let early = tree.add(ROOT, mv("2a2b"));
        let late = tree.add(2, mv("3a3b"));
        let nested = tree.add(late, mv("4a4b"));
        let other = tree.add(late, mv("5a5b"));
        assert_eq!(tree.add(late, mv("4a4b")), nested, "a move stands once");
        assert_eq!(tree.lines(), [ROOT, late, other, early]);
        assert_eq!(tree.ply(other), 4);
        assert_eq!(tree.main_line().len(), 3);
        assert_eq!(tree.ending(), Some(Ending::Mate));
        assert!(tree.has_branches());
    }

    #[test]
    fn another_line_branches_off_with_a_comment() {
        let moves = [mv("1a1b"), mv("1b1c"), mv("1c1d")];
        let mut tree = Tree::of_line(&moves, Some(Ending::Mate));
        tree.add_line(&moves, "the same");
        assert!(!tree.has_branches());
        tree.add_line(&[mv("1a1b"), mv("2b2c"), mv("2c2d")], "longer");
        let [_, branch] = tree.lines()[..] else {
            panic!("{tree:?}");
        };
        assert_eq!((tree.ply(branch), tree.node(branch).comments.len()), (2, 1));
        assert_eq!(tree.node(branch + 1).ending, Some(Ending::Mate));
        assert_eq!(tree.main_line(), moves);
    }

    #[test]
    fn branches_beside_an_ending() {
        let moves = [mv("1a1b"), mv("1b1c")];
        let mut tree = Tree::of_line(&moves, Some(Ending::Resign));
        assert!(!tree.has_branches());
        let beside = tree.branch(2, mv("1c1d"));
        assert!(tree.has_branches());
        assert_eq!(tree.main_line(), moves);
        assert_eq!(tree.ending(), Some(Ending::Resign));
        assert_eq!(tree.lines(), [ROOT, beside]);
        // A line that goes on has not ended.
        tree.add(2, mv("2c2d"));
        assert_eq!((tree.main_line().len(), tree.ending()), (3, None));
    }

    #[test]
    fn a_foul_is_named_by_who_committed_it() {
        for side in Color::all() {
            for names in &ENDINGS {
                let name = names.ending.csa_for(side);
                assert_eq!(Ending::from_csa_for(&name, side), Some(names.ending));
            }
        }
        let black = |name| Ending::from_csa_for(name, Color::Black);
        assert_eq!(black("+ILLEGAL_ACTION"), Some(Ending::Illegal));
        assert_eq!(black("-ILLEGAL_ACTION"), Some(Ending::IllegalWin));
        assert_eq!(black("+TORYO"), None);
    }
}
