"""Numbers: time from click to drawn move, size of the page, the server at rest."""

import os
import random
import statistics
from contextlib import contextmanager

from playing import Game

LARGEST_PAGE = 400_000
LARGEST_DRAWING = 120_000
LARGEST_LANGUAGE = 60_000
MOVES = 200
LONGEST_DELAY = 50
EMPTY_FRAME = """() => new Promise(done => {
  const begun = performance.now();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
})"""
GAMES = ("friendly", "chess")
PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "src", "protocol", "board", "page")


def click_to_drawn(browser, server, game):
    """The median over random moves of two people, so no engine thinks. The time of an empty frame tells how busy the machine is."""
    delays, frames = delays_of(browser, server, game)
    median, slow = statistics.median(delays), sorted(delays)[int(len(delays) * 0.95)]
    told = f"median {median:.0f} ms, 95 % within {slow:.0f} ms, {len(delays)} moves, an empty frame {statistics.median(frames):.0f} ms"
    if median > LONGEST_DELAY:
        raise AssertionError(f"more than {LONGEST_DELAY} ms: {told}")
    return told


def delays_of(browser, server, game):
    """Milliseconds from the last click of each move until its position was painted, and those of empty frames in between."""
    with Game(browser, server) as board:
        dice, delays, frames = random.Random(1), [], []
        while len(delays) < MOVES:
            board.new_game(game, "Two people")
            board.page.evaluate("() => { window.delays = []; }")
            for _ in range(MOVES - len(delays)):
                if board.state()["end"]:
                    break
                board.play(dice.choice(board.judge.legal()))
                frames.append(board.page.evaluate(EMPTY_FRAME))
            board.page.wait_for_timeout(200)
            delays += board.page.evaluate("() => window.delays")
        return delays, frames


def page_size(browser, server):
    """Bytes of all files that are served, and of those that are loaded later: of `draw/` when a game is drawn, of a language where it is read."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(PAGE) for name in names]
    drawing = [path for path in files if os.path.relpath(path, PAGE).startswith("draw/")]
    languages = [os.path.join(PAGE, "core", "german.js")]
    always = [path for path in files if path not in drawing + languages]
    size, drawn, largest = (sum(map(os.path.getsize, paths)) for paths in (always, drawing, languages))
    told = f"{size} bytes in {len(always)} files, {drawn} in {len(drawing)} when a game is drawn, {largest} of German"
    if size > LARGEST_PAGE or drawn > LARGEST_DRAWING or largest > LARGEST_LANGUAGE:
        raise AssertionError(f"{told}; more than {LARGEST_PAGE}, {LARGEST_DRAWING} and {LARGEST_LANGUAGE}")
    with Game(browser, server) as board:
        loaded = "() => performance.getEntriesByType('resource').filter(one => /[/]draw[/]|german/.test(one.name)).length"
        before = board.page.evaluate(loaded)
        board.press("#draw-game")
        board.page.wait_for_selector("dialog .draw")
        if before or board.page.evaluate(loaded) != len(drawing):
            raise AssertionError(f"{before} files are loaded before a game is drawn, {board.page.evaluate(loaded)} of {len(drawing)} then")
    return told


@contextmanager
def analysing(browser, server):
    """A page with an analysis that has lines."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.press("#tab-analysis")
        board.press_button("Start analysis")
        board.wait(lambda: board.page.locator("#lines li").count(), "no lines")
        yield board


def idle(browser, server):
    """The server uses no processor time while a page with an ended search is open."""
    with analysing(browser, server) as board:
        board.press_button("Stop analysis")
        board.page.wait_for_timeout(1500)
        share = server.idle_share()
        if share > 0.004:
            raise AssertionError(f"the server uses {share:.1%} of a core at rest")
        return f"{share:.1%} of a core over 5 s"


def search_ends(browser, server):
    """A search whose page has gone ends within a second."""
    with analysing(browser, server):
        pass
    server.idle_share(1)
    share = server.idle_share(2)
    if share > 0.01:
        raise AssertionError(f"the server still uses {share:.0%} of a core a second after the page was closed")


def tests(_server):
    for game in GAMES:
        yield f"click to drawn: {game}", lambda browser, server, game=game: click_to_drawn(browser, server, game)
    yield "size of the page", page_size
    yield "server at rest", idle
    yield "search of a closed page", search_ends
