// SPDX-License-Identifier: MIT
use std::collections::HashMap;

#[inline(never)]
pub fn lined_count(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_lowercase()).or_insert(0) += word.len();
    }
    counts
}

fn main() {
    let text = std::env::args().collect::<Vec<_>>().join(" ");
    println!("{:?}", lined_count(&text));
}
