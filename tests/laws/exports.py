#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.exports short law RUN @bin@ 60
# ctest: law.exports-long long law sanitize TIMEOUT 3000 RUN @bin@ @many@
"""exports.py BIN [N [SEED]] - N random profiles with hostile names and counts up to 2^64-1.

folded -> export-speedscope -> collapse-speedscope gives the same bytes, for any number of threads;
the document is JSON that keeps the schema, with exact numbers. So does export-firefox ->
collapse-firefox; labels of time, process and thread come back by it and by export-pprof. export-top gives each function what
counting by hand gives, the same in every format, and the self counts come to the total.
"""
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unicodedata
from decimal import Decimal, getcontext

getcontext().prec = 60
MOST = 2**64 - 1
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in
               ("COLUMNS", "NO_COLOR", "COLORTERM")}
ODD = [b"", b" ", b"\t", b"\r", b"\0", b"\x01\x1b[31m", b"\x7f", b"\xff", b"\xc3", b"\xed\xb2\x80",
       b"\xed\xa0\x80", b"\xef\xbf\xbd", b"\xef\xbf\xbe", b"\xf4\x90\x80\x80", "é日本😀".encode(),
       "\u2028\u202e\u200b".encode(), b'"', b"\\", b"\\udc80", b"\\u0000", b"</script>", b"<&>",
       b"{}", b"a,b", b"=1+1", b"|", b"`", b"_[k]", b"5", b"1 2", b"--", b"(anonymous)"]


def name(rng):
    text = any_name(rng)
    return b"'" + text if text.startswith(b"#") else text  # which would begin a comment


def any_name(rng):
    if rng.random() < 0.4:
        return rng.choice([b"main", b"a", b"b", b"read_[k]"])
    if rng.random() < 0.3:
        some = bytes(rng.randrange(256) for _ in range(rng.randint(0, 6)))
        return some.replace(b"\n", b"").replace(b";", b"")
    return b"".join(rng.choices(ODD, k=rng.randint(1, 3)))


def count(rng, whole):
    kind = rng.random()
    if not whole and kind < 0.4:
        return b"%d.%0*d" % (rng.randrange(1000), rng.randint(1, 9), rng.randrange(10))
    if not whole or kind < 0.5:
        return b"%d" % rng.randrange(1, 1000)
    return b"%d" % rng.choice([1, 2**53 - 1, 2**53 + 1, 2**63, MOST, rng.randrange(1, MOST)])


def folded(rng, whole, columns=1):
    lines = [b";".join(name(rng) for _ in range(rng.randint(1, 6))) +
             b"".join(b" " + count(rng, whole) for _ in range(columns))
             for _ in range(rng.randint(1, 8))]
    return b"\n".join(lines) + b"\n"


# A file that a build without the library cannot read.
EXPORTED = b'{"shared":{"frames":[{"name":"a"}]},"profiles":[{"samples":[[0]],"weights":[1]}]}'


class Failure(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failure(what)


def run(command, text=None):
    """Standard output; None where the program says that the input is of no use."""
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=ENVIRONMENT)
    check(done.returncode in (0, 1), "%s ends with %d" % (command, done.returncode))
    check(b"Sanitizer" not in done.stderr and b"runtime error" not in done.stderr, done.stderr)
    return done.stdout if done.returncode == 0 else None


def canonical(bin_dir, text):
    """Sorted and added up, without stacks that count nothing."""
    out = run([bin_dir + "/collapse-filter", "-q"], text)
    return None if out is None else b"".join(
        line + b"\n" for line in out.split(b"\n")[:-1] if not line.endswith(b" 0"))


def check_document(text, profiles):
    document = json.loads(text, parse_float=Decimal)
    frames = document["shared"]["frames"]
    check(len({frame["name"] for frame in frames}) == len(frames), "frames that are there twice")
    check(len(document["profiles"]) == profiles, "so many profiles")
    check(0 <= document["activeProfileIndex"] < profiles, "the active profile")
    for profile in document["profiles"]:
        check(profile["type"] == "sampled" and profile["startValue"] == 0, "type and start")
        check(len(profile["samples"]) == len(profile["weights"]), "samples and weights")
        check(sum(profile["weights"]) == profile["endValue"], "the end is the sum")
        check(all(0 <= frame < len(frames) for sample in profile["samples"] for frame in sample),
              "frames that are there")
        check(all(sample for sample in profile["samples"]), "no empty samples")


def check_speedscope(bin_dir, rng, work, text):
    before = canonical(bin_dir, text)
    if not before:
        return 0
    exported = run([bin_dir + "/export-speedscope", "-q", "-j", "1"], before)
    if b'(before)"' in exported:  # a name that ends in a number was a count
        check_document(exported, 2)
        return 0
    check_document(exported, 1)
    check(exported == run([bin_dir + "/export-speedscope", "-q", "-j", "3"], text),
          "the same document for several threads, and for text in any order")
    unit = rng.choice(["none", "bytes"])
    other = run([bin_dir + "/export-speedscope", "--unit", unit, "--name", "x"], before)
    for document in (exported, other):
        after = run([bin_dir + "/collapse-speedscope", "--no-header"], document)
        check(after == before, "the round trip: %r\nbecame %r" % (before, after))
    second = canonical(bin_dir, folded(rng, True))
    if second and b'(before)"' in run([bin_dir + "/export-speedscope", "-q"], second):
        second = None
    paths = [os.path.join(work, part) for part in ("one.folded", "two.folded")]
    for path, content in zip(paths, (before, second or b"a 1\n")):
        with open(path, "wb") as file:
            file.write(content)
    sums = run([bin_dir + "/collapse-filter", "-q"] + paths)
    exported = run([bin_dir + "/export-speedscope"] + paths)
    check_document(exported, 2)
    check(run([bin_dir + "/collapse-speedscope", "-q", "--no-header"], exported) == sums, "the sum of two files")
    return 1


def check_firefox(bin_dir, text):
    """The weights of the Firefox Profiler are signed, so counts are below 2^63; names come back as JSON
    has them."""
    before = canonical(bin_dir, text)
    if not before or any(Decimal(line.rsplit(b" ", 1)[1].decode()) >= 2**63 for line in before.split(b"\n")[:-1]):
        return 0
    exported = run([bin_dir + "/export-firefox", "-q"], before)
    if exported is None:  # a name that ends in a number was a count
        return 0
    after = run([bin_dir + "/collapse-firefox", "-q", "--no-header"], exported)
    before = canonical(bin_dir, "".join(shown(line) + "\n" for line in before.split(b"\n")[:-1]).encode())
    check(after == before, "the round trip by the Firefox Profiler: %r\nbecame %r" % (before, after))
    return 1


def check_labels(bin_dir, rng):
    """Labels come back, of pprof all, of the Firefox Profiler those of time, process and thread."""
    lines = {b"@time=0.00;@pid=1;@thread=at1;@tid=1;main"}  # times count from the first sample on
    for _ in range(rng.randint(1, 20)):
        tid = rng.randrange(1, 9)
        lines.add(b"@time=%d.%02d;@pid=%d;@thread=%s;@tid=%d;main;%s" % (
            rng.randrange(3), 2 * rng.randrange(50), 1 + tid // 3, rng.choice([b"a", b"b c", b"9"]) + b"t%d" % tid, tid,
            rng.choice([b"f", b"g", b"f;g"])))
    before = run([bin_dir + "/collapse-filter", "-q"], b"".join(b"%s %d\n" % (line, rng.randrange(1, 99)) for line in sorted(lines)))
    labels = ["-q", "--no-header", "--labels", "time=20ms,pid,thread,tid"]
    for other in ("pprof", "firefox"):
        after = run([f"{bin_dir}/collapse-{other}"] + labels, run([f"{bin_dir}/export-{other}", "-q"], before))
        after = run([bin_dir + "/collapse-filter", "-q"], after)
        check(after == before, "labels by %s: %r\nbecame %r" % (other, before, after))


def shown(text):
    """As JSON has a name: what is no character that XML allows is U+FFFD."""
    return "".join("\ufffd" if ord(char) < 0x20 and char not in "\t\r" or char in "\ufffe\uffff"
                   else char for char in text.decode("utf-8", "replace"))


def count_by_hand(text):
    """Name -> [self, total]; the sum."""
    found, whole = {}, Decimal(0)
    for line in text.split(b"\n")[:-1]:
        stack, value = line.rsplit(b" ", 1)
        names, value = stack.split(b";"), Decimal(value.decode())
        for frame in set(names):
            found.setdefault(frame, [Decimal(0), Decimal(0)])[1] += value
        found[names[-1]][0] += value
        whole += value
    return found, whole


def hundredths(part, whole):
    return (part * 10000 * 2 + whole) // (whole * 2)


def check_top(bin_dir, rng, text):
    before = canonical(bin_dir, text)
    if not before or b'(before)"' in run([bin_dir + "/export-speedscope", "-q"], before):
        return 0
    top = [bin_dir + "/export-top", "-q", "--sort", rng.choice(["self", "total"])]
    found, whole = count_by_hand(before)
    answer = run(top + ["-f", "json", "-j", "1"], before)
    if answer is None:
        check(whole * 10**9 > MOST, "a sum that fits")
        return 0
    data = json.loads(answer, parse_float=Decimal)
    check(data["total"] == whole and data["functions"] == len(found), "the total")
    check(sum(row["self"] for row in data["top"]) == whole, "self counts come to the total")
    keys = ["self", "self_percent", "total", "total_percent", "function"]
    rows = [[row[key] for key in keys] for row in data["top"]]
    by_hand = [[own, hundredths(own, whole) / Decimal(100), total,
                hundredths(total, whole) / Decimal(100), shown(frame)]
               for frame, (own, total) in found.items()]
    check(sorted(map(str, rows)) == sorted(map(str, by_hand)) or
          sorted(rows) == sorted(by_hand), "by hand %r, not %r" % (by_hand, rows))
    key = 0 if top[-1] == "self" else 2
    order = [(-row[key], -row[2 - key]) for row in rows]
    check(order == sorted(order), "the order")
    check(answer == run(top + ["-f", "json", "-j", "3"], text), "the same for several threads")
    lines = run(top + ["-f", "csv"], before).decode()
    table = list(csv.reader(io.StringIO(lines, newline=""), strict=True))
    check(table[0] == keys, "the heads of CSV")
    check([[Decimal(cell) for cell in row[:4]] for row in table[1:]] ==
          [row[:4] for row in rows], "the numbers of CSV")
    check(len(table) == len(rows) + 1, "the lines of CSV")
    text = run(top + ["-n", "0", "--bars", "always", "--columns", "60"], before)
    check(text.count(b"\n") == len(rows) + 3, "the lines of text")
    check_harmless(text, ("Cc", "Cf", "Zl", "Zp"))
    marked = run(top + ["-n", "0", "-f", "markdown"], before)
    check(marked.count(b"\n") == len(rows) + 4, "the lines of Markdown")
    check_harmless(marked, ("Cc",))
    return 1


def check_harmless(text, categories):
    """No characters that a terminal obeys."""
    for char in text.decode():
        check(char == "\n" or unicodedata.category(char) not in categories, repr(char))


def main():
    bin_dir = os.path.abspath(sys.argv[1])
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    reads_json = run([bin_dir + "/collapse-speedscope", "-q", "--no-header"], EXPORTED) == b"a 1\n"
    trips = firefox = tables = failed = 0
    with tempfile.TemporaryDirectory() as work:
        for seed in range(first, first + number):
            rng = random.Random(seed)
            text = folded(rng, seed % 2 == 0)
            try:
                if reads_json:
                    trips += check_speedscope(bin_dir, rng, work, text)
                    firefox += check_firefox(bin_dir, text)
                    check_labels(bin_dir, rng)
                tables += check_top(bin_dir, rng, text)
            except Failure as failure:
                failed += 1
                print("seed %d: %s" % (seed, failure))
    if reads_json and trips < number // 2:
        print("only %d round trips" % trips)
        failed += 1
    if reads_json and firefox < number // 3:
        print("only %d round trips by the Firefox Profiler" % firefox)
        failed += 1
    if tables < number // 4:
        print("only %d tables" % tables)
        failed += 1
    if not reads_json:
        print("no round trips: built without the library that reads JSON")
    print("%d profiles, %d round trips, %d tables, %d failed" % (number, trips, tables, failed))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
