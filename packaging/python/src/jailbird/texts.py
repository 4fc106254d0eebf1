"""Texts that stay within their places in a line to the program."""

from __future__ import annotations

from .error import JailbirdError


def plain(text: str, what: str) -> str:
    """A text without control characters."""
    if not text.isprintable():
        raise JailbirdError(f"{what}: there are control characters in {text!r}")
    return text


def fen(text: str) -> str:
    """A FEN, which no moves follow."""
    if "moves" in text.split():
        raise JailbirdError(f"bad FEN: {text!r} has the word `moves`")
    return plain(text, "bad FEN")


def word(move: str) -> str:
    """A move as one word."""
    if len(move.split()) != 1:
        raise JailbirdError(f"illegal move: {move!r}")
    return plain(move.strip(), "illegal move")
