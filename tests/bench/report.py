# SPDX-License-Identifier: MIT
"""report.py - the tables of bench.py, as text or Markdown."""
import os
import re
import subprocess
import tempfile
from statistics import median

MIB = 1024 * 1024


def input_size(result):
    return sum(os.path.getsize(path) for path in result.inputs)


def ratio(mine, base):
    """Of a round's times to that round's: a slow minute hits both."""
    return f"{median(a / max(b, 1e-6) for a, b in zip(mine, base)):.2f}"


def speed(result, _):
    size = input_size(result)
    return f"{size / median(result.walls) / 1e6:.0f}" if size else "-"


def cpu_speed(result, _):
    """As of a processor of one's own: of the least seconds, however loaded the machine is."""
    size = input_size(result)
    return f"{size / max(min(result.cpus), 1e-6) / 1e6:.0f}" if size else "-"


def limit(result, _):
    """What a collapser may take: 64 MiB and one and a half times its output."""
    if not result.row.tool:
        return "-"
    return f"{64 + 1.5 * result.output / MIB:.0f}"


def stripped(result, _):
    if result.words[0] == "sh":  # a command of --beside
        return "-"
    with tempfile.NamedTemporaryFile() as copy:
        subprocess.run(["strip", "-o", copy.name, result.words[0]], check=True)
        return f"{os.path.getsize(copy.name) / 1000:.0f}"


COLUMNS = {  # name: (heading, cell of (result, base))
    "seconds": ("median s", lambda r, _: f"{median(r.walls):.3f}"),
    "least": ("least s", lambda r, _: f"{min(r.walls):.3f}"),
    "cpu": ("cpu s", lambda r, _: f"{median(r.cpus):.3f}"),
    "cpu_ratio": ("cpu x first", lambda r, base: ratio(r.cpus, base.cpus)),
    "cpu_speed": ("MB/cpu s", cpu_speed),
    "median_ms": ("median ms", lambda r, _: f"{median(r.walls) * 1e3:.2f}"),
    "least_ms": ("least ms", lambda r, _: f"{min(r.walls) * 1e3:.2f}"),
    "speed": ("MB/s", speed),
    "ratio": ("x first", lambda r, base: ratio(r.walls, base.walls)),
    "each": ("ns/byte", lambda r, _: f"{median(r.walls) * 1e9 / max(1, input_size(r)):.3f}"),
    "peak": ("peak MiB", lambda r, _: f"{r.peak / 1024:.1f}"),
    "output": ("output MiB", lambda r, _: f"{r.output / MIB:.1f}"),
    "limit": ("64 + 1.5 output", limit),
    "binary": ("stripped kB", stripped),
    "instructions": ("instr./byte",
                     lambda r, _: f"{r.instructions:.2f}" if r.instructions else "-"),
}


def bytes_text(size):
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.4g} {name}"
    return f"{size} B"


def heading(suite, options):
    if options.markdown:
        return f"\n### {suite.name}\n\n{suite.help}.\n"
    return f"\n{suite.name}: {suite.help}"


def print_case(suite, case, results, options):
    names = list(suite.columns) + (["instructions"] if options.callgrind else [])
    size = input_size(results[0])
    title = ", ".join(filter(None, [case.label, bytes_text(size) if size else ""]))
    title = f"{title}; {len(results[0].walls)} rounds"
    head = ["command"] + [COLUMNS[name][0] for name in names]
    table = [[r.row.label] + [COLUMNS[name][1](r, results[0]) for name in names]
             for r in results]
    print_table(title, head, table, options.markdown)
    remarks = []
    for result in results:
        if result.complaint:
            remarks.append(f"{result.row.label}: {result.complaint}")
        for count, name in result.functions[:12]:
            remarks.append(f"{result.row.label}: {count:8.3f} instr./byte in {name}")
    if remarks and options.markdown:
        print()
    for remark in remarks:
        print(("- " if options.markdown else "  ") + remark)
    print(flush=True)


def print_table(title, head, table, markdown):
    if markdown:
        print(title + "\n")
        for row in [head, ["---"] + ["---:"] * (len(head) - 1)] + table:
            print("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
        return
    widths = [max(len(row[i]) for row in [head] + table) for i in range(len(head))]
    print(f"  {title}")
    for row in [head] + table:
        print("  " + "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                               for i, (cell, w) in enumerate(zip(row, widths))))


def annotated(text):
    """The total of callgrind_annotate's report, and [(instructions, function)]."""
    total, functions = 0, []
    for line in text.splitlines():
        match = re.match(r"\s*([\d,]+) \([\d. ]+%\)\s+(.*)", line)
        if not match:
            continue
        count = int(match[1].replace(",", ""))
        if match[2].startswith("PROGRAM TOTALS"):
            total = count
        else:
            functions.append((count, re.sub(r"^.*/([^/]*:)", r"\1", match[2].split(" [")[0])))
    return total, functions
