"""Every view by axe-core in light and dark; the page's code by the type checker; nothing wider than a phone."""

import os
import subprocess

from playing import Game
from rows import rows

TOOLS = os.environ.get("JAILBIRD_TOOLS", "")
GRAVE = ("serious", "critical")
# Views in which axe-core may find nothing at all.
STRICT = ("rules with tables",)
HERE = os.path.dirname(os.path.realpath(__file__))


def board_of(game):
    """The position after the first row of a game."""
    def view(board):
        start, moves, _ = rows()[game][0]
        board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
        board.load(game, start, moves)
    return view


def dialog(button):
    def view(board):
        board_of("chess")(board)
        board.press(button)
        board.page.wait_for_selector("dialog")
    return view


def choices(board):
    board.new_game("chess", "Two people")
    board.load("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    board.press('[data-target="a7"]')
    board.press('[data-target="a8"]')
    board.page.wait_for_selector("[data-choice]")


def end(board):
    board.new_game("chess", "Two people")
    board.load("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", ["a1a8"])
    board.wait(lambda: board.state()["end"], "no end")


def analysis(board):
    board_of("chess")(board)
    board.press("#tab-analysis")
    board.press_button("Start analysis")
    board.wait(lambda: board.page.locator("#lines li").count(), "no lines")


def set_up(board):
    board_of("penaltybox")(board)
    board.press("#tab-setup")
    board.press_button("Empty board")
    board.wait(lambda: board.page.locator("#setup-reasons li:not(.good)").count(), "no reasons")


def rules(board):
    board_of("prisonbreak")(board)
    board.press("#tab-rules")
    board.wait(lambda: board.page.locator("#rules .diagram").count() > 5, "no diagrams")


def rules_with_tables(board):
    board.new_game("friendly", "Two people")
    board.press("#tab-rules")
    board.wait(lambda: board.page.locator("#rules .diagram").count() > 5 and board.page.locator("#rules table").count(), "no tables")


def wall(board):
    board.new_game("duck", "Two people")
    board.load("duck", None, ["e2e4,e4e5"])
    board.wait(lambda: board.page.locator(".wall").count(), "no wall")


def puzzle(board):
    board.page.evaluate("hash => { location.hash = hash; }", f"{board.server.token}&game=friendly&puzzle=medium.0")
    board.wait(lambda: board.page.locator("#puzzle-bar").is_visible(), "no puzzle")
    board.press("#puzzle-hint")


VIEWS = {
    **{f"board of {game}": board_of(game) for game in ("prisonbreak", "friendly", "zigzagmadness", "penaltybox", "penaltybox-dual", "prisonersescape")},
    "new game": dialog("#new-game"), "share": dialog("#share"), "puzzles": dialog("#puzzles"), "puzzle": puzzle, "resign": dialog("#resign"),
    "choices": choices, "end": end, "analysis": analysis, "set-up": set_up, "rules": rules, "rules with tables": rules_with_tables, "wall": wall,
}


def axe(browser, server, view, hand, scheme):
    with Game(browser, server, hand, scheme) as board:
        VIEWS[view](board)
        board.page.evaluate("() => Promise.allSettled(document.getAnimations().map(one => one.finished))")
        expect_no_violations(board.page, GRAVE if view not in STRICT else None)


def expect_no_violations(page, grades=None):
    """What axe-core finds in a page is none of these grades, or nothing."""
    with open(os.path.join(TOOLS, "node_modules", "axe-core", "axe.min.js"), encoding="utf-8") as file:
        page.evaluate(file.read())
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
    grave = [f"{one['id']} ({one['impact']}) at {'; '.join(str(node['target'][0]) for node in one['nodes'][:3])}" for one in found if not grades or one["impact"] in grades]
    if grave:
        raise AssertionError(", ".join(grave))


def types(_browser, _server):
    """tsc reads the page's modules with the types in their comments."""
    command = [os.path.join(TOOLS, "node_modules", ".bin", "tsc"), "-p", HERE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout.strip() or done.stderr.strip())


def narrow(browser, server, width):
    """No view needs scrolling sideways."""
    with Game(browser, server, "touch") as board:
        board.page.set_viewport_size({"width": width, "height": 740})
        for name, view in VIEWS.items():
            view(board)
            wide = board.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                raise AssertionError(f"{name} is {wide} pixels wider than {width}")
            board.page.reload()
            board.wait(lambda: board.state()["fen"], "no board after a reload")


def two_boards(browser, server):
    """Dual on the narrowest phone: cells are large enough for a finger, both boards are seen at once, and moves can be made."""
    with Game(browser, server, "touch") as board:
        board.page.set_viewport_size({"width": 360, "height": 740})
        start, moves, after = max(rows()["penaltybox-dual"], key=lambda row: len(row[1]))
        board.new_game("penaltybox-dual", "Four people")
        board.load("penaltybox-dual", start)
        cell = board.page.locator('[data-square="A:a1"]').bounding_box()
        ends = [board.page.locator(f'[data-square="{square}"]').bounding_box() for square in ("A:a8", "B:h1")]
        if cell["width"] < 32:
            raise AssertionError(f"cells are only {cell['width']:.0f} pixels wide")
        if ends[0]["y"] < 0 or ends[1]["y"] + ends[1]["height"] > board.page.locator("#tabs").bounding_box()["y"]:
            raise AssertionError("the boards do not fit on the screen")
        boards, box, steps = (board.page.locator(selector).bounding_box() for selector in ("#boards", "#box", ".steps"))
        if min(box["x"], steps["x"]) < boards["x"] + boards["width"] or box["y"] + box["height"] > board.page.locator("#card").bounding_box()["y"]:
            raise AssertionError(f"something is covered: the boards are at {boards}, the box is at {box}, the steps are at {steps}")
        for move in moves:
            board.play(move)
        wide = board.page.evaluate("() => { const linesOf = (one) => { const text = document.createRange(); text.selectNodeContents(one); return new Set([...text.getClientRects()].map((at) => Math.round(at.top))).size; }; return [...document.querySelectorAll('#moves .move')].filter(one => linesOf(one) > 2 || /[AB]:/.test(one.textContent)).map(one => one.textContent); }")
        if wide:
            raise AssertionError(f"moves in more than two lines, or with the board that their column tells: {wide}")
        if board.state()["fen"] != after:
            raise AssertionError(f"{board.state()['fen']} instead of {after}")


def card_fits(browser, server):
    """What the card says of a piece is seen whole, and stays while the pointer is on the card."""
    with Game(browser, server) as board:
        board.new_game("friendly", "Two people")
        said = "() => document.getElementById('inspector').textContent"
        for width, height in ((1280, 800), (1024, 640), (360, 640)):
            board.page.set_viewport_size({"width": width, "height": height})
            for square in ("f1", "e1", "d10", "a1"):
                board.page.hover(f'[data-square="{square}"]')
                # The moves of other pieces than a Friend are asked for.
                done = f"{square}. " if square in ("f1", "e1") else "aptures"
                board.wait(lambda: f"on {square}" in board.page.evaluate(said) and done.strip() in board.page.evaluate(said), lambda: f"the card of {square} says {board.page.evaluate(said)}")
                hidden = board.page.evaluate("() => { const one = document.getElementById('inspector'); return one.scrollHeight - one.clientHeight; }")
                if hidden > 1:
                    raise AssertionError(f"at {width}x{height} {hidden} pixels of the card of {square} are hidden: {board.page.evaluate(said)}")
        board.page.set_viewport_size({"width": 1280, "height": 800})
        stage = board.page.locator("#stage").bounding_box()
        board.page.hover('[data-square="l1"]')
        words = board.wait(lambda: "on l1" in board.page.evaluate(said) and board.page.evaluate(said), "no card of l1")
        board.page.evaluate("() => document.getElementById('stage').dispatchEvent(new PointerEvent('pointerleave', {pointerType: 'mouse', relatedTarget: document.getElementById('inspector')}))")
        board.page.wait_for_timeout(200)
        if "on l1" not in board.page.evaluate(said):
            raise AssertionError(f"with the pointer on the card it says {board.page.evaluate(said)}, not {words}")
        board.page.hover("#inspector")
        board.page.mouse.move(stage["x"] + stage["width"] + 30, 5)
        board.wait(lambda: "on l1" not in board.page.evaluate(said), "the card stays when the pointer has left it")


def dialog_fits(browser, server):
    """The dialog for a new game needs no scrolling on a usual screen, with four seats either."""
    with Game(browser, server) as board:
        board.press("#new-game")
        for game in ("chess", "penaltybox-dual"):
            board.press(f'dialog input[name="game"][value="{game}"]')
            hidden = board.page.evaluate("() => { const one = document.querySelector('dialog'); return one.scrollHeight - one.clientHeight; }")
            if hidden > 0:
                raise AssertionError(f"{game}: {hidden} pixels of the dialog are hidden")


def tests(_server):
    yield "types", types
    for view in VIEWS:
        for scheme in ("light", "dark"):
            yield f"axe: {view}, {scheme}", lambda browser, server, view=view, scheme=scheme: axe(browser, server, view, "mouse", scheme)
    for view in ("board of penaltybox-dual", "new game", "choices", "analysis"):
        yield f"axe: {view}, phone", lambda browser, server, view=view: axe(browser, server, view, "touch", "light")
    yield "Dual on 360 pixels", two_boards
    yield "cards of pieces are seen whole", card_fits
    yield "new game without scrolling", dialog_fits
    yield "360 pixels", lambda browser, server: narrow(browser, server, 360)
