#!/usr/bin/env python3
"""wheel.py VERSION PROGRAM FOLDER: writes a wheel that contains the program predcheck, and prints its path.

The same program gives the same bytes. Files have the date of SOURCE_DATE_EPOCH, or the first one that a ZIP file can have.
"""

import base64
import hashlib
import os
import re
import sys
import time
import zipfile

TAG = "py3-none-manylinux_2_34_x86_64"
RELEASES = {"dev": ".dev", "alpha": "a", "beta": "b", "rc": "rc"}

INIT = '''"""The command predcheck: checks predicate format strings, evaluates them, and translates them to SQL."""
'''

MAIN = '''"""Runs the command predcheck that was installed with this package."""

import os
import sys
import sysconfig


def program():
    """Returns the path of the command."""
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    # The folder of pip install --target.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin"))
    paths = [os.path.join(folder, "predcheck") for folder in folders]
    for path in paths:
        if os.path.isfile(path):
            return path
    sys.exit("predcheck: there is no " + " or ".join(paths))


if __name__ == "__main__":
    path = program()
    os.execv(path, [path, *sys.argv[1:]])
'''

METADATA = """Metadata-Version: 2.1
Name: predcheck
Version: {version}
Summary: Checks predicate format strings, evaluates them, and translates them to SQL
License: Apache-2.0
License-File: LICENSE
License-File: LICENSE-Swift.txt
Requires-Python: >=3.8
Description-Content-Type: text/markdown

This wheel contains the command `predcheck` for Linux on x86-64 with glibc 2.34 or newer. It puts `predcheck` on the PATH.
`python -m predcheck` runs it too.

`predcheck --help` lists the commands.
"""


def python_version(version):
    """Returns the spelling of a semantic version that PEP 440 has: 0.1.0-dev is 0.1.0.dev0."""
    match = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(dev|alpha|beta|rc)(?:\.(\d+))?)?", version)
    if not match:
        sys.exit(f"wheel.py: the version {version} has no spelling in PEP 440")
    number, release, count = match.groups()
    return number + (RELEASES[release] + (count or "0") if release else "")


def files(version, program):
    """Returns the names, the contents and the modes of the files of the wheel, except RECORD."""
    info = f"predcheck-{version}.dist-info"
    yield "predcheck/__init__.py", INIT.encode(), 0o644
    yield "predcheck/__main__.py", MAIN.encode(), 0o644
    yield f"predcheck-{version}.data/scripts/predcheck", read(program), 0o755
    yield f"{info}/LICENSE", read("LICENSE"), 0o644
    yield f"{info}/LICENSE-Swift.txt", read(os.environ["SWIFT_LICENSE"]), 0o644
    yield f"{info}/METADATA", METADATA.format(version=version).encode(), 0o644
    wheel = f"Wheel-Version: 1.0\nGenerator: predcheck\nRoot-Is-Purelib: false\nTag: {TAG}\n"
    yield f"{info}/WHEEL", wheel.encode(), 0o644


def read(path):
    with open(path, "rb") as file:
        return file.read()


def main(version, program, folder):
    version = python_version(version)
    # A ZIP file has dates from 1980 on.
    date = max(time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0")))[:6], (1980, 1, 1, 0, 0, 0))
    path = os.path.join(folder, f"predcheck-{version}-{TAG}.whl")
    record = f"predcheck-{version}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(path, "w") as wheel:

        def add(name, content, mode):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, content, compresslevel=9)

        for name, content, mode in files(version, program):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\n")
            add(name, content, mode)
        add(record, "".join([*lines, f"{record},,\n"]).encode(), 0o644)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
