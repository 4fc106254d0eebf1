"""The rules of every game, asked of a Jailbird that speaks UCI; and what its moves are on a board."""

import os
import re
import subprocess
import time

JAILBIRD = os.path.realpath(os.environ.get("JAILBIRD", "./jailbird"))


class Judge:
    """Jailbird in UCI: the rules."""

    def __init__(self, variant, fen):
        self.engine = subprocess.Popen([JAILBIRD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("setoption name Hash value 1")
        chess960 = variant == "chess960"
        self.is_chess = variant in ("chess", "chess960")
        self.say(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
        self.say(f"setoption name UCI_Variant value {'chess' if chess960 else variant}")
        self.start = f"fen {fen}" if fen else "startpos"
        self.moves = []
        # A position on the way, so that long games need not be replayed for every question.
        self.passed, self.passed_fen = [], self.start

    def say(self, line):
        self.engine.stdin.write(line + "\n")

    def ask(self, line, last):
        self.say(line)
        lines = []
        for answer in self.engine.stdout:
            lines.append(answer.rstrip("\n"))
            if re.match(last, answer):
                return lines
        raise RuntimeError(f"no answer to {line}")

    def set(self, moves, whole=False):
        """Sets up the position after these moves; `whole` with the history that repetition needs."""
        is_on_the_way = not whole and moves[: len(self.passed)] == self.passed
        start, rest = (self.passed_fen, moves[len(self.passed) :]) if is_on_the_way else (self.start, moves)
        self.say(f"position {start}" + (" moves " + " ".join(rest) if rest else ""))

    def fen(self, moves=None):
        self.set(self.moves if moves is None else moves)
        lines = self.ask("d", "Legal moves:")
        fen = next(line[5:] for line in lines if line.startswith("Fen: "))
        if moves is None:
            self.passed, self.passed_fen = list(self.moves), f"fen {fen}"
        return fen

    def legal(self):
        self.set(self.moves)
        return [line.split(":")[0] for line in self.ask("go perft 1", "Nodes searched") if re.match(r"\S+: 1$", line)]

    def size(self):
        """Files and ranks."""
        rows = re.split(r"[ \[]", self.fen())[0].split("/")
        return sum(int(word) if word.isdigit() else 1 for word in re.findall(r"\d+|.", rows[0])), len(rows)

    def result(self):
        """`1-0 {White mates}` when the game is over, or when its draw may be claimed."""
        self.set(self.moves, whole=True)
        self.say("d")
        lines = self.ask("isready", "readyok")
        ends = ("Result: ", "May be claimed: ")
        return next((line.removeprefix(end) for line in lines for end in ends if line.startswith(end)), None)

    def follow(self, told):
        """Plays the move that XBoard was told; false if there is none."""
        if told == "@@@@":
            passes = [text for text in self.legal() if len(squares(text)) == 2 and len(set(squares(text))) == 1]
            self.moves += passes[:1]
            return bool(passes)
        ten = self.size()[1] == 10
        last = [(file, rank + ten) for file, rank in squares(told)][-1]
        for text in self.legal():
            if text[0] == told[0] and last in squares(text) and Entered(self, text).is_told_as(told, ten):
                self.moves.append(text)
                return True
        return False

    def differs(self, saved, is_own=False):
        """How the position that XBoard saves at the end of a game is not this one; None if it is.

        When XBoard itself sees the mate, in games of its own, it saves the position before.
        """
        lines, end = [], time.time() + 5
        while not lines and time.time() < end:
            time.sleep(0.1)
            if os.path.exists(saved):
                with open(saved, encoding="utf-8") as file:
                    lines = [line for line in file.read().splitlines() if line.count("/") >= self.size()[1] - 1]
        if not lines:
            return "XBoard saved no position"
        shown, truth = board_of(lines[-1]), board_of(self.fen())
        if shown == truth or is_own and shown == board_of(self.fen(self.moves[:-1])):
            return None
        different = sorted(s for s in shown.keys() | truth.keys() if shown.get(s) != truth.get(s))
        return f"XBoard's board differs on {different} after {' '.join(self.moves)}"

    def close(self):
        self.say("quit")
        self.engine.wait()


def board_of(fen):
    """Squares and what stands there; holes are `*`."""
    cells = {}
    placement = re.split(r"[ \[]", fen)[0].split("/")
    for from_top, row in enumerate(placement):
        file = 0
        for word in re.findall(r"\d+|\+?[A-Za-z]~?|.", row):
            if word.isdigit():
                file += int(word)
            else:
                cells[(file, len(placement) - 1 - from_top)] = word.rstrip("~")
                file += 1
    return cells


def squares(text):
    return [(ord(file) - 97, int(rank) - 1) for file, rank in re.findall(r"([a-p])(\d+)", text)]


class Entered:
    """A legal move: where to click for it, and what is special about it."""

    def __init__(self, judge, text):
        self.text = text
        before, after = board_of(judge.fen()), board_of(judge.fen(judge.moves + [text]))
        white = judge.fen().split()[1] == "w"
        own = lambda letter: letter is not None and letter.isalpha() and letter.isupper() == white
        named = squares(text)
        self.stop, self.letter, self.kinds = None, None, set()
        self.hand = text[0] if "@" in text else None
        if self.hand:
            self.start, self.target = None, named[0]
            self.kinds.add("drop")
            return
        self.start, self.target = named[0], named[-1]
        if len(named) == 4 and named[2] != named[1]:
            # Castling: the rook is clicked first.
            self.target, self.stop = named[1], named[2]
            self.kinds.add("short castling")
            return
        enemies_gone = [s for s, l in before.items() if l.isalpha() and not own(l) and s != self.target
                        and not (after.get(s) is not None and not own(after[s]))]
        if enemies_gone:
            self.stop = enemies_gone[0]
            self.kinds.add("rifle" if self.target == self.start else "stop")
        rooks = [s for s in before if own(before[s]) and s != self.start and not own(after.get(s))]
        if rooks:
            self.kinds.add("castling")
        promotion = re.search(r"\d([a-z])$", text)
        if promotion:
            self.letter = promotion.group(1)
            self.kinds.add("promotion")
        if own(before.get(self.target)) and self.target != self.start:
            self.kinds = {"swap"} if own(after.get(self.target)) else {"castling"}
        elif not own(after.get(self.target)):
            self.kinds.add("poison")
        if self.target in ((0, 3), (0, 4)) and before[self.start] in "Kk":
            self.kinds.add("escape")
        if any(letter == "*" and square[1] == self.target[1] for square, letter in before.items()):
            self.kinds.add("cell")

    def is_told_as(self, told, ten_ranks):
        """Whether a move of XBoard's language is this one: its squares, with the stop or without."""
        named = [(file, rank + ten_ranks) for file, rank in squares(told)]
        letter = re.search(r"\d([a-z])$", told.lower())
        letter = letter.group(1) if letter and "poison" not in self.kinds else None
        if self.hand:
            return "@" in told and named == [self.target]
        if "@" in told or letter != self.letter or told.endswith("+") != self.text.endswith("+"):
            return False
        if "short castling" in self.kinds:
            return named[:3] == [self.start, self.target, self.stop]
        expected = [self.start, self.stop, self.stop, self.target] if self.stop else [self.start, self.target]
        return named == expected
