"""The program, and the lines that it reads and writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from importlib import metadata
from pathlib import Path
from typing import Optional, Sequence

from .error import JailbirdError

_NAMES = ("jailbird", "jailbird.exe")


def program() -> str:
    """The path of the program that has been installed with this package, or else of the first one in `PATH`."""
    try:
        files = metadata.files("jailbird") or []
    except metadata.PackageNotFoundError:
        files = []
    installed = [str(file.locate()) for file in files if file.name in _NAMES]
    # Where `pip install --target FOLDER` puts it, whatever its list says.
    folder = Path(__file__).absolute().parents[1]
    installed += [str(folder / "bin" / name) for name in _NAMES]
    found = next(filter(os.path.isfile, installed), None) or shutil.which("jailbird")
    if found is None:
        raise JailbirdError("there is no program `jailbird`: it is neither installed with the package nor in PATH")
    return os.path.abspath(found)


class Process:
    """A running program. Lines may be sent from any thread; one thread at a time reads."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                # Ctrl-C in the terminal is for Python alone.
                start_new_session=True,
            )
        except OSError as error:
            raise JailbirdError(f"cannot start {command[0]}: {error.strerror}") from error
        self._sending = threading.Lock()

    def send(self, *lines: str) -> None:
        """Sends lines."""
        stdin = self._process.stdin
        assert stdin is not None
        with self._sending:
            try:
                stdin.write("".join(f"{line}\n" for line in lines))
                stdin.flush()
            except (OSError, ValueError) as error:
                raise self._ended() from error

    def line(self) -> str:
        """Waits for a line."""
        stdout = self._process.stdout
        assert stdout is not None
        try:
            line = stdout.readline()
        except ValueError as error:
            raise self._ended() from error
        if not line:
            raise self._ended()
        return line.rstrip("\r\n")

    def _ended(self) -> JailbirdError:
        code: Optional[int] = self._process.poll()
        return JailbirdError("the engine has ended" if code is None else f"the engine has ended with exit code {code}")

    def close(self) -> None:
        """Ends the program, and a search that runs."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write("quit\n")
            stdin.close()
        except (OSError, ValueError):
            pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        stdout.close()
