#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scopes.py [--fuzz] DIRECTORY - make recordings of programs whose inlined functions have scopes but no linkage names.

As inlines.py: DIRECTORY/KIND/opt/demo is a program with debugging information of one kind, DIRECTORY/scopes.data is the
recording, which has a sample in each call that was inlined. With --fuzz, inputs of tests/fuzz/fuzz_dwarf.c.
"""

import os
import sys

import inlines
from inlines import (BASE, BLOCK, CLASS, COMPILE_UNIT, DATA1, DATA2, DATA4, DATA8, DECLARATION, Die, EXTENSION,
                     EXTERNAL, FLAG_PRESENT, HIGH_PC, INLINE, INLINED, LANGUAGE, LINKAGE_NAME, LOW_PC,
                     MIPS_LINKAGE_NAME, NAME, NAMESPACE, ORIGIN, Program, REF4, REF_ADDR, REF_SIG8, SIGNATURE,
                     SPECIFICATION, SUBPROGRAM)

STEP = 8  # bytes of a call
C_PLUS_PLUS, C99 = 0x1A, 0x0C


def demo(program):
    name, place = program.name_form(), program.address_form()
    high = inlines.ADDR if program.version < 4 else DATA4
    linkage = LINKAGE_NAME if program.version > 3 else MIPS_LINKAGE_NAME
    flag = (EXTERNAL, FLAG_PRESENT, 1) if program.version > 3 else (EXTERNAL, DATA1, 1)
    calls = []

    def code(begin, end):
        return [(LOW_PC, place, begin), (HIGH_PC, high, end if high == inlines.ADDR else end - begin)]

    def function(text, *more, form=name):
        """A function that is inlined into main."""
        die = Die(SUBPROGRAM, [(NAME, form, text), (INLINE, DATA1, 3), *more])
        begin = BASE + STEP * len(calls)
        calls.append(Die(INLINED, [(ORIGIN, REF_ADDR, die), *code(begin, begin + STEP)]))
        return die

    def elsewhere(declaration):
        """A function that is declared in a scope and defined outside of it."""
        begin = BASE + STEP * len(calls)
        die = Die(SUBPROGRAM, [(SPECIFICATION, REF4, declaration), (INLINE, DATA1, 3)])
        calls.append(Die(INLINED, [(ORIGIN, REF_ADDR, die), *code(begin, begin + STEP)]))
        return die

    def scope(tag, text, *children, more=()):
        return Die(tag, [*([(NAME, name, text)] if text else []), *more], children)

    declared = Die(SUBPROGRAM, [(NAME, name, "out"), (DECLARATION, DATA1, 1)])
    in_outer = Die(CLASS, [(NAME, name, "Inner"), (DECLARATION, DATA1, 1)])
    shop = scope(
        NAMESPACE, "shop",
        function("stat"),
        function("tget<long int>"),
        scope(NAMESPACE, None, function("inner"), scope(CLASS, "Box", function("get"), declared)),
        function("in_c", flag),  # extern "C"
        scope(CLASS, "Outer", in_outer, function("method", flag)),
        scope(CLASS, None, function("field")),
        scope(CLASS, None, function("operator()")))
    run = Die(SUBPROGRAM, [(NAME, name, "run"), (linkage, name, "_ZN4shop3runEi"), (INLINE, DATA1, 0)], [
        Die(BLOCK, [], [scope(CLASS, "Local", function("go"))]),
        Die(BLOCK, [], [scope(CLASS, None, function("operator()"))]),
        Die(SUBPROGRAM, [(NAME, name, "nested"), (INLINE, DATA1, 0)], [scope(CLASS, "Deep", function("go"))]),
        scope(CLASS, "Last", function("go"))])
    plain = Die(SUBPROGRAM, [(NAME, name, "plain"), (INLINE, DATA1, 0)], [scope(CLASS, "Local", function("go"))])
    # a namespace that is opened again, as compilers wrote it before DWARF 3
    again = Die(NAMESPACE, [(EXTENSION, REF4, shop)], [function("again")])
    typed = Die(CLASS, [(SIGNATURE, REF_SIG8 if program.version > 3 else DATA8, b"12345678")], [function("typed")])
    inner = Die(CLASS, [(SPECIFICATION, REF4, in_outer)], [function("deep")])
    loop = Die(CLASS, [])
    loop.attributes.append((SPECIFICATION, REF4, loop))
    loop.children.append(function("looped"))
    body = elsewhere(declared)
    alone = function("alone")
    in_c = scope(NAMESPACE, "nowhere", function("in_c99"))
    main = Die(SUBPROGRAM, [(NAME, name, "main"), *code(*inlines.FUNCTIONS["main"])], calls)
    first = Die(COMPILE_UNIT, [(NAME, name, "demo.cc"), (LANGUAGE, DATA2, C_PLUS_PLUS), *code(BASE, 0x1200),
                               *program.bases()],
                [shop, run, plain, again, typed, inner, loop, body, alone, main])
    second = Die(COMPILE_UNIT, [(NAME, name, "demo.c"), (LANGUAGE, DATA1, C99), *program.bases()],
                 [in_c])
    sections = program.debug([first, second])
    return sections, [[BASE + STEP * i + 1] for i in range(len(calls))]


def kinds():
    for version in 2, 3, 4, 5:
        yield f"dwarf{version}", Program(version)
    yield "siblings", Program(4, sibling=True)
    yield "wide", Program(4, wide=True)
    yield "indexed", Program(5, indexed=1)
    yield "big", Program(4, order=">")


def make(directory):
    for kind, program in kinds():
        sections, chains = demo(program)
        inlines.write(os.path.join(directory, kind, "opt", "demo"), program.elf(inlines.plain(sections)))
        inlines.write(os.path.join(directory, "scopes.data"), inlines.recording(chains=chains))


def make_seeds(directory):
    for kind, program in kinds():
        if program.order == "<" and not program.wide:
            inlines.write_seed(os.path.join(directory, "scopes-" + kind), 0, demo(program)[0])


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--fuzz":
        make_seeds(sys.argv[2])
    elif len(sys.argv) == 2:
        make(sys.argv[1])
    else:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
