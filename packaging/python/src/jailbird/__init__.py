"""The chess-variant engine Jailbird: legal moves, results and searches of its games and of games from files."""

from .engine import Engine
from .error import JailbirdError
from .game import Game
from .process import program
from .reports import Info, Result, Score, SearchResult

__all__ = ["Engine", "Game", "Info", "JailbirdError", "Result", "Score", "SearchResult", "program"]
