"""Wrong readers, each the reader in Python with one thing changed on purpose: the test of the reader's own finds each of them out.

    python3 wrong_readers.py EMBED/PYTHON WRONG-READERS.TSV

Of the files of conformance/ a wrong reader gets those that the table names. Prints what nothing finds.
"""

import sys
import types
import unittest
from pathlib import Path

python, table = map(Path, sys.argv[1:])


def module(name, source):
    made = sys.modules[name] = types.ModuleType(name)
    made.__file__ = str(python / f"{name}.py")
    exec(compile(source, made.__file__, "exec"), made.__dict__)
    return made


def narrow(tests, named):
    """Leaves of the databases the one of a name, where there is one, and of the hostile files those whose names begin with it."""
    rows, databases = tests.rows, tests.committed()
    chosen = [directory for directory in databases if directory.name == named]
    tests.committed = lambda: chosen or databases
    tests.rows = lambda path: [row for row in rows(path) if row.get("file", named).startswith(named)]


def faults(source, test, named):
    module("granary", source)
    tests = module("test_granary", (python / "test_granary.py").read_text(encoding="ascii"))
    narrow(tests, named)
    result = unittest.TestResult()
    result.failfast = True
    unittest.defaultTestLoader.loadTestsFromName(test, tests).run(result)
    assert result.testsRun == 1
    return "\n".join(f"{where}\n{text}" for where, text in result.failures + result.errors)


right = (python / "granary.py").read_text(encoding="ascii")
names, *lines = [line.split("\t") for line in table.read_text(encoding="ascii").splitlines()]
for what, line, wrong, test, named in lines:
    assert right.count(line) == 1, f"the reader has this once: {line}"
    found = faults(right.replace(line, wrong), test, named)
    if not found or named not in found:
        print(f"{what}: {found or 'the test passes'}")
