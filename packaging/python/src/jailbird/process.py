"""The program, and the lines that it reads and writes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from importlib import metadata
from pathlib import Path
from typing import Callable, List, Optional, Sequence

from .error import JailbirdError

_NAMES = ("jailbird", "jailbird.exe")
# Ctrl-C in the terminal is for Python alone: on Windows by a group, elsewhere by a session of the program's own.
if sys.platform == "win32":
    _GROUP = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _GROUP = 0
# So many seconds has a program to say that it speaks UCI.
_START = 30.0


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


def answer(command: Sequence[str], line: str, folder: str) -> List[str]:
    """What a program of its own answers to a line, without files of games of the user; `folder` has none."""
    places = dict.fromkeys(["XDG_CONFIG_HOME", "HOME", "APPDATA"], folder)
    environment = {**os.environ, **places, "JAILBIRD_VARIANTS": ""}
    try:
        told = subprocess.run(
            command,
            input=f"{line}\nquit\n",
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=environment,
            timeout=_START,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise JailbirdError(f"{command[0]} does not answer: {error}") from error
    return told.stdout.splitlines()


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
                creationflags=_GROUP,
                start_new_session=True,
            )
        except OSError as error:
            raise JailbirdError(f"cannot start {command[0]}: {error.strerror}") from error
        self._sending = threading.Lock()
        self._name = command[0]
        self._recoveries = 0

    def greet(self) -> List[str]:
        """What the program answers to `uci`, if it does so in time."""
        is_late = threading.Event()

        def end() -> None:
            is_late.set()
            self.kill()

        timer = threading.Timer(_START, end)
        timer.start()
        try:
            return self.talk(["uci"], lambda line: line == "uciok")
        except JailbirdError as error:
            if not is_late.is_set():
                raise
            raise JailbirdError(f"{self._name} is no UCI engine: it has not said `uciok` in {_START:g} seconds") from error
        finally:
            timer.cancel()

    def talk(self, commands: Sequence[str], is_last: Callable[[str], bool]) -> List[str]:
        """Sends commands; returns the lines that answer them, up to the last one. No line is left over if something is raised."""
        try:
            self.send(*commands)
            return self._until(is_last)
        except BaseException:
            self._recover()
            raise

    def _recover(self) -> None:
        """Ends what the program does and passes over its answers; ends the program if that fails."""
        self._recoveries += 1
        # No game has such a name, and this answer comes behind all others.
        mark = f"/{self._recoveries}"
        try:
            self.send("stop", f"setoption name UCI_Variant value {mark}")
            self._until(lambda line: f"`{mark}`" in line)
        except JailbirdError:
            self.close()
        except BaseException:
            self.close()
            raise

    def _until(self, is_last: Callable[[str], bool]) -> List[str]:
        """Lines up to the last one."""
        lines = [self.line()]
        while not is_last(lines[-1]):
            lines.append(self.line())
        return lines

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
            self.kill()
            self._process.wait()
        stdout.close()

    def kill(self) -> None:
        """Ends the program at once, with those that it has started."""
        if sys.platform == "win32":
            self._process.kill()
        elif self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
