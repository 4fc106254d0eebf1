"""A game that is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional, Sequence, Tuple

from .error import JailbirdError
from .reports import Listener, Result, SearchResult
from .texts import word

if TYPE_CHECKING:
    from .engine import Engine

_SEATS = {"w": 0, "b": 1, "w1": 0, "w2": 1, "b1": 2, "b2": 3}


class Reference(NamedTuple):
    """What names a position: a game, the FEN at the beginning (`None` for the start position), and moves."""

    name: str
    fen: Optional[str]
    moves: Tuple[str, ...]


class Position(NamedTuple):
    """What the engine says of a position."""

    fen: str
    result: Optional[Result]
    claim: Optional[Result]


class Game:
    """A game of an `Engine`, made by `Engine.game`."""

    def __init__(self, engine: Engine, name: str, fen: Optional[str], moves: Sequence[str]) -> None:
        self._engine = engine
        self._reference = Reference(name, fen, ())
        self._position = engine._show(self._reference)
        self._start = self._position.fen
        if moves:
            # Names the first move that is not legal.
            engine._show(Reference(name, fen, tuple(moves)))
        for move in moves:
            self._reference, self._position = self._after(move)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self._reference.name

    @property
    def start(self) -> str:
        """The FEN at the beginning."""
        return self._start

    @property
    def fen(self) -> str:
        """The FEN of the position."""
        return self._position.fen

    @property
    def turn(self) -> str:
        """The colour to move: `white` or `black`."""
        return "white" if self.fen.split()[1].startswith("w") else "black"

    @property
    def seat(self) -> int:
        """The seat to move: 0 is White and 1 Black, or 0 to 3 in a game of four players."""
        return _SEATS[self.fen.split()[1]]

    @property
    def result(self) -> Optional[Result]:
        """The end of the game by its rules."""
        return self._position.result

    @property
    def claim(self) -> Optional[Result]:
        """The draw that may be claimed."""
        return self._position.claim

    @property
    def history(self) -> List[str]:
        """The moves that have been played, as the engine writes them."""
        return list(self._reference.moves)

    def moves(self) -> List[str]:
        """The legal moves, as the engine writes them."""
        return self._engine._moves(self._reference)

    def play(self, move: str) -> str:
        """Plays a move in any form that the game understands; returns it as the engine writes it."""
        try:
            self._reference, self._position = self._after(move)
        except JailbirdError as error:
            # The move is the last one: its number says nothing.
            if error.at is None:
                raise
            raise JailbirdError(error.reason) from None
        return self._reference.moves[-1]

    def _after(self, move: str) -> Tuple[Reference, Position]:
        """The game after one more move, as the engine writes it."""
        before = self._reference
        position = self._engine._show(before._replace(moves=(*before.moves, move)))
        text = self._engine._canonical(before, move)
        return before._replace(moves=(*before.moves, text)), position

    def take_back(self, count: int = 1) -> None:
        """Takes back the last move, or more."""
        moves = self._reference.moves
        if not 0 <= count <= len(moves):
            raise JailbirdError(f"{count} moves cannot be taken back: {len(moves)} have been played")
        self._reference = self._reference._replace(moves=moves[: len(moves) - count])
        self._position = self._engine._show(self._reference)

    def perft(self, depth: int) -> int:
        """The number of sequences of so many moves."""
        return self._engine._perft(self._reference, depth)

    def search(
        self,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        movetime: Optional[int] = None,
        mate: Optional[int] = None,
        infinite: bool = False,
        only: Sequence[str] = (),
        level: int = 20,
        multipv: int = 1,
        on_info: Optional[Listener] = None,
    ) -> SearchResult:
        """Searches for the best move. At least one of `depth`, `nodes`, `movetime` (milliseconds), `mate` (own moves) and
        `infinite` is needed.

        `only` are the only first moves that are searched. `level` is 0 (a beginner) to 20 (full strength). `on_info` is
        told every report. `Engine.stop` ends the search.
        """
        limits = {"depth": depth, "nodes": nodes, "movetime": movetime, "mate": mate}
        words = [f"{name} {value:d}" for name, value in limits.items() if value is not None]
        if infinite:
            # The engine says that there is no move in a finished game only where a search ends by itself.
            words.append("infinite" if self.result is None else "depth 1")
        if not words:
            raise JailbirdError("one of depth, nodes, movetime, mate and infinite is needed")
        if only:
            words.insert(0, " ".join(["searchmoves", *map(word, only)]))
        options = {"Skill Level": level, "MultiPV": multipv}
        return self._engine._search(self._reference, " ".join(words), options, on_info)
