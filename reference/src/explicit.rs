//! Graphs written down node by node, and their true values.
//!
//! The text form serves the examples from the literature: a line for each node,
//! `name or successors…` or `name and successors…`; `+` and `-` are won and lost
//! leaves, `?` is a leaf about which nothing is known (for counting only, not for
//! searching). The first line is the root.
use super::graph::{AndOrGraph, Player};
use std::collections::HashMap;

/// A node of an [`Explicit`] graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Who moves there.
    pub player: Player,
    /// Known value of a leaf: true when the attacker has won.
    pub terminal: Option<bool>,
    /// Label and index of every successor.
    pub successors: Vec<(u32, usize)>,
}

/// A finite graph; node 0 is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explicit {
    /// The nodes by number.
    pub vertices: Vec<Vertex>,
    /// Names of the nodes, in the order of `vertices`; may be empty.
    pub names: Vec<String>,
}

impl Explicit {
    /// Reads the text form.
    ///
    /// # Errors
    /// When a line does not have this form; the text names the line.
    pub fn parse(text: &str) -> Result<Explicit, String> {
        let mut names: Vec<String> = Vec::new();
        let mut index = HashMap::new();
        let mut lines = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((&name, rest)) = words.split_first() else {
                continue;
            };
            if index.insert(name.to_string(), names.len()).is_some() {
                return Err(format!("line {number}: {name} is there twice"));
            }
            names.push(name.to_string());
            lines.push((number, rest.to_vec()));
        }
        let mut vertices = Vec::new();
        for (number, words) in lines {
            let mut vertex = Vertex {
                player: Player::Attacker,
                terminal: None,
                successors: Vec::new(),
            };
            match words.split_first() {
                Some((&"+", [])) => vertex.terminal = Some(true),
                Some((&"-", [])) => vertex.terminal = Some(false),
                Some((&"?", [])) => {}
                Some((&kind @ ("or" | "and"), successors)) => {
                    if kind == "and" {
                        vertex.player = Player::Defender;
                    }
                    for (name, label) in successors.iter().zip(0..) {
                        let &to = index
                            .get(*name)
                            .ok_or_else(|| format!("line {number}: no node is called {name}"))?;
                        vertex.successors.push((label, to));
                    }
                }
                _ => return Err(format!("line {number}: or, and, +, - or ? expected")),
            }
            vertices.push(vertex);
        }
        if vertices.is_empty() {
            return Err("no node".to_string());
        }
        Ok(Explicit { vertices, names })
    }

    /// The number of a node by its name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n == name)
    }

    /// Plies to the attacker's win from every node when he plays for the shortest win and
    /// the defender for the longest; `None` where he does not win. This is the least fixed
    /// point, computed round by round.
    pub fn distances(&self) -> Vec<Option<u32>> {
        let mut known: Vec<Option<u32>> = self
            .vertices
            .iter()
            .map(|v| {
                let mated = v.player == Player::Defender && v.successors.is_empty();
                (v.terminal == Some(true) || v.terminal.is_none() && mated).then_some(0)
            })
            .collect();
        for round in 0.. {
            let mut new = Vec::new();
            for (i, v) in self.vertices.iter().enumerate() {
                if known[i].is_some() || v.terminal.is_some() {
                    continue;
                }
                let mut to = v.successors.iter().map(|&(_, to)| known[to].is_some());
                let won = match v.player {
                    Player::Attacker => to.any(|won| won),
                    Player::Defender => to.all(|won| won),
                };
                if won {
                    new.push((i, round + 1));
                }
            }
            if new.is_empty() {
                break;
            }
            for (i, distance) in new {
                known[i] = Some(distance);
            }
        }
        known
    }

    /// True when the attacker wins from the root.
    pub fn is_proved(&self) -> bool {
        self.distances()[0].is_some()
    }

    /// Reads a whole graph, at most `most` nodes of it, into an explicit one.
    /// `None` when it is larger.
    pub fn explore<G: AndOrGraph>(graph: &G, most: usize) -> Option<Explicit> {
        let root = graph.root();
        let mut index = HashMap::from([(graph.key(&root), 0)]);
        let mut nodes = vec![root];
        let mut vertices = Vec::new();
        while vertices.len() < nodes.len() {
            let node = nodes[vertices.len()].clone();
            let mut vertex = Vertex {
                player: graph.player(&node),
                terminal: graph.terminal(&node),
                successors: Vec::new(),
            };
            if vertex.terminal.is_none() {
                for ((_, next), label) in graph.successors(&node).into_iter().zip(0..) {
                    let to = *index.entry(graph.key(&next)).or_insert_with(|| {
                        nodes.push(next);
                        nodes.len() - 1
                    });
                    vertex.successors.push((label, to));
                }
            }
            vertices.push(vertex);
            if nodes.len() > most {
                return None;
            }
        }
        let names = Vec::new();
        Some(Explicit { vertices, names })
    }
}

impl AndOrGraph for Explicit {
    type Node = usize;
    type Key = usize;
    type Move = u32;

    fn root(&self) -> usize {
        0
    }

    fn key(&self, &node: &usize) -> usize {
        node
    }

    fn player(&self, &node: &usize) -> Player {
        self.vertices[node].player
    }

    fn terminal(&self, &node: &usize) -> Option<bool> {
        self.vertices[node].terminal
    }

    fn successors(&self, &node: &usize) -> Vec<(u32, usize)> {
        self.vertices[node].successors.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_shortest_for_the_attacker_and_longest_for_the_defender() {
        let graph = Explicit::parse(
            "a or b c
             b and w d
             c and a w
             d or w
             w +",
        )
        .unwrap();
        let distance = |name| graph.distances()[graph.find(name).unwrap()];
        assert_eq!(distance("w"), Some(0));
        assert_eq!(distance("d"), Some(1));
        assert_eq!(distance("b"), Some(2));
        assert_eq!(distance("a"), Some(3));
        // The defender goes back to `a` once: the attacker then takes `b`.
        assert_eq!(distance("c"), Some(4));
    }

    /// ```text
    ///   a or <--+
    ///   |       |      play goes round for ever here, which
    ///   b and --+      is no win of the attacker
    /// ```
    #[test]
    fn going_round_for_ever_is_no_win() {
        let graph = Explicit::parse("a or b\nb and a").unwrap();
        assert_eq!(graph.distances(), [None, None]);
    }

    #[test]
    fn faults_are_named() {
        let fault = |text| Explicit::parse(text).unwrap_err();
        assert_eq!(fault("a or b"), "line 1: no node is called b");
        assert_eq!(fault("a +\n\na -"), "line 3: a is there twice");
        assert_eq!(fault("a"), "line 1: or, and, +, - or ? expected");
        assert_eq!(fault(""), "no node");
    }

    #[test]
    fn exploring_an_explicit_graph_gives_it_back() {
        let graph = Explicit::parse("a or b c\nb and a c\nc -").unwrap();
        let again = Explicit::explore(&graph, 10).unwrap();
        assert_eq!(graph.vertices, again.vertices);
        assert!(Explicit::explore(&graph, 2).is_none());
    }
}
