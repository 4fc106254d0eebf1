"""The rows of `moves.txt` by mouse in every game, in some games by keyboard and by touch."""

from playing import Game
from rows import rows

HANDS = {"mouse": None, "keyboard": ("chess", "prisonbreak", "penaltybox"), "touch": ("friendly", "penaltybox-dual")}
BOXES = "quiet capture castle promotion token box release"
KINDS = {
    "chess": "quiet capture castle promotion",
    "zigzagmadness": "quiet capture castle promotion drop",
    "friendly": "quiet capture promotion swap rifle",
    "penaltybox": BOXES,
    "penaltybox-noking": BOXES,
    "penaltybox-ben": BOXES,
    "penaltybox-dual": BOXES,
}


def people(game):
    return "Four people" if game.endswith("dual") else "Two people"


def play_rows(browser, server, game, hand):
    with Game(browser, server, hand) as board:
        board.new_game(game, people(game))
        faults = []
        for start, moves, after in rows()[game]:
            try:
                board.load(game, start)
                for move in moves:
                    board.play(move)
                if board.state()["fen"] != after:
                    raise AssertionError(f"{board.state()['fen']} instead of {after}")
            except AssertionError as fault:
                faults.append(f"{start} {' '.join(moves)}: {fault}")
        if faults:
            raise AssertionError(f"{len(faults)} of {len(rows()[game])} rows: " + "\n    ".join(faults))


def every_game_has_rows(server):
    """At least ten plies of every game in code, and the kinds of moves that it has."""
    for game in server.games():
        name = game["name"]
        mine = rows().get(name, [])
        plies = sum(len(moves) for _, moves, _ in mine)
        if plies < 10:
            raise AssertionError(f"{name} has {plies} plies")
        missing = set(KINDS.get(name, "quiet capture promotion").split()) - kinds_of(server, name, mine)
        if missing:
            raise AssertionError(f"{name}: no row has a move of the kind {sorted(missing)}")


def kinds_of(server, name, mine):
    kinds = set()
    for start, moves, _ in mine:
        for count, text in enumerate(moves):
            found = server.ask("position", game=name, fen=start, moves=moves[:count])["moves"]
            kinds |= {move["kind"] for move in found if move["text"] == text}
    return kinds


def dragged(browser, server):
    """Pieces are dragged; a piece that is let go on a square where it cannot go returns."""
    with Game(browser, server) as board:
        board.new_game("chess", "Two people")
        for start, goal, is_legal in [("e2", "e4", True), ("e7", "e4", False), ("d7", "d5", True), ("e4", "d5", True)]:
            board.hand.drag(f'[data-square="{start}"]', f'[data-square="{goal}"]')
            if is_legal:
                board.judge.moves.append(start + goal)
            board.expect_position()


def tests(server):
    yield "every game has rows", lambda browser, server: every_game_has_rows(server)
    yield "drag", dragged
    games = list(rows())
    for hand, chosen in HANDS.items():
        for game in chosen or games:
            yield f"moves by {hand}: {game}", lambda browser, server, game=game, hand=hand: play_rows(browser, server, game, hand)
