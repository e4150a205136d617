#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.markup short law sanitize RUN @bin@ @fixtures@
"""markup.py BIN FIXTURES - the same frames in compact and in full markup.

The data block of --markup compact is read as the script reads it. Then, for every row:

- --markup full has an element for each frame of the block: place, width, class, and a title that
  tells its name and exact count;
- compact markup has those of them that are a pixel wide, the same ones, and one shape that
  counts the others and covers what they cover.
"""
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from decimal import Decimal, ROUND_HALF_UP
from pathlib import Path

SVG = '{http://www.w3.org/2000/svg}'
GRID = 1 << 20
OPTIONS = ([], ['--minwidth', '0'], ['--minwidth', '0', '--inverted'],
           ['--minwidth', '0', '--reverse'], ['--minwidth', '0', '--width', '50'],
           ['--minwidth', '0', '--flamechart', '--countname', 'bytes'])
DIFF_OPTIONS = (['--minwidth', '0', '--diff-width', 'both'], ['--diff-width', 'before'])
CHANGE = r'(?:, was ([\d,.]+): (?:[-+]?[\d,.]+, )?(?:x[\d.]+, )?(?:[\d.]+% -> )?|, )'


def draw(program, text, options):
    run = subprocess.run([f'{program}/flamegraph', '--deterministic', *options, '-'], input=text,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode:
        raise SystemExit(f'flamegraph {options}: {run.stderr.decode()}')
    return ET.fromstring(run.stdout)


def block_of(root):
    return root.find(f"{SVG}script[@id='data']").text


def listed(data):
    """The frames of the block, by row: [(start, width, name, class, before, after)]."""
    numbers = [int(number) for number in data['frames']]
    fills, rows, ends, at, depth, frame = data.get('framefills'), [], [], 0, -1, 0
    start = 0
    while at < len(numbers):
        head = numbers[at]
        gap = numbers[at + 1] if head & 1 else 0
        width, name = numbers[at + 1 + (head & 1):at + 3 + (head & 1)]
        at += 3 + (head & 1)
        depth += 1 - (head >> 1)
        start = (ends[depth] if head >> 1 else start) + gap
        ends[depth:] = [start + width]
        if depth == len(rows):
            rows.append([])
        before, after = (int(data[key][frame]) if key in data else None
                         for key in ('before', 'after'))
        rows[depth].append((start, width, 'all' if depth == 0 else data['names'][name],
                            fills[frame] if fills else data['fills'][name], before,
                            width if after is None else after))
        frame += 1
    return rows


def column(count, total):
    return (2 * count * GRID + total) // (2 * total)


def shown(count, scale):
    """With two decimals at most, halves rounded up."""
    return (Decimal(count) / 10 ** scale).quantize(Decimal('0.01'), ROUND_HALF_UP)


def elements(root, inverted):
    """By row, from the root: ([(x, width, class, title)], path or None)."""
    groups = root.find(f"{SVG}svg[@id='frames']").findall(SVG + 'g')
    tops = [int(re.search(r',(\d+)\)', group.get('transform')).group(1)) for group in groups]
    if tops != sorted(tops, reverse=not inverted) or len(set(tops)) != len(tops):
        return None
    return [([(int(rect.get('x', 0)), int(rect.get('width')), rect.get('class'),
               rect.find(SVG + 'title').text) for rect in group.findall(SVG + 'rect')],
             group.find(SVG + 'path')) for group in groups]


def differs(frame, element, data):
    """What is wrong with the element of a frame, or None."""
    start, width, name, look, before, after = frame
    total = int(data['total'])
    x, end = column(start, total), column(start + width, total)
    if element[:3] != (x, end - x, f'c{look}'):
        return f'{frame} is drawn as {element}'
    title = re.fullmatch(r'(.*) \(([\d,.]+) (.*?)' + CHANGE + r'([\d.]+)%\)', element[3], re.S)
    if not title or (title[1], title[3]) != (name, data['countname']):
        return f'{frame} has the title {element[3]!r}'
    counts = [Decimal(count.replace(',', '')) for count in (title[2], title[4]) if count]
    share = '100' if frame[1] == total and start == 0 and name == 'all' else f'{100 * after / total:.2f}'
    if before is None and title[5] != share:
        return f'{frame} has the share of {element[3]!r}'
    exact = [shown(count, data['scale']) for count in (after, before) if count is not None]
    return None if counts == exact else f'{frame} has the counts of {element[3]!r}'


def spans(path):
    return [(int(x), int(x) + int(w)) for x, w in re.findall(r'M(\d+) 0h(\d+)v', path.get('d'))]


def check_narrow(frames, path, near):
    """Is one shape all that stands for these frames, and does it cover them, nothing else?"""
    if not frames or path is None:
        return None if not frames and path is None else f'{len(frames)} narrow frames, {path}'
    title = path.find(SVG + 'title').text
    count = int(re.match(r'([\d,]+) frames? narrower', title)[1].replace(',', ''))
    if count != len(frames):
        return f'{title!r} stands for {len(frames)}'
    covered = spans(path)
    for x, width, *_ in frames:
        if width and not any(left <= x and x + width <= right for left, right in covered):
            return f'{(x, width)} is not covered'
    inside = sum(width for _, width, *_ in frames)
    whole = sum(right - left for left, right in covered)
    return None if inside <= whole <= inside + near * len(frames) else f'{whole} for {inside}'


def check_row(frames, full, compact, data, pixels):
    if full[1] is not None or len(full[0]) != len(frames):
        return f'{len(frames)} frames, {len(full[0])} elements'
    for frame, element in zip(frames, full[0]):
        problem = differs(frame, element, data)
        if problem:
            return problem
    wide = [frame[1] * pixels >= int(data['total']) or frame[2] == 'all' for frame in frames]
    if compact[0] != [element for element, is_wide in zip(full[0], wide) if is_wide]:
        return f'compact has {len(compact[0])} of the {sum(wide)} wide ones, or others'
    narrow = [element for element, is_wide in zip(full[0], wide) if not is_wide]
    return check_narrow(narrow, compact[1], GRID / 2 / pixels)


def check(program, text, options):
    """(number of frames, of narrow ones, what is wrong or None)"""
    compact = draw(program, text, options)
    full = draw(program, text, options + ['--markup', 'full'])
    if block_of(compact) != block_of(full):
        return 0, 0, 'the data blocks differ'
    data = json.loads(block_of(compact))
    rows = listed(data)
    drawn = [elements(root, data['inverted']) for root in (compact, full)]
    if None in drawn or any(len(rows) != len(found) for found in drawn):
        return 0, 0, 'rows differ'
    pixels = int(compact.get('width')) - 20
    for depth, row in enumerate(zip(rows, drawn[1], drawn[0])):
        problem = check_row(*row, data, pixels)
        if problem:
            return 0, 0, f'row {depth}: {problem}'
    count = sum(map(len, rows))
    return count, count - sum(len(found) for found, _ in drawn[0]), None


def inputs(program, fixtures):
    """(name, folded text, is it a differential?)"""
    for file in sorted(Path(fixtures).glob('*/*.folded')):
        yield file.name, file.read_bytes(), file.name == 'diff.folded'
    columns = [f'{fixtures}/diff/{name}.folded' for name in ('before', 'after')]
    yield 'difffolded', subprocess.run([f'{program}/difffolded', *columns], check=True,
                                       stdout=subprocess.PIPE).stdout, True
    for name in ('cxx-fp', 'java-fp', 'node-fp', 'go-fp', 'rust-dwarf', 'python-fp'):
        yield name, subprocess.run([f'{program}/collapse-perf', '--no-header', f'{fixtures}/perf/{name}.txt'],
                                   check=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL).stdout, False
    huge = 1 << 60
    yield 'big counts', b''.join(b'm;f%d %d\nm;g;h%d %d\n' % (i, huge + i, i, i + 1)
                                 for i in range(8)), False
    yield 'many', b''.join(b'm;f%d;g%d;h%d %d\n' % (i % 9, i % 45, i % 360, i % 7 + 1)
                           for i in range(1000)), False
    yield 'narrow change', b''.join(b'm;f%d %d %d\n' % (i, i * i * i + 1, 90 * i + 1)
                                    for i in range(99)), True


def main():
    program, fixtures = sys.argv[1:3]
    pictures = frames = narrow = failed = 0
    for name, text, is_diff in inputs(program, fixtures):
        for options in OPTIONS + (DIFF_OPTIONS if is_diff else ()):
            count, small, problem = check(program, text, list(options))
            pictures, frames, narrow = pictures + 1, frames + count, narrow + small
            if problem:
                failed += 1
                print(f'{name} {options}: {problem}')
    print(f'{pictures} pictures, {failed} wrong; {frames} frames, {narrow} of them narrow')
    return 1 if failed or frames < 9000 or narrow < 1000 else 0


if __name__ == '__main__':
    sys.exit(main())
