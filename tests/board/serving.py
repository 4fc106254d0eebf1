"""A running `jailbird board`, and requests to it that are not sent by its page."""

import http.client
import json
import os
import re
import subprocess
import time

JAILBIRD = os.path.realpath(os.environ.get("JAILBIRD", "./jailbird"))


class Server:
    """Jailbird as a server; `port` 0 takes any that is free, `None` the usual one; `reports` is a folder."""

    def __init__(self, port=0, reports=None):
        self.process = None
        self.options = ["--reports", reports] if reports else []
        self.start(port)

    def start(self, port):
        wish = [] if port is None else ["--port", str(port)]
        command = [JAILBIRD, "board", "--no-open", *wish, *self.options]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{32})", self.address)
        if not found:
            raise AssertionError(f"the first line is no address: {self.address!r}")
        self.port, self.token = int(found.group(1)), found.group(2)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        """Kills the server and starts another one at the same port; it has a new token."""
        self.stop()
        self.start(self.port)

    def headers(self):
        return {"Content-Type": "application/json", "X-Jailbird-Token": self.token}

    def send(self, name, body, headers=None, method="POST"):
        """Status and text of an answer; `body` is text or bytes, `headers` replace the usual ones."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, name, body, self.headers() if headers is None else headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def ask(self, name, **fields):
        """The JSON that answers a request that must be accepted."""
        status, text = self.send(f"/api/{name}", json.dumps(fields))
        if status != 200:
            raise AssertionError(f"{name} {fields}: {status} {text}")
        return json.loads(text)

    def games(self):
        """The games of the list that are in code; those from files have tests of their own."""
        return [game for game in self.ask("games")["games"] if game["group"] == "house"]

    def seconds_used(self):
        """Processor time of the process so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def idle_share(self, seconds=5):
        """The share of one core that the process uses while nobody asks anything."""
        before = self.seconds_used()
        time.sleep(seconds)
        return (self.seconds_used() - before) / seconds
