"""What players do besides moving: take back, analyse, share, load, set up, flip, resign, offer, play again."""

import os
from contextlib import contextmanager

from playing import Game
from rows import rows

RULES = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "uci-docs", "rules")
OPENING = ["e2e4", "e7e5", "g1f3", "b8c6"]
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9"


@contextmanager
def opened(browser, server, moves=OPENING):
    """A page with the first moves of a game of chess between two people."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        for move in moves:
            board.play(move)
        yield board


def equal(what, found, expected):
    if found != expected:
        raise AssertionError(f"{what}: {found!r} instead of {expected!r}")


def ended(board, text):
    board.wait(lambda: board.state()["end"] == text, lambda: f"the end is {board.state()['end']!r} instead of {text!r}")


def reload(browser, server):
    with opened(browser, server) as board:
        board.page.keyboard.press("Escape")
        board.press("#step-back")
        board.judge.moves = OPENING[:-1]
        board.expect_position()
        board.page.reload()
        board.wait(lambda: board.state()["fen"], "no board after a reload")
        board.expect_position()
        board.press("#step-last")
        board.judge.moves = OPENING[:]
        board.expect_position()
        board.play("f1b5")


def link(browser, server):
    """A link holds game, position and moves."""
    with opened(browser, server) as board:
        address, fen = board.page.url, board.state()["fen"]
        other = board.context.new_page()
        other.goto(address)
        other.wait_for_selector("[data-fen]")
        equal("FEN behind the link", other.get_attribute("[data-fen]", "data-fen"), fen)


def take_back(browser, server):
    with opened(browser, server) as board:
        for count in (3, 2):
            board.press("#take-back")
            board.judge.moves = OPENING[:count]
            board.expect_position()
        board.play("g1f3")
    with Game(browser, server) as board:
        board.new_game("chess", "Play White")
        board.press('[data-target="e2"]')
        board.press('[data-target="e4"]')
        board.wait(lambda: board.state()["turn"] == "0" and len(board.line()) == 2, "the engine does not answer")
        board.press("#take-back")
        board.judge.moves = []
        board.expect_position()


def steps(browser, server):
    """Arrow keys step through the game; another move makes a variation that is kept."""
    with opened(browser, server) as board:
        board.page.evaluate("() => document.activeElement.blur()")
        for key, count in (("ArrowLeft", 3), ("ArrowLeft", 2), ("ArrowRight", 3), ("Home", 0), ("End", 4)):
            board.page.keyboard.press(key)
            board.judge.moves = OPENING[:count]
            board.expect_position()
        board.press("#tab-analysis")
        board.press_button("Start analysis")
        board.press("#step-back")
        board.judge.moves = OPENING[:3]
        board.expect_position()
        board.play("d7d6")
        board.wait(lambda: board.page.locator(".variation").count() == 1, "no variation in the list of moves")


def analysis(browser, server, game, start):
    with Game(browser, server) as board:
        board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
        board.load(game, start)
        board.press("#tab-analysis")
        board.page.locator("#panel-analysis select").select_option("5")
        board.press_button("Start analysis")
        lines = lambda: board.page.locator("#lines li").count()
        board.wait(lambda: lines() == 5, lambda: f"{lines()} lines instead of 5")
        arrows = lambda: board.page.locator(".overlay [class*=line-]").count()
        board.wait(arrows, "no arrows")
        board.press_button("Stop analysis")
        board.wait(lambda: not arrows(), "arrows stay after the analysis")
        board.expect_position()


def ending(browser, server):
    """An analysis of few men tells how every move ends, the quickest win first."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.load("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
        board.press("#tab-analysis")
        board.page.locator("#panel-analysis select").select_option("2")
        board.press_button("Start analysis")
        told = lambda: board.page.inner_text("#depth")
        board.wait(lambda: told() == "Every move, played to the end", lambda: f"the analysis tells {told()!r}", 30)
        scores = lambda: board.page.locator("#lines li b").all_inner_texts()
        # Two moves of the king, twenty of the queen.
        board.wait(lambda: len(scores()) == 22, lambda: f"{len(scores())} moves instead of 22", 10)
        scores = scores()
        equal("the best", scores[0], "#9")
        equal("the order", scores, sorted(scores, key=lambda score: int(score[1:]) if score[0] == "#" else 99))
        board.press_button("Stop analysis")


def fen_in_and_out(browser, server):
    """In every game the last position of its rows is loaded as FEN and copied as FEN."""
    with Game(browser, server) as board:
        for game, mine in rows().items():
            fen = mine[0][2]
            board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
            load_text(board, fen)
            board.wait(lambda: not board.page.locator("dialog").count(), f"{game}: {fen} is refused")
            board.judged_by(game, fen)
            board.expect_position()
            board.press("#share")
            equal(game, board.page.input_value("#share-fen"), board.judge.fen())
            board.press("dialog .close")


def load_text(board, text):
    board.press("#share")
    board.page.fill("#load-text", text)
    board.press("#load")


def refused_fen(browser, server):
    with opened(browser, server) as board:
        load_text(board, "8/8/8/8/8/8/8/K7 w KQ - 0 1")
        board.wait(lambda: board.page.inner_text("dialog .found"), "nothing is found")
        # What was found of a text is gone with the text.
        board.page.fill("#load-text", "")
        board.press("#load")
        board.wait(lambda: not board.page.inner_text("dialog .found"), "the finding stays")
        board.page.fill("#load-text", "8/8/8/8/8/8/8/K7 w KQ - 0 1")
        board.press("#load")
        board.wait(lambda: board.page.locator("dialog .bad").count(), "no reasons for a refused FEN")
        board.press("dialog .close")
        board.expect_position()


def pgn_out_and_in(browser, server):
    """The PGN of a game is saved and loaded again, in every game."""
    with Game(browser, server) as board:
        for game, mine in rows().items():
            start, moves, _ = max(mine, key=lambda row: len(row[1]))
            board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
            board.load(game, start, moves)
            text = saved(board, "Save PGN").decode()
            board.press("dialog .close")
            board.new_game("chess", "Two people")
            load_text(board, text)
            board.wait(lambda: not board.page.locator("dialog").count(), f"{game}: its PGN is refused: {text}")
            board.judged_by(game, start)
            board.judge.moves = moves
            board.expect_position()


BACK_AND_FORTH = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2


def unclaimed_draw(browser, server):
    """A record that goes on behind a third repetition is shown; there, two people may go on or claim the draw."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        load_text(board, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *")
        board.judge.moves = [*BACK_AND_FORTH, "e2e4", "e7e5"]
        board.expect_position()
        board.new_game("chess", "Two people")
        for move in BACK_AND_FORTH:
            board.play(move)
        board.wait(lambda: "may be claimed" in board.page.text_content("#prompt"), "the page does not say that a draw may be claimed")
        board.play("e2e4")
        board.press("#take-back")
        board.judge.moves = [*BACK_AND_FORTH]
        board.expect_position()
        board.press("#draw")
        board.wait(lambda: "repetition" in board.page.text_content("#end"), "the draw is not claimed")
        equal("the score", board.page.text_content("#end-score"), "½–½")


def variations(browser, server):
    """Side lines are saved and read again."""
    with opened(browser, server) as board:
        for move in ("d7d6", "d2d4"):
            if move == "d7d6":
                board.press("#tab-analysis")
                board.press_button("Start analysis")
                board.press("#step-back")
                board.judge.moves = OPENING[:3]
                board.expect_position()
            board.play(move)
        board.press("#step-first")
        board.judge.moves = []
        board.expect_position()
        board.press("#step-on")
        board.judge.moves = OPENING[:1]
        board.expect_position()
        text = saved(board, "Save PGN").decode()
        board.press("dialog .close")
        movetext = " ".join(text.split("\n\n")[1].split())
        equal("movetext", movetext, "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) *")
        load_text(board, text)
        board.wait(lambda: not board.page.locator("dialog").count(), f"the PGN is refused: {text}")
        board.judge.moves = OPENING
        board.expect_position()
        board.wait(lambda: board.page.locator("#moves .variation .move").all_inner_texts() == ["d6", "d4"], "the side line is not shown")


def saved(board, button):
    """What a button of the dialog saves."""
    if not board.page.locator("dialog").count():
        board.press("#share")
    with board.page.expect_download() as download:
        board.press_button(button, "dialog")
    path = download.value.path()
    with open(path, "rb") as file:
        content = file.read()
    os.remove(path)
    return content


def pictures(browser, server):
    with opened(browser, server) as board:
        drawing = saved(board, "Save picture (SVG)").decode()
        if not drawing.startswith("<") or "http://www.w3.org/2000/svg" not in drawing or len(drawing) < 5000:
            raise AssertionError(f"no SVG: {drawing[:80]!r}")
        image = saved(board, "Save picture (PNG)")
        if not image.startswith(b"\x89PNG") or len(image) < 5000:
            raise AssertionError("no PNG")
    with Game(browser, server) as board:
        board.new_game("penaltybox", "Two people")
        board.load("penaltybox", "4k3/8/8/3*4/8/8/8/4K3[n] w - - 0 1 QPp -")
        drawing = saved(board, "Save picture (SVG)").decode()
        for words in ("Penalty box:", "White, captured:", "Black, captured:"):
            if words not in drawing:
                raise AssertionError(f"the picture says nothing of {words!r}")


def set_up(browser, server):
    """An empty board is refused with reasons; with kings it can be played."""
    with opened(browser, server, moves=[]) as board:
        board.press("#tab-setup")
        board.press_button("Empty board")
        reasons = lambda: board.page.locator("#setup-reasons li:not(.good)").count()
        board.wait(reasons, "no reasons why an empty board is refused")
        if board.page.locator("button.needs-legal").is_enabled():
            raise AssertionError("a refused position can be played")
        for symbol, square in (("K", "e1"), ("k", "e8"), ("Q", "d1")):
            board.press(f'[data-symbol="{symbol}"]')
            board.press(f'[data-square="{square}"]')
        board.wait(lambda: board.page.locator("#setup-reasons .good").count(), "two kings and a queen are refused")
        board.press_button("Play this position")
        board.judged_by("chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
        board.expect_position()


def dragged_set_up(browser, server):
    """Pieces are dragged from square to square, from the palette onto the board, and off the board."""
    with opened(browser, server, moves=[]) as board:
        board.press("#tab-setup")
        board.page.wait_for_selector('[data-symbol="q"]')
        for start, goal in (("[data-square=e2]", "[data-square=e4]"), ('[data-symbol="q"]', "[data-square=e2]"), ("[data-square=h7]", "#prompt")):
            board.hand.drag(start, goal)
        expected = "rnbqkbnr/ppppppp1/8/8/4P3/8/PPPPqPPP/RNBQKBNR w KQkq - 0 1"
        board.wait(lambda: board.page.input_value("#setup-fen") == expected, lambda: f"the FEN is {board.page.input_value('#setup-fen')}")


def set_up_everywhere(browser, server):
    """In every game an empty board is refused with reasons, and the start position can be played."""
    with Game(browser, server) as board:
        for game in server.games():
            name = game["name"]
            board.new_game(name, "Four people" if len(game["seats"]) == 4 else "Two people")
            board.press("#tab-setup")
            board.press_button("Empty board")
            board.wait(lambda: board.page.locator("#setup-reasons li:not(.good)").count(), f"{name}: an empty board is not refused")
            board.press_button("Start position")
            board.wait(lambda: board.page.locator("#setup-reasons .good").count(), f"{name}: its start position is refused")
            board.press_button("Play this position")
            board.judged_by(name)
            board.expect_position()


def flip(browser, server):
    with opened(browser, server) as board:
        place = lambda square: board.page.locator(f'[data-square="{square}"]').bounding_box()
        before = place("a1"), place("h8")
        board.press("#flip")
        equal("squares of the turned board", (place("h8"), place("a1")), before)
        board.play("f1b5")


def resign(browser, server):
    with opened(browser, server) as board:
        board.press("#resign")
        board.press_button("No", "dialog")
        equal("end after a withdrawn resignation", board.state()["end"], "")
        board.press("#resign")
        board.press_button("Resign", "dialog")
        ended(board, "White resigns")
        board.press("#end-rematch")
        board.judge.moves = []
        board.expect_position()
        board.play("d2d4")


def stays_over(browser, server):
    """A game that was resigned is over after a reload, after Back and among the kept games, also if it was resigned after a reload."""
    with opened(browser, server) as board:
        board.page.reload()
        board.page.wait_for_selector("body.ready")
        board.press("#resign")
        board.press_button("Resign", "dialog")
        ended(board, "White resigns")
        board.page.wait_for_timeout(300)
        board.page.reload()
        ended(board, "White resigns")
        board.page.wait_for_selector("body.ready")
        board.new_game("prisonbreak", "Two people")
        equal("the end of a new game", board.page.inner_text("#end"), "")
        board.page.go_back()
        board.wait(lambda: board.state()["variant"] == "chess", "Back does not lead to the game before")
        ended(board, "White resigns")
        board.new_game("prisonbreak", "Two people")
        board.press("#archive")
        board.wait(lambda: "0-1" in board.page.inner_text(".kept-game"), lambda: f"the list has {board.page.inner_text('.kept-game')}", 10)
        board.press_button("Open", "dialog")
        ended(board, "White resigns")
        equal("the moves", board.line(), OPENING)


def draw(browser, server):
    with opened(browser, server) as board:
        board.press("#draw")
        board.press_button("Accept", "dialog")
        ended(board, "Drawn by agreement")


def draw_refused(browser, server):
    """The engine declines when it stands better."""
    with Game(browser, server) as board:
        board.new_game("chess", "Play White")
        board.load("chess", "3qkq2/8/8/8/8/8/4P3/4K3 w - - 0 1")
        board.press('[data-target="e2"]')
        board.press('[data-target="e3"]')
        board.wait(lambda: board.state()["turn"] == "0" and len(board.line()) == 2, "the engine does not answer")
        board.press("#draw")
        board.press_button("Offer", "dialog")
        board.wait(lambda: "declined" in board.page.inner_text("#prompt"), "the offer is not declined")


def who_plays(browser, server):
    """After a position has been loaded the engine can be given a side."""
    with opened(browser, server) as board:
        board.press("#players")
        board.press_button("Play Black", "dialog")
        board.press_button("Change", "dialog")
        board.wait(lambda: len(board.line()) == len(OPENING) + 1, "the engine does not move")
        board.judge.moves = board.line()
        board.expect_position()


def examples(browser, server):
    """Every example of every rules page is drawn. The pages of games from files are made of their rules."""
    with Game(browser, server) as board:
        for game in (game["name"] for game in server.games()):
            with open(os.path.join(RULES, f"{game.removesuffix('-open')}.md"), encoding="utf-8") as page:
                wanted = page.read().count("```position\n")
            board.new_game(game, "Four people" if game.endswith("dual") else "Two people")
            board.press("#tab-rules")
            board.wait(lambda: board.page.locator("#rules .example").count() == wanted, f"{game}: not {wanted} examples")
            equal(game, board.page.locator("#rules .example > svg[role=img] rect").count() > 20 * wanted - 1, True)
            board.press("#tab-game")


def rematch(browser, server):
    """After a mate both sides change: the engine begins."""
    with Game(browser, server) as board:
        board.new_game("chess", "Play White")
        board.load("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", ["h2h3", "g8h8"])
        board.play("a1a8")
        board.wait(lambda: board.state()["end"], "the mate is not announced")
        board.press("#end-rematch")
        board.wait(lambda: len(board.line()) == 1, "the engine does not begin")


def hint(browser, server):
    with opened(browser, server) as board:
        board.press("#hint")
        board.wait(lambda: board.page.inner_text("#prompt").startswith("Hint:"), "no hint")
        board.wait(lambda: board.page.locator(".overlay [class*=hint]").count(), "no arrow for the hint")


def typed(browser, server):
    """Moves are typed in both notations; a wrong one is told and changes nothing."""
    with opened(browser, server, moves=[]) as board:
        type_all(board, (("e2e4", "e2e4"), ("Nf6", "g8f6"), ("Ke7", None), ("Nc3", "b1c3")))
    with Game(browser, server) as board:
        board.new_game("penaltybox", "Two people")
        type_all(board, (("zz", None), ("Nf3", "g1f3"), ("X@c4", "X@c4"), ("e2-e4", "e2e4")))


def type_all(board, entries):
    for text, move in entries:
        board.page.fill("#type-move", text)
        board.page.keyboard.press("Enter")
        told = lambda: board.page.inner_text("#type-error")
        if move:
            board.judge.moves.append(move)
        else:
            board.wait(told, "a wrong move is not told")
        board.expect_position()
        if move:
            equal("what is told after a legal move", told(), "")


def four_seats(browser, server):
    """Dual: the seats move in turn; one of them is played by the engine, the others by people."""
    with Game(browser, server) as board:
        board.press("#new-game")
        board.press('dialog input[name="game"][value="penaltybox-dual"]')
        board.press_button("Four people", "dialog")
        board.page.locator("dialog .seat-grid select").nth(3).select_option("0")
        board.press("#start-game")
        board.judged_by("penaltybox-dual")
        board.wait(lambda: board.state()["variant"] == "penaltybox-dual", "the game is not shown")
        for seat, move in enumerate(["A:e2e4", "B:e2e4", "A:e7e5"]):
            equal("seat to move", board.state()["turn"], str(seat))
            if seat < 2:
                board.play(move)
            else:
                board.press('[data-target="A:e7"]')
                board.press('[data-target="A:e5"]')
        board.wait(lambda: board.state()["turn"] == "0" and len(board.line()) == 4, "the fourth seat does not move")
        board.judge.moves = board.line()
        board.expect_position()
        board.press("#tab-analysis")
        board.press_button("Start analysis")
        board.wait(lambda: board.page.locator("#lines li").count(), "no lines")
        equal("a bar of the value for four", board.page.is_visible("#bar"), False)
        board.press_button("Stop analysis")
        board.press("#tab-game")
        board.press("#resign")
        equal("what resigning means", "ends for all" in board.page.inner_text("dialog"), True)
        board.press_button("Resign", "dialog")
        ended(board, "White on board A resigns; Black on board A wins alone")


def pages(browser, server):
    """Several pages play at once; one that is closed takes nothing from the others."""
    boards = [Game(browser, server).__enter__() for _ in range(3)]
    for board in boards:
        board.new_game("prisonbreak", "Watch the engine")
    boards.pop().context.close()
    for board in boards:
        board.wait(lambda board=board: len(board.line()) >= 4, "the engine does not play on")
        board.judge.moves = board.line()
        board.__exit__(None, None, None)


def tests(server):
    for test in (reload, link, take_back, steps, ending, fen_in_and_out, refused_fen, unclaimed_draw, pgn_out_and_in, variations, pictures, set_up, dragged_set_up,
                 set_up_everywhere, flip,
                 resign, stays_over, draw, draw_refused, who_plays, examples, rematch, hint, typed, four_seats, pages):
        yield test.__name__.replace("_", " "), test
    for game, start in (("chess", MIDDLE), ("friendly", None), ("penaltybox-dual", None)):
        yield f"analysis: {game}", lambda browser, server, game=game, start=start: analysis(browser, server, game, start)
