# SPDX-License-Identifier: MIT
"""Computes in two functions."""


def parse_json(count):
    total = 0
    for i in range(count):
        total += i * i % 7
    return total


def draw_page(count):
    return sum(i % 3 for i in range(count))


def main():
    for _ in range(60):
        parse_json(100000)
        draw_page(50000)


main()
