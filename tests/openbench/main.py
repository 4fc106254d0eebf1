#!/usr/bin/env python3
"""Tests with the classes of OpenBench's worker; `run` starts this.

    JAILBIRD=./jailbird main.py ROOT WORK [part of a test's name ...]

WORK/client holds the worker's files and, as `fastchess-ob`, the engine. The worker builds every command, starts it and reads its
output and records; `farm.py` stands in for the server. One line for each test, `ok NAME (SECONDS)` or `FAIL NAME: why`; the last
line counts them.
"""

import argparse
import bz2
import contextlib
import io
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

from farm import NO_BOOK, Farm, branch, workload

ROOT, WORK = Path(sys.argv[1]), Path(sys.argv[2])
CLIENT = WORK / "client"
JAILBIRD = os.environ["JAILBIRD"]
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(CLIENT))
PARTS, sys.argv = sys.argv[3:], sys.argv[:1]

import bench  # noqa: E402
import genfens  # noqa: E402
import pgn_util  # noqa: E402
import utils  # noqa: E402
import worker  # noqa: E402

# The name of both engines: no other program has it in its command line.
DEV, BASE = f"Jailbird-DEV{os.getpid()}", f"Jailbird-BASE{os.getpid()}"
GAMES = {"chess": "", "prisonbreak": " UCI_Variant=prisonbreak"}
OPTIONS = "Threads=1 Hash=1"


def jailbird(*words):
    return subprocess.run([JAILBIRD, *words], capture_output=True, text=True)


class Setting:
    """The worker, its server and two copies of the engine."""

    def __init__(self):
        version = re.search(r"\d+\.\d+\.\d+", jailbird("--version").stdout).group()
        self.farm = Farm(version)
        self.number = 0
        names = {"username": "u", "password": "p", "server": self.farm.address, "threads": 2, "nsockets": 1}
        extra = {"identity": None, "syzygy": None, "fleet": False, "noisy": False, "focus": None}
        with contextlib.redirect_stdout(io.StringIO()):
            self.config = worker.Configuration(argparse.Namespace(**names, **extra))
        self.config.compilers["Jailbird"] = ("cargo", "1.89.0")
        for name in (DEV, BASE):
            self.place(name, JAILBIRD)

    def place(self, name, program):
        shutil.copy(program, CLIENT / "Engines" / name)

    def workload(self, kind, options, time_control="N=300", book=None, game="chess", bench_count=0, **more):
        """Makes a workload the worker's. `options` and `time_control` are one text, or one for each engine."""
        self.number += 1
        both = lambda text: text if isinstance(text, tuple) else (text, text)
        dev, base = (
            branch(name, OPTIONS + own + GAMES[game], control, bench_count)
            for name, own, control in zip(("dev", "base"), both(options), both(time_control))
        )
        self.config.workload = workload(self.number, kind, dev, base, book or NO_BOOK, **more)
        return self.config.workload

    def book(self, game):
        return self.farm.book(f"{game}.epd", (ROOT / f"bench/openings/{game}.epd").read_text())

    def play(self, dev=DEV, base=BASE, scale=1.0):
        """Lets the worker play its workload. The results of each runner, the PGN files, and what was reported."""
        test = self.config.workload["test"]
        utils_book = test["book"]
        runners = self.config.workload["distribution"]["runner-count"]
        queue, stamp, log = multiprocessing.Queue(), time.time(), io.StringIO()
        with contextlib.redirect_stdout(log):
            utils.download_opening_book(utils_book["sha"], utils_book["source"], utils_book["name"])
            commands = [worker.build_runner_command(self.config, dev, base, scale, stamp, at) for at in range(runners)]
            flag = threading.Event()
            threads = [
                threading.Thread(target=worker.run_and_parse_runner, args=(self.config, command, at, queue, flag))
                for at, command in enumerate(commands)
            ]
            [thread.start() for thread in threads]
            [thread.join(300) for thread in threads]
        assert not any(thread.is_alive() for thread in threads), "a runner has not ended after 300 s"
        batches = []
        while True:
            try:
                batches.append(queue.get(timeout=1))
            except worker.queue.Empty:
                break
        files = [worker.MatchRunner.pgn_name(self.config, stamp, at) for at in range(runners)]
        if batches:
            worker.ServerReporter.report_results(self.config, batches)
        with contextlib.redirect_stdout(log):
            reporter = worker.ResultsReporter(self.config, [], queue, flag)
            reporter.send_errors(stamp, runners)
        forms = self.farm.forms("clientSubmitResults")
        return Played(forms[0] if forms else {}, files, self.farm.forms("clientSubmitError"), log.getvalue())


class Played:
    """What a workload has given: the form of results, the files, the forms of errors, the worker's own output."""

    def __init__(self, form, files, errors, log):
        self.form, self.files, self.errors, self.log = form, files, errors, log
        self.games = [game for file in files for game in pgn_util.pgn_iterator(file)]

    def counts(self, name):
        return [int(word) for word in self.form[name].split()]

    def check(self, games, game, paired=True):
        """Everything that must hold of a workload without faults."""
        equal(len(self.games), games, "games in the PGN files")
        equal(sum(self.counts("trinomial")), games, "games that the worker has counted")
        equal(sum(self.counts("pentanomial")), games // 2, "pairs that the worker has counted")
        equal([self.form[name] for name in ("crashes", "timelosses", "illegals")], ["0"] * 3, "faults")
        equal(len(self.errors), 0, "errors that the worker has found in the PGN files")
        equal(self.counts("trinomial"), self.of_records(), "losses, draws and wins, by the worker and by the records")
        equal({headers["Variant"] for headers, _ in self.games}, {game}, "tag Variant")
        for file in self.files if paired else []:
            openings = [headers["FEN"] for headers, _ in sorted(pgn_util.pgn_iterator(file), key=round_of)]
            equal(openings[0::2], openings[1::2], "openings of the two games of each pair")

    def of_records(self):
        """Losses, draws and wins of the engine `dev`."""
        counts = [0, 0, 0]
        for headers, _ in self.games:
            points = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}[headers["Result"]]
            counts[points if headers["White"] == "Jailbird-dev" else 2 - points] += 1
        return counts

    def check_uploads(self):
        """What the worker sends of the records has all moves, their scores, depths, nodes and selective depths."""
        for compact in (True, False):
            with contextlib.redirect_stdout(io.StringIO()):
                text = bz2.decompress(pgn_util.compress_pgn_files(self.files, 1.0, compact)).decode()
            assert "unknown" not in text, f"a comment was not understood: {text[:2000]}"
            path = WORK / "uploaded.pgn"
            path.write_text(text)
            said = jailbird("pgn", "check", "--strict", str(path))
            equal(said.returncode, 0, f"exit code of pgn check: {said.stdout}")
            moves = re.findall(r"[^\s{}]+ \{[^}]*\}", text)
            equal(len(moves), sum(int(headers["PlyCount"]) for headers, _ in self.games), "moves that were uploaded")
            if not compact:
                assert all(re.search(r"\{\S+/\d+ [\d.]+s, n=\d+, sd=\d+", move) for move in moves), moves[:3]


def round_of(game):
    return [int(part) for part in game[0]["Round"].split(".")]


def equal(found, expected, what):
    assert found == expected, f"{what}: {found}, not {expected}"


# Tests. Each has the setting as its argument and returns a word about what it has seen, or nothing.


def the_runner_tells_its_version(setting):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        worker.server_configure_fastchess(setting.config)
    assert "Found fastchess-ob v" in said.getvalue(), said.getvalue()


def bench_is_read(setting):
    nodes = int(jailbird("bench").stdout.split()[-4])
    speed, count = bench.run_benchmark(f"Engines/{DEV}", 1, 1, nodes)
    equal(count, nodes, "nodes")
    try:
        bench.run_benchmark(f"Engines/{DEV}", 1, 1, nodes + 1)
    except utils.OpenBenchBadBenchException:
        return f"{count} nodes, {speed} per second"
    raise AssertionError("a wrong count was not noticed")


def sprt(game):
    def test(setting):
        setting.workload("SPRT", "", ("N=3000", "N=100"), setting.book(game), game, win_adj="movecount=3 score=400",
                         draw_adj="movenumber=40 movecount=8 score=10",
                         distribution={"runner-count": 2, "concurrency-per": 1, "rounds-per-runner": 4})
        played = setting.play()
        played.check(16, game)
        played.check_uploads()
        losses, draws, wins = played.counts("trinomial")
        assert wins > losses, f"30 times the nodes have won only {wins} games and lost {losses}"
        return f"{len(played.games)} games, pentanomial {played.form['pentanomial']}"
    return test


def chess960(setting):
    """The worker takes Chess960 from the name of the book."""
    rows = ["nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1", "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"]
    setting.workload("SPRT", "", "N=200", setting.farm.book("some_FRC.epd", "\n".join(rows)),
                     distribution={"runner-count": 1, "concurrency-per": 2, "rounds-per-runner": 2})
    played = setting.play()
    played.check(4, "chess960")
    played.check_uploads()


def spsa(game):
    def test(setting):
        values = lambda low, high: {"dev": [high, low], "base": [low, high], "flip": [1, -1]}
        parameter = {"index": 0, "c": 2.0, "r": 0.5, **values(1000, 2800)}
        setting.workload("SPSA", ' UCI_LimitStrength=true "Skill Level=20"', "N=400", setting.book(game), game,
                         spsa={"UCI_Elo": parameter},
                         distribution={"runner-count": 2, "concurrency-per": 2, "rounds-per-runner": 3})
        played = setting.play()
        played.check(12, game)
        (delta,) = json.loads(played.form["spsa_delta"])
        assert delta > 0, f"the stronger values did not win: {delta}"
        assert played.log.count("option.UCI_Elo=2800 name=Jailbird-dev") == 1, played.log
        return f"{len(played.games)} games, gradient {delta}"
    return test


def datagen(game, reverses):
    def test(setting):
        extra = "" if game == "chess" else f"variant {game} plies 6"
        load = setting.workload("DATAGEN", "", "N=150", None, game, genfens_args=extra, play_reverses=reverses,
                                distribution={"runner-count": 2, "concurrency-per": 1, "rounds-per-runner": 6})
        with contextlib.redirect_stdout(io.StringIO()):
            worker.safe_create_genfens_opening_book(setting.config, DEV)
        rows = (CLIENT / "Books/openbench.genfens.epd").read_text().splitlines()
        equal(len(rows), 6 if reverses else 12, "openings")
        equal(len(set(rows)), len(rows), "different openings")
        played = setting.play()
        per_round = 2 if reverses else 1
        played.check(12 * per_round, game, paired=reverses)
        played.check_uploads()
        fens = {" ".join(headers["FEN"].split()[:4]) for headers, _ in played.games}
        equal(fens, {row.split(" hmvc")[0] for row in rows}, "openings that were played")
        if not reverses:
            equal(len(fens), 12, "games from openings of their own")
        assert load["test"]["genfens_args"] == extra
        return f"{len(played.games)} games from {len(rows)} openings"
    return test


def genfens_begins_from_books(setting):
    setting.workload("DATAGEN", "", book=setting.book("prisonbreak"), game="prisonbreak",
                     genfens_args="variant prisonbreak plies 0 window 10000")
    book = setting.config.workload["test"]["book"]
    with contextlib.redirect_stdout(io.StringIO()):
        utils.download_opening_book(book["sha"], book["source"], book["name"])
        worker.safe_create_genfens_opening_book(setting.config, DEV)
    known = {" ".join(row.split()[:4]) for row in (ROOT / "bench/openings/prisonbreak.epd").read_text().splitlines()[1:]}
    found = {row.split(" hmvc")[0] for row in (CLIENT / "Books/openbench.genfens.epd").read_text().splitlines()}
    assert found and found <= known, found - known


def wrong_genfens_is_one_error(setting):
    rows = [("genfens", "how many"), ("genfens x seed 1 book None", "`x`"), ("genfens 2 seed 1 book Books/none.epd", "none.epd"),
            ("genfens 2 seed 1 book None variant go", "`go`"), ("genfens 2 seed 1 book None variant penaltybox-dual", "six fields"),
            ("genfens 99 seed 1 book None plies 1", "only ")]
    for words, named in rows:
        said = jailbird(words, "quit")
        assert said.returncode != 0 and named in said.stderr and len(said.stderr.splitlines()) == 1, (words, said)


def time_controls(setting):
    controls = ["0.4+0.01", "40/0.5", "40/0.3+0.01", "MT=20", "N=200", "D=2"]
    for control in controls:
        setting.workload("SPRT", "", control, setting.book("chess"), distribution={
            "runner-count": 1, "concurrency-per": 1, "rounds-per-runner": 1}, draw_adj="movenumber=8 movecount=1 score=5000")
        setting.play(scale=1.37).check(2, "chess")
    return ", ".join(controls)


def faults(fault, count, found):
    def test(setting):
        name = f"Jailbird-FAULTY{os.getpid()}"
        program = CLIENT / "Engines" / name
        program.write_text(f'#!/bin/sh\nexec python3 "{HERE / "faulty_engine.py"}" {fault}\n')
        program.chmod(0o755)
        setting.workload("SPRT", "", "0.5+0.01" if fault == "late" else "N=50", setting.book("chess"),
                         distribution={"runner-count": 1, "concurrency-per": 2, "rounds-per-runner": 2})
        setting.config.workload["test"]["book"] = setting.farm.book("start.epd", START)
        played = setting.play(base=name)
        equal(int(played.form[count]), 4, count)
        equal(sum(int(played.form[other]) for other in ("crashes", "timelosses", "illegals")), 4, "faults")
        equal(played.counts("pentanomial"), [0, 0, 0, 0, 2], "pairs, all of which the other engine wins")
        equal([form["error"] for form in played.errors], found, "errors that the worker has found in the PGN file")
        assert all("[White " in form["logs"] for form in played.errors)
    return test


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n"


def a_whole_workload(setting):
    """From the download of the book to the upload of the records, as the worker does it."""
    nodes = int(jailbird("bench").stdout.split()[-4])
    load = setting.workload("SPRT", "", "N=200", setting.book("prisonbreak"), "prisonbreak", nodes)
    load["test"]["dev"]["sha"] = load["test"]["base"]["sha"] = sha = "%08d" % (os.getpid() % 10**8)
    setting.place(f"Jailbird-{sha}", JAILBIRD)
    with contextlib.redirect_stdout(io.StringIO()):
        worker.complete_workload(setting.config)
    results = setting.farm.forms("clientSubmitResults")
    equal(sum(sum(map(int, form["trinomial"].split())) for form in results), 8, "games that were reported")
    (speeds,), (upload,) = setting.farm.forms("clientSubmitNPS"), setting.farm.forms("clientSubmitPGN")
    assert int(speeds["nps"]) > 0 and b"BZh" in upload["body"], (speeds, upload["body"][:100])
    equal(setting.farm.forms("clientSubmitError"), [], "errors")
    assert sha in (WORK / "pkill.txt").read_text()


def builds(setting):
    from building import check
    return check(setting, ROOT, WORK, utils, jailbird)


TESTS = {
    "runner: the worker finds the version": the_runner_tells_its_version,
    "genfens: wrong orders are one error": wrong_genfens_is_one_error,
    "genfens: positions of a book": genfens_begins_from_books,
    **{f"sprt: {game}": sprt(game) for game in GAMES},
    "sprt: Chess960": chess960,
    **{f"spsa: {game}": spsa(game) for game in GAMES},
    **{f"datagen: {game}, {'both colours' if both else 'one game each'}": datagen(game, both) for game in GAMES for both in (False, True)},
    "time controls": time_controls,
    "faults: disconnect": faults("disconnect", "crashes", ["Disconnect"] * 4),
    "faults: illegal move": faults("illegal", "illegals", ["Illegal Move"] * 4),
    "faults: loss on time": faults("late", "timelosses", []),
    "bench: the worker reads the count": bench_is_read,
    "a whole workload of Prison Break": a_whole_workload,
    "build: make EXE= EVALFILE=": builds,
}


def main(parts):
    setting, failed, run = Setting(), 0, 0
    for name, test in TESTS.items():
        if parts and not any(part in name for part in parts):
            continue
        begun, run = time.time(), run + 1
        try:
            told = test(setting)
            print(f"ok   {name} ({time.time() - begun:.0f} s){': ' + told if told else ''}", flush=True)
        except Exception as fault:
            failed += 1
            print(f"FAIL {name}: {fault if isinstance(fault, AssertionError) else traceback.format_exc()}", flush=True)
    print(f"{run - failed} passed, {failed} failed")
    return failed > 0 or run == 0


if __name__ == "__main__":
    sys.exit(main(PARTS))
