//! Random AND/OR trees, DAGs and cyclic graphs, the same for the same seed.
//!
//! Players are drawn for every node, so that a player may move twice in a row:
//! nothing in the algorithms needs strict alternation. Labels of edges are drawn
//! too, so that "the same move" exists at different nodes.
use fastrand::Rng;
use tsumi_reference::explicit::{Explicit, Vertex};
use tsumi_reference::graph::Player;

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
    let mut random = Rng::with_seed(seed);
    let size = size.max(2);
    let mut vertices: Vec<Vertex> = (0..size)
        .map(|_| Vertex {
            player: [Player::Attacker, Player::Defender][random.usize(..2)],
            terminal: None,
            successors: Vec::new(),
        })
        .collect();
    for i in 0..size {
        let wanted = 1 + random.usize(..width.max(1));
        match shape {
            Shape::Tree if i > 0 => {
                let parent = i.saturating_sub(1 + random.usize(..wanted + 2));
                link(&mut vertices, parent, i, &mut random);
            }
            Shape::Tree => {}
            Shape::Dag => {
                for _ in 0..wanted {
                    let near = (i + 1 + random.usize(..3 * width.max(1))).min(size);
                    if near < size && random.usize(..8) > 0 {
                        link(&mut vertices, i, near, &mut random);
                    }
                }
            }
            Shape::Cyclic => {
                for _ in 0..wanted {
                    if random.usize(..4) > 0 || i == 0 {
                        let to = random.usize(..size);
                        link(&mut vertices, i, to, &mut random);
                    }
                }
            }
        }
    }
    for vertex in &mut vertices {
        if vertex.successors.is_empty() {
            vertex.terminal = Some(random.usize(..losses + 1) == 0);
        }
    }
    let names = Vec::new();
    Explicit { vertices, names }
}

/// An edge with a label that its node does not use yet.
fn link(vertices: &mut [Vertex], from: usize, to: usize, random: &mut Rng) {
    let successors = &mut vertices[from].successors;
    if from == to || successors.iter().any(|&(_, other)| other == to) {
        return;
    }
    let mut label = random.usize(..6) as u32;
    while successors.iter().any(|&(used, _)| used == label) {
        label += 1;
    }
    successors.push((label, to));
}

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
