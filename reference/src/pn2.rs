//! PN²: proof-number search in two levels.
//!
//! Allis 1994 (section on memory); Breuker, D. M.: Memory versus search in games,
//! thesis, Maastricht 1998, for the size of the second level.
//!
//! Where proof-number search would expand a leaf, a second proof-number search
//! under that leaf finds its numbers. Its tree is then thrown away but for the
//! children of its root, which keep the numbers found. Time is paid for memory:
//! with a second level as large as the first, *n* nodes of memory reach about
//! *n*²/2 nodes of search.
//!
//! The second level may have as many nodes as the first has, times a logistic
//! fraction f(x) = 1 / (1 + e^((a − x) / b)) of the first level's size x: small at
//! the beginning, when deep valuations are wasted, and growing to 1.
use super::graph::AndOrGraph;
use super::limits::{Limits, Meter, Report, Stopped};
use super::pns::{Tree, decided};

/// Parameters of the logistic rule, in nodes.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The size of the first level at which the fraction is one half.
    pub a: f64,
    /// The steepness: the larger, the slower the fraction rises.
    pub b: f64,
}

impl Default for Growth {
    /// Small, for mate problems of 10³ to 10⁶ nodes. Breuker's own best values are
    /// for chess positions a thousand times that size.
    fn default() -> Self {
        Growth {
            a: 1800.0,
            b: 240.0,
        }
    }
}

impl Growth {
    /// Size of the second level for a first level of `x` nodes, at least 1.
    pub fn second_level(self, x: usize) -> usize {
        let x = x as f64;
        let fraction = 1.0 / (1.0 + ((self.a - x) / self.b).exp());
        ((x * fraction) as usize).max(1)
    }
}

/// Solves the root. `entries` of the report is the greatest size of both trees.
pub fn solve<G: AndOrGraph>(graph: &G, growth: Growth, limits: Limits<'_>) -> Report {
    let mut meter = Meter::new(limits);
    let mut first = Tree::new(graph, graph.root(), Vec::new());
    let mut most = 1;
    let result = grow(&mut first, graph, growth, &mut meter, &mut most);
    let result = result.and_then(|()| decided(first.numbers(0)));
    Report::new(result, meter.nodes, most)
}

fn grow<G: AndOrGraph>(
    first: &mut Tree<'_, G>,
    graph: &G,
    growth: Growth,
    meter: &mut Meter<'_>,
    most: &mut usize,
) -> Result<(), Stopped> {
    while !first.numbers(0).is_final() {
        let leaf = first.most_proving();
        let Some((state, above)) = first.leaf(leaf) else {
            return Err(Stopped::Stuck);
        };
        let mut second = Tree::new(graph, state, above);
        let left = meter.limits.entries.saturating_sub(first.len());
        second.grow(growth.second_level(first.len()).min(left), meter)?;
        *most = (*most).max(first.len() + second.len());
        meter.holding(first.len() + 1)?;
        let value = second.numbers(0);
        if value.is_final() {
            first.decide(leaf, value);
        } else {
            if second.len() == 1 {
                meter.count()?;
            }
            first.expand(leaf);
            let children: Vec<_> = second.children(0).collect();
            first.assign(leaf, &children);
        }
        first.update(leaf);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_level_grows_to_the_size_of_the_first() {
        let growth = Growth {
            a: 1800.0,
            b: 240.0,
        };
        assert_eq!(growth.second_level(1), 1);
        assert_eq!(growth.second_level(1800), 900);
        assert_eq!(growth.second_level(10_000), 9_999);
        let sizes: Vec<usize> = (0..5000).map(|x| growth.second_level(x)).collect();
        assert!(sizes.is_sorted());
    }
}
