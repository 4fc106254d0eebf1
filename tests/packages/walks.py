"""Plays random moves in every game with the installed client, and writes what it sees as JSON: walks.py PLIES SEED."""

from __future__ import annotations

import json
import random
import sys
from typing import Dict, List

from jailbird import Engine, Game

# Another name of chess.
ALIASES = {"standard"}


def seen(game: Game, moves: List[str]) -> Dict[str, object]:
    """What the npm package has to see, too."""
    ends = [end and [end.score, end.text] for end in (game.result, game.claim)]
    return {"fen": game.fen, "turn": game.turn, "seat": game.seat, "ends": ends, "moves": sorted(moves)}


def main() -> None:
    """Walks."""
    plies, seed = map(int, sys.argv[1:])
    dice = random.Random(seed)
    walks = []
    with Engine() as engine:
        for name in engine.games():
            if name in ALIASES:
                continue
            game = engine.game(name)
            positions = []
            for _ in range(plies):
                moves = game.moves()
                positions.append(seen(game, moves))
                if not moves:
                    break
                game.play(dice.choice(moves))
            walks.append({"name": name, "history": game.history[: len(positions) - 1], "positions": positions})
    json.dump(walks, sys.stdout)


if __name__ == "__main__":
    main()
