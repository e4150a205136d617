#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.noise short law RUN @bin@/diffreport 40
# ctest: law.noise-200 long law RUN @bin@/diffreport 200
"""noise.py DIFFREPORT [SEEDS] - the noise guard finds what grew, and raises no false alarm.

For every seed 10,000 samples a side are drawn from the same program (about 700 stacks,
a call tree with shares like those of real profiles):

- grown: a function of 10 % share has 15 % after. It must be found, and --fail-over 2 must fail,
  in 198 of 200 seeds;
- same: nothing differs. Any change that is reported, and any --fail-over 0 that fails, is an
  alarm: at most 2 in 200 seeds;
- redrawn: after is drawn from what was counted before: likewise;
- period: the same as grown with counts multiplied by 250000 gives the same lists;
- runs: every run of the program is a little different, by some percent a function. With three
  baselines there are alarms in less than 1 of 20 seeds; one alone cannot know that (shown, not
  tested);
- weights: every sample weighs something else. The number of samples is told; for nobody who
  is not told may the guard be on.
"""
import bisect
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile

SAMPLES = 10000
HOT = 'main;work;hot'


def program(rng):
    """Stack -> probability; the hot function has a tenth, in itself and in what it calls."""
    weights = {}

    def grow(stack, weight, depth):
        weights[stack] = weights.get(stack, 0) + weight * (0.3 if depth < 6 else 1)
        if depth == 6 or weight < 2e-4:
            return
        parts = [rng.expovariate(1) ** 2 for _ in range(rng.randint(1, 5))]
        for part in parts:
            name = 'f%d' % rng.randrange(150)
            grow(stack + ';' + name, weight * 0.7 * part / sum(parts), depth + 1)

    grow('main;other', 0.9, 0)
    whole = sum(weights.values())
    stacks = {stack: 0.9 * weight / whole for stack, weight in weights.items()}
    stacks[HOT] = 0.06
    stacks[HOT + ';hot_child'] = 0.04
    return stacks


def grown(stacks):
    def factor(stack):
        return 1.5 if stack.startswith(HOT) else 0.85 / 0.9
    return {stack: share * factor(stack) for stack, share in stacks.items()}


def vary(rng, stacks):
    factors = {}
    for stack in stacks:
        for name in stack.split(';'):
            factors.setdefault(name, rng.lognormvariate(0, 0.03))
    return {stack: share * math.prod(factors[name] for name in dict.fromkeys(stack.split(';')))
            for stack, share in stacks.items()}


def draw(rng, stacks):
    names = list(stacks)
    edges = list(itertools.accumulate(stacks.values()))
    counts = {}
    for _ in range(SAMPLES):
        at = min(bisect.bisect(edges, rng.random() * edges[-1]), len(names) - 1)
        counts[names[at]] = counts.get(names[at], 0) + 1
    return counts


def write(name, counts, factor=1):
    with open(name, 'w') as file:
        for stack, count in counts.items():
            file.write('%s %d\n' % (stack, count * factor))


def weigh(rng, counts):
    return {stack: sum(rng.randint(200000, 3000000) for _ in range(count))
            for stack, count in counts.items()}


def report(tool, *options):
    run = subprocess.run([tool, '--format', 'json', '--top', '0', *options],
                         stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 3):
        sys.exit('exit code %d: %s' % (run.returncode, options))
    return json.loads(run.stdout), run.returncode == 3


def lists(found):
    return [[(row['function'], row['total_change'], row['self_change'])
             for row in found[key]['functions']] for key in ('total', 'self', 'new', 'vanished')]


def is_alarm(tool, *options, before=('before',)):
    sides = [word for name in before for word in ('--before', name)]
    found, failed = report(tool, *sides, 'after', '--fail-over', '0', *options)
    return failed or any(lists(found))


def finds_hot(tool, *options):
    found, failed = report(tool, 'before', 'after', '--fail-over', '2', *options)
    names = [row['function'] for row in found['total']['functions'] if row['total_change'] > 0]
    return failed and 'hot' in names


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit('usage: noise.py DIFFREPORT [SEEDS]')
    tool = os.path.abspath(sys.argv[1])
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    found = alarms = redrawn = runs = alone = told = told_alarms = wrong = 0
    baselines = ['baseline%d' % i for i in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for seed in range(seeds):
            rng = random.Random(seed)
            stacks = program(rng)
            before, after, more = draw(rng, stacks), draw(rng, stacks), draw(rng, grown(stacks))
            write('before', before)
            write('after', more)
            found += finds_hot(tool)
            plain = lists(report(tool, 'before', 'after')[0])
            write('after', after)
            alarms += is_alarm(tool)
            write('after', draw(rng, before))
            redrawn += is_alarm(tool)

            for name in baselines:
                write(name, draw(rng, vary(rng, stacks)))
            write('after', draw(rng, vary(rng, stacks)))
            runs += is_alarm(tool, before=baselines)
            alone += is_alarm(tool, before=baselines[:1])

            write('before', before, 250000)
            write('after', more, 250000)
            wrong += lists(report(tool, 'before', 'after')[0]) != plain
            write('before', weigh(rng, before))
            write('after', weigh(rng, more))
            wrong += report(tool, 'before', 'after')[0]['guard']['on']
            told += finds_hot(tool, '--samples', '%d,%d' % (SAMPLES, SAMPLES))
            write('after', weigh(rng, after))
            told_alarms += is_alarm(tool, '--samples', '%d,%d' % (SAMPLES, SAMPLES))
    print('%d seeds: grown found in %d (weights: %d); alarms: same %d, redrawn %d, weights %d, '
          'runs %d (one alone: %d); %d wrong'
          % (seeds, found, told, alarms, redrawn, told_alarms, runs, alone, wrong))
    most = seeds // 100
    sys.exit(min(found, told) < seeds - most or wrong > 0 or
             max(alarms, redrawn, told_alarms) > most or runs > seeds // 20)


main()
