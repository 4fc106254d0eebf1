"""A stand-in for OpenBench's server, and the workloads that it hands out.

The worker asks over HTTP for books, sources and networks and sends results, errors and records there, so nothing of it has to be
replaced.
"""

import hashlib
import io
import json
import http.server
import threading
import zipfile
from urllib.parse import parse_qs


class Farm:
    """Serves files, and keeps what is sent: lists of forms by the name of the endpoint."""

    def __init__(self, version):
        self.files, self.received, self.version = {}, {}, version
        farm = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(farm.files.get(self.path.strip("/")))

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.answer(farm.take(self.path.strip("/"), body, self.headers.get("Content-Type", "")))

            def answer(self, content):
                self.send_response(404 if content is None else 200)
                self.end_headers()
                self.wfile.write(content or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def take(self, path, body, kind):
        """Keeps a form; the answer."""
        if path in self.files:
            return self.files[path]
        form = {"body": body} if "multipart" in kind else {key: values[0] for key, values in parse_qs(body.decode()).items()}
        self.received.setdefault(path, []).append(form)
        if path == "clientMatchRunnerVersionRef":
            return json.dumps({"fastchess_min_version": self.version, "fastchess_repo_url": "", "fastchess_repo_ref": ""}).encode()
        return b"{}"

    def forms(self, path):
        return self.received.pop(path, [])

    def book(self, name, text):
        """Serves a book; what a workload says about it."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(name, text)
        self.files[f"books/{name}"] = packed.getvalue()
        sha = hashlib.sha256(text.encode()).hexdigest()
        return {"name": name, "sha": sha, "source": f"{self.address}/books/{name}"}


NO_BOOK = {"name": "NONE", "sha": None, "source": None}


def branch(name, options, time_control, bench, network=("", "")):
    """One of the two engines of a workload, both of which are called Jailbird."""
    return {
        "id": 1, "name": name, "source": "", "sha": (name * 8)[:8], "bench": str(bench), "engine": "Jailbird", "options": options,
        "network": network[1], "netname": network[0], "time_control": time_control, "private": False,
        "build": {"path": "", "compilers": ["cargo"], "cpuflags": [], "systems": ["Linux"]},
    }


def workload(number, kind, dev, base, book, **more):
    """A workload in the form of the server. `more` replaces entries of the test; `distribution`, `spsa` and `reporting_type`
    those of the workload."""
    outer = {
        "result": {"id": number},
        "distribution": {"runner-count": 1, "concurrency-per": 2, "rounds-per-runner": 4},
        "spsa": None,
        "reporting_type": "BULK" if kind == "SPSA" else "",
    }
    outer.update((key, more.pop(key)) for key in list(more) if key in outer)
    test = {
        "id": number, "type": kind, "syzygy_wdl": "DISABLED", "syzygy_adj": "DISABLED", "win_adj": "None", "draw_adj": "None",
        "workload_size": 1, "upload_pgns": "VERBOSE", "genfens_args": "", "genfens_seeds": [11, 12], "play_reverses": False,
        "scale_method": "BOTH", "scale_nps": 300000, "book": book, "book_seed": number, "book_index": 1, "dev": dev, "base": base,
    }
    return {**outer, "test": {**test, **more}}
