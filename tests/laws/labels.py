#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.labels short law sanitize threads RUN @bin@ 25
"""labels.py BIN ROUNDS [SEED] - laws of labels, on random folded text.

- What is written is in the order of its bytes, and is written again as it is.
- It is the same for every number of threads and order of lines.
- --drop-label all is the same text with the labels cut off in front.
- --where, --time and merging give the same in any order.
- Counts in are counts out, and options that look at frames keep the labels.
"""
import random
import re
import subprocess
import sys

LABEL = re.compile(rb'@([^=; \t]+)=([^;]*);')


def run(*words, text=b''):
    done = subprocess.run(words, input=text, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f'{words}: {done.returncode}\n{done.stderr.decode()}')
    return done.stdout


def bare(line):
    """A line without its labels."""
    while True:
        match = LABEL.match(line)
        if not match:
            return line
        line = line[match.end():]


def make(rng, name):
    """Lines of a random profile, most of them labelled."""
    roots = [b'main', b'@foo', b'@', b'(x)', b'a b', b'@@x', b'?', b'A', b'@time', b'_@x=y']
    frames = [b'f', b'g', b'@x=y', b'h i', b'@time=3']
    values = {b'cpu': [b'0', b'7', b'11', b'103', b'x'], b'tid': [b'1', b'12', b'4294967295'],
              b'comm': [b'a', b'a b', b''], b'zone': [b'q'], b'event': [name]}
    lines = []
    for _ in range(rng.randint(1, 60)):
        labels = []
        if rng.random() < .6:
            digits = rng.choice([0, 1, 2, 3])
            labels.append(b'@time=%.*f;' % (digits, rng.choice([0, 3, 9.5, 10, 77.25, 1200])))
        for key in rng.sample(sorted(values), rng.choice([0, 0, 1, 2, 3])):
            labels.append(b'@%s=%s;' % (key, rng.choice(values[key])))
        if rng.random() < .1:
            rng.shuffle(labels)
        stack = [rng.choice(roots)] + rng.choices(frames, k=rng.randint(0, 3))
        lines.append(b'%s%s %d\n' % (b''.join(labels), b';'.join(stack), rng.randint(0, 99)))
    return lines


def total(text):
    return sum(int(line.rsplit(b' ', 1)[1]) for line in text.splitlines())


def sums(lines):
    """Stacks without labels, each once."""
    added = {}
    for line in lines:
        stack, count = bare(line).rsplit(b' ', 1)
        added[stack] = added.get(stack, 0) + int(count)
    return b''.join(b'%s %d\n' % (stack, added[stack]) for stack in sorted(added))


def check(bin_dir, rng, number):
    collapse_filter = f'{bin_dir}/collapse-filter'

    def edit(text, *options):
        return run(collapse_filter, '-q', *options, text=text)

    failed = []

    def law(good, what):
        if not good:
            failed.append(what)

    one, two = make(rng, b'one'), make(rng, b'two')
    text = b''.join(one)
    out = edit(text)
    stacks = [line.rsplit(b' ', 1)[0] for line in out.splitlines()]
    law(stacks == sorted(set(stacks)), 'order of the bytes, each once')
    law(edit(out) == out, 'written again as it is')
    law(total(out) == total(text), 'sums')
    shuffled = one[:]
    rng.shuffle(shuffled)
    for threads in ('1', '2', '5'):
        law(edit(b''.join(shuffled), '--threads', threads) == out, f'{threads} threads')
    law(edit(text, '--drop-label', 'all') == sums(one), 'labels dropped')
    law(run(f'{bin_dir}/export-top', '-q', text=text) ==
        run(f'{bin_dir}/export-top', '-q', text=sums(one)), 'labels taken off')

    where = ['--where', 'event=one|two', '--where-not', 'cpu=^1']
    time = ['--time', '3,1000']
    both = b''.join(one + two)
    ways = [
        edit(both, *where, *time),
        edit(edit(both, *where), *time),
        edit(edit(both, *time), *where),
        edit(b''.join(edit(b''.join(part), *where, *time) for part in (one, two))),
        edit(b''.join(edit(b''.join(part), *time) for part in (one, two)), *where),
    ]
    law(all(numbers(way) == numbers(ways[0]) for way in ways), 'where, time and merge')

    for options in (['--hide', '^main$'], ['--trim-root', '^@'], ['--rename', '^f$=ff'],
                    ['--collapse-recursion', 'mutual'], ['--rename-threads', '^=t-']):
        law(edit(edit(text, *options), '--drop-label', 'all') ==
            edit(sums(one), *options), f'{options} and labels')
    if failed:
        with open(f'labels-{number}.folded', 'wb') as file:
            file.write(text)
        print(f'round {number}: {", ".join(failed)}: labels-{number}.folded')
    return not failed


def numbers(text):
    """Without zeros that only say how wide and how exact other times are."""
    text = re.sub(rb'@time=0*(\d+)(?:\.(\d*?)0*)?;',
                  lambda match: b'@time=%s.%s;' % (match[1], match[2] or b''), text)
    return sorted(re.sub(rb'@cpu=0*(\d)', rb'@cpu=\1', text).splitlines())


def main():
    bin_dir, rounds = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    rng = random.Random(seed)
    good = all([check(bin_dir, rng, number) for number in range(rounds)])
    print(f'{rounds} profiles, seed {seed}')
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
