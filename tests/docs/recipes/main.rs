// SPDX-License-Identifier: MIT

// std::hint has it from Rust 1.66 on.
#[inline(always)]
fn black_box(value: u64) -> u64 {
    unsafe { std::ptr::read_volatile(&value) }
}

#[inline(never)]
fn parse_json(count: u64) -> u64 {
    (0..count).fold(black_box(1), |sum, i| black_box(sum.wrapping_mul(31).wrapping_add(i)))
}

#[inline(never)]
fn draw_page(count: u64) -> u64 {
    black_box(parse_json(count / 2)).wrapping_add((0..count).map(|i| black_box(i) ^ 3).sum::<u64>())
}

fn main() {
    let mut sum = 0u64;
    for _ in 0..2000 {
        sum = sum.wrapping_add(black_box(parse_json(400_000))).wrapping_add(black_box(draw_page(300_000)));
    }
    println!("{}", sum & 1);
}
