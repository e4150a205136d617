#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py BUILD FOLDER [TAG] - a wheel for Python's package managers, in FOLDER, of the build tree BUILD:
that of `cmake --preset static`, for the programs have to run where the wheel is installed.

A wheel has no links: programs that are names of one program, those of the originals too, are entry
points, which start it under that name. TAG is what may install it, for Linux by default
manylinux2014_x86_64.musllinux_1_1_x86_64 and the like.
"""

import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile

ENTRY = '''"""The programs of flambeau, under all of their names."""
import os
import sys

PROGRAMS = {programs!r}


def main():
    name = os.path.basename(sys.argv[0])
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", PROGRAMS[name])
    os.execv(program, [name, *sys.argv[1:]])
'''
METADATA = """Metadata-Version: 2.1
Name: flambeau
Version: {version}
Summary: Flame graphs from the output of profilers
License: MIT

"""
WHEEL = """Wheel-Version: 1.0
Generator: flambeau
Root-Is-Purelib: false
{tags}
"""


def version_of(root):
    with open(os.path.join(root, "common/base/base.h"), encoding="utf-8") as file:
        return re.search(r'^#define FLAMBEAU_VERSION "(.*)"$', file.read(), re.M)[1]


def installed(build, into):
    """Install what a wheel has: programs, their other names, pages, completions. DESTDIR holds folders that the build
    has outside of its prefix, too: they do not become part of the wheel."""
    for component in "programs", "compat", "man", "completions":
        subprocess.run(["cmake", "--install", build, "--component", component, "--prefix", "/", "--strip"],
                       env={**os.environ, "DESTDIR": into}, check=True, stdout=subprocess.DEVNULL)


def content(prefix, version, tag):
    """The files of the wheel, by their names: bytes, and whether they are programs."""
    files = {}
    programs = {}
    folder = os.path.join(prefix, "bin")
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        programs[name] = os.path.basename(os.path.realpath(path))
        if not os.path.islink(path):
            with open(path, "rb") as file:
                files[f"flambeau/bin/{name}"] = file.read(), True
    for at, _, names in os.walk(os.path.join(prefix, "share")):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                files[f"flambeau-{version}.data/data/{os.path.relpath(path, prefix)}"] = file.read(), False
    info = f"flambeau-{version}.dist-info/"
    tags = "\n".join(f"Tag: py3-none-{one}" for one in tag.split("."))
    points = "[console_scripts]\n" + "".join(f"{name} = flambeau:main\n" for name in programs)
    for name, text in (("flambeau/__init__.py", ENTRY.format(programs=programs)),
                       (info + "METADATA", METADATA.format(version=version)),
                       (info + "WHEEL", WHEEL.format(tags=tags)), (info + "entry_points.txt", points)):
        files[name] = text.encode(), False
    return files


def record(files, name):
    lines = []
    for path in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path][0]).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(files[path][0])}\n")
    return ("".join(lines) + f"{name},,\n").encode()


def write(path, files):
    """Always the same bytes for the same files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, (data, is_program) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)


def main():
    build, folder = sys.argv[1:3]
    machine = platform.machine()
    tag = sys.argv[3] if len(sys.argv) > 3 else f"manylinux2014_{machine}.musllinux_1_1_{machine}"
    version = version_of(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    with tempfile.TemporaryDirectory() as prefix:
        installed(build, prefix)
        files = content(prefix, version, tag)
    name = f"flambeau-{version}.dist-info/RECORD"
    files[name] = record(files, name), False
    path = os.path.join(folder, f"flambeau-{version}-py3-none-{tag}.whl")
    write(path, files)
    print(path)


if len(sys.argv) not in (3, 4):
    sys.exit("usage: make.py BUILD FOLDER [TAG]")
main()
