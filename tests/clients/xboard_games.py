#!/usr/bin/env python3
"""XBoard's match mode: a whole game of Jailbird against itself in every game that XBoard shows.

    JAILBIRD=./jailbird xboard_games.py [GAME …]

The moves that XBoard's debug log has are replayed by the rules; the result in the saved PGN and the position that XBoard
saves at the end must be those of the rules, and neither engine may have found anything illegal.
"""

import concurrent.futures
import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import display as displays
import xboard
from rules import JAILBIRD, Judge

GAMES = ["chess", "chess960", "prisonbreak", "prisonbreak-open", "prisonersescape", "kingsescape", "anticheckmate",
         "zigzagmadness", "friendly",
         # Games from files.
         "crazyhouse", "shogi", "capablanca", "minishogi", "xiangqi", "checkshogi", "horde", "breakthrough",
         "janggi", "grand", "shako", "kingofthehill", "antichess", "3check", "racingkings", "knightmate", "losalamos",
         "berolina"]
SECONDS = 180


def referee(board, folder, judge, is_own):
    """Waits for the end; what is wrong, if something is. XBoard judges the moves of its own games."""
    end = time.time() + SECONDS
    while board.process.poll() is None and time.time() < end:
        time.sleep(0.2)
    log = board.log()
    ended_by_itself = board.process.poll() is not None
    for told in re.findall(r"^\d+ <(?:first|second) ?: move (\S+)", log, re.MULTILINE):
        if not judge.follow(told):
            return f"{told} is not legal after {' '.join(judge.moves)}"
    if not ended_by_itself:
        return f"not over after {SECONDS} s and {len(judge.moves)} plies"
    try:
        with open(f"{folder}/game.pgn", encoding="utf-8") as file:
            pgn = file.read()
    except FileNotFoundError:
        return "no game was saved"
    result = re.search(r'\[Result "(.*)"\]', pgn)
    truth = judge.result()
    # Mates that are none have no end behind them.
    if re.search(r"#\s+(\{[^}]*\}\s*)*(\d+\.|[A-Za-z])", pgn.split("\n\n", 1)[-1]):
        return "XBoard writes mates where there are none"
    if not truth:
        return f"{result and result.group(1)}, but the game is not over after {len(judge.moves)} plies"
    if not result or not truth.startswith(result.group(1) + " "):
        return f"the result is {result and result.group(1)}, by the rules {truth}"
    return judge.differs(f"{folder}/last.fen", is_own) or xboard.complaint(log)


def play(variant):
    display, judge = displays.Display(), Judge(variant, None)
    try:
        with tempfile.TemporaryDirectory() as folder:
            words = xboard.command(JAILBIRD, variant) + [
                "-scp", JAILBIRD, "-matchGames", "1", "-timeControl", "0:30", "-timeIncrement", "0.05", "-searchDepth", "2",
                "-ponderNextMove", "false",
                "-firstOptions", "Resign=0", "-secondOptions", "Resign=0", "-defaultFrcPosition", "518",
                "-saveGameFile", f"{folder}/game.pgn", "-savePositionFile", f"{folder}/last.fen"]
            board = xboard.XBoard(display, folder, words, *judge.size())
            try:
                problem = referee(board, folder, judge, is_own="-testLegality" not in words)
                if problem and os.environ.get("KEEP"):
                    os.makedirs(os.environ["KEEP"], exist_ok=True)
                    os.system(f"cp -r {folder}/. {os.environ['KEEP']}")
            finally:
                board.close()
        return problem, f"{judge.result()} after {len(judge.moves)} plies"
    finally:
        judge.close()
        display.close()


def main():
    games = sys.argv[1:] or GAMES
    failed = False
    with concurrent.futures.ThreadPoolExecutor(max_workers=3) as pool:
        for variant, (problem, told) in zip(games, pool.map(play, games)):
            failed |= problem is not None
            result = f"FAIL XBoard game, {variant}: {problem}" if problem else f"ok XBoard game, {variant}: {told}"
            print(result, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
