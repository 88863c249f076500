//! Random AND/OR trees, DAGs and cyclic graphs, the same for the same seed.
//!
//! Players are drawn for every node, so that a player may move twice in a row:
//! nothing in the algorithms needs strict alternation. Labels of edges are drawn
//! too, so that "the same move" exists at different nodes.
use super::explicit::{Explicit, Vertex};
use super::graph::Player;

/// A small generator (xorshift64*), good enough to draw graphs.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Any seed will do.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
}

/// The shape of a graph to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Every node has one predecessor.
    Tree,
    /// Many ways lead to a node, none leads back.
    Dag,
    /// Ways may lead back.
    Cyclic,
}

/// Draws a graph of at most `size` nodes with at most `width` successors each.
/// About one leaf in `losses + 1` is won.
pub fn draw(shape: Shape, size: usize, width: usize, losses: usize, seed: u64) -> Explicit {
    let mut random = Random::new(seed);
    let size = size.max(2);
    let mut vertices: Vec<Vertex> = (0..size)
        .map(|_| Vertex {
            player: [Player::Attacker, Player::Defender][random.below(2)],
            terminal: None,
            successors: Vec::new(),
        })
        .collect();
    for i in 0..size {
        let wanted = 1 + random.below(width.max(1));
        match shape {
            Shape::Tree if i > 0 => {
                let parent = i.saturating_sub(1 + random.below(wanted + 2));
                link(&mut vertices, parent, i, &mut random);
            }
            Shape::Tree => {}
            Shape::Dag => {
                for _ in 0..wanted {
                    let near = (i + 1 + random.below(3 * width.max(1))).min(size);
                    if near < size && random.below(8) > 0 {
                        link(&mut vertices, i, near, &mut random);
                    }
                }
            }
            Shape::Cyclic => {
                for _ in 0..wanted {
                    if random.below(4) > 0 || i == 0 {
                        let to = random.below(size);
                        link(&mut vertices, i, to, &mut random);
                    }
                }
            }
        }
    }
    for vertex in &mut vertices {
        if vertex.successors.is_empty() {
            vertex.terminal = Some(random.below(losses + 1) == 0);
        }
    }
    let names = Vec::new();
    Explicit { vertices, names }
}

/// An edge with a label that its node does not use yet.
fn link(vertices: &mut [Vertex], from: usize, to: usize, random: &mut Random) {
    let successors = &mut vertices[from].successors;
    if from == to || successors.iter().any(|&(_, other)| other == to) {
        return;
    }
    let mut label = random.below(6) as u32;
    while successors.iter().any(|&(used, _)| used == label) {
        label += 1;
    }
    successors.push((label, to));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_what_they_say() {
        for seed in 0..200 {
            let tree = draw(Shape::Tree, 40, 3, 1, seed);
            let mut parents = [0; 40];
            for v in &tree.vertices {
                v.successors.iter().for_each(|&(_, to)| parents[to] += 1);
            }
            assert_eq!(parents[0], 0);
            assert!(parents[1..].iter().all(|&n| n == 1));
            let dag = draw(Shape::Dag, 40, 3, 1, seed);
            for (i, v) in dag.vertices.iter().enumerate() {
                assert!(v.successors.iter().all(|&(_, to)| to > i));
            }
        }
    }

    #[test]
    fn both_values_are_common() {
        for shape in [Shape::Tree, Shape::Dag, Shape::Cyclic] {
            let proved = (0..300)
                .filter(|&seed| draw(shape, 40, 3, 1, seed).is_proved())
                .count();
            assert!((60..240).contains(&proved), "{shape:?}: {proved} of 300");
        }
    }
}
