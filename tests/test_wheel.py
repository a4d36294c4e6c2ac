"""The package as somebody else installs it: built, unpacked outside of the repository, and run."""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from setup import INSTALLED, NAME, installed_source

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "hardware", "calibration")
WEIGHTS, INT8 = "vision/networks/weights", ".int8.onnx"
# A module that ends whatever imports it.
HOSTILE = "raise SystemExit('not ours')\n"
# Of all networks together.
MOST_BYTES = 17_500_000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of a copy of the sources, built without the network."""
    sources, built = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "pyramid_companion.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    done = subprocess.run(
        [*build, "--no-build-isolation", "--wheel-dir", built, sources], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel holds."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def companion(
    installed: Path, folder: Path, *words: str, first: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run the installed `companion` in a folder, with nothing of the repository in reach; `first` comes before it on
    the path. Ends with what it has imported under names that the repository uses."""
    script = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]; " + (
        "sys.meta_path = [f for f in sys.meta_path if '__editable__' not in getattr(f, '__module__', '')]; "
        "from pyramid_companion.cli import main; status = main(); "
        f"generic = {set(INSTALLED)} & set(sys.modules); sys.exit(f'imported {{generic}}' if generic else status)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(path) for path in (first, installed) if path)}
    return subprocess.run(
        [sys.executable, "-c", script, *words], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )


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


def test_other_peoples_modules_of_such_names_do_no_harm(installed: Path, tmp_path: Path) -> None:
    for name in ("vision", "hardware", "calibration", "companion"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    done = companion(installed, tmp_path, "engine", first=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    picture = ROOT / "companion/data/demo_game/000.jpg"
    done = companion(installed, tmp_path, "see", str(picture), "--board", "volcano", "--json", first=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_package_called_hardware_may_be_installed_beside_it(installed: Path) -> None:
    """PyPI has one, with the modules below; whatever it puts there, none of it lies among our files."""
    theirs = {installed / "hardware" / name for name in ("__init__.py", "cmdb.py", "detect.py")}
    assert not theirs & set(installed.rglob("*.py"))
    assert not (installed / "hardware").exists()


def test_a_game_in_a_package_of_its_own_is_found(installed: Path, tmp_path: Path) -> None:
    """The toy game, its imports as a stranger writes them, with the entry point that an installation leaves."""
    for path in (ROOT / "tests/toy_game/tic_tac_toe").rglob("*.*"):
        there = tmp_path / path.relative_to(ROOT / "tests/toy_game")
        if path.is_file() and path.suffix in (".py", ".json"):
            there.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text("utf-8").replace("tests.toy_game.", "")
            there.write_text(installed_source(text, str(path)) if path.suffix == ".py" else text, "utf-8")
    (tmp_path / "tic_tac_toe-1.0.dist-info").mkdir()
    (tmp_path / "tic_tac_toe-1.0.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: tic-tac-toe\nVersion: 1.0\n"
    )
    (tmp_path / "tic_tac_toe-1.0.dist-info/entry_points.txt").write_text(
        "[pyramid_companion.games]\ntic-tac-toe = tic_tac_toe.game:GAME\n"
    )
    done = companion(installed, tmp_path, "rules", "tic-tac-toe", first=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "TT-free" in done.stdout


def for_opencv() -> set[str]:
    """Networks that ONNX Runtime, which every wheel is installed with, has an int8 twin of."""
    return {f"{WEIGHTS}/{path.name.removesuffix(INT8)}.onnx" for path in (ROOT / WEIGHTS).glob(f"*{INT8}")}


def test_the_wheel_holds_one_file_of_each_network_and_few_megabytes(wheel: Path) -> None:
    sizes = {each.filename: each.file_size for each in ZipFile(wheel).infolist() if each.filename.endswith(".onnx")}
    names = sorted(Path(name).name.removesuffix(INT8).removesuffix(".onnx") for name in sizes)
    assert names == sorted(path.stem for path in (ROOT / "vision/networks/cards").glob("*.toml"))
    assert all(f"{name.removesuffix('.onnx')}{INT8}" not in sizes for name in sizes)
    assert sum(sizes.values()) < MOST_BYTES


def test_the_version_is_that_of_the_project(installed: Path, tmp_path: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert companion(installed, tmp_path, "--version").stdout == f"companion {version}\n"


def test_the_bundled_game_is_refereed(installed: Path, tmp_path: Path) -> None:
    done = companion(installed, tmp_path, "demo")
    assert done.returncode == 0, done.stderr
    assert "ILLEGAL" in done.stdout
    assert "<svg" in (tmp_path / "demo_report.html").read_text("utf-8")
