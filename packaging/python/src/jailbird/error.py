"""What is wrong, in one sentence."""

from __future__ import annotations

import re
from typing import Sequence

_MOVE = re.compile(r"move (\d+): ")


class JailbirdError(Exception):
    """A request that the engine has refused.

    `at` is the index of the move that is not legal, `reason` the sentence without the number of the move. Of a text of
    games, `problems` has all that is wrong with it, and `games` those that can be played all the same.
    """

    def __init__(self, message: str, *, problems: Sequence[str] = (), games: Sequence[str] = ()) -> None:
        super().__init__(message)
        move = _MOVE.match(message)
        self.at = int(move[1]) - 1 if move else None
        self.reason = message[move.end() :] if move else message
        self.problems = list(problems)
        self.games = list(games)
