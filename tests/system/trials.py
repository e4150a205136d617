# SPDX-License-Identifier: MIT
"""Runs functions one after the other in an empty folder: what a test of recordings does with its list."""

import os
import subprocess
import sys
import tempfile
import time


def run(tests, wanted, cannot_record, where=None):
    """
    How many of the wanted functions (empty: all) failed: they raise an error, return why they were skipped, or nothing. The
    program ends with 77 if cannot_record() says why nothing can be recorded here. `where`: the parent of the folder.
    """
    failed = skipped = 0
    with tempfile.TemporaryDirectory(dir=where) as folder:
        os.chdir(folder)
        why = cannot_record()
        if why:
            print("skipped: nothing can be recorded here:", why)
            sys.exit(77)
        for test in tests:
            if wanted and test.__name__ not in wanted:
                continue
            for name in os.listdir("."):
                os.remove(name)
            begin = time.time()
            try:
                why = test()
            except (AssertionError, subprocess.SubprocessError, OSError) as error:
                print(f"FAILED {test.__name__}: {error}")
                failed += 1
                continue
            if os.environ.get("VERBOSE"):
                print(f"{time.time() - begin:.2f} s {test.__name__}")
            if why:
                print(f"skipped {test.__name__}: {why}")
                skipped += 1
    print(f"{len(tests)} tests, {failed} failed, {skipped} skipped")
    return failed
