#!/usr/bin/env python3
"""Prints the tables of README.md from the numbers of the studies: compare.py *.json

Each number is the mean or the share over all games, with half the width of its interval.
"""

import json
import sys

# Heading, path to the number, factor, digits.
RESULTS = [
    ("games", ("study", "games"), None, 0),
    ("White's points, %", ("results", "shares", "score", "all"), 100, 1),
    ("draws, %", ("results", "shares", "draw", "all"), 100, 1),
    ("plies", ("length", "numbers", "mean", "all"), 1, 0),
    ("moves to choose from", ("length", "numbers", "choice", "all"), 1, 1),
    ("lead changes", ("course", "numbers", "lead_changes", "all"), 1, 2),
    ("drama, %", ("course", "numbers", "drama", "all"), 100, 1),
    ("decided after, %", ("course", "numbers", "decided", "all"), 100, 0),
    ("uncertainty, %", ("course", "numbers", "uncertainty", "all"), 100, 0),
]


def find(study, path):
    for key in path:
        study = (study or {}).get(key)
    return study


def text(number, factor, digits):
    if number is None:
        return "–"
    if factor is None:
        return f"{number:,}"
    value = f"{number['value'] * factor:.{digits}f}"
    if number["low"] is None:
        return value
    return f"{value} ± {(number['high'] - number['low']) / 2 * factor:.{digits}f}"


def table(studies, columns):
    yield "| game | " + " | ".join(heading for heading, *_ in columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for study in studies:
        name = study["study"]["game"]
        cells = [text(find(study, path), factor, digits) for _, path, factor, digits in columns]
        yield f"| [`{name}`]({name}.html) | " + " | ".join(cells) + " |"


def strength(studies):
    """Draws and White's points by nodes a move."""
    yield "| game | nodes | White's points, % | draws, % | plies |"
    yield "|---|---|---|---|---|"
    for study in studies:
        numbers = find(study, ("strength", "numbers")) or {}
        for nodes in sorted(numbers.get("score", {}), key=lambda key: int(key) if key.isdigit() else 0):
            if not nodes.isdigit():
                continue
            row = [(("score", nodes), 100, 1), (("draw", nodes), 100, 1), (("mean", nodes), 1, 0)]
            cells = [text(find(numbers, path), factor, digits) for path, factor, digits in row]
            yield f"| `{study['study']['game']}` | {nodes} | " + " | ".join(cells) + " |"


def main():
    studies = [json.load(open(file, encoding="utf-8")) for file in sys.argv[1:]]
    print("\n".join(table(studies, RESULTS)))
    print()
    print("\n".join(strength(studies)))


if __name__ == "__main__":
    main()
