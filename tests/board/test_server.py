"""The server as strangers meet it: wrong hosts, foreign pages, bodies of all kinds, many connections; and its end."""

import concurrent.futures
import json
import socket

from playing import BROWSERS_OWN, Game
from serving import Server

LARGE = 10 << 20

# What is sent: path, method, body, changed headers (None leaves one out); the status that answers it.
REQUESTS = [
    ("wrong Host", "/api/games", "POST", "{}", {"Host": "example.com"}, 403),
    ("wrong Host for the page", "/", "GET", None, {"Host": "example.com"}, 403),
    ("Host without its port", "/api/games", "POST", "{}", {"Host": "127.0.0.1"}, 403),
    ("foreign Origin", "/api/games", "POST", "{}", {"Origin": "http://example.com"}, 403),
    ("Origin null", "/api/games", "POST", "{}", {"Origin": "null"}, 403),
    ("Origin of another port", "/api/games", "POST", "{}", {"Origin": "http://127.0.0.1:1"}, 403),
    ("no token", "/api/games", "POST", "{}", {"X-Jailbird-Token": None}, 403),
    ("wrong token", "/api/games", "POST", "{}", {"X-Jailbird-Token": "0" * 32}, 403),
    ("no content type", "/api/games", "POST", "{}", {"Content-Type": None}, 415),
    ("a form", "/api/games", "POST", "a=b", {"Content-Type": "text/plain"}, 415),
    ("GET of a request", "/api/games", "GET", None, {}, 405),
    ("POST of the page", "/", "POST", "{}", {}, 405),
    ("unknown page", "/nothing.html", "GET", None, {}, 404),
    ("page outside the folder", "/../../Cargo.toml", "GET", None, {}, 404),
    ("unknown request", "/api/nothing", "POST", "{}", {}, 404),
    ("10 MB", "/api/position", "POST", json.dumps({"game": "x" * LARGE}), {}, 413),
    ("10 MB without a token", "/api/position", "POST", "x" * LARGE, {"X-Jailbird-Token": None}, 403),
    ("broken JSON", "/api/position", "POST", '{"game": "chess"', {}, 400),
    ("no object", "/api/position", "POST", "[1, 2]", {}, 400),
    ("deep JSON", "/api/position", "POST", "[" * 100000, {}, 400),
    ("no UTF-8", "/api/position", "POST", b'{"game": "\xff\xfe"}', {}, 400),
    ("empty body", "/api/position", "POST", "", {}, 400),
    ("no game", "/api/position", "POST", "{}", {}, 400),
    ("unknown game", "/api/position", "POST", '{"game": "go"}', {}, 400),
    ("unknown field", "/api/position", "POST", '{"game": "chess", "colour": 1}', {}, 400),
    ("wrong type", "/api/position", "POST", '{"game": 7}', {}, 400),
    ("broken FEN", "/api/position", "POST", '{"game": "chess", "fen": "8/8 w"}', {}, 400),
    ("illegal move", "/api/position", "POST", '{"game": "chess", "moves": ["e2e5"]}', {}, 400),
    ("too many moves", "/api/position", "POST", json.dumps({"game": "chess", "moves": ["e2e4"] * 5000}), {}, 400),
    ("search without a limit", "/api/search", "POST", '{"game": "chess"}', {}, 400),
    ("negative time", "/api/search", "POST", '{"game": "chess", "movetime": -1}', {}, 400),
    ("right", "/api/games", "POST", "{}", {}, 200),
]


def answers(_browser, server):
    faults = []
    for what, path, method, body, changed, status in REQUESTS:
        headers = {key: value for key, value in {**server.headers(), **changed}.items() if value is not None}
        told, text = server.send(path, body, headers, method)
        says_why = status == 200 or bool(json.loads(text).get("error"))
        if told != status or not says_why:
            faults.append(f"{what}: {told} {text[:120]!r} instead of {status}")
    if faults:
        raise AssertionError("; ".join(faults))
    return f"{len(REQUESTS)} requests"


def connect(server):
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    stream.settimeout(30)
    return stream


def page_works(browser, server):
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        board.play("e2e4")


def crowd(browser, server):
    """200 connections at once are answered; 200 that send half a request hold up nobody."""
    with concurrent.futures.ThreadPoolExecutor(200) as pool:
        asked = [pool.submit(server.ask, "position", game="chess", moves=["e2e4"]) for _ in range(200)]
        fens = {one.result()["fen"] for one in asked}
    if len(fens) != 1:
        raise AssertionError(f"200 connections got {len(fens)} different answers")
    halves = [b"", b"POST /api/games HT", b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"]
    open_ones = [connect(server) for _ in range(200)]
    try:
        for i, stream in enumerate(open_ones):
            stream.sendall(halves[i % len(halves)])
        page_works(browser, server)
    finally:
        for stream in open_ones:
            stream.close()


def half_open(_browser, server):
    """A head that never ends is cut off; a client that closes its half still gets the answer."""
    stream = connect(server)
    stream.sendall(b"POST /api/games HTTP/1.1\r\nHost:")
    if stream.recv(1000).startswith(b"HTTP/1.1 200"):
        raise AssertionError("half a head was accepted")
    stream.close()
    stream = connect(server)
    head = [f"Host: 127.0.0.1:{server.port}", f"X-Jailbird-Token: {server.token}", "Content-Type: application/json", "Content-Length: 2", "Connection: close"]
    stream.sendall(("POST /api/games HTTP/1.1\r\n" + "\r\n".join(head) + "\r\n\r\n{}").encode())
    stream.shutdown(socket.SHUT_WR)
    told = stream.recv(100)
    stream.close()
    if told and not told.startswith(b"HTTP/1.1 200"):
        raise AssertionError(f"after the client's half was closed: {told!r}")
    return "answered" if told else "closed without an answer"


def restarted(browser, _server, opponent):
    """The server is killed and started again: the page says so, keeps its game and goes on with the new address."""
    server = Server()
    try:
        with Game(browser, server) as board:
            board.new_game("penaltybox", opponent)
            if opponent == "Two people":
                for move in ("e2e4", "X@d6"):
                    board.play(move)
            fen = board.state()["fen"]
            server.stop()
            board.press('[data-square="d2"]')
            board.press('[data-square="d4"]')
            board.wait(lambda: board.page.is_visible("#connection"), "a lost connection is not told")
            text = board.page.inner_text("#connection")
            if "kept" not in text or board.state()["fen"] != fen:
                raise AssertionError(f"the page says {text!r} and shows {board.state()['fen']} instead of {fen}")
            server.start(server.port)
            board.wait(lambda: "again" in board.page.inner_text("#connection-text"), "a restarted server is not told")
            board.page.fill("#connection-address", server.address)
            board.press_button("Connect")
            board.wait(lambda: not board.page.is_visible("#connection"), "the page does not reconnect")
            if board.state()["fen"] != fen:
                raise AssertionError(f"the game is lost: {board.state()['fen']} instead of {fen}")
            if opponent == "Two people":
                board.play("d2d4")
            else:
                board.wait(lambda: board.state()["turn"] == "0", "the engine does not go on")
                board.page.reload()
                board.wait(lambda: board.state()["fen"], "no board after a reload")
            board.errors = [error for error in board.errors if BROWSERS_OWN not in error]
    finally:
        server.stop()


def tests(_server):
    yield "requests of strangers", answers
    yield "200 connections at once", crowd
    yield "half-open connections", half_open
    for opponent in ("Two people", "Play White"):
        yield f"server killed and restarted: {opponent}", lambda browser, server, opponent=opponent: restarted(browser, server, opponent)
