"""Games from files of one's own: passing, drops by drag and touch, several files, own pictures, names with markup."""

import contextlib
import os
import tempfile

from hands import WHERE
from playing import Game
from serving import Server

# Runs if anything of a name or a picture is taken for markup.
EVIL = "<img src=x onerror='window.hacked = 1'>"

GAMES = f"""\
# Passing: chess in which nobody has to move.
[passing:chess]
pass = true

# Crowded Pocket: drops, holes and checks to give at once.
[crowdedpocket:chess]
# n: Night Watch
startFen = rnbqkbn*/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN*[Rr] w - - 2+2 0 1
customPiece1 = w:fNbR
pieceDrops = true
capturesToHand = true
checkCounting = true
promotionPieceTypes = w
castling = false
"""

# The title, the summary and the comments of a stranger.
MARKUP = f"""\
# {EVIL}: <script>window.hacked = 2</script> "quotes" & `code` {EVIL}
[markup:chess]
# n: {EVIL}
# q: Queen's Own O’Brien
customPiece1 = z:fNbR
"""

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" onload="window.hacked = 3">
<script>window.hacked = 4; parent.hacked = 5</script><circle cx="32" cy="32" r="20" fill="#123456"/></svg>"""


@contextlib.contextmanager
def served():
    """A server that knows the files, and the judge that does; a picture of the queen stands beside the second one."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = f"{folder}/first.ini", f"{folder}/second.ini"
        for path, text in ((first, GAMES), (second, MARKUP)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        os.mkdir(f"{folder}/second")
        with open(f"{folder}/second/wQ.svg", "w", encoding="utf-8") as file:
            file.write(PICTURE)
        os.environ["JAILBIRD_VARIANTS"] = os.pathsep.join((first, second))
        server = Server()
        try:
            yield server
        finally:
            server.stop()
            del os.environ["JAILBIRD_VARIANTS"]


def passing(browser, _server):
    with served() as server, Game(browser, server) as board:
        board.new_game("passing", "Two people")
        board.play("e2e4")
        board.press("#pass")
        text = board.wait(lambda: board.line()[1:], "nothing is played")[0]
        board.judge.moves.append(text)
        board.expect_position()
        if text[:2] != text[2:4]:
            raise AssertionError(f"the pass is {text}")
        board.new_game("chess", "Two people")
        if board.page.locator("#pass").is_visible():
            raise AssertionError("there is a button to pass in chess")


def middle(board, selector):
    at = board.page.evaluate(WHERE, selector)
    if "x" not in at:
        raise AssertionError(f"{selector} {at['wrong']}")
    return at


def drop_by_drag(browser, server):
    with Game(browser, server) as board:
        board.new_game("crazyhouse", "Two people")
        board.load("crazyhouse", None, ["e2e4", "d7d5", "e4d5", "d8d5"])
        board.hand.drag('[data-target="@P"]', '[data-square="e4"]')
        board.judge.moves.append("P@e4")
        board.expect_position()


def drop_by_touch(browser, server):
    """A finger carries a piece from the hand to the board; the page does not scroll with it."""
    with Game(browser, server, "touch") as board:
        board.new_game("crazyhouse", "Two people")
        board.load("crazyhouse", None, ["e2e4", "d7d5", "e4d5", "d8d5"])
        start, goal = middle(board, '[data-target="@P"]'), middle(board, '[data-square="e4"]')
        finger = board.context.new_cdp_session(board.page)
        points = [(start["x"] + (goal["x"] - start["x"]) * step / 5, start["y"] + (goal["y"] - start["y"]) * step / 5) for step in range(6)]
        for kind, touches in [("touchStart", [points[0]]), *[("touchMove", [point]) for point in points[1:]], ("touchEnd", [])]:
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in touches]})
        board.judge.moves.append("P@e4")
        board.expect_position()


def everything(browser, _server):
    """Hands, holes, notes and names of a file are seen; two files are played side by side."""
    with served() as server, Game(browser, server) as board:
        board.new_game("crowdedpocket", "Two people")
        seen = board.page.evaluate("""() => ({
          holes: document.querySelectorAll('.cell.hole').length,
          notes: [...document.querySelectorAll('.strip .note')].map(one => one.textContent),
          hands: [...document.querySelectorAll('.strip .item')].map(one => one.title),
          name: document.querySelector('[data-square=b1]').getAttribute('aria-label'),
        })""")
        if seen["holes"] != 2 or seen["notes"] != ["2 checks to give"] * 2 or sorted(seen["hands"]) != ["1 black Rook", "1 white Rook"]:
            raise AssertionError(f"seen: {seen}")
        if "Night Watch" not in seen["name"]:
            raise AssertionError(f"b1 is called {seen['name']}")
        board.load("crowdedpocket", "4k2*/P7/8/8/8/8/8/4K2*[] w - - 2+2 0 1")
        board.play("a7a8w")
        for name in ("passing", "markup", "crowdedpocket"):
            board.new_game(name, "Two people")
            board.play("e2e4")


def markup(browser, _server):
    """Names, sentences and pictures of a file are shown and run nothing."""
    with served() as server, Game(browser, server) as board:
        board.press("#new-game")
        card = board.page.inner_text('label.game-card:has(input[value="markup"])')
        if EVIL not in card:
            raise AssertionError(f"the card says {card!r}")
        board.page.keyboard.press("Escape")
        board.new_game("markup", "Two people")
        look = board.page.evaluate("() => document.querySelector('[data-square=d1] .piece').innerHTML")
        if "data:image/svg+xml" not in look:
            raise AssertionError(f"the queen is {look}")
        board.press("#tab-rules")
        board.wait(lambda: EVIL in board.page.inner_text("#rules"), "the rules do not show the title")
        if "Queen's Own O’Brien" not in board.page.inner_text("#rules"):
            raise AssertionError("the rules do not name the queen")
        board.wait(lambda: board.page.locator("#rules .kind svg.diagram").count() == 7, "not all diagrams are drawn")
        for tab in ("#tab-analysis", "#tab-setup"):
            board.press(tab)
        if board.page.evaluate("() => window.hacked") is not None:
            raise AssertionError("a script has run")


def tests(_server):
    yield "own files: passing", passing
    yield "own files: a drop by dragging", drop_by_drag
    yield "own files: a drop by a finger", drop_by_touch
    yield "own files: hands, holes, notes, names", everything
    yield "own files: names with markup, own pictures", markup
