"""ONNX Runtime is tried once, where it can do no harm."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from vision.networks.onnx_runtime import PACKAGE, find_onnx_runtime


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a package in ONNX Runtime's place; each import adds a line to the file `imports` beside it."""
    package = tmp_path / "site" / f"{PACKAGE}.py"
    package.parent.mkdir()
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    # Set first, so that afterwards the module is what it was before, even none.
    monkeypatch.setitem(sys.modules, PACKAGE, ModuleType(PACKAGE))
    monkeypatch.delitem(sys.modules, PACKAGE)
    return package


def write(package: Path, then: str) -> None:
    counted = package.with_name("imports")
    package.write_text(f"open({str(counted)!r}, 'a').write('once\\n')\n{then}\n")


def imports(package: Path) -> int:
    return len(package.with_name("imports").read_text().splitlines())


def test_a_package_that_works_is_tried_once(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(installed, "works = True")
    kept = tmp_path / "cache" / "kept.json"
    found = find_onnx_runtime(kept)
    assert found is not None and found.works
    monkeypatch.delitem(sys.modules, PACKAGE)
    assert find_onnx_runtime(kept) is not None
    assert imports(installed) == 3, "one trial, two imports"
    monkeypatch.delitem(sys.modules, PACKAGE)


def test_a_package_that_kills_the_process_is_let_alone(installed: Path, tmp_path: Path) -> None:
    write(installed, "import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    kept = tmp_path / "kept.json"
    assert find_onnx_runtime(kept) is None and find_onnx_runtime(kept) is None
    assert imports(installed) == 1


def test_another_installation_is_tried_anew(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(installed, "import os; os._exit(139)")
    kept = tmp_path / "kept.json"
    assert find_onnx_runtime(kept) is None
    write(installed, "mended = True")
    found = find_onnx_runtime(kept)
    assert found is not None and found.mended
    monkeypatch.delitem(sys.modules, PACKAGE)


def test_a_package_that_lacks_a_library_is_done_without(installed: Path, tmp_path: Path) -> None:
    write(installed, "raise ImportError('libgomp.so.1: cannot open shared object file')")
    assert find_onnx_runtime(tmp_path / "kept.json") is None
    assert not (tmp_path / "kept.json").exists(), "the library may be there at the next start"


@pytest.mark.parametrize("kept", ["", "[1]", "{", '{"x": 3}'])
def test_a_damaged_memory_is_no_obstacle(installed: Path, tmp_path: Path, kept: str) -> None:
    write(installed, "import os; os._exit(139)")
    path = tmp_path / "kept.json"
    path.write_text(kept)
    assert find_onnx_runtime(path) is None
    assert find_onnx_runtime(tmp_path / "site" / "imports" / "kept.json") is None, "nor is one that cannot be written"
