"""The games of a text, and what the engine says of games."""

from __future__ import annotations

import re
from typing import List, Sequence

from .error import JailbirdError

_SECTION = re.compile(r"^\s*\[\s*([^\]:\s]+)", re.MULTILINE)


def sound(text: str, file: str, problems: Sequence[str]) -> List[str]:
    """The names of the sections of a text in which no problem of the file lies; a problem is `FILE:LINE: what`."""
    found = list(_SECTION.finditer(text))
    starts = [text.count("\n", 0, section.start(1)) + 1 for section in found]
    told = (re.match(rf"{re.escape(file)}:(\d+): ", problem) for problem in problems)
    faults = [int(place[1]) for place in told if place]
    ends = [*starts[1:], text.count("\n") + 2]
    names = [
        section[1]
        for section, start, end in zip(found, starts, ends)
        if not any(start <= fault < end for fault in faults)
    ]
    return list(dict.fromkeys(names))


def announced(lines: Sequence[str]) -> List[str]:
    """The names of games in an answer to `uci`."""
    option = next((line for line in lines if line.startswith("option name UCI_Variant ")), None)
    if option is None:
        raise JailbirdError("this engine names no games: it has no option UCI_Variant")
    return option.split(" var ")[1:]
