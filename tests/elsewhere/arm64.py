"""Has the wheel see and judge on emulated 64-bit ARM, in Debian 12's Python: does it say what it says here?

Wants root, debootstrap, qemu-user-static, dpkg, and a package index. The emulated system starts no programs itself, so
the kernel need not know how to; the trial of ONNX Runtime, which starts one, then fails, and OpenCV runs the networks.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.elsewhere.versions import BUILT, LOOKS, build, compared, looks, together

WANTED = ("debootstrap", "qemu-aarch64-static", "dpkg-deb")
SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"
PACKAGES = "python3-minimal,libpython3-stdlib,libexpat1,libffi8,libsqlite3-0,libstdc++6,zlib1g"
PLATFORMS = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
PYTHON = "3.11"


def main() -> int:
    """Returns 0 where everything is said alike there."""
    missing = [name for name in WANTED if shutil.which(name) is None]
    if missing or os.getuid() != 0:
        print(f"this wants root and {', '.join(WANTED)}; missing: {', '.join(missing) or 'root'}")
        return 1
    wheel = build()
    root, site = BUILT / "arm64", BUILT / "arm64-site"
    command = ["debootstrap", "--foreign", "--arch=arm64", "--variant=minbase", f"--include={PACKAGES}"]
    subprocess.run([*command, SUITE, str(root), MIRROR], check=True, stdout=subprocess.DEVNULL)
    for package in (root / "var/cache/apt/archives").glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(package), str(root)], check=True)
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(site), "--only-binary", ":all:"]
    subprocess.run([*install, *platforms, "--python-version", PYTHON, str(wheel)], check=True)
    reference = looks(sys.executable)
    return compared("arm64", together(told(emulated(root, site), reference)), reference)


def emulated(root: Path, site: Path) -> Iterator[str]:
    """What `tests/elsewhere/looks.py` prints there, line by line."""
    python = next((root / "usr/bin").glob("python3.[0-9]*"))
    command = ["qemu-aarch64-static", "-L", str(root), "-E", f"PYTHONPATH={site}", str(python), str(LOOKS)]
    with subprocess.Popen(command, cwd=BUILT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        yield from running.stdout
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)


def told(lines: Iterable[str], reference: dict[str, Any]) -> Iterator[str]:
    """The same lines, each compared as it comes: it takes long, and who breaks it off knows how far it came."""
    came = {"verdicts": 0, "stacks": 0}
    for line in lines:
        ((what, found),) = json.loads(line).items()
        if what in came:
            wanted = reference[what][came[what] : came[what] + len(found)]
            came[what] += len(found)
            same = sum(one == other for one, other in zip(found, wanted, strict=True))
            print(f"{what} up to {came[what]} of {len(reference[what])}: {same} of {len(found)} the same", flush=True)
        yield line


if __name__ == "__main__":
    sys.exit(main())
