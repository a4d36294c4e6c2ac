"""The wheel: what is in it, and that it gets on with whatever else is installed."""

import ast
import json
import shutil
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from setup import INSTALLED, NAME
from tests.installed.conftest import PACKAGES, ROOT, Installed, environment

WEIGHTS, INT8 = "vision/networks/weights", ".int8.onnx"
# A module that ends whatever imports it.
HOSTILE = "raise SystemExit('not ours')\n"
DEMO = ROOT / "companion" / "data" / "demo_game"
TYPED = """
from pathlib import Path
import numpy as np
from pyramid_companion import api
board: api.Board = api.read_board(np.zeros((9, 9, 3), np.uint8))
stacks: dict[str, str] = {name: place.holds for name, place in board.places.items()}
value: int | None = api.read_dice(Path("x.jpg"))[0].value
roll: api.RolledDice = next(api.rolls("auto", throw=True, notice=print))
game = api.Referee("looney-blockade")
verdict: api.GameVerdict | None = game.watch("x.jpg")
try:
    game.declare("roll", {"B": 4, "G": 5})
except api.ApiError as error:
    print(error, error.key)
"""
# Of all networks together.
MOST_BYTES = 17_500_000

pytestmark = pytest.mark.slow


def test_the_wheel_holds_all_files_that_the_program_needs(wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    needed = {
        str(path.relative_to(ROOT))
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert held == {installed_path(name) for name in needed - for_opencv()}


def installed_path(name: str) -> str:
    """Where the wheel holds a file of the repository."""
    top, rest = name.split("/", 1)
    return f"{INSTALLED[top].replace('.', '/')}/{rest}"


def test_everything_is_under_one_name(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
        assert {top for top in tops if not top.endswith(".dist-info")} == {NAME}
        (said,) = (name for name in archive.namelist() if name.endswith("top_level.txt"))
        assert archive.read(said).decode().split() == [NAME]
        sources = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".py")]
    imported = {
        node.module.split(".")[0]
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    assert NAME in imported
    assert not imported & {"companion", "vision", "hardware", "calibration"}


def test_other_peoples_modules_of_such_names_do_no_harm(installed: Installed, tmp_path: Path) -> None:
    for name in ("vision", "hardware", "calibration", "companion"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    for words in (["engine"], ["see", str(DEMO / "000.jpg"), "--board", "volcano", "--json"]):
        done = installed.run(["companion", *words], tmp_path, more={"PYTHONPATH": str(tmp_path)})
        assert (done.returncode, done.stderr) == (0, "")


def test_no_module_has_a_generic_name(installed: Installed, tmp_path: Path) -> None:
    """PyPI has a package `hardware`; whatever it puts there, none of it lies among our files."""
    for name in PACKAGES:
        done = installed.run([str(installed.python), "-c", f"import {name}"], tmp_path)
        assert "ModuleNotFoundError" in done.stderr


def test_the_toy_game_is_installed_beside_it_as_it_is(wheel: Path, tmp_path: Path) -> None:
    """docs/games.md offers its folder as an example."""
    installed = environment(wheel, tmp_path)
    toy = tmp_path / "toy_game"
    shutil.copytree(ROOT / "tests/toy_game", toy, ignore=shutil.ignore_patterns("__pycache__"))
    installed.install(toy)
    done = installed.run(["companion", "rules", "tic-tac-toe"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "TT-free" in done.stdout
    asked = json.dumps({"game": "tic-tac-toe", "op": "initial"})
    assert "position" in json.loads(installed.run(["companion", "engine"], tmp_path, asked).stdout)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed.python)]
    parts = [f"tic_tac_toe/{part}" for part in ("game.py", "rules", "table")]  # Kivy has no types
    done = installed.run([*mypy, *parts], toy, more={"MYPY_CACHE_DIR": str(tmp_path / "cache")})
    assert done.returncode == 0, done.stdout


def test_a_strict_type_checker_knows_the_interface(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(TYPED)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed.python), "program.py"]
    done = installed.run(mypy, tmp_path)
    assert done.returncode == 0, done.stdout


def for_opencv() -> set[str]:
    """Networks that ONNX Runtime, which every wheel is installed with, has an int8 twin of."""
    return {f"{WEIGHTS}/{path.name.removesuffix(INT8)}.onnx" for path in (ROOT / WEIGHTS).glob(f"*{INT8}")}


def test_the_wheel_holds_one_file_of_each_network_and_few_megabytes(wheel: Path) -> None:
    sizes = {each.filename: each.file_size for each in ZipFile(wheel).infolist() if each.filename.endswith(".onnx")}
    names = sorted(Path(name).name.removesuffix(INT8).removesuffix(".onnx") for name in sizes)
    assert names == sorted(path.stem for path in (ROOT / "vision/networks/cards").glob("*.toml"))
    assert all(f"{name.removesuffix('.onnx')}{INT8}" not in sizes for name in sizes)
    assert sum(sizes.values()) < MOST_BYTES


def test_the_version_is_that_of_the_project(installed: Installed, tmp_path: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert installed.run(["companion", "--version"], tmp_path).stdout == f"companion {version}\n"


def test_the_bundled_game_is_refereed(installed: Installed, tmp_path: Path) -> None:
    done = installed.run(["companion", "demo"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ILLEGAL" in done.stdout
    assert "<svg" in (tmp_path / "demo_report.html").read_text("utf-8")
