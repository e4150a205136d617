#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.counts short law sanitize RUN @bin@/collapse-perf @fixtures@/perf
"""counts.py COLLAPSE_PERF FOLDER - counts in are counts out.

The sum of the folded counts that COLLAPSE_PERF prints for a `perf script` text must be the
sum of the periods of the samples of its first event. They are added up here by a reading of
its own, of event lines alone:

- an event line ends in TIME `:`, or without a time in EVENT `:` or a number; the number
  before the event is the period; none, or 0, counts 1;
- lines that say PERF_RECORD_ or LOST after the time are no samples;
- a paragraph of stack lines without an event line is a sample that counts 1;
- an event of several units of the processor, cpu_core/cycles/P and cpu_atom/cycles/P, is one.
"""
import os
import re
import subprocess
import sys

WITH_TIME = re.compile(rb'^\s*\S.*?\s-?\d+(?:/-?\d+)?\s+(?:\[\d+\]\s+)?\d+\.\d+:(.*)$')
WITHOUT_TIME = re.compile(rb'^\S.*\s-?\d+(?:/-?\d+)?\s+(?:\[\d+\]\s+)?(\d*\s*\S+:\s.*)$')
NAMES_ONLY = re.compile(rb'^\S.*\s-?\d+(?:/-?\d+)?\s*(?:\[\d+\])?\s*$')
EVENT = re.compile(rb'^\s*(?:(\d+)\s+)?(\S+):(?:\s.*)?$')
NO_SAMPLE = re.compile(rb'^\s*(?:PERF_RECORD_|LOST)')
STACK = re.compile(rb'^\s+[0-9a-f]+(?:\s+\S.*)?$')
UNIT = re.compile(rb'^cpu_[a-z]+/([^/=]+)/([a-zA-Z]*)$')
MODIFIERS = re.compile(rb'^:[ukhvIGHpPSDWeb]+$')


def event_line(line):
    """None, or the text after the time (or after the ids, where there is no time)."""
    match = WITH_TIME.match(line)
    if not match and not STACK.match(line):
        match = WITHOUT_TIME.match(line)
    if match:
        return match.group(1)
    return b'' if NAMES_ONLY.match(line) else None


def samples(text):
    """Pairs (event or None, period)."""
    headless = False  # stack lines have been seen, but no event line before them
    covered = False   # they belong to an event line
    for line in text.split(b'\n'):
        line = line.rstrip(b'\r')
        if line.startswith(b'#'):
            continue
        rest = event_line(line)
        if rest is None and STACK.match(line):
            headless = headless or not covered
            continue
        if headless and (not line.strip() or rest is not None):
            yield None, 1
            headless = False
        if not line.strip():
            covered = False
        if rest is None:
            continue
        covered = True
        if NO_SAMPLE.match(rest):
            continue
        match = EVENT.match(rest)
        if match:
            yield match.group(2), max(1, int(match.group(1) or 1))
        else:
            yield None, 1
    if headless:
        yield None, 1


def is_chosen(event, first):
    return (event is None or first is None or event == first or
            event.startswith(first) and MODIFIERS.match(event[len(first):]) is not None)


def without_unit(event):
    return event and UNIT.sub(rb'\1:\2', event)


def expected(text):
    found = [(without_unit(event), period) for event, period in samples(text)]
    first = next((event for event, _ in found if event is not None), None)
    return sum(period for event, period in found if is_chosen(event, first))


def folded(program, name):
    run = subprocess.run([program, '-q', '--no-header', name], stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        return None
    return sum(int(line.rsplit(b' ', 1)[1]) for line in run.stdout.splitlines())


def main():
    if len(sys.argv) != 3:
        sys.exit('usage: counts.py COLLAPSE_PERF FOLDER')
    failed = 0
    names = sorted(entry.path for entry in os.scandir(sys.argv[2]))
    for name in names:
        with open(name, 'rb') as file:
            want = expected(file.read())
        got = folded(sys.argv[1], name)
        if got != want:
            failed += 1
            print('%s: periods add up to %d, folded counts to %s' % (name, want, got))
    print('%d files, %d failed' % (len(names), failed))
    sys.exit(failed > 0 or not names)


main()
