"""Puzzles are solved, wrong moves are refused; reports and annotated games are opened."""

import os
import tempfile

from playing import BROWSERS_OWN, Game
from serving import Server

# Hand and game; Penalty Box and Friendly have moves of several clicks.
SOLVED = [("mouse", "chess"), ("mouse", "penaltybox"), ("mouse", "friendly"), ("touch", "prisonbreak"), ("keyboard", "kingsescape"),
          ("keyboard", "penaltybox-ben"), ("keyboard", "zigzagmadness")]

# A puzzle in three of chess, medium, and a second own move that wins as fast as that of the solution. Both replies to it allow a mate.
PROVED = (38, "c8g4")

ANNOTATED = """[Event "?"]
[Variant "prisonbreak"]

1. a2a3 {[%eval 0.30] A quiet start.} (1. b1c3 {[%eval 0.10]} 1... b8c6 (1... e7e6)) 1... b7b6 $4 {[%eval 2.5]} 2. b2b3 $6 {[%eval #3]} *
"""

REPORT = """<!doctype html><title>Report</title><style>p { color: rgb(1, 2, 3); }</style><p id="p">A report</p>
<script>document.title = "script"; fetch("/api/games");</script><a id="a" href="b.html">b</a>"""


def text(board, selector):
    return board.page.evaluate("selector => document.querySelector(selector).textContent", selector)


def told(board, words, selector="#prompt"):
    board.wait(lambda: words in text(board, selector), lambda: f"{selector} says {text(board, selector)!r} instead of {words!r}")


def begin(board, name):
    """Begins the first easy puzzle of a game; what the server says of it."""
    board.press("#puzzles")
    board.page.select_option("dialog select", name)
    board.press('dialog input[value="easy"]')
    board.press("#start-puzzle")
    puzzle = board.server.ask("puzzle", game=name, level="easy", number=0)["puzzle"]
    board.judged_by(name, puzzle["fen"])
    board.expect_position()
    return puzzle


def solve(browser, server, hand, name):
    with Game(browser, server, hand) as board:
        puzzle = begin(board, name)
        told(board, f"wins in {puzzle['moves']}", "#puzzle-task")
        first, *_ = line = puzzle["line"]
        found = server.ask("position", game=name, fen=puzzle["fen"])["moves"]
        wrong = next(move["text"] for move in found if move["text"] != first and len(move["paths"][0]) == 2)
        board.play(wrong, answered=True)
        told(board, "Try again")
        board.judge.moves = []
        board.expect_position()
        for own, reply in zip(line[::2], [*line[1::2], None]):
            board.play(own, answered=True)
            if reply:
                board.judge.moves.append(reply)
                board.expect_position()
        told(board, "Solved!", "#puzzle-task")
        told(board, "1 solved", "#puzzle-number")
        board.press("#puzzle-next")
        told(board, "Puzzle 2 ", "#puzzle-number")
        if board.fragment().get("puzzle") != "easy.1":
            raise AssertionError(f"the address is {board.fragment()}")


def other_lines(browser, server):
    """A mate beside the solution is accepted."""
    with Game(browser, server) as board:
        for number in range(210):
            puzzle = server.ask("puzzle", game="chess", level="easy", number=number)["puzzle"]
            found = second_way(server, puzzle)
            if found:
                break
        board.page.evaluate("hash => { location.hash = hash; }", f"{server.token}&game=chess&puzzle=easy.{number}")
        board.judged_by("chess", puzzle["fen"])
        board.expect_position()
        board.play(puzzle["line"][0], answered=True)
        board.judge.moves.append(puzzle["line"][1])
        board.expect_position()
        board.play(found)
        told(board, "Solved!", "#puzzle-task")
        return puzzle["id"]


def proved(browser, server):
    """A right move beside the solution that does not mate at once is proved right and answered, by whatever reply the engine finds."""
    number, second = PROVED
    with Game(browser, server) as board:
        board.page.evaluate("hash => { location.hash = hash; }", f"{server.token}&game=chess&puzzle=medium.{number}")
        puzzle = server.ask("puzzle", game="chess", level="medium", number=number)["puzzle"]
        if puzzle["line"][2] == second:
            raise AssertionError("the row follows the solution")
        board.judged_by("chess", puzzle["fen"])
        board.expect_position()
        board.play(puzzle["line"][0], answered=True)
        board.judge.moves.append(puzzle["line"][1])
        board.expect_position()
        board.play(second, answered=True)
        board.judge.moves.append(reply_shown(board, server, puzzle["fen"]))
        board.expect_position()
        board.play(mates(server, puzzle["fen"], board.judge.moves)[0], answered=True)
        told(board, "Solved!", "#puzzle-task")


def reply_shown(board, server, fen):
    """The legal reply to the judge's moves whose position the page shows."""
    moves = board.judge.moves
    replies = {server.ask("position", game="chess", fen=fen, moves=[*moves, move["text"]])["fen"]: move["text"]
               for move in server.ask("position", game="chess", fen=fen, moves=moves)["moves"]}
    board.wait(lambda: board.state()["fen"] in replies, lambda: f"the page shows {board.state()['fen']}, no reply to {moves}")
    return replies[board.state()["fen"]]


def mates(server, fen, moves):
    """The moves that mate at once."""
    found = server.ask("position", game="chess", fen=fen, moves=moves)["moves"]
    return [move["text"] for move in found if move["san"].endswith("#")]


def second_way(server, puzzle):
    """A mate other than that of the solution, at the end of a puzzle in two."""
    before = puzzle["line"][:2]
    if puzzle["moves"] != 2:
        return None
    others = [move for move in mates(server, puzzle["fen"], before) if move != puzzle["line"][2]]
    return next(iter(others), None)


def helps(browser, server):
    """The hint, the solution, another try, the way out; a reload shows the puzzle again."""
    with Game(browser, server) as board:
        puzzle = begin(board, "chess")
        board.press("#puzzle-hint")
        told(board, f"on {puzzle['line'][0][:2]}")
        board.press("#puzzle-hint")
        told(board, "Hint: ")
        board.page.reload()
        board.wait(lambda: board.state()["fen"] == puzzle["fen"], "the puzzle is gone after a reload")
        board.press("#puzzle-solution")
        board.judge.moves = puzzle["line"][:1]
        board.expect_position()
        board.press("#step-last")
        board.judge.moves = puzzle["line"]
        board.expect_position()
        board.press("#puzzle-retry")
        board.judge.moves = []
        board.expect_position()
        board.press("#puzzle-leave")
        board.wait(lambda: not board.page.locator("#puzzle-bar").is_visible(), "the bar stays")


def annotated(browser, server):
    """Evaluations, marks, comments and side lines of a PGN are shown, and kept by a reload."""
    with Game(browser, server) as board:
        board.press("#share")
        board.page.fill("#load-text", ANNOTATED)
        board.press("#load")
        for _ in range(2):
            told(board, "b7b6??", "#moves")
            told(board, "b2b3?!", "#moves")
            told(board, "A quiet start.", "#moves")
            told(board, "e7e6", "#moves")
            if "eval" in text(board, "#moves"):
                raise AssertionError("a command is shown as a comment")
            board.page.reload()
            board.wait(lambda: board.state()["fen"], "no board after a reload")
        board.press("#tab-analysis")
        board.wait(lambda: board.page.locator("#graph svg").is_visible(), "no graph")


def reports(browser, _server):
    """A report opens without its scripts; nothing but the listed files can be had."""
    with tempfile.TemporaryDirectory() as outside, tempfile.TemporaryDirectory() as folder:
        for path in (f"{folder}/a.html", f"{folder}/b.html", f"{folder}/.c.html", f"{outside}/d.html", f"{folder}/e.txt"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(REPORT)
        os.symlink(f"{outside}/d.html", f"{folder}/f.html")
        os.mkdir(f"{folder}/g.html")
        server = Server(reports=folder)
        try:
            open_report(browser, server)
            refused(server, outside)
        finally:
            server.stop()


def open_report(browser, server):
    with Game(browser, server) as board:
        board.press("#share")
        with board.context.expect_page() as opened:
            board.press('dialog a[href$="/a.html"]')
        page = opened.value
        page.wait_for_selector("#p")
        color = page.evaluate("() => getComputedStyle(document.querySelector('#p')).color")
        if page.title() != "Report" or color != "rgb(1, 2, 3)":
            raise AssertionError(f"title {page.title()!r}, color {color}")
        page.click("#a")
        page.wait_for_url("**/b.html")
        board.errors[:] = [error for error in board.errors if BROWSERS_OWN not in error]


def refused(server, outside):
    names = [report["name"] for report in server.ask("reports")["reports"]]
    if names != ["a.html", "b.html"]:
        raise AssertionError(f"listed: {names}")
    status, body = server.send("/api/reports", "{}", {"Content-Type": "application/json"})
    if status != 403:
        raise AssertionError(f"without a token: {status} {body}")
    base = server.ask("reports")["reports"][0]["path"].removesuffix("/a.html")
    other = f"../{os.path.basename(outside)}/d.html"
    paths = [f"{base}/{name}" for name in (".c.html", "e.txt", "f.html", "g.html", "", other, other.replace("/", "%2f"), f"{outside}/d.html", "x/../a.html",
                                           "%2e%2e/a.html", "a.html%00", "a.html/", "..")]
    paths += ["/reports/a.html", f"/reports/{'0' * 32}/a.html", f"/reports/{server.token}/a.html", "/reports//a.html", "/reports/"]
    for path in paths:
        status, body = server.send(path, None, {}, "GET")
        if status != 404:
            raise AssertionError(f"{path}: {status} {body[:80]}")
    for headers in ({"Host": "example.com"}, {"Origin": "http://example.com"}):
        status, _ = server.send(f"{base}/a.html", None, headers, "GET")
        if status != 403:
            raise AssertionError(f"{headers}: {status}")


def tests(_server):
    for hand, name in SOLVED:
        yield f"puzzle of {name} by {hand}", lambda browser, server, hand=hand, name=name: solve(browser, server, hand, name)
    yield "puzzle solved another way", other_lines
    yield "puzzle solved by a proved move", proved
    yield "puzzle: hint, solution, reload", helps
    yield "an annotated game is shown", annotated
    yield "reports", reports
