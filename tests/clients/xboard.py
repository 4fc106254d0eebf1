"""XBoard on a display without a screen, its board as squares to click on, and what it wrote down."""

import contextlib
import os
import re
import shlex
import signal
import subprocess
import time

LIGHT, DARK = (0xC8, 0xC3, 0x65), (0x77, 0xA2, 0x6D)

# What a person would not set, so that pictures and clicks are the same everywhere.
PLAIN = [
    "-useBoardTexture", "false", "-lightSquareColor", "#c8c365", "-darkSquareColor", "#77a26d", "-pieceImageDirectory", "",
    "-overrideLineGap", "1", "-size", "40", "-startupMessage", "", "-soundProgram", "", "-animateMoving", "false",
    "-highlightMoveWithArrow", "false", "-saveSettingsOnExit", "false", "-popupExitMessage", "false",
    "-popupMoveErrors", "false",
]


def command(jailbird, variant, engine=None):
    """The words of `jailbird xboard-command`, with another engine command in place of its own."""
    printed = subprocess.run([jailbird, "xboard-command", variant], capture_output=True, text=True, check=True).stdout
    words = shlex.split(printed)
    words[words.index("-fcp") + 1] = engine or shlex.quote(jailbird)
    return words


class XBoard:
    def __init__(self, display, folder, words, files, ranks, more=()):
        self.display, self.files, self.ranks = display, files, ranks
        self.flipped = False
        self.log_path = os.path.join(folder, "xboard.debug")
        self.env = dict(os.environ, DISPLAY=display.name, HOME=folder)
        debug = ["-debug", "-nameOfDebugFile", self.log_path]
        # A group of its own, so that no engine is left behind.
        self.process = subprocess.Popen(words + PLAIN + debug + list(more), env=self.env, cwd=folder, start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.read = 0
        self.corner = None

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def log(self):
        try:
            with open(self.log_path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait(self, pattern, seconds=20):
        """Waits for the first match behind what has been read; None if there is none."""
        end = time.time() + seconds
        while time.time() < end:
            match = re.compile(pattern, re.MULTILINE).search(self.log(), self.read)
            if match:
                self.read = match.end()
                return match
            if self.process.poll() is not None:
                return None
            time.sleep(0.02)
        return None

    def skip(self):
        """What has been written so far counts as read."""
        self.read = len(self.log())

    def xdotool(self, *words):
        subprocess.run(["xdotool", *words], env=self.env, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def find_board(self):
        """Looks for the squares by their colours."""
        rows = self.display.rows(0, 0, 1000, 800)
        ys = [y for y, row in enumerate(rows) if row.count(LIGHT) + row.count(DARK) > 30]
        if not ys:
            return False
        columns = [sum(rows[y][x] in (LIGHT, DARK) for y in ys) for x in range(1000)]
        xs = [x for x, count in enumerate(columns) if count > 30]
        cell = (ys[-1] - ys[0] + 2) / self.ranks
        # With hands there are two columns more on either side, one of squares and one of numbers.
        columns_shown = (xs[-1] - xs[0] + 2) / cell
        beside = round(columns_shown - self.files) // 2
        self.cell, self.corner = cell, (xs[0] + beside * cell, ys[0])
        # At first XBoard shows another board.
        return beside in (0, 2) and abs(columns_shown - self.files - 2 * beside) < 0.2

    def point(self, file, rank):
        """The middle of a square; the hands are the files -2 and `files` + 1."""
        column, row = (self.files - 1 - file, rank) if self.flipped else (file, self.ranks - 1 - rank)
        return (round(self.corner[0] + (column + 0.5) * self.cell), round(self.corner[1] + (row + 0.5) * self.cell))

    def press(self, file, rank):
        x, y = self.point(file, rank)
        self.xdotool("mousemove", str(x), str(y), "mousedown", "1")

    def release(self):
        self.xdotool("mouseup", "1")

    def click(self, file, rank):
        x, y = self.point(file, rank)
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def key(self, name):
        self.xdotool("key", name)


def start_position(display, folder, words, files, ranks, more=(), seconds=20):
    """XBoard with its board on the display; None if that does not come about."""
    board = XBoard(display, folder, words, files, ranks, more)
    if board.wait(r"<first +: (setup|feature done=1|pong)", seconds) is None:
        board.close()
        return None
    end, steady, before = time.time() + seconds, 0, None
    while steady < 3:
        if time.time() > end:
            board.close()
            return None
        time.sleep(0.2)
        found = board.find_board()
        steady = steady + 1 if found and board.corner == before else 0
        before = board.corner
    return board


def complaint(log):
    """What XBoard or an engine finds wrong, if anything; what quotes the end of a game counts with the game."""
    found = re.search(r".*(illegal move|error \(|tellusererror|false .*claim|bad fen|forfeit|segmentation).*", log, re.I)
    return f"in the log: {found.group(0).strip()}" if found else None
