"""What the engine tells, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional, Tuple

_RESULT = re.compile(r"(\S+) \{(.*)\}")
_BOUNDS = {"lowerbound": "lower", "upperbound": "upper"}


@dataclass(frozen=True)
class Result:
    """The end of a game: `1-0`, `0-1` or `1/2-1/2`, and a sentence such as "White mates"."""

    score: str
    text: str

    @classmethod
    def read(cls, text: str) -> Result:
        """Reads it as the engine writes it."""
        parts = _RESULT.match(text)
        return cls(parts[1], parts[2]) if parts else cls(text, "")


@dataclass(frozen=True)
class Score:
    """Hundredths of a pawn, or moves to a win (negative: to a loss), from the view of the seat to move."""

    cp: Optional[int] = None
    mate: Optional[int] = None


@dataclass(frozen=True)
class Info:
    """A report of a search. `time` is in milliseconds, `wdl` the estimated chances of win, draw and loss in permille."""

    depth: int
    seldepth: int
    multipv: int
    score: Score
    bound: str
    wdl: Tuple[int, int, int]
    nodes: int
    nps: int
    time: int
    hashfull: int
    pv: Tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> Optional[Info]:
        """Reads a line `info …`; `None` if it has no score."""
        head, _, pv = line.partition(" pv ")
        words = head.split()[1:]
        if "score" not in words:
            return None
        at = words.index("score")
        found = _numbers(words)
        kind, value = words[at + 1], int(words[at + 2])
        return cls(
            depth=found.get("depth", 0),
            seldepth=found.get("seldepth", 0),
            multipv=found.get("multipv", 1),
            score=Score(mate=value) if kind == "mate" else Score(cp=value),
            bound=next((name for word, name in _BOUNDS.items() if word in words), "exact"),
            wdl=_chances(words),
            nodes=found.get("nodes", 0),
            nps=found.get("nps", 0),
            time=found.get("time", 0),
            hashfull=found.get("hashfull", 0),
            pv=tuple(pv.split()),
        )


@dataclass(frozen=True)
class SearchResult:
    """The end of a search. `move` is `None` if the game is over; `lines` has the last report of each line."""

    move: Optional[str]
    ponder: Optional[str]
    lines: Tuple[Info, ...]

    @property
    def score(self) -> Optional[Score]:
        """That of the best line."""
        return self.lines[0].score if self.lines else None

    @property
    def pv(self) -> Tuple[str, ...]:
        """The best line."""
        return self.lines[0].pv if self.lines else ()


Listener = Callable[[Info], None]


def best_of(line: str, reports: Dict[int, Info]) -> SearchResult:
    """Reads the line `bestmove …`."""
    words = line.split()
    move = words[1] if len(words) > 1 and words[1] != "(none)" else None
    ponder = words[3] if len(words) > 3 else None
    return SearchResult(move, ponder, tuple(reports[number] for number in sorted(reports)))


def _numbers(words: List[str]) -> Dict[str, int]:
    return {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}


def _chances(words: List[str]) -> Tuple[int, int, int]:
    if "wdl" not in words:
        return (0, 0, 0)
    win, draw, loss = (int(word) for word in words[words.index("wdl") + 1 :][:3])
    return (win, draw, loss)
