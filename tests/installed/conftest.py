"""The program as somebody else installs it: a wheel, in an environment that holds nothing of the sources."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "hardware", "calibration")
BESIDE = ("pyproject.toml", "setup.py", "pyramid_companion.py", "MANIFEST.in", "README.md", "LICENSE")
# Seconds after which a command is taken to wait for somebody.
PATIENCE = 300
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel, its libraries those of the tests. `home` is its user's home."""

    folder: Path
    home: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def environment(self) -> dict[str, str]:
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
        path = os.pathsep.join([str(self.folder / "bin"), ours["PATH"]])
        return {**ours, "HOME": str(self.home), "PATH": path, "VIRTUAL_ENV": str(self.folder)}

    def install(self, package: Path) -> None:
        """Install a wheel or a folder with sources, without its libraries."""
        install = ["--python", str(self.python), "install", "--no-index", "--no-deps", "--no-build-isolation"]
        # The libraries are those of an environment that may have the sources installed.
        install.append("--ignore-installed")
        subprocess.run([*PIP, *install, str(package)], check=True)

    def run(
        self, words: Sequence[str], folder: Path, given: str = "", more: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment in a folder, `given` typed into it."""
        environment = {**self.environment, **(more or {})}
        return subprocess.run(
            words,
            cwd=folder,
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of a copy of the sources, built without the network."""
    sources, built = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(ROOT / name, sources)
    build = ["wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(built), str(sources)]
    done = subprocess.run([*PIP, *build], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return environment(wheel, tmp_path_factory.mktemp("installed"))


def environment(wheel: Path, folder: Path) -> Installed:
    """A new environment with the wheel."""
    made = Installed(folder / "environment", folder / "home")
    made.home.mkdir()
    venv.create(made.folder, symlinks=True)
    # Named in a .pth file the libraries are found, but .pth files beside them are not read: one names the sources.
    (site,) = made.folder.glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    made.install(wheel)
    return made
