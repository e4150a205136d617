// SPDX-License-Identifier: MIT
//! busy SECONDS - what is recorded of Rust: closures, trait objects, iterators, collections.
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

trait Shape {
    fn area(&self, steps: usize) -> f64;
}

struct Circle(f64);
struct Square(f64);

impl Shape for Circle {
    #[inline(never)]
    fn area(&self, steps: usize) -> f64 {
        (0..steps).map(|i| (i as f64 * self.0).sin()).sum()
    }
}

impl Shape for Square {
    #[inline(never)]
    fn area(&self, steps: usize) -> f64 {
        (0..steps).map(|i| (i as f64 * self.0).cos()).filter(|x| *x > 0.0).sum()
    }
}

#[inline(never)]
fn words(seed: u32) -> f64 {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for i in 0..50 {
        *counts.entry(format!("k{}", seed ^ i)).or_default() += 1;
    }
    counts.len() as f64
}

#[inline(never)]
fn tree(seed: u32) -> f64 {
    let map: BTreeMap<u32, Vec<u32>> = (0..100).map(|i: u32| (i.wrapping_mul(seed), vec![i; 3])).collect();
    map.values().map(|v| f64::from(v[0])).sum()
}

#[inline(never)]
fn recurse(depth: u32, seed: u32, leaf: &mut dyn FnMut(u32) -> f64) -> f64 {
    if depth == 0 {
        return leaf(seed);
    }
    1e-9 + recurse(depth - 1, seed.wrapping_mul(1103515245).wrapping_add(depth), leaf)
}

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(1.0);
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle(1.5)), Box::new(Square(2.5))];
    let (start, mut seed, mut sum) = (Instant::now(), 1u32, 0.0);
    while start.elapsed().as_secs_f64() < seconds {
        for _ in 0..20 {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            sum += recurse((seed >> 20) % 25, seed, &mut |s| match s % 3 {
                0 => words(s),
                1 => tree(s),
                _ => shapes.iter().map(|shape| shape.area(40)).sum(),
            });
        }
    }
    println!("{sum}");
}
