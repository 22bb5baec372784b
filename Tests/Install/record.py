"""record.py WHEEL: checks that the RECORD of a wheel lists each file with its hash and size.

The program must have the mode of one that can be executed."""

import base64
import csv
import hashlib
import io
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as wheel:
    assert wheel.testzip() is None
    names = wheel.namelist()
    (record,) = [name for name in names if name.endswith(".dist-info/RECORD")]
    rows = list(csv.reader(io.StringIO(wheel.read(record).decode())))
    assert sorted(row[0] for row in rows) == sorted(names) and len(set(names)) == len(names), names
    for name, digest, size in rows:
        if name == record:
            assert (digest, size) == ("", "")
            continue
        content = wheel.read(name)
        found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        assert (digest, size) == (f"sha256={found}", str(len(content))), name
    (program,) = [name for name in names if name.endswith(".data/scripts/predcheck")]
    assert wheel.getinfo(program).external_attr >> 16 == 0o100755
print(f"{len(names)} files")
