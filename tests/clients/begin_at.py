#!/usr/bin/env python3
"""Stands between XBoard and an engine so that a game that the engine describes begins at another position.

    begin_at.py ENGINE FEN

XBoard takes the start of such a game from the engine's `setup` line: there the placement is replaced, and the engine is
told the position after every `variant`.
"""

import re
import subprocess
import sys
import threading

engine, fen = sys.argv[1:]
process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def say(line, stream):
    stream.write(line)
    stream.flush()


def listen():
    for line in process.stdout:
        match = re.match(r"(setup \(\S+\) \S+ )", line)
        say(f"{match.group(1)}{fen}\n" if match else line, sys.stdout)


threading.Thread(target=listen, daemon=True).start()
for line in sys.stdin:
    say(line, process.stdin)
    if line.startswith("variant "):
        say(f"setboard {fen}\n", process.stdin)
process.stdin.close()
process.wait()
