#!/usr/bin/env python3
"""Plays and analyses chess with Jailbird through python-chess, which follows every move and every line.

    JAILBIRD=./jailbird python_chess.py [part of a test's name]

One line for each test, `ok NAME` or `FAIL NAME: why`; the exit code is 1 if any failed. A test also fails if
python-chess logged a warning: that is how it reports lines that it could not read or did not expect.
"""

import inspect
import logging
import os
import queue
import random
import re
import signal
import subprocess
import sys
import threading
import time
import traceback

import chess
import chess.engine
import chess.variant
from chess.engine import Limit, Mate, SimpleEngine

JAILBIRD = os.environ.get("JAILBIRD", "./jailbird")
LONGEST_GAME = 400
LONGEST_TEST = 40

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
REPEATED = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"


class Warnings(logging.Handler):
    """Keeps what python-chess complains about."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        text = record.getMessage()
        # Two things that XBoard wants and python-chess does not: no signals, and an answer to `.`.
        if "Rejecting feature sigterm=0" not in text and "'stat01: " not in text:
            self.lines.append(text)


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def uci(**options):
    engine = SimpleEngine.popen_uci([JAILBIRD], timeout=20)
    if options:
        engine.configure(options)
    return engine


def xboard(**options):
    engine = SimpleEngine.popen_xboard([JAILBIRD], timeout=20)
    if options:
        engine.configure(options)
    return engine


def play_game(white, black, board, limit_of):
    """A game until python-chess says that it is over, draws claimed as soon as they can be."""
    game = object()
    while board.outcome(claim_draw=True) is None and len(board.move_stack) < LONGEST_GAME:
        engine = white if board.turn else black
        result = engine.play(board, limit_of(board), game=game, info=chess.engine.INFO_ALL)
        if result.resigned:
            return "resigned"
        check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        check("score" in result.info, f"a move without a score in {board.fen()}")
        board.push(result.move)
    return board.result(claim_draw=True)


def whole_game(white, black):
    board = chess.Board()
    result = play_game(white, black, board, lambda _: Limit(time=0.02))
    check(result != "*", f"unfinished after {len(board.move_stack)} plies")
    return f"{result} after {len(board.move_stack)} plies"


# ---------------------------------------------------------------------------------------------------------- UCI


def test_uci_game():
    with uci(Hash=8) as white, uci() as black:
        return whole_game(white, black)


def test_uci_game_by_the_clock():
    clocks = {chess.WHITE: 3.0, chess.BLACK: 3.0}
    increment = 0.02

    def limit(_):
        return Limit(white_clock=clocks[True], black_clock=clocks[False], white_inc=increment, black_inc=increment)

    with uci() as white, uci(Threads=2) as black:
        board = chess.Board()
        game = object()
        while board.outcome(claim_draw=True) is None and len(board.move_stack) < LONGEST_GAME:
            begun = time.monotonic()
            move = (white if board.turn else black).play(board, limit(board), game=game).move
            clocks[board.turn] -= time.monotonic() - begun
            check(clocks[board.turn] > 0, f"the flag fell in {board.fen()}")
            clocks[board.turn] += increment
            check(move in board.legal_moves, f"{move} in {board.fen()}")
            board.push(move)
        return f"{board.result(claim_draw=True)} after {len(board.move_stack)} plies, clocks {clocks[True]:.2f} {clocks[False]:.2f}"


def test_uci_chess960_game():
    with uci() as white, uci() as black:
        results = []
        for number in (0, 959, 334):
            board = chess.Board.from_chess960_pos(number)
            results.append(play_game(white, black, board, lambda _: Limit(time=0.01)))
        check("*" not in results, "unfinished")
        return " ".join(results)


def test_uci_chess960_castling():
    """Every start position, pieces between king and rooks taken off: both castlings are known by their rooks."""
    with uci() as engine:
        for number in range(0, 960, 48):
            board = chess.Board.from_chess960_pos(number)
            for square in chess.SQUARES:
                piece = board.piece_at(square)
                if piece and piece.piece_type not in (chess.KING, chess.ROOK, chess.PAWN):
                    board.remove_piece_at(square)
            castlings = [move for move in board.legal_moves if board.is_castling(move)]
            check(castlings, f"no castling in {board.fen()}")
            for move in castlings:
                result = engine.play(board, Limit(depth=1), root_moves=[move])
                check(result.move == move, f"{result.move} instead of {move} in {board.fen()}")
                after = board.copy()
                after.push(move)
                reply = engine.play(after, Limit(depth=1)).move
                check(reply in after.legal_moves, f"{reply} in {after.fen()}")


def test_uci_standard_castling_after_chess960():
    with uci() as engine:
        board = chess.Board.from_chess960_pos(100)
        engine.play(board, Limit(depth=1))
        board = chess.Board(KIWIPETE)
        for text in ("e1g1", "e1c1"):
            move = chess.Move.from_uci(text)
            check(engine.play(board, Limit(depth=1), root_moves=[move]).move == move, text)


def test_uci_analysis_with_three_lines():
    with uci() as engine:
        for fen in (chess.STARTING_FEN, MIDDLEGAME, KIWIPETE):
            board = chess.Board(fen)
            lines = 0
            with engine.analysis(board, Limit(depth=9), multipv=3) as analysis:
                for info in analysis:
                    if "pv" not in info:
                        continue
                    lines += 1
                    check("score" in info and "depth" in info and "nodes" in info, f"{info}")
                    check(1 <= info["multipv"] <= 3, f"{info}")
                    line = board.copy()
                    for move in info["pv"]:
                        check(move in line.legal_moves, f"{move} of {info['pv']} in {fen}")
                        line.push(move)
            check(lines >= 27, f"{lines} lines only")
            final = analysis.multipv
            check(len(final) == 3, f"{len(final)} lines at the end")
            check(len({info["pv"][0] for info in final}) == 3, "one move in two lines")
            scores = [info["score"].relative.score(mate_score=100_000) for info in final]
            check(scores == sorted(scores, reverse=True), f"lines out of order: {scores}")
            best = analysis.wait().move
            check(best == final[0]["pv"][0], f"best move {best}, first line {final[0]['pv'][0]}")


def test_uci_analysis_of_few_moves():
    with uci() as engine:
        board = chess.Board("7k/8/8/8/8/8/8/K5R1 b - - 0 1")
        info = engine.analyse(board, Limit(depth=5), multipv=3)
        check(len(info) == 1 and info[0]["pv"][0].uci() == "h8h7", f"{info}")


def test_uci_analysis_restricted_to_moves():
    with uci() as engine:
        board = chess.Board(MIDDLEGAME)
        moves = [chess.Move.from_uci(text) for text in ("a2a3", "h2h3")]
        info = engine.analyse(board, Limit(depth=6), multipv=4, root_moves=moves)
        check({line["pv"][0] for line in info} == set(moves), f"{info}")


def latency_of_stop(engine, board, after):
    analysis = engine.analysis(board)
    time.sleep(after)
    begun = time.monotonic()
    analysis.stop()
    best = analysis.wait()
    taken = time.monotonic() - begun
    check(best.move in board.legal_moves, f"{best.move} in {board.fen()}")
    return taken


def test_uci_stop_latency():
    worst = 0
    for threads in (1, 2):
        with uci(Threads=threads) as engine:
            for fen in (chess.STARTING_FEN, KIWIPETE, "7k/8/8/8/8/8/8/K5R1 b - - 0 1"):
                for after in (0, 0.05, 0.4):
                    taken = latency_of_stop(engine, chess.Board(fen), after)
                    worst = max(worst, taken)
                    check(taken < 0.2, f"{taken * 1000:.0f} ms, {threads} threads, {fen} after {after} s")
    return f"at most {worst * 1000:.0f} ms"


def test_uci_movetime_is_kept():
    with uci() as engine:
        worst = 0
        for seconds in (0.05, 0.3):
            for fen in (chess.STARTING_FEN, KIWIPETE):
                begun = time.monotonic()
                engine.play(chess.Board(fen), Limit(time=seconds))
                worst = max(worst, time.monotonic() - begun - seconds)
        check(worst < 0.1, f"{worst * 1000:.0f} ms more than allowed")
        return f"at most {worst * 1000:.0f} ms more"


def test_uci_ponder():
    with uci() as white, uci() as black:
        board = chess.Board()
        game = object()
        expected = {True: None, False: None}
        hits = misses = 0
        for _ in range(40):
            if board.outcome(claim_draw=True):
                break
            engine = white if board.turn else black
            result = engine.play(board, Limit(time=0.03), game=game, ponder=True)
            check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
            if expected[not board.turn] == result.move:
                hits += 1
            else:
                misses += 1
            board.push(result.move)
            check(result.ponder is None or result.ponder in board.legal_moves, f"{result.ponder} in {board.fen()}")
            expected[not board.turn] = result.ponder
        check(hits and misses, f"{hits} hits, {misses} misses: not both ways were tested")
        return f"{hits} hits, {misses} misses"


def test_uci_mate():
    problems = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1),
    ]
    with uci() as engine:
        for fen, moves in problems:
            board = chess.Board(fen)
            check(board.is_valid(), fen)
            with engine.analysis(board, Limit(mate=moves)) as analysis:
                best = analysis.wait().move
            score = analysis.info["score"].relative
            check(score == Mate(moves), f"{score} in {fen}")
            pv = analysis.info["pv"]
            check(pv[0] == best, f"{best}, but {pv}")
            for move in pv:
                board.push(move)
            check(board.is_checkmate() and len(pv) == 2 * moves - 1, f"{pv} in {fen}")


def test_uci_finished_positions():
    with uci() as engine:
        for fen in ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            result = engine.play(chess.Board(fen), Limit(time=0.05), info=chess.engine.INFO_ALL)
            check(result.move is None, f"{result.move} in {fen}")
        check(engine.play(chess.Board(), Limit(depth=2)).move, "no move afterwards")


def test_uci_options():
    wanted = {
        "Hash": ("spin", 16),
        "Clear Hash": ("button", None),
        "Threads": ("spin", 1),
        "MultiPV": ("spin", 1),
        "Ponder": ("check", False),
        "Move Overhead": ("spin", None),
        "UCI_Variant": ("combo", "chess"),
        "UCI_Chess960": ("check", False),
        "UCI_AnalyseMode": ("check", False),
        "UCI_ShowWDL": ("check", False),
    }
    with uci() as engine:
        check(engine.id.get("name", "").startswith("Jailbird"), f"{engine.id}")
        check(engine.id.get("author"), f"{engine.id}")
        for name, (kind, default) in wanted.items():
            check(name in engine.options, f"no option {name}")
            option = engine.options[name]
            check(option.type == kind, f"{name} is a {option.type}")
            check(default is None or option.default == default, f"{name} is {option.default} at first")
            if kind == "spin":
                check(option.min is not None and option.max is not None, f"{name} without bounds")
                check(option.min <= option.default <= option.max, f"{name} out of its bounds")
            if kind == "combo":
                check(option.default in option.var, f"{name}: {option.var}")
        engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 30, "Clear Hash": None, "UCI_ShowWDL": True})
        info = engine.analyse(chess.Board(), Limit(depth=5))
        check("wdl" in info and sum(info["wdl"].relative) == 1000, f"{info}")


def test_uci_many_games_in_one_process():
    with uci() as engine:
        for number in range(30):
            board = chess.Board() if number % 3 else chess.Board.from_chess960_pos(number)
            move = engine.play(board, Limit(depth=2), game=number).move
            check(move in board.legal_moves, f"{move} in {board.fen()}")


# --------------------------------------------------------------------------------------------------------- CECP


def test_xboard_game():
    with xboard() as white, xboard() as black:
        return whole_game(white, black)


def test_xboard_game_by_the_clock():
    clocks = {chess.WHITE: 3.0, chess.BLACK: 3.0}
    increment = 0.02

    with xboard() as white, xboard(memory=4) as black:
        board = chess.Board()
        game = object()
        while board.outcome(claim_draw=True) is None and len(board.move_stack) < LONGEST_GAME:
            limit = Limit(
                white_clock=clocks[True], black_clock=clocks[False], white_inc=increment, black_inc=increment, clock_id=game
            )
            begun = time.monotonic()
            result = (white if board.turn else black).play(board, limit, game=game)
            clocks[board.turn] -= time.monotonic() - begun
            if result.resigned:
                return f"resigned after {len(board.move_stack)} plies"
            # The clock is told in hundredths.
            check(clocks[board.turn] > -0.02, f"the flag fell in {board.fen()}")
            clocks[board.turn] = max(clocks[board.turn], 0) + increment
            check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
            board.push(result.move)
        return f"{board.result(claim_draw=True)} after {len(board.move_stack)} plies"


def test_xboard_chess960_game():
    with xboard() as white, xboard() as black:
        board = chess.Board.from_chess960_pos(518 - 1)
        result = play_game(white, black, board, lambda _: Limit(time=0.01))
        check(result != "*", "unfinished")
        return f"{result} after {len(board.move_stack)} plies"


def test_xboard_ponder():
    with xboard() as white, xboard() as black:
        board = chess.Board()
        game = object()
        for _ in range(30):
            result = (white if board.turn else black).play(board, Limit(time=0.03), game=game, ponder=True)
            check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
            board.push(result.move)


def test_xboard_analysis():
    with xboard() as engine:
        for fen in (chess.STARTING_FEN, KIWIPETE):
            board = chess.Board(fen)
            with engine.analysis(board, Limit(depth=8)) as analysis:
                for info in analysis:
                    line = board.copy()
                    for move in info.get("pv", []):
                        check(move in line.legal_moves, f"{move} of {info['pv']} in {fen}")
                        line.push(move)
            check(analysis.info["depth"] >= 8, f"{analysis.info}")
        moves = [chess.Move.from_uci("a2a3")]
        info = engine.analyse(chess.Board(), Limit(depth=5), root_moves=moves)
        check(info["pv"][0] == moves[0], f"{info}")


def test_xboard_stop_latency():
    with xboard() as engine:
        worst = max(latency_of_stop(engine, chess.Board(KIWIPETE), after) for after in (0.05, 0.4))
        check(worst < 0.2, f"{worst * 1000:.0f} ms")
        return f"at most {worst * 1000:.0f} ms"


def test_xboard_takes_back():
    with xboard() as engine:
        board = chess.Board()
        game = object()
        for text in "e2e4 e7e5 g1f3 b8c6 f1b5".split():
            board.push_uci(text)
        check(engine.play(board, Limit(depth=3), game=game).move in board.legal_moves, "first")
        for _ in range(5):
            board.pop()
            move = engine.play(board, Limit(depth=3), game=game).move
            check(move in board.legal_moves, f"{move} in {board.fen()}")


def test_xboard_goes_on_after_a_repetition():
    """python-chess tells the moves of a game in force mode; a draw that was not claimed is no end of it."""
    with xboard() as engine:
        board = chess.Board()
        for text in REPEATED.split() + ["e2e4"]:
            board.push_uci(text)
        move = engine.play(board, Limit(depth=3)).move
        check(move in board.legal_moves, f"{move} in {board.fen()}")


def test_xboard_options():
    # Names with blanks are beyond python-chess, but not beyond XBoard.
    wanted = {"MultiPV": "spin", "Resign": "check", "memory": "spin", "cores": "spin"}
    with xboard() as engine:
        check(engine.id.get("name", "").startswith("Jailbird"), f"{engine.id}")
        for name, kind in wanted.items():
            check(name in engine.options and engine.options[name].type == kind, f"{name}: {engine.options.get(name)}")
        engine.configure({"memory": 8, "cores": 2, "Resign": False})
        check(engine.play(chess.Board(), Limit(depth=5)).move, "no move")


# ------------------------------------------------------------------- claims: python-chess's client hides them


class Cecp:
    """A bare CECP engine."""

    def __init__(self):
        self.process = subprocess.Popen(
            [JAILBIRD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.send("xboard", "protover 2")
        self.wait_for("feature done=1")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def wait_for(self, *beginnings):
        while True:
            line = self.lines.get(timeout=20)
            if line.startswith(beginnings):
                return line

    def said(self):
        """What has been said by now."""
        self.send("ping 77")
        lines = []
        while (line := self.lines.get(timeout=20)) != "pong 77":
            lines.append(line)
        return lines

    def quit(self):
        self.send("quit")
        return self.process.wait(timeout=20)


RESULTS = ("1-0", "0-1", "1/2-1/2")


def claims_of_game(fen, seconds="0.02"):
    """Relays the moves of a game between two engines until one of them claims a result."""
    engines = {chess.WHITE: Cecp(), chess.BLACK: Cecp()}
    board = chess.Board(fen)
    for engine in engines.values():
        engine.send("new", "option Resign=0", "force", f"setboard {fen}", f"st {seconds}", "nopost", "easy")
    engines[board.turn].send("go")
    engines[not board.turn].send("playother")
    while True:
        mover, other = engines[board.turn], engines[not board.turn]
        line = mover.wait_for("move ", *RESULTS)
        check(line.startswith("move "), f"`{line}` before a move in {board.fen()}")
        move = chess.Move.from_uci(line.split()[1])
        check(move in board.legal_moves, f"{move} in {board.fen()}")
        board.push(move)
        over = board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100
        claims = [said for said in mover.said() if said.startswith(RESULTS)]
        check(bool(claims) == over, f"claims {claims} after {move} to {board.fen()}")
        other.send(f"usermove {move.uci()}")
        if over:
            claims.append(other.wait_for("move ", *RESULTS))
            wanted = board.result(claim_draw=True)
            check(all(claim.split()[0] == wanted for claim in claims), f"{claims}, but {wanted} in {board.fen()}")
            check("{" in claims[0], claims[0])
            break
        check(len(board.move_stack) < LONGEST_GAME, "unfinished")
    codes = [engine.quit() for engine in engines.values()]
    check(codes == [0, 0], f"exit codes {codes}")
    return claims[0]


def test_xboard_claims():
    claims = []
    for fen in (
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "8/8/8/8/3k4/8/4r3/K7 b - - 0 1",
        "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1",
        "7k/8/6K1/8/8/8/8/5Q2 w - - 96 90",
        "8/8/3k4/8/2n5/3KP3/8/8 w - - 0 1",
        "r5k1/8/8/8/8/8/8/R5K1 w - - 90 80",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    ):
        claims.append(claims_of_game(fen))
    return "; ".join(sorted(set(claims)))


# Games from files that python-chess knows, too. (Its Suicide has castling, which that of Fairy-Stockfish lacks.)
VARIANTS = [
    chess.variant.CrazyhouseBoard, chess.variant.AtomicBoard, chess.variant.AntichessBoard, chess.variant.GiveawayBoard,
    chess.variant.HordeBoard, chess.variant.KingOfTheHillBoard, chess.variant.RacingKingsBoard, chess.variant.ThreeCheckBoard,
]


class Rules:
    """The legal moves of positions, by UCI."""

    def __init__(self, name):
        self.process = subprocess.Popen([JAILBIRD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.process.stdin.write(f"setoption name UCI_Variant value {name}\n")

    def moves(self, fen):
        self.process.stdin.write(f"position fen {fen}\ngo perft 1\n")
        found = set()
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                break
            check("error" not in line, f"{fen}: {line}")
            found |= set(re.findall(r"^(\S+): 1$", line))
        return found

    def quit(self):
        self.process.kill()
        self.process.wait()


def test_uci_games_from_files():
    """Random games, in which the engine moves now and then: python-chess and the engine have the same moves."""
    dice, positions = random.Random(1), 0
    for kind in VARIANTS:
        engine, rules = uci(), Rules(kind.uci_variant)
        for _ in range(2):
            board = kind()
            while not board.is_game_over() and len(board.move_stack) < 60:
                own, other = rules.moves(board.fen()), {move.uci() for move in board.legal_moves}
                check(own == other, f"{kind.uci_variant}: {board.fen()}: {sorted(own ^ other)}")
                positions += 1
                is_engine = dice.random() < 0.1
                board.push(engine.play(board, Limit(nodes=50)).move if is_engine else dice.choice(list(board.legal_moves)))
        engine.quit()
        rules.quit()
    return f"{positions} positions of {len(VARIANTS)} games"


# --------------------------------------------------------------------------------------------------------------


def too_long(*_):
    raise TimeoutError(f"not done after {LONGEST_TEST} s")


def main():
    signal.signal(signal.SIGALRM, too_long)
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    warnings = Warnings()
    logger = logging.getLogger("chess.engine")
    logger.addHandler(warnings)
    logger.propagate = False
    failed = 0
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_") and inspect.isfunction(test)]
    for name, test in tests:
        name = name.removeprefix("test_").replace("_", " ")
        if only not in name:
            continue
        warnings.lines.clear()
        begun = time.monotonic()
        try:
            signal.alarm(LONGEST_TEST)
            note = test()
            signal.alarm(0)
            check(not warnings.lines, f"python-chess warns: {warnings.lines[:3]}")
            taken = time.monotonic() - begun
            print(f"ok python-chess, {name} ({taken:.1f} s){': ' + note if note else ''}", flush=True)
        except Exception as error:
            signal.alarm(0)
            failed += 1
            why = str(error) or type(error).__name__
            if not isinstance(error, (AssertionError, chess.engine.EngineError)):
                why = f"{type(error).__name__}: {error} at line {traceback.extract_tb(error.__traceback__)[-1].lineno}"
            why = " ".join((why + (f"; python-chess warns: {warnings.lines[:3]}" if warnings.lines else "")).split())
            print(f"FAIL python-chess, {name}: {why}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
