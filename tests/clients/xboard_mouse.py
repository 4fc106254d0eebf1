#!/usr/bin/env python3
"""A scripted person plays every game that XBoard shows with the mouse against Jailbird.

    JAILBIRD=./jailbird xboard_mouse.py [WORD …]

Each game is begun by the command of `jailbird xboard-command`. The person clicks like a person: on a piece, on a victim
that does not stand on the target, on the target, and chooses promotions by dragging; kinds of moves not yet played come
first. A second Jailbird, spoken to in UCI, says which moves are legal and what the board must be in the end; XBoard's
debug log and the position it saves say what happened. With words, only scenarios whose names contain one.
"""

import concurrent.futures
import os
import random
import shlex
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import display as displays
import xboard
from rules import JAILBIRD, Entered, Judge

HERE = os.path.dirname(os.path.abspath(__file__))

# Name, game, start (or none), side, moves at least, kinds of moves that must be among them.
SCENARIOS = [
    ("Prison Break", "prisonbreak", None, "w", 10, set()),
    ("Prison Break, jumps", "prisonbreak", "5k/1p1p2/2p2p/3p2/1P1n2/2B3/1RP1P1/4K1 w - - 0 1", "w", 2, {"stop"}),
    ("Prison Break, promotion", "prisonbreak", "4k1/P5/6/6/6/6/1q4/5K w - - 0 1", "w", 1, {"promotion"}),
    ("Prison Break, escape", "prisonbreak", "5k/5p/6/6/6/1K4/5P/5R w - - 0 1", "w", 1, {"escape"}),
    ("Prison Break, open", "prisonbreak-open", None, "w", 10, set()),
    ("Prisoner's Escape", "prisonersescape", None, "w", 10, set()),
    ("Prisoner's Escape, cells and promotion", "prisonersescape",
     "***1***/6n/1P1PI2/3G3/7/1i5/2H4/***1*** w - - 0 1", "w", 2, {"promotion"}),
    ("Prisoner's Escape, cell", "prisonersescape",
     "***1***/6n/2N1I2/3G3/7/1i5/7/***1*** w - - 0 1", "w", 1, {"cell"}),
    ("King's Escape", "kingsescape", None, "w", 10, set()),
    ("King's Escape, promotion", "kingsescape", "3K4/P5P1/8/8/3r4/8/8/3k3R w - - 0 1", "w", 1, {"promotion"}),
    ("King's Escape, en passant", "kingsescape",
     "3K4/8/8/3pP3/3r4/8/8/3k3R w - d6 0 1", "w", 1, {"stop"}),
    ("Anticheckmate", "anticheckmate", None, "w", 10, set()),
    ("ZigZag", "zigzagmadness", None, "w", 12, {"drop"}),
    ("ZigZag as Black", "zigzagmadness", None, "b", 10, {"drop"}),
    ("ZigZag, castling", "zigzagmadness",
     "4k5/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/R4K3R[JJjj] w KQ - 0 1", "w", 1, {"castling"}),
    ("ZigZag, castling over one square", "zigzagmadness",
     "4k5/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/R4K3R[JJjj] w KQ - 0 1", "w", 1, {"short castling"}),
    ("ZigZag, en passant", "zigzagmadness", "4k5/10/10/10/3pP5/10/10/10/10/4K5[] w - d7d8 0 2", "w", 1, {"stop"}),
    ("ZigZag, promotion", "zigzagmadness", "4k5/2P7/10/10/10/10/10/10/7PPP/5K4[] w - - 0 1", "w", 1, {"promotion"}),
    ("Friendly", "friendly", None, "w", 10, set()),
    ("Friendly as Black", "friendly", None, "b", 10, set()),
    ("Friendly, rifle and withdrawal", "friendly",
     "ffff8/12/12/12/3p2p2p2/4p3q3/4A2H4/2p7p1/12/3Q8/3P8/FFFF3N4 w - - 0 1", "w", 3,
     {"rifle", "stop", "swap"}),
    ("Friendly, poison", "friendly", "ffff8/12/12/3j2x5/12/3T2T5/12/12/12/12/12/FFFF8 w - - 0 1", "w", 1, {"poison"}),
    ("Friendly, promotion", "friendly", "ffff8/9P2/12/2E9/12/12/12/12/12/12/12/FFFF8 w - - 0 1", "w", 2, {"promotion"}),
    ("Chess", "chess", None, "w", 10, set()),
    ("Chess960", "chess960", None, "w", 10, set()),
]


class Game:
    def __init__(self, display, scenario, folder, seen, more=()):
        self.name, self.variant, self.fen, self.side, self.least, self.wanted = scenario
        self.folder = folder
        self.judge = Judge(self.variant, self.fen)
        self.files, self.ranks = self.judge.size()
        words = xboard.command(JAILBIRD, self.variant, self.engine())
        words += ["-searchDepth", "1", "-firstOptions", "Resign=0", "-saveGameFile", f"{folder}/game.pgn", "-savePositionFile", f"{folder}/last.fen"]
        # Chess960 begins anywhere: here as chess does.
        words += ["-defaultFrcPosition", "518"]
        self.board = xboard.start_position(display, folder, words, self.files, self.ranks, more)
        self.played, self.seen = 0, seen

    def engine(self):
        """The command for XBoard, which splits it at blanks and knows no quotes."""
        if not self.fen:
            return JAILBIRD
        path = f"{self.folder}/engine"
        with open(path, "w", encoding="utf-8") as script:
            script.write(f"#!/bin/sh\nexec {HERE}/begin_at.py {shlex.quote(JAILBIRD)} '{self.fen}'\n")
        os.chmod(path, 0o755)
        return path

    def close(self):
        self.judge.close()
        if self.board:
            self.board.close()

    def run(self):
        if self.board is None:
            return "XBoard shows no board"
        if self.side == "b":
            # A click on an empty square brings the keyboard to XBoard.
            self.board.click(0, self.ranks // 2)
            time.sleep(0.3)
            self.board.skip()
            self.board.key("ctrl+w")
            self.board.flipped = True
            problem = self.hear()
            if problem:
                return problem
        number = random.Random(self.name)
        while self.played < 40 and (self.played < self.least or not self.wanted <= self.seen):
            legal = self.judge.legal()
            if not legal:
                break
            number.shuffle(legal)
            problem = self.enter(self.choose(legal)) or self.hear()
            if problem:
                return f"{self.judge.moves[-3:]}: {problem}"
        return self.judge_end()

    def choose(self, legal):
        """A move of a kind that is wanted, else of one not seen yet, else any."""
        sample = [Entered(self.judge, text) for text in self.preferred(legal)]
        best = lambda move: (len(move.kinds & (self.wanted - self.seen)), len(move.kinds - self.seen))
        return max(sample, key=best)

    def preferred(self, legal):
        """Not too many to look at: those that may be special first."""
        special = [text for text in legal if "," in text or "@" in text or text[-1].isalpha()]
        return (special + legal)[:40] if len(legal) > 40 else legal

    def enter(self, move):
        """Clicks a move. Says what is wrong, if something is."""
        self.board.skip()
        lift = self.hand() if move.hand else move.start
        self.board.click(*lift)
        if not self.board.wait(r"<first +: highlight", 5):
            return f"{move.text}: no answer to a click on {lift}"
        if move.stop:
            self.board.click(*move.stop)
            if not self.board.wait(r"<first +: highlight", 5):
                return f"{move.text}: no answer to a click on the stop"
        if move.letter:
            problem = self.promote(move)
            if problem:
                return problem
        else:
            self.board.click(*move.target)
            if not self.board.wait(r">first +: usermove (\S+)", 5):
                return f"{move.text}: XBoard sends no move"
        self.judge.moves.append(move.text)
        self.played += 1
        self.seen |= move.kinds
        return None

    def hand(self):
        """The square of the Ninja Pawns in hand, the fifth from the player's own side."""
        return (self.files + 1, 4) if self.side == "w" else (-2, self.ranks - 5)

    def promote(self, move):
        """Presses the button on the target and pulls until the piece is there."""
        self.board.press(*move.target)
        offered = self.board.wait(r"<first +: choice (\S+)", 5)
        if not offered:
            self.board.release()
            return f"{move.text}: no pieces to choose from"
        letters = offered.group(1).lower()
        time.sleep(0.2)
        x, y = self.board.point(*move.target)
        # Beyond 25 pixels towards oneself XBoard turns to the next piece.
        self.board.xdotool("mousemove", str(x), str(y + 15), "sleep", "0.1", "mousemove", str(x), str(y + 40), "sleep", "0.1")
        self.board.release()
        sent = self.board.wait(r"usermove (?:\d+ >first : )?\S*\d([a-z])$", 5)
        if not sent or sent.group(1) not in letters:
            return f"{move.text}: not one of {letters}"
        if len(letters) > 1 and sent.group(1) == letters[0]:
            return f"{move.text}: no other choice than {letters[0]}"
        move.text = move.text[:-1] + sent.group(1)
        return None

    def hear(self):
        """Waits for the engine's move or the end of the game."""
        heard = self.board.wait(r"<first +: (move (\S+)|[01]-[01] |1/2-1/2|Illegal.*|resign)", 20)
        if not heard:
            return "no answer from the engine"
        if heard.group(1).startswith("Illegal"):
            return heard.group(1)
        if not heard.group(2):
            return None
        told = heard.group(2)
        return None if self.judge.follow(told) else f"the engine's move {told} is not legal"

    def judge_end(self):
        """The board of XBoard, as it saves it when the game ends, is the engine's."""
        if self.judge.legal():
            self.board.key("F9")
        return self.judge.differs(f"{self.folder}/last.fen", is_own=self.judge.is_chess) or xboard.complaint(self.board.log())


def play(display, scenario):
    """Games until enough has been played; what is wrong, how many moves, and which kinds."""
    played, seen = 0, set()
    for _ in range(4):
        with tempfile.TemporaryDirectory() as folder:
            game = Game(display, scenario, folder, seen)
            try:
                problem = game.run()
                if problem and os.environ.get("KEEP"):
                    displays.write_png(f"{folder}/screen.png", display.rows(0, 0, 800, 700))
            finally:
                game.close()
            if problem and os.environ.get("KEEP"):
                shutil.copytree(folder, os.environ["KEEP"], dirs_exist_ok=True)
        played += game.played
        if problem or played >= game.least and game.wanted <= seen:
            return problem, played, seen
    missing = ", ".join(sorted(game.wanted - seen))
    return f"the games end before enough is played: {played} moves; missing: {missing or 'nothing'}", played, seen


def play_apart(scenario):
    """On a display of its own."""
    display = displays.Display()
    try:
        return scenario[0], *play(display, scenario)
    finally:
        display.close()


def main():
    words = sys.argv[1:]
    chosen = [scenario for scenario in SCENARIOS if not words or any(word in scenario[0] for word in words)]
    failed = False
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:
        for name, problem, played, seen in pool.map(play_apart, chosen):
            failed |= problem is not None
            kinds = ", ".join(sorted(seen)) or "plain moves"
            result = f"FAIL XBoard mouse, {name}: {problem}" if problem else \
                f"ok XBoard mouse, {name}: {played} moves: {kinds}"
            print(result, flush=True)
    sys.exit(1 if failed or not chosen else 0)


if __name__ == "__main__":
    main()
