"""Reads Granary databases: scores, and distances to conversion, of positions of awari, chain, Chomp and Chexers.

    with granary.Database("db") as database:
        database.score([1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2])

It needs Python 3.9 or newer and nothing else. `format-spec.md` describes the files; section numbers below are its own.
"""

import hashlib
import mmap
import os
import re
import struct
import sys
from math import comb

SCORES, DISTANCES = 1, 2
_NAMES = {SCORES: "layer-%03d.granary", DISTANCES: "layer-%03d.distances.granary"}
_PAGE = 4096
_BLOCK = 1 << 16
_PIECE = 1 << 20
_HEADER = struct.Struct("<8sHHIQIIQIiIBB")


class Refused(Exception):
    """A file that is damaged, of another version or of an unknown game. Nothing of its database is used."""


def _need(condition, path, what):
    if not condition:
        raise Refused(f"{path}: {what}")


# Section 1: the manifest


def _number(word, digits):
    """Returns a number of at most so many digits, or None."""
    plain = re.fullmatch("0|[1-9][0-9]*", word) and len(word) <= digits
    return int(word) if plain else None


def _read_manifest(path):
    """Returns the game and the files that are listed: by quantity and layer, their length and digest."""
    try:
        with open(path, "rb") as file:
            content = file.read(_PIECE + 1)
    except FileNotFoundError:
        raise Refused(f"{path}: there is no manifest") from None
    _need(len(content) <= _PIECE, path, f"more than {_PIECE} bytes")
    _need(re.fullmatch(rb"[ -~\n]*", content), path, "a byte that is not printable ASCII")
    _need(content.startswith(b"granary "), path, "not a manifest")
    lines = content.decode("ascii").split("\n")
    _need(lines[0] == "granary 2", path, "not of version 2")
    _need(len(lines) > 2 and lines[-1] == "", path, "no line feed at the end")
    body = content[: -len(lines[-2]) - 1]
    _need(lines[-2] == "checksum %08x" % _crc(body), path, "wrong checksum")

    games, parameters, files = [], {}, {SCORES: {}, DISTANCES: {}}
    for line in lines[1:-2]:
        word, *words = line.split(" ")
        arguments = {"game": 1, "parameter": 2, "scores": 3, "distances": 3}.get(word)
        _need(word not in ("granary", "checksum"), path, f"a second line {word}")
        _need(arguments in (None, len(words)), path, f"more or fewer words: {line}")
        if word == "game":
            games.append(words[0])
        elif word == "parameter":
            _need(words[0] not in parameters, path, f"a second line: {line}")
            parameters[words[0]] = words[1]
        elif word in ("scores", "distances"):
            layer, length = _number(words[0], 9), _number(words[1], 18)
            listed = files[SCORES if word == "scores" else DISTANCES]
            _need(layer is not None and length is not None, path, f"not a number: {line}")
            _need(re.fullmatch("[0-9a-f]{64}", words[2]), path, f"not a digest: {line}")
            _need(layer not in listed, path, f"a second line: {line}")
            listed[layer] = length, bytes.fromhex(words[2])

    _need(len(games) == 1 and games[0] in _GAMES, path, "no game that is known, or several")
    kind = _GAMES[games[0]]
    _need(set(parameters) == set(kind.parameters), path, "not the parameters of the game")
    values = [parameters[name] for name in kind.parameters]
    try:
        game = kind(*values)
    except ValueError as e:
        raise Refused(f"{path}: {e}") from None
    game.identity = " ".join([games[0]] + [f"{name}={parameters[name]}" for name in kind.parameters])
    for layer in list(files[SCORES]) + list(files[DISTANCES]):
        _need(layer <= game.last_layer, path, f"the game has no layer {layer}")
    for layer in files[DISTANCES]:
        _need(layer in files[SCORES], path, f"distances without scores of layer {layer}")
    return game, files


# Section 2: layer files


def _crc_table():
    table = list(range(256))
    for _ in range(8):
        table = [value >> 1 ^ (0x82F63B78 if value & 1 else 0) for value in table]
    return table


_CRC = _crc_table()


def _crc(data):
    """Returns the CRC-32C of bytes."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _CRC[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def _packing(radix, unit):
    """Returns k and m, the values in a group and its bits, a multiple of the unit."""
    best = 0, 1
    for m in range(unit, 57, unit):
        k = 0
        while radix ** (k + 1) <= 1 << m:
            k += 1
        if m * best[0] < best[1] * k:
            best = k, m
    return best


class Table:
    """The values of a layer by offset: `len(table)` positions, `table[offset]`, `for value in table`."""

    def __init__(self, path, game, quantity, layer, listed, below):
        """Opens a file of the length and digest that are listed; `below` is the digest of its basis, if it is known."""
        self.path = path
        self._length, self._digest = listed
        with open(path, "rb") as file:
            page = file.read(_PAGE)
            _need(page[:8] == b"GRANARY\n", path, "not a layer file")
            _need(len(page) == _PAGE, path, "ends in the header")
            (_, major, _, page_length, length, in_layer, of, positions, encoding, minimum, radix, k, m) = (
                _HEADER.unpack_from(page)
            )
            _need(major == 2, path, f"version {major}, not 2")
            _need(struct.unpack_from("<I", page, 4092)[0] == _crc(page[:4092]), path, "wrong checksum of the header")
            _need(page_length == _PAGE, path, f"a header of {page_length} bytes")
            _need((in_layer, of) == (layer, quantity), path, f"quantity {of} of layer {in_layer}")
            _need(positions == game.size(layer), path, f"{positions} positions, not {game.size(layer)}")
            _need(encoding == quantity, path, f"encoding {encoding}")
            unit = 8 if encoding == 1 else 1
            _need(2 <= radix <= 65536, path, f"radix {radix}")
            least, most = game.bounds(layer)
            if quantity == SCORES:
                _need((minimum, radix) == (least, max(2, most - least + 1)), path, f"minimum {minimum}, radix {radix}")
            _need(quantity == SCORES or minimum == 0, path, f"minimum {minimum}, not 0")
            _need((k, m * unit) == _packing(radix, unit), path, f"{k} values in {m * unit} bits")
            _need(below is None or page[64:96] == below, path, "built on another file than the one that is listed")
            text = struct.unpack_from("<H", page, 1024)[0]
            _need(text <= 3000, path, f"an identity line of {text} characters")
            _need(page[1026 : 1026 + text] == game.identity.encode("ascii"), path, f"not of {game.identity}")

            self._data_length = (((positions + k - 1) // k * m * unit + 7) // 8 + 15) // 8 * 8
            self._blocks = (self._data_length + _BLOCK - 1) // _BLOCK
            expected = _PAGE + self._data_length + 4 * self._blocks
            real = os.fstat(file.fileno()).st_size
            _need(length == expected == real == self._length, path, f"{real} bytes, not {expected}")
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._positions, self._minimum, self._radix, self._k, self._bits = positions, minimum, radix, k, m * unit
        self._powers = [radix**j for j in range(k)]

    def __len__(self):
        return self._positions

    def __getitem__(self, offset):
        if not 0 <= offset < self._positions:
            raise IndexError(f"{self.path} has the offsets 0 to {self._positions - 1}, not {offset}")
        group, digit = divmod(offset, self._k)
        byte, bit = divmod(group * self._bits, 8)
        number = int.from_bytes(self._bytes[_PAGE + byte : _PAGE + byte + 8], "little") >> bit & (1 << self._bits) - 1
        return self._minimum + number // self._powers[digit] % self._radix

    def check_blocks(self):
        """Refuses the file when a block has another checksum than the file's own table says. Some 10 MB a second."""
        for block in range(self._blocks):
            begin = _PAGE + block * _BLOCK
            end = min(begin + _BLOCK, _PAGE + self._data_length)
            said = struct.unpack_from("<I", self._bytes, _PAGE + self._data_length + 4 * block)[0]
            _need(_crc(self._bytes[begin:end]) == said, self.path, f"wrong checksum of block {block}, offset {begin}")

    def check_digest(self):
        """Refuses the file when it has another digest than the manifest says."""
        digest = hashlib.sha256(hashlib.sha256(self._bytes[:_PAGE]).digest())
        for begin in range(_PAGE, len(self._bytes), _PIECE):
            digest.update(hashlib.sha256(self._bytes[begin : begin + _PIECE]).digest())
        _need(digest.digest() == self._digest, self.path, "another digest than the manifest says")

    def close(self):
        """Lets go of the file."""
        self._bytes.close()


# Section 3: the games. Each has the names of its parameters, its last layer, and of a layer the number of positions and
# the least and greatest score; locate() returns layer and offset of a position, or raises a ValueError.


class Awari:
    """A position is the seeds in all pits, the mover's first, in the order of sowing."""

    parameters = "pits", "rules"

    def __init__(self, pits, rules):
        if not re.fullmatch("[2-8]", pits) or rules not in ("olympiad", "strict", "abapa"):
            raise ValueError(f"no awari of {pits} pits and rules {rules}")
        self._pits = 2 * int(pits)
        self.last_layer = 64 - self._pits

    def size(self, layer):
        return comb(layer + self._pits - 1, self._pits - 1)

    def bounds(self, layer):
        return -layer, layer

    def locate(self, position):
        layer = sum(position)
        if len(position) != self._pits or min(position) < 0 or layer > self.last_layer:
            raise ValueError(f"not a board of {self._pits} pits and up to {self.last_layer} seeds: {position}")
        rank, b = 0, -1
        for pit, seeds in enumerate(position, 1):
            b += seeds + 1
            rank += comb(b, pit)
        return layer, rank - comb(layer + self._pits - 1, self._pits)


class Chain:
    """A position is the sizes of the groups, greatest first."""

    parameters = ("rules",)
    last_layer = 100

    def __init__(self, rules):
        if rules not in ("direct", "inverse"):
            raise ValueError(f"no chain of rules {rules}")
        top = self.last_layer
        self._partitions = [[1] + [0] * top]
        for k in range(1, top + 1):
            row = self._partitions[-1].copy()
            for s in range(k, top + 1):
                row[s] += row[s - k]
            self._partitions.append(row)

    def size(self, layer):
        return self._partitions[layer][layer]

    def bounds(self, layer):
        return -layer, layer

    def locate(self, position):
        layer = sum(position)
        if sorted(position, reverse=True) != list(position) or min(position, default=1) < 1 or layer > self.last_layer:
            raise ValueError(f"not a partition of up to {self.last_layer} chips: {position}")
        return layer, sum(self._partitions[a - 1][sum(position[i:])] for i, a in enumerate(position))


class Chomp:
    """A position is the lengths of all rows, the top row first."""

    parameters = "rows", "columns"

    def __init__(self, rows, columns):
        self._rows, self._columns = _number(rows, 2), _number(columns, 2)
        if not all(number and number <= 20 for number in (self._rows, self._columns)):
            raise ValueError(f"no bar of {rows} rows and {columns} columns")
        self.last_layer = self._rows * self._columns
        # By parts and greatest part, the number of ways to write each sum.
        empty = [1] + [0] * self.last_layer
        self._ways = [[empty for _ in range(self._columns + 1)]]
        for _ in range(self._rows):
            ways = [empty]
            for k in range(1, self._columns + 1):
                fewer = [0] * k + self._ways[-1][k]
                ways.append([a + b for a, b in zip(ways[-1], fewer)])
            self._ways.append(ways)

    def size(self, layer):
        return self._ways[self._rows][self._columns][layer]

    def bounds(self, layer):
        return -layer, layer

    def locate(self, position):
        descending = sorted(position, reverse=True) == list(position)
        if len(position) != self._rows or not descending or position[-1] < 0 or position[0] > self._columns:
            raise ValueError(f"not {self._rows} rows of up to {self._columns} squares, longest first: {position}")
        offset = 0
        for i, a in enumerate(position):
            if a > 0:
                offset += self._ways[self._rows - i][a - 1][sum(position[i:])]
        return sum(position), offset


class Chexers:
    """A position is the hexes of the pieces, each as q and r one after the other: q r q r."""

    parameters = "colour", "blocks"

    def __init__(self, colour, blocks):
        hexes = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
        names = [f"{q},{r}" for q, r in hexes]
        blocked = [] if blocks == "none" else blocks.split(";")
        # Those of the board that are named, in the board's order, must be what is named.
        if colour not in ("red", "green", "blue") or [name for name in names if name in blocked] != blocked:
            raise ValueError(f"no Chexers of colour {colour} and blocks {blocks}")
        free = [one for one, name in zip(hexes, names) if name not in blocked]
        self._numbers = {one: number for number, one in enumerate(free)}
        self.last_layer = min(4, len(free))

    def size(self, layer):
        return comb(len(self._numbers), layer)

    def bounds(self, layer):
        return -1 if layer else 0, 27 * layer

    def locate(self, position):
        pieces = list(zip(position[::2], position[1::2]))
        numbers = sorted({self._numbers.get(one, -1) for one in pieces})
        if 2 * len(numbers) != len(position) or len(numbers) > self.last_layer or -1 in numbers:
            raise ValueError(f"not up to {self.last_layer} free hexes, each once: {position}")
        return len(numbers), sum(comb(number, i) for i, number in enumerate(numbers, 1))


_GAMES = {"awari": Awari, "chain": Chain, "chomp": Chomp, "chexers": Chexers}


class Database:
    """A database, its files mapped. Use it in a `with` statement or close it. Any number of threads may share it."""

    def __init__(self, directory):
        """Opens all files that are listed; raises Refused when one is damaged or does not belong to the others."""
        directory = os.fspath(directory)
        self.game, listed = _read_manifest(os.path.join(directory, "granary.manifest"))
        self.tables = {SCORES: {}, DISTANCES: {}}
        try:
            for quantity, files in listed.items():
                for layer in sorted(files):
                    path = os.path.join(directory, _NAMES[quantity] % layer)
                    below = listed[SCORES].get(layer - 1 if quantity == SCORES else layer, (0, None))[1]
                    if (quantity, layer) == (SCORES, 0):
                        below = bytes(32)
                    try:
                        table = Table(path, self.game, quantity, layer, files[layer], below)
                    except FileNotFoundError:
                        _need(quantity == DISTANCES, path, "is missing")
                    else:
                        self.tables[quantity][layer] = table
        except BaseException:
            self.close()
            raise

    @property
    def identity(self):
        """The game with its parameters, such as `awari pits=6 rules=olympiad`."""
        return self.game.identity

    def score(self, position):
        """Returns the score of a position.

        Raises ValueError when it is none of the game, and LookupError when the database does not have its layer.
        """
        return self._value(SCORES, position)

    def distance(self, position):
        """Returns the distance to conversion of a position, in plies; raises like score()."""
        return self._value(DISTANCES, position)

    def _value(self, quantity, position):
        layer, offset = self.game.locate(position)
        table = self.tables[quantity].get(layer)
        if table is None:
            raise LookupError(f"the database has no {_NAMES[quantity] % layer}")
        return table[offset]

    def check(self):
        """Reads every file; raises Refused when a checksum or digest is wrong."""
        for tables in self.tables.values():
            for table in tables.values():
                table.check_blocks()
                table.check_digest()

    def close(self):
        """Lets go of the files."""
        for tables in self.tables.values():
            for table in tables.values():
                table.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _main(directory, *position):
    try:
        with Database(directory) as database:
            position = [int(word) for word in position]
            print("score", database.score(position))
            if database.game.locate(position)[0] in database.tables[DISTANCES]:
                print("distance", database.distance(position))
    except (Refused, OSError, ValueError, LookupError) as e:
        sys.exit(f"granary.py: {e}")


if __name__ == "__main__":
    _main(*sys.argv[1:])
