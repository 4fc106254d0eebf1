"""The rows of `moves.txt`: positions, moves to be made by clicks, and the position after them."""

import os

HERE = os.path.dirname(os.path.realpath(__file__))


def rows():
    """Rows of every game: lists of (start, moves, FEN after them)."""
    found, game = {}, None
    with open(os.path.join(HERE, "moves.txt"), encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.startswith("["):
                game = found.setdefault(line.strip("[]"), [])
            elif line and not line.startswith("#"):
                start, moves, after = (field.strip() for field in line.split(";"))
                game.append((start, moves.split(), after))
    return found
