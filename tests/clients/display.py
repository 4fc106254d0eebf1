"""An X display without a screen, and PNG pictures of what is on it."""

import os
import struct
import subprocess
import tempfile
import zlib


class Display:
    """An Xvfb of one's own. Its frame buffer is a file in XWD format, so that pictures need no other program."""

    def __init__(self, width=1280, height=1024):
        self.folder = tempfile.TemporaryDirectory()
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder.name,
             "-nolisten", "tcp"],
            pass_fds=[writer], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.name = f":{number}"

    def close(self):
        self.server.terminate()
        self.server.wait()
        self.folder.cleanup()

    def rows(self, x, y, width, height):
        """The pixels of a part of the screen: a list of rows of (red, green, blue)."""
        with open(os.path.join(self.folder.name, "Xvfb_screen0"), "rb") as file:
            dump = file.read()
        header = struct.unpack(">25I", dump[:100])
        start, per_line, colors = header[0], header[12], header[19]
        pixels = start + 12 * colors
        rows = []
        for line in range(y, y + height):
            at = pixels + line * per_line + 4 * x
            data = dump[at : at + 4 * width]
            rows.append([(data[i + 2], data[i + 1], data[i]) for i in range(0, len(data), 4)])
        return rows


def trimmed(rows):
    """The pixels without the empty screen around them."""
    def is_empty(line):
        return all(pixel == (0, 0, 0) for pixel in line)

    height = max((y + 1 for y, row in enumerate(rows) if not is_empty(row)), default=1)
    width = max((x + 1 for x in range(len(rows[0])) if not is_empty(row[x] for row in rows[:height])), default=1)
    return [row[:width] for row in rows[:height]]


def write_png(path, rows):
    """Saves pixels; with a palette if they have few enough colours."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    colors = sorted({pixel for row in rows for pixel in row})
    if len(colors) > 256:
        # Edges of pictures are blended: steps of 16 are enough to look at.
        rows = [[tuple(min(value // 16 * 17, 255) for value in pixel) for pixel in row] for row in rows]
        colors = sorted({pixel for row in rows for pixel in row})
    if len(colors) <= 256:
        number = {color: index for index, color in enumerate(colors)}
        lines = b"".join(b"\0" + bytes(number[pixel] for pixel in row) for row in rows)
        kind, palette = 3, chunk(b"PLTE", bytes(value for color in colors for value in color))
    else:
        lines = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
        kind, palette = 2, b""
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, kind, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + palette)
        file.write(chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))
