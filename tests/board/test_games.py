"""Whole games against the engine at its lowest level, from the dialog to the announced end."""

from playing import Game

HANDS = {"mouse": None, "keyboard": ("chess", "prisonbreak", "penaltybox"), "touch": ("chess", "prisonersescape")}
LONGEST = 150


def whole_game(browser, server, name, hand):
    """The first seat plays well, the others are the engine's; every FEN that was shown is checked at the end."""
    with Game(browser, server, hand) as board:
        board.new_game(name, "Play White on A" if name.endswith("dual") else "Play White")
        board.page.evaluate("() => window.shownFens.splice(0, Infinity, document.querySelector('[data-fen]').dataset.fen)")
        for _ in range(LONGEST):
            if board.wait(lambda: ready(board), lambda: f"the engine does not answer after {board.judge.moves}")["end"]:
                break
            text = board.best()
            targets = board.described(text)["paths"][0]
            move_by_clicks(board, text, targets)
            board.judge.moves.append(text)
        else:
            raise AssertionError(f"no end after {LONGEST} moves")
        board.expect_all_positions(board.page.evaluate("() => window.shownFens"))
        result = board.judge.result()
        if not result:
            raise AssertionError(f"the page says {board.state()['end']!r}, the engine goes on after {board.judge.moves}")
        return f"{len(board.judge.moves)} plies, {board.state()['end']}"


def ready(board):
    """The state when a person is to move, or when the game is over; the judge then knows the moves."""
    state = board.state()
    if not state["end"] and state["turn"] != "0":
        return None
    line = board.line()
    if len(line) < len(board.judge.moves) or board.judge.fen(line) != state["fen"]:
        return None
    board.judge.moves = line
    return state


def move_by_clicks(board, text, targets):
    count = board.page.evaluate("() => window.shownFens.length")
    for target in targets:
        board.press(f'[data-choice="{target}"]' if target.startswith("=") else f'[data-target="{target}"]')
    shown = lambda: board.page.evaluate("() => window.shownFens.length") > count
    choice = f'[data-choice="{text}"]'
    board.wait(lambda: shown() or board.page.evaluate("choice => document.querySelector(choice)?.getClientRects().length", choice), f"{text} is not played")
    if not shown():
        board.press(choice)
        board.wait(shown, f"{text} is not played after its choice")


def tests(server):
    games = [game["name"] for game in server.games()]
    for hand, chosen in HANDS.items():
        for name in chosen or games:
            yield f"whole game by {hand}: {name}", lambda browser, server, name=name, hand=hand: whole_game(browser, server, name, hand)
