"""How the bundled game and its pictures are seen here. Run as a file: it needs the installed program only.

Prints objects of JSON, each as soon as it is known: the verdicts with their moves and tables, the stacks of every
picture, one by one, and the versions.
`--without onnxruntime` does without a package.
"""

import argparse
import contextlib
import io
import json
import platform
import sys
from pathlib import Path
from typing import Any

TOLD = ("verdict", "side", "moves", "rule", "grid")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", nargs="*", default=[])
    for name in parser.parse_args().without:
        # What stands as None among the modules cannot be imported.
        sys.modules[name] = None  # type: ignore[assignment]
    game = game_folder()
    verdicts = told("referee", str(game), "--json")
    # A hand hides some of what stands there: what is made of the rest hangs by a hair.
    clear = [str(game / verdict["frame"]) for verdict in verdicts if verdict["verdict"] != "hand"]
    tell("verdicts", [{name: verdict.get(name) for name in TOLD} for verdict in verdicts])
    for path in clear:
        (picture,) = told("see", path, "--board", "volcano", "--json")
        tell("stacks", [{cell: each["stack"] for cell, each in picture["cells"].items()}])
    libraries = {name: sys.modules[name].__version__ for name in ("cv2", "numpy")}
    versions = {"python": platform.python_version(), "machine": platform.machine(), **libraries}
    tell("versions", versions)


def game_folder() -> Path:
    """The bundled game."""
    from companion import cli  # noqa: PLC0415 - after what is to be done without

    return Path(cli.__file__).with_name("data") / "demo_game"


def tell(what: str, found: Any) -> None:
    print(json.dumps({what: found}), flush=True)


def told(*words: str) -> list[dict[str, Any]]:
    """What a command prints, one JSON object a line."""
    from companion.cli import main as command  # noqa: PLC0415 - after what is to be done without

    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = command(words)
    assert status == 0, f"{words} ended with {status}"
    return [json.loads(line) for line in out.getvalue().splitlines()]


if __name__ == "__main__":
    main()
