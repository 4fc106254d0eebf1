"""Games from files: found by typing, drops, promotion of pieces that keep their letters, pieces without a picture, rules pages."""

import re

from playing import Game

PAWN = ["e2e4", "d7d5", "e4d5"]


def find(board, words, name):
    """Types words into the search of the dialog; the game that is then chosen."""
    board.press("#new-game")
    board.page.fill("#find-game", words)
    board.wait(lambda: board.page.evaluate("() => document.querySelector('dialog input:checked')?.value") == name, f"{name} is not found by {words!r}")


def by_typing(browser, server):
    with Game(browser, server) as board:
        board.press("#new-game")
        first = board.page.eval_on_selector_all("dialog input[name=game]", "all => all.slice(0, 12).map(one => one.value)")
        if first[0] != "chess" or "prisonbreak" not in first:
            raise AssertionError(f"the first games are {first}")
        board.page.keyboard.press("Escape")
        find(board, "crazy", "crazyhouse")
        shown = board.page.eval_on_selector_all(".game-card:not([hidden])", "all => all.length")
        if not 1 <= shown <= 5:
            raise AssertionError(f"{shown} games have the word")
        board.press_button("Two people", "dialog")
        board.press("#start-game")
        board.wait(lambda: board.state()["variant"] == "crazyhouse", "Crazyhouse does not begin")


def drop(browser, server):
    with Game(browser, server) as board:
        board.new_game("crazyhouse", "Two people")
        board.load("crazyhouse", None, [*PAWN, "d8d5"])
        board.play("P@e4")
        if "P" not in board.line()[-1]:
            raise AssertionError(f"the last move is {board.line()[-1]}")


def promotion(browser, server):
    """Both ways of a move that may promote are offered; the promoted piece has its letter in red."""
    with Game(browser, server) as board:
        board.new_game("shogi", "Two people")
        board.load("shogi", None, ["c3c4", "g7g6"])
        board.press('[data-target="b2"]')
        board.press('[data-target="h8"]')
        words = board.wait(lambda: board.page.eval_on_selector_all("#choices .choice span", "all => all.map(one => one.textContent)"), "nothing to choose")
        if sorted(words) != ["Become a Dragon Horse", "Stay a Bishop"]:
            raise AssertionError(f"the choices are {words}")
        board.press('[data-choice="b2h8+"]')
        board.wait(lambda: board.line()[-1:] == ["b2h8+"], "the move is not played")
        text = board.wait(lambda: board.page.evaluate("() => document.querySelector('[data-square=h8] text.form')?.textContent"), "no mark of promotion")
        if text != "B":
            raise AssertionError(f"the mark is {text!r}")


def disc(browser, server):
    """A piece without a picture is its letter on a disc."""
    with Game(browser, server) as board:
        board.new_game("omicron", "Two people")
        look = board.page.evaluate("() => [...document.querySelector('[data-square=b2] .piece').children].map(one => one.localName + one.textContent)")
        if look != ["circle", "textC"]:
            raise AssertionError(f"the champion looks like {look}")
        holes = board.page.eval_on_selector_all(".cell.hole", "all => all.length")
        if holes != 36:
            raise AssertionError(f"{holes} holes")


def rules(browser, server):
    with Game(browser, server) as board:
        board.new_game("shogi", "Two people")
        board.press("#tab-rules")
        board.page.wait_for_selector("#rules figure.example svg")
        text = board.page.inner_text("#rules .rules-text")
        for words in ("Lance (L)", "Dragon Horse (", "ranks 7, 8 or 9", "may drop a piece from his hand"):
            if words not in text:
                raise AssertionError(f"the page does not say {words!r}")
        board.wait(lambda: board.page.eval_on_selector_all("#rules .kind svg.diagram", "all => all.length") == 16, "not all diagrams are drawn")


def german_rules(browser, server):
    """In German the sentences of the rules are German, too; title and summary stay as they were written."""
    with Game(browser, server) as board:
        board.page.add_init_script("localStorage.setItem('jailbird.settings', JSON.stringify({language: 'de', level: 0, movetime: 20}))")
        board.page.evaluate("() => { location.hash = 'game=crazyhouse'; }")
        board.page.reload()
        board.page.wait_for_selector("body.ready")
        board.press("#tab-rules")
        board.page.wait_for_selector("#rules figure.example svg")
        text = board.page.inner_text("#rules .rules-text")
        summary = next(game["summary"] for game in server.ask("games")["games"] if game["name"] == "crazyhouse")
        for words in ("Das Brett hat 8 Linien und 8 Reihen", "Die Anfangsstellung.", "Läufer (B): Sie zieht und schlägt beliebig weit schräg", "Wer matt ist, verliert", summary):
            if words.lower() not in text.lower():
                raise AssertionError(f"the page does not say {words!r}: {text}")
        english = [line for line in text.splitlines() if re.search(r"\b(the|moves|captures|player|drawn)\b", line) and summary.lower() not in line.lower()]
        if english:
            raise AssertionError(f"English sentences: {english}")


# Game, letter, and what the card says of the piece.
CARDS = """\
xiangqi; C; Moves: slides straight; captures by a jump over a piece: straight.
janggi; C; Moves and captures by a jump over a piece: straight.
grasshopper; G; Moves and captures by a jump over a piece: in all directions.
chess; P; Moves: one square forward; captures: one square diagonally forward."""


def cards(browser, server):
    """A piece that jumps over others is described whole; its diagram shows no jump to a square right beside it."""
    with Game(browser, server) as board:
        for row in CARDS.splitlines():
            game, letter, words = row.split("; ", 2)
            told = board.page.evaluate("async kind => (await import('/core/describe.js')).describeMoves(kind)", server.ask("kind", game=game, letter=letter))
            if told != words:
                raise AssertionError(f"{game} {letter}: {told!r}, not {words!r}")
        cannon = server.ask("kind", game="xiangqi", letter="C")
        arches = board.page.evaluate("async kind => (await import('/view/diagram.js')).drawDiagram(kind, false).querySelectorAll('.cross').length", cannon)
        jumps = sum(cell["jump"] for cell in cannon["cells"])
        place = lambda square: (ord(square[0]), int(square[1:]))
        beside = [cell["square"] for cell in cannon["cells"] if cell["jump"] and max(abs(a - b) for a, b in zip(place(cell["square"]), place(cannon["square"]))) < 2]
        if arches != jumps or beside:
            raise AssertionError(f"{arches} signs of {jumps} jumps, of which some end beside the piece: {beside}")


def checks(browser, server):
    """What is left to give of three checks is seen."""
    with Game(browser, server) as board:
        board.new_game("3check", "Two people")
        board.load("3check", None, ["e2e4", "f7f5", "d1h5"])
        notes = board.page.eval_on_selector_all(".strip .note", "all => all.map(one => one.textContent)")
        if notes != ["3 checks to give", "2 checks to give"]:
            raise AssertionError(f"the notes are {notes}")


def tests(_server):
    yield "games from files: found by typing", by_typing
    yield "games from files: a drop by clicks", drop
    yield "games from files: a choice of promotion", promotion
    yield "games from files: a letter on a disc", disc
    yield "games from files: the rules page", rules
    yield "games from files: the rules in German", german_rules
    yield "games from files: checks that are left", checks
    yield "games from files: cards of pieces that jump", cards
