#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.picture short law RUN @bin@ @fixtures@
"""picture.py BIN FIXTURES - what rsvg-convert, which runs no script, makes of a picture.

Converted to SVG again, the picture is outlines alone, a path for each rectangle and each
text. From them, and from the frames and labels that the file lists:

- every frame is painted, where and in the colour that the file says;
- every label is painted inside its frame, in black or white that can be read on it;
- no other text lies on another, or on the frames, or outside the picture.
"""
import itertools
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

SVG = '{http://www.w3.org/2000/svg}'
GRID = 1 << 20
NEAR = 0.6  # px


def hatch_paths(converted):
    """The paths of which patterns are made; they stand elsewhere, and have no place."""
    patterns = list(converted.iter(SVG + 'pattern'))
    used = {use.get('{http://www.w3.org/1999/xlink}href')
            for pattern in patterns for use in pattern.iter(SVG + 'use')}
    groups = [g for g in converted.iter(SVG + 'g') if '#' + g.get('id', '') in used]
    return {path for group in patterns + groups for path in group.iter()}


def convert(svg):
    """The outlines: [(colour, (left, top, right, bottom))] in the order they are painted."""
    run = subprocess.run(['rsvg-convert', '--unlimited', '--format=svg'], input=svg,
                         stdout=subprocess.PIPE, check=True)
    painted = []
    converted = ET.fromstring(run.stdout)
    hatch = hatch_paths(converted)
    for path in converted.iter():
        style = f"{path.get('style', '')};fill:{path.get('fill', '')}"  # cairo 1.16; 1.18
        fill = re.search(r'fill:rgb\(([\d.]+)%, ?([\d.]+)%, ?([\d.]+)%\)', style)
        if not fill or path.tag != SVG + 'path' or path in hatch:
            continue
        drawn = re.sub(r'M [-\d.]+ [-\d.]+\s*(?=M|$)', '', path.get('d'))  # moves alone are not
        numbers = [float(n) for n in re.findall(r'-?\d+(?:\.\d+)?', drawn)]
        matrix = re.findall(r'-?[\d.]+', path.get('transform', 'matrix(1,0,0,1,0,0)'))
        wide, _, _, high, right, down = map(float, matrix)
        xs = [x * wide + right for x in numbers[::2]]
        ys = [y * high + down for y in numbers[1::2]]
        box = (min(xs), min(ys), max(xs), max(ys))
        painted.append((tuple(round(float(c) * 2.55) for c in fill.groups()), box))
    return painted


def only(svg, wanted):
    """The picture without the elements on its top level that wanted() does not name."""
    root = ET.fromstring(svg)
    for element in list(root):
        if element.tag != SVG + 'style' and not wanted(element):
            root.remove(element)
    return ET.tostring(root)


def luminance(color):
    parts = [c / 255 for c in color]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def frames_of(root):
    """[(colour, box)] of the frames that have elements, as the file says."""
    area = root.find(f"{SVG}svg[@id='frames']")
    colors = {name: tuple(map(int, rgb)) for name, *rgb in re.findall(
        r'\.(c\d+)\{fill:rgb\((\d+),(\d+),(\d+)\)\}', root.find(SVG + 'style').text)}
    left, top, width = (float(area.get(a)) for a in ('x', 'y', 'width'))
    frames = []
    for row in area.findall(SVG + 'g'):
        y = top + float(re.search(r',([\d.]+)\)', row.get('transform')).group(1))
        for rect in row.findall(SVG + 'rect'):
            x = left + float(rect.get('x', 0)) / GRID * width
            end = x + float(rect.get('width')) / GRID * width
            box = (x, y, end, y + float(rect.get('height')))
            frames.append((colors[rect.get('class')], box))
    return frames, top


def inside(box, other, near):
    return (box[0] >= other[0] - near and box[1] >= other[1] - near and
            box[2] <= other[2] + near and box[3] <= other[3] + near)


def check_frames(frames, painted):
    """`painted` holds nothing but the frames and what is round them."""
    left = list(painted)
    for color, box in frames:
        match = next((p for p in left if p[0] == color and inside(p[1], box, NEAR) and
                      inside(box, p[1], NEAR)), None)
        if not match:
            return f'not painted: {color} {box}'
        left.remove(match)
    return None


def check_labels(frames, labels, painted):
    texts = [label for label in labels if label.text.strip()]
    if len(painted) != len(texts):
        return f'{len(texts)} labels, {len(painted)} painted'
    for label, (color, box) in zip(texts, painted):
        frame = next((f for f in frames if inside(box, f[1], NEAR)), None)
        if not frame:
            return f'label in no frame: {label.text} {box}'
        if contrast(color, frame[0]) < 4.5:
            return f'label hard to read: {label.text} {color} on {frame[0]}'
    return None


def check_texts(painted, root, top):
    area = root.find(f"{SVG}svg[@id='frames']")
    rows = (0, top, float(root.get('width')), top + float(area.get('height')))
    page = (0, 0, float(root.get('width')), float(root.get('height')))
    boxes = [box for _, box in painted]
    for box in boxes:
        if not inside(box, page, 0):
            return f'outside the picture: {box}'
    for one, other in itertools.combinations([rows] + boxes, 2):
        if (one[0] < other[2] and other[0] < one[2] and
                one[1] < other[3] and other[1] < one[3]):
            return f'on each other: {one} {other}'
    return None


def check(svg):
    root = ET.fromstring(svg)
    frames, top = frames_of(root)
    labels = list(root.find(f"{SVG}svg[@id='labels']").iter(SVG + 'text'))
    if len(labels) < 2 or len(frames) < 5:
        return 'nearly empty'
    around = ('frames', 'labels', 'marks', 'background', 'data')
    return (check_frames(frames, convert(only(svg, lambda e: e.get('id') == 'frames'))) or
            check_labels(frames, labels,
                         convert(only(svg, lambda e: e.get('id') == 'labels'))) or
            check_texts(convert(only(svg, lambda e: e.get('id') not in around)), root, top))


def pictures(program, fixtures):
    """(name, SVG): fixtures, and names that are long, short, and neither."""
    cases = [('chart.folded', []), ('chart.folded', ['--flamechart', '--subtitle', 'Second line'])]
    for name in ('cxx-fp', 'java-fp', 'rust-fp', 'go-fp', 'node-fp'):
        cases.append((f'perf/{name}.txt', []))
        cases.append((f'perf/{name}.txt', ['--inverted', '--colors', 'java', '--fontsize', '10']))
    for name, options in cases:
        source = f'{fixtures}/flamegraph/{name}'
        text = None
        if name.startswith('perf/'):
            text = subprocess.run([program('collapse-perf'), f'{fixtures}/{name}'], check=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            source = '-'
        yield f'{name} {options}', draw(program, options + [source], text)
    lines = ''.join(f'{"ab_::<>"[i % 7] * (i % 60 + 1)};{"mWi"[i % 3] * 40} {i}\n'
                    for i in range(1, 60))
    yield 'long and short names', draw(program, ['-'], lines.encode())
    change = b'a;grown 20 60\na;same 10 10\nb;shrunk 400 33\nb;sh;deep 40 30\nnew 0 7\nc;d 300 0\n'
    for options in ([], ['--diff-width', 'both'], ['--inverted', '--diff-palette', 'blue-orange']):
        yield f'a differential {options}', draw(program, options + ['-'], change)


def draw(program, arguments, text):
    return subprocess.run([program('flamegraph'), '--deterministic', *arguments], input=text,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


def main():
    folder, fixtures = sys.argv[1:3]
    if subprocess.run('command -v rsvg-convert', shell=True, check=False,
                      stdout=subprocess.DEVNULL).returncode:
        print('skipped: no rsvg-convert here')
        return 77
    failed = total = 0
    for name, svg in pictures(lambda tool: f'{folder}/{tool}', fixtures):
        problem = check(svg)
        total += 1
        if problem:
            failed += 1
            print(f'{name}: {problem}')
    print(f'{total} pictures, {failed} wrong')
    return 1 if failed or total < 10 else 0


if __name__ == '__main__':
    sys.exit(main())
