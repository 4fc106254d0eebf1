"""Uses the installed client and, beside it, python-chess. One line for each test; the exit code is 1 if any failed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Callable, List, Tuple

import chess
import chess.engine

import jailbird
import jailbird.process
from jailbird import Engine, JailbirdError, Result, Score, SearchResult

HILL = "[leapinghill:chess]\nknight = -\ncustomPiece1 = n:NC\npromotionPieceTypes = qrbn\n"
POSITIONS = 200


def refused(work: Callable[[], object]) -> JailbirdError:
    """What is raised."""
    try:
        work()
    except JailbirdError as error:
        return error
    raise AssertionError("nothing is raised")


def test_the_program_is_that_of_the_package() -> None:
    command = shutil.which("jailbird")
    assert command is not None and jailbird.program() == command, (command, jailbird.program())
    assert command.startswith(sys.prefix), command
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    from importlib.metadata import version

    assert told.split()[-1] == version("jailbird"), told


def test_a_game_goes_on_and_back(engine: Engine) -> None:
    game = engine.game(moves=["e4", "e5"])
    assert game.history == ["e2e4", "e7e5"]
    assert (game.turn, game.seat, game.result) == ("white", 0, None)
    assert len(game.moves()) == 29
    assert game.play("Nf3") == "g1f3"
    assert game.fen.endswith(" b KQkq - 1 2"), game.fen
    game.take_back(3)
    assert (game.fen, game.history) == (game.start, [])
    assert [game.perft(depth) for depth in (1, 2, 3)] == [20, 400, 8902]


def test_faults_are_sentences_and_change_nothing(engine: Engine) -> None:
    game = engine.game()
    rows: List[Tuple[Callable[[], object], str, object]] = [
        (lambda: game.play("e2e5"), "illegal move: e2e5", None),
        (lambda: game.play("infinite"), "illegal move: infinite", None),
        (lambda: game.play("e2e4 e7e5"), "illegal move: 'e2e4 e7e5'", None),
        (lambda: game.play("e2e4\nquit"), "illegal move: 'e2e4\\nquit'", None),
        (lambda: engine.game(moves=["e2e4", "e7e5", "e4e5"]), "move 3: illegal move: e4e5", 2),
        (lambda: engine.game("no such game"), "no game is called `no such game`", None),
        (lambda: engine.game("chess\nquit"), "game: there are control characters in 'chess\\nquit'", None),
        (lambda: engine.game(fen="8/8/8/8/8/8/8/K7 w - - 0 1"), "bad FEN, placement: Black has 0 kings", None),
        (lambda: engine.game(fen="8 moves e2e4"), "bad FEN: '8 moves e2e4' has the word `moves`", None),
        (lambda: game.take_back(1), "1 moves cannot be taken back: 0 have been played", None),
        (lambda: game.perft(0), "depth: 0 is not 1 or more", None),
        (lambda: game.search(), "one of depth, nodes, movetime, mate and infinite is needed", None),
        (lambda: game.search(depth=1, level=21), "option Skill Level: `21` is not a number from 0 to 20", None),
        (lambda: game.search(infinite=True, only=["e2e5"]), "illegal move: e2e5", None),
        (lambda: Engine("/no/such/program"), "cannot start /no/such/program: No such file or directory", None),
        (lambda: engine.load_games(HILL, "x" * 300), f"{'x' * 300}: File name too long", None),
        (lambda: engine.load_games("\ud800"), "games.ini: 'utf-8' codec can't encode", None),
        (lambda: engine.load_file("a\0b"), "file: there are control characters in 'a\\x00b'", None),
    ]
    for work, sentence, at in rows:
        error = refused(work)
        assert str(error).startswith(sentence) and error.at == at, (error, error.at)
        assert (game.fen, len(game.moves()), game.perft(2)) == (game.start, 20, 400), error
        assert game.search(depth=1).move in game.moves()


def test_games_of_texts_and_files(engine: Engine) -> None:
    assert engine.load_games(HILL) == ["leapinghill"]
    assert "leapinghill" in engine.games()
    assert len(engine.game("leapinghill").moves()) == 24
    assert engine.load_games(HILL.replace("NC", "N")) == ["leapinghill"]
    assert len(engine.game("leapinghill").moves()) == 20
    error = refused(lambda: engine.load_games("[good:chess]\n[bad:chess]\nknigth = n\n", "two.ini"))
    assert str(error).startswith("two.ini:3: `knigth` is no key"), error
    assert error.games == ["good"] and error.problems == [str(error)], (error.games, error.problems)
    # A game of the same name that is there already is not that of the text.
    for text, games in (("[good:chess]\nknigth = n\n[also:chess]\n", ["also"]), ("[x:chess]\nknigth = n\n[good:chess]\n", [])):
        assert refused(lambda: engine.load_games(text, "same.ini")).games == games, text
    error = refused(lambda: engine.load_games("[Friendly:chess]\n", "ours.ini"))
    assert str(error).startswith("ours.ini:") and "`Friendly`" in str(error), error
    # The game that is refused says why.
    assert str(refused(lambda: engine.game("bad"))).startswith("two.ini:3: `knigth` is no key")
    assert str(refused(lambda: engine.load_file("/no/such.ini"))) == "/no/such.ini: No such file or directory"
    with tempfile.TemporaryDirectory() as folder:
        # A name with a blank, and a text that begins with a byte order mark.
        file = Path(folder, "a b.ini")
        file.write_text("[wide:chess]\ndoubleStep = false\n", encoding="utf-8-sig")
        assert engine.load_file(file) == ["wide"]
        assert len(engine.game("wide").moves()) == 12
        assert "cannot be told" in str(refused(lambda: engine.load_file(f"{folder}/a{os.pathsep}b.ini")))
    with Engine(lenient=True) as lenient:
        assert lenient.load_games("[odd:chess]\nknigth = n\n") == ["odd"]
        assert "`chess` is a game of the program" in str(refused(lambda: lenient.load_games("[chess]\nknight = -\n")))


def test_games_of_the_user_are_loaded_again() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mine.ini")
        file.write_text("[mine:chess]\ndoubleStep = false\n[atomic:chess]\n")
        os.environ["JAILBIRD_VARIANTS"] = str(file)
        try:
            with Engine() as engine:
                assert "mine" in engine.games()
                assert engine.load_file(file) == ["mine"]
        finally:
            del os.environ["JAILBIRD_VARIANTS"]


def test_searches(engine: Engine) -> None:
    game = engine.game("crazyhouse", moves=["e2e4", "d7d5", "e4d5"])
    reports: List[jailbird.Info] = []
    found = game.search(nodes=5000, multipv=3, on_info=reports.append)
    legal = game.moves()
    assert found.move in legal and found.pv[0] == found.move
    assert [line.multipv for line in found.lines] == [1, 2, 3]
    assert len(reports) > 3 and all(report.pv[0] in legal and sum(report.wdl) == 1000 for report in reports)
    mate = engine.game(moves=["f3", "e5", "g4"]).search(depth=3)
    assert (mate.move, mate.score) == ("d8h4", Score(mate=1)), mate
    assert game.search(movetime=50, level=0).move in legal


def test_a_game_that_is_over(engine: Engine) -> None:
    game = engine.game(moves=["f3", "e5", "g4", "Qh4"])
    assert (game.result, game.moves()) == (Result("0-1", "Black mates"), [])
    assert game.search(depth=3) == SearchResult(None, None, ())
    assert game.search(infinite=True) == SearchResult(None, None, ())
    repeated = engine.game(moves=["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert repeated.result is None and repeated.claim == Result("1/2-1/2", "Draw by repetition")


def test_searches_end_when_they_are_stopped(engine: Engine) -> None:
    game = engine.game()
    threading.Timer(0.3, engine.stop).start()
    begun = time.monotonic()
    assert game.search(infinite=True).move in game.moves()
    assert time.monotonic() - begun < 5

    def enough(report: jailbird.Info) -> None:
        raise RuntimeError(f"depth {report.depth}")

    try:
        game.search(infinite=True, on_info=enough)
    except RuntimeError as error:
        assert str(error) == "depth 1"
    else:
        raise AssertionError("nothing is raised")
    assert game.search(depth=1).move in game.moves()


def test_an_interrupted_answer_leaves_nothing_behind(engine: Engine) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    game = engine.game("crazyhouse")
    works: List[Callable[[], object]] = [
        lambda: game.perft(9),
        lambda: game.search(infinite=True),
        lambda: [engine.game(moves=["e4"]).moves() for _ in range(1000)],
    ]
    before = signal.signal(signal.SIGALRM, interrupt)
    for i, work in enumerate(works * 5):
        signal.setitimer(signal.ITIMER_REAL, 0.05 + i / 1000)
        try:
            work()
        except KeyboardInterrupt:
            pass
        assert (game.perft(1), len(game.moves()), engine.game().perft(2)) == (20, 20, 400)
    signal.signal(signal.SIGALRM, before)


def test_an_engine_that_does_not_start_is_ended() -> None:
    start, jailbird.process._START = jailbird.process._START, 0.5
    rows: List[Tuple[Callable[[], object], str]] = [
        (lambda: Engine(threads=0), "option Threads: `0` is not a number from 1 to"),
        (lambda: Engine(hash=10**9), "option Hash: `1000000000` is not a number from 1 to"),
        (lambda: Engine("/bin/cat"), "/bin/cat is no UCI engine: it has not said `uciok` in 0.5 seconds"),
        (lambda: Engine("/bin/true"), "the engine has ended"),
    ]
    for work, sentence in rows:
        error = refused(work)
        assert str(error).startswith(sentence), error
        try:
            assert not os.waitpid(-1, os.WNOHANG), "a program runs"
        except ChildProcessError:
            pass
    jailbird.process._START = start


def test_an_engine_that_is_closed_says_so() -> None:
    engine = Engine()
    game = engine.game()
    engine.close()
    assert str(refused(lambda: game.play("e4"))).startswith("the engine has ended")
    engine.close()


def test_legal_moves_are_those_of_python_chess(engine: Engine) -> None:
    dice, count = random.Random(1), 0
    while count < POSITIONS:
        board, game = chess.Board(), engine.game()
        while not board.is_game_over() and count < POSITIONS:
            assert sorted(game.moves()) == sorted(move.uci() for move in board.legal_moves), board.fen()
            assert game.fen.split()[0] == board.board_fen(), game.fen
            count += 1
            for _ in range(dice.randint(1, 4)):
                if not board.is_game_over():
                    move = dice.choice(list(board.legal_moves))
                    board.push(move)
                    game.play(move.uci())
        if board.is_checkmate():
            assert game.result is not None and game.result.score == board.result(), board.fen()


def test_python_chess_plays_with_the_command() -> None:
    with chess.engine.SimpleEngine.popen_uci("jailbird") as engine:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 20:
            move = engine.play(board, chess.engine.Limit(nodes=500)).move
            assert move is not None
            board.push(move)
        assert board.ply() == 20 or board.is_game_over()


def main() -> int:
    """Runs every test, each with an engine if it takes one."""
    failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            if test.__code__.co_argcount:
                with Engine() as engine:
                    test(engine)
            else:
                test()
            print(f"ok {name[5:].replace('_', ' ')}")
        except Exception:
            failed += 1
            print(f"FAIL {name[5:].replace('_', ' ')}")
            traceback.print_exc()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
