"""Checks the reader against conformance/, and against further databases that have a table positions.tsv.

    python3 test_granary.py [DATABASE ...]
"""

import ast
import http.server
import inspect
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
import unittest
from contextlib import contextmanager
from pathlib import Path

import granary

try:
    import numpy
except ImportError:
    numpy = None

CONFORMANCE = Path(__file__).resolve().parents[2] / "conformance"
HOSTILE = CONFORMANCE / "hostile"
ORIGINAL = CONFORMANCE / "awari-3-abapa"
LARGE = CONFORMANCE / "awari-3-olympiad"
DAMAGED = CONFORMANCE / "awari-2-strict-damaged"
RULES = "olympiad", "strict", "abapa"
further = []


def rows(path):
    names, *lines = [line.split("\t") for line in path.read_text(encoding="ascii").splitlines()]
    return [dict(zip(names, line)) for line in lines]


def position(text):
    return [tuple(map(int, word.split(","))) if "," in word else int(word) for word in text.split()]


def committed():
    return [table.parent for table in sorted(CONFORMANCE.glob("*/positions.tsv"))]


WORDS = {
    granary.MissingLayerError: "missing",
    granary.DamagedFileError: "damaged",
    granary.UnsupportedDatabaseError: "unsupported",
    granary.ReadFaultError: "unreadable",
}


def word(error):
    return WORDS[type(error)]


def is_damaged(action):
    try:
        action()
    except granary.DamagedFileError:
        return True
    return False


class ConformanceTest(unittest.TestCase):
    def test_every_row_of_the_tables_is_what_the_database_says(self):
        for directory in committed() + further:
            with self.subTest(directory), granary.Database(directory) as database:
                for row in rows(directory / "positions.tsv"):
                    at = position(row["position"])
                    layer, rank = int(row["layer"]), int(row["rank"])
                    self.assertEqual((layer, rank), database.game.locate(at), row)
                    self.assertEqual((layer, rank), database.game.locate(database.unrank(layer, rank)), row)
                    self.assertEqual(int(row["score"]), database.score(at), row)
                    if "distance" in row:
                        self.assertEqual(int(row["distance"]), database.distance(at), row)
                    self.assert_bounds(database, at, row)

    def assert_bounds(self, database, at, row):
        """Without a file of bounds they are the score if endless play is shared; otherwise missing."""
        is_shared = re.search("rules=(olympiad|strict)", database.identity)
        if "least" not in row and not is_shared:
            self.assertRaises(LookupError, database.bounds, at)
            return
        bounds = database.bounds(at)
        twice = [2 * int(row[name]) for name in ("least", "most")] if "least" in row else 2 * [bounds.seeds + int(row["score"])]
        self.assertEqual((sum(at), twice[0] // 2, (twice[1] + 1) // 2, twice[0] == twice[1]), bounds, row)
        for own in range(0, bounds.seeds + 3, 1 + bounds.seeds // 4):
            least, most = (own - 1 + one - bounds.seeds for one in twice)
            expected = "win" if least > 0 else "loss" if most < 0 else "draw" if least == most else "open"
            self.assertEqual(expected, bounds.outcome(own, 1), row)

    def test_all_checksums_and_digests_are_right(self):
        for directory in committed() + further:
            with self.subTest(directory), granary.Database(directory) as database:
                database.check()

    def test_the_tables_are_complete(self):
        self.assertTrue(committed())
        for directory in committed():
            with self.subTest(directory), granary.Database(directory) as database:
                sizes = [len(table) for table in database.tables[granary.SCORES].values()]
                expected = sum(size if size <= 10000 else (size - 1) // 5003 + 1 for size in sizes)
                self.assertEqual(expected, len(rows(directory / "positions.tsv")))

    def test_every_hostile_file_is_refused_or_accepted_as_its_row_says(self):
        for row in rows(HOSTILE / "reasons.tsv"):
            with self.subTest(row["file"]), tempfile.TemporaryDirectory() as directory:
                shutil.copytree(CONFORMANCE / row["database"], directory, dirs_exist_ok=True)
                shutil.copy(HOSTILE / row["file"], Path(directory, row["replaces"]))
                self.assertEqual((row["found by"], row["error"]), self.found_by(directory))
                if row["found by"] == "nothing" or row["found by"] == "digest" and "compressed" in row["replaces"]:
                    self.assert_same_scores(CONFORMANCE / row["database"], directory)

    def found_by(self, directory):
        """Returns what refuses a database and why, in the words of reasons.tsv."""
        try:
            database = granary.Database(directory)
        except granary.DatabaseError as e:
            return "open", word(e)
        with database:
            tables = [table for tables in database.tables.values() for table in tables.values()]
            refusals = [is_damaged(lambda: list(table)) for table in tables]
            self.assertEqual(refusals, [is_damaged(table.check_data) for table in tables])
            if any(refusals):
                return "data", "damaged"
            return ("digest", "damaged") if any(is_damaged(table.check_digest) for table in tables) else ("nothing", "-")

    def assert_same_scores(self, original, directory):
        with granary.Database(original) as original, granary.Database(directory) as database:
            self.assertTrue(database.tables[granary.SCORES])
            for layer, table in database.tables[granary.SCORES].items():
                self.assertEqual(list(original.tables[granary.SCORES][layer]), list(table))

    def test_lookups_beside_damage_give_what_their_table_says(self):
        with granary.Database(DAMAGED) as database:
            for row in rows(DAMAGED / "lookups.tsv"):
                try:
                    score = str(database.score(position(row["position"])))
                except granary.DatabaseError as e:
                    score = word(e)
                self.assertEqual(row["score"], score, (DAMAGED.name, row))

    def test_a_value_of_a_damaged_chunk_is_right_or_refused(self):
        for directory in [LARGE] + further:
            with self.subTest(directory), granary.Database(directory) as database:
                for layer, table in database.tables[granary.SCORES].items():
                    if len(table) >= 3 * 65536 and isinstance(table, granary.Table):
                        self.assert_refuses_second_chunk(table)

    def assert_refuses_second_chunk(self, table):
        with tempfile.TemporaryDirectory() as directory:
            copy = Path(shutil.copytree(Path(table.path).parent, directory, dirs_exist_ok=True), Path(table.path).name)
            with open(copy, "r+b") as file:
                file.seek(4096 + 65536)
                byte = file.read(1)[0]
                file.seek(4096 + 65536)
                file.write(bytes([byte ^ 1]))
            with granary.Database(directory) as database:
                [damaged] = [one for one in database.tables[granary.SCORES].values() if one.path == str(copy)]
                border = 65536 * 8 // table._bits * table._k  # the first group that reaches into it
                refused = 0
                for rank in [*range(border - 100, border + 100), *range(0, len(table), 5003)]:
                    try:
                        self.assertEqual(table[rank], damaged[rank])
                    except granary.DamagedFileError as refusal:
                        self.assertRegex(str(refusal), f"{copy.name}: .* chunk 1,.*granary repair")
                        refused += 1
                self.assertGreaterEqual(refused, 100)

    def test_files_that_are_missing_or_no_files_are_refused(self):
        make = {
            "missing": lambda path: None,
            "directory": os.mkdir,
            "pipe": os.mkfifo,
            "loop": lambda path: os.symlink(path, path),
        }
        names = "granary.manifest", "layer-001.granary", "layer-001.distances.granary", "layer-001.bounds.granary"
        for name in names:
            original = "awari-2-abapa" if "bounds" in name else "awari-4-strict"
            for kind in make:
                with self.subTest(f"{name}, {kind}"), tempfile.TemporaryDirectory() as directory:
                    shutil.copytree(CONFORMANCE / original, directory, dirs_exist_ok=True)
                    path = Path(directory, name)
                    path.unlink()
                    make[kind](path)
                    if kind == "missing" and "layer" in name:
                        with granary.Database(directory) as database:
                            is_scores = name == "layer-001.granary"
                            self.assertEqual([1] if is_scores else [], database.missing)
                            look = database.distance if "distances" in name else database.bounds if "bounds" in name else database.score
                            board = [0] * (2 * int(original[6]) - 1) + [1]
                            self.assertRaisesRegex(granary.MissingLayerError, name, look, board)
                            self.assertEqual(is_scores, 1 not in database.layers)
                    else:
                        error = granary.UnsupportedDatabaseError if kind == "missing" else granary.ReadFaultError
                        self.assertRaises(error, granary.Database, directory)

    def test_what_is_no_position_or_not_in_the_database_is_an_error(self):
        with granary.Database(ORIGINAL) as database:
            for board in ([0] * 5, [0] * 7, [1, -1, 0, 0, 0, 0], [59, 0, 0, 0, 0, 0]):
                self.assertRaises(ValueError, database.score, board)
                self.assertRaises(ValueError, database.moves, board)
            self.assertRaises(granary.MissingLayerError, database.score, [58, 0, 0, 0, 0, 0])
            self.assertRaises(granary.MissingLayerError, database.moves, [58, 0, 0, 0, 0, 0])
            self.assertRaises(granary.MissingLayerError, database.distance, [1, 0, 0, 0, 0, 0])
            self.assertRaises(granary.MissingLayerError, database.bounds, [1, 0, 0, 0, 0, 0])

    def test_what_holds_other_things_than_numbers_is_no_position_of_any_game(self):
        for directory in committed():
            with self.subTest(directory), granary.Database(directory) as database:
                length = len(position(rows(directory / "positions.tsv")[-1]["position"]))
                for wrong in None, 5, "1" * length, "1 0 0", ["1"] * length, [None] * length, [[[]]] * length:
                    for look in database.score, database.get, database.distance, database.bounds, database.moves, database.line:
                        self.assertRaises(ValueError, look, wrong)
        for seeds in "1" * 12, ["1"] + [0] * 11:
            self.assertRaises(ValueError, granary.Board, seeds)

    @unittest.skipIf(numpy is None, "needs NumPy")
    def test_numbers_may_be_those_of_numpy_of_any_width(self):
        with granary.Database(ORIGINAL) as database:
            for layer in database.layers:
                board = database.game.unrank(layer, database.game.size(layer) // 2)
                for kind in numpy.uint8, numpy.int8, numpy.uint64:
                    same = numpy.array(board, dtype=kind)
                    self.assertEqual(database.score(board), database.score(same))
                    self.assertEqual(database.moves(board), database.moves(same))

    def test_a_path_may_be_bytes(self):
        with granary.Database(os.fsencode(ORIGINAL)) as database, granary.Database(ORIGINAL) as same:
            self.assertEqual(repr(same), repr(database))

    def test_the_program_names_the_word_that_is_not_a_number(self):
        for words, wrong in (["0", "x"], "x"), (["1,y"], "y"), ([""], ""), (["1.5"], "1.5"):
            with self.assertRaises(SystemExit) as exit:
                granary._main(str(ORIGINAL), *words)
            self.assertEqual(f"granary.py: '{wrong}' is not a number", exit.exception.code)

    def test_a_database_tells_what_it_holds_and_that_it_is_closed(self):
        with granary.Database(ORIGINAL) as database:
            board = database.game.unrank(2, 0)
            top = database.layers[-1]
            self.assertEqual(list(range(top + 1)), database.layers)
            self.assertEqual(database.score(board), database.get(board))
            beyond = [top + 1] + [0] * (len(board) - 1)
            self.assertIsNone(database.get(beyond))
            self.assertEqual(-99, database.get(beyond, -99))
            self.assertRaises(ValueError, database.get, [1])
            self.assertIn(database.identity, repr(database))
            self.assertNotIn("closed", repr(database))
            self.assertRaisesRegex(TypeError, "open it there", pickle.dumps, database)
        self.assertIn("closed", repr(database))
        for look in database.score, database.get:
            with self.assertRaisesRegex(ValueError, "is closed"):
                look(board)


class WebServer(http.server.BaseHTTPRequestHandler):
    """Gives the parts of the files in a directory; `fault` changes status, headers and bytes of a part."""

    directory, fault = None, staticmethod(lambda *answer: answer[:3])
    asked = 0

    def do_GET(self):
        type(self).asked += 1
        file = self.directory / self.path.strip("/")
        content = file.read_bytes() if file.is_file() else None
        if content is None:
            self.send_error(404)
            return
        if "Range" in self.headers:
            begin, end = map(int, self.headers["Range"][6:].split("-"))
            if end >= len(content):
                self.send_error(416)
                return
            part = content[begin : end + 1]
            headers = {"Content-Range": f"bytes {begin}-{end}/{len(content)}", "ETag": '"1"'}
            status, headers, part = self.fault(206, headers, part, content)
        else:
            status, headers, part = 200, {}, content
        self.send_response(status)
        for name, value in {"content-length": len(part), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *_):
        pass


@contextmanager
def served(directory, fault=lambda *answer: answer[:3]):
    """Starts a web server; gives the address of a directory and the class of its answers."""
    answers = type("Answers", (WebServer,), {"directory": directory, "fault": staticmethod(fault), "asked": 0})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", answers
        finally:
            server.shutdown()
            thread.join()


class AddressTest(unittest.TestCase):
    def test_every_database_at_an_address_is_that_of_the_files(self):
        for directory in committed():
            with self.subTest(directory), served(directory) as (address, _):
                with granary.Database(address) as database:
                    for row in rows(directory / "positions.tsv")[::7]:
                        self.assertEqual(int(row["score"]), database.score(position(row["position"])), row)
                    database.check()

    def test_a_page_is_found_in_four_parts_of_a_directory_of_280_megabytes(self):
        class Directory:
            parts = set()

            def __getitem__(self, part):
                number = part.start // 4
                self.parts.add((part.start - 4096) // 65536)
                return entry(number if number <= pages else 4096 * (number - pages - 1)).to_bytes(4, "little")

        def entry(page):
            return 12 * page + page * page // (2 * pages)

        pages = 70_000_001
        table = object.__new__(granary.CompressedTable)
        table._pages, table._indexed, table._first_page, table._bytes = pages, 17_090, -4096 * pages, Directory()
        for page in [0, 1, 4095, 4096, 4097, pages - 1, *range(12_345, pages, 1_234_567)]:
            for block in entry(page), entry(page + 1) - 1:
                Directory.parts.clear()
                self.assertEqual(page, table._page_of(block))
                self.assertLessEqual(len(Directory.parts), 4)

    def test_a_chunk_is_asked_for_once(self):
        with served(ORIGINAL) as (address, answers), granary.Database(address + "/") as database:
            board = position(rows(ORIGINAL / "positions.tsv")[-1]["position"])
            database.score(board)
            before = answers.asked
            self.assertEqual(database.score(board), database.score(board))
            self.assertEqual(before, answers.asked)

    def test_whatever_is_wrong_with_answers_is_refused(self):
        def damaged(status, headers, part, whole):
            return status, headers, part[:-4] + bytes([part[-4] ^ 1]) + part[-3:]

        unreadable, error = granary.ReadFaultError, granary.DamagedFileError
        faults = {
            "gives no parts": (unreadable, lambda status, headers, part, whole: (200, headers, whole + bytes(1 << 20))),
            "3 bytes, not": (error, lambda status, headers, part, whole: (200, headers, whole[:3])),
            "5 bytes, not": (error, lambda status, headers, part, whole: (
                status, {"Content-Range": headers["Content-Range"].split("/")[0] + "/5"}, part)),
            "without these bytes": (error, lambda status, headers, part, whole: (416, headers, b"")),
            "3 bytes of 9 arrived": (unreadable, lambda status, headers, part, whole: (
                200, {"content-length": "9", "Connection": "close"}, whole[:3])),
            "status 503": (unreadable, lambda status, headers, part, whole: (503, headers, b"")),
            "without Content-Range": (unreadable, lambda status, headers, part, whole: (status, {}, part)),
            "not the bytes": (unreadable, lambda status, headers, part, whole: (status, headers, part[:-1])),
            "checksum": (error, damaged),
        }
        for words, (error, fault) in faults.items():
            with self.subTest(words), served(ORIGINAL, fault) as (address, _):
                with self.assertRaisesRegex(error, words):
                    granary.Database(address).check()
        with served(ORIGINAL) as (address, _):
            with self.assertRaisesRegex(granary.UnsupportedDatabaseError, "elsewhere/granary.manifest: status 404: no database"):
                granary.Database(address + "/elsewhere")
        with self.assertRaises(granary.ReadFaultError):
            granary.Database(address)  # nobody answers there any more

    def test_every_right_answer_is_taken(self):
        answers = {
            "the whole file": lambda status, headers, part, whole: (200, headers, whole),
            "a unit in capitals": lambda status, headers, part, whole: (
                status, {"Content-Range": headers["Content-Range"].replace("bytes", "Bytes")}, part),
            "no length": lambda status, headers, part, whole: (
                status, {"Content-Range": headers["Content-Range"].split("/")[0] + "/*"}, part),
        }
        for what, answer in answers.items():
            with self.subTest(what), served(ORIGINAL, answer) as (address, _), granary.Database(address) as database:
                database.check()

    def test_a_layer_that_is_missing_leaves_the_others(self):
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(ORIGINAL, directory, dirs_exist_ok=True)
            Path(directory, "layer-003.granary").unlink()
            with served(Path(directory)) as (address, _), granary.Database(address) as database:
                self.assertEqual([3], database.missing)
                self.assertEqual(0, database.score([0, 0, 0, 0, 0, 0]))
                with self.assertRaisesRegex(granary.MissingLayerError, "layer-003.granary is listed, but not there"):
                    database.score([1, 1, 1, 0, 0, 0])

    def test_an_address_with_a_password_is_refused_and_not_shown(self):
        with self.assertRaises(ValueError) as refusal:
            granary.Database("https://user:secret@host/awari/")
        self.assertNotIn("secret", str(refusal.exception))

    def test_a_file_that_is_replaced_is_refused(self):
        versions = iter(range(1000))

        def changing(status, headers, part, whole):
            return status, {**headers, "ETag": f'"{next(versions)}"'}, part

        with served(ORIGINAL, changing) as (address, _), granary.Database(address) as database:
            with self.assertRaisesRegex(granary.ReadFaultError, "was replaced while it was open"):
                database.check()


class StubTest(unittest.TestCase):
    def test_the_stub_has_the_names_and_parameters_of_the_module(self):
        stub = Path(__file__).with_name("granary-stubs") / "__init__.pyi"
        classes = {one.name: one for one in ast.parse(stub.read_text(encoding="ascii")).body if isinstance(one, ast.ClassDef)}

        def members(one):
            inherited = [members(classes[base.id]) for base in one.bases if isinstance(base, ast.Name) and base.id in classes]
            own = {getattr(each, "name", None) or getattr(getattr(each, "target", None), "id", None): each for each in one.body}
            return {name: each for group in (*inherited, own) for name, each in group.items() if name}

        public = {name: one for name, one in vars(granary).items() if isinstance(one, type) and one.__module__ == "granary"}
        public = {name: one for name, one in public.items() if not name.startswith("_")}
        self.assertEqual(set(public), {name for name in classes if not name.startswith("_")})
        for name, one in public.items():
            typed, inherited = members(classes[name]), {*dir(tuple), *dir(LookupError)}
            self.assertLessEqual({each for each in dir(one) if not each.startswith("_")} - inherited, set(typed), name)
            for member, each in typed.items():
                if isinstance(each, ast.FunctionDef) and not each.decorator_list and member != "__iter__":
                    expected = [argument.arg for argument in each.args.args][1:]
                    actual = list(inspect.signature(getattr(one, member)).parameters.values())[1:]
                    actual = [each.name for each in actual if each.kind != each.VAR_POSITIONAL]
                    same = [word if real.startswith("_") else real for word, real in zip(expected, actual)]
                    self.assertEqual((expected, len(expected)), (same, len(actual)), f"{name}.{member}")


class MovesTest(unittest.TestCase):
    def positions(self):
        """Goes through the small databases: the database, a position, its score and its distance if there is one."""
        for directory in committed():
            if directory != LARGE:
                with granary.Database(directory) as database:
                    for row in rows(directory / "positions.tsv"):
                        distance = int(row["distance"]) if "distance" in row else None
                        yield database, position(row["position"]), int(row["score"]), distance

    def test_the_value_of_the_best_move_is_that_of_the_position(self):
        for database, at, score, distance in self.positions():
            moves = database.moves(at)
            self.assertEqual(score, moves[0].score if moves else database.game.end(at), at)
            if distance is not None and moves and score:
                self.assertEqual(distance, moves[0].distance, at)

    def test_a_line_realizes_the_score(self):
        for database, at, score, _ in self.positions():
            if isinstance(database.game, granary.Chexers) and score < 0:
                continue  # there is no way to the end
            line = database.line(at)
            if not isinstance(database.game, granary.Awari):
                self.assertEqual(abs(score), len(line), at)
                continue
            last = line[-1].position if line else at
            ends = [] if database.game.moves(last) else [database.game.end(last)]
            gains = [move.captured for move in line] + ends
            self.assertEqual(score, sum(gain if i % 2 == 0 else -gain for i, gain in enumerate(gains)), at)

    def test_boards_have_the_moves_that_were_worked_out_by_hand(self):
        for row in rows(CONFORMANCE / "awari-moves.tsv"):
            for rules in RULES if row["rules"] == "all" else [row["rules"]]:
                board = granary.Board(position(row["board"]), rules)
                moves = [f"{pit}:{captured}:{' '.join(map(str, after))}" for pit, (captured, after) in board.moves().items()]
                self.assertEqual(row["moves"], "; ".join(moves) or f"none: {board.end()}", row)

    def test_a_board_is_a_position_of_its_database_and_draws_itself(self):
        board = granary.Board([0, 1, 2, 0, 0, 2], "abapa")
        self.assertEqual("opponent   2   0   0\nto move    0   1   2", str(board))
        with granary.Database(ORIGINAL) as database:
            self.assertEqual(database.score([0, 1, 2, 0, 0, 2]), database.score(board))
            expected = {move.move: (move.captured, move.position) for move in database.moves(board)}
            self.assertEqual(expected, board.moves())
        for seeds, rules in ([1] * 5, "strict"), ([1] * 18, "strict"), ([-1, 1, 1, 1], "strict"), ([1] * 12, "none"):
            self.assertRaises(ValueError, granary.Board, seeds, rules)


if __name__ == "__main__":
    further = [Path(name) for name in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
