#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ctest: docs.release short docs RUN @root@
"""release.py [--update] ROOT - the version of common/base/base.h and the date that CHANGELOG.md gives
it are those of every manual page and of the packages; --update writes them into the pages.
"""

import datetime
import glob
import os
import re
import sys

update = sys.argv[1] == "--update"
root = sys.argv[-1]
failed = False


def read(name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def want(name, text, what):
    global failed
    if text not in what:
        failed = True
        print(f"{name}: no {text!r}")


version = re.search(r'^#define FLAMBEAU_VERSION "(.*)"$', read("common/base/base.h"), re.M)[1]
newest = re.search(r"^## (.*)$", read("CHANGELOG.md"), re.M)[1]
if not re.fullmatch(re.escape(version) + r", \d{4}-\d\d-\d\d", newest):
    sys.exit(f"CHANGELOG.md begins with {newest!r}, not with {version}, YEAR-MONTH-DAY")
date = newest[-10:]
day = datetime.date.fromisoformat(date)

if os.path.isdir(os.path.join(root, "debian")):  # not in the tarball
    first = read("debian/changelog").split("\n\nflambeau ")[0]
    want("debian/changelog", f"flambeau ({version}-", first)
    want("debian/changelog", day.strftime("  %a, %d %b %Y "), first)
want("packaging/flambeau.spec", f"Version:        {version}\n", read("packaging/flambeau.spec"))
want("packaging/flambeau.spec", day.strftime("\n%%changelog\n* %a %b %d %Y flambeau maintainers "
                                             f"<flambeau@example.org> - {version}-1\n"),
     read("packaging/flambeau.spec"))
want("packaging/homebrew/flambeau.rb", f"/flambeau-{version}.tar.gz", read("packaging/homebrew/flambeau.rb"))
want("packaging/nix/package.nix", f'version = "{version}"', read("packaging/nix/package.nix"))
want("packaging/alpine/APKBUILD", f"\npkgver={version}\n", read("packaging/alpine/APKBUILD"))
want("packaging/alpine/APKBUILD", f"  flambeau-{version}.tar.gz\n", read("packaging/alpine/APKBUILD"))
want("packaging/arch/PKGBUILD", f"\npkgver={version}\n", read("packaging/arch/PKGBUILD"))
want("packaging/README.md", f"flambeau-{version}.tar.gz", read("packaging/README.md"))

pages = [*glob.glob(os.path.join(root, "man", "*.[0-9]")), os.path.join(root, "HACKING.md")]
for page in sorted(pages):
    text = read(page)
    right = re.sub(r'^( *\.TH \S+ \d) \S+ "flambeau [^"]*"', rf'\1 {date} "flambeau {version}"', text,
                   count=1, flags=re.M)
    if update and right != text:
        with open(page, "w", encoding="utf-8") as file:
            file.write(right)
        text = right
    if right != text or f'{date} "flambeau {version}"' not in text:
        failed = True
        print(f"{page}: not of flambeau {version}, {date}")

sys.exit(failed)
