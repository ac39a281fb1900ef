"""Checks the reader against conformance/, and against further databases that have a table positions.tsv.

    python3 test_granary.py [DATABASE ...]
"""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import granary

CONFORMANCE = Path(__file__).resolve().parents[2] / "conformance"
HOSTILE = CONFORMANCE / "hostile"
ORIGINAL = CONFORMANCE / "awari-3-abapa"
further = []


def rows(path):
    names, *lines = [line.split("\t") for line in path.read_text(encoding="ascii").splitlines()]
    return [dict(zip(names, line)) for line in lines]


def committed():
    return [table.parent for table in sorted(CONFORMANCE.glob("*/positions.tsv"))]


def found_by(directory):
    """Returns what refuses a database, in the words of reasons.tsv."""
    step = "open"
    try:
        with granary.Database(directory) as database:
            tables = [table for tables in database.tables.values() for table in tables.values()]
            step = "blocks"
            for table in tables:
                table.check_blocks()
            step = "digest"
            for table in tables:
                table.check_digest()
    except granary.Refused:
        return step
    return "nothing"


class ConformanceTest(unittest.TestCase):
    def test_every_row_of_the_tables_is_what_the_database_says(self):
        for directory in committed() + further:
            with self.subTest(directory), granary.Database(directory) as database:
                database.check()
                firsts = {}
                for row in rows(directory / "positions.tsv"):
                    position = [int(word) for word in row["board"].split()]
                    layer, offset = database.game.locate(position)
                    first = firsts.setdefault(layer, int(row["rank"]))
                    self.assertEqual((int(row["layer"]), int(row["rank"]) - first), (layer, offset), row)
                    self.assertEqual(int(row["score"]), database.score(position), row)
                    if "distance" in row:
                        self.assertEqual(int(row["distance"]), database.distance(position), row)

    def test_the_tables_are_complete(self):
        self.assertTrue(committed())
        for directory in committed():
            with self.subTest(directory), granary.Database(directory) as database:
                sizes = [len(table) for table in database.tables[granary.SCORES].values()]
                self.assertEqual(sum(sizes), len(rows(directory / "positions.tsv")))

    def test_every_hostile_file_is_refused_or_accepted_as_its_row_says(self):
        for row in rows(HOSTILE / "reasons.tsv"):
            with self.subTest(row["file"]), tempfile.TemporaryDirectory() as directory:
                shutil.copytree(CONFORMANCE / row["database"], directory, dirs_exist_ok=True)
                shutil.copy(HOSTILE / row["file"], Path(directory, row["replaces"]))
                self.assertEqual(row["found by"], found_by(directory))
                if row["found by"] == "nothing":
                    self.assert_same_scores(CONFORMANCE / row["database"], directory)

    def assert_same_scores(self, original, directory):
        with granary.Database(original) as original, granary.Database(directory) as database:
            self.assertTrue(database.tables[granary.SCORES])
            for layer, table in database.tables[granary.SCORES].items():
                self.assertEqual(list(original.tables[granary.SCORES][layer]), list(table))

    def test_scores_that_are_listed_and_not_there_are_damage(self):
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(ORIGINAL, directory, dirs_exist_ok=True)
            Path(directory, "layer-001.granary").unlink()
            self.assertEqual("open", found_by(directory))

    def test_what_is_no_position_or_not_in_the_database_is_an_error(self):
        with granary.Database(ORIGINAL) as database:
            for position in ([0] * 5, [0] * 7, [1, -1, 0, 0, 0, 0], [59, 0, 0, 0, 0, 0]):
                self.assertRaises(ValueError, database.score, position)
            self.assertRaises(LookupError, database.score, [58, 0, 0, 0, 0, 0])
            self.assertRaises(LookupError, database.distance, [1, 0, 0, 0, 0, 0])


if __name__ == "__main__":
    further = [Path(name) for name in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
