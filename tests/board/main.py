#!/usr/bin/env python3
"""Tests of the board in a browser.

    JAILBIRD=./jailbird main.py [part of a test's name ...]

One line for each test, `ok NAME` or `FAIL NAME: why`; the last line counts them. The exit code is 1 if any failed.
"""

import importlib
import os
import sys
import time
import traceback

from playwright.sync_api import Error, sync_playwright

from serving import Server

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
OPTIONS = ["--no-sandbox", "--disable-gpu"]
MODULES = ["test_server", "test_moves", "test_games", "test_features", "test_looks", "test_measures"]


def chosen(server, parts):
    for module in MODULES:
        for name, test in importlib.import_module(module).tests(server):
            if not parts or any(part in name for part in parts):
                yield name, test


def run(name, test, browser, server):
    """Runs one test and prints its line; whether it passed."""
    begun = time.time()
    try:
        told = test(browser, server)
    except (AssertionError, Error) as fault:
        print(f"FAIL {name}: {fault}", flush=True)
        return False
    except Exception:  # a fault of the test itself must not end the others
        print(f"FAIL {name}: {traceback.format_exc()}", flush=True)
        return False
    print(f"ok {name} ({time.time() - begun:.1f} s){f': {told}' if told else ''}", flush=True)
    return True


def main():
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
            results = [run(name, test, browser, server) for name, test in chosen(server, sys.argv[1:])]
            browser.close()
    finally:
        server.stop()
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
