#!/usr/bin/env python3
"""A contact sheet of the pictures of pieces: each at 64, 32 and 24 pixels, White and Black, on light and dark squares.

    piece_sheet.py FOLDER > sheet.svg
"""

import os
import re
import sys

SQUARES = ["#f0d9b5", "#b58863"]
SIDES = [
    'fill="#fff" stroke="#222" color="#222"',
    'fill="#3b3b40" stroke="#0c0c0e" color="#f4f4f4"',
]
COLUMNS = 4
# Size in pixels, and where in the cell of a piece its row of pictures begins.
SIZES = {64: (0, 0), 32: (0, 68), 24: (144, 68)}
# Width and height of the cell.
WIDTH, HEIGHT = 256, 128
MARGIN, TITLE = 12, 30
COLOURS = re.compile(r'fill="\S+" stroke="\S+" color="\S+"')
FONT = 'font-family="DejaVu Sans, sans-serif" stroke="none" fill="#222"'


def sections(folder):
    """Yields titles and names of pictures: the pieces, then the marks."""
    names = sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".svg"))
    yield "pieces", [name for name in names if not name.startswith("mark-")]
    yield "marks", [name for name in names if name.startswith("mark-")]


def picture(text, x, y, size, side):
    """The SVG of a piece as an element of the sheet. Without a side it keeps its colours."""
    text = COLOURS.sub(side, text, count=1) if side else text
    return text.replace("<svg ", f'<svg x="{x}" y="{y}" width="{size}" height="{size}" ', 1)


def cell(folder, name, x, y):
    """All sizes and colours of a piece, and its name."""
    with open(os.path.join(folder, name + ".svg"), encoding="utf-8") as file:
        text = file.read().strip()
    neutral = name == "token" or name.startswith("mark-")
    sides = [None] if neutral else SIDES
    parts = [f'<text x="{x}" y="{y + 115}" font-size="12" {FONT}>{name}</text>']
    for size, (right, down) in SIZES.items():
        left, top = x + right, y + down
        for side in sides:
            for square in SQUARES:
                parts.append(f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="{square}"/>')
                parts.append(picture(text, left, top, size, side))
                left += size
    return "\n".join(parts)


def sheet(folder):
    """The whole sheet as SVG."""
    parts, y = [], MARGIN
    for title, names in sections(folder):
        parts.append(f'<text x="{MARGIN}" y="{y + 16}" font-size="14" font-weight="bold" {FONT}>{title}</text>')
        y += TITLE
        for index, name in enumerate(names):
            column, row = index % COLUMNS, index // COLUMNS
            parts.append(cell(folder, name, MARGIN + column * (WIDTH + MARGIN), y + row * HEIGHT))
        y += (len(names) + COLUMNS - 1) // COLUMNS * HEIGHT + MARGIN
    width = MARGIN + COLUMNS * (WIDTH + MARGIN)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(sheet(sys.argv[1]))
