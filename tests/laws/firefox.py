#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: law.firefox short law sanitize RUN @bin@ @fixtures@
"""firefox.py BIN FIXTURES - what export-firefox writes is a processed profile of the Firefox Profiler.

The validator knows version 47 of the format: which tables there are, that columns are as long as
their tables, that indices lead somewhere, that a stack's prefix stands before it, that times grow,
and that categories are those of the marks. It passes on all fixtures with times, and on those without;
it fails on documents that are broken in one place each. Weights are the counts that went in.
"""
import copy
import glob
import json
import os
import subprocess
import sys

META = {"interval": (int, float), "startTime": (int, float), "processType": int, "version": int,
        "preprocessedProfileVersion": int, "stackwalk": int, "product": str, "categories": list,
        "markerSchema": list, "extensions": dict, "symbolicated": bool}
THREAD = {"processType": str, "processName": str, "name": str, "pid": str, "tid": (int, str),
          "isMainThread": bool, "registerTime": (int, float), "pausedRanges": list,
          "processStartupTime": (int, float), "stringArray": list}
# column: what its cells are, the table that they lead to
TABLES = {
    "samples": {"stack": "stackTable?", "time": "number", "weight": "number"},
    "stackTable": {"frame": "frameTable", "prefix": "stackTable?", "category": "categories",
                   "subcategory": "number"},
    "frameTable": {"func": "funcTable", "category": "categories?", "subcategory": "number",
                   "address": "number", "inlineDepth": "number", "nativeSymbol": "nativeSymbols?",
                   "innerWindowID": "number", "implementation": "stringArray?", "line": "number?",
                   "column": "number?"},
    "funcTable": {"name": "stringArray", "isJS": "bool", "relevantForJS": "bool",
                  "resource": "number", "fileName": "stringArray?", "lineNumber": "number?",
                  "columnNumber": "number?"},
    "resourceTable": {"lib": "number?", "name": "stringArray", "host": "stringArray?",
                      "type": "number"},
    "nativeSymbols": {"libIndex": "number", "address": "number", "name": "stringArray",
                      "functionSize": "number?"},
    "markers": {"data": "any", "name": "stringArray", "startTime": "number?",
                "endTime": "number?", "phase": "number", "category": "categories"},
}
WEIGHTS = ("samples", "tracing-ms", "bytes")


class Wrong(Exception):
    pass


def want(good, what):
    if not good:
        raise Wrong(what)


def is_a(value, types):
    if isinstance(value, bool):
        return types is bool
    return isinstance(value, types)


def members(thing, wanted, where):
    want(isinstance(thing, dict), f"{where} is no object")
    for name, types in wanted.items():
        want(name in thing, f"{where} has no {name}")
        want(is_a(thing[name], types), f"{where}.{name} is a {type(thing[name]).__name__}")


def size_of(thread, table, categories):
    if table == "categories":
        return len(categories)
    return len(thread[table]) if table == "stringArray" else thread[table]["length"]


def check_cell(thread, kind, cell, categories):
    if kind.endswith("?"):
        if cell is None:
            return True
        kind = kind[:-1]
    if kind == "any":
        return True
    if kind == "bool":
        return isinstance(cell, bool)
    if kind == "number":
        return is_a(cell, (int, float))
    return is_a(cell, int) and 0 <= cell < size_of(thread, kind, categories)


def check_table(thread, table, categories):
    rows = thread[table]
    want(is_a(rows.get("length"), int), f"{table}.length is no number")
    for column, kind in TABLES[table].items():
        cells = rows.get(column)
        want(isinstance(cells, list), f"{table}.{column} is no list")
        want(len(cells) == rows["length"], f"{table}.{column} has {len(cells)} cells")
        for cell in cells:
            want(check_cell(thread, kind, cell, categories), f"{table}.{column}: {cell}")


def validate(document):
    members(document, {"meta": dict, "libs": list, "threads": list}, "the document")
    meta = document["meta"]
    members(meta, META, "meta")
    want(meta["preprocessedProfileVersion"] == 47, "the version is another one")
    categories = meta["categories"]
    for category in categories:
        members(category, {"name": str, "color": str, "subcategories": list}, "a category")
    want([category["name"] for category in categories[:1]] == ["Other"], "no category Other")
    for thread in document["threads"]:
        members(thread, THREAD, "a thread")
        want(all(isinstance(text, str) for text in thread["stringArray"]), "a text is none")
        for table in TABLES:
            want(isinstance(thread.get(table), dict), f"there is no {table}")
        for table in TABLES:
            check_table(thread, table, categories)
        stacks, samples = thread["stackTable"], thread["samples"]
        for number, prefix in enumerate(stacks["prefix"]):
            want(prefix is None or prefix < number, f"the prefix of {number} is {prefix}")
        times = samples["time"]
        want(all(a <= b for a, b in zip(times, times[1:])), "times go back")
        want(all(time >= 0 for time in times), "a time below 0")
        want(samples.get("weightType") in WEIGHTS, "weights of another type")
        for frame, category in zip(stacks["frame"], stacks["category"]):
            want(category == thread["frameTable"]["category"][frame],
                 "a stack of another category than its frame")


def broken(good):
    """Documents that are broken in one place each, and what that is."""
    def edit(what, change):
        bad = copy.deepcopy(good)
        change(bad, bad["threads"][0])
        return what, bad

    def put(table, column, row, value):
        def change(_, thread):
            thread[table][column][row] = value
        return change

    last = good["threads"][0]["stackTable"]["length"] - 1
    yield edit("no meta", lambda bad, thread: bad.pop("meta"))
    yield edit("no threads", lambda bad, thread: bad.pop("threads"))
    yield edit("version", lambda bad, thread: bad["meta"].update(preprocessedProfileVersion=46))
    yield edit("no interval", lambda bad, thread: bad["meta"].pop("interval"))
    yield edit("categories", lambda bad, thread: bad["meta"].update(categories=[]))
    yield edit("pid is a number", lambda bad, thread: thread.update(pid=1))
    yield edit("no name", lambda bad, thread: thread.pop("name"))
    yield edit("main thread", lambda bad, thread: thread.update(isMainThread=1))
    yield edit("no stackTable", lambda bad, thread: thread.pop("stackTable"))
    yield edit("length", lambda bad, thread: thread["samples"].update(length=1))
    yield edit("short column", lambda bad, thread: thread["samples"]["time"].pop())
    yield edit("no column", lambda bad, thread: thread["funcTable"].pop("isJS"))
    yield edit("text", lambda bad, thread: thread["stringArray"].pop())
    yield edit("text that is none", lambda bad, thread: thread["stringArray"].append(3))
    yield edit("weights", lambda bad, thread: thread["samples"].update(weightType="kg"))
    yield edit("stack of a sample", put("samples", "stack", 0, last + 1))
    yield edit("negative index", put("stackTable", "frame", 0, -1))
    yield edit("frame", put("stackTable", "frame", last, 10**6))
    yield edit("prefix", put("stackTable", "prefix", last, last))
    yield edit("prefix behind", put("stackTable", "prefix", 0, last))
    yield edit("function", put("frameTable", "func", 0, 10**6))
    yield edit("category", put("stackTable", "category", 0, 9))
    yield edit("time goes back", put("samples", "time", -1, -1))
    yield edit("time is a text", put("samples", "time", 0, "0"))
    yield edit("line", put("frameTable", "line", 0, "1"))
    yield edit("category of a frame", put("frameTable", "category", 0, 1))


def run(*words, text=None):
    done = subprocess.run(words, input=text, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else b""


def labelled(bin_dir, fixtures):
    """Folded stacks of all fixtures whose collapser knows times."""
    formats = {"perf": "*.txt", "cpuprofile": "*.cpuprofile", "chrome-tracing": "*.json",
               "speedscope": "*.json", "strace": "*.txt", "pprof": "*.gz", "jfr": "*.jfr"}
    for name, pattern in formats.items():
        tool = f"{bin_dir}/collapse-{name}"
        if not os.path.exists(tool):
            continue
        for path in sorted(glob.glob(f"{fixtures}/{name}/{pattern}")):
            folded = run(tool, "-q", "--header", "--labels", "all,time=1ms", path)
            if folded:
                yield f"{name}/{os.path.basename(path)}", folded


def total_of(folded):
    return sum(int(line.rsplit(b" ", 1)[1]) for line in folded.splitlines()
               if not line.startswith(b"#"))


def check(bin_dir, name, folded):
    document = json.loads(run(f"{bin_dir}/export-firefox", "-q", text=folded) or b"{}")
    validate(document)
    factor = 1e6 if b"unit=ns" in folded else 1e3 if b"unit=us" in folded else 1
    weights = sum(sum(thread["samples"]["weight"]) for thread in document["threads"])
    want(abs(weights * factor - total_of(folded)) <= 1e-6 * total_of(folded) + 1e-6,
         f"weights are {weights}")
    if b"@time=" in folded:
        want(any(time > 0 for thread in document["threads"] for time in thread["samples"]["time"])
             or b"@time=0" in folded, "no times")
    return document


def main():
    bin_dir, fixtures = sys.argv[1:3]
    failed = passed = 0
    best = None
    plain = [("without labels", b"main;f_[k] 1\nmain;g_[j];h_[i] 2\n"),
             ("without some", b"@time=1;@tid=7;main;f 1\n@time=0.5;@tid=7;g 2\nmain;h 3\n@tid=x;h 1\n")]
    for name, folded in [*plain, *labelled(bin_dir, fixtures)]:
        try:
            document = check(bin_dir, name, folded)
            if len(document["threads"]) > 1 and b"@time=" in folded:
                best = document
            passed += 1
        except (Wrong, ValueError, KeyError) as problem:
            print(f"{name}: {problem!r}")
            failed += 1
    bad = 0
    for what, document in broken(best):
        bad += 1
        try:
            validate(document)
            print(f"the validator does not see: {what}")
            failed += 1
        except (Wrong, AttributeError, TypeError):
            pass
    print(f"{passed} profiles, {bad} broken ones")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
