#!/usr/bin/env python3
"""A UCI engine for chess that commits a fault at its third move: `faulty_engine.py disconnect|illegal|late`."""

import sys
import time

# Moves that are legal from the start against an opponent who does anything but capture or check at once: knights go and return.
MOVES = {"w": ["b1a3", "a3b1"], "b": ["b8a6", "a6b8"]}

position = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Faulty\noption name Hash type spin default 1 min 1 max 9")
        print("option name Threads type spin default 1 min 1 max 1\nuciok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        position = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[:1] == ["go"]:
        number = len(position) // 2
        if number >= 2:
            if sys.argv[1] == "disconnect":
                sys.exit(1)
            if sys.argv[1] == "illegal":
                print("bestmove a1a1", flush=True)
                continue
            time.sleep(2)
        side = "wb"[len(position) % 2]
        print(f"info depth 1 seldepth 1 score cp 0 nodes 1\nbestmove {MOVES[side][number % 2]}")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
