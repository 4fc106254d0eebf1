#!/usr/bin/env python3
"""Tests of pages without a server, in Chromium, with the network off.

    JAILBIRD=./jailbird JAILBIRD_PAGES=folder main.py [part of a test's name ...]

One line for each test, as in tests/board/main.py. The folder has the engines in `engines/`; the pages are written there.
"""

import base64
import functools
import gzip
import http.server
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
import threading
import time
import traceback
import zlib

from playwright.sync_api import Error, sync_playwright

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "board"))
from main import CHROMIUM, OPTIONS  # noqa: E402
from playing import Game  # noqa: E402
from serving import JAILBIRD, Server  # noqa: E402
from test_draw import EVIL, Drawing, packed  # noqa: E402
from test_looks import expect_no_violations  # noqa: E402

PAGES = os.environ["JAILBIRD_PAGES"]
PLIES = 20
# The greatest sizes in bytes: of a page, packed with gzip, and of all games. The usual gzip packs the engine less well.
MOST, MOST_OF_ALL = 2_500_000, 4_000_000
MOST_PACKED = 1_200_000 if shutil.which("libdeflate-gzip") else 1_240_000

GAMES_FILE = """# Queens on the ranks of pawns
[queensfile:chess]
startFen = 4k3/qqqqqqqq/8/8/8/8/QQQQQQQQ/4K3 w - - 0 1
"""
HOSTILE = """# <img src=x onerror="window.hacked = 1">
[hostile:chess]
# </script><script>window.hacked = 2</script>
customPiece1 = a:W
"""

# What the browser writes when a page does what its policy forbids.
POLICY = "Content Security Policy"


class Page:
    """An exported page in place of a server: the engine that judges is that of a server."""

    def __init__(self, server, address):
        self.server, self.address, self.token = server, address, ""
        self.ask = server.ask


def export(*arguments):
    command = [JAILBIRD, "export", *arguments, "--engines", os.path.join(PAGES, "engines")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}: {done.stderr}")


@functools.cache
def page_of(game):
    path = os.path.join(PAGES, f"{game}.html")
    export(game, "--html", path)
    return path


def address_of(game, query="", fragment=""):
    return f"file://{page_of(game)}{query}{'#' + fragment if fragment else ''}"


def open_page(browser, server, address, hand="mouse"):
    board = Game(browser, Page(server, address), hand)
    board.context.set_offline(True)
    return board


def playing(browser, server, game, hand):
    """Twenty plies of two people."""
    with open_page(browser, server, address_of(game), hand) as board:
        board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
        for _ in range(PLIES):
            board.play(board.best(300))
        return f"{len(board.judge.moves)} plies"


def against_the_engine(browser, server):
    """A beginner's move is answered; how soon the board and the answer are there is told."""
    page_of("friendly")
    with open_page(browser, server, address_of("friendly")) as board:
        board.page.reload()
        shown = board.page.evaluate("() => new Promise(done => { const look = () => document.querySelector('[data-piece]') ? done(performance.now()) : setTimeout(look, 5); look(); })")
        board.new_game("friendly", "Play White")
        begun = time.time()
        board.play(board.best(300), answered=True)
        board.wait(lambda: len(board.line()) == 2, "the engine does not answer")
        answered = time.time() - begun
        # The own move is seen for 0.6 s before the engine's.
        return f"board {shown:.0f} ms, answer {answered:.1f} s"


def sizes(_browser, _server):
    told = []
    for game in ("chess", "friendly", "shogi"):
        with open(page_of(game), "rb") as file:
            page = file.read()
        packed = len(gzip.compress(page, 9))
        told.append(f"{game} {len(page)} ({packed} packed)")
        if len(page) > MOST or packed > MOST_PACKED:
            raise AssertionError(f"too large: {told[-1]}")
    of_all = os.path.getsize(os.path.join(PAGES, "engines", "all.wasm.gz"))
    if of_all > MOST_OF_ALL:
        raise AssertionError(f"too large: all games {of_all}")
    return ", ".join([*told, f"engine of all games {of_all} packed"])


def breaches(board):
    """The errors in the console of what the policy has stopped."""
    return [error for error in board.errors if POLICY in error]


def expect_harmless(board, what):
    """Words that came from elsewhere are text: nothing of them has run, become an element or been stopped by the policy alone."""
    if board.page.evaluate("() => window.hacked"):
        raise AssertionError(f"{what} ran a script")
    if board.page.evaluate("() => document.querySelector(\"img[src='x']\") !== null"):
        raise AssertionError(f"{what} made an element")
    if breaches(board):
        raise AssertionError(f"{what}: {breaches(board)[0]}")


def links(browser, server):
    """A link is a position and a game; one with a mistake is told and shown as far as it can be."""
    _, refusal = server.send("/api/position", json.dumps({"game": "chess", "moves": ["e2e4", "e1e4"]}))
    # As the server's page tells it.
    begins = {"game=chess&moves=e2e4_e1e4": f"The link has a mistake: {json.loads(refusal)['reason']}"}
    good = address_of("chess", fragment="game=chess&moves=e2e4_e7e5&at=1")
    with open_page(browser, server, good) as board:
        board.wait(lambda: board.state()["fen"].startswith("rnbqkbnr/pppppppp/8/8/4P3"), "the link is not shown")
        for fragment in ("game=chess&moves=e2e4_e1e4", "game=nothing", "fen=%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E", "puzzle=easy.9999"):
            board.page.evaluate("hash => { location.hash = hash; }", fragment)
            told = board.wait(lambda: board.page.evaluate("() => !document.getElementById('notice').hidden && document.getElementById('notice-text').textContent"), f"nothing is told of {fragment}")
            if not told.startswith(begins.get(fragment, "The link has a mistake: ")):
                raise AssertionError(f"{fragment}: the notice is {told}, the server's page begins {begins.get(fragment)}")
            board.wait(lambda: board.state()["fen"], "no board")
            expect_harmless(board, fragment)
            board.press("#notice-close")
        expect_harmless(board, "a link")
        board.errors.clear()


def by_mail(browser, server):
    """A turn is played by one page and answered by another one."""
    with open_page(browser, server, address_of("chess")) as first:
        first.context.grant_permissions(["clipboard-read", "clipboard-write"])
        first.press("#by-mail")
        first.press("#mail-begin")
        first.judged_by("chess")
        first.play("e2e4")
        expect_one_move(first, ["e2e4"], ("e7", "e5"))
        first.page.reload()
        first.wait(lambda: first.state()["fen"], "no board after a reload")
        expect_one_move(first, ["e2e4"], ("e7", "e5"))
        link = copied(first)
        # A line that is only tried does not change what is sent.
        first.press("#step-back")
        for target in ("d2", "d4"):
            first.press(f'[data-target="{target}"]')
        if "Play on" in first.page.inner_text("dialog"):
            raise AssertionError("the moves of a game by mail can be changed")
        first.press_button("Only try it", "dialog")
        first.wait(lambda: "/3P4/" in first.state()["fen"], "the other line is not shown")
        if "Make this" in first.page.inner_text("#move-tools"):
            raise AssertionError("a line that was tried can take the place of the game")
        if copied(first) != link:
            raise AssertionError(f"after another line was tried the link is {copied(first)}, not {link}")
        first.page.reload()
        first.wait(lambda: "/4P3/" in (first.state()["fen"] or ""), "a reload shows what was tried")
        first.page.wait_for_selector("body.ready")
        # A game from the dialog goes by mail no more.
        first.new_game("chess", "Two people")
        for target in ("e2", "e4", "e7", "e5"):
            first.press(f'[data-square="{target}"]')
        first.wait(lambda: first.line() == ["e2e4", "e7e5"] and "mail" not in first.fragment(), "the new game goes by mail")
    with open_page(browser, server, link) as second:
        second.context.grant_permissions(["clipboard-read", "clipboard-write"])
        second.judged_by("chess")
        second.judge.moves = ["e2e4"]
        second.expect_position()
        time.sleep(1)
        second.expect_position()
        if not second.page.evaluate("() => document.getElementById('mail').textContent.includes('Your move')"):
            raise AssertionError("the page does not say whose move it is")
        expect_disabled(second, "#take-back")
        second.play("e7e5")
        expect_disabled(second, "#resign")
        expect_one_move(second, ["e2e4", "e7e5"], ("g1", "f3"))
        second.press("#take-back")
        second.wait(lambda: second.line() == ["e2e4"], "the move is not taken back")
        second.judge.moves = ["e2e4"]
        second.play("c7c5")
        expect_one_move(second, ["e2e4", "c7c5"], ("g1", "f3"))
        if copied(second) != second.page.evaluate("() => location.href") or "moves=e2e4_c7c5&mail=1" not in copied(second):
            raise AssertionError(f"the link is {copied(second)}, the address {second.page.evaluate('() => location.href')}")
        expect_disabled(second, "#take-back")
        link = copied(second)
    resigned_by_mail(browser, server, link)


def expect_disabled(board, selector):
    board.wait(lambda: board.page.is_disabled(selector), f"{selector} can be pressed", 10)


def resigned_by_mail(browser, server, link):
    """A link tells that its sender has resigned; a draw is not offered."""
    with open_page(browser, server, link) as first:
        first.context.grant_permissions(["clipboard-read", "clipboard-write"])
        first.page.wait_for_selector("body.ready")
        if first.page.is_visible("#draw"):
            raise AssertionError("a draw can be offered by mail")
        first.press("#resign")
        first.press_button("Resign", "dialog")
        first.wait(lambda: "You have resigned" in first.page.inner_text("#mail"), "that the resignation is to be sent is not told")
        link = copied(first)
        first.page.reload()
        first.wait(lambda: "You have resigned" in first.page.inner_text("#mail"), "a resignation is lost by a reload")
    with open_page(browser, server, link) as second:
        second.wait(lambda: "White resigns" in second.page.inner_text("#end"), "the resignation is not told")
        second.page.wait_for_selector("body.ready")
        if second.page.is_visible("#mail-copy") or "The game is over" not in second.page.inner_text("#mail"):
            raise AssertionError(f"the other player reads {second.page.inner_text('#mail')}")
        expect_disabled(second, "#take-back")
        expect_disabled(second, "#resign")


def expect_one_move(board, moves, others):
    """Another move of the same turn is not accepted, and the address says that the game goes by mail."""
    for target in others:
        board.press(f'[data-square="{target}"]')
    board.page.wait_for_timeout(500)
    if board.line() != moves or board.fragment().get("mail") != "1":
        raise AssertionError(f"after {moves} the address has {board.fragment()}")


def copied(board):
    # What was copied before must not pass for the link.
    board.page.evaluate("() => navigator.clipboard.writeText('')")
    board.press("#mail-copy")
    board.wait(lambda: "copied" in board.page.evaluate("() => document.getElementById('mail').textContent"), "that the link is copied is not told")
    return board.wait(lambda: board.page.evaluate("() => navigator.clipboard.readText()"), "nothing is copied")


HOST = """<!doctype html><meta charset=utf-8><title>Host</title>
<iframe id=one src="{one}" width=420 height=640></iframe><iframe id=two src="{two}" width=420 height=640></iframe>
<script>window.heard = []; addEventListener("message", event => heard.push(event.data));</script>"""


def embedding(browser, _server):
    """Two games in a page of somebody else, driven by messages."""
    host = os.path.join(PAGES, "host.html")
    with open(host, "w", encoding="utf-8") as file:
        file.write(HOST.format(one=f"{page_of('chess')}?embed", two=f"{page_of('friendly')}#embed&game=friendly&moves=g3g4"))
    context = browser.new_context(offline=True, viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(f"file://{host}")
        page.wait_for_function("() => heard.filter(one => one.jailbird === 'ready').length === 2", timeout=60000)
        ask = """([name, message]) => new Promise(done => {
          const frame = document.getElementById(name).contentWindow;
          const hear = event => { if (event.source === frame && event.data.id === message.id) { removeEventListener("message", hear); done(event.data); } };
          addEventListener("message", hear);
          frame.postMessage(message, "*");
        })"""
        entries = page.evaluate("() => history.length")
        for moves in ([], ["e2e4"]):
            state = page.evaluate(ask, ["one", {"jailbird": "set", "id": 1, "game": "chess", "moves": moves}])
        if page.evaluate("() => history.length") != entries:
            raise AssertionError("a game that is set is an entry in the history of the page around")
        if state["jailbird"] != "state" or state["moves"] != ["e2e4"] or state["turn"] != 1:
            raise AssertionError(f"set: {state}")
        if page.evaluate(ask, ["two", {"jailbird": "get", "id": 2}])["game"] != "friendly":
            raise AssertionError("get: another game")
        wrong = [{"jailbird": "set", "moves": ["e2e5"]}, {"jailbird": "set", "moves": "e2e4"}, {"jailbird": "set", "game": "<b>"}, {"jailbird": "set", "fen": 5}, {"jailbird": "sett"},
                 {"jailbird": "set", "moves": ["e2e4"], "at": 2}, {"jailbird": "set", "at": 1}, {"jailbird": "set", "move": ["e2e4"]}, {"jailbird": "get", "game": "chess"}]
        for number, message in enumerate(wrong):
            answer = page.evaluate(ask, ["one", {**message, "id": 10 + number}])
            if answer["jailbird"] != "error" or not answer["error"]:
                raise AssertionError(f"{message}: {answer}")
        state = page.evaluate(ask, ["one", {"jailbird": "get", "id": 30}])
        if state["moves"] != ["e2e4"] or state["at"] != 1:
            raise AssertionError(f"a message that makes no sense has changed something: {state}")
        frame = page.frame_locator("#one")
        frame.locator('[data-target="e7"]').click()
        frame.locator('[data-target="e5"]').click()
        page.wait_for_function("() => heard.some(one => one.jailbird === 'move' && one.move === 'e7e5')", timeout=20000)
        if frame.locator("header").is_visible() or not frame.locator("#moves").is_visible():
            raise AssertionError("not board and moves alone")
        # A page that was embedded by its address finds that there again.
        if "#embed&" not in page.frame(url=re.compile("/friendly.html")).url:
            raise AssertionError(f"the embedded page has the address {page.frame(url=re.compile('/friendly.html')).url}")
        # The moves of a link are not made here, neither of the first one nor of one that follows.
        page.evaluate("() => { document.getElementById('two').src += '&game=friendly&moves=g3g4_g10g9'; }")
        page.wait_for_timeout(1500)
        for name in ("chess", "friendly"):
            expect_no_violations(page.frame(url=re.compile(f"/{name}.html")))
        told = page.evaluate("() => heard.filter(one => one.jailbird === 'move').map(one => one.move)")
        if told != ["e7e5"]:
            raise AssertionError(f"moves are told that nobody has made here: {told}")
    finally:
        context.close()


# Width and height of a frame, the least side of its board in pixels (of each, if there are two), and what is seen beside it.
FRAMES = {
    "chess": [(200, 200, 180, ""), (250, 300, 230, "steps"), (300, 300, 250, "steps"), (300, 150, 130, "moves steps"), (300, 420, 280, "moves steps"), (400, 400, 330, "steps"),
              (420, 500, 380, "steps"), (420, 640, 395, "moves steps"), (500, 400, 360, "moves steps"), (600, 400, 370, "moves steps"), (640, 360, 330, "moves steps"),
              (800, 600, 515, "moves steps"), (1200, 900, 810, "moves steps")],
    "friendly": [(200, 200, 180, ""), (400, 400, 330, "steps"), (420, 640, 395, "moves steps"), (640, 360, 330, "moves steps")],
    "penaltybox": [(250, 300, 200, "steps"), (400, 400, 290, "steps"), (640, 360, 330, "moves steps")],
    "penaltybox-dual": [(300, 300, 130, "steps"), (400, 400, 180, "steps"), (420, 640, 195, "steps"), (640, 360, 260, "steps"), (800, 600, 370, "steps"), (1000, 300, 275, "moves steps"), (360, 740, 255, "steps")],
}
IN_FRAME = """() => {
  const isSeen = selector => document.querySelector(selector).getClientRects().length > 0;
  const outside = [...document.querySelectorAll("#stage *, aside *")].filter(one => !one.closest("#moves, .overlay")).filter(one => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    return width && height && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  });
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    sides: [...document.querySelectorAll(".grid")].map(grid => Math.min(grid.offsetWidth, grid.offsetHeight)),
    seen: ["moves", "steps"].filter(name => isSeen(name === "moves" ? "#moves" : ".steps")).join(" "),
    outside: outside.map(one => one.id || one.className.baseVal || one.className || one.tagName),
    scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight,
  };
}"""


def frames(browser, server):
    """Boards in frames of many sizes are as large as the frame lets them be, and nothing lies outside it."""
    for game, sizes_of_frames in FRAMES.items():
        with open_page(browser, server, address_of(game, "?embed")) as board:
            for width, height, least, beside in sizes_of_frames:
                board.page.set_viewport_size({"width": width, "height": height})
                board.page.wait_for_timeout(100)
                told = board.page.evaluate(IN_FRAME)
                what = f"{game} in {width}x{height}: {told}"
                if not told["sides"] or min(told["sides"]) < least:
                    raise AssertionError(f"the board is smaller than {least} pixels, {what}")
                if told["outside"] or told["scrolls"]:
                    raise AssertionError(f"something lies outside the frame, {what}")
                if any(part not in told["seen"] for part in beside.split()) or (beside == "" and told["seen"]):
                    raise AssertionError(f"beside the board are not {beside or 'nothing'}, {what}")


def load_file(board, text, name):
    """Loads a file of games in the dialog, which offers a game then."""
    board.press("#load-games")
    board.page.fill("#games-text", text)
    board.press("#load-games-text")
    board.wait(lambda: board.page.evaluate("() => document.querySelector('dialog input[name=game]:checked')?.value") == name, f"{name} is not offered")
    board.page.keyboard.press("Escape")
    board.wait(lambda: not board.page.evaluate("() => document.querySelector('dialog')"), "the dialog stays open")


def shared(board, words="wherever this page can be opened"):
    """The link that the dialog copies, which says where it works."""
    board.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board.page.evaluate("() => navigator.clipboard.writeText('')")
    board.press("#share")
    board.wait(lambda: words in board.page.inner_text("dialog"), f"the dialog does not say {words!r}")
    board.press_button("Copy link", "dialog")
    link = board.wait(lambda: board.page.evaluate("() => navigator.clipboard.readText()"), "nothing is copied")
    board.page.keyboard.press("Escape")
    board.wait(lambda: not board.page.evaluate("() => document.querySelector('dialog')"), "the dialog stays open")
    return link


def games_files(browser, server):
    """A file of games is loaded in a page, and exported as one; its words run nothing."""
    with open_page(browser, server, address_of("friendly")) as board:
        board.press("#load-games")
        board.page.fill("#games-text", "this is no game")
        board.press("#load-games-text")
        board.wait(lambda: board.page.evaluate("() => document.querySelector('dialog .found').textContent"), "nothing is said of a file without games")
        board.page.fill("#games-text", GAMES_FILE + "knigth = n\n")
        board.press("#load-games-text")
        # As `jailbird check` says it.
        board.wait(lambda: "variants.ini:4: `knigth`" in board.page.evaluate("() => document.querySelector('dialog .found').textContent"), "an unknown key is not told")
        board.page.fill("#games-text", GAMES_FILE)
        board.press("#load-games-text")
        board.wait(lambda: board.page.evaluate("() => document.querySelector('dialog input[name=game]:checked')?.value") == "queensfile", "the game is not offered")
        board.press_button("Two people", "dialog")
        board.press("#start-game")
        board.wait(lambda: board.state()["variant"] == "queensfile", "the game is not shown")
        for target in ("e2", "e7"):
            board.press(f'[data-target="{target}"]')
        board.wait(lambda: board.line() == ["e2e7"], "no move is played")
        link = shared(board)
        # Of the file only this game is in the link, and what it inherits from.
        load_file(board, f"[other:chess]\n\n# {EVIL}\n# K: A Name\n[parent:chess]\n\n[child:parent]\nstalemateValue = loss\n", "other")
        board.page.evaluate("() => { location.hash = 'game=child&moves=e2e4_e7e5&at=1'; }")
        board.wait(lambda: board.state()["variant"] == "child", "the last game of the file is not shown")
        other = shared(board)
        text = zlib.decompress(base64.urlsafe_b64decode(re.search("draw=([^&]*)", other)[1] + "==="), wbits=-15).decode()
        if "[parent:chess]" not in text or "[child:parent]" not in text or "[other" in text:
            raise AssertionError(f"the link has {text}")
        letters = "".join(random.Random(1).choices(string.ascii_letters, k=40000))
        load_file(board, f"[longfile:chess]\n# {letters}\n", "longfile")
        board.page.evaluate("() => { location.hash = 'game=longfile&moves=e2e4'; }")
        board.wait(lambda: board.state()["variant"] == "longfile", "the long file's game is not shown")
        if "draw=" in shared(board, "only in this tab"):
            raise AssertionError("a link of more than 16 KiB")
    with open_page(browser, server, link) as board:
        board.wait(lambda: board.state()["variant"] == "queensfile" and board.line()[:1] == ["e2e7"], "a link to a loaded game does not open elsewhere")
        board.page.evaluate("hash => { location.hash = hash; }", other.split("#")[1])
        board.wait(lambda: board.state()["variant"] == "child" and board.state()["fen"].startswith("rnbqkbnr/pppppppp/8/8/4P3/8"), "the link to the game that inherits is not shown")
        expect_harmless(board, "the rules of a link")
        for wrong in ("game=child2&draw=abc", "game=child2&draw=" + packed("[child3:chess]\n"), "game=child2&draw=" + packed("[child2:chess]\nkingg = k\n")):
            board.page.evaluate("() => document.getElementById('notice-close').click()")
            board.page.evaluate("hash => { location.hash = hash; }", wrong)
            board.wait(lambda: board.page.evaluate("() => document.getElementById('notice-text').textContent").startswith("The link has a mistake: "), f"nothing is told of {wrong}")
        board.page.evaluate("hash => { location.hash = hash; }", f"game=friendly&moves=g3g4&draw={packed('[friendly:chess]' + chr(10) + 'king = w' + chr(10))}")
        board.wait(lambda: board.state()["variant"] == "friendly" and board.line()[:1] == ["g3g4"], "a game of the page is replaced by that of a link")
        board.errors.clear()
    path = os.path.join(PAGES, "hostile.ini")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HOSTILE + GAMES_FILE)
    page = os.path.join(PAGES, "hostile.html")
    export(path, "--html", page)
    with open_page(browser, server, f"file://{page}") as board:
        board.wait(lambda: board.state()["variant"] == "hostile", "the game of the file is not shown")
        board.press("#tab-rules")
        board.wait(lambda: board.page.evaluate("() => document.querySelector('.rules-text h1')"), "no rules")
        expect_harmless(board, "the file")
        board.page.evaluate("() => { const script = document.createElement('script'); script.textContent = 'window.hacked = 3'; document.body.append(script); }")
        if board.page.evaluate("() => window.hacked"):
            raise AssertionError("the policy lets scripts run")
        board.wait(lambda: board.page.evaluate("() => true") and breaches(board), "the policy does not tell what it has stopped")
        board.errors.clear()


def drawing(browser, server):
    """A game is drawn in a page, played there, and saved as a page that begins with it; a link of the page brings it, too."""
    with open_page(browser, server, address_of("shogi")) as board:
        drawn = Drawing(board).open()
        drawn.field("title", f"Hill {EVIL}"[:40])
        drawn.field("summary", f"</script>{EVIL}")
        drawn.view("Pieces")
        board.press("#draw-new-piece")
        drawn.cell("1,2")
        board.press("#draw-place")
        drawn.cell("d2")
        drawn.expect("✓ This game can be played.")
        text = drawn.text()
        name = re.search(r"^\[(.*)\]$", text, re.MULTILINE).group(1)
        with board.page.expect_download() as download:
            board.press("#draw-page")
        page = os.path.join(PAGES, "drawn.html")
        download.value.save_as(page)
        board.press("#draw-play")
        board.wait(lambda: board.state()["variant"] == name, "the game does not begin")
        for target in ("d2", "e4"):
            board.press(f'[data-target="{target}"]')
        board.wait(lambda: len(board.line()) == 2, "the engine does not answer")
        link = shared(board)
        drawn.open()
        drawn.view("Rules")
        drawn.select("stalemateValue", "loss")
        drawn.expect("✓")
        board.press("#draw-play")
        board.wait(lambda: not board.line(), "the changed game does not begin")
        expect_harmless(board, "a drawn game")
    with open_page(browser, server, link) as board:
        board.wait(lambda: board.state()["variant"] == name and len(board.line()) == 2, "a link to a drawn game does not open elsewhere")
        expect_harmless(board, "the link to a drawn game")
    with open_page(browser, server, f"file://{page}") as board:
        board.wait(lambda: board.state()["variant"] == name, "the saved page does not begin with the game")
        for target in ("d2", "e4"):
            board.press(f'[data-target="{target}"]')
        board.wait(lambda: board.line(), "no move is played in the saved page")
        expect_harmless(board, "the saved page")
    with open_page(browser, server, address_of("shogi", fragment=f"draw={packed(text)}")) as board:
        board.press("#draw-link-play")
        board.wait(lambda: board.state()["variant"] == name, "the game of the link does not begin")


def analysis(browser, server):
    """Lines come while the engine searches; after a step those of the other position come, and how soon is told."""
    with open_page(browser, server, address_of("chess")) as board:
        # Between two people: an engine would answer meanwhile, and a step back would lead to its own position.
        board.new_game("chess", "Two people")
        for move in ("e2e4", "e7e5", "g1f3"):
            board.play(move)
        board.press("#tab-analysis")
        board.press("#analysis-controls button")
        lines = "() => [...document.querySelectorAll('#lines .line')].map(one => one.textContent)"
        board.wait(lambda: len(board.page.evaluate(lines)) >= 2, "no lines")
        # A move of White after the step, which Black could not make before it.
        legal = lambda moves, text: server.ask("typed", game="chess", moves=moves, text=text)["move"] is not None
        of_white = lambda text: bool(text) and legal(["e2e4", "e7e5"], text) and not legal(["e2e4", "e7e5", "g1f3"], text)
        first = "() => document.querySelector('#lines .pv-move')?.textContent ?? ''"
        begun = time.time()
        board.press("#step-back")
        board.wait(lambda: of_white(board.page.evaluate(first)), "no line of White after a step")
        return f"the next search tells after {time.time() - begun:.2f} s"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_arguments):
        pass


def site(browser, server):
    """All games from any web server below a path, later without a network."""
    folder = os.path.join(PAGES, "web", "below", "chess")
    export("--site", folder)
    handler = functools.partial(Quiet, directory=os.path.join(PAGES, "web"))
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{web.server_port}/below/chess/"
        with browser.new_context() as context:
            for name in ("friendly", "prisonbreak", "crazyhouse"):
                rules = context.new_page()
                rules.goto(f"{address}rules/{name}.html")
                expect_no_violations(rules)
        with Game(browser, Page(server, address), "mouse") as board:
            begun = board.page.evaluate("() => performance.now()")
            board.new_game("prisonbreak", "Two people")
            for _ in range(4):
                board.play(board.best(300))
            board.page.evaluate("() => navigator.serviceWorker.ready")
            board.wait(lambda: board.page.evaluate("async () => (await caches.keys()).length === 1 && (await (await caches.open((await caches.keys())[0])).keys()).length > 60"), "the files are not kept")
            # What lies beside the page is kept when it is opened.
            board.wait(lambda: board.page.evaluate("() => navigator.serviceWorker.controller !== null"), "the page does without what is kept")
            fetched = lambda: board.page.evaluate("async () => (await fetch('puzzles/chess.epd')).text()")
            puzzles = fetched()
            board.context.set_offline(True)
            web.shutdown()
            board.page.reload()
            board.wait(lambda: board.state()["fen"], "no board without a network")
            board.new_game("xiangqi", "Two people")
            board.play(board.best(300))
            for path in ("rules/shogi.html", "index.html"):
                other = board.context.new_page()
                if not other.goto(f"{address}{path}").ok:
                    raise AssertionError(f"{path} is not there without a network")
            if fetched() != puzzles:
                raise AssertionError("puzzles that were opened are not there without a network")
            return f"first board after {begun:.0f} ms at most"
    finally:
        web.shutdown()
        web.server_close()


def tests():
    yield "sizes", sizes
    for game, hand in (("friendly", "mouse"), ("chess", "keyboard"), ("penaltybox", "touch"), ("shogi", "mouse"),
                       ("crazyhouse", "touch"), ("xiangqi", "keyboard")):
        yield f"{game} by {hand}", functools.partial(playing, game=game, hand=hand)
    yield "against the engine", against_the_engine
    yield "links", links
    yield "by mail", by_mail
    yield "embedding", embedding
    yield "frames", frames
    yield "games files", games_files
    yield "drawing", drawing
    yield "analysis", analysis
    yield "site", site


def main():
    parts, outcomes = sys.argv[1:], []
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
            for name, test in tests():
                if parts and not any(part in name for part in parts):
                    continue
                begun = time.time()
                try:
                    told = test(browser, server)
                    print(f"ok {name} ({time.time() - begun:.1f} s){f': {told}' if told else ''}", flush=True)
                    outcomes.append(True)
                except (AssertionError, Error) as fault:
                    print(f"FAIL {name}: {fault}", flush=True)
                    outcomes.append(False)
                except Exception:  # a fault of the test itself must not end the others
                    print(f"FAIL {name}: {traceback.format_exc()}", flush=True)
                    outcomes.append(False)
            browser.close()
    finally:
        server.stop()
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed")
    # A name that no test has must not pass for a success.
    return 0 if outcomes and all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
