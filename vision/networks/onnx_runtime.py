"""Imports ONNX Runtime where that is safe. Some of its wheels end the process that imports them (illegal instruction on
a Raspberry Pi 4, segmentation fault on other 64-bit ARM), so a separate process tries it first, once."""

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
# Time for a slow machine's first import from a memory card, s.
LONGEST_TRIAL = 120.0
# Exit status of Python after an import that raised: the importing process will see the error itself.
REPORTED = 1
# Without it Windows opens a console for the trial.
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def find_onnx_runtime(cache: Path | None = None) -> ModuleType | None:
    """Return the package, or None where it is not installed, cannot be imported or would end the process. The result of
    the trial is stored in the file `cache`, for this interpreter and this installation of the package."""
    try:
        found = find_spec(PACKAGE)
    except (ImportError, ValueError):
        return None
    if found is None or not found.origin:
        return None
    if not _survives(
        found.origin, cache or platformdirs.user_cache_path("pyramid-companion", appauthor=False) / "onnxruntime.json"
    ):
        return None
    try:
        return import_module(PACKAGE)
    except (ImportError, OSError):
        return None


def _survives(origin: str, cache: Path) -> bool:
    """Return True if a process survives the import of the package whose first file is `origin`."""
    if not sys.executable or getattr(sys, "frozen", False):
        return True
    installed = f"{origin} {Path(origin).stat().st_mtime_ns} {platform.machine()} {sys.version}"
    known = _read(cache)
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
    _write(cache, {installed: ended == 0})
    return ended == 0


def _read(cache: Path) -> dict[str, bool]:
    try:
        known = json.loads(cache.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {str(name): value is True for name, value in known.items()} if isinstance(known, dict) else {}


def _write(cache: Path, known: dict[str, bool]) -> None:
    """Store the results; if that fails, the next start tries again."""
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps(known), "utf-8")
    except OSError:
        return
