"""Uses the installed package in Chromium, without a bundler, under the policy that its page names: browser.py FOLDER.

One line for each test; the exit code is 1 if it failed. Needs playwright, as tests/board/run installs it.
"""

import functools
import http.server
import os
import sys
import threading

from playwright.sync_api import sync_playwright

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"

PROGRAM = """async () => {
  const { load, JailbirdError } = await import("/browser.js");
  const jailbird = await load();
  const game = await jailbird.game("crazyhouse", { moves: ["e2e4", "d7d5", "e4d5"] });
  const { games } = await jailbird.loadGames("[hill:chess]\\nknight = -\\ncustomPiece1 = n:NC\\n");
  const hill = await (await jailbird.game("hill")).search({ depth: 3 });
  const refused = await game.play("e2e5").catch((error) => error instanceof JailbirdError && error.message);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 200);
  const aborted = await game.search({ infinite: true, signal: controller.signal }).catch((error) => error.name);
  const moves = (await game.moves()).length;
  await jailbird.close();
  return { fen: game.fen, moves, games, depth: hill.lines[0].depth, refused, aborted };
}"""

SEEN = {
    "fen": "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2",
    "moves": 28,
    "games": ["hill"],
    "depth": 3,
    "refused": "illegal move: e2e5",
    "aborted": "AbortError",
}


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the folder and, as `/`, an empty page."""

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Jailbird</title>")

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=sys.argv[1]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    complaints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        page = browser.new_page()

        def listen(message):
            # The browser asks for a picture of its own accord.
            if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
                complaints.append(f"{message.text} {message.location['url']}")

        page.on("console", listen)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        seen = page.evaluate(PROGRAM)
        browser.close()
    good = seen == SEEN and not complaints
    print("ok the package in Chromium" if good else f"FAIL the package in Chromium: {seen} {complaints}")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
