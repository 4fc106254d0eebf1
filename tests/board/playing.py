"""A browser's page of the board, driven by the attributes that uci-docs/board.md keeps stable."""

import os
import re
import sys
import time
from urllib.parse import quote, unquote

from hands import HANDS

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "clients"))
from rules import Judge  # noqa: E402

# Keeps every FEN that the board shows, and the milliseconds from the last click or key until it was painted.
RECORD = """() => {
  window.shownFens = [];
  window.delays = [];
  let clicked = null;
  for (const name of ['pointerup', 'keydown']) addEventListener(name, event => { clicked = event.timeStamp; }, true);
  new MutationObserver(records => {
    for (const {target} of records) {
      const fen = target.dataset.fen;
      if (fen === window.shownFens.at(-1)) continue;
      window.shownFens.push(fen);
      const from = clicked;
      requestAnimationFrame(() => setTimeout(() => window.delays.push(performance.now() - from)));
    }
  }).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-fen']});
}"""

STATE = """() => {
  const board = document.querySelector('[data-fen]');
  const ends = [...document.querySelectorAll('[role=status]')].filter(one => one.getClientRects().length);
  return {variant: board?.dataset.variant, fen: board?.dataset.fen, turn: board?.dataset.turn,
    end: ends.map(one => one.textContent.trim()).join(' ')};
}"""

# Whether a button is hidden, but the menu has it; and its name there.
IN_MENU = """selector => {
  const [found, menu] = [selector, '#menu'].map(one => document.querySelector(one));
  return Boolean(found?.matches('.in-menu') && !found.getClientRects().length && menu?.getClientRects().length);
}"""
NAME = "selector => { const found = document.querySelector(selector); return (found.getAttribute('aria-label') ?? found.textContent).trim(); }"

# Level 0 and 20 ms a move; a browser that has been used keeps such wishes.
QUICK = "localStorage.setItem('jailbird.settings', '{\"level\": 0, \"movetime\": 20}')"

# Errors that the browser itself writes for an answer other than 200.
BROWSERS_OWN = "Failed to load resource"


def visible(attribute, value):
    return f'[{attribute}="{value}"]'


class Game:
    """A page on which games are played with one hand."""

    def __init__(self, browser, server, hand="mouse", scheme="light", quick=True):
        kind = HANDS[hand]
        self.server = server
        self.context = browser.new_context(color_scheme=scheme, accept_downloads=True, **kind.options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60000)
        self.hand = kind(self.page)
        self.errors = []
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(f"({RECORD})();" + (QUICK if quick else ""))
        self.judge = None

    def __enter__(self):
        try:
            self.page.goto(self.server.address)
            self.wait(lambda: self.state()["fen"], "no board was drawn")
        except BaseException:
            self.context.close()
            raise
        return self

    def __exit__(self, *problem):
        if self.judge:
            self.judge.close()
        self.context.close()
        if problem[0] is None:
            self.expect_quiet()

    def expect_quiet(self):
        """No errors in the console, except what was expected and cleared."""
        if self.errors:
            raise AssertionError(f"console: {self.errors[0]}")

    def wait(self, condition, message, patience=60):
        """What the condition answers as soon as it is true."""
        end = time.time() + patience
        while True:
            found = condition()
            if found:
                return found
            if time.time() > end:
                raise AssertionError(message() if callable(message) else message)
            time.sleep(0.02)

    def state(self):
        return self.page.evaluate(STATE)

    def press(self, selector):
        """On a phone some buttons are in a menu."""
        if self.page.evaluate(IN_MENU, selector):
            self.hand.press("#menu")
            return self.press_button(self.page.evaluate(NAME, selector), "dialog")
        self.hand.press(selector)

    def press_button(self, text, within=""):
        """Presses the visible button with this text, when it is there."""
        mark = lambda: self.page.evaluate(
            """([text, within]) => {
              for (const one of document.querySelectorAll('[data-wanted]')) delete one.dataset.wanted;
              const all = [...document.querySelectorAll(`${within} button`)].filter(one => one.getClientRects().length);
              const found = all.find(one => one.textContent.trim() === text);
              if (found) found.dataset.wanted = '';
              return Boolean(found);
            }""",
            [text, within],
        )
        self.wait(mark, f"no button `{text}`")
        self.press("[data-wanted]")

    def judged_by(self, name, fen=None):
        """The engine by UCI follows the game from now on."""
        if self.judge:
            self.judge.close()
        self.judge = Judge(name, fen)

    def new_game(self, name, players):
        """Starts a game in the dialog; `players` is the text of its button."""
        self.press("#new-game")
        self.press(f'dialog input[name="game"][value="{name}"]')
        self.press_button(players, "dialog")
        self.press("#start-game")
        self.wait(lambda: not self.page.evaluate("() => document.querySelector('dialog')"), "the dialog stays open")
        self.wait(lambda: self.state()["variant"] == name, f"{name} is not shown")
        self.judged_by(name)

    def load(self, name, fen, moves=()):
        """Shows a position through the address."""
        parts = [f"game={name}"] + ([f"fen={quote(fen)}"] if fen else []) + ([f"moves={quote('_'.join(moves))}"] if moves else [])
        self.page.evaluate("hash => { location.hash = hash; }", "&".join([self.server.token, *parts]))
        self.judged_by(name, fen)
        self.judge.moves = list(moves)
        self.expect_position()

    def fragment(self):
        """Fields of the address."""
        rest = [part for part in self.page.evaluate("() => location.hash").lstrip("#").split("&") if "=" in part]
        return {key: unquote(value) for key, _, value in (part.partition("=") for part in rest)}

    def line(self):
        """The moves in the address."""
        return [move for move in self.fragment().get("moves", "").split("_") if move]

    def expect_position(self):
        """The page's FEN is that of the engine for the judge's moves."""
        expected = self.judge.fen()
        self.wait(lambda: self.state()["fen"] == expected, lambda: f"the page shows {self.state()['fen']}, the engine says {expected} after {self.judge.moves}")

    def described(self, text):
        """The move's entry in the engine's list, for the ways to click it."""
        start = self.judge.start
        reference = {"game": self.state()["variant"], "moves": self.judge.moves}
        if start.startswith("fen "):
            reference["fen"] = start[4:]
        found = self.server.ask("position", **reference)
        while True:
            for move in found["moves"]:
                if move["text"] == text:
                    return move
            stubs = [stub for stub in found["stubs"] if all(re.sub(r"^@|^=|^[AB]:|^token$", "", target) in text for target in stub["path"])]
            if not stubs:
                raise AssertionError(f"the interface has no move {text} after {self.judge.moves}")
            more = [self.server.ask("moves", **reference, path=stub["path"]) for stub in stubs]
            found = {key: sum((one[key] for one in more), []) for key in ("moves", "stubs")}

    def play(self, text, path=None, answered=False):
        """Makes a move by clicks; then the page must show what the engine says. If the page answers the move, it need not stay."""
        targets = path or self.described(text)["paths"][0]
        before = self.page.evaluate("() => window.shownFens.length")
        for target in targets:
            self.press(visible("data-choice" if target.startswith("=") else "data-target", target))
        choice = visible("data-choice", text)
        shown = lambda: self.page.evaluate("() => window.shownFens.length") > before
        self.wait(lambda: shown() or self.page.evaluate("choice => document.querySelector(choice)?.getClientRects().length", choice),
                  lambda: f"after the clicks {targets} for {text} nothing is played and nothing can be chosen; position {self.judge.fen()}")
        if not shown():
            self.press(choice)
        self.judge.moves.append(text)
        if not answered:
            return self.expect_position()
        expected = self.judge.fen()
        self.wait(lambda: expected in self.page.evaluate("before => window.shownFens.slice(before)", before),
                  lambda: f"the page has not shown {expected} after {self.judge.moves}")

    def expect_all_positions(self, fens):
        """The FENs that the page has shown in turn are those of the engine after each move."""
        told = [self.judge.fen(self.judge.moves[:count]) for count in range(len(self.judge.moves) + 1)]
        wrong = next((i for i, (a, b) in enumerate(zip(fens, told)) if a != b), None)
        if wrong is not None or len(fens) != len(told):
            at = min(len(fens), len(told)) if wrong is None else wrong
            raise AssertionError(f"position {at} of {len(told)} differs: {fens[at:at + 1]} for {told[at:at + 1]} after {self.judge.moves[:at]}")

    def best(self, nodes=2000):
        """A good move in the judge's position."""
        self.judge.set(self.judge.moves)
        answer = self.judge.ask(f"go nodes {nodes}", "bestmove")[-1]
        return answer.split()[1]
