"""The engine: a running program that speaks UCI."""

from __future__ import annotations

import os
import re
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Callable, Dict, List, Optional, Sequence, Set, Type, Union

from .error import JailbirdError
from .game import Game, Position, Reference
from .process import Process, answer, program
from .reports import Info, Listener, Result, SearchResult, best_of
from .sections import announced, sound
from .texts import fen, plain, word

_ERROR = "info string error: "
_COMMANDS = re.compile(r"(position|option UCI_Variant|go|searchmoves): ")


class Engine:
    """A running engine. Its games share it; one search runs at a time."""

    def __init__(
        self, path: Union[str, Path, None] = None, *, threads: int = 1, hash: int = 16, lenient: bool = False
    ) -> None:
        """Starts the program, or another one at `path`, with threads of search and a hash table of so many MiB.

        `lenient` reads what is wrong in files of games as other programs do.
        """
        self._command = [str(path) if path else program(), *["--lenient"] * lenient]
        self._busy = threading.RLock()
        self._options: Dict[str, int] = {}
        # The game and the position that the program has.
        self._variant = ""
        self._reference: Optional[Reference] = None
        self._program_games: Optional[Set[str]] = None
        with ExitStack() as started:
            # Texts of games lie here for the program.
            self._folder = started.enter_context(tempfile.TemporaryDirectory(prefix="jailbird"))
            self._process = Process(self._command)
            started.callback(self._process.close)
            # Those of the program and of the user's own files.
            self._found = set(announced(self._process.greet()))
            self._ask("setoption name UCI_ShowWDL value true")
            self._set({"Threads": threads, "Hash": hash})
            self._end = started.pop_all()

    def games(self) -> List[str]:
        """The names of the games, with some other names for them."""
        return announced(self._talk(["uci"], lambda line: line == "uciok"))

    def game(self, name: str = "chess", *, fen: Optional[str] = None, moves: Sequence[str] = ()) -> Game:
        """Begins a game, with the start position unless there is a FEN, and plays moves."""
        return Game(self, name, fen, moves)

    def load_games(self, text: str, name: str = "games.ini") -> List[str]:
        """Adds the games of a text in the language of `variants.ini`; returns their names.

        `name` is that of the file in messages. Raises what is wrong with the text; its other games are loaded all the same.
        """
        file = Path(self._folder, plain(Path(name).name, "file").replace(os.pathsep, "_").strip(".") or "games.ini")
        # A mark of the byte order is no part of the first line.
        text = text.removeprefix("\ufeff")
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise JailbirdError(f"{file.name}: {error.strerror}") from error
        except UnicodeError as error:
            raise JailbirdError(f"{file.name}: {error}") from error
        return self._load(file, text)

    def load_file(self, path: Union[str, Path]) -> List[str]:
        """Adds the games of a file in the language of `variants.ini`, with the networks beside it; returns their names.

        Raises as `load_games` does.
        """
        if os.pathsep in plain(str(path), "file"):
            raise JailbirdError(f"{path}: a path with `{os.pathsep}` cannot be told to the engine")
        try:
            text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
        except OSError as error:
            raise JailbirdError(f"{path}: {error.strerror}") from error
        return self._load(Path(path).absolute(), text)

    def stop(self) -> None:
        """Ends the search that runs, from another thread or from `on_info`; it returns the best move so far."""
        self._process.send("stop")

    def close(self) -> None:
        """Ends the program."""
        self._end.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _load(self, file: Path, text: str) -> List[str]:
        """Reads a file of games with this text."""
        with self._busy:
            # A game that is read again must not be the one that is set up.
            self._choose("chess")
            lines = self._answer(f"setoption name VariantPath value {plain(str(file), 'file')}")
            known = self.games()
        problems = [line[len(_ERROR) :] for line in lines if line.startswith(_ERROR)]
        sections = sound(text, self._shown(str(file)), problems)
        games = [name for name in sections if name in known and not self._is_of_program(name)]
        if problems:
            raise JailbirdError(problems[0], problems=problems, games=games)
        if not games:
            # The engine passes over nothing else without a word.
            ours = next((f"`{name}` is a game of the program" for name in sections), "")
            raise JailbirdError(f"{file.name}: {ours or 'there is no game in this text: it begins with its name in brackets'}")
        return games

    def _is_of_program(self, name: str) -> bool:
        """Whether a game needs no file. Only the program itself can tell its games from those of the user's own files."""
        if name not in self._found:
            return False
        if self._program_games is None:
            self._program_games = set(announced(answer(self._command, "uci", self._folder)))
        return name in self._program_games

    def _shown(self, line: str) -> str:
        """A line without the folder of texts of games, which is nobody's concern."""
        return line.replace(f"{self._folder}{os.sep}", "")

    def _show(self, reference: Reference) -> Position:
        """Sets up a position and describes it."""
        with self._busy:
            self._set_up(reference)
            fields = dict(line.split(": ", 1) for line in self._ask("d") if ": " in line)
        ends = [Result.read(fields[name]) if name in fields else None for name in ("Result", "May be claimed")]
        return Position(fields["Fen"], *ends)

    def _moves(self, reference: Reference) -> List[str]:
        """The legal moves of a position."""
        # The sum comes last, and empty lines stand around it.
        return [line.rpartition(":")[0] for line in self._count(reference, 1)[:-1] if line]

    def _perft(self, reference: Reference, depth: int) -> int:
        """The number of sequences of so many moves."""
        if depth < 1:
            raise JailbirdError(f"depth: {depth} is not 1 or more")
        return int(self._count(reference, depth)[-1].rpartition(" ")[2])

    def _count(self, reference: Reference, depth: int) -> List[str]:
        """The lines of perft."""

        def hear(line: str) -> bool:
            _judge(line)
            return line.startswith("Nodes searched: ")

        with self._busy:
            self._set_up(reference)
            return self._talk([f"go perft {depth}"], hear)

    def _canonical(self, reference: Reference, move: str) -> str:
        """A legal move as the engine writes it."""
        found = self._search(reference, f"searchmoves {move} nodes 1", {"MultiPV": 1}, None)
        return found.move or move

    def _search(
        self, reference: Reference, limits: str, options: Dict[str, int], listener: Optional[Listener]
    ) -> SearchResult:
        """Searches a position."""
        reports: Dict[int, Info] = {}
        last = ""

        def hear(line: str) -> bool:
            nonlocal last
            last = line
            _judge(line)
            report = Info.read(line) if line.startswith("info depth ") else None
            # One of depth 0 says only that the game is over.
            if report is not None and report.depth > 0:
                reports[report.multipv] = report
                if listener is not None:
                    listener(report)
            return line.startswith("bestmove")

        with self._busy:
            self._set(options)
            self._set_up(reference)
            self._talk([f"go {limits}"], hear)
        return best_of(last, reports)

    def _set_up(self, reference: Reference) -> None:
        """Sets up a position unless the program has it."""
        self._choose(reference.name)
        if self._reference == reference:
            return
        self._reference = None
        start = "startpos" if reference.fen is None else f"fen {fen(reference.fen)}"
        moves = " ".join(word(move) for move in reference.moves)
        self._ask(f"position {start}{' moves ' if moves else ''}{moves}")
        self._reference = reference

    def _choose(self, name: str) -> None:
        """Changes to a game."""
        if name != self._variant:
            # Until the program has answered, what it has is not certain.
            self._variant, self._reference = "", None
            self._ask(f"setoption name UCI_Variant value {plain(name, 'game')}")
            self._variant = name

    def _set(self, options: Dict[str, int]) -> None:
        """Sets options that have other values."""
        for name, value in options.items():
            if self._options.get(name) != value:
                self._options.pop(name, None)
                self._ask(f"setoption name {name} value {value:d}")
                self._options[name] = value

    def _ask(self, command: str) -> List[str]:
        """Sends a command that is no search; raises what the engine has against it."""
        lines = self._answer(command)
        for line in lines:
            _judge(line)
        return lines

    def _answer(self, command: str) -> List[str]:
        """The lines that answer a command that is no search."""
        return [self._shown(line) for line in self._talk([command, "isready"], lambda line: line == "readyok")]

    def _talk(self, commands: Sequence[str], is_last: Callable[[str], bool]) -> List[str]:
        """The lines that answer commands, up to the last one."""
        with self._busy:
            return self._process.talk(commands, is_last)


def _judge(line: str) -> None:
    """Raises the error that a line tells."""
    if not line.startswith(_ERROR):
        return
    text = line[len(_ERROR) :]
    while (command := _COMMANDS.match(text)) is not None:
        text = text[command.end() :]
    raise JailbirdError(text)

