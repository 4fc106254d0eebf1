#!/usr/bin/env python3
"""Screenshots of every game in both sizes, light and dark, to be looked at one by one.

    JAILBIRD=./jailbird pictures.py FOLDER [README.png]

With a second name, also the picture for the README: Prison Break in play with analysis.
"""

import os
import subprocess
import sys

from playwright.sync_api import sync_playwright

from main import CHROMIUM, OPTIONS
from playing import Game
from rows import rows
from serving import Server

SIZES = {"1280x800": "mouse", "390x844": "touch"}
README = "prisonbreak"


def show(board, game):
    """The longest row of a game, before its last move, with a piece chosen."""
    start, moves, _ = max(rows()[game], key=lambda row: len(row[1]))
    board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
    board.load(game, start, moves[:-1])
    settle(board)


def settle(board):
    board.page.evaluate("() => Promise.allSettled(document.getAnimations().map(one => one.finished))")
    board.page.wait_for_timeout(300)


def shoot_all(browser, server, folder):
    os.makedirs(folder, exist_ok=True)
    for size, hand in SIZES.items():
        for scheme in ("light", "dark"):
            with Game(browser, server, hand, scheme) as board:
                for game in rows():
                    show(board, game)
                    board.page.screenshot(path=os.path.join(folder, f"{game}-{size}-{scheme}.png"))


def shoot_readme(browser, server, path):
    """One piece is chosen, so that its goals are seen; colours are reduced if pngquant is there."""
    with Game(browser, server) as board:
        show(board, README)
        first = board.described(rows_last(README))["paths"][0][0]
        board.press(f'[data-target="{first}"]')
        settle(board)
        board.page.screenshot(path=path)
    try:
        subprocess.run(["pngquant", "--force", "--output", path, "128", path], check=False)
    except FileNotFoundError:
        print("without pngquant the picture is larger")


def rows_last(game):
    return max(rows()[game], key=lambda row: len(row[1]))[1][-1]


def main():
    folder, *readme = sys.argv[1:]
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
            shoot_all(browser, server, folder)
            for path in readme:
                shoot_readme(browser, server, path)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
