"""The engine as the worker builds it: `make -j EXE=NAME EVALFILE=FILE` in a folder with the sources.

The build uses the repository's target folder, so that only the engine itself is compiled. `CARGO` may name a program that stands in
for cargo.
"""

import os
import re
import shutil
import struct
import subprocess

MAGIC_LENGTH = 8


def fnv(content):
    """The checksum of a network's file."""
    hash = 0xCBF29CE484222325
    for byte in content:
        hash = (hash ^ byte) * 0x100000001B3 % 2**64
    return hash


def changed(network, edit):
    """A network whose content was edited, with the checksum that belongs to it."""
    content = bytearray(network[MAGIC_LENGTH:-8])
    edit(content)
    return network[:MAGIC_LENGTH] + bytes(content) + struct.pack("<Q", fnv(content))


def add_to_output_bias(content):
    head = struct.unpack_from("<I", content)[0]
    hidden = int(re.search(rb"\nhidden (\d+)\n", content[4:4 + head]).group(1))
    place = 4 + head + 2 * hidden + 2 * 2 * hidden
    struct.pack_into("<i", content, place, struct.unpack_from("<i", content, place)[0] + 20000)


def other_features(content):
    place = content.index(b"\nfeatures ") + len(b"\nfeatures ")
    content[place:place + 4] = b"0123"


def replace(old, new):
    """An edit of the head that keeps its length."""
    def edit(content):
        place = content.index(old)
        content[place:place + len(old)] = new.ljust(len(old))[:len(old)]
    return edit


def check(_setting, root, work, utils, jailbird):
    source = work / "source"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, source / name)
    shipped = (root / "core/src/variants/prison_break/prisonbreak.net").read_bytes()
    network = work / "network"
    environment = {**os.environ, "CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(root / "target"))}

    def make(content, name):
        network.write_bytes(content)
        command = utils.makefile_command(str(network), "", name, "cargo")
        return subprocess.run(command, cwd=source, capture_output=True, text=True, env=environment)

    for words, name in (["CXX=g++"], "fastchess"), (["CXX=g++", "EXE=engine"], "engine"), ([], "jailbird"):
        command = ["make", "-n", "-j", *words]
        planned = subprocess.run(command, cwd=source, capture_output=True, text=True, env=environment)
        assert planned.stdout.split()[-1] == name, (words, planned)

    refused = [
        (b"not a network", "not a network"),
        (shipped[:-1], "checksum"),
        (changed(shipped, replace(b"game prisonbreak\n", b"game checkers\nx \n")), "a network for checkers, which has none"),
        (changed(shipped, other_features), "other features"),
    ]
    for content, named in refused:
        built = make(content, "refused")
        said = built.stdout + built.stderr
        assert built.returncode != 0 and named in said, f"`{named}` is not in {said[-600:]}"
        assert not (source / "refused").exists(), "a refused network was built in"

    built = make(changed(shipped, add_to_output_bias), "other")
    assert built.returncode == 0, (built.stdout + built.stderr)[-2000:]
    nodes = {}
    for game in ("chess", "prisonbreak"):
        own, other = (jailbird("bench", game).stdout, subprocess.run(
            [source / "other", "bench", game], capture_output=True, text=True).stdout)
        nodes[game] = [int(text.split()[-4]) for text in (own, other)]
    assert nodes["chess"][0] == nodes["chess"][1], nodes
    assert nodes["prisonbreak"][0] != nodes["prisonbreak"][1], f"the network is not built in: {nodes}"
    return "nodes of bench in Prison Break: {} and {}".format(*nodes["prisonbreak"])
