#!/usr/bin/env python3
"""Pictures of XBoard for the documentation: every game after some moves, with a piece picked up.

    JAILBIRD=./jailbird screenshots.py FOLDER [WORD …]
"""

import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import display as displays
from rules import Entered
from xboard_mouse import Game

# Name of the picture, game, start (or none), moves of the person, beginning of the move that is begun.
PICTURES = [
    ("chess", "chess", None, ["e2e4", "g1f3"], "f1"),
    ("prisonbreak", "prisonbreak", "1nbqkb/pp1p1p/2p1p1/3r2/1P1p2/2B1P1/P1PP1P/RN1QKB w - - 0 1", [], "c3"),
    ("prisonersescape", "prisonersescape", None, ["b3b4", "c3c4", "d3d4"], "c2"),
    ("kingsescape", "kingsescape", None, ["e2e4", "b1c3"], "d1"),
    ("anticheckmate", "anticheckmate", None, ["e2e4"], "g1"),
    ("zigzagmadness", "zigzagmadness", None, ["d2d5", "c1g5"], "J@"),
    ("friendly", "friendly", "1mdcffffcdm1/jnglabbquxih/eprkwoo1krpe/7w4/12/12/3t1t6/12/1P2A7/E1RKWOOWKRPE/HIXUQBB1LGNJ/"
     "TMDCFFFFCDMT w - - 0 1", [], "e4"),
    ("friendly-start", "friendly", None, ["e3e5", "g3g5"], "b2"),
]


def picture(display, folder, row, path):
    """Plays the moves, picks the piece up, and saves what is on the display; says what is wrong, if something is."""
    name, variant, fen, moves, lift = row
    game = Game(display, (name, variant, fen, "w", len(moves), set()), folder, set(), ["-size", "60"])
    try:
        if game.board is None:
            return "XBoard shows no board"
        for text in moves:
            problem = game.enter(Entered(game.judge, text)) or game.hear()
            if problem:
                return problem
        begun = next((text for text in game.judge.legal() if text.startswith(lift)), None)
        if begun is None:
            return f"no move begins with {lift}"
        move = Entered(game.judge, begun)
        game.board.click(*(game.hand() if move.hand else move.start))
        if not game.board.wait(r"<first +: highlight", 5):
            return "no marks"
        # The pointer would hide a square.
        game.board.xdotool("mousemove", "1200", "1000")
        time.sleep(0.5)
        displays.write_png(path, displays.trimmed(display.rows(0, 0, 1200, 900)))
        return None
    finally:
        game.close()


def main():
    folder, words = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    failed = False
    for row in PICTURES:
        if words and row[0] not in words:
            continue
        display = displays.Display()
        path = os.path.join(folder, f"xboard-{row[0]}.png")
        try:
            with tempfile.TemporaryDirectory() as scratch:
                problem = picture(display, scratch, row, path)
        finally:
            display.close()
        failed |= problem is not None
        print(f"FAIL {path}: {problem}" if problem else f"ok {path}: {os.path.getsize(path)} bytes", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
