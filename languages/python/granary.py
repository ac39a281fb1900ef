"""Reads Granary databases: scores, distances to conversion, and bounds, of positions of awari, chain, Chomp and Chexers.

    with granary.Database("db") as database:
        database.score([1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2])  # -2
        database.moves([1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2])

It needs Python 3.9 or newer and nothing else. `format-spec.md` describes the files; section numbers below are its own.
"""

import hashlib
import http.client
import mmap
import os
import re
import stat
import struct
import sys
import urllib.error
import urllib.request
from collections import Counter
from functools import wraps
from math import comb, inf
from operator import index, mul
from typing import NamedTuple

SCORES, DISTANCES, _COMPRESSED, BOUNDS = 1, 2, 3, 4
_NAMES = {
    SCORES: "layer-%03d.granary",
    DISTANCES: "layer-%03d.distances.granary",
    _COMPRESSED: "layer-%03d.compressed.granary",
    BOUNDS: "layer-%03d.bounds.granary",
}
_WORDS = {"scores": SCORES, "distances": DISTANCES, "compressed": _COMPRESSED, "bounds": BOUNDS}
_PAGE = 4096
_CHUNK = 1 << 16
_SEGMENT = 1 << 20
_MANIFEST = 1 << 20
_VERSION = 4
_HEADER = struct.Struct("<8sHHIQIIQ4xi")


class DatabaseError(Exception):
    """Something is wrong with a database or with what was asked of it. The subclasses differ by what helps."""


class MissingLayerError(DatabaseError, LookupError):
    """The database does not have a layer that is needed: build it, or copy its file."""


class DamagedFileError(DatabaseError):
    """A file is damaged, or is not the one that belongs there: repair the database, or copy the file again."""


class UnsupportedDatabaseError(DatabaseError):
    """There is no database, or one of another version or an unknown game: use another path or program."""


class ReadFaultError(DatabaseError):
    """The disk, the server or the network failed: try again."""


def _need(condition, path, what, error=DamagedFileError):
    if not condition:
        raise error(f"{path}: {what}")


_PATIENCE = 30  # seconds
_WHOLE = 1 << 20  # the longest file that is taken whole from a server that does not give parts of it


def _ask(address, most, **headers):
    """Returns status, headers and up to a number of bytes of the answer of a web server."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=_PATIENCE) as answer:
            return answer.status, answer.headers, answer.read(most)
    except urllib.error.HTTPError as e:
        if e.code in (404, 410):
            raise FileNotFoundError(f"{address}: status {e.code}") from None
        if e.code == 416:
            raise DamagedFileError(f"{address}: status 416: a file without these bytes") from None
        raise ReadFaultError(f"{address}: status {e.code} {e.reason}") from None
    except (OSError, http.client.HTTPException) as e:
        raise ReadFaultError(f"{address}: {getattr(e, 'reason', None) or e or type(e).__name__}") from None


class _FarFile:
    """A file on a web server, used like mapped bytes. It asks for the header, and for 64 KiB at a time when they are first used."""

    _KEPT = 1024

    def __init__(self, address, length):
        self._address, self._parts, self._length, self._version = address, {}, length, None
        self._part(0)

    def _span(self, number):
        begin, end = (0, _PAGE) if number == 0 else (_PAGE + (number - 1) * _CHUNK, _PAGE + number * _CHUNK)
        return begin, min(end, max(self._length, 1))

    def _part(self, number):
        data = self._parts.get(number)
        if data is None:
            if len(self._parts) >= self._KEPT:
                self._parts = {}
            data = self._parts[number] = self._asked(*self._span(number))
        return data

    def _asked(self, begin, end):
        """Returns bytes of the file as listed. A file of another length is damaged; other wrong answers are the server's fault."""
        status, headers, data = _ask(self._address, _WHOLE + 1, Range=f"bytes={begin}-{end - 1}")
        version = headers.get("ETag"), headers.get("Last-Modified")
        is_same = self._version in (None, version)
        self._need(is_same, "was replaced while it was open; open it again")
        self._version = version
        if status == 200:
            self._need(len(data) <= _WHOLE, "status 200: the server gives no parts of files")
            announced = headers.get("Content-Length", str(len(data)))
            self._need(announced == str(len(data)), f"{len(data)} bytes of {announced} arrived")
            self._need(len(data) == self._length, f"{len(data)} bytes, not {self._length}", DamagedFileError)
            return data[begin:end]
        self._need(status == 206, f"status {status}")
        part = re.fullmatch(r"(?i:bytes) ([0-9]+)-([0-9]+)/([0-9]+|\*)", headers.get("Content-Range", ""))
        self._need(part, "an answer without Content-Range")
        first, last, length = part.groups()
        self._need(length in ("*", str(self._length)), f"{length} bytes, not {self._length}", DamagedFileError)
        is_asked = (int(first), int(last) + 1) == (begin, end)
        self._need(is_asked and len(data) == end - begin, f"not the bytes {begin} to {end - 1} of {self._length}")
        return data

    def _need(self, condition, what, error=ReadFaultError):
        _need(condition, self._address, what, error)

    def __len__(self):
        return self._length

    def __getitem__(self, index):
        if not isinstance(index, slice):
            return self[index : index + 1][0]
        begin, end, _ = index.indices(self._length)
        pieces, at = [], begin
        while at < end:
            number = 0 if at < _PAGE else 1 + (at - _PAGE) // _CHUNK
            first, last = self._span(number)
            pieces.append(self._part(number)[at - first : end - first])
            at = last
        return b"".join(pieces)

    def read(self, count):
        return self[:count]

    def close(self):
        self._parts = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def _is_address(directory):
    address = re.match("https?://[^/]*", directory)
    if address and "@" in address[0]:
        raise ValueError("addresses with a user name or password are not read")
    return address is not None


def _join(directory, name):
    return directory.rstrip("/") + "/" + name if _is_address(directory) else os.path.join(directory, name)


def _mapped(file):
    """Returns the bytes of an open file, read when they are used."""
    return file if isinstance(file, _FarFile) else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _open(path, length):
    """Opens a regular file, also through links, or one of that length at an address. Refuses others: a pipe would make the program wait."""
    if _is_address(path):
        return _FarFile(path, length)
    try:
        _need(stat.S_ISREG(os.stat(path).st_mode), path, "not a regular file", ReadFaultError)
        return open(path, "rb")
    except FileNotFoundError:
        raise
    except OSError as e:
        raise ReadFaultError(f"{path}: {e.strerror}") from None


# Section 4: the manifest


def _number(word, digits):
    """Returns a number of at most that many digits, or None."""
    return int(word) if re.fullmatch("0|[1-9][0-9]*", word) and len(word) <= digits else None


def _read_manifest(path):
    """Returns the game, and the length and digest of each listed file by quantity and layer."""
    try:
        if _is_address(path):
            content = _ask(path, _MANIFEST + 1)[2]
        else:
            with _open(path, None) as file:
                content = file.read(_MANIFEST + 1)
    except FileNotFoundError as e:
        raise UnsupportedDatabaseError(f"{path}: there is no manifest" if e.errno else f"{e}: no database is there") from None
    _need(len(content) <= _MANIFEST, path, f"more than {_MANIFEST} bytes")
    _need(content.startswith(b"granary "), path, "not a manifest")
    lines = content.decode("latin-1").split("\n")
    _need(len(lines) > 2 and lines[-1] == "", path, "no line feed at the end")
    body = content[: -len(lines[-2]) - 1]
    _need(lines[-2] == "checksum %08x" % _crc(body), path, "wrong checksum")
    _need(lines[0] == f"granary {_VERSION}", path, f"not of version {_VERSION}", UnsupportedDatabaseError)
    _need(re.fullmatch(rb"[ -~\n]*", content), path, "a byte that is not printable ASCII")

    games, parameters, files = [], {}, {quantity: {} for quantity in _NAMES}
    for line in lines[1:-2]:
        word, *words = line.split(" ")
        arguments = {"game": 1, "parameter": 2, **dict.fromkeys(_WORDS, 3)}.get(word)
        _need(word not in ("granary", "checksum"), path, f"a second line {word}")
        _need(arguments in (None, len(words)), path, f"more or fewer words: {line}")
        if word == "game":
            games.append(words[0])
        elif word == "parameter":
            _need(words[0] not in parameters, path, f"a second line: {line}")
            parameters[words[0]] = words[1]
        elif word in _WORDS:
            layer, length = _number(words[0], 9), _number(words[1], 18)
            listed = files[_WORDS[word]]
            _need(layer is not None and length is not None, path, f"not a number: {line}")
            _need(re.fullmatch("[0-9a-f]{64}", words[2]), path, f"not a digest: {line}")
            _need(layer not in listed, path, f"a second line: {line}")
            listed[layer] = length, bytes.fromhex(words[2])

    _need(len(games) == 1, path, "no game, or several")
    _need(games[0] in _GAMES, path, f"the game {games[0]} is not known", UnsupportedDatabaseError)
    kind = _GAMES[games[0]]
    is_known = set(parameters) == set(kind.parameters)
    _need(is_known, path, "not the parameters of the game", UnsupportedDatabaseError)
    values = [parameters[name] for name in kind.parameters]
    try:
        game = kind(*values)
    except ValueError as e:
        raise UnsupportedDatabaseError(f"{path}: {e}") from None
    game.identity = " ".join([games[0]] + [f"{name}={parameters[name]}" for name in kind.parameters])
    for layer in (layer for listed in files.values() for layer in listed):
        _need(layer <= game.last_layer, path, f"the game has no layer {layer}")
    _need(not files[_COMPRESSED] or kind is Awari, path, f"compressed scores of {games[0]}")
    _need(not files[_COMPRESSED] or game.pits <= 12, path, "compressed scores of more than 6 pits a side")
    _need(0 not in files[_COMPRESSED], path, "compressed scores of layer 0")
    _need(files[_COMPRESSED].keys().isdisjoint(files[SCORES]), path, "a layer both packed and compressed")
    _need(not files[DISTANCES] or kind is Awari, path, f"distances of {games[0]}, whose scores tell them")
    _need(not files[BOUNDS] or kind is Awari, path, f"bounds of {games[0]}, which has none")
    for layer in {*files[DISTANCES], *files[BOUNDS]}:
        what = f"distances or bounds without scores of layer {layer}"
        _need(layer in files[SCORES] or layer in files[_COMPRESSED], path, what)
    return game, files


# Sections 5 and 6: layer files


def _crc_table():
    table = list(range(256))
    for _ in range(8):
        table = [value >> 1 ^ (0x82F63B78 if value & 1 else 0) for value in table]
    return table


_STRETCH = 64
_CRC = _crc_table()
_CRC_BYTES = [bytes(value >> shift & 255 for value in _CRC) for shift in (0, 8, 16, 24)]


def _crc_on(crc, data):
    """Returns a checksum that is continued by some bytes, one by one."""
    for byte in data:
        crc = _CRC[(crc ^ byte) & 255] ^ crc >> 8
    return crc


# What each byte of a checksum becomes when a number of zeros follow.
_CRC_SKIP = [[_crc_on(value << shift, bytes(_STRETCH)) for value in range(256)] for shift in (0, 8, 16, 24)]


def _crc(data):
    """Returns the CRC-32C of bytes.

    Stretches are worked on side by side by operations on long numbers, and then put together: the checksum of a sum is
    the sum of the checksums. That takes a tenth of the time of one byte after the other.
    """
    count = len(data) // _STRETCH
    low, *higher = [int.from_bytes(b"\xff"[:count], "little")] * 4
    for i in range(_STRETCH):
        column = int.from_bytes(data[i : count * _STRETCH : _STRETCH], "little")
        index = (low ^ column).to_bytes(count, "little")
        entries = [int.from_bytes(index.translate(table), "little") for table in _CRC_BYTES]
        low, *higher = [entry ^ above for entry, above in zip(entries, higher + [0])]
    words = bytearray(4 * count)
    for i, plane in enumerate([low] + higher):
        words[i::4] = plane.to_bytes(count, "little")
    a, b, c, d = _CRC_SKIP
    crc = 0 if count else 0xFFFFFFFF
    for (word,) in struct.iter_unpack("<I", words):
        crc = a[crc & 255] ^ b[crc >> 8 & 255] ^ c[crc >> 16 & 255] ^ d[crc >> 24] ^ word
    return _crc_on(crc, data[count * _STRETCH :]) ^ 0xFFFFFFFF


def _packing(radix):
    """Returns k and b, the values in a group and its bits."""
    best = 0, 1
    for b in range(1, 57):
        k = 0
        while radix ** (k + 1) <= 1 << b:
            k += 1
        if k and b * best[0] <= best[1] * k:
            best = k, b
    return best


def _pairs(seeds):
    """Returns the number of pairs of what both sides can force."""
    return (seeds + 1) * (seeds + 2) // 2


class _LayerFile:
    """What the files of all quantities have in common. A kind of file reads the rest of the header."""

    def __init__(self, path, game, quantity, layer, listed):
        """Opens a file of the length and digest that are listed."""
        self.path = path
        self._length, self._digest = listed
        with _open(path, self._length) as file:
            page = file.read(_PAGE)
            _need(page[:8] == b"GRANARY\n", path, "not a layer file")
            _need(len(page) == _PAGE, path, "ends in the header")
            _, major, _, page_length, length, in_layer, of, positions, minimum = _HEADER.unpack_from(page)
            _need(struct.unpack_from("<I", page, 4092)[0] == _crc(page[:4092]), path, "wrong checksum of the header")
            _need(major == _VERSION, path, f"version {major}, not {_VERSION}", UnsupportedDatabaseError)
            _need(page_length == _PAGE, path, f"a header of {page_length} bytes")
            is_known = of == _COMPRESSED if quantity == _COMPRESSED else of in (SCORES, DISTANCES, BOUNDS)
            _need(is_known, path, f"quantity {of}", UnsupportedDatabaseError)
            _need((in_layer, of) == (layer, quantity), path, f"quantity {of} of layer {in_layer}")
            _need(positions == game.size(layer), path, f"{positions} positions, not {game.size(layer)}")
            self._positions, self._minimum = positions, minimum
            expected = self._read_header(game, quantity, layer, page)
            text = struct.unpack_from("<H", page, 1024)[0]
            _need(text <= 3000, path, f"an identity line of {text} characters")
            _need(page[1026 : 1026 + text] == game.identity.encode("ascii"), path, f"not of {game.identity}")
            real = len(file) if isinstance(file, _FarFile) else os.fstat(file.fileno()).st_size
            _need(length == expected == real == self._length, path, f"{real} bytes, not {expected}")
            self._bytes = _mapped(file)

    def __len__(self):
        return self._positions

    def __getitem__(self, rank):
        if not 0 <= rank < self._positions:
            raise IndexError(f"{self.path} has the ranks 0 to {self._positions - 1}, not {rank}")
        return self._value(rank)

    def check_digest(self):
        """Refuses the file when it has another digest than the manifest says."""
        digest = hashlib.sha256(hashlib.sha256(self._bytes[:_PAGE]).digest())
        for begin in range(_PAGE, len(self._bytes), _SEGMENT):
            digest.update(hashlib.sha256(self._bytes[begin : begin + _SEGMENT]).digest())
        _need(digest.digest() == self._digest, self.path, "another digest than the manifest says")

    def close(self):
        """Closes the file."""
        self._bytes.close()


class Table(_LayerFile):
    """The values of a layer by rank: `len(table)` positions, `table[rank]`, `for value in table`.

    The first use of a chunk of 64 KiB compares its checksum, in a millisecond; DamagedFileError is raised when it is wrong.
    """

    def _read_header(self, game, quantity, layer, page):
        radix, k, b = struct.unpack_from("<IBB", page, 48)
        self.built_on = page[64:96]
        _need(2 <= radix <= 65536, self.path, f"radix {radix}")
        least, most = 0, _pairs(layer) - 1 if quantity == BOUNDS else radix - 1
        if quantity == SCORES:
            least, most = game.bounds(layer)
        expected = least, max(2, most - least + 1)
        self._has_one_value = least == most
        _need((self._minimum, radix) == expected, self.path, f"minimum {self._minimum}, radix {radix}")
        _need((k, b) == _packing(radix), self.path, f"{k} values in {b} bits")
        self._radix, self._k, self._bits = radix, k, b
        self._powers = [radix**j for j in range(k)]
        self._data_length = (((self._positions + k - 1) // k * b + 7) // 8 + 15) // 8 * 8
        self._chunks = (self._data_length + _CHUNK - 1) // _CHUNK
        self._checked = bytearray(self._chunks)
        return _PAGE + self._data_length + 4 * self._chunks

    def _value(self, rank):
        group, digit = divmod(rank, self._k)
        begin = group * self._bits
        first, last = begin // (8 * _CHUNK), (begin + self._bits - 1) // (8 * _CHUNK)
        if not (self._checked[first] and self._checked[last]):
            self._check(first)
            self._check(last)
        byte, bit = divmod(begin, 8)
        number = int.from_bytes(self._bytes[_PAGE + byte : _PAGE + byte + 8], "little") >> bit & (1 << self._bits) - 1
        return self._minimum + number // self._powers[digit] % self._radix

    def _check(self, chunk):
        begin = _PAGE + chunk * _CHUNK
        end = min(begin + _CHUNK, _PAGE + self._data_length)
        place = _PAGE + self._data_length + 4 * chunk
        said = int.from_bytes(self._bytes[place : place + 4], "little")
        what = f"wrong checksum of chunk {chunk}, from byte {begin} on; copy the file again or run granary repair"
        _need(_crc(self._bytes[begin:end]) == said, self.path, what)
        _need(not (self._has_one_value and self._bytes[begin] & 1), self.path, "a value that the layer does not have")
        self._checked[chunk] = 1

    def check_data(self):
        """Refuses the file when a chunk has another checksum than the file's own table says. Some 50 MB a second."""
        for chunk in range(self._chunks):
            self._check(chunk)


# Sections 8 and 9: compressed layers

_COMPRESSED_BLOCK, _HALF = 256, 128
_INDEXED = 4096
_RAW = 255
_TABLE = 2048
_REMEMBERED = 64
_NEIGHBOURS = (0, 1, 1), (1, 2, 1), (0, 2, 1), (2, 3, 1), (1, 3, 1), (3, 4, 1), (2, 4, 1), (0, 3, 1), (0, 1, 2)
_DAMAGED = "; copy the file again or run granary repair"


def _chain(board, pit, lowest):
    """Returns the seeds, with one more in each, of the pits from one down that hold 1 or 2."""
    seeds = 0
    while pit >= lowest and 1 <= board[pit] <= 2:
        seeds += board[pit] + 1
        pit -= 1
    return seeds


class _Model:
    """The network of a compressed layer. A row is a number with 32 bits for each of its 16-bit numbers, so that rows can be added."""

    def __init__(self, path, pits, layer, units, data):
        def row():
            return struct.unpack_from(f"<{units}h", data, at)

        def number():
            return sum((value & 0xFFFF) << 32 * i for i, value in enumerate(row()))

        nodes = 2 * layer
        self._units, self._neighbours = units, _NEIGHBOURS[: 5 if pits == 4 else 9]
        self._pits, self._layer, self.none = pits, layer, 2 * layer + 1
        self._table = struct.unpack_from(f"<{_TABLE}H", data)
        self._nodes, at = [], 2 * _TABLE
        for node in range(nodes):
            self._nodes.append(struct.unpack_from("<hhi", data, at))
            at += 8
            is_tree = all(-1 - nodes <= next < 0 or node < next < nodes for next in self._nodes[-1][:2])
            _need(is_tree, path, f"node {node} of the model leads nowhere" + _DAMAGED)
        self._node_rows = []
        for _ in range(nodes):
            self._node_rows.append(row())
            at += 2 * units
        self._bias = number()
        self._rows = []
        while at < len(data) - 2 * units:
            at += 2 * units
            self._rows.append(number())

    @staticmethod
    def length(pits, layer, units):
        """Returns the length of a model in bytes."""
        rows = (5 if pits == 4 else 9) * (2 * layer + 2) + 400 + pits * (layer + 1) + 64 * (pits - 3)
        return 2 * _TABLE + 2 * layer * (8 + 2 * units) + 2 * units * (1 + rows)

    def see(self, board, values):
        """Returns the units of a board; the values are those of the boards before it in its half of the block."""
        sums = [0]
        for seeds in board:
            sums.append(sums[-1] + seeds)
        total, row, index = self._bias, 0, len(values)
        for i, j, seeds in self._neighbours:
            value = self.none
            if board[i] >= seeds:
                back = seeds * sum(comb(sums[k + 1] + k - 1, k) for k in range(i, j))
                if back <= index:
                    value = values[index - back]
            total += self._rows[row + value]
            row += self.none + 1
        half, pits = self._pits // 2, self._pits
        ends = [i + seeds for i, seeds in enumerate(board[:half]) if seeds]
        capture = max((_chain(board, end, half) for end in ends if half <= end < pits), default=0)
        backs = [i + board[i] - pits for i in range(half, pits)]
        threat = max((_chain(board, end, 0) for end in backs if 0 <= end < half), default=0)
        total += self._rows[row + 20 * capture + threat]
        row += 400
        for seeds in board:
            total += self._rows[row + seeds]
            row += self._layer + 1
        for i in range(2, pits - 1):
            total += self._rows[row + 8 * min(7, board[i]) + min(7, board[i + 1])]
            row += 64
        halves = struct.unpack(f"<{2 * self._units}h", total.to_bytes(4 * self._units, "little"))
        return [unit if unit > 0 else 0 for unit in halves[::2]]

    def decide(self, node, units):
        """Returns the probability of the upper branch of a node, of 65536, and both branches."""
        lower, upper, bias = self._nodes[node]
        product = bias + sum(map(mul, units, self._node_rows[node]))
        product = (product + 0x80000000 & 0xFFFFFFFF) - 0x80000000
        return self._table[max(0, min(_TABLE - 1, (product >> 11) + _TABLE // 2))], lower, upper


class CompressedTable(_LayerFile):
    """The compressed scores of a layer of awari, used as a Table. A lookup decodes a block of 256 scores, in some milliseconds, and remembers it."""

    def __init__(self, path, game, layer, listed, score):
        """As Table; `score` gives the scores of positions in any layer."""
        self._game, self._layer, self._score = game, layer, score
        self._model, self._decoded = None, {}
        super().__init__(path, game, _COMPRESSED, layer, listed)

    def _read_header(self, game, quantity, layer, page):
        (units,) = struct.unpack_from("<I", page, 48)
        self._model_length, self._model_crc, pages = struct.unpack_from("<III", page, 128)
        self.source, self.built_on, self._name = page[64:96], page[96:128], page[64:136]
        _need(self._positions <= 1 << 40, self.path, f"{self._positions} positions")
        _need(self._minimum == -layer, self.path, f"minimum {self._minimum}")
        _need(2 <= units <= 1024 and units % 2 == 0, self.path, f"{units} units")
        expected = _Model.length(game.pits, layer, units)
        _need(self._model_length == expected, self.path, f"a model of {self._model_length} bytes")
        _need(pages > 0, self.path, "no pages")
        self._units, self._pages = units, pages
        self._checked = bytearray(pages)
        self._first_page = _PAGE + (self._model_length + _PAGE - 1) // _PAGE * _PAGE
        self._indexed = (pages + _INDEXED - 1) // _INDEXED
        return self._first_page + pages * _PAGE + 4 * (pages + 1) + 4 * self._indexed

    def _is_stored(self, board):
        half = self._game.pits // 2
        opponents = tuple(board[half:])
        if all(opponents):
            return False
        return any(board[i] and tuple(self._game.sow(board, i)[0][:half]) >= opponents for i in range(half))

    def _value(self, rank):
        board = self._game.unrank(self._layer, rank)
        if self._is_stored(board):
            block, index = divmod(rank, _COMPRESSED_BLOCK)
            values = self._decoded.get(block)
            if values is None:
                if len(self._decoded) >= _REMEMBERED:
                    self._decoded = {}
                values = self._decoded[block] = self._decode(block)
            what = f"no score at rank {rank}" + _DAMAGED
            _need(values[index] <= 2 * self._layer, self.path, what)
            return values[index] - self._layer
        scores, damage = [], None
        for _, captured, after in self._game.moves(board):
            try:
                scores.append(self._game.value(captured, self._score(after)))
            except DamagedFileError as e:
                damage = e  # a layer that is missing, which another move may need, prevails
        if damage:
            raise damage
        return max(scores, default=self._game.end(board))

    def _entry(self, page):
        place = self._first_page + self._pages * _PAGE + 4 * page
        return int.from_bytes(self._bytes[place : place + 4], "little")

    def _take_page(self, page):
        """Returns the number of the first block of a page, and the bytes of its blocks."""
        begin, first = self._first_page + page * _PAGE, self._entry(page)
        data = self._bytes[begin : begin + _PAGE]
        if not self._checked[page]:
            is_right = _crc(self._name + struct.pack("<I", first) + data[4:]) == struct.unpack_from("<I", data)[0]
            what = f"wrong checksum of the page of block {first}, at byte {begin}" + _DAMAGED
            _need(is_right, self.path, what)
            self._checked[page] = 1
        (count,) = struct.unpack_from("<H", data, 4)
        _need(count == self._entry(page + 1) - first, self.path, f"{count} blocks in the page at byte {begin}" + _DAMAGED)
        blocks, at = [], 6 + count
        for i in range(count):
            # Where the lengths go beyond the page, so do the blocks.
            coded = data[6 + i] if 6 + i < _PAGE else 0
            length = coded if coded != _RAW else min(_COMPRESSED_BLOCK, self._positions - (first + i) * _COMPRESSED_BLOCK)
            blocks.append((coded == _RAW, data[at : at + length] if at + length <= _PAGE else None))
            at += length
        return first, blocks

    def _page_of(self, block):
        """Returns the page of a block, by the index behind the directory and the part that it tells: few parts of a file far away."""
        def last(low, end, begin):
            while end - low > 1:
                middle = (low + end) // 2
                low, end = (middle, end) if self._entry(begin + middle) <= block else (low, middle)
            return low

        part = _INDEXED * last(0, self._indexed, self._pages + 1)
        return last(part, min(part + _INDEXED, self._pages), 0)

    def _take_block(self, block):
        """Returns whether a block is raw, and its bytes."""
        first, blocks = self._take_page(self._page_of(block))
        is_there = first <= block < first + len(blocks) and blocks[block - first][1] is not None
        _need(is_there, self.path, f"block {block} is not in its page" + _DAMAGED)
        return blocks[block - first]

    def _read_model(self):
        if self._model is None:
            data = self._bytes[_PAGE : _PAGE + self._model_length]
            _need(_crc(data) == self._model_crc, self.path, "wrong checksum of the model" + _DAMAGED)
            self._model = _Model(self.path, self._game.pits, self._layer, self._units, data)
        return self._model

    def _decode(self, block):
        """Returns the values of a block, 2n + 1 and more for those that are none."""
        model = self._read_model()
        is_raw, data = self._take_block(block)
        first = block * _COMPRESSED_BLOCK
        count = min(_COMPRESSED_BLOCK, self._positions - first)
        if is_raw:
            boards = (self._game.unrank(self._layer, first + i) for i in range(count))
            return [value if self._is_stored(board) else model.none for value, board in zip(data, boards)]
        second = self._decode_half(model, data[::-1], first + _HALF, count - _HALF) if count > _HALF else []
        return self._decode_half(model, data, first, min(count, _HALF)) + second

    def _decode_half(self, model, data, first, count):
        board = list(self._game.unrank(self._layer, first))
        values, low, high, at = [], 0, 0xFFFFFFFF, 4
        code = int.from_bytes(data[:4].ljust(4, b"\0"), "big")
        for _ in range(count):
            if not self._is_stored(board):
                value = model.none
            else:
                units, node = model.see(board, values), 0
                while node >= 0:
                    probability, lower, upper = model.decide(node, units)
                    split = low + ((high - low) * probability >> 16)
                    if code <= split:
                        high, node = split, upper
                    else:
                        low, node = split + 1, lower
                    while low >> 24 == high >> 24:
                        low, high = low << 8 & 0xFFFFFFFF, high << 8 & 0xFFFFFFFF | 255
                        code = code << 8 & 0xFFFFFFFF | (data[at] if at < len(data) else 0)
                        at += 1
                value = -1 - node
            values.append(value)
            pit = next((i for i in range(1, len(board)) if board[i]), None)
            if pit:
                moved, board[0] = board[0], 0
                board[pit] -= 1
                board[pit - 1] += moved + 1
        return values

    def check_data(self):
        """Refuses the file when a checksum is wrong, or blocks are not where they should be. Some 50 MB a second."""
        self._read_model()
        expected = 0
        for page in range(self._pages):
            first, blocks = self._take_page(page)
            _need(first == expected, self.path, f"page {page} begins with block {first}, not {expected}" + _DAMAGED)
            for block, (is_raw, data) in enumerate(blocks, first):
                _need(data is not None, self.path, f"block {block} goes beyond its page" + _DAMAGED)
                for rank in range(block * _COMPRESSED_BLOCK, block * _COMPRESSED_BLOCK + len(data) if is_raw else 0):
                    if data[rank % _COMPRESSED_BLOCK] > 2 * self._layer:
                        self._value(rank)
            expected += len(blocks)
        _need(expected == -(-self._positions // _COMPRESSED_BLOCK), self.path, f"{expected} blocks" + _DAMAGED)


# Sections 7 and 12: the games. Each has the names of its parameters, its last layer, and of a layer the number of positions and
# the least and greatest score. locate() returns layer and rank of a position, or raises a ValueError; unrank() is its inverse; moves() gives
# the legal moves, each with the seeds captured and the position after it; value() is that of a move; order() is greater
# for a score that the mover likes better; end() is the score of a position without a legal move.


def _of_any_type(locate):
    """Makes locate() raise ValueError, not TypeError, also where a position is a string, holds one, or is no sequence."""

    @wraps(locate)
    def located(game, position):
        try:
            return locate(game, position)
        except TypeError:
            raise ValueError(f"{position!r} is no position of the game") from None

    return located


class Awari:
    """A position is the seeds in all pits, the mover's first, in the order of sowing. A move is its pit."""

    parameters = "pits", "rules"

    def __init__(self, pits, rules):
        if not re.fullmatch("[2-8]", pits) or rules not in ("olympiad", "strict", "abapa"):
            raise ValueError(f"no awari of {pits} pits and rules {rules}")
        self.pits = 2 * int(pits)
        self._rules = rules
        self.last_layer = 64 - self.pits

    def moves(self, position):
        half = self.pits // 2
        moves = [(pit, *self._play(position, pit)) for pit in range(half) if position[pit]]
        feeding = [move for move in moves if any(move[2][:half])]
        return feeding if feeding or self._rules != "olympiad" else moves

    def sow(self, position, pit):
        """Returns the board after the seeds of a pit were sown, not turned, and the last pit."""
        board, last = list(map(index, position)), pit
        seeds, board[pit] = board[pit], 0
        while seeds:
            last = (last + 1) % self.pits
            if last != pit:
                board[last] += 1
                seeds -= 1
        return board, last

    def _play(self, position, pit):
        half = self.pits // 2
        board, last = self.sow(position, pit)
        first = last + 1
        while first > half and board[first - 1] in (2, 3):
            first -= 1
        captured = sum(board[first : last + 1])
        if self._rules == "abapa" and captured == sum(board[half:]):
            captured = 0
        if captured:
            board[first : last + 1] = [0] * (last + 1 - first)
        return captured, tuple(board[half:] + board[:half])

    def value(self, captured, score):
        return captured - score

    def order(self, score):
        return score

    def end(self, position):
        keeps = self._rules == "abapa" and any(position[: self.pits // 2])
        rest = sum(map(index, position))
        return rest if keeps else -rest

    def size(self, layer):
        return comb(layer + self.pits - 1, self.pits - 1)

    def bounds(self, layer):
        return -layer, layer

    @_of_any_type
    def locate(self, position):
        position = list(map(index, position))  # NumPy's numbers overflow
        layer = sum(position)
        if len(position) != self.pits or min(position) < 0 or layer > self.last_layer:
            raise ValueError(f"not a board of {self.pits} pits and up to {self.last_layer} seeds: {position}")
        rank, b = 0, -1
        for pit, seeds in enumerate(position, 1):
            b += seeds + 1
            rank += comb(b, pit)
        return layer, rank - comb(layer + self.pits - 1, self.pits)

    def unrank(self, layer, rank):
        """Returns the board at a rank of a layer."""
        b = layer + self.pits - 1
        rest, board = rank + comb(b, self.pits), [0] * self.pits
        for i in range(self.pits, 0, -1):
            above = b
            while comb(b, i) > rest:
                b -= 1
            rest -= comb(b, i)
            if i < self.pits:
                board[i] = above - b
            b -= 1
        board[0] = layer - sum(board)
        return tuple(board)


class _WinLoss:
    """Scores +d and -d: a win or a loss in d moves. Who makes the last move scores `last`."""

    def value(self, _, score):
        return -score + (-1 if score > 0 else 1) if score else self.last

    def order(self, score):
        return score > 0, -score

    def end(self, _):
        return 0


class Chain(_WinLoss):
    """A position is the sizes of the groups, greatest first. A move is a group, the chips taken, a remainder."""

    parameters = ("rules",)
    last_layer = 100

    def __init__(self, rules):
        if rules not in ("direct", "inverse"):
            raise ValueError(f"no chain of rules {rules}")
        self.last = 1 if rules == "direct" else -1
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

    @_of_any_type
    def locate(self, position):
        position = list(map(index, position))
        layer = sum(position)
        if sorted(position, reverse=True) != list(position) or min(position, default=1) < 1 or layer > self.last_layer:
            raise ValueError(f"not a partition of up to {self.last_layer} chips: {position}")
        return layer, sum(self._partitions[a - 1][sum(position[i:])] for i, a in enumerate(position))

    def unrank(self, layer, rank):
        groups, left = [], layer
        while left:
            size = left
            while self._partitions[size - 1][left] > rank:
                size -= 1
            rank -= self._partitions[size - 1][left]
            groups.append(size)
            left -= size
        return tuple(groups)

    def moves(self, position):
        for group in sorted(set(position)):
            others = Counter(position) - Counter([group])
            for taken in range(1, min(2, group) + 1):
                for rest in range((group - taken) // 2 + 1):
                    after = others + Counter([rest, group - taken - rest])
                    yield (group, taken, rest), 0, tuple(sorted((a for a in after.elements() if a), reverse=True))


class Chomp(_WinLoss):
    """A position is the lengths of all rows, the top row first. A move is the row and the column of a square."""

    parameters = "rows", "columns"
    last = -1

    def __init__(self, rows, columns):
        self._rows, self._columns = _number(rows, 2), _number(columns, 2)
        if not all(number and number <= 20 for number in (self._rows, self._columns)):
            raise ValueError(f"no bar of {rows} rows and {columns} columns")
        self.last_layer = self._rows * self._columns
        # The number of partitions of each sum, by number of parts and greatest part.
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

    @_of_any_type
    def locate(self, position):
        position = list(map(index, position))
        descending = sorted(position, reverse=True) == position
        if len(position) != self._rows or not descending or position[-1] < 0 or position[0] > self._columns:
            raise ValueError(f"not {self._rows} rows of up to {self._columns} squares, longest first: {position}")
        rank = 0
        for i, a in enumerate(position):
            if a > 0:
                rank += self._ways[self._rows - i][a - 1][sum(position[i:])]
        return sum(position), rank

    def unrank(self, layer, rank):
        board, left = [], layer
        for row in range(self._rows):
            ways = self._ways[self._rows - row]
            length = min(left, board[-1] if board else self._columns)
            while length and ways[length - 1][left] > rank:
                length -= 1
            rank -= ways[length - 1][left] if length else 0
            left -= length
            board.append(length)
        return tuple(board)

    def moves(self, position):
        for row, length in enumerate(position):
            for column in range(length):
                below = tuple(min(a, column) for a in position[row:])
                yield (row, column), 0, tuple(position[:row]) + below


class Chexers:
    """A position is the hexes of the pieces, each a pair of q and r. A move is a hex, and the next one or None."""

    parameters = "colour", "blocks"

    def __init__(self, colour, blocks):
        hexes = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
        names = [f"{q},{r}" for q, r in hexes]
        blocked = [] if blocks == "none" else blocks.split(";")
        # The blocks must be hexes of the board, each once and in the board's order.
        if colour not in ("red", "green", "blue") or [name for name in names if name in blocked] != blocked:
            raise ValueError(f"no Chexers of colour {colour} and blocks {blocks}")
        free = [one for one, name in zip(hexes, names) if name not in blocked]
        self._blocked = set(hexes) - set(free)
        self._leaves = {
            "red": lambda q, r: q == 3,
            "green": lambda q, r: r == 3,
            "blue": lambda q, r: q + r == -3,
        }[colour]
        self._numbers = {one: number for number, one in enumerate(free)}
        self.last_layer = min(4, len(free))

    def size(self, layer):
        return comb(len(self._numbers), layer)

    def bounds(self, layer):
        return -1 if layer else 0, 27 * layer

    @_of_any_type
    def locate(self, position):
        numbers = sorted({self._numbers.get(tuple(one), -1) for one in position})
        if len(numbers) != len(position) or len(numbers) > self.last_layer or -1 in numbers:
            raise ValueError(f"not up to {self.last_layer} free hexes, each once: {position}")
        return len(numbers), sum(comb(number, i) for i, number in enumerate(numbers, 1))

    def unrank(self, layer, rank):
        free, pieces = list(self._numbers), []
        for i in range(layer, 0, -1):
            number = i - 1
            while comb(number + 1, i) <= rank:
                number += 1
            rank -= comb(number, i)
            pieces.insert(0, free[number])
        return tuple(pieces)

    def moves(self, position):
        pieces = {tuple(one) for one in position}
        obstacles = pieces | self._blocked
        for q, r in sorted(pieces):
            targets = [None] if self._leaves(q, r) else []
            for x, y in (0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1):
                over = (q + x, r + y) in obstacles
                target = (q + 2 * x, r + 2 * y) if over else (q + x, r + y)
                if target in self._numbers and target not in pieces:
                    targets.append(target)
            for target in targets:
                after = pieces - {(q, r)} | ({target} if target else set())
                yield ((q, r), target), 0, tuple(sorted(after))

    def value(self, _, score):
        return score if score < 0 else score + 1

    def order(self, score):
        return score >= 0, -score

    def end(self, position):
        return -1 if position else 0


_GAMES = {"awari": Awari, "chain": Chain, "chomp": Chomp, "chexers": Chexers}


class Board(tuple):
    """A board of awari: a tuple of the seeds in all pits, the mover's first, in the order of sowing."""

    def __new__(cls, seeds, rules="olympiad"):
        """Raises ValueError when the seeds are not a board."""
        board = super().__new__(cls, seeds)
        board.rules = rules
        board._game = Awari(str(len(board) // 2), rules)
        board._game.locate(board)
        return board

    def moves(self):
        """Returns the legal moves: by pit, the seeds captured and the board after it as the opponent sees it."""
        return {pit: (captured, Board(after, self.rules)) for pit, captured, after in self._game.moves(self)}

    def end(self):
        """Returns the score of a board without a legal move."""
        return self._game.end(self)

    def __str__(self):
        """Draws the opponent's pits, from right to left, above the mover's."""
        half = len(self) // 2
        rows = ("opponent", self[:half - 1:-1]), ("to move", self[:half])
        return "\n".join(f"{name:8}" + "".join(f"{seeds:4}" for seeds in row) for name, row in rows)


class Move(NamedTuple):
    """A legal move with its value for the mover."""

    move: object
    """The move: see the game; in awari the pit."""
    captured: int
    score: int
    """The score for the mover, including the seeds captured."""
    distance: object
    """Plies to the next capture or the end, this move included, 0 at score 0; None where the database has none."""
    position: tuple
    """The position after it as the next mover sees it."""


class Bounds(NamedTuple):
    """What the mover gets of the seeds on a board, whatever endless play is worth: at least what he can force, and at most what
    the opponent cannot force. They hold where no earlier position can repeat: at the start of a game, and after a capture."""

    seeds: int
    """The seeds on the board."""
    least: int
    most: int
    """The most; one more than the least where both share an odd seed."""
    is_exact: bool
    """Whether the result is the same whatever endless play is worth."""

    def outcome(self, own_store=0, opponents_store=0):
        """Returns "win", "loss", "draw" or "open" by the seeds that the mover and the opponent have captured. An open game depends
        on the position that repeats."""
        ahead = own_store - opponents_store - self.seeds
        least, most = (ahead + (self.least + self.most if self.is_exact else 2 * one) for one in (self.least, self.most))
        return "win" if least > 0 else "loss" if most < 0 else "draw" if least == most else "open"


_MOST_POSITIONS = 20_000
_MOST_MOVES = 1000


class _Node:
    """A position that was reached when looking ahead: in how many plies a conversion is forced, and what comes after each
    best move, None outside of the layer."""

    def __init__(self, gains):
        self.gains = gains
        self.after = []
        self.plies = inf

    def _plies_by(self, move):
        after = self.after[move]
        return 1 if after is None else 1 + after.plies

    def best_move(self):
        """Returns the index of the move to the nearest conversion for the side that gains, to the farthest for the other."""
        return (min if self.gains else max)(range(len(self.after)), key=self._plies_by)

    def settle(self):
        """Takes over what is known of the positions after it, and returns whether that is new."""
        before = self.plies
        self.plies = self._plies_by(self.best_move()) if self.after else 0
        return self.plies != before


class Database:
    """A database, its files mapped. Use it in a `with` statement or close it. Any number of threads may share it."""

    def __init__(self, directory):
        """Opens all files that are listed, of a directory or of an address, https://host/awari/; raises DatabaseError when one is damaged or does not belong to the others.

        Files that are not there are passed over: see `missing`."""
        self._directory = directory = os.fsdecode(directory)
        self._is_closed = False
        self.missing = []
        """The layers that are listed, and whose scores' files are not there, ascending."""
        self.game, listed = _read_manifest(_join(directory, "granary.manifest"))
        self.tables = {SCORES: {}, DISTANCES: {}, BOUNDS: {}}
        try:
            known = {layer: digest for layer, (_, digest) in listed[SCORES].items()}
            for layer in sorted({*listed[SCORES], *listed[_COMPRESSED]}):
                table = self._open(directory, SCORES if layer in listed[SCORES] else _COMPRESSED, layer, listed)
                if table is None:
                    self.missing.append(layer)
                    continue
                self.tables[SCORES][layer] = table
                known.setdefault(layer, getattr(table, "source", None))
                self._need_built_on(table, known.get(layer - 1) if layer else bytes(32))
            for quantity in DISTANCES, BOUNDS:
                for layer in sorted(listed[quantity].keys() & self.tables[SCORES].keys()):
                    table = self._open(directory, quantity, layer, listed)
                    if table is not None:
                        self.tables[quantity][layer] = table
                        parent = listed[BOUNDS].get(layer - 1, (0, None))[1] if layer else bytes(32)
                        self._need_built_on(table, known[layer] if quantity == DISTANCES else parent)
        except BaseException:
            self.close()
            raise

    def _open(self, directory, quantity, layer, listed):
        path = _join(directory, _NAMES[quantity] % layer)
        try:
            if quantity == _COMPRESSED:
                return CompressedTable(path, self.game, layer, listed[quantity][layer], self.score)
            return Table(path, self.game, quantity, layer, listed[quantity][layer])
        except FileNotFoundError:
            return None  # users copy some of the files alone

    @staticmethod
    def _need_built_on(table, known):
        is_right = known is None or table.built_on == known
        _need(is_right, table.path, "built on another file than the one that is listed")

    def __repr__(self):
        held = f"layers {', '.join(map(str, self.layers))}" if self.layers else "no layers"
        return f"<granary.Database {self._directory!r}: {self.identity}, {held}{', closed' if self._is_closed else ''}>"

    def __reduce__(self):
        raise TypeError("a granary.Database cannot be copied or sent to another process: open it there")

    @property
    def layers(self):
        """The layers whose scores it has, ascending."""
        return sorted(self.tables[SCORES])

    @property
    def identity(self):
        """The game with its parameters, such as `awari pits=6 rules=olympiad`."""
        return self.game.identity

    def score(self, position):
        """Returns the score of a position.

        Raises ValueError when it is none of the game, and MissingLayerError when the database does not have its layer.
        """
        return self._value(SCORES, position)

    def unrank(self, layer, rank):
        """Returns the position of a rank, 0 to len(tables[SCORES][layer]) - 1; the inverse of game.locate().

        Raises ValueError when the game has no such layer or rank.
        """
        layer, rank = index(layer), index(rank)
        if not (0 <= layer <= self.game.last_layer and 0 <= rank < self.game.size(layer)):
            raise ValueError(f"no rank {rank} of layer {layer}")
        return self.game.unrank(layer, rank)

    def get(self, position, default=None):
        """Returns the score of a position, or another value where the database does not have its layer."""
        layer, _ = self.game.locate(position)
        return self.score(position) if layer in self.tables[SCORES] else default

    def distance(self, position):
        """Returns the distance to conversion of a position, in plies; raises like score()."""
        return self._value(DISTANCES, position)

    def bounds(self, position):
        """Returns the Bounds of a position of awari; raises like score(). Where the database has none of its layer, they are the
        score if the rules share the seeds of endless play, olympiad and strict."""
        layer, _ = self.game.locate(position)
        if layer in self.tables[BOUNDS] or not isinstance(self.game, Awari) or self.game._rules == "abapa":
            pair, both = self._value(BOUNDS, position), 0
            while _pairs(both) <= pair:
                both += 1
            least = pair - _pairs(both - 1)
            return Bounds(layer, least, layer - both + least, both == layer)
        twice = layer + self.score(position)
        return Bounds(layer, twice // 2, (twice + 1) // 2, True)

    def _value(self, quantity, position):
        if self._is_closed:
            raise ValueError(f"the database {self._directory} is closed")
        layer, rank = self.game.locate(position)
        table = self.tables[quantity].get(layer)
        if table is None:
            is_listed = quantity == SCORES and layer in self.missing
            why = "is listed, but not there; copy it again or run granary repair" if is_listed else "is not in the database"
            raise MissingLayerError(f"{self._directory}: layer {layer}: {_NAMES[quantity] % layer} {why}")
        return table[rank]

    def moves(self, position):
        """Returns the legal moves, the best first: by score, then the nearer conversion for the side that gains and the
        farther one for the side that loses. Raises like score(), MissingLayerError for positions after moves too."""
        layer, _ = self.game.locate(position)
        has_distances = layer in self.tables[DISTANCES]
        moves = []
        for move, captured, after in self.game.moves(position):
            score = self.game.value(captured, self.score(after))
            distance = None
            if has_distances:
                distance = 1 if captured else 1 + self.distance(after) if score else 0
            moves.append(Move(move, captured, score, distance, after))
        return sorted(moves, key=self._progress, reverse=True)

    def _progress(self, move):
        distance = move.distance or 0
        return self.game.order(move.score), -distance if move.score > 0 else distance if move.score < 0 else 0

    def best_moves(self, position):
        """Returns the moves that keep the score; otherwise as moves()."""
        moves = self.moves(position)
        return [move for move in moves if move.score == moves[0].score]

    def line(self, position):
        """Returns best play of both sides as a list of moves, until the game is over or a position repeats, at most 1000.

        The side that gains plays to the nearest conversion, a capture or the end, that it can force, and the side that
        loses to the farthest. Where the database has no distances, awari is looked ahead for it, which may take
        thousands of lookups. Raises like moves().
        """
        self.game.locate(position)  # before tuple() raises TypeError
        line, seen, position, node, given = [], set(), tuple(position), None, None
        while position not in seen and len(line) < _MOST_MOVES:
            seen.add(position)
            best = self.best_moves(position)
            if not best:
                break
            may_circle = best[0].distance is None and best[0].score and isinstance(self.game, Awari)
            layer, _ = self.game.locate(position)
            if node is None and may_circle and layer != given:
                node = self._looked_ahead(position, best[0].score > 0)
                if node.plies == inf:
                    node, given = None, layer  # there no way is looked for again
            move = node.best_move() if node else 0
            node = node.after[move] if node else None
            line.append(best[move])
            position = best[move].position
        return line

    def _looked_ahead(self, start, gains):
        """Looks up positions of the layer that best moves of both reach, the nearest first, until it is known in how many
        plies the side that gains forces a conversion by the fewest. Returns what is known of the first."""
        layer, _ = self.game.locate(start)
        nodes, looked, level, depth = {start: _Node(gains)}, [], [start], 0
        # What needs fewer plies than were looked ahead cannot be nearer by others.
        while level and nodes[start].plies >= depth:
            reached = []
            for position in level[: _MOST_POSITIONS - len(looked)]:
                node = nodes[position]
                for move in self.best_moves(position):
                    after = move.position
                    if self.game.locate(after)[0] != layer:
                        node.after.append(None)
                        continue
                    if after not in nodes:
                        nodes[after] = _Node(not node.gains)
                        reached.append(after)
                    node.after.append(nodes[after])
                looked.append(node)
            while any([node.settle() for node in reversed(looked)]):
                pass
            level, depth = reached, depth + 1
        return nodes[start]

    def check(self):
        """Reads every file; raises DamagedFileError when a checksum or digest is wrong."""
        for tables in self.tables.values():
            for table in tables.values():
                table.check_data()
                table.check_digest()

    def close(self):
        """Closes the files. A lookup afterwards raises ValueError."""
        self._is_closed = True
        for tables in self.tables.values():
            for table in tables.values():
                table.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _integer(word):
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"'{word}' is not a number") from None


def _main(*words):
    if not words:
        sys.exit("usage: granary.py DIRECTORY PIT ...")
    try:
        directory, *words = words
        position = [tuple(map(_integer, word.split(","))) if "," in word else _integer(word) for word in words]
        with Database(directory) as database:
            print("score", database.score(position))
            if database.game.locate(position)[0] in database.tables[DISTANCES]:
                print("distance", database.distance(position))
            try:
                print("bounds", *database.bounds(position)[1:3])
            except LookupError:
                pass  # the database does not have them
            for move in database.moves(position):
                print("move", move.move, "captures", move.captured, "score", move.score)
    except (DatabaseError, OSError, ValueError) as e:
        sys.exit(f"granary.py: {e}")


if __name__ == "__main__":
    _main(*sys.argv[1:])
