#!/usr/bin/env python3
"""Tests of the board in a browser.

    JAILBIRD=./jailbird main.py [--untimed] [--again] [part of a test's name ...]

One line for each test, `ok NAME` or `FAIL NAME: why`; the last line counts them. Two tests run at a time, each worker with its
own server and browser; those that measure run alone at the end. A test that takes longer than its limit fails, and its worker is
killed with its browser. The exit code is 1 if any failed.

For busy machines, on which a test can wait too long: `--untimed` leaves out the tests of times, `--again` runs those that fail once
more, alone, at the end; a test has failed then if it did so both times.
"""

import contextlib
import importlib
import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import traceback

from playwright.sync_api import Error, sync_playwright

from serving import Server

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
OPTIONS = ["--no-sandbox", "--disable-gpu"]
MODULES = [
    "test_server", "test_faults", "test_play", "test_games", "test_moves", "test_features", "test_files", "test_own_files",
    "test_puzzles", "test_looks", "test_draw",
]
ALONE = ["test_measures"]
WORKERS = 2
# Seconds that a test may take on a busy machine; measuring takes longer.
LIMIT = 240
LONG_LIMIT = 600
WORKER = "--worker"
UNTIMED, AGAIN = "--untimed", "--again"
# What the names of tests of times begin with.
TIMED = "click to drawn"
# Workers that were started.
workers = []


def tests(server, modules):
    for module in modules:
        yield from importlib.import_module(module).tests(server)


def run(test, browser, server):
    """Runs one test; whether it passed, and what it tells."""
    begun = time.time()
    try:
        told = test(browser, server)
    except (AssertionError, Error) as fault:
        return False, str(fault)
    except Exception:  # a fault of the test itself must not end the others
        return False, traceback.format_exc()
    return True, f"({time.time() - begun:.1f} s){f': {told}' if told else ''}"


def work():
    """Runs the tests whose names arrive on standard input; answers a line of JSON for each."""
    server = Server()
    try:
        known = dict(tests(server, MODULES + ALONE))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
            for line in sys.stdin:
                print(json.dumps(run(known[line.strip()], browser, server)), flush=True)
            browser.close()
    finally:
        server.stop()


class Worker:
    """A process that runs tests one after another; it is started when it is needed, and anew after a test has hung."""

    def __init__(self):
        self.process = None
        workers.append(self)

    def run(self, name, limit):
        """Runs a test; whether it passed, and what it tells."""
        if not self.process:
            command = [sys.executable, os.path.realpath(__file__), WORKER]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], limit)
        answer = self.process.stdout.readline() if ready else ""
        if answer:
            return json.loads(answer)
        self.kill()
        return False, "the worker has ended" if ready else f"not done after {limit} s"

    def kill(self):
        """Kills the process with its browser and its server."""
        process, self.process = self.process, None
        if process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def close(self):
        if not self.process:
            return
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


def share_out(names, count, limit):
    """Runs tests in several workers and prints their lines; whether each passed, by name."""
    waiting, results = queue.SimpleQueue(), {}
    for name in names:
        waiting.put(name)

    def loop():
        worker = Worker()
        while True:
            try:
                name = waiting.get_nowait()
            except queue.Empty:
                return worker.close()
            passed, told = worker.run(name, limit)
            print(f"ok {name} {told}" if passed else f"FAIL {name}: {told}", flush=True)
            results[name] = passed

    threads = [threading.Thread(target=loop) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def chosen(modules, parts):
    server = Server()
    try:
        names = [name for name, _ in tests(server, modules)]
    finally:
        server.stop()
    return [name for name in names if not parts or any(part in name for part in parts)]


def interrupted(_signal, _frame):
    for worker in workers:
        worker.kill()
    os._exit(1)


def main():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    begun, parts = time.time(), [part for part in sys.argv[1:] if part not in (UNTIMED, AGAIN)]
    alone = [name for name in chosen(ALONE, parts) if UNTIMED not in sys.argv or not name.startswith(TIMED)]
    results = share_out(chosen(MODULES, parts), WORKERS, LIMIT) | share_out(alone, 1, LONG_LIMIT)
    again = [name for name, passed in results.items() if not passed and AGAIN in sys.argv]
    if again:
        print(f"once more: {len(again)}", flush=True)
        results |= share_out(again, 1, LONG_LIMIT)
    outcomes = list(results.values())
    twice = f" ({len(again)} were run twice)" if again else ""
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed{twice}, {time.time() - begun:.0f} s")
    return 0 if outcomes and all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(work() if sys.argv[1:] == [WORKER] else main())
