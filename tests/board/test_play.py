"""What makes playing and learning pleasant: games that are kept, moves ahead of the turn, arrows, lessons, the review, settings, languages."""

import re

from playing import BROWSERS_OWN, Game
from serving import Server
from test_faults import expect_told, told
from test_features import OPENING, equal, load_text, opened

# Searches begin so many milliseconds late.
SLOW = """() => {
  const ask = window.fetch;
  window.fetch = (url, ...rest) => (String(url).includes('search') ? new Promise(done => setTimeout(done, 2500)) : Promise.resolve()).then(() => ask(url, ...rest));
}"""
# Searches wait until they are let go.
HELD = """() => {
  const ask = window.fetch, waiting = [];
  window.letGo = () => waiting.splice(0).forEach(done => done());
  window.fetch = (url, ...rest) => (String(url).includes('search') ? new Promise(done => waiting.push(done)) : Promise.resolve()).then(() => ask(url, ...rest));
}"""
# A game with one blunder, Black's last move; White wins the queen.
BLUNDER = ["e2e4", "e7e5", "g1f3", "d8g5"]
# A game that cannot be shown: its move is not legal.
SPOILT = """() => new Promise((done, failed) => {
  const opening = indexedDB.open('jailbird', 1);
  opening.onerror = failed;
  opening.onsuccess = () => {
    const kept = {id: 'spoilt', game: 'chess', title: 'Chess', fen: null, moves: ['e2e5'], at: null, tree: [], players: [], names: ['you', 'you'], result: '*', plies: 1, when: 1};
    const put = opening.result.transaction('games', 'readwrite').objectStore('games').put(kept);
    put.onsuccess = () => { opening.result.close(); done(); };
  };
})"""


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


# Loads a game of a file, as the dialog does that draws games.
LOAD = """async text => {
  const [{loadGames, request}, {game}] = await Promise.all([import('/core/api.js'), import('/core/game.js')]);
  await loadGames('drawn.ini', text);
  game.catalogue = await request('games', {});
}"""


def kept_rules(browser, _server):
    """A game of a file is kept with its rules: after a restart of the program it goes on, from the bar and from the list."""
    server = Server(port=None)
    try:
        with Game(browser, server) as board:
            board.page.evaluate(LOAD, "# Kept Game\n[keptgame:chess]\nstalemateValue = loss\n")
            board.page.evaluate("() => { location.hash = 'game=keptgame&moves=e2e4'; }")
            board.wait(lambda: board.state()["variant"] == "keptgame", "the game of the file is not shown")
            board.wait(lambda: len(board.line()) == 2, "the engine does not answer")
            moves = "_".join(board.line())
            board.page.wait_for_timeout(500)
            for button in ("#continue-yes", ".kept-game button"):
                server.stop()
                server.start(server.port)
                page = board.context.new_page()
                page.goto(server.address)
                page.wait_for_selector("body.ready")
                if button.startswith("."):
                    page.click("#archive")
                page.click(button)
                page.wait_for_selector('[data-variant="keptgame"]', timeout=10000)
                board.wait(lambda: moves in page.url, lambda: f"the address is {page.url}", 10)
                page.wait_for_selector("dialog", state="detached")
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


def begun_ahead(browser, server):
    """A move ahead goes when its own move is taken back, and with Escape; half chosen, it becomes a selection; a promotion asks what for."""
    chosen = lambda board: board.page.locator(".overlay .premove").count()
    with Game(browser, server) as board:
        board.page.evaluate(HELD)
        board.new_game("chess", "Play White")
        for targets in (("e2", "e4"), ("d2", "d3")):
            for target in targets:
                board.press(f'[data-square="{target}"]')
        board.wait(lambda: chosen(board), "no move ahead", 10)
        board.press("#take-back")
        board.wait(lambda: not chosen(board), "the move ahead stays", 10)
        board.page.wait_for_timeout(500)
        equal("moves after taking back", board.line(), [])
        for target in ("e2", "e4", "d2"):
            board.press(f'[data-square="{target}"]')
        board.wait(lambda: chosen(board), "no beginning of a move ahead", 10)
        board.page.keyboard.press("Escape")
        board.wait(lambda: not chosen(board), "Escape gives up no move ahead", 10)
        board.press('[data-square="d2"]')
        board.page.evaluate("() => window.letGo()")
        board.press('[data-square="d4"][data-target]')
        board.wait(lambda: board.line()[2:3] == ["d2d4"], lambda: f"the moves are {board.line()}", 10)
        equal("moves ahead in view", chosen(board), 0)
    with Game(browser, server) as board:
        board.page.evaluate(HELD)
        board.new_game("chess", "Play White")
        board.load("chess", "8/P7/8/8/8/8/8/K6k b - - 0 1")
        for target in ("a7", "a8"):
            board.press(f'[data-square="{target}"]')
        board.page.evaluate("() => window.letGo()")
        board.press('[data-choice="a7a8q"]')
        board.wait(lambda: board.line()[1:2] == ["a7a8q"], lambda: f"the moves are {board.line()}", 10)


def spoilt_game(browser, server):
    """A kept game that cannot be shown is told, and no other game takes its place."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.play("e2e4")
        board.page.wait_for_timeout(500)
        board.page.evaluate(SPOILT)
        board.press("#archive")
        board.page.locator(".kept-game button", has_text="Resume").nth(1).click()
        board.wait(lambda: "e2e5" in board.page.inner_text("dialog .bad"), "the mistake is not told in the dialog", 10)
        board.press("dialog .close")
        board.errors = [error for error in board.errors if BROWSERS_OWN not in error]
        board.new_game("prisonbreak", "Two people")
        board.play("a2a3")
        board.page.wait_for_timeout(500)
        board.press("#archive")
        equal("games", board.page.locator(".kept-game b").all_inner_texts(), ["Prison Break", "Chess", "Chess"])


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
    """Every lesson of a game can be done; another move is taken back, the right one is shown. They have no clocks, and the game that follows has
    an engine and clocks."""
    clocks = lambda board: "".join(board.page.locator(".clock").all_inner_texts())
    with Game(browser, server) as board:
        board.press("#new-game")
        board.press('dialog input[name="game"][value="prisonbreak"]')
        board.page.locator("dialog .pace select").select_option("clock:60000:1000")
        board.press("#start-game")
        board.wait(lambda: clocks(board) == "1:001:00", "no clocks")
        board.press("#lessons")
        board.wait(lambda: board.page.is_visible("#lesson-bar"), "no lesson")
        found = server.ask("lessons", game="prisonbreak")["lessons"]
        for count, lesson in enumerate(found):
            board.wait(lambda count=count: f"Lesson {count + 1} of {len(found)}" in board.page.inner_text("#lesson-bar"), f"no lesson {count + 1}")
            position = server.ask("position", game="prisonbreak", fen=lesson["fen"])
            shown = lambda position=position: board.state()["fen"] == position["fen"]
            board.wait(shown, "another position")
            equal("clocks", clocks(board), "")
            moves = {move["text"]: move["paths"][0] for move in position["moves"]}
            other = next((path for text, path in moves.items() if text not in lesson["moves"] and len(path) == 2), None)
            if other and count < 2:
                for target in other:
                    board.press(f'[data-target="{target}"]')
                expect_told(board, "another move")
                board.wait(shown, "the other move is not taken back")
                board.press("#lesson-show")
                board.wait(lambda: board.page.locator(".overlay .hint").count(), "the move is not shown")
            for target in moves[lesson["moves"][0]]:
                board.press(f'[data-target="{target}"]')
            board.wait(lambda: board.page.get_attribute("#lesson-bar", "data-state") == "done", lambda lesson=lesson: f"not done: {lesson}, {told(board)}")
            equal("what is told", lesson["told"] in board.page.inner_text("#lesson-task"), True)
            board.press("#lesson-next")
        board.wait(lambda: not board.page.is_visible("#lesson-bar"), "the lessons do not end")
        board.wait(lambda: clocks(board) == "1:001:00", lambda: f"the clocks show {clocks(board)!r}")
        board.press('[data-target="a2"]')
        board.press('[data-target="a3"]')
        board.wait(lambda: len(board.line()) == 2, "the engine does not answer after the lessons", 20)


def review(browser, server):
    """The only blunder is found and marked, and costs its player accuracy; a better move is asked for, a worse one refused."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.load("chess", None, BLUNDER)
        board.press("#tab-analysis")
        board.press_button("Review the game")
        board.wait(lambda: "Find the better move" in board.page.inner_text("#review"), "the review does not end")
        judged = lambda: board.page.locator("#moves :is(.blunder, .mistake, .dubious)").all_inner_texts()
        board.wait(lambda: judged() == ["Qg5??"], lambda: f"the faults are {judged()}", 5)
        white, black = (int(text.split()[0]) for text in board.page.locator("#review tbody td:nth-child(2)").all_inner_texts())
        if white <= black + 20:
            raise AssertionError(f"accuracy {white} and {black}")
        board.press_button("Next mistake")
        expect_told(board, "Better: ")
        board.press_button("Find the better move")
        expect_told(board, re.escape("Black played Qg5. Find a better move."))
        for square in ("d8", "h4"):
            board.press(f'[data-target="{square}"]')
        expect_told(board, "That is not better")
        board.judge.moves = BLUNDER[:3]
        board.expect_position()
        for square in ("b8", "c6"):
            board.press(f'[data-target="{square}"]')
        expect_told(board, "Right: that is (the best move|as good)")


def notation(browser, server):
    """Moves of variants are written with letter, captures and checks."""
    with Game(browser, server) as board:
        board.new_game("prisonbreak", "Two people")
        board.load("prisonbreak", "3k2/6/6/4r1/2Q3/6/4K1/6 w - - 0 1 -", ["c4d5"])
        expect_moves(board, r"Qc4d5\+?")
        board.new_game("shogi", "Two people")
        board.load("shogi", None, ["c3c4", "g7g6", "b2g7+"])
        expect_moves(board, r"Pc4 Pg6 Bg7=H\+")


def expect_moves(board, pattern):
    """The list of moves, which is drawn a little behind the board, matches."""
    shown = lambda: " ".join(board.page.locator("#moves .move").all_inner_texts())
    board.wait(lambda: re.fullmatch(pattern, shown()), lambda: f"the list shows {shown()}")


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


def own_texts(browser, server):
    """Names, comments, titles and summaries are shown as they were written, also in German; what happens is told in German."""
    with Game(browser, server) as board:
        board.page.evaluate("() => localStorage.setItem('jailbird.settings', JSON.stringify({language: 'de', level: 0, movetime: 20}))")
        board.page.add_init_script("localStorage.setItem('jailbird.settings', JSON.stringify({language: 'de', level: 0, movetime: 20}))")
        board.page.reload()
        board.wait(lambda: board.page.get_attribute("html", "lang") == "de", "no German")
        # Before that the buttons are inert.
        board.page.wait_for_selector("body.ready")
        board.press("#new-game")
        board.page.wait_for_selector(".game-card")
        cards = board.page.locator(".game-card").evaluate_all("all => all.map(one => [one.querySelector('b').textContent, one.querySelector('small').textContent])")
        games = server.ask("games")["games"]
        equal("titles and summaries", sorted(cards), sorted([one["title"], one["summary"][:1].upper() + one["summary"][1:]] for one in games))
        board.press("dialog .close")
        game = '[White "White"]\n[Black "Draw"]\n\n1. e4 {Back} e5 {Good Pawn on e4.} *\n\n'
        load_text(board, game * 2)
        buttons = board.page.locator("dialog .found button")
        board.wait(buttons.count, "no games", 10)
        equal("a game in the list", buttons.first.inner_text(), "White – Draw, 2 Züge, *")
        buttons.first.click()
        board.wait(lambda: board.page.locator("#moves .comment").count() == 2, "no comments", 10)
        equal("comments", board.page.locator("#moves .comment").all_inner_texts(), ["Back", "Good Pawn on e4."])
        equal("a move", board.page.locator("#moves .move").first.get_attribute("title"), "Bauer e2 nach e4")
        for square, words in (("g1", r"Springer auf g1, weiß\. Zieht"), ("e5", r"Bauer auf e5, schwarz\. Zieht")):
            board.page.hover(f'[data-square="{square}"]')
            expect_told(board, words)
        for link, words in (("game=nope", "kein Spiel heißt `nope`"), ("game=chess&puzzle=easy.9999", "es gibt keine Aufgabe easy.9999"), ("game=chess&at=3", "er hat keinen Zug mit dieser Nummer"),
                            ("game=chess&moves=e2e5", "kein erlaubter Zug: e2e5"), ("game=chess&fen=rubbish", "die Engine sagt auf Englisch: bad FEN, side to move: missing")):
            board.page.evaluate("hash => { location.hash = hash; }", link)
            board.wait(lambda: words in board.page.inner_text("#notice"), lambda: f"{link}: {board.page.inner_text('#notice')}, not {words}")
            equal(f"{link}: English and stops", re.findall(r"mistake|\.\.", board.page.inner_text("#notice")), [])
        board.errors.clear()
        board.load("chess", None, ["g1f3", "g8f6"])
        board.press('[data-square="e2"]')
        name = lambda square: board.page.get_attribute(f'[data-square="{square}"]', "aria-label")
        board.wait(lambda: name("e4") == "e4, kann hierher", lambda: f"the name of e4 is {name('e4')}")
        equal("other names", (name("e2"), name("f6"), name("e5")), ("e2, Bauer, weiß, gewählt", "f6, Springer, schwarz", "e5"))
        leaper = {"game": "chess", "letter": "X", "name": "X", "files": 8, "ranks": 8, "square": "d4", "holes": [],
                  "cells": [{"square": square, "move": True, "capture": True, "stays": False, "jump": False} for square in ("f6", "e6")]}
        told = board.page.evaluate("async kind => (await import('/core/describe.js')).describeMoves(kind)", leaper)
        equal("leaps", told, "Zieht und schlägt: springt 2 mal 2, 1 mal 2.")


# Sentences of the engine about its own games, and their German.
SENTENCES = """\
Token A:c8 to A:a7, boxes the Pawn; the Queen comes out on A:a5 | Spielstein A:c8 nach A:a7, in die Box kommt: Bauer; heraus kommt auf A:a5: Dame
Bishop f8 into the box on g7 | Läufer f8 in die Box auf g7
Knight d11 and Rook b12 swap places | Springer d11 und Turm b12 tauschen die Plätze
Has the powers of the Archer, from the Friend on f1 and the Rook on d2 | Hat die Kräfte dieser Figur: Bogenschütze, durch Freund auf f1 und Turm auf d2
Held by the Guard on d2 and the Knight on b2 and the Rook on f2 | Es halten: Wache auf d2 und Springer auf b2 und Turm auf f2
Check: nothing holds the Prisoner on c7 | Schach, ungehalten: Gefangener auf c7
Bishop d3 to b5, captures the Pawn on c4, captures the Rook on b5 | Läufer d3 nach b5, schlägt Bauer auf c4 und Turm auf b5
Castle: King to g1, Rook to f1 | Rochade: König nach g1, Turm nach f1
Queen to g2 | Dame nach g2
The Bishop on f1 and the Knight on g1 are in the way. | Läufer auf f1 und Springer auf g1 stehen im Weg.
White has no right to castle to g1. | Weiß hat kein Recht, nach g1 zu rochieren.
The Pawn on d5 can be captured en passant only right after its double step. | Bauer auf d5 kann en passant nur gleich nach dem Doppelschritt geschlagen werden."""


def german_sentences(browser, server):
    """What happens in the games of the program is told in German, the squares and pieces at their places."""
    with Game(browser, server) as board:
        rows = [row.split(" | ") for row in SENTENCES.splitlines()]
        said = board.page.evaluate("""async texts => {
          const { settings } = await import('/core/settings.js');
          const { loadTexts, t } = await import('/core/texts.js');
          settings.language = 'de';
          await loadTexts();
          return texts.map(t);
        }""", [row[0] for row in rows])
        for (english, german), text in zip(rows, said):
            equal(english, text, german)


def captured(browser, server):
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.load("chess", None, ["e2e4", "d7d5", "e4d5", "d8d5"])
        equal("captured", board.page.locator(".strip .taken").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"),
              ["Black has captured 1", "White has captured 1"])
        board.load("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8q"])
        equal("a promoted pawn is not captured", board.page.locator(".strip .taken").count(), 0)


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
    for test in (kept_games, kept_rules, spoilt_game, ahead, begun_ahead, drawn, lessons, review, notation, wishes, own_texts, german_sentences, captured, no_script):
        yield f"play: {test.__name__.replace('_', ' ')}", test
