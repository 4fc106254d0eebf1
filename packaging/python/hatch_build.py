"""Puts the program of the folder `program` among the scripts of the wheel, which is for the system that it is built on."""

from pathlib import Path
from sysconfig import get_platform
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Program(BuildHookInterface):
    """Adds the program to the wheel."""

    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        """Names the program and the wheel's platform."""
        programs = sorted(Path(self.root, "program").glob("jailbird*"))
        if not programs:
            raise FileNotFoundError("there is no program in the folder `program`: make wheel")
        build_data["shared_scripts"] = {str(program): program.name for program in programs}
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + get_platform().replace("-", "_").replace(".", "_")
