"""ONNX Runtime where it can be had. Some of its wheels end the process that imports them (Illegal instruction on a
Raspberry Pi 4, a segmentation fault on other 64-bit ARM), so that a process of its own tries it first, once."""

import json
import platform
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import platformdirs

PACKAGE = "onnxruntime"
# A slow machine's first import from a memory card.
LONGEST_TRIAL = 120.0
# How Python ends after an import that it can report: it is left to the importing process to find it again.
REPORTED = 1
# Windows would open a console for the trial.
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def find_onnx_runtime(kept: Path | None = None) -> ModuleType | None:
    """The package, or None where it is not installed, cannot be imported or would end the process. What came of the
    trial is remembered in the file `kept`, for this interpreter and this installation of the package."""
    try:
        found = find_spec(PACKAGE)
    except (ImportError, ValueError):
        return None
    if found is None or not found.origin:
        return None
    if not _survives(
        found.origin, kept or platformdirs.user_cache_path("pyramid-companion", appauthor=False) / "onnxruntime.json"
    ):
        return None
    try:
        return import_module(PACKAGE)
    except (ImportError, OSError):
        return None


def _survives(origin: str, kept: Path) -> bool:
    """Whether a process survives the import of the package whose first file is `origin`."""
    if not sys.executable or getattr(sys, "frozen", False):
        return True
    installed = f"{origin} {Path(origin).stat().st_mtime_ns} {platform.machine()} {sys.version}"
    known = _read(kept)
    if installed in known:
        return known[installed]
    try:
        ended = subprocess.run(
            [sys.executable, "-c", f"import {PACKAGE}"],
            check=False,
            capture_output=True,
            timeout=LONGEST_TRIAL,
            creationflags=NO_WINDOW,
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False
    if ended == REPORTED:
        return True
    _write(kept, {installed: ended == 0})
    return ended == 0


def _read(kept: Path) -> dict[str, bool]:
    try:
        known = json.loads(kept.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): value is True for name, value in known.items()} if isinstance(known, dict) else {}


def _write(kept: Path, known: dict[str, bool]) -> None:
    """Keep it; where that is impossible, the next start tries again."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(known), "utf-8")
    except OSError:
        return
