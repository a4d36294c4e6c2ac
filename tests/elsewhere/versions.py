"""Installs the wheel into other Pythons, and with the oldest libraries allowed: does it see and judge the same there?

    python -m tests.elsewhere.versions python3.12 python3.13

The reference is what this Python with its libraries says of the bundled game and its pictures. Wants a package index.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.app import window
from setup import installed_source

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "elsewhere"
# Run in other Pythons; they import what the wheel holds, by its names.
SCRIPTS = tuple(Path(__file__).with_name(name) for name in ("looks.py", "android.py"))
LOOKS, ANDROID = (BUILT / script.name for script in SCRIPTS)
OLDEST = "oldest"
# Without the sources here in reach.
ALONE = ("-I",)


def main(pythons: Sequence[str]) -> int:
    """Returns 0 where every Python that is here and has wheels of all libraries says the same."""
    wheel = build()
    reference = looks(sys.executable)
    print(f"reference: {reference['versions']}", flush=True)
    wrong = 0
    for name in pythons:
        if not runs(name):
            print(f"{name}: is not on this machine; nothing is known of it", flush=True)
            continue
        python = installed(name, wheel, ())
        if python is None:
            print(f"{name}: some library has no wheel for it", flush=True)
            continue
        wrong += compared(name, looks(python), reference)
    python = installed(sys.executable, wheel, oldest())
    if python is None:
        print(f"{OLDEST}: cannot be installed")
        return 1
    wrong += compared(OLDEST, looks(python), reference)
    with_networks_for_opencv()
    wrong += compared(f"{OLDEST}, without onnxruntime", looks(python, "onnxruntime"), reference)
    wrong += android(python)
    return 1 if wrong else 0


def build() -> Path:
    """The wheel of these sources; beside it the scripts that other Pythons run."""
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    for script in SCRIPTS:
        (BUILT / script.name).write_text(installed_source(script.read_text("utf-8"), script.name), "utf-8")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(BUILT), str(ROOT)]
    subprocess.run(command, check=True)
    (wheel,) = BUILT.glob("*.whl")
    return wheel


def with_networks_for_opencv() -> None:
    """Put into the oldest environment the networks that OpenCV runs: the sources have them, the wheel has not."""
    (weights,) = (BUILT / OLDEST).glob("lib/*/site-packages/pyramid_companion/vision/networks/weights")
    shutil.copytree(ROOT / "vision" / "networks" / "weights", weights, dirs_exist_ok=True)


def runs(python: str) -> bool:
    """Whether a Python of that name is here; a name may lead to nothing (pyenv's shims)."""
    if shutil.which(python) is None:
        return False
    return subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0


def oldest() -> list[str]:
    """The oldest libraries that pyproject.toml allows, as constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["app"]]
    found = [re.match(r"([\w-]+)>=([\d.]+)", line) for line in wanted]
    return [f"{each[1]}=={each[2]}.*" for each in found if each]


def installed(python: str, wheel: Path, constraints: Sequence[str]) -> str | None:
    """A virtual environment's Python with the wheel; None where a library has no wheel for it."""
    folder = BUILT / (OLDEST if constraints else Path(python).name)
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    inside = str(folder / "bin" / "python")
    limits = BUILT / "constraints.txt"
    limits.write_text("\n".join(constraints))
    # Alone: pip takes what a build has left in the sources' folder for the installed package.
    command = [
        inside,
        *ALONE,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--only-binary",
        ":all:",
        "--constraint",
        str(limits),
        f"{wheel}[app]",
    ]
    return inside if subprocess.run(command, check=False, capture_output=True).returncode == 0 else None


def looks(python: str, *without: str) -> dict[str, Any]:
    """What `tests/elsewhere/looks.py` says under a Python."""
    more = ["--without", *without] if without else []
    done = subprocess.run([python, *ALONE, str(LOOKS), *more], cwd=BUILT, capture_output=True, text=True, check=True)
    return together(done.stdout.splitlines())


def together(lines: Iterable[str]) -> dict[str, Any]:
    """What the lines of `tests/elsewhere/looks.py` say: verdicts, stacks and versions."""
    said: dict[str, Any] = {"verdicts": [], "stacks": [], "versions": {}}
    for line in lines:
        ((what, found),) = json.loads(line).items()
        said[what] = found if what == "versions" else [*said[what], *found]
    return said


def compared(name: str, seen: dict[str, Any], reference: dict[str, Any]) -> bool:
    """Tell in how far both say the same. Returns whether they do not."""
    same = {
        what: sum(one == other for one, other in zip(seen[what], reference[what], strict=True))
        for what in ("verdicts", "stacks")
    }
    told = ", ".join(f"{same[what]} of {len(reference[what])} {what}" for what in same)
    print(f"{name}: {told} the same; {seen['versions']}", flush=True)
    return any(same[what] < len(reference[what]) for what in same)


def android(python: str) -> bool:
    """Play in the imitation of Android. Returns whether that failed."""
    with window.virtual_display(1280, 800):
        command = [python, *ALONE, str(ANDROID), str(BUILT / "android")]
        (BUILT / "android").mkdir()
        done = subprocess.run(command, cwd=BUILT, capture_output=True, text=True, check=False)
    print(f"{OLDEST}, as if on Android: {'plays' if done.returncode == 0 else done.stderr}")
    return done.returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
