"""Making a game by drawing it: by clicks alone, from files and links, with faults, by keyboard, on a phone."""

import base64
import json
import os
import re
import subprocess
import tempfile
import zlib

from playing import Game
from serving import JAILBIRD
from test_looks import GRAVE, TOOLS

VIEWS = ["Board", "Pieces", "Rules", "Text"]


class Drawing:
    """The dialog in which a game is drawn."""

    def __init__(self, board):
        self.board, self.page = board, board.page

    def open(self):
        self.board.press("#draw-game")
        self.settle()
        return self

    def view(self, name):
        self.board.press(f"#draw-tab-{VIEWS.index(name)}")

    def line(self):
        return self.page.inner_text(".draw-line")

    def settle(self):
        """Waits until the engine has answered; what it says."""
        self.board.wait(lambda: self.page.locator(".draw-line").count() and self.line() not in ("", "Looking …", "Ich suche …"), "the engine says nothing")
        return self.line()

    def expect(self, begin):
        self.board.wait(lambda: self.line().startswith(begin), lambda: f"the engine says {self.line()!r}, not {begin!r}; {self.page.inner_text('.draw-check')}")

    def cell(self, square):
        self.board.press(f'.draw-grid [data-at="{square}"]')

    def field(self, name, text):
        at = self.page.locator(f'.draw [data-field="{name}"]')
        at.fill(text)
        at.blur()

    def select(self, name, value):
        self.page.select_option(f'.draw select[data-field="{name}"]', value)

    def text(self):
        return self.page.evaluate("() => JSON.parse(localStorage.getItem('jailbird.draft')).text")

    def type(self, text):
        self.view("Text")
        self.page.fill("#draw-text", text)
        self.page.locator("#draw-text").blur()
        return self.settle()

    def saved(self):
        """The file that the button saves."""
        with self.page.expect_download() as download:
            self.board.press("#draw-save")
        with open(download.value.path(), encoding="utf-8") as file:
            return download.value.suggested_filename, file.read()


def equal(what, found, expected):
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, not {expected!r}")


def checked(text):
    """Exit code and output of `check` for a text."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "drawn.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([JAILBIRD, "check", path], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def draw_ten_by_eight(drawing):
    """A game on 10x8 with two pieces of one's own and a goal; two more pieces and two more pawns stand on each side."""
    board = drawing.board
    drawing.field("title", "Camel Hill")
    drawing.field("summary", "camels and cannons, and a hill for kings")
    drawing.select("files", "10")
    drawing.view("Pieces")
    for name, draws, square in (("Camel Rider", camel, "i1"), ("Hopper", hopper, "j1")):
        board.press("#draw-new-piece")
        draws(drawing)
        drawing.field("name", name)
        board.press("#draw-place")
        drawing.cell(square)
        drawing.view("Pieces")
    drawing.view("Board")
    board.press('[data-brush="P"]')
    for square in ("i2", "j2"):
        drawing.cell(square)
    drawing.view("Rules")
    board.press('[data-goal="centre"]')


def camel(drawing):
    """Leaps like a camel, slides two steps like a rook without capture."""
    board = drawing.board
    drawing.cell("1,3")
    board.press('[data-reach="slide"]')
    board.press('[data-mode="m"]')
    drawing.page.select_option(".draw-panel select", "2")
    drawing.cell("0,1")


def hopper(drawing):
    """Steps forward, left and right alike, and captures as a cannon."""
    board = drawing.board
    board.press('[data-mode="c"]')
    board.press('[data-reach="over"]')
    drawing.page.select_option(".draw-panel select", "0")
    drawing.cell("1,0")
    board.press('[data-mode="mc"]')
    board.press('[data-reach="leap"]')
    drawing.cell("0,1")
    board.press('[data-symmetry="sides"]')
    drawing.cell("1,1")
    board.press('[data-symmetry="all"]')


TEXT = """\
# Camel Hill: camels and cannons, and a hill for kings
[camelhill]
# h: Hopper
# c: Camel Rider
maxFile = 10
maxRank = 8
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p
customPiece1 = c:CmR2
customPiece2 = h:WfFcpR
startFen = rnbqkbnrch/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRCH w - - 0 1
promotionPieceTypes = qrbn
promotionRegionWhite = *8
promotionRegionBlack = *1
doubleStepRegionWhite = *2
doubleStepRegionBlack = *7
castling = false
flagPiece = k
flagRegionWhite = e4 e5 f4 f5
flagRegionBlack = e5 e4 f5 f4
"""


def by_clicks(browser, server):
    """The whole way: drawn, accepted by `check`, saved, and played against the engine."""
    with Game(browser, server) as board:
        board.press("#new-game")
        board.press("#draw-new")
        drawing = Drawing(board)
        drawing.settle()
        draw_ten_by_eight(drawing)
        drawing.expect("✓ This game can be played.")
        name, text = drawing.saved()
        equal("the file's name", name, "camelhill.ini")
        equal("the file", text, TEXT)
        code, told = checked(text)
        equal("check", code, 0)
        if "Camel Rider" not in told or "odd" in told:
            raise AssertionError(told)
        board.press("#draw-play")
        board.wait(lambda: board.state()["variant"] == "camelhill", "the game does not begin")
        board.press('[data-target="i1"]')
        board.press('[data-target="j4"]')
        board.wait(lambda: len(board.line()) >= 2, "the engine does not answer")
        equal("the move", board.line()[0], "i1j4")


FILE = """\
# Old: from a file
[old:chess]
; a line that stays
knight = -
nFoldRule = 5
customPiece1 = z:[F-R]cN
startFen = rzbqkbzr/pppppppp/8/8/8/8/PPPPPPPP/RZBQKBZR w KQkq - 0 1
strange = 1

# Second: another
[second:old]
stalemateValue = loss
"""


def from_a_file(browser, server):
    """What the form does not know stays; a change of one section leaves the others; what is inherited is seen."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        board.page.on("filechooser", lambda chooser: chooser.set_files({"name": "old.ini", "mimeType": "text/plain", "buffer": FILE.encode()}))
        board.press("#draw-open")
        drawing.expect("✗ One problem")
        drawing.view("Rules")
        equal("the second game", board.page.input_value('[data-field="stalemateValue"]'), "loss")
        drawing.view("Text")
        board.page.select_option(".draw-panel select", "0")
        board.wait(lambda: "strange" in board.page.inner_text(".draw-check"), "the wrong line is not told")
        drawing.type(FILE.replace("strange = 1\n", ""))
        drawing.expect("✓")
        drawing.view("Pieces")
        board.wait(lambda: board.page.locator(".draw-chip").count() == 6, "not all kinds are there")
        board.press('[data-kind="z"]')
        equal("what is typed", "[F-R]" in board.page.inner_text(".draw-panel"), True)
        board.press('[data-reach="leap"]')
        drawing.cell("0,2")
        drawing.view("Rules")
        drawing.select("checkmateValue", "win")
        drawing.expect("✓")
        lines, before = drawing.text().splitlines(), FILE.replace("strange = 1\n", "").splitlines()
        equal("lines that are gone", [line for line in before if line not in lines], ["customPiece1 = z:[F-R]cN"])
        equal("new lines", [line for line in lines if line not in before], ["customPiece1 = z:DcN[F-R]", "checkmateValue = win"])


def packed(text):
    squeeze = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode().rstrip("=")


EVIL = "<img src=x onerror='window.hacked = 1'>"


def by_link(browser, server):
    """A link asks before it does anything, and is then played or looked at; what is no game is told."""
    with Game(browser, server) as board:
        go = lambda text: board.page.evaluate("hash => { location.hash = hash; }", f"draw={text}")
        go(packed(TEXT.replace("camelhill", "linkhill").replace("Camel Hill", EVIL[:30])))
        board.page.wait_for_selector("#draw-link-play")
        if EVIL[:30] not in board.page.inner_text("dialog") or board.page.evaluate("() => window.hacked"):
            raise AssertionError(board.page.inner_text("dialog"))
        if any(game["name"] == "linkhill" for game in server.ask("games")["games"]):
            raise AssertionError("the game is there before anybody has agreed")
        board.press("#draw-link-play")
        board.wait(lambda: board.state()["variant"] == "linkhill", "the game does not begin")
        # The moves of the link are played with the game.
        board.page.evaluate("hash => { location.hash = hash; }", f"game=movehill&moves=e2e4&draw={packed(TEXT.replace('camelhill', 'movehill'))}")
        board.page.wait_for_selector("#draw-link-play")
        if board.page.is_visible("#notice") or any(game["name"] == "movehill" for game in server.ask("games")["games"]):
            raise AssertionError("the link is a mistake, or its game is there before anybody has agreed")
        board.press("#draw-link-play")
        board.wait(lambda: board.state()["variant"] == "movehill" and board.line()[:1] == ["e2e4"], "the moves are not shown")
        go(packed(TEXT))
        board.page.wait_for_selector("#draw-link-look")
        board.press("#draw-link-look")
        drawing = Drawing(board)
        drawing.expect("✓")
        equal("the text", drawing.text(), TEXT)
        board.page.evaluate("() => { Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}}); }")
        board.press("#draw-link")
        board.wait(lambda: board.page.evaluate("() => window.copied"), "nothing is copied")
        link = board.page.evaluate("() => window.copied")
        board.page.reload()
        board.wait(lambda: board.state()["fen"], "no board after a reload")
        drawing.open()
        equal("a former draft", board.page.is_visible("#draw-former"), False)
        drawing.field("title", "My Work")
        own = drawing.text()
        board.press("#draw-begin")
        go(packed(TEXT))
        board.page.wait_for_selector("#draw-link-look")
        board.press("#draw-link-look")
        board.page.reload()
        board.wait(lambda: board.state()["fen"], "no board after a reload")
        drawing.open()
        board.press("#draw-former")
        equal("the former draft", (drawing.text(), board.page.is_visible("#draw-former")), (own, False))
        equal("the link", zlib.decompress(base64.urlsafe_b64decode(link.split("#draw=")[1] + "==="), wbits=-15).decode(), TEXT)
        board.page.keyboard.press("Escape")
        for wrong in ("abc", "%3Cscript%3E", packed("nothing"), packed("[a]\n" + "# long\n" * 20000), "A" * 20000):
            board.page.evaluate("() => document.getElementById('notice-close').click()")
            go(wrong)
            board.wait(lambda: "it holds no game" in board.page.inner_text("#notice"), f"{wrong[:20]} is not told")


def untried(answer):
    """The answer about a draft by an engine that has no room left for trials."""
    answer["game"]["tried"] = False
    return answer


def faults(browser, server):
    """Sentences of the engine stand beside what they are about; the game cannot be played until they are mended."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        drawing.view("Pieces")
        board.press("#draw-new-piece")
        drawing.field("betza", "NX")
        drawing.expect("✗ One problem")
        equal("the sentence", (board.page.locator(".draw-panel .bad[role=alert]").inner_text(), board.page.locator(".draw-check").is_visible()), ("`X` is no piece of this language", False))
        equal("it can be played", board.page.is_enabled("#draw-play"), False)
        drawing.field("betza", "N")
        drawing.expect("✓")
        for letter, told in (("k", "The letter K is taken by another piece."), ("1", "A piece has one letter from A to Z.")):
            drawing.field("letter", letter)
            board.wait(lambda told=told: board.page.inner_text('[data-note="letter"]') == told, f"not told: {told}")
        drawing.field("letter", "z")
        equal("after a letter that is free", board.page.inner_text('[data-note="letter"]'), "")
        drawing.view("Board")
        board.press('[data-brush="K"]')
        drawing.cell("d4")
        drawing.expect("✗ One problem")
        equal("the board", (board.page.locator(".draw-panel .bad[role=alert]").inner_text(), board.page.locator(".draw-check").inner_text()), ("Black has more than one royal piece", ""))
        board.press("#draw-undo")
        drawing.field("title", "Atomic")
        drawing.expect("✓")
        equal("the name", "[atomic-own]" in drawing.text(), True)
        drawing.type(drawing.text().replace("[atomic-own]", "[atomic]"))
        drawing.expect("✗ The program has a game of this name.")
        drawing.type("")
        drawing.expect("There is no game in this text")
        board.page.route("**/api/draft", lambda route: route.fulfill(json=untried(server.ask("draft", **route.request.post_data_json))))
        drawing.type(TEXT)
        drawing.expect("✓ The lines are understood; the start position is tried when the game is played.")


def again(browser, server):
    """A draft is there after a reload, and a game that is changed is played by its new rules."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        drawing.field("title", "Twice")
        counts = []
        for _ in range(2):
            drawing.expect("✓")
            board.press("#draw-play")
            board.wait(lambda: board.state()["variant"] == "twice" and not board.page.locator("dialog").count(), "the game does not begin")
            counts.append(len(server.ask("position", game="twice")["moves"]))
            board.page.reload()
            board.wait(lambda: board.state()["fen"], "no board after a reload")
            drawing.open()
            drawing.view("Rules")
            drawing.view("Text")
            drawing.type(drawing.text() + "doubleStep = false\n")
        equal("moves", counts, [20, 12])


TWO = """\
# First Game: a parent
# n: Leaping Knight
[firstgame:3check]

# Small Board: its name is not made of this
[other5:firstgame]
doubleStep = false
"""


# Chooses the first game of a text; what the line says then, and whether the game cannot be played.
OTHER = """() => {
  const chooser = document.querySelector('.draw-panel select');
  chooser.value = '0';
  chooser.dispatchEvent(new Event('change'));
  return [document.querySelector('.draw-line').textContent, document.getElementById('draw-play').disabled];
}"""


def two_in_a_file(browser, server):
    """Both games of a text are played; each keeps its name, its parent, its pieces' names and the checks that are left."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        for section, name, moves in ((0, "firstgame", 20), (1, "other5", 12)):
            drawing.type(TWO)
            board.page.select_option(".draw-panel select", str(section))
            drawing.expect("✓")
            board.press("#draw-play")
            board.wait(lambda: board.state()["variant"] == name and not board.page.locator("dialog").count(), f"{name} does not begin")
            equal(name, len(server.ask("position", game=name)["moves"]), moves)
            drawing.open()
        drawing.view("Board")
        drawing.field("summary", "a child")
        drawing.field("title", "Smaller")
        drawing.expect("✓")
        drawing.view("Text")
        equal("what is said of the other game at once", board.page.evaluate(OTHER), ["Looking …", True])
        drawing.view("Pieces")
        equal("the knight", board.page.locator('[data-kind="n"]').inner_text(), "Leaping Knight")
        drawing.expect("✓")
        drawing.view("Rules")
        equal("checks", board.page.input_value('[data-field="checks"]'), "3")
        drawing.select("checks", "")
        drawing.expect("✓")
        equal("no checks", ("checkCounting = false" in drawing.text(), "3+3" in drawing.text(), board.page.input_value('[data-field="checks"]')), (True, False, ""))
        board.press("#draw-undo")
        drawing.view("Board")
        board.press('[data-brush=""]')
        drawing.cell("a2")
        drawing.field("title", "Parent of One")
        drawing.expect("✓")
        start = "startFen = rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
        changed = TWO.replace("First Game", "Parent of One").replace("firstgame", "parentofone").replace("3check]\n", f"3check]\n{start}\n")
        equal("the text", drawing.text(), changed.replace("Small Board: its name is not made of this", "Smaller: a child"))


# Lines that speak of knights, and what they are with another letter and without knights.
LETTERS = """\
promotionPieceTypesWhite = qn; promotionPieceTypesWhite = qz; promotionPieceTypesWhite = q
promotionPieceTypesBlack = n; promotionPieceTypesBlack = z; promotionPieceTypesBlack = -
mustDropType = n; mustDropType = z; mustDropType = -
petrifyOnCaptureTypes = pn; petrifyOnCaptureTypes = pz; petrifyOnCaptureTypes = p
nMoveRuleTypes = np; nMoveRuleTypes = zp; nMoveRuleTypes = p
flagPieceWhite = n; flagPieceWhite = z;
promotedPieceType = p:n r:q; promotedPieceType = p:z r:q; promotedPieceType = r:q
promotionLimit = n:1; promotionLimit = z:1; promotionLimit = -
extinctionPieceTypes = *; extinctionPieceTypes = *; extinctionPieceTypes = *
startFen = 8/8/8/8/8/8/8/8[NQnq] w - - 0 1; startFen = 8/8/8/8/8/8/8/8[ZQzq] w - - 0 1; startFen = 8/8/8/8/8/8/8/8[Qq] w - - 0 1"""


def letters(browser, server):
    """Whatever names a piece follows its letter, and goes with the piece."""
    rows = [[part.strip() for part in row.split(";")] for row in LETTERS.splitlines()]
    with Game(browser, server) as board:
        found = board.page.evaluate("""async lines => {
          const { NOTHING, kindsOf, removeKind, setLetter } = await import('/draw/form.js');
          const { Sheet } = await import('/draw/sections.js');
          return lines.map(line => [(sheet, knight) => setLetter(sheet, NOTHING, knight, 'z'), (sheet, knight) => removeKind(sheet, NOTHING, knight)].map(change => {
            const sheet = new Sheet(`[a]\nknight = n\n${line}`);
            change(sheet, kindsOf(sheet, NOTHING)[0]);
            return sheet.lines.filter(one => one.startsWith(line.split(' ')[0])).join();
          }));
        }""", [row[0] for row in rows])
        for (line, *expected), changed in zip(rows, found):
            equal(line, changed, expected)


# Section, lines, files and ranks of another board, and the regions that it has then.
SIZES = """\
a; ; 8 10; promotionRegionWhite = *10, doubleStepRegionBlack = *9
a; ; 10 8;
a; maxRank = 10; 8 9; promotionRegionWhite = *7, doubleStepRegionBlack = *6
a; promotionRank = 8; 8 9; doubleStepRegionBlack = *8
a:shogi; ; 9 8;
a:chess; promotionRegionWhite = *7 *8; 8 10; promotionRegionWhite = *9 *10
a:chess; flagRegion = e4 *8 h*; 7 9; flagRegion = e4 *9
a:chess; whiteFlag = *8; 8 7; whiteFlag = *7
a:chess; wallingRegionBlack = *1 *8; 8 9; wallingRegionBlack = *1 *9
a:chess; flagRegionWhite = h8; 7 8; flagRegionWhite = -
a:shogi; flagRegionWhite = e5 & flagRegionBlack = e5; 9 10; flagRegionWhite = e5, flagRegionBlack = e6"""

# Moves a piece and a region that are at the same place, from every rank of every height to every other height; where both are then, if they are apart.
TOGETHER = """async () => {
  const { NOTHING, placementOf, setSize } = await import('/draw/form.js');
  const { Sheet } = await import('/draw/sections.js');
  const apart = [];
  const heights = [...Array(14).keys()].map(i => i + 3);
  for (const before of heights) for (const after of heights) for (let rank = 1; rank <= before; rank++) {
    const rows = [...Array(before).keys()].map(i => i === before - rank ? '4K3' : '8').join('/');
    const sheet = new Sheet(`[a]\nking = k\nmaxRank = ${before}\nflagRegionWhite = e${rank}\nstartFen = ${rows} w - - 0 1`);
    setSize(sheet, NOTHING, 8, after);
    const piece = [...placementOf(sheet, NOTHING).keys()].join() || '-';
    if (piece !== sheet.get('flagRegionWhite')) apart.push(`${before} to ${after}: ${piece}, ${sheet.get('flagRegionWhite')}`);
  }
  return apart;
}"""


def sizes(browser, server):
    """Regions of a section follow the size of its board, as the pieces do; of those that it inherits none is written."""
    rows = [[part.strip() for part in row.split(";")] for row in SIZES.splitlines()]
    with Game(browser, server) as board:
        found = board.page.evaluate("""async rows => {
          const { NOTHING, setSize } = await import('/draw/form.js');
          const { Sheet } = await import('/draw/sections.js');
          return rows.map(([name, line, size]) => {
            const sheet = new Sheet(`[${name}]\n${line.replace(' & ', '\\n')}`);
            const base = name === 'a:shogi' ? { ...NOTHING, files: 9, ranks: 9 } : NOTHING;
            setSize(sheet, base, ...size.split(' ').map(Number));
            return sheet.lines.filter(one => /^[A-Za-z]*(Region|Flag)/.test(one)).join(', ');
          });
        }""", rows)
        for row, regions in zip(rows, found):
            equal("; ".join(row[:3]), sorted(regions.split(", ")), sorted(row[3].split(", ")))
        equal("pieces and regions apart", board.page.evaluate(TOGETHER), [])


# Lines that set goals, the field with White's goal, a square of each side's goal, and who has to get there. Keys of one side hold against the others.
GOALS = """\
whiteFlag = *8 & blackFlag = a1; *8; d8; a1;
flagRegion = e4 & whiteFlag = *8; e4; e4; e4;
flagRegion = e4 & flagRegionBlack = e5; e4; e4; e5;
flagRegionWhite = d4 & whiteFlag = *8 & blackFlag = d5 & flagPieceWhite = n; d4; d4; d5; n"""


def goals(browser, server):
    """A goal is shown in whatever way the text says it, as the engine understands it; one that is chosen takes its place."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        for row in GOALS.splitlines():
            lines, *expected = [part.strip() for part in row.split(";")]
            drawing.type("[goals:chess]\n" + lines.replace(" & ", "\n"))
            drawing.view("Rules")
            marks = [board.page.get_attribute(f'#draw-goal [data-at="{square}"]', "aria-label") for square in expected[1:3]]
            shown = [board.page.input_value(f'[data-field="{field}"]') for field in ("flagRegion", "flagPiece")]
            equal(lines, (shown, "White's goal" in marks[0], "Black's goal" in marks[1]), ([expected[0], expected[3]], True, True))
            words = " ".join(server.ask("draft", text=drawing.text())["game"]["words"])
            for side, square in zip(("White", "Black"), expected[1:3]):
                if not re.search(rf"({side} wins|Either side wins) with a \w+ on ({square}|rank {square[1:]})", words):
                    raise AssertionError(f"{lines}: the engine says {words}, the page {side} on {square}")
        drawing.select("flagPiece", "q")
        drawing.cell("d5")
        equal("a goal that is chosen", sorted(line for line in drawing.text().splitlines() if "lag" in line), ["flagPiece = q", "flagRegionBlack = d5 d4", "flagRegionWhite = d4 d5"])


def forms(browser, server):
    """What a piece is when it is promoted is chosen, shown as the parent has it, drawn where it stands so at the start, and follows letters."""
    with Game(browser, server) as board:
        drawing, form = Drawing(board).open(), '[data-field="form"]'
        drawing.view("Pieces")
        board.press('[data-kind="k"]')
        equal("a king's form", board.page.locator(form).count(), 0)
        board.press('[data-kind="n"]')
        equal("at first", board.page.input_value(form), "")
        drawing.select("form", "q")
        drawing.expect("✓")
        equal("the line", "promotedPieceType = n:q\n" in drawing.text(), True)
        equal("the engine", any("the Knight into a Queen" in words for words in server.ask("draft", text=drawing.text())["game"]["words"]), True)
        board.press('[data-kind="q"]')
        drawing.field("letter", "z")
        equal("another letter", "promotedPieceType = n:z\n" in drawing.text(), True)
        board.press('[data-kind="n"]')
        drawing.select("form", "")
        equal("without", "promotedPieceType" in drawing.text(), False)
        drawing.type("[heir:shogi]\nstartFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/4+P4/PPPP1PPPP/1B5R1/LNSGKGSNL[] w - - 0 1")
        drawing.view("Board")
        equal("at the start", board.page.get_attribute('#draw-start [data-at="e4"]', "aria-label"), "e4: white Gold General")
        drawing.view("Pieces")
        for letter, shown in (("b", "h"), ("p", "g"), ("g", "")):
            board.press(f'[data-kind="{letter}"]')
            equal(f"{letter} of the parent", board.page.input_value(form), shown)
        board.press('[data-kind="b"]')
        drawing.select("form", "g")
        drawing.expect("✓")
        told = " ".join(server.ask("draft", text=drawing.text())["game"]["words"])
        equal("only what is not inherited", re.findall("promotedPieceType.*", drawing.text()), ["promotedPieceType = b:g"])
        board.press('[data-kind="p"]')
        drawing.select("form", "")
        drawing.expect("✓")
        kinds = server.ask("draft", text=drawing.text())["game"]["kinds"]
        equal("a pawn that stays", {kind["letter"]: kind["form"] for kind in kinds if kind["letter"] in "PB" and not kind["promoted"]}, {"P": "", "B": "gold"})
        equal("shown", board.page.input_value(form), "")
        drawing.select("form", "g")
        equal("as inherited again", re.findall("promotedPieceType.*", drawing.text()), ["promotedPieceType = b:g"])
        drawing.type("[heir:torishogi]")
        drawing.view("Pieces")
        for letter, other in ("sg", "fe"):
            board.press(f'[data-kind="{letter}"]')
            equal(f"what {letter} becomes", board.page.input_value(form), other)
        equal("bishop and rook", ("the Bishop into a Gold General" in told, "the Rook into a Dragon King" in told), (True, True))


# A parent, a field of the rules with the value that is chosen, the lines that are written, and what the engine then does not say any more.
HEIRS = """\
crazyhouse; capturesToHand; false; capturesToHand = false, pieceDrops = false; Captured pieces change sides
kinglet; lack; none; extinctionValue = none; lost all of a kind
antichess; mustCapture; false; mustCapture = false; must capture
antichess; stalemateValue; draw; stalemateValue = draw; who cannot move wins"""


def heirs(browser, server):
    """A section with a parent says what it inherits, and every rule of the parent can be switched off and left again."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        for row in HEIRS.splitlines():
            parent, field, value, lines, words = [part.strip() for part in row.split(";")]
            drawing.type(f"[heir:{parent}]\n")
            drawing.expect("✓")
            drawing.view("Board" if field == "capturesToHand" else "Rules")
            at = f'.draw select[data-field="{field}"]'
            equal(f"{parent}: {field}", (board.page.input_value(at), board.page.locator(f"{at} option").first.inner_text()), ("", f"As in {parent}"))
            drawing.select(field, value)
            # Without the lack of pieces nobody can win.
            drawing.expect("⚠ It can be played, but White has no way to win" if field == "lack" else "✓")
            equal(row, sorted(line for line in drawing.text().splitlines()[1:] if line and not line.startswith("startFen")), sorted(lines.split(", ")))
            told = server.ask("draft", text=drawing.text())["game"]
            before = server.ask("draft", text=f"[heir:{parent}]")["game"]
            if any(words in one for one in told["words"]) or not any(words in one for one in before["words"]):
                raise AssertionError(f"{row}: {told['words']}; {before['words']}")
            drawing.select(field, "")
            drawing.expect("✓")
            equal(f"{row}, left", server.ask("draft", text=drawing.text())["game"]["words"], before["words"])
        drawing.type("[heir:kingofthehill]\n")
        drawing.expect("✓")
        drawing.view("Rules")
        equal("the goal", board.page.get_attribute('[data-goal="parent"]', "aria-pressed"), "true")
        board.press('[data-goal="none"]')
        drawing.expect("✓")
        equal("no goal", drawing.text(), "[heir:kingofthehill]\nflagRegionWhite = -\nflagRegionBlack = -\n")
        board.press('[data-goal="parent"]')
        equal("the parent's goal", drawing.text(), "[heir:kingofthehill]\n")
        board.press('[data-box="promotionPieceTypes.b"]')
        equal("promotion", drawing.text(), "[heir:kingofthehill]\npromotionPieceTypes = nrq\n")
        drawing.type("[heir:chess]\npromotionPieceTypes = Q\nflagPiece = K\nflagRegionWhite = *8\n")
        drawing.expect("✓")
        drawing.view("Rules")
        equal("capitals", (board.page.is_checked('[data-box="promotionPieceTypes.q"]'), board.page.input_value('[data-field="flagPiece"]')), (True, "k"))


def titles(browser, server):
    """What a comment above a section says is what the engine reads of it; lines that name pieces stay."""
    rows = ["A: Chess", "a: chess", "Ä" * 20 + ": words", "Ä" * 21 + ": words", "+p: Tokin", "n: " + "N" * 25, "n : Wizard", "X: Big.", "A Game: of: words"]
    with Game(browser, server) as board:
        found = board.page.evaluate("""async rows => {
          const { Sheet, cutTitle } = await import('/draw/sections.js');
          const again = row => { const sheet = new Sheet(`# ${row}\\n[a:chess]`); sheet.setWords('X', 'Big'); return [sheet.words.title, sheet.lines.length]; };
          return [rows.map(row => new Sheet(`# ${row}\\n[a:chess]`).words), rows.map(again), cutTitle('Ä'.repeat(30))];
        }""", rows)
        for row, words in zip(rows, found[0]):
            told = server.ask("draft", text=f"# {row}\n[a:chess]")["game"]
            equal(row, words, {"title": told["title"], "summary": told["summary"]})
        names = ("A: Chess", "+p: Tokin", "n : Wizard")
        equal("after another title", found[1], [["X", 3 if row in names else 2] for row in rows])
        equal("a long title", found[2], "Ä" * 20)


def by_keyboard(browser, server):
    """The dialog is left and entered, a piece drawn and placed with keys alone."""
    with Game(browser, server, "keyboard") as board:
        board.press("#draw-game")
        drawing = Drawing(board)
        drawing.settle()
        board.press("#draw-tab-0")
        board.page.keyboard.press("ArrowRight")
        board.press("#draw-new-piece")
        drawing.cell("1,2")
        drawing.expect("✓ It can be played; one remark")
        equal("the moves", board.page.input_value('[data-field="betza"]'), "N")
        board.press("#draw-place")
        drawing.cell("d3")
        drawing.expect("✓ This game can be played.")
        equal("the piece", "/3E4/PPPPPPPP" in drawing.text(), True)
        board.page.keyboard.press("Escape")
        board.wait(lambda: not board.page.locator("dialog").count(), "the dialog stays open")


# Words of Betza's language, and how they are written after they have been read.
BETZA = """\
K K; Q Q; R R; B B; N N; WF K; FW K; RB Q; fmWfcF fmWfcF; mNcB cBmN; KN KN; R4 R4; B2 B2; NN NN; N2 N2; fW fW; fsW fsW; vW vW; vWfF vWfF
FfW FfW; WfF WfF; nN nN; nA nA; nZ nZ; mRcpR mRcpR; RcpRnN RnNcpR; pR pR; gQ gQ; cgB cgB; fN fN; fsN fsN; lfN lfN; flN flN; rbN rbN; CZ CZ; LJ CZ
DAH DAH; G G; mWcF mWcF; fK fWfF; bQ bRbB; lR lR; frF frF; flFbrF flFbrF; W3 R3; K2 Q2; fmR2 fmR2; vN vN; sN sN; lN lN; fsK sWfF
[F-R] [F-R]; N[F?R] N[F?R]; ifmnD ifmnD; (1,4) (1,4); jR jR; DD DD; A3 A3; WimD WimD; BpB BpB; [F-R]RN RN[F-R]; mBcN mBcN; DmDD DmDD"""


def betza(browser, server):
    """What is read is written so that the engine sees the same moves; bent moves and the like stay as they are."""
    rows = [row.split() for row in BETZA.replace("\n", ";").split(";")]
    with Game(browser, server) as board:
        script = """async texts => {
          const { readMoves, writeMoves } = await import('/draw/betza.js');
          return texts.map(text => { const moves = readMoves(text); return moves && writeMoves(moves); });
        }"""
        written = board.page.evaluate(script, [text for text, _ in rows])
        wrong = [f"{text}: {found}, not {expected}" for (text, expected), found in zip(rows, written) if found != expected]
        if wrong:
            raise AssertionError("; ".join(wrong))
        for (text, _), found in zip(rows, written):
            equal(text, cells(server, found), cells(server, text))
        equal("no moves", board.page.evaluate(script, ["N-", "5", "n", "é"]), [None] * 4)
        return f"{len(rows)} texts"


def cells(server, text):
    """Where a piece with these moves goes on 15x15."""
    game = f"[a]\nmaxFile = 15\nmaxRank = 15\nking = k\ncustomPiece1 = a:{text}\nstartFen = 7k7/{'15/' * 13}7K7 w - - 0 1\ncastling = false"
    told = server.ask("draft", text=game)["game"]
    if not told["ok"]:
        raise AssertionError(f"{text}: {told['problems']}")
    kind = next(kind for kind in told["kinds"] if kind["letter"] == "A")
    return sorted((cell["square"], cell["move"], cell["capture"], cell["jump"]) for cell in kind["cells"])


def drawn_at_random(browser, server):
    """Every set of ways that can be drawn is written as a text from which the same ways are read."""
    with Game(browser, server) as board:
        wrong = board.page.evaluate("""async () => {
          const { readMoves, toggled, writeMoves } = await import('/draw/betza.js');
          let seed = 7;
          const below = count => (seed = (seed * 48271) % 2147483647) % count;
          const sorted = ways => ways.map(way => [way.x, way.y, way.mode, way.reach, way.range].join()).sort().join(' ');
          for (let round = 0; round < 3000; round++) {
            let ways = [];
            for (let i = 0; i <= below(6); i++) {
              const reach = ['leap', 'slide', 'over', 'next', 'lame'][below(5)];
              let [x, y] = [below(7) - 3, below(7) - 3];
              if (reach !== 'leap' && reach !== 'lame') [x, y] = [Math.sign(x), Math.sign(y)];
              if ((!x && !y) || (reach === 'lame' && Math.max(Math.abs(x), Math.abs(y)) < 2)) continue;
              const range = reach === 'slide' || reach === 'over' ? [0, 2, 3, 4][below(4)] : reach === 'next' ? 0 : 1;
              ways = toggled(ways, { x, y, modes: [['m'], ['c'], ['m', 'c']][below(3)], reach, range }, ['all', 'sides', 'one'][below(3)]);
            }
            if (!ways.length) continue;
            const text = writeMoves({ ways, rest: '' });
            const read = readMoves(text);
            if (!read || read.rest || sorted(read.ways) !== sorted(ways)) return `${text}: ${sorted(ways)}`;
          }
          return '';
        }""")
        equal("a text", wrong, "")


def looks(browser, server, hand, scheme):
    """Every view by axe-core, and nothing wider than the screen."""
    with Game(browser, server, hand, scheme) as board:
        if hand == "touch":
            board.page.set_viewport_size({"width": 360, "height": 640})
        drawing = Drawing(board).open()
        drawing.view("Pieces")
        board.press("#draw-new-piece")
        drawing.cell("1,0")
        with open(os.path.join(TOOLS, "node_modules", "axe-core", "axe.min.js"), encoding="utf-8") as file:
            board.page.evaluate(file.read())
        for view in VIEWS:
            drawing.view(view)
            if view == "Rules":
                board.press('[data-goal="rank"]')
            drawing.expect("✓")
            board.page.evaluate("() => Promise.allSettled(document.getAnimations().map(one => one.finished))")
            found = board.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
            grave = [f"{view}: {one['id']} at {'; '.join(str(node['target'][0]) for node in one['nodes'][:3])}" for one in found if one["impact"] in GRAVE]
            wide = board.page.evaluate("() => Math.max(document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll('.draw, .draw-view')].map(one => one.scrollWidth - one.clientWidth))")
            if grave or wide > 0:
                raise AssertionError(", ".join(grave) or f"{view} is {wide} pixels too wide")


def behind_typing(browser, server, hand):
    """The first click behind something typed counts, and Tab leads on; nothing that is typed is lost."""
    with Game(browser, server, hand) as board:
        drawing, keys = Drawing(board).open(), board.page.keyboard
        field = lambda name: f'.draw [data-field="{name}"]'
        drawing.view("Pieces")
        board.press("#draw-new-piece")
        equal("what is said", board.page.inner_text("#draw-hint"), "This piece needs a move. Click a square of the diagram.")
        board.press(field("name"))
        keys.press("Control+a")
        keys.type("Ox")
        drawing.cell("1,2")
        equal("name and move", [line for line in drawing.text().splitlines() if "o:" in line], ["# o: Ox", "customPiece1 = o:N"])
        board.press(field("betza"))
        keys.press("Control+a")
        keys.type("W")
        board.press('[data-mode="c"]')
        board.page.wait_for_selector('[data-mode="c"][aria-pressed="true"]', timeout=3000)
        drawing.cell("1,1")
        equal("move and capture", "customPiece1 = o:WcF" in drawing.text(), True)
        board.page.focus(field("letter"))
        keys.press("Control+a")
        keys.type("x")
        keys.press("Tab")
        keys.press("Control+a")
        keys.type("A")
        keys.press("Tab")
        drawing.expect("✓")
        equal("letter and moves", "customPiece1 = x:A" in drawing.text(), True)
        drawing.view("Board")
        board.page.focus(field("title"))
        keys.press("Control+a")
        keys.type("Typed Fast")
        keys.press("Tab")
        keys.press("Control+a")
        keys.type("a sentence")
        keys.press("Tab")
        equal("the focus", board.page.evaluate("() => document.activeElement.dataset.field"), "files")
        equal("the words", drawing.text().splitlines()[:2], ["# Typed Fast: a sentence", "[typedfast]"])
        board.wait(lambda: drawing.line().startswith("✓"), "not playable")
        board.press(field("title"))
        keys.press("End")
        keys.type("er")
        board.press("#draw-play")
        board.wait(lambda: board.state()["variant"] == "typedfaster", "the game does not begin with the first click")


def finger(page, points):
    """A finger goes along points."""
    session = page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(points):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if i else "touchStart", "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# What is dragged, where to, whether Black stands across, and the start position afterwards.
DRAGS = """\
d1; d3; yes; rnb1kbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNB1KBNR
d3; ; yes; rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR
N; c4; yes; rnb1kbnr/pppppppp/8/2n5/2N5/8/PPPPPPPP/RNB1KBNR
c4; c5; no; rnb1kbnr/pppppppp/8/2N5/8/8/PPPPPPPP/RNB1KBNR
q; d4; no; rnb1kbnr/pppppppp/8/2N5/3q4/8/PPPPPPPP/RNB1KBNR
c5; ; no; rnb1kbnr/pppppppp/8/8/3q4/8/PPPPPPPP/RNB1KBNR"""


def drags(browser, server, hand):
    """Pieces are dragged from the palette, from square to square, and off the board; nothing is put by a click before a piece is chosen."""
    with Game(browser, server, hand) as board:
        drawing = Drawing(board).open()
        kept = lambda: board.page.evaluate("() => localStorage.getItem('jailbird.draft')")
        before = kept()
        drawing.cell("d1")
        equal("what is said", board.page.inner_text('[data-note="board"]'), "Choose a piece beside the board first, or drag one.")
        equal("the draft", kept(), before)
        board.page.set_viewport_size({"width": 600, "height": 1500} if hand == "touch" else {"width": 1280, "height": 1000})
        mirror = board.page.locator('[data-field="mirror"]')
        for row in DRAGS.splitlines():
            start, goal, across, expected = [part.strip() for part in row.split(";")]
            if mirror.is_checked() != (across == "yes"):
                # A tap right behind a finger that was drawn is none.
                board.page.evaluate("() => document.querySelector('[data-field=mirror]').click()")
            name = lambda one: f'#draw-start [data-at="{one}"]' if len(one) == 2 else f'[data-brush="{one}"]'
            middle = lambda selector: board.page.evaluate("s => { const b = document.querySelector(s).getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }", selector)
            (x, y), (p, q) = middle(name(start)), middle(name(goal) if goal else ".draw-line")
            if hand == "touch":
                finger(board.page, [(x, y), ((x + p) / 2, (y + q) / 2), (p, q)])
            else:
                board.page.mouse.move(x, y)
                board.page.mouse.down()
                board.page.mouse.move((x + p) / 2, (y + q) / 2)
                board.page.mouse.move(p, q)
                board.page.mouse.up()
            board.wait(lambda expected=expected: f"startFen = {expected} w" in drawing.text(), lambda row=row: f"{row}: {drawing.text()}", 5)


def tools(browser, server):
    """No tool becomes another one by itself."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        pressed = lambda: board.page.evaluate("() => [...document.querySelectorAll('.brush[aria-pressed=true]')].map(one => one.dataset.brush)")
        # The form is drawn anew a little later than the click.
        is_pressed = lambda what, brushes: board.wait(lambda: pressed() == brushes, lambda: f"{what}: {pressed()}, not {brushes}")
        equal("at first", pressed(), [])
        board.press('[data-field="mirror"]')
        board.press('[data-brush="q"]')
        board.press('[data-field="mirror"]')
        is_pressed("black queen", [])
        board.press('[data-brush="N"]')
        board.press('[data-field="mirror"]')
        is_pressed("white knight", ["N"])
        drawing.view("Pieces")
        board.press('[data-kind="n"]')
        board.press("#draw-remove")
        drawing.view("Board")
        is_pressed("after its piece is gone", [])
        drawing.cell("a1")
        equal("the rook", "/R1BQKB1R w" in drawing.text(), True)


def told(browser, server):
    """What is told is seen where it belongs, is right, and goes when it is out of date."""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        note = lambda field: board.page.locator(f'.draw [data-note="{field}"]').inner_text()
        board.page.evaluate("() => { Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}}); }")
        told = lambda: board.page.inner_text(".draw-told")
        drawing.field("title", "chess")
        board.wait(lambda: note("twin") == "Another game has this name, too.", "not told that there is a game of this title")
        drawing.field("title", "Chess for Two")
        equal("a title of its own", board.page.locator('[data-note="twin"]').count(), 0)
        board.press("#draw-page")
        board.press("#draw-command")
        board.wait(lambda: board.page.evaluate("() => window.copied") == "jailbird export chessfortwo.ini --html chessfortwo.html", "the command is not copied")
        board.page.keyboard.press("Escape")
        drawing.field("title", "My Game#")
        board.wait(lambda: "no colon and no #" in note("title"), "not told that a # is taken out")
        equal("the title", board.page.input_value('[data-field="title"]'), "My Game")
        drawing.view("Rules")
        board.press('[data-goal="centre"]')
        equal("a goal", "flagPiece = k\n" in drawing.text(), True)
        board.press("#draw-undo")
        equal("after one Undo", "flag" in drawing.text(), False)
        drawing.view("Board")
        board.press("#draw-link")
        board.wait(lambda: "copied" in told(), "no link")
        drawing.field("title", "A: " + "long " * 10)
        board.wait(lambda: note("title") == "A name has 40 letters at most, no colon and no #; it was changed.", "not told that a title is cut")
        equal("after a change", told(), "")
        for files, words in (("10", ""), ("8", ""), ("7", "4 pieces have fallen off the board; Undo brings them back.")):
            drawing.select("files", files)
            equal(f"{files} files", note("size"), words)
        board.press("#draw-undo")
        equal("after Undo", (note("size"), "RNBQKBNR w" in drawing.text()), ("", True))
        drawing.view("Pieces")
        board.press('[data-kind="n"]')
        drawing.field("name", "Queen")
        equal("twins", note("twin"), "Another piece has this name, too.")
        drawing.field("name", "Night+Rider of the Long Dark Road")
        board.wait(lambda: "24 at most" in note("name"), "not told that a name is cut")
        equal("twins", board.page.locator('[data-note="twin"]').count(), 0)
        board.press("#draw-new-piece")
        board.press("#draw-link")
        board.wait(lambda: "But the draft has problems" in told(), lambda: f"not told that the draft has problems: {told()!r}")
        drawing.field("betza", "Xy")
        drawing.view("Rules")
        board.press('[data-box="promotionPieceTypes.e"]')
        drawing.expect("✗ One problem")
        equal("a piece that is refused", board.page.inner_text(".draw-check"), "New Piece: `X` is no piece of this language")
        drawing.view("Text")
        board.wait(lambda: "customPiece1: `X`" in board.page.inner_text(".draw-check"), "the text has no line")
        board.press("[data-line]")
        equal("the line", board.page.evaluate("() => { const one = document.getElementById('draw-text'); return one.value.slice(one.selectionStart, one.selectionEnd); }"), "customPiece1 = e:Xy")
        drawing.view("Board")
        board.press("#draw-begin")
        board.press('[data-brush=""]')
        drawing.cell("e1")
        drawing.expect("⚠ It can be played, but White begins without a King and cannot be mated.")
        board.press("#draw-begin")
        board.press('[data-brush="*"]')
        drawing.cell("d4")
        drawing.view("Rules")
        board.press('[data-goal="centre"]')
        equal("holes", note("holes"), "Nobody gets to a hole: d5, d4")


def hop_signs(browser, server):
    """A hop has signs where it may end, from the second square on, which say nothing of another way; on an empty board there is none."""
    signs = """at => [...document.querySelector(`#draw-moves [data-at="${at}"] svg`).children].map(one => one.className.baseVal + (one.getAttribute('r') ?? '')).join()"""
    with Game(browser, server) as board:
        drawing = Drawing(board).open()
        drawing.view("Pieces")
        board.press("#draw-new-piece")
        for moves, near, second in (("gB", "", "dot10,ring22,arch"), ("cFgB", "ring22", "dot10,ring22,arch"), ("cAmgB", "", "ring22,arch,dot4"), ("pR", "", "")):
            drawing.field("betza", moves)
            drawing.expect("✓")
            equal(moves, [board.page.evaluate(signs, at) for at in ("1,1", "2,2")], [near, second])
            equal(f"{moves} on the empty board", board.page.locator(".draw-preview .cross").count(), 0)


# Lines of a draft whose rules, remarks and notes are said in German.
GERMAN = ["", "customPiece1 = e:gBpRnNnAlF", "customPiece1 = e:R3flFpQDfA & flagRegionWhite = *8 & flagRegionBlack = *1 & flagPiece = k & mustCapture = true & pass = true & blastOnCapture = true",
    "extinctionValue = loss & extinctionPieceTypes = * & extinctionPieceCount = 1 & extinctionOpponentPieceCount = 2 & stalemateValue = win & checkmateValue = win",
    "extinctionValue = win & extinctionPieceTypes = q & pieceDrops = true & capturesToHand = true & startFen = 10/10/10/3*6/10/10/PPPP6/4K5[] w - - 0 1"]
ENGLISH = re.compile(r"\b(the|a|is|one|piece|pieces|squares?|moves?|captures?|and|or|with|White|King)\b")


def german(browser, server):
    """What the engine says of usual rules is said in German; names stay what they are."""
    with Game(browser, server) as board:
        board.page.evaluate("async () => { const { settings } = await import('/core/settings.js'); settings.language = 'de'; await (await import('/core/texts.js')).loadTexts(); }")
        base = [line for line in TEXT.splitlines() if not line.startswith(("flag", "customPiece", "# "))]
        texts = ["Dragon King", "`X` is no piece of this language", "White has more than one royal piece", "White mates", "White reaches the goal"]
        for lines in GERMAN:
            game = server.ask("draft", text="\n".join(base + lines.split(" & ")).replace("rch/", "rnn/").replace("RCH w", "RNN w"))["game"]
            equal(f"{lines}: problems", game["problems"], [])
            texts += game["words"] + game["traps"] + sum((kind["notes"] or [] for kind in game["kinds"]), [])
        said = board.page.evaluate("async texts => { const { t } = await import('/core/texts.js'); return texts.map(t); }", texts)
        left = [text for text in said if ENGLISH.search(text)]
        equal("what is not said in German", left, [])
        return f"{len(set(texts))} texts"


def layout(browser, server, width, height, language):
    """The foot takes little, what it says is one line, and the diagram covers nothing and stays where it is."""
    with Game(browser, server) as board:
        board.page.set_viewport_size({"width": width, "height": height})
        board.page.evaluate("language => localStorage.setItem('jailbird.settings', JSON.stringify({ language }))", language)
        board.page.evaluate("text => { localStorage.setItem('jailbird.former-draft', JSON.stringify({ text, section: 0 })); }", TEXT)
        # What is kept when the page is left would bring the former language back.
        board.page.add_init_script(f"localStorage.setItem('jailbird.settings', '{{\"language\": \"{language}\"}}')")
        board.page.reload()
        board.wait(lambda: board.state()["fen"], "no board after a reload")
        drawing = Drawing(board).open()
        box = lambda selector: {side: round(at) for side, at in board.page.locator(selector).first.bounding_box().items()}
        equal("the former draft", board.page.is_visible("#draw-former"), True)
        whole, foot, line = box("dialog"), box(".draw-foot"), box(".draw-line")
        if foot["height"] > whole["height"] / 5 or line["height"] > 30:
            raise AssertionError(f"the foot has {foot['height']} of {whole['height']}, its line {line['height']} pixels")
        drawing.view("Pieces")
        at = box("#draw-moves")
        if at["width"] < 7 * 30:
            raise AssertionError(f"the squares of the diagram are {at['width'] / 7:.0f} pixels wide")
        for _ in range(9):
            board.press("#draw-new-piece")
        now = box("#draw-moves")
        if any(abs(now[side] - at[side]) > 1 for side in at):
            raise AssertionError(f"the diagram has gone from {at} to {now}")
        chip, chips = box(".draw-chip[aria-pressed=true]"), box(".draw-chips")
        if chip["x"] < chips["x"] - 1 or chip["x"] + chip["width"] > chips["x"] + chips["width"] + 1 or chip["y"] + chip["height"] > chips["y"] + chips["height"] + 1:
            raise AssertionError(f"the new piece at {chip} is not seen in {chips}")
        edges = sorted((box(selector) for selector in (".draw-kinds", "#draw-moves", "#draw-hint", ".draw-legend")), key=lambda one: one["y"])
        if any(one["y"] + one["height"] > other["y"] + 1 for one, other in zip(edges, edges[1:])):
            raise AssertionError(f"the diagram covers something: {edges}")


def refusals(_browser, server):
    """The requests of the page, with bodies that are no requests."""
    rows = [("draft", {"text": "x" * 70000}, 413), ("draft", {}, 400), ("draft", {"text": 1}, 400), ("load", {"name": "a", "text": "[a]\n" * 60}, 413), ("load", {"name": "a"}, 400),
            ("load", {"name": "a", "text": "", "pictures": {"a": ["../../etc/passwd"]}}, 400)]
    for name, fields, status in rows:
        equal(f"{name} {str(fields)[:40]}", server.send(f"/api/{name}", json.dumps(fields))[0], status)
        equal(f"{name} without the token", server.send(f"/api/{name}", json.dumps(fields), {"Content-Type": "application/json"})[0], 403)


def tests(_server):
    yield "draw: 10x8 with two pieces and a goal by clicks", by_clicks
    yield "draw: from a file", from_a_file
    yield "draw: by a link", by_link
    yield "draw: faults beside their fields", faults
    yield "draw: changed and played again", again
    yield "draw: two games in a file", two_in_a_file
    yield "draw: letters of pieces", letters
    yield "draw: sizes of boards", sizes
    yield "draw: goals", goals
    yield "draw: promoted forms", forms
    yield "draw: rules of a parent", heirs
    yield "draw: titles", titles
    yield "draw: by keyboard", by_keyboard
    for hand in ("mouse", "touch"):
        yield f"draw: clicks behind typing, {hand}", lambda browser, server, hand=hand: behind_typing(browser, server, hand)
        yield f"draw: pieces dragged, {hand}", lambda browser, server, hand=hand: drags(browser, server, hand)
    yield "draw: tools", tools
    yield "draw: remarks", told
    yield "draw: signs of hops", hop_signs
    yield "draw: German", german
    for width, height, language in ((1280, 800, "de"), (1024, 768, "en"), (1024, 640, "de"), (360, 640, "de")):
        yield f"draw: layout, {width}x{height}, {language}", lambda browser, server, size=(width, height, language): layout(browser, server, *size)
    yield "draw: Betza's language", betza
    yield "draw: random moves", drawn_at_random
    for hand in ("mouse", "touch"):
        for scheme in ("light", "dark"):
            yield f"draw: axe and width, {hand}, {scheme}", lambda browser, server, hand=hand, scheme=scheme: looks(browser, server, hand, scheme)
    yield "draw: requests that are refused", refusals
