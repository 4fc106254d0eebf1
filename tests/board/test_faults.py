"""Faults that players have met, each with what the page does instead."""

import re
import time

from playing import BROWSERS_OWN, Game
from serving import Server
from test_features import OPENING, equal, load_text, opened

# Links with one mistake, and a part of the sentence that tells it.
BROKEN_LINKS = [
    ("game=chess&moves=e2e4_e7e5_e1e4", "e1e4"),
    ("game=nogame", "nogame"),
    ("game=chess&fen=rubbish", "FEN"),
    ("game=chess&puzzle=easy.9999", "9999"),
    ("game=chess&puzzle=<img src=x onerror=alert(1)>.1", "puzzle"),
    ("game=chess&puzzle=constructor.1", "there is no puzzle constructor.1."),
    ("game=chess&moves=e2e4&at=99", "it has no move with this number."),
    ("game=chess&moves=e2e4&at=-1", "it has no move with this number."),
    ("game=chess&moves=e2e4&at=abc", "it has no move with this number."),
    ("game=chess&at=1", "it has no move with this number."),
    ("game=prisonbreak&lesson=99", "there is no lesson 99."),
]
# The port that is tried first; another program may have it.
USUAL_PORT = 8917
PINNED = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
PHONE = {"width": 360, "height": 640}
# Selectors of what is not whole on the screen; what lies below the tabs of a phone is not seen.
ON_SCREEN = """selectors => selectors.filter(selector => {
  const box = [...document.querySelectorAll(selector)].find(one => one.getClientRects().length)?.getBoundingClientRect();
  const tabs = document.getElementById('tabs');
  const floor = getComputedStyle(tabs).position === 'fixed' ? tabs.getBoundingClientRect().top : innerHeight;
  return !box || box.top < -1 || box.left < -1 || box.bottom > floor + 1 || box.right > innerWidth + 1;
})"""
HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', {get: () => 'hidden', configurable: true});
  Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def told(board):
    """Every sentence that the page shows."""
    return board.page.evaluate("() => ['prompt', 'notice', 'type-error', 'inspector'].map(id => document.getElementById(id)?.innerText ?? '').join(' | ')")


def expect_told(board, pattern):
    board.wait(lambda: re.search(pattern, told(board)), lambda: f"the page says {told(board)!r}, nothing like {pattern!r}", 10)


def broken_links(browser, server):
    """A link with a mistake is told, and the page works."""
    for link, words in BROKEN_LINKS:
        with Game(browser, server) as board:
            board.page.goto(f"{server.address.split(chr(35))[0]}pieces/knight.svg")
            board.page.goto(f"{server.address}&{link}")
            board.wait(lambda: board.state()["fen"], f"{link}: no board")
            expect_told(board, re.escape(words))
            board.errors = [error for error in board.errors if BROWSERS_OWN not in error]
            board.new_game("prisonbreak", "Two people")
            board.play("a2a3")


def no_token(browser, server):
    """Without a token the page asks for the address, and no button fails."""
    context = browser.new_context()
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(server.address.split("#")[0])
    page.wait_for_selector("#connection-address")
    # Nothing was lost: there was no game.
    equal("what is told", re.findall("was started again|lacks its key", page.inner_text("#connection")), ["lacks its key"])
    for button in ("#new-game", "#game-button", "#share", "#puzzles", "#flip"):
        page.click(button, force=True, no_wait_after=True)
    page.fill("#connection-address", server.address)
    page.click("text=Connect")
    page.wait_for_selector("[data-fen]")
    context.close()
    equal("errors", errors, [])


def stored(browser, _server):
    """Started twice without a port, the board has the same address as far as that is free, and keeps looks and games."""
    server = Server(port=None)
    try:
        port = server.port
        second = Server(port=None)
        if second.port == port:
            raise AssertionError("two servers have one port")
        second.stop()
        with Game(browser, server) as board:
            board.new_game("chess", "Two people")
            board.play("e2e4")
            board.press("#theme")
            server.stop()
            server.start(None if port == USUAL_PORT else port)
            equal("the port after a restart", server.port, port)
            page = board.context.new_page()
            page.goto(server.address)
            page.wait_for_selector("[data-fen]")
            equal("theme", page.get_attribute("html", "data-theme"), "dark")
            page.wait_for_function("() => document.body.innerText.includes('Last time') || document.querySelector('#continue:not([hidden])')")
            board.errors.clear()
    finally:
        server.stop()


def arrows_after_mouse(browser, server):
    """Arrow keys step through the game after a move by mouse, by click or by drag."""
    with opened(browser, server, moves=["e2e4", "e7e5"]) as board:
        board.page.keyboard.press("ArrowLeft")
        board.judge.moves = ["e2e4"]
        board.expect_position()
        board.page.keyboard.press("End")
        board.judge.moves = ["e2e4", "e7e5"]
        board.expect_position()
        board.hand.drag('[data-square="g1"]', '[data-square="f3"]')
        board.judge.moves.append("g1f3")
        board.expect_position()
        board.page.keyboard.press("ArrowLeft")
        board.judge.moves.pop()
        board.expect_position()


def move_in_the_past(browser, server):
    """A move after stepping back asks before it changes the game."""
    with opened(browser, server) as board:
        board.press("#step-back")
        board.press("#step-back")
        expect_told(board, "move 2 of 4")
        board.press('[data-target="b1"]')
        board.press('[data-target="c3"]')
        board.wait(lambda: board.page.locator("dialog").count(), "the page does not ask", 5)
        board.press_button("Cancel", "dialog")
        board.judge.moves = OPENING[:2]
        board.expect_position()
        equal("moves", board.line(), OPENING)
        board.press('[data-target="b1"]')
        board.press('[data-target="c3"]')
        board.press_button("Play on from here", "dialog")
        board.judge.moves = [*OPENING[:2], "b1c3"]
        board.expect_position()
        board.wait(lambda: board.line() == board.judge.moves, lambda: f"the game is {board.line()}")
        equal("the old moves", board.page.locator("#moves .variation .move").all_inner_texts(), ["Nf3", "Nc6"])


def touched(browser, server):
    """By touch, what a piece is stays in view until the next tap."""
    with Game(browser, server, "touch") as board:
        board.new_game("prisonbreak", "Two people")
        board.load("prisonbreak", "5k/6/2q3/6/2P3/6/6/K5 w - - 0 1 -")
        board.press('[data-square="c6"]')
        expect_told(board, "Ice Queen")
        time.sleep(0.6)
        expect_told(board, "Ice Queen")
        if "Click" in told(board):
            raise AssertionError("a phone is told to click")


def phone(browser, server):
    """On a phone the board, the last move and the steps are in view; what is touched is large enough."""
    for game in ("chess", "friendly", "prisonbreak", "xiangqi", "penaltybox-dual"):
        with Game(browser, server, "touch") as board:
            board.page.set_viewport_size(PHONE)
            board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
            board.page.evaluate("() => scrollTo(0, 0)")
            hidden = board.page.evaluate(ON_SCREEN, ["#boards", "#step-back", "#step-on", "#inspector"])
            equal(f"{game}: off the screen", hidden, [])
            small = board.page.evaluate("""() => [...document.querySelectorAll('header button, .steps button, #tabs button')]
              .filter(one => one.getClientRects().length && (one.offsetWidth < 40 || one.offsetHeight < 40)).map(one => one.id)""")
            equal(f"{game}: too small", small, [])


def first_visit(browser, server):
    """The offer to learn a game of two boards leaves the boards and the steps on a phone's screen."""
    with Game(browser, server, "touch", quick=False) as board:
        board.page.set_viewport_size(PHONE)
        board.page.evaluate("() => { location.hash = 'game=penaltybox-dual'; }")
        board.wait(lambda: board.state()["variant"] == "penaltybox-dual", "Dual is not shown")
        board.page.reload()
        board.wait(lambda: board.page.is_visible("#continue") and board.page.is_visible('[data-square="B:a1"]'), "nothing is offered")
        equal("off the screen", board.page.evaluate(ON_SCREEN, ['[data-square="A:a8"]', '[data-square="B:h1"]', ".steps", "#continue-yes", "#continue-no", "#prompt"]), [])


def wall(browser, server):
    """A wall that a move has put is seen, on the board and in a picture; a hole of the board is empty."""
    with Game(browser, server) as board:
        board.new_game("duck", "Two people")
        board.load("duck", None, ["e2e4,e4e5"])
        found = board.page.locator(".cell.hole .wall")
        equal("walls", found.count(), 1)
        equal("the name of its cell", found.locator("xpath=..").get_attribute("aria-label"), "e5, wall")
        picture = "async () => { const { pictureSvg } = await import('/panels/picture.js'); return pictureSvg().text.split('#a39a8d').length - 1; }"
        equal("walls in the picture", board.page.evaluate(picture), 1)
        board.new_game("omicron", "Two people")
        equal("walls among the holes of Omicron", (board.page.locator(".cell.hole").count(), board.page.locator(".wall").count()), (36, 0))
        equal("walls in the picture of Omicron", board.page.evaluate(picture), 0)


def phone_on_its_side(browser, server):
    with Game(browser, server, "touch") as board:
        board.page.set_viewport_size({"width": 740, "height": 360})
        board.new_game("chess", "Two people")
        board.page.evaluate("() => scrollTo(0, 0)")
        equal("off the screen", board.page.evaluate(ON_SCREEN, ["#boards", "#step-back"]), [])
        side = board.page.locator(".grid").bounding_box()["height"]
        if side < 305:
            raise AssertionError(f"the board is {side:.0f} of 360 pixels high")


# Game, position, the targets of a click or a drag, a typed move, and what is told. A click on a piece that can move selects it, so only
# a drag and a typed move can end there.
REASONS = [
    ("chess", PINNED, ["e2"], None, "pinned.*Rook on e4"),
    ("chess", PINNED, ["e2", "c3"], "Nc3", "Rook on e4"),
    ("chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", ["e1", "g1"], None, "check"),
    ("chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", ["e1", "e2"], "Ke2", "Rook on e4"),
    ("chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", ["h1"], None, "check.*Rook on e4"),
    ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ["e2", "e5"], "e2e5", "Pawn"),
    ("chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", ["a1", "g1"], "Rg1", "King on e1 is in the way"),
    ("chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", ["a1", "e1"], "a1e1", "own King"),
    ("chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", ["e8"], None, "White.*move"),
    ("prisonbreak", "5k/6/2q3/2P3/6/6/6/K5 w - - 0 1 -", ["c5"], None, "Frozen by the Ice Queen on c6"),
]


def reasons(browser, server):
    """Why a move is illegal is told for clicks, drags and typed moves, and the culprit is shown."""
    with Game(browser, server) as board:
        for game, fen, targets, typed, words in REASONS:
            board.new_game(game, "Two people")
            board.load(game, fen)
            if "own" not in words:
                for target in targets:
                    board.press(f'[data-square="{target}"]')
                expect_told(board, words)
            board.press("#step-first")
            if len(targets) == 2:
                board.hand.drag(*(f'[data-square="{target}"]' for target in targets))
                expect_told(board, words)
            if typed:
                board.page.fill("#type-move", typed)
                board.page.keyboard.press("Enter")
                board.wait(lambda: re.search(words, board.page.inner_text("#type-error")), lambda: f"{typed}: {board.page.inner_text('#type-error')}", 10)
                board.page.fill("#type-move", "")
        board.load("chess", PINNED)
        board.press('[data-square="e2"]')
        board.wait(lambda: board.page.locator(".overlay .why").count(), "the culprit is not shown")


def forgotten_piece(browser, server):
    """Escape gives up a piece that has no move, too; such a piece that is dragged is judged by its goal, as by clicks."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.press('[data-square="d1"]')
        expect_told(board, "The Queen on d1 has no move|is in the way")
        board.page.keyboard.press("Escape")
        board.press('[data-square="c1"]')
        expect_told(board, "b2|d2")
        equal("blamed for the goal of another piece", re.findall("stands on c1", told(board)), [])
        for start, goal, words in (("e1", "e2", "Your own Pawn stands on e2"), ("d1", "d3", "d2")):
            board.page.keyboard.press("Escape")
            board.hand.drag(f'[data-square="{start}"]', f'[data-square="{goal}"]')
            expect_told(board, words)


def hidden(browser, server):
    """In a hidden tab the engine answers a person; two engines and their clocks wait."""
    with Game(browser, server) as board:
        board.new_game("chess", "Play White")
        board.page.evaluate(HIDE)
        board.page.evaluate("() => document.querySelector('[data-square=e2]').click()")
        board.page.evaluate("() => document.querySelector('[data-square=e4]').click()")
        board.wait(lambda: len(board.line()) == 2, "the engine does not answer", 10)
    with Game(browser, server) as board:
        board.press("#new-game")
        board.press_button("Watch the engine", "dialog")
        board.page.locator("dialog .pace select").select_option("clock:60000:1000")
        board.press("#start-game")
        board.wait(lambda: len(board.line()) >= 2, "the engine does not play")
        board.page.evaluate(HIDE)
        time.sleep(0.5)
        clocks, line = board.page.locator(".clock").all_inner_texts(), board.line()
        time.sleep(2.5)
        equal("clocks and moves in a hidden tab", (board.page.locator(".clock").all_inner_texts(), len(board.line())), (clocks, len(line)))


def watched(browser, server):
    """Two engines move no faster than the time that was chosen for a move."""
    with Game(browser, server, quick=False) as board:
        board.new_game("chess", "Watch the engine")
        board.wait(lambda: len(board.line()) >= 1, "the engine does not play")
        before = len(board.line())
        time.sleep(4)
        if len(board.line()) - before > 5:
            raise AssertionError(f"{len(board.line()) - before} moves in 4 seconds at 1 second a move")


def start_again(browser, server):
    """Starting again asks, and keeps the sides."""
    with Game(browser, server) as board:
        board.new_game("chess", "Play White")
        board.press('[data-target="e2"]')
        board.press('[data-target="e4"]')
        board.wait(lambda: len(board.line()) == 2, "the engine does not answer")
        board.press("#rematch")
        board.press_button("Start again", "dialog")
        board.judge.moves = []
        board.expect_position()
        time.sleep(1)
        equal("moves", board.line(), [])
        board.play("d2d4", answered=True)


def typing(browser, server):
    """After a typed move the next one can be typed at once."""
    with Game(browser, server) as board:
        board.new_game("chess", "Play White")
        board.page.focus("#type-move")
        for count, text in ((2, "e4"), (4, "d3"), (6, "a3")):
            board.page.keyboard.type(text)
            board.page.keyboard.press("Enter")
            board.wait(lambda count=count: len(board.line()) == count, lambda: f"{board.line()} after {text}")
            equal("the focus", board.page.evaluate("() => document.activeElement.id"), "type-move")
    with Game(browser, server, "keyboard") as board:
        board.new_game("chess", "Two people")
        board.load("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
        board.play("a7a8q")
        equal("the focus after a promotion", board.page.evaluate("() => document.activeElement.dataset.square"), "a8")


def analysis_shows_moves(browser, server):
    """With the analysis open, the current move of a long game and the text of the graph are in view."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        knights = ["g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1"]
        moves = [*knights, "c6b8", "e2e4", "e7e5", *knights, "c6b8", "d2d4", "d7d5", *knights[:6]]
        board.load("chess", None, moves)
        board.press("#tab-analysis")
        board.press_button("Review the game")
        board.wait(lambda: board.page.locator("#graph p").count(), "no graph")
        board.wait(lambda: not board.page.evaluate(ON_SCREEN, ["#moves [aria-current=true]", "#graph p"]),
                   lambda: f"off the screen: {board.page.evaluate(ON_SCREEN, ['#moves [aria-current=true]', '#graph p'])}", 40)
        scrolled = board.page.evaluate("""() => { const [list, move] = ['#moves', '#moves [aria-current=true]'].map(one => document.querySelector(one).getBoundingClientRect());
          return move.top >= list.top - 1 && move.bottom <= list.bottom + 1; }""")
        equal("the current move is in view", scrolled, True)
        board.wait(lambda: "%" in board.page.inner_text("#review"), "no summary", 60)


# Width and height of a window, a game, and the least share of its height that the board takes.
SIZES = [(1280, 800, "chess", 0.85), (1366, 768, "friendly", 0.85), (1920, 1080, "chess", 0.85), (3840, 2160, "chess", 0.85), (1024, 640, "friendly", 0.85)]


def board_size(browser, server):
    """The board takes most of the window's height; it lies within the window, and beside the panel."""
    for width, height, game, share in SIZES:
        with Game(browser, server) as board:
            board.page.set_viewport_size({"width": width, "height": height})
            board.new_game(game, "Two people")
            box, panel = (board.page.locator(one).bounding_box() for one in (".grid", "aside"))
            if box["height"] < share * height - 1:
                raise AssertionError(f"{width}x{height}: the board is {box['height']:.0f} pixels high, {box['height'] / height:.0%}")
            if box["y"] < 0 or box["y"] + box["height"] > height or box["x"] < 0 or box["x"] + box["width"] > panel["x"]:
                raise AssertionError(f"{width}x{height}: the board does not fit: {box}, {panel}")
            if panel["width"] < 280 or panel["x"] + panel["width"] > width + 1:
                raise AssertionError(f"{width}x{height}: the panel is {panel}")


def clock_after_take_back(browser, server):
    """Taking back gives the time back."""
    with Game(browser, server) as board:
        board.press("#new-game")
        board.press_button("Two people", "dialog")
        board.page.locator("dialog .pace select").select_option("clock:60000:1000")
        board.press("#start-game")
        board.judged_by("chess")
        for move in ("e2e4", "e7e5", "g1f3"):
            board.play(move)
        time.sleep(3.2)
        board.press("#take-back")
        left = [text for text in board.page.locator(".clock").all_inner_texts()]
        if any(text < "0:59" for text in left):
            raise AssertionError(f"the clocks stand at {left}")


def steady(browser, server):
    """Long texts about a piece move nothing."""
    with Game(browser, server) as board:
        board.new_game("friendly", "Two people")
        places = lambda: [board.page.locator(one).bounding_box() for one in (".grid", "#step-back", "#moves")]
        board.page.mouse.move(5, 5)
        before = places()
        for square in ("e1", "b1", "d1", "e9", "a2"):
            board.page.hover(f'[data-square="{square}"]')
            board.page.wait_for_timeout(120)
            equal(f"places with the pointer on {square}", places(), before)
        board.page.hover('[data-square="f1"]')
        board.wait(lambda: board.page.locator(".arrow.lending").count(), "no powers are shown")
        lines = board.page.locator(".arrow.lending .shaft").evaluate_all("all => all.map(one => one.getAttribute('d'))")
        equal("lines drawn twice", len(lines) - len(set(lines)), 0)


def en_passant(browser, server):
    """A square where a pawn can be captured is marked only if one can capture it."""
    marks = lambda **game: [mark for mark in server.ask("position", game="chess", **game)["marks"] if mark["mark"] == "en-passant"]
    equal("marks after e4 h5", marks(moves=["e2e4", "h7h5"]), [])
    equal("marks where a pawn can capture", len(marks(moves=["e2e4", "h7h6", "e4e5", "d7d5"])), 1)


def history(browser, server):
    """Back returns to the game before."""
    with opened(browser, server) as board:
        fen = board.state()["fen"]
        board.new_game("prisonbreak", "Two people")
        board.page.go_back()
        board.wait(lambda: board.state()["fen"] == fen, "the game before does not return", 10)
        equal("game", board.state()["variant"], "chess")
        board.page.go_forward()
        board.wait(lambda: board.state()["variant"] == "prisonbreak", "forward leads nowhere", 10)


def secret(browser, server):
    """The token stands in no address and in no link, and links of the page still open in this browser."""
    with opened(browser, server) as board:
        board.wait(lambda: server.token not in board.page.url, "the token is in the address", 5)
        board.context.grant_permissions(["clipboard-read", "clipboard-write"])
        board.press("#share")
        board.press_button("Copy link", "dialog")
        link = board.wait(lambda: board.page.evaluate("() => navigator.clipboard.readText()"), "nothing is copied")
        if server.token in link:
            raise AssertionError("the token is in the link")
        page = board.context.new_page()
        page.goto(link)
        page.wait_for_selector("[data-fen]")
        equal("FEN behind the link", page.get_attribute("[data-fen]", "data-fen"), board.state()["fen"])


def old_token(browser, server):
    """The address of an engine that has ended since does not take the place of a good one in this browser."""
    old = server.address.replace(server.token, "0" * 32)
    with opened(browser, server) as board:
        page = board.context.new_page()
        for address in (f"{old}&game=prisonbreak", server.address.split("#")[0]):
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_selector("[data-fen]", timeout=10000)
        board.page.evaluate("hash => { location.hash = hash; }", f"{'0' * 32}&game=prisonbreak")
        board.wait(lambda: board.state()["variant"] == "prisonbreak", "the game of an old address is not shown", 10)
        equal("the bar of a lost connection", board.page.is_visible("#connection"), False)
        page.goto(f"{server.address.split('#')[0]}?again")
        page.wait_for_selector("[data-fen]", timeout=10000)
        board.errors = [error for error in board.errors if BROWSERS_OWN not in error]


def words(browser, server):
    """Plurals, one way to write a draw, and what is pasted and is no game."""
    with opened(browser, server) as board:
        board.page.mouse.move(5, 5)
        board.load("chess", "4k3/7p/8/8/8/8/4P3/4K3 w - - 0 1")
        board.load("chess", "8/k7/P1p5/2P5/8/8/8/K7 w - - 0 1")
        board.page.hover('[data-square="c6"]')
        board.page.wait_for_timeout(200)
        if re.search(r"\b1 squares", told(board)):
            raise AssertionError(told(board))
        load_text(board, "hello world")
        board.wait(lambda: board.page.locator("dialog .bad").count(), "`hello world` is not refused", 10)
        board.press("dialog .close")
        load_text(board, "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -")
        board.press_button("Prison Break", ".found")
        board.wait(lambda: not board.page.locator("dialog").count(), lambda: f"a FEN of Prison Break is refused: {board.page.inner_text('.found')}", 10)
        board.wait(lambda: board.state()["variant"] == "prisonbreak", lambda: f"the game is {board.state()['variant']}", 10)
    with opened(browser, server) as board:
        board.press("#draw")
        board.press_button("Accept", "dialog")
        board.wait(lambda: "½" in board.page.inner_text("#moves"), lambda: f"the list ends with {board.page.inner_text('#moves')!r}", 10)
        equal("the draw in digits", "1/2-1/2" in board.page.inner_text("#moves"), False)


def fen_of_others(browser, server):
    """A FEN of other games is offered for them, also if the engine fails at one of them; what then goes wrong is told."""
    with Game(browser, server) as board:
        board.new_game("prisonbreak", "Two people")
        fails = lambda wrong: lambda route: route.fulfill(status=500, body='{"reason": "it has failed"}') if wrong in route.request.post_data else route.continue_()
        board.page.route("**/api/check", fails('"game":"chess"'))
        load_text(board, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        offered = board.page.locator("dialog .found .actions button")
        board.wait(offered.count, lambda: f"no games are offered: {board.page.inner_text('dialog .found')}", 10)
        equal("chess is offered", "Chess" in offered.all_inner_texts(), False)
        board.page.route("**/api/position", fails("4k3"))
        offered.first.click()
        board.wait(lambda: "it has failed" in board.page.inner_text("dialog .found"), "the failure is not told", 10)
        board.errors = [error for error in board.errors if BROWSERS_OWN not in error]


def later_players(browser, server):
    """A lesson, a puzzle and a loaded game do not change who plays in a new game; a reload shows the same lesson."""
    chosen = lambda board: board.page.locator("dialog .seats select").evaluate_all("all => all.map(one => one.value)")
    with Game(browser, server) as board:
        usual = ["person", "0"]
        board.press("#lessons")
        board.wait(lambda: board.page.is_visible("#lesson-bar"), "no lesson")
        board.press("#lesson-next")
        board.wait(lambda: board.fragment().get("lesson") == "2", lambda: f"the address has {board.fragment()}")
        board.page.reload()
        board.wait(lambda: "Lesson 2" in board.page.inner_text("#lesson-number"), "a reload shows another lesson", 10)
        board.page.wait_for_selector("body.ready")
        for step in ("the lesson", "a puzzle", "a loaded game"):
            if step == "a puzzle":
                board.page.evaluate("() => { location.hash = 'game=chess&puzzle=easy.1'; }")
                board.wait(lambda: board.page.is_visible("#puzzle-bar"), "no puzzle")
            if step == "a loaded game":
                load_text(board, "1. e4 e5 *")
                board.wait(lambda: board.line() == ["e2e4", "e7e5"], "the game is not loaded")
            board.press("#new-game")
            board.page.wait_for_selector("dialog .seats select")
            equal(f"who plays after {step}", chosen(board), usual)
            board.press("dialog .close")
        board.new_game("chess", "Two people")
        load_text(board, "1. d4 d5 *")
        board.wait(lambda: board.line() == ["d2d4", "d7d5"], "the other game is not loaded")
        board.press("#new-game")
        board.page.wait_for_selector("dialog .seats select")
        equal("who was chosen", chosen(board), ["person", "person"])


def solved_puzzle(browser, server):
    """After a solved puzzle one bar is shown, and its main button leads to the next puzzle."""
    with Game(browser, server) as board:
        board.page.evaluate("hash => { location.hash = hash; }", f"{server.token}&game=chess&puzzle=easy.0")
        board.wait(lambda: board.page.locator("#puzzle-bar").is_visible(), "no puzzle")
        puzzle = server.ask("puzzle", game="chess", level="easy", number=0)["puzzle"]
        for count, move in enumerate(puzzle["line"]):
            if count % 2 == 0:
                for square in re.findall(r"[a-h][1-8]", move):
                    board.press(f'[data-target="{square}"]')
            board.wait(lambda count=count: len(board.page.locator("#moves .move").all()) > count, "no reply", 20)
        board.wait(lambda: board.page.get_attribute("#puzzle-bar", "data-state") == "solved", "not solved", 20)
        equal("the bar of the end", board.page.is_visible("#end-bar"), False)
        equal("the main buttons", board.page.locator("#puzzle-bar button.primary:visible, #end-bar button:visible").all_inner_texts(), ["Next"])


def tests(_server):
    faults = (broken_links, no_token, stored, arrows_after_mouse, move_in_the_past, touched, phone, first_visit, phone_on_its_side, wall, reasons, forgotten_piece, hidden, watched,
              start_again, typing, analysis_shows_moves, board_size, clock_after_take_back, steady, en_passant, history, secret, old_token, words, fen_of_others, later_players, solved_puzzle)
    for test in faults:
        yield f"fault: {test.__name__.replace('_', ' ')}", test
