"""Prints the moves of boards and the line from them: moves.py DIRECTORY FILE, as moves.c, with a tab before the line."""

import sys

import granary


def text(move):
    distance = -1 if move.distance is None else move.distance
    return f"{move.move}:{move.captured}:{' '.join(map(str, move.position))}:{move.score}:{distance}"


with granary.Database(sys.argv[1]) as database, open(sys.argv[2]) as boards:
    for board in boards:
        position = [int(word) for word in board.split()]
        moves = "; ".join(text(move) for move in database.moves(position)) or "none"
        print(moves, " ".join(str(move.move) for move in database.line(position)), sep="\t")
