"""Has buildozer's own parser read buildozer.spec, and looks for its requirements among python-for-android's recipes.

Wants a package index; nothing is built.
"""

import importlib
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
TOOLS = ("buildozer", "python-for-android", "pexpect", "ptyprocess")
# What has no recipe and needs none: it is Python alone.
PURE = {"paho-mqtt", "platformdirs", "pyserial", "segno", "usb4a", "usbserial4a", "websockets"}


def main() -> int:
    """Returns 0 where the spec can be read and every requirement can be had."""
    with TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, *TOOLS]
        subprocess.run(install, check=True)
        sys.path.insert(0, folder)
        spec = importlib.import_module("buildozer.specparser").SpecParser()
        spec.read(str(ROOT / "buildozer.spec"), "utf-8")
        recipes = {path.name for path in Path(folder, "pythonforandroid", "recipes").iterdir() if path.is_dir()}
        wanted = [word.partition("==")[0] for word in spec.getlist("app", "requirements")]
        lacking = set(wanted) - recipes - PURE
        print(f"{len(wanted)} requirements: {len(set(wanted) & recipes)} with recipes, {len(set(wanted) & PURE)} pure")
        if lacking:
            print(f"no recipe: {', '.join(sorted(lacking))}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
