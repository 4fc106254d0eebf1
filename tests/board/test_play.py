"""What makes playing and learning pleasant: games that are kept, moves ahead of the turn, arrows, lessons, the review, settings, languages."""

import re

from playing import Game
from serving import Server
from test_faults import expect_told, told
from test_features import OPENING, equal, opened

# Searches begin so many milliseconds late.
SLOW = """() => {
  const ask = window.fetch;
  window.fetch = (url, ...rest) => (String(url).includes('search') ? new Promise(done => setTimeout(done, 2500)) : Promise.resolve()).then(() => ask(url, ...rest));
}"""
BLUNDER = ["f2f3", "e7e5", "g2g4"]


def kept_games(browser, _server):
    """A game survives a restart of the program; it is found by words, resumed with its side lines, and deleted."""
    server = Server(port=None)
    try:
        with Game(browser, server) as board:
            for name, moves in (("prisonbreak", ["a2a3"]), ("chess", OPENING)):
                board.new_game(name, "Two people")
                for move in moves:
                    board.play(move)
            board.page.wait_for_timeout(500)
            server.stop()
            server.start(server.port)
            page = board.context.new_page()
            page.goto(server.address)
            page.wait_for_selector("#continue:not([hidden])")
            page.click("#archive")
            page.wait_for_selector(".kept-game")
            equal("games", page.locator(".kept-game b").all_inner_texts(), ["Chess", "Prison Break"])
            page.fill("#find-kept", "prison you")
            equal("found without a fitting word", page.locator(".kept-game").count(), 0)
            page.fill("#find-kept", "prison")
            equal("found", page.locator(".kept-game b").all_inner_texts(), ["Prison Break"])
            page.fill("#find-kept", "chess")
            page.click("text=Resume")
            page.wait_for_selector(f'[data-fen="{board.state()["fen"]}"]')
            page.click("#archive")
            page.click('[aria-label^="Delete Chess"]')
            listed = lambda: page.locator(".kept-game b").all_inner_texts()
            board.wait(lambda: listed() == ["Prison Break"], lambda: f"games after one was deleted: {listed()}", 10)
            board.errors.clear()
    finally:
        server.stop()


def ahead(browser, server):
    """A move that is chosen while the engine thinks is played when it is legal, by clicks and by drag; an illegal one is not."""
    with Game(browser, server) as board:
        board.page.evaluate(SLOW)
        board.new_game("chess", "Play White")
        board.press('[data-target="e2"]')
        board.press('[data-target="e4"]')
        board.press('[data-square="d2"]')
        board.press('[data-square="d3"]')
        expect_told(board, "d2 to d3")
        board.wait(lambda: board.line()[2:3] == ["d2d3"], "the move ahead is not played", 20)
        board.hand.drag('[data-square="a1"]', '[data-square="a8"]')
        board.wait(lambda: len(board.line()) == 4, "the engine does not answer", 20)
        board.page.wait_for_timeout(500)
        equal("moves", len(board.line()), 4)


def drawn(browser, server):
    """The right button draws arrows and rings; a click takes them away."""
    with opened(browser, server, moves=[]) as board:
        middle = lambda square: [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in [board.page.locator(f'[data-square="{square}"]').bounding_box()]][0]
        for start, goal in (("g1", "f3"), ("e4", "e4")):
            board.page.mouse.move(*middle(start))
            board.page.mouse.down(button="right")
            board.page.mouse.move(*middle(goal))
            board.page.mouse.up(button="right")
        board.wait(lambda: board.page.locator(".overlay .drawn").count() == 2, "no arrow and ring", 5)
        board.press('[data-square="e5"]')
        board.wait(lambda: board.page.locator(".overlay .drawn").count() == 0, "they stay", 5)


def lessons(browser, server):
    """Every lesson of a game can be done; a wrong move is taken back."""
    with Game(browser, server) as board:
        board.new_game("prisonbreak", "Two people")
        board.press("#lessons")
        board.wait(lambda: board.page.is_visible("#lesson-bar"), "no lesson")
        found = server.ask("lessons", game="prisonbreak")["lessons"]
        for count, lesson in enumerate(found):
            board.wait(lambda count=count: f"Lesson {count + 1} of {len(found)}" in board.page.inner_text("#lesson-bar"), f"no lesson {count + 1}")
            position = server.ask("position", game="prisonbreak", fen=lesson["fen"])
            board.wait(lambda position=position: board.state()["fen"] == position["fen"], "another position")
            move = next(move for move in position["moves"] if move["text"] == lesson["moves"][0])
            for target in move["paths"][0]:
                board.press(f'[data-target="{target}"]')
            board.wait(lambda: board.page.get_attribute("#lesson-bar", "data-state") == "done", lambda lesson=lesson: f"not done: {lesson}, {told(board)}")
            board.press("#lesson-next")
        board.wait(lambda: not board.page.is_visible("#lesson-bar"), "the lessons do not end")


def review(browser, server):
    """A blunder is found, marked, and a better move is asked for."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.load("chess", None, BLUNDER)
        board.press("#tab-analysis")
        board.press_button("Review the game")
        board.wait(lambda: "Find the better move" in board.page.inner_text("#review"), "the review does not end")
        equal("the blunder", board.page.locator("#moves .blunder").all_inner_texts(), ["g4??"])
        board.press_button("Find the better move")
        expect_told(board, "played (f3|g4)")
        board.press('[data-target="e2"]')
        board.press('[data-target="e4"]')
        expect_told(board, "Right")


def notation(browser, server):
    """Moves of variants are written with letter, captures and checks."""
    with Game(browser, server) as board:
        board.new_game("prisonbreak", "Two people")
        board.load("prisonbreak", "3k2/6/6/4r1/2Q3/6/4K1/6 w - - 0 1 -", ["c4d5"])
        texts = board.page.locator("#moves .move").all_inner_texts()
        if not re.fullmatch(r"Qc4d5\+?", texts[0]):
            raise AssertionError(f"the list shows {texts}")


def wishes(browser, server):
    """Settings are kept; the page speaks German."""
    with Game(browser, server, quick=False) as board:
        board.new_game("chess", "Two people")
        for move in OPENING:
            board.play(move)
        board.press("#settings")
        board.press('[data-setting="sounds"]')
        board.page.locator("dialog select").nth(1).select_option("green")
        board.page.locator("dialog select").nth(2).select_option("de")
        board.wait(lambda: board.page.get_attribute("html", "lang") == "de", "no German")
        board.wait(lambda: board.state()["fen"], "no board")
        equal("colours", board.page.get_attribute("html", "data-colours"), "green")
        equal("the button", board.page.inner_text("#take-back"), "Zurücknehmen")
        expect_told(board, "am Zug")
        board.play("f1b5")
        equal("sounds", board.page.evaluate("() => JSON.parse(localStorage.getItem('jailbird.settings')).sounds"), True)


def captured(browser, server):
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.load("chess", None, ["e2e4", "d7d5", "e4d5", "d8d5"])
        equal("captured", board.page.locator(".strip .taken").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"),
              ["Black has captured 1", "White has captured 1"])


def no_script(browser, server):
    """What is typed, linked or in a file never runs."""
    evil = "<img src=x onerror=window.ran=1>"
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.press("#share")
        board.page.fill("#load-text", f'[Event "{evil}"]\n[White "{evil}"]\n\n1. e4 {{{evil}}} e5 *\n\n[White "{evil}"]\n\n1. d4 *')
        board.press("#load")
        board.press(".found button")
        board.page.evaluate("text => { location.hash = `game=${text}&fen=${text}&moves=${text}&puzzle=${text}.1`; }", evil)
        expect_told(board, "mistake")
        board.press("#archive")
        board.page.fill("#find-kept", evil)
        equal("scripts that ran", board.page.evaluate("() => window.ran ?? 0"), 0)
        equal("pictures made of texts", board.page.locator("img").count(), 0)


def tests(_server):
    for test in (kept_games, ahead, drawn, lessons, review, notation, wishes, captured, no_script):
        yield f"play: {test.__name__.replace('_', ' ')}", test
