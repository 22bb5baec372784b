"""wasmtime_example.py MODULE [REQUESTS]: calls the WebAssembly module of the package from Python.

Prints one answer of each kind. With REQUESTS, compares the answers to the requests of a file with those that it expects instead.
"""

import json
import sys

from wasmtime import Engine, Instance, Module, Store


class Predicates:
    """An instance of the module. It takes requests and returns answers, which are JSON."""

    def __init__(self, path):
        self.store = Store(Engine())
        self.exports = Instance(self.store, Module.from_file(self.store.engine, path), []).exports(self.store)

    def call(self, name, request):
        """Returns the answer to a request."""
        return json.loads(self.call_bytes(name, json.dumps(request).encode()))

    def call_bytes(self, name, request):
        """Returns the bytes of the answer to the bytes of a request."""
        memory = self.exports["memory"]
        # Pointers are unsigned.
        pointer = self.exports["allocate"](self.store, len(request)) & 0xFFFF_FFFF
        memory.write(self.store, request, pointer)
        answer = self.exports[name](self.store, pointer, len(request)) & 0xFFFF_FFFF
        count = int.from_bytes(memory.read(self.store, answer, answer + 4), "little")
        result = bytes(memory.read(self.store, answer + 4, answer + 4 + count))
        for memory_of_call in (pointer, answer):
            self.exports["release"](self.store, memory_of_call)
        return result


def contains(answer, expected):
    """Returns whether an answer has the expected fields. It may have others."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(k in answer and contains(answer[k], v) for k, v in expected.items())
    if isinstance(expected, list):
        return isinstance(answer, list) and len(answer) == len(expected) and all(map(contains, answer, expected))
    return type(answer) is type(expected) and answer == expected


def compare(predicates, path):
    """Prints the requests of a file whose answers are not those expected, and returns the number of requests."""
    failures = count = 0
    for line in open(path, encoding="utf-8"):
        case = json.loads(line)
        request = json.dumps(case.get("request")).encode()
        if "bytes" in case:
            request = bytes.fromhex(case["bytes"])
        elif "text" in case:
            request = case["text"].encode()
        answer = json.loads(predicates.call_bytes(case["call"], request))
        count += 1
        if not contains(answer, case["answer"]):
            failures += 1
            print(f"{line.strip()}\n  the answer: {json.dumps(answer)}")
    if failures or count == 0:
        sys.exit(f"{failures} of {count} answers differ")
    print(f"{count} answers")


if __name__ == "__main__":
    predicates = Predicates(sys.argv[1])
    if len(sys.argv) > 2:
        compare(predicates, sys.argv[2])
    else:
        print(predicates.call("version", {})["version"])
        print(predicates.call("check", {"format": 'length > 12 AND text ENDWITH "ing"'})["message"])
        print(predicates.call("evaluate", {"format": "length > 2", "rows": [{"length": 1}, {"length": 3}]})["rows"])
